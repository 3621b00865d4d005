// SPDX-License-Identifier: MIT
#include "formats/extras_numbers.h"

#include <float.h>
#include <math.h>
#include <string.h>

mq_node *mq_extras_new(mq_arena *arena, const char *format, mq_node **root) {
    *root = mq_value_root(arena, MAQ_VALUE_OBJECT);
    return mq_put_object(*root, format);
}

void mq_extras_put_floats(mq_node *parent, const char *key, const float *values, size_t count) {
    mq_node *array = mq_put_array(parent, key);
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i]))
            mq_put_float(array, NULL, values[i]);
        else
            mq_put_text(array, NULL, isnan(values[i]) ? "nan" : values[i] < 0 ? "-inf" : "inf");
    }
}

void mq_extras_put_integers(mq_node *parent, const char *key, const int32_t *values, size_t count) {
    mq_node *array = mq_put_array(parent, key);
    for (size_t i = 0; i < count; i++)
        mq_put_integer(array, NULL, values[i]);
}

size_t mq_extras_count(const maq_value *array) {
    return array && array->kind == MAQ_VALUE_ARRAY ? array->as.children.count : 0;
}

static bool float_of(const maq_value *value, float *out) {
    double number;
    if (maq_value_number(value, &number)) {
        if (!(fabs(number) <= FLT_MAX))
            return false;
        *out = (float)number;
        return true;
    }
    const char *text = mq_extras_text(value);
    if (!text)
        return false;
    if (strcmp(text, "nan") == 0)
        *out = NAN;
    else if (strcmp(text, "inf") == 0)
        *out = INFINITY;
    else if (strcmp(text, "-inf") == 0)
        *out = -INFINITY;
    else
        return false;
    return true;
}

bool mq_extras_floats(const maq_value *array, float *out, size_t count) {
    if (!array || array->kind != MAQ_VALUE_ARRAY || array->as.children.count != count)
        return false;
    for (const maq_value *child = array->as.children.first; child; child = child->next) {
        if (!float_of(child, out++))
            return false;
    }
    return true;
}

bool mq_extras_integer(const maq_value *value, int32_t *out) {
    double number;
    if (!maq_value_number(value, &number) || !(number >= INT32_MIN && number <= INT32_MAX) ||
        number != floor(number))
        return false;
    *out = (int32_t)number;
    return true;
}

bool mq_extras_integers(const maq_value *array, int32_t *out, size_t count) {
    if (!array || array->kind != MAQ_VALUE_ARRAY || array->as.children.count != count)
        return false;
    for (const maq_value *child = array->as.children.first; child; child = child->next) {
        if (!mq_extras_integer(child, out++))
            return false;
    }
    return true;
}

const char *mq_extras_text(const maq_value *value) {
    return value && value->kind == MAQ_VALUE_TEXT &&
                   strlen(value->as.text.bytes) == value->as.text.length
               ? value->as.text.bytes
               : NULL;
}
