// SPDX-License-Identifier: MIT
//
// Small things that the checks of several formats need.
#ifndef MQ_FORMATS_FAULTS_H
#define MQ_FORMATS_FAULTS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// Many faults of one kind in one list, which are told as one: how many, and where the first is (a
// token so many behind the one at an offset).
typedef struct mq_fault {
    uint64_t count;
    uint32_t offset;
    unsigned token;
} mq_fault;

static inline void mq_fault_add(mq_fault *fault, uint32_t offset, unsigned token) {
    if (fault->count++ == 0) {
        fault->offset = offset;
        fault->token = token;
    }
}

// Whether a vector is as long as one that somebody meant to be of length 1.
static inline bool mq_is_near_unit(const float *v, unsigned count) {
    double square = 0;
    for (unsigned i = 0; i < count; i++)
        square += (double)v[i] * v[i];
    return fabs(sqrt(square) - 1) <= 0.01;
}

#endif
