// SPDX-License-Identifier: MIT
//
// The meshes of a scene where its nodes have them, moved to the moment of the picture.
#include <math.h>
#include <stdalign.h>

#include "picture/draw_priv.h"

// What is drawn of meshes that are repeated: so many vertices and triangles, and so many times the
// meshes themselves.
#define FREE_WORK ((uint64_t)262144)
#define MOST_REPEATS 8

static bool is_candidate(const mq_drawing *d, const maq_scene_node *node) {
    if (node->mesh == MAQ_SCENE_NONE)
        return false;
    const maq_scene_mesh *mesh = &d->scene->meshes[node->mesh];
    bool hidden = mesh->role != MAQ_MESH_VISUAL;
    return mesh->triangle_count > 0 && (!hidden || (d->options.show & MAQ_SHOW_HIDDEN));
}

static uint64_t work_of(const maq_scene_mesh *mesh) {
    return (uint64_t)mesh->vertex_count + mesh->triangle_count;
}

static bool wants_tangents(const mq_drawing *d, const maq_scene_mesh *mesh) {
    for (uint32_t i = 0; mesh->tangents && mesh->normals && i < mesh->part_count; i++) {
        uint32_t material = mesh->parts[i].material;
        if (material != MAQ_SCENE_NONE && d->paints[material].normal)
            return true;
    }
    return false;
}

static void *rows_of(mq_drawing *d, uint32_t count, size_t width) {
    return mq_arena_alloc_uninitialized(d->arena, count, width * sizeof(float), alignof(float));
}

static void take_room(mq_drawing *d, mq_body *body, bool frames) {
    const maq_scene_mesh *mesh = body->mesh;
    uint32_t count = mesh->vertex_count;
    body->places = rows_of(d, count, 3);
    body->points = MQ_NEW_UNINITIALIZED_ARRAY(d->arena, mq_raster_point, count);
    if (mesh->normals)
        body->normals = rows_of(d, count, 3);
    if (wants_tangents(d, mesh))
        body->tangents = rows_of(d, count, 4);
    if (frames && mesh->uv_set_count > 0)
        body->uvs = rows_of(d, count, 2);
}

static bool has_frames(const mq_drawing *d) {
    for (uint32_t i = 0; i < d->scene->material_count; i++) {
        if (d->pose->frames[i] != 0)
            return true;
    }
    return false;
}

bool mq_draw_list_bodies(mq_drawing *d) {
    const maq_scene *scene = d->scene;
    uint64_t most = FREE_WORK, work = 0, left_out = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        most += work_of(&scene->meshes[i]) * MOST_REPEATS;
    for (uint32_t i = 0; i < scene->node_count; i++)
        count += is_candidate(d, &scene->nodes[i]);
    d->bodies = MQ_NEW_ARRAY(d->arena, mq_body, count);
    if (!d->bodies)
        return false;
    bool frames = has_frames(d);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (!is_candidate(d, node))
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[node->mesh];
        if (work + work_of(mesh) > most) {
            left_out++;
            continue;
        }
        work += work_of(mesh);
        mq_body *body = &d->bodies[d->body_count++];
        *body = (mq_body){.node = i, .mesh = mesh};
        take_room(d, body, frames);
    }
    if (left_out > 0) {
        maq_finding *finding =
            mq_add_finding(d->findings, &mq_draw_rules[MQ_DRAW_TOO_MUCH], MAQ_NO_OFFSET, 0,
                           "%llu nodes with meshes are left out", (unsigned long long)left_out);
        if (finding)
            finding->count = left_out;
    }
    return mq_arena_status(d->arena) == MAQ_OK;
}

// --------------------------------------------------------------------------- turning to the camera

static void turn(const double axes[3][3], const float v[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = axes[0][i] * v[0] + axes[1][i] * v[1] + axes[2][i] * v[2];
}

static void turn_all(const double axes[3][3], const float origin[3], float *rows, size_t width,
                     uint32_t count) {
    for (uint32_t i = 0; i < count; i++, rows += width) {
        const float v[3] = {rows[0] - origin[0], rows[1] - origin[1], rows[2] - origin[2]};
        double turned[3];
        turn(axes, v, turned);
        for (int k = 0; k < 3; k++)
            rows[k] = (float)turned[k] + origin[k];
    }
}

// Around the origin of its node, as if the camera stood before its front.
static void face_camera(const mq_drawing *d, mq_body *body) {
    static const float none[3] = {0, 0, 0};
    maq_facing facing = d->scene->nodes[body->node].facing;
    if (facing == MAQ_FACING_NONE)
        return;
    double axes[3][3];
    mq_camera_axes(d->yaw, facing == MAQ_FACING_PITCH_AND_ROLL ? d->pitch : 0, axes);
    const float(*world)[4] = d->pose->worlds[body->node];
    const float origin[3] = {world[0][3], world[1][3], world[2][3]};
    uint32_t count = body->mesh->vertex_count;
    const double(*turned)[3] = (const double(*)[3])axes;
    turn_all(turned, origin, body->places[0], 3, count);
    if (body->normals)
        turn_all(turned, none, body->normals[0], 3, count);
    if (body->tangents)
        turn_all(turned, none, body->tangents[0], 4, count);
}

// ------------------------------------------------------------------------------------------ moving

void mq_draw_move_bodies(mq_drawing *d, double seconds) {
    maq_motion_options options = {.size = sizeof options};
    maq_motion_pose(d->motion, d->clip, seconds, &options);
    bool all = d->options.show & MAQ_SHOW_HIDDEN;
    d->triangle_count = 0;
    for (uint32_t i = 0; i < d->body_count; i++) {
        mq_body *body = &d->bodies[i];
        body->visible = all || d->pose->visible[body->node];
        if (!body->visible)
            continue;
        maq_deformed_mesh moved = {body->places, body->normals, body->tangents, body->uvs};
        maq_motion_mesh(d->motion, body->node, &moved, 0);
        face_camera(d, body);
        d->triangle_count += body->mesh->triangle_count;
    }
}

void mq_draw_each_corner(const mq_drawing *d, mq_draw_point function, void *context) {
    for (uint32_t i = 0; i < d->body_count; i++) {
        const mq_body *body = &d->bodies[i];
        for (uint32_t k = 0; body->visible && k < body->mesh->triangle_count; k++) {
            for (int c = 0; c < 3; c++) {
                const float *place = body->places[body->mesh->triangles[k][c]];
                function(context, (mq_vec3){place[0], place[1], place[2]});
            }
        }
    }
}

// ----------------------------------------------------------------------------------- before the eye

// Too far away for a float that is to be computed with is no place at all.
#define FARTHEST 1e15

static bool place_point(const mq_camera *camera, float place[3]) {
    mq_vec3 p = mq_mat34_point(&camera->view, (mq_vec3){place[0], place[1], place[2]});
    bool good = fabs(p.x) < FARTHEST && fabs(p.y) < FARTHEST && fabs(p.z) < FARTHEST;
    place[0] = good ? (float)p.x : INFINITY;
    place[1] = good ? (float)p.y : INFINITY;
    place[2] = good ? (float)p.z : INFINITY;
    return good;
}

// A direction of the model in the axes of the camera. The view's rows are of one length, and the
// last one leads away from the eye.
static void place_direction(const mq_camera *camera, float v[3]) {
    const double(*m)[4] = camera->view.m;
    double x = v[0], y = v[1], z = v[2];
    double scale = 1 / camera->scale;
    v[0] = (float)((m[0][0] * x + m[0][1] * y + m[0][2] * z) * scale);
    v[1] = (float)((m[1][0] * x + m[1][1] * y + m[1][2] * z) * scale);
    v[2] = (float)((m[2][0] * x + m[2][1] * y + m[2][2] * z) * -scale);
}

static uint64_t place_body(const mq_drawing *d, mq_body *body) {
    uint64_t lost = 0;
    for (uint32_t i = 0; i < body->mesh->vertex_count; i++) {
        lost += !place_point(&d->camera, body->places[i]);
        if (body->normals)
            place_direction(&d->camera, body->normals[i]);
        if (body->tangents)
            place_direction(&d->camera, body->tangents[i]);
    }
    mq_raster_project(&d->camera, (const float(*)[3])body->places, body->mesh->vertex_count,
                      body->points);
    return lost;
}

static bool mirrors(const mq_drawing *d, const mq_body *body) {
    // Where joints move a mesh, its node does not.
    if (body->mesh->influence_count > 0 && d->scene->nodes[body->node].skin != MAQ_SCENE_NONE)
        return false;
    mq_mat34 world;
    for (int i = 0; i < 12; i++)
        world.m[i / 4][i % 4] = d->pose->worlds[body->node][i / 4][i % 4];
    return mq_mat34_mirrors(&world);
}

static const mq_paint *paint_of(const mq_drawing *d, const mq_body *body, uint32_t material) {
    if (body->mesh->role == MAQ_MESH_SHADOW)
        return &d->shadow_paint;
    if (body->mesh->role == MAQ_MESH_COLLISION)
        return &d->collision_paint;
    return &d->paints[material != MAQ_SCENE_NONE ? material : d->scene->material_count];
}

static void add_surfaces(mq_drawing *d, const mq_body *body) {
    const maq_scene_mesh *mesh = body->mesh;
    bool mirrored = mirrors(d, body);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const maq_scene_part *part = &mesh->parts[i];
        d->surfaces[d->surface_count++] = (mq_surface){
            .paint = paint_of(d, body, part->material),
            .triangles = mesh->triangles + part->first_triangle,
            .triangle_count = part->triangle_count,
            .points = body->points,
            .places = (const float(*)[3])body->places,
            .normals = (const float(*)[3])body->normals,
            .tangents = (const float(*)[4])body->tangents,
            .uvs = body->uvs ? (const float(*)[2])body->uvs
                             : (mesh->uv_set_count > 0 ? mesh->uvs[0] : NULL),
            .colours = mesh->colours,
            .mirrored = mirrored,
        };
    }
}

bool mq_draw_place_bodies(mq_drawing *d) {
    size_t parts = 0;
    uint64_t lost = 0;
    for (uint32_t i = 0; i < d->body_count; i++)
        parts += d->bodies[i].visible ? d->bodies[i].mesh->part_count : 0;
    d->surfaces = MQ_NEW_ARRAY(d->arena, mq_surface, parts);
    if (!d->surfaces)
        return false;
    for (uint32_t i = 0; i < d->body_count; i++) {
        if (!d->bodies[i].visible)
            continue;
        lost += place_body(d, &d->bodies[i]);
        add_surfaces(d, &d->bodies[i]);
    }
    if (lost > 0) {
        maq_finding *finding =
            mq_add_finding(d->findings, &mq_draw_rules[MQ_DRAW_TOO_LARGE], MAQ_NO_OFFSET, 0,
                           "%llu vertices are left out", (unsigned long long)lost);
        if (finding)
            finding->count = lost;
    }
    return true;
}
