// SPDX-License-Identifier: MIT
//
// What is in a WZM model, in the terms that all formats share.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/old_info.h"
#include "formats/wzm/wzm_priv.h"

#define SHORT_NAME 64

static void put_meshes(const maq_wzm *wzm, mq_node *object) {
    mq_node *meshes = mq_put_array(object, "meshes");
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        const maq_wzm_mesh *mesh = &wzm->meshes[i];
        mq_info_put_mesh(meshes, &(mq_info_mesh){.name = mesh->name,
                                                 .vertices = mesh->vertex_count,
                                                 .triangles = mesh->triangle_count,
                                                 .uv_sets = mesh->texture_array_count});
        vertices += mesh->vertex_count;
        triangles += mesh->triangle_count;
    }
    mq_put_integer(object, "vertex_count", (int64_t)vertices);
    mq_put_integer(object, "triangle_count", (int64_t)triangles);
}

static void put_materials(const maq_wzm *wzm, mq_node *object) {
    mq_node *material = mq_put_object(mq_put_array(object, "materials"), NULL);
    mq_info_put_material_name(material, wzm->texture);
    mq_node *textures = mq_put_object(material, "textures");
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
static void put_clips(const maq_wzm *wzm, mq_node *object) {
    mq_node *clips = mq_put_array(object, "clips");
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
        mq_info_put_clip(clips, "animation", seconds, longest->frame_count,
                         longest->frame_count / seconds, true);
}

static void put_attachments(const maq_wzm *wzm, mq_node *object) {
    mq_node *attachments = mq_put_array(object, "attachments");
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        const maq_wzm_mesh *mesh = &wzm->meshes[i];
        for (uint32_t k = 0; k < mesh->connector_count; k++) {
            const maq_wzm_connector *connector = &mesh->connectors[k];
            char name[SHORT_NAME];
            if (i == 0)
                snprintf(name, sizeof name, "connector %u", k + 1);
            else
                snprintf(name, sizeof name, "mesh %u connector %u", i + 1, k + 1);
            mq_node *attachment = mq_put_object(attachments, NULL);
            mq_put_text(attachment, "name", name);
            // Before version 3 a connector's z is the y of vertices.
            bool z_up = wzm->version != 3;
            mq_put_floats(attachment, "position",
                          (const float[]){connector->x, z_up ? connector->z : connector->y,
                                          z_up ? connector->y : connector->z},
                          3);
        }
    }
}

void mq_wzm_info(const maq_document *document, mq_node *object) {
    const maq_wzm *wzm = document->content;
    put_meshes(wzm, object);
    put_materials(wzm, object);
    mq_put_array(object, "joints");
    put_clips(wzm, object);
    put_attachments(wzm, object);
    mq_put_array(object, "boxes");
    mq_put_array(object, "events");
    mq_info_bounds bounds = mq_info_no_bounds();
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        const maq_wzm_mesh *mesh = &wzm->meshes[i];
        for (uint32_t k = 0; k < mesh->vertex_count; k++)
            mq_info_bounds_add(&bounds, mesh->vertices[k].x, mesh->vertices[k].y,
                               mesh->vertices[k].z);
    }
    mq_info_put_bounds(object, &bounds);
}
