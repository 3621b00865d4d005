// SPDX-License-Identifier: MIT
//
// Whatever can be read can be written, and is equal when it is read again; every conversion
// gives a file that can be read.
#include "fuzz.h"
#include "maquette/pie.h"

static const char *const variants[] = {"pie2", "pie3", "pie4", "pie5"};

static void compare(const maq_document *before, const maq_document *after) {
    if (maq_document_pie(after)->level_count != maq_document_pie(before)->level_count)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "pie"};
    maq_document *document;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK) {
        fuzz_keep(document);
        for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
            fuzz_change(document, variants[i], compare);
    }
    maq_close(document);
    return 0;
}
