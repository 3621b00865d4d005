// SPDX-License-Identifier: MIT
//
// Converts polygons to another version: units of texture coordinates and times, and flags that no
// game draws any more.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/plural.h"
#include "formats/pie/pie_convert.h"
#include "formats/pie/pie_copy.h"

// What the conversion of a level changes or drops.
typedef struct losses {
    uint64_t coordinates, sizes, rates;
    double largest; // error of a coordinate, in its new unit
    uint64_t ngons, triangles, two_sided, ngon_normals;
} losses;

// ----------------------------------------------------------------------------------------- values

static bool same_float(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

// From one unit of the page to the other: 256 parts (PIE 2) or 1. Exact but at the ends of the
// range of numbers; false when it is not.
static bool rescale(uint32_t from, uint32_t to, float *value) {
    float before = *value, after = before / mq_pie_page_size(from) * mq_pie_page_size(to);
    float back = after / mq_pie_page_size(to) * mq_pie_page_size(from);
    *value = after;
    return same_float(before, back);
}

// PIE 2 has whole numbers. False when this is not one yet.
static bool make_whole(float *value) {
    float whole = roundf(*value);
    if (!isfinite(*value) || whole == *value)
        return true;
    *value = whole + 0.0f; // no -0
    return false;
}

static float convert_coordinate(float value, bool flip, uint32_t from, uint32_t to, losses *lost) {
    double wanted = (double)value / mq_pie_page_size(from);
    bool exact;
    if (flip) {
        // The page is whole while it is turned over.
        exact = rescale(from, 3, &value);
        float turned = 1 - value;
        exact = same_float(1 - turned, value) && exact;
        value = turned;
        exact = rescale(3, to, &value) && exact;
        wanted = 1 - wanted;
    } else {
        exact = rescale(from, to, &value);
    }
    wanted *= mq_pie_page_size(to);
    // What was PIE 2 may have decimals there, too; nothing is gained by rounding it.
    if (to == 2)
        exact = make_whole(&value) && exact;
    if (!exact) {
        lost->coordinates++;
        double error = fabs(wanted - value);
        if (error > lost->largest)
            lost->largest = error;
    }
    return value;
}

static float convert_size(float value, uint32_t from, uint32_t to, losses *lost) {
    bool exact = rescale(from, to, &value);
    if (to == 2) {
        bool positive = value > 0;
        exact = make_whole(&value) && exact;
        if (positive && value < 1)
            value = 1; // no frame may have a width of 0
    }
    lost->sizes += !exact;
    return value;
}

// Seconds in the draft, whole milliseconds elsewhere.
static double convert_rate(double rate, uint32_t from, uint32_t to, losses *lost) {
    if ((from == 5) == (to == 5))
        return rate;
    if (to == 5) {
        double seconds = rate / 1000;
        lost->rates += round(seconds * 1000) != rate;
        return seconds;
    }
    double milliseconds = round(rate * 1000);
    if (!(milliseconds >= INT32_MIN))
        milliseconds = isnan(milliseconds) ? 0 : INT32_MIN;
    else if (milliseconds > INT32_MAX)
        milliseconds = INT32_MAX;
    lost->rates += milliseconds / 1000 != rate;
    return milliseconds;
}

// --------------------------------------------------------------------------------------- polygons

// Polygons under construction, with the normals that go with them.
typedef struct face_list {
    uint32_t from, to; // versions
    maq_pie_polygon *items;
    maq_pie_corner *corners;
    maq_pie_normals *normals; // NULL: they have none
    uint32_t count;
} face_list;

static maq_pie_corner convert_corner(const face_list *faces, const maq_pie_corner *corner,
                                     losses *lost) {
    bool flip = (faces->from == 5) != (faces->to == 5);
    return (maq_pie_corner){.point = corner->point,
                            .u = convert_coordinate(corner->u, false, faces->from, faces->to, lost),
                            .v = convert_coordinate(corner->v, flip, faces->from, faces->to, lost)};
}

// Adds a triangle with the values of `polygon`.
static void add_triangle(face_list *faces, const maq_pie_polygon *polygon, const maq_pie_corner *a,
                         const maq_pie_corner *b, const maq_pie_corner *c) {
    maq_pie_polygon *item = &faces->items[faces->count];
    *item = *polygon;
    item->corner_count = 3;
    item->first_corner = faces->count * 3;
    item->offset = MAQ_PIE_NO_OFFSET;
    maq_pie_corner *corners = &faces->corners[item->first_corner];
    corners[0] = *a;
    corners[1] = *b;
    corners[2] = *c;
    faces->count++;
}

// The outward normal of a triangle, 0 where there is none.
static void flat_normal(const maq_pie_level *level, const maq_pie_corner corners[3],
                        float normal[3]) {
    double p[3][3];
    memset(normal, 0, 3 * sizeof *normal);
    for (unsigned k = 0; k < 3; k++) {
        int32_t index = corners[k].point;
        if (index < 0 || (uint32_t)index >= level->point_count)
            return;
        const maq_pie_point *point = &level->points[index];
        p[k][0] = point->x;
        p[k][1] = point->y;
        p[k][2] = point->z;
    }
    double a[3], b[3], n[3];
    for (unsigned k = 0; k < 3; k++) {
        a[k] = p[1][k] - p[0][k];
        b[k] = p[2][k] - p[0][k];
    }
    n[0] = a[1] * b[2] - a[2] * b[1];
    n[1] = a[2] * b[0] - a[0] * b[2];
    n[2] = a[0] * b[1] - a[1] * b[0];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0) || !isfinite(length))
        return;
    for (unsigned k = 0; k < 3; k++)
        normal[k] = (float)(n[k] / length);
}

// The normals of the triangle that was added last, from the row of its polygon or made anew.
static void add_normals(face_list *faces, const maq_pie_level *level, const maq_pie_normals *row) {
    if (!faces->normals)
        return;
    maq_pie_normals *normals = &faces->normals[faces->count - 1];
    normals->offset = MAQ_PIE_NO_OFFSET;
    if (row) {
        memcpy(normals->normal, row->normal, sizeof normals->normal);
        return;
    }
    for (unsigned k = 0; k < 3; k++)
        flat_normal(level, &faces->corners[(faces->count - 1) * 3], normals->normal[k]);
}

// Adds the back of the triangle that was added last.
static void add_back(face_list *faces) {
    uint32_t front = faces->count - 1;
    const maq_pie_corner *corners = &faces->corners[front * 3];
    add_triangle(faces, &faces->items[front], &corners[2], &corners[1], &corners[0]);
    if (!faces->normals)
        return;
    maq_pie_normals *back = &faces->normals[front + 1];
    back->offset = MAQ_PIE_NO_OFFSET;
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned axis = 0; axis < 3; axis++)
            back->normal[k][axis] = -faces->normals[front].normal[2 - k][axis];
    }
}

// Adds the triangles that one polygon of the old document becomes.
static void add_polygon(face_list *faces, const maq_pie_level *level, const maq_pie_polygons *from,
                        uint32_t index, bool two_sided, losses *lost) {
    maq_pie_polygon polygon = from->items[index];
    const maq_pie_corner *corner = from->corners + polygon.first_corner;
    maq_pie_corner corners[MAQ_PIE_MAX_CORNERS];
    uint32_t count =
        polygon.corner_count < MAQ_PIE_MAX_CORNERS ? polygon.corner_count : MAQ_PIE_MAX_CORNERS;
    for (uint32_t k = 0; k < count; k++) {
        if (polygon.flags & MAQ_PIE_FACE_TEXTURED)
            corners[k] = convert_corner(faces, &corner[k], lost);
        else
            corners[k] = (maq_pie_corner){.point = corner[k].point};
    }
    if (polygon.flags & MAQ_PIE_FACE_ANIMATED) {
        polygon.rate = convert_rate(polygon.rate, faces->from, faces->to, lost);
        polygon.width = convert_size(polygon.width, faces->from, faces->to, lost);
        polygon.height = convert_size(polygon.height, faces->from, faces->to, lost);
    }
    if (two_sided)
        polygon.flags &= ~(uint32_t)MAQ_PIE_FACE_TWO_SIDED;

    uint32_t triangles = mq_pie_fan_size(count);
    for (uint32_t t = 0; t < triangles; t++) {
        add_triangle(faces, &polygon, &corners[0], &corners[t + 1], &corners[t + 2]);
        add_normals(faces, level, t == 0 && faces->normals ? &level->normals[index] : NULL);
        if (two_sided)
            add_back(faces);
    }
    lost->two_sided += two_sided;
    if (triangles > 1) {
        lost->ngons++;
        lost->triangles += triangles;
        lost->ngon_normals += faces->normals != NULL;
    }
}

static bool is_two_sided(const maq_pie_polygon *polygon) {
    return polygon->flags & MAQ_PIE_FACE_TWO_SIDED;
}

// Whether each polygon stays one triangle, at the same index with the same corners.
static bool stays_in_place(const maq_pie_polygons *from, bool shadow) {
    for (uint32_t i = 0; i < from->count; i++) {
        const maq_pie_polygon *polygon = &from->items[i];
        if (polygon->corner_count != 3 || polygon->first_corner != i * 3 ||
            (!shadow && is_two_sided(polygon)))
            return false;
    }
    return true;
}

// Whether texture coordinates and times of two versions have the same units and directions.
static bool same_units(uint32_t from, uint32_t to) {
    return mq_pie_page_size(from) == mq_pie_page_size(to) && (from == 5) == (to == 5) && to != 2;
}

// Converts a list in its own memory: scenes become PIE 4 first, and most stay as they are from there on.
static void convert_in_place(pie_conversion *work, const maq_pie_level *level,
                             const maq_pie_polygons *from, maq_pie_polygons *to,
                             maq_pie_normals **normals, losses *lost) {
    face_list faces = {.from = work->from->version,
                       .to = work->version,
                       .items = MQ_WRITABLE(maq_pie_polygon, from->items),
                       .corners = MQ_WRITABLE(maq_pie_corner, from->corners)};
    bool same = same_units(faces.from, faces.to);
    for (; faces.count < from->count && !same;)
        add_polygon(&faces, level, from, faces.count, false, lost);
    if (normals)
        *normals = MQ_WRITABLE(maq_pie_normals, level->normals);
    *to = *from;
}

// Fills `to` (and its normals, if `with_normals`) from one list of a level. `*rows` is set when
// polygons are not where they were. Shadows have one side only.
static bool convert_list(pie_conversion *work, const maq_pie_level *level,
                         const maq_pie_polygons *from, maq_pie_polygons *to, bool shadow,
                         maq_pie_normals **normals, const uint32_t **rows, losses *lost) {
    mq_arena *arena = work->out->arena;
    uint64_t total = 0;
    if (work->reuse && stays_in_place(from, shadow)) {
        convert_in_place(work, level, from, to, normals, lost);
        return true;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        uint64_t triangles = mq_pie_fan_size(from->items[i].corner_count);
        total += !shadow && is_two_sided(&from->items[i]) ? 2 * triangles : triangles;
    }
    // Corners are numbered by 32 bits.
    if (total > UINT32_MAX / 3) {
        // More than any arena has: the request fails with the right status.
        mq_arena_alloc(arena, SIZE_MAX, 2, 1);
        return false;
    }
    face_list faces = {.from = work->from->version,
                       .to = work->version,
                       .items = MQ_NEW_ARRAY(arena, maq_pie_polygon, (size_t)total),
                       .corners = MQ_NEW_ARRAY(arena, maq_pie_corner, (size_t)total * 3)};
    if (normals)
        *normals = faces.normals = MQ_NEW_ARRAY(arena, maq_pie_normals, (size_t)total);
    uint32_t *first = MQ_NEW_ARRAY(arena, uint32_t, total == from->count ? 0 : from->count);
    if (!faces.items || !faces.corners || !first || (normals && !faces.normals))
        return false;
    for (uint32_t i = 0; i < from->count; i++) {
        if (total != from->count)
            first[i] = faces.count;
        add_polygon(&faces, level, from, i, !shadow && is_two_sided(&from->items[i]), lost);
    }
    *rows = total == from->count ? NULL : first;
    *to = (maq_pie_polygons){.items = faces.items,
                             .count = faces.count,
                             .corners = faces.corners,
                             .corner_count = faces.count * 3,
                             .offset = MAQ_PIE_NO_OFFSET};
    return true;
}

// ----------------------------------------------------------------------------------------- losses

typedef unsigned long long number_of;

static void report_coordinates(pie_conversion *work, uint32_t number, const losses *lost) {
    char error[MQ_NUMBER_TEXT_MAX];
    number_of count = lost->coordinates;
    const char *what = MQ_PLURAL(count, "texture coordinate was", "texture coordinates were");
    if (work->version == 2) {
        // Thousandths are fine enough for people.
        mq_print_double(error, ceil(lost->largest * 1000) / 1000);
        PIE_REPORT_LOSS(work, PIE_LOSS_UV, count,
                        "level %u: %llu %s rounded to whole 1/256 of the page, by up to %s of them",
                        number, count, what, error);
    } else {
        mq_print_float(error, (float)lost->largest);
        PIE_REPORT_LOSS(work, PIE_LOSS_UV, count,
                        "level %u: %llu %s changed by rounding, by up to %s of the page", number,
                        count, what, error);
    }
}

static void report_losses(pie_conversion *work, uint32_t number, const char *what,
                          const losses *lost) {
    if (lost->coordinates > 0)
        report_coordinates(work, number, lost);
    PIE_REPORT_LOSS(work, PIE_LOSS_ANIMATION_SIZE, lost->sizes,
                    "level %u: %llu %s of texture-animation frames %s rounded%s", number,
                    (number_of)lost->sizes, MQ_PLURAL(lost->sizes, "size", "sizes"),
                    MQ_PLURAL(lost->sizes, "was", "were"),
                    work->version == 2 ? " to whole 1/256 of the page" : "");
    PIE_REPORT_LOSS(work, PIE_LOSS_ANIMATION_RATE, lost->rates,
                    "level %u: the rate of %llu animated %s was rounded%s", number,
                    (number_of)lost->rates, MQ_PLURAL(lost->rates, "polygon", "polygons"),
                    work->version == 5 ? "" : " to whole milliseconds");
    PIE_REPORT_LOSS(work, PIE_LOSS_NGON, lost->ngons,
                    "level %u: %llu %s%s of more than 3 corners %s cut into %llu %s", number,
                    (number_of)lost->ngons, what, MQ_PLURAL(lost->ngons, "", "s"),
                    MQ_PLURAL(lost->ngons, "was", "were"), (number_of)lost->triangles,
                    MQ_PLURAL(lost->triangles, "triangle", "triangles"));
    PIE_REPORT_LOSS(work, PIE_LOSS_TWO_SIDED, lost->two_sided,
                    "level %u: %llu %s with flag 2000 (two-sided) %s a second, reversed one "
                    "instead",
                    number, (number_of)lost->two_sided,
                    MQ_PLURAL(lost->two_sided, "polygon", "polygons"),
                    MQ_PLURAL(lost->two_sided, "gets", "get"));
    PIE_REPORT_LOSS(work, PIE_LOSS_NGON_NORMALS, lost->ngon_normals,
                    "level %u: %llu %s of more than 3 corners %s flat normals beyond the first "
                    "triangle",
                    number, (number_of)lost->ngon_normals,
                    MQ_PLURAL(lost->ngon_normals, "polygon", "polygons"),
                    MQ_PLURAL(lost->ngon_normals, "gets", "get"));
}

bool mq_pie_convert_faces(pie_conversion *work, uint32_t index, maq_pie_level *to,
                          pie_moved_rows *moved) {
    const maq_pie_level *from = &work->from->levels[index];
    bool has_normals = from->normal_count > 0 && work->version != 5;
    losses faces = {0}, shadow = {0};
    maq_pie_normals *normals = NULL;
    moved->normals = has_normals && from->normal_count == from->polygons.count;
    if (!convert_list(work, from, &from->polygons, &to->polygons, false,
                      moved->normals ? &normals : NULL, &moved->polygons, &faces))
        return false;
    if (moved->normals) {
        to->normals = normals;
        to->normal_count = to->polygons.count;
    } else if (has_normals && !mq_pie_copy_normals(work->out->arena, from, to)) {
        return false;
    }
    report_losses(work, index + 1, "polygon", &faces);
    if (work->version == 5) {
        PIE_REPORT_LOSS(work, PIE_LOSS_NORMALS, from->normal_count,
                        "level %u: %u %s of NORMALS %s dropped", index + 1, from->normal_count,
                        MQ_PLURAL(from->normal_count, "row", "rows"),
                        MQ_PLURAL(from->normal_count, "was", "were"));
        return true;
    }
    if (!convert_list(work, from, &from->shadow_polygons, &to->shadow_polygons, true, NULL,
                      &moved->shadow_polygons, &shadow))
        return false;
    report_losses(work, index + 1, "shadow polygon", &shadow);
    return true;
}
