// SPDX-License-Identifier: MIT
//
// The rules about the head, the settings of levels, and the sections behind their polygons.
// pie_check_points.c and pie_check_faces.c check points and polygons.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/plural.h"
#include "formats/pie/pie_check_priv.h"

#define TILESETS 3

static maq_span token(const pie_check *check, uint32_t offset, unsigned index) {
    return mq_pie_token(check->document, offset, index);
}

// A whole number behind a directive, on its line. The reader reports anything else.
static bool number_behind(const pie_check *check, uint32_t offset, unsigned index, int64_t *value) {
    const char *source = check->document->source;
    maq_span at = token(check, offset, index);
    if (at.offset == MAQ_NO_OFFSET || !at.length)
        return false;
    for (uint64_t i = offset; i < at.offset; i++)
        if (source[i] == '\n' || source[i] == '\r')
            return false;
    bool overflow = false;
    const char *begin = source + at.offset, *end = begin + at.length;
    return mq_parse_i64(begin, end, value, &overflow) == end && !overflow;
}

bool mq_pie_announces(const pie_check *check, uint32_t offset, unsigned index, uint32_t count) {
    int64_t value = 0;
    return !check->document->source ||
           (number_behind(check, offset, index, &value) && value == (int64_t)count);
}

// ------------------------------------------------------------------------------------------ head

static void check_version(pie_check *check) {
    maq_span at = token(check, 0, 1);
    if (check->pie->version == 5)
        PIE_REPORT_AT(check, PIE_DRAFT_5, at, "PIE 5 is a draft that no game reads");
    if (check->pie->version == 4)
        PIE_REPORT_AT(check, PIE_VERSION_4, at, "PIE 4 needs game 4.4 or later");
}

static void check_type(pie_check *check, const maq_pie_settings *settings) {
    if (!settings->has_type)
        return;
    uint32_t type = settings->type;
    maq_span at = token(check, settings->type_offset, 1);
    if (type & ~(uint32_t)MAQ_PIE_TYPE_KNOWN)
        PIE_REPORT_AT(check, PIE_TYPE_UNKNOWN_BITS, at, "%sTYPE %x has bits without a meaning (%x)",
                      check->prefix, type, type & ~(uint32_t)MAQ_PIE_TYPE_KNOWN);
    if (!(type & MAQ_PIE_TYPE_TEXTURED))
        PIE_REPORT_AT(check, PIE_TYPE_NOT_TEXTURED, at, "%sTYPE %x lacks 200", check->prefix, type);
    uint32_t blending =
        type & (MAQ_PIE_TYPE_NOT_ADDITIVE | MAQ_PIE_TYPE_ADDITIVE | MAQ_PIE_TYPE_PREMULTIPLIED);
    if (blending & (blending - 1))
        PIE_REPORT_AT(check, PIE_TYPE_CONTRADICTION, at,
                      "%sTYPE %x asks for more than one way of blending; %s wins", check->prefix,
                      type,
                      blending & MAQ_PIE_TYPE_PREMULTIPLIED ? "4 (premultiplied)" : "2 (additive)");
}

// The lines that count in one set of settings: the last for each map and tileset.
typedef struct texture_table {
    const maq_pie_texture *last[4][TILESETS];
} texture_table;

static bool known_tileset(const maq_pie_texture *texture) {
    return texture->tileset >= 0 && texture->tileset < TILESETS;
}

static texture_table table_of(const maq_pie_settings *settings) {
    texture_table table = {0};
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        if (known_tileset(texture))
            table.last[texture->map][texture->tileset] = texture;
    }
    return table;
}

// The game's order: a name of the head for the tileset beats the level's name for arizona.
static const maq_pie_texture *resolve(const texture_table *head, const texture_table *own,
                                      maq_pie_map map, int tileset) {
    const maq_pie_texture *found = own->last[map][tileset];
    if (!found)
        found = head->last[map][tileset];
    if (!found)
        found = own->last[map][0];
    return found ? found : head->last[map][0];
}

// The texture that a level wants a team mask for without a name to derive it from, or NULL.
static const maq_pie_texture *without_mask_name(const pie_check *check, const maq_pie_level *level,
                                                const texture_table *head, const texture_table *own,
                                                int tileset) {
    char derived[PIE_NAME_MAX];
    if (!(mq_pie_level_type(check->pie, level) & MAQ_PIE_TYPE_TEAM_MASK) ||
        resolve(head, own, MAQ_PIE_TCMASK, tileset))
        return NULL;
    const maq_pie_texture *texture = resolve(head, own, MAQ_PIE_TEXTURE, tileset);
    if (!texture || !texture->file || mq_pie_derived_mask(texture->file, derived))
        return NULL;
    return texture;
}

static bool ends_in_png(const char *name) {
    size_t length = strlen(name);
    return length >= 4 && strcmp(name + length - 4, ".png") == 0;
}

// The first byte that the document and WMIT do not allow, or NULL. The reader reports blanks.
static const char *unusual_byte(const char *name) {
    for (; *name; name++) {
        char c = *name;
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && !strchr("._\\- \t", c))
            return name;
    }
    return NULL;
}

static void check_texture_name(pie_check *check, const maq_pie_texture *texture, bool mask_fault) {
    const char *name = texture->file, *keyword = mq_pie_keywords[PIE_KEY_TEXTURE + texture->map];
    if (!name || !*name)
        return;
    maq_span at = mq_pie_texture_span(check->document, texture);
    if (!ends_in_png(name))
        PIE_REPORT_AT(check, PIE_TEXTURE_NOT_PNG, at, "%s%s: the name \"%s\" does not end in .png",
                      check->prefix, keyword, name);
    if (check->pie->version < 4 && strchr(name, '.') != strrchr(name, '.'))
        PIE_REPORT_AT(check, PIE_NAME_DOTS, at, "%s%s: the name \"%s\" has more than one dot",
                      check->prefix, keyword, name);
    bool is_map = texture->map != MAQ_PIE_TEXTURE;
    const char *unusual = unusual_byte(name);
    if (unusual) {
        maq_span byte = {
            at.offset == MAQ_NO_OFFSET ? MAQ_NO_OFFSET : at.offset + (uint64_t)(unusual - name), 1};
        PIE_REPORT_AT(check, is_map ? PIE_MAP_NAME_CHARACTERS : PIE_NAME_CHARACTERS, byte,
                      "%sthe name \"%s\" has something else than letters, digits and . _ \\ -",
                      check->prefix, name);
    }
    if (is_map)
        return;
    if (check->pie->version < 4 && !texture->has_size)
        mq_pie_fix_texture_size(check,
                                PIE_REPORT_AT(check, PIE_TEXTURE_SIZE_MISSING, at,
                                              "TEXTURE has no width and height behind \"%s\"",
                                              name),
                                at);
    char derived[PIE_NAME_MAX];
    if (mask_fault)
        PIE_REPORT_AT(
            check, PIE_TEAM_MASK_NAME, at,
            "%sTYPE has 10000, but \"%s\" does not start with page-N (in small letters), so no name of a team "
            "mask follows from it",
            check->prefix, name);
    else if (!mq_pie_derived_mask(name, derived))
        PIE_REPORT_AT(
            check, PIE_NAME_NOT_PAGE, at,
            "%sthe name \"%s\" does not start with page-N (in small letters), so the texture is not "
            "exchanged with the tileset; if it has to be, name the image page-NN-name.png",
            check->prefix, name);
    else if (name[5 + strspn(name + 5, "0123456789")] != '-')
        PIE_REPORT_AT(check, PIE_NAME_NOT_PAGE_DASH, at,
                      "%sthe name \"%s\" does not start with page-NN-", check->prefix, name);
}

// mask_fault[t]: no name of a mask follows from the line that counts for tileset t.
static void check_textures(pie_check *check, const maq_pie_settings *settings,
                           const bool mask_fault[TILESETS]) {
    texture_table table = table_of(settings);
    bool seen[4] = {false};
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        const char *keyword = mq_pie_keywords[PIE_KEY_TEXTURE + texture->map];
        maq_span at = token(check, texture->offset, 0);
        bool counts =
            known_tileset(texture) && table.last[texture->map][texture->tileset] == texture;
        if (check->pie->version < 4 && texture->map == MAQ_PIE_TCMASK)
            PIE_REPORT_AT(check, PIE_TCMASK_TOO_EARLY, at, "TCMASK needs PIE 4; this is PIE %u",
                          check->pie->version);
        else if (check->pie->version != 4 && seen[texture->map])
            PIE_REPORT_AT(check, PIE_TEXTURE_REPEATED, at, "%s is repeated; PIE %u can have one",
                          keyword, check->pie->version);
        seen[texture->map] = true;
        if (!known_tileset(texture)) {
            maq_span number = token(check, texture->offset, 1);
            PIE_REPORT_AT(check, PIE_TILESET, number, "%s%s: the tileset is %d, not 0, 1 or 2",
                          check->prefix, keyword, texture->tileset);
        } else if (check->pie->version == 4 && !counts) {
            PIE_REPORT_AT(check, PIE_TEXTURE_REPLACED, at,
                          "%sa later %s for tileset %d replaces this one", check->prefix, keyword,
                          texture->tileset);
        }
        check_texture_name(check, texture,
                           texture->map == MAQ_PIE_TEXTURE && counts &&
                               mask_fault[texture->tileset]);
    }
}

static bool has_texture(const maq_pie_settings *settings) {
    for (uint32_t i = 0; i < settings->texture_count; i++)
        if (settings->textures[i].map == MAQ_PIE_TEXTURE)
            return true;
    return false;
}

static void check_texture_missing(pie_check *check) {
    const maq_pie *pie = check->pie;
    if (has_texture(&pie->settings))
        return;
    if (pie->version != 4) {
        maq_span at = token(check, pie->levels_offset, 0);
        PIE_REPORT_AT(check, PIE_TEXTURE_MISSING, at, "there is no TEXTURE");
        return;
    }
    // Each level can have its own.
    mq_fault bare = {0};
    for (uint32_t i = 0; i < pie->level_count; i++)
        if (!has_texture(&pie->levels[i].settings))
            pie_fault_add(&bare, pie->levels[i].offset, 0, i + 1);
    PIE_REPORT_FAULT(check, PIE_TEXTURE_MISSING, &bare,
                     "neither the head nor level %u has a TEXTURE", (unsigned)bare.index);
}

// A tileset without a texture uses the one of tileset 0.
static void check_tilesets(pie_check *check) {
    const maq_pie *pie = check->pie;
    texture_table head = table_of(&pie->settings);
    mq_fault alone = {0};
    for (uint32_t i = 0; pie->version == 4 && i < pie->level_count; i++) {
        texture_table own = table_of(&pie->levels[i].settings);
        const maq_pie_texture *other = resolve(&head, &own, MAQ_PIE_TEXTURE, 1);
        if (!other)
            other = resolve(&head, &own, MAQ_PIE_TEXTURE, 2);
        if (other && !resolve(&head, &own, MAQ_PIE_TEXTURE, 0))
            pie_fault_add(&alone, other->offset, 1, (uint32_t)other->tileset);
    }
    PIE_REPORT_FAULT(check, PIE_TILESET_ALONE, &alone,
                     "there is a TEXTURE for tileset %u, but none for tileset 0",
                     (unsigned)alone.index);
}

static void check_events(pie_check *check) {
    const maq_pie *pie = check->pie;
    bool seen[4] = {false};
    for (uint32_t i = 0; i < pie->event_count; i++) {
        const maq_pie_event *event = &pie->events[i];
        maq_span number = token(check, event->offset, 1);
        if (event->number < 0 || event->number > 3) {
            PIE_REPORT_AT(check, PIE_EVENT_NUMBER, number,
                          "event %d does not exist: use 1 (active), 2 (firing) or 3 (dying)",
                          event->number);
        } else {
            if (event->number == 0)
                PIE_REPORT_AT(check, PIE_EVENT_ZERO, number,
                              "event 0 would replace the model for good");
            if (seen[event->number])
                PIE_REPORT_AT(check, PIE_EVENT_REPEATED, number,
                              "event %d is repeated; the game uses the last one, WMIT the first",
                              event->number);
            seen[event->number] = true;
        }
        bool upper = false;
        for (const char *c = event->file ? event->file : ""; *c; c++)
            upper |= *c >= 'A' && *c <= 'Z';
        if (upper) {
            maq_span file = token(check, event->offset, 2);
            PIE_REPORT_AT(check, PIE_EVENT_CASE, file, "the game looks for \"%s\" in lower case",
                          event->file);
        }
    }
}

static void check_head(pie_check *check) {
    const maq_pie *pie = check->pie;
    check_version(check);
    check_type(check, &pie->settings);
    texture_table head = table_of(&pie->settings);
    // A line of the head is reported once, however many levels suffer from it.
    bool mask_fault[TILESETS] = {false};
    for (uint32_t i = 0; i < pie->level_count; i++) {
        texture_table own = table_of(&pie->levels[i].settings);
        for (int tileset = 0; tileset < TILESETS; tileset++) {
            const maq_pie_texture *texture =
                without_mask_name(check, &pie->levels[i], &head, &own, tileset);
            if (texture && texture == head.last[MAQ_PIE_TEXTURE][texture->tileset])
                mask_fault[texture->tileset] = true;
        }
    }
    check_textures(check, &pie->settings, mask_fault);
    check_texture_missing(check);
    check_tilesets(check);
    check_events(check);
}

// ------------------------------------------------------------------------------- level's settings

static void check_level_number(pie_check *check, uint32_t index) {
    const maq_pie_level *level = check->level;
    if (level->number >= 0 && (uint32_t)level->number == index + 1)
        return;
    maq_span at = token(check, level->offset, 1);
    // The reader reports a number that cannot be read and a level without LEVEL.
    int64_t written;
    if (check->document->source && !number_behind(check, level->offset, 1, &written))
        return;
    maq_finding *finding = PIE_REPORT_AT(check, PIE_LEVEL_NUMBER, at, "LEVEL %d should be LEVEL %u",
                                         level->number, index + 1);
    // Where a line of a level is missing or in the wrong place, the number may be the right one.
    if (check->levels_are_certain)
        mq_pie_fix_number(check, finding, level->offset, 1, index + 1);
}

static bool levels_are_certain(const maq_pie *pie) {
    for (uint32_t i = 0; i < pie->level_count; i++) {
        if (pie->levels[i].points_offset == MAQ_PIE_NO_OFFSET ||
            pie->levels[i].polygons.offset == MAQ_PIE_NO_OFFSET)
            return false;
    }
    return pie->level_count == pie->declared_levels;
}

static void check_override_too_early(pie_check *check) {
    const maq_pie_settings *settings = &check->level->settings;
    static const char message[] = "%s%s of a level needs PIE 4";
    if (settings->has_type) {
        maq_span at = token(check, settings->type_offset, 0);
        PIE_REPORT_AT(check, PIE_OVERRIDE_TOO_EARLY, at, message, check->prefix, "TYPE");
    }
    if (settings->has_interpolate) {
        maq_span at = token(check, settings->interpolate_offset, 0);
        PIE_REPORT_AT(check, PIE_OVERRIDE_TOO_EARLY, at, message, check->prefix, "INTERPOLATE");
    }
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        maq_span at = token(check, settings->textures[i].offset, 0);
        PIE_REPORT_AT(check, PIE_OVERRIDE_TOO_EARLY, at, message, check->prefix,
                      mq_pie_keywords[PIE_KEY_TEXTURE + settings->textures[i].map]);
    }
}

static void check_obsolete(pie_check *check) {
    const maq_pie_level *level = check->level;
    maq_span materials = token(check, level->materials.offset, 0);
    maq_span shaders = token(check, level->shaders.offset, 0);
    // Readers that accept only one of the two get one, more severe finding.
    if (level->materials.present && level->shaders.present &&
        pie_reports(check, PIE_MATERIALS_AND_SHADERS)) {
        PIE_REPORT_AT(check, PIE_MATERIALS_AND_SHADERS, shaders,
                      "%sMATERIALS and SHADERS are both there", check->prefix);
        return;
    }
    if (level->materials.present)
        PIE_REPORT_AT(check, PIE_MATERIALS_OBSOLETE, materials, "%sMATERIALS is obsolete",
                      check->prefix);
    if (level->shaders.present)
        PIE_REPORT_AT(check, PIE_SHADERS_OBSOLETE, shaders, "%sSHADERS is obsolete", check->prefix);
}

static void check_level_settings(pie_check *check, const texture_table *head, uint32_t index) {
    const maq_pie_level *level = check->level;
    check_level_number(check, index);
    if (check->pie->version != 4) {
        check_override_too_early(check);
    } else {
        check_type(check, &level->settings);
        texture_table own = table_of(&level->settings);
        bool mask_fault[TILESETS] = {false};
        for (int tileset = 0; tileset < TILESETS; tileset++) {
            const maq_pie_texture *texture = without_mask_name(check, level, head, &own, tileset);
            if (texture && texture == own.last[MAQ_PIE_TEXTURE][texture->tileset])
                mask_fault[texture->tileset] = true;
        }
        check_textures(check, &level->settings, mask_fault);
    }
    check_obsolete(check);
}

// ------------------------------------------------------------------------------------ level's tail

static void check_connectors(pie_check *check) {
    const maq_pie_level *level = check->level;
    uint32_t turning = mq_pie_level_type(check->pie, level) &
                       (MAQ_PIE_TYPE_ROLL_TO_CAMERA | MAQ_PIE_TYPE_PITCH_TO_CAMERA);
    if (turning && !level->connector_count) {
        maq_span at = token(check, level->offset, 0);
        PIE_REPORT_AT(
            check, PIE_CONNECTOR_NEEDED, at,
            "%sTYPE %x turns the model to the camera about the first connector of the level, "
            "but it has none",
            check->prefix, mq_pie_level_type(check->pie, level));
    }
    for (uint32_t i = 0; i < level->connector_count; i++) {
        const maq_pie_connector *connector = &level->connectors[i];
        double value[3] = {connector->x, connector->y, connector->z};
        for (unsigned k = 0; k < 3; k++)
            if (!isfinite(value[k]))
                pie_fault_add(&check->not_finite, connector->offset, k, i);
    }
}

static void check_frame(pie_check *check, uint32_t index, mq_fault *legacy, mq_fault *negative) {
    const maq_pie_frame *frame = &check->level->animation.frames[index];
    bool hides = frame->scale[0] == -1.0f;
    if (hides)
        pie_fault_add(legacy, frame->offset, 7, index);
    for (unsigned k = 0; k < 3; k++) {
        if (!isfinite(frame->scale[k]))
            pie_fault_add(&check->not_finite, frame->offset, 7 + k, index);
        else if (!hides && frame->scale[k] < 0) {
            pie_fault_add(negative, frame->offset, 7 + k, index);
            break; // the frame counts once
        }
    }
}

static void check_animation(pie_check *check) {
    const maq_pie_animation *animation = &check->level->animation;
    if (!animation->present)
        return;
    if (animation->time == 0) {
        maq_span at = token(check, animation->offset, 1);
        PIE_REPORT_AT(check, PIE_ANIMOBJECT_TIME_ZERO, at, "%sANIMOBJECT has a time of 0",
                      check->prefix);
    }
    if (animation->frame_count == 0 && mq_pie_announces(check, animation->offset, 3, 0)) {
        maq_span at = token(check, animation->offset, 3);
        PIE_REPORT_AT(check, PIE_ANIMOBJECT_EMPTY, at, "%sANIMOBJECT has no frames", check->prefix);
    }
    mq_fault number = {0}, legacy = {0}, negative = {0};
    for (uint32_t i = 0; i < animation->frame_count; i++) {
        const maq_pie_frame *frame = &animation->frames[i];
        if (frame->number < 0 || (uint32_t)frame->number != i)
            pie_fault_add(&number, frame->offset, 0, i);
        check_frame(check, i, &legacy, &negative);
    }
    maq_finding *finding =
        PIE_REPORT_FAULT(check, PIE_FRAME_NUMBER, &number, "frame %u is numbered %d",
                         (unsigned)number.index, animation->frames[number.index].number);
    for (uint32_t i = (uint32_t)number.index; finding && i < animation->frame_count; i++) {
        const maq_pie_frame *frame = &animation->frames[i];
        int64_t written;
        if ((frame->number < 0 || (uint32_t)frame->number != i) &&
            number_behind(check, frame->offset, 0, &written))
            mq_pie_fix_number(check, finding, frame->offset, 0, i);
    }
    PIE_REPORT_FAULT(check, PIE_LEGACY_KEY_FRAME, &legacy,
                     "frame %u has the scale -1, which hides the level", (unsigned)legacy.index);
    PIE_REPORT_FAULT(check, PIE_NEGATIVE_SCALE, &negative,
                     "frame %u has a negative scale, which mirrors the level",
                     (unsigned)negative.index);
}

static void check_shadow_polygon(pie_check *check, uint32_t index) {
    const maq_pie_level *level = check->level;
    const maq_pie_polygon *polygon = &level->shadow_polygons.items[index];
    if (polygon->flags) {
        maq_span at = token(check, polygon->offset, 0);
        PIE_REPORT_AT(check, PIE_SHADOW_POLYGON, at,
                      "%sshadow polygon %u has the flag %x; the game refuses any but 0",
                      check->prefix, index + 1, polygon->flags);
    } else if (polygon->corner_count != 3) {
        maq_span at = token(check, polygon->offset, 1);
        PIE_REPORT_AT(check, PIE_SHADOW_POLYGON, at,
                      "%sshadow polygon %u should have 3 corners, not %u", check->prefix, index + 1,
                      polygon->corner_count);
    }
    // Without any points the missing section is the fault, which the reader reports.
    for (uint32_t k = 0; level->shadow_point_count && k < polygon->corner_count; k++) {
        int32_t point = level->shadow_polygons.corners[polygon->first_corner + k].point;
        if (point >= 0 && (uint32_t)point < level->shadow_point_count)
            continue;
        maq_span at = token(check, polygon->offset, 2 + k);
        PIE_REPORT_AT(check, PIE_SHADOW_INDEX_RANGE, at,
                      "%sshadow polygon %u uses point %d, but there %s %u shadow %s (0 to %u)",
                      check->prefix, index + 1, point,
                      MQ_PLURAL(level->shadow_point_count, "is", "are"), level->shadow_point_count,
                      MQ_PLURAL(level->shadow_point_count, "point", "points"),
                      level->shadow_point_count - 1);
    }
}

static void check_shadow(pie_check *check) {
    const maq_pie_level *level = check->level;
    uint32_t points = level->shadow_point_count, polygons = level->shadow_polygons.count;
    if (!points && !polygons)
        return;
    maq_span at = token(check, level->shadow_points_offset, 0);
    if (!points || (polygons && level->shadow_polygons.offset < level->shadow_points_offset))
        at = token(check, level->shadow_polygons.offset, 0);
    PIE_REPORT_AT(check, PIE_SHADOW_IN_WMIT, at, "%sWMIT does not know %s", check->prefix,
                  points ? "SHADOWPOINTS" : "SHADOWPOLYGONS");
    if (points && !polygons)
        PIE_REPORT_AT(check, PIE_SHADOW_POINTS_ALONE, at,
                      "%sSHADOWPOINTS has no SHADOWPOLYGONS; the game drops the points",
                      check->prefix);
    for (uint32_t i = 0; i < points; i++) {
        const maq_pie_point *point = &level->shadow_points[i];
        float value[3] = {point->x, point->y, point->z};
        for (unsigned k = 0; k < 3; k++)
            if (!isfinite(value[k]))
                pie_fault_add(&check->not_finite, point->offset, k, i);
    }
    for (uint32_t i = 0; i < polygons; i++)
        check_shadow_polygon(check, i);
}

void mq_pie_check(const maq_document *document, mq_findings *findings) {
    pie_check check = {
        .document = document, .pie = maq_document_pie(document), .findings = findings};
    if (!check.pie)
        return;
    check.levels_are_certain = levels_are_certain(check.pie);
    check_head(&check);

    texture_table head = table_of(&check.pie->settings);
    size_t most_points = 0;
    for (uint32_t i = 0; i < check.pie->level_count; i++)
        if (check.pie->levels[i].point_count > most_points)
            most_points = check.pie->levels[i].point_count;
    // All levels use it in turn. When there is no memory for it, the rules that need it are skipped
    // and the status of the arena says so.
    if (most_points)
        check.scratch =
            mq_arena_alloc(findings->arena, most_points, 2 * sizeof(uint32_t), alignof(uint32_t));

    for (uint32_t i = 0; i < check.pie->level_count; i++) {
        check.level = &check.pie->levels[i];
        check.not_finite = (mq_fault){0};
        if (check.pie->level_count > 1)
            snprintf(check.prefix, sizeof check.prefix, "level %u: ", i + 1);
        check_level_settings(&check, &head, i);
        mq_pie_check_points(&check);
        mq_pie_check_polygons(&check);
        check_connectors(&check);
        check_animation(&check);
        check_shadow(&check);
        PIE_REPORT_FAULT(&check, PIE_NOT_FINITE, &check.not_finite,
                         "%s is infinite or not a number", "a value");
    }
    if (findings->target == PIE_TARGET_GAME && document->source)
        mq_pie_check_game(&check);
}
