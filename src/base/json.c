// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

static const char *short_escape(unsigned char byte) {
    switch (byte) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\b':
        return "\\b";
    case '\f':
        return "\\f";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return NULL;
    }
}

void mq_json_string(mq_text *out, const char *bytes, size_t length) {
    static const char hex[] = "0123456789abcdef";
    const unsigned char *text = (const unsigned char *)bytes;
    mq_text_char(out, '"');
    size_t plain = 0; // the first byte that is not written yet and needs no escape
    size_t i = 0;
    while (i < length) {
        size_t step = mq_utf8_length(text + i, length - i);
        if (step > 1 || (step == 1 && text[i] >= 0x20 && text[i] != '"' && text[i] != '\\' &&
                         text[i] != 0x7f)) {
            i += step;
            continue;
        }
        if (i > plain)
            mq_text_bytes(out, bytes + plain, i - plain);
        if (step == 0) {
            // The byte becomes the code point of its value, so the JSON stays UTF-8.
            mq_text_char(out, (char)(0xc0 | text[i] >> 6));
            mq_text_char(out, (char)(0x80 | (text[i] & 0x3f)));
        } else if (short_escape(text[i])) {
            mq_text_string(out, short_escape(text[i]));
        } else {
            mq_text_string(out, "\\u00");
            mq_text_char(out, hex[text[i] >> 4]);
            mq_text_char(out, hex[text[i] & 15]);
        }
        i++;
        plain = i;
    }
    if (i > plain)
        mq_text_bytes(out, bytes + plain, i - plain);
    mq_text_char(out, '"');
}

static bool is_container(const maq_value *value) {
    return value->kind == MAQ_VALUE_ARRAY || value->kind == MAQ_VALUE_OBJECT;
}

static void write_scalar(mq_text *out, const maq_value *value) {
    switch (value->kind) {
    case MAQ_VALUE_BOOL:
        mq_text_string(out, value->as.boolean ? "true" : "false");
        break;
    case MAQ_VALUE_INTEGER:
        mq_text_integer(out, value->as.integer);
        break;
    case MAQ_VALUE_FLOAT:
        if (isfinite(value->as.float32))
            mq_text_float(out, value->as.float32);
        else
            mq_text_string(out, "null");
        break;
    case MAQ_VALUE_DOUBLE:
        if (isfinite(value->as.float64))
            mq_text_double(out, value->as.float64);
        else
            mq_text_string(out, "null");
        break;
    case MAQ_VALUE_TEXT:
        mq_json_string(out, value->as.text.bytes, value->as.text.length);
        break;
    default:
        mq_text_string(out, "null");
        break;
    }
}

static bool is_flat(const maq_value *array) {
    if (array->kind != MAQ_VALUE_ARRAY)
        return false;
    for (const maq_value *child = array->as.children.first; child; child = child->next) {
        if (is_container(child) || child->kind == MAQ_VALUE_TEXT)
            return false;
    }
    return true;
}

static void new_line(mq_text *out, size_t depth) {
    mq_text_char(out, '\n');
    for (size_t i = 0; i < depth; i++)
        mq_text_string(out, "  ");
}

// A `depth` of SIZE_MAX asks for one line. The library limits the depth of trees, so recursion is
// safe.
static void write_value(mq_text *out, const maq_value *value, size_t depth) {
    if (!is_container(value)) {
        write_scalar(out, value);
        return;
    }
    bool object = value->kind == MAQ_VALUE_OBJECT;
    const maq_value *first = value->as.children.first;
    bool lines = depth != SIZE_MAX && first != NULL && !is_flat(value);
    size_t inner = lines ? depth + 1 : SIZE_MAX;
    mq_text_char(out, object ? '{' : '[');
    for (const maq_value *child = first; child; child = child->next) {
        if (child != first)
            mq_text_string(out, lines || depth == SIZE_MAX ? "," : ", ");
        if (lines)
            new_line(out, inner);
        if (object) {
            const char *key = child->key ? child->key : "";
            mq_json_string(out, key, strlen(key));
            mq_text_string(out, lines ? ": " : ":");
        }
        write_value(out, child, inner);
    }
    if (lines)
        new_line(out, depth);
    mq_text_char(out, object ? '}' : ']');
}

void mq_json_value(mq_text *out, const maq_value *value) {
    write_value(out, value, SIZE_MAX);
}

void mq_json_pretty(mq_text *out, const maq_value *value) {
    write_value(out, value, 0);
}
