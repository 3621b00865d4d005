// SPDX-License-Identifier: MIT
//
// The points, polygons and normals of a level or a shadow.
#include <math.h>
#include <string.h>

#include "formats/pie/pie_from_scene.h"
#include "scene/geometry.h"

typedef struct mesh_build {
    pie_from_scene *from;
    const pie_source *source;
    const maq_scene_mesh *mesh;
    bool visual;
    bool swap;  // two corners of each triangle change places
    bool whole; // no triangle is left out or doubled
    uint32_t count, corner_count;
    maq_pie_polygon *polygons;
    maq_pie_corner *corners;
    uint32_t *vertices; // by corner
    bool *turned;       // by polygon: it is the back of the one before
    maq_pie_point *points;
    uint32_t point_count;
    maq_pie_normals *normals;
    uint32_t normal_count;
} mesh_build;

static uint32_t triangle_at(const pie_source *source, uint32_t index) {
    return source->triangles ? source->triangles[index] : index;
}

// The corners of a triangle in the order of PIE.
static void corners_of(const mesh_build *build, uint32_t index, uint32_t out[3]) {
    const uint32_t *t = build->mesh->triangles[triangle_at(build->source, index)];
    out[0] = t[0];
    out[1] = t[build->swap ? 2 : 1];
    out[2] = t[build->swap ? 1 : 2];
}

static void position_of(const mesh_build *build, uint32_t vertex, float out[3]) {
    const pie_source *source = build->source;
    const float *position = source->posed ? source->posed[vertex] : build->mesh->positions[vertex];
    float placed[3] = {position[0], position[1], position[2]};
    if (source->placed && !source->posed)
        mq_pie_transform_point(&source->place, position, placed);
    mq_axes_from_scene(MQ_AXES_WARZONE, placed, out);
}

static void normal_of(const mesh_build *build, uint32_t vertex, float out[3]) {
    const pie_source *source = build->source;
    const float *normal =
        source->posed_normals ? source->posed_normals[vertex] : build->mesh->normals[vertex];
    float placed[3] = {normal[0], normal[1], normal[2]};
    if (source->placed && !source->posed)
        mq_pie_transform_normal(&source->place, normal, placed);
    mq_axes_from_scene(MQ_AXES_WARZONE, placed, out);
}

static const float *uv_of(const mesh_build *build, uint32_t vertex) {
    static const float none[2] = {0, 0};
    return build->visual && build->mesh->uv_set_count > 0 ? build->mesh->uvs[0][vertex] : none;
}

static const maq_value *extra(const mesh_build *build, const char *key) {
    return maq_value_find(build->source->own, key);
}

// -------------------------------------------------------------------------------------- the faces

static bool is_flat(const mesh_build *build) {
    const maq_scene_mesh *mesh = build->mesh;
    for (uint32_t i = 0; mesh->normals && i < build->source->triangle_count; i++) {
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

static bool same_corner(const mesh_build *build, uint32_t a, uint32_t b) {
    return a == b || (memcmp(build->mesh->positions[a], build->mesh->positions[b],
                             sizeof *build->mesh->positions) == 0 &&
                      memcmp(uv_of(build, a), uv_of(build, b), 2 * sizeof(float)) == 0);
}

// Whether the sizes of polygons in the extras are those of the fans in the mesh.
static bool sizes_fit(const mesh_build *build, const maq_value *size, size_t count) {
    uint32_t at = 0, total = build->source->triangle_count;
    for (; count > 0; count--, size = size->next) {
        int64_t corners;
        if (!mq_pie_extra_integer(size, 3, MAQ_PIE_MAX_CORNERS, &corners) ||
            (uint64_t)(corners - 2) > total - at)
            return false;
        uint32_t first[3], last[3], next[3];
        corners_of(build, at, first);
        memcpy(last, first, sizeof last);
        for (uint32_t i = 1; i < (uint32_t)corners - 2; i++) {
            corners_of(build, at + i, next);
            if (!same_corner(build, first[0], next[0]) || !same_corner(build, last[2], next[1]))
                return false;
            memcpy(last, next, sizeof last);
        }
        at += (uint32_t)corners - 2;
    }
    return at == total;
}

static const maq_scene_material *material_of(const mesh_build *build, uint32_t number) {
    return number == MAQ_SCENE_NONE ? NULL : &build->from->scene->materials[number];
}

static void add_face(mesh_build *build, uint32_t corner_count, const uint32_t *vertices) {
    build->polygons[build->count++] =
        (maq_pie_polygon){.flags = mq_pie_plain_flags(build->mesh->role),
                          .corner_count = corner_count,
                          .first_corner = build->corner_count,
                          .offset = MAQ_PIE_NO_OFFSET};
    memcpy(build->vertices + build->corner_count, vertices, corner_count * sizeof *vertices);
    build->corner_count += corner_count;
}

// Fills polygons and vertices; materials[i] is that of polygon i.
static bool make_faces(mesh_build *build, uint32_t **materials) {
    mq_arena *arena = build->from->arena;
    uint32_t triangles = build->source->triangle_count;
    size_t size_count;
    const maq_value *size = mq_pie_extra_items(extra(build, "sizes"), &size_count);
    bool fans =
        size && (extra(build, "normals") || is_flat(build)) && sizes_fit(build, size, size_count);
    size_t room = (size_t)triangles * 2; // of all polygons both sides
    build->polygons = MQ_NEW_ARRAY(arena, maq_pie_polygon, room);
    build->vertices = MQ_NEW_ARRAY(arena, uint32_t, room * 3);
    build->turned = MQ_NEW_ARRAY(arena, bool, room);
    *materials = MQ_NEW_ARRAY(arena, uint32_t, room);
    if (!build->polygons || !build->vertices || !build->turned || !*materials)
        return false;
    build->whole = !build->source->triangles;
    pie_part_walk walk = {.mesh = build->mesh};
    for (uint32_t at = 0; at < triangles;) {
        uint32_t material = mq_pie_material_at(&walk, triangle_at(build->source, at));
        uint32_t vertices[MAQ_PIE_MAX_CORNERS], corners = 3;
        corners_of(build, at, vertices);
        if (fans) {
            int64_t wanted = 3;
            mq_pie_extra_integer(size, 3, MAQ_PIE_MAX_CORNERS, &wanted);
            size = size->next;
            for (; corners < (uint32_t)wanted; corners++) {
                uint32_t next[3];
                corners_of(build, at + corners - 2, next);
                vertices[corners] = next[2];
            }
        }
        (*materials)[build->count] = material;
        add_face(build, corners, vertices);
        at += corners - 2;
    }
    return true;
}

// ---------------------------------------------------------------------------------------- the flags

// The flags of the extras, if they say of each polygon what its material says.
static bool believe_flags(mesh_build *build, const uint32_t *materials) {
    size_t count;
    const maq_value *flags = extra(build, "flags");
    const maq_value *item = mq_pie_extra_items(flags, &count);
    if (item && count != build->count)
        return false;
    for (uint32_t i = 0; i < build->count; i++) {
        int64_t value = mq_pie_plain_flags(build->mesh->role);
        if (flags && !mq_pie_extra_integer(item ? item : flags, 0, UINT32_MAX, &value))
            return false;
        const maq_scene_material *material = material_of(build, materials[i]);
        bool two_sided = value & MAQ_PIE_FACE_TWO_SIDED;
        if (build->visual && two_sided != (material && material->two_sided))
            return false;
        build->polygons[i].flags = (uint32_t)value;
        item = item ? item->next : NULL;
    }
    return true;
}

static bool read_block(const maq_value *row, maq_pie_polygon *polygon) {
    size_t count;
    int64_t frames;
    const maq_value *item = mq_pie_extra_items(row, &count);
    if (count != 4 || !mq_pie_extra_integer(item, INT32_MIN, INT32_MAX, &frames))
        return false;
    polygon->frames = (int32_t)frames;
    return mq_pie_extra_double(item->next, &polygon->rate) &&
           mq_pie_extra_float(item->next->next, &polygon->width) &&
           mq_pie_extra_float(item->next->next->next, &polygon->height);
}

static bool same_size(double motion, float block, float page) {
    float size = block / page;
    return (isfinite(size) ? size : 0) == (float)motion;
}

// Whether a block leads to the animation that its material has.
static bool same_strip(const mesh_build *build, const pie_texture_motion *motion,
                       const maq_pie_polygon *timed, const maq_pie_polygon *block) {
    if (!mq_pie_frames_usable(timed->frames, timed->rate))
        return motion->frames == 0;
    float page = mq_pie_page_size(build->from->version);
    return motion->frames == (uint32_t)timed->frames &&
           same_size(motion->width, block->width, page) &&
           same_size(motion->height, block->height, page);
}

// The animation blocks of the extras, if they are still those of the materials.
static bool believe_blocks(mesh_build *build, const uint32_t *materials) {
    size_t count;
    const maq_value *row = mq_pie_extra_items(extra(build, "animation"), &count);
    const maq_pie_polygon *first = NULL;
    size_t used = 0;
    bool one = count == 1;
    for (uint32_t i = 0; i < build->count; i++) {
        maq_pie_polygon *polygon = &build->polygons[i];
        const pie_texture_motion *motion =
            materials[i] == MAQ_SCENE_NONE ? NULL : &build->from->texture_motions[materials[i]];
        if (!(polygon->flags & MAQ_PIE_FACE_ANIMATED)) {
            if (motion && motion->frames > 0)
                return false;
            continue;
        }
        if (!row || !read_block(row, polygon))
            return false;
        used++;
        row = one ? row : row->next;
        first = first ? first : polygon;
        if (build->visual && motion && !same_strip(build, motion, first, polygon))
            return false;
    }
    return one || used == count;
}

// Flags and blocks that follow from the materials.
static void make_flags(mesh_build *build, const uint32_t *materials) {
    pie_from_scene *from = build->from;
    float page = mq_pie_page_size(from->version);
    uint32_t still = 0, first_still = 0;
    for (uint32_t i = 0; i < build->count; i++) {
        maq_pie_polygon *polygon = &build->polygons[i];
        polygon->flags = mq_pie_plain_flags(build->mesh->role);
        const pie_texture_motion *motion = !build->visual || materials[i] == MAQ_SCENE_NONE
                                               ? NULL
                                               : &from->texture_motions[materials[i]];
        if (!motion || motion->frames == 0)
            continue;
        if (!(motion->width > 0) || !(motion->height > 0)) {
            first_still = still++ ? first_still : materials[i];
            continue;
        }
        polygon->flags |= MAQ_PIE_FACE_ANIMATED;
        polygon->frames = (int32_t)motion->frames;
        polygon->rate = from->version == 5 ? motion->cycle / 1000 : fmax(1, rint(motion->cycle));
        polygon->width = (float)motion->width * page;
        polygon->height = (float)motion->height * page;
    }
    if (still > 0)
        PIE_SCENE_LOSE_SOME(from, PIE_LOSS_TEXTURE_ANIMATION, still,
                            "mesh \"%s\": the texture animation of material \"%s\" is lost: "
                            "nothing says how large its frames are",
                            build->mesh->name, from->scene->materials[first_still].name);
}

// PIE draws one side: the other needs polygons of its own.
static void add_backs(mesh_build *build, const uint32_t *materials) {
    uint32_t fronts = build->count;
    for (uint32_t i = 0; i < fronts; i++) {
        const maq_scene_material *material = material_of(build, materials[i]);
        if (!build->visual || !material || !material->two_sided ||
            build->polygons[i].corner_count != 3)
            continue;
        maq_pie_polygon front = build->polygons[i];
        const uint32_t *v = build->vertices + front.first_corner;
        const uint32_t back[3] = {v[0], v[2], v[1]};
        build->turned[build->count] = true;
        add_face(build, 3, back);
        front.first_corner = build->polygons[build->count - 1].first_corner;
        build->polygons[build->count - 1] = front;
    }
    if (build->count == fronts)
        return;
    build->whole = false;
    PIE_SCENE_LOSE_SOME(build->from, PIE_LOSS_TWO_SIDED, build->count - fronts,
                        "mesh \"%s\": two-sided triangles become two polygons each (%u)",
                        build->mesh->name, build->count - fronts);
}

// ------------------------------------------------------------------------------ points and corners

// The number that a vertex had in the file.
static bool number_of(const mesh_build *build, uint32_t vertex, uint32_t limit, uint32_t *out) {
    const maq_scene_mesh *mesh = build->mesh;
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        const maq_scene_attribute *attribute = &mesh->attributes[i];
        if (attribute->components != 1 || strcmp(attribute->name, PIE_POINT_ATTRIBUTE) != 0)
            continue;
        float value = attribute->values[vertex];
        if (!(value >= 0 && value < (float)limit) || value != floorf(value))
            return false;
        *out = (uint32_t)value;
        return *out < limit;
    }
    return false;
}

static void set_point(maq_pie_point *point, const float at[3]) {
    *point = (maq_pie_point){at[0], at[1], at[2], MAQ_PIE_NO_OFFSET};
}

// Reads one row of `unused`: a number and a position.
static bool read_unused(const mesh_build *build, const maq_value *row, uint32_t limit,
                        uint32_t *number, float at[3]) {
    size_t count;
    int64_t index;
    const maq_value *item = mq_pie_extra_items(row, &count);
    if (count != 4 || !mq_pie_extra_integer(item, 0, (int64_t)limit - 1, &index))
        return false;
    float raw[3];
    for (int k = 0; k < 3; k++) {
        item = item->next;
        if (!mq_pie_extra_float(item, &raw[k]))
            return false;
    }
    memcpy(at, raw, sizeof raw);
    if (build->source->placed) {
        mq_axes_to_scene(MQ_AXES_WARZONE, raw, at);
        mq_pie_transform_point(&build->source->place, at, at);
        mq_axes_from_scene(MQ_AXES_WARZONE, at, at);
    }
    *number = (uint32_t)index;
    return true;
}

// The points as the file had them: by the numbers that vertices carry.
static bool believe_points(mesh_build *build) {
    size_t unused;
    const maq_value *row = mq_pie_extra_items(extra(build, "unused"), &unused);
    int64_t limit = 0;
    if (!build->source->own || build->source->posed)
        return false;
    if (row) {
        uint64_t most = (uint64_t)build->mesh->vertex_count + unused;
        if (most > INT32_MAX ||
            !mq_pie_extra_integer(extra(build, "point_count"), 1, (int64_t)most, &limit))
            return false;
    } else {
        for (uint32_t i = 0; i < build->corner_count; i++) {
            uint32_t number;
            if (!number_of(build, build->vertices[i], build->mesh->vertex_count, &number))
                return false;
            limit = number >= limit ? (int64_t)number + 1 : limit;
        }
    }
    uint32_t count = (uint32_t)limit;
    maq_pie_point *points = MQ_NEW_ARRAY(build->from->arena, maq_pie_point, count);
    bool *known = MQ_NEW_ARRAY(build->from->arena, bool, count);
    if (!points || !known)
        return false;
    uint32_t found = 0, number;
    float at[3];
    for (; row; row = row->next) {
        if (!read_unused(build, row, count, &number, at) || known[number])
            return false;
        set_point(&points[number], at);
        known[number] = true;
        found++;
    }
    for (uint32_t i = 0; i < build->corner_count; i++) {
        if (!number_of(build, build->vertices[i], count, &number))
            return false;
        position_of(build, build->vertices[i], at);
        if (known[number]) {
            const float there[3] = {points[number].x, points[number].y, points[number].z};
            if (memcmp(at, there, sizeof at) != 0)
                return false;
        } else {
            set_point(&points[number], at);
            known[number] = true;
            found++;
        }
        build->corners[i].point = (int32_t)number;
    }
    build->points = points;
    build->point_count = count;
    return found == count;
}

// Points that lie at the same place become one.
static bool weld_points(mesh_build *build) {
    pie_vec3 *rows = MQ_NEW_ARRAY(build->from->arena, pie_vec3, build->corner_count);
    uint32_t *numbers = MQ_NEW_ARRAY(build->from->arena, uint32_t, build->corner_count);
    if (!rows || !numbers)
        return false;
    for (uint32_t i = 0; i < build->corner_count; i++) {
        position_of(build, build->vertices[i], rows[i]);
        for (int k = 0; k < 3; k++)
            rows[i][k] += 0.0f; // -0 is 0
    }
    build->point_count =
        mq_weld(build->from->arena, rows, build->corner_count, sizeof *rows, numbers);
    if (build->point_count == UINT32_MAX)
        return false;
    build->points = MQ_NEW_ARRAY(build->from->arena, maq_pie_point, build->point_count);
    if (!build->points)
        return false;
    for (uint32_t i = 0; i < build->corner_count; i++) {
        set_point(&build->points[numbers[i]], rows[i]);
        build->corners[i].point = (int32_t)numbers[i];
    }
    return true;
}

// The texture coordinates of the extras, if they lead to those of the scene.
static bool believe_uvs(mesh_build *build) {
    size_t count;
    const maq_value *item = mq_pie_extra_items(extra(build, "uvs"), &count);
    if (!item || !build->whole || count != (size_t)build->corner_count * 2)
        return false;
    for (uint32_t i = 0; i < build->corner_count; i++) {
        float raw[2], there[2] = {0, 0};
        if (!mq_pie_extra_float(item, &raw[0]) || !mq_pie_extra_float(item->next, &raw[1]))
            return false;
        item = item->next->next;
        if (build->visual)
            mq_pie_uv_to_scene(build->from->version, raw, there);
        if (memcmp(there, uv_of(build, build->vertices[i]), sizeof there) != 0)
            return false;
        build->corners[i].u = raw[0];
        build->corners[i].v = raw[1];
    }
    return true;
}

static void make_uvs(mesh_build *build) {
    for (uint32_t i = 0; build->visual && i < build->count; i++) {
        maq_pie_polygon *polygon = &build->polygons[i];
        for (uint32_t k = 0; k < polygon->corner_count; k++) {
            uint32_t at = polygon->first_corner + k;
            float uv[2];
            mq_pie_uv_from_scene(build->from->version, uv_of(build, build->vertices[at]), uv);
            build->corners[at].u = uv[0];
            build->corners[at].v = uv[1];
            // Someone gave it a texture.
            if (uv[0] != 0 || uv[1] != 0)
                polygon->flags |= MAQ_PIE_FACE_TEXTURED;
        }
    }
}

// ---------------------------------------------------------------------------------------- normals

// The rows of the extras, if they are the normals of the scene, or no game would have used them.
static bool believe_normals(mesh_build *build) {
    size_t count;
    const maq_value *row = mq_pie_extra_items(extra(build, "normals"), &count);
    if (!row || !build->whole || build->source->placed || build->source->posed)
        return false;
    bool used = build->mesh->normals && count == build->count;
    if (count > UINT32_MAX || (!used && !is_flat(build)))
        return false;
    maq_pie_normals *normals = MQ_NEW_ARRAY(build->from->arena, maq_pie_normals, count);
    if (!normals)
        return false;
    for (uint32_t i = 0; i < count; i++, row = row->next) {
        size_t numbers;
        const maq_value *item = mq_pie_extra_items(row, &numbers);
        if (numbers != 9)
            return false;
        for (int k = 0; k < 9; k++, item = item->next) {
            if (!mq_pie_extra_float(item, &normals[i].normal[k / 3][k % 3]))
                return false;
        }
        normals[i].offset = MAQ_PIE_NO_OFFSET;
        if (!used || build->polygons[i].corner_count != 3)
            continue;
        for (int k = 0; k < 3; k++) {
            float there[3];
            mq_pie_normal_to_scene(normals[i].normal[k], there);
            uint32_t vertex = build->vertices[build->polygons[i].first_corner + (uint32_t)k];
            if (memcmp(there, build->mesh->normals[vertex], sizeof there) != 0)
                return false;
        }
    }
    build->normals = normals;
    build->normal_count = (uint32_t)count;
    return true;
}

// All polygons are triangles.
static bool make_normals(mesh_build *build) {
    build->normals = MQ_NEW_ARRAY(build->from->arena, maq_pie_normals, build->count);
    if (!build->normals)
        return false;
    build->normal_count = build->count;
    for (uint32_t i = 0; i < build->count; i++) {
        maq_pie_normals *row = &build->normals[i];
        row->offset = MAQ_PIE_NO_OFFSET;
        for (uint32_t k = 0; k < 3; k++) {
            normal_of(build, build->vertices[build->polygons[i].first_corner + k], row->normal[k]);
            for (int axis = 0; build->turned[i] && axis < 3; axis++)
                row->normal[k][axis] = -row->normal[k][axis];
        }
    }
    return true;
}

static bool build_normals(mesh_build *build) {
    if (believe_normals(build) || !build->mesh->normals)
        return true;
    const maq_value *said = extra(build, "normals");
    bool wanted = said && said->kind == MAQ_VALUE_BOOL && said->as.boolean;
    for (uint32_t i = 0; i < build->count; i++) {
        if (build->polygons[i].corner_count != 3)
            return true;
    }
    return (!wanted && is_flat(build)) || make_normals(build);
}

// --------------------------------------------------------------------------------------- the whole

static bool run(mesh_build *build) {
    uint32_t *materials;
    build->mesh = &build->from->scene->meshes[build->source->mesh];
    build->visual = build->mesh->role == MAQ_MESH_VISUAL;
    bool mirrored = build->source->placed && mq_pie_determinant(&build->source->place) < 0;
    build->swap = mq_axes_swap_corners(MQ_AXES_WARZONE) != mirrored;
    if (!make_faces(build, &materials))
        return false;
    bool believed =
        build->source->own && believe_flags(build, materials) && believe_blocks(build, materials);
    if (!believed) {
        make_flags(build, materials);
        add_backs(build, materials);
    }
    build->corners = MQ_NEW_ARRAY(build->from->arena, maq_pie_corner, build->corner_count);
    if (!build->corners)
        return false;
    if (!believe_points(build) && !weld_points(build))
        return false;
    if (!believe_uvs(build))
        make_uvs(build);
    return build_normals(build) && mq_arena_status(build->from->arena) == MAQ_OK;
}

static maq_pie_polygons list_of(const mesh_build *build) {
    return (maq_pie_polygons){.items = build->polygons,
                              .count = build->count,
                              .corners = build->corners,
                              .corner_count = build->corner_count,
                              .offset = MAQ_PIE_NO_OFFSET};
}

// What the file had of itself it may have again.
static void name_size(const mesh_build *build) {
    pie_limits limits = mq_pie_limits(build->from->out->variant->version);
    bool polygons = build->count > limits.polygons, points = build->point_count > limits.points;
    if (build->source->own || (!polygons && !points))
        return;
    uint32_t count = polygons ? build->count : build->point_count;
    PIE_SCENE_LOSE_SOME(build->from, PIE_LOSS_TOO_LARGE, count,
                        "mesh \"%s\" has %u %s, and a level takes %u; split=yes cuts it",
                        build->mesh->name, count, polygons ? "polygons" : "points",
                        polygons ? limits.polygons : limits.points);
}

bool mq_pie_build_mesh(pie_from_scene *from, const pie_source *source, maq_pie_level *level) {
    mesh_build build = {.from = from, .source = source};
    if (!run(&build))
        return false;
    level->points = build.points;
    level->point_count = build.point_count;
    level->normals = build.normals;
    level->normal_count = build.normal_count;
    level->polygons = list_of(&build);
    name_size(&build);
    return true;
}

bool mq_pie_build_shadow(pie_from_scene *from, const pie_source *source, maq_pie_level *level) {
    mesh_build build = {.from = from, .source = source};
    if (source->mesh == MAQ_SCENE_NONE)
        return true;
    if (!run(&build))
        return false;
    level->shadow_points = build.points;
    level->shadow_point_count = build.point_count;
    level->shadow_polygons = list_of(&build);
    return true;
}
