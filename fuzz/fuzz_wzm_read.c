// SPDX-License-Identifier: MIT
//
// Any bytes as WZM: reading, and everything that a caller can ask of what came of it.
#include "maquette/wzm.h"
#include "targets.h"

static void touch_mesh(const maq_wzm_mesh *mesh) {
    touch_text(mesh->name);
    touch(mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
    if (mesh->tangent_spaces)
        touch(mesh->tangent_spaces, mesh->vertex_count * sizeof *mesh->tangent_spaces);
    for (uint32_t i = 0; i < mesh->texture_array_count; i++)
        touch(mesh->texture_arrays[i].uvs,
              mesh->texture_arrays[i].count * sizeof *mesh->texture_arrays[i].uvs);
    touch(mesh->triangles, mesh->triangle_count * sizeof *mesh->triangles);
    touch(mesh->frames, mesh->frame_count * sizeof *mesh->frames);
    for (uint32_t i = 0; i < mesh->connector_count; i++)
        touch_text(mesh->connectors[i].type);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_status status;
    maq_document *document = open_as(data, size, "wzm", &status);
    if (!document)
        return 0;
    touch_findings(document, maq_document_findings(document));
    const maq_wzm *wzm = maq_document_wzm(document);
    if ((status == MAQ_OK) != (wzm != NULL))
        abort();
    if (wzm) {
        touch_text(wzm->texture);
        for (uint32_t i = 0; i < wzm->mesh_count; i++)
            touch_mesh(&wzm->meshes[i]);
        ask_everything(document);
        // What a file can say, a caller can say, too.
        maq_document *copy;
        if (maq_document_from_wzm(wzm, NULL, &copy) != MAQ_OK || !say_the_same(document, copy))
            abort();
        check_all_targets(document);
        maq_close(copy);
    }
    maq_close(document);
    return 0;
}
