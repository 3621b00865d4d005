// SPDX-License-Identifier: MIT
#include "scene/digest.h"

#include <string.h>

#include "base/digest.h"
#include "scene/fields.h"

typedef uint64_t digest;

static void add(digest *d, uint64_t number) {
    *d = mq_digest_number(*d, number);
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

static void add_fields(digest *d, const mq_record *record, const void *item, const void *parent) {
    for (unsigned i = 0; i < record->count; i++) {
        const mq_record_field *field = &record->fields[i];
        mq_record_array rows = mq_record_array_of(field, item, parent);
        switch (field->kind) {
        case MQ_RECORD_TEXT:
            add_text(d, mq_record_pointer(field, item));
            break;
        case MQ_RECORD_VALUE:
            add_value(d, mq_record_pointer(field, item));
            break;
        case MQ_RECORD_BOOL:
            add(d, *(const bool *)rows.items);
            break;
        case MQ_RECORD_LIST:
            add(d, rows.count);
            for (size_t k = 0; k < rows.count; k++)
                add_fields(d, field->items, (const char *)rows.items + k * field->items->size,
                           item);
            break;
        case MQ_RECORD_BYTES:
            *d = mq_digest_bytes(*d, rows.items, rows.items ? rows.count : 0);
            break;
        case MQ_RECORD_INTEGER_ROWS:
            add_integers(d, rows.items, rows.items ? rows.count * rows.width : 0);
            break;
        case MQ_RECORD_FLOATS:
        case MQ_RECORD_FLOAT_ROWS:
            add_floats(d, rows.items, rows.count * rows.width);
            break;
        default: // a single number
            add(d, rows.items ? *(const uint32_t *)rows.items : 0);
        }
    }
}

uint64_t mq_scene_digest(const maq_scene *scene) {
    digest d = 0;
    add_fields(&d, &mq_scene_record, scene, NULL);
    return d;
}
