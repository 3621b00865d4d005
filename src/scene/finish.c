// SPDX-License-Identifier: MIT
//
// Validating a scene: after this every index is in range, every number is finite, parents form
// trees, and nothing has to be checked again.
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "scene/geometry.h"
#include "scene/scene.h"
#include "scene/scene_rules.h"

typedef struct finisher {
    mq_scene_builder *builder;
    // The object that is being validated: what it is, its name, which may be empty, and its index.
    const char *what, *name;
    uint32_t index;
    // Its repairs.
    uint64_t replaced, normalised, removed_references;
} finisher;

static void begin_object(finisher *f, const char *what, const char *name, uint32_t index) {
    f->what = what;
    f->name = name;
    f->index = index;
}

// `one` and `many` go on after the number: "triangle with ... was", "triangles with ... were".
static void report(finisher *f, mq_scene_rule rule, uint64_t count, const char *one,
                   const char *many) {
    const maq_rule *description = &mq_scene_rules[rule];
    if (count && f->name && *f->name)
        mq_add_loss(f->builder->findings, description, count, "%s \"%s\": %llu %s", f->what,
                    f->name, (unsigned long long)count, MQ_PLURAL(count, one, many));
    else if (count)
        mq_add_loss(f->builder->findings, description, count, "%s %u: %llu %s", f->what, f->index,
                    (unsigned long long)count, MQ_PLURAL(count, one, many));
}

static void report_repairs(finisher *f) {
    report(f, MQ_SCENE_NUMBERS_REPAIRED, f->replaced, "number that is not finite was replaced",
           "numbers that are not finite were replaced");
    report(f, MQ_SCENE_NUMBERS_REPAIRED, f->normalised,
           "vector that must have length 1 was normalised",
           "vectors that must have length 1 were normalised");
    report(f, MQ_SCENE_REFERENCE_CUT, f->removed_references,
           "reference to something that does not exist was removed",
           "references to something that does not exist were removed");
    f->replaced = f->normalised = f->removed_references = 0;
}

// --------------------------------------------------------------------------------------- numbers

// Models rarely need a repair. So each check goes through all numbers first, without a branch in its
// loop, which compilers turn into vector instructions. The loop that repairs follows only when something
// is wrong.
static bool all_finite(const float *numbers, size_t count) {
    int bad = 0;
    for (size_t i = 0; i < count; i++)
        bad |= !(fabsf(numbers[i]) <= FLT_MAX);
    return !bad;
}

static bool all_below(const uint32_t *indices, size_t count, uint32_t limit) {
    int bad = 0;
    for (size_t i = 0; i < count; i++)
        bad |= indices[i] >= limit;
    return !bad;
}

static void replace_non_finite(finisher *f, const void *values, size_t count, float instead) {
    float *numbers = MQ_WRITABLE(float, values);
    if (!numbers || all_finite(numbers, count))
        return;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) {
            numbers[i] = instead;
            f->replaced++;
        }
    }
}

static double squared_length(const float *vector, int size) {
    double square = 0;
    for (int i = 0; i < size; i++)
        square += (double)vector[i] * vector[i];
    return square;
}

// Vectors that are closer to length 1 keep their bits.
static bool is_unit(double square) {
    return (square > 0.9995) & (square < 1.0005);
}

// Scales a vector to length 1; one without a direction becomes `fallback`.
static void normalise(finisher *f, float *vector, int size, const float *fallback) {
    double square = squared_length(vector, size);
    if (is_unit(square))
        return;
    double length = sqrt(square);
    bool usable = isfinite(length) && length > 1e-20;
    for (int i = 0; i < size; i++)
        vector[i] = usable ? (float)(vector[i] / length) : fallback[i];
    f->normalised++;
}

// Narrower than is_unit() by more than floats round: what it refuses may still be of length 1. Twice as
// many floats as doubles fit into a vector register, which halves the time.
static bool is_surely_unit(const float *vector) {
    float square = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
    return fabsf(square - 1) < 0.0004f;
}

static bool all_unit_normals(const float (*normals)[3], size_t count) {
    int bad = 0;
    for (size_t i = 0; i < count; i++)
        bad |= !is_surely_unit(normals[i]);
    return !bad;
}

static bool all_unit_tangents(const float (*tangents)[4], size_t count) {
    int bad = 0;
    for (size_t i = 0; i < count; i++)
        bad |= !is_surely_unit(tangents[i]) | !(fabsf(tangents[i][3]) == 1);
    return !bad;
}

static uint32_t check_reference(finisher *f, uint32_t index, uint32_t count) {
    if (index == MAQ_SCENE_NONE || index < count)
        return index;
    f->removed_references++;
    return MAQ_SCENE_NONE;
}

// ---------------------------------------------------------------------------------------- meshes

static bool is_normalised(double sum) {
    return fabs(sum - 1) <= 1e-6;
}

// Whether weights are in descending order, not below 0, and have the sum 1.
static bool are_weights_sorted(const float *weights, uint32_t k) {
    bool good = true;
    float before = FLT_MAX;
    double sum = 0;
    for (uint32_t i = 0; i < k; i++) {
        good &= (weights[i] <= before) & !signbit(weights[i]);
        before = weights[i];
        sum += weights[i];
    }
    return good & is_normalised(sum);
}

// The same for vertices with 4 weights, as most have, by floats: narrower by more than they round.
static bool all_weights_sorted(const float (*weights)[4], size_t count) {
    int bad = 0;
    for (size_t i = 0; i < count; i++) {
        float a = weights[i][0], b = weights[i][1], c = weights[i][2], d = weights[i][3];
        bad |= (a < b) | (b < c) | (c < d) | !!signbit(b) | !!signbit(c) | !!signbit(d) |
               !(fabsf((a + b) + (c + d) - 1) <= 5e-7f);
    }
    return !bad;
}

// Puts weights in descending order, replaces those below 0 by 0, and scales them to the sum 1.
static void sort_weights(uint32_t *joints, float *weights, uint32_t k) {
    double sum = 0;
    for (uint32_t i = 0; i < k; i++) {
        if (!(weights[i] > 0))
            weights[i] = 0;
        sum += weights[i];
        // Insertion sort: there are few influences.
        mq_sort_influence(joints, weights, i);
    }
    if (sum == 0) {
        weights[0] = 1;
    } else if (!is_normalised(sum)) {
        for (uint32_t i = 0; i < k; i++)
            weights[i] = (float)(weights[i] / sum);
    }
}

static void sort_all_weights(maq_scene_mesh *mesh) {
    enum { AT_ONCE = 16 };
    uint32_t k = mesh->influence_count;
    uint32_t *joints = MQ_WRITABLE(uint32_t, mesh->joints);
    float *weights = MQ_WRITABLE(float, mesh->weights);
    for (uint32_t v = 0, count; v < mesh->vertex_count; v += count) {
        count = mesh->vertex_count - v < AT_ONCE ? mesh->vertex_count - v : AT_ONCE;
        bool sorted = k == 4 && all_weights_sorted((const float(*)[4])weights, count);
        for (uint32_t i = 0; i < count; i++, joints += k, weights += k) {
            if (!sorted && !are_weights_sorted(weights, k))
                sort_weights(joints, weights, k);
        }
    }
}

// Leaves out triangles with vertices that do not exist, part by part.
static void drop_bad_triangles(finisher *f, maq_scene_mesh *mesh) {
    uint32_t(*triangles)[3] = (uint32_t(*)[3])(uintptr_t)mesh->triangles;
    maq_scene_part *parts = MQ_WRITABLE(maq_scene_part, mesh->parts);
    uint32_t kept = 0, read = 0;
    bool good = all_below((const uint32_t *)mesh->triangles, (size_t)mesh->triangle_count * 3,
                          mesh->vertex_count);
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        maq_scene_part *part = &parts[p];
        part->material = check_reference(f, part->material, f->builder->scene.material_count);
        uint32_t count = part->triangle_count;
        part->first_triangle = kept;
        if (good) {
            uint32_t left = mesh->triangle_count - read;
            part->triangle_count = count < left ? count : left;
            kept = read += part->triangle_count;
            continue;
        }
        for (uint32_t i = 0; i < count && read < mesh->triangle_count; i++, read++) {
            const uint32_t *t = triangles[read];
            if (t[0] >= mesh->vertex_count || t[1] >= mesh->vertex_count ||
                t[2] >= mesh->vertex_count)
                continue;
            memmove(triangles[kept++], t, sizeof *triangles);
        }
        part->triangle_count = kept - part->first_triangle;
    }
    report(f, MQ_SCENE_TRIANGLES_DROPPED, mesh->triangle_count - kept,
           "triangle with vertices that do not exist was left out",
           "triangles with vertices that do not exist were left out");
    mesh->triangle_count = kept;
}

// Removes joints of a mesh that the skin of its node does not have.
static void drop_bad_joints(finisher *f, maq_scene_mesh *mesh, uint32_t joint_count) {
    uint32_t *joints = MQ_WRITABLE(uint32_t, mesh->joints);
    float *weights = MQ_WRITABLE(float, mesh->weights);
    size_t count = (size_t)mesh->vertex_count * mesh->influence_count;
    if (all_below(joints, count, joint_count))
        return;
    for (size_t i = 0; i < count; i++) {
        if (joints[i] >= joint_count) {
            joints[i] = 0;
            weights[i] = 0;
            f->removed_references++;
        }
    }
}

static void finish_shape(finisher *f, const maq_scene_mesh *mesh, maq_scene_shape *shape) {
    uint32_t *vertices = MQ_WRITABLE(uint32_t, shape->vertices);
    uint32_t limit = shape->count;
    for (uint32_t i = 0; i < limit; i++) {
        if (vertices[i] >= mesh->vertex_count || (i > 0 && vertices[i] <= vertices[i - 1])) {
            // The differences are in the same order, so the list ends here.
            f->removed_references += limit - i;
            shape->count = limit = i;
        }
    }
    replace_non_finite(f, shape->positions, (size_t)shape->count * 3, 0);
    replace_non_finite(f, shape->normals, (size_t)shape->count * 3, 0);
    replace_non_finite(f, shape->tangents, (size_t)shape->count * 3, 0);
    replace_non_finite(f, shape->uvs, (size_t)shape->count * 2, 0);
    if (!shape->name)
        shape->name = "";
}

// Vectors of length 1 are finite.
static void finish_normals(finisher *f, maq_scene_mesh *mesh) {
    static const float up[3] = {0, 1, 0};
    size_t count = mesh->vertex_count;
    if (!mesh->normals || all_unit_normals(mesh->normals, count))
        return;
    replace_non_finite(f, mesh->normals, count * 3, 0);
    for (size_t i = 0; i < count; i++)
        normalise(f, MQ_WRITABLE(float, mesh->normals[i]), 3, up);
}

static void finish_tangents(finisher *f, maq_scene_mesh *mesh) {
    static const float right[3] = {1, 0, 0};
    size_t count = mesh->vertex_count;
    if (!mesh->tangents || all_unit_tangents(mesh->tangents, count))
        return;
    replace_non_finite(f, mesh->tangents, count * 4, 0);
    for (size_t i = 0; i < count; i++) {
        float *tangent = MQ_WRITABLE(float, mesh->tangents[i]);
        normalise(f, tangent, 3, right);
        tangent[3] = tangent[3] < 0 ? -1.0f : 1.0f;
    }
}

static void finish_mesh(finisher *f, maq_scene_mesh *mesh, uint32_t index) {
    size_t count = mesh->vertex_count;
    if (!mesh->name)
        mesh->name = "";
    begin_object(f, "mesh", mesh->name, index);
    replace_non_finite(f, mesh->positions, count * 3, 0);
    replace_non_finite(f, mesh->colours, count * 4, 1);
    for (uint32_t set = 0; set < mesh->uv_set_count; set++)
        replace_non_finite(f, mesh->uvs[set], count * 2, 0);
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        replace_non_finite(f, mesh->attributes[i].values, count * mesh->attributes[i].components,
                           0);
    finish_normals(f, mesh);
    finish_tangents(f, mesh);
    drop_bad_triangles(f, mesh);
    for (uint32_t i = 0; i < mesh->shape_count; i++)
        finish_shape(f, mesh, MQ_WRITABLE(maq_scene_shape, &mesh->shapes[i]));
    report_repairs(f);
}

// ----------------------------------------------------------------------------------------- nodes

static void repair_transform(finisher *f, maq_transform *transform) {
    replace_non_finite(f, transform->translation, 3, 0);
    replace_non_finite(f, transform->rotation, 4, 0);
    replace_non_finite(f, transform->scale, 3, 1);
    normalise(f, transform->rotation, 4, mq_identity.rotation);
}

// Fills node_order and breaks cycles: walks from each node to its root, once per node.
static bool order_nodes(finisher *f) {
    maq_scene *scene = &f->builder->scene;
    maq_scene_node *nodes = MQ_WRITABLE(maq_scene_node, scene->nodes);
    uint32_t count = scene->node_count, ordered = 0;
    uint32_t *order = MQ_NEW_ARRAY(f->builder->arena, uint32_t, count);
    uint32_t *path = MQ_NEW_ARRAY(f->builder->arena, uint32_t, count);
    unsigned char *state = MQ_NEW_ARRAY(f->builder->arena, unsigned char, count);
    if (!order || !path || !state)
        return false;
    enum { FRESH, ON_PATH, PLACED };
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0, at = i;
        while (at != MAQ_SCENE_NONE && state[at] == FRESH) {
            state[at] = ON_PATH;
            path[length++] = at;
            at = nodes[at].parent;
        }
        if (at != MAQ_SCENE_NONE && state[at] == ON_PATH) {
            uint32_t cut = path[length - 1];
            nodes[cut].parent = MAQ_SCENE_NONE;
            begin_object(f, "node", nodes[cut].name, cut);
            report(f, MQ_SCENE_RING_CUT, 1,
                   "reference to a parent led back to the node and was removed", "");
        }
        while (length > 0) {
            order[ordered++] = path[--length];
            state[path[length]] = PLACED;
        }
    }
    scene->node_order = order;
    return true;
}

static void finish_nodes(finisher *f) {
    maq_scene *scene = &f->builder->scene;
    maq_scene_node *nodes = MQ_WRITABLE(maq_scene_node, scene->nodes);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        maq_scene_node *node = &nodes[i];
        if (!node->name)
            node->name = "";
        begin_object(f, "node", node->name, i);
        node->parent = check_reference(f, node->parent, scene->node_count);
        node->mesh = check_reference(f, node->mesh, scene->mesh_count);
        node->skin = check_reference(f, node->skin, scene->skin_count);
        repair_transform(f, &node->rest);
        if (node->mesh == MAQ_SCENE_NONE || !scene->meshes[node->mesh].influence_count)
            node->skin = MAQ_SCENE_NONE;
        if (node->skin != MAQ_SCENE_NONE && scene->skins[node->skin].joint_count == 0)
            node->skin = MAQ_SCENE_NONE;
        report_repairs(f);
    }
}

// Joints and weights have a meaning for meshes that a node shows with a skin.
static bool finish_influences(finisher *f) {
    maq_scene *scene = &f->builder->scene;
    bool *skinned = MQ_NEW_ARRAY(f->builder->arena, bool, scene->mesh_count);
    if (!skinned)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (node->skin == MAQ_SCENE_NONE)
            continue;
        maq_scene_mesh *mesh = MQ_WRITABLE(maq_scene_mesh, &scene->meshes[node->mesh]);
        skinned[node->mesh] = true;
        begin_object(f, "mesh", mesh->name, node->mesh);
        replace_non_finite(f, mesh->weights, (size_t)mesh->vertex_count * mesh->influence_count, 0);
        drop_bad_joints(f, mesh, scene->skins[node->skin].joint_count);
        sort_all_weights(mesh);
        report_repairs(f);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        maq_scene_mesh *mesh = MQ_WRITABLE(maq_scene_mesh, &scene->meshes[i]);
        if (mesh->influence_count && !skinned[i]) {
            mesh->influence_count = 0;
            begin_object(f, "mesh", mesh->name, i);
            report(f, MQ_SCENE_REFERENCE_CUT, 1, "set of joint weights without a skin was removed",
                   "");
        }
    }
    return true;
}

static void finish_skins(finisher *f) {
    maq_scene *scene = &f->builder->scene;
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        maq_scene_skin *skin = MQ_WRITABLE(maq_scene_skin, &scene->skins[i]);
        uint32_t *joints = MQ_WRITABLE(uint32_t, skin->joints);
        begin_object(f, "skin", NULL, i);
        for (uint32_t k = 0; k < skin->joint_count; k++) {
            if (joints[k] >= scene->node_count) {
                // Weights refer to joints by index, so the list of joints ends here.
                f->removed_references += skin->joint_count - k;
                skin->joint_count = k;
            }
        }
        replace_non_finite(f, skin->inverse_bind, (size_t)skin->joint_count * 12, 0);
        report_repairs(f);
    }
}

// ----------------------------------------------------------------------------------------- clips

uint32_t mq_channel_width(maq_channel_path path) {
    return path == MAQ_CHANNEL_ROTATION                                   ? 4
           : path == MAQ_CHANNEL_TRANSLATION || path == MAQ_CHANNEL_SCALE ? 3
                                                                          : 1;
}

static bool target_exists(const maq_scene *scene, const maq_scene_channel *channel) {
    if (channel->path == MAQ_CHANNEL_TEXTURE_FRAME)
        return channel->target < scene->material_count;
    if (channel->target >= scene->node_count)
        return false;
    if (channel->path != MAQ_CHANNEL_SHAPE_WEIGHT)
        return true;
    uint32_t mesh = scene->nodes[channel->target].mesh;
    return mesh != MAQ_SCENE_NONE && channel->shape < scene->meshes[mesh].shape_count;
}

// Keeps keys with ascending times; returns how many were left out.
static uint32_t drop_bad_keys(maq_scene_channel *channel) {
    float *times = MQ_WRITABLE(float, channel->times);
    float *values = MQ_WRITABLE(float, channel->values);
    uint32_t width = mq_channel_width(channel->path), kept = 0;
    for (uint32_t i = 0; i < channel->key_count; i++) {
        if (!isfinite(times[i]) || times[i] < 0 || (kept > 0 && times[i] <= times[kept - 1]))
            continue;
        times[kept] = times[i];
        memmove(values + (size_t)kept * width, values + (size_t)i * width, width * sizeof *values);
        kept++;
    }
    uint32_t dropped = channel->key_count - kept;
    channel->key_count = kept;
    return dropped;
}

static void finish_clip(finisher *f, maq_scene_clip *clip, uint32_t index) {
    const maq_scene *scene = &f->builder->scene;
    maq_scene_channel *channels = MQ_WRITABLE(maq_scene_channel, clip->channels);
    uint32_t kept = 0;
    uint64_t dropped = 0;
    if (!clip->name)
        clip->name = "";
    begin_object(f, "clip", clip->name, index);
    replace_non_finite(f, &clip->duration, 1, 0);
    replace_non_finite(f, &clip->rate, 1, 0);
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        maq_scene_channel channel = channels[i];
        if (!target_exists(scene, &channel)) {
            f->removed_references++;
            continue;
        }
        dropped += drop_bad_keys(&channel);
        if (channel.key_count == 0)
            continue;
        uint32_t width = mq_channel_width(channel.path);
        replace_non_finite(f, channel.values, (size_t)channel.key_count * width, 0);
        for (uint32_t k = 0; channel.path == MAQ_CHANNEL_ROTATION && k < channel.key_count; k++)
            normalise(f, MQ_WRITABLE(float, channel.values + (size_t)k * 4), 4,
                      mq_identity.rotation);
        float last = channel.times[channel.key_count - 1];
        if (last > clip->duration)
            clip->duration = last;
        channels[kept++] = channel;
    }
    clip->channel_count = kept;
    report(f, MQ_SCENE_KEYS_DROPPED, dropped,
           "key whose time is not after the one before it was left out",
           "keys whose times are not in ascending order were left out");
    report_repairs(f);
}

// ------------------------------------------------------------------------------------- the whole

maq_status mq_scene_finish(mq_scene_builder *builder, maq_scene *out) {
    finisher f = {.builder = builder};
    maq_scene *scene = &builder->scene;
    if (mq_arena_status(builder->arena) != MAQ_OK)
        return mq_arena_status(builder->arena);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        maq_scene_material *material = MQ_WRITABLE(maq_scene_material, &scene->materials[i]);
        if (!material->name)
            material->name = "";
        begin_object(&f, "material", material->name, i);
        replace_non_finite(&f, material->colour, 4, 1);
        replace_non_finite(&f, material->frames.step, 2, 0);
        if (material->frames.columns == 0)
            material->frames.columns = 1;
        report_repairs(&f);
    }
    for (uint32_t i = 0; !builder->meshes_are_valid && i < scene->mesh_count; i++)
        finish_mesh(&f, MQ_WRITABLE(maq_scene_mesh, &scene->meshes[i]), i);
    finish_skins(&f);
    finish_nodes(&f);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        finish_clip(&f, MQ_WRITABLE(maq_scene_clip, &scene->clips[i]), i);
    for (uint32_t i = 0; i < scene->box_count; i++) {
        maq_scene_box *box = MQ_WRITABLE(maq_scene_box, &scene->boxes[i]);
        begin_object(&f, "box", box->name, i);
        box->node = check_reference(&f, box->node, scene->node_count);
        replace_non_finite(&f, box->min, 3, 0);
        replace_non_finite(&f, box->max, 3, 0);
        report_repairs(&f);
    }
    if (!finish_influences(&f) || !order_nodes(&f))
        return mq_arena_status(builder->arena);
    *out = *scene;
    return mq_arena_status(builder->arena);
}
