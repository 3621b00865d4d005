// SPDX-License-Identifier: MIT
//
// Levels and shadows as meshes: polygons become fans, corners that are the same become one vertex.
#include <string.h>

#include "base/plural.h"
#include "formats/pie/pie_to_scene.h"
#include "scene/geometry.h"

// What makes a vertex. All members have 4 bytes: there is no padding between equal ones.
typedef struct vertex_row {
    uint32_t point;
    uint32_t strip; // 1 + the material whose frames move it, or 0
    float uv[2];
    float normal[3];
} vertex_row;

typedef struct mesh_work {
    mq_arena *arena;
    const pie_mesh_source *source;
    bool file_normals; // NORMALS has a row for each polygon
    uint32_t triangle_count, part_count;
    uint64_t dropped; // polygons
    vertex_row *rows; // three a triangle
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

static void position_of(const pie_mesh_source *source, uint32_t point, float out[3]) {
    const maq_pie_point *p = &source->points[point];
    mq_axes_to_scene(MQ_AXES_WARZONE, (const float[3]){p->x, p->y, p->z}, out);
}

// Sets the normals of one triangle.
static void set_normals(mesh_work *work, uint32_t index, bool plain, const uint32_t order[3],
                        vertex_row row[3]) {
    if (work->file_normals && plain) {
        const maq_pie_normals *normals = &work->source->normals[index];
        for (int k = 0; k < 3; k++)
            mq_pie_normal_to_scene(normals->normal[order[k]], row[k].normal);
        return;
    }
    float at[3][3], normal[3];
    for (int k = 0; k < 3; k++)
        position_of(work->source, row[k].point, at[k]);
    mq_pie_flat_normal(at[0], at[1], at[2], normal);
    for (int k = 0; k < 3; k++)
        memcpy(row[k].normal, normal, sizeof normal);
}

static void add_polygon(mesh_work *work, uint32_t index) {
    const maq_pie_polygon *polygon = &work->source->polygons->items[index];
    const maq_pie_corner *corners = work->source->polygons->corners + polygon->first_corner;
    uint32_t fan = mq_pie_fan_size(polygon->corner_count);
    uint32_t material = work->source->materials ? work->source->materials[index] : MAQ_SCENE_NONE;
    for (uint32_t t = 0; t < fan; t++) {
        uint32_t order[3] = {0, t + 1, t + 2};
        if (mq_axes_swap_corners(MQ_AXES_WARZONE)) {
            order[1] = t + 2;
            order[2] = t + 1;
        }
        vertex_row *row = work->rows + (size_t)work->triangle_count * 3;
        for (int k = 0; k < 3; k++) {
            const maq_pie_corner *corner = &corners[order[k]];
            row[k].point = (uint32_t)corner->point;
            row[k].strip = mq_pie_class(polygon) & PIE_CLASS_ANIMATED ? material + 1 : 0;
            if (work->source->role == MAQ_MESH_VISUAL)
                mq_pie_uv_to_scene(work->source->version, (const float[2]){corner->u, corner->v},
                                   row[k].uv);
        }
        if (work->source->role == MAQ_MESH_VISUAL)
            set_normals(work, index, polygon->corner_count == 3, order, row);
        work->triangle_count++;
    }
    if (work->part_count == 0 || work->parts[work->part_count - 1].material != material)
        work->parts[work->part_count++] =
            (maq_scene_part){.material = material, .first_triangle = work->triangle_count - fan};
    work->parts[work->part_count - 1].triangle_count += fan;
}

// Fills rows and parts.
static bool collect(mesh_work *work) {
    const maq_pie_polygons *polygons = work->source->polygons;
    size_t triangles = 0;
    for (uint32_t i = 0; i < polygons->count; i++)
        triangles += mq_pie_fan_size(polygons->items[i].corner_count);
    work->rows = MQ_NEW_ARRAY(work->arena, vertex_row, triangles * 3);
    work->parts = MQ_NEW_ARRAY(work->arena, maq_scene_part, (size_t)polygons->count + 1);
    if (!work->rows || !work->parts)
        return false;
    for (uint32_t i = 0; i < polygons->count; i++) {
        if (is_usable(work->source, &polygons->items[i]))
            add_polygon(work, i);
        else
            work->dropped++;
    }
    // A level without polygons has textures all the same.
    if (polygons->count == 0 && work->source->materials)
        work->parts[work->part_count++] = (maq_scene_part){.material = work->source->materials[0]};
    return true;
}

// Sorts the rows of corners by point and adds one for each point that no polygon uses: vertices then
// have the order of points. order[i] is the sorted position of corner i. Returns the rows.
static vertex_row *sort_rows(mesh_work *work, uint32_t *order, uint32_t *row_count) {
    uint32_t corner_count = work->triangle_count * 3, points = work->source->point_count;
    vertex_row *rows = MQ_NEW_ARRAY(work->arena, vertex_row, (size_t)corner_count + points);
    uint32_t *next = MQ_NEW_ARRAY(work->arena, uint32_t, points);
    if (!rows || !next)
        return NULL;
    for (uint32_t i = 0; i < corner_count; i++)
        next[work->rows[i].point]++;
    *row_count = 0;
    for (uint32_t p = 0; p < points; p++) {
        uint32_t corners = next[p];
        next[p] = *row_count;
        if (corners == 0)
            rows[*row_count] = (vertex_row){.point = p, .normal = {0, 1, 0}};
        *row_count += corners > 0 ? corners : 1;
    }
    for (uint32_t i = 0; i < corner_count; i++) {
        order[i] = next[work->rows[i].point]++;
        rows[order[i]] = work->rows[i];
    }
    return rows;
}

// Makes vertices of the rows.
static bool weld(mesh_work *work, maq_scene_mesh *mesh) {
    uint32_t corner_count = work->triangle_count * 3, row_count = 0;
    uint32_t *corners = MQ_NEW_ARRAY(work->arena, uint32_t, corner_count);
    const vertex_row *rows = corners ? sort_rows(work, corners, &row_count) : NULL;
    uint32_t *remap = rows ? MQ_NEW_ARRAY(work->arena, uint32_t, row_count) : NULL;
    if (!remap)
        return false;
    uint32_t count = mq_weld(work->arena, rows, row_count, sizeof *rows, remap);
    if (count == UINT32_MAX)
        return false;
    for (uint32_t i = 0; i < corner_count; i++)
        corners[i] = remap[corners[i]];
    bool visual = work->source->role == MAQ_MESH_VISUAL;
    pie_vec3 *positions = MQ_NEW_ARRAY(work->arena, pie_vec3, count);
    pie_vec3 *normals = MQ_NEW_ARRAY(work->arena, pie_vec3, visual ? count : 0);
    pie_vec2 *uvs = MQ_NEW_ARRAY(work->arena, pie_vec2, visual ? count : 0);
    const pie_vec2 **sets = MQ_NEW(work->arena, const pie_vec2 *);
    if (!positions || !normals || !uvs || !sets)
        return false;
    for (uint32_t i = 0; i < row_count; i++) {
        const vertex_row *row = &rows[i];
        uint32_t v = remap[i];
        position_of(work->source, row->point, positions[v]);
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
    mesh->triangles = (const uint32_t(*)[3])corners;
    mesh->triangle_count = work->triangle_count;
    mesh->parts = work->parts;
    mesh->part_count = work->part_count;
    return true;
}

uint32_t mq_pie_add_mesh(mq_scene_builder *builder, const pie_mesh_source *source) {
    mesh_work work = {.arena = builder->arena,
                      .source = source,
                      .file_normals = source->normal_count > 0 &&
                                      source->normal_count == source->polygons->count};
    maq_scene_mesh mesh = {.name = source->name, .role = source->role};
    if (!collect(&work) || !weld(&work, &mesh))
        return MAQ_SCENE_NONE;
    mq_add_loss(builder->findings, &mq_pie_rules[PIE_LOSS_POLYGONS], work.dropped,
                "%s: %llu %s points that do not exist and %s dropped", source->name,
                (unsigned long long)work.dropped,
                MQ_PLURAL(work.dropped, "polygon uses", "polygons use"),
                MQ_PLURAL(work.dropped, "was", "were"));
    mesh.extras = source->extras;
    return mq_scene_add_mesh(builder, &mesh);
}
