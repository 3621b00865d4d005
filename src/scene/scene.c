// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include <string.h>

const maq_transform mq_identity = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};

void mq_scene_begin(mq_scene_builder *builder, mq_arena *arena, mq_findings *findings) {
    *builder = (mq_scene_builder){.arena = arena, .findings = findings};
}

// The arrays belong to the builder until mq_scene_finish(): they may be written.
#define ADD(builder, items, count, capacity, item)                                                 \
    void *larger = mq_arena_grow((builder)->arena, (void *)(uintptr_t)(builder)->scene.items,      \
                                 &(builder)->capacity, (builder)->scene.count, sizeof *(item));    \
    if (!larger)                                                                                   \
        return MAQ_SCENE_NONE;                                                                     \
    (builder)->scene.items = larger;                                                               \
    memcpy((char *)larger + (builder)->scene.count * sizeof *(item), (item), sizeof *(item));      \
    return (builder)->scene.count++

uint32_t mq_scene_add_mesh(mq_scene_builder *builder, const maq_scene_mesh *mesh) {
    ADD(builder, meshes, mesh_count, mesh_capacity, mesh);
}

uint32_t mq_scene_add_material(mq_scene_builder *builder, const maq_scene_material *material) {
    ADD(builder, materials, material_count, material_capacity, material);
}

uint32_t mq_scene_add_node(mq_scene_builder *builder, const maq_scene_node *node) {
    ADD(builder, nodes, node_count, node_capacity, node);
}

uint32_t mq_scene_add_skin(mq_scene_builder *builder, const maq_scene_skin *skin) {
    ADD(builder, skins, skin_count, skin_capacity, skin);
}

uint32_t mq_scene_add_clip(mq_scene_builder *builder, const maq_scene_clip *clip) {
    ADD(builder, clips, clip_count, clip_capacity, clip);
}

uint32_t mq_scene_add_box(mq_scene_builder *builder, const maq_scene_box *box) {
    ADD(builder, boxes, box_count, box_capacity, box);
}

uint32_t mq_scene_add_event(mq_scene_builder *builder, const maq_scene_event *event) {
    ADD(builder, events, event_count, event_capacity, event);
}

maq_scene_node mq_scene_node(const char *name, maq_node_kind kind) {
    return (maq_scene_node){.name = name,
                            .parent = MAQ_SCENE_NONE,
                            .kind = kind,
                            .rest = mq_identity,
                            .mesh = MAQ_SCENE_NONE,
                            .skin = MAQ_SCENE_NONE};
}

maq_scene_material mq_scene_material(const char *name) {
    return (maq_scene_material){.name = name, .colour = {1, 1, 1, 1}, .cutoff = 0.5f};
}

bool mq_scene_is_connector(const maq_scene_node *node) {
    static const char word[] = "connector", capitals[] = "CONNECTOR";
    if (node->kind == MAQ_NODE_ATTACHMENT)
        return true;
    if (node->mesh != MAQ_SCENE_NONE)
        return false;
    for (size_t i = 0; i < sizeof word - 1; i++) {
        if (node->name[i] != word[i] && node->name[i] != capitals[i])
            return false;
    }
    return true;
}

const maq_value *mq_scene_own_extras(const maq_value *extras, const char *format) {
    return maq_value_find(extras, format);
}
