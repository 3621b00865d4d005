// SPDX-License-Identifier: MIT
//
// What the files that check IQE share.
#ifndef MQ_IQE_CHECK_PRIV_H
#define MQ_IQE_CHECK_PRIV_H

#include "formats/iq/iqe_priv.h"

typedef struct iqe_check {
    const maq_document *document;
    const maq_iqe *iqe;
    mq_findings *findings;
} iqe_check;

// Rows with the same thing amiss: how many, and the first.
typedef struct iqe_rows_amiss {
    uint64_t count;
    uint32_t first;
} iqe_rows_amiss;

static inline void mq_iqe_faults(iqe_rows_amiss *amiss, uint32_t row) {
    if (amiss->count++ == 0)
        amiss->first = row;
}

// One finding for all of them, at the first.
void mq_iqe_report_rows(iqe_check *check, iqe_rule rule, iqe_row kind, const iqe_rows_amiss *amiss,
                        const char *what);

void mq_iqe_check_skeleton(iqe_check *check, mq_arena *scratch);

#endif
