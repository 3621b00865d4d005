// SPDX-License-Identifier: MIT
//
// What the checks of IQM share.
#ifndef MQ_IQM_CHECK_PRIV_H
#define MQ_IQM_CHECK_PRIV_H

#include "base/fault.h"
#include "formats/iq/iqm_priv.h"

typedef struct iqm_checker {
    const maq_iqm *iqm;
    mq_findings *findings;
    bool has_source; // otherwise nothing has an offset
} iqm_checker;

// The offset of a thing `delta` bytes behind a record; none for what no file holds.
static inline uint64_t iqm_offset(const iqm_checker *checker, uint32_t record, uint64_t delta) {
    return checker->has_source && record != MAQ_IQM_NO_OFFSET ? record + delta : MAQ_NO_OFFSET;
}

// A finding `delta` bytes behind a record.
#define IQM_REPORT(checker, name, record, delta, ...)                                              \
    IQM_FIND((checker)->findings, name, iqm_offset((checker), (record), (delta)), 0, __VA_ARGS__)

// One finding for all faults of a kind, at the first of them; none when there is no fault.
#define IQM_REPORT_FAULT(checker, name, fault, record, delta, format, ...)                         \
    do {                                                                                           \
        if ((fault).count > 0)                                                                     \
            mq_finding_count(IQM_REPORT(checker, name, record, delta, format "%s", __VA_ARGS__,    \
                                        mq_in_all_of((fault).count).text),                         \
                             (fault).count);                                                       \
    } while (0)

// The parts of mq_iqm_check().
void mq_iqm_check_vertices(iqm_checker *checker);
void mq_iqm_check_skeleton(iqm_checker *checker);

// Reports a name that does not lie within the text, or is too long for some loaders.
void mq_iqm_check_name(iqm_checker *checker, const char *what, uint32_t index, uint32_t name,
                       uint64_t offset);

#endif
