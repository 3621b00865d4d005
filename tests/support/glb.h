// SPDX-License-Identifier: MIT
//
// Small GLB files made in a test.
#ifndef TESTS_SUPPORT_GLB_H
#define TESTS_SUPPORT_GLB_H

#include "maquette/maquette.h"

// Binary data that grows; everything begins at a multiple of four.
typedef struct glb_data {
    unsigned char bytes[4096];
    size_t length;
} glb_data;

// Each gives the offset of what was added. Numbers become little-endian; shorts may have a sign or not.
size_t glb_add(glb_data *data, const void *bytes, size_t length);
size_t glb_add_floats(glb_data *data, const float *values, size_t count);
size_t glb_add_shorts(glb_data *data, const void *values, size_t count);

// A GLB file to be freed. `json` is printed with the arguments behind it, and may have ' for ".
__attribute__((format(printf, 3, 4))) char *glb_make(size_t *length, const glb_data *data,
                                                     const char *json, ...);

// Fails the test when numbers are further off than rounding makes them.
void assert_near(const float *values, const float *wanted, size_t count);

// Opens such a file, which must be read, and frees it.
maq_document *glb_open(char *bytes, size_t length);

#endif
