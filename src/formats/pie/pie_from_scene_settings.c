// SPDX-License-Identifier: MIT
//
// TYPE, INTERPOLATE and textures. What the scene shows (textures, blending, facing, team masks) comes
// from its materials and nodes, the rest from extras.
#include <string.h>

#include "formats/extras_numbers.h"
#include "formats/pie/pie_from_scene.h"

#define BLENDING_BITS                                                                              \
    ((uint32_t)(MAQ_PIE_TYPE_NOT_ADDITIVE | MAQ_PIE_TYPE_ADDITIVE | MAQ_PIE_TYPE_PREMULTIPLIED))
#define FACING_BITS ((uint32_t)(MAQ_PIE_TYPE_ROLL_TO_CAMERA | MAQ_PIE_TYPE_PITCH_TO_CAMERA))

static bool type_in_extras(const maq_value *own, uint32_t *type) {
    double number;
    if (!maq_value_number(maq_value_find(own, "type"), &number) ||
        !(number >= 0 && number <= UINT32_MAX) || (double)(uint32_t)number != number)
        return false;
    *type = (uint32_t)number;
    return true;
}

static maq_pie_settings settings_of(const maq_value *own) {
    maq_pie_settings settings = {.type_offset = MAQ_PIE_NO_OFFSET,
                                 .interpolate_offset = MAQ_PIE_NO_OFFSET};
    settings.has_interpolate =
        mq_extras_integer(maq_value_find(own, "interpolate"), &settings.interpolate);
    return settings;
}

// -------------------------------------------------------------------------------------- textures

static bool plain_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '.' || byte == '_' || byte == '-';
}

// The name of a file behind its folders, as Windows or others write them.
static const char *last_part(const char *file) {
    const char *base = file;
    for (const char *at = file; *at; at++) {
        if (*at == '/' || *at == '\\')
            base = at + 1;
    }
    return base;
}

const char *mq_pie_image_name(const char *file, maq_texture_role role, mq_arena *arena) {
    (void)role;
    const char *base = last_part(file);
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
    return mq_arena_text(arena, name, strlen(name));
}

// The name of a texture as the game accepts it.
static const char *game_name(pie_from_scene *from, const char *file) {
    const char *name = mq_pie_image_name(file, MAQ_TEXTURE_DIFFUSE, from->arena),
               *dot = strrchr(file, '.');
    bool png = dot && (strcmp(dot, ".png") == 0 || strcmp(dot, ".PNG") == 0);
    if (name && strcmp(name, file) != 0)
        PIE_REPORT_LOSS(from, PIE_LOSS_TEXTURE_NAME, 1, "texture \"%s\" is called %s now: %s", file,
                        name,
                        strcmp(name, last_part(file)) == 0 ? "PIE does not name folders"
                        : png                              ? "rename the file"
                                                           : "convert it to PNG and rename it");
    return name;
}

static int map_of(maq_texture_role role) {
    for (int map = 0; map < PIE_MAP_COUNT; map++) {
        if (mq_pie_roles[map] == role)
            return map;
    }
    return PIE_MAP_COUNT;
}

// The textures of a group of materials, and the bits of TYPE that follow from it.
typedef struct texture_set {
    bool made;
    const char *files[PIE_MAP_COUNT][PIE_TILESET_COUNT];
    bool has_mask;
    uint32_t type;
} texture_set;

// A mask whose name follows from that of the texture needs no line: TYPE asks for it.
static void derive_mask(texture_set *set) {
    const char **masks = set->files[MAQ_PIE_TCMASK];
    bool any = false;
    for (int t = 0; t < PIE_TILESET_COUNT; t++) {
        const char *texture = set->files[MAQ_PIE_TEXTURE][t];
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
    set->type |= MAQ_PIE_TYPE_TEAM_MASK;
    for (int t = 0; t < PIE_TILESET_COUNT; t++)
        masks[t] = NULL;
}

static bool make_set(pie_from_scene *from, uint32_t number, texture_set *set) {
    set->made = true;
    set->type = MAQ_PIE_TYPE_TEXTURED;
    if (number == MAQ_SCENE_NONE)
        return true;
    const maq_scene_material *material = &from->scene->materials[number];
    if (material->blend == MAQ_BLEND_ADDITIVE)
        set->type |= MAQ_PIE_TYPE_ADDITIVE;
    if (material->blend == MAQ_BLEND_PREMULTIPLIED)
        set->type |= MAQ_PIE_TYPE_PREMULTIPLIED;
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        int map = map_of(texture->role);
        if (map == PIE_MAP_COUNT || texture->tileset >= PIE_TILESET_COUNT) {
            PIE_REPORT_LOSS(from, PIE_LOSS_MATERIAL, 1,
                            "material \"%s\": the %s \"%s\" was dropped", material->name,
                            map == PIE_MAP_COUNT ? "alpha mask" : "texture of a fourth tileset",
                            texture->file ? texture->file : "");
            continue;
        }
        const char *name =
            game_name(from, texture->file && *texture->file ? texture->file : material->name);
        if (!name)
            return false;
        if (set->files[map][texture->tileset])
            PIE_REPORT_LOSS(from, PIE_LOSS_MATERIAL, 1,
                            "material \"%s\" has two textures of one kind; \"%s\" was dropped",
                            material->name, set->files[map][texture->tileset]);
        set->files[map][texture->tileset] = name;
        set->has_mask |= map == MAQ_PIE_TCMASK;
    }
    derive_mask(set);
    return true;
}

// Bits of the file stay where they agree with the scene or the scene does not show them.
static uint32_t type_of(const pie_from_scene *from, const pie_source *source,
                        const texture_set *set) {
    uint32_t type = 0, file = 0;
    if (!type_in_extras(source->own, &file))
        type_in_extras(from->own, &file);
    type = set->type | (file & ~(BLENDING_BITS | FACING_BITS | (uint32_t)MAQ_PIE_TYPE_TEAM_MASK));
    if (set->has_mask)
        type |= file & (uint32_t)MAQ_PIE_TYPE_TEAM_MASK;
    if (mq_pie_blend(file) == mq_pie_blend(set->type))
        type |= file & BLENDING_BITS;
    maq_facing facing = from->scene->nodes[source->node].facing;
    if (mq_pie_facing(file) == facing)
        type |= file & FACING_BITS;
    else if (facing != MAQ_FACING_NONE)
        type |= facing == MAQ_FACING_ROLL ? (uint32_t)MAQ_PIE_TYPE_ROLL_TO_CAMERA
                                          : (uint32_t)MAQ_PIE_TYPE_PITCH_TO_CAMERA;
    return type;
}

// Adds the lines that a set has and the head has not.
static bool add_lines(pie_from_scene *from, const texture_set *set, const texture_set *head,
                      maq_pie_settings *settings) {
    maq_pie_texture *lines = MQ_NEW_ARRAY(from->arena, maq_pie_texture, PIE_MAX_TEXTURES);
    if (!lines)
        return false;
    settings->textures = lines;
    for (int map = 0; map < PIE_MAP_COUNT; map++) {
        for (int t = 0; t < PIE_TILESET_COUNT; t++) {
            const char *file = set->files[map][t], *above = head ? head->files[map][t] : NULL;
            if (!file || (above && strcmp(file, above) == 0))
                continue;
            lines[settings->texture_count++] = (maq_pie_texture){
                .map = (maq_pie_map)map, .tileset = t, .file = file, .offset = MAQ_PIE_NO_OFFSET};
        }
    }
    return true;
}

static bool make_settings(pie_from_scene *from) {
    size_t set_count = (size_t)from->scene->material_count + 1;
    texture_set *sets = MQ_NEW_ARRAY(from->arena, texture_set, set_count);
    const texture_set **level_sets =
        MQ_NEW_ARRAY(from->arena, const texture_set *, from->source_count);
    if (!sets || !level_sets)
        return false;
    from->pie->settings = settings_of(from->own);
    from->pie->settings.has_type = true;
    from->pie->settings.type = MAQ_PIE_TYPE_TEXTURED;
    texture_set head = {.made = true};
    for (uint32_t i = 0; i < from->source_count; i++) {
        uint32_t material = from->sources[i].material;
        texture_set *set =
            &sets[material == MAQ_SCENE_NONE ? set_count - 1 : from->material_groups[material]];
        if (!set->made && !make_set(from, material, set))
            return false;
        level_sets[i] = set;
        if (i == 0)
            head = *set;
        // The head has what all levels have; a level cannot remove a line of the head.
        for (int k = 0; k < PIE_MAX_TEXTURES; k++) {
            if (!set->files[k / PIE_TILESET_COUNT][k % PIE_TILESET_COUNT])
                head.files[k / PIE_TILESET_COUNT][k % PIE_TILESET_COUNT] = NULL;
        }
    }
    if (!add_lines(from, &head, NULL, &from->pie->settings))
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        maq_pie_settings *settings = &from->levels[i].settings;
        *settings = settings_of(from->sources[i].own);
        uint32_t type = type_of(from, &from->sources[i], level_sets[i]);
        if (i == 0)
            from->pie->settings.type = type;
        settings->has_type = type != from->pie->settings.type;
        settings->type = settings->has_type ? type : 0;
        if (!add_lines(from, level_sets[i], &head, settings))
            return false;
    }
    return true;
}

// Reports materials that no version before PIE 4 can have in one model.
static bool report_many_materials(pie_from_scene *from) {
    if (from->out->variant->version == 4)
        return true;
    bool *seen = MQ_NEW_ARRAY(from->arena, bool, (size_t)from->scene->material_count);
    const char *names = NULL;
    uint32_t count = 0;
    if (!seen)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        uint32_t number = from->sources[i].material;
        if (number == MAQ_SCENE_NONE || seen[from->material_groups[number]])
            continue;
        seen[from->material_groups[number]] = true;
        const char *name = from->scene->materials[number].name;
        count++;
        if (count <= 8)
            names = names ? mq_arena_format(from->arena, "%s, \"%s\"", names, name)
                          : mq_arena_format(from->arena, "\"%s\"", name);
        if (!names)
            return false;
    }
    if (count > 1)
        PIE_REPORT_LOSS(
            from, PIE_LOSS_MATERIALS, count,
            "the materials (%u) differ in textures or blending (%s%s): before PIE 4 all levels "
            "share one page; put the textures on one page, or write pie4",
            count, names, count > 8 ? ", ..." : "");
    return true;
}

bool mq_pie_build_settings(pie_from_scene *from) {
    return make_settings(from) && report_many_materials(from);
}
