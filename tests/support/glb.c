// SPDX-License-Identifier: MIT
#include "support/glb.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

size_t glb_add(glb_data *data, const void *bytes, size_t length) {
    size_t offset = data->length;
    assert_true(offset + length + 4 <= sizeof data->bytes);
    memcpy(data->bytes + offset, bytes, length);
    data->length = (offset + length + 3) / 4 * 4;
    return offset;
}

static void put_u32(unsigned char *to, size_t value) {
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

size_t glb_add_floats(glb_data *data, const float *values, size_t count) {
    size_t offset = glb_add(data, values, count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        put_u32(data->bytes + offset + 4 * i, bits);
    }
    return offset;
}

size_t glb_add_shorts(glb_data *data, const void *values, size_t count) {
    const unsigned short *shorts = values;
    size_t offset = glb_add(data, values, count * sizeof *shorts);
    for (size_t i = 0; i < count; i++) {
        data->bytes[offset + 2 * i] = (unsigned char)shorts[i];
        data->bytes[offset + 2 * i + 1] = (unsigned char)(shorts[i] >> 8);
    }
    return offset;
}

char *glb_make(size_t *length, const glb_data *data, const char *json, ...) {
    char text[16384];
    va_list arguments;
    va_start(arguments, json);
    int printed = vsnprintf(text, sizeof text, json, arguments);
    va_end(arguments);
    assert_true(printed > 0 && (size_t)printed < sizeof text);
    size_t used = (size_t)printed, padded = (used + 3) / 4 * 4;
    size_t bin = data ? data->length : 0;
    *length = 20 + padded + (bin ? 8 + bin : 0);
    unsigned char *file = malloc(*length);
    assert_non_null(file);
    memcpy(file, "glTF", 4);
    put_u32(file + 4, 2);
    put_u32(file + 8, *length);
    put_u32(file + 12, padded);
    memcpy(file + 16, "JSON", 4);
    memset(file + 20, ' ', padded);
    for (size_t i = 0; i < used; i++)
        file[20 + i] = (unsigned char)(text[i] == '\'' ? '"' : text[i]);
    if (bin) {
        put_u32(file + 20 + padded, bin);
        memcpy(file + 24 + padded, "BIN", 4);
        memcpy(file + 28 + padded, data->bytes, bin);
    }
    return (char *)file;
}

void assert_near(const float *values, const float *wanted, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (fabsf(values[i] - wanted[i]) > 1e-5f)
            fail_msg("number %zu is %g, not %g", i, (double)values[i], (double)wanted[i]);
    }
}

maq_document *glb_open(char *bytes, size_t length) {
    maq_document *document;
    assert_int_equal(maq_open_memory(bytes, length, NULL, &document), MAQ_OK);
    free(bytes);
    return document;
}
