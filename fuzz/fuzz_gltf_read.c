// SPDX-License-Identifier: MIT
//
// Any bytes as glTF: reading, and everything that a caller can ask of what came of it.
#include "fuzz.h"
#include "maquette/gltf.h"

static void touch_mesh(const maq_scene_mesh *mesh) {
    size_t count = mesh->vertex_count;
    fuzz_touch_text(mesh->name);
    fuzz_touch(mesh->positions, count * sizeof *mesh->positions);
    if (mesh->normals)
        fuzz_touch(mesh->normals, count * sizeof *mesh->normals);
    if (mesh->tangents)
        fuzz_touch(mesh->tangents, count * sizeof *mesh->tangents);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            if (mesh->triangles[i][k] >= mesh->vertex_count)
                abort();
        }
    }
}

static void touch_gltf(const maq_document *document) {
    const maq_scene *scene = maq_document_gltf(document);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        touch_mesh(&scene->meshes[i]);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        for (uint32_t k = 0; k < scene->materials[i].texture_count; k++)
            fuzz_touch(scene->materials[i].textures[k].data,
                       scene->materials[i].textures[k].data_length);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (node->parent != MAQ_SCENE_NONE && node->parent >= scene->node_count)
            abort();
        if (node->mesh != MAQ_SCENE_NONE && node->mesh >= scene->mesh_count)
            abort();
        if (node->skin != MAQ_SCENE_NONE && node->skin >= scene->skin_count)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, "gltf", touch_gltf);
    return 0;
}
