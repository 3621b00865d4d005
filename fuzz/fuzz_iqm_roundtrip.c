// SPDX-License-Identifier: MIT
//
// Whatever can be read as IQM can be written, and says the same when it is read again; the other
// version can be made of it and be read, too.
#include <stdlib.h>
#include <string.h>

#include "fuzz_touch.h"
#include "maquette/iqm.h"

static maq_document *write_and_read(const maq_document *document, maq_buffer *bytes) {
    maq_document *again;
    if (maq_save_memory(document, NULL, bytes) != MAQ_OK ||
        maq_open_memory(bytes->data, bytes->length, NULL, &again) != MAQ_OK ||
        !maq_document_iqm(again))
        abort();
    return again;
}

// In its own version nothing may change, not a bit; what is written once is written so again.
static void keep(const maq_document *document) {
    maq_buffer first, second;
    maq_document *again = write_and_read(document, &first), *copy;
    if (!fuzz_say_the_same(document, again) || maq_save_memory(again, NULL, &second) != MAQ_OK ||
        first.length != second.length || memcmp(first.data, second.data, first.length) != 0)
        abort();
    if (maq_convert(document, maq_document_variant(document)->name, NULL, &copy) != MAQ_OK ||
        maq_document_findings(copy)->count != 0 || !fuzz_say_the_same(document, copy))
        abort();
    maq_close(copy);
    maq_close(again);
    maq_buffer_free(&first);
    maq_buffer_free(&second);
}

// From version 1 nothing is lost; to either, everything but rotations stays.
static void change(const maq_document *document, const char *to) {
    maq_document *changed;
    maq_buffer bytes;
    if (maq_convert(document, to, NULL, &changed) != MAQ_OK)
        abort();
    maq_document *again = write_and_read(changed, &bytes);
    const maq_iqm *a = maq_document_iqm(document), *b = maq_document_iqm(again);
    if (!fuzz_say_the_same(changed, again) || a->mesh_count != b->mesh_count ||
        a->frame_count != b->frame_count || a->pose_count != b->pose_count ||
        a->triangle_count != b->triangle_count)
        abort();
    maq_close(again);
    maq_close(changed);
    maq_buffer_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "iqm"};
    maq_document *document = NULL;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK) {
        keep(document);
        change(document, maq_document_iqm(document)->version == 1 ? "iqm" : "iqm1");
    }
    maq_close(document);
    return 0;
}
