// SPDX-License-Identifier: MIT
//
// A WZA model as a scene: shape 0 is the mesh, the others its shapes, bones are joints.
#include <math.h>
#include <string.h>

#include "base/math.h"
#include "base/sort.h"
#include "formats/extras_numbers.h"
#include "formats/wza/wza_scene.h"
#include "maquette/image.h"
#include "scene/axes.h"
#include "scene/weld.h"

typedef float vec2[2];
typedef float vec3[3];
typedef float vec4[4];
typedef float mat34[3][4];
typedef uint32_t corners[3];

#define MOST_TEXTURES 3
// The most bones of a vertex that go into a scene.
#define MOST_INFLUENCES 8

typedef struct to_scene {
    mq_arena *arena;
    mq_arena *scratch; // for what is freed with the work
    mq_scene_builder *builder;
    const maq_wza *wza;
    const maq_wza_shape *mesh;
    const uint32_t *vertex_rows, *face_rows, *bone_rows; // by index
    // Vertices of the scene: one for each pair of vertex and texture coordinates.
    uint32_t vertex_count;
    uint32_t *points; // the row of the vertex that each stands for
    vec2 *uvs;
    corners *triangles;
    // The scene's vertices of each row: those from first[row] to first[row + 1].
    uint32_t *first, *spread;
    wza_targets targets;
} to_scene;

// ---------------------------------------------------------------------------------------- vertices

// What makes a vertex of the scene. A face whose texture coordinates change has its own.
typedef struct corner_row {
    uint32_t point, corner;
    float uv[2];
} corner_row;

static bool *find_changing_faces(const to_scene *work) {
    bool *changing = MQ_NEW_ARRAY(work->scratch, bool, work->mesh->face_count);
    for (uint32_t i = 0; changing && i < work->wza->shape_count; i++) {
        const maq_wza_shape *shape = &work->wza->shapes[i];
        for (uint32_t k = 0; shape != work->mesh && k < shape->face_count; k++) {
            uint32_t row =
                mq_wza_row(work->face_rows, work->mesh->face_count, shape->faces[k].index);
            if (row != MAQ_SCENE_NONE)
                changing[row] = true;
        }
    }
    return changing;
}

// Points without a face follow those with one. `rows` are the corners that differ.
static bool number_vertices(to_scene *work, const corner_row *rows, uint32_t welded) {
    uint32_t points = work->mesh->vertex_count;
    bool *used = MQ_NEW_ARRAY(work->scratch, bool, points);
    if (!used)
        return false;
    work->vertex_count = welded + points;
    for (uint32_t i = 0; i < welded; i++) {
        work->vertex_count -= !used[rows[i].point];
        used[rows[i].point] = true;
    }
    work->points = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, work->vertex_count);
    work->uvs = MQ_NEW_ARRAY(work->arena, vec2, work->vertex_count);
    if (!work->points || !work->uvs)
        return false;
    for (uint32_t i = 0; i < welded; i++) {
        work->points[i] = rows[i].point;
        memcpy(work->uvs[i], rows[i].uv, sizeof rows[i].uv);
    }
    for (uint32_t i = 0, next = welded; i < points; i++) {
        if (!used[i])
            work->points[next++] = i;
    }
    work->first = MQ_NEW_ARRAY(work->scratch, uint32_t, (size_t)points + 2);
    work->spread = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, work->vertex_count);
    if (!work->first || !work->spread)
        return false;
    for (uint32_t i = 0; i < work->vertex_count; i++)
        work->first[work->points[i] + 2]++;
    for (uint32_t i = 0; i < points; i++)
        work->first[i + 2] += work->first[i + 1];
    for (uint32_t i = 0; i < work->vertex_count; i++)
        work->spread[work->first[work->points[i] + 1]++] = i;
    return true;
}

// Where the rows of corners come from.
typedef struct corner_source {
    const maq_wza_shape *mesh;
    const uint32_t *corners; // those whose points exist, as face * 3 + corner
    const uint32_t *points;  // theirs
    const bool *changing;    // by face
} corner_source;

static void fill_row(const void *context, uint32_t index, void *out) {
    const corner_source *source = context;
    uint32_t corner = source->corners ? source->corners[index] : index, face = corner / 3;
    const float *uv = source->mesh->faces[face].uv[corner % 3];
    const corner_row row = {
        source->points[index], source->changing[face] ? corner + 1 : 0, {uv[0], uv[1]}};
    memcpy(out, &row, sizeof row);
}

static bool make_vertices(to_scene *work) {
    uint32_t faces = work->mesh->face_count, count = 0;
    corners *triangles = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, corners, faces);
    corner_source source = {.mesh = work->mesh, .changing = find_changing_faces(work)};
    uint32_t *points = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, (size_t)faces * 3);
    uint32_t *existing = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, (size_t)faces * 3);
    if (!triangles || !source.changing || !points || !existing)
        return false;
    for (uint32_t i = 0; i < faces * 3; i++) {
        uint32_t point = mq_wza_row(work->vertex_rows, work->mesh->vertex_count,
                                    work->mesh->faces[i / 3].vertices[i % 3]);
        triangles[i / 3][i % 3] = MAQ_SCENE_NONE;
        if (point == MAQ_SCENE_NONE)
            continue;
        existing[count] = i;
        points[count++] = point;
    }
    source.corners = count < faces * 3 ? existing : NULL;
    source.points = points;
    const mq_weld_rows rows = {count, sizeof(corner_row), work->mesh->vertex_count, fill_row,
                               &source};
    const void *kept;
    // With all corners there, the triangles are the result itself.
    uint32_t *numbers =
        source.corners ? MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, count) : *triangles;
    uint32_t welded = numbers ? mq_weld_corners(work->scratch, &rows, numbers, &kept) : UINT32_MAX;
    if (welded == UINT32_MAX || !number_vertices(work, kept, welded))
        return false;
    for (uint32_t i = 0; source.corners && i < count; i++)
        triangles[existing[i] / 3][existing[i] % 3] = numbers[i];
    work->triangles = triangles;
    return true;
}

static bool fill_streams(const to_scene *work, maq_scene_mesh *out) {
    vec3 *positions = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, vec3, work->vertex_count);
    vec3 *normals = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, vec3, work->vertex_count);
    vec4 *tangents = MQ_NEW_UNINITIALIZED_ARRAY(work->arena, vec4, work->vertex_count);
    typedef const float(*uv_set)[2];
    uv_set *sets = MQ_NEW(work->arena, uv_set);
    if (!positions || !normals || !tangents || !sets)
        return false;
    for (uint32_t i = 0; i < work->vertex_count; i++) {
        const maq_wza_vertex *vertex = &work->mesh->vertices[work->points[i]];
        mq_axes_to_scene(MQ_AXES_WARZONE, vertex->position, positions[i]);
        mq_axes_to_scene(MQ_AXES_WARZONE, vertex->normal, normals[i]);
        mq_axes_to_scene(MQ_AXES_WARZONE, vertex->tangent, tangents[i]);
        // The axes are mirrored, and with them the handedness of normal, tangent and bitangent.
        double side = mq_dot(mq_cross(mq_vec3_load(vertex->normal), mq_vec3_load(vertex->tangent)),
                             mq_vec3_load(vertex->bitangent));
        tangents[i][3] = side < 0 ? 1.0f : -1.0f;
    }
    *sets = (uv_set)work->uvs;
    out->positions = (const float(*)[3])positions;
    out->normals = (const float(*)[3])normals;
    out->tangents = (const float(*)[4])tangents;
    out->uv_set_count = 1;
    out->uvs = sets;
    return true;
}

// ------------------------------------------------------------------------------------------ shapes

MQ_COMPARE_NUMBERS(by_number, uint32_t)

// The scene's vertices that a shape changes, rising. `stamps` has `stamp` for those already found.
static uint32_t *changed_vertices(const to_scene *work, const maq_wza_shape *shape,
                                  uint32_t *stamps, uint32_t stamp, size_t capacity,
                                  uint32_t *count) {
    uint32_t *list = MQ_NEW_ARRAY(work->arena, uint32_t, capacity);
    *count = 0;
    if (!list)
        return NULL;
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        uint32_t row =
            mq_wza_row(work->vertex_rows, work->mesh->vertex_count, shape->vertices[i].index);
        for (uint32_t k = row == MAQ_SCENE_NONE ? 0 : work->first[row];
             row != MAQ_SCENE_NONE && k < work->first[row + 1]; k++) {
            if (stamps[work->spread[k]] != stamp)
                list[(*count)++] = work->spread[k];
            stamps[work->spread[k]] = stamp;
        }
    }
    for (uint32_t i = 0; i < shape->face_count; i++) {
        uint32_t row = mq_wza_row(work->face_rows, work->mesh->face_count, shape->faces[i].index);
        for (uint32_t k = 0; row != MAQ_SCENE_NONE && k < 3; k++) {
            uint32_t vertex = work->triangles[row][k];
            if (vertex == MAQ_SCENE_NONE || stamps[vertex] == stamp)
                continue;
            list[(*count)++] = vertex;
            stamps[vertex] = stamp;
        }
    }
    return mq_sort_in(work->arena, list, *count, sizeof *list, by_number, NULL);
}

// How many vertices a shape changes at most.
static size_t most_changed(const to_scene *work, const maq_wza_shape *shape) {
    size_t count = (size_t)shape->face_count * 3;
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        uint32_t row =
            mq_wza_row(work->vertex_rows, work->mesh->vertex_count, shape->vertices[i].index);
        if (row != MAQ_SCENE_NONE)
            count += work->first[row + 1] - work->first[row];
    }
    return count;
}

static void put_delta(const float to[3], const float from[3], float out[3]) {
    float difference[3];
    for (unsigned k = 0; k < 3; k++)
        difference[k] = to[k] - from[k];
    mq_axes_to_scene(MQ_AXES_WARZONE, difference, out);
}

static bool fill_shape(const to_scene *work, const maq_wza_shape *shape, uint32_t *rows,
                       const uint32_t *list, maq_scene_shape *out) {
    bool has_vertices = shape->vertex_count > 0, has_faces = shape->face_count > 0;
    vec3 *positions = has_vertices ? MQ_NEW_ARRAY(work->arena, vec3, out->count) : NULL;
    vec3 *normals = has_vertices ? MQ_NEW_ARRAY(work->arena, vec3, out->count) : NULL;
    vec3 *tangents = has_vertices ? MQ_NEW_ARRAY(work->arena, vec3, out->count) : NULL;
    vec2 *uvs = has_faces ? MQ_NEW_ARRAY(work->arena, vec2, out->count) : NULL;
    if ((has_vertices && (!positions || !normals || !tangents)) || (has_faces && !uvs))
        return false;
    for (uint32_t i = 0; i < out->count; i++)
        rows[list[i]] = i;
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        const maq_wza_vertex *vertex = &shape->vertices[i];
        uint32_t row = mq_wza_row(work->vertex_rows, work->mesh->vertex_count, vertex->index);
        if (row == MAQ_SCENE_NONE)
            continue;
        const maq_wza_vertex *base = &work->mesh->vertices[row];
        for (uint32_t k = work->first[row]; k < work->first[row + 1]; k++) {
            uint32_t at = rows[work->spread[k]];
            put_delta(vertex->position, base->position, positions[at]);
            put_delta(vertex->normal, base->normal, normals[at]);
            put_delta(vertex->tangent, base->tangent, tangents[at]);
        }
    }
    for (uint32_t i = 0; i < shape->face_count; i++) {
        const maq_wza_face *face = &shape->faces[i];
        uint32_t row = mq_wza_row(work->face_rows, work->mesh->face_count, face->index);
        for (uint32_t k = 0; row != MAQ_SCENE_NONE && k < 3; k++) {
            uint32_t vertex = work->triangles[row][k];
            if (vertex == MAQ_SCENE_NONE)
                continue;
            uvs[rows[vertex]][0] = face->uv[k][0] - work->mesh->faces[row].uv[k][0];
            uvs[rows[vertex]][1] = face->uv[k][1] - work->mesh->faces[row].uv[k][1];
        }
    }
    out->vertices = list;
    out->positions = (const float(*)[3])positions;
    out->normals = (const float(*)[3])normals;
    out->tangents = (const float(*)[3])tangents;
    out->uvs = (const float(*)[2])uvs;
    return true;
}

static bool fill_shapes(to_scene *work, maq_scene_mesh *out) {
    const maq_wza *wza = work->wza;
    maq_scene_shape *shapes = MQ_NEW_ARRAY(work->arena, maq_scene_shape, wza->shape_count);
    uint32_t *numbers = MQ_NEW_ARRAY(work->arena, uint32_t, wza->shape_count);
    uint32_t *stamps = MQ_NEW_ARRAY(work->scratch, uint32_t, work->vertex_count);
    uint32_t *rows = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, work->vertex_count);
    if (!shapes || !numbers || !stamps || !rows)
        return false;
    for (uint32_t i = 0; i < wza->shape_count; i++)
        numbers[i] = MAQ_SCENE_NONE;
    // A vertex on many seams is many in the scene: shapes that list it are not to grow without end.
    size_t budget = 65536 + (size_t)work->vertex_count * 8;
    for (uint32_t i = 0; i < wza->shape_count; i++)
        budget += ((size_t)wza->shapes[i].vertex_count + wza->shapes[i].face_count) * 4;
    for (uint32_t i = 0; i < wza->shape_count; i++) {
        const maq_wza_shape *shape = &wza->shapes[i];
        if (shape == work->mesh)
            continue;
        maq_scene_shape *made = &shapes[out->shape_count];
        made->name = mq_arena_format(work->arena, WZA_SHAPE_NAME "%d", shape->number);
        if (shape->number >= 0 && (uint32_t)shape->number < wza->shape_count &&
            numbers[shape->number] == MAQ_SCENE_NONE)
            numbers[shape->number] = out->shape_count;
        out->shape_count++;
        size_t most = most_changed(work, shape);
        if (most > budget) {
            mq_add_finding(work->builder->findings, &mq_wza_rules[WZA_LOSS_SIZE], MAQ_NO_OFFSET, 0,
                           "shape %d was emptied: its vertices lie on too many seams",
                           shape->number);
            continue;
        }
        budget -= most;
        const uint32_t *list = changed_vertices(work, shape, stamps, i + 1, most, &made->count);
        if (!list || !fill_shape(work, shape, rows, list, made))
            return false;
    }
    out->shapes = shapes;
    work->targets.shapes = numbers;
    return true;
}

// ------------------------------------------------------------------------------------------- bones

static bool add_bones(to_scene *work) {
    const maq_wza *wza = work->wza;
    work->targets.first_bone = work->builder->scene.node_count;
    for (uint32_t i = 0; i < wza->bone_count; i++) {
        const maq_wza_bone *bone = &wza->bones[i];
        maq_scene_node node = mq_scene_node(
            mq_arena_format(work->arena, WZA_BONE_NAME "%d", bone->index), MAQ_NODE_JOINT);
        uint32_t parent = mq_wza_row(work->bone_rows, wza->bone_count, bone->parent);
        float offset[3];
        for (unsigned k = 0; k < 3; k++)
            offset[k] =
                bone->position[k] - (parent == MAQ_SCENE_NONE ? 0 : wza->bones[parent].position[k]);
        mq_axes_to_scene(MQ_AXES_WARZONE, offset, node.rest.translation);
        if (parent != MAQ_SCENE_NONE)
            node.parent = work->targets.first_bone + parent;
        mq_node *root, *own = mq_extras_new(work->arena, WZA_EXTRAS, &root);
        mq_put_bool(own, WZA_HINGE, bone->hinge);
        node.extras = mq_node_value(root);
        if (mq_scene_add_node(work->builder, &node) == MAQ_SCENE_NONE)
            return false;
    }
    return true;
}

// The bones of each vertex row, in the order of the file: those from first[row] to first[row + 1].
static bool spread_bones(const to_scene *work, uint32_t **first, uint32_t **bones) {
    const maq_wza *wza = work->wza;
    uint32_t vertices = work->mesh->vertex_count;
    size_t total = 0;
    for (uint32_t i = 0; i < wza->bone_count; i++)
        total += wza->bones[i].vertex_count;
    *first = MQ_NEW_ARRAY(work->scratch, uint32_t, (size_t)vertices + 2);
    *bones = MQ_NEW_UNINITIALIZED_ARRAY(work->scratch, uint32_t, total);
    if (!*first || !*bones)
        return false;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < wza->bone_count; i++) {
            for (uint32_t k = 0; k < wza->bones[i].vertex_count; k++) {
                uint32_t row = mq_wza_row(work->vertex_rows, vertices, wza->bones[i].vertices[k]);
                if (row == MAQ_SCENE_NONE)
                    continue;
                if (pass == 0)
                    (*first)[row + 2]++;
                else
                    (*bones)[(*first)[row + 1]++] = i;
            }
        }
        for (uint32_t i = 0; pass == 0 && i < vertices; i++)
            (*first)[i + 2] += (*first)[i + 1];
    }
    return true;
}

static bool fill_weights(to_scene *work, maq_scene_mesh *out, bool *still) {
    uint32_t *first, *bones, most = 1;
    uint64_t beyond = 0;
    if (!spread_bones(work, &first, &bones))
        return false;
    for (uint32_t i = 0; i < work->mesh->vertex_count; i++) {
        uint32_t count = first[i + 1] - first[i];
        most = count > most ? count : most;
        beyond += count > MOST_INFLUENCES;
    }
    most = most > MOST_INFLUENCES ? MOST_INFLUENCES : most;
    uint32_t *joints = MQ_NEW_ARRAY(work->arena, uint32_t, (size_t)work->vertex_count * most);
    float *weights = MQ_NEW_ARRAY(work->arena, float, (size_t)work->vertex_count *most);
    if (!joints || !weights)
        return false;
    for (uint32_t i = 0; i < work->vertex_count; i++) {
        uint32_t point = work->points[i], count = first[point + 1] - first[point];
        count = count > most ? most : count;
        for (uint32_t k = 0; k < count; k++) {
            joints[(size_t)i * most + k] = bones[first[point] + k];
            weights[(size_t)i * most + k] = 1 / (float)count;
        }
        if (count == 0) {
            joints[(size_t)i * most] = work->wza->bone_count;
            weights[(size_t)i * most] = 1;
            *still = true;
        }
    }
    mq_add_loss(work->builder->findings, &mq_wza_rules[WZA_LOSS_SIZE], beyond,
                "bones beyond the first %d of a vertex were dropped", MOST_INFLUENCES);
    out->influence_count = most;
    out->joints = joints;
    out->weights = weights;
    return true;
}

static uint32_t add_skin(to_scene *work, bool still) {
    uint32_t count = work->wza->bone_count + (still ? 1 : 0);
    uint32_t *joints = MQ_NEW_ARRAY(work->arena, uint32_t, count);
    mat34 *inverse = MQ_NEW_ARRAY(work->arena, mat34, count);
    if (!joints || !inverse)
        return MAQ_SCENE_NONE;
    for (uint32_t i = 0; i < count; i++) {
        float joint[3] = {0, 0, 0};
        if (i < work->wza->bone_count)
            mq_axes_to_scene(MQ_AXES_WARZONE, work->wza->bones[i].position, joint);
        joints[i] = work->targets.first_bone + i;
        for (unsigned k = 0; k < 3; k++) {
            inverse[i][k][k] = 1;
            inverse[i][k][3] = -joint[k];
        }
    }
    if (still) {
        maq_scene_node node = mq_scene_node(WZA_STILL, MAQ_NODE_JOINT);
        mq_node *root;
        mq_put_bool(mq_extras_new(work->arena, WZA_EXTRAS, &root), WZA_STILL, true);
        node.extras = mq_node_value(root);
        if (mq_scene_add_node(work->builder, &node) == MAQ_SCENE_NONE)
            return MAQ_SCENE_NONE;
    }
    return mq_scene_add_skin(work->builder,
                             &(maq_scene_skin){.joint_count = count,
                                               .joints = joints,
                                               .inverse_bind = (const float(*)[3][4])inverse});
}

// --------------------------------------------------------------------------------------- the whole

// The images lie in files; how many there are is known only as far as animations show them.
static maq_scene_frames image_frames(const maq_wza *wza) {
    maq_scene_frames frames = {.kind = MAQ_FRAMES_IMAGES, .columns = 1};
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        const maq_wza_animation *animation = &wza->animations[i];
        for (uint32_t k = 0; k < animation->point_count; k++) {
            const maq_wza_point *point = &animation->points[k];
            if (point->kind == MAQ_WZA_TEXTURE && point->frame >= 0 &&
                (uint32_t)point->frame >= frames.count)
                frames.count = (uint32_t)point->frame + 1;
        }
    }
    return frames;
}

static bool add_material(to_scene *work) {
    const maq_wza_texture *texture = &work->wza->texture;
    if (!texture->name)
        return true;
    // One image has the normals in its colours and the specular map in its alpha.
    const struct {
        bool used;
        maq_texture_role role;
        const char *word;
    } maps[MOST_TEXTURES] = {{true, MAQ_TEXTURE_DIFFUSE, "diff"},
                             {texture->normal_map || texture->specular_map,
                              texture->normal_map ? MAQ_TEXTURE_NORMAL : MAQ_TEXTURE_SPECULAR,
                              "nor"},
                             {texture->team_mask, MAQ_TEXTURE_TEAM_MASK, "tc"}};
    maq_scene_texture *textures = MQ_NEW_ARRAY(work->arena, maq_scene_texture, MOST_TEXTURES);
    maq_scene_material material =
        mq_scene_material(mq_arena_text(work->arena, texture->name, strlen(texture->name)));
    for (unsigned i = 0; textures && i < MOST_TEXTURES; i++) {
        if (maps[i].used)
            textures[material.texture_count++] =
                (maq_scene_texture){.role = maps[i].role,
                                    .file = mq_wza_image_file(work->arena, texture, maps[i].word)};
    }
    material.textures = textures;
    if (texture->animated)
        material.frames = image_frames(work->wza);
    mq_node *root, *own = mq_extras_new(work->arena, WZA_EXTRAS, &root);
    mq_put_text(own, "name", texture->name);
    mq_put_bool(own, "animated", texture->animated);
    mq_put_integer(own, "normal_map", texture->normal_map);
    mq_put_bool(own, "specular_map", texture->specular_map);
    mq_put_bool(own, "team_mask", texture->team_mask);
    material.extras = mq_node_value(root);
    if (mq_arena_status(work->arena) != MAQ_OK)
        return false;
    work->targets.material = mq_scene_add_material(work->builder, &material);
    return work->targets.material != MAQ_SCENE_NONE;
}

static bool add_model(to_scene *work) {
    const maq_wza_shape *mesh = work->mesh;
    work->vertex_rows =
        mq_wza_rows(work->scratch, mesh->vertices, mesh->vertex_count, sizeof *mesh->vertices);
    work->face_rows =
        mq_wza_rows(work->scratch, mesh->faces, mesh->face_count, sizeof *mesh->faces);
    if (!work->vertex_rows || !work->face_rows || !make_vertices(work))
        return false;
    maq_scene_part *part = MQ_NEW(work->arena, maq_scene_part);
    maq_scene_mesh out = {.name = WZA_MODEL,
                          .vertex_count = work->vertex_count,
                          .triangle_count = mesh->face_count,
                          .part_count = 1,
                          .parts = part};
    bool still = false, bones = work->wza->bone_count > 0;
    if (!part || !fill_streams(work, &out) || !fill_shapes(work, &out) ||
        (bones && !fill_weights(work, &out, &still)))
        return false;
    *part = (maq_scene_part){work->targets.material, 0, mesh->face_count};
    for (uint32_t i = 0; mq_axes_swap_corners(MQ_AXES_WARZONE) && i < mesh->face_count; i++) {
        uint32_t second = work->triangles[i][1];
        work->triangles[i][1] = work->triangles[i][2];
        work->triangles[i][2] = second;
    }
    out.triangles = (const uint32_t(*)[3])work->triangles;
    maq_scene_node node = mq_scene_node(WZA_MODEL, MAQ_NODE_GROUP);
    node.mesh = mq_scene_add_mesh(work->builder, &out);
    if (bones) {
        node.skin = add_skin(work, still);
        if (node.skin == MAQ_SCENE_NONE)
            return false;
    }
    work->targets.mesh_node = mq_scene_add_node(work->builder, &node);
    return work->targets.mesh_node != MAQ_SCENE_NONE;
}

maq_span mq_wza_image_span(const maq_document *document, const maq_image_reference *image) {
    (void)image;
    uint32_t offset = ((const maq_wza *)document->content)->texture.offset;
    return (maq_span){document->source && offset < document->source_length ? offset : MAQ_NO_OFFSET,
                      0};
}

maq_status mq_wza_to_scene(const maq_document *document, mq_scene_builder *builder) {
    const maq_wza *wza = document->content;
    to_scene work = {.arena = builder->arena,
                     .scratch = mq_arena_scratch(builder->arena),
                     .builder = builder,
                     .wza = wza,
                     .mesh = mq_wza_mesh(wza),
                     .targets = {.mesh_node = MAQ_SCENE_NONE, .material = MAQ_SCENE_NONE}};
    if (!work.scratch)
        return mq_arena_status(builder->arena);
    work.bone_rows = mq_wza_rows(work.scratch, wza->bones, wza->bone_count, sizeof *wza->bones);
    work.targets.bone_rows = work.bone_rows;
    bool ok = work.bone_rows && add_material(&work) && add_bones(&work) &&
              (!work.mesh || add_model(&work));
    wza_sampling sampling;
    ok = ok &&
         mq_wza_measure(work.scratch, wza, work.mesh, work.vertex_rows, &work.targets, &sampling);
    for (uint32_t i = 0; ok && i < wza->animation_count; i++)
        ok = mq_wza_add_clip(builder, wza, &work.targets, &sampling, &wza->animations[i]);
    mq_arena_end_scratch(work.arena, work.scratch);
    mq_node *root;
    mq_put_integer(mq_extras_new(work.arena, WZA_EXTRAS, &root), "version", 1);
    builder->scene.extras = mq_node_value(root);
    mq_add_loss(builder->findings, &mq_wza_rules[WZA_LOSS_COMMENTS], wza->comment_count,
                "comments were dropped");
    if (!work.mesh && wza->shape_count)
        mq_add_loss(builder->findings, &mq_wza_rules[WZA_LOSS_SHAPES], wza->shape_count,
                    "shapes were dropped: there is no shape 0 that they could change");
    return mq_arena_status(builder->arena);
}
