// SPDX-License-Identifier: MIT
//
// The rules about POLYGONS: their corners, flags, texture coordinates and texture animation.
#include <math.h>

#include "base/number.h"
#include "base/plural.h"
#include "formats/pie/pie_check_priv.h"

#define DOCUMENT_POLYGONS 512
#define GAME_POLYGONS 8192
#define OBSOLETE_FLAGS                                                                             \
    (MAQ_PIE_FACE_COLOUR | MAQ_PIE_FACE_FLAT | MAQ_PIE_FACE_WIRE | MAQ_PIE_FACE_TRANSLUCENT |      \
     MAQ_PIE_FACE_GOURAUD | MAQ_PIE_FACE_FIXED_VIEW | MAQ_PIE_FACE_BSP_FRESH |                     \
     MAQ_PIE_FACE_NO_HALF_PSX | 0xff000000u)
#define UNKNOWN_FLAGS 0x00fc0000u

// Faults that are counted over the polygons of a level and reported once.
typedef struct face_faults {
    mq_fault ngon, not_textured, obsolete, two_sided, unknown;
    mq_fault animated, still, animated_bare;
    mq_fault frames, rate, size, width, differs, wraps;
    mq_fault uv_negative, uv_above, uv_fraction, uv_draft;
    mq_fault repeated, flat, equal_uvs;
    const maq_pie_polygon *first_animated;
} face_faults;

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
            PIE_REPORT_AT(
                check, PIE_INDEX_RANGE, at,
                "%spolygon %u uses point %d, but the level has %u %s (0 to %u): correct the number, or add the point",
                check->prefix, index + 1, point, level->point_count,
                MQ_PLURAL(level->point_count, "point", "points"), level->point_count - 1);
        else
            PIE_REPORT_AT(check, PIE_INDEX_RANGE, at,
                          "%spolygon %u uses point %d, but the level has no points", check->prefix,
                          index + 1, point);
    }
}

static void check_flags(pie_check *check, uint32_t index, face_faults *faults) {
    const maq_pie_polygon *polygon = &check->level->polygons.items[index];
    uint32_t flags = polygon->flags;
    if (flags & OBSOLETE_FLAGS)
        pie_fault_add(&faults->obsolete, polygon->offset, 0, index);
    if (flags & UNKNOWN_FLAGS)
        pie_fault_add(&faults->unknown, polygon->offset, 0, index);
    if (flags & MAQ_PIE_FACE_TWO_SIDED)
        pie_fault_add(&faults->two_sided, polygon->offset, 0, index);
    if (flags & MAQ_PIE_FACE_ANIMATED)
        pie_fault_add(&faults->animated, polygon->offset, 0, index);
    else
        pie_fault_add(&faults->still, polygon->offset, 0, index);
    if (!(flags & MAQ_PIE_FACE_TEXTURED)) {
        if (flags & MAQ_PIE_FACE_ANIMATED) {
            maq_span at = mq_pie_token(check->document, polygon->offset, 0);
            PIE_REPORT_AT(check, PIE_ANIMATED_NOT_TEXTURED, at,
                          "%spolygon %u has flag 4000 without 200", check->prefix, index + 1);
            faults->animated_bare.count++;
        } else {
            pie_fault_add(&faults->not_textured, polygon->offset, 0, index);
        }
    }
    if (polygon->corner_count > 3 && polygon->corner_count <= MAQ_PIE_MAX_CORNERS)
        pie_fault_add(&faults->ngon, polygon->offset, 1, index);
}

static void check_block(pie_check *check, uint32_t index, face_faults *faults) {
    const maq_pie_polygon *polygon = &check->level->polygons.items[index];
    unsigned block = 2 + polygon->corner_count;
    float page = mq_pie_page_size(check->pie->version);
    if (polygon->frames <= 1)
        pie_fault_add(&faults->frames, polygon->offset, block, index);
    if (!(polygon->rate > 0))
        pie_fault_add(&faults->rate, polygon->offset, block + 1, index);
    if (polygon->frames > UINT16_MAX)
        pie_fault_add(&faults->wraps, polygon->offset, block, index);
    else if (polygon->rate > UINT16_MAX)
        pie_fault_add(&faults->wraps, polygon->offset, block + 1, index);
    if (!isfinite(polygon->width))
        pie_fault_add(&check->not_finite, polygon->offset, block + 2, index);
    else if (fabsf(polygon->width) <= 0.0001f * page)
        pie_fault_add(&faults->width, polygon->offset, block + 2, index);
    else if (polygon->width < 0)
        pie_fault_add(&faults->size, polygon->offset, block + 2, index);
    if (!isfinite(polygon->height))
        pie_fault_add(&check->not_finite, polygon->offset, block + 3, index);
    else if (polygon->height <= 0)
        pie_fault_add(&faults->size, polygon->offset, block + 3, index);

    const maq_pie_polygon *first = faults->first_animated;
    if (!first)
        faults->first_animated = polygon;
    else if (first->frames != polygon->frames || first->rate != polygon->rate)
        pie_fault_add(&faults->differs, polygon->offset,
                      first->frames != polygon->frames ? block : block + 1, index);
}

static void check_uvs(pie_check *check, uint32_t index, face_faults *faults,
                      bool may_have_decimals) {
    const maq_pie_polygon *polygon = &check->level->polygons.items[index];
    const maq_pie_corner *corners = &check->level->polygons.corners[polygon->first_corner];
    float page = mq_pie_page_size(check->pie->version);
    unsigned first = pie_uv_token(polygon), fraction = 0;
    bool fractional = false;
    bool draft = check->pie->version == 5 && pie_reports(check, PIE_DRAFT_5_UV_RANGE);
    for (uint32_t k = 0; k < 2 * polygon->corner_count; k++) {
        float value = k % 2 ? corners[k / 2].v : corners[k / 2].u;
        if (!isfinite(value)) {
            pie_fault_add(&check->not_finite, polygon->offset, first + k, index);
            continue;
        }
        if (draft && (value < 0 || value > 1))
            pie_fault_add(&faults->uv_draft, polygon->offset, first + k, index);
        else if (value < 0)
            pie_fault_add(&faults->uv_negative, polygon->offset, first + k, index);
        else if (value > page)
            pie_fault_add(&faults->uv_above, polygon->offset, first + k, index);
        if (!fractional && value != truncf(value)) {
            fractional = true;
            fraction = first + k;
        }
    }
    if (may_have_decimals && !fractional)
        fractional = mq_pie_row_has_decimals(check->document, polygon->offset, first,
                                             2 * polygon->corner_count, &fraction);
    if (check->pie->version == 2 && fractional)
        pie_fault_add(&faults->uv_fraction, polygon->offset, fraction, index);
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

static void check_shape(const pie_check *check, uint32_t index, face_faults *faults) {
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
            pie_fault_add(&faults->repeated, polygon->offset, 2 + b, index);
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
    pie_fault_add(&faults->flat, polygon->offset, 0, index);
}

// -------------------------------------------------------------------------------- once for a level

// Reports faults whose message needs nothing but the index of the first polygon.
#define REPORT_POLYGONS(check, rule, fault, text)                                                  \
    PIE_REPORT_FAULT(check, rule, fault, "polygon %u " text, (unsigned)(fault)->index + 1)

static void report_flags(pie_check *check, const face_faults *faults) {
    const maq_pie_polygon *items = check->level->polygons.items;
    REPORT_POLYGONS(check, PIE_NOT_TEXTURED, &faults->not_textured, "lacks flag 200");
    PIE_REPORT_FAULT(check, PIE_OBSOLETE_FLAGS, &faults->obsolete,
                     "polygon %u has the obsolete flags %x", (unsigned)faults->obsolete.index + 1,
                     items[faults->obsolete.index].flags & OBSOLETE_FLAGS);
    PIE_REPORT_FAULT(check, PIE_UNKNOWN_FLAGS, &faults->unknown,
                     "polygon %u has the flags %x, which never had a meaning",
                     (unsigned)faults->unknown.index + 1,
                     items[faults->unknown.index].flags & UNKNOWN_FLAGS);
    mq_pie_fix_ngons(
        check,
        PIE_REPORT_FAULT(check, PIE_NGON, &faults->ngon, "polygon %u has %u %s instead of 3",
                         (unsigned)faults->ngon.index + 1, items[faults->ngon.index].corner_count,
                         MQ_PLURAL(items[faults->ngon.index].corner_count, "corner", "corners")));
    mq_pie_fix_two_sided(check, REPORT_POLYGONS(check, PIE_TWO_SIDED, &faults->two_sided,
                                                "is marked two-sided (2000)"));
}

static void report_animation(pie_check *check, const face_faults *faults) {
    if (!faults->animated.count)
        return;
    uint64_t more_severe = faults->frames.count + faults->rate.count + faults->size.count +
                           faults->width.count + faults->differs.count + faults->wraps.count +
                           faults->animated_bare.count;
    if (faults->still.count) {
        // WMIT goes by the first polygon of the level: it treats the first that differs wrongly.
        const mq_fault *unlike = faults->still.index ? &faults->still : &faults->animated;
        maq_span at = pie_fault_span(check, unlike);
        mq_finding_count(
            PIE_REPORT_AT(check, PIE_ANIMATION_MIXED, at,
                          "%spolygon %u is %s, unlike the first of the level: WMIT %s",
                          check->prefix, (unsigned)unlike->index + 1,
                          faults->still.index ? "not animated" : "animated",
                          faults->still.index ? "animates it, too" : "drops the animation"),
            unlike->count);
        more_severe += pie_reports(check, PIE_ANIMATION_MIXED);
    }
    REPORT_POLYGONS(check, PIE_ANIMATION_FRAMES, &faults->frames,
                    "has fewer than 2 frames of texture animation");
    REPORT_POLYGONS(check, PIE_ANIMATION_RATE, &faults->rate,
                    "has no rate of texture animation above 0");
    REPORT_POLYGONS(check, PIE_ANIMATION_SIZE, &faults->size,
                    "has a frame of texture animation without a height or width above 0");
    REPORT_POLYGONS(check, PIE_ANIMATION_WIDTH_ZERO, &faults->width,
                    "has a frame of texture animation of width 0");
    if (faults->wraps.count) {
        const maq_pie_polygon *polygon = &check->level->polygons.items[faults->wraps.index];
        bool frames = polygon->frames > UINT16_MAX;
        double value = frames ? polygon->frames : polygon->rate;
        PIE_REPORT_FAULT(check, PIE_ANIMATION_WRAPS, &faults->wraps,
                         "polygon %u has the %s %.0f of texture animation, which the game wraps to "
                         "%.0f",
                         (unsigned)faults->wraps.index + 1, frames ? "number of frames" : "rate",
                         value, fmod(floor(value), 65536));
    }
    REPORT_POLYGONS(check, PIE_ANIMATION_DIFFERS, &faults->differs,
                    "differs in frames or rate from the first animated one of the level");
    if (!more_severe)
        REPORT_POLYGONS(check, PIE_TEXTURE_ANIMATION, &faults->animated, "has texture animation");
}

static void report_coordinate(pie_check *check, pie_rule rule, const mq_fault *fault,
                              const char *where) {
    if (!fault->count)
        return;
    const maq_pie_polygons *polygons = &check->level->polygons;
    const maq_pie_polygon *polygon = &polygons->items[fault->index];
    unsigned number = fault->token - pie_uv_token(polygon);
    const maq_pie_corner *corner = &polygons->corners[polygon->first_corner + number / 2];
    char text[MQ_NUMBER_TEXT_MAX];
    mq_print_float(text, number % 2 ? corner->v : corner->u);
    PIE_REPORT_FAULT(
        check, rule, fault,
        "polygon %u has a texture coordinate %s (%s): the texture is not repeated, so move it onto the page",
        (unsigned)fault->index + 1, where, text);
}

static void report_shapes(pie_check *check, const face_faults *faults) {
    const maq_pie_polygons *polygons = &check->level->polygons;
    report_coordinate(check, PIE_UV_NEGATIVE, &faults->uv_negative, "below 0");
    report_coordinate(check, PIE_UV_ABOVE_ONE, &faults->uv_above, "beyond the page");
    report_coordinate(check, PIE_DRAFT_5_UV_RANGE, &faults->uv_draft, "outside 0 to 1");
    REPORT_POLYGONS(check, PIE_FRACTIONAL_UVS, &faults->uv_fraction,
                    "has texture coordinates with decimals, which PIE 2 does not allow");
    if (faults->repeated.count) {
        const maq_pie_polygon *polygon = &polygons->items[faults->repeated.index];
        uint32_t corner = polygon->first_corner + faults->repeated.token - 2;
        PIE_REPORT_FAULT(check, PIE_INDEX_REPEATED, &faults->repeated,
                         "polygon %u uses point %d twice", (unsigned)faults->repeated.index + 1,
                         polygons->corners[corner].point);
    }
    REPORT_POLYGONS(check, PIE_ZERO_AREA, &faults->flat, "has no area: its points lie on a line");
    REPORT_POLYGONS(check, PIE_EQUAL_UVS, &faults->equal_uvs,
                    "has two corners with the same texture coordinates");
}

static void check_unused(pie_check *check) {
    const maq_pie_level *level = check->level;
    // A polygon that could not be read may have used a point.
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
    mq_fault unused = {0};
    for (uint32_t i = 0; i < level->point_count; i++)
        if (!check->scratch[i])
            pie_fault_add(&unused, level->points[i].offset, 0, i);
    PIE_REPORT_FAULT(check, PIE_UNUSED_POINTS, &unused, "point %u is used by no polygon",
                     (unsigned)unused.index);
}

static void check_count(pie_check *check) {
    const maq_pie_polygons *polygons = &check->level->polygons;
    maq_span at = mq_pie_token(check->document, polygons->offset, 1);
    if (polygons->count > GAME_POLYGONS)
        PIE_REPORT_AT(check, PIE_TOO_MANY_POLYGONS, at, "%sthere %s %u %s; the game allows %d",
                      check->prefix, MQ_PLURAL(polygons->count, "is", "are"), polygons->count,
                      MQ_PLURAL(polygons->count, "polygon", "polygons"), GAME_POLYGONS);
    else if (polygons->count > DOCUMENT_POLYGONS && check->pie->version != 4)
        PIE_REPORT_AT(check, PIE_MANY_POLYGONS, at, "%sthere %s %u %s; the document allows %d",
                      check->prefix, MQ_PLURAL(polygons->count, "is", "are"), polygons->count,
                      MQ_PLURAL(polygons->count, "polygon", "polygons"), DOCUMENT_POLYGONS);
    else if (polygons->count == 0 && mq_pie_announces(check, polygons->offset, 1, 0))
        PIE_REPORT_AT(check, PIE_NO_POLYGONS, at, "%sthere are no polygons", check->prefix);
}

void mq_pie_check_polygons(pie_check *check) {
    const maq_pie_level *level = check->level;
    face_faults faults = {0};
    // Where POINTS is missing, that is the fault, and the reader reports it.
    bool points_there = level->point_count || mq_pie_announces(check, level->points_offset, 1, 0);
    bool may_have_decimals =
        check->pie->version == 2 && level->polygons.count &&
        mq_pie_rows_have_decimals(check->document, level->polygons.items[0].offset,
                                  level->polygons.items[level->polygons.count - 1].offset);
    check_count(check);
    for (uint32_t i = 0; i < level->polygons.count; i++) {
        const maq_pie_polygon *polygon = &level->polygons.items[i];
        if (points_there)
            check_index_range(check, i);
        check_flags(check, i, &faults);
        if (polygon->flags & MAQ_PIE_FACE_TEXTURED) {
            if (polygon->flags & MAQ_PIE_FACE_ANIMATED)
                check_block(check, i, &faults);
            check_uvs(check, i, &faults, may_have_decimals);
            if (!level->normal_count &&
                has_equal_uvs(polygon, &level->polygons.corners[polygon->first_corner]))
                pie_fault_add(&faults.equal_uvs, polygon->offset, pie_uv_token(polygon), i);
        }
        check_shape(check, i, &faults);
    }
    report_flags(check, &faults);
    report_animation(check, &faults);
    report_shapes(check, &faults);
    check_unused(check);
}
