// SPDX-License-Identifier: MIT
//
// What is read is written byte for byte and says the same when it is read again; what is converted
// or joined can be read and written likewise.
#include <stdlib.h>
#include <string.h>

#include "maquette/pet.h"

static maq_document *open_as(const void *data, size_t size, const char *name) {
    maq_open_options options = {.format = "pet", .file_name = name};
    maq_document *document = NULL;
    if (maq_open_memory(data, size, &options, &document) != MAQ_OK) {
        maq_close(document);
        return NULL;
    }
    return document;
}

static void expect_same(const maq_document *a, const maq_document *b) {
    maq_tree *x, *y;
    if (maq_describe(a, NULL, &x) != MAQ_OK || maq_describe(b, NULL, &y) != MAQ_OK)
        abort();
    if (!maq_value_equal(maq_tree_root(x), maq_tree_root(y)))
        abort();
    maq_tree_free(x);
    maq_tree_free(y);
}

// What was written from a document must come back from a reader as it was written.
static void expect_readable(const maq_document *document, const char *name) {
    maq_buffer bytes, again;
    if (maq_save_memory(document, NULL, &bytes) != MAQ_OK)
        abort();
    // A file without a section cannot be read (1.0 needs no VERS).
    if (maq_document_pet(document)->section_count > 0) {
        maq_document *read = open_as(bytes.data, bytes.length, name);
        if (!read || maq_save_memory(read, NULL, &again) != MAQ_OK)
            abort();
        if (again.length != bytes.length || memcmp(again.data, bytes.data, bytes.length) != 0)
            abort();
        maq_buffer_free(&again);
        maq_close(read);
    }
    maq_buffer_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const kinds[] = {"pet", "apet", "bpet", "mpet"};
    static const char *const names[] = {"x.pet", "x.apet", "x.bpet", "x.mpet", "x"};
    static const char *const versions[] = {"1.0", "1.1", "1.2", "1.3"};
    unsigned choice = size > 0 ? data[size - 1] : 0;
    const char *name = names[choice % 5];
    maq_document *document = open_as(data, size, name);
    if (!document)
        return 0;
    maq_buffer bytes;
    if (maq_save_memory(document, NULL, &bytes) != MAQ_OK)
        abort();
    if (bytes.length != size || memcmp(bytes.data, data, size) != 0)
        abort();
    maq_document *again = open_as(bytes.data, bytes.length, name);
    if (!again)
        abort();
    expect_same(document, again);

    maq_setting settings[] = {{"pet-version", versions[choice >> 2 & 3]},
                              {"layout", choice & 16 ? "documented" : "client"}};
    maq_convert_options options = {.settings = settings, .setting_count = 2};
    maq_document *converted = NULL;
    if (maq_convert(document, kinds[choice & 3], &options, &converted) != MAQ_OK)
        abort();
    expect_readable(converted, names[choice & 3]);
    maq_close(converted);

    maq_input inputs[2] = {{.document = document}, {.document = again}};
    if (maq_join(inputs, 2, kinds[choice >> 2 & 3], &options, &converted) != MAQ_OK)
        abort();
    expect_readable(converted, names[choice >> 2 & 3]);
    maq_close(converted);
    maq_close(again);
    maq_close(document);
    maq_buffer_free(&bytes);
    return 0;
}
