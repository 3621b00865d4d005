// SPDX-License-Identifier: MIT
//
// Animations of a glTF file.
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "formats/gltf/gltf_read.h"
#include "scene/names.h"

// How many linear pieces replace one piece of a cubic spline.
#define SPLINE_PIECES 4

typedef struct channel_list {
    maq_scene_channel *items;
    size_t count, capacity;
} channel_list;

static void add_channel(gltf_reader *r, channel_list *list, const maq_scene_channel *channel) {
    // The list is copied as it grows, and channels are sorted later.
    if (!mq_gltf_charge_small(r, 8, sizeof *channel))
        return;
    maq_scene_channel *larger =
        mq_arena_grow(r->arena, list->items, &list->capacity, list->count, sizeof *larger);
    if (!larger)
        return;
    list->items = larger;
    list->items[list->count++] = *channel;
}

// ---------------------------------------------------------------------------------------- splines

// A value of a cubic spline; a key has an in-tangent, a value and an out-tangent.
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

// Replaces a cubic spline of `*keys` keys by linear pieces.
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

// The morph target that extras refer to; GLTF_NONE when the mesh has none of that name or index.
static uint32_t shape_of(gltf_reader *r, const maq_value *item, const maq_scene_mesh *mesh) {
    size_t length;
    uint32_t index = GLTF_NONE;
    if (mq_gltf_u32(item, &index))
        return index < mesh->shape_count ? index : GLTF_NONE;
    const char *name = mq_gltf_exact_of(r, item, &length);
    for (uint32_t i = 0; name && i < mesh->shape_count && mq_gltf_charge(r, 1, 64, false); i++) {
        if (mesh->shapes[i].name && strcmp(mesh->shapes[i].name, name) == 0)
            return i;
    }
    return GLTF_NONE;
}

static const maq_scene_mesh *mesh_of(const gltf_reader *r, uint32_t node) {
    const maq_scene *scene = &r->builder.scene;
    uint32_t mesh = node < scene->node_count ? scene->nodes[node].mesh : MAQ_SCENE_NONE;
    return mesh < scene->mesh_count ? &scene->meshes[mesh] : NULL;
}

// Marks the morph targets of a node that have channels: those that the extras list, or all.
static void mark_shapes(gltf_reader *r, const maq_value *own, uint32_t node,
                        const maq_scene_mesh *mesh, bool *marks) {
    const maq_value *weights = maq_value_find(own, "weights"), *shapes = NULL;
    for (const maq_value *w = mq_first_element(weights);
         w && !shapes && mq_gltf_charge(r, 1, 64, false); w = w->next) {
        uint32_t of = mq_gltf_reference(r, maq_value_find(w, "node"), GLTF_NODES);
        if (of != GLTF_NONE && r->node_map[of] == node)
            shapes = maq_value_find(w, "shapes");
    }
    for (uint32_t i = 0; i < mesh->shape_count && !mq_value_is(shapes, MAQ_VALUE_ARRAY); i++)
        marks[i] = true;
    for (const maq_value *s = mq_first_element(shapes); s && mq_gltf_charge(r, 1, 64, false);
         s = s->next) {
        uint32_t shape = shape_of(r, s, mesh);
        if (shape != GLTF_NONE)
            marks[shape] = true;
        else
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras.maquette.clips: mesh \"%.100s\" does not have a morph target that "
                      "\"weights\" lists",
                      mesh->name);
    }
}

// One channel for each morph target from the weights of all.
static void split_weights(gltf_reader *r, channel_list *list, maq_scene_channel channel,
                          const maq_scene_mesh *mesh, const maq_value *own) {
    const float *all = channel.values;
    bool *marks = MQ_NEW_ARRAY(r->arena, bool, mesh->shape_count);
    if (!marks)
        return;
    mark_shapes(r, own, channel.target, mesh, marks);
    for (uint32_t shape = 0; shape < mesh->shape_count; shape++) {
        if (!marks[shape] || !mq_gltf_charge(r, channel.key_count, 8, true))
            continue;
        float *values = MQ_NEW_ARRAY(r->arena, float, channel.key_count);
        // Each channel has its own times, since keys are dropped from each by itself.
        float *times = MQ_NEW_ARRAY(r->arena, float, channel.key_count);
        if (!values || !times)
            return;
        memcpy(times, channel.times, channel.key_count * sizeof *times);
        for (uint32_t i = 0; i < channel.key_count; i++)
            values[i] = all[(size_t)i * mesh->shape_count + shape];
        channel.shape = shape;
        channel.times = times;
        channel.values = values;
        add_channel(r, list, &channel);
    }
}

static const char *read_channel(gltf_reader *r, uint32_t index, uint32_t at, const maq_value *item,
                                const maq_value *sampler, const maq_value *own,
                                channel_list *list) {
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    static const char *const kinds[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    enum { WEIGHTS = 3, STEP = 1, CUBIC = 2 };
    const maq_value *target = maq_value_find(item, "target");
    uint32_t path = mq_gltf_word(maq_value_find(target, "path"), paths, 4, 4);
    uint32_t node = mq_gltf_index(r, target, "node", GLTF_NODES, GLTF_ANIMATIONS, index);
    r->lacks_data = false;
    if (path > WEIGHTS || node == GLTF_NONE)
        return "its target is unknown";
    uint32_t moved = path == WEIGHTS ? r->weight_map[node] : r->node_map[node];
    if (moved == GLTF_NONE)
        return "its node is not in the scene";
    uint32_t input = mq_gltf_index(r, sampler, "input", GLTF_ACCESSORS, GLTF_ANIMATIONS, index);
    uint32_t output = mq_gltf_index(r, sampler, "output", GLTF_ACCESSORS, GLTF_ANIMATIONS, index);
    uint32_t kind = mq_gltf_word(maq_value_find(sampler, "interpolation"), kinds, 3, 0);
    if (input == GLTF_NONE || output == GLTF_NONE)
        return "it has no sampler";
    const maq_scene_mesh *mesh = mesh_of(r, moved);
    uint32_t shapes = mesh ? mesh->shape_count : 0;
    uint32_t keys, rows, width = path == 1 ? 4 : path == WEIGHTS ? 1 : 3;
    const float *times = mq_gltf_read_floats(r, input, 1, &keys);
    const float *values = times ? mq_gltf_read_floats(r, output, width, &rows) : NULL;
    uint64_t per_key = (path == WEIGHTS ? shapes : 1) * (kind == CUBIC ? 3u : 1u);
    if (!values || per_key == 0 || rows != keys * per_key)
        return "its keys and values do not match";
    if (kind == CUBIC) {
        if (!flatten(r, &keys, &times, &values, path == WEIGHTS ? shapes : width, path == 1))
            return "its keys and values do not match";
        GLTF_REPORT_PART(r, CUBIC_SPLINE, GLTF_ANIMATIONS, index, "channels", at,
                         "a cubic spline of %s becomes %u linear %s", paths[path], keys,
                         MQ_PLURAL(keys, "key", "keys"));
    }
    maq_scene_channel channel = {.path = path == WEIGHTS ? MAQ_CHANNEL_SHAPE_WEIGHT
                                                         : (maq_channel_path)path,
                                 .target = moved,
                                 .step = kind == STEP,
                                 .key_count = keys,
                                 .times = times,
                                 .values = values};
    if (path == WEIGHTS)
        split_weights(r, list, channel, mesh, own);
    else
        add_channel(r, list, &channel);
    return NULL;
}

// A channel of the extras; NULL, or why it is left out.
static const char *own_channel(gltf_reader *r, const maq_value *item, channel_list *list) {
    const maq_value *target = maq_value_find(item, "target");
    uint32_t path =
        mq_gltf_word(maq_value_find(item, "path"), mq_path_names, MQ_PATH_COUNT, MQ_PATH_COUNT);
    uint32_t numbers = 0;
    maq_scene_channel channel = {.path = (maq_channel_path)path,
                                 .step = mq_value_flag(maq_value_find(item, "step"), false)};
    if (path == MQ_PATH_COUNT)
        return "its path is unknown";
    bool frames = channel.path == MAQ_CHANNEL_TEXTURE_FRAME;
    uint32_t object = mq_gltf_reference(r, target, frames ? GLTF_MATERIALS : GLTF_NODES);
    channel.target = object == GLTF_NONE || frames ? object : r->node_map[object];
    if (channel.target == GLTF_NONE)
        return "its target does not exist";
    if (channel.path == MAQ_CHANNEL_SHAPE_WEIGHT) {
        const maq_scene_mesh *mesh = mesh_of(r, channel.target);
        channel.shape = mesh ? shape_of(r, maq_value_find(item, "shape"), mesh) : GLTF_NONE;
        if (channel.shape == GLTF_NONE)
            return "its morph target does not exist";
    }
    channel.times = mq_gltf_float_list(r, maq_value_find(item, "times"), &channel.key_count);
    channel.values = mq_gltf_float_list(r, maq_value_find(item, "values"), &numbers);
    if (!channel.times || !channel.values ||
        numbers != (uint64_t)channel.key_count * mq_channel_width(channel.path))
        return "its times and values do not match";
    add_channel(r, list, &channel);
    return NULL;
}

static bool same_last(const maq_scene_channel *channel, float end) {
    uint32_t width = mq_channel_width(channel->path), keys = channel->key_count;
    return keys > 1 && channel->times[keys - 1] == end &&
           memcmp(channel->values + (size_t)(keys - 1) * width,
                  channel->values + (size_t)(keys - 2) * width, width * sizeof(float)) == 0;
}

// Removes the key that the writer added to its first channel, or to the weights of one node, to keep
// the length of the clip, which is the time of that key. False when there is no such key any more.
static bool remove_padding(channel_list *list, maq_scene_clip *clip) {
    size_t count = list->count ? 1 : 0;
    while (count < list->count && list->items[0].path == MAQ_CHANNEL_SHAPE_WEIGHT &&
           list->items[count].path == MAQ_CHANNEL_SHAPE_WEIGHT &&
           list->items[count].target == list->items[0].target)
        count++;
    const maq_scene_channel *first = list->items;
    float end = count && first->key_count ? first->times[first->key_count - 1] : 0;
    bool good = count > 0;
    for (size_t i = 0; i < count; i++)
        good = good && same_last(&list->items[i], end);
    for (size_t i = 0; i < count && good; i++)
        list->items[i].key_count--;
    if (good)
        clip->duration = end;
    return good;
}

static void read_markers(gltf_reader *r, const maq_value *own, maq_scene_clip *clip) {
    const maq_value *list = maq_value_find(own, "markers"), *item = mq_first_element(list);
    uint32_t count = mq_gltf_count(r, list, sizeof(maq_scene_marker));
    maq_scene_marker *markers = MQ_NEW_ARRAY(r->arena, maq_scene_marker, count);
    for (uint32_t i = 0; markers && item && i < count; i++, item = item->next) {
        size_t length;
        maq_scene_marker *marker = &markers[clip->marker_count];
        marker->text = mq_gltf_exact_of(r, maq_value_find(item, "text"), &length);
        if (mq_gltf_float_of(maq_value_find(item, "time"), &marker->time))
            clip->marker_count++;
        else
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras.maquette.clips: a marker of clip \"%.100s\" has no time and is left "
                      "out",
                      clip->name);
    }
    clip->markers = markers;
}

// What the extras of the scene say of a clip.
static void read_own(gltf_reader *r, const maq_value *own, channel_list *list,
                     maq_scene_clip *clip) {
    const maq_value *channels = maq_value_find(own, "channels");
    uint32_t number = 0;
    mq_gltf_float_of(maq_value_find(own, "duration"), &clip->duration);
    if (mq_value_flag(maq_value_find(own, "padded"), false) && !remove_padding(list, clip))
        GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                  "extras.maquette.clips: the keys of clip \"%.100s\" were changed; \"padded\" is "
                  "left out",
                  clip->name);
    for (const maq_value *c = mq_first_element(channels); c; c = c->next, number++) {
        const char *why = own_channel(r, c, list);
        if (why)
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras.maquette.clips: channels[%u] of clip \"%.100s\" is left out: %s",
                      number, clip->name, why);
    }
    mq_gltf_float_of(maq_value_find(own, "rate"), &clip->rate);
    read_markers(r, own, clip);
    mq_gltf_u32(maq_value_find(own, "loop_count"), &clip->loop_count);
}

static void read_channels(gltf_reader *r, uint32_t index, const maq_value *own,
                          channel_list *list) {
    const maq_value *item = r->lists[GLTF_ANIMATIONS].items[index];
    const maq_value *channels = maq_value_find(item, "channels");
    const maq_value *samplers = maq_value_find(item, "samplers"), *s = mq_first_element(samplers);
    uint32_t count = mq_gltf_count(r, samplers, sizeof samplers), at = 0;
    const maq_value **by_number = MQ_NEW_ARRAY(r->arena, const maq_value *, count);
    if (!by_number)
        return;
    for (uint32_t i = 0; s && i < count; i++, s = s->next)
        by_number[i] = s;
    for (const maq_value *c = mq_first_element(channels); c; c = c->next, at++) {
        uint32_t number;
        bool found = mq_gltf_u32(maq_value_find(c, "sampler"), &number) && number < count;
        const char *why =
            read_channel(r, index, at, c, found ? by_number[number] : NULL, own, list);
        // Channels without data follow from a missing buffer.
        if (why && !r->lacks_data)
            GLTF_REPORT_PART(r, CHANNEL_IGNORED, GLTF_ANIMATIONS, index, "channels", at,
                             "left out: %s", why);
    }
}

// Adds a clip. `own` is its entry in the extras of the scene or NULL, `index` its animation or
// GLTF_NONE. Extras of formats are in the entry, those of other programs at the animation.
static void add_clip(gltf_reader *r, const maq_value *own, uint32_t index) {
    const gltf_list *animations = &r->lists[GLTF_ANIMATIONS];
    channel_list list = {0};
    maq_scene_clip clip = {.name = ""};
    if (index != GLTF_NONE) {
        clip.name = animations->names[index];
        read_channels(r, index, own, &list);
        clip.extras = mq_gltf_merge_extras(r, animations->items[index], own, false);
    } else {
        size_t length;
        const char *name = mq_gltf_exact_of(r, maq_value_find(own, "name"), &length);
        clip.name = name ? name : "";
        clip.extras = mq_gltf_format_extras_of(r, own);
    }
    read_own(r, own, &list, &clip);
    clip.channels = list.items;
    clip.channel_count = (uint32_t)list.count;
    mq_scene_add_clip(&r->builder, &clip);
    uint32_t *keys = mq_arena_grow(r->arena, r->clip_keys, &r->clip_key_capacity, r->clip_key_count,
                                   sizeof *keys);
    if (!keys)
        return;
    r->clip_keys = keys;
    keys[r->clip_key_count] = GLTF_NONE;
    mq_gltf_u32(maq_value_find(own, "keys"), &keys[r->clip_key_count++]);
}

void mq_gltf_set_rates(const gltf_reader *r, maq_scene *scene) {
    for (uint32_t i = 0; i < scene->clip_count && i < r->clip_key_count; i++) {
        maq_scene_clip *clip = MQ_WRITABLE(maq_scene_clip, &scene->clips[i]);
        gltf_split split = mq_gltf_split(clip);
        uint32_t native = split.native + split.weights;
        if (native == 0 || mq_gltf_matches_rate(clip->channels, native, (double)clip->rate) ||
            r->clip_keys[i] == mq_gltf_key_count(clip->channels, native))
            continue;
        float rate = mq_gltf_recognise_rate(clip->channels, native);
        clip->rate = rate > 0 ? rate : clip->rate;
    }
}

// The next animation with the name of an entry that no entry before has.
static uint32_t next_animation(gltf_reader *r, const maq_value *own, uint32_t *used_of_name,
                               bool *used) {
    size_t length;
    const char *name = mq_gltf_exact_of(r, maq_value_find(own, "name"), &length);
    const gltf_names *names = mq_gltf_names(r, GLTF_ANIMATIONS);
    if (!name || !names)
        return GLTF_NONE;
    uint32_t first = mq_gltf_find_name(names, name);
    if (first == names->count || !mq_gltf_has_name(names, first + used_of_name[first], name))
        return GLTF_NONE;
    uint32_t index = names->sorted[first + used_of_name[first]++].index;
    used[index] = true;
    return index;
}

// The clips are in the order of the list in the extras; animations that are not in it follow.
void mq_gltf_read_animations(gltf_reader *r) {
    const maq_value *list = maq_value_find(mq_gltf_own_extras(r->scene), "clips");
    uint32_t count = r->lists[GLTF_ANIMATIONS].count;
    uint32_t *used_of_name = MQ_NEW_ARRAY(r->arena, uint32_t, count);
    bool *used = MQ_NEW_ARRAY(r->arena, bool, count);
    if (!used_of_name || !used)
        return;
    for (const maq_value *own = mq_first_element(list);
         own && mq_gltf_charge_small(r, 1, CLIP_COST) && mq_arena_status(r->arena) == MAQ_OK;
         own = own->next) {
        bool lacks_animation = !mq_value_flag(maq_value_find(own, "animation"), true);
        uint32_t index = lacks_animation ? GLTF_NONE : next_animation(r, own, used_of_name, used);
        if (index != GLTF_NONE || lacks_animation)
            add_clip(r, own, index);
        else
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras.maquette.clips: there is no animation \"%.100s\"",
                      mq_gltf_text(maq_value_find(own, "name")));
    }
    for (uint32_t i = 0; i < count && mq_arena_status(r->arena) == MAQ_OK; i++) {
        if (!used[i])
            add_clip(r, NULL, i);
    }
}
