// SPDX-License-Identifier: MIT
//
// What is in a WZM model, in the terms that all formats share.
#include <math.h>
#include <string.h>

#include "base/info.h"
#include "formats/wzm/wzm_priv.h"

static void add_material(mq_info *info, const maq_wzm *wzm) {
    mq_node *textures = mq_info_add_material(info, mq_info_stem(wzm->texture));
    const struct {
        const char *role, *file;
    } maps[] = {
        {"diffuse", strcmp(wzm->texture, MAQ_WZM_NO_TEXTURE) == 0 ? NULL : wzm->texture},
        {"team_mask", wzm->team_mask},
        {"normal", wzm->normal_map},
        {"specular", wzm->specular_map},
    };
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        if (maps[i].file)
            mq_put_text(textures, maps[i].role, maps[i].file);
    }
}

static double length_of(const maq_wzm_mesh *mesh) {
    double seconds = 0;
    for (uint32_t i = 0; i < mesh->frame_count; i++)
        seconds += mesh->frames[i].seconds;
    return isfinite(seconds) ? seconds : 0;
}

// Meshes are animated side by side: together they are one clip, as long as the longest.
static void add_clip(mq_info *info, const maq_wzm *wzm) {
    const maq_wzm_mesh *longest = NULL;
    double seconds = 0;
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        double own = length_of(&wzm->meshes[i]);
        if (wzm->meshes[i].frame_count > 0 && (!longest || own > seconds)) {
            longest = &wzm->meshes[i];
            seconds = own;
        }
    }
    if (longest)
        mq_info_add_clip(info, &(mq_info_clip_summary){.name = mq_info_string("animation"),
                                                       .seconds = seconds,
                                                       .frames = longest->frame_count,
                                                       .rate = longest->frame_count / seconds,
                                                       .loop = true});
}

static void add_connectors(mq_info *info, const maq_wzm *wzm, uint32_t number) {
    const maq_wzm_mesh *mesh = &wzm->meshes[number];
    mq_arena *arena = mq_node_arena(info->object);
    // Before version 3 a connector's z is the y of vertices.
    bool z_up = wzm->version != 3;
    for (uint32_t i = 0; i < mesh->connector_count; i++) {
        const maq_wzm_connector *c = &mesh->connectors[i];
        const float position[3] = {c->x, z_up ? c->z : c->y, z_up ? c->y : c->z};
        const char *name = number == 0
                               ? mq_arena_format(arena, "connector %u", i + 1)
                               : mq_arena_format(arena, "mesh %u connector %u", number + 1, i + 1);
        mq_info_add_attachment(info, mq_info_string(name), position);
    }
}

void mq_wzm_info(const maq_document *document, mq_node *object) {
    const maq_wzm *wzm = document->content;
    mq_info info = mq_info_begin(object);
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        const maq_wzm_mesh *mesh = &wzm->meshes[i];
        mq_info_add_mesh(&info, &(mq_info_mesh_summary){.name = mq_info_string(mesh->name),
                                                        .vertices = mesh->vertex_count,
                                                        .triangles = mesh->triangle_count,
                                                        .uv_sets = mesh->texture_array_count});
        for (uint32_t k = 0; k < mesh->vertex_count; k++)
            mq_info_add_point(&info, (const float[]){mesh->vertices[k].x, mesh->vertices[k].y,
                                                     mesh->vertices[k].z});
    }
    mq_info_end_meshes(&info);
    add_material(&info, wzm);
    add_clip(&info, wzm);
    for (uint32_t i = 0; i < wzm->mesh_count; i++)
        add_connectors(&info, wzm, i);
    mq_info_end(&info);
}

void mq_wzm_count(const maq_document *document, mq_counts *out) {
    const maq_wzm *wzm = document->content;
    out->meshes = wzm->mesh_count;
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        if (wzm->meshes[i].frame_count > 0)
            out->clips = 1;
    }
}
