// SPDX-License-Identifier: MIT
#include "formats/records.h"

#include <stdalign.h>
#include <string.h>

static uint32_t count_of(const mq_record_field *field, const void *item) {
    uint32_t count;
    memcpy(&count, (const char *)item + field->count_offset, sizeof count);
    return count;
}

static const void *pointer_of(const mq_record_field *field, const void *item) {
    const void *pointer;
    memcpy(&pointer, (const char *)item + field->offset, sizeof pointer);
    return pointer;
}

static bool is_list(const mq_record_field *field) {
    return field->kind == MQ_RECORD_LIST || field->kind == MQ_RECORD_OPTIONAL_LIST;
}

// Whether structs of this kind point to anything.
static bool have_pointers(const mq_record *record) {
    for (unsigned i = 0; i < record->count; i++) {
        const mq_record_field *field = &record->fields[i];
        if (field->kind == MQ_RECORD_TEXT || is_list(field) ||
            (field->kind == MQ_RECORD_STRUCT && have_pointers(field->items)))
            return true;
    }
    return false;
}

// Replaces what a struct points to by copies. False: no memory.
static bool copy_pointers(mq_arena *arena, const mq_record *record, void *item) {
    for (unsigned i = 0; i < record->count; i++) {
        const mq_record_field *field = &record->fields[i];
        if (field->kind == MQ_RECORD_STRUCT &&
            !copy_pointers(arena, field->items, (char *)item + field->offset))
            return false;
        if (field->kind != MQ_RECORD_TEXT && !is_list(field))
            continue;
        const void *from = pointer_of(field, item), *to = NULL;
        if (from && field->kind == MQ_RECORD_TEXT)
            to = mq_arena_text(arena, from, strlen(from));
        else if (from)
            to = mq_record_copy(arena, field->items, from, count_of(field, item));
        memcpy((char *)item + field->offset, &to, sizeof to);
        if (mq_arena_status(arena) != MAQ_OK)
            return false;
    }
    return true;
}

void *mq_record_copy(mq_arena *arena, const mq_record *record, const void *items, size_t count) {
    if (count == 0)
        return NULL;
    char *copy = mq_arena_alloc_uninitialized(arena, count, record->size, alignof(max_align_t));
    if (!copy)
        return NULL;
    memcpy(copy, items, count * record->size);
    for (size_t i = 0; have_pointers(record) && i < count; i++) {
        if (!copy_pointers(arena, record, copy + i * record->size))
            return NULL;
    }
    return copy;
}

bool mq_record_has_lists(const mq_record *record, const void *item) {
    for (unsigned i = 0; i < record->count; i++) {
        const mq_record_field *field = &record->fields[i];
        if (!is_list(field))
            continue;
        const char *list = pointer_of(field, item);
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

static void describe_field(const mq_record_field *field, const void *item, mq_node *parent);

static void describe_struct(const mq_record *record, const void *item, mq_node *parent,
                            const char *key) {
    if (record->count == 1 && !record->fields[0].key)
        describe_field(&record->fields[0], item, parent);
    else
        mq_record_describe(record, item, mq_put_object(parent, key));
}

static void describe_integers(const mq_record_field *field, const char *at, mq_node *parent) {
    mq_node *array = field->count == 1 ? parent : mq_put_array(parent, field->key);
    for (unsigned i = 0; i < field->count; i++) {
        int32_t value;
        memcpy(&value, at + i * sizeof value, sizeof value);
        mq_put_integer(array, field->count == 1 ? field->key : NULL, value);
    }
}

static void describe_field(const mq_record_field *field, const void *item, mq_node *parent) {
    const char *at = (const char *)item + field->offset;
    switch (field->kind) {
    case MQ_RECORD_BOOL:
        mq_put_bool(parent, field->key, *(const bool *)at);
        break;
    case MQ_RECORD_INTEGERS:
        describe_integers(field, at, parent);
        break;
    case MQ_RECORD_FLOATS:
        if (field->count == 1)
            mq_put_float(parent, field->key, *(const float *)(const void *)at);
        else
            mq_put_floats(parent, field->key, (const float *)(const void *)at, field->count);
        break;
    case MQ_RECORD_COUNTED_FLOATS:
        mq_put_floats(parent, field->key, (const float *)(const void *)at, count_of(field, item));
        break;
    case MQ_RECORD_OPTIONAL_FLOATS:
        if (*((const bool *)item + field->count_offset))
            mq_put_floats(parent, field->key, (const float *)(const void *)at, field->count);
        break;
    case MQ_RECORD_TEXT:
        mq_put_text(parent, field->key, pointer_of(field, item));
        break;
    case MQ_RECORD_NAME:
        mq_put_text(parent, field->key, field->names[*(const unsigned *)(const void *)at]);
        break;
    case MQ_RECORD_STRUCT:
        describe_struct(field->items, at, parent, field->key);
        break;
    case MQ_RECORD_LIST:
    case MQ_RECORD_OPTIONAL_LIST: {
        mq_node *list = mq_put_array(parent, field->key);
        const char *items = pointer_of(field, item);
        for (uint32_t i = 0, count = items ? count_of(field, item) : 0; i < count; i++)
            describe_struct(field->items, items + i * field->items->size, list, NULL);
        break;
    }
    }
}

void mq_record_describe(const mq_record *record, const void *item, mq_node *object) {
    for (unsigned i = 0; i < record->count; i++)
        describe_field(&record->fields[i], item, object);
}

maq_status mq_record_document(const mq_format *format, const maq_variant *variant,
                              const mq_record *record, const void *content,
                              const maq_memory *memory, void (*complete)(maq_document *document),
                              maq_document **out) {
    maq_document *document = mq_document_new(memory, format, variant, 0);
    if (!document)
        return MAQ_NO_MEMORY;
    document->content = mq_record_copy(document->arena, record, content, 1);
    if (document->content && complete)
        complete(document);
    maq_status status = mq_arena_status(document->arena);
    if (status != MAQ_OK) {
        maq_close(document);
        return status;
    }
    mq_document_show_findings(document);
    *out = document;
    return MAQ_OK;
}
