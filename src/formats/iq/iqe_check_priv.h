// SPDX-License-Identifier: MIT
//
// What the files that check IQE share.
#ifndef MQ_IQE_CHECK_PRIV_H
#define MQ_IQE_CHECK_PRIV_H

#include "base/fault.h"
#include "formats/iq/iqe_priv.h"

typedef struct iqe_check {
    const maq_document *document;
    const maq_iqe *iqe;
    mq_findings *findings;
} iqe_check;

// One finding for all rows of a kind with the same fault, at the first; `index` is its row.
void mq_iqe_report_rows(iqe_check *check, iqe_rule rule, iqe_row kind, const mq_fault *fault,
                        const char *what);

// A finding for the line at an offset.
#define IQE_REPORT_LINE(check, rule, line_offset, ...)                                             \
    do {                                                                                           \
        maq_span span_ = mq_iqe_line_span((check)->document, (line_offset));                       \
        mq_add_finding((check)->findings, &mq_iqe_rules[rule], span_.offset, span_.length,         \
                       __VA_ARGS__);                                                               \
    } while (0)

void mq_iqe_check_skeleton(iqe_check *check, mq_arena *scratch);

#endif
