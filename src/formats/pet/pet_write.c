// SPDX-License-Identifier: MIT
//
// Writing puppets: a document holds the bytes of all its sections, and they follow each other.
#include "formats/pet/pet_priv.h"

void mq_pet_write(const maq_document *document, mq_text *out) {
    const maq_pet *pet = document->content;
    enum { SECTION_HEADER = 8 };
    size_t length = pet->tail_length;
    for (uint32_t i = 0; i < pet->section_count; i++)
        length += SECTION_HEADER + pet->sections[i].length;
    mq_text_reserve(out, length);
    for (uint32_t i = 0; i < pet->section_count; i++) {
        const maq_pet_section *section = &pet->sections[i];
        mq_text_bytes(out, section->name, sizeof section->name);
        mq_text_u32(out, section->declared_length);
        mq_text_bytes(out, section->bytes, section->length);
    }
    mq_text_bytes(out, pet->tail, pet->tail_length);
}
