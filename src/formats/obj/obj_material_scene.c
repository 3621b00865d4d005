// SPDX-License-Identifier: MIT
//
// Materials of MTL and of the scene.
#include <string.h>

#include "formats/obj/obj_scene.h"

static const maq_texture_role roles[MAQ_OBJ_MAP_COUNT] = {
    MAQ_TEXTURE_DIFFUSE,    MAQ_TEXTURE_NORMAL,     MAQ_TEXTURE_NORMAL,     MAQ_TEXTURE_SPECULAR,
    MAQ_TEXTURE_ALPHA_MASK, MAQ_TEXTURE_ROLE_COUNT, MAQ_TEXTURE_ROLE_COUNT, MAQ_TEXTURE_ROLE_COUNT,
};

bool mq_obj_resolve_material(mq_arena *arena, const maq_obj_material *material,
                             maq_scene_material *out) {
    maq_scene_texture *textures = MQ_NEW_ARRAY(arena, maq_scene_texture, MAQ_TEXTURE_ROLE_COUNT);
    bool done[MAQ_TEXTURE_ROLE_COUNT + 1] = {false};
    *out = mq_scene_material(mq_arena_text(arena, material->name, strlen(material->name)));
    if (!textures || !out->name)
        return false;
    memcpy(out->colour, material->diffuse, sizeof material->diffuse);
    out->colour[3] = material->dissolve;
    for (uint32_t i = 0; i < material->map_count; i++) {
        maq_texture_role role = roles[material->maps[i].kind];
        const char *file = material->maps[i].file;
        // Of several the first counts; what has no role stays in the extras.
        if (role < MAQ_TEXTURE_ROLE_COUNT && !done[role]) {
            file = mq_arena_text(arena, file, strlen(file));
            if (!file)
                return false;
            textures[out->texture_count++] = (maq_scene_texture){.role = role, .file = file};
        }
        done[role] = true;
    }
    out->textures = textures;
    if (material->dissolve < 1 || done[MAQ_TEXTURE_ALPHA_MASK])
        out->blend = MAQ_BLEND_ALPHA;
    return true;
}

bool mq_obj_material_to_scene(mq_arena *arena, const maq_obj_material *material,
                              maq_scene_material *out) {
    if (!mq_obj_resolve_material(arena, material, out))
        return false;
    mq_node *extras = mq_value_root(arena, MAQ_VALUE_OBJECT);
    if (!extras)
        return false;
    mq_obj_put_material(mq_put_object(extras, "obj"), material);
    out->extras = mq_node_value(extras);
    return mq_arena_status(arena) == MAQ_OK;
}

// ------------------------------------------------------------------------------------ and back

static const char *text_of(const maq_value *object, const char *key) {
    const maq_value *value = maq_value_find(object, key);
    return value && value->kind == MAQ_VALUE_TEXT ? value->as.text.bytes : NULL;
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
    if (!list || list->kind != MAQ_VALUE_ARRAY)
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
    if (!list || list->kind != MAQ_VALUE_ARRAY)
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

// A material as its extras have it.
static bool get_material(mq_arena *arena, const maq_value *own, maq_obj_material *out) {
    static const struct {
        const char *key;
        uint32_t bit;
        size_t offset;
        unsigned count;
    } values[] = {
        {"ambient", MAQ_OBJ_HAS_KA, offsetof(maq_obj_material, ambient), 3},
        {"diffuse", MAQ_OBJ_HAS_KD, offsetof(maq_obj_material, diffuse), 3},
        {"specular", MAQ_OBJ_HAS_KS, offsetof(maq_obj_material, specular), 3},
        {"emissive", MAQ_OBJ_HAS_KE, offsetof(maq_obj_material, emissive), 3},
        {"shininess", MAQ_OBJ_HAS_NS, offsetof(maq_obj_material, shininess), 1},
        {"dissolve", MAQ_OBJ_HAS_D, offsetof(maq_obj_material, dissolve), 1},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        float *place = (float *)(void *)((char *)out + values[i].offset);
        if (get_numbers(maq_value_find(own, values[i].key), place, values[i].count))
            out->given |= values[i].bit;
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
    for (uint32_t i = 0; i < material->texture_count; i++) {
        if (material->textures[i].role == role && material->textures[i].tileset == 0)
            return material->textures[i].file;
    }
    return NULL;
}

static bool same_file(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

// Maps by the files that the scene names: those that still stand keep their options.
static bool take_files(mq_arena *arena, const maq_scene_material *look,
                       const maq_scene_material *wanted, maq_obj_material *out) {
    static const maq_obj_map_kind kinds[MAQ_TEXTURE_ROLE_COUNT] = {
        [MAQ_TEXTURE_DIFFUSE] = MAQ_OBJ_MAP_KD,   [MAQ_TEXTURE_NORMAL] = MAQ_OBJ_MAP_NORM,
        [MAQ_TEXTURE_SPECULAR] = MAQ_OBJ_MAP_KS,  [MAQ_TEXTURE_TEAM_MASK] = MAQ_OBJ_MAP_COUNT,
        [MAQ_TEXTURE_ALPHA_MASK] = MAQ_OBJ_MAP_D,
    };
    size_t room = (size_t)out->map_count + MAQ_TEXTURE_ROLE_COUNT;
    maq_obj_map *maps = MQ_NEW_ARRAY(arena, maq_obj_map, room);
    if (!maps)
        return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < out->map_count; i++) {
        maq_texture_role role = roles[out->maps[i].kind];
        if (role == MAQ_TEXTURE_ROLE_COUNT ||
            same_file(texture_file(look, role), texture_file(wanted, role)))
            maps[count++] = out->maps[i];
    }
    for (int role = 0; role < MAQ_TEXTURE_ROLE_COUNT; role++) {
        const char *file = texture_file(wanted, (maq_texture_role)role);
        if (!file || kinds[role] == MAQ_OBJ_MAP_COUNT ||
            same_file(texture_file(look, (maq_texture_role)role), file))
            continue;
        file = mq_obj_fit_name(arena, file);
        if (!file)
            return false;
        if (*file)
            maps[count++] = (maq_obj_map){kinds[role], "", file};
    }
    out->maps = maps;
    out->map_count = count;
    return true;
}

bool mq_obj_material_from_scene(mq_arena *arena, const maq_scene_material *material,
                                const char *name, maq_obj_material *out) {
    *out = mq_obj_material(name);
    const maq_value *own = mq_scene_own_extras(material->extras, "obj");
    maq_scene_material look;
    if ((own && !get_material(arena, own, out)) || !mq_obj_resolve_material(arena, out, &look) ||
        !take_files(arena, &look, material, out))
        return false;
    if (!own || memcmp(look.colour, material->colour, sizeof look.colour) != 0) {
        memcpy(out->diffuse, material->colour, sizeof out->diffuse);
        out->given |= MAQ_OBJ_HAS_KD;
        out->dissolve = material->colour[3];
        if (out->dissolve != 1)
            out->given |= MAQ_OBJ_HAS_D;
    }
    return true;
}
