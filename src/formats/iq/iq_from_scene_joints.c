// SPDX-License-Identifier: MIT
//
// Which nodes of a scene become joints, in which order, and their base pose, which is the bind pose
// of the skins.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "base/sort.h"
#include "formats/iq/iq_compile.h"
#include "formats/iq/iq_from_scene.h"
#include "scene/axes.h"

// How far a joint may be from its bind pose, as a part of the skeleton's size.
#define TOLERANCE 2e-5

bool mq_iq_shows_mesh(const maq_scene *scene, const maq_scene_node *node) {
    return node->mesh != MAQ_SCENE_NONE && scene->meshes[node->mesh].role == MAQ_MESH_VISUAL;
}

// --------------------------------------------------------------------------------- which and order

// Marks a node and those above it.
static void need(const maq_scene *scene, bool *needed, uint32_t node) {
    for (uint32_t at = node; at != MAQ_SCENE_NONE && !needed[at]; at = scene->nodes[at].parent)
        needed[at] = true;
}

static bool moves_nodes(const maq_scene_channel *channel) {
    return channel->path == MAQ_CHANNEL_TRANSLATION || channel->path == MAQ_CHANNEL_ROTATION ||
           channel->path == MAQ_CHANNEL_SCALE;
}

// For each node whether it or one above is needed.
static void spread(const maq_scene *scene, const bool *needed, bool *held) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        held[node] = needed[node] || (parent != MAQ_SCENE_NONE && held[parent]);
    }
}

static bool find_needed(const iq_exporter *exporter, bool *needed) {
    const maq_scene *scene = exporter->scene;
    bool *held = MQ_NEW_ARRAY(exporter->arena, bool, scene->node_count);
    if (!held)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool is_joint = node->kind != MAQ_NODE_GROUP && !mq_iq_is_unweighted_joint(node);
        if (is_joint || mq_scene_is_connector(node))
            need(scene, needed, i);
    }
    for (uint32_t s = 0; s < scene->skin_count; s++) {
        for (uint32_t k = 0; k < scene->skins[s].joint_count; k++) {
            if (!mq_iq_is_unweighted_joint(&scene->nodes[scene->skins[s].joints[k]]))
                need(scene, needed, scene->skins[s].joints[k]);
        }
    }
    for (uint32_t c = 0; c < scene->clip_count; c++) {
        for (uint32_t k = 0; k < scene->clips[c].channel_count; k++) {
            if (moves_nodes(&scene->clips[c].channels[k]))
                need(scene, needed, scene->clips[c].channels[k].target);
        }
    }
    // When joints move some vertices they must move all: the others would fall to the origin.
    spread(scene, needed, held);
    bool bound = false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bound |= mq_iq_shows_mesh(scene, node) && (node->skin != MAQ_SCENE_NONE || held[i]);
    }
    for (uint32_t i = 0; bound && i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (mq_iq_shows_mesh(scene, node) && node->skin == MAQ_SCENE_NONE && !held[i])
            need(scene, needed, i);
    }
    return true;
}

// The number that a joint had in the file it comes from, or one behind all of these.
typedef struct ranked {
    double rank;
    uint32_t node;
} ranked;

MQ_COMPARE_BY(compare_ranks, ranked, rank)

static bool order_joints(iq_exporter *exporter, const bool *needed) {
    const maq_scene *scene = exporter->scene;
    ranked *items = MQ_NEW_ARRAY(exporter->arena, ranked, scene->node_count);
    ranked *spare = MQ_NEW_ARRAY(exporter->arena, ranked, scene->node_count);
    uint32_t *path = MQ_NEW_ARRAY(exporter->arena, uint32_t, scene->node_count);
    exporter->nodes = MQ_NEW_ARRAY(exporter->arena, uint32_t, scene->node_count);
    if (!items || !spare || !path || !exporter->nodes)
        return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (!needed[i])
            continue;
        double rank = UINT32_MAX;
        maq_value_number(
            maq_value_find(mq_scene_own_extras(scene->nodes[i].extras, IQM_EXTRAS), "joint"),
            &rank);
        items[count++] = (ranked){rank >= 0 ? rank : UINT32_MAX, i};
    }
    items = mq_sort(items, spare, count, sizeof *items, compare_ranks, NULL);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        for (uint32_t at = items[i].node; at != MAQ_SCENE_NONE && exporter->joint_of[at] < 0;
             at = scene->nodes[at].parent)
            path[length++] = at;
        while (length > 0) {
            exporter->joint_of[path[--length]] = (int32_t)exporter->joint_count;
            exporter->nodes[exporter->joint_count++] = path[length];
        }
    }
    return true;
}

static bool find_holders(iq_exporter *exporter) {
    const maq_scene *scene = exporter->scene;
    exporter->holder = MQ_NEW_ARRAY(exporter->arena, int32_t, scene->node_count);
    for (uint32_t i = 0; exporter->holder && i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        int32_t above = parent == MAQ_SCENE_NONE ? -1 : exporter->holder[parent];
        exporter->holder[node] = exporter->joint_of[node] >= 0 ? exporter->joint_of[node] : above;
    }
    return exporter->holder != NULL;
}

// --------------------------------------------------------------------------------------- base pose

static double farthest(const mq_mat34 *m) {
    return fmax(fabs(m->m[0][3]), fmax(fabs(m->m[1][3]), fabs(m->m[2][3])));
}

static bool is_finite(const mq_mat34 *m) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += m->m[i / 4][i % 4] * 0;
    return sum == 0;
}

// Whether two matrices are the same but for rounding.
static bool alike(const mq_mat34 *a, const mq_mat34 *b, double size) {
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 4; k++) {
            double length = k == 3 ? size
                                   : sqrt(a->m[0][k] * a->m[0][k] + a->m[1][k] * a->m[1][k] +
                                          a->m[2][k] * a->m[2][k]);
            if (!(fabs(a->m[row][k] - b->m[row][k]) <= TOLERANCE * length))
                return false;
        }
    }
    return true;
}

// The pose of a joint when a skin was bound to it; false when it has none that can be used.
static bool find_bind(const iq_exporter *exporter, const maq_scene_skin *skin, uint32_t k,
                      uint32_t *joint, mq_mat34 *bind) {
    mq_mat34 inverse;
    for (int i = 0; i < 12; i++)
        inverse.m[i / 4][i % 4] = skin->inverse_bind[k][i / 4][i % 4];
    *bind = mq_iq_affine_inverse(&inverse);
    int32_t number = exporter->joint_of[skin->joints[k]];
    *joint = (uint32_t)number;
    return number >= 0 && is_finite(bind);
}

static uint32_t root_of(uint32_t *parents, uint32_t at) {
    while (parents[at] != at)
        at = parents[at] = parents[parents[at]];
    return at;
}

// A model may be bound in another pose than it rests in: lying down, say, with a node above the
// skeleton that puts it up. Any one matrix may be applied to the vertices of a skin and to its bind
// pose; animations stay the same. It is chosen so that the topmost joint is bound as it rests.
// Skins that share joints share the matrix.
static bool find_skin_matrices(iq_exporter *exporter, double size) {
    static const mq_mat34 identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const maq_scene *scene = exporter->scene;
    uint32_t *group = MQ_NEW_ARRAY(exporter->arena, uint32_t, scene->skin_count);
    uint32_t *top = MQ_NEW_ARRAY(exporter->arena, uint32_t, scene->skin_count);
    uint32_t *owner = MQ_NEW_ARRAY(exporter->arena, uint32_t, exporter->joint_count); // skin + 1
    mq_mat34 *matrices = MQ_NEW_ARRAY(exporter->arena, mq_mat34, scene->skin_count);
    if (!group || !top || !owner || !matrices)
        return false;
    uint32_t joint;
    mq_mat34 bind;
    for (uint32_t s = 0; s < scene->skin_count; s++) {
        group[s] = s;
        for (uint32_t k = 0; k < scene->skins[s].joint_count; k++) {
            if (!find_bind(exporter, &scene->skins[s], k, &joint, &bind))
                continue;
            if (owner[joint])
                group[root_of(group, s)] = root_of(group, owner[joint] - 1);
            else
                owner[joint] = s + 1;
        }
    }
    // Parents come before children, so the first joint of a group is a topmost one.
    for (uint32_t s = 0; s < scene->skin_count; s++) {
        top[s] = UINT32_MAX;
        matrices[s] = identity;
    }
    for (uint32_t j = 0; j < exporter->joint_count; j++) {
        uint32_t *first = owner[j] ? &top[root_of(group, owner[j] - 1)] : NULL;
        if (first && *first == UINT32_MAX)
            *first = j;
    }
    for (uint32_t s = 0; s < scene->skin_count; s++) {
        const maq_scene_skin *skin = &scene->skins[s];
        uint32_t root = root_of(group, s);
        for (uint32_t k = 0; k < skin->joint_count; k++) {
            if (!find_bind(exporter, skin, k, &joint, &bind) || joint != top[root] ||
                owner[joint] != s + 1)
                continue;
            mq_mat34 inverse = mq_iq_affine_inverse(&bind);
            mq_mat34 matrix = mq_mat34_multiply(&exporter->world[skin->joints[k]], &inverse);
            if (is_finite(&matrix) && !alike(&matrix, &identity, size))
                matrices[root] = matrix;
        }
    }
    for (uint32_t s = 0; s < scene->skin_count; s++)
        matrices[s] = matrices[root_of(group, s)];
    exporter->skin_matrices = matrices;
    return true;
}

// The base poses that skins demand of their joints; `bound` says which joints have one. Returns how
// many joints a later skin binds otherwise.
static uint64_t find_binds(const iq_exporter *exporter, mq_mat34 *binds, bool *bound, double size) {
    uint64_t conflicts = 0;
    for (uint32_t s = 0; s < exporter->scene->skin_count; s++) {
        const maq_scene_skin *skin = &exporter->scene->skins[s];
        for (uint32_t k = 0; k < skin->joint_count; k++) {
            uint32_t joint;
            mq_mat34 bind;
            if (!find_bind(exporter, skin, k, &joint, &bind))
                continue;
            bind = mq_mat34_multiply(&exporter->skin_matrices[s], &bind);
            if (!bound[joint])
                binds[joint] = bind;
            else
                conflicts += !alike(&binds[joint], &bind, size);
            bound[joint] = true;
        }
    }
    return conflicts;
}

void mq_iq_export_pose(double *out, const maq_transform *from) {
    float translation[3], rotation[4], scale[3];
    mq_axes_from_scene(MQ_AXES_INTER_QUAKE, from->translation, translation);
    mq_axes_rotation_from_scene(MQ_AXES_INTER_QUAKE, from->rotation, rotation);
    mq_axes_scale_from_scene(MQ_AXES_INTER_QUAKE, from->scale, scale);
    for (int i = 0; i < 3; i++) {
        out[i] = (double)translation[i];
        out[7 + i] = (double)scale[i];
    }
    for (int i = 0; i < 4; i++)
        out[3 + i] = (double)rotation[i];
}

static maq_transform split(const mq_mat34 *m) {
    double rows[9], rotation[4], scale[3];
    for (int i = 0; i < 9; i++)
        rows[i] = m->m[i / 3][i % 3];
    mq_iq_split_matrix(rows, rotation, scale);
    maq_transform out;
    for (int i = 0; i < 3; i++) {
        out.translation[i] = (float)m->m[i][3];
        out.scale[i] = (float)scale[i];
    }
    for (int i = 0; i < 4; i++)
        out.rotation[i] = (float)rotation[i];
    return out;
}

// Fills the base pose of all joints, ten numbers each.
static bool make_base(iq_exporter *exporter, double *poses) {
    const maq_scene *scene = exporter->scene;
    mq_mat34 *binds = MQ_NEW_ARRAY(exporter->arena, mq_mat34, exporter->joint_count);
    bool *bound = MQ_NEW_ARRAY(exporter->arena, bool, exporter->joint_count);
    if (!binds || !bound)
        return false;
    double size = 0;
    for (uint32_t j = 0; j < exporter->joint_count; j++)
        size = fmax(size, farthest(&exporter->world[exporter->nodes[j]]));
    if (!find_skin_matrices(exporter, size))
        return false;
    uint64_t conflicts = find_binds(exporter, binds, bound, size), moved = 0;
    for (uint32_t j = 0; j < exporter->joint_count; j++) {
        const maq_scene_node *node = &scene->nodes[exporter->nodes[j]];
        const mq_mat34 *parent = node->parent == MAQ_SCENE_NONE
                                     ? NULL
                                     : &exporter->base[exporter->joint_of[node->parent]];
        mq_mat34 own = mq_iq_matrix_from_transform(&node->rest);
        maq_transform rest = node->rest;
        if (bound[j]) {
            mq_mat34 above = parent ? mq_iq_affine_inverse(parent) : binds[j];
            mq_mat34 local = parent ? mq_mat34_multiply(&above, &binds[j]) : binds[j];
            if (is_finite(&local) && !alike(&own, &local, size)) {
                rest = split(&local);
                own = mq_iq_matrix_from_transform(&rest);
                moved++;
            }
        }
        exporter->base[j] = parent ? mq_mat34_multiply(parent, &own) : own;
        if (bound[j] && !alike(&exporter->base[j], &binds[j], size))
            conflicts++;
        mq_iq_export_pose(poses + (size_t)j * 10, &rest);
    }
    IQM_LOSS(exporter->findings, LOSS_BIND, conflicts,
             "%" PRIu64 " %s bound in several poses, or skewed", conflicts,
             MQ_PLURAL(conflicts, "joint is", "joints are"));
    if (moved && scene->clip_count == 0)
        IQM_LOSS(exporter->findings, LOSS_BIND, moved,
                 "%" PRIu64 " %s; there is no animation to show it", moved,
                 MQ_PLURAL(moved, "joint rests in another pose than meshes were bound in",
                           "joints rest in another pose than meshes were bound in"));
    return true;
}

bool mq_iq_export_joints(iq_exporter *exporter) {
    const maq_scene *scene = exporter->scene;
    bool *needed = MQ_NEW_ARRAY(exporter->arena, bool, scene->node_count);
    exporter->joint_of = MQ_NEW_ARRAY(exporter->arena, int32_t, scene->node_count);
    exporter->world = MQ_NEW_ARRAY(exporter->arena, mq_mat34, scene->node_count);
    if (!needed || !exporter->joint_of || !exporter->world)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        exporter->joint_of[node] = -1;
        exporter->world[node] = mq_iq_matrix_from_transform(&scene->nodes[node].rest);
        if (parent != MAQ_SCENE_NONE)
            exporter->world[node] =
                mq_mat34_multiply(&exporter->world[parent], &exporter->world[node]);
    }
    if (!find_needed(exporter, needed) || !order_joints(exporter, needed) ||
        !find_holders(exporter))
        return false;
    maq_iqe_joint *joints = MQ_NEW_ARRAY(exporter->arena, maq_iqe_joint, exporter->joint_count);
    double *poses =
        mq_arena_alloc(exporter->arena, exporter->joint_count, 10 * sizeof *poses, alignof(double));
    exporter->base = MQ_NEW_ARRAY(exporter->arena, mq_mat34, exporter->joint_count);
    if (!joints || !poses || !exporter->base || !make_base(exporter, poses))
        return false;
    for (uint32_t j = 0; j < exporter->joint_count; j++) {
        const maq_scene_node *node = &scene->nodes[exporter->nodes[j]];
        bool root = node->parent == MAQ_SCENE_NONE;
        joints[j] = (maq_iqe_joint){.name = mq_iq_export_text(exporter, node->name),
                                    .parent = root ? -1 : exporter->joint_of[node->parent],
                                    .offset = MAQ_IQE_NO_OFFSET};
        if (!joints[j].name)
            return false;
    }
    exporter->iqe->joints = joints;
    exporter->iqe->joint_count = exporter->joint_count;
    exporter->iqe->poses.base_count = exporter->joint_count;
    exporter->iqe->poses.rows = (maq_iqe_rows){poses, exporter->joint_count, 10, NULL, false};
    return true;
}
