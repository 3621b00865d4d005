// SPDX-License-Identifier: MIT
//
// Access to the JSON of a glTF file. Any item may be of the wrong kind.
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/hex.h"
#include "base/json_read.h"
#include "base/math.h"
#include "base/number.h"
#include "base/utf8.h"
#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_read.h"

// Extras that are nested deeper are cut.
#define DEEPEST_EXTRAS 200

// The memory of a value of a tree while it is built.
#define VALUE_SIZE (sizeof(maq_value) + 2 * sizeof(void *))

const char *const mq_gltf_kind_names[GLTF_KIND_COUNT] = {
    "accessors", "bufferViews", "buffers", "meshes", "materials",  "textures",
    "images",    "samplers",    "nodes",   "skins",  "animations", "scenes"};

uint32_t mq_gltf_count(gltf_reader *r, const maq_value *array, uint32_t cost) {
    uint64_t count = mq_first_element(array) ? array->as.children.count : 0;
    if (count >= GLTF_NONE || !mq_gltf_charge_small(r, count, cost)) {
        count = r->memory.left / cost < GLTF_NONE ? r->memory.left / cost : GLTF_NONE - 1;
        mq_gltf_charge_small(r, count, cost);
    }
    return (uint32_t)count;
}

const char *mq_gltf_text(const maq_value *item) {
    return mq_value_is(item, MAQ_VALUE_TEXT) ? item->as.text.bytes : "";
}

bool mq_gltf_u32(const maq_value *item, uint32_t *out) {
    double number;
    if (!maq_value_number(item, &number) || !(number >= 0 && number < GLTF_NONE) ||
        number != floor(number))
        return false;
    *out = (uint32_t)number;
    return true;
}

bool mq_gltf_float_of(const maq_value *item, float *out) {
    double number;
    if (!maq_value_number(item, &number))
        return false;
    *out = mq_to_float(number);
    return true;
}

bool mq_gltf_floats_of(const maq_value *item, float *out, uint32_t count) {
    const maq_value *child = mq_first_element(item);
    for (uint32_t i = 0; i < count; i++, child = child->next) {
        if (!child || !mq_gltf_float_of(child, &out[i]))
            return false;
    }
    return child == NULL;
}

float *mq_gltf_float_list(gltf_reader *r, const maq_value *item, uint32_t *count) {
    if (!mq_value_is(item, MAQ_VALUE_ARRAY))
        return NULL;
    *count = mq_gltf_count(r, item, sizeof(float));
    float *values = MQ_NEW_ARRAY(r->arena, float, *count);
    return values && mq_gltf_floats_of(item, values, *count) ? values : NULL;
}

uint32_t mq_gltf_word(const maq_value *item, const char *const *words, uint32_t count,
                      uint32_t otherwise) {
    for (uint32_t i = 0; i < count && mq_value_is(item, MAQ_VALUE_TEXT); i++) {
        if (strcmp(mq_gltf_text(item), words[i]) == 0)
            return i;
    }
    return otherwise;
}

uint32_t mq_gltf_index(gltf_reader *r, const maq_value *owner, const char *key, gltf_kind to,
                       gltf_kind of, uint32_t of_index) {
    const maq_value *item = maq_value_find(owner, key);
    uint32_t index;
    if (!item)
        return GLTF_NONE;
    if (mq_gltf_u32(item, &index) && index < r->lists[to].count)
        return index;
    GLTF_REPORT(r, REFERENCE, of, of_index, "\"%s\" is not an index of %s, of which there are %u",
                key, mq_gltf_kind_names[to], r->lists[to].count);
    return GLTF_NONE;
}

// ------------------------------------------------------------------------------ names and offsets

uint64_t mq_gltf_offset_of(const gltf_reader *r, gltf_kind kind, uint32_t index) {
    const gltf_list *list = &r->lists[kind];
    return r->json_offset + (index < list->count ? mq_json_offset(list->items[index]) : 0);
}

const gltf_names *mq_gltf_names(gltf_reader *r, gltf_kind kind) {
    gltf_list *list = &r->lists[kind];
    const char **names = list->names;
    if (list->by_name.sorted)
        return &list->by_name;
    if (kind == GLTF_NODES) {
        names = MQ_NEW_ARRAY(r->arena, const char *, list->count);
        for (uint32_t i = 0; names && i < list->count; i++)
            names[i] = mq_gltf_is_helper(r, i) ? "" : list->names[i];
    }
    return names && mq_gltf_sort_names(r->arena, names, sizeof *names, 0, list->count,
                                       &list->by_name)
               ? &list->by_name
               : NULL;
}

uint32_t mq_gltf_reference(gltf_reader *r, const maq_value *item, gltf_kind kind) {
    uint32_t index;
    size_t length;
    if (mq_gltf_u32(item, &index))
        return index < r->lists[kind].count ? index : GLTF_NONE;
    const char *name = mq_gltf_exact_of(r, item, &length);
    const gltf_names *names = name && *name ? mq_gltf_names(r, kind) : NULL;
    uint32_t position = names ? mq_gltf_find_name(names, name) : 0;
    return names && position < names->count ? names->sorted[position].index : GLTF_NONE;
}

// ----------------------------------------------------------------------------------------- values

static char *hex_bytes(gltf_reader *r, const char *hex, size_t *length) {
    *length = strlen(hex) / 2;
    char *bytes = MQ_NEW_ARRAY(r->arena, char, *length + 1);
    for (size_t i = 0; bytes && i < *length; i++) {
        int high = mq_hex_digit(hex[2 * i]), low = mq_hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return NULL;
        bytes[i] = (char)(high << 4 | low);
    }
    return bytes;
}

const char *mq_gltf_exact_of(gltf_reader *r, const maq_value *item, size_t *length) {
    if (mq_value_is(item, MAQ_VALUE_TEXT)) {
        *length = strlen(mq_gltf_text(item));
        return mq_arena_text(r->arena, mq_gltf_text(item), *length);
    }
    const maq_value *bytes = maq_value_find(item, "$bytes");
    return mq_value_is(bytes, MAQ_VALUE_TEXT) ? hex_bytes(r, mq_gltf_text(bytes), length) : NULL;
}

static void put_number(mq_node *parent, const char *key, double value) {
    // Whole numbers that JSON holds exactly are integers, but not -0.
    if (fabs(value) <= 9007199254740992.0 && value == floor(value) &&
        !(value == 0 && signbit(value)))
        mq_put_integer(parent, key, (int64_t)value);
    else if (fabs(value) <= FLT_MAX && (double)(float)value == value)
        mq_put_float(parent, key, (float)value);
    else
        mq_put_double(parent, key, value);
}

// Reads an object that stands for a value that JSON does not have. False when it is an ordinary one.
static bool put_special(gltf_reader *r, mq_node *parent, const char *key, const maq_value *object) {
    const maq_value *only = object->as.children.first;
    if (!mq_value_is(only, MAQ_VALUE_TEXT) || only->next)
        return false;
    const char *text = mq_gltf_text(only);
    if (strcmp(only->key, "$bytes") == 0) {
        size_t length;
        const char *bytes = hex_bytes(r, text, &length);
        if (bytes && strlen(text) % 2 == 0)
            mq_put_bytes(parent, key, bytes, length);
        return bytes && strlen(text) % 2 == 0;
    }
    if (strcmp(only->key, "$integer") == 0) {
        int64_t value;
        bool overflow;
        const char *end = text + strlen(text);
        if (mq_parse_i64(text, end, &value, &overflow) != end || end == text || overflow)
            return false;
        mq_put_integer(parent, key, value);
        return true;
    }
    if (strcmp(only->key, "$float") != 0)
        return false;
    float value = strcmp(text, "nan") == 0    ? NAN
                  : strcmp(text, "inf") == 0  ? INFINITY
                  : strcmp(text, "-inf") == 0 ? -INFINITY
                                              : 0;
    if (value != 0)
        mq_put_float(parent, key, value);
    return value != 0;
}

static void put_item(gltf_reader *r, mq_node *parent, const char *key, const maq_value *item,
                     int depth);

static void put_children(gltf_reader *r, mq_node *parent, const maq_value *item, int depth) {
    bool lone = item->as.children.count == 1;
    for (const maq_value *child = item->as.children.first; child; child = child->next) {
        const char *key = child->key;
        if (key) {
            key += lone && key[0] == '$' && key[1] == '$';
            key = mq_arena_text(r->arena, key, strlen(key));
            if (!key)
                return;
        }
        // Passthrough data comes from the native members of a file, never from extras.
        if (key && depth <= 1 && mq_gltf_is_passthrough(key)) {
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras.maquette.extras.%s is left out", key);
            continue;
        }
        put_item(r, parent, key, child, depth + 1);
    }
}

static void put_item(gltf_reader *r, mq_node *parent, const char *key, const maq_value *item,
                     int depth) {
    // Each value is a separate block.
    if (!mq_gltf_charge_small(r, 1, VALUE_SIZE))
        return;
    double number;
    if (depth > DEEPEST_EXTRAS || item->kind == MAQ_VALUE_NULL) {
        mq_put_null(parent, key);
        if (item->kind != MAQ_VALUE_NULL)
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras below level %d are cut", DEEPEST_EXTRAS);
    } else if (item->kind == MAQ_VALUE_BOOL) {
        mq_put_bool(parent, key, item->as.boolean);
    } else if (maq_value_number(item, &number)) {
        put_number(parent, key, number);
    } else if (item->kind == MAQ_VALUE_TEXT) {
        mq_put_text(parent, key, item->as.text.bytes);
    } else if (item->kind == MAQ_VALUE_ARRAY) {
        put_children(r, mq_put_array(parent, key), item, depth);
    } else if (!put_special(r, parent, key, item)) {
        put_children(r, mq_put_object(parent, key), item, depth);
    }
}

// ----------------------------------------------------------------------------------------- extras

const maq_value *mq_gltf_own_extras(const maq_value *object) {
    const maq_value *own = maq_value_find(maq_value_find(object, "extras"), "maquette");
    return mq_value_is(own, MAQ_VALUE_OBJECT) ? own : NULL;
}

static bool is_other(const maq_value *child, bool mesh) {
    return strcmp(child->key, "maquette") != 0 && !(mesh && strcmp(child->key, "targetNames") == 0);
}

const maq_value *mq_gltf_format_extras_of(gltf_reader *r, const maq_value *own) {
    const maq_value *tree = maq_value_find(own, "extras");
    mq_node *holder = tree ? mq_value_root(r->arena, MAQ_VALUE_ARRAY) : NULL;
    if (!holder)
        return NULL;
    put_item(r, holder, NULL, tree, 0);
    return mq_node_value(holder)->as.children.first;
}

void mq_gltf_put(gltf_reader *r, mq_node *parent, const char *key, const maq_value *item) {
    put_item(r, parent, key, item, 2);
}

static void put_others_of(gltf_reader *r, mq_node *list, const maq_value *extras, bool mesh) {
    for (const maq_value *child = mq_first_member(extras); child; child = child->next) {
        if (is_other(child, mesh))
            put_item(r, list, mq_arena_text(r->arena, child->key, strlen(child->key)), child, 2);
    }
}

const maq_value *mq_gltf_merge_extras(gltf_reader *r, const maq_value *object, const maq_value *own,
                                      bool mesh) {
    const maq_value *extras = maq_value_find(object, "extras"),
                    *tree = maq_value_find(own, "extras");
    bool other = extras && !mq_value_is(extras, MAQ_VALUE_OBJECT);
    for (const maq_value *child = mq_first_member(extras); child; child = child->next)
        other = other || is_other(child, mesh);
    if (!other)
        return mq_gltf_format_extras_of(r, own);
    mq_node *root = mq_value_root(r->arena, MAQ_VALUE_OBJECT);
    if (!root)
        return NULL;
    if (mq_value_is(tree, MAQ_VALUE_OBJECT))
        put_children(r, root, tree, 1);
    if (!mq_value_is(extras, MAQ_VALUE_OBJECT))
        put_item(r, root, "gltf", extras, 1);
    else
        put_others_of(r, mq_put_object(root, "gltf"), extras, mesh);
    return mq_node_value(root);
}

const maq_value *mq_gltf_extras_of(gltf_reader *r, const maq_value *object, bool mesh) {
    return mq_gltf_merge_extras(r, object, mq_gltf_own_extras(object), mesh);
}

const maq_value *mq_gltf_add_member(gltf_reader *r, const maq_value *extras, const char *key,
                                    const maq_value *value) {
    if (!value)
        return extras;
    maq_value *object = extras && extras->kind == MAQ_VALUE_OBJECT ? MQ_WRITABLE(maq_value, extras)
                                                                   : MQ_NEW(r->arena, maq_value);
    if (!object)
        return NULL;
    maq_value *member = MQ_WRITABLE(maq_value, value);
    maq_value *last = MQ_WRITABLE(maq_value, object->as.children.first);
    object->kind = MAQ_VALUE_OBJECT;
    while (last && last->next)
        last = MQ_WRITABLE(maq_value, last->next);
    member->key = key;
    member->next = NULL;
    if (last)
        last->next = member;
    else
        object->as.children.first = member;
    object->as.children.count++;
    return object;
}

// Whether a JSON text is what mq_json_string() writes for bytes.
static bool is_image_of(const char *text, const char *bytes, size_t length) {
    const unsigned char *at = (const unsigned char *)text, *from = (const unsigned char *)bytes;
    for (size_t i = 0; i < length;) {
        size_t step = mq_utf8_length(from + i, length - i);
        if (step == 0) {
            if (at[0] != (0xc0 | from[i] >> 6) || at[1] != (0x80 | (from[i] & 0x3f)))
                return false;
            at += 2;
            i++;
        } else {
            if (strncmp((const char *)at, bytes + i, step) != 0)
                return false;
            at += step;
            i += step;
        }
    }
    return *at == 0;
}

const char *mq_gltf_name_of(gltf_reader *r, const maq_value *object, const maq_value *own) {
    const char *name = mq_gltf_text(maq_value_find(object, "name"));
    size_t length;
    const maq_value *exact = maq_value_find(own, "name");
    const char *bytes =
        mq_value_is(exact, MAQ_VALUE_OBJECT) ? mq_gltf_exact_of(r, exact, &length) : NULL;
    if (bytes && strlen(bytes) == length && is_image_of(name, bytes, length))
        return bytes;
    return mq_arena_text(r->arena, name, strlen(name));
}

void mq_gltf_extras_ignored(gltf_reader *r, gltf_kind kind, uint32_t index, const char *what) {
    GLTF_REPORT(r, EXTRAS_IGNORED, kind, index,
                "extras.maquette.%s does not match the file and is left out", what);
}
