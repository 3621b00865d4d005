// SPDX-License-Identifier: MIT
//
// Any bytes as glTF: what was read can be written and says the same again, in both variants.
#include "fuzz.h"
#include "maquette/gltf.h"

static void compare(const maq_document *before, const maq_document *after) {
    if (!fuzz_say_the_same(before, after))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "gltf"};
    maq_document *document;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK) {
        bool binary = strcmp(maq_document_variant(document)->name, "glb") == 0;
        fuzz_keep(document);
        fuzz_change(document, binary ? "gltf" : "glb", compare);
    }
    maq_close(document);
    return 0;
}
