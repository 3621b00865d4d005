// SPDX-License-Identifier: MIT
//
// What is in a WZA file, in the terms that all formats share.
#include "base/info.h"
#include "formats/wza/wza_scene.h"

static void add_material(mq_info *info, const maq_wza_texture *texture) {
    // One image has the normals in its colours and the specular map in its alpha.
    const struct {
        bool used;
        const char *role, *word;
    } maps[] = {{true, "diffuse", "diff"},
                {texture->normal_map != 0, "normal", "nor"},
                {texture->specular_map, "specular", "nor"},
                {texture->team_mask, "team_mask", "tc"}};
    mq_node *textures = mq_info_add_material(info, mq_info_string(texture->name));
    for (unsigned i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        if (maps[i].used)
            mq_put_text(textures, maps[i].role,
                        mq_wza_image_file(mq_node_arena(info->object), texture, maps[i].word));
    }
}

void mq_wza_info(const maq_document *document, mq_node *object) {
    const maq_wza *wza = document->content;
    const maq_wza_shape *mesh = mq_wza_mesh(wza);
    mq_arena *arena = mq_node_arena(object);
    mq_info info = mq_info_begin(object);
    if (mesh)
        mq_info_add_mesh(&info,
                         &(mq_info_mesh_summary){.name = mq_info_string("mesh"),
                                                 .vertices = mesh->vertex_count,
                                                 .triangles = mesh->face_count,
                                                 .uv_sets = 1,
                                                 .shapes = wza->shape_count - 1,
                                                 .material = wza->texture.name ? 0 : MQ_INFO_NONE,
                                                 .skinned = wza->bone_count > 0});
    mq_info_end_meshes(&info);
    if (wza->texture.name)
        add_material(&info, &wza->texture);
    const uint32_t *rows = mq_wza_rows(arena, wza->bones, wza->bone_count, sizeof *wza->bones);
    for (uint32_t i = 0; rows && i < wza->bone_count; i++) {
        const maq_wza_bone *bone = &wza->bones[i];
        uint32_t parent = mq_wza_row(rows, wza->bone_count, bone->parent);
        mq_info_add_joint(&info, mq_info_string(mq_arena_format(arena, "bone %d", bone->index)),
                          parent == MAQ_SCENE_NONE ? MQ_INFO_NONE : (int64_t)parent);
    }
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        const maq_wza_animation *animation = &wza->animations[i];
        const char *name = mq_arena_format(arena, "animation %d", animation->index);
        mq_info_add_clip(&info, &(mq_info_clip_summary){.name = mq_info_string(name),
                                                        .seconds = animation->length / 1000.0,
                                                        .frames = animation->point_count});
    }
    for (uint32_t i = 0; mesh && i < mesh->vertex_count; i++)
        mq_info_add_point(&info, mesh->vertices[i].position);
    mq_info_end(&info);
}

void mq_wza_count(const maq_document *document, mq_counts *out) {
    const maq_wza *wza = document->content;
    *out = (mq_counts){mq_wza_mesh(wza) != NULL, wza->animation_count};
}
