// SPDX-License-Identifier: MIT
//
// The points, polygons and normals of a level or a shadow.
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "base/sort.h"
#include "formats/pie/pie_from_scene.h"
#include "scene/closed.h"
#include "scene/geometry.h"

typedef struct mesh_build {
    pie_from_scene *from;
    mq_arena *scratch; // for what is freed with the work
    const pie_source *source;
    const maq_scene_mesh *mesh;
    bool visual;
    bool swap;      // two corners of each triangle change places
    uint32_t count; // of polygons
    maq_pie_polygon *polygons;
    maq_pie_corner *corners; // three for each polygon, as all that follows
    uint32_t *vertices;
    uint32_t *materials;  // by polygon
    uint32_t front_count; // polygons behind these are the backs of two-sided triangles
    maq_pie_point *points;
    uint32_t point_count;
    maq_pie_normals *normals;
    uint32_t normal_count;
} mesh_build;

static uint32_t triangle_at(const pie_source *source, uint32_t index) {
    return source->triangles ? source->triangles[index] : index;
}

static void position_of(const mesh_build *build, uint32_t vertex, float out[3]) {
    const pie_source *source = build->source;
    const float *position = source->posed ? source->posed[vertex] : build->mesh->positions[vertex];
    float moved[3] = {position[0], position[1], position[2]};
    if (source->transformed && !source->posed)
        mq_pie_transform_point(&source->to_model, position, moved);
    mq_axes_from_scene(MQ_AXES_WARZONE, moved, out);
}

static void normal_of(const mesh_build *build, uint32_t vertex, float out[3]) {
    const pie_source *source = build->source;
    const float *normal =
        source->posed_normals ? source->posed_normals[vertex] : build->mesh->normals[vertex];
    float moved[3] = {normal[0], normal[1], normal[2]};
    if (source->transformed && !source->posed)
        mq_pie_transform_normal(&source->to_model, normal, moved);
    mq_axes_from_scene(MQ_AXES_WARZONE, moved, out);
}

// ------------------------------------------------------------------------------------- polygons

static void add_polygon(mesh_build *build, uint32_t material, const uint32_t vertices[3]) {
    uint32_t index = build->count++;
    build->materials[index] = material;
    build->polygons[index] =
        (maq_pie_polygon){.flags = build->visual ? (uint32_t)MAQ_PIE_FACE_TEXTURED : 0,
                          .corner_count = 3,
                          .first_corner = index * 3,
                          .offset = MAQ_PIE_NO_OFFSET};
    memcpy(build->vertices + (size_t)index * 3, vertices, 3 * sizeof *vertices);
}

static bool is_two_sided(const mesh_build *build, uint32_t material) {
    return build->visual && build->from->two_sided != PIE_TWO_SIDED_NO &&
           material != MAQ_SCENE_NONE && build->from->scene->materials[material].two_sided;
}

// The most polygons that the triangles can become: two each when a material of the scene is two-sided.
static size_t most_polygons(const mesh_build *build) {
    pie_from_scene *from = build->from;
    for (uint32_t i = 0; !from->materials_seen && i < from->scene->material_count; i++)
        from->any_two_sided = from->any_two_sided || from->scene->materials[i].two_sided;
    from->materials_seen = true;
    return (size_t)build->source->triangle_count * (from->any_two_sided ? 2 : 1);
}

static bool make_polygons(mesh_build *build) {
    uint32_t triangles = build->source->triangle_count;
    size_t most = most_polygons(build);
    build->polygons = MQ_NEW_UNINITIALIZED_ARRAY(build->from->arena, maq_pie_polygon, most);
    build->vertices = MQ_NEW_UNINITIALIZED_ARRAY(build->scratch, uint32_t, most * 3);
    build->materials = MQ_NEW_UNINITIALIZED_ARRAY(build->scratch, uint32_t, most);
    if (!build->polygons || !build->vertices || !build->materials)
        return false;
    pie_part_walk walk =
        mq_pie_walk_from(build->mesh, triangles > 0 ? triangle_at(build->source, 0) : 0);
    for (uint32_t i = 0; i < triangles; i++) {
        uint32_t triangle = triangle_at(build->source, i);
        const uint32_t *t = build->mesh->triangles[triangle];
        const uint32_t corners[3] = {t[0], t[build->swap ? 2 : 1], t[build->swap ? 1 : 2]};
        add_polygon(build, mq_pie_material_at(&walk, triangle), corners);
    }
    build->front_count = build->count;
    return true;
}

static bool has_two_sided(const mesh_build *build) {
    for (uint32_t i = 0; i < build->front_count; i++) {
        if (is_two_sided(build, build->materials[i]))
            return true;
    }
    return false;
}

// PIE draws one side of a polygon: the other side is a polygon, too. The back of a closed part is
// never seen, and editors mark materials as two-sided without being asked. False: no memory.
static bool add_backs(mesh_build *build) {
    const bool *closed = NULL;
    if (!has_two_sided(build))
        return true;
    if (build->from->two_sided == PIE_TWO_SIDED_AUTO) {
        closed = mq_closed_triangles(build->scratch, build->mesh);
        if (!closed)
            return false;
    }
    uint32_t hidden = 0;
    for (uint32_t i = 0; i < build->front_count; i++) {
        if (!is_two_sided(build, build->materials[i]))
            continue;
        if (closed && closed[triangle_at(build->source, i)]) {
            hidden++;
            continue;
        }
        const uint32_t *v = build->vertices + (size_t)i * 3;
        add_polygon(build, build->materials[i], (const uint32_t[3]){v[0], v[2], v[1]});
    }
    uint32_t backs = build->count - build->front_count;
    PIE_REPORT_LOSS(build->from, PIE_LOSS_TWO_SIDED, backs,
                    "mesh \"%s\": %u two-sided %s two polygons each", build->mesh->name, backs,
                    MQ_PLURAL(backs, "triangle becomes", "triangles become"));
    if (hidden > 0)
        mq_add_finding(&build->from->out->findings, &mq_pie_rules[PIE_HIDDEN_BACKS], MAQ_NO_OFFSET,
                       0,
                       "mesh \"%s\": %u two-sided %s of closed parts %s one polygon: the back is "
                       "never seen",
                       build->mesh->name, hidden, MQ_PLURAL(hidden, "triangle", "triangles"),
                       MQ_PLURAL(hidden, "stays", "stay"));
    return true;
}

// The flags and blocks of texture animation follow from the materials.
static void set_texture_animation(mesh_build *build) {
    pie_from_scene *from = build->from;
    uint32_t still = 0, first_still = 0;
    for (uint32_t i = 0; build->visual && i < build->count; i++) {
        maq_pie_polygon *polygon = &build->polygons[i];
        uint32_t material = build->materials[i];
        if (material == MAQ_SCENE_NONE || from->texture_motions[material].frames == 0)
            continue;
        const pie_texture_motion *motion = &from->texture_motions[material];
        if (!(motion->width > 0) || !(motion->height > 0)) {
            first_still = still++ ? first_still : material;
            continue;
        }
        polygon->flags |= MAQ_PIE_FACE_ANIMATED;
        polygon->frames = (int32_t)motion->frames;
        polygon->rate = fmax(1, rint(motion->cycle));
        polygon->width = (float)motion->width;
        polygon->height = (float)motion->height;
    }
    if (still > 0)
        PIE_REPORT_LOSS(from, PIE_LOSS_TEXTURE_ANIMATION, still,
                        "mesh \"%s\": the texture animation of material \"%s\" was dropped: the "
                        "size of its frames is unknown",
                        build->mesh->name, from->scene->materials[first_still].name);
}

// -------------------------------------------------------------------------------------- corners

MQ_COMPARE_NUMBERS(by_number, uint32_t)

// The vertices that become points, in their order; numbers[v] is the index of vertex v in the list. A
// vertex that no triangle uses is a point only where the model was PIE before. A mesh may be cut into as
// many levels as it has triangles, so the work follows the triangles of this level, not the mesh.
static uint32_t *list_vertices(mesh_build *build, uint32_t *numbers, uint32_t *count) {
    mq_arena *arena = build->scratch;
    uint32_t vertex_count = build->mesh->vertex_count, corner_count = build->count * 3;
    bool all = build->source->own && !build->source->triangles;
    uint32_t most = all || vertex_count < corner_count ? vertex_count : corner_count;
    uint32_t *list = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, most), found = 0;
    uint32_t *spare = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, most);
    if (!list || !spare)
        return NULL;
    for (uint32_t v = 0; all && v < vertex_count; v++)
        list[found++] = v;
    for (uint32_t i = 0; !all && i < corner_count; i++) {
        uint32_t vertex = build->vertices[i];
        if (numbers[vertex] == UINT32_MAX) {
            numbers[vertex] = 0;
            list[found++] = vertex;
        }
    }
    if (!all && vertex_count <= corner_count) {
        // Looking at all vertices is faster than sorting those that were found.
        found = 0;
        for (uint32_t v = 0; v < vertex_count; v++) {
            if (numbers[v] != UINT32_MAX)
                list[found++] = v;
        }
    } else if (!all) {
        list = mq_sort(list, spare, found, sizeof *list, by_number, NULL);
    }
    for (uint32_t i = 0; i < found; i++)
        numbers[list[i]] = i;
    *count = found;
    return list;
}

// Vertices at the same position share a point; points have the order of vertices. *welded is by index in
// the list.
static bool make_points(mesh_build *build, const uint32_t *list, uint32_t count,
                        uint32_t **welded) {
    pie_vec3 *rows = MQ_NEW_UNINITIALIZED_ARRAY(build->scratch, pie_vec3, count);
    *welded = MQ_NEW_UNINITIALIZED_ARRAY(build->scratch, uint32_t, count);
    if (!rows || !*welded)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        position_of(build, list[i], rows[i]);
        for (int k = 0; k < 3; k++)
            rows[i][k] += 0.0f; // -0 becomes 0
    }
    build->point_count = mq_weld(build->scratch, rows, count, sizeof *rows, *welded);
    if (build->point_count == UINT32_MAX)
        return false;
    build->points =
        MQ_NEW_UNINITIALIZED_ARRAY(build->from->arena, maq_pie_point, build->point_count);
    if (!build->points)
        return false;
    for (uint32_t i = 0; i < count; i++)
        build->points[(*welded)[i]] =
            (maq_pie_point){rows[i][0], rows[i][1], rows[i][2], MAQ_PIE_NO_OFFSET};
    return true;
}

// The numbers of vertices, for the largest mesh. They are UINT32_MAX between two levels.
static uint32_t *vertex_numbers(pie_from_scene *from) {
    if (from->vertex_numbers)
        return from->vertex_numbers;
    uint32_t most = 0;
    for (uint32_t i = 0; i < from->scene->mesh_count; i++) {
        if (from->scene->meshes[i].vertex_count > most)
            most = from->scene->meshes[i].vertex_count;
    }
    from->vertex_numbers = MQ_NEW_UNINITIALIZED_ARRAY(from->arena, uint32_t, most);
    if (from->vertex_numbers && most > 0)
        memset(from->vertex_numbers, 0xff, most * sizeof *from->vertex_numbers);
    return from->vertex_numbers;
}

static bool make_corners(mesh_build *build) {
    uint32_t count = build->count * 3, vertex_count = 0, *welded = NULL;
    uint32_t *numbers = vertex_numbers(build->from);
    uint32_t *list = numbers ? list_vertices(build, numbers, &vertex_count) : NULL;
    build->corners = MQ_NEW_UNINITIALIZED_ARRAY(build->from->arena, maq_pie_corner, count);
    if (!list || !build->corners || !make_points(build, list, vertex_count, &welded))
        return false;
    bool has_uvs = build->visual && build->mesh->uv_set_count > 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = build->vertices[i];
        const float *uv = has_uvs ? build->mesh->uvs[0][vertex] : (float[2]){0, 0};
        build->corners[i] = (maq_pie_corner){(int32_t)welded[numbers[vertex]], uv[0], uv[1]};
    }
    for (uint32_t i = 0; i < vertex_count; i++)
        numbers[list[i]] = UINT32_MAX;
    return true;
}

// -------------------------------------------------------------------------------------- normals

// Whether the normals are those that the game computes by itself.
static bool is_flat(const mesh_build *build) {
    const maq_scene_mesh *mesh = build->mesh;
    for (uint32_t i = 0; i < build->source->triangle_count; i++) {
        const uint32_t *t = mesh->triangles[triangle_at(build->source, i)];
        float flat[3];
        mq_triangle_normal(mesh->positions[t[0]], mesh->positions[t[1]], mesh->positions[t[2]],
                           flat);
        if (flat[0] == 0 && flat[1] == 0 && flat[2] == 0)
            continue;
        for (int k = 0; k < 9; k++) {
            if (fabsf(mesh->normals[t[k / 3]][k % 3] - flat[k % 3]) > 1e-3f)
                return false;
        }
    }
    return true;
}

static bool make_normals(mesh_build *build) {
    const maq_value *wanted = maq_value_find(build->source->own, "normals");
    bool has_rows = mq_value_flag(wanted, false);
    if (!build->visual || !build->mesh->normals || (!has_rows && is_flat(build)))
        return true;
    build->normals = MQ_NEW_UNINITIALIZED_ARRAY(build->from->arena, maq_pie_normals, build->count);
    if (!build->normals)
        return false;
    build->normal_count = build->count;
    for (uint32_t i = 0; i < build->count; i++) {
        maq_pie_normals *row = &build->normals[i];
        row->offset = MAQ_PIE_NO_OFFSET;
        for (uint32_t k = 0; k < 3; k++) {
            normal_of(build, build->vertices[i * 3 + k], row->normal[k]);
            for (int axis = 0; i >= build->front_count && axis < 3; axis++)
                row->normal[k][axis] = -row->normal[k][axis];
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------- result

static bool build_lists(mesh_build *build) {
    return make_polygons(build) && add_backs(build) && make_corners(build) && make_normals(build);
}

static bool build_mesh(mesh_build *build, pie_from_scene *from, const pie_source *source) {
    *build = (mesh_build){.from = from,
                          .scratch = mq_arena_scratch(from->arena),
                          .source = source,
                          .mesh = &from->scene->meshes[source->mesh]};
    build->visual = build->mesh->role == MAQ_MESH_VISUAL;
    bool mirrored = source->transformed && mq_pie_determinant(&source->to_model) < 0;
    build->swap = mq_axes_swap_corners(MQ_AXES_WARZONE) != mirrored;
    bool built = build->scratch && build_lists(build);
    if (built)
        set_texture_animation(build);
    mq_arena_end_scratch(from->arena, build->scratch);
    return built && mq_arena_status(from->arena) == MAQ_OK;
}

static maq_pie_polygons list_of(const mesh_build *build) {
    return (maq_pie_polygons){.items = build->polygons,
                              .count = build->count,
                              .corners = build->corners,
                              .corner_count = build->count * 3,
                              .offset = MAQ_PIE_NO_OFFSET};
}

static void report_size(const mesh_build *build) {
    pie_limits limits = mq_pie_limits(build->from->out->variant->version);
    bool polygons = build->count > limits.polygons;
    if (!polygons && build->point_count <= limits.points)
        return;
    uint32_t count = polygons ? build->count : build->point_count;
    PIE_REPORT_LOSS(
        build->from, PIE_LOSS_TOO_LARGE, count,
        "mesh \"%s\" has %u %s, and the game refuses levels with more than %u: --split cuts it",
        build->mesh->name, count, polygons ? "polygons" : "points",
        polygons ? limits.polygons : limits.points);
}

bool mq_pie_build_mesh(pie_from_scene *from, const pie_source *source, maq_pie_level *level) {
    mesh_build build;
    if (!build_mesh(&build, from, source))
        return false;
    level->points = build.points;
    level->point_count = build.point_count;
    level->normals = build.normals;
    level->normal_count = build.normal_count;
    level->polygons = list_of(&build);
    report_size(&build);
    return true;
}

bool mq_pie_build_shadow(pie_from_scene *from, const pie_source *source, maq_pie_level *level) {
    mesh_build build;
    if (source->mesh == MAQ_SCENE_NONE)
        return true;
    if (!build_mesh(&build, from, source))
        return false;
    level->shadow_points = build.points;
    level->shadow_point_count = build.point_count;
    level->shadow_polygons = list_of(&build);
    return true;
}
