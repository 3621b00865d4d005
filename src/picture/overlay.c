// SPDX-License-Identifier: MIT
#include "picture/overlay.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "picture/font.h"

// The most lines that are queued.
enum { MAX_LINES = 8192 };

// Lines on a surface are drawn a little in front of it.
#define LIFT 1.002f

static const struct {
    uint8_t colour[3];
    bool in_front;
} line_styles[MQ_LINE_KIND_COUNT] = {
    [MQ_LINE_WIRE] = {{24, 26, 32}, false},  [MQ_LINE_NORMAL] = {{0, 190, 220}, false},
    [MQ_LINE_JOINT] = {{255, 150, 0}, true}, [MQ_LINE_CONNECTOR] = {{230, 0, 200}, true},
    [MQ_LINE_BOX] = {{240, 210, 0}, true},   [MQ_LINE_BOUNDS] = {{130, 130, 140}, true},
    [MQ_LINE_X] = {{225, 40, 40}, true},     [MQ_LINE_Y] = {{40, 180, 40}, true},
    [MQ_LINE_Z] = {{50, 90, 235}, true},
};

bool mq_overlay_begin(mq_overlay *overlay, mq_arena *arena, mq_raster *raster,
                      const mq_camera *camera) {
    *overlay = (mq_overlay){.raster = raster, .camera = camera};
    overlay->points = MQ_NEW_UNINITIALIZED_ARRAY(arena, mq_raster_point, MAX_LINES * 4);
    overlay->triangles = mq_arena_alloc_uninitialized(
        arena, MAX_LINES * 2, sizeof *overlay->triangles, alignof(uint32_t));
    if (!overlay->points || !overlay->triangles)
        return false;
    for (uint32_t i = 0; i < MAX_LINES; i++) {
        const uint32_t quad[2][3] = {{i * 4, i * 4 + 1, i * 4 + 2}, {i * 4, i * 4 + 2, i * 4 + 3}};
        memcpy(overlay->triangles[(size_t)i * 2], quad, sizeof quad);
    }
    for (int i = 0; i < MQ_LINE_KIND_COUNT; i++) {
        const uint8_t *colour = line_styles[i].colour;
        overlay->materials[i] =
            (mq_raster_material){.two_sided = true,
                                 .unlit = true,
                                 .in_front = line_styles[i].in_front,
                                 .colour = {mq_srgb_light[colour[0]], mq_srgb_light[colour[1]],
                                            mq_srgb_light[colour[2]], 1}};
        overlay->surfaces[i] = (mq_surface){.material = &overlay->materials[i],
                                            .triangles = (const uint32_t(*)[3])overlay->triangles,
                                            .triangle_count = MAX_LINES * 2,
                                            .points = overlay->points};
    }
    return true;
}

// Projects the end of a line onto the picture; false when it is too far outside.
static bool project_point(const mq_camera *camera, mq_vec3 position, double out[2]) {
    const double guard = MQ_GUARD_PIXELS / 2.0 * MQ_SUBPIXELS;
    double scale = camera->focal / position.z;
    out[0] = camera->middle_x + position.x * scale;
    out[1] = camera->middle_y - position.y * scale;
    return fabs(out[0]) < guard && fabs(out[1]) < guard;
}

// Moves the first end of a line to the near plane if it is behind it.
static mq_vec3 clip_to_near_plane(const mq_camera *camera, mq_vec3 a, mq_vec3 b) {
    if (a.z >= camera->near)
        return a;
    double part = (camera->near - a.z) / (b.z - a.z);
    mq_vec3 clipped = mq_add(a, mq_scale(mq_subtract(b, a), part));
    clipped.z = camera->near;
    return clipped;
}

// A line between two points of view space; the widths of its ends are in pixels.
static void add_line(mq_overlay *overlay, mq_line_kind kind, mq_vec3 a, mq_vec3 b, double width_a,
                     double width_b) {
    const mq_camera *camera = overlay->camera;
    if (!(a.z >= camera->near || b.z >= camera->near))
        return;
    double from[2], to[2];
    mq_vec3 first = clip_to_near_plane(camera, a, b), second = clip_to_near_plane(camera, b, a);
    if (!project_point(camera, first, from) || !project_point(camera, second, to))
        return;
    if (overlay->line_count == MAX_LINES) {
        mq_raster_flush(overlay->raster);
        overlay->line_count = 0;
    }
    double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);
    // A line along the view direction is a dot.
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
        if (!mq_raster_triangle(overlay->raster, &overlay->surfaces[kind],
                                overlay->line_count * 2 + i))
            overlay->cut_short = true;
    }
    overlay->line_count++;
}

// ---------------------------------------------------------------------------------------- overlays

static mq_vec3 to_view(const mq_drawing *d, mq_vec3 point) {
    return mq_mat34_point(&d->camera.view, point);
}

static mq_vec3 position_of(const mq_mesh_instance *instance, uint32_t vertex) {
    return mq_vec3_load(instance->positions[vertex]);
}

static void draw_wires(mq_overlay *o, const mq_mesh_instance *instance) {
    const maq_scene_mesh *mesh = instance->mesh;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            uint32_t a = mesh->triangles[i][k], b = mesh->triangles[i][(k + 1) % 3];
            // The same order for both triangles of an edge, so that they give the same quad.
            add_line(o, MQ_LINE_WIRE, position_of(instance, a < b ? a : b),
                     position_of(instance, a < b ? b : a), 0.9, 0.9);
        }
    }
}

static void draw_normals(mq_overlay *o, const mq_drawing *d, const mq_mesh_instance *instance) {
    double length = d->size * d->camera.scale * 0.035;
    for (uint32_t i = 0; instance->normals && i < instance->mesh->vertex_count; i++) {
        const float *n = instance->normals[i];
        mq_vec3 from = position_of(instance, i);
        mq_vec3 to = {from.x + n[0] * length, from.y + n[1] * length, from.z - n[2] * length};
        add_line(o, MQ_LINE_NORMAL, from, to, 1.4, 0.6);
    }
}

static mq_vec3 origin_of(const mq_drawing *d, uint32_t node) {
    const float(*world)[4] = d->pose->worlds[node];
    return (mq_vec3){world[0][3], world[1][3], world[2][3]};
}

static void draw_joint(mq_overlay *o, const mq_drawing *d, uint32_t number) {
    const maq_scene_node *node = &d->scene->nodes[number];
    mq_vec3 at = to_view(d, origin_of(d, number));
    uint32_t parent = node->parent;
    if (parent != MAQ_SCENE_NONE && d->scene->nodes[parent].kind == MAQ_NODE_JOINT)
        add_line(o, MQ_LINE_JOINT, to_view(d, origin_of(d, parent)), at, 3.5, 1);
    add_line(o, MQ_LINE_JOINT, at, at, 4, 4);
}

// The axes of a node.
static void draw_node_axes(mq_overlay *o, const mq_drawing *d, uint32_t number, double length) {
    const float(*world)[4] = d->pose->worlds[number];
    mq_vec3 at = origin_of(d, number);
    for (int i = 0; i < 3; i++) {
        mq_vec3 way = mq_normalize((mq_vec3){world[0][i], world[1][i], world[2][i]});
        add_line(o, (mq_line_kind)(MQ_LINE_X + i), to_view(d, at),
                 to_view(d, mq_add(at, mq_scale(way, length))), 2, 2);
    }
    add_line(o, MQ_LINE_CONNECTOR, to_view(d, at), to_view(d, at), 5, 5);
}

static void draw_edges(mq_overlay *o, const mq_drawing *d, mq_line_kind kind,
                       const mq_vec3 corners[8]) {
    for (int i = 0; i < 8; i++) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if (!(i & axis))
                add_line(o, kind, to_view(d, corners[i]), to_view(d, corners[i | axis]), 1.5, 1.5);
        }
    }
}

mq_vec3 mq_draw_corner(const float min[3], const float max[3], int corner) {
    return (mq_vec3){corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1],
                     corner & 4 ? max[2] : min[2]};
}

mq_vec3 mq_draw_box_corner(const mq_drawing *d, const maq_scene_box *box, int corner) {
    mq_vec3 position = mq_draw_corner(box->min, box->max, corner);
    if (box->node == MAQ_SCENE_NONE)
        return position;
    mq_mat34 world = mq_mat34_load(d->pose->worlds[box->node]);
    return mq_mat34_point(&world, position);
}

static void draw_boxes(mq_overlay *o, const mq_drawing *d) {
    mq_vec3 corners[8];
    for (uint32_t i = 0; (d->options.show & MAQ_SHOW_BOXES) && i < d->scene->box_count; i++) {
        for (int k = 0; k < 8; k++)
            corners[k] = mq_draw_box_corner(d, &d->scene->boxes[i], k);
        draw_edges(o, d, MQ_LINE_BOX, corners);
    }
    if ((d->options.show & MAQ_SHOW_BOUNDS) && d->extent.any) {
        for (int k = 0; k < 8; k++)
            corners[k] = mq_draw_corner(d->extent.box.min, d->extent.box.max, k);
        draw_edges(o, d, MQ_LINE_BOUNDS, corners);
    }
}

mq_vec3 mq_draw_axis_end(const mq_drawing *d, int axis) {
    double length = d->size / 2;
    return (mq_vec3){axis == 0 ? length : 0, axis == 1 ? length : 0, axis == 2 ? length : 0};
}

static void draw_axes(mq_overlay *o, const mq_drawing *d) {
    mq_vec3 origin = to_view(d, (mq_vec3){0, 0, 0});
    for (int i = 0; i < 3; i++)
        add_line(o, (mq_line_kind)(MQ_LINE_X + i), origin, to_view(d, mq_draw_axis_end(d, i)), 2.5,
                 1);
}

void mq_overlay_draw(mq_overlay *o, const mq_drawing *d) {
    uint32_t show = d->options.show;
    for (uint32_t i = 0; i < d->instance_count; i++) {
        if (d->instances[i].visible && (show & MAQ_SHOW_WIREFRAME))
            draw_wires(o, &d->instances[i]);
        if (d->instances[i].visible && (show & MAQ_SHOW_NORMALS))
            draw_normals(o, d, &d->instances[i]);
    }
    draw_boxes(o, d);
    if (show & MAQ_SHOW_AXES)
        draw_axes(o, d);
    for (uint32_t i = 0; i < d->scene->node_count; i++) {
        maq_node_kind kind = d->scene->nodes[i].kind;
        if (kind == MAQ_NODE_JOINT && (show & MAQ_SHOW_JOINTS))
            draw_joint(o, d, i);
        if (kind == MAQ_NODE_ATTACHMENT && (show & MAQ_SHOW_CONNECTORS))
            draw_node_axes(o, d, i, d->size * 0.08);
    }
    mq_raster_flush(o->raster);
    o->line_count = 0;
}

// More names than this would cover each other.
enum { MAX_LABELS = 200 };

// To the right of a pixel, or to the left at the edge of the picture.
static void write_beside(maq_image *image, int32_t x, int32_t y, const char *name) {
    static const uint8_t colour[4] = {150, 0, 130, 255};
    size_t length = mq_font_length(name);
    int32_t width = (int32_t)(length < 1000 ? length : 1000) * MQ_FONT_WIDTH, gap = 5;
    bool fits = x + gap + width <= (int32_t)image->width || x - gap - width < 0;
    mq_font_write(image, fits ? x + gap : x - gap - width, y - MQ_FONT_HEIGHT / 2, 1, colour, name);
}

void mq_overlay_label(const mq_drawing *d, maq_image *image) {
    unsigned labels = 0;
    if (!(d->options.show & MAQ_SHOW_CONNECTORS))
        return;
    for (uint32_t i = 0; i < d->scene->node_count && labels < MAX_LABELS; i++) {
        const maq_scene_node *node = &d->scene->nodes[i];
        double at[2];
        mq_vec3 position = to_view(d, origin_of(d, i));
        if (node->kind != MAQ_NODE_ATTACHMENT || !(position.z >= d->camera.near) ||
            !project_point(&d->camera, position, at))
            continue;
        write_beside(image, (int32_t)floor(at[0] / MQ_SUBPIXELS),
                     (int32_t)floor(at[1] / MQ_SUBPIXELS), node->name);
        labels++;
    }
}
