// SPDX-License-Identifier: MIT
//
// Everything an IQM document says, as a tree. Tables are objects; of what there is much (vertex
// data, triangles, frames) each row is one text of numbers, which keeps the tree of a large model
// within a small multiple of its file. Every bit counts: a NaN shows its bits.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cursor.h"
#include "base/number.h"
#include "formats/iq/iqm_priv.h"

static void put_name(mq_node *object, const char *key, const maq_iqm *iqm, uint32_t name) {
    mq_node *pair = mq_put_array(object, key);
    mq_put_integer(pair, NULL, name);
    mq_put_bytes(pair, NULL, maq_iqm_text(iqm, name), mq_iqm_name_length(iqm, name, IQM_NAME_MAX));
}

// ------------------------------------------------------------------------------------ rows of text

// A row under construction. The caller provides the memory of `data`.
typedef struct row {
    char *data;
    size_t length;
} row;

#define NUMBER_LENGTH (MQ_NUMBER_TEXT_MAX + 1)

static void add_gap(row *r) {
    if (r->length > 0)
        r->data[r->length++] = ' ';
}

static void add_unsigned(row *r, uint64_t value) {
    add_gap(r);
    r->length += mq_print_u64(r->data + r->length, value);
}

static void add_float(row *r, float value) {
    add_gap(r);
    if (value != value) {
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        r->length +=
            (size_t)snprintf(r->data + r->length, MQ_NUMBER_TEXT_MAX, "nan:%08" PRIx32, bits);
    } else {
        r->length += mq_print_float(r->data + r->length, value);
    }
}

static void add_double(row *r, double value) {
    add_gap(r);
    if (value != value) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        r->length +=
            (size_t)snprintf(r->data + r->length, MQ_NUMBER_TEXT_MAX, "nan:%016" PRIx64, bits);
    } else {
        r->length += mq_print_double(r->data + r->length, value);
    }
}

static void put_row(mq_node *rows, row *r) {
    mq_put_bytes(rows, NULL, r->data, r->length);
    r->length = 0;
}

static void put_floats(mq_node *object, const char *key, const float *values, unsigned count) {
    char buffer[MAQ_IQM_CHANNELS * NUMBER_LENGTH];
    row r = {.data = buffer};
    for (unsigned i = 0; i < count; i++)
        add_float(&r, values[i]);
    mq_put_bytes(object, key, r.data, r.length);
}

// ---------------------------------------------------------------------------------------- geometry

static void describe_meshes(const maq_iqm *iqm, mq_node *object) {
    mq_node *meshes = mq_put_array(object, "meshes");
    for (uint32_t i = 0; i < iqm->mesh_count; i++) {
        const maq_iqm_mesh *mesh = &iqm->meshes[i];
        mq_node *entry = mq_put_object(meshes, NULL);
        put_name(entry, "name", iqm, mesh->name);
        put_name(entry, "material", iqm, mesh->material);
        mq_put_integer(entry, "first_vertex", mesh->first_vertex);
        mq_put_integer(entry, "vertices", mesh->vertex_count);
        mq_put_integer(entry, "first_triangle", mesh->first_triangle);
        mq_put_integer(entry, "triangles", mesh->triangle_count);
    }
}

// A half is shown by its bits.
static void add_component(row *r, mq_cursor *cursor, uint32_t format) {
    switch (maq_iqm_format_size(format)) {
    case 1:
        add_unsigned(r, mq_read_u8(cursor));
        break;
    case 2:
        add_unsigned(r, mq_read_u16(cursor));
        break;
    case 4:
        if (format == MAQ_IQM_FLOAT)
            add_float(r, mq_read_f32(cursor));
        else
            add_unsigned(r, mq_read_u32(cursor));
        break;
    default:
        add_double(r, mq_read_f64(cursor));
        break;
    }
}

// One row for each vertex, or for four where a vertex is a single byte: a row costs far more.
static void describe_data(const maq_iqm *iqm, const maq_iqm_array *array, mq_node *object) {
    size_t stride = mq_iqm_stride(array);
    uint32_t together = stride < 2 ? 4 : 1;
    char buffer[MAQ_IQM_MAX_SIZE * NUMBER_LENGTH];
    row r = {.data = buffer};
    mq_node *rows = mq_put_array(object, "data");
    mq_cursor cursor = mq_cursor_over(array->data, iqm->vertex_count * stride);
    for (uint32_t i = 0; i < iqm->vertex_count; i++) {
        for (uint32_t k = 0; k < array->size; k++)
            add_component(&r, &cursor, array->format);
        if ((i + 1) % together == 0 || i + 1 == iqm->vertex_count)
            put_row(rows, &r);
    }
}

static void describe_arrays(const maq_iqm *iqm, mq_node *object) {
    mq_node *arrays = mq_put_array(object, "arrays");
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        mq_node *entry = mq_put_object(arrays, NULL);
        if (array->type >= MAQ_IQM_CUSTOM)
            put_name(entry, "custom", iqm, array->type - MAQ_IQM_CUSTOM);
        else
            mq_put_text(entry, "name", maq_iqm_array_name(iqm, array));
        mq_put_integer(entry, "type", array->type);
        mq_put_integer(entry, "flags", array->flags);
        mq_put_text(entry, "format", maq_iqm_format_name(array->format));
        mq_put_integer(entry, "size", array->size);
        describe_data(iqm, array, entry);
    }
}

static void describe_triples(const maq_iqm *iqm, mq_node *object, const char *key,
                             const unsigned char *triples) {
    mq_node *rows = mq_put_array(object, key);
    mq_cursor cursor = mq_cursor_over(triples, (size_t)iqm->triangle_count * IQM_TRIANGLE_SIZE);
    char buffer[3 * NUMBER_LENGTH];
    row r = {.data = buffer};
    for (uint32_t i = 0; i < iqm->triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            add_unsigned(&r, mq_read_u32(&cursor));
        put_row(rows, &r);
    }
}

// --------------------------------------------------------------------------------------- animation

static void describe_skeleton(const maq_iqm *iqm, mq_node *object) {
    mq_node *joints = mq_put_array(object, "joints");
    for (uint32_t i = 0; i < iqm->joint_count; i++) {
        const maq_iqm_joint *joint = &iqm->joints[i];
        mq_node *entry = mq_put_object(joints, NULL);
        put_name(entry, "name", iqm, joint->name);
        mq_put_integer(entry, "parent", joint->parent);
        put_floats(entry, "translation", joint->translation, 3);
        put_floats(entry, "rotation", joint->rotation, iqm->version == 1 ? 3 : 4);
        put_floats(entry, "scale", joint->scale, 3);
    }
    mq_node *poses = mq_put_array(object, "poses");
    unsigned channels = mq_iqm_channels(iqm->version);
    for (uint32_t i = 0; i < iqm->pose_count; i++) {
        const maq_iqm_pose *pose = &iqm->poses[i];
        mq_node *entry = mq_put_object(poses, NULL);
        mq_put_integer(entry, "parent", pose->parent);
        mq_put_integer(entry, "mask", pose->mask);
        put_floats(entry, "offset", pose->channel_offset, channels);
        put_floats(entry, "scale", pose->channel_scale, channels);
    }
}

static void describe_anims(const maq_iqm *iqm, mq_node *object) {
    mq_node *anims = mq_put_array(object, "anims");
    for (uint32_t i = 0; i < iqm->anim_count; i++) {
        const maq_iqm_anim *anim = &iqm->anims[i];
        mq_node *entry = mq_put_object(anims, NULL);
        put_name(entry, "name", iqm, anim->name);
        mq_put_integer(entry, "first_frame", anim->first_frame);
        mq_put_integer(entry, "frames", anim->frame_count);
        put_floats(entry, "framerate", &anim->framerate, 1);
        mq_put_integer(entry, "flags", anim->flags);
    }
}

// A row holds a frame, or a part of it where that has very many numbers.
static void describe_frames(const maq_iqm *iqm, mq_node *object) {
    mq_put_integer(object, "frame_count", iqm->frame_count);
    mq_put_integer(object, "frame_channels", iqm->channel_count);
    mq_node *rows = mq_put_array(object, "frames");
    if (!iqm->frames)
        return;
    enum { ROW_NUMBERS = 512 };
    char buffer[ROW_NUMBERS * sizeof "65535 " + NUMBER_LENGTH];
    row r = {.data = buffer};
    mq_cursor cursor =
        mq_cursor_over(iqm->frames, (size_t)iqm->frame_count * iqm->channel_count * 2);
    for (uint32_t i = 0; i < iqm->frame_count; i++) {
        for (uint32_t k = 0; k < iqm->channel_count; k++) {
            add_unsigned(&r, mq_read_u16(&cursor));
            if ((k + 1) % ROW_NUMBERS == 0 || k + 1 == iqm->channel_count)
                put_row(rows, &r);
        }
    }
}

static void describe_bounds(const maq_iqm *iqm, mq_node *object) {
    mq_node *rows = mq_put_array(object, "bounds");
    char buffer[8 * NUMBER_LENGTH];
    row r = {.data = buffer};
    for (uint32_t i = 0; i < iqm->bounds_count; i++) {
        const maq_iqm_bounds *bounds = &iqm->bounds[i];
        for (int k = 0; k < 3; k++)
            add_float(&r, bounds->min[k]);
        for (int k = 0; k < 3; k++)
            add_float(&r, bounds->max[k]);
        add_float(&r, bounds->xy_radius);
        add_float(&r, bounds->radius);
        put_row(rows, &r);
    }
}

void mq_iqm_describe(const maq_document *document, mq_node *object) {
    const maq_iqm *iqm = document->content;
    mq_put_integer(object, "version", iqm->version);
    mq_put_integer(object, "flags", iqm->flags);
    mq_put_bytes(object, "text", iqm->text, iqm->text_size);
    describe_meshes(iqm, object);
    mq_put_integer(object, "vertex_count", iqm->vertex_count);
    describe_arrays(iqm, object);
    describe_triples(iqm, object, "triangles", iqm->triangles);
    if (iqm->adjacency)
        describe_triples(iqm, object, "adjacency", iqm->adjacency);
    describe_skeleton(iqm, object);
    describe_anims(iqm, object);
    describe_frames(iqm, object);
    describe_bounds(iqm, object);
    mq_put_bytes(object, "comment", iqm->comment, iqm->comment_size);
    mq_node *extensions = mq_put_array(object, "extensions");
    for (uint32_t i = 0; i < iqm->extension_count; i++) {
        const maq_iqm_extension *extension = &iqm->extensions[i];
        mq_node *entry = mq_put_object(extensions, NULL);
        put_name(entry, "name", iqm, extension->name);
        mq_put_bytes(entry, "data", (const char *)extension->data, extension->size);
    }
}
