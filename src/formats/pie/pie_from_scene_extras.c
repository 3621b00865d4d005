// SPDX-License-Identifier: MIT
//
// Reading extras, and placing them: they may come from anywhere, so nothing is taken for granted.
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

// A point that no polygon uses has no vertex that would be placed. Its numbers become others where
// they stand.
static void place_row(const mq_model_transform *placement, const maq_value *row) {
    size_t count;
    float at[3];
    const maq_value *number = mq_pie_extra_items(row, &count);
    if (count != 4)
        return;
    const maq_value *item = number->next;
    for (int k = 0; k < 3; k++, item = item->next) {
        if (!mq_pie_extra_float(item, &at[k]))
            return;
    }
    mq_axes_to_scene(MQ_AXES_WARZONE, at, at);
    mq_model_transform_point(placement, at, at);
    mq_axes_from_scene(MQ_AXES_WARZONE, at, at);
    maq_value *value = (maq_value *)(uintptr_t)number->next; // the scene is still being made
    for (int k = 0; k < 3 && isfinite(at[k]); k++, value = (maq_value *)(uintptr_t)value->next) {
        value->kind = MAQ_VALUE_FLOAT;
        value->as.float32 = at[k];
    }
}

void mq_pie_transform_extras(const maq_scene *scene, const mq_model_transform *placement) {
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        size_t count;
        const maq_value *own = mq_scene_own_extras(scene->meshes[i].extras, PIE_EXTRAS);
        const maq_value *row = mq_pie_extra_items(maq_value_find(own, "unused"), &count);
        for (; row; row = row->next)
            place_row(placement, row);
    }
}
