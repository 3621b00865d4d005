// SPDX-License-Identifier: MIT
//
// Reading extras: they may come from anywhere, so nothing is taken for granted.
#include <float.h>
#include <math.h>
#include <string.h>

#include "formats/pie/pie_from_scene.h"

bool mq_pie_extra_integer(const maq_value *value, int64_t min, int64_t max, int64_t *out) {
    double number;
    if (!maq_value_number(value, &number) || !(number >= (double)min && number <= (double)max) ||
        number != floor(number))
        return false;
    *out = (int64_t)number;
    return true;
}

bool mq_pie_extra_double(const maq_value *value, double *out) {
    static const struct {
        const char *name;
        double value;
    } others[] = {{"nan", (double)NAN}, {"inf", (double)INFINITY}, {"-inf", -(double)INFINITY}};
    if (maq_value_number(value, out))
        return true;
    for (int i = 0; i < 3 && value && value->kind == MAQ_VALUE_TEXT; i++) {
        if (strcmp(value->as.text.bytes, others[i].name) == 0) {
            *out = others[i].value;
            return true;
        }
    }
    return false;
}

bool mq_pie_extra_float(const maq_value *value, float *out) {
    double number;
    if (!mq_pie_extra_double(value, &number) || (isfinite(number) && fabs(number) > FLT_MAX))
        return false;
    *out = (float)number;
    return true;
}

const maq_value *mq_pie_extra_items(const maq_value *array, size_t *count) {
    *count = 0;
    if (!array || array->kind != MAQ_VALUE_ARRAY)
        return NULL;
    *count = array->as.children.count;
    return array->as.children.first;
}
