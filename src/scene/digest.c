// SPDX-License-Identifier: MIT
#include "scene/digest.h"

#include <string.h>

#include "scene/fields.h"

typedef uint64_t digest;

static void add(digest *d, uint64_t number) {
    // Each step is a bijection of the state, so a single change is never lost.
    *d = (*d ^ number) * 0x9e3779b97f4a7c15u;
    *d ^= *d >> 29;
}

static void add_float(digest *d, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    add(d, bits);
}

static void add_floats(digest *d, const void *values, size_t count) {
    const float *floats = values;
    add(d, floats ? count + 1 : 0);
    for (size_t i = 0; floats && i < count; i++)
        add_float(d, floats[i]);
}

static void add_integers(digest *d, const void *values, size_t count) {
    const uint32_t *integers = values;
    add(d, count);
    for (size_t i = 0; i < count; i++)
        add(d, integers[i]);
}

uint64_t mq_digest_bytes(uint64_t from, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    add(&from, length);
    for (; length >= 8; length -= 8, at += 8)
        add(&from, (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 |
                       (uint64_t)at[3] << 24 | (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 |
                       (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56);
    for (; length > 0; length--, at++)
        add(&from, *at);
    return from;
}

static void add_text(digest *d, const char *text) {
    *d = mq_digest_bytes(*d, text ? text : "", text ? strlen(text) : 0);
}

// A number is the same in every kind that JSON makes of it: all are compared as floats.
static void add_value(digest *d, const maq_value *value) {
    double number;
    if (!value) {
        add(d, 0);
        return;
    }
    if (maq_value_number(value, &number)) {
        add(d, 1);
        add_float(d, (float)number);
        return;
    }
    switch (value->kind) {
    case MAQ_VALUE_TEXT:
        add(d, 2);
        *d = mq_digest_bytes(*d, value->as.text.bytes, value->as.text.length);
        break;
    case MAQ_VALUE_BOOL:
        add(d, value->as.boolean ? 3 : 4);
        break;
    case MAQ_VALUE_ARRAY:
    case MAQ_VALUE_OBJECT:
        add(d, value->kind == MAQ_VALUE_ARRAY ? 5 : 6);
        add(d, value->as.children.count);
        for (const maq_value *child = value->as.children.first; child; child = child->next) {
            add_text(d, child->key);
            add_value(d, child);
        }
        break;
    default:
        add(d, 7);
        break;
    }
}

static void add_fields(digest *d, const mq_struct *type, const void *object, const void *parent);

static void add_array(digest *d, const mq_field *field, const void *object, const void *parent) {
    mq_rows rows = mq_field_rows(field, object, parent);
    if (field->kind == MQ_FIELD_STRUCTS) {
        add(d, rows.count);
        for (size_t i = 0; i < rows.count; i++)
            add_fields(d, field->items, (const char *)rows.items + i * field->items->size, object);
    } else if (field->kind == MQ_FIELD_INTEGER_ROWS) {
        add_integers(d, rows.items, rows.items ? rows.count * rows.width : 0);
    } else if (field->kind == MQ_FIELD_FLOAT_ROWS) {
        add_floats(d, rows.items, rows.count * rows.width);
    } else if (field->kind == MQ_FIELD_BYTES) {
        *d = mq_digest_bytes(*d, rows.items, rows.items ? rows.count : 0);
    } else {
        const maq_scene_mesh *mesh = object;
        add(d, mesh->uv_set_count);
        for (uint32_t i = 0; i < mesh->uv_set_count; i++)
            add_floats(d, mesh->uvs[i], rows.count * 2);
    }
}

static void add_fields(digest *d, const mq_struct *type, const void *object, const void *parent) {
    for (size_t i = 0; i < type->field_count; i++) {
        const mq_field *field = &type->fields[i];
        const void *at = (const char *)object + field->offset;
        uint32_t number;
        switch (field->kind) {
        case MQ_FIELD_TEXT:
            add_text(d, mq_field_pointer(field, object));
            break;
        case MQ_FIELD_VALUE:
            add_value(d, mq_field_pointer(field, object));
            break;
        case MQ_FIELD_INTEGER:
        case MQ_FIELD_INDEX:
        case MQ_FIELD_CHOICE:
            add(d, mq_field_integer(field, object, &number) ? number : 0);
            break;
        case MQ_FIELD_BOOL:
            add(d, *(const bool *)at);
            break;
        case MQ_FIELD_FLOATS:
            add_floats(d, at, (size_t)field->width);
            break;
        default:
            add_array(d, field, object, parent);
        }
    }
}

uint64_t mq_scene_digest(const maq_scene *scene) {
    digest d = 0;
    add_fields(&d, &mq_scene_struct, scene, NULL);
    return d;
}
