// SPDX-License-Identifier: MIT
//
// Structs of documents described by tables. One table copies a struct with everything it points to,
// checks its pointers, and puts it into a value tree.
#ifndef MQ_FORMATS_FIELDS_H
#define MQ_FORMATS_FIELDS_H

#include <stddef.h>

#include "base/value.h"
#include "formats/format.h"

typedef enum mq_field_kind {
    MQ_FIELD_BOOL,
    MQ_FIELD_INTEGERS,        // int32_t
    MQ_FIELD_FLOATS,          // `count` of them
    MQ_FIELD_COUNTED_FLOATS,  // as many as the uint32_t at count_offset says
    MQ_FIELD_OPTIONAL_FLOATS, // `count` of them, described if the bool at count_offset is set
    MQ_FIELD_TEXT,            // NULL is allowed
    MQ_FIELD_NAME,            // an enum, described by names[value]
    MQ_FIELD_STRUCT,
    MQ_FIELD_LIST,          // a pointer to as many structs as the uint32_t at count_offset says
    MQ_FIELD_OPTIONAL_LIST, // the same; NULL is allowed whatever the count is
} mq_field_kind;

typedef struct mq_field {
    const char *key; // NULL: the only field; its struct is described as the bare value
    mq_field_kind kind;
    size_t offset;
    unsigned count; // of numbers; 1: described as a number, not as an array
    size_t count_offset;
    const struct mq_fields *items;
    const char *const *names;
} mq_field;

typedef struct mq_fields {
    size_t size; // of the struct
    const mq_field *fields;
    unsigned count;
} mq_fields;

#define MQ_FIELDS(type, table)                                                                     \
    { sizeof(type), (table), sizeof(table) / sizeof(table)[0] }
#define MQ_FIELD_BARE(kind_, type, member, count_)                                                 \
    { .kind = MQ_FIELD_##kind_, .offset = offsetof(type, member), .count = (count_) }
#define MQ_FIELD_KEYED(kind_, type, key_, member, count_)                                          \
    { .key = (key_), .kind = MQ_FIELD_##kind_, .offset = offsetof(type, member), .count = (count_) }
#define MQ_FIELD(kind_, type, member, count_) MQ_FIELD_KEYED(kind_, type, #member, member, count_)
#define MQ_FIELD_WITH_COUNT(kind_, type, member, counter, items_)                                  \
    {                                                                                              \
        .key = #member, .kind = MQ_FIELD_##kind_, .offset = offsetof(type, member),                \
        .count_offset = offsetof(type, counter), .items = (items_)                                 \
    }

// A copy of an array of structs, with everything they point to. NULL for an empty array, and when
// there is no memory, which the arena's status says.
void *mq_fields_copy(mq_arena *arena, const mq_fields *fields, const void *items, size_t count);

// Whether no list of a struct, nor of the structs below it, is NULL where its count is not 0.
bool mq_fields_have_lists(const mq_fields *fields, const void *item);

// Puts all fields of a struct into an object.
void mq_fields_describe(const mq_fields *fields, const void *item, mq_node *object);

// A new document of a variant with a copy of a struct that a caller filled. `complete` (NULL: none)
// then sets what follows from the rest; a failure there is a failure of the arena.
maq_status mq_fields_document(const mq_format *format, const maq_variant *variant,
                              const mq_fields *fields, const void *content,
                              const maq_memory *memory, void (*complete)(maq_document *document),
                              maq_document **out);

#endif
