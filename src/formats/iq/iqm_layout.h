// SPDX-License-Identifier: MIT
//
// Which bytes of a file belong to what, while it is read: no section may leave the file, and all of
// them together may not claim much more than there is.
#ifndef MQ_IQM_LAYOUT_H
#define MQ_IQM_LAYOUT_H

#include "formats/iq/iqm_priv.h"

typedef struct iqm_layout {
    maq_document *document;
    size_t limit;     // the end of the file, as its header has it
    uint64_t claimed; // bytes of all ranges
    iqm_range *ranges;
    size_t count, capacity;
    const char **names; // by the tag of a range
    size_t name_count, name_capacity;
    bool dropped; // something that the header announces was left out
} iqm_layout;

// A section as it is announced: what findings call it, and where the field stands that says so.
typedef struct iqm_section {
    const char *what;
    uint32_t offset;
    uint64_t length;
    uint32_t alignment;
    uint32_t field;
} iqm_section;

// The bytes of a section of at least one byte, or NULL after a finding that says why not.
const unsigned char *mq_iqm_claim(iqm_layout *layout, const iqm_section *section);

// The start of the first range after an offset; the end of the file when there is none.
size_t mq_iqm_next_range(const iqm_layout *layout, uint32_t offset);

// Finds ranges that share bytes and bytes of no range.
void mq_iqm_layout_finish(iqm_layout *layout);

#endif
