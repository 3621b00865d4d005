// SPDX-License-Identifier: MIT
//
// Properties in the extras of a scene. Infinities and NaN are stored as text, since JSON lacks them.
#ifndef MQ_FORMATS_EXTRAS_NUMBERS_H
#define MQ_FORMATS_EXTRAS_NUMBERS_H

#include "base/value.h"

// The object for what only one format knows, in new extras; *root is the extras as a whole.
mq_node *mq_extras_new(mq_arena *arena, const char *format, mq_node **root);

void mq_extras_put_floats(mq_node *parent, const char *key, const float *values, size_t count);
void mq_extras_put_integers(mq_node *parent, const char *key, const int32_t *values, size_t count);

// How many children an array has; 0 for any other value.
size_t mq_extras_count(const maq_value *array);

// Fill `out` from an array of exactly `count` numbers; false for any other value.
bool mq_extras_floats(const maq_value *array, float *out, size_t count);
bool mq_extras_integers(const maq_value *array, int32_t *out, size_t count);

// One number; false, with *out untouched, for any other value.
bool mq_extras_integer(const maq_value *value, int32_t *out);

// A text without a NUL in it, or NULL.
const char *mq_extras_text(const maq_value *value);

#endif
