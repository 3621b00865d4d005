// SPDX-License-Identifier: MIT
//
// Buffers, buffer views and accessors; nothing is read outside of the bytes of a buffer.
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/cursor.h"
#include "base/file.h"
#include "base/hex.h"
#include "base/plural.h"
#include "base/words.h"
#include "formats/gltf/gltf_files.h"
#include "formats/gltf/gltf_read.h"

// ---------------------------------------------------------------------------------------- budgets

// Memory in all. The documented limits are 64 for each byte and 64 MiB; the difference is for names
// and other small things that are not counted.
static uint64_t memory_limit(uint64_t length) {
    return 56 * length + ((uint64_t)40 << 20);
}

// Numbers of accessors, of which a conversion makes several copies. A small file may show a mesh many
// times, so the first bytes of a file justify more.
static uint64_t numbers_limit(uint64_t length) {
    uint64_t repeated = 128 * length + ((uint64_t)4 << 20), most = (uint64_t)40 << 20;
    return 16 * length + (repeated < most ? repeated : most);
}

static uint64_t work_limit(uint64_t length) {
    return 64 * length + ((uint64_t)256 << 20);
}

static void raise_limit(gltf_budget *budget, uint64_t limit) {
    budget->left += limit - budget->limit;
    budget->limit = limit;
}

void mq_gltf_extend_budgets(gltf_reader *r, uint64_t length) {
    r->length += length;
    raise_limit(&r->memory, memory_limit(r->length));
    raise_limit(&r->numbers, numbers_limit(r->length));
    raise_limit(&r->work, work_limit(r->length));
}

static bool can_spend(gltf_reader *r, const gltf_budget *budget, uint64_t bytes, const char *what) {
    if (bytes <= budget->left)
        return true;
    if (!r->overcharged)
        GLTF_FIND(
            r->findings, TOO_MUCH, r->json_offset, 0,
            "%s would need more than %llu %s, the limit for an input of length %llu; the rest "
            "is left out",
            what, (unsigned long long)budget->limit, MQ_PLURAL(budget->limit, "byte", "bytes"),
            (unsigned long long)r->length);
    r->overcharged = true;
    return false;
}

bool mq_gltf_charge(gltf_reader *r, uint64_t count, uint64_t size, bool memory) {
    // Counts are below 2^32 and sizes are small, so this does not overflow.
    uint64_t bytes = count * size;
    if (!can_spend(r, &r->work, bytes, "the data that the file refers to, counted for each use,") ||
        (memory && (!can_spend(r, &r->numbers, bytes, "the numbers of meshes and animations") ||
                    !can_spend(r, &r->memory, bytes, "the scene"))))
        return false;
    r->work.left -= bytes;
    r->numbers.left -= memory ? bytes : 0;
    r->memory.left -= memory ? bytes : 0;
    return true;
}

bool mq_gltf_charge_temporary(gltf_reader *r, uint64_t count, uint64_t size) {
    if (!mq_gltf_charge(r, count, size, true))
        return false;
    r->temporary += count * size;
    return true;
}

void mq_gltf_end_temporary(gltf_reader *r) {
    r->memory.left += r->temporary;
    r->numbers.left += r->temporary;
    r->temporary = 0;
}

bool mq_gltf_charge_small(gltf_reader *r, uint64_t count, uint64_t size) {
    if (!can_spend(r, &r->memory, count * size, "the scene"))
        return false;
    r->memory.left -= count * size;
    return true;
}

// ---------------------------------------------------------------------------------------- buffers

static int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

bool mq_gltf_data_uri(gltf_reader *r, const char *uri, gltf_bytes *out) {
    const char *comma = strchr(uri, ',');
    static const char marker[] = ";base64";
    if (!comma || comma - uri < (ptrdiff_t)sizeof marker - 1 ||
        memcmp(comma - (sizeof marker - 1), marker, sizeof marker - 1) != 0)
        return false;
    const char *text = comma + 1;
    size_t length = strlen(text), used = 0;
    while (length > 0 && text[length - 1] == '=')
        length--;
    unsigned char *bytes = MQ_NEW_ARRAY(r->arena, unsigned char, length / 4 * 3 + 3);
    unsigned group = 0;
    for (size_t i = 0; bytes && i < length; i++) {
        int digit = base64_digit(text[i]);
        if (digit < 0)
            return false;
        group = group << 6 | (unsigned)digit;
        // Each digit but the first of four completes a byte.
        if (i % 4 != 0)
            bytes[used++] = (unsigned char)(group >> (6 - 2 * (i % 4)));
    }
    *out = (gltf_bytes){bytes, used};
    return bytes != NULL;
}

void mq_gltf_decode_uri(char *uri) {
    char *to = uri;
    for (const char *from = uri; *from; from++) {
        int high = from[0] == '%' ? mq_hex_digit(from[1]) : -1;
        int low = high >= 0 ? mq_hex_digit(from[2]) : -1;
        // A NUL would cut the name.
        if (low >= 0 && (high || low)) {
            *to++ = (char)(high << 4 | low);
            from += 2;
        } else {
            *to++ = *from;
        }
    }
    *to = 0;
}

maq_status mq_gltf_read_buffers(gltf_reader *r) {
    const gltf_list *list = &r->lists[GLTF_BUFFERS];
    r->buffers = MQ_NEW_ARRAY(r->arena, gltf_bytes, list->count);
    r->missing_buffers = MQ_NEW_ARRAY(r->arena, bool, list->count);
    if (!r->buffers || !r->missing_buffers)
        return mq_arena_status(r->arena);
    for (uint32_t i = 0; i < list->count; i++) {
        const char *uri = mq_gltf_text(maq_value_find(list->items[i], "uri"));
        uint32_t length;
        bool sized = mq_gltf_u32(maq_value_find(list->items[i], "byteLength"), &length);
        gltf_bytes *buffer = &r->buffers[i];
        bool inside = strncmp(uri, "data:", 5) == 0, beside = *uri && !inside, again = false;
        if (!*uri && i == 0) {
            *buffer = r->bin;
        } else if (inside) {
            if (!mq_gltf_data_uri(r, uri, buffer)) {
                r->missing_buffers[i] = true;
                GLTF_REPORT(r, BUFFER_URI, GLTF_BUFFERS, i, "%s", "its data is not base64");
                continue;
            }
        } else if (beside) {
            maq_status status = mq_gltf_read_file(r, i, uri, buffer, &again);
            if (status != MAQ_OK)
                return status;
            if (!buffer->bytes) {
                r->missing_buffers[i] = true;
                continue;
            }
        }
        if (!sized || length > buffer->length) {
            GLTF_REPORT(r, BUFFER_SHORT, GLTF_BUFFERS, i,
                        "it has %zu %s, fewer than its byteLength", buffer->length,
                        MQ_PLURAL(buffer->length, "byte", "bytes"));
        } else {
            buffer->length = length;
        }
        // Data in the file itself is part of its size, and a file counts once.
        if (beside && !again)
            mq_gltf_extend_budgets(r, buffer->length);
    }
    return mq_arena_status(r->arena);
}

// The bytes of a buffer view; false when it is not within its buffer.
bool mq_gltf_view(gltf_reader *r, uint32_t index, gltf_bytes *out, size_t *stride) {
    const maq_value *view = r->lists[GLTF_VIEWS].items[index];
    uint32_t buffer = mq_gltf_index(r, view, "buffer", GLTF_BUFFERS, GLTF_VIEWS, index);
    uint32_t offset = 0, length = 0, step = 0;
    mq_gltf_u32(maq_value_find(view, "byteOffset"), &offset);
    bool good = mq_gltf_u32(maq_value_find(view, "byteLength"), &length);
    mq_gltf_u32(maq_value_find(view, "byteStride"), &step);
    if (buffer == GLTF_NONE || !good)
        return false;
    // The finding about the buffer says it all.
    r->lacks_data = r->missing_buffers[buffer];
    if (r->lacks_data)
        return false;
    mq_cursor whole = mq_cursor_over(r->buffers[buffer].bytes, r->buffers[buffer].length);
    mq_cursor part = mq_cursor_part(&whole, offset, length);
    *out = (gltf_bytes){part.bytes, part.length};
    *stride = step;
    return !part.failed;
}

// -------------------------------------------------------------------------------------- accessors

static uint32_t size_of(uint32_t component) {
    switch (component) {
    case GLTF_I8:
    case GLTF_U8:
        return 1;
    case GLTF_I16:
    case GLTF_U16:
        return 2;
    case GLTF_U32:
    case GLTF_F32:
        return 4;
    default:
        return 0;
    }
}

// `count` elements of `size` bytes in a buffer view from an offset on; NULL when they are outside.
static const unsigned char *elements(gltf_reader *r, const maq_value *owner, uint32_t accessor,
                                     uint32_t count, size_t size, size_t *stride) {
    uint32_t view = mq_gltf_index(r, owner, "bufferView", GLTF_VIEWS, GLTF_ACCESSORS, accessor);
    uint32_t offset = 0;
    gltf_bytes bytes;
    size_t step, last, needed;
    mq_gltf_u32(maq_value_find(owner, "byteOffset"), &offset);
    if (view == GLTF_NONE || !mq_gltf_view(r, view, &bytes, &step) || count == 0)
        return NULL;
    if (step == 0)
        step = size;
    if (step < size || !mq_multiply_size(count - 1, step, &last) ||
        !mq_add_size(last, size, &needed))
        return NULL;
    mq_cursor whole = mq_cursor_over(bytes.bytes, bytes.length);
    mq_cursor part = mq_cursor_part(&whole, offset, needed);
    *stride = step;
    return part.failed ? NULL : part.bytes;
}

static bool open_sparse(gltf_reader *r, uint32_t index, const maq_value *sparse, gltf_data *data) {
    const maq_value *indices = maq_value_find(sparse, "indices");
    uint32_t component = 0;
    size_t stride;
    size_t size = (size_t)data->width * size_of(data->component);
    mq_gltf_u32(maq_value_find(indices, "componentType"), &component);
    if (!mq_gltf_u32(maq_value_find(sparse, "count"), &data->sparse_count) ||
        data->sparse_count > data->count ||
        (component != GLTF_U8 && component != GLTF_U16 && component != GLTF_U32))
        return false;
    if (data->sparse_count == 0)
        return true;
    data->sparse_component = component;
    data->sparse_indices =
        elements(r, indices, index, data->sparse_count, size_of(component), &stride);
    if (!data->sparse_indices || stride != size_of(component))
        return false;
    data->sparse_values =
        elements(r, maq_value_find(sparse, "values"), index, data->sparse_count, size, &stride);
    return data->sparse_values && stride == size;
}

bool mq_gltf_open_accessor(gltf_reader *r, uint32_t index, gltf_data *out) {
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    static const uint32_t widths[] = {1, 2, 3, 4, 4, 9, 16};
    const maq_value *accessor = r->lists[GLTF_ACCESSORS].items[index];
    uint32_t type = mq_gltf_word(maq_value_find(accessor, "type"), types, 7, 7);
    *out = (gltf_data){.normalized = mq_value_flag(maq_value_find(accessor, "normalized"), false)};
    r->lacks_data = false;
    if (type == 7 || !mq_gltf_u32(maq_value_find(accessor, "componentType"), &out->component) ||
        size_of(out->component) == 0) {
        GLTF_REPORT(r, ACCESSOR_TYPE, GLTF_ACCESSORS, index, "%s", "its type is unknown");
        return false;
    }
    out->width = widths[type];
    out->matrix = type > 3;
    bool good = mq_gltf_u32(maq_value_find(accessor, "count"), &out->count) && out->count > 0;
    if (good && maq_value_find(accessor, "bufferView")) {
        out->bytes = elements(r, accessor, index, out->count,
                              (size_t)out->width * size_of(out->component), &out->stride);
        good = out->bytes != NULL;
    }
    const maq_value *sparse = maq_value_find(accessor, "sparse");
    if (!good || (sparse && !open_sparse(r, index, sparse, out))) {
        if (!r->lacks_data)
            GLTF_REPORT(r, ACCESSOR_RANGE, GLTF_ACCESSORS, index, "%s",
                        "it is not within its buffer view");
        return false;
    }
    return true;
}

double mq_gltf_number(const unsigned char *bytes, uint32_t component, bool normalized) {
    mq_cursor cursor = mq_cursor_over(bytes, size_of(component));
    double value, largest;
    switch (component) {
    case GLTF_F32:
        return (double)mq_read_f32(&cursor);
    case GLTF_I8:
        value = (int8_t)mq_read_u8(&cursor);
        largest = INT8_MAX;
        break;
    case GLTF_U8:
        value = mq_read_u8(&cursor);
        largest = UINT8_MAX;
        break;
    case GLTF_I16:
        value = (int16_t)mq_read_u16(&cursor);
        largest = INT16_MAX;
        break;
    case GLTF_U16:
        value = mq_read_u16(&cursor);
        largest = UINT16_MAX;
        break;
    default:
        value = mq_read_u32(&cursor);
        largest = UINT32_MAX;
        break;
    }
    if (!normalized)
        return value;
    return value / largest < -1 ? -1 : value / largest;
}

uint32_t mq_gltf_sparse_index(const gltf_data *data, uint32_t i) {
    return (uint32_t)mq_gltf_number(data->sparse_indices +
                                        (size_t)i * size_of(data->sparse_component),
                                    data->sparse_component, false);
}

static uint32_t read_uint(const unsigned char *b, uint32_t component) {
    return component == GLTF_U8    ? b[0]
           : component == GLTF_U16 ? (uint32_t)b[0] | (uint32_t)b[1] << 8
                                   : mq_word_at(b);
}

// `count` numbers that follow each other. Floats are the words of the file; integers need no detour
// over doubles, which takes ten times as long.
static void fill_numbers(const gltf_data *data, const unsigned char *bytes, size_t count,
                         float *floats, uint32_t *uints) {
    uint32_t size = size_of(data->component);
    if (uints && size == sizeof *uints) {
        mq_copy_words(uints, bytes, count);
    } else if (uints) {
        for (size_t i = 0; i < count; i++)
            uints[i] = read_uint(bytes + i * size, data->component);
    } else if (data->component == GLTF_F32) {
        mq_copy_words(floats, bytes, count);
    } else {
        for (size_t i = 0; i < count; i++)
            floats[i] = (float)mq_gltf_number(bytes + i * size, data->component, data->normalized);
    }
}

static void fill(const gltf_data *data, float *floats, uint32_t *uints) {
    size_t width = data->width, row_size = width * size_of(data->component);
    bool packed = data->stride == row_size;
    if (!data->bytes)
        memset(floats ? (void *)floats : (void *)uints, 0, data->count * width * 4);
    else if (packed)
        fill_numbers(data, data->bytes, data->count * width, floats, uints);
    for (uint32_t i = 0; data->bytes && !packed && i < data->count; i++)
        fill_numbers(data, data->bytes + i * data->stride, width,
                     floats ? floats + i * width : NULL, uints ? uints + i * width : NULL);
    for (uint32_t i = 0; i < data->sparse_count; i++) {
        uint32_t at = mq_gltf_sparse_index(data, i);
        if (at < data->count)
            fill_numbers(data, data->sparse_values + i * row_size, width,
                         floats ? floats + at * width : NULL, uints ? uints + at * width : NULL);
    }
}

void mq_gltf_fill_floats(const gltf_data *data, float *out) {
    fill(data, out, NULL);
}

void mq_gltf_fill_uints(const gltf_data *data, uint32_t *out) {
    fill(data, NULL, out);
}

float *mq_gltf_read_floats(gltf_reader *r, uint32_t index, uint32_t width, uint32_t *count) {
    gltf_data data;
    if (!mq_gltf_open_accessor(r, index, &data))
        return NULL;
    if (data.width != width) {
        GLTF_REPORT(r, ACCESSOR_TYPE, GLTF_ACCESSORS, index,
                    "its elements have %u %s instead of %u", data.width,
                    MQ_PLURAL(data.width, "number", "numbers"), width);
        return NULL;
    }
    if (!mq_gltf_charge(r, data.count, 4 * (uint64_t)width, true))
        return NULL;
    float *values =
        mq_arena_alloc_uninitialized(r->arena, data.count, 4 * (size_t)width, alignof(float));
    if (values)
        fill(&data, values, NULL);
    *count = data.count;
    return values;
}

static bool is_unsigned(uint32_t component) {
    return component == GLTF_U8 || component == GLTF_U16 || component == GLTF_U32;
}

uint32_t *mq_gltf_read_uints(gltf_reader *r, mq_arena *scratch, uint32_t index, uint32_t *count) {
    gltf_data data;
    if (!mq_gltf_open_accessor(r, index, &data))
        return NULL;
    if (data.width != 1 || !is_unsigned(data.component)) {
        GLTF_REPORT(r, ACCESSOR_TYPE, GLTF_ACCESSORS, index, "%s",
                    "its elements are not single unsigned integers");
        return NULL;
    }
    if (!mq_gltf_charge_temporary(r, data.count, 4))
        return NULL;
    uint32_t *values = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, data.count);
    if (values)
        fill(&data, NULL, values);
    *count = data.count;
    return values;
}
