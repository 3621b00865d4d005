// SPDX-License-Identifier: MIT
#include "picture/overlay.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "picture/font.h"

// So many lines wait at a time.
enum { MOST_LINES = 8192 };

// Lines that lie on a surface come a little to the front of it.
#define LIFT 1.002f

static const struct {
    uint8_t colour[3];
    bool in_front;
} inks[MQ_INK_COUNT] = {
    [MQ_INK_WIRE] = {{24, 26, 32}, false},  [MQ_INK_NORMAL] = {{0, 190, 220}, false},
    [MQ_INK_JOINT] = {{255, 150, 0}, true}, [MQ_INK_CONNECTOR] = {{230, 0, 200}, true},
    [MQ_INK_BOX] = {{240, 210, 0}, true},   [MQ_INK_BOUNDS] = {{130, 130, 140}, true},
    [MQ_INK_X] = {{225, 40, 40}, true},     [MQ_INK_Y] = {{40, 180, 40}, true},
    [MQ_INK_Z] = {{50, 90, 235}, true},
};

bool mq_overlay_begin(mq_overlay *overlay, mq_arena *arena, mq_raster *raster,
                      const mq_camera *camera) {
    *overlay = (mq_overlay){.raster = raster, .camera = camera};
    overlay->points = MQ_NEW_UNINITIALIZED_ARRAY(arena, mq_raster_point, MOST_LINES * 4);
    overlay->triangles = mq_arena_alloc_uninitialized(
        arena, MOST_LINES * 2, sizeof *overlay->triangles, alignof(uint32_t));
    if (!overlay->points || !overlay->triangles)
        return false;
    for (uint32_t i = 0; i < MOST_LINES; i++) {
        const uint32_t quad[2][3] = {{i * 4, i * 4 + 1, i * 4 + 2}, {i * 4, i * 4 + 2, i * 4 + 3}};
        memcpy(overlay->triangles[(size_t)i * 2], quad, sizeof quad);
    }
    for (int i = 0; i < MQ_INK_COUNT; i++) {
        const uint8_t *colour = inks[i].colour;
        overlay->paints[i] =
            (mq_paint){.two_sided = true,
                       .unlit = true,
                       .in_front = inks[i].in_front,
                       .colour = {mq_srgb_light[colour[0]], mq_srgb_light[colour[1]],
                                  mq_srgb_light[colour[2]], 1}};
        overlay->surfaces[i] = (mq_surface){.paint = &overlay->paints[i],
                                            .triangles = (const uint32_t(*)[3])overlay->triangles,
                                            .triangle_count = MOST_LINES * 2,
                                            .points = overlay->points};
    }
    return true;
}

// The end of a line on the picture; false when it cannot be there.
static bool end_of(const mq_camera *camera, mq_vec3 place, double out[2]) {
    const double guard = (double)(MQ_GUARD_PIXELS / 2) * MQ_SUBPIXELS;
    double scale = camera->focal / place.z;
    out[0] = camera->middle_x + place.x * scale;
    out[1] = camera->middle_y - place.y * scale;
    return fabs(out[0]) < guard && fabs(out[1]) < guard;
}

// Moves the first end to the plane before the eye if it lies behind.
static mq_vec3 cut_before_eye(const mq_camera *camera, mq_vec3 a, mq_vec3 b) {
    if (a.z >= camera->near)
        return a;
    double part = (camera->near - a.z) / (b.z - a.z);
    mq_vec3 cut = mq_add(a, mq_scale(mq_subtract(b, a), part));
    cut.z = camera->near;
    return cut;
}

void mq_overlay_line(mq_overlay *overlay, mq_ink ink, mq_vec3 a, mq_vec3 b, double width_a,
                     double width_b) {
    const mq_camera *camera = overlay->camera;
    if (!(a.z >= camera->near || b.z >= camera->near))
        return;
    double from[2], to[2];
    mq_vec3 first = cut_before_eye(camera, a, b), second = cut_before_eye(camera, b, a);
    if (!end_of(camera, first, from) || !end_of(camera, second, to))
        return;
    if (overlay->line_count == MOST_LINES) {
        mq_raster_flush(overlay->raster);
        overlay->line_count = 0;
    }
    double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);
    // A line that is seen from its end is a dot.
    x = length > 1 ? x / length : 1;
    y = length > 1 ? y / length : 0;
    double half_a = width_a * MQ_SUBPIXELS / 2, half_b = width_b * MQ_SUBPIXELS / 2;
    const double corners[4][2] = {
        {from[0] - x * half_a - y * half_a, from[1] - y * half_a + x * half_a},
        {from[0] - x * half_a + y * half_a, from[1] - y * half_a - x * half_a},
        {to[0] + x * half_b + y * half_b, to[1] + y * half_b - x * half_b},
        {to[0] + x * half_b - y * half_b, to[1] + y * half_b + x * half_b}};
    mq_raster_point *points = overlay->points + (size_t)overlay->line_count * 4;
    for (int i = 0; i < 4; i++)
        points[i] = (mq_raster_point){(int32_t)floor(corners[i][0] + 0.5),
                                      (int32_t)floor(corners[i][1] + 0.5),
                                      (float)(1 / (i < 2 ? first.z : second.z)) * LIFT};
    for (uint32_t i = 0; i < 2; i++) {
        if (!mq_raster_triangle(overlay->raster, &overlay->surfaces[ink],
                                overlay->line_count * 2 + i))
            overlay->cut_short = true;
    }
    overlay->line_count++;
}

// ----------------------------------------------------------------------------------- what is shown

static mq_vec3 to_eye(const mq_drawing *d, mq_vec3 point) {
    return mq_mat34_point(&d->camera.view, point);
}

static mq_vec3 place_of(const mq_body *body, uint32_t vertex) {
    const float *place = body->places[vertex];
    return (mq_vec3){place[0], place[1], place[2]};
}

static void draw_wires(mq_overlay *o, const mq_body *body) {
    const maq_scene_mesh *mesh = body->mesh;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            uint32_t a = mesh->triangles[i][k], b = mesh->triangles[i][(k + 1) % 3];
            // The same way round for both triangles of an edge: they must give the same quad.
            mq_overlay_line(o, MQ_INK_WIRE, place_of(body, a < b ? a : b),
                            place_of(body, a < b ? b : a), 0.9, 0.9);
        }
    }
}

static void draw_normals(mq_overlay *o, const mq_drawing *d, const mq_body *body) {
    double length = d->size * d->camera.scale * 0.035;
    for (uint32_t i = 0; body->normals && i < body->mesh->vertex_count; i++) {
        const float *n = body->normals[i];
        mq_vec3 from = place_of(body, i);
        mq_vec3 to = {from.x + n[0] * length, from.y + n[1] * length, from.z - n[2] * length};
        mq_overlay_line(o, MQ_INK_NORMAL, from, to, 1.4, 0.6);
    }
}

static mq_vec3 origin_of(const mq_drawing *d, uint32_t node) {
    const float(*world)[4] = d->pose->worlds[node];
    return (mq_vec3){world[0][3], world[1][3], world[2][3]};
}

static void draw_joint(mq_overlay *o, const mq_drawing *d, uint32_t number) {
    const maq_scene_node *node = &d->scene->nodes[number];
    mq_vec3 at = to_eye(d, origin_of(d, number));
    uint32_t parent = node->parent;
    if (parent != MAQ_SCENE_NONE && d->scene->nodes[parent].kind == MAQ_NODE_JOINT)
        mq_overlay_line(o, MQ_INK_JOINT, to_eye(d, origin_of(d, parent)), at, 3.5, 1);
    mq_overlay_line(o, MQ_INK_JOINT, at, at, 4, 4);
}

// The directions of a node, as long as told.
static void draw_cross(mq_overlay *o, const mq_drawing *d, uint32_t number, double length) {
    const float(*world)[4] = d->pose->worlds[number];
    mq_vec3 at = origin_of(d, number);
    for (int i = 0; i < 3; i++) {
        mq_vec3 way = mq_normalize((mq_vec3){world[0][i], world[1][i], world[2][i]});
        mq_overlay_line(o, (mq_ink)(MQ_INK_X + i), to_eye(d, at),
                        to_eye(d, mq_add(at, mq_scale(way, length))), 2, 2);
    }
    mq_overlay_line(o, MQ_INK_CONNECTOR, to_eye(d, at), to_eye(d, at), 5, 5);
}

static void draw_edges(mq_overlay *o, const mq_drawing *d, mq_ink ink, const mq_vec3 corners[8]) {
    for (int i = 0; i < 8; i++) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if (!(i & axis))
                mq_overlay_line(o, ink, to_eye(d, corners[i]), to_eye(d, corners[i | axis]), 1.5,
                                1.5);
        }
    }
}

mq_vec3 mq_draw_corner(const float min[3], const float max[3], int corner) {
    return (mq_vec3){corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1],
                     corner & 4 ? max[2] : min[2]};
}

mq_vec3 mq_draw_box_corner(const mq_drawing *d, const maq_scene_box *box, int corner) {
    mq_vec3 place = mq_draw_corner(box->min, box->max, corner);
    if (box->node == MAQ_SCENE_NONE)
        return place;
    mq_mat34 world;
    for (int i = 0; i < 12; i++)
        world.m[i / 4][i % 4] = d->pose->worlds[box->node][i / 4][i % 4];
    return mq_mat34_point(&world, place);
}

static void draw_boxes(mq_overlay *o, const mq_drawing *d) {
    mq_vec3 corners[8];
    for (uint32_t i = 0; (d->options.show & MAQ_SHOW_BOXES) && i < d->scene->box_count; i++) {
        for (int k = 0; k < 8; k++)
            corners[k] = mq_draw_box_corner(d, &d->scene->boxes[i], k);
        draw_edges(o, d, MQ_INK_BOX, corners);
    }
    if ((d->options.show & MAQ_SHOW_BOUNDS) && d->extent.any) {
        for (int k = 0; k < 8; k++)
            corners[k] = mq_draw_corner(d->extent.box.min, d->extent.box.max, k);
        draw_edges(o, d, MQ_INK_BOUNDS, corners);
    }
}

mq_vec3 mq_draw_axis_end(const mq_drawing *d, int axis) {
    double length = d->size / 2;
    return (mq_vec3){axis == 0 ? length : 0, axis == 1 ? length : 0, axis == 2 ? length : 0};
}

static void draw_axes(mq_overlay *o, const mq_drawing *d) {
    mq_vec3 origin = to_eye(d, (mq_vec3){0, 0, 0});
    for (int i = 0; i < 3; i++)
        mq_overlay_line(o, (mq_ink)(MQ_INK_X + i), origin, to_eye(d, mq_draw_axis_end(d, i)), 2.5,
                        1);
}

void mq_overlay_draw(mq_overlay *o, const mq_drawing *d) {
    uint32_t show = d->options.show;
    for (uint32_t i = 0; i < d->body_count; i++) {
        if (d->bodies[i].visible && (show & MAQ_SHOW_WIREFRAME))
            draw_wires(o, &d->bodies[i]);
        if (d->bodies[i].visible && (show & MAQ_SHOW_NORMALS))
            draw_normals(o, d, &d->bodies[i]);
    }
    draw_boxes(o, d);
    if (show & MAQ_SHOW_AXES)
        draw_axes(o, d);
    for (uint32_t i = 0; i < d->scene->node_count; i++) {
        maq_node_kind kind = d->scene->nodes[i].kind;
        if (kind == MAQ_NODE_JOINT && (show & MAQ_SHOW_JOINTS))
            draw_joint(o, d, i);
        if (kind == MAQ_NODE_ATTACHMENT && (show & MAQ_SHOW_CONNECTORS))
            draw_cross(o, d, i, d->size * 0.08);
    }
    mq_raster_flush(o->raster);
    o->line_count = 0;
}

// More names than this cannot be read anyway.
enum { MOST_LABELS = 200 };

// To the right of a place, or to the left where the picture ends.
static void write_beside(maq_image *image, int32_t x, int32_t y, const char *name) {
    static const uint8_t ink[4] = {150, 0, 130, 255};
    size_t length = mq_font_length(name);
    int32_t width = (int32_t)(length < 1000 ? length : 1000) * MQ_FONT_WIDTH, gap = 5;
    bool fits = x + gap + width <= (int32_t)image->width || x - gap - width < 0;
    mq_font_write(image, fits ? x + gap : x - gap - width, y - MQ_FONT_HEIGHT / 2, 1, ink, name);
}

void mq_overlay_label(const mq_drawing *d, maq_image *image) {
    unsigned labels = 0;
    if (!(d->options.show & MAQ_SHOW_CONNECTORS))
        return;
    for (uint32_t i = 0; i < d->scene->node_count && labels < MOST_LABELS; i++) {
        const maq_scene_node *node = &d->scene->nodes[i];
        double at[2];
        mq_vec3 place = to_eye(d, origin_of(d, i));
        if (node->kind != MAQ_NODE_ATTACHMENT || !(place.z >= d->camera.near) ||
            !end_of(&d->camera, place, at))
            continue;
        write_beside(image, (int32_t)floor(at[0] / MQ_SUBPIXELS),
                     (int32_t)floor(at[1] / MQ_SUBPIXELS), node->name);
        labels++;
    }
}
