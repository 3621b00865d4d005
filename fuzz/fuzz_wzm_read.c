// SPDX-License-Identifier: MIT
//
// Any bytes as WZM: reading, and everything that a caller can ask of what came of it.
#include "fuzz.h"
#include "maquette/wzm.h"

static void touch_mesh(const maq_wzm_mesh *mesh) {
    fuzz_touch_text(mesh->name);
    fuzz_touch(mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
    if (mesh->tangent_spaces)
        fuzz_touch(mesh->tangent_spaces, mesh->vertex_count * sizeof *mesh->tangent_spaces);
    for (uint32_t i = 0; i < mesh->texture_array_count; i++)
        fuzz_touch(mesh->texture_arrays[i].uvs,
                   mesh->texture_arrays[i].count * sizeof *mesh->texture_arrays[i].uvs);
    fuzz_touch(mesh->triangles, mesh->triangle_count * sizeof *mesh->triangles);
    fuzz_touch(mesh->frames, mesh->frame_count * sizeof *mesh->frames);
    for (uint32_t i = 0; i < mesh->connector_count; i++)
        fuzz_touch_text(mesh->connectors[i].type);
}

static void touch_wzm(const maq_document *document) {
    const maq_wzm *wzm = maq_document_wzm(document);
    if (!wzm)
        abort();
    fuzz_touch_text(wzm->texture);
    for (uint32_t i = 0; i < wzm->mesh_count; i++)
        touch_mesh(&wzm->meshes[i]);
    // What a file can say, a caller can say, too.
    maq_document *copy;
    if (maq_document_from_wzm(wzm, NULL, &copy) != MAQ_OK || !fuzz_say_the_same(document, copy))
        abort();
    maq_close(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, "wzm", touch_wzm);
    return 0;
}
