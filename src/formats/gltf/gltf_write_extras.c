// SPDX-License-Identifier: MIT
//
// What glTF lacks, written as "extras": {"maquette": {...}} (docs/gltf-extras.md).
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_write.h"
#include "scene/names.h"

// The extras that other programs wrote: they stand beside "maquette", unless reading them from there
// would give something else.
static const maq_value *other_extras_of(const maq_value *extras, bool mesh) {
    if (!extras || extras->kind != MAQ_VALUE_OBJECT)
        return NULL;
    const maq_value *last = NULL;
    for (const maq_value *child = extras->as.children.first; child; child = child->next)
        last = mq_gltf_is_passthrough(child->key) ? last : child;
    if (!last || strcmp(last->key, "gltf") != 0 || last->kind != MAQ_VALUE_OBJECT ||
        last->as.children.count == 0 || maq_value_find(extras, "gltf") != last ||
        maq_value_find(last, "maquette") || (mesh && maq_value_find(last, "targetNames")))
        return NULL;
    // A single key with $ has a special meaning.
    return last->as.children.first->key[0] == '$' ? NULL : last;
}

// The extras of formats: all but those of other programs and what goes to native members of glTF.
// NULL when nothing is left, or there is no memory.
static const maq_value *format_extras_of(gltf_writer *w, const maq_value *extras,
                                         const maq_value *other) {
    size_t excluded = other != NULL;
    const maq_value *first = extras->kind == MAQ_VALUE_OBJECT ? extras->as.children.first : NULL;
    for (const maq_value *child = first; child; child = child->next)
        excluded += mq_gltf_is_passthrough(child->key);
    if (excluded == 0)
        return extras;
    size_t count = extras->as.children.count - excluded, used = 0;
    maq_value *object = MQ_NEW(w->arena, maq_value);
    maq_value *children = MQ_NEW_ARRAY(w->arena, maq_value, count);
    if (count == 0 || !object || !children)
        return NULL;
    for (const maq_value *child = first; child; child = child->next) {
        if (child == other || mq_gltf_is_passthrough(child->key))
            continue;
        children[used] = *child;
        children[used].next = used + 1 < count ? &children[used + 1] : NULL;
        used++;
    }
    object->kind = MAQ_VALUE_OBJECT;
    object->as.children.first = children;
    object->as.children.count = count;
    return object;
}

static void write_format_extras(gltf_writer *w, const maq_value *extras, const maq_value *other) {
    const maq_value *own = extras ? format_extras_of(w, extras, other) : NULL;
    if (own)
        mq_gltf_value(&w->own, "extras", own);
}

static bool has_shape_names(const maq_scene_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->shape_count; i++) {
        if (mesh->shapes[i].name[0])
            return true;
    }
    return false;
}

// Blender does not import a file with an empty name among others.
static void write_target_names(gltf_json *json, const maq_scene_mesh *mesh) {
    mq_gltf_open(json, "targetNames", '[');
    for (uint32_t i = 0; i < mesh->shape_count; i++) {
        char number[24];
        snprintf(number, sizeof number, "shape %u", i + 1);
        mq_gltf_string(json, NULL, mesh->shapes[i].name[0] ? mesh->shapes[i].name : number);
    }
    mq_gltf_close(json, ']');
}

static void write_extras(gltf_writer *w, const maq_value *other, const maq_scene_mesh *names) {
    bool named = names && has_shape_names(names);
    if (w->own_text.length || other || named) {
        mq_gltf_open(&w->json, "extras", '{');
        for (const maq_value *child = other ? other->as.children.first : NULL; child;
             child = child->next)
            mq_gltf_value(&w->json, child->key, child);
        if (named)
            write_target_names(&w->json, names);
        if (w->own_text.length) {
            mq_gltf_open(&w->json, "maquette", '{');
            mq_gltf_raw(&w->json, NULL, &w->own_text);
            mq_gltf_close(&w->json, '}');
        }
        mq_gltf_close(&w->json, '}');
    }
    w->own_text.length = 0;
    w->own.comma = false;
}

void mq_gltf_write_extras(gltf_writer *w, const maq_value *extras, const maq_scene_mesh *names) {
    const maq_value *other = other_extras_of(extras, names != NULL);
    write_format_extras(w, extras, other);
    write_extras(w, other, names);
}

void mq_gltf_write_plain_extras(gltf_writer *w, const maq_value *other) {
    write_extras(w, other, NULL);
}

void mq_gltf_write_other_extras(gltf_writer *w, const maq_value *extras) {
    write_extras(w, other_extras_of(extras, false), NULL);
}

void mq_gltf_write_name(gltf_writer *w, const char *name) {
    size_t length = strlen(name);
    if (length)
        mq_gltf_string(&w->json, "name", name);
    if (!mq_gltf_is_plain(name, length))
        mq_gltf_exact(&w->own, "name", name, length);
}

static void exact(gltf_json *json, const char *key, const char *text) {
    mq_gltf_exact(json, key, text, strlen(text));
}

void mq_gltf_write_reference(gltf_json *json, const char *key, const gltf_names *names,
                             const char *name, uint32_t index) {
    uint32_t position = mq_gltf_find_name(names, name);
    if (*name && !mq_gltf_has_name(names, position + 1, name))
        exact(json, key, name);
    else
        mq_gltf_integer(json, key, index);
}

// ------------------------------------------------------------------------------------------ clips

static void write_node_reference(gltf_writer *w, const char *key, uint32_t node) {
    mq_gltf_write_reference(&w->own, key, &w->node_names, w->scene->nodes[node].name, node);
}

// A morph target by its name, or by its index when its name is not unique in the mesh.
static void write_shape_reference(gltf_writer *w, const char *key, const maq_scene_mesh *mesh,
                                  uint32_t shape) {
    const char *name = mesh->shapes[shape].name;
    uint32_t same = 0;
    for (uint32_t i = 0; i < mesh->shape_count && *name && same < 2; i++)
        same += strcmp(mesh->shapes[i].name, name) == 0;
    if (same == 1)
        exact(&w->own, key, name);
    else
        mq_gltf_integer(&w->own, key, shape);
}

static const maq_scene_mesh *mesh_of(const gltf_writer *w, uint32_t node) {
    return &w->scene->meshes[w->scene->nodes[node].mesh];
}

static void write_channel(gltf_writer *w, gltf_json_list *list, const maq_scene_channel *channel) {
    uint32_t width = mq_channel_width(channel->path), target = channel->target;
    gltf_json *own = &w->own;
    mq_gltf_open_item(list);
    mq_gltf_string(own, "path", mq_path_names[channel->path]);
    if (channel->path == MAQ_CHANNEL_TEXTURE_FRAME)
        mq_gltf_write_reference(own, "target", &w->material_names, w->scene->materials[target].name,
                                target);
    else
        write_node_reference(w, "target", target);
    if (channel->path == MAQ_CHANNEL_SHAPE_WEIGHT)
        write_shape_reference(w, "shape", mesh_of(w, target), channel->shape);
    mq_gltf_bool(own, "step", channel->step);
    mq_gltf_floats(own, "times", channel->times, channel->key_count);
    mq_gltf_floats(own, "values", channel->values, (size_t)channel->key_count * width);
    mq_gltf_close(own, '}');
}

// Which morph targets have a channel, for nodes of which only some have.
static void write_weights(gltf_writer *w, const maq_scene_clip *clip, gltf_split split) {
    gltf_json_list list = {&w->own, "weights", false};
    for (uint32_t i = split.native, count; i < split.native + split.weights; i += count) {
        count = mq_gltf_weight_group(clip, i);
        uint32_t node = clip->channels[i].target;
        if (count == mesh_of(w, node)->shape_count)
            continue;
        mq_gltf_open_item(&list);
        write_node_reference(w, "node", node);
        mq_gltf_open(&w->own, "shapes", '[');
        for (uint32_t k = 0; k < count; k++)
            write_shape_reference(w, NULL, mesh_of(w, node), clip->channels[i + k].shape);
        mq_gltf_close(&w->own, ']');
        mq_gltf_close(&w->own, '}');
    }
    mq_gltf_end_list(&list);
}

static void write_markers(gltf_json *own, const maq_scene_clip *clip) {
    gltf_json_list list = {own, "markers", false};
    for (uint32_t i = 0; i < clip->marker_count; i++) {
        mq_gltf_open_item(&list);
        mq_gltf_float(own, "time", clip->markers[i].time);
        exact(own, "text", clip->markers[i].text);
        mq_gltf_close(own, '}');
    }
    mq_gltf_end_list(&list);
}

static void write_clip(gltf_writer *w, gltf_json_list *list, const maq_scene_clip *clip) {
    gltf_json *own = &w->own;
    gltf_split split = mq_gltf_split(clip);
    uint32_t native = split.native + split.weights;
    mq_gltf_open_item(list);
    exact(own, "name", clip->name);
    if (native == 0) {
        mq_gltf_bool(own, "animation", false);
        mq_gltf_float(own, "duration", clip->duration);
    } else if (mq_gltf_needs_padding(clip)) {
        mq_gltf_bool(own, "padded", true);
    }
    if (clip->rate != 0)
        mq_gltf_float(own, "rate", clip->rate);
    // With the number of keys the reader knows that nobody has sampled the clip at another rate.
    if (clip->rate != 0 ? !mq_gltf_matches_rate(clip->channels, native, (double)clip->rate)
                        : mq_gltf_recognise_rate(clip->channels, native) != 0)
        mq_gltf_integer(own, "keys", mq_gltf_key_count(clip->channels, native));
    if (clip->loop_count)
        mq_gltf_integer(own, "loop_count", clip->loop_count);
    write_markers(own, clip);
    write_weights(w, clip, split);
    gltf_json_list channels = {own, "channels", false};
    for (uint32_t i = native; i < clip->channel_count; i++)
        write_channel(w, &channels, &clip->channels[i]);
    mq_gltf_end_list(&channels);
    // Extras of other programs are at the animation.
    write_format_extras(w, clip->extras, native ? other_extras_of(clip->extras, false) : NULL);
    mq_gltf_close(own, '}');
}

// ------------------------------------------------------------------------------------- the scene

static void write_boxes(gltf_writer *w) {
    gltf_json_list list = {&w->own, "boxes", false};
    for (uint32_t i = 0; i < w->scene->box_count; i++) {
        const maq_scene_box *box = &w->scene->boxes[i];
        mq_gltf_open_item(&list);
        exact(&w->own, "name", box->name);
        if (box->node != MAQ_SCENE_NONE)
            write_node_reference(w, "node", box->node);
        mq_gltf_floats(&w->own, "min", box->min, 3);
        mq_gltf_floats(&w->own, "max", box->max, 3);
        write_format_extras(w, box->extras, NULL);
        mq_gltf_close(&w->own, '}');
    }
    mq_gltf_end_list(&list);
}

static void write_events(gltf_writer *w) {
    gltf_json_list list = {&w->own, "events", false};
    for (uint32_t i = 0; i < w->scene->event_count; i++) {
        mq_gltf_open_item(&list);
        exact(&w->own, "name", w->scene->events[i].name);
        exact(&w->own, "file", w->scene->events[i].file);
        mq_gltf_close(&w->own, '}');
    }
    mq_gltf_end_list(&list);
}

// Meshes without vertices do not exist in glTF. `index` is their position among the meshes.
static void write_empty_meshes(gltf_writer *w) {
    gltf_json_list list = {&w->own, "empty_meshes", false};
    for (uint32_t i = 0; i < w->scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &w->scene->meshes[i];
        if (w->mesh_numbers[i] != GLTF_NONE)
            continue;
        mq_gltf_open_item(&list);
        mq_gltf_integer(&w->own, "index", i);
        exact(&w->own, "name", mesh->name);
        mq_gltf_write_mesh_extras(w, mesh);
        write_format_extras(w, mesh->extras, NULL);
        mq_gltf_close(&w->own, '}');
    }
    mq_gltf_end_list(&list);
}

void mq_gltf_write_scene_extras(gltf_writer *w) {
    gltf_json_list clips = {&w->own, "clips", false};
    if (w->scene->source_format)
        exact(&w->own, "source_format", w->scene->source_format);
    write_boxes(w);
    write_events(w);
    write_empty_meshes(w);
    for (uint32_t i = 0; i < w->scene->clip_count; i++)
        write_clip(w, &clips, &w->scene->clips[i]);
    mq_gltf_end_list(&clips);
    write_format_extras(w, w->scene->extras, other_extras_of(w->scene->extras, false));
    write_extras(w, maq_value_find(mq_gltf_file_member(w, "scene"), "extras"), NULL);
}

// The root has the file that the scene was made from: it belongs to this very file, not to what
// an editor makes of the scene.
void mq_gltf_write_root_extras(gltf_writer *w) {
    const maq_scene_source *source = &w->scene->source;
    if (w->source_view != GLTF_NONE) {
        char digest[17];
        snprintf(digest, sizeof digest, "%016" PRIx64, source->digest);
        mq_gltf_open(&w->own, "source", '{');
        mq_gltf_string(&w->own, "variant", source->variant);
        mq_gltf_string(&w->own, "digest", digest);
        mq_gltf_integer(&w->own, "view", w->source_view);
        mq_gltf_close(&w->own, '}');
    }
    mq_gltf_write_other_extras(w, w->scene->extras);
}
