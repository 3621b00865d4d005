// SPDX-License-Identifier: MIT
//
// The numbers of a glTF file: accessors, views and the one buffer.
#include "base/base64.h"
#include "formats/gltf/gltf_write.h"
#include "scene/geometry.h"

// Numbers lie at multiples of their size.
enum { ALIGNMENT = 4 };

uint32_t mq_gltf_add_view(gltf_writer *w, const gltf_view *view) {
    gltf_view *larger =
        mq_arena_grow(w->arena, w->views, &w->view_capacity, w->view_count, sizeof *larger);
    if (!larger)
        return 0;
    w->views = larger;
    gltf_view *added = &w->views[w->view_count];
    *added = *view;
    added->offset = (w->data_length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    w->data_length = added->offset + added->length;
    return (uint32_t)w->view_count++;
}

static void write_bytes(const gltf_view *view, mq_text *out) {
    mq_text_bytes(out, view->from, (size_t)view->length);
}

static void write_words(const gltf_view *view, mq_text *out) {
    mq_text_u32s(out, view->from, (size_t)view->length / 4);
}

static void write_halves(const gltf_view *view, mq_text *out) {
    mq_text_u16s(out, view->from, (size_t)view->length / 2);
}

uint32_t mq_gltf_add_bytes(gltf_writer *w, const void *bytes, size_t length) {
    return mq_gltf_add_view(w, &(gltf_view){.write = write_bytes, .from = bytes, .length = length});
}

uint32_t mq_gltf_add_words(gltf_writer *w, const void *words, uint64_t count, uint32_t target) {
    return mq_gltf_add_view(
        w,
        &(gltf_view){.write = write_words, .from = words, .length = count * 4, .target = target});
}

uint32_t mq_gltf_add_halves(gltf_writer *w, const uint32_t *words, uint64_t count,
                            uint32_t target) {
    return mq_gltf_add_view(
        w,
        &(gltf_view){.write = write_halves, .from = words, .length = count * 2, .target = target});
}

void mq_gltf_write_data(const gltf_writer *w, mq_text *out) {
    static const char zeros[ALIGNMENT] = {0};
    uint64_t written = 0;
    for (size_t i = 0; i < w->view_count && out->status == MAQ_OK; i++) {
        const gltf_view *view = &w->views[i];
        mq_text_bytes(out, zeros, (size_t)(view->offset - written));
        view->write(view, out);
        written = view->offset + view->length;
    }
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
    mq_bounds(values, count, width, accessor->min, accessor->max);
}

uint32_t mq_gltf_add_floats(gltf_writer *w, const float *values, uint32_t count, uint32_t width,
                            uint32_t target, bool bounds) {
    gltf_accessor accessor = {
        .component = GLTF_F32, .count = count, .type = mq_gltf_type(width), .view = GLTF_NONE};
    accessor.view = mq_gltf_add_words(w, values, (uint64_t)count * width, target);
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

static bool send_as_base64(void *context, const void *bytes, size_t length) {
    mq_base64 *base64 = context;
    mq_base64_add(base64, bytes, length);
    return base64->out->status == MAQ_OK;
}

// The data as a URI.
static void write_data_uri(const gltf_writer *w, mq_text *out) {
    enum { REST = 1024 }; // about what follows in the JSON
    mq_base64 base64 = {.out = out};
    mq_text data;
    mq_text_string(out, "data:application/octet-stream;base64,");
    if (w->data_length < SIZE_MAX / 2)
        mq_text_reserve(out, (size_t)(w->data_length / 3 + 1) * 4 + REST);
    mq_text_init(&data, &out->memory);
    mq_text_send_to(&data, send_as_base64, &base64);
    mq_gltf_write_data(w, &data);
    maq_status status = mq_text_finish(&data);
    mq_base64_end(&base64);
    if (out->status == MAQ_OK)
        out->status = status;
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
    mq_gltf_integer(json, "byteLength", (int64_t)w->data_length);
    if (!binary) {
        mq_gltf_open(json, "uri", '"');
        write_data_uri(w, json->out);
        mq_gltf_close(json, '"');
    }
    mq_gltf_close(json, '}');
    mq_gltf_close(json, ']');
}
