// SPDX-License-Identifier: MIT
//
// Animations of a glTF file.
#include <math.h>
#include <string.h>

#include "formats/gltf/gltf_read.h"
#include "scene/names.h"

// How many straight pieces stand for one piece of a cubic spline.
#define SPLINE_PIECES 4

typedef struct channel_list {
    maq_scene_channel *items;
    size_t count, room;
} channel_list;

static void add_channel(gltf_reader *r, channel_list *list, const maq_scene_channel *channel) {
    // The list moves as it grows, and channels are sorted later.
    if (!mq_gltf_charge_small(r, 8, sizeof *channel))
        return;
    maq_scene_channel *larger =
        mq_arena_grow(r->arena, list->items, &list->room, list->count, sizeof *larger);
    if (!larger)
        return;
    list->items = larger;
    list->items[list->count++] = *channel;
}

// ---------------------------------------------------------------------------------------- splines

// The numbers of a key: tangent in, value, tangent out.
static double hermite(const float *values, size_t key, uint32_t width, uint32_t k, double s,
                      double span) {
    const float *a = values + key * 3 * width, *b = a + 3 * (size_t)width;
    double p0 = (double)a[width + k], m0 = (double)a[2 * width + k] * span;
    double p1 = (double)b[width + k], m1 = (double)b[k] * span;
    double s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * p0 + (s3 - 2 * s2 + s) * m0 + (3 * s2 - 2 * s3) * p1 +
           (s3 - s2) * m1;
}

static float narrow(double value) {
    return fabs(value) < 3e38 ? (float)value : 0;
}

// Makes straight pieces of a spline of `*keys` keys.
static bool flatten(gltf_reader *r, uint32_t *keys, const float **times, const float **values,
                    uint32_t width, bool rotation) {
    uint64_t count = ((uint64_t)*keys - 1) * SPLINE_PIECES + 1;
    if (count >= GLTF_NONE || !mq_gltf_charge(r, count, 4 * ((uint64_t)width + 1), true))
        return false;
    float *new_times = MQ_NEW_ARRAY(r->arena, float, (size_t)count);
    float *new_values = mq_arena_alloc(r->arena, (size_t)count, width * sizeof(float), 4);
    if (!new_times || !new_values)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t key = i / SPLINE_PIECES, piece = i % SPLINE_PIECES;
        double s = (double)piece / SPLINE_PIECES, square = 0;
        double span = piece ? (double)(*times)[key + 1] - (double)(*times)[key] : 0;
        new_times[i] = piece ? narrow((double)(*times)[key] + s * span) : (*times)[key];
        for (uint32_t k = 0; k < width; k++) {
            float value = piece ? narrow(hermite(*values, key, width, k, s, span))
                                : (*values)[(key * 3 + 1) * width + k];
            new_values[i * width + k] = value;
            square += (double)value * (double)value;
        }
        for (uint32_t k = 0; rotation && piece && square > 0 && k < width; k++)
            new_values[i * width + k] = narrow((double)new_values[i * width + k] / sqrt(square));
    }
    *keys = (uint32_t)count;
    *times = new_times;
    *values = new_values;
    return true;
}

// --------------------------------------------------------------------------------------- channels

// One channel for each shape out of the weights of all.
static void split_weights(gltf_reader *r, channel_list *list, maq_scene_channel channel,
                          uint32_t shapes, const cJSON *wanted) {
    const float *all = channel.values;
    for (uint32_t shape = 0; shape < shapes; shape++) {
        bool take = wanted == NULL;
        for (const cJSON *w = wanted ? wanted->child : NULL;
             w && !take && mq_gltf_charge(r, 1, 64, false); w = w->next)
            take = cJSON_IsNumber(w) && w->valuedouble == shape;
        if (!take || !mq_gltf_charge(r, channel.key_count, 8, true))
            continue;
        float *values = MQ_NEW_ARRAY(r->arena, float, channel.key_count);
        // Keys whose times do not rise are left out of each by itself.
        float *times = MQ_NEW_ARRAY(r->arena, float, channel.key_count);
        if (!values || !times)
            return;
        memcpy(times, channel.times, channel.key_count * sizeof *times);
        for (uint32_t i = 0; i < channel.key_count; i++)
            values[i] = all[(size_t)i * shapes + shape];
        channel.shape = shape;
        channel.times = times;
        channel.values = values;
        add_channel(r, list, &channel);
    }
}

// Which shapes of a node had channels, when not all had.
static const cJSON *wanted_shapes(gltf_reader *r, const cJSON *side, uint32_t node) {
    const cJSON *weights = mq_gltf_get(side, "weights");
    uint32_t number;
    for (const cJSON *w = mq_gltf_first(weights); w && mq_gltf_charge(r, 1, 64, false);
         w = w->next) {
        if (mq_gltf_u32(mq_gltf_get(w, "node"), &number) && number == node &&
            cJSON_IsArray(mq_gltf_get(w, "shapes")))
            return mq_gltf_get(w, "shapes");
    }
    return NULL;
}

static const char *read_channel(gltf_reader *r, uint32_t index, uint32_t at, const cJSON *item,
                                const cJSON *sampler, const cJSON *side, channel_list *list) {
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    static const char *const kinds[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    enum { WEIGHTS = 3, STEP = 1, CUBIC = 2 };
    const cJSON *target = mq_gltf_get(item, "target");
    uint32_t path = mq_gltf_word(mq_gltf_get(target, "path"), paths, 4, 4);
    uint32_t node = mq_gltf_index(r, target, "node", GLTF_NODES, GLTF_ANIMATIONS, index);
    if (path > WEIGHTS || node == GLTF_NONE)
        return "it moves nothing that is known";
    uint32_t moved = path == WEIGHTS ? r->weight_map[node] : r->node_map[node];
    if (moved == GLTF_NONE)
        return "its node is not in the scene";
    uint32_t input = mq_gltf_index(r, sampler, "input", GLTF_ACCESSORS, GLTF_ANIMATIONS, index);
    uint32_t output = mq_gltf_index(r, sampler, "output", GLTF_ACCESSORS, GLTF_ANIMATIONS, index);
    uint32_t kind = mq_gltf_word(mq_gltf_get(sampler, "interpolation"), kinds, 3, 0);
    if (input == GLTF_NONE || output == GLTF_NONE)
        return "it has no sampler";
    uint32_t mesh = r->builder.scene.nodes[moved].mesh;
    bool shaped = mesh != MAQ_SCENE_NONE && mesh < r->builder.scene.mesh_count;
    uint32_t shapes = shaped ? r->builder.scene.meshes[mesh].shape_count : 0;
    uint32_t keys, rows, width = path == 1 ? 4 : path == WEIGHTS ? 1 : 3;
    const float *times = mq_gltf_take_floats(r, input, 1, &keys);
    const float *values = times ? mq_gltf_take_floats(r, output, width, &rows) : NULL;
    uint64_t per_key = (path == WEIGHTS ? shapes : 1) * (kind == CUBIC ? 3u : 1u);
    if (!values || per_key == 0 || rows != keys * per_key)
        return "its numbers do not fit";
    if (kind == CUBIC) {
        if (!flatten(r, &keys, &times, &values, path == WEIGHTS ? shapes : width, path == 1))
            return "its numbers do not fit";
        GLTF_TELL_PART(r, CUBIC_SPLINE, GLTF_ANIMATIONS, index, "channels", at,
                       "a spline of %s becomes %u keys", paths[path], keys);
    }
    maq_scene_channel channel = {.path = path == WEIGHTS ? MAQ_CHANNEL_SHAPE_WEIGHT
                                                         : (maq_channel_path)path,
                                 .target = moved,
                                 .step = kind == STEP,
                                 .key_count = keys,
                                 .times = times,
                                 .values = values};
    if (path == WEIGHTS)
        split_weights(r, list, channel, shapes, wanted_shapes(r, side, moved));
    else
        add_channel(r, list, &channel);
    return NULL;
}

static bool side_channel(gltf_reader *r, const cJSON *item, channel_list *list) {
    maq_scene_channel channel = {0};
    uint32_t path =
        mq_gltf_word(mq_gltf_get(item, "path"), mq_path_names, MQ_PATH_COUNT, MQ_PATH_COUNT);
    uint32_t numbers = 0;
    if (path == MQ_PATH_COUNT || !mq_gltf_u32(mq_gltf_get(item, "target"), &channel.target))
        return false;
    channel.path = (maq_channel_path)path;
    if (channel.path != MAQ_CHANNEL_TEXTURE_FRAME) {
        if (channel.target >= r->lists[GLTF_NODES].count)
            return false;
        channel.target = r->node_map[channel.target];
    }
    mq_gltf_u32(mq_gltf_get(item, "shape"), &channel.shape);
    channel.step = cJSON_IsTrue(mq_gltf_get(item, "step"));
    channel.times = mq_gltf_float_list(r, mq_gltf_get(item, "times"), &channel.key_count);
    channel.values = mq_gltf_float_list(r, mq_gltf_get(item, "values"), &numbers);
    if (!channel.times || !channel.values ||
        numbers != (uint64_t)channel.key_count * mq_channel_width(channel.path))
        return false;
    add_channel(r, list, &channel);
    return true;
}

static bool same_last(const maq_scene_channel *channel, float end) {
    uint32_t width = mq_channel_width(channel->path), keys = channel->key_count;
    return keys > 1 && channel->times[keys - 1] == end &&
           memcmp(channel->values + (size_t)(keys - 1) * width,
                  channel->values + (size_t)(keys - 2) * width, width * sizeof(float)) == 0;
}

// Takes the key away again that the writer gave its first channel, or the weights of one node, to
// keep the length of the clip.
static bool remove_padding(channel_list *list, float end) {
    size_t count = list->count ? 1 : 0;
    while (count < list->count && list->items[0].path == MAQ_CHANNEL_SHAPE_WEIGHT &&
           list->items[count].path == MAQ_CHANNEL_SHAPE_WEIGHT &&
           list->items[count].target == list->items[0].target)
        count++;
    bool good = count > 0;
    for (size_t i = 0; i < count; i++)
        good = good && same_last(&list->items[i], end);
    for (size_t i = 0; i < count && good; i++)
        list->items[i].key_count--;
    return good;
}

// What a clip says at the side. False when a part of it does not fit.
static bool side_clip(gltf_reader *r, const cJSON *side, channel_list *list, maq_scene_clip *clip) {
    bool good = true;
    const cJSON *channels = mq_gltf_get(side, "channels");
    const cJSON *marks = mq_gltf_get(side, "markers");
    mq_gltf_float_of(mq_gltf_get(side, "duration"), &clip->duration);
    if (cJSON_IsTrue(mq_gltf_get(side, "padded")))
        good = remove_padding(list, clip->duration);
    for (const cJSON *c = mq_gltf_first(channels); c; c = c->next)
        good = side_channel(r, c, list) && good;
    uint32_t count = mq_gltf_count(r, marks, sizeof(maq_scene_marker));
    maq_scene_marker *markers = MQ_NEW_ARRAY(r->arena, maq_scene_marker, count);
    const cJSON *m = mq_gltf_first(marks);
    for (uint32_t i = 0; markers && i < count; i++, m = m->next) {
        size_t length;
        maq_scene_marker *marker = &markers[clip->marker_count++];
        marker->text = mq_gltf_exact_of(r, mq_gltf_get(m, "text"), &length);
        good = mq_gltf_float_of(mq_gltf_get(m, "time"), &marker->time) && good;
    }
    clip->markers = markers;
    mq_gltf_float_of(mq_gltf_get(side, "rate"), &clip->rate);
    mq_gltf_u32(mq_gltf_get(side, "loop_count"), &clip->loop_count);
    return good;
}

static void read_animation(gltf_reader *r, uint32_t index) {
    const cJSON *item = r->lists[GLTF_ANIMATIONS].items[index], *side = mq_gltf_side(item);
    const cJSON *channels = mq_gltf_get(item, "channels");
    const cJSON *samplers = mq_gltf_get(item, "samplers");
    channel_list list = {0};
    uint32_t count = mq_gltf_count(r, samplers, sizeof samplers);
    const cJSON **by_number = MQ_NEW_ARRAY(r->arena, const cJSON *, count);
    if (!by_number)
        return;
    const cJSON *s = mq_gltf_first(samplers);
    for (uint32_t i = 0; i < count; i++, s = s->next)
        by_number[i] = s;
    uint32_t at = 0;
    for (const cJSON *c = mq_gltf_first(channels); c; c = c->next, at++) {
        uint32_t number;
        bool found = mq_gltf_u32(mq_gltf_get(c, "sampler"), &number) && number < count;
        const char *why =
            read_channel(r, index, at, c, found ? by_number[number] : NULL, side, &list);
        if (why)
            GLTF_TELL_PART(r, CHANNEL_IGNORED, GLTF_ANIMATIONS, index, "channels", at,
                           "left out: %s", why);
    }
    maq_scene_clip clip = {.name = mq_gltf_name_of(r, item, side)};
    if (!side_clip(r, side, &list, &clip))
        mq_gltf_extras_off(r, GLTF_ANIMATIONS, index, "channels, markers or padded");
    clip.channels = list.items;
    clip.channel_count = (uint32_t)list.count;
    clip.extras = mq_gltf_extras_of(r, item, false);
    mq_scene_add_clip(&r->builder, &clip);
}

static void read_empty_clip(gltf_reader *r, const cJSON *side) {
    channel_list list = {0};
    size_t length;
    maq_scene_clip clip = {.name = mq_gltf_exact_of(r, mq_gltf_get(side, "name"), &length)};
    if (!side_clip(r, side, &list, &clip))
        GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                  "extras.maquette.empty_clips: channels or markers do not fit");
    clip.channels = list.items;
    clip.channel_count = (uint32_t)list.count;
    clip.extras = mq_gltf_side_extras_of(r, side);
    mq_scene_add_clip(&r->builder, &clip);
}

void mq_gltf_read_animations(gltf_reader *r) {
    const cJSON *list = mq_gltf_get(mq_gltf_side(r->root), "empty_clips");
    const cJSON *empty = mq_gltf_first(list);
    uint32_t count = r->lists[GLTF_ANIMATIONS].count, next = 0;
    while (mq_arena_status(r->arena) == MAQ_OK && (next < count || empty)) {
        uint32_t index;
        if (empty && !mq_gltf_charge_small(r, 1, CLIP_COST)) {
            empty = NULL;
            continue;
        }
        if (empty && (next == count || (mq_gltf_u32(mq_gltf_get(empty, "index"), &index) &&
                                        index <= r->clip_total))) {
            read_empty_clip(r, empty);
            empty = empty->next;
        } else {
            read_animation(r, next++);
        }
        r->clip_total++;
    }
}
