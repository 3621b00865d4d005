// SPDX-License-Identifier: MIT
//
// Levels and shadows as meshes: polygons become fans, corners that are the same become one vertex.
#include <string.h>

#include "base/plural.h"
#include "formats/pie/pie_to_scene.h"
#include "scene/weld.h"

// What makes a vertex. All members have 4 bytes: there is no padding between equal ones.
typedef struct vertex_row {
    uint32_t point;
    float normal[3];
    float uv[2];
    uint32_t strip; // 1 + the material whose frames move it, or 0
} vertex_row;

typedef struct mesh_work {
    mq_arena *arena;   // of the scene
    mq_arena *scratch; // for what is freed with the work
    const pie_mesh_source *source;
    bool file_normals; // NORMALS has a row for each polygon
    uint32_t triangle_count, part_count;
    uint64_t dropped;    // polygons
    pie_vec3 *positions; // of the points, in the axes of the scene
    uint32_t *next;      // the row for the next corner at each point
    vertex_row *rows;    // of the corners, sorted by point
    uint32_t row_count;
    uint32_t *corners; // three a triangle: the row of each
    maq_scene_part *parts;
} mesh_work;

static bool is_usable(const pie_mesh_source *source, const maq_pie_polygon *polygon) {
    const maq_pie_corner *corners = source->polygons->corners + polygon->first_corner;
    for (uint32_t i = 0; i < polygon->corner_count; i++) {
        if (corners[i].point < 0 || (uint32_t)corners[i].point >= source->point_count)
            return false;
    }
    return polygon->corner_count >= 3;
}

static bool convert_points(mesh_work *work) {
    const pie_mesh_source *source = work->source;
    work->positions = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, pie_vec3, source->point_count);
    if (!work->positions)
        return false;
    for (uint32_t i = 0; i < source->point_count; i++) {
        const maq_pie_point *p = &source->points[i];
        const float at[3] = {p->x, p->y, p->z};
        memcpy(work->positions[i], at, sizeof at);
    }
    mq_axes_rows_to_scene(MQ_AXES_WARZONE, *work->positions, source->point_count, 3);
    return true;
}

// ------------------------------------------------------------------------------------------ rows

// The corners of triangle `t` of the fan that a polygon becomes.
static void fan_corners(uint32_t t, uint32_t order[3]) {
    bool swap = mq_axes_swap_corners(MQ_AXES_WARZONE);
    order[0] = 0;
    order[1] = swap ? t + 2 : t + 1;
    order[2] = swap ? t + 1 : t + 2;
}

// Counts the corners at each point and fills the parts.
static void count_polygon(mesh_work *work, uint32_t index) {
    const maq_pie_polygon *polygon = &work->source->polygons->items[index];
    const maq_pie_corner *corners = work->source->polygons->corners + polygon->first_corner;
    uint32_t fan = mq_pie_fan_size(polygon->corner_count);
    uint32_t material = work->source->materials ? work->source->materials[index] : MAQ_SCENE_NONE;
    for (uint32_t t = 0; t < fan; t++) {
        work->next[corners[0].point]++;
        work->next[corners[t + 1].point]++;
        work->next[corners[t + 2].point]++;
    }
    if (work->part_count == 0 || work->parts[work->part_count - 1].material != material)
        work->parts[work->part_count++] =
            (maq_scene_part){.material = material, .first_triangle = work->triangle_count};
    work->parts[work->part_count - 1].triangle_count += fan;
    work->triangle_count += fan;
}

// Sets the normals of one triangle.
static void set_normals(const mesh_work *work, uint32_t index, const maq_pie_corner *corners,
                        const uint32_t order[3], bool plain, vertex_row *const rows[3]) {
    if (work->file_normals && plain) {
        const maq_pie_normals *normals = &work->source->normals[index];
        for (int k = 0; k < 3; k++)
            mq_pie_normal_to_scene(normals->normal[order[k]], rows[k]->normal);
        return;
    }
    float normal[3];
    mq_pie_flat_normal(work->positions[corners[order[0]].point],
                       work->positions[corners[order[1]].point],
                       work->positions[corners[order[2]].point], normal);
    for (int k = 0; k < 3; k++)
        memcpy(rows[k]->normal, normal, sizeof normal);
}

// Writes the rows of a polygon's corners, `first` being its first triangle. Returns the triangle after it.
static uint32_t fill_polygon(const mesh_work *work, uint32_t index, uint32_t first) {
    const maq_pie_polygon *polygon = &work->source->polygons->items[index];
    const maq_pie_corner *corners = work->source->polygons->corners + polygon->first_corner;
    uint32_t fan = mq_pie_fan_size(polygon->corner_count);
    uint32_t material = work->source->materials ? work->source->materials[index] : MAQ_SCENE_NONE;
    bool visual = work->source->role == MAQ_MESH_VISUAL;
    for (uint32_t t = 0; t < fan; t++) {
        uint32_t order[3];
        vertex_row *rows[3];
        fan_corners(t, order);
        for (int k = 0; k < 3; k++) {
            const maq_pie_corner *corner = &corners[order[k]];
            uint32_t at = work->next[corner->point]++;
            work->corners[(size_t)(first + t) * 3 + (size_t)k] = at;
            rows[k] = &work->rows[at];
            *rows[k] = (vertex_row){
                .point = (uint32_t)corner->point,
                .strip = mq_pie_class(polygon) & PIE_CLASS_ANIMATED ? material + 1 : 0};
            if (visual)
                mq_pie_uv_to_scene(work->source->version, (const float[2]){corner->u, corner->v},
                                   rows[k]->uv);
        }
        if (visual)
            set_normals(work, index, corners, order, polygon->corner_count == 3, rows);
    }
    return first + fan;
}

// Gives each point the first row of its corners, and a row to each point that no polygon uses: vertices
// then have the order of points.
static bool assign_rows(mesh_work *work) {
    uint32_t corner_count = work->triangle_count * 3, points = work->source->point_count;
    work->rows =
        MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, vertex_row, (size_t)corner_count + points);
    work->corners = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, uint32_t, corner_count);
    if (!work->rows || !work->corners)
        return false;
    for (uint32_t p = 0; p < points; p++) {
        uint32_t corners = work->next[p];
        work->next[p] = work->row_count;
        if (corners == 0)
            work->rows[work->row_count] = (vertex_row){.point = p, .normal = {0, 1, 0}};
        work->row_count += corners > 0 ? corners : 1;
    }
    return true;
}

// Fills rows, corners and parts.
static bool collect(mesh_work *work) {
    const maq_pie_polygons *polygons = work->source->polygons;
    work->next = MQ_NEW_ARRAY(work->scratch, uint32_t, work->source->point_count);
    maq_scene_part *parts =
        MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, maq_scene_part, (size_t)polygons->count + 1);
    work->parts = parts;
    if (!work->next || !parts || !convert_points(work))
        return false;
    for (uint32_t i = 0; i < polygons->count; i++) {
        if (is_usable(work->source, &polygons->items[i]))
            count_polygon(work, i);
        else
            work->dropped++;
    }
    // A level without polygons has textures all the same.
    if (polygons->count == 0 && work->source->materials)
        parts[work->part_count++] = (maq_scene_part){.material = work->source->materials[0]};
    work->parts = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, maq_scene_part, work->part_count);
    if (!work->parts || !assign_rows(work))
        return false;
    if (work->part_count > 0)
        memcpy(work->parts, parts, work->part_count * sizeof *parts);
    for (uint32_t i = 0, triangle = 0; i < polygons->count; i++) {
        if (is_usable(work->source, &polygons->items[i]))
            triangle = fill_polygon(work, i, triangle);
    }
    return true;
}

// -------------------------------------------------------------------------------------- vertices

// Makes vertices of the rows.
static bool weld(mesh_work *work, maq_scene_mesh *mesh) {
    uint32_t corner_count = work->triangle_count * 3;
    uint32_t *remap = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, work->row_count);
    if (!remap)
        return false;
    uint32_t count =
        mq_weld_sorted(work->scratch, work->rows, work->row_count, sizeof *work->rows, remap);
    if (count == UINT32_MAX)
        return false;
    for (uint32_t i = 0; i < corner_count; i++)
        work->corners[i] = remap[work->corners[i]];
    bool visual = work->source->role == MAQ_MESH_VISUAL;
    pie_vec3 *positions = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, pie_vec3, count);
    pie_vec3 *normals = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, pie_vec3, visual ? count : 0);
    pie_vec2 *uvs = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, pie_vec2, visual ? count : 0);
    const pie_vec2 **sets = MQ_NEW(work->arena, const pie_vec2 *);
    if (!positions || !normals || !uvs || !sets)
        return false;
    const vertex_row *row = work->rows;
    for (uint32_t v = 0; v < count; v++, row++) {
        memcpy(positions[v], work->positions[row->point], sizeof *positions);
        if (visual) {
            memcpy(normals[v], row->normal, sizeof row->normal);
            memcpy(uvs[v], row->uv, sizeof row->uv);
        }
    }
    *sets = (const float(*)[2])uvs;
    mesh->vertex_count = count;
    mesh->positions = (const float(*)[3])positions;
    mesh->normals = visual ? (const float(*)[3])normals : NULL;
    mesh->uv_set_count = visual;
    mesh->uvs = sets;
    // Three numbers a triangle, one after the other.
    mesh->triangles = (const uint32_t(*)[3])work->corners;
    mesh->triangle_count = work->triangle_count;
    mesh->parts = work->parts;
    mesh->part_count = work->part_count;
    return true;
}

uint32_t mq_pie_add_mesh(mq_scene_builder *builder, const pie_mesh_source *source) {
    mesh_work work = {.arena = builder->arena,
                      .scratch = mq_arena_scratch(builder->arena),
                      .source = source,
                      .file_normals = source->normal_count > 0 &&
                                      source->normal_count == source->polygons->count};
    maq_scene_mesh mesh = {.name = source->name, .role = source->role};
    bool made = work.scratch && collect(&work) && weld(&work, &mesh);
    mq_arena_end_scratch(builder->arena, work.scratch);
    if (!made)
        return MAQ_SCENE_NONE;
    mq_add_loss(builder->findings, &mq_pie_rules[PIE_LOSS_POLYGONS], work.dropped,
                "%s: %llu %s points that do not exist and %s dropped", source->name,
                (unsigned long long)work.dropped,
                MQ_PLURAL(work.dropped, "polygon uses", "polygons use"),
                MQ_PLURAL(work.dropped, "was", "were"));
    mesh.extras = source->extras;
    return mq_scene_add_mesh(builder, &mesh);
}
