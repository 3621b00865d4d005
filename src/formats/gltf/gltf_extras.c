// SPDX-License-Identifier: MIT
//
// What glTF lacks, written as "extras": {"maquette": {...}} (docs/gltf-extras.md).
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_write.h"
#include "scene/names.h"

// The extras that a glTF file had itself: they stand beside "maquette", unless that would change
// what comes back.
static const maq_value *foreign_part(const maq_value *extras, bool mesh) {
    if (!extras || extras->kind != MAQ_VALUE_OBJECT)
        return NULL;
    const maq_value *last = NULL;
    for (const maq_value *child = extras->as.children.first; child; child = child->next)
        last = mq_gltf_is_passthrough(child->key) ? last : child;
    if (!last || strcmp(last->key, "gltf") != 0 || last->kind != MAQ_VALUE_OBJECT ||
        last->as.children.count == 0 || maq_value_find(extras, "gltf") != last ||
        maq_value_find(last, "maquette") || (mesh && maq_value_find(last, "targetNames")))
        return NULL;
    // A lone key with $ would be taken for one of ours.
    return last->as.children.first->key[0] == '$' ? NULL : last;
}

// What of the extras stands at the side: all but foreign ones and looks, which have places of their
// own. NULL when nothing is left, or there is no memory.
static const maq_value *own_part(gltf_writer *w, const maq_value *extras,
                                 const maq_value *foreign) {
    size_t apart = foreign != NULL;
    const maq_value *first = extras->kind == MAQ_VALUE_OBJECT ? extras->as.children.first : NULL;
    for (const maq_value *child = first; child; child = child->next)
        apart += mq_gltf_is_passthrough(child->key);
    if (apart == 0)
        return extras;
    size_t count = extras->as.children.count - apart, used = 0;
    maq_value *own = MQ_NEW(w->arena, maq_value);
    maq_value *children = MQ_NEW_ARRAY(w->arena, maq_value, count);
    if (count == 0 || !own || !children)
        return NULL;
    for (const maq_value *child = first; child; child = child->next) {
        if (child == foreign || mq_gltf_is_passthrough(child->key))
            continue;
        children[used] = *child;
        children[used].next = used + 1 < count ? &children[used + 1] : NULL;
        used++;
    }
    own->kind = MAQ_VALUE_OBJECT;
    own->as.children.first = children;
    own->as.children.count = count;
    return own;
}

static void side_extras(gltf_writer *w, const maq_value *extras, const maq_value *foreign) {
    const maq_value *own = extras ? own_part(w, extras, foreign) : NULL;
    if (own)
        mq_gltf_value(&w->side, "extras", own);
}

void mq_gltf_side_extras(gltf_writer *w, const maq_value *extras) {
    side_extras(w, extras, NULL);
}

void mq_gltf_extras(gltf_writer *w, const maq_value *extras, const maq_scene_mesh *names) {
    const maq_value *foreign = foreign_part(extras, names != NULL);
    side_extras(w, extras, foreign);
    bool named = names && names->shape_count > 0;
    if (w->side_text.length || foreign || named) {
        mq_gltf_open(&w->json, "extras", '{');
        for (const maq_value *child = foreign ? foreign->as.children.first : NULL; child;
             child = child->next)
            mq_gltf_value(&w->json, child->key, child);
        if (named) {
            mq_gltf_open(&w->json, "targetNames", '[');
            for (uint32_t i = 0; i < names->shape_count; i++)
                mq_gltf_string(&w->json, NULL, names->shapes[i].name);
            mq_gltf_close(&w->json, ']');
        }
        if (w->side_text.length) {
            mq_gltf_open(&w->json, "maquette", '{');
            mq_gltf_raw(&w->json, NULL, &w->side_text);
            mq_gltf_close(&w->json, '}');
        }
        mq_gltf_close(&w->json, '}');
    }
    w->side_text.length = 0;
    w->side.comma = false;
}

void mq_gltf_name(gltf_writer *w, const char *name) {
    size_t length = strlen(name);
    if (length)
        mq_gltf_string(&w->json, "name", name);
    if (!mq_gltf_is_plain(name, length))
        mq_gltf_exact(&w->side, "name", name, length);
}

static void exact(gltf_json *json, const char *key, const char *text) {
    mq_gltf_exact(json, key, text, strlen(text));
}

// ------------------------------------------------------------------------------------------ clips

static void write_channel(gltf_json *side, const maq_scene_channel *channel) {
    uint32_t width = mq_channel_width(channel->path);
    mq_gltf_open(side, NULL, '{');
    mq_gltf_string(side, "path", mq_path_names[channel->path]);
    mq_gltf_integer(side, "target", channel->target);
    if (channel->path == MAQ_CHANNEL_SHAPE_WEIGHT)
        mq_gltf_integer(side, "shape", channel->shape);
    mq_gltf_bool(side, "step", channel->step);
    mq_gltf_floats(side, "times", channel->times, channel->key_count);
    mq_gltf_floats(side, "values", channel->values, (size_t)channel->key_count * width);
    mq_gltf_close(side, '}');
}

void mq_gltf_clip_side(gltf_writer *w, const maq_scene_clip *clip) {
    gltf_json *side = &w->side;
    mq_gltf_float(side, "duration", clip->duration);
    if (clip->rate != 0)
        mq_gltf_float(side, "rate", clip->rate);
    if (clip->loop_count)
        mq_gltf_integer(side, "loop_count", clip->loop_count);
    if (clip->marker_count) {
        mq_gltf_open(side, "markers", '[');
        for (uint32_t i = 0; i < clip->marker_count; i++) {
            mq_gltf_open(side, NULL, '{');
            mq_gltf_float(side, "time", clip->markers[i].time);
            exact(side, "text", clip->markers[i].text);
            mq_gltf_close(side, '}');
        }
        mq_gltf_close(side, ']');
    }
    gltf_split split = mq_gltf_split(clip);
    if (split.native + split.weights < clip->channel_count) {
        mq_gltf_open(side, "channels", '[');
        for (uint32_t i = split.native + split.weights; i < clip->channel_count; i++)
            write_channel(side, &clip->channels[i]);
        mq_gltf_close(side, ']');
    }
}

// ------------------------------------------------------------------------------------- the scene

static void write_boxes(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    mq_gltf_open(&w->side, "boxes", '[');
    for (uint32_t i = 0; i < scene->box_count; i++) {
        const maq_scene_box *box = &scene->boxes[i];
        mq_gltf_open(&w->side, NULL, '{');
        exact(&w->side, "name", box->name);
        if (box->node != MAQ_SCENE_NONE)
            mq_gltf_integer(&w->side, "node", box->node);
        mq_gltf_floats(&w->side, "min", box->min, 3);
        mq_gltf_floats(&w->side, "max", box->max, 3);
        mq_gltf_side_extras(w, box->extras);
        mq_gltf_close(&w->side, '}');
    }
    mq_gltf_close(&w->side, ']');
}

// Meshes without vertices and clips without channels have no place in glTF; they come back to
// theirs by index.
static void write_empty(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    gltf_json *side = &w->side;
    bool any = false;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        if (w->mesh_numbers[i] != GLTF_NONE)
            continue;
        if (!any)
            mq_gltf_open(side, "empty_meshes", '[');
        any = true;
        mq_gltf_open(side, NULL, '{');
        mq_gltf_integer(side, "index", i);
        exact(side, "name", mesh->name);
        mq_gltf_mesh_side(w, mesh);
        mq_gltf_side_extras(w, mesh->extras);
        mq_gltf_close(side, '}');
    }
    if (any)
        mq_gltf_close(side, ']');
    any = false;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        gltf_split split = mq_gltf_split(clip);
        if (split.native + split.weights > 0)
            continue;
        if (!any)
            mq_gltf_open(side, "empty_clips", '[');
        any = true;
        mq_gltf_open(side, NULL, '{');
        mq_gltf_integer(side, "index", i);
        exact(side, "name", clip->name);
        mq_gltf_clip_side(w, clip);
        mq_gltf_side_extras(w, clip->extras);
        mq_gltf_close(side, '}');
    }
    if (any)
        mq_gltf_close(side, ']');
}

static void write_source(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    if (scene->source_format)
        exact(&w->side, "source_format", scene->source_format);
    if (w->source_view == GLTF_NONE)
        return;
    char digest[17];
    snprintf(digest, sizeof digest, "%016" PRIx64, scene->source.digest);
    mq_gltf_open(&w->side, "source", '{');
    mq_gltf_string(&w->side, "variant", scene->source.variant);
    mq_gltf_string(&w->side, "digest", digest);
    mq_gltf_integer(&w->side, "view", w->source_view);
    mq_gltf_close(&w->side, '}');
}

void mq_gltf_root_extras(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    if (scene->box_count)
        write_boxes(w);
    if (scene->event_count) {
        mq_gltf_open(&w->side, "events", '[');
        for (uint32_t i = 0; i < scene->event_count; i++) {
            mq_gltf_open(&w->side, NULL, '{');
            exact(&w->side, "name", scene->events[i].name);
            exact(&w->side, "file", scene->events[i].file);
            mq_gltf_close(&w->side, '}');
        }
        mq_gltf_close(&w->side, ']');
    }
    write_empty(w);
    write_source(w);
    mq_gltf_extras(w, scene->extras, NULL);
}
