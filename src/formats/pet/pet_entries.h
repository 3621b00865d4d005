// SPDX-License-Identifier: MIT
//
// The entries of sections, field by field in the order of the file. The same functions decode, encode
// and describe them.
#ifndef MQ_PET_ENTRIES_H
#define MQ_PET_ENTRIES_H

#include "formats/pet/pet_priv.h"

// What is done to each field: without a cursor and a writer it is described.
typedef struct pet_visitor {
    const maq_pet_encoding *encoding;
    mq_cursor *cursor;  // reads into the entry
    pet_writer *writer; // writes the entry
    mq_node *object;    // gets what the entry says
    mq_arena *scratch;  // for the text of `object`
} pet_visitor;

// An entry of TEXT, BONE, FANM, FRAM, MOTI or COLL; `count` is how many the section has.
void mq_pet_visit_entry(const pet_visitor *visitor, maq_pet_tag tag, uint32_t count, void *entry);
void mq_pet_visit_skin(const pet_visitor *visitor, maq_pet_skin *skin);

// Where the lists of sections with entries are.
typedef struct pet_list_type {
    const char *key; // in a description; NULL: the section is not a list of entries
    size_t size;     // of an entry in memory
    size_t offset;   // of the list in maq_pet
    size_t position; // where an entry keeps its offset in the file; 0: it does not
} pet_list_type;
extern const pet_list_type mq_pet_list_types[MAQ_PET_KNOWN_TAGS];
const void *mq_pet_list(const maq_pet *pet, maq_pet_tag tag);

// Describe bytes as hexadecimal digits; text as such where it is printable ASCII, else with its bytes.
void mq_pet_put_hex(mq_arena *scratch, mq_node *parent, const char *key, const void *bytes,
                    size_t length);
void mq_pet_put_text(mq_arena *scratch, mq_node *parent, const char *key, maq_pet_text text);

#endif
