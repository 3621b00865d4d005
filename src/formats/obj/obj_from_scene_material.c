// SPDX-License-Identifier: MIT
//
// Materials of a scene in MTL: colour and textures are the scene's, all else is in the extras.
#include <string.h>

#include "formats/obj/obj_scene.h"
#include "scene/usage.h"

static const char *text_of(const maq_value *object, const char *key) {
    const maq_value *value = maq_value_find(object, key);
    return mq_value_is(value, MAQ_VALUE_TEXT) ? value->as.text.bytes : NULL;
}

// Numbers of an array, or one number; false unless all are there.
static bool get_numbers(const maq_value *value, float *out, unsigned count) {
    if (!value)
        return false;
    const maq_value *item = value->kind == MAQ_VALUE_ARRAY ? value->as.children.first : value;
    for (unsigned i = 0; i < count; i++) {
        double number;
        if (!maq_value_number(item, &number) || !(number >= -1e30 && number <= 1e30))
            return false;
        out[i] = (float)number;
        item = value->kind == MAQ_VALUE_ARRAY ? item->next : NULL;
    }
    return true;
}

static bool get_maps(mq_arena *arena, const maq_value *list, maq_obj_material *out) {
    if (!mq_value_is(list, MAQ_VALUE_ARRAY))
        return true;
    maq_obj_map *maps = MQ_NEW_ARRAY(arena, maq_obj_map, list->as.children.count);
    for (const maq_value *item = list->as.children.first; maps && item; item = item->next) {
        const char *kind = text_of(item, "kind"), *options = text_of(item, "options"),
                   *file = text_of(item, "file");
        for (int i = 0; kind && options && file && i < MAQ_OBJ_MAP_COUNT; i++) {
            if (strcmp(kind, mq_obj_map_names[i]) != 0)
                continue;
            options = mq_obj_fit_name(arena, options);
            file = mq_obj_fit_name(arena, file);
            if (!options || !file)
                return false;
            maps[out->map_count++] = (maq_obj_map){(maq_obj_map_kind)i, options, file};
        }
    }
    out->maps = maps;
    return maps != NULL;
}

static bool get_others(mq_arena *arena, const maq_value *list, maq_obj_material *out) {
    if (!mq_value_is(list, MAQ_VALUE_ARRAY))
        return true;
    const char **others = MQ_NEW_ARRAY(arena, const char *, list->as.children.count);
    for (const maq_value *item = list->as.children.first; others && item; item = item->next) {
        const char *text =
            item->kind == MAQ_VALUE_TEXT ? mq_obj_fit_name(arena, item->as.text.bytes) : "";
        if (!text)
            return false;
        if (*text)
            others[out->other_count++] = text;
    }
    out->others = others;
    return others != NULL;
}

static bool get_material(mq_arena *arena, const maq_value *own, maq_obj_material *out) {
    for (size_t i = 0; i < OBJ_MATERIAL_FIELDS; i++) {
        const obj_material_field *field = &mq_obj_material_fields[i];
        float *values = (float *)(void *)((char *)out + field->offset);
        if (get_numbers(maq_value_find(own, field->key), values, field->count))
            out->given |= field->bit;
    }
    double illumination;
    if (maq_value_number(maq_value_find(own, "illumination"), &illumination) && illumination >= 0 &&
        illumination <= 1000) {
        out->illumination = (int32_t)illumination;
        out->given |= MAQ_OBJ_HAS_ILLUM;
    }
    return get_maps(arena, maq_value_find(own, "maps"), out) &&
           get_others(arena, maq_value_find(own, "others"), out);
}

static const char *texture_file(const maq_scene_material *material, maq_texture_role role) {
    const maq_scene_texture *texture = mq_material_texture(material, role);
    return texture ? texture->file : NULL;
}

static bool is_file(const char *wanted, const char *file) {
    return wanted && strcmp(wanted, file) == 0;
}

// The maps of the extras that name a file of the scene keep their kind and options, and so do those
// that no scene has a role for. The other textures of the scene become maps without options.
static bool set_maps(mq_arena *arena, const maq_scene_material *material, maq_obj_material *out) {
    static const maq_obj_map_kind kinds[MAQ_TEXTURE_ROLE_COUNT] = {
        [MAQ_TEXTURE_DIFFUSE] = MAQ_OBJ_MAP_KD,   [MAQ_TEXTURE_NORMAL] = MAQ_OBJ_MAP_NORM,
        [MAQ_TEXTURE_SPECULAR] = MAQ_OBJ_MAP_KS,  [MAQ_TEXTURE_TEAM_MASK] = MAQ_OBJ_MAP_COUNT,
        [MAQ_TEXTURE_ALPHA_MASK] = MAQ_OBJ_MAP_D,
    };
    size_t capacity = (size_t)out->map_count + MAQ_TEXTURE_ROLE_COUNT;
    maq_obj_map *maps = MQ_NEW_ARRAY(arena, maq_obj_map, capacity);
    bool done[MAQ_TEXTURE_ROLE_COUNT] = {false};
    uint32_t count = 0;
    for (uint32_t i = 0; maps && i < out->map_count; i++) {
        maq_texture_role role = mq_obj_map_roles[out->maps[i].kind];
        if (role < MAQ_TEXTURE_ROLE_COUNT &&
            (done[role] || !is_file(texture_file(material, role), out->maps[i].file)))
            continue;
        maps[count++] = out->maps[i];
        if (role < MAQ_TEXTURE_ROLE_COUNT)
            done[role] = true;
    }
    for (int role = 0; maps && role < MAQ_TEXTURE_ROLE_COUNT; role++) {
        const char *file = texture_file(material, (maq_texture_role)role);
        if (!file || done[role] || kinds[role] == MAQ_OBJ_MAP_COUNT)
            continue;
        file = mq_obj_fit_name(arena, file);
        if (file && *file)
            maps[count++] = (maq_obj_map){kinds[role], "", file};
    }
    out->maps = maps;
    out->map_count = count;
    return mq_arena_status(arena) == MAQ_OK;
}

bool mq_obj_material_from_scene(mq_arena *arena, const maq_scene_material *material,
                                const char *name, maq_obj_material *out) {
    static const float white[3] = {1, 1, 1};
    *out = mq_obj_material(name);
    const maq_value *own = mq_scene_own_extras(material->extras, "obj");
    if (own && !get_material(arena, own, out))
        return false;
    memcpy(out->diffuse, material->colour, sizeof out->diffuse);
    out->dissolve = material->colour[3];
    if (!own || memcmp(out->diffuse, white, sizeof white) != 0)
        out->given |= MAQ_OBJ_HAS_KD;
    if (out->dissolve != 1)
        out->given |= MAQ_OBJ_HAS_D;
    return set_maps(arena, material, out);
}
