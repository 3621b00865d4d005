// SPDX-License-Identifier: MIT
//
// Writing JSON piece by piece. Commas come by themselves; a failure sticks in the text.
#ifndef MQ_GLTF_JSON_H
#define MQ_GLTF_JSON_H

#include "base/text.h"
#include "maquette/value.h"

typedef struct gltf_json {
    mq_text *out;
    bool comma; // something stands before what comes next
} gltf_json;

// `key` is NULL in arrays, so everywhere.
void mq_gltf_open(gltf_json *json, const char *key, char bracket);
void mq_gltf_close(gltf_json *json, char bracket);
void mq_gltf_string(gltf_json *json, const char *key, const char *text);
void mq_gltf_integer(gltf_json *json, const char *key, int64_t value);
void mq_gltf_bool(gltf_json *json, const char *key, bool value);
void mq_gltf_float(gltf_json *json, const char *key, float value);
void mq_gltf_floats(gltf_json *json, const char *key, const float *values, size_t count);
void mq_gltf_raw(gltf_json *json, const char *key, const mq_text *text);

// A value tree so that mq_gltf_value_read() gives the same: numbers as exact doubles, what JSON
// lacks as {"$float": "nan"}, integers beyond 53 bits as {"$integer": "<digits>"}, text that is not UTF-8 as {"$bytes": "<hex>"}.
void mq_gltf_value(gltf_json *json, const char *key, const maq_value *value);

// Text that must come back byte for byte.
void mq_gltf_exact(gltf_json *json, const char *key, const char *bytes, size_t length);

// Whether mq_gltf_string() keeps a text as it is.
bool mq_gltf_is_plain(const char *bytes, size_t length);

#endif
