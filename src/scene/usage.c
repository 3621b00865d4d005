// SPDX-License-Identifier: MIT
#include "scene/usage.h"

#include <math.h>
#include <string.h>

#include "scene/pose.h"
#include "scene/scene.h"

const bool *mq_shown_meshes(mq_arena *arena, const maq_scene *scene) {
    bool *shown = MQ_NEW_ARRAY(arena, bool, scene->mesh_count);
    for (uint32_t i = 0; shown && i < scene->node_count; i++) {
        if (scene->nodes[i].mesh != MAQ_SCENE_NONE)
            shown[scene->nodes[i].mesh] = true;
    }
    return shown;
}

const bool *mq_used_materials(mq_arena *arena, const maq_scene *scene) {
    const bool *shown = mq_shown_meshes(arena, scene);
    bool *used = shown ? MQ_NEW_ARRAY(arena, bool, scene->material_count) : NULL;
    for (uint32_t i = 0; used && i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        for (uint32_t k = 0; shown[i] && mesh->role == MAQ_MESH_VISUAL && k < mesh->part_count;
             k++) {
            const maq_scene_part *part = &mesh->parts[k];
            if (part->material != MAQ_SCENE_NONE && part->triangle_count)
                used[part->material] = true;
        }
    }
    return used;
}

#define MIN_COPY_BUDGET 100000
#define MAX_COPIES_PER_MESH 16

// Assumes that shapes change all vertices.
static uint64_t cost_of(const maq_scene_mesh *mesh) {
    return 1 + (uint64_t)mesh->triangle_count +
           (1 + (uint64_t)mesh->shape_count) * (1 + (uint64_t)mesh->vertex_count);
}

mq_copy_budget mq_copy_budget_of(const maq_scene *scene) {
    mq_copy_budget budget = {.left = MIN_COPY_BUDGET};
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        budget.left += MAX_COPIES_PER_MESH * cost_of(&scene->meshes[i]);
    return budget;
}

bool mq_copy_budget_spend(mq_copy_budget *budget, const maq_scene_mesh *mesh) {
    bool fits = cost_of(mesh) <= budget->left;
    if (fits)
        budget->left -= cost_of(mesh);
    else
        budget->denied++;
    return fits;
}

const maq_scene_texture *mq_material_texture(const maq_scene_material *material,
                                             maq_texture_role role) {
    const maq_scene_texture *first = NULL;
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role != role)
            continue;
        if (texture->tileset == material->tileset)
            return texture;
        if (texture->tileset == 0 && !first)
            first = texture;
    }
    return first;
}

bool mq_named_by_texture(const maq_scene_material *material) {
    size_t length = strlen(material->name);
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role != MAQ_TEXTURE_DIFFUSE || texture->tileset != 0 || !texture->file)
            continue;
        const char *slash = strrchr(texture->file, '/');
        const char *base = slash ? slash + 1 : texture->file, *dot = strrchr(base, '.');
        size_t stem = dot && dot != base ? (size_t)(dot - base) : strlen(base);
        return strcmp(material->name, texture->file) == 0 || strcmp(material->name, base) == 0 ||
               (length == stem && strncmp(material->name, base, stem) == 0);
    }
    return false;
}

bool mq_channel_rests(const maq_scene *scene, const maq_scene_channel *channel) {
    if (channel->path > MAQ_CHANNEL_SCALE)
        return false;
    maq_transform rest = scene->nodes[channel->target].rest;
    const float *wanted = mq_pose_member(&rest, channel->path);
    uint32_t width = channel->path == MAQ_CHANNEL_ROTATION ? 4 : 3;
    for (uint32_t key = 0; key < channel->key_count; key++) {
        const float *value = channel->values + (size_t)key * width;
        double same = 0, opposite = 0, size = 1;
        for (uint32_t k = 0; k < width; k++) {
            same = fmax(same, fabs((double)value[k] - wanted[k]));
            opposite = fmax(opposite, fabs((double)value[k] + wanted[k]));
            size = fmax(size, fabs((double)wanted[k]));
        }
        // A quaternion and its negation are the same rotation.
        if (width == 4)
            same = fmin(same, opposite);
        if (!(same <= size * 1e-6))
            return false;
    }
    return true;
}

bool mq_name_matches(const char *name, const char *pattern) {
    for (; *pattern; pattern++) {
        if (*pattern != '#') {
            if (*name++ != *pattern)
                return false;
            continue;
        }
        size_t digits = strspn(name, "0123456789");
        if (digits == 0)
            return false;
        name += digits;
    }
    return *name == '\0';
}
