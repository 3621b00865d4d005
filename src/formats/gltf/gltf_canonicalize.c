// SPDX-License-Identifier: MIT
//
// The form of a scene that a glTF file can hold and validators accept. It changes nothing visible:
// the order of channels, the last bits of weights, empty objects.
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "formats/gltf/gltf_passthrough.h"
#include "scene/geometry.h"

// How far a sum of weights may be from 1; validators allow 2e-7 and more.
#define WEIGHT_SLACK 1e-7

// ---------------------------------------------------------------------------------------- meshes

// Merges the weights of a joint at a vertex, and gives weights of 0 the joint 0.
static void canonicalize_influences(uint32_t *joints, float *weights, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i && weights[i] > 0; k++) {
            if (weights[k] > 0 && joints[k] == joints[i]) {
                weights[k] += weights[i];
                weights[i] = 0;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!(weights[i] > 0)) {
            joints[i] = 0;
            weights[i] = 0;
        }
        sum += weights[i];
        mq_sort_influence(joints, weights, i);
    }
    for (uint32_t i = 0; i < count && sum > 0 && fabs(sum - 1) > WEIGHT_SLACK; i++)
        weights[i] = (float)(weights[i] / sum);
}

static void canonicalize_shape(mq_arena *arena, maq_scene_shape *shape) {
    if (!shape->positions && !shape->normals && !shape->tangents && !shape->uvs)
        shape->count = 0;
    // A morph target without numbers is written as one that moves no position.
    if (shape->count == 0) {
        shape->positions = (const float(*)[3])MQ_NEW_ARRAY(arena, float, 0);
        shape->normals = shape->tangents = NULL;
        shape->uvs = NULL;
    }
}

static const float *or_zeros(mq_arena *arena, const void *values, uint32_t count, uint32_t width) {
    return values ? values : (const float *)mq_arena_alloc(arena, count, width * sizeof(float), 4);
}

static void empty_mesh(mq_arena *arena, maq_scene_mesh *mesh) {
    mesh->positions = (const float(*)[3])or_zeros(arena, NULL, 0, 3);
    mesh->normals = NULL;
    mesh->tangents = NULL;
    mesh->colours = NULL;
    mesh->uv_set_count = mesh->influence_count = mesh->attribute_count = mesh->shape_count = 0;
}

static void canonicalize_mesh(mq_arena *arena, maq_scene_mesh *mesh) {
    if (mesh->vertex_count == 0) {
        empty_mesh(arena, mesh);
        return;
    }
    uint32_t k = mesh->influence_count;
    mesh->positions = (const float(*)[3])or_zeros(arena, mesh->positions, mesh->vertex_count, 3);
    for (uint32_t v = 0; k && v < mesh->vertex_count; v++)
        canonicalize_influences(MQ_WRITABLE(uint32_t, mesh->joints) + (size_t)v * k,
                                MQ_WRITABLE(float, mesh->weights) + (size_t)v * k, k);
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        maq_scene_attribute *attribute = MQ_WRITABLE(maq_scene_attribute, &mesh->attributes[i]);
        attribute->name = attribute->name ? attribute->name : "";
    }
    for (uint32_t i = 0; i < mesh->shape_count; i++)
        canonicalize_shape(arena, MQ_WRITABLE(maq_scene_shape, &mesh->shapes[i]));
}

// ----------------------------------------------------------------------------------------- clips

enum { NATIVE, WEIGHTS, OTHERS };

typedef struct ranked_channel {
    maq_scene_channel channel;
    int rank;
} ranked_channel;

static int rank_of(maq_channel_path path) {
    return path <= MAQ_CHANNEL_SCALE ? NATIVE : path == MAQ_CHANNEL_SHAPE_WEIGHT ? WEIGHTS : OTHERS;
}

static int compare_numbers(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

// The target of a channel as a number that orders by node and by path or morph target.
static uint64_t moved(const maq_scene_channel *channel) {
    return (uint64_t)channel->target << 32 |
           (channel->path == MAQ_CHANNEL_SHAPE_WEIGHT ? channel->shape : (uint32_t)channel->path);
}

static int compare_moved(const void *a, const void *b, const void *context) {
    (void)context;
    const ranked_channel *x = a, *y = b;
    int order =
        compare_numbers((uint64_t)rank_of(x->channel.path), (uint64_t)rank_of(y->channel.path));
    return order ? order : compare_numbers(moved(&x->channel), moved(&y->channel));
}

static int compare_ranks(const void *a, const void *b, const void *context) {
    (void)context;
    const ranked_channel *x = a, *y = b;
    return x->rank - y->rank;
}

static bool share_times(const maq_scene_channel *a, const maq_scene_channel *b) {
    return a->key_count == b->key_count && a->step == b->step &&
           memcmp(a->times, b->times, a->key_count * sizeof *a->times) == 0;
}

uint32_t mq_gltf_weight_group(const maq_scene_clip *clip, uint32_t first) {
    const maq_scene_channel *channels = clip->channels;
    uint32_t count = 0;
    bool good = true;
    while (first + count < clip->channel_count &&
           channels[first + count].path == MAQ_CHANNEL_SHAPE_WEIGHT &&
           channels[first + count].target == channels[first].target) {
        good = good && share_times(&channels[first], &channels[first + count]) &&
               (count == 0 || channels[first + count].shape > channels[first + count - 1].shape);
        count++;
    }
    return good ? count : 0;
}

gltf_split mq_gltf_split(const maq_scene_clip *clip) {
    gltf_split split = {0, 0};
    const maq_scene_channel *channels = clip->channels;
    while (
        split.native < clip->channel_count && channels[split.native].path <= MAQ_CHANNEL_SCALE &&
        (split.native == 0 || moved(&channels[split.native]) > moved(&channels[split.native - 1])))
        split.native++;
    uint32_t count;
    while ((count = mq_gltf_weight_group(clip, split.native + split.weights)) > 0) {
        uint32_t at = split.native + split.weights;
        if (split.weights && channels[at].target <= channels[at - 1].target)
            break;
        split.weights += count;
    }
    return split;
}

// glTF allows one channel for a path of a node, and one for the weights of all its morph targets.
static void rank_channels(ranked_channel *sorted, const maq_scene_clip *as_sorted) {
    for (uint32_t i = 0; i < as_sorted->channel_count; i++)
        sorted[i].rank = rank_of(sorted[i].channel.path);
    for (uint32_t i = 1; i < as_sorted->channel_count; i++) {
        if (rank_of(sorted[i].channel.path) == NATIVE &&
            moved(&sorted[i].channel) == moved(&sorted[i - 1].channel))
            sorted[i].rank = OTHERS;
    }
    for (uint32_t i = 0; i < as_sorted->channel_count;) {
        uint32_t first = i, target = sorted[i].channel.target;
        bool merge = sorted[i].rank != WEIGHTS || mq_gltf_weight_group(as_sorted, i) > 0;
        for (; i < as_sorted->channel_count && sorted[i].channel.target == target &&
               rank_of(sorted[i].channel.path) == rank_of(sorted[first].channel.path);
             i++) {
            if (!merge)
                sorted[i].rank = OTHERS;
        }
    }
}

static bool canonicalize_channels(mq_arena *arena, maq_scene_clip *clip) {
    uint32_t count = clip->channel_count;
    ranked_channel *items = MQ_NEW_ARRAY(arena, ranked_channel, count);
    ranked_channel *spare = MQ_NEW_ARRAY(arena, ranked_channel, count);
    maq_scene_channel *channels = MQ_NEW_ARRAY(arena, maq_scene_channel, count);
    if (!items || !spare || !channels)
        return false;
    for (uint32_t i = 0; i < count; i++)
        items[i].channel = clip->channels[i];
    ranked_channel *sorted = mq_sort(items, spare, count, sizeof *items, compare_moved, NULL);
    clip->channels = channels;
    for (uint32_t i = 0; i < count; i++)
        channels[i] = sorted[i].channel;
    rank_channels(sorted, clip);
    sorted =
        mq_sort(sorted, sorted == items ? spare : items, count, sizeof *items, compare_ranks, NULL);
    for (uint32_t i = 0; i < count; i++)
        channels[i] = sorted[i].channel;
    return true;
}

static bool canonicalize_clip(mq_arena *arena, const maq_scene *scene, maq_scene_clip *clip) {
    maq_scene_channel *channels = MQ_WRITABLE(maq_scene_channel, clip->channels);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        // Meshes without vertices have no morph targets any more.
        if (channels[i].path == MAQ_CHANNEL_SHAPE_WEIGHT &&
            channels[i].shape >= scene->meshes[scene->nodes[channels[i].target].mesh].shape_count)
            continue;
        channels[kept++] = channels[i];
    }
    clip->channel_count = kept;
    for (uint32_t i = 0; i < clip->marker_count; i++) {
        maq_scene_marker *marker = MQ_WRITABLE(maq_scene_marker, &clip->markers[i]);
        marker->text = marker->text ? marker->text : "";
        marker->time = isfinite(marker->time) ? marker->time : 0;
    }
    return canonicalize_channels(arena, clip);
}

// ------------------------------------------------------------------------------------- the whole

// Removes skins without joints, and the skins of nodes whose meshes have no influences.
static bool drop_empty_skins(mq_arena *arena, maq_scene *scene) {
    maq_scene_skin *skins = MQ_WRITABLE(maq_scene_skin, scene->skins);
    maq_scene_node *nodes = MQ_WRITABLE(maq_scene_node, scene->nodes);
    uint32_t *numbers = MQ_NEW_ARRAY(arena, uint32_t, scene->skin_count);
    if (!numbers)
        return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        numbers[i] = kept;
        if (skins[i].joint_count)
            skins[kept++] = skins[i];
    }
    scene->skin_count = kept;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (nodes[i].skin == MAQ_SCENE_NONE)
            continue;
        bool skinned = scene->meshes[nodes[i].mesh].influence_count > 0;
        nodes[i].skin = skinned ? numbers[nodes[i].skin] : MAQ_SCENE_NONE;
    }
    return true;
}

static void replace_null_texts(maq_scene *scene) {
    for (uint32_t i = 0; i < scene->material_count; i++) {
        maq_scene_material *material = MQ_WRITABLE(maq_scene_material, &scene->materials[i]);
        material->cutoff = isfinite(material->cutoff) ? material->cutoff : 0.5f;
        for (uint32_t k = 0; k < material->texture_count; k++) {
            maq_scene_texture *texture = MQ_WRITABLE(maq_scene_texture, &material->textures[k]);
            texture->file = texture->file ? texture->file : "";
        }
    }
    for (uint32_t i = 0; i < scene->box_count; i++) {
        maq_scene_box *box = MQ_WRITABLE(maq_scene_box, &scene->boxes[i]);
        box->name = box->name ? box->name : "";
    }
    for (uint32_t i = 0; i < scene->event_count; i++) {
        maq_scene_event *event = MQ_WRITABLE(maq_scene_event, &scene->events[i]);
        event->name = event->name ? event->name : "";
        event->file = event->file ? event->file : "";
    }
}

// Rounding may give a component of a unit quaternion above 1, which glTF forbids.
static void clamp_rotations(maq_scene *scene) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        float *rotation = MQ_WRITABLE(float, scene->nodes[i].rest.rotation);
        for (int k = 0; k < 4; k++)
            rotation[k] = fmaxf(-1.0f, fminf(1.0f, rotation[k]));
    }
}

bool mq_gltf_canonicalize(mq_arena *arena, maq_scene *scene) {
    clamp_rotations(scene);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        canonicalize_mesh(arena, MQ_WRITABLE(maq_scene_mesh, &scene->meshes[i]));
    if (!drop_empty_skins(arena, scene))
        return false;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        if (!canonicalize_clip(arena, scene, MQ_WRITABLE(maq_scene_clip, &scene->clips[i])))
            return false;
    }
    replace_null_texts(scene);
    mq_gltf_drop_unmatched_passthrough(scene);
    return mq_arena_status(arena) == MAQ_OK;
}
