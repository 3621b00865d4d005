// SPDX-License-Identifier: MIT
//
// Animations of a glTF file: one per clip. Channels lie as mq_gltf_canonicalize() puts them.
#include <string.h>

#include "formats/gltf/gltf_write.h"

typedef struct sampler {
    uint32_t input, output, node;
    const char *path;
    bool step;
} sampler;

// Channels often have the same times; consecutive ones share the accessor.
static uint32_t add_times(gltf_writer *w, const maq_scene_clip *clip, uint32_t i,
                          uint32_t previous) {
    const maq_scene_channel *channel = &clip->channels[i];
    if (i > 0 && previous != GLTF_NONE && clip->channels[i - 1].key_count == channel->key_count &&
        memcmp(clip->channels[i - 1].times, channel->times,
               channel->key_count * sizeof *channel->times) == 0)
        return previous;
    return mq_gltf_add_floats(w, channel->times, channel->key_count, 1, 0, true);
}

// The weights of `width` morph targets of a mesh, key by key, from `count` channels of one target each.
static void write_weights(const gltf_view *view, mq_text *out) {
    const maq_scene_channel *channels = view->from;
    for (uint32_t key = 0; key < channels->key_count; key++) {
        uint32_t next = 0;
        for (uint32_t shape = 0; shape < view->width; shape++) {
            bool moved = next < view->count && channels[next].shape == shape;
            mq_text_f32(out, moved ? channels[next].values[key] : 0);
            next += moved;
        }
    }
}

static uint32_t add_weights(gltf_writer *w, const maq_scene_channel *channels, uint32_t count) {
    uint32_t shapes = w->scene->meshes[w->scene->nodes[channels->target].mesh].shape_count;
    gltf_accessor accessor = {
        .component = GLTF_F32, .count = channels->key_count * shapes, .type = "SCALAR"};
    gltf_view view = {.write = write_weights,
                      .from = channels,
                      .count = count,
                      .width = shapes,
                      .length = (uint64_t)channels->key_count * shapes * sizeof(float)};
    accessor.view = mq_gltf_add_view(w, &view);
    return mq_gltf_add_accessor(w, &accessor);
}

static void write_samplers(gltf_json *json, const sampler *samplers, uint32_t count) {
    mq_gltf_open(json, "samplers", '[');
    for (uint32_t i = 0; i < count; i++) {
        mq_gltf_open(json, NULL, '{');
        mq_gltf_integer(json, "input", samplers[i].input);
        mq_gltf_integer(json, "output", samplers[i].output);
        if (samplers[i].step)
            mq_gltf_string(json, "interpolation", "STEP");
        mq_gltf_close(json, '}');
    }
    mq_gltf_close(json, ']');
    mq_gltf_open(json, "channels", '[');
    for (uint32_t i = 0; i < count; i++) {
        mq_gltf_open(json, NULL, '{');
        mq_gltf_integer(json, "sampler", i);
        mq_gltf_open(json, "target", '{');
        mq_gltf_integer(json, "node", samplers[i].node);
        mq_gltf_string(json, "path", samplers[i].path);
        mq_gltf_close(json, '}');
        mq_gltf_close(json, '}');
    }
    mq_gltf_close(json, ']');
}

// Repeats the last key at `end`.
static bool pad(gltf_writer *w, maq_scene_channel *channel, float end) {
    uint32_t keys = channel->key_count, width = mq_channel_width(channel->path);
    float *times = MQ_NEW_ARRAY(w->arena, float, (size_t)keys + 1);
    float *values = mq_arena_alloc(w->arena, (size_t)keys + 1, width * sizeof(float), 4);
    if (!times || !values)
        return false;
    memcpy(times, channel->times, keys * sizeof *times);
    memcpy(values, channel->values, (size_t)keys * width * sizeof *values);
    memcpy(values + (size_t)keys * width, values + (size_t)(keys - 1) * width,
           width * sizeof *values);
    times[keys] = end;
    channel->times = times;
    channel->values = values;
    channel->key_count++;
    return true;
}

bool mq_gltf_needs_padding(const maq_scene_clip *clip) {
    gltf_split split = mq_gltf_split(clip);
    for (uint32_t i = 0; i < split.native + split.weights; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        if (channel->key_count == 0 || channel->times[channel->key_count - 1] >= clip->duration)
            return false;
    }
    return split.native + split.weights > 0;
}

// The last key of an animation in glTF is its end. A clip that is longer gets one more key in its
// first sampler, and the extras say so.
static bool keep_length(gltf_writer *w, maq_scene_clip *clip, gltf_split split) {
    if (!mq_gltf_needs_padding(clip))
        return true;
    maq_scene_channel *channels = MQ_NEW_ARRAY(w->arena, maq_scene_channel, clip->channel_count);
    if (!channels)
        return false;
    memcpy(channels, clip->channels, clip->channel_count * sizeof *channels);
    uint32_t first = split.native ? 1 : mq_gltf_weight_group(clip, 0);
    for (uint32_t i = 0; i < first; i++) {
        if (!pad(w, &channels[i], clip->duration))
            return false;
    }
    clip->channels = channels;
    return true;
}

static void write_animation(gltf_writer *w, gltf_json_list *list, const maq_scene_clip *whole,
                            gltf_split split) {
    static const char *const paths[] = {"translation", "rotation", "scale"};
    maq_scene_clip shown = *whole;
    const maq_scene_clip *clip = &shown;
    if (!keep_length(w, &shown, split))
        return;
    sampler *samplers = MQ_NEW_ARRAY(w->arena, sampler, (size_t)split.native + split.weights);
    if (!samplers)
        return;
    uint32_t count = 0, times = GLTF_NONE;
    for (uint32_t i = 0; i < split.native; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        times = add_times(w, clip, i, times);
        samplers[count++] =
            (sampler){.input = times,
                      .output = mq_gltf_add_floats(w, channel->values, channel->key_count,
                                                   mq_channel_width(channel->path), 0, false),
                      .node = channel->target,
                      .path = paths[channel->path],
                      .step = channel->step};
    }
    for (uint32_t i = split.native, group; i < split.native + split.weights; i += group) {
        group = mq_gltf_weight_group(clip, i);
        times = add_times(w, clip, i, times);
        samplers[count++] = (sampler){.input = times,
                                      .output = add_weights(w, &clip->channels[i], group),
                                      .node = w->carriers[clip->channels[i].target],
                                      .path = "weights",
                                      .step = clip->channels[i].step};
    }
    mq_gltf_open_item(list);
    mq_gltf_write_name(w, clip->name);
    write_samplers(&w->json, samplers, count);
    mq_gltf_write_other_extras(w, clip->extras);
    mq_gltf_close(&w->json, '}');
}

void mq_gltf_write_animations(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    gltf_json_list list = {&w->json, "animations", false};
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        gltf_split split = mq_gltf_split(&scene->clips[i]);
        if (split.native + split.weights > 0)
            write_animation(w, &list, &scene->clips[i], split);
    }
    mq_gltf_end_list(&list);
}
