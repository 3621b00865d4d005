// SPDX-License-Identifier: MIT
//
// The structs of a scene as tables of fields. Copies, descriptions and digests walk these tables, so
// that a new field of maquette/scene.h takes one row here.
#ifndef MQ_SCENE_FIELDS_H
#define MQ_SCENE_FIELDS_H

#include "maquette/scene.h"

typedef enum mq_field_kind {
    MQ_FIELD_TEXT,    // const char *
    MQ_FIELD_VALUE,   // const maq_value *
    MQ_FIELD_INTEGER, // uint32_t
    MQ_FIELD_INDEX,   // uint32_t; MAQ_SCENE_NONE: none
    MQ_FIELD_CHOICE,  // an enum whose values have names
    MQ_FIELD_BOOL,
    MQ_FIELD_FLOATS, // `width` floats in the struct itself
    // Pointers to arrays; NULL: none.
    MQ_FIELD_FLOAT_ROWS,
    MQ_FIELD_INTEGER_ROWS, // of uint32_t
    MQ_FIELD_BYTES,
    MQ_FIELD_UV_SETS, // an array of arrays
    MQ_FIELD_STRUCTS,
} mq_field_kind;

typedef struct mq_struct mq_struct;

typedef struct mq_field {
    const char *name;
    mq_field_kind kind;
    size_t offset;            // in the struct
    size_t count;             // of arrays: the offset of their number of rows
    int width;                // numbers in a row, or one of fields.c
    const char *const *names; // of MQ_FIELD_CHOICE
    const mq_struct *items;   // of MQ_FIELD_STRUCTS
} mq_field;

struct mq_struct {
    size_t size, field_count;
    const mq_field *fields;
};

// All of maq_scene but node_order, which follows from the nodes, source_format and source.
extern const mq_struct mq_scene_struct;

// The array of an array field and its size. `parent` is the struct that has the array which `object`
// is in. `items` is NULL where the field has no meaning for the object.
typedef struct mq_rows {
    const void *items;
    size_t count, width;
} mq_rows;
mq_rows mq_field_rows(const mq_field *field, const void *object, const void *parent);

// The value of a number or a choice; false where the field has no meaning for the object.
bool mq_field_integer(const mq_field *field, const void *object, uint32_t *value);

// The pointer of a text or value field.
const void *mq_field_pointer(const mq_field *field, const void *object);

#endif
