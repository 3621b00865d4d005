// SPDX-License-Identifier: MIT
//
// Faults of one kind that become one finding: how many there are, and where the first one is.
#ifndef MQ_BASE_FAULT_H
#define MQ_BASE_FAULT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct mq_fault {
    uint64_t count;
    uint64_t offset; // of the first, in the file
    unsigned token;  // the first is so many tokens behind the one at the offset
    uint64_t index;  // of the first in its list, for messages
} mq_fault;

static inline void mq_fault_add(mq_fault *fault, uint64_t offset, unsigned token) {
    if (fault->count++ == 0) {
        fault->offset = offset;
        fault->token = token;
    }
}

static inline void mq_fault_add_item(mq_fault *fault, uint64_t offset, uint64_t index) {
    if (fault->count++ == 0) {
        fault->offset = offset;
        fault->index = index;
    }
}

// What messages about the first of several faults say at their end: " (7 in all)"; "" for one.
typedef struct mq_in_all {
    char text[40];
} mq_in_all;
static inline mq_in_all mq_in_all_of(uint64_t count) {
    mq_in_all in_all = {""};
    if (count > 1)
        snprintf(in_all.text, sizeof in_all.text, " (%llu in all)", (unsigned long long)count);
    return in_all;
}

// Whether the length of a vector is 1 within one percent.
static inline bool mq_is_near_unit(const float *v, unsigned count) {
    double square = 0;
    for (unsigned i = 0; i < count; i++)
        square += (double)v[i] * v[i];
    return fabs(sqrt(square) - 1) <= 0.01;
}

#endif
