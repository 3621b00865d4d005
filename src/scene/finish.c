// SPDX-License-Identifier: MIT
//
// Making a scene sound: after this every index is in range, every number is finite, parents form
// trees, and nothing has to be checked again.
#include <math.h>
#include <string.h>

#include "scene/scene.h"
#include "scene/scene_rules.h"

typedef struct finisher {
    mq_scene_builder *builder;
    uint64_t mended; // numbers of the thing at work
    uint64_t cut;    // references of the thing at work
} finisher;

// Scenes are read-only for callers; here they are still being made.
#define WRITABLE(type, pointer) ((type)(uintptr_t)(pointer))

static void tell(finisher *f, mq_scene_rule rule, uint64_t count, const char *what,
                 const char *name, const char *how) {
    if (count)
        mq_add_loss(f->builder->findings, &mq_scene_rules[rule], count, "%s \"%s\": %s (%llu)",
                    what, name ? name : "", how, (unsigned long long)count);
}

static void tell_mended(finisher *f, const char *what, const char *name) {
    tell(f, MQ_SCENE_NUMBERS_MENDED, f->mended, what, name, "numbers that are none are replaced");
    tell(f, MQ_SCENE_REFERENCE_CUT, f->cut, what, name,
         "references to what does not exist are cut");
    f->mended = f->cut = 0;
}

// --------------------------------------------------------------------------------------- numbers

static void mend(finisher *f, const void *values, size_t count, float instead) {
    float *numbers = WRITABLE(float *, values);
    for (size_t i = 0; numbers && i < count; i++) {
        if (!isfinite(numbers[i])) {
            numbers[i] = instead;
            f->mended++;
        }
    }
}

// Brings a vector to length 1 unless it is there but for rounding; `fallback` stands in for one
// without a direction. A vector close enough keeps its bits, for the way back.
static void mend_unit(finisher *f, float *vector, int size, const float *fallback) {
    double square = 0;
    for (int i = 0; i < size; i++)
        square += (double)vector[i] * vector[i];
    if (square > 0.9995 && square < 1.0005)
        return;
    double length = sqrt(square);
    bool usable = isfinite(length) && length > 1e-20;
    for (int i = 0; i < size; i++)
        vector[i] = usable ? (float)(vector[i] / length) : fallback[i];
    f->mended++;
}

static uint32_t cut_reference(finisher *f, uint32_t index, uint32_t count) {
    if (index == MAQ_SCENE_NONE || index < count)
        return index;
    f->cut++;
    return MAQ_SCENE_NONE;
}

// ---------------------------------------------------------------------------------------- meshes

// Weights fall along a vertex, none is below 0, and they sum up to 1.
static void mend_weights(maq_scene_mesh *mesh) {
    uint32_t k = mesh->influence_count;
    uint32_t *joints = WRITABLE(uint32_t *, mesh->joints);
    float *weights = WRITABLE(float *, mesh->weights);
    for (uint32_t v = 0; v < mesh->vertex_count; v++, joints += k, weights += k) {
        double sum = 0;
        for (uint32_t i = 0; i < k; i++) {
            if (!(weights[i] > 0))
                weights[i] = 0;
            sum += weights[i];
            // Insertion: influences are few.
            for (uint32_t at = i; at > 0 && weights[at] > weights[at - 1]; at--) {
                float weight = weights[at];
                uint32_t joint = joints[at];
                weights[at] = weights[at - 1];
                joints[at] = joints[at - 1];
                weights[at - 1] = weight;
                joints[at - 1] = joint;
            }
        }
        if (sum == 0)
            weights[0] = 1;
        else if (fabs(sum - 1) > 1e-6) {
            for (uint32_t i = 0; i < k; i++)
                weights[i] = (float)(weights[i] / sum);
        }
    }
}

// Leaves out triangles whose vertices do not exist, part by part.
static void sieve_triangles(finisher *f, maq_scene_mesh *mesh) {
    uint32_t(*triangles)[3] = WRITABLE(uint32_t(*)[3], mesh->triangles);
    maq_scene_part *parts = WRITABLE(maq_scene_part *, mesh->parts);
    uint32_t kept = 0, read = 0;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        maq_scene_part *part = &parts[p];
        part->material = cut_reference(f, part->material, f->builder->scene.material_count);
        uint32_t count = part->triangle_count;
        part->first_triangle = kept;
        for (uint32_t i = 0; i < count && read < mesh->triangle_count; i++, read++) {
            const uint32_t *t = triangles[read];
            if (t[0] >= mesh->vertex_count || t[1] >= mesh->vertex_count ||
                t[2] >= mesh->vertex_count)
                continue;
            memmove(triangles[kept++], t, sizeof *triangles);
        }
        part->triangle_count = kept - part->first_triangle;
    }
    tell(f, MQ_SCENE_TRIANGLES_DROPPED, mesh->triangle_count - kept, "mesh", mesh->name,
         "triangles with vertices that do not exist are left out");
    mesh->triangle_count = kept;
}

// The joint numbers of a mesh, against the skin of the node that shows it.
static void mend_joints(finisher *f, maq_scene_mesh *mesh, uint32_t joint_count) {
    uint32_t *joints = WRITABLE(uint32_t *, mesh->joints);
    float *weights = WRITABLE(float *, mesh->weights);
    size_t count = (size_t)mesh->vertex_count * mesh->influence_count;
    for (size_t i = 0; i < count; i++) {
        if (joints[i] >= joint_count) {
            joints[i] = 0;
            weights[i] = 0;
            f->cut++;
        }
    }
}

static void finish_shape(finisher *f, const maq_scene_mesh *mesh, maq_scene_shape *shape) {
    uint32_t *vertices = WRITABLE(uint32_t *, shape->vertices);
    uint32_t limit = shape->count;
    for (uint32_t i = 0; i < limit; i++) {
        if (vertices[i] >= mesh->vertex_count || (i > 0 && vertices[i] <= vertices[i - 1])) {
            // Deltas lie in step with the list, so it ends here.
            f->cut += limit - i;
            shape->count = limit = i;
        }
    }
    mend(f, shape->positions, (size_t)shape->count * 3, 0);
    mend(f, shape->normals, (size_t)shape->count * 3, 0);
    mend(f, shape->tangents, (size_t)shape->count * 3, 0);
    mend(f, shape->uvs, (size_t)shape->count * 2, 0);
    if (!shape->name)
        shape->name = "";
}

static void finish_mesh(finisher *f, maq_scene_mesh *mesh) {
    static const float up[3] = {0, 1, 0}, right[3] = {1, 0, 0};
    size_t count = mesh->vertex_count;
    if (!mesh->name)
        mesh->name = "";
    mend(f, mesh->positions, count * 3, 0);
    mend(f, mesh->normals, count * 3, 0);
    mend(f, mesh->tangents, count * 4, 0);
    mend(f, mesh->colours, count * 4, 1);
    for (uint32_t set = 0; set < mesh->uv_set_count; set++)
        mend(f, mesh->uvs[set], count * 2, 0);
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        mend(f, mesh->attributes[i].values, count * mesh->attributes[i].components, 0);
    for (size_t i = 0; mesh->normals && i < count; i++)
        mend_unit(f, WRITABLE(float *, mesh->normals[i]), 3, up);
    for (size_t i = 0; mesh->tangents && i < count; i++) {
        float *tangent = WRITABLE(float *, mesh->tangents[i]);
        mend_unit(f, tangent, 3, right);
        tangent[3] = tangent[3] < 0 ? -1.0f : 1.0f;
    }
    sieve_triangles(f, mesh);
    for (uint32_t i = 0; i < mesh->shape_count; i++)
        finish_shape(f, mesh, WRITABLE(maq_scene_shape *, &mesh->shapes[i]));
    tell_mended(f, "mesh", mesh->name);
}

// ----------------------------------------------------------------------------------------- nodes

static void mend_transform(finisher *f, maq_transform *transform) {
    mend(f, transform->translation, 3, 0);
    mend(f, transform->rotation, 4, 0);
    mend(f, transform->scale, 3, 1);
    mend_unit(f, transform->rotation, 4, mq_identity.rotation);
}

// Fills node_order, and cuts rings: walks from each node to its root, once per node.
static bool order_nodes(finisher *f) {
    maq_scene *scene = &f->builder->scene;
    maq_scene_node *nodes = WRITABLE(maq_scene_node *, scene->nodes);
    uint32_t count = scene->node_count, placed = 0;
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
            nodes[path[length - 1]].parent = MAQ_SCENE_NONE;
            tell(f, MQ_SCENE_RING_CUT, 1, "node", nodes[path[length - 1]].name,
                 "its parents lead back to it; it becomes a root");
        }
        while (length > 0) {
            order[placed++] = path[--length];
            state[path[length]] = PLACED;
        }
    }
    scene->node_order = order;
    return true;
}

static void finish_nodes(finisher *f) {
    maq_scene *scene = &f->builder->scene;
    maq_scene_node *nodes = WRITABLE(maq_scene_node *, scene->nodes);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        maq_scene_node *node = &nodes[i];
        if (!node->name)
            node->name = "";
        node->parent = cut_reference(f, node->parent, scene->node_count);
        node->mesh = cut_reference(f, node->mesh, scene->mesh_count);
        node->skin = cut_reference(f, node->skin, scene->skin_count);
        mend_transform(f, &node->rest);
        if (node->mesh == MAQ_SCENE_NONE || !scene->meshes[node->mesh].influence_count)
            node->skin = MAQ_SCENE_NONE;
        if (node->skin != MAQ_SCENE_NONE && scene->skins[node->skin].joint_count == 0)
            node->skin = MAQ_SCENE_NONE;
        tell_mended(f, "node", node->name);
    }
}

// Joints and weights mean something to meshes that a node shows with a skin.
static bool finish_influences(finisher *f) {
    maq_scene *scene = &f->builder->scene;
    bool *skinned = MQ_NEW_ARRAY(f->builder->arena, bool, scene->mesh_count);
    if (!skinned)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (node->skin == MAQ_SCENE_NONE)
            continue;
        maq_scene_mesh *mesh = WRITABLE(maq_scene_mesh *, &scene->meshes[node->mesh]);
        skinned[node->mesh] = true;
        mend(f, mesh->weights, (size_t)mesh->vertex_count * mesh->influence_count, 0);
        mend_joints(f, mesh, scene->skins[node->skin].joint_count);
        mend_weights(mesh);
        tell_mended(f, "mesh", mesh->name);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        maq_scene_mesh *mesh = WRITABLE(maq_scene_mesh *, &scene->meshes[i]);
        if (mesh->influence_count && !skinned[i]) {
            mesh->influence_count = 0;
            tell(f, MQ_SCENE_REFERENCE_CUT, 1, "mesh", mesh->name,
                 "its weights mean nothing without a skin");
        }
    }
    return true;
}

static void finish_skins(finisher *f) {
    maq_scene *scene = &f->builder->scene;
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        maq_scene_skin *skin = WRITABLE(maq_scene_skin *, &scene->skins[i]);
        uint32_t *joints = WRITABLE(uint32_t *, skin->joints);
        for (uint32_t k = 0; k < skin->joint_count; k++) {
            if (joints[k] >= scene->node_count) {
                // Weights go on pointing at the rest: the skin ends here.
                f->cut += skin->joint_count - k;
                skin->joint_count = k;
            }
        }
        mend(f, skin->inverse_bind, (size_t)skin->joint_count * 12, 0);
        tell_mended(f, "skin", "");
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

// Keys with times that rise; returns how many were left out.
static uint32_t sieve_keys(maq_scene_channel *channel) {
    float *times = WRITABLE(float *, channel->times);
    float *values = WRITABLE(float *, channel->values);
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

static void finish_clip(finisher *f, maq_scene_clip *clip) {
    const maq_scene *scene = &f->builder->scene;
    maq_scene_channel *channels = WRITABLE(maq_scene_channel *, clip->channels);
    uint32_t kept = 0;
    uint64_t dropped = 0;
    if (!clip->name)
        clip->name = "";
    mend(f, &clip->duration, 1, 0);
    mend(f, &clip->rate, 1, 0);
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        maq_scene_channel channel = channels[i];
        if (!target_exists(scene, &channel)) {
            f->cut++;
            continue;
        }
        dropped += sieve_keys(&channel);
        if (channel.key_count == 0)
            continue;
        uint32_t width = mq_channel_width(channel.path);
        mend(f, channel.values, (size_t)channel.key_count * width, 0);
        for (uint32_t k = 0; channel.path == MAQ_CHANNEL_ROTATION && k < channel.key_count; k++)
            mend_unit(f, WRITABLE(float *, channel.values + (size_t)k * 4), 4,
                      mq_identity.rotation);
        float last = channel.times[channel.key_count - 1];
        if (last > clip->duration)
            clip->duration = last;
        channels[kept++] = channel;
    }
    clip->channel_count = kept;
    tell(f, MQ_SCENE_KEYS_DROPPED, dropped, "clip", clip->name,
         "keys whose times do not rise are left out");
    tell_mended(f, "clip", clip->name);
}

// ------------------------------------------------------------------------------------- the whole

maq_status mq_scene_finish(mq_scene_builder *builder, maq_scene *out) {
    finisher f = {.builder = builder};
    maq_scene *scene = &builder->scene;
    if (mq_arena_status(builder->arena) != MAQ_OK)
        return mq_arena_status(builder->arena);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        maq_scene_material *material = WRITABLE(maq_scene_material *, &scene->materials[i]);
        if (!material->name)
            material->name = "";
        mend(&f, material->colour, 4, 1);
        mend(&f, material->frames.step, 2, 0);
        if (material->frames.columns == 0)
            material->frames.columns = 1;
        tell_mended(&f, "material", material->name);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        finish_mesh(&f, WRITABLE(maq_scene_mesh *, &scene->meshes[i]));
    finish_skins(&f);
    finish_nodes(&f);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        finish_clip(&f, WRITABLE(maq_scene_clip *, &scene->clips[i]));
    for (uint32_t i = 0; i < scene->box_count; i++) {
        maq_scene_box *box = WRITABLE(maq_scene_box *, &scene->boxes[i]);
        box->node = cut_reference(&f, box->node, scene->node_count);
        mend(&f, box->min, 3, 0);
        mend(&f, box->max, 3, 0);
        tell_mended(&f, "box", box->name ? box->name : "");
    }
    if (!finish_influences(&f) || !order_nodes(&f))
        return mq_arena_status(builder->arena);
    *out = *scene;
    return mq_arena_status(builder->arena);
}
