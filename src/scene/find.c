// SPDX-License-Identifier: MIT
//
// Parts of a scene by name.
#include <string.h>

#include "maquette/scene.h"

#define FIND(items, count, condition)                                                              \
    for (uint32_t i = 0; i < (count); i++) {                                                       \
        if ((condition) && strcmp((items)[i].name, name) == 0)                                     \
            return i;                                                                              \
    }                                                                                              \
    return MAQ_SCENE_NONE

uint32_t maq_scene_find_clip(const maq_scene *scene, const char *name) {
    FIND(scene->clips, scene->clip_count, true);
}

uint32_t maq_scene_find_node(const maq_scene *scene, const char *name) {
    FIND(scene->nodes, scene->node_count, true);
}

uint32_t maq_scene_find_material(const maq_scene *scene, const char *name) {
    FIND(scene->materials, scene->material_count, true);
}

uint32_t maq_scene_find_mesh(const maq_scene *scene, const char *name) {
    FIND(scene->meshes, scene->mesh_count, true);
}

uint32_t maq_scene_find_attachment(const maq_scene *scene, const char *name) {
    FIND(scene->nodes, scene->node_count, scene->nodes[i].kind == MAQ_NODE_ATTACHMENT);
}
