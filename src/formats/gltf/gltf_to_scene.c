// SPDX-License-Identifier: MIT
//
// From the scene of a glTF document to that of a conversion.
#include <string.h>

#include "formats/gltf/gltf_passthrough.h"
#include "scene/copy.h"

// ------------------------------------------------------------------------------------- armatures

// Marks the nodes that editors put around a skeleton: groups that do nothing, with a joint below.
// Formats without groups would make a joint of them.
static bool *find_armatures(mq_arena *arena, const maq_scene *scene) {
    bool *found = MQ_NEW_ARRAY(arena, bool, scene->node_count);
    for (uint32_t i = 0; found && i < scene->node_count; i++) {
        uint32_t parent = scene->nodes[i].parent;
        if (scene->nodes[i].kind != MAQ_NODE_JOINT || parent == MAQ_SCENE_NONE)
            continue;
        const maq_scene_node *node = &scene->nodes[parent];
        found[parent] = node->kind == MAQ_NODE_GROUP && node->mesh == MAQ_SCENE_NONE &&
                        !node->extras && !node->ignores_parent_rotation &&
                        node->facing == MAQ_FACING_NONE &&
                        memcmp(&node->rest, &mq_identity, sizeof mq_identity) == 0;
    }
    for (uint32_t i = 0; found && i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            if (clip->channels[k].path != MAQ_CHANNEL_TEXTURE_FRAME)
                found[clip->channels[k].target] = false;
        }
    }
    for (uint32_t i = 0; found && i < scene->box_count; i++) {
        if (scene->boxes[i].node != MAQ_SCENE_NONE)
            found[scene->boxes[i].node] = false;
    }
    return found;
}

// The nearest parent that stays.
static uint32_t parent_of(const maq_scene *scene, const bool *removed, uint32_t node) {
    uint32_t parent = scene->nodes[node].parent;
    while (parent != MAQ_SCENE_NONE && removed[parent])
        parent = scene->nodes[parent].parent;
    return parent;
}

// Removes such nodes from a scene that may be changed. False when there is no memory.
static bool remove_armatures(mq_arena *arena, maq_scene *scene) {
    bool *removed = find_armatures(arena, scene);
    uint32_t *map = MQ_NEW_ARRAY(arena, uint32_t, scene->node_count), kept = 0;
    maq_scene_node *nodes = MQ_NEW_ARRAY(arena, maq_scene_node, scene->node_count);
    if (!removed || !map || !nodes)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++)
        map[i] = removed[i] ? MAQ_SCENE_NONE : kept++;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t parent = parent_of(scene, removed, i);
        if (removed[i])
            continue;
        nodes[map[i]] = scene->nodes[i];
        nodes[map[i]].parent = parent == MAQ_SCENE_NONE ? parent : map[parent];
    }
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        uint32_t *joints = MQ_WRITABLE(uint32_t, scene->skins[i].joints);
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            joints[k] = map[joints[k]];
    }
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        maq_scene_channel *channels = MQ_WRITABLE(maq_scene_channel, scene->clips[i].channels);
        for (uint32_t k = 0; k < scene->clips[i].channel_count; k++) {
            if (channels[k].path != MAQ_CHANNEL_TEXTURE_FRAME)
                channels[k].target = map[channels[k].target];
        }
    }
    for (uint32_t i = 0; i < scene->box_count; i++) {
        maq_scene_box *box = MQ_WRITABLE(maq_scene_box, &scene->boxes[i]);
        box->node = box->node == MAQ_SCENE_NONE ? box->node : map[box->node];
    }
    scene->nodes = nodes;
    scene->node_count = kept;
    return true;
}

// ------------------------------------------------------------------------------------- the whole

// A conversion to another format lists this finding of reading as well.
static void report_custom_properties(const maq_document *document, mq_findings *findings) {
    const maq_findings *list = &document->findings.list;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].rule == &mq_gltf_rules[GLTF_NO_CUSTOM_PROPERTIES])
            GLTF_FIND(findings, NO_CUSTOM_PROPERTIES, MAQ_NO_OFFSET, 0, "%s",
                      list->items[i].message);
    }
}

maq_status mq_gltf_to_scene(const maq_document *document, mq_scene_builder *builder) {
    const maq_scene *content = document->content;
    maq_scene copy, scene = *content;
    scene.source = (maq_scene_source){0}; // of no use outside of a file
    if (!mq_scene_copy(builder->arena, &scene, &copy) || !remove_armatures(builder->arena, &copy))
        return mq_arena_status(builder->arena);
    mq_gltf_report_losses(&copy, builder->findings);
    report_custom_properties(document, builder->findings);
    builder->meshes_are_valid = true;
    for (uint32_t i = 0; i < copy.mesh_count; i++)
        mq_scene_add_mesh(builder, &copy.meshes[i]);
    for (uint32_t i = 0; i < copy.material_count; i++)
        mq_scene_add_material(builder, &copy.materials[i]);
    for (uint32_t i = 0; i < copy.node_count; i++)
        mq_scene_add_node(builder, &copy.nodes[i]);
    for (uint32_t i = 0; i < copy.skin_count; i++)
        mq_scene_add_skin(builder, &copy.skins[i]);
    for (uint32_t i = 0; i < copy.clip_count; i++)
        mq_scene_add_clip(builder, &copy.clips[i]);
    for (uint32_t i = 0; i < copy.box_count; i++)
        mq_scene_add_box(builder, &copy.boxes[i]);
    for (uint32_t i = 0; i < copy.event_count; i++)
        mq_scene_add_event(builder, &copy.events[i]);
    builder->scene.extras = copy.extras;
    return mq_arena_status(builder->arena);
}
