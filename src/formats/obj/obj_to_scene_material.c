// SPDX-License-Identifier: MIT
//
// Materials of MTL in a scene.
#include <string.h>

#include "formats/obj/obj_scene.h"

const maq_texture_role mq_obj_map_roles[MAQ_OBJ_MAP_COUNT] = {
    MAQ_TEXTURE_DIFFUSE,    MAQ_TEXTURE_NORMAL,     MAQ_TEXTURE_NORMAL,     MAQ_TEXTURE_SPECULAR,
    MAQ_TEXTURE_ALPHA_MASK, MAQ_TEXTURE_ROLE_COUNT, MAQ_TEXTURE_ROLE_COUNT, MAQ_TEXTURE_ROLE_COUNT,
};

// The first map of each role is a texture of the scene.
static bool add_textures(mq_arena *arena, const maq_obj_material *material,
                         maq_scene_material *out) {
    maq_scene_texture *textures = MQ_NEW_ARRAY(arena, maq_scene_texture, MAQ_TEXTURE_ROLE_COUNT);
    bool done[MAQ_TEXTURE_ROLE_COUNT + 1] = {[MAQ_TEXTURE_ROLE_COUNT] = true};
    for (uint32_t i = 0; textures && i < material->map_count; i++) {
        maq_texture_role role = mq_obj_map_roles[material->maps[i].kind];
        const char *file = material->maps[i].file;
        if (done[role])
            continue;
        done[role] = true;
        file = mq_arena_text(arena, file, strlen(file));
        textures[out->texture_count++] = (maq_scene_texture){.role = role, .file = file};
    }
    out->textures = textures;
    if (material->dissolve < 1 || done[MAQ_TEXTURE_ALPHA_MASK])
        out->blend = MAQ_BLEND_ALPHA;
    return mq_arena_status(arena) == MAQ_OK;
}

bool mq_obj_material_to_scene(mq_arena *arena, const maq_obj_material *material,
                              maq_scene_material *out) {
    mq_node *extras = mq_value_root(arena, MAQ_VALUE_OBJECT);
    *out = mq_scene_material(mq_arena_text(arena, material->name, strlen(material->name)));
    if (!extras || !out->name)
        return false;
    memcpy(out->colour, material->diffuse, sizeof material->diffuse);
    out->colour[3] = material->dissolve;
    mq_obj_put_material(mq_put_object(extras, "obj"), material);
    out->extras = mq_node_value(extras);
    return add_textures(arena, material, out);
}
