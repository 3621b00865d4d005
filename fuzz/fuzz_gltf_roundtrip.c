// SPDX-License-Identifier: MIT
//
// Any bytes as glTF: what was read can be written and says the same again, in both variants.
#include "fuzz.h"
#include "maquette/gltf.h"

// The variants differ in their names alone.
static void compare(const maq_document *before, const maq_document *after) {
    maq_tree *x = fuzz_describe(before), *y = fuzz_describe(after);
    const maq_value *a = maq_value_find(maq_tree_root(x), "meshes");
    const maq_value *b = maq_value_find(maq_tree_root(y), "meshes");
    for (; a && b && maq_value_equal(a, b); a = a->next)
        b = b->next;
    if (a || b)
        abort();
    maq_tree_free(x);
    maq_tree_free(y);
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
