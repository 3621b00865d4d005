// SPDX-License-Identifier: MIT
//
// Building value trees (maquette/value.h) in an arena. Calls with a NULL parent do nothing, so
// builders check the status of the arena once at the end.
#ifndef MQ_BASE_VALUE_H
#define MQ_BASE_VALUE_H

#include "base/arena.h"
#include "maquette/value.h"

// A value under construction: the value and where its next child goes.
typedef struct mq_node mq_node;

mq_node *mq_value_root(mq_arena *arena, maq_value_kind kind);
const maq_value *mq_node_value(const mq_node *node);

// The arena that a tree is built in, for temporary data of a builder.
mq_arena *mq_node_arena(const mq_node *node);

// Children. `key` is NULL in arrays and must outlive the tree in objects.
mq_node *mq_put_object(mq_node *parent, const char *key);
mq_node *mq_put_array(mq_node *parent, const char *key);
void mq_put_null(mq_node *parent, const char *key);
void mq_put_bool(mq_node *parent, const char *key, bool value);
void mq_put_integer(mq_node *parent, const char *key, int64_t value);
void mq_put_float(mq_node *parent, const char *key, float value);
void mq_put_double(mq_node *parent, const char *key, double value);
void mq_put_text(mq_node *parent, const char *key, const char *text); // copied; NULL puts null
void mq_put_bytes(mq_node *parent, const char *key, const char *bytes, size_t length);
void mq_put_floats(mq_node *parent, const char *key, const float *values, size_t count);
// A deep copy, keys included.
void mq_put_value(mq_node *parent, const char *key, const maq_value *value);

// The same as a separate value without a key. NULL when `value` is NULL or there is no memory.
const maq_value *mq_value_copy(mq_arena *arena, const maq_value *value);

// Whether a value is true, or 1, which Blender writes for it; `otherwise` when it is neither a boolean
// nor a number.
bool mq_value_flag(const maq_value *value, bool otherwise);

// Whether a value, which may be NULL, is of a kind.
static inline bool mq_value_is(const maq_value *value, maq_value_kind kind) {
    return value && value->kind == kind;
}

// The first element of an array, or the first member of an object; NULL for other values.
static inline const maq_value *mq_first_element(const maq_value *array) {
    return mq_value_is(array, MAQ_VALUE_ARRAY) ? array->as.children.first : NULL;
}

static inline const maq_value *mq_first_member(const maq_value *object) {
    return mq_value_is(object, MAQ_VALUE_OBJECT) ? object->as.children.first : NULL;
}

#endif
