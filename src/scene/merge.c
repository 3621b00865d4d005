// SPDX-License-Identifier: MIT
#include "scene/merge.h"

#include <string.h>

#include "base/sort.h"

typedef struct merger {
    mq_scene_builder *builder;
    mq_arena *arena;
    const maq_scene *scene;
    const char *prefix;
    // How many of each the builder had before: the offsets of new indices.
    uint32_t meshes, materials, nodes, skins, clips;
} merger;

static uint32_t shifted(uint32_t index, uint32_t offset) {
    return index == MAQ_SCENE_NONE ? MAQ_SCENE_NONE : index + offset;
}

static const char *prefixed(const merger *m, const char *name) {
    const char *text = mq_arena_format(m->arena, "%s/%s", m->prefix, name);
    return text ? text : name;
}

// The names of a list, in order.
typedef struct name_set {
    const char **names;
    uint32_t count;
} name_set;

static int compare_names(const void *a, const void *b, const void *context) {
    const char *const *x = a, *const *y = b;
    (void)context;
    return strcmp(*x, *y);
}

// Structs of the list begin with their name. False when there is no memory.
static bool collect_names(const merger *m, const void *items, uint32_t count, size_t size,
                          name_set *out) {
    const char **names = MQ_NEW_ARRAY(m->arena, const char *, count);
    const char **spare = MQ_NEW_ARRAY(m->arena, const char *, count);
    if (!names || !spare)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(&names[i], (const char *)items + i * size, sizeof *names);
        names[i] = names[i] ? names[i] : "";
    }
    out->names = mq_sort(names, spare, count, sizeof *names, compare_names, NULL);
    out->count = count;
    return true;
}

// The name, with the prefix when the set has it already. An empty name may repeat.
static const char *unique_name(const merger *m, const name_set *set, const char *name) {
    uint32_t low = 0, high = set->count;
    while (low < high && name && *name) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(set->names[middle], name);
        if (order == 0)
            return prefixed(m, name);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return name;
}

static bool add_meshes(merger *m) {
    name_set names;
    if (!collect_names(m, m->builder->scene.meshes, m->meshes, sizeof(maq_scene_mesh), &names))
        return false;
    for (uint32_t i = 0; i < m->scene->mesh_count; i++) {
        maq_scene_mesh mesh = m->scene->meshes[i];
        maq_scene_part *parts = MQ_NEW_ARRAY(m->arena, maq_scene_part, mesh.part_count);
        if (!parts)
            return false;
        for (uint32_t k = 0; k < mesh.part_count; k++) {
            parts[k] = mesh.parts[k];
            parts[k].material = shifted(parts[k].material, m->materials);
        }
        mesh.parts = parts;
        mesh.name = unique_name(m, &names, mesh.name);
        mq_scene_add_mesh(m->builder, &mesh);
    }
    return true;
}

static bool add_materials(merger *m) {
    name_set names;
    if (!collect_names(m, m->builder->scene.materials, m->materials, sizeof(maq_scene_material),
                       &names))
        return false;
    for (uint32_t i = 0; i < m->scene->material_count; i++) {
        maq_scene_material material = m->scene->materials[i];
        material.name = unique_name(m, &names, material.name);
        mq_scene_add_material(m->builder, &material);
    }
    return true;
}

static bool add_nodes(merger *m, uint32_t parent) {
    name_set names;
    if (!collect_names(m, m->builder->scene.nodes, m->nodes, sizeof(maq_scene_node), &names))
        return false;
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        maq_scene_node node = m->scene->nodes[i];
        node.parent = node.parent == MAQ_SCENE_NONE ? parent : node.parent + m->nodes;
        node.mesh = shifted(node.mesh, m->meshes);
        node.skin = shifted(node.skin, m->skins);
        node.name = unique_name(m, &names, node.name);
        mq_scene_add_node(m->builder, &node);
    }
    return true;
}

static bool add_skins(merger *m) {
    for (uint32_t i = 0; i < m->scene->skin_count; i++) {
        maq_scene_skin skin = m->scene->skins[i];
        uint32_t *joints = MQ_NEW_ARRAY(m->arena, uint32_t, skin.joint_count);
        if (!joints)
            return false;
        for (uint32_t k = 0; k < skin.joint_count; k++)
            joints[k] = skin.joints[k] + m->nodes;
        skin.joints = joints;
        mq_scene_add_skin(m->builder, &skin);
    }
    return true;
}

static void add_boxes(merger *m, uint32_t parent) {
    for (uint32_t i = 0; i < m->scene->box_count; i++) {
        maq_scene_box box = m->scene->boxes[i];
        box.node = box.node == MAQ_SCENE_NONE ? parent : box.node + m->nodes;
        mq_scene_add_box(m->builder, &box);
    }
}

// ------------------------------------------------------------------------------------------ clips

static maq_scene_clip *find_clip(const merger *m, const char *name) {
    for (uint32_t i = 0; i < m->clips; i++) {
        maq_scene_clip *clip = MQ_WRITABLE(maq_scene_clip, &m->builder->scene.clips[i]);
        if (clip->name && name && strcmp(clip->name, name) == 0)
            return clip;
    }
    return NULL;
}

static maq_scene_channel *shifted_channels(const merger *m, const maq_scene_clip *clip,
                                           const maq_scene_clip *before) {
    uint32_t first = before ? before->channel_count : 0;
    maq_scene_channel *channels =
        MQ_NEW_ARRAY(m->arena, maq_scene_channel, (size_t)first + clip->channel_count);
    if (!channels)
        return NULL;
    if (first)
        memcpy(channels, before->channels, first * sizeof *channels);
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        maq_scene_channel *channel = &channels[first + i];
        *channel = clip->channels[i];
        channel->target += channel->path == MAQ_CHANNEL_TEXTURE_FRAME ? m->materials : m->nodes;
    }
    return channels;
}

// Both clips play side by side; the result is as long as the longer one.
static bool combine_clips(const merger *m, maq_scene_clip *into, const maq_scene_clip *clip) {
    maq_scene_channel *channels = shifted_channels(m, clip, into);
    maq_scene_marker *markers =
        MQ_NEW_ARRAY(m->arena, maq_scene_marker, (size_t)into->marker_count + clip->marker_count);
    if (!channels || !markers)
        return false;
    // Both lists of markers are in order of time, and so is the result.
    uint32_t a = 0, b = 0;
    for (uint32_t i = 0; i < into->marker_count + clip->marker_count; i++) {
        bool first = b == clip->marker_count ||
                     (a < into->marker_count && into->markers[a].time <= clip->markers[b].time);
        markers[i] = first ? into->markers[a++] : clip->markers[b++];
    }
    into->channels = channels;
    into->channel_count += clip->channel_count;
    into->markers = markers;
    into->marker_count += clip->marker_count;
    if (clip->duration > into->duration)
        into->duration = clip->duration;
    if (clip->loop_count == 0)
        into->loop_count = 0;
    return true;
}

static bool add_clips(merger *m) {
    for (uint32_t i = 0; i < m->scene->clip_count; i++) {
        maq_scene_clip clip = m->scene->clips[i];
        maq_scene_clip *same = find_clip(m, clip.name);
        if (same) {
            if (!combine_clips(m, same, &clip))
                return false;
            continue;
        }
        clip.channels = shifted_channels(m, &clip, NULL);
        if (!clip.channels)
            return false;
        mq_scene_add_clip(m->builder, &clip);
    }
    return true;
}

// ------------------------------------------------------------------------------------- the whole

bool mq_scene_merge(mq_scene_builder *builder, const maq_scene *scene, uint32_t parent,
                    const char *prefix, uint64_t *dropped) {
    const maq_scene *before = &builder->scene;
    merger m = {.builder = builder,
                .arena = builder->arena,
                .scene = scene,
                .prefix = prefix,
                .meshes = before->mesh_count,
                .materials = before->material_count,
                .nodes = before->node_count,
                .skins = before->skin_count,
                .clips = before->clip_count};
    bool first = before->node_count == 0 && before->mesh_count == 0;
    if (!add_meshes(&m) || !add_materials(&m) || !add_nodes(&m, parent) || !add_skins(&m) ||
        !add_clips(&m))
        return false;
    add_boxes(&m, parent);
    if (first) {
        for (uint32_t i = 0; i < scene->event_count; i++)
            mq_scene_add_event(builder, &scene->events[i]);
        builder->scene.extras = scene->extras;
        builder->scene.source_format = scene->source_format;
    } else {
        *dropped += scene->event_count;
    }
    return mq_arena_status(builder->arena) == MAQ_OK;
}

uint32_t mq_scene_find_attachment(const maq_scene *scene, uint32_t first, const char *name) {
    static const maq_node_kind order[] = {MAQ_NODE_ATTACHMENT, MAQ_NODE_JOINT, MAQ_NODE_GROUP};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        for (uint32_t k = first; k < scene->node_count; k++) {
            const maq_scene_node *node = &scene->nodes[k];
            if (node->kind == order[i] && node->name && strcmp(node->name, name) == 0)
                return k;
        }
    }
    return MAQ_SCENE_NONE;
}
