// SPDX-License-Identifier: MIT
//
// The instances of meshes: posed, turned to the camera, and transformed to view space.
#include <math.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <string.h>

#include "base/parallel.h"
#include "base/plural.h"
#include "motion/deform.h"
#include "picture/draw_priv.h"

// How many vertices and triangles are drawn of meshes that many nodes share: this number plus so many
// times the size of all meshes.
#define MIN_WORK_LIMIT ((uint64_t)262144)
#define MAX_REPEATS 8

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

static bool needs_tangents(const mq_drawing *d, const maq_scene_mesh *mesh) {
    for (uint32_t i = 0; mesh->tangents && mesh->normals && i < mesh->part_count; i++) {
        uint32_t material = mesh->parts[i].material;
        if (material != MAQ_SCENE_NONE && d->materials[material].normal)
            return true;
    }
    return false;
}

static void *alloc_rows(mq_drawing *d, uint32_t count, size_t width) {
    return mq_arena_alloc_uninitialized(d->arena, count, width * sizeof(float), alignof(float));
}

static bool *find_used_vertices(mq_drawing *d, const maq_scene_mesh *mesh) {
    bool *used = MQ_NEW_ARRAY(d->arena, bool, mesh->vertex_count);
    for (uint32_t i = 0; used && i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            used[mesh->triangles[i][k]] = true;
    }
    return used;
}

static void alloc_buffers(mq_drawing *d, mq_mesh_instance *instance, bool frames) {
    const maq_scene_mesh *mesh = instance->mesh;
    uint32_t count = mesh->vertex_count;
    instance->positions = alloc_rows(d, count, 3);
    instance->points = MQ_NEW_UNINITIALIZED_ARRAY(d->arena, mq_raster_point, count);
    if (mesh->normals)
        instance->normals = alloc_rows(d, count, 3);
    if (needs_tangents(d, mesh))
        instance->tangents = alloc_rows(d, count, 4);
    if (frames && mesh->uv_set_count > 0)
        instance->uvs = alloc_rows(d, count, 2);
    instance->used = find_used_vertices(d, mesh);
}

static bool has_frames(const mq_drawing *d) {
    for (uint32_t i = 0; i < d->scene->material_count; i++) {
        if (d->pose->frames[i] != 0)
            return true;
    }
    return false;
}

bool mq_draw_list_instances(mq_drawing *d) {
    const maq_scene *scene = d->scene;
    uint64_t most = MIN_WORK_LIMIT, work = 0, left_out = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        most += work_of(&scene->meshes[i]) * MAX_REPEATS;
    for (uint32_t i = 0; i < scene->node_count; i++)
        count += is_candidate(d, &scene->nodes[i]);
    d->instances = MQ_NEW_ARRAY(d->arena, mq_mesh_instance, count);
    if (!d->instances)
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
        mq_mesh_instance *instance = &d->instances[d->instance_count++];
        *instance = (mq_mesh_instance){.node = i, .mesh = mesh};
        alloc_buffers(d, instance, frames);
    }
    if (left_out > 0) {
        mq_add_loss(d->findings, &mq_draw_rules[MQ_DRAW_TOO_MUCH], left_out,
                    "%llu %s left out of the picture", (unsigned long long)left_out,
                    MQ_PLURAL(left_out, "node with a mesh was", "nodes with meshes were"));
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

// Rotates an instance about the origin of its node, so that its front faces the camera.
static void face_camera(const mq_drawing *d, mq_mesh_instance *instance) {
    static const float none[3] = {0, 0, 0};
    maq_facing facing = d->scene->nodes[instance->node].facing;
    if (facing == MAQ_FACING_NONE)
        return;
    double axes[3][3];
    mq_camera_axes(d->yaw, facing == MAQ_FACING_PITCH_AND_ROLL ? d->pitch : 0, axes);
    const float(*world)[4] = d->pose->worlds[instance->node];
    const float origin[3] = {world[0][3], world[1][3], world[2][3]};
    uint32_t count = instance->mesh->vertex_count;
    const double(*turned)[3] = (const double(*)[3])axes;
    turn_all(turned, origin, instance->positions[0], 3, count);
    if (instance->normals)
        turn_all(turned, none, instance->normals[0], 3, count);
    if (instance->tangents)
        turn_all(turned, none, instance->tangents[0], 4, count);
}

// ------------------------------------------------------------------------------------------ posing

void mq_draw_pose_instances(mq_drawing *d, double seconds) {
    maq_motion_options options = {.size = sizeof options};
    maq_motion_pose(d->motion, d->clip, seconds, &options);
    bool all = d->options.show & MAQ_SHOW_HIDDEN;
    d->triangle_count = 0;
    for (uint32_t i = 0; i < d->instance_count; i++) {
        mq_mesh_instance *instance = &d->instances[i];
        instance->visible = all || d->pose->visible[instance->node];
        if (!instance->visible)
            continue;
        maq_deformed_mesh moved = {instance->positions, instance->normals, instance->tangents,
                                   instance->uvs};
        mq_motion_mesh(d->motion, instance->node, &moved, 0, d->options.threads);
        face_camera(d, instance);
        d->triangle_count += instance->mesh->triangle_count;
    }
}

// ------------------------------------------------------------------------------ blocks of vertices

// Large meshes are worked on by all cores.
enum { BLOCK = 1 << 15, MOST_BLOCKS = 16 };

// The number of blocks of a mesh, each of which has block_size() vertices; the last may have fewer.
static uint32_t block_count(const maq_scene_mesh *mesh) {
    uint32_t count = mesh->vertex_count / BLOCK + 1;
    return count < MOST_BLOCKS ? count : MOST_BLOCKS;
}

static uint32_t block_size(const maq_scene_mesh *mesh) {
    return mesh->vertex_count / block_count(mesh) + 1;
}

static uint32_t block_end(const maq_scene_mesh *mesh, size_t block) {
    uint64_t end = (uint64_t)block_size(mesh) * (block + 1);
    return end < mesh->vertex_count ? (uint32_t)end : mesh->vertex_count;
}

// The sets of the blocks of a mesh.
typedef struct block_sets {
    const mq_mesh_instance *instance;
    const mq_point_set *kind;
    alignas(max_align_t) char sets[MOST_BLOCKS][MQ_POINT_SET_MAX];
} block_sets;

static void add_block(void *context, size_t block) {
    block_sets *all = context;
    const mq_mesh_instance *instance = all->instance;
    uint32_t end = block_end(instance->mesh, block);
    for (uint32_t v = block_size(instance->mesh) * (uint32_t)block; v < end; v++) {
        if (instance->used[v])
            all->kind->add(all->sets[block], mq_vec3_load(instance->positions[v]));
    }
}

void mq_draw_add_vertices(const mq_drawing *d, const mq_point_set *kind, void *set) {
    for (uint32_t i = 0; i < d->instance_count; i++) {
        if (!d->instances[i].visible)
            continue;
        block_sets all = {.instance = &d->instances[i], .kind = kind};
        uint32_t count = block_count(d->instances[i].mesh);
        // All begin with the points so far: a point that is added twice changes nothing.
        for (uint32_t block = 0; block < count; block++)
            memcpy(all.sets[block], set, kind->size);
        mq_parallel(count, d->options.threads, add_block, NULL, &all);
        for (uint32_t block = 0; block < count; block++)
            kind->join(set, all.sets[block]);
    }
}

// --------------------------------------------------------------------------------------- view space

// Larger coordinates cannot be computed with and become infinite.
#define FARTHEST 1e15

static bool transform_point(const mq_camera *camera, float position[3]) {
    mq_vec3 p = mq_mat34_point(&camera->view, mq_vec3_load(position));
    bool good = fabs(p.x) < FARTHEST && fabs(p.y) < FARTHEST && fabs(p.z) < FARTHEST;
    position[0] = good ? (float)p.x : INFINITY;
    position[1] = good ? (float)p.y : INFINITY;
    position[2] = good ? (float)p.z : INFINITY;
    return good;
}

// A direction of the model in the axes of the camera. The rows of the view matrix have the same
// length, and the last one points away from the camera.
static void transform_direction(const mq_camera *camera, float v[3]) {
    const double(*m)[4] = camera->view.m;
    double x = v[0], y = v[1], z = v[2];
    double scale = 1 / camera->scale;
    v[0] = (float)((m[0][0] * x + m[0][1] * y + m[0][2] * z) * scale);
    v[1] = (float)((m[1][0] * x + m[1][1] * y + m[1][2] * z) * scale);
    v[2] = (float)((m[2][0] * x + m[2][1] * y + m[2][2] * z) * -scale);
}

typedef struct transforming {
    const mq_camera *camera;
    const mq_mesh_instance *instance;
    atomic_uint_fast64_t lost; // points that cannot be computed with
} transforming;

static void transform_block(void *context, size_t block) {
    transforming *t = context;
    const mq_mesh_instance *instance = t->instance;
    uint32_t first = block_size(instance->mesh) * (uint32_t)block;
    uint32_t end = block_end(instance->mesh, block);
    uint64_t lost = 0;
    for (uint32_t i = first; i < end; i++) {
        lost += !transform_point(t->camera, instance->positions[i]);
        if (instance->normals)
            transform_direction(t->camera, instance->normals[i]);
        if (instance->tangents)
            transform_direction(t->camera, instance->tangents[i]);
    }
    if (first < end)
        mq_raster_project(t->camera, (const float(*)[3])instance->positions + first, end - first,
                          instance->points + first);
    atomic_fetch_add_explicit(&t->lost, lost, memory_order_relaxed);
}

static uint64_t transform_instance(const mq_drawing *d, const mq_mesh_instance *instance) {
    transforming t = {.camera = &d->camera, .instance = instance};
    mq_parallel(block_count(instance->mesh), d->options.threads, transform_block, NULL, &t);
    return t.lost;
}

static bool mirrors(const mq_drawing *d, const mq_mesh_instance *instance) {
    // The transform of the node has no effect on a skinned mesh.
    if (instance->mesh->influence_count > 0 &&
        d->scene->nodes[instance->node].skin != MAQ_SCENE_NONE)
        return false;
    mq_mat34 world = mq_mat34_load(d->pose->worlds[instance->node]);
    return mq_mat34_mirrors(&world);
}

static const mq_raster_material *material_for(const mq_drawing *d, const mq_mesh_instance *instance,
                                              uint32_t material) {
    if (instance->mesh->role == MAQ_MESH_SHADOW)
        return &d->shadow_material;
    if (instance->mesh->role == MAQ_MESH_COLLISION)
        return &d->collision_material;
    return &d->materials[material != MAQ_SCENE_NONE ? material : d->scene->material_count];
}

static void add_surfaces(mq_drawing *d, const mq_mesh_instance *instance) {
    const maq_scene_mesh *mesh = instance->mesh;
    bool mirrored = mirrors(d, instance);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const maq_scene_part *part = &mesh->parts[i];
        d->surfaces[d->surface_count++] = (mq_surface){
            .material = material_for(d, instance, part->material),
            .triangles = mesh->triangles + part->first_triangle,
            .triangle_count = part->triangle_count,
            .points = instance->points,
            .positions = (const float(*)[3])instance->positions,
            .normals = (const float(*)[3])instance->normals,
            .tangents = (const float(*)[4])instance->tangents,
            .uvs = instance->uvs ? (const float(*)[2])instance->uvs
                                 : (mesh->uv_set_count > 0 ? mesh->uvs[0] : NULL),
            .colours = mesh->colours,
            .mirrored = mirrored,
        };
    }
}

bool mq_draw_transform_instances(mq_drawing *d) {
    size_t parts = 0;
    uint64_t lost = 0;
    for (uint32_t i = 0; i < d->instance_count; i++)
        parts += d->instances[i].visible ? d->instances[i].mesh->part_count : 0;
    d->surfaces = MQ_NEW_ARRAY(d->arena, mq_surface, parts);
    if (!d->surfaces)
        return false;
    for (uint32_t i = 0; i < d->instance_count; i++) {
        if (!d->instances[i].visible)
            continue;
        lost += transform_instance(d, &d->instances[i]);
        add_surfaces(d, &d->instances[i]);
    }
    if (lost > 0) {
        mq_add_loss(d->findings, &mq_draw_rules[MQ_DRAW_TOO_LARGE], lost,
                    "%llu %s left out of the picture", (unsigned long long)lost,
                    MQ_PLURAL(lost, "vertex was", "vertices were"));
    }
    return true;
}
