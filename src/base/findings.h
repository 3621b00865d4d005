// SPDX-License-Identifier: MIT
//
// Collecting findings: a capped list with uncapped counts, in an arena.
#ifndef MQ_BASE_FINDINGS_H
#define MQ_BASE_FINDINGS_H

#include "base/arena.h"

typedef struct mq_findings {
    mq_arena *arena;
    size_t max;       // how many are kept
    unsigned target;  // its severities count
    bool keep_silent; // keep what is silent for this target, but may not be for others
    maq_finding *items;
    size_t capacity;
    maq_findings list; // what the public API shows; list.items follows items
    // How many were not kept, for each target by severity.
    uint64_t dropped[MAQ_MAX_TARGETS][MAQ_LOSS + 1];
    uint64_t dropped_incomplete_reads;
} mq_findings;

void mq_findings_init(mq_findings *findings, mq_arena *arena, size_t max, unsigned target);

// Adds a finding unless the rule is silent for the target. The caller may set the count and edits of
// the returned finding, which is NULL when none was kept. Lack of memory shows in the status of the
// arena.
__attribute__((format(printf, 5, 6))) maq_finding *mq_add_finding(mq_findings *findings,
                                                                  const maq_rule *rule,
                                                                  uint64_t offset, uint64_t length,
                                                                  const char *format, ...);

// Makes a finding stand for `count` things. NULL findings are passed over, and so is 0.
static inline maq_finding *mq_finding_count(maq_finding *finding, uint64_t count) {
    if (finding && count)
        finding->count = count;
    return finding;
}

// Adds a finding of `count` things without an offset in a file, such as a loss; none for 0 things.
__attribute__((format(printf, 4, 5))) void mq_add_loss(mq_findings *findings, const maq_rule *rule,
                                                       uint64_t count, const char *format, ...);

// Adds all findings of another list (their texts and edits stay where they are) with this target's
// severities; those that were not kept there are counted.
void mq_findings_append(mq_findings *findings, const mq_findings *others);

// Adds copies of findings of another kind of object, without their offsets.
void mq_findings_add_copies(mq_findings *findings, const maq_findings *others);

// Gives a finding one more edit.
bool mq_finding_edit(mq_findings *findings, maq_finding *finding, uint64_t offset, uint64_t length,
                     const char *text, size_t text_length);

// Sorts the list by offset; findings at the same offset keep their order, those without one come
// last.
void mq_findings_sort(mq_findings *findings);

#endif
