// SPDX-License-Identifier: MIT
//
// Structs described by tables of fields. One table copies a struct with everything it points to, checks
// its pointers, puts it into a value tree, and serves other walks such as the digest of a scene.
#ifndef MQ_BASE_RECORDS_H
#define MQ_BASE_RECORDS_H

#include <stddef.h>

#include "base/value.h"

typedef enum mq_record_kind {
    MQ_RECORD_BOOL,
    MQ_RECORD_INTEGERS,        // int32_t
    MQ_RECORD_UNSIGNED,        // uint32_t
    MQ_RECORD_INDEX,           // uint32_t; UINT32_MAX: none, described as null
    MQ_RECORD_NAME,            // an enum, described by names[value]
    MQ_RECORD_FLOATS,          // `count` of them
    MQ_RECORD_COUNTED_FLOATS,  // as many as the uint32_t at count_offset says
    MQ_RECORD_OPTIONAL_FLOATS, // `count` of them, described if the bool at count_offset is set
    MQ_RECORD_TEXT,            // NULL is allowed
    MQ_RECORD_VALUE,           // const maq_value *; not described when NULL
    MQ_RECORD_STRUCT,
    // Pointers to as many rows or structs as the uint32_t at count_offset says.
    MQ_RECORD_FLOAT_ROWS,   // rows of `count` floats; NULL is allowed, and not described
    MQ_RECORD_INTEGER_ROWS, // the same of uint32_t
    MQ_RECORD_BYTES,        // the same of bytes, described by their digest
    MQ_RECORD_LIST,
    MQ_RECORD_OPTIONAL_LIST, // NULL is allowed whatever the count is
} mq_record_kind;

// What a field of numbers, rows or structs holds: `count` rows of `width` numbers. `items` is NULL
// where the field has no meaning for the struct.
typedef struct mq_record_array {
    const void *items;
    size_t count, width;
} mq_record_array;

typedef struct mq_record_field {
    const char *key; // NULL: the only field; its struct is described as the bare value
    mq_record_kind kind;
    size_t offset;
    unsigned count; // of numbers; 1: described as a number, not as an array
    size_t count_offset;
    const struct mq_record *items;
    const char *const *names;
    // Corrects rows whose size depends on other fields. `parent` is the struct that has the list which
    // `item` is in. NULL: there is nothing to correct.
    void (*resize)(mq_record_array *rows, const void *item, const void *parent);
} mq_record_field;

typedef struct mq_record {
    size_t size; // of the struct
    const mq_record_field *fields;
    unsigned count;
} mq_record;

#define MQ_RECORD(type, table)                                                                     \
    { sizeof(type), (table), sizeof(table) / sizeof(table)[0] }
#define MQ_RECORD_BARE_FIELD(kind_, type, member, count_)                                          \
    { .kind = MQ_RECORD_##kind_, .offset = offsetof(type, member), .count = (count_) }
#define MQ_RECORD_KEYED_FIELD(kind_, type, key_, member, count_)                                   \
    {                                                                                              \
        .key = (key_), .kind = MQ_RECORD_##kind_, .offset = offsetof(type, member),                \
        .count = (count_)                                                                          \
    }
#define MQ_RECORD_FIELD(kind_, type, member, count_)                                               \
    MQ_RECORD_KEYED_FIELD(kind_, type, #member, member, count_)
#define MQ_RECORD_COUNTED_FIELD(kind_, type, member, counter, items_)                              \
    {                                                                                              \
        .key = #member, .kind = MQ_RECORD_##kind_, .offset = offsetof(type, member),               \
        .count_offset = offsetof(type, counter), .items = (items_)                                 \
    }

// What a field of numbers, rows or structs holds.
mq_record_array mq_record_array_of(const mq_record_field *field, const void *item,
                                   const void *parent);

// The pointer of a field that is one.
const void *mq_record_pointer(const mq_record_field *field, const void *item);

// A copy of an array of structs, with everything they point to. NULL for an empty array, and when
// there is no memory, which the arena's status says.
void *mq_record_copy(mq_arena *arena, const mq_record *record, const void *items, size_t count);

// Whether no list of a struct, nor of the structs below it, is NULL where its count is not 0.
bool mq_record_has_lists(const mq_record *record, const void *item);

// Puts all fields of a struct into an object.
void mq_record_describe(const mq_record *record, const void *item, mq_node *object);

#endif
