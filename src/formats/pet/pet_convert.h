// SPDX-License-Identifier: MIT
//
// Converting a puppet to another kind, version and layout. What the new encoding cannot hold is
// reported as a loss.
#ifndef MQ_PET_CONVERT_H
#define MQ_PET_CONVERT_H

#include "base/copying.h"
#include "formats/pet/pet_priv.h"

typedef struct pet_conversion {
    mq_arena *arena; // for lists, until the document is made of them
    mq_copying copying;
    mq_findings *findings;
    maq_pet_encoding from, to; // of the file; sections may differ from `from`
    maq_pet *pet;              // a copy, whose lists are replaced one by one
    pet_file_mesh *mesh;       // NULL: none; its lists belong to the conversion
    // The new index of each bone when not all of them fit; NULL: each keeps its index.
    const int32_t *bone_map;
    uint64_t dropped_duplicates;
} pet_conversion;

// The offset of a section in the source.
uint64_t mq_pet_source_offset(const pet_conversion *c, maq_pet_tag tag);

// Reports a loss at a section of the source.
#define PET_CONVERT_LOSS(c, rule, tag, ...)                                                        \
    mq_pet_report_loss((c)->findings, PET_LOSS_##rule, mq_pet_source_offset((c), MAQ_PET_##tag),   \
                       __VA_ARGS__)

// The encoding of the section that a list was read from.
maq_pet_encoding mq_pet_source_encoding(const pet_conversion *c, maq_pet_tag tag);

// Whether textures have names that only the documented layout can hold.
bool mq_pet_has_long_names(const maq_pet *pet, maq_pet_layout layout);

// Each replaces a list of c->pet (or c->mesh). False: no memory.
bool mq_pet_convert_textures(pet_conversion *c);
bool mq_pet_convert_bones(pet_conversion *c);
bool mq_pet_convert_animations(pet_conversion *c);
bool mq_pet_convert_frames(pet_conversion *c);
bool mq_pet_convert_motions(pet_conversion *c);
bool mq_pet_convert_boxes(pet_conversion *c);
bool mq_pet_convert_extras(pet_conversion *c);
bool mq_pet_convert_mesh(pet_conversion *c);

// Converts a puppet to an encoding and makes the result the content of `out` (pet_convert.c).
// Sections of `source` whose form does not change keep their bytes. The lists of `mesh` (NULL: those of the
// source are decoded) may be changed.
maq_status mq_pet_convert_to(const maq_pet *source, const pet_file_mesh *mesh,
                             const maq_pet_encoding *to, maq_document *out);

// The encoding that the settings ask for; `otherwise` has the version and layout where they do not.
// False when a value of a setting is not allowed.
bool mq_pet_requested_encoding(const mq_settings *settings, const maq_document *out,
                               const maq_pet_encoding *otherwise, maq_pet_encoding *requested);

#endif
