// SPDX-License-Identifier: MIT
//
// Levels and shadows as meshes: polygons become fans, corners that are the same become one vertex.
#include <string.h>

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
    uint64_t left_out; // polygons
    vertex_row *rows;  // three a triangle
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
    work->parts = MQ_NEW_ARRAY(work->arena, maq_scene_part, polygons->count);
    if (!work->rows || !work->parts)
        return false;
    for (uint32_t i = 0; i < polygons->count; i++) {
        if (is_usable(work->source, &polygons->items[i]))
            add_polygon(work, i);
        else
            work->left_out++;
    }
    return true;
}

// Makes vertices of the rows.
static bool weld(mesh_work *work, maq_scene_mesh *mesh) {
    uint32_t corner_count = work->triangle_count * 3;
    uint32_t *remap = MQ_NEW_ARRAY(work->arena, uint32_t, corner_count);
    if (!remap)
        return false;
    uint32_t count = mq_weld(work->arena, work->rows, corner_count, sizeof *work->rows, remap);
    if (count == UINT32_MAX)
        return false;
    bool visual = work->source->role == MAQ_MESH_VISUAL;
    pie_vec3 *positions = MQ_NEW_ARRAY(work->arena, pie_vec3, count);
    pie_vec3 *normals = MQ_NEW_ARRAY(work->arena, pie_vec3, visual ? count : 0);
    pie_vec2 *uvs = MQ_NEW_ARRAY(work->arena, pie_vec2, visual ? count : 0);
    float *numbers = MQ_NEW_ARRAY(work->arena, float, count);
    const pie_vec2 **sets = MQ_NEW(work->arena, const pie_vec2 *);
    maq_scene_attribute *attribute = MQ_NEW(work->arena, maq_scene_attribute);
    if (!positions || !normals || !uvs || !numbers || !sets || !attribute)
        return false;
    for (uint32_t i = 0; i < corner_count; i++) {
        const vertex_row *row = &work->rows[i];
        uint32_t v = remap[i];
        position_of(work->source, row->point, positions[v]);
        numbers[v] = (float)row->point;
        if (visual) {
            memcpy(normals[v], row->normal, sizeof row->normal);
            memcpy(uvs[v], row->uv, sizeof row->uv);
        }
    }
    *sets = (const float(*)[2])uvs;
    *attribute =
        (maq_scene_attribute){.name = PIE_POINT_ATTRIBUTE, .components = 1, .values = numbers};
    mesh->vertex_count = count;
    mesh->positions = (const float(*)[3])positions;
    mesh->normals = visual ? (const float(*)[3])normals : NULL;
    mesh->uv_set_count = visual;
    mesh->uvs = sets;
    mesh->attribute_count = 1;
    mesh->attributes = attribute;
    // Three numbers a triangle, one after the other.
    mesh->triangles = (const uint32_t(*)[3])remap;
    mesh->triangle_count = work->triangle_count;
    mesh->parts = work->parts;
    mesh->part_count = work->part_count;
    return true;
}

// ----------------------------------------------------------------------------------------- extras

static bool put_unused_points(const mesh_work *work) {
    const pie_mesh_source *source = work->source;
    bool *used = MQ_NEW_ARRAY(work->arena, bool, source->point_count);
    if (!used)
        return false;
    for (uint32_t i = 0; i < work->triangle_count * 3; i++)
        used[work->rows[i].point] = true;
    mq_node *unused = NULL;
    for (uint32_t i = 0; i < source->point_count; i++) {
        if (used[i])
            continue;
        if (!unused) {
            mq_put_integer(source->extras, "point_count", source->point_count);
            unused = mq_put_array(source->extras, "unused");
        }
        mq_node *row = mq_put_array(unused, NULL);
        mq_put_integer(row, NULL, i);
        mq_pie_put_float(row, NULL, source->points[i].x);
        mq_pie_put_float(row, NULL, source->points[i].y);
        mq_pie_put_float(row, NULL, source->points[i].z);
    }
    return true;
}

static void put_sizes(const mesh_work *work) {
    const pie_mesh_source *source = work->source;
    bool plain = true;
    for (uint32_t i = 0; plain && i < source->polygons->count; i++)
        plain = source->polygons->items[i].corner_count == 3;
    if (plain)
        return;
    mq_node *sizes = mq_put_array(source->extras, "sizes");
    for (uint32_t i = 0; i < source->polygons->count; i++) {
        if (is_usable(source, &source->polygons->items[i]))
            mq_put_integer(sizes, NULL, source->polygons->items[i].corner_count);
    }
}

static void put_flags(const mesh_work *work) {
    const pie_mesh_source *source = work->source;
    uint32_t count = source->polygons->count;
    bool same = true;
    for (uint32_t i = 1; same && i < count; i++)
        same = source->polygons->items[i].flags == source->polygons->items[0].flags;
    if (same) {
        if (count > 0 && source->polygons->items[0].flags != mq_pie_plain_flags(source->role))
            mq_put_integer(source->extras, "flags", source->polygons->items[0].flags);
        return;
    }
    mq_node *flags = mq_put_array(source->extras, "flags");
    for (uint32_t i = 0; i < count; i++) {
        if (is_usable(source, &source->polygons->items[i]))
            mq_put_integer(flags, NULL, source->polygons->items[i].flags);
    }
}

static bool same_animation(const maq_pie_polygon *a, const maq_pie_polygon *b) {
    return a->frames == b->frames && memcmp(&a->rate, &b->rate, sizeof a->rate) == 0 &&
           memcmp(&a->width, &b->width, sizeof a->width) == 0 &&
           memcmp(&a->height, &b->height, sizeof a->height) == 0;
}

// One row when all animated polygons have the same block, else one for each.
static void put_animation(const mesh_work *work) {
    const pie_mesh_source *source = work->source;
    const maq_pie_polygon *first = mq_pie_first_animated(source->polygons);
    if (!first)
        return;
    bool same = true;
    const maq_pie_polygon *end = source->polygons->items + source->polygons->count;
    for (const maq_pie_polygon *polygon = first; polygon < end; polygon++)
        same =
            same && (!(polygon->flags & MAQ_PIE_FACE_ANIMATED) || same_animation(first, polygon));
    mq_node *rows = mq_put_array(source->extras, "animation");
    for (const maq_pie_polygon *polygon = first; polygon < (same ? first + 1 : end); polygon++) {
        if (!(polygon->flags & MAQ_PIE_FACE_ANIMATED) || !is_usable(source, polygon))
            continue;
        mq_node *row = mq_put_array(rows, NULL);
        mq_put_integer(row, NULL, polygon->frames);
        mq_pie_put_double(row, NULL, polygon->rate);
        mq_pie_put_float(row, NULL, polygon->width);
        mq_pie_put_float(row, NULL, polygon->height);
    }
}

// The texture coordinates as they were, when those of the scene do not lead back to them.
static void put_uvs(const mesh_work *work) {
    const pie_mesh_source *source = work->source;
    bool exact = true;
    for (uint32_t i = 0; exact && i < source->polygons->corner_count; i++) {
        const float uv[2] = {source->polygons->corners[i].u, source->polygons->corners[i].v};
        float there[2] = {0}, back[2] = {0};
        if (source->role == MAQ_MESH_VISUAL) {
            mq_pie_uv_to_scene(source->version, uv, there);
            mq_pie_uv_from_scene(source->version, there, back);
        }
        exact = memcmp(uv, back, sizeof uv) == 0;
    }
    if (exact)
        return;
    mq_node *array = mq_put_array(source->extras, "uvs");
    for (uint32_t i = 0; i < source->polygons->count; i++) {
        const maq_pie_polygon *polygon = &source->polygons->items[i];
        const maq_pie_corner *corner = source->polygons->corners + polygon->first_corner;
        if (!is_usable(source, polygon))
            continue;
        for (uint32_t k = 0; k < polygon->corner_count; k++, corner++) {
            mq_pie_put_float(array, NULL, corner->u);
            mq_pie_put_float(array, NULL, corner->v);
        }
    }
}

// `true` when the normals of the scene are those of the file, else the rows.
static void put_normals(const mesh_work *work) {
    const pie_mesh_source *source = work->source;
    if (source->normal_count == 0)
        return;
    bool exact = work->file_normals && work->left_out == 0;
    for (uint32_t i = 0; exact && i < source->normal_count; i++) {
        exact = source->polygons->items[i].corner_count == 3;
        for (int k = 0; k < 3 && exact; k++) {
            float there[3], back[3];
            exact = mq_pie_normal_to_scene(source->normals[i].normal[k], there);
            mq_axes_from_scene(MQ_AXES_WARZONE, there, back);
            exact = exact && memcmp(source->normals[i].normal[k], back, sizeof back) == 0;
        }
    }
    if (exact) {
        mq_put_bool(source->extras, "normals", true);
        return;
    }
    mq_node *rows = mq_put_array(source->extras, "normals");
    for (uint32_t i = 0; i < source->normal_count; i++) {
        mq_node *row = mq_put_array(rows, NULL);
        for (int k = 0; k < 9; k++)
            mq_pie_put_float(row, NULL, source->normals[i].normal[k / 3][k % 3]);
    }
}

uint32_t mq_pie_add_mesh(mq_scene_builder *builder, const pie_mesh_source *source) {
    mesh_work work = {.arena = builder->arena,
                      .source = source,
                      .file_normals = source->normal_count > 0 &&
                                      source->normal_count == source->polygons->count};
    maq_scene_mesh mesh = {.name = source->name, .role = source->role};
    if (!collect(&work) || !weld(&work, &mesh) || !put_unused_points(&work))
        return MAQ_SCENE_NONE;
    put_sizes(&work);
    put_flags(&work);
    put_animation(&work);
    put_uvs(&work);
    put_normals(&work);
    if (work.left_out > 0) {
        maq_finding *finding =
            mq_add_finding(builder->findings, &mq_pie_rules[PIE_LOSS_POLYGONS], MAQ_NO_OFFSET, 0,
                           "%s: polygons with points that do not exist are left out (%llu)",
                           source->name, (unsigned long long)work.left_out);
        if (finding)
            finding->count = work.left_out;
    }
    mesh.extras = mq_node_value(source->extras_root);
    return mq_scene_add_mesh(builder, &mesh);
}
