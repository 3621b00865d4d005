// SPDX-License-Identifier: MIT
#include "base/records.h"

#include <inttypes.h>
#include <stdalign.h>
#include <string.h>

#include "base/digest.h"

const void *mq_record_pointer(const mq_record_field *field, const void *item) {
    const void *pointer;
    memcpy(&pointer, (const char *)item + field->offset, sizeof pointer);
    return pointer;
}

static uint32_t count_of(const mq_record_field *field, const void *item) {
    uint32_t count;
    memcpy(&count, (const char *)item + field->count_offset, sizeof count);
    return count;
}

static bool is_list(const mq_record_field *field) {
    return field->kind == MQ_RECORD_LIST || field->kind == MQ_RECORD_OPTIONAL_LIST;
}

static bool is_pointer_to_rows(const mq_record_field *field) {
    return is_list(field) || field->kind == MQ_RECORD_FLOAT_ROWS ||
           field->kind == MQ_RECORD_INTEGER_ROWS || field->kind == MQ_RECORD_BYTES;
}

mq_record_array mq_record_array_of(const mq_record_field *field, const void *item,
                                   const void *parent) {
    mq_record_array rows = {(const char *)item + field->offset, 1, field->count};
    if (is_pointer_to_rows(field))
        rows =
            (mq_record_array){mq_record_pointer(field, item), count_of(field, item), field->count};
    else if (field->kind == MQ_RECORD_COUNTED_FLOATS)
        rows.width = count_of(field, item);
    else if (field->kind == MQ_RECORD_OPTIONAL_FLOATS &&
             !*((const bool *)item + field->count_offset))
        rows.items = NULL;
    if (field->resize)
        field->resize(&rows, item, parent);
    return rows;
}

// -------------------------------------------------------------------------------------------- copy

// Whether structs of this kind point to anything.
static bool have_pointers(const mq_record *record) {
    for (unsigned i = 0; i < record->count; i++) {
        const mq_record_field *field = &record->fields[i];
        if (field->kind == MQ_RECORD_TEXT || field->kind == MQ_RECORD_VALUE ||
            is_pointer_to_rows(field) ||
            (field->kind == MQ_RECORD_STRUCT && have_pointers(field->items)))
            return true;
    }
    return false;
}

static void copy_pointers(mq_arena *arena, const mq_record *record, void *item, const void *parent);

// An array without elements stays NULL or not, as it was: NULL may mean that there is no such array.
static void *copy_rows(mq_arena *arena, const mq_record_field *field, const mq_record_array *rows,
                       const void *parent) {
    size_t size = is_list(field)                   ? field->items->size
                  : field->kind == MQ_RECORD_BYTES ? 1
                                                   : rows->width * sizeof(float);
    char *copy = rows->items
                     ? mq_arena_alloc_uninitialized(arena, rows->count, size, alignof(max_align_t))
                     : NULL;
    if (!copy || rows->count * size == 0)
        return copy;
    memcpy(copy, rows->items, rows->count * size);
    bool deep = is_list(field) && have_pointers(field->items);
    for (size_t i = 0; deep && i < rows->count && mq_arena_status(arena) == MAQ_OK; i++)
        copy_pointers(arena, field->items, copy + i * size, parent);
    return copy;
}

// Replaces what a struct points to by copies.
static void copy_pointers(mq_arena *arena, const mq_record *record, void *item,
                          const void *parent) {
    for (unsigned i = 0; i < record->count; i++) {
        const mq_record_field *field = &record->fields[i];
        const void *copy = NULL;
        if (field->kind == MQ_RECORD_STRUCT) {
            copy_pointers(arena, field->items, (char *)item + field->offset, item);
            continue;
        }
        if (field->kind == MQ_RECORD_TEXT) {
            const char *text = mq_record_pointer(field, item);
            copy = text ? mq_arena_text(arena, text, strlen(text)) : NULL;
        } else if (field->kind == MQ_RECORD_VALUE) {
            copy = mq_value_copy(arena, mq_record_pointer(field, item));
        } else if (is_pointer_to_rows(field)) {
            mq_record_array rows = mq_record_array_of(field, item, parent);
            copy = copy_rows(arena, field, &rows, item);
        } else {
            continue;
        }
        memcpy((char *)item + field->offset, &copy, sizeof copy);
    }
}

void *mq_record_copy(mq_arena *arena, const mq_record *record, const void *items, size_t count) {
    mq_record_field list = {.kind = MQ_RECORD_LIST, .items = record};
    void *copy = count ? copy_rows(arena, &list, &(mq_record_array){items, count, 0}, NULL) : NULL;
    return mq_arena_status(arena) == MAQ_OK ? copy : NULL;
}

bool mq_record_has_lists(const mq_record *record, const void *item) {
    for (unsigned i = 0; i < record->count; i++) {
        const mq_record_field *field = &record->fields[i];
        if (!is_list(field))
            continue;
        const char *list = mq_record_pointer(field, item);
        uint32_t count = count_of(field, item);
        if (!list && count > 0 && field->kind == MQ_RECORD_LIST)
            return false;
        for (uint32_t k = 0; list && have_pointers(field->items) && k < count; k++) {
            if (!mq_record_has_lists(field->items, list + k * field->items->size))
                return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------- describe

static void describe_fields(const mq_record *record, const void *item, const void *parent,
                            mq_node *object);

static void describe_field(const mq_record_field *field, const void *item, const void *parent,
                           mq_node *out);

static void describe_struct(const mq_record *record, const void *item, const void *parent,
                            mq_node *out, const char *key) {
    if (record->count == 1 && !record->fields[0].key)
        describe_field(&record->fields[0], item, parent, out);
    else
        describe_fields(record, item, parent, mq_put_object(out, key));
}

static void put_number(mq_node *out, const char *key, const mq_record_field *field,
                       const void *at) {
    uint32_t number;
    memcpy(&number, at, sizeof number);
    if (field->kind == MQ_RECORD_NAME)
        mq_put_text(out, key, field->names[number]);
    else if (field->kind == MQ_RECORD_INDEX && number == UINT32_MAX)
        mq_put_null(out, key);
    else
        mq_put_integer(out, key,
                       field->kind == MQ_RECORD_INTEGERS ? (int64_t)(int32_t)number : number);
}

// Numbers in the struct itself: one by itself, or an array.
static void put_numbers(mq_node *out, const mq_record_field *field, const mq_record_array *rows) {
    bool floats = field->kind >= MQ_RECORD_FLOATS, alone = field->count == 1;
    if (floats && alone) {
        mq_put_float(out, field->key, *(const float *)rows->items);
    } else if (floats) {
        mq_put_floats(out, field->key, rows->items, rows->width);
    } else if (alone) {
        put_number(out, field->key, field, rows->items);
    } else {
        mq_node *array = mq_put_array(out, field->key);
        for (size_t i = 0; i < rows->width; i++)
            put_number(array, NULL, field, (const uint32_t *)rows->items + i);
    }
}

static void put_rows(mq_node *out, const mq_record_field *field, const mq_record_array *rows) {
    mq_node *array = mq_put_array(out, field->key);
    for (size_t i = 0; i < rows->count; i++) {
        if (field->kind == MQ_RECORD_FLOAT_ROWS) {
            mq_put_floats(array, NULL, (const float *)rows->items + i * rows->width, rows->width);
            continue;
        }
        mq_node *row = mq_put_array(array, NULL);
        for (size_t k = 0; k < rows->width; k++)
            mq_put_integer(row, NULL, ((const uint32_t *)rows->items)[i * rows->width + k]);
    }
}

// Bytes are too many to list: a digest shows whether they are the same.
static void put_digest(mq_node *out, const char *key, const mq_record_array *rows) {
    const char *digest =
        out ? mq_arena_format(mq_node_arena(out), "%016" PRIx64 " (size %zu)",
                              mq_digest_bytes(0, rows->items, rows->count), rows->count)
            : NULL;
    if (digest)
        mq_put_text(out, key, digest);
}

static void describe_field(const mq_record_field *field, const void *item, const void *parent,
                           mq_node *out) {
    mq_record_array rows = mq_record_array_of(field, item, parent);
    switch (field->kind) {
    case MQ_RECORD_BOOL:
        mq_put_bool(out, field->key, *(const bool *)rows.items);
        break;
    case MQ_RECORD_TEXT:
        mq_put_text(out, field->key, mq_record_pointer(field, item));
        break;
    case MQ_RECORD_VALUE:
        if (mq_record_pointer(field, item))
            mq_put_value(out, field->key, mq_record_pointer(field, item));
        break;
    case MQ_RECORD_STRUCT:
        describe_struct(field->items, rows.items, item, out, field->key);
        break;
    case MQ_RECORD_LIST:
    case MQ_RECORD_OPTIONAL_LIST: {
        mq_node *list = mq_put_array(out, field->key);
        for (size_t i = 0; rows.items && i < rows.count; i++)
            describe_struct(field->items, (const char *)rows.items + i * field->items->size, item,
                            list, NULL);
        break;
    }
    case MQ_RECORD_FLOAT_ROWS:
        if (rows.items)
            put_rows(out, field, &rows);
        break;
    case MQ_RECORD_INTEGER_ROWS:
        // An empty list of triangles says no more than a missing one.
        if (rows.items && rows.count > 0)
            put_rows(out, field, &rows);
        break;
    case MQ_RECORD_BYTES:
        if (rows.items)
            put_digest(out, field->key, &rows);
        break;
    case MQ_RECORD_NAME:
        put_number(out, field->key, field, rows.items);
        break;
    default:
        if (rows.items)
            put_numbers(out, field, &rows);
    }
}

static void describe_fields(const mq_record *record, const void *item, const void *parent,
                            mq_node *object) {
    for (unsigned i = 0; i < record->count; i++)
        describe_field(&record->fields[i], item, parent, object);
}

void mq_record_describe(const mq_record *record, const void *item, mq_node *object) {
    describe_fields(record, item, NULL, object);
}
