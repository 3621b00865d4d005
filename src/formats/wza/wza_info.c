// SPDX-License-Identifier: MIT
//
// What is in a WZA file, in the terms that all formats share.
#include <stdio.h>

#include "formats/old_info.h"
#include "formats/wza/wza_priv.h"

#define SHORT_NAME 64

static void put_mesh(const maq_wza *wza, const maq_wza_shape *mesh, mq_node *object) {
    mq_node *meshes = mq_put_array(object, "meshes");
    if (mesh)
        mq_info_put_mesh(meshes, &(mq_info_mesh){.name = "mesh",
                                                 .vertices = mesh->vertex_count,
                                                 .triangles = mesh->face_count,
                                                 .uv_sets = 1,
                                                 .shapes = wza->shape_count - 1,
                                                 .material = wza->texture.name ? 0 : -1,
                                                 .skinned = wza->bone_count > 0});
    mq_put_integer(object, "vertex_count", mesh ? mesh->vertex_count : 0);
    mq_put_integer(object, "triangle_count", mesh ? mesh->face_count : 0);
}

// The file of a map: of an animated texture, that of frame 0.
static void put_image(mq_node *textures, const char *role, const maq_wza_texture *texture,
                      const char *map, mq_arena *scratch) {
    const char *file = mq_arena_format(scratch, texture->animated ? "%s/%s_000.png" : "%s_%s.png",
                                       texture->name, map);
    mq_put_text(textures, role, file);
}

static void put_material(const maq_wza_texture *texture, mq_node *object) {
    mq_node *materials = mq_put_array(object, "materials");
    mq_arena *scratch = texture->name ? mq_arena_new(NULL) : NULL;
    if (!scratch)
        return;
    mq_node *material = mq_put_object(materials, NULL);
    mq_put_text(material, "name", texture->name);
    mq_node *textures = mq_put_object(material, "textures");
    put_image(textures, "diffuse", texture, "diff", scratch);
    // One image: the normals in its colours, the specular map in its alpha.
    if (texture->normal_map != 0)
        put_image(textures, "normal", texture, "nor", scratch);
    if (texture->specular_map)
        put_image(textures, "specular", texture, "nor", scratch);
    if (texture->team_mask)
        put_image(textures, "team_mask", texture, "tc", scratch);
    mq_arena_free(scratch);
}

static void put_joints(const maq_wza *wza, mq_node *object) {
    mq_node *joints = mq_put_array(object, "joints");
    for (uint32_t i = 0; i < wza->bone_count; i++) {
        char name[SHORT_NAME];
        snprintf(name, sizeof name, "bone %d", wza->bones[i].index);
        mq_node *joint = mq_put_object(joints, NULL);
        mq_put_text(joint, "name", name);
        mq_put_integer(joint, "parent", wza->bones[i].parent);
    }
}

static void put_clips(const maq_wza *wza, mq_node *object) {
    mq_node *clips = mq_put_array(object, "clips");
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        const maq_wza_animation *animation = &wza->animations[i];
        char name[SHORT_NAME];
        snprintf(name, sizeof name, "animation %d", animation->index);
        mq_info_put_clip(clips, name, animation->length / 1000.0, animation->point_count, 0, false);
    }
}

void mq_wza_info(const maq_document *document, mq_node *object) {
    const maq_wza *wza = document->content;
    const maq_wza_shape *mesh = mq_wza_mesh(wza);
    put_mesh(wza, mesh, object);
    put_material(&wza->texture, object);
    put_joints(wza, object);
    put_clips(wza, object);
    mq_put_array(object, "attachments");
    mq_put_array(object, "boxes");
    mq_put_array(object, "events");
    mq_info_bounds bounds = mq_info_no_bounds();
    for (uint32_t i = 0; mesh && i < mesh->vertex_count; i++) {
        const float *p = mesh->vertices[i].position;
        mq_info_bounds_add(&bounds, p[0], p[1], p[2]);
    }
    mq_info_put_bounds(object, &bounds);
}
