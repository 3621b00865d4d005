// SPDX-License-Identifier: MIT
//
// What the files that check puppets share.
#ifndef MQ_PET_CHECK_PRIV_H
#define MQ_PET_CHECK_PRIV_H

#include <inttypes.h>

#include "formats/pet/pet_priv.h"

typedef struct checking {
    const maq_document *document;
    const maq_pet *pet;
    mq_findings *findings;
    mq_arena *scratch;
    pet_converter converter;
    const struct name_entry *bone_names; // sorted; NULL: no memory
} checking;

// One finding for many things of the same fault: their number and the first of them.
typedef struct tally {
    uint64_t count;
    uint32_t first;
} tally;

static inline void mq_pet_count(tally *faults, bool fault, uint32_t index) {
    if (fault && faults->count++ == 0)
        faults->first = index;
}

#define PET_FIND(c, rule, offset, ...)                                                             \
    mq_add_finding((c)->findings, &mq_pet_rules[PET_##rule], mq_pet_file_offset((c), (offset)), 0, \
                   __VA_ARGS__)

// The place of a thing in the file; nowhere when there is no file.
static inline uint64_t mq_pet_file_offset(const checking *c, uint64_t offset) {
    return c->document->source ? offset : MAQ_NO_OFFSET;
}

// A text in quotes for messages, cut when it is very long.
const char *mq_pet_quoted(checking *c, maq_pet_text text);

// Whether a bone has this name.
bool mq_pet_has_bone(checking *c, maq_pet_text name);

// A text with a NUL in it, or one that is no CP949.
void mq_pet_check_text(checking *c, maq_pet_text text, uint64_t offset, const char *what);

void mq_pet_check_bones(checking *c);      // BONE, EXTR
void mq_pet_check_animations(checking *c); // ANIM
void mq_pet_check_mesh(checking *c);       // MESH
void mq_pet_check_motions(checking *c);    // FRAM, MOTI, COLL

#endif
