// SPDX-License-Identifier: MIT
//
// Converts TYPE, INTERPOLATE and textures to another version. Only PIE 4 has tilesets, TCMASK and
// settings of levels: in other versions the settings of the head hold for all levels.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "formats/pie/pie_convert.h"
#include "formats/pie/pie_copy.h"

#define TILESET_COUNT 3

static const char *map_name(maq_pie_map map) {
    return mq_pie_keywords[PIE_KEY_TEXTURE + (int)map];
}

// "the head" or "level 3"
typedef struct block_name {
    char text[24];
} block_name;
static block_name name_of(uint32_t level) {
    block_name name = {"the head"};
    if (level > 0)
        snprintf(name.text, sizeof name.text, "level %" PRIu32, level);
    return name;
}

// The numbers behind a TEXTURE mean nothing; each version has its usual ones.
static bool usual_size(const maq_pie_texture *texture, uint32_t version) {
    if (version >= 4)
        return !texture->has_size;
    int32_t size = version == 2 ? 256 : 0;
    return texture->has_size && texture->width == size && texture->height == size;
}

static void convert_size(maq_pie_texture *texture, uint32_t from, uint32_t to) {
    if (texture->map != MAQ_PIE_TEXTURE)
        return;
    if (to == 5 || (to == 4 && usual_size(texture, from))) {
        texture->has_size = false;
        texture->width = texture->height = 0;
    } else if (usual_size(texture, from)) {
        texture->has_size = true;
        texture->width = texture->height = to == 2 ? 256 : 0;
    }
}

// Only PIE 4 uses the number of the tileset.
static int32_t tileset_of(const maq_pie *pie, const maq_pie_texture *texture) {
    return pie->version == 4 ? texture->tileset : 0;
}

// ------------------------------------------------------------------------------------ one for all

// A line of the old document; texture is NULL when there is none.
typedef struct line {
    const maq_pie_texture *texture;
    uint32_t level, row; // as in maq_pie_comment
} line;

// The line that counts for tileset 0.
static line find_line(const maq_pie *pie, uint32_t level, maq_pie_map map) {
    const maq_pie_settings *settings =
        level > 0 ? &pie->levels[level - 1].settings : &pie->settings;
    for (uint32_t i = settings->texture_count; i-- > 0;) {
        const maq_pie_texture *texture = &settings->textures[i];
        if (texture->map == map && tileset_of(pie, texture) == 0)
            return (line){texture, level, i + 1};
    }
    return (line){0};
}

static bool same_file(const line *a, const line *b) {
    if (!a->texture || !b->texture)
        return a->texture == b->texture;
    return strcmp(a->texture->file, b->texture->file) == 0;
}

// What a level is drawn with: its own line or the head's.
static line effective_line(const maq_pie *pie, uint32_t level, maq_pie_map map, const line *head) {
    line own = find_line(pie, level, map);
    return own.texture ? own : *head;
}

// The line that is to count for all levels: the one they agree on, else the head's.
static line choose_line(const maq_pie *pie, maq_pie_map map) {
    line head = find_line(pie, 0, map), chosen = head;
    if (pie->level_count == 0)
        return head;
    line first = effective_line(pie, 1, map, &head);
    bool agreed = true;
    for (uint32_t level = 2; agreed && level <= pie->level_count; level++) {
        line next = effective_line(pie, level, map, &head);
        agreed = same_file(&first, &next);
    }
    if (agreed && !same_file(&first, &head))
        chosen = first;
    // A mask that only some levels have is not for the others; a texture is better than none.
    for (uint32_t level = 1; !chosen.texture && map != MAQ_PIE_TCMASK && level <= pie->level_count;
         level++)
        chosen = find_line(pie, level, map);
    return chosen;
}

static void report_level_lines(pie_conversion *work, maq_pie_map map, const line *chosen) {
    const maq_pie *pie = work->from;
    line head = find_line(pie, 0, map);
    for (uint32_t level = 1; level <= pie->level_count; level++) {
        line own = effective_line(pie, level, map, &head);
        if (same_file(&own, chosen))
            continue;
        if (own.texture)
            PIE_REPORT_LOSS(
                work, PIE_LOSS_LEVEL_TEXTURE, 1, "level %u: %s %s was dropped, %s%s", level,
                map_name(map), own.texture->file, chosen->texture ? "the level gets " : "",
                chosen->texture ? chosen->texture->file : "there is none for all levels");
        else
            PIE_REPORT_LOSS(work, PIE_LOSS_LEVEL_TEXTURE, 1,
                            "level %u: it had no %s and now gets %s", level, map_name(map),
                            chosen->texture->file);
    }
}

// ------------------------------------------------------------------------------- dropped lines

// The names that all levels have in the result, by maq_pie_map.
typedef struct kept_files {
    const char *files[4];
    bool maps; // normal and specular maps
} kept_files;

// Reports the lines of one block that a later line replaces, and those of other tilesets.
static void report_dropped_lines(pie_conversion *work, uint32_t level, const kept_files *kept,
                                 uint64_t *dropped_maps) {
    const maq_pie *pie = work->from;
    const maq_pie_settings *settings =
        level > 0 ? &pie->levels[level - 1].settings : &pie->settings;
    // Of equal lines the last counts.
    uint32_t last[4][TILESET_COUNT] = {{0}};
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        int32_t tileset = tileset_of(pie, &settings->textures[i]);
        if (tileset >= 0 && tileset < TILESET_COUNT)
            last[settings->textures[i].map][tileset] = i;
    }
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        int32_t tileset = tileset_of(pie, texture);
        if (tileset >= 0 && tileset < TILESET_COUNT && last[texture->map][tileset] != i) {
            PIE_REPORT_LOSS(
                work, PIE_LOSS_REPLACED_TEXTURE, 1,
                "%s %s in %s had no effect, since a later line replaces it, and was dropped",
                map_name(texture->map), texture->file, name_of(level).text);
            continue;
        }
        if (!kept->maps && texture->map >= MAQ_PIE_NORMALMAP) {
            ++*dropped_maps;
            continue;
        }
        const char *file = kept->files[texture->map];
        if (tileset != 0 && !(file && strcmp(file, texture->file) == 0))
            PIE_REPORT_LOSS(work, PIE_LOSS_TILESET, 1, "%s %s of tileset %d in %s was dropped",
                            map_name(texture->map), texture->file, tileset, name_of(level).text);
    }
}

// Before PIE 4 the name of the team mask can only follow from that of the texture, and a bit of TYPE
// asks for it. Returns the name in the result, in `derived`, or NULL.
static const char *choose_mask(pie_conversion *work, const line *texture,
                               maq_pie_settings *settings, char derived[PIE_NAME_MAX]) {
    const maq_pie *pie = work->from;
    line mask = choose_line(pie, MAQ_PIE_TCMASK);
    bool can_derive = texture->texture && mq_pie_derived_mask(texture->texture->file, derived);
    const char *kept = NULL;
    if (mask.texture && work->version != 5 && can_derive &&
        strcmp(derived, mask.texture->file) == 0) {
        settings->has_type = true;
        settings->type |= MAQ_PIE_TYPE_TEAM_MASK;
        kept = derived;
    } else if (mask.texture) {
        PIE_REPORT_LOSS(work, PIE_LOSS_TCMASK, 1, "TCMASK %s in %s was dropped", mask.texture->file,
                        name_of(mask.level).text);
    }
    line head = find_line(pie, 0, MAQ_PIE_TCMASK);
    for (uint32_t level = 1; level <= pie->level_count; level++) {
        line own = effective_line(pie, level, MAQ_PIE_TCMASK, &head);
        if (own.texture && !same_file(&own, &mask))
            PIE_REPORT_LOSS(work, PIE_LOSS_TCMASK, 1, "TCMASK %s in %s was dropped",
                            own.texture->file, name_of(level).text);
    }
    return kept;
}

// ----------------------------------------------------------------------------- TYPE, INTERPOLATE

static void flatten_type(pie_conversion *work, maq_pie_settings *to, pie_moved_settings *moved) {
    const maq_pie *pie = work->from;
    bool agreed = pie->level_count > 0;
    uint32_t first = agreed ? mq_pie_level_type(pie, &pie->levels[0]) : 0;
    for (uint32_t i = 1; agreed && i < pie->level_count; i++)
        agreed = mq_pie_level_type(pie, &pie->levels[i]) == first;
    if (agreed && first == pie->settings.type)
        agreed = false; // the head has it already
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_settings *own = &pie->levels[i].settings;
        if (own->has_type && (agreed || !to->has_type)) {
            to->has_type = true;
            to->type = own->type;
            moved->type_level = i + 1;
            break;
        }
    }
    for (uint32_t i = 0; i < pie->level_count; i++) {
        uint32_t type = mq_pie_level_type(pie, &pie->levels[i]);
        if (type != to->type)
            PIE_REPORT_LOSS(work, PIE_LOSS_LEVEL_TYPE, 1,
                            "level %u: TYPE %x was dropped, the level gets %x", i + 1, type,
                            to->type);
    }
}

static bool interpolates(const maq_pie_settings *settings) {
    return !settings->has_interpolate || settings->interpolate > 0;
}

static bool level_interpolates(const maq_pie *pie, const maq_pie_level *level) {
    return interpolates(level->settings.has_interpolate ? &level->settings : &pie->settings);
}

static void flatten_interpolate(pie_conversion *work, maq_pie_settings *to,
                                pie_moved_settings *moved) {
    const maq_pie *pie = work->from;
    uint64_t lines = pie->settings.has_interpolate;
    for (uint32_t i = 0; i < pie->level_count; i++)
        lines += pie->levels[i].settings.has_interpolate;
    if (lines == 0)
        return;
    if (work->version == 5) {
        to->has_interpolate = false;
        to->interpolate = 0;
        PIE_REPORT_LOSS(work, PIE_LOSS_INTERPOLATE, lines, "INTERPOLATE was dropped (%llu %s)",
                        (unsigned long long)lines, MQ_PLURAL(lines, "line", "lines"));
        return;
    }
    bool agreed = pie->level_count > 0;
    bool first = agreed && level_interpolates(pie, &pie->levels[0]);
    for (uint32_t i = 1; agreed && i < pie->level_count; i++)
        agreed = level_interpolates(pie, &pie->levels[i]) == first;
    if (agreed && first != interpolates(&pie->settings)) {
        // Then each level has a line.
        to->has_interpolate = true;
        to->interpolate = pie->levels[0].settings.interpolate;
        moved->interpolate_level = 1;
        return;
    }
    for (uint32_t i = 0; i < pie->level_count; i++) {
        bool own = level_interpolates(pie, &pie->levels[i]);
        if (own != interpolates(to))
            PIE_REPORT_LOSS(work, PIE_LOSS_LEVEL_INTERPOLATE, 1,
                            "level %u: INTERPOLATE %d was dropped, the level gets %s", i + 1,
                            pie->levels[i].settings.interpolate,
                            own ? "none" : "the default, which is on");
    }
}

// ---------------------------------------------------------------------------------------- textures

static bool add_line(pie_conversion *work, const line *kept, maq_pie_texture *textures,
                     uint32_t *count, pie_moved_settings *moved) {
    if (!kept->texture)
        return true;
    maq_pie_texture *texture = &textures[*count];
    if (!mq_pie_copy_texture(work->out->arena, kept->texture, texture))
        return false;
    convert_size(texture, work->from->version, work->version);
    if (work->from->version == 5)
        texture->tileset = 0;
    moved->texture_levels[*count] = kept->level;
    moved->texture_rows[*count] = kept->row;
    ++*count;
    return true;
}

// Old rows of the head to new ones; a dropped line's comments go to the line kept before it.
static bool map_head_rows(pie_conversion *work, uint32_t count, pie_moved_settings *moved) {
    uint32_t old_count = work->from->settings.texture_count;
    uint32_t *rows = MQ_NEW_ARRAY(work->out->arena, uint32_t, old_count);
    if (!rows)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        if (moved->texture_levels[k] == 0)
            rows[moved->texture_rows[k] - 1] = k + 1;
    }
    for (uint32_t i = 1; i < old_count; i++) {
        if (rows[i] == 0)
            rows[i] = rows[i - 1];
    }
    moved->head_rows = rows;
    return true;
}

static bool flatten(pie_conversion *work, pie_moved_settings *moved) {
    const maq_pie *pie = work->from;
    maq_pie_settings *to = &work->to->settings;
    *to = (maq_pie_settings){.has_type = pie->settings.has_type,
                             .type = pie->settings.type,
                             .has_interpolate = pie->settings.has_interpolate,
                             .interpolate = pie->settings.interpolate,
                             .type_offset = MAQ_PIE_NO_OFFSET,
                             .interpolate_offset = MAQ_PIE_NO_OFFSET};
    moved->flat = true;
    flatten_type(work, to, moved);
    flatten_interpolate(work, to, moved);

    static const maq_pie_map order[3] = {MAQ_PIE_TEXTURE, MAQ_PIE_NORMALMAP, MAQ_PIE_SPECULARMAP};
    maq_pie_texture *textures = MQ_NEW_ARRAY(work->out->arena, maq_pie_texture, 3);
    if (!textures)
        return false;
    kept_files kept = {.maps = work->version != 5};
    char derived[PIE_NAME_MAX];
    uint32_t count = 0;
    for (unsigned k = 0; k < (kept.maps ? 3 : 1); k++) {
        line chosen = choose_line(pie, order[k]);
        if (!add_line(work, &chosen, textures, &count, moved))
            return false;
        report_level_lines(work, order[k], &chosen);
        kept.files[order[k]] = chosen.texture ? chosen.texture->file : NULL;
        if (order[k] == MAQ_PIE_TEXTURE)
            kept.files[MAQ_PIE_TCMASK] = choose_mask(work, &chosen, to, derived);
    }
    to->textures = textures;
    to->texture_count = count;

    uint64_t dropped_maps = 0;
    for (uint32_t level = 0; level <= pie->level_count; level++)
        report_dropped_lines(work, level, &kept, &dropped_maps);
    if (dropped_maps > 0) {
        PIE_REPORT_LOSS(
            work, PIE_LOSS_MAPS, dropped_maps, "%llu %s dropped", (unsigned long long)dropped_maps,
            MQ_PLURAL(dropped_maps, "normal or specular map was", "normal and specular maps were"));
    }
    return map_head_rows(work, count, moved);
}

// PIE 4 can hold all settings.
static bool copy_settings(pie_conversion *work, const maq_pie_settings *from,
                          maq_pie_settings *to) {
    if (!mq_pie_copy_settings(work->out->arena, from, to))
        return false;
    maq_pie_texture *textures = MQ_WRITABLE(maq_pie_texture, to->textures);
    for (uint32_t i = 0; i < to->texture_count; i++) {
        convert_size(&textures[i], work->from->version, work->version);
        if (work->from->version == 5)
            textures[i].tileset = 0;
    }
    return true;
}

bool mq_pie_convert_settings(pie_conversion *work, pie_moved_settings *moved) {
    const maq_pie *pie = work->from;
    if (work->version != 4)
        return flatten(work, moved);
    if (!copy_settings(work, &pie->settings, &work->to->settings))
        return false;
    maq_pie_level *levels = MQ_WRITABLE(maq_pie_level, work->to->levels);
    for (uint32_t i = 0; i < pie->level_count; i++) {
        if (!copy_settings(work, &pie->levels[i].settings, &levels[i].settings))
            return false;
    }
    return true;
}
