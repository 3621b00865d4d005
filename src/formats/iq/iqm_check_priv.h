// SPDX-License-Identifier: MIT
//
// What the checks of IQM share.
#ifndef MQ_IQM_CHECK_PRIV_H
#define MQ_IQM_CHECK_PRIV_H

#include "formats/iq/iqm_priv.h"

typedef struct iqm_checker {
    const maq_iqm *iqm;
    mq_findings *findings;
    bool has_source; // else nothing has a place
} iqm_checker;

// Many faults of one kind, which become one finding at the first of them.
typedef struct iqm_tally {
    uint64_t count;
    uint64_t first; // the number of the first: a vertex, a triangle, ...
} iqm_tally;

static inline void iqm_count(iqm_tally *tally, uint64_t number) {
    if (tally->count++ == 0)
        tally->first = number;
}

// The place of a thing `offset` bytes behind a record; nowhere for what no file holds.
static inline uint64_t iqm_place(const iqm_checker *checker, uint32_t record, uint64_t offset) {
    return checker->has_source && record != MAQ_IQM_NO_OFFSET ? record + offset : MAQ_NO_OFFSET;
}

// Gives a finding the count of a tally. NULL is fine.
static inline void iqm_counted(maq_finding *finding, const iqm_tally *tally) {
    if (finding)
        finding->count = tally->count;
}

// " (7 in all)", or nothing for a single one. The text lives in `out`.
#define IQM_IN_ALL 40
const char *mq_iqm_in_all(const iqm_tally *tally, char out[IQM_IN_ALL]);

// The parts of mq_iqm_check().
void mq_iqm_check_vertices(iqm_checker *checker);
void mq_iqm_check_skeleton(iqm_checker *checker);

// Says that a name does not lie within the text, or is too long for some.
void mq_iqm_check_name(iqm_checker *checker, const char *what, uint32_t index, uint32_t name,
                       uint64_t place);

#endif
