// SPDX-License-Identifier: MIT
//
// The numbers that stay as bytes in the document: vertex data, triangles, frames.
#include <math.h>
#include <string.h>

#include "base/cursor.h"
#include "base/math.h"
#include "base/words.h"
#include "formats/iq/iqm_priv.h"

// ---------------------------------------------------------------------------------- vertex arrays

static double read_half(mq_cursor *cursor) {
    uint16_t bits = mq_read_u16(cursor);
    int exponent = bits >> 10 & 31;
    int mantissa = bits & 1023;
    double value;
    if (exponent == 31)
        value = mantissa ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        value = ldexp(mantissa, -24);
    else
        value = ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

// Two's complement without a cast that the implementation would define.
static double signed_value(uint32_t bits, unsigned width) {
    double value = bits;
    return bits >> (width - 1) ? value - ldexp(1, (int)width) : value;
}

static double read_number(mq_cursor *cursor, uint32_t format) {
    switch (format) {
    case MAQ_IQM_BYTE:
        return signed_value(mq_read_u8(cursor), 8);
    case MAQ_IQM_UBYTE:
        return mq_read_u8(cursor);
    case MAQ_IQM_SHORT:
        return signed_value(mq_read_u16(cursor), 16);
    case MAQ_IQM_USHORT:
        return mq_read_u16(cursor);
    case MAQ_IQM_INT:
        return signed_value(mq_read_u32(cursor), 32);
    case MAQ_IQM_UINT:
        return mq_read_u32(cursor);
    case MAQ_IQM_HALF:
        return read_half(cursor);
    case MAQ_IQM_FLOAT:
        return mq_read_f32(cursor);
    default:
        return mq_read_f64(cursor);
    }
}

bool maq_iqm_raw(const maq_iqm *iqm, const maq_iqm_array *array, uint32_t vertex,
                 double out[MAQ_IQM_MAX_SIZE]) {
    size_t stride = mq_iqm_stride(array);
    if (vertex >= iqm->vertex_count || stride == 0)
        return false;
    mq_cursor cursor = mq_cursor_over(array->data + (size_t)vertex * stride, stride);
    for (uint32_t i = 0; i < MAQ_IQM_MAX_SIZE; i++)
        out[i] = i < array->size ? read_number(&cursor, array->format) : 0;
    return true;
}

double mq_iqm_normalised(double number, uint32_t format) {
    switch (format) {
    case MAQ_IQM_BYTE:
        return (2 * number + 1) / 255;
    case MAQ_IQM_UBYTE:
        return number / 255;
    case MAQ_IQM_SHORT:
        return (2 * number + 1) / 65535;
    case MAQ_IQM_USHORT:
        return number / 65535;
    case MAQ_IQM_INT:
        return (2 * number + 1) / 4294967295.0;
    case MAQ_IQM_UINT:
        return number / 4294967295.0;
    default:
        return number;
    }
}

bool maq_iqm_values(const maq_iqm *iqm, const maq_iqm_array *array, uint32_t vertex,
                    float out[MAQ_IQM_MAX_SIZE]) {
    double raw[MAQ_IQM_MAX_SIZE];
    if (!maq_iqm_raw(iqm, array, vertex, raw))
        return false;
    bool scaled = array->type != MAQ_IQM_BLENDINDEXES;
    for (uint32_t i = 0; i < MAQ_IQM_MAX_SIZE; i++) {
        double value =
            i < array->size && scaled ? mq_iqm_normalised(raw[i], array->format) : raw[i];
        out[i] = mq_to_float(value);
    }
    return true;
}

void mq_iqm_read_rows(const maq_iqm *iqm, const maq_iqm_array *array, uint32_t first,
                      uint32_t count, uint32_t width, float *out) {
    const unsigned char *bytes = array->data + (size_t)first * mq_iqm_stride(array);
    size_t numbers = (size_t)count * width;
    if (array->size == width && array->format == MAQ_IQM_FLOAT) {
        mq_copy_words(out, bytes, numbers);
        return;
    }
    if (array->size == width && array->format == MAQ_IQM_UBYTE &&
        array->type != MAQ_IQM_BLENDINDEXES) {
        float values[UINT8_MAX + 1];
        for (int i = 0; i <= UINT8_MAX; i++)
            values[i] = mq_to_float(mq_iqm_normalised(i, MAQ_IQM_UBYTE));
        for (size_t i = 0; i < numbers; i++)
            out[i] = values[bytes[i]];
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        float row[MAQ_IQM_MAX_SIZE] = {0};
        maq_iqm_values(iqm, array, first + i, row);
        memcpy(out + (size_t)i * width, row, width * sizeof *row);
    }
}

// -------------------------------------------------------------------------------------- triangles

static bool read_triple(const maq_iqm *iqm, const unsigned char *rows, uint32_t row,
                        uint32_t out[3]) {
    if (!rows || row >= iqm->triangle_count)
        return false;
    mq_copy_words(out, rows + (size_t)row * IQM_TRIANGLE_SIZE, 3);
    return true;
}

bool maq_iqm_triangle(const maq_iqm *iqm, uint32_t triangle, uint32_t out[3]) {
    return read_triple(iqm, iqm->triangles, triangle, out);
}

bool maq_iqm_neighbours(const maq_iqm *iqm, uint32_t triangle, uint32_t out[3]) {
    return read_triple(iqm, iqm->adjacency, triangle, out);
}

// ----------------------------------------------------------------------------------------- frames

float mq_iqm_derived_w(const float rotation[3]) {
    float rest =
        1 - (rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2]);
    return -sqrtf(rest > 0 ? rest : 0);
}

uint16_t mq_iqm_frame_number(const maq_iqm *iqm, uint32_t frame, uint32_t channel) {
    if (!iqm->frames || frame >= iqm->frame_count || channel >= iqm->channel_count)
        return 0;
    size_t at = ((size_t)frame * iqm->channel_count + channel) * 2;
    mq_cursor cursor = mq_cursor_over(iqm->frames + at, 2);
    return mq_read_u16(&cursor);
}

bool maq_iqm_frame(const maq_iqm *iqm, uint32_t frame, float (*out)[MAQ_IQM_CHANNELS]) {
    if (frame >= iqm->frame_count)
        return false;
    unsigned channels = mq_iqm_channels(iqm->version);
    uint32_t next = 0;
    for (uint32_t i = 0; i < iqm->pose_count; i++) {
        const maq_iqm_pose *pose = &iqm->poses[i];
        for (unsigned channel = 0; channel < channels; channel++) {
            float value = pose->channel_offset[channel];
            if (pose->mask >> channel & 1)
                value +=
                    (float)mq_iqm_frame_number(iqm, frame, next++) * pose->channel_scale[channel];
            out[i][mq_iqm_channel_slot(iqm->version, channel)] = value;
        }
        if (iqm->version == 1)
            out[i][IQM_W] = mq_iqm_derived_w(&out[i][IQM_ROTATION]);
    }
    return true;
}
