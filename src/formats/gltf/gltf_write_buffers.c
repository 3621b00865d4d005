// SPDX-License-Identifier: MIT
//
// The numbers of a glTF file: accessors, views and the one buffer.
#include "base/base64.h"
#include "formats/gltf/gltf_write.h"

uint32_t mq_gltf_begin_view(gltf_writer *w, uint32_t target) {
    static const char zeros[4] = {0};
    mq_text_bytes(&w->bin, zeros, -w->bin.length & 3u);
    gltf_view *larger =
        mq_arena_grow(w->arena, w->views, &w->view_capacity, w->view_count, sizeof *larger);
    if (!larger)
        return 0;
    w->views = larger;
    w->views[w->view_count] = (gltf_view){.offset = w->bin.length, .target = target};
    return (uint32_t)w->view_count++;
}

void mq_gltf_end_view(gltf_writer *w, uint32_t view) {
    if (view < w->view_count)
        w->views[view].length = w->bin.length - w->views[view].offset;
}

uint32_t mq_gltf_add_accessor(gltf_writer *w, const gltf_accessor *accessor) {
    gltf_accessor *larger = mq_arena_grow(w->arena, w->accessors, &w->accessor_capacity,
                                          w->accessor_count, sizeof *larger);
    if (!larger)
        return 0;
    w->accessors = larger;
    w->accessors[w->accessor_count] = *accessor;
    return (uint32_t)w->accessor_count++;
}

const char *mq_gltf_type(uint32_t width) {
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    return types[(width - 1) & 3];
}

void mq_gltf_bounds(gltf_accessor *accessor, const float *values, uint32_t count, uint32_t width) {
    accessor->bound_count = width;
    for (uint32_t k = 0; count > 0 && k < width; k++) {
        float min = values[k], max = values[k];
        for (size_t i = 1; i < count; i++) {
            float value = values[i * width + k];
            min = value < min ? value : min;
            max = value > max ? value : max;
        }
        accessor->min[k] = min;
        accessor->max[k] = max;
    }
}

uint32_t mq_gltf_add_floats(gltf_writer *w, const float *values, uint32_t count, uint32_t width,
                            uint32_t target, bool bounds) {
    gltf_accessor accessor = {
        .component = GLTF_F32, .count = count, .type = mq_gltf_type(width), .view = GLTF_NONE};
    accessor.view = mq_gltf_begin_view(w, target);
    mq_text_f32s(&w->bin, values, (size_t)count * width);
    mq_gltf_end_view(w, accessor.view);
    if (bounds)
        mq_gltf_bounds(&accessor, values, count, width);
    return mq_gltf_add_accessor(w, &accessor);
}

// --------------------------------------------------------------------------------------- the JSON

static void write_accessor(gltf_json *json, const gltf_accessor *accessor) {
    mq_gltf_open(json, NULL, '{');
    if (accessor->view != GLTF_NONE)
        mq_gltf_integer(json, "bufferView", accessor->view);
    mq_gltf_integer(json, "componentType", accessor->component);
    mq_gltf_integer(json, "count", accessor->count);
    mq_gltf_string(json, "type", accessor->type);
    if (accessor->bound_count) {
        mq_gltf_floats(json, "min", accessor->min, accessor->bound_count);
        mq_gltf_floats(json, "max", accessor->max, accessor->bound_count);
    }
    if (accessor->sparse_count) {
        mq_gltf_open(json, "sparse", '{');
        mq_gltf_integer(json, "count", accessor->sparse_count);
        mq_gltf_open(json, "indices", '{');
        mq_gltf_integer(json, "bufferView", accessor->sparse_indices);
        mq_gltf_integer(json, "componentType", accessor->sparse_component);
        mq_gltf_close(json, '}');
        mq_gltf_open(json, "values", '{');
        mq_gltf_integer(json, "bufferView", accessor->sparse_values);
        mq_gltf_close(json, '}');
        mq_gltf_close(json, '}');
    }
    mq_gltf_close(json, '}');
}

void mq_gltf_write_buffers(gltf_writer *w, bool binary) {
    gltf_json *json = &w->json;
    if (w->accessor_count) {
        mq_gltf_open(json, "accessors", '[');
        for (size_t i = 0; i < w->accessor_count; i++)
            write_accessor(json, &w->accessors[i]);
        mq_gltf_close(json, ']');
    }
    if (w->view_count == 0)
        return;
    mq_gltf_open(json, "bufferViews", '[');
    for (size_t i = 0; i < w->view_count; i++) {
        mq_gltf_open(json, NULL, '{');
        mq_gltf_integer(json, "buffer", 0);
        mq_gltf_integer(json, "byteOffset", (int64_t)w->views[i].offset);
        mq_gltf_integer(json, "byteLength", (int64_t)w->views[i].length);
        if (w->views[i].target)
            mq_gltf_integer(json, "target", w->views[i].target);
        mq_gltf_close(json, '}');
    }
    mq_gltf_close(json, ']');
    mq_gltf_open(json, "buffers", '[');
    mq_gltf_open(json, NULL, '{');
    mq_gltf_integer(json, "byteLength", (int64_t)w->bin.length);
    if (!binary) {
        mq_gltf_string(json, "uri", "data:application/octet-stream;base64,");
        if (json->out->status == MAQ_OK) {
            json->out->length--; // the closing quote
            mq_base64_write(json->out, w->bin.data, w->bin.length);
            mq_text_char(json->out, '"');
        }
    }
    mq_gltf_close(json, '}');
    mq_gltf_close(json, ']');
}
