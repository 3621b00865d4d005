// SPDX-License-Identifier: MIT
//
// What the files that check puppets share.
#ifndef MQ_PET_CHECK_PRIV_H
#define MQ_PET_CHECK_PRIV_H

#include <inttypes.h>

#include "base/fault.h"
#include "base/plural.h"
#include "formats/pet/pet_priv.h"

typedef struct pet_checker {
    const maq_document *document;
    const maq_pet *pet;
    mq_findings *findings;
    mq_arena *scratch;
    const name_entry *bone_names; // sorted; NULL: no memory
} pet_checker;

// Counts a fault of the thing with an index; one finding reports all of its kind.
static inline void mq_pet_count_fault(mq_fault *fault, bool is_faulty, uint32_t index) {
    if (is_faulty)
        mq_fault_add_item(fault, 0, index);
}

#define PET_FIND(c, rule, offset, ...)                                                             \
    mq_add_finding((c)->findings, &mq_pet_rules[PET_##rule], mq_pet_finding_offset((c), (offset)), \
                   0, __VA_ARGS__)

// The offset of a finding; none when the document was not read from a file.
static inline uint64_t mq_pet_finding_offset(const pet_checker *c, uint64_t offset) {
    return c->document->source ? offset : MAQ_NO_OFFSET;
}

// A text in quotes for messages, shortened when it is very long.
const char *mq_pet_quoted(pet_checker *c, maq_pet_text text);

// Whether a bone has this name.
bool mq_pet_has_bone(pet_checker *c, maq_pet_text name);

// Checks a text for a NUL and for bytes that are not CP949.
void mq_pet_check_text(pet_checker *c, maq_pet_text text, uint64_t offset, const char *what);

void mq_pet_check_bones(pet_checker *c);      // BONE, EXTR
void mq_pet_check_animations(pet_checker *c); // ANIM
void mq_pet_check_mesh(pet_checker *c);       // MESH
void mq_pet_check_motions(pet_checker *c);    // FRAM, MOTI, COLL

#endif
