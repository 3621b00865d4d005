// SPDX-License-Identifier: MIT
//
// TYPE and textures: those of the extras when they still lead to the materials of the scene, else
// made anew, as PIE 4 has them.
#include <string.h>

#include "formats/pie/pie_copy.h"
#include "formats/pie/pie_from_scene.h"

// The bits of TYPE that show in a scene.
#define SHOWN_BITS                                                                                 \
    (MAQ_PIE_TYPE_ADDITIVE | MAQ_PIE_TYPE_PREMULTIPLIED | MAQ_PIE_TYPE_ROLL_TO_CAMERA |            \
     MAQ_PIE_TYPE_PITCH_TO_CAMERA | MAQ_PIE_TYPE_TEAM_MASK)

static const maq_pie_settings no_settings = {.type_offset = MAQ_PIE_NO_OFFSET,
                                             .interpolate_offset = MAQ_PIE_NO_OFFSET};

// ------------------------------------------------------------------------------------- the extras

static bool read_texture(const maq_value *row, maq_pie_texture *texture) {
    size_t count;
    int64_t tileset, size[2] = {0, 0};
    const maq_value *item = mq_pie_extra_items(row, &count);
    if ((count != 3 && count != 5) || item->kind != MAQ_VALUE_TEXT ||
        item->next->next->kind != MAQ_VALUE_TEXT)
        return false;
    int map = 0;
    while (map < PIE_MAP_COUNT &&
           strcmp(item->as.text.bytes, mq_pie_keywords[PIE_KEY_TEXTURE + map]) != 0)
        map++;
    const maq_value *file = item->next->next;
    if (map == PIE_MAP_COUNT || !mq_pie_extra_integer(item->next, INT32_MIN, INT32_MAX, &tileset) ||
        !mq_pie_valid_texture_name(file->as.text.bytes))
        return false;
    if (count == 5 && (!mq_pie_extra_integer(file->next, INT32_MIN, INT32_MAX, &size[0]) ||
                       !mq_pie_extra_integer(file->next->next, INT32_MIN, INT32_MAX, &size[1])))
        return false;
    *texture = (maq_pie_texture){.map = (maq_pie_map)map,
                                 .tileset = (int32_t)tileset,
                                 .file = file->as.text.bytes,
                                 .has_size = count == 5,
                                 .width = (int32_t)size[0],
                                 .height = (int32_t)size[1],
                                 .offset = MAQ_PIE_NO_OFFSET};
    return true;
}

static bool read_settings(mq_arena *arena, const maq_value *own, maq_pie_settings *settings) {
    int64_t number;
    size_t count;
    *settings = no_settings;
    settings->has_type = mq_pie_extra_integer(maq_value_find(own, "type"), 0, UINT32_MAX, &number);
    settings->type = settings->has_type ? (uint32_t)number : 0;
    settings->has_interpolate =
        mq_pie_extra_integer(maq_value_find(own, "interpolate"), INT32_MIN, INT32_MAX, &number);
    settings->interpolate = settings->has_interpolate ? (int32_t)number : 0;
    const maq_value *row = mq_pie_extra_items(maq_value_find(own, "textures"), &count);
    if (!row || count > UINT32_MAX)
        return true;
    maq_pie_texture *textures = MQ_NEW_ARRAY(arena, maq_pie_texture, count);
    if (!textures)
        return false;
    for (size_t i = 0; i < count; i++, row = row->next) {
        maq_pie_texture texture;
        // The names belong to the scene.
        if (!read_texture(row, &texture) || !mq_pie_copy_texture(arena, &texture, &textures[i]))
            return false;
    }
    settings->textures = textures;
    settings->texture_count = (uint32_t)count;
    return true;
}

static bool has_texture(const maq_scene_material *material, const maq_scene_texture *wanted) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role == wanted->role && texture->tileset == wanted->tileset && texture->file &&
            strcmp(texture->file, wanted->file) == 0)
            return true;
    }
    return false;
}

// Whether a level would look in the scene as its source does.
static bool looks_as(pie_from_scene *from, uint32_t index, const pie_resolved_material *look) {
    const pie_source *source = &from->sources[index];
    uint32_t type = mq_pie_level_type(from->pie, &from->levels[index]);
    if (from->scene->nodes[source->node].facing != mq_pie_facing(type))
        return false;
    if (source->triangle_count == 0)
        return true;
    if (source->material == MAQ_SCENE_NONE)
        return false;
    const maq_scene_material *material = &from->scene->materials[source->material];
    maq_scene_texture textures[PIE_MAX_TEXTURES];
    uint32_t count = mq_pie_material_textures(from->arena, look, textures);
    if (count != material->texture_count || material->blend != mq_pie_blend(type))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!has_texture(material, &textures[i]))
            return false;
    }
    return true;
}

// The settings of the extras, if all levels still look that way.
static bool believe_settings(pie_from_scene *from) {
    int64_t version;
    if (!mq_pie_extra_integer(maq_value_find(from->own, "version"), 2, 5, &version) ||
        !read_settings(from->arena, from->own, &from->pie->settings))
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        if (!from->sources[i].own ||
            !read_settings(from->arena, from->sources[i].own, &from->levels[i].settings))
            return false;
    }
    from->pie->version = (uint32_t)version;
    const pie_resolved_material *looks = mq_pie_resolve_materials(from->pie, from->arena);
    for (uint32_t i = 0; looks && i < from->source_count; i++) {
        if (!looks_as(from, i, &looks[i]))
            return false;
    }
    return looks != NULL;
}

// --------------------------------------------------------------------------------------- made anew

static bool plain_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '.' || byte == '_' || byte == '-';
}

// The name of a texture as the game takes it.
static const char *game_name(pie_from_scene *from, const char *file) {
    const char *base = file;
    for (const char *at = file; *at; at++) {
        if (*at == '/' || *at == '\\')
            base = at + 1;
    }
    size_t length = strlen(base);
    const char *dot = strrchr(base, '.');
    size_t stem = dot ? (size_t)(dot - base) : length;
    if (stem > PIE_NAME_MAX - sizeof ".png")
        stem = PIE_NAME_MAX - sizeof ".png";
    char name[PIE_NAME_MAX];
    for (size_t i = 0; i < stem; i++)
        name[i] = plain_byte(base[i]) ? base[i] : '_';
    if (stem == 0)
        name[stem++] = '_';
    memcpy(name + stem, ".png", sizeof ".png");
    if (strcmp(name, file) != 0)
        PIE_SCENE_LOSE(from, PIE_LOSS_TEXTURE_NAME, "texture \"%s\" is called %s now%s", file, name,
                       dot && (strcmp(dot, ".png") == 0 || strcmp(dot, ".PNG") == 0)
                           ? ": rename the file"
                           : ": convert it to PNG and rename it");
    return mq_arena_text(from->arena, name, strlen(name));
}

static int map_of(maq_texture_role role) {
    for (int map = 0; map < PIE_MAP_COUNT; map++) {
        if (mq_pie_roles[map] == role)
            return map;
    }
    return PIE_MAP_COUNT;
}

// What one look has, and its TYPE but for the facing.
typedef struct made_look {
    bool made;
    const char *files[PIE_MAP_COUNT][PIE_TILESET_COUNT];
    uint32_t type;
} made_look;

// A mask whose name follows from that of the texture needs no line: TYPE asks for it.
static void derive_mask(made_look *look) {
    const char **masks = look->files[MAQ_PIE_TCMASK];
    bool any = false;
    for (int t = 0; t < PIE_TILESET_COUNT; t++) {
        const char *texture = look->files[MAQ_PIE_TEXTURE][t];
        char derived[PIE_NAME_MAX];
        if (!texture && !masks[t])
            continue;
        if (!texture || !masks[t] || !mq_pie_derived_mask(texture, derived) ||
            strcmp(derived, masks[t]) != 0)
            return;
        any = true;
    }
    if (!any)
        return;
    look->type |= MAQ_PIE_TYPE_TEAM_MASK;
    for (int t = 0; t < PIE_TILESET_COUNT; t++)
        masks[t] = NULL;
}

static bool make_look(pie_from_scene *from, uint32_t number, made_look *look) {
    look->made = true;
    look->type = MAQ_PIE_TYPE_TEXTURED;
    if (number == MAQ_SCENE_NONE)
        return true;
    const maq_scene_material *material = &from->scene->materials[number];
    if (material->blend == MAQ_BLEND_ADDITIVE)
        look->type |= MAQ_PIE_TYPE_ADDITIVE;
    if (material->blend == MAQ_BLEND_PREMULTIPLIED)
        look->type |= MAQ_PIE_TYPE_PREMULTIPLIED;
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        int map = map_of(texture->role);
        if (map == PIE_MAP_COUNT || texture->tileset >= PIE_TILESET_COUNT) {
            PIE_SCENE_LOSE(from, PIE_LOSS_MATERIAL_LOOK, "material \"%s\": the %s \"%s\" is lost",
                           material->name,
                           map == PIE_MAP_COUNT ? "alpha mask" : "texture of a fourth tileset",
                           texture->file ? texture->file : "");
            continue;
        }
        const char *name =
            game_name(from, texture->file && *texture->file ? texture->file : material->name);
        if (!name)
            return false;
        if (look->files[map][texture->tileset])
            PIE_SCENE_LOSE(from, PIE_LOSS_MATERIAL_LOOK,
                           "material \"%s\": of two textures for the same, \"%s\" is lost",
                           material->name, look->files[map][texture->tileset]);
        look->files[map][texture->tileset] = name;
    }
    derive_mask(look);
    return true;
}

static uint32_t type_of(const pie_from_scene *from, uint32_t index, const made_look *look) {
    maq_facing facing = from->scene->nodes[from->sources[index].node].facing;
    int64_t said = 0;
    mq_pie_extra_integer(maq_value_find(from->own, "type"), 0, UINT32_MAX, &said);
    return look->type | ((uint32_t)said & ~(uint32_t)SHOWN_BITS) |
           (facing == MAQ_FACING_ROLL             ? (uint32_t)MAQ_PIE_TYPE_ROLL_TO_CAMERA
            : facing == MAQ_FACING_PITCH_AND_ROLL ? (uint32_t)MAQ_PIE_TYPE_PITCH_TO_CAMERA
                                                  : 0);
}

// The lines that `files` has and `head` does not.
static bool add_lines(pie_from_scene *from, const made_look *look, const made_look *head,
                      maq_pie_settings *settings) {
    maq_pie_texture *lines = MQ_NEW_ARRAY(from->arena, maq_pie_texture, PIE_MAX_TEXTURES);
    if (!lines)
        return false;
    settings->textures = lines;
    for (int map = 0; map < PIE_MAP_COUNT; map++) {
        for (int t = 0; t < PIE_TILESET_COUNT; t++) {
            const char *file = look->files[map][t], *above = head ? head->files[map][t] : NULL;
            if (!file || (above && strcmp(file, above) == 0))
                continue;
            lines[settings->texture_count++] = (maq_pie_texture){
                .map = (maq_pie_map)map, .tileset = t, .file = file, .offset = MAQ_PIE_NO_OFFSET};
        }
    }
    return true;
}

static bool make_settings(pie_from_scene *from) {
    size_t look_count = (size_t)from->scene->material_count + 1;
    made_look *looks = MQ_NEW_ARRAY(from->arena, made_look, look_count);
    const made_look **level_looks =
        MQ_NEW_ARRAY(from->arena, const made_look *, from->source_count);
    if (!looks || !level_looks)
        return false;
    from->pie->version = 4;
    from->pie->settings = no_settings;
    from->pie->settings.has_type = true;
    from->pie->settings.type = MAQ_PIE_TYPE_TEXTURED;
    made_look head = {.made = true};
    for (uint32_t i = 0; i < from->source_count; i++) {
        uint32_t material = from->sources[i].material;
        made_look *look =
            &looks[material == MAQ_SCENE_NONE ? look_count - 1 : from->looks[material]];
        if (!look->made && !make_look(from, material, look))
            return false;
        level_looks[i] = look;
        if (i == 0)
            head = *look;
        // The head has what all levels have; a level cannot take a line back.
        for (int k = 0; k < PIE_MAX_TEXTURES; k++) {
            if (!look->files[k / PIE_TILESET_COUNT][k % PIE_TILESET_COUNT])
                head.files[k / PIE_TILESET_COUNT][k % PIE_TILESET_COUNT] = NULL;
        }
    }
    if (!add_lines(from, &head, NULL, &from->pie->settings))
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        maq_pie_settings *settings = &from->levels[i].settings;
        *settings = no_settings;
        uint32_t type = type_of(from, i, level_looks[i]);
        if (i == 0)
            from->pie->settings.type = type;
        settings->has_type = type != from->pie->settings.type;
        settings->type = settings->has_type ? type : 0;
        if (!add_lines(from, level_looks[i], &head, settings))
            return false;
    }
    return true;
}

// Levels without triangles have no material to make their textures from.
static void tell_unshown_textures(pie_from_scene *from) {
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; i < from->source_count; i++) {
        const pie_source *source = &from->sources[i];
        bool textured = maq_value_find(from->own, "textures") ||
                        (source->own && maq_value_find(source->own, "textures"));
        if (source->triangle_count > 0 || !textured)
            continue;
        first = count++ == 0 ? i : first;
    }
    if (count > 0)
        mq_add_loss(&from->out->findings, &mq_pie_rules[PIE_LOSS_UNSHOWN_TEXTURE], count,
                    "level %u: its textures are lost: it has no polygons", first + 1);
}

// Names the materials that no version before PIE 4 can have beside each other.
static bool name_many_materials(pie_from_scene *from) {
    if (from->out->variant->version == 4)
        return true;
    bool *seen = MQ_NEW_ARRAY(from->arena, bool, (size_t)from->scene->material_count);
    const char *names = NULL;
    uint32_t count = 0;
    if (!seen)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        uint32_t number = from->sources[i].material;
        if (number == MAQ_SCENE_NONE || seen[from->looks[number]])
            continue;
        seen[from->looks[number]] = true;
        const char *name = from->scene->materials[number].name;
        count++;
        if (count <= 8)
            names = names ? mq_arena_format(from->arena, "%s, \"%s\"", names, name)
                          : mq_arena_format(from->arena, "\"%s\"", name);
        if (!names)
            return false;
    }
    if (count > 1)
        PIE_SCENE_LOSE_SOME(
            from, PIE_LOSS_MATERIALS, count,
            "%u materials need textures or blending of their own (%s%s): before PIE 4 all levels "
            "share one page; put the textures on one page, or write pie4",
            count, names, count > 8 ? ", ..." : "");
    return true;
}

bool mq_pie_build_settings(pie_from_scene *from) {
    if (from->own && believe_settings(from)) {
        from->agreed = true;
    } else if (mq_arena_status(from->arena) != MAQ_OK || !make_settings(from) ||
               !name_many_materials(from)) {
        return false;
    } else if (from->own) {
        tell_unshown_textures(from);
    }
    from->version = from->pie->version;
    return true;
}
