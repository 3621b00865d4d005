// SPDX-License-Identifier: MIT
//
// Bringing what a puppet says into the form of another kind, version and layout. What that form
// has no place for is found as a loss.
#ifndef MQ_PET_ADAPT_H
#define MQ_PET_ADAPT_H

#include <stdarg.h>

#include "formats/pet/pet_priv.h"

typedef struct pet_adaption {
    mq_arena *arena; // of the new document
    mq_findings *findings;
    maq_pet_encoding from, to; // of the file; sections may differ from `from`
    maq_pet *pet;              // a copy, whose lists are replaced one by one
    maq_pet_mesh *mesh;        // NULL: none
    // Where bones go when not all have room; NULL: each keeps its number.
    const int32_t *bone_map;
    uint64_t lost_spares;
} pet_adaption;

// Finds a loss of `count` things unless that is 0.
__attribute__((format(printf, 5, 0))) void mq_pet_report_loss(mq_findings *findings, pet_rule rule,
                                                              uint64_t offset, uint64_t count,
                                                              const char *format,
                                                              va_list arguments);

// Finds a loss of `count` things unless that is 0, at the section of a name in the source.
__attribute__((format(printf, 5, 6))) void mq_pet_add_loss(pet_adaption *adaption, pet_rule rule,
                                                           maq_pet_tag tag, uint64_t count,
                                                           const char *format, ...);

// The encoding of the section that a list was read from.
maq_pet_encoding mq_pet_source_form(const pet_adaption *adaption, maq_pet_tag tag);

// These replace the lists of adaption->pet (and ->mesh) in turn. False: no memory.
bool mq_pet_adapt_bones(pet_adaption *adaption);
bool mq_pet_adapt_animations(pet_adaption *adaption);
bool mq_pet_adapt_frames(pet_adaption *adaption);
bool mq_pet_adapt_motions(pet_adaption *adaption);
bool mq_pet_adapt_boxes(pet_adaption *adaption);
bool mq_pet_adapt_extras(pet_adaption *adaption);
bool mq_pet_adapt_mesh(pet_adaption *adaption);

// Brings a puppet into another form and makes it the content of `out` (pet_retarget.c). Sections
// of `source` whose form does not change keep their bytes.
maq_status mq_pet_adapt(const maq_pet *source, const maq_pet_mesh *mesh, const maq_pet_encoding *to,
                        maq_document *out);

// The kind, version and layout that settings ask for; false when a value makes no sense.
bool mq_pet_wanted(const mq_settings *settings, const maq_document *out, uint32_t default_minor,
                   maq_pet_encoding *wanted);

#endif
