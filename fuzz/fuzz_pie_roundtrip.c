// SPDX-License-Identifier: MIT
//
// Whatever can be read can be written, and says the same when it is read again; every conversion
// gives a file that can be read.
#include <stdlib.h>
#include <string.h>

#include "maquette/maquette.h"
#include "maquette/pie.h"

static const char *const variants[] = {"pie2", "pie3", "pie4", "pie5"};

static maq_tree *describe(const maq_document *document) {
    maq_tree *tree;
    if (maq_describe(document, NULL, &tree) != MAQ_OK)
        abort();
    return tree;
}

static bool say_the_same(const maq_document *a, const maq_document *b) {
    maq_tree *x = describe(a), *y = describe(b);
    bool same = maq_value_equal(maq_tree_root(x), maq_tree_root(y));
    maq_tree_free(x);
    maq_tree_free(y);
    return same;
}

static maq_document *write_and_read(const maq_document *document, maq_buffer *bytes) {
    maq_document *again;
    if (maq_save_memory(document, NULL, bytes) != MAQ_OK ||
        maq_open_memory(bytes->data, bytes->length, NULL, &again) != MAQ_OK ||
        !maq_document_pie(again))
        abort();
    return again;
}

// In its own version nothing may change, not a bit.
static void keep(const maq_document *document) {
    maq_buffer first, second;
    maq_document *again = write_and_read(document, &first);
    if (!say_the_same(document, again) || maq_save_memory(again, NULL, &second) != MAQ_OK ||
        first.length != second.length || memcmp(first.data, second.data, first.length) != 0)
        abort();
    maq_document *copy;
    if (maq_convert(document, maq_document_variant(document)->name, NULL, &copy) != MAQ_OK ||
        maq_document_findings(copy)->count != 0 || !say_the_same(document, copy))
        abort();
    maq_close(copy);
    maq_buffer_free(&first);
    maq_buffer_free(&second);
    maq_close(again);
}

static void change(const maq_document *document, const char *to) {
    maq_document *changed;
    maq_buffer bytes;
    if (maq_convert(document, to, NULL, &changed) != MAQ_OK)
        abort();
    maq_document *again = write_and_read(changed, &bytes);
    if (maq_document_pie(again)->level_count != maq_document_pie(document)->level_count)
        abort();
    maq_close(again);
    maq_buffer_free(&bytes);
    maq_close(changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "pie"};
    maq_document *document;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK) {
        keep(document);
        for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
            change(document, variants[i]);
    }
    maq_close(document);
    return 0;
}
