// SPDX-License-Identifier: MIT
//
// Losses that say how many things were dropped: "1 box was dropped", "2 boxes were dropped".
#ifndef MQ_FORMATS_COUNTED_LOSS_H
#define MQ_FORMATS_COUNTED_LOSS_H

#include "base/findings.h"
#include "base/plural.h"

// Nothing when the count is 0. The texts follow the number.
static inline void mq_add_counted_loss(mq_findings *findings, const maq_rule *rule, uint64_t count,
                                       const char *one, const char *many) {
    mq_add_loss(findings, rule, count, "%llu %s", (unsigned long long)count,
                MQ_PLURAL(count, one, many));
}

#endif
