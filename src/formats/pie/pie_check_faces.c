// SPDX-License-Identifier: MIT
//
// The rules about POLYGONS: their corners, flags, texture coordinates and texture animation.
#include <math.h>

#include "base/number.h"
#include "formats/pie/pie_check_priv.h"

#define DOCUMENT_POLYGONS 512
#define GAME_POLYGONS 8192
#define OBSOLETE_FLAGS                                                                             \
    (MAQ_PIE_FACE_COLOUR | MAQ_PIE_FACE_FLAT | MAQ_PIE_FACE_WIRE | MAQ_PIE_FACE_TRANSLUCENT |      \
     MAQ_PIE_FACE_GOURAUD | MAQ_PIE_FACE_FIXED_VIEW | MAQ_PIE_FACE_BSP_FRESH |                     \
     MAQ_PIE_FACE_NO_HALF_PSX | 0xff000000u)
#define UNKNOWN_FLAGS 0x00fc0000u

// What is counted over a level's polygons and told once.
typedef struct face_tallies {
    pie_tally ngon, not_textured, obsolete, two_sided, unknown;
    pie_tally animated, still, animated_bare;
    pie_tally frames, rate, size, width, differs;
    pie_tally uv_negative, uv_above, uv_fraction;
    pie_tally repeated, flat, equal_uvs;
    const maq_pie_polygon *first_animated;
} face_tallies;

// A rule that is told once for the level, with how many there are of it. `text` has a %s for the
// level, a %u for the polygon and a %s for the number of all.
#define TELL_TALLY(check, rule, tally, text)                                                       \
    do {                                                                                           \
        if ((tally)->count) {                                                                      \
            maq_span at_ = pie_tally_place(check, tally);                                          \
            pie_counted(PIE_TELL(check, rule, at_, text, (check)->prefix, (tally)->item,           \
                                 mq_pie_in_all(check, (tally)->count)),                            \
                        (tally)->count);                                                           \
        }                                                                                          \
    } while (0)

// --------------------------------------------------------------------------------------- one each

static void check_index_range(pie_check *check, uint32_t index) {
    const maq_pie_level *level = check->level;
    const maq_pie_polygon *polygon = &level->polygons.items[index];
    const maq_pie_corner *corners = &level->polygons.corners[polygon->first_corner];
    for (uint32_t k = 0; k < polygon->corner_count; k++) {
        int32_t point = corners[k].point;
        if (point >= 0 && (uint32_t)point < level->point_count)
            continue;
        maq_span at = mq_pie_token(check->document, polygon->offset, 2 + k);
        if (level->point_count)
            PIE_TELL(check, PIE_INDEX_RANGE, at,
                     "%spolygon %u uses point %d, but the level has %u points (0 to %u)",
                     check->prefix, index, point, level->point_count, level->point_count - 1);
        else
            PIE_TELL(check, PIE_INDEX_RANGE, at,
                     "%spolygon %u uses point %d, but the level has no points", check->prefix,
                     index, point);
    }
}

static void check_flags(pie_check *check, uint32_t index, face_tallies *tallies) {
    const maq_pie_polygon *polygon = &check->level->polygons.items[index];
    uint32_t flags = polygon->flags;
    if (flags & OBSOLETE_FLAGS && pie_tally_add(&tallies->obsolete, polygon->offset, 0, index))
        tallies->obsolete.other = flags;
    if (flags & UNKNOWN_FLAGS && pie_tally_add(&tallies->unknown, polygon->offset, 0, index))
        tallies->unknown.other = flags;
    if (flags & MAQ_PIE_FACE_TWO_SIDED)
        pie_tally_add(&tallies->two_sided, polygon->offset, 0, index);
    if (flags & MAQ_PIE_FACE_ANIMATED)
        pie_tally_add(&tallies->animated, polygon->offset, 0, index);
    else
        pie_tally_add(&tallies->still, polygon->offset, 0, index);
    if (!(flags & MAQ_PIE_FACE_TEXTURED)) {
        if (flags & MAQ_PIE_FACE_ANIMATED) {
            maq_span at = mq_pie_token(check->document, polygon->offset, 0);
            PIE_TELL(check, PIE_ANIMATED_NOT_TEXTURED, at, "%spolygon %u has flag 4000 without 200",
                     check->prefix, index);
            tallies->animated_bare.count++;
        } else {
            pie_tally_add(&tallies->not_textured, polygon->offset, 0, index);
        }
    }
    if (polygon->corner_count > 3 && polygon->corner_count <= MAQ_PIE_MAX_CORNERS &&
        pie_tally_add(&tallies->ngon, polygon->offset, 1, index))
        tallies->ngon.other = polygon->corner_count;
}

static void check_block(pie_check *check, uint32_t index, face_tallies *tallies) {
    const maq_pie_polygon *polygon = &check->level->polygons.items[index];
    unsigned block = 2 + polygon->corner_count;
    float page = mq_pie_page_size(check->pie->version);
    if (polygon->frames <= 1 && pie_tally_add(&tallies->frames, polygon->offset, block, index))
        tallies->frames.other = (uint32_t)polygon->frames;
    if (!(polygon->rate > 0))
        pie_tally_add(&tallies->rate, polygon->offset, block + 1, index);
    if (!isfinite(polygon->width))
        pie_tally_add(&check->not_finite, polygon->offset, block + 2, index);
    else if (fabsf(polygon->width) <= 0.0001f * page)
        pie_tally_add(&tallies->width, polygon->offset, block + 2, index);
    else if (polygon->width < 0)
        pie_tally_add(&tallies->size, polygon->offset, block + 2, index);
    if (!isfinite(polygon->height))
        pie_tally_add(&check->not_finite, polygon->offset, block + 3, index);
    else if (polygon->height <= 0)
        pie_tally_add(&tallies->size, polygon->offset, block + 3, index);

    const maq_pie_polygon *first = tallies->first_animated;
    if (!first)
        tallies->first_animated = polygon;
    else if (first->frames != polygon->frames || first->rate != polygon->rate)
        pie_tally_add(&tallies->differs, polygon->offset,
                      first->frames != polygon->frames ? block : block + 1, index);
}

static void check_uvs(pie_check *check, uint32_t index, face_tallies *tallies, bool look_closer) {
    const maq_pie_polygon *polygon = &check->level->polygons.items[index];
    const maq_pie_corner *corners = &check->level->polygons.corners[polygon->first_corner];
    float page = mq_pie_page_size(check->pie->version);
    unsigned first = pie_uv_token(polygon), fraction = 0;
    bool fractional = false;
    for (uint32_t k = 0; k < 2 * polygon->corner_count; k++) {
        float value = k % 2 ? corners[k / 2].v : corners[k / 2].u;
        if (!isfinite(value)) {
            pie_tally_add(&check->not_finite, polygon->offset, first + k, index);
            continue;
        }
        if (value < 0 && pie_tally_add(&tallies->uv_negative, polygon->offset, first + k, index))
            tallies->uv_negative.value = value;
        if (value > page && pie_tally_add(&tallies->uv_above, polygon->offset, first + k, index))
            tallies->uv_above.value = value;
        if (!fractional && value != truncf(value)) {
            fractional = true;
            fraction = first + k;
        }
    }
    if (look_closer && !fractional)
        fractional = mq_pie_row_has_decimals(check->document, polygon->offset, first,
                                             2 * polygon->corner_count, &fraction);
    if (check->pie->version == 2 && fractional)
        pie_tally_add(&tallies->uv_fraction, polygon->offset, fraction, index);
}

static bool same_uv(const maq_pie_corner *a, const maq_pie_corner *b) {
    return a->u == b->u && a->v == b->v;
}

static bool has_equal_uvs(const maq_pie_polygon *polygon, const maq_pie_corner *corners) {
    for (uint32_t t = 0; t < mq_pie_fan_size(polygon->corner_count); t++)
        if (same_uv(&corners[0], &corners[t + 1]) || same_uv(&corners[0], &corners[t + 2]) ||
            same_uv(&corners[t + 1], &corners[t + 2]))
            return true;
    return false;
}

static void check_shape(const pie_check *check, uint32_t index, face_tallies *tallies) {
    const maq_pie_level *level = check->level;
    const maq_pie_polygon *polygon = &level->polygons.items[index];
    const maq_pie_corner *corners = &level->polygons.corners[polygon->first_corner];
    uint32_t count = polygon->corner_count;
    if (count > MAQ_PIE_MAX_CORNERS)
        return;
    for (uint32_t b = 1; b < count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            if (corners[a].point != corners[b].point)
                continue;
            if (pie_tally_add(&tallies->repeated, polygon->offset, 2 + b, index))
                tallies->repeated.other = (uint32_t)corners[b].point;
            return;
        }
    }
    if (count < 3 || !mq_pie_corners_exist(level, polygon))
        return;
    for (uint32_t t = 0; t < mq_pie_fan_size(count); t++) {
        double normal[3];
        mq_pie_face_normal(level, &corners[0], &corners[t + 1], &corners[t + 2], normal);
        if (normal[0] != 0 || normal[1] != 0 || normal[2] != 0)
            return;
    }
    pie_tally_add(&tallies->flat, polygon->offset, 0, index);
}

// -------------------------------------------------------------------------------- once for a level

static void tell_flags(pie_check *check, const face_tallies *tallies) {
    TELL_TALLY(check, PIE_NOT_TEXTURED, &tallies->not_textured, "%spolygon %u lacks flag 200%s");
    if (tallies->obsolete.count) {
        maq_span at = pie_tally_place(check, &tallies->obsolete);
        uint32_t flags = tallies->obsolete.other & OBSOLETE_FLAGS;
        pie_counted(PIE_TELL(check, PIE_OBSOLETE_FLAGS, at,
                             "%spolygon %u has the obsolete flags %x%s", check->prefix,
                             tallies->obsolete.item, flags,
                             mq_pie_in_all(check, tallies->obsolete.count)),
                    tallies->obsolete.count);
    }
    if (tallies->unknown.count) {
        maq_span at = pie_tally_place(check, &tallies->unknown);
        uint32_t flags = tallies->unknown.other & UNKNOWN_FLAGS;
        pie_counted(PIE_TELL(check, PIE_UNKNOWN_FLAGS, at,
                             "%spolygon %u has the flags %x, which never had a meaning%s",
                             check->prefix, tallies->unknown.item, flags,
                             mq_pie_in_all(check, tallies->unknown.count)),
                    tallies->unknown.count);
    }
    if (tallies->ngon.count) {
        maq_span at = pie_tally_place(check, &tallies->ngon);
        maq_finding *finding = PIE_TELL(
            check, PIE_NGON, at, "%spolygon %u has %u corners instead of 3%s", check->prefix,
            tallies->ngon.item, tallies->ngon.other, mq_pie_in_all(check, tallies->ngon.count));
        pie_counted(finding, tallies->ngon.count);
        mq_pie_fix_ngons(check, finding);
    }
    if (tallies->two_sided.count) {
        maq_span at = pie_tally_place(check, &tallies->two_sided);
        maq_finding *finding = PIE_TELL(
            check, PIE_TWO_SIDED, at, "%spolygon %u is marked two-sided (2000)%s", check->prefix,
            tallies->two_sided.item, mq_pie_in_all(check, tallies->two_sided.count));
        pie_counted(finding, tallies->two_sided.count);
        mq_pie_fix_two_sided(check, finding);
    }
}

static void tell_animation(pie_check *check, const face_tallies *tallies) {
    if (!tallies->animated.count)
        return;
    uint64_t graver = tallies->frames.count + tallies->rate.count + tallies->size.count +
                      tallies->width.count + tallies->differs.count + tallies->animated_bare.count;
    if (tallies->still.count) {
        // WMIT goes by the level's first polygon: the first that is unlike it suffers.
        const pie_tally *unlike = tallies->still.item ? &tallies->still : &tallies->animated;
        maq_span at = pie_tally_place(check, unlike);
        pie_counted(PIE_TELL(check, PIE_ANIMATION_MIXED, at,
                             "%spolygon %u is %s, unlike the level's first: WMIT %s", check->prefix,
                             unlike->item, tallies->still.item ? "not animated" : "animated",
                             tallies->still.item ? "animates it, too" : "loses the animation"),
                    unlike->count);
        graver += pie_speaks(check, PIE_ANIMATION_MIXED);
    }
    TELL_TALLY(check, PIE_ANIMATION_FRAMES, &tallies->frames,
               "%spolygon %u has fewer than 2 frames of texture animation%s");
    TELL_TALLY(check, PIE_ANIMATION_RATE, &tallies->rate,
               "%spolygon %u has no rate of texture animation above 0%s");
    TELL_TALLY(check, PIE_ANIMATION_SIZE, &tallies->size,
               "%spolygon %u has a frame of texture animation without a height or width above 0%s");
    TELL_TALLY(check, PIE_ANIMATION_WIDTH_ZERO, &tallies->width,
               "%spolygon %u has a frame of texture animation of width 0%s");
    TELL_TALLY(check, PIE_ANIMATION_DIFFERS, &tallies->differs,
               "%spolygon %u differs in frames or rate from the level's first animated one%s");
    // Good to know, unless something worse was just said of the same.
    if (!graver)
        TELL_TALLY(check, PIE_TEXTURE_ANIMATION, &tallies->animated,
                   "%spolygon %u has texture animation%s");
}

static void tell_coordinate(pie_check *check, pie_rule rule, const pie_tally *tally,
                            const char *where) {
    if (!tally->count)
        return;
    char text[MQ_NUMBER_TEXT_MAX];
    mq_print_float(text, tally->value);
    maq_span at = pie_tally_place(check, tally);
    pie_counted(PIE_TELL(check, rule, at, "%spolygon %u has a texture coordinate %s (%s)%s",
                         check->prefix, tally->item, where, text,
                         mq_pie_in_all(check, tally->count)),
                tally->count);
}

static void tell_shapes(pie_check *check, const face_tallies *tallies) {
    tell_coordinate(check, PIE_UV_NEGATIVE, &tallies->uv_negative, "below 0");
    tell_coordinate(check, PIE_UV_ABOVE_ONE, &tallies->uv_above, "beyond the page");
    TELL_TALLY(check, PIE_FRACTIONAL_UVS, &tallies->uv_fraction,
               "%spolygon %u has texture coordinates with decimals, which PIE 2 does not "
               "foresee%s");
    if (tallies->repeated.count) {
        maq_span at = pie_tally_place(check, &tallies->repeated);
        pie_counted(PIE_TELL(check, PIE_INDEX_REPEATED, at, "%spolygon %u uses point %d twice%s",
                             check->prefix, tallies->repeated.item,
                             (int32_t)tallies->repeated.other,
                             mq_pie_in_all(check, tallies->repeated.count)),
                    tallies->repeated.count);
    }
    TELL_TALLY(check, PIE_ZERO_AREA, &tallies->flat,
               "%spolygon %u has no area: its points lie on a line%s");
    TELL_TALLY(check, PIE_EQUAL_UVS, &tallies->equal_uvs,
               "%spolygon %u has two corners with the same texture coordinates%s");
}

static void check_unused(pie_check *check) {
    const maq_pie_level *level = check->level;
    // A polygon that reading left out may have used a point.
    if (!check->scratch || !level->polygons.count ||
        !mq_pie_announces(check, level->polygons.offset, 1, level->polygons.count))
        return;
    for (uint32_t i = 0; i < level->point_count; i++)
        check->scratch[i] = 0;
    for (uint32_t i = 0; i < level->polygons.corner_count; i++) {
        int32_t point = level->polygons.corners[i].point;
        if (point >= 0 && (uint32_t)point < level->point_count)
            check->scratch[point] = 1;
    }
    pie_tally unused = {0};
    for (uint32_t i = 0; i < level->point_count; i++)
        if (!check->scratch[i])
            pie_tally_add(&unused, level->points[i].offset, 0, i);
    TELL_TALLY(check, PIE_UNUSED_POINTS, &unused, "%spoint %u is used by no polygon%s");
}

static void check_count(pie_check *check) {
    const maq_pie_polygons *polygons = &check->level->polygons;
    maq_span at = mq_pie_token(check->document, polygons->offset, 1);
    if (polygons->count > GAME_POLYGONS)
        PIE_TELL(check, PIE_TOO_MANY_POLYGONS, at, "%sthere are %u polygons; the game takes %d",
                 check->prefix, polygons->count, GAME_POLYGONS);
    else if (polygons->count > DOCUMENT_POLYGONS)
        PIE_TELL(check, PIE_MANY_POLYGONS, at, "%sthere are %u polygons; the document allows %d",
                 check->prefix, polygons->count, DOCUMENT_POLYGONS);
    else if (polygons->count == 0 && mq_pie_announces(check, polygons->offset, 1, 0))
        PIE_TELL(check, PIE_NO_POLYGONS, at, "%sthere are no polygons", check->prefix);
}

void mq_pie_check_polygons(pie_check *check) {
    const maq_pie_level *level = check->level;
    face_tallies tallies = {0};
    // Where POINTS is missing, that is the fault, and reading tells of it.
    bool points_there = level->point_count || mq_pie_announces(check, level->points_offset, 1, 0);
    bool look_closer =
        check->pie->version == 2 && level->polygons.count &&
        mq_pie_rows_have_decimals(check->document, level->polygons.items[0].offset,
                                  level->polygons.items[level->polygons.count - 1].offset);
    check_count(check);
    for (uint32_t i = 0; i < level->polygons.count; i++) {
        const maq_pie_polygon *polygon = &level->polygons.items[i];
        if (points_there)
            check_index_range(check, i);
        check_flags(check, i, &tallies);
        if (polygon->flags & MAQ_PIE_FACE_TEXTURED) {
            if (polygon->flags & MAQ_PIE_FACE_ANIMATED)
                check_block(check, i, &tallies);
            check_uvs(check, i, &tallies, look_closer);
            if (!level->normal_count &&
                has_equal_uvs(polygon, &level->polygons.corners[polygon->first_corner]))
                pie_tally_add(&tallies.equal_uvs, polygon->offset, pie_uv_token(polygon), i);
        }
        check_shape(check, i, &tallies);
    }
    tell_flags(check, &tallies);
    tell_animation(check, &tallies);
    tell_shapes(check, &tallies);
    check_unused(check);
}
