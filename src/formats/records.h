// SPDX-License-Identifier: MIT
//
// Structs of documents described by tables. One table copies a struct with everything it points to,
// checks its pointers, and puts it into a value tree.
#ifndef MQ_FORMATS_RECORDS_H
#define MQ_FORMATS_RECORDS_H

#include <stddef.h>

#include "base/value.h"
#include "formats/format.h"

typedef enum mq_record_kind {
    MQ_RECORD_BOOL,
    MQ_RECORD_INTEGERS,        // int32_t
    MQ_RECORD_FLOATS,          // `count` of them
    MQ_RECORD_COUNTED_FLOATS,  // as many as the uint32_t at count_offset says
    MQ_RECORD_OPTIONAL_FLOATS, // `count` of them, described if the bool at count_offset is set
    MQ_RECORD_TEXT,            // NULL is allowed
    MQ_RECORD_NAME,            // an enum, described by names[value]
    MQ_RECORD_STRUCT,
    MQ_RECORD_LIST,          // a pointer to as many structs as the uint32_t at count_offset says
    MQ_RECORD_OPTIONAL_LIST, // the same; NULL is allowed whatever the count is
} mq_record_kind;

typedef struct mq_record_field {
    const char *key; // NULL: the only field; its struct is described as the bare value
    mq_record_kind kind;
    size_t offset;
    unsigned count; // of numbers; 1: described as a number, not as an array
    size_t count_offset;
    const struct mq_record *items;
    const char *const *names;
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

// A copy of an array of structs, with everything they point to. NULL for an empty array, and when
// there is no memory, which the arena's status says.
void *mq_record_copy(mq_arena *arena, const mq_record *record, const void *items, size_t count);

// Whether no list of a struct, nor of the structs below it, is NULL where its count is not 0.
bool mq_record_has_lists(const mq_record *record, const void *item);

// Puts all fields of a struct into an object.
void mq_record_describe(const mq_record *record, const void *item, mq_node *object);

// A new document of a variant with a copy of a struct that a caller filled. `complete` (NULL: none)
// then sets what follows from the rest; a failure there is a failure of the arena.
maq_status mq_record_document(const mq_format *format, const maq_variant *variant,
                              const mq_record *record, const void *content,
                              const maq_memory *memory, void (*complete)(maq_document *document),
                              maq_document **out);

#endif
