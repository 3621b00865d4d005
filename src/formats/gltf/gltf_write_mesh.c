// SPDX-License-Identifier: MIT
//
// Meshes of a glTF file: one primitive per part, all with the same accessors.
#include <string.h>

#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_write.h"
#include "scene/geometry.h"
#include "scene/names.h"

enum { VERTICES = 34962, INDICES = 34963, POINTS = 0 };

typedef struct stream {
    const char *name;
    uint32_t accessor;
} stream;

typedef struct stream_list {
    stream *items;
    size_t count, capacity;
} stream_list;

static void add_stream(gltf_writer *w, stream_list *list, const char *name, uint32_t accessor) {
    stream *larger =
        mq_arena_grow(w->arena, list->items, &list->capacity, list->count, sizeof *larger);
    if (!larger)
        return;
    list->items = larger;
    list->items[list->count++] = (stream){name, accessor};
}

static void add_vertex_floats(gltf_writer *w, stream_list *list, const char *name,
                              const void *values, uint32_t count, uint32_t width, bool bounds) {
    if (values)
        add_stream(w, list, name, mq_gltf_add_floats(w, values, count, width, VERTICES, bounds));
}

// ------------------------------------------------------------------------------------- attributes

// The joints of influences first .. first + 4 of all vertices of a mesh, `width` bytes each.
static void write_joints(const gltf_view *view, mq_text *out) {
    const maq_scene_mesh *mesh = view->from;
    uint32_t left = mesh->influence_count - view->first, used = left < 4 ? left : 4;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint32_t *joints = mesh->joints + (size_t)v * mesh->influence_count + view->first;
        unsigned char bytes[8] = {0};
        for (uint32_t i = 0; i < used; i++) {
            bytes[i * view->width] = (unsigned char)joints[i];
            if (view->width == 2)
                bytes[i * 2 + 1] = (unsigned char)(joints[i] >> 8);
        }
        mq_text_bytes(out, bytes, (size_t)view->width * 4);
    }
}

static uint32_t add_joints(gltf_writer *w, const maq_scene_mesh *mesh, uint32_t first, bool wide) {
    gltf_accessor accessor = {
        .component = wide ? GLTF_U16 : GLTF_U8, .count = mesh->vertex_count, .type = "VEC4"};
    gltf_view view = {.write = write_joints,
                      .from = mesh,
                      .first = first,
                      .width = wide ? 2 : 1,
                      .target = VERTICES,
                      .length = (uint64_t)mesh->vertex_count * (wide ? 8 : 4)};
    accessor.view = mq_gltf_add_view(w, &view);
    return mq_gltf_add_accessor(w, &accessor);
}

// The weights of the same influences.
static void write_weights(const gltf_view *view, mq_text *out) {
    const maq_scene_mesh *mesh = view->from;
    uint32_t left = mesh->influence_count - view->first, used = left < 4 ? left : 4;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float weights[4] = {0};
        memcpy(weights, mesh->weights + (size_t)v * mesh->influence_count + view->first,
               used * sizeof *weights);
        mq_text_f32s(out, weights, 4);
    }
}

static uint32_t add_weights(gltf_writer *w, const maq_scene_mesh *mesh, uint32_t first) {
    gltf_accessor accessor = {.component = GLTF_F32, .count = mesh->vertex_count, .type = "VEC4"};
    gltf_view view = {.write = write_weights,
                      .from = mesh,
                      .first = first,
                      .target = VERTICES,
                      .length = (uint64_t)mesh->vertex_count * 4 * sizeof(float)};
    accessor.view = mq_gltf_add_view(w, &view);
    return mq_gltf_add_accessor(w, &accessor);
}

static void add_influences(gltf_writer *w, stream_list *list, const maq_scene_mesh *mesh) {
    bool wide = false;
    for (size_t i = 0; i < (size_t)mesh->vertex_count * mesh->influence_count; i++)
        wide = wide || mesh->joints[i] > UINT8_MAX;
    for (uint32_t first = 0; first < mesh->influence_count; first += 4) {
        add_stream(w, list, mq_arena_format(w->arena, "JOINTS_%u", first / 4),
                   add_joints(w, mesh, first, wide));
        add_stream(w, list, mq_arena_format(w->arena, "WEIGHTS_%u", first / 4),
                   add_weights(w, mesh, first));
    }
}

// "_NAME" of an attribute "name"; a number makes names unique that differ in other characters.
static const char *attribute_name(mq_arena *arena, const maq_scene_mesh *mesh, uint32_t index) {
    char *name = mq_arena_format(arena, "_%s", mesh->attributes[index].name);
    bool same = false;
    for (char *c = name ? name + 1 : NULL; c && *c; c++) {
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
        else if (!(*c >= 'A' && *c <= 'Z') && !(*c >= '0' && *c <= '9') && *c != '_') {
            *c = '_';
            same = true;
        }
    }
    for (uint32_t i = 0; i < mesh->attribute_count && !same; i++) {
        const char *a = mesh->attributes[i].name, *b = mesh->attributes[index].name;
        while (*a && *b && (*a | 32) == (*b | 32))
            a++, b++;
        same = i != index && *a == *b;
    }
    return name && (same || !name[1]) ? mq_arena_format(arena, "%s_%u", name, index) : name;
}

// Whether any part has a material of a kind.
static bool has_material(const maq_scene_mesh *mesh, const bool *kind) {
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        if (mesh->parts[i].material != MAQ_SCENE_NONE && kind[mesh->parts[i].material])
            return true;
    }
    return false;
}

static bool needs_coordinates(const gltf_writer *w, const maq_scene_mesh *mesh) {
    return mesh->uv_set_count == 0 && has_material(mesh, w->textured);
}

static bool needs_tangents(const gltf_writer *w, const maq_scene_mesh *mesh) {
    return !(mesh->normals && mesh->tangents) && has_material(mesh, w->bumpy);
}

// A normal texture needs normals and tangents. Each viewer would compute its own, so they are
// computed here, and the extras say that the model has none.
static void add_made_tangents(gltf_writer *w, stream_list *list, const maq_scene_mesh *mesh) {
    uint32_t count = mesh->vertex_count;
    maq_scene_mesh whole = *mesh;
    float(*tangents)[4] = mq_arena_alloc(w->arena, count, sizeof *tangents, alignof(float));
    const void *uvs = mesh->uv_set_count
                          ? (const void *)mesh->uvs[0]
                          : mq_arena_alloc(w->arena, count, 2 * sizeof(float), alignof(float));
    if (!mesh->normals) {
        float(*normals)[3] = mq_arena_alloc(w->arena, count, sizeof *normals, alignof(float));
        whole.normals = (const float(*)[3])normals;
        if (!normals || !mq_smooth_normals(w->arena, mesh->positions, count, mesh->triangles,
                                           mesh->triangle_count, normals))
            return;
        for (uint32_t i = 0; i < count; i++) {
            const float *n = normals[i];
            if (n[0] == 0 && n[1] == 0 && n[2] == 0)
                normals[i][1] = 1;
        }
        add_vertex_floats(w, list, "NORMAL", normals, count, 3, false);
    }
    if (!tangents || !uvs)
        return;
    mq_tangents(&whole, (const float(*)[2])uvs, tangents);
    add_vertex_floats(w, list, "TANGENT", tangents, count, 4, false);
}

static void add_attributes(gltf_writer *w, stream_list *list, const maq_scene_mesh *mesh) {
    uint32_t count = mesh->vertex_count;
    add_vertex_floats(w, list, "POSITION", mesh->positions, count, 3, true);
    add_vertex_floats(w, list, "NORMAL", mesh->normals, count, 3, false);
    // In glTF tangents need normals; without these they are a custom attribute.
    add_vertex_floats(w, list, mesh->normals ? "TANGENT" : "_TANGENT_ALONE", mesh->tangents, count,
                      4, false);
    if (needs_tangents(w, mesh))
        add_made_tangents(w, list, mesh);
    for (uint32_t i = 0; i < mesh->uv_set_count; i++)
        add_vertex_floats(w, list, mq_arena_format(w->arena, "TEXCOORD_%u", i), mesh->uvs[i], count,
                          2, false);
    if (needs_coordinates(w, mesh)) {
        // A texture needs coordinates; zeros need no bytes.
        gltf_accessor zeros = {
            .view = GLTF_NONE, .component = GLTF_F32, .count = count, .type = "VEC2"};
        add_stream(w, list, "TEXCOORD_0", mq_gltf_add_accessor(w, &zeros));
    }
    add_vertex_floats(w, list, "COLOR_0", mesh->colours, count, 4, false);
    add_influences(w, list, mesh);
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        add_vertex_floats(w, list, attribute_name(w->arena, mesh, i), mesh->attributes[i].values,
                          count, mesh->attributes[i].components, false);
}

// ----------------------------------------------------------------------------------------- shapes

// Whether a row of a morph target changes nothing.
static bool is_idle(const maq_scene_shape *shape, uint32_t row) {
    for (int k = 0; k < 3; k++) {
        if ((shape->positions && shape->positions[row][k] != 0) ||
            (shape->normals && shape->normals[row][k] != 0) ||
            (shape->tangents && shape->tangents[row][k] != 0) ||
            (shape->uvs && k < 2 && shape->uvs[row][k] != 0))
            return false;
    }
    return true;
}

// The reader keeps the rows of a dense accessor that change something, and all rows of a sparse one.
// So a morph target with idle rows must be sparse; of others the smaller form is written.
static bool is_sparse(const maq_scene_shape *shape, uint32_t vertex_count) {
    for (uint32_t i = 0; i < shape->count; i++) {
        if (is_idle(shape, i))
            return true;
    }
    uint32_t index_size = vertex_count > UINT16_MAX ? 4 : 2;
    return (uint64_t)shape->count * (12 + index_size) < (uint64_t)vertex_count * 12;
}

// The differences of a shape, rows of `width`, for all of `count` vertices.
static void write_dense_deltas(const gltf_view *view, mq_text *out) {
    static const float zeros[4] = {0};
    const maq_scene_shape *shape = view->from;
    const float *values = view->values;
    uint32_t next = 0;
    for (uint32_t v = 0; v < view->count; v++) {
        bool listed = next < shape->count && shape->vertices[next] == v;
        mq_text_f32s(out, listed ? values + (size_t)next * view->width : zeros, view->width);
        next += listed;
    }
}

static uint32_t add_deltas(gltf_writer *w, const maq_scene_shape *shape, const float *values,
                           uint32_t width, uint32_t count, bool sparse, uint32_t indices,
                           bool bounds) {
    gltf_accessor accessor = {
        .view = GLTF_NONE, .component = GLTF_F32, .count = count, .type = mq_gltf_type(width)};
    if (bounds) {
        // Vertices that are not listed do not move. Written so that zeros lose their sign: clang makes
        // max(x, 0) of "x < 0 ? 0 : x" for WebAssembly, which drops it there alone.
        mq_gltf_bounds(&accessor, values, shape->count, width);
        for (uint32_t k = 0; k < width && shape->count < count; k++) {
            accessor.min[k] = accessor.min[k] < 0 ? accessor.min[k] : 0;
            accessor.max[k] = accessor.max[k] > 0 ? accessor.max[k] : 0;
        }
    }
    if (shape->count == 0)
        return mq_gltf_add_accessor(w, &accessor);
    if (sparse) {
        accessor.sparse_count = shape->count;
        accessor.sparse_component = count > UINT16_MAX ? GLTF_U32 : GLTF_U16;
        accessor.sparse_indices = indices;
        accessor.sparse_values = mq_gltf_add_words(w, values, (uint64_t)shape->count * width, 0);
    } else {
        gltf_view view = {.write = write_dense_deltas,
                          .from = shape,
                          .values = values,
                          .count = count,
                          .width = width,
                          .target = VERTICES,
                          .length = (uint64_t)count * width * sizeof *values};
        accessor.view = mq_gltf_add_view(w, &view);
    }
    return mq_gltf_add_accessor(w, &accessor);
}

// Indices of vertices, of 32 or 16 bits.
static uint32_t add_numbers(gltf_writer *w, const uint32_t *numbers, uint64_t count, bool wide,
                            uint32_t target) {
    return wide ? mq_gltf_add_words(w, numbers, count, target)
                : mq_gltf_add_halves(w, numbers, count, target);
}

static void add_target(gltf_writer *w, stream_list *list, const maq_scene_mesh *mesh,
                       const maq_scene_shape *shape) {
    uint32_t count = mesh->vertex_count;
    bool sparse = shape->count > 0 && is_sparse(shape, count);
    uint32_t indices = 0;
    if (sparse)
        indices = add_numbers(w, shape->vertices, shape->count, count > UINT16_MAX, 0);
    const struct {
        const char *name;
        const void *values;
        uint32_t width;
    } streams[] = {{"POSITION", shape->positions, 3},
                   {"NORMAL", shape->normals, 3},
                   {"TANGENT", shape->tangents, 3},
                   {"TEXCOORD_0", shape->uvs, 2}};
    for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++) {
        if (streams[i].values)
            add_stream(w, list, streams[i].name,
                       add_deltas(w, shape, streams[i].values, streams[i].width, count, sparse,
                                  indices, i == 0));
    }
}

// ---------------------------------------------------------------------------------------- writing

void mq_gltf_write_mesh_extras(gltf_writer *w, const maq_scene_mesh *mesh) {
    gltf_json *own = &w->own;
    if (mesh->role != MAQ_MESH_VISUAL)
        mq_gltf_string(own, "role", mq_role_names[mesh->role]);
    if (mesh->vertex_count && !mesh->normals)
        mq_gltf_bool(own, "normals", false);
    if (mesh->vertex_count && !mesh->tangents && needs_tangents(w, mesh))
        mq_gltf_bool(own, "tangents", false);
    if (mesh->vertex_count && needs_coordinates(w, mesh))
        mq_gltf_integer(own, "uv_sets", 0);
    if (mesh->influence_count % 4)
        mq_gltf_integer(own, "influences", mesh->influence_count);
    if (mesh->attribute_count) {
        mq_gltf_open(own, "attributes", '{');
        for (uint32_t i = 0; i < mesh->attribute_count; i++) {
            const char *name = attribute_name(w->arena, mesh, i);
            if (name)
                mq_gltf_exact(own, name, mesh->attributes[i].name,
                              strlen(mesh->attributes[i].name));
        }
        mq_gltf_close(own, '}');
    }
    bool plain = true, full = mesh->triangle_count > 0;
    uint32_t unnamed = 0;
    for (uint32_t i = 0; i < mesh->shape_count; i++) {
        plain = plain && mq_gltf_is_plain(mesh->shapes[i].name, strlen(mesh->shapes[i].name));
        unnamed += mesh->shapes[i].name[0] == 0;
    }
    // targetNames has a name for each shape, or does not exist.
    if (!plain || (unnamed > 0 && unnamed < mesh->shape_count)) {
        mq_gltf_open(own, "shape_names", '[');
        for (uint32_t i = 0; i < mesh->shape_count; i++)
            mq_gltf_exact(own, NULL, mesh->shapes[i].name, strlen(mesh->shapes[i].name));
        mq_gltf_close(own, ']');
    }
    for (uint32_t i = 0; i < mesh->part_count; i++)
        full = full && mesh->parts[i].triangle_count > 0;
    if (full)
        return;
    // An empty list, too: it says that the points of the file are vertices without triangles.
    mq_gltf_open(own, "parts", '[');
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        mq_gltf_open(own, NULL, '{');
        if (mesh->parts[i].material != MAQ_SCENE_NONE)
            mq_gltf_write_reference(own, "material", &w->material_names,
                                    w->scene->materials[mesh->parts[i].material].name,
                                    mesh->parts[i].material);
        mq_gltf_integer(own, "triangles", mesh->parts[i].triangle_count);
        mq_gltf_close(own, '}');
    }
    mq_gltf_close(own, ']');
}

static void write_streams(gltf_json *json, const char *key, const stream_list *list) {
    mq_gltf_open(json, key, '{');
    for (size_t i = 0; i < list->count; i++)
        mq_gltf_integer(json, list->items[i].name, list->items[i].accessor);
    mq_gltf_close(json, '}');
}

static uint32_t add_indices(gltf_writer *w, const maq_scene_mesh *mesh,
                            const maq_scene_part *part) {
    // The largest number of each size is the primitive restart value.
    bool wide = mesh->vertex_count > UINT16_MAX;
    gltf_accessor accessor = {.component = wide ? GLTF_U32 : GLTF_U16,
                              .count = part->triangle_count * 3,
                              .type = "SCALAR"};
    const uint32_t *vertices = &mesh->triangles[0][0] + (size_t)part->first_triangle * 3;
    accessor.view = add_numbers(w, vertices, accessor.count, wide, INDICES);
    return mq_gltf_add_accessor(w, &accessor);
}

static void write_primitive(gltf_writer *w, const maq_scene_mesh *mesh, const maq_scene_part *part,
                            const stream_list *attributes, const stream_list *targets,
                            const maq_value *extras) {
    gltf_json *json = &w->json;
    mq_gltf_open(json, NULL, '{');
    write_streams(json, "attributes", attributes);
    if (part) {
        mq_gltf_integer(json, "indices", add_indices(w, mesh, part));
        if (part->material != MAQ_SCENE_NONE)
            mq_gltf_integer(json, "material", part->material);
    } else {
        mq_gltf_integer(json, "mode", POINTS);
    }
    if (mesh->shape_count) {
        mq_gltf_open(json, "targets", '[');
        for (uint32_t i = 0; i < mesh->shape_count; i++)
            write_streams(json, NULL, &targets[i]);
        mq_gltf_close(json, ']');
    }
    if (extras && extras->kind != MAQ_VALUE_NULL)
        mq_gltf_value(json, "extras", extras);
    mq_gltf_close(json, '}');
}

static void write_mesh(gltf_writer *w, gltf_json_list *list, const maq_scene_mesh *mesh) {
    stream_list attributes = {0};
    stream_list *targets = MQ_NEW_ARRAY(w->arena, stream_list, mesh->shape_count);
    if (!targets)
        return;
    add_attributes(w, &attributes, mesh);
    for (uint32_t i = 0; i < mesh->shape_count; i++)
        add_target(w, &targets[i], mesh, &mesh->shapes[i]);
    mq_gltf_open_item(list);
    mq_gltf_write_name(w, mesh->name);
    mq_gltf_open(&w->json, "primitives", '[');
    const maq_value *all = maq_value_find(mesh->extras, GLTF_PRIMITIVES_KEY);
    const maq_value *extras = all ? all->as.children.first : NULL;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        if (mesh->parts[i].triangle_count == 0)
            continue;
        write_primitive(w, mesh, &mesh->parts[i], &attributes, targets, extras);
        extras = extras ? extras->next : NULL;
    }
    if (mesh->triangle_count == 0)
        write_primitive(w, mesh, NULL, &attributes, targets, extras);
    mq_gltf_close(&w->json, ']');
    mq_gltf_write_rest_weights(w, mesh->extras, mesh);
    mq_gltf_write_mesh_extras(w, mesh);
    mq_gltf_write_extras(w, mesh->extras, mesh);
    mq_gltf_close(&w->json, '}');
}

void mq_gltf_write_meshes(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    gltf_json_list list = {&w->json, "meshes", false};
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        if (w->mesh_numbers[i] != GLTF_NONE)
            write_mesh(w, &list, &scene->meshes[i]);
    }
    mq_gltf_end_list(&list);
}
