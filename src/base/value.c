// SPDX-License-Identifier: MIT
#include "base/value.h"

#include <string.h>

struct mq_node {
    maq_value value;
    mq_arena *arena;
    maq_value *last; // the newest child
};

mq_node *mq_value_root(mq_arena *arena, maq_value_kind kind) {
    mq_node *node = MQ_NEW(arena, mq_node);
    if (node) {
        node->value.kind = kind;
        node->arena = arena;
    }
    return node;
}

const maq_value *mq_node_value(const mq_node *node) {
    return node ? &node->value : NULL;
}

mq_arena *mq_node_arena(const mq_node *node) {
    return node->arena;
}

static void append(mq_node *parent, maq_value *child, const char *key, maq_value_kind kind) {
    child->kind = kind;
    child->key = key;
    if (parent->last)
        parent->last->next = child;
    else
        parent->value.as.children.first = child;
    parent->last = child;
    parent->value.as.children.count++;
}

static mq_node *put_parent(mq_node *parent, const char *key, maq_value_kind kind) {
    mq_node *node = parent ? MQ_NEW(parent->arena, mq_node) : NULL;
    if (!node)
        return NULL;
    node->arena = parent->arena;
    append(parent, &node->value, key, kind);
    return node;
}

static maq_value *put_leaf(mq_node *parent, const char *key, maq_value_kind kind) {
    maq_value *value = parent ? MQ_NEW(parent->arena, maq_value) : NULL;
    if (value)
        append(parent, value, key, kind);
    return value;
}

mq_node *mq_put_object(mq_node *parent, const char *key) {
    return put_parent(parent, key, MAQ_VALUE_OBJECT);
}

mq_node *mq_put_array(mq_node *parent, const char *key) {
    return put_parent(parent, key, MAQ_VALUE_ARRAY);
}

void mq_put_null(mq_node *parent, const char *key) {
    put_leaf(parent, key, MAQ_VALUE_NULL);
}

#define PUT_LEAF(parent, key, kind, field, value)                                                  \
    maq_value *leaf = put_leaf(parent, key, kind);                                                 \
    if (leaf)                                                                                      \
    leaf->as.field = (value)

void mq_put_bool(mq_node *parent, const char *key, bool value) {
    PUT_LEAF(parent, key, MAQ_VALUE_BOOL, boolean, value);
}

void mq_put_integer(mq_node *parent, const char *key, int64_t value) {
    PUT_LEAF(parent, key, MAQ_VALUE_INTEGER, integer, value);
}

void mq_put_float(mq_node *parent, const char *key, float value) {
    PUT_LEAF(parent, key, MAQ_VALUE_FLOAT, float32, value);
}

void mq_put_double(mq_node *parent, const char *key, double value) {
    PUT_LEAF(parent, key, MAQ_VALUE_DOUBLE, float64, value);
}

void mq_put_text(mq_node *parent, const char *key, const char *text) {
    if (text)
        mq_put_bytes(parent, key, text, strlen(text));
    else
        mq_put_null(parent, key);
}

void mq_put_bytes(mq_node *parent, const char *key, const char *bytes, size_t length) {
    const char *copy = parent ? mq_arena_text(parent->arena, bytes, length) : NULL;
    maq_value *leaf = copy ? put_leaf(parent, key, MAQ_VALUE_TEXT) : NULL;
    if (leaf) {
        leaf->as.text.bytes = copy;
        leaf->as.text.length = length;
    }
}

void mq_put_floats(mq_node *parent, const char *key, const float *values, size_t count) {
    mq_node *array = mq_put_array(parent, key);
    for (size_t i = 0; i < count; i++)
        mq_put_float(array, NULL, values[i]);
}

void mq_put_value(mq_node *parent, const char *key, const maq_value *value) {
    switch (value->kind) {
    case MAQ_VALUE_NULL:
    case MAQ_VALUE_BOOL:
    case MAQ_VALUE_INTEGER:
    case MAQ_VALUE_FLOAT:
    case MAQ_VALUE_DOUBLE: {
        maq_value *leaf = put_leaf(parent, key, value->kind);
        if (leaf)
            leaf->as = value->as;
        break;
    }
    case MAQ_VALUE_TEXT:
        mq_put_bytes(parent, key, value->as.text.bytes, value->as.text.length);
        break;
    case MAQ_VALUE_ARRAY:
    case MAQ_VALUE_OBJECT: {
        mq_node *copy = put_parent(parent, key, value->kind);
        for (const maq_value *child = value->as.children.first; copy && child;
             child = child->next) {
            const char *name =
                child->key ? mq_arena_text(copy->arena, child->key, strlen(child->key)) : NULL;
            mq_put_value(copy, name, child);
        }
        break;
    }
    }
}

const maq_value *mq_value_copy(mq_arena *arena, const maq_value *value) {
    mq_node *holder = value ? mq_value_root(arena, MAQ_VALUE_ARRAY) : NULL;
    if (holder)
        mq_put_value(holder, NULL, value);
    return holder ? holder->value.as.children.first : NULL;
}

const maq_value *maq_value_find(const maq_value *object, const char *key) {
    if (!object || object->kind != MAQ_VALUE_OBJECT)
        return NULL;
    for (const maq_value *child = object->as.children.first; child; child = child->next) {
        if (strcmp(child->key, key) == 0)
            return child;
    }
    return NULL;
}

bool maq_value_number(const maq_value *value, double *number) {
    if (value && value->kind == MAQ_VALUE_INTEGER)
        *number = (double)value->as.integer;
    else if (value && value->kind == MAQ_VALUE_FLOAT)
        *number = (double)value->as.float32;
    else if (value && value->kind == MAQ_VALUE_DOUBLE)
        *number = value->as.float64;
    else
        return false;
    return true;
}

bool mq_value_flag(const maq_value *value, bool otherwise) {
    double number;
    if (value && value->kind == MAQ_VALUE_BOOL)
        return value->as.boolean;
    return maq_value_number(value, &number) ? number != 0 : otherwise;
}

bool maq_value_equal(const maq_value *a, const maq_value *b) {
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind)
        return false;
    switch (a->kind) {
    case MAQ_VALUE_NULL:
        return true;
    case MAQ_VALUE_BOOL:
        return a->as.boolean == b->as.boolean;
    case MAQ_VALUE_INTEGER:
        return a->as.integer == b->as.integer;
    case MAQ_VALUE_FLOAT:
        return memcmp(&a->as.float32, &b->as.float32, sizeof a->as.float32) == 0;
    case MAQ_VALUE_DOUBLE:
        return memcmp(&a->as.float64, &b->as.float64, sizeof a->as.float64) == 0;
    case MAQ_VALUE_TEXT:
        return a->as.text.length == b->as.text.length &&
               memcmp(a->as.text.bytes, b->as.text.bytes, a->as.text.length) == 0;
    case MAQ_VALUE_ARRAY:
    case MAQ_VALUE_OBJECT: {
        if (a->as.children.count != b->as.children.count)
            return false;
        const maq_value *x = a->as.children.first, *y = b->as.children.first;
        for (; x && y; x = x->next, y = y->next) {
            if (a->kind == MAQ_VALUE_OBJECT && strcmp(x->key, y->key) != 0)
                return false;
            if (!maq_value_equal(x, y))
                return false;
        }
        return true;
    }
    }
    return false;
}
