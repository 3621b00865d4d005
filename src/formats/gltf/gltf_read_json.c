// SPDX-License-Identifier: MIT
//
// Access to the JSON of a glTF file. Any item may be of the wrong kind.
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "base/number.h"
#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_read.h"

// Extras that are nested deeper are cut.
#define DEEPEST_EXTRAS 200

// The memory of a value of a tree while it is built.
#define VALUE_SIZE (sizeof(maq_value) + 2 * sizeof(void *))

const char *const mq_gltf_kind_names[GLTF_KIND_COUNT] = {
    "accessors", "bufferViews", "buffers", "meshes", "materials",  "textures",
    "images",    "samplers",    "nodes",   "skins",  "animations", "scenes"};

const cJSON *mq_gltf_get(const cJSON *object, const char *key) {
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, key) : NULL;
}

const cJSON *mq_gltf_first(const cJSON *array) {
    return cJSON_IsArray(array) ? array->child : NULL;
}

uint32_t mq_gltf_count(gltf_reader *r, const cJSON *array, uint32_t cost) {
    uint32_t count = 0;
    for (const cJSON *item = mq_gltf_first(array);
         item && count < GLTF_NONE && mq_gltf_charge_small(r, 1, cost); item = item->next)
        count++;
    return count;
}

const char *mq_gltf_text(const cJSON *item) {
    return cJSON_IsString(item) && item->valuestring ? item->valuestring : "";
}

bool mq_gltf_u32(const cJSON *item, uint32_t *out) {
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble < GLTF_NONE) ||
        item->valuedouble != floor(item->valuedouble))
        return false;
    *out = (uint32_t)item->valuedouble;
    return true;
}

// Numbers that no float can hold become infinite.
static float to_float(double value) {
    if (value > FLT_MAX)
        return INFINITY;
    return value < -FLT_MAX ? -INFINITY : (float)value;
}

bool mq_gltf_float_of(const cJSON *item, float *out) {
    if (!cJSON_IsNumber(item))
        return false;
    *out = to_float(item->valuedouble);
    return true;
}

bool mq_gltf_floats_of(const cJSON *item, float *out, uint32_t count) {
    const cJSON *child = cJSON_IsArray(item) ? item->child : NULL;
    for (uint32_t i = 0; i < count; i++, child = child->next) {
        if (!child || !mq_gltf_float_of(child, &out[i]))
            return false;
    }
    return child == NULL;
}

static bool is_number(const cJSON *item, double wanted) {
    return cJSON_IsNumber(item) && item->valuedouble == wanted;
}

bool mq_gltf_is_true(const cJSON *item) {
    return cJSON_IsTrue(item) || is_number(item, 1);
}

bool mq_gltf_is_false(const cJSON *item) {
    return cJSON_IsFalse(item) || is_number(item, 0);
}

float *mq_gltf_float_list(gltf_reader *r, const cJSON *item, uint32_t *count) {
    if (!cJSON_IsArray(item))
        return NULL;
    *count = mq_gltf_count(r, item, sizeof(float));
    float *values = MQ_NEW_ARRAY(r->arena, float, *count);
    return values && mq_gltf_floats_of(item, values, *count) ? values : NULL;
}

uint32_t mq_gltf_word(const cJSON *item, const char *const *words, uint32_t count,
                      uint32_t otherwise) {
    for (uint32_t i = 0; i < count && cJSON_IsString(item); i++) {
        if (strcmp(mq_gltf_text(item), words[i]) == 0)
            return i;
    }
    return otherwise;
}

uint32_t mq_gltf_index(gltf_reader *r, const cJSON *owner, const char *key, gltf_kind to,
                       gltf_kind of, uint32_t of_index) {
    const cJSON *item = mq_gltf_get(owner, key);
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
    return index < list->count && list->offsets ? list->offsets[index] : r->json_offset;
}

static gltf_list *list_named(gltf_reader *r, const char *name, size_t length) {
    for (int i = 0; i < GLTF_KIND_COUNT; i++) {
        if (strlen(mq_gltf_kind_names[i]) == length &&
            memcmp(mq_gltf_kind_names[i], name, length) == 0)
            return &r->lists[i];
    }
    return NULL;
}

// Finds in one walk over the text where the elements of the lists begin. The text is well-formed.
void mq_gltf_find_offsets(gltf_reader *r) {
    gltf_list *list = NULL;
    uint32_t depth = 0, element = 0;
    size_t text_start = 0, text_end = 0;
    for (size_t i = 0; i < r->json_length; i++) {
        char c = r->json[i];
        if (c == '"') {
            text_start = ++i;
            while (i < r->json_length && r->json[i] != '"')
                i += r->json[i] == '\\' ? 2 : 1;
            text_end = i < r->json_length ? i : r->json_length;
        } else if (c == '{' || c == '[') {
            if (depth == 1 && c == '[') {
                list = list_named(r, r->json + text_start, text_end - text_start);
                element = 0;
            } else if (depth == 2 && list && list->offsets && element < list->count) {
                list->offsets[element] = r->json_offset + i;
            }
            depth++;
        } else if (c == '}' || c == ']') {
            depth--;
            if (depth == 1)
                list = NULL;
        } else if (c == ',' && depth == 2) {
            element++;
        }
    }
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

uint32_t mq_gltf_reference(gltf_reader *r, const cJSON *item, gltf_kind kind) {
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

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static char *hex_bytes(gltf_reader *r, const char *hex, size_t *length) {
    *length = strlen(hex) / 2;
    char *bytes = MQ_NEW_ARRAY(r->arena, char, *length + 1);
    for (size_t i = 0; bytes && i < *length; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return NULL;
        bytes[i] = (char)(high << 4 | low);
    }
    return bytes;
}

const char *mq_gltf_exact_of(gltf_reader *r, const cJSON *item, size_t *length) {
    if (cJSON_IsString(item)) {
        *length = strlen(mq_gltf_text(item));
        return mq_arena_text(r->arena, mq_gltf_text(item), *length);
    }
    const cJSON *bytes = mq_gltf_get(item, "$bytes");
    return cJSON_IsString(bytes) ? hex_bytes(r, mq_gltf_text(bytes), length) : NULL;
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
static bool put_special(gltf_reader *r, mq_node *parent, const char *key, const cJSON *object) {
    const cJSON *only = object->child;
    if (!only || only->next || !cJSON_IsString(only) || !only->string)
        return false;
    const char *text = mq_gltf_text(only);
    if (strcmp(only->string, "$bytes") == 0) {
        size_t length;
        const char *bytes = hex_bytes(r, text, &length);
        if (bytes && strlen(text) % 2 == 0)
            mq_put_bytes(parent, key, bytes, length);
        return bytes && strlen(text) % 2 == 0;
    }
    if (strcmp(only->string, "$integer") == 0) {
        int64_t value;
        bool overflow;
        const char *end = text + strlen(text);
        if (mq_parse_i64(text, end, &value, &overflow) != end || end == text || overflow)
            return false;
        mq_put_integer(parent, key, value);
        return true;
    }
    if (strcmp(only->string, "$float") != 0)
        return false;
    float value = strcmp(text, "nan") == 0    ? NAN
                  : strcmp(text, "inf") == 0  ? INFINITY
                  : strcmp(text, "-inf") == 0 ? -INFINITY
                                              : 0;
    if (value != 0)
        mq_put_float(parent, key, value);
    return value != 0;
}

static void put_item(gltf_reader *r, mq_node *parent, const char *key, const cJSON *item,
                     int depth);

static void put_children(gltf_reader *r, mq_node *parent, const cJSON *item, int depth) {
    const cJSON *first = item->child;
    bool lone = cJSON_IsObject(item) && first && !first->next;
    for (const cJSON *child = first; child; child = child->next) {
        const char *key = NULL;
        if (cJSON_IsObject(item)) {
            key = child->string ? child->string : "";
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

static void put_item(gltf_reader *r, mq_node *parent, const char *key, const cJSON *item,
                     int depth) {
    // Each value is a separate block.
    if (!mq_gltf_charge_small(r, 1, VALUE_SIZE))
        return;
    if (depth > DEEPEST_EXTRAS || cJSON_IsNull(item)) {
        mq_put_null(parent, key);
        if (!cJSON_IsNull(item))
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras below level %d are cut", DEEPEST_EXTRAS);
    } else if (cJSON_IsBool(item)) {
        mq_put_bool(parent, key, cJSON_IsTrue(item));
    } else if (cJSON_IsNumber(item)) {
        put_number(parent, key, item->valuedouble);
    } else if (cJSON_IsString(item)) {
        mq_put_text(parent, key, mq_gltf_text(item));
    } else if (cJSON_IsArray(item)) {
        put_children(r, mq_put_array(parent, key), item, depth);
    } else if (!put_special(r, parent, key, item)) {
        put_children(r, mq_put_object(parent, key), item, depth);
    }
}

// ----------------------------------------------------------------------------------------- extras

const cJSON *mq_gltf_own_extras(const cJSON *object) {
    const cJSON *own = mq_gltf_get(mq_gltf_get(object, "extras"), "maquette");
    return cJSON_IsObject(own) ? own : NULL;
}

static bool is_other(const cJSON *child, bool mesh) {
    return child->string && strcmp(child->string, "maquette") != 0 &&
           !(mesh && strcmp(child->string, "targetNames") == 0);
}

// The one child of an array as a value tree of its own.
static const maq_value *alone(mq_node *holder) {
    maq_value *value =
        (maq_value *)(uintptr_t)(holder ? mq_node_value(holder)->as.children.first : NULL);
    if (value)
        value->key = NULL;
    return value;
}

const maq_value *mq_gltf_format_extras_of(gltf_reader *r, const cJSON *own) {
    const cJSON *tree = mq_gltf_get(own, "extras");
    mq_node *holder = tree ? mq_value_root(r->arena, MAQ_VALUE_ARRAY) : NULL;
    if (!holder)
        return NULL;
    put_item(r, holder, NULL, tree, 0);
    return alone(holder);
}

void mq_gltf_put(gltf_reader *r, mq_node *parent, const char *key, const cJSON *item) {
    put_item(r, parent, key, item, 2);
}

static void put_others_of(gltf_reader *r, mq_node *list, const cJSON *extras, bool mesh) {
    for (const cJSON *child = extras->child; child; child = child->next) {
        if (is_other(child, mesh))
            put_item(r, list, mq_arena_text(r->arena, child->string, strlen(child->string)), child,
                     2);
    }
}

const maq_value *mq_gltf_merge_extras(gltf_reader *r, const cJSON *object, const cJSON *own,
                                      bool mesh) {
    const cJSON *extras = mq_gltf_get(object, "extras"), *tree = mq_gltf_get(own, "extras");
    bool other = extras && !cJSON_IsObject(extras);
    for (const cJSON *child = cJSON_IsObject(extras) ? extras->child : NULL; child;
         child = child->next)
        other = other || is_other(child, mesh);
    if (!other)
        return mq_gltf_format_extras_of(r, own);
    mq_node *root = mq_value_root(r->arena, MAQ_VALUE_OBJECT);
    if (!root)
        return NULL;
    if (cJSON_IsObject(tree))
        put_children(r, root, tree, 1);
    if (!cJSON_IsObject(extras))
        put_item(r, root, "gltf", extras, 1);
    else
        put_others_of(r, mq_put_object(root, "gltf"), extras, mesh);
    return mq_node_value(root);
}

const maq_value *mq_gltf_extras_of(gltf_reader *r, const cJSON *object, bool mesh) {
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

const char *mq_gltf_name_of(gltf_reader *r, const cJSON *object, const cJSON *own) {
    const char *name = mq_gltf_text(mq_gltf_get(object, "name"));
    size_t length;
    const cJSON *exact = mq_gltf_get(own, "name");
    const char *bytes = cJSON_IsObject(exact) ? mq_gltf_exact_of(r, exact, &length) : NULL;
    if (bytes && strlen(bytes) == length && is_image_of(name, bytes, length))
        return bytes;
    return mq_arena_text(r->arena, name, strlen(name));
}

void mq_gltf_extras_ignored(gltf_reader *r, gltf_kind kind, uint32_t index, const char *what) {
    GLTF_REPORT(r, EXTRAS_IGNORED, kind, index,
                "extras.maquette.%s does not match the file and is left out", what);
}
