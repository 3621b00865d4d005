// SPDX-License-Identifier: MIT
//
// Materials of MTL in a scene.
#include <math.h>
#include <string.h>

#include "base/math.h"
#include "base/number.h"
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

// ------------------------------------------------------------------------------------------ glTF

// The numbers of an option of a map ("-s 2 2 1"); false when it is not there. Missing ones stay.
static bool option_of(const char *options, const char *name, float *out, unsigned count) {
    size_t length = strlen(name);
    const char *at = options;
    while ((at = strstr(at, name)) != NULL) {
        bool whole = (at == options || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0);
        at += length;
        if (!whole)
            continue;
        for (unsigned i = 0; i < count && *at == ' '; i++) {
            while (*at == ' ')
                at++;
            const char *end = mq_parse_float(at, at + strlen(at), &out[i]);
            if (end == at)
                break;
            at = end;
        }
        return true;
    }
    return false;
}

// A texture info with KHR_texture_transform, when the first map of a role is shifted or scaled. In
// MTL v runs up, in glTF down.
static void put_texture_info(mq_node *parent, const char *key, const maq_obj_material *material,
                             maq_texture_role role) {
    uint32_t i = 0;
    while (i < material->map_count && mq_obj_map_roles[material->maps[i].kind] != role)
        i++;
    if (i == material->map_count)
        return;
    float scale[2] = {1, 1}, offset[2] = {0, 0};
    bool scaled = option_of(material->maps[i].options, "-s", scale, 2);
    bool shifted = option_of(material->maps[i].options, "-o", offset, 2);
    if (!scaled && !shifted)
        return;
    mq_node *info = mq_put_object(parent, key);
    mq_put_object(info, "texture");
    mq_node *transform = mq_put_object(mq_put_object(info, "extensions"), "KHR_texture_transform");
    mq_put_floats(transform, "offset", (const float[2]){offset[0], 1 - scale[1] - offset[1]}, 2);
    mq_put_floats(transform, "scale", scale, 2);
}

// The number of a statement that is kept as it stands ("Pr 0.5"); false when it is not there.
static bool statement_of(const maq_obj_material *material, const char *keyword, float *out) {
    size_t length = strlen(keyword);
    for (uint32_t i = 0; i < material->other_count; i++) {
        const char *text = material->others[i];
        if (strncmp(text, keyword, length) != 0 || text[length] != ' ')
            continue;
        const char *number = text + length + 1;
        return mq_parse_float(number, number + strlen(number), out) != number && isfinite(*out);
    }
    return false;
}

// Adds what glTF has and a scene has not (see formats/gltf/gltf_passthrough.h for the key).
static void put_gltf_material(mq_node *extras, const maq_obj_material *material) {
    float metallic = 0, roughness = 1;
    bool metal = statement_of(material, "Pm", &metallic);
    bool rough = statement_of(material, "Pr", &roughness);
    mq_node *root = mq_value_root(mq_node_arena(extras), MAQ_VALUE_OBJECT);
    mq_node *pbr = mq_put_object(root, "pbrMetallicRoughness");
    put_texture_info(pbr, "baseColorTexture", material, MAQ_TEXTURE_DIFFUSE);
    mq_put_float(pbr, "metallicFactor", mq_clamp_unit(metallic));
    if (rough)
        mq_put_float(pbr, "roughnessFactor", mq_clamp_unit(roughness));
    put_texture_info(root, "normalTexture", material, MAQ_TEXTURE_NORMAL);
    const maq_value *made = pbr ? mq_node_value(root) : NULL;
    if (made && (metal || rough || made->as.children.count > 1 ||
                 mq_node_value(pbr)->as.children.count > 1))
        mq_put_value(extras, OBJ_GLTF_KEY, made);
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
    put_gltf_material(extras, material);
    out->extras = mq_node_value(extras);
    return add_textures(arena, material, out);
}
