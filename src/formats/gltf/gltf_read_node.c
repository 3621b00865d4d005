// SPDX-License-Identifier: MIT
//
// Nodes and skins of a glTF file: those of the default scene, without the helpers that the writer
// adds.
#include <math.h>
#include <string.h>

#include "base/math.h"
#include "base/plural.h"
#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_read.h"
#include "scene/names.h"

typedef struct node_state {
    uint32_t *parents; // by node of the file
    bool *kept;
    bool *joints; // of skins
} node_state;

// ------------------------------------------------------------------------------------------ trees

static void read_parents(gltf_reader *r, node_state *state) {
    const gltf_list *nodes = &r->lists[GLTF_NODES];
    for (uint32_t i = 0; i < nodes->count; i++)
        state->parents[i] = GLTF_NONE;
    for (uint32_t i = 0; i < nodes->count; i++) {
        const maq_value *children = maq_value_find(nodes->items[i], "children");
        for (const maq_value *c = mq_first_element(children); c; c = c->next) {
            uint32_t child;
            if (!mq_gltf_u32(c, &child) || child >= nodes->count)
                GLTF_REPORT(r, REFERENCE, GLTF_NODES, i, "%s", "a child does not exist");
            else if (state->parents[child] != GLTF_NONE || child == i)
                GLTF_REPORT(r, NODE_TREE, GLTF_NODES, i, "its child %u has another parent, too",
                            child);
            else
                state->parents[child] = i;
        }
    }
}

// Keeps a node and its ancestors.
static void keep_up(node_state *state, uint32_t node) {
    for (; node != GLTF_NONE && !state->kept[node]; node = state->parents[node])
        state->kept[node] = true;
}

// Keeps the descendants of kept nodes: walks up from each node as far as nothing is known.
static void keep_down(node_state *state, uint32_t count, uint32_t *path, unsigned char *known) {
    enum { UNKNOWN, BUSY, IN, OUT };
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0, at = i;
        while (at != GLTF_NONE && known[at] == UNKNOWN && !state->kept[at]) {
            known[at] = BUSY;
            path[length++] = at;
            at = state->parents[at];
        }
        bool in = at != GLTF_NONE && (state->kept[at] || known[at] == IN);
        while (length > 0) {
            known[path[--length]] = in ? IN : OUT;
            state->kept[path[length]] = in;
        }
    }
}

static bool keep_scene(gltf_reader *r, node_state *state) {
    uint32_t count = r->lists[GLTF_NODES].count, scene = r->scene_index;
    if (!r->scene) {
        memset(state->kept, true, count);
        return true;
    }
    const maq_value *roots = maq_value_find(r->scene, "nodes");
    for (const maq_value *n = mq_first_element(roots); n; n = n->next) {
        uint32_t node;
        if (mq_gltf_u32(n, &node) && node < count)
            state->kept[node] = true;
        else
            GLTF_REPORT(r, REFERENCE, GLTF_SCENES, scene, "%s", "a node does not exist");
    }
    uint32_t *path = MQ_NEW_ARRAY(r->arena, uint32_t, count);
    unsigned char *known = MQ_NEW_ARRAY(r->arena, unsigned char, count);
    if (!path || !known)
        return false;
    keep_down(state, count, path, known);
    for (uint32_t i = 0; i < count; i++) {
        if (state->joints[i])
            keep_up(state, i);
    }
    uint64_t dropped = 0;
    for (uint32_t i = 0; i < count; i++)
        dropped += !state->kept[i];
    if (dropped || r->lists[GLTF_SCENES].count > 1)
        GLTF_REPORT(r, OTHER_SCENES, GLTF_SCENES, scene,
                    "only this one of %u %s is read; %llu %s left out", r->lists[GLTF_SCENES].count,
                    MQ_PLURAL(r->lists[GLTF_SCENES].count, "scene", "scenes"),
                    (unsigned long long)dropped, MQ_PLURAL(dropped, "node is", "nodes are"));
    return true;
}

// ---------------------------------------------------------------------------------------- helpers

bool mq_gltf_is_helper(const gltf_reader *r, uint32_t node) {
    const maq_value *own = r->own_extras[node];
    return (maq_value_find(own, "carries_mesh_of") || maq_value_find(own, "stands_for")) &&
           !mq_first_element(maq_value_find(r->lists[GLTF_NODES].items[node], "children"));
}

// The node that a helper serves; GLTF_NONE when the node is not such a helper.
static uint32_t helped(gltf_reader *r, uint32_t i, const char *key) {
    const maq_value *item = maq_value_find(r->own_extras[i], key);
    uint32_t node =
        item && mq_gltf_is_helper(r, i) ? mq_gltf_reference(r, item, GLTF_NODES) : GLTF_NONE;
    return node == GLTF_NONE || mq_gltf_is_helper(r, node) ? GLTF_NONE : node;
}

// Numbers the nodes that stay: those of the scene without helpers. A helper whose node does not
// exist any more is an ordinary node.
static void map_nodes(gltf_reader *r, const node_state *state) {
    uint32_t count = r->lists[GLTF_NODES].count, next = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t carried = helped(r, i, "carries_mesh_of"), stood = helped(r, i, "stands_for");
        bool helps = (carried != GLTF_NONE && state->kept[carried]) ||
                     (stood != GLTF_NONE && state->kept[stood]) ||
                     mq_value_flag(maq_value_find(r->own_extras[i], "common_root"), false);
        r->node_map[i] = state->kept[i] && !helps ? next++ : GLTF_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t carried = helped(r, i, "carries_mesh_of"), stood = helped(r, i, "stands_for");
        bool helps = r->node_map[i] == GLTF_NONE;
        r->weight_map[i] = helps && carried != GLTF_NONE ? r->node_map[carried] : r->node_map[i];
        r->joint_map[i] = helps && stood != GLTF_NONE ? r->node_map[stood] : r->node_map[i];
    }
}

// --------------------------------------------------------------------------------------- the nodes

// Decomposes a matrix (of columns); false when that is not exact.
static bool decompose(const float m[16], maq_transform *out) {
    mq_vec3 columns[3];
    double scale[3];
    for (int c = 0; c < 3; c++) {
        columns[c] = (mq_vec3){(double)m[4 * c], (double)m[4 * c + 1], (double)m[4 * c + 2]};
        scale[c] = mq_length(columns[c]);
    }
    if (mq_dot(mq_cross(columns[0], columns[1]), columns[2]) < 0)
        scale[0] = -scale[0];
    bool good = m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1;
    for (int c = 0; c < 3; c++) {
        good = good && isfinite(scale[c]) && fabs(scale[c]) > 1e-20;
        columns[c] = mq_scale(columns[c], good ? 1 / scale[c] : 1);
    }
    good = good && fabs(mq_dot(columns[0], columns[1])) < 1e-4 &&
           fabs(mq_dot(columns[0], columns[2])) < 1e-4 &&
           fabs(mq_dot(columns[1], columns[2])) < 1e-4;
    const mq_vec3 x = columns[0], y = columns[1], z = columns[2];
    mq_quat q = {y.z - z.y, z.x - x.z, x.y - y.x, 1 + x.x + y.y + z.z};
    if (q.w < 1e-3) {
        // Near half a turn: start from the largest component.
        if (x.x >= y.y && x.x >= z.z)
            q = (mq_quat){1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y};
        else if (y.y >= z.z)
            q = (mq_quat){x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z};
        else
            q = (mq_quat){z.x + x.z, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x};
    }
    q = mq_quat_normalize(q);
    *out = (maq_transform){{m[12], m[13], m[14]},
                           {(float)q.x, (float)q.y, (float)q.z, (float)q.w},
                           {(float)scale[0], (float)scale[1], (float)scale[2]}};
    return good;
}

static void read_transform(gltf_reader *r, uint32_t index, const maq_value *item,
                           maq_transform *out) {
    float matrix[16];
    if (mq_gltf_floats_of(maq_value_find(item, "matrix"), matrix, 16)) {
        if (!decompose(matrix, out))
            GLTF_REPORT(r, NODE_MATRIX, GLTF_NODES, index, "%s",
                        "its matrix is not a product of translation, rotation and scale");
        return;
    }
    mq_gltf_floats_of(maq_value_find(item, "translation"), out->translation, 3);
    mq_gltf_floats_of(maq_value_find(item, "rotation"), out->rotation, 4);
    mq_gltf_floats_of(maq_value_find(item, "scale"), out->scale, 3);
}

static void read_mesh_of(gltf_reader *r, uint32_t index, const maq_value *item,
                         maq_scene_node *node) {
    uint32_t mesh = mq_gltf_index(r, item, "mesh", GLTF_MESHES, GLTF_NODES, index);
    uint32_t skin = mq_gltf_index(r, item, "skin", GLTF_SKINS, GLTF_NODES, index);
    if (mesh == GLTF_NONE)
        return;
    node->mesh = r->mesh_map[mesh];
    node->skin = skin;
}

// The extras of a node; `carrier` is the node of the file that has its mesh.
static const maq_value *node_extras(gltf_reader *r, const maq_value *item, const maq_value *carrier,
                                    uint32_t mesh) {
    const maq_scene *scene = &r->builder.scene;
    uint32_t shapes = mesh < scene->mesh_count ? scene->meshes[mesh].shape_count : 0;
    return mq_gltf_add_member(r, mq_gltf_extras_of(r, item, false), GLTF_WEIGHTS_KEY,
                              mq_gltf_read_rest_weights(r, carrier, shapes));
}

// Gives the meshes of helpers to the nodes that these serve.
static void read_carriers(gltf_reader *r) {
    const gltf_list *list = &r->lists[GLTF_NODES];
    for (uint32_t i = 0; i < list->count; i++) {
        if (r->node_map[i] != GLTF_NONE || r->weight_map[i] == GLTF_NONE)
            continue;
        maq_scene_node *node =
            MQ_WRITABLE(maq_scene_node, &r->builder.scene.nodes[r->weight_map[i]]);
        read_mesh_of(r, i, list->items[i], node);
        if (maq_value_find(list->items[i], "weights"))
            node->extras = node_extras(r, list->items[helped(r, i, "carries_mesh_of")],
                                       list->items[i], node->mesh);
    }
}

// The mesh without vertices that the extras of a node refer to; GLTF_NONE when it does not exist.
static uint32_t empty_mesh_of(gltf_reader *r, const maq_value *item) {
    uint32_t index = GLTF_NONE;
    size_t length;
    if (mq_gltf_u32(item, &index))
        return index;
    const char *name = mq_gltf_exact_of(r, item, &length);
    uint32_t position = name ? mq_gltf_find_name(&r->mesh_names, name) : r->mesh_names.count;
    return position < r->mesh_names.count ? r->mesh_names.sorted[position].index : GLTF_NONE;
}

static void read_node(gltf_reader *r, const node_state *state, uint32_t index) {
    const maq_value *item = r->lists[GLTF_NODES].items[index], *own = r->own_extras[index];
    maq_scene_node node = mq_scene_node(r->lists[GLTF_NODES].names[index], MAQ_NODE_GROUP);
    uint32_t parent = state->parents[index];
    node.parent = parent == GLTF_NONE ? MAQ_SCENE_NONE : r->node_map[parent];
    node.kind =
        (maq_node_kind)mq_gltf_word(maq_value_find(own, "kind"), mq_kind_names, MQ_KIND_COUNT,
                                    state->joints[index] ? MAQ_NODE_JOINT : MAQ_NODE_GROUP);
    node.ignores_parent_rotation =
        mq_value_flag(maq_value_find(own, "ignores_parent_rotation"), false);
    node.facing = (maq_facing)mq_gltf_word(maq_value_find(own, "facing"), mq_facing_names,
                                           MQ_FACING_COUNT, MAQ_FACING_NONE);
    read_transform(r, index, item, &node.rest);
    read_mesh_of(r, index, item, &node);
    if (maq_value_find(own, "mesh")) {
        uint32_t mesh = empty_mesh_of(r, maq_value_find(own, "mesh"));
        if (mesh < r->mesh_total && node.mesh == MAQ_SCENE_NONE)
            node.mesh = mesh;
        else
            mq_gltf_extras_ignored(r, GLTF_NODES, index, "mesh");
    }
    node.extras = node_extras(r, item, item, node.mesh);
    mq_scene_add_node(&r->builder, &node);
}

// ----------------------------------------------------------------------------------------- skins

static void read_skin(gltf_reader *r, uint32_t index) {
    const maq_value *item = r->lists[GLTF_SKINS].items[index],
                    *list = maq_value_find(item, "joints");
    uint32_t count = mq_gltf_count(r, list, sizeof(uint32_t) + sizeof(float[3][4]));
    uint32_t *joints = MQ_NEW_ARRAY(r->arena, uint32_t, count);
    float(*binds)[3][4] = mq_arena_alloc(r->arena, count, sizeof *binds, alignof(float));
    if (!joints || !binds)
        return;
    const maq_value *j = mq_first_element(list);
    for (uint32_t i = 0; j && i < count; i++, j = j->next) {
        uint32_t node;
        bool good = mq_gltf_u32(j, &node) && node < r->lists[GLTF_NODES].count;
        joints[i] = good ? r->joint_map[node] : GLTF_NONE;
    }
    uint32_t accessor =
        mq_gltf_index(r, item, "inverseBindMatrices", GLTF_ACCESSORS, GLTF_SKINS, index);
    uint32_t rows = 0;
    const float *matrices =
        accessor == GLTF_NONE ? NULL : mq_gltf_read_floats(r, accessor, 16, &rows);
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned row = 0; row < 3; row++) {
            for (unsigned column = 0; column < 4; column++)
                binds[i][row][column] = matrices && i < rows
                                            ? matrices[16 * (size_t)i + 4 * column + row]
                                            : row == column;
        }
    }
    maq_scene_skin skin = {
        .joint_count = count, .joints = joints, .inverse_bind = (const float(*)[3][4])binds};
    mq_scene_add_skin(&r->builder, &skin);
}

static void find_joints(gltf_reader *r, node_state *state) {
    for (uint32_t i = 0; i < r->lists[GLTF_SKINS].count; i++) {
        const maq_value *list = maq_value_find(r->lists[GLTF_SKINS].items[i], "joints");
        for (const maq_value *j = mq_first_element(list); j; j = j->next) {
            uint32_t node;
            if (mq_gltf_u32(j, &node) && node < r->lists[GLTF_NODES].count)
                state->joints[node] = true;
        }
    }
}

static void report_cameras(gltf_reader *r) {
    const maq_value *extension =
        maq_value_find(maq_value_find(r->root, "extensions"), "KHR_lights_punctual");
    const struct {
        const char *one, *many;
        const maq_value *list;
    } lists[] = {{"camera is", "cameras are", maq_value_find(r->root, "cameras")},
                 {"light is", "lights are", maq_value_find(extension, "lights")}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        unsigned count = 0;
        for (const maq_value *c = mq_first_element(lists[i].list); c; c = c->next)
            count++;
        if (count)
            GLTF_FIND(r->findings, CAMERA, r->json_offset, 0, "%u %s left out", count,
                      count == 1 ? lists[i].one : lists[i].many);
    }
}

void mq_gltf_read_nodes(gltf_reader *r) {
    uint32_t count = r->lists[GLTF_NODES].count;
    node_state state = {.parents = MQ_NEW_ARRAY(r->arena, uint32_t, count),
                        .kept = MQ_NEW_ARRAY(r->arena, bool, count),
                        .joints = MQ_NEW_ARRAY(r->arena, bool, count)};
    r->own_extras = MQ_NEW_ARRAY(r->arena, const maq_value *, count);
    r->node_map = MQ_NEW_ARRAY(r->arena, uint32_t, count);
    r->weight_map = MQ_NEW_ARRAY(r->arena, uint32_t, count);
    r->joint_map = MQ_NEW_ARRAY(r->arena, uint32_t, count);
    if (!state.parents || !state.kept || !state.joints || !r->own_extras || !r->node_map ||
        !r->weight_map || !r->joint_map)
        return;
    for (uint32_t i = 0; i < count; i++)
        r->own_extras[i] = mq_gltf_own_extras(r->lists[GLTF_NODES].items[i]);
    read_parents(r, &state);
    find_joints(r, &state);
    if (!keep_scene(r, &state) ||
        !mq_gltf_sort_names(r->arena, r->builder.scene.meshes, sizeof(maq_scene_mesh),
                            offsetof(maq_scene_mesh, name), r->builder.scene.mesh_count,
                            &r->mesh_names))
        return;
    map_nodes(r, &state);
    for (uint32_t i = 0; i < count; i++) {
        if (r->node_map[i] != GLTF_NONE)
            read_node(r, &state, i);
    }
    if (mq_arena_status(r->arena) != MAQ_OK)
        return;
    read_carriers(r);
    for (uint32_t i = 0; i < r->lists[GLTF_SKINS].count; i++)
        read_skin(r, i);
    report_cameras(r);
}
