// SPDX-License-Identifier: MIT
//
// Writing JSON piece by piece. Commas are added where they belong; a failure stays in the status of
// the text.
#ifndef MQ_GLTF_WRITE_JSON_H
#define MQ_GLTF_WRITE_JSON_H

#include "base/text.h"
#include "maquette/value.h"

typedef struct gltf_json {
    mq_text *out;
    bool comma; // the next item needs a comma before it
} gltf_json;

// A list that is written only when it gets an item.
typedef struct gltf_json_list {
    gltf_json *json;
    const char *key;
    bool open;
} gltf_json_list;

// `key` is NULL in arrays, in all of these. What lies between '"' and '"' is text without escapes.
void mq_gltf_open(gltf_json *json, const char *key, char bracket);
void mq_gltf_close(gltf_json *json, char bracket);
void mq_gltf_string(gltf_json *json, const char *key, const char *text);
void mq_gltf_integer(gltf_json *json, const char *key, int64_t value);
void mq_gltf_bool(gltf_json *json, const char *key, bool value);
void mq_gltf_float(gltf_json *json, const char *key, float value);
void mq_gltf_floats(gltf_json *json, const char *key, const float *values, size_t count);
// Begins an object in a list, and ends the list after the last one.
void mq_gltf_open_item(gltf_json_list *list);
void mq_gltf_end_list(gltf_json_list *list);
// Text that is JSON already.
void mq_gltf_raw(gltf_json *json, const char *key, const mq_text *text);

// A value tree, so that reading gives the same tree: numbers as exact doubles, numbers that JSON does
// not have as {"$float": "nan"}, integers of more than 53 bits as {"$integer": "<digits>"}, text that
// is not UTF-8 as {"$bytes": "<hex>"}.
void mq_gltf_value(gltf_json *json, const char *key, const maq_value *value);

// Bytes, as {"$bytes": "<hex>"}.
void mq_gltf_bytes(gltf_json *json, const char *key, const void *bytes, size_t length);

// Text that reading gives back byte for byte: a string, or bytes when it is not UTF-8.
void mq_gltf_exact(gltf_json *json, const char *key, const char *bytes, size_t length);

// Whether mq_gltf_string() keeps a text as it is.
bool mq_gltf_is_plain(const char *bytes, size_t length);

#endif
