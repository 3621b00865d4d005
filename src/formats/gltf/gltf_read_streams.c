// SPDX-License-Identifier: MIT
//
// The numbers of vertices: the streams of all groups of a mesh, one behind the other.
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "formats/gltf/gltf_read_mesh.h"

static uint32_t accessor_of(const gltf_mesh *mesh, const maq_value *streams, const char *name) {
    uint32_t index;
    return mq_gltf_u32(maq_value_find(streams, name), &index) &&
                   index < mesh->r->lists[GLTF_ACCESSORS].count
               ? index
               : GLTF_NONE;
}

static void ignored(gltf_mesh *mesh, const char *name) {
    if (strcmp(name, "TEXCOORD_0") == 0)
        GLTF_REPORT(
            mesh->r, UVS_DROPPED, GLTF_MESHES, mesh->index, "%s",
            "its first set of texture coordinates, TEXCOORD_0, cannot be read: it must have "
            "two numbers for each position");
    else
        GLTF_REPORT(mesh->r, ATTRIBUTE_IGNORED, GLTF_MESHES, mesh->index,
                    "the attribute %.60s is left out", name);
}

// Opens a stream of a group; false when it is not there or does not fit.
static bool open_stream(gltf_mesh *mesh, const gltf_group *group, const char *name,
                        gltf_data *data) {
    uint32_t accessor = accessor_of(mesh, group->attributes, name);
    if (accessor == GLTF_NONE || !mq_gltf_open_accessor(mesh->r, accessor, data))
        return false;
    if (data->count == group->count && !data->matrix &&
        mq_gltf_charge(mesh->r, data->count, data->width * 4, false))
        return true;
    ignored(mesh, name);
    return false;
}

static bool any_has(const gltf_mesh *mesh, const char *name) {
    for (uint32_t i = 0; i < mesh->group_count; i++) {
        if (maq_value_find(mesh->groups[i].attributes, name))
            return true;
    }
    return false;
}

// Copies the rows of a group to their vertices, `width` numbers of each.
static void copy_rows(const gltf_group *group, const float *rows, uint32_t have, float *out,
                      uint32_t width) {
    uint32_t shared = have < width ? have : width;
    for (uint32_t i = 0; i < group->used; i++) {
        size_t source = group->sources ? group->sources[i] : i;
        memcpy(out + ((size_t)group->first + i) * width, rows + source * have,
               shared * sizeof(float));
    }
}

// A stream of floats of all groups, filled with `blank` where a group does not have it. NULL when no
// group has it, or the budget is exceeded.
static float *read_stream(gltf_mesh *mesh, const char *name, uint32_t narrowest, uint32_t width,
                          const float *blank) {
    gltf_reader *r = mesh->r;
    uint32_t total = mesh->out.vertex_count;
    if (!any_has(mesh, name) || !mq_gltf_charge(r, total, width * 4, true))
        return NULL;
    float *out =
        mq_arena_alloc_uninitialized(r->arena, total, width * sizeof(float), alignof(float));
    bool found = false;
    for (uint32_t g = 0; out && g < mesh->group_count; g++) {
        const gltf_group *group = &mesh->groups[g];
        float *to = out + (size_t)group->first * width;
        gltf_data data;
        bool open =
            maq_value_find(group->attributes, name) && open_stream(mesh, group, name, &data);
        bool fits = open && data.width >= narrowest && data.width <= width;
        if (open && !fits)
            ignored(mesh, name);
        if (fits && data.width == width && !group->sources) {
            mq_gltf_fill_floats(&data, to);
            found = true;
            continue;
        }
        for (size_t i = 0; i < group->used; i++)
            memcpy(to + i * width, blank, width * sizeof(float));
        if (!fits || !mq_gltf_charge_temporary(r, data.count, data.width * 4))
            continue;
        float *rows =
            mq_arena_alloc_uninitialized(mesh->scratch, data.count, data.width * sizeof(float), 4);
        if (!rows)
            return NULL;
        mq_gltf_fill_floats(&data, rows);
        copy_rows(group, rows, data.width, out, width);
        found = true;
    }
    return found ? out : NULL;
}

// -------------------------------------------------------------------------------------- influences

// Four joints or four weights of each vertex of a group, into set `set` of `sets`.
static bool copy_four(gltf_mesh *mesh, const gltf_group *group, const char *name, void *out,
                      uint32_t set, uint32_t sets, bool joints) {
    gltf_data data;
    if (!open_stream(mesh, group, name, &data))
        return false;
    bool whole = data.component == GLTF_U8 || data.component == GLTF_U16;
    if (data.width != 4 || (joints && !whole) ||
        !mq_gltf_charge_temporary(mesh->r, data.count, 16)) {
        ignored(mesh, name);
        return false;
    }
    char *rows = mq_arena_alloc(mesh->scratch, data.count, 16, alignof(uint32_t));
    if (!rows)
        return false;
    if (joints)
        mq_gltf_fill_uints(&data, (void *)rows);
    else
        mq_gltf_fill_floats(&data, (void *)rows);
    for (uint32_t i = 0; i < group->used; i++) {
        size_t source = group->sources ? group->sources[i] : i;
        memcpy((char *)out + (((size_t)group->first + i) * sets + set) * 16, rows + source * 16,
               16);
    }
    return true;
}

// Removes the influences that the writer added to have a multiple of four.
static void trim_influences(gltf_mesh *mesh, uint32_t *joints, float *weights) {
    uint32_t have = mesh->out.influence_count, wanted;
    if (!mq_gltf_u32(maq_value_find(mesh->own, "influences"), &wanted))
        return;
    bool good = wanted > 0 && wanted < have;
    for (size_t i = 0; good && i < (size_t)mesh->out.vertex_count * have; i++)
        good = i % have < wanted || weights[i] == 0;
    if (!good) {
        mq_gltf_extras_ignored(mesh->r, GLTF_MESHES, mesh->index, "influences");
        return;
    }
    for (size_t v = 0; v < mesh->out.vertex_count; v++) {
        memmove(joints + v * wanted, joints + v * have, wanted * sizeof *joints);
        memmove(weights + v * wanted, weights + v * have, wanted * sizeof *weights);
    }
    mesh->out.influence_count = wanted;
}

static void read_influences(gltf_mesh *mesh) {
    gltf_reader *r = mesh->r;
    char joints_name[24], weights_name[24];
    uint32_t sets = 0;
    while (sets < GLTF_MOST_SETS) {
        snprintf(joints_name, sizeof joints_name, "JOINTS_%u", sets);
        if (!any_has(mesh, joints_name))
            break;
        sets++;
    }
    if (sets == 0 || !mq_gltf_charge(r, mesh->out.vertex_count, (uint64_t)sets * 32, true))
        return;
    uint32_t *joints = mq_arena_alloc(r->arena, mesh->out.vertex_count, (size_t)sets * 16, 4);
    float *weights = mq_arena_alloc(r->arena, mesh->out.vertex_count, (size_t)sets * 16, 4);
    if (!joints || !weights)
        return;
    bool any = false;
    for (uint32_t set = 0; set < sets; set++) {
        snprintf(joints_name, sizeof joints_name, "JOINTS_%u", set);
        snprintf(weights_name, sizeof weights_name, "WEIGHTS_%u", set);
        for (uint32_t g = 0; g < mesh->group_count; g++) {
            const gltf_group *group = &mesh->groups[g];
            if (maq_value_find(group->attributes, joints_name) &&
                copy_four(mesh, group, joints_name, joints, set, sets, true))
                any = copy_four(mesh, group, weights_name, weights, set, sets, false) || any;
        }
    }
    if (!any)
        return;
    mesh->out.influence_count = 4 * sets;
    mesh->out.joints = joints;
    mesh->out.weights = weights;
    trim_influences(mesh, joints, weights);
}

// -------------------------------------------------------------------------------------- attributes

static bool is_known(const char *name) {
    static const char *const whole[] = {"POSITION", "NORMAL", "TANGENT", "COLOR_0",
                                        "_TANGENT_ALONE"};
    static const char *const starts[] = {"TEXCOORD_", "JOINTS_", "WEIGHTS_"};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        if (strcmp(name, whole[i]) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            return true;
    }
    return false;
}

static bool is_listed(const char *const *names, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

static uint32_t width_of(const gltf_mesh *mesh, const char *name) {
    gltf_data data;
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        uint32_t accessor = accessor_of(mesh, mesh->groups[g].attributes, name);
        if (accessor != GLTF_NONE && mq_gltf_open_accessor(mesh->r, accessor, &data) &&
            !data.matrix)
            return data.width;
    }
    return 0;
}

// How many attributes there are besides the known ones, at most.
static uint32_t count_others(const gltf_mesh *mesh) {
    uint32_t count = 0;
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        for (const maq_value *a = mq_first_member(mesh->groups[g].attributes);
             a && count < GLTF_MOST_ATTRIBUTES; a = a->next)
            count += !is_known(a->key);
    }
    return count;
}

// Whether an attribute is a set of texture coordinates that was not read: sets count from 0 without a
// gap, and there are at most GLTF_MOST_SETS.
static bool is_surplus_set(const gltf_mesh *mesh, const char *name) {
    static const char start[] = "TEXCOORD_";
    if (strncmp(name, start, sizeof start - 1) != 0)
        return false;
    uint64_t number = 0;
    bool overflow = false;
    const char *digits = name + sizeof start - 1, *end = digits + strlen(digits);
    bool good = *digits && mq_parse_u64(digits, end, &number, &overflow) == end && !overflow;
    uint32_t none;
    bool made = mq_gltf_u32(maq_value_find(mesh->own, "uv_sets"), &none) && none == 0;
    // The set after the last one was tried, and reported if it is there.
    uint32_t tried = mesh->out.uv_set_count + (mesh->out.uv_set_count < GLTF_MOST_SETS);
    return !good || (number >= tried && !made);
}

static void report_surplus_sets(gltf_mesh *mesh) {
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        for (const maq_value *a = mq_first_member(mesh->groups[g].attributes); a; a = a->next) {
            if (is_surplus_set(mesh, a->key))
                ignored(mesh, a->key);
        }
    }
}

// Custom attributes; those with unknown names are ignored.
static void read_attributes(gltf_mesh *mesh) {
    static const float zeros[4] = {0};
    gltf_reader *r = mesh->r;
    const maq_value *own_names = maq_value_find(mesh->own, "attributes");
    maq_scene_attribute *list = MQ_NEW_ARRAY(r->arena, maq_scene_attribute, count_others(mesh));
    const char *names[GLTF_MOST_ATTRIBUTES];
    uint32_t seen = 0, count = 0;
    for (uint32_t g = 0; list && g < mesh->group_count; g++) {
        for (const maq_value *a = mq_first_member(mesh->groups[g].attributes); a; a = a->next) {
            const char *name = a->key;
            if (is_known(name) || is_listed(names, seen, name))
                continue;
            if (seen == GLTF_MOST_ATTRIBUTES) {
                ignored(mesh, name);
                break;
            }
            names[seen++] = name;
            uint32_t width = name[0] == '_' ? width_of(mesh, name) : 0;
            const float *values = width ? read_stream(mesh, name, width, width, zeros) : NULL;
            if (!values) {
                ignored(mesh, name);
                continue;
            }
            size_t length;
            const char *own = mq_gltf_exact_of(r, maq_value_find(own_names, name), &length);
            list[count++] = (maq_scene_attribute){
                .name = own ? own : mq_arena_text(r->arena, name + 1, strlen(name + 1)),
                .components = width,
                .values = values};
        }
    }
    mesh->out.attributes = list;
    mesh->out.attribute_count = count;
}

static void read_uvs(gltf_mesh *mesh) {
    static const float zeros[2] = {0};
    uint32_t none, sets = 0;
    char name[24];
    if (mq_gltf_u32(maq_value_find(mesh->own, "uv_sets"), &none) && none == 0)
        return;
    const float(**uvs)[2] =
        mq_arena_alloc(mesh->r->arena, GLTF_MOST_SETS, sizeof *uvs, alignof(const float(*)[2]));
    for (; uvs && sets < GLTF_MOST_SETS; sets++) {
        snprintf(name, sizeof name, "TEXCOORD_%u", sets);
        uvs[sets] = (const float(*)[2])read_stream(mesh, name, 2, 2, zeros);
        if (!uvs[sets])
            break;
    }
    mesh->out.uv_set_count = sets;
    mesh->out.uvs = (const float(*const *)[2])uvs;
}

void mq_gltf_read_streams(gltf_mesh *mesh) {
    if (mesh->group_count == 0)
        return;
    static const float origin[3] = {0}, up[3] = {0, 1, 0}, right[4] = {1, 0, 0, 1},
                       white[4] = {1, 1, 1, 1};
    maq_scene_mesh *out = &mesh->out;
    bool normals = mq_value_flag(maq_value_find(mesh->own, "normals"), true);
    bool tangents = mq_value_flag(maq_value_find(mesh->own, "tangents"), true);
    out->positions = (const float(*)[3])read_stream(mesh, "POSITION", 3, 3, origin);
    if (normals)
        out->normals = (const float(*)[3])read_stream(mesh, "NORMAL", 3, 3, up);
    if (tangents)
        out->tangents = (const float(*)[4])read_stream(mesh, normals ? "TANGENT" : "_TANGENT_ALONE",
                                                       4, 4, right);
    out->colours = (const float(*)[4])read_stream(mesh, "COLOR_0", 3, 4, white);
    read_uvs(mesh);
    report_surplus_sets(mesh);
    read_influences(mesh);
    read_attributes(mesh);
}

// ----------------------------------------------------------------------------------------- shapes

// One stream of a target of a group: its rows, and which vertices it lists.
static bool open_target(gltf_mesh *mesh, const gltf_group *group, const maq_value *target,
                        const char *name, uint32_t width, float *rows, bool *listed) {
    gltf_data data;
    uint32_t accessor = accessor_of(mesh, target, name);
    if (accessor == GLTF_NONE || !mq_gltf_open_accessor(mesh->r, accessor, &data))
        return false;
    if (data.width != width || data.count != group->count) {
        ignored(mesh, name);
        return false;
    }
    if (!mq_gltf_charge(mesh->r, data.count, width * 4, false))
        return false;
    mq_gltf_fill_floats(&data, rows);
    for (uint32_t i = 0; i < data.sparse_count; i++) {
        uint32_t at = mq_gltf_sparse_index(&data, i);
        if (at < group->count)
            listed[at] = true;
    }
    for (size_t i = 0; data.bytes && i < (size_t)data.count * width; i++)
        listed[i / width] = listed[i / width] || rows[i] != 0;
    return true;
}

typedef struct target_stream {
    const char *name;
    uint32_t width;
    float *rows; // of the group at work
    float *out;  // of the shape
} target_stream;

enum { TARGET_STREAMS = 4 };

// Which vertices of the mesh a shape lists; fills the rows of the streams for one group.
static uint32_t list_rows(gltf_mesh *mesh, const gltf_group *group, const maq_value *target,
                          target_stream *streams, bool *present, bool *listed) {
    uint32_t count = 0;
    memset(listed, false, group->count);
    for (int s = 0; s < TARGET_STREAMS; s++)
        present[s] = maq_value_find(target, streams[s].name) &&
                     open_target(mesh, group, target, streams[s].name, streams[s].width,
                                 streams[s].rows, listed);
    for (uint32_t i = 0; i < group->used; i++)
        count += listed[group->sources ? group->sources[i] : i];
    return count;
}

static void add_rows(const gltf_group *group, const target_stream *streams, const bool *present,
                     const bool *listed, maq_scene_shape *shape, uint32_t *vertices) {
    for (uint32_t i = 0; i < group->used; i++) {
        uint32_t source = group->sources ? group->sources[i] : i;
        if (!listed[source])
            continue;
        for (int s = 0; s < TARGET_STREAMS; s++) {
            if (present[s] && streams[s].out)
                memcpy(streams[s].out + (size_t)shape->count * streams[s].width,
                       streams[s].rows + (size_t)source * streams[s].width,
                       streams[s].width * sizeof(float));
        }
        vertices[shape->count++] = group->first + i;
    }
}

static bool read_shape(gltf_mesh *mesh, const maq_value **at, target_stream *streams, bool *listed,
                       maq_scene_shape *shape) {
    gltf_reader *r = mesh->r;
    bool any[TARGET_STREAMS] = {0}, present[TARGET_STREAMS];
    uint32_t total = 0;
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        if (!at[g])
            continue;
        total += list_rows(mesh, &mesh->groups[g], at[g], streams, present, listed);
        for (int s = 0; s < TARGET_STREAMS; s++)
            any[s] = any[s] || present[s];
    }
    if (!mq_gltf_charge(r, total, 48, true))
        return false;
    uint32_t *vertices = MQ_NEW_ARRAY(r->arena, uint32_t, total);
    for (int s = 0; s < TARGET_STREAMS; s++)
        streams[s].out = any[s] ? mq_arena_alloc(r->arena, total, streams[s].width * 4, 4) : NULL;
    if (!vertices || mq_arena_status(r->arena) != MAQ_OK)
        return false;
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        if (!at[g])
            continue;
        list_rows(mesh, &mesh->groups[g], at[g], streams, present, listed);
        add_rows(&mesh->groups[g], streams, present, listed, shape, vertices);
        at[g] = at[g]->next;
    }
    shape->vertices = vertices;
    shape->positions = (const float(*)[3])streams[0].out;
    shape->normals = (const float(*)[3])streams[1].out;
    shape->tangents = (const float(*)[3])streams[2].out;
    shape->uvs = (const float(*)[2])streams[3].out;
    return true;
}

static void name_shapes(gltf_mesh *mesh, maq_scene_shape *shapes) {
    const maq_value *names = maq_value_find(maq_value_find(mesh->item, "extras"), "targetNames");
    const maq_value *exact = maq_value_find(mesh->own, "shape_names");
    const maq_value *name = mq_first_element(names);
    const maq_value *bytes = mq_first_element(exact);
    for (uint32_t i = 0; i < mesh->out.shape_count; i++) {
        size_t length;
        shapes[i].name = mq_gltf_exact_of(mesh->r, bytes ? bytes : name, &length);
        name = name ? name->next : NULL;
        bytes = bytes ? bytes->next : NULL;
    }
}

void mq_gltf_read_shapes(gltf_mesh *mesh) {
    gltf_reader *r = mesh->r;
    uint32_t most = 0, largest = 0;
    const maq_value **at = MQ_NEW_ARRAY(mesh->scratch, const maq_value *, mesh->group_count);
    for (uint32_t g = 0; at && g < mesh->group_count; g++) {
        at[g] = mq_first_element(mesh->groups[g].targets);
        uint32_t count = at[g] ? (uint32_t)mesh->groups[g].targets->as.children.count : 0;
        most = count > most ? count : most;
        largest = mesh->groups[g].count > largest ? mesh->groups[g].count : largest;
    }
    if (most == 0 || !mq_gltf_charge_temporary(r, largest, 48))
        return;
    target_stream streams[TARGET_STREAMS] = {{"POSITION", 3, NULL, NULL},
                                             {"NORMAL", 3, NULL, NULL},
                                             {"TANGENT", 3, NULL, NULL},
                                             {"TEXCOORD_0", 2, NULL, NULL}};
    for (int s = 0; s < TARGET_STREAMS; s++)
        streams[s].rows = mq_arena_alloc(mesh->scratch, largest, streams[s].width * 4, 4);
    bool *listed = MQ_NEW_ARRAY(mesh->scratch, bool, largest);
    maq_scene_shape *shapes = MQ_NEW_ARRAY(r->arena, maq_scene_shape, most);
    if (!shapes || !listed || mq_arena_status(mesh->scratch) != MAQ_OK)
        return;
    for (uint32_t i = 0; i < most; i++) {
        if (!read_shape(mesh, at, streams, listed, &shapes[i]))
            return;
    }
    mesh->out.shapes = shapes;
    mesh->out.shape_count = most;
    name_shapes(mesh, shapes);
}
