// SPDX-License-Identifier: MIT
//
// The rules about POINTS and NORMALS.
#include <math.h>
#include <string.h>

#include "base/lexer.h"
#include "base/number.h"
#include "base/plural.h"
#include "base/sort.h"
#include "formats/pie/pie_check_priv.h"

#define DOCUMENT_POINTS 768
#define GAME_BOUND 4096.0f

bool mq_pie_row_has_decimals(const maq_document *document, uint32_t offset, unsigned first,
                             unsigned count, unsigned *which) {
    if (!document->source || offset >= document->source_length)
        return false;
    mq_lexer lexer = {.comment = '#'};
    mq_lexer_start(&lexer, document->source + offset, document->source + document->source_length);
    for (unsigned i = 0; i < first + count && !mq_lexer_done(&lexer); i++) {
        const char *end = mq_lexer_token_end(&lexer);
        if (i >= first && memchr(lexer.at, '.', (size_t)(end - lexer.at))) {
            *which = i;
            return true;
        }
        mq_lexer_advance(&lexer, end);
    }
    return false;
}

bool mq_pie_rows_have_decimals(const maq_document *document, uint32_t first, uint32_t last) {
    const char *source = document->source;
    if (!source || first > last || last >= document->source_length)
        return false;
    // A well-formed last row ends before its third line break.
    const char *end = source + last, *stop = source + document->source_length;
    for (int breaks = 0; end < stop && breaks < 3; end++)
        breaks += *end == '\n' || *end == '\r';
    return memchr(source + first, '.', (size_t)(end - (source + first))) != NULL;
}

// ---------------------------------------------------------------------------------------- points

static void check_values(pie_check *check) {
    const maq_pie_level *level = check->level;
    uint32_t count = level->point_count;
    bool whole_wanted = check->pie->version == 2;
    bool may_have_decimals = whole_wanted && count &&
                             mq_pie_rows_have_decimals(check->document, level->points[0].offset,
                                                       level->points[count - 1].offset);
    mq_fault far = {0}, fractional = {0};
    for (uint32_t i = 0; i < count; i++) {
        const maq_pie_point *point = &level->points[i];
        float value[3] = {point->x, point->y, point->z};
        unsigned farthest = 3, decimal = 3;
        for (unsigned k = 0; k < 3; k++) {
            if (!isfinite(value[k])) {
                pie_fault_add(&check->not_finite, point->offset, k, i);
                continue;
            }
            if (fabsf(value[k]) > GAME_BOUND && farthest == 3)
                farthest = k;
            if (whole_wanted && decimal == 3 && value[k] != truncf(value[k]))
                decimal = k;
        }
        if (farthest < 3)
            pie_fault_add(&far, point->offset, farthest, i);
        if (decimal < 3 ||
            (may_have_decimals &&
             mq_pie_row_has_decimals(check->document, point->offset, 0, 3, &decimal)))
            pie_fault_add(&fractional, point->offset, decimal, i);
    }
    if (far.count) {
        const maq_pie_point *point = &level->points[far.index];
        char text[MQ_NUMBER_TEXT_MAX];
        mq_print_float(text, far.token == 0 ? point->x : far.token == 1 ? point->y : point->z);
        PIE_REPORT_FAULT(check, PIE_FAR_POINT, &far,
                         "point %u is farther than 4096 from the origin (%s)", (unsigned)far.index,
                         text);
    }
    PIE_REPORT_FAULT(check, PIE_FRACTIONAL_POINTS, &fractional,
                     "point %u has decimals, which PIE 2 does not allow",
                     (unsigned)fractional.index);
}

// By position; equal points keep the order of the file.
static int by_position(const void *left, const void *right, const void *context) {
    const maq_pie_point *points = context;
    const maq_pie_point *p = &points[*(const uint32_t *)left];
    const maq_pie_point *q = &points[*(const uint32_t *)right];
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return (p->z > q->z) - (p->z < q->z);
}

static void check_duplicates(pie_check *check) {
    const maq_pie_level *level = check->level;
    const maq_pie_point *points = level->points;
    if (!check->scratch || level->point_count < 2)
        return;
    size_t count = 0;
    for (uint32_t i = 0; i < level->point_count; i++)
        // A NaN is equal to nothing and cannot be sorted.
        if (points[i].x == points[i].x && points[i].y == points[i].y && points[i].z == points[i].z)
            check->scratch[count++] = i;
    const uint32_t *order = mq_sort(check->scratch, check->scratch + level->point_count, count,
                                    sizeof *check->scratch, by_position, points);
    uint64_t equal = 0;
    uint32_t first = UINT32_MAX, twin = 0, run = 0;
    for (size_t i = 1; i < count; i++) {
        const maq_pie_point *p = &points[order[run]], *q = &points[order[i]];
        if (p->x != q->x || p->y != q->y || p->z != q->z) {
            run = (uint32_t)i;
            continue;
        }
        equal++;
        if (order[i] < first) {
            first = order[i];
            twin = order[run];
        }
    }
    if (!equal)
        return;
    maq_span at = mq_pie_token(check->document, points[first].offset, 0);
    mq_finding_count(PIE_REPORT_AT(check, PIE_DUPLICATE_POINTS, at, "%spoint %u equals point %u%s",
                                   check->prefix, first, twin, mq_in_all_of(equal).text),
                     equal);
}

// --------------------------------------------------------------------------------------- normals

bool mq_pie_corners_exist(const maq_pie_level *level, const maq_pie_polygon *polygon) {
    const maq_pie_corner *corners = &level->polygons.corners[polygon->first_corner];
    for (uint32_t k = 0; k < polygon->corner_count; k++)
        if (corners[k].point < 0 || (uint32_t)corners[k].point >= level->point_count)
            return false;
    return true;
}

void mq_pie_face_normal(const maq_pie_level *level, const maq_pie_corner *a,
                        const maq_pie_corner *b, const maq_pie_corner *c, double out[3]) {
    const maq_pie_point *p = &level->points[a->point];
    const maq_pie_point *q = &level->points[b->point];
    const maq_pie_point *r = &level->points[c->point];
    double ux = (double)q->x - (double)p->x, vx = (double)r->x - (double)p->x;
    double uy = (double)q->y - (double)p->y, vy = (double)r->y - (double)p->y;
    double uz = (double)q->z - (double)p->z, vz = (double)r->z - (double)p->z;
    out[0] = uy * vz - uz * vy;
    out[1] = uz * vx - ux * vz;
    out[2] = ux * vy - uy * vx;
}

static double dot(const float a[3], const double b[3]) {
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2];
}

// All three normals of a row point to the back of the polygon of that row.
static bool points_inward(const pie_check *check, uint32_t row) {
    const maq_pie_level *level = check->level;
    const maq_pie_polygon *polygon = &level->polygons.items[row];
    if (polygon->corner_count != 3 || !mq_pie_corners_exist(level, polygon))
        return false;
    const maq_pie_corner *corners = &level->polygons.corners[polygon->first_corner];
    double face[3];
    mq_pie_face_normal(level, &corners[0], &corners[1], &corners[2], face);
    for (int k = 0; k < 3; k++)
        if (!(dot(level->normals[row].normal[k], face) < 0))
            return false;
    return true;
}

static void check_normals(pie_check *check) {
    const maq_pie_level *level = check->level;
    if (!level->normal_count)
        return;
    bool paired = level->normal_count == level->polygons.count;
    if (!paired && mq_pie_announces(check, level->normals_offset, 1, level->normal_count) &&
        !mq_pie_announces(check, level->polygons.offset, 1, level->normal_count)) {
        maq_span at = mq_pie_token(check->document, level->normals_offset, 1);
        PIE_REPORT_AT(check, PIE_NORMAL_COUNT, at, "%sthere %s %u %s of normals for %u %s",
                      check->prefix, MQ_PLURAL(level->normal_count, "is", "are"),
                      level->normal_count, MQ_PLURAL(level->normal_count, "row", "rows"),
                      level->polygons.count,
                      MQ_PLURAL(level->polygons.count, "polygon", "polygons"));
    }
    mq_fault length = {0}, inward = {0};
    for (uint32_t i = 0; i < level->normal_count; i++) {
        const maq_pie_normals *row = &level->normals[i];
        for (unsigned k = 0; k < 3; k++) {
            const float *normal = row->normal[k];
            bool finite = true;
            for (unsigned j = 0; j < 3; j++) {
                if (isfinite(normal[j]))
                    continue;
                pie_fault_add(&check->not_finite, row->offset, 3 * k + j, i);
                finite = false;
            }
            if (finite && !mq_is_near_unit(normal, 3))
                pie_fault_add(&length, row->offset, 3 * k, i);
        }
        if (paired && points_inward(check, i))
            pie_fault_add(&inward, row->offset, 0, i);
    }
    if (length.count) {
        const float *normal = level->normals[length.index].normal[length.token / 3];
        char text[MQ_NUMBER_TEXT_MAX];
        mq_print_float(text, (float)sqrt(dot(normal, (double[]){normal[0], normal[1], normal[2]})));
        PIE_REPORT_FAULT(check, PIE_NORMAL_LENGTH, &length,
                         "a normal of polygon %u has the length %s instead of 1",
                         (unsigned)length.index + 1, text);
    }
    PIE_REPORT_FAULT(check, PIE_NORMAL_INWARD, &inward,
                     "the normals of polygon %u point to its back", (unsigned)inward.index + 1);
}

void mq_pie_check_points(pie_check *check) {
    const maq_pie_level *level = check->level;
    if (level->point_count > DOCUMENT_POINTS) {
        maq_span at = mq_pie_token(check->document, level->points_offset, 1);
        PIE_REPORT_AT(check, PIE_MANY_POINTS, at, "%sthere %s %u %s; the document allows %d",
                      check->prefix, MQ_PLURAL(level->point_count, "is", "are"), level->point_count,
                      MQ_PLURAL(level->point_count, "point", "points"), DOCUMENT_POINTS);
    }
    check_values(check);
    check_duplicates(check);
    check_normals(check);
}
