// SPDX-License-Identifier: MIT
//
// What changed between two documents: a comparison of their descriptions.
#include <string.h>

#include "api/tree.h"
#include "formats/format.h"

// With more rows of a list changed than this the list is summed up.
#define FEW_ROWS 4

typedef struct change_list {
    mq_arena *arena;
    mq_node *changes;
} change_list;

static mq_node *add_change(change_list *list, const char *path, const char *kind) {
    mq_node *change = mq_put_object(list->changes, NULL);
    mq_put_text(change, "path", path);
    mq_put_text(change, "kind", kind);
    return change;
}

static void put_side(mq_node *change, const char *key, const maq_value *value) {
    if (change && value)
        mq_put_value(change, key, value);
}

static void report(change_list *list, const char *path, const maq_value *a, const maq_value *b) {
    mq_node *change = add_change(list, path, !a ? "added" : !b ? "removed" : "changed");
    put_side(change, "a", a);
    put_side(change, "b", b);
}

static const char *child_path(change_list *list, const char *path, const char *key) {
    const char *whole = mq_arena_format(list->arena, *path ? "%s.%s" : "%s%s", path, key);
    return whole ? whole : path;
}

static const char *row_path(change_list *list, const char *path, size_t index) {
    const char *whole = mq_arena_format(list->arena, "%s[%zu]", path, index);
    return whole ? whole : path;
}

static bool is_parent(const maq_value *value) {
    return value->kind == MAQ_VALUE_ARRAY || value->kind == MAQ_VALUE_OBJECT;
}

// An array of plain values is one thing to a reader: a position, a row.
static bool is_row(const maq_value *array) {
    for (const maq_value *child = array->as.children.first; child; child = child->next) {
        if (is_parent(child))
            return false;
    }
    return true;
}

static void compare(change_list *list, const char *path, const maq_value *a, const maq_value *b);

static void compare_objects(change_list *list, const char *path, const maq_value *a,
                            const maq_value *b) {
    for (const maq_value *child = a->as.children.first; child; child = child->next)
        compare(list, child_path(list, path, child->key), child, maq_value_find(b, child->key));
    for (const maq_value *child = b->as.children.first; child; child = child->next) {
        if (!maq_value_find(a, child->key))
            report(list, child_path(list, path, child->key), NULL, child);
    }
}

static void sum_up(change_list *list, const char *path, const maq_value *a, const maq_value *b,
                   size_t changed) {
    mq_node *change = add_change(list, path, "changed");
    mq_put_integer(change, "rows_changed", (int64_t)changed);
    mq_put_integer(change, "rows_a", (int64_t)a->as.children.count);
    mq_put_integer(change, "rows_b", (int64_t)b->as.children.count);
    const maq_value *x = a->as.children.first, *y = b->as.children.first;
    for (int64_t i = 0; x || y; i++) {
        if (!x || !y || !maq_value_equal(x, y)) {
            mq_put_integer(change, "first", i);
            put_side(change, "a", x);
            put_side(change, "b", y);
            return;
        }
        x = x->next;
        y = y->next;
    }
}

static void compare_arrays(change_list *list, const char *path, const maq_value *a,
                           const maq_value *b) {
    if (is_row(a) && is_row(b)) {
        if (!maq_value_equal(a, b))
            report(list, path, a, b);
        return;
    }
    size_t changed = 0;
    const maq_value *x = a->as.children.first, *y = b->as.children.first;
    for (; x || y; x = x ? x->next : NULL, y = y ? y->next : NULL)
        changed += !x || !y || !maq_value_equal(x, y);
    if (changed > FEW_ROWS) {
        sum_up(list, path, a, b, changed);
        return;
    }
    x = a->as.children.first;
    y = b->as.children.first;
    for (size_t i = 0; x || y; i++) {
        if (!x || !y)
            report(list, row_path(list, path, i), x, y);
        else if (!maq_value_equal(x, y))
            compare(list, row_path(list, path, i), x, y);
        x = x ? x->next : NULL;
        y = y ? y->next : NULL;
    }
}

static void compare(change_list *list, const char *path, const maq_value *a, const maq_value *b) {
    if (a && b && a->kind == MAQ_VALUE_OBJECT && b->kind == MAQ_VALUE_OBJECT)
        compare_objects(list, path, a, b);
    else if (a && b && a->kind == MAQ_VALUE_ARRAY && b->kind == MAQ_VALUE_ARRAY)
        compare_arrays(list, path, a, b);
    else if (!a || !b || !maq_value_equal(a, b))
        report(list, path, a, b);
}

maq_status maq_diff(const maq_document *a, const maq_document *b, const maq_memory *memory,
                    maq_tree **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!a || !b || !a->content || !b->content)
        return MAQ_BAD_ARGUMENT;
    if (a->format != b->format)
        return MAQ_UNSUPPORTED;
    maq_tree *left = NULL, *right = NULL;
    maq_status status = maq_describe(a, memory, &left);
    if (status == MAQ_OK)
        status = maq_describe(b, memory, &right);
    maq_tree *tree = status == MAQ_OK ? mq_tree_new(memory, MAQ_VALUE_ARRAY) : NULL;
    if (tree) {
        change_list list = {.arena = tree->arena, .changes = tree->root};
        compare(&list, "", maq_tree_root(left), maq_tree_root(right));
        status = mq_tree_finish(tree, out);
    } else if (status == MAQ_OK) {
        status = MAQ_NO_MEMORY;
    }
    maq_tree_free(left);
    maq_tree_free(right);
    return status;
}
