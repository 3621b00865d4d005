// SPDX-License-Identifier: MIT
#include "formats/gltf/gltf_write_json.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"

static void begin(gltf_json *json, const char *key) {
    if (json->comma)
        mq_text_char(json->out, ',');
    json->comma = true;
    if (key) {
        mq_json_string(json->out, key, strlen(key));
        mq_text_char(json->out, ':');
    }
}

void mq_gltf_open(gltf_json *json, const char *key, char bracket) {
    begin(json, key);
    mq_text_char(json->out, bracket);
    json->comma = false;
}

void mq_gltf_close(gltf_json *json, char bracket) {
    mq_text_char(json->out, bracket);
    json->comma = true;
}

void mq_gltf_open_item(gltf_json_list *list) {
    if (!list->open)
        mq_gltf_open(list->json, list->key, '[');
    list->open = true;
    mq_gltf_open(list->json, NULL, '{');
}

void mq_gltf_end_list(gltf_json_list *list) {
    if (list->open)
        mq_gltf_close(list->json, ']');
}

void mq_gltf_string(gltf_json *json, const char *key, const char *text) {
    begin(json, key);
    mq_json_string(json->out, text, strlen(text));
}

void mq_gltf_integer(gltf_json *json, const char *key, int64_t value) {
    begin(json, key);
    mq_text_integer(json->out, value);
}

void mq_gltf_bool(gltf_json *json, const char *key, bool value) {
    begin(json, key);
    mq_text_string(json->out, value ? "true" : "false");
}

void mq_gltf_float(gltf_json *json, const char *key, float value) {
    begin(json, key);
    mq_text_float(json->out, value);
}

void mq_gltf_floats(gltf_json *json, const char *key, const float *values, size_t count) {
    mq_gltf_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        mq_gltf_float(json, NULL, values[i]);
    mq_gltf_close(json, ']');
}

void mq_gltf_raw(gltf_json *json, const char *key, const mq_text *text) {
    begin(json, key);
    mq_text_bytes(json->out, text->data, text->length);
}

bool mq_gltf_is_plain(const char *bytes, size_t length) {
    const unsigned char *text = (const unsigned char *)bytes;
    for (size_t i = 0; i < length;) {
        size_t step = mq_utf8_length(text + i, length - i);
        if (step == 0 || text[i] == 0)
            return false;
        i += step;
    }
    return true;
}

void mq_gltf_bytes(gltf_json *json, const char *key, const void *bytes, size_t length) {
    static const char hex[] = "0123456789abcdef";
    const unsigned char *from = bytes;
    mq_gltf_open(json, key, '{');
    begin(json, "$bytes");
    mq_text_char(json->out, '"');
    for (size_t i = 0; i < length; i++) {
        mq_text_char(json->out, hex[from[i] >> 4]);
        mq_text_char(json->out, hex[from[i] & 15]);
    }
    mq_text_char(json->out, '"');
    mq_gltf_close(json, '}');
}

void mq_gltf_exact(gltf_json *json, const char *key, const char *bytes, size_t length) {
    if (!mq_gltf_is_plain(bytes, length)) {
        mq_gltf_bytes(json, key, bytes, length);
        return;
    }
    begin(json, key);
    mq_json_string(json->out, bytes, length);
}

static void write_number(gltf_json *json, const char *key, double value) {
    if (isfinite(value)) {
        begin(json, key);
        mq_text_double(json->out, value);
        return;
    }
    mq_gltf_open(json, key, '{');
    mq_gltf_string(json, "$float", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    mq_gltf_close(json, '}');
}

// Readers of JSON keep 53 bits of an integer.
static void write_integer(gltf_json *json, const char *key, int64_t value) {
    const int64_t exact = INT64_C(1) << 53;
    if (value >= -exact && value <= exact) {
        mq_gltf_integer(json, key, value);
        return;
    }
    mq_gltf_open(json, key, '{');
    begin(json, "$integer");
    mq_text_char(json->out, '"');
    mq_text_integer(json->out, value);
    mq_text_char(json->out, '"');
    mq_gltf_close(json, '}');
}

static void write_children(gltf_json *json, const maq_value *value) {
    // A single key that begins with $ has a special meaning; one more $ removes it.
    const maq_value *first = value->as.children.first;
    bool escape = value->as.children.count == 1 && first->key && first->key[0] == '$';
    for (const maq_value *child = first; child; child = child->next) {
        if (!escape) {
            mq_gltf_value(json, child->key, child);
            continue;
        }
        mq_text_string(json->out, "\"$");
        // The rest of the key's own string, without its opening quote.
        mq_text key;
        mq_text_init(&key, &json->out->memory);
        mq_json_string(&key, child->key, strlen(child->key));
        if (key.length > 1)
            mq_text_bytes(json->out, key.data + 1, key.length - 1);
        if (key.status != MAQ_OK && json->out->status == MAQ_OK)
            json->out->status = key.status;
        mq_text_free(&key);
        mq_text_char(json->out, ':');
        mq_gltf_value(json, NULL, child);
    }
}

void mq_gltf_value(gltf_json *json, const char *key, const maq_value *value) {
    switch (value->kind) {
    case MAQ_VALUE_BOOL:
        mq_gltf_bool(json, key, value->as.boolean);
        break;
    case MAQ_VALUE_INTEGER:
        write_integer(json, key, value->as.integer);
        break;
    case MAQ_VALUE_FLOAT:
        write_number(json, key, (double)value->as.float32);
        break;
    case MAQ_VALUE_DOUBLE:
        write_number(json, key, value->as.float64);
        break;
    case MAQ_VALUE_TEXT:
        mq_gltf_exact(json, key, value->as.text.bytes, value->as.text.length);
        break;
    case MAQ_VALUE_ARRAY:
    case MAQ_VALUE_OBJECT: {
        bool object = value->kind == MAQ_VALUE_OBJECT;
        mq_gltf_open(json, key, object ? '{' : '[');
        if (object)
            write_children(json, value);
        for (const maq_value *child = object ? NULL : value->as.children.first; child;
             child = child->next)
            mq_gltf_value(json, NULL, child);
        mq_gltf_close(json, object ? '}' : ']');
        break;
    }
    default:
        begin(json, key);
        mq_text_string(json->out, "null");
        break;
    }
}
