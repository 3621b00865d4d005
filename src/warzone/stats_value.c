// SPDX-License-Identifier: MIT
#include "warzone/stats_value.h"

#include <string.h>

#include "base/json_read.h"
#include "base/sort.h"

static int by_key(const void *a, const void *b, const void *context) {
    const wz_value *x = a, *y = b;
    (void)context;
    return strcmp(x->key, y->key);
}

// The members of an object. mq_json_read() bounds the depth.
static bool fill(mq_arena *arena, wz_value *value) {
    if (value->json->kind != MAQ_VALUE_OBJECT)
        return true;
    size_t count = value->json->as.children.count, kept = 0;
    wz_value *members = MQ_NEW_ARRAY(arena, wz_value, count);
    wz_value *spare = MQ_NEW_ARRAY(arena, wz_value, count);
    if (!members || !spare)
        return false;
    for (const maq_value *child = value->json->as.children.first; child; child = child->next) {
        members[kept] = (wz_value){.key = child->key, .json = child, .file = value->file};
        if (!fill(arena, &members[kept++]))
            return false;
    }
    // The sort is stable, so the last of equal keys is the last in the file.
    members = mq_sort(members, spare, count, sizeof *members, by_key, NULL);
    kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (i + 1 == count || strcmp(members[i].key, members[i + 1].key) != 0)
            members[kept++] = members[i];
    }
    value->members = members;
    value->count = kept;
    return true;
}

wz_value *mq_wz_value(mq_arena *arena, const maq_value *json, wz_file *file) {
    wz_value *value = MQ_NEW(arena, wz_value);
    if (!value)
        return NULL;
    *value = (wz_value){.json = json, .file = file};
    return fill(arena, value) ? value : NULL;
}

static bool is_object(const wz_value *value) {
    return value && value->json->kind == MAQ_VALUE_OBJECT;
}

static bool merge(mq_arena *arena, const wz_value *base, const wz_value *over, wz_value *out) {
    *out = *over;
    if (!is_object(over))
        return true;
    static const wz_value nothing = {0};
    if (!is_object(base))
        base = &nothing;
    wz_value *members = MQ_NEW_ARRAY(arena, wz_value, base->count + over->count);
    if (!members)
        return false;
    size_t i = 0, k = 0, count = 0;
    while (i < base->count || k < over->count) {
        const wz_value *a = i < base->count ? &base->members[i] : NULL;
        const wz_value *b = k < over->count ? &over->members[k] : NULL;
        int order = !a ? 1 : !b ? -1 : strcmp(a->key, b->key);
        i += order <= 0;
        k += order >= 0;
        if (order < 0)
            members[count++] = *a;
        else if (b && b->json->kind != MAQ_VALUE_NULL &&
                 !merge(arena, order == 0 ? a : NULL, b, &members[count++]))
            return false;
    }
    out->members = members;
    out->count = count;
    return true;
}

wz_value *mq_wz_merge(mq_arena *arena, const wz_value *base, const wz_value *over) {
    wz_value *merged = MQ_NEW(arena, wz_value);
    return merged && merge(arena, base, over, merged) ? merged : NULL;
}

const wz_value *mq_wz_find(const wz_value *object, const char *key) {
    size_t low = 0, high = object && key ? object->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(object->members[middle].key, key);
        if (order == 0)
            return &object->members[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const char *mq_wz_text(const wz_value *object, const char *key) {
    const wz_value *value = mq_wz_find(object, key);
    bool text = value && value->json->kind == MAQ_VALUE_TEXT && *value->json->as.text.bytes;
    return text ? value->json->as.text.bytes : NULL;
}

uint64_t mq_wz_offset(const wz_value *value) {
    return mq_json_offset(value->json);
}
