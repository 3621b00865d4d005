// SPDX-License-Identifier: MIT
//
// Nodes and skins of a glTF file. The nodes of the scene keep their indices; after them come those
// that only glTF needs: carriers of skinned meshes, which must be roots without a transform; one root
// over joints that have no common root; and stand-ins for joints that a skin lists twice.
#include <string.h>

#include "formats/gltf/gltf_write.h"
#include "scene/names.h"

typedef enum helper_kind { CARRIER, COMMON_ROOT, STAND_IN } helper_kind;

typedef struct helper {
    helper_kind kind;
    uint32_t of; // a node of the scene
} helper;

typedef struct node_plan {
    helper *helpers;
    size_t count, capacity;
    uint32_t *moves;        // by node: not 0 for joints of skins
    uint32_t *skin_joints;  // of all skins, one after the other, with stand-ins
    uint32_t *tree;         // by node: its root
    uint32_t common_root;   // GLTF_NONE: none
    bool *below_common;     // by node: a root that lies below it
    uint32_t *first, *list; // children of all nodes of the file
    uint32_t total;
} node_plan;

static uint32_t add_helper(gltf_writer *w, node_plan *plan, helper_kind kind, uint32_t of) {
    helper *larger =
        mq_arena_grow(w->arena, plan->helpers, &plan->capacity, plan->count, sizeof *larger);
    if (!larger)
        return 0;
    plan->helpers = larger;
    plan->helpers[plan->count] = (helper){kind, of};
    return w->scene->node_count + (uint32_t)plan->count++;
}

// ------------------------------------------------------------------------------------------- plan

static void plan_carriers(gltf_writer *w, node_plan *plan) {
    for (uint32_t i = 0; i < w->scene->node_count; i++) {
        const maq_scene_node *node = &w->scene->nodes[i];
        bool plain = node->parent == MAQ_SCENE_NONE &&
                     memcmp(&node->rest, &mq_identity, sizeof mq_identity) == 0;
        bool shown = node->mesh != MAQ_SCENE_NONE && w->mesh_numbers[node->mesh] != GLTF_NONE;
        w->carriers[i] =
            shown && node->skin != MAQ_SCENE_NONE && !plain ? add_helper(w, plan, CARRIER, i) : i;
    }
}

static bool plan_joints(gltf_writer *w, node_plan *plan) {
    const maq_scene *scene = w->scene;
    size_t total = 0;
    for (uint32_t i = 0; i < scene->skin_count; i++)
        total += scene->skins[i].joint_count;
    uint32_t *joints = plan->skin_joints = MQ_NEW_ARRAY(w->arena, uint32_t, total);
    uint32_t *seen = plan->moves = MQ_NEW_ARRAY(w->arena, uint32_t, scene->node_count);
    if (!joints || !seen)
        return false;
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        const maq_scene_skin *skin = &scene->skins[i];
        for (uint32_t k = 0; k < skin->joint_count; k++) {
            uint32_t joint = skin->joints[k];
            *joints++ = seen[joint] == i + 1 ? add_helper(w, plan, STAND_IN, joint) : joint;
            seen[joint] = i + 1;
        }
    }
    return true;
}

static bool plan_common_root(gltf_writer *w, node_plan *plan) {
    const maq_scene *scene = w->scene;
    plan->common_root = GLTF_NONE;
    plan->tree = MQ_NEW_ARRAY(w->arena, uint32_t, scene->node_count);
    plan->below_common = MQ_NEW_ARRAY(w->arena, bool, scene->node_count);
    if (!plan->tree || !plan->below_common)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        plan->tree[node] = parent == MAQ_SCENE_NONE ? node : plan->tree[parent];
    }
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        const maq_scene_skin *skin = &scene->skins[i];
        bool apart = false;
        for (uint32_t k = 1; k < skin->joint_count; k++)
            apart = apart || plan->tree[skin->joints[k]] != plan->tree[skin->joints[0]];
        if (!apart)
            continue;
        if (plan->common_root == GLTF_NONE)
            plan->common_root = add_helper(w, plan, COMMON_ROOT, 0);
        for (uint32_t k = 0; k < skin->joint_count; k++)
            plan->below_common[plan->tree[skin->joints[k]]] = true;
    }
    return true;
}

static uint32_t parent_of(const gltf_writer *w, const node_plan *plan, uint32_t i) {
    uint32_t count = w->scene->node_count;
    if (i >= count)
        return plan->helpers[i - count].kind == STAND_IN ? plan->helpers[i - count].of : GLTF_NONE;
    if (w->scene->nodes[i].parent != MAQ_SCENE_NONE)
        return w->scene->nodes[i].parent;
    return plan->below_common[i] ? plan->common_root : GLTF_NONE;
}

// Lists the children of each node in the order of their indices: counts them, then fills in.
static bool plan_children(gltf_writer *w, node_plan *plan) {
    plan->total = w->scene->node_count + (uint32_t)plan->count;
    plan->first = MQ_NEW_ARRAY(w->arena, uint32_t, (size_t)plan->total + 2);
    plan->list = MQ_NEW_ARRAY(w->arena, uint32_t, plan->total);
    if (!plan->first || !plan->list)
        return false;
    uint32_t *next = plan->first + 1;
    for (uint32_t i = 0; i < plan->total; i++) {
        uint32_t parent = parent_of(w, plan, i);
        if (parent != GLTF_NONE)
            next[parent + 1]++;
    }
    for (uint32_t i = 1; i <= plan->total; i++)
        next[i] += next[i - 1];
    for (uint32_t i = 0; i < plan->total; i++) {
        uint32_t parent = parent_of(w, plan, i);
        if (parent != GLTF_NONE)
            plan->list[next[parent]++] = i;
    }
    return true;
}

// ---------------------------------------------------------------------------------------- writing

static void write_transform(gltf_json *json, const maq_transform *t) {
    if (memcmp(t->translation, mq_identity.translation, sizeof t->translation) != 0)
        mq_gltf_floats(json, "translation", t->translation, 3);
    if (memcmp(t->rotation, mq_identity.rotation, sizeof t->rotation) != 0)
        mq_gltf_floats(json, "rotation", t->rotation, 4);
    if (memcmp(t->scale, mq_identity.scale, sizeof t->scale) != 0)
        mq_gltf_floats(json, "scale", t->scale, 3);
}

static void write_mesh_of(gltf_writer *w, const maq_scene_node *node) {
    if (node->mesh == MAQ_SCENE_NONE)
        return;
    if (w->mesh_numbers[node->mesh] == GLTF_NONE) {
        mq_gltf_write_reference(&w->own, "mesh", &w->mesh_names, w->scene->meshes[node->mesh].name,
                                node->mesh);
        return;
    }
    mq_gltf_integer(&w->json, "mesh", w->mesh_numbers[node->mesh]);
    if (node->skin != MAQ_SCENE_NONE)
        mq_gltf_integer(&w->json, "skin", node->skin);
    mq_gltf_write_rest_weights(w, node->extras, &w->scene->meshes[node->mesh]);
}

static void write_children(gltf_writer *w, const node_plan *plan, uint32_t i) {
    if (plan->first[i] == plan->first[i + 1])
        return;
    mq_gltf_open(&w->json, "children", '[');
    for (uint32_t k = plan->first[i]; k < plan->first[i + 1]; k++)
        mq_gltf_integer(&w->json, NULL, plan->list[k]);
    mq_gltf_close(&w->json, ']');
}

static void write_node(gltf_writer *w, const node_plan *plan, uint32_t i) {
    const maq_scene_node *node = &w->scene->nodes[i];
    mq_gltf_write_name(w, node->name);
    write_transform(&w->json, &node->rest);
    if (w->carriers[i] == i)
        write_mesh_of(w, node);
    write_children(w, plan, i);
    // The reader takes joints of skins as joints and others as groups.
    if (node->kind != (plan->moves[i] ? MAQ_NODE_JOINT : MAQ_NODE_GROUP))
        mq_gltf_string(&w->own, "kind", mq_kind_names[node->kind]);
    if (node->ignores_parent_rotation)
        mq_gltf_bool(&w->own, "ignores_parent_rotation", true);
    if (node->facing != MAQ_FACING_NONE)
        mq_gltf_string(&w->own, "facing", mq_facing_names[node->facing]);
    mq_gltf_write_extras(w, node->extras, NULL);
}

static void write_helper(gltf_writer *w, const node_plan *plan, uint32_t i) {
    const helper *own = &plan->helpers[i - w->scene->node_count];
    const maq_scene_node *of = &w->scene->nodes[own->of];
    if (own->kind != COMMON_ROOT && of->name[0])
        mq_gltf_string(&w->json, "name", of->name);
    if (own->kind == CARRIER) {
        write_mesh_of(w, of);
        mq_gltf_write_reference(&w->own, "carries_mesh_of", &w->node_names, of->name, own->of);
    } else if (own->kind == STAND_IN) {
        mq_gltf_write_reference(&w->own, "stands_for", &w->node_names, of->name, own->of);
    } else {
        mq_gltf_bool(&w->own, "common_root", true);
    }
    write_children(w, plan, i);
    mq_gltf_write_extras(w, NULL, NULL);
}

// The matrices of a skin.
static void write_inverse_binds(const gltf_view *view, mq_text *out) {
    const maq_scene_skin *skin = view->from;
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        for (int column = 0; column < 4; column++) {
            for (int row = 0; row < 3; row++)
                mq_text_f32(out, skin->inverse_bind[i][row][column]);
            mq_text_f32(out, column == 3);
        }
    }
}

static uint32_t add_inverse_binds(gltf_writer *w, const maq_scene_skin *skin) {
    gltf_accessor accessor = {.component = GLTF_F32, .count = skin->joint_count, .type = "MAT4"};
    gltf_view view = {
        .write = write_inverse_binds, .from = skin, .length = skin->joint_count * UINT64_C(64)};
    accessor.view = mq_gltf_add_view(w, &view);
    return mq_gltf_add_accessor(w, &accessor);
}

static void write_passthrough_name(gltf_json *json, const maq_value *object) {
    const maq_value *name = maq_value_find(object, "name");
    if (name && name->kind == MAQ_VALUE_TEXT)
        mq_gltf_value(json, "name", name);
}

static void write_skins(gltf_writer *w, const node_plan *plan) {
    const uint32_t *joint = plan->skin_joints;
    const maq_value *data = mq_gltf_file_member(w, "skins");
    const maq_value *item = data ? data->as.children.first : NULL;
    gltf_json_list list = {&w->json, "skins", false};
    for (uint32_t i = 0; i < w->scene->skin_count; i++) {
        const maq_scene_skin *skin = &w->scene->skins[i];
        mq_gltf_open_item(&list);
        write_passthrough_name(&w->json, item);
        mq_gltf_open(&w->json, "joints", '[');
        for (uint32_t k = 0; k < skin->joint_count; k++)
            mq_gltf_integer(&w->json, NULL, *joint++);
        mq_gltf_close(&w->json, ']');
        mq_gltf_integer(&w->json, "inverseBindMatrices", add_inverse_binds(w, skin));
        mq_gltf_write_plain_extras(w, maq_value_find(item, "extras"));
        item = item ? item->next : NULL;
        mq_gltf_close(&w->json, '}');
    }
    mq_gltf_end_list(&list);
}

// It is there even when it is empty: viewers rely on it.
void mq_gltf_write_scene(gltf_writer *w) {
    gltf_json *json = &w->json;
    mq_gltf_integer(json, "scene", 0);
    mq_gltf_open(json, "scenes", '[');
    mq_gltf_open(json, NULL, '{');
    write_passthrough_name(json, mq_gltf_file_member(w, "scene"));
    if (w->root_count)
        mq_gltf_open(json, "nodes", '[');
    for (uint32_t i = 0; i < w->root_count; i++)
        mq_gltf_integer(json, NULL, w->roots[i]);
    if (w->root_count)
        mq_gltf_close(json, ']');
    mq_gltf_write_scene_extras(w);
    mq_gltf_close(json, '}');
    mq_gltf_close(json, ']');
}

static bool list_roots(gltf_writer *w, const node_plan *plan) {
    w->roots = MQ_NEW_ARRAY(w->arena, uint32_t, plan->total);
    for (uint32_t i = 0; w->roots && i < plan->total; i++) {
        if (parent_of(w, plan, i) == GLTF_NONE)
            w->roots[w->root_count++] = i;
    }
    return w->roots != NULL;
}

void mq_gltf_write_nodes(gltf_writer *w) {
    node_plan plan = {0};
    plan_carriers(w, &plan);
    if (!plan_joints(w, &plan) || !plan_common_root(w, &plan) || !plan_children(w, &plan) ||
        !list_roots(w, &plan))
        return;
    gltf_json_list list = {&w->json, "nodes", false};
    for (uint32_t i = 0; i < plan.total; i++) {
        mq_gltf_open_item(&list);
        if (i < w->scene->node_count)
            write_node(w, &plan, i);
        else
            write_helper(w, &plan, i);
        mq_gltf_close(&w->json, '}');
    }
    mq_gltf_end_list(&list);
    write_skins(w, &plan);
}
