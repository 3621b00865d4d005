// SPDX-License-Identifier: MIT
//
// What the library does with one file, from and to memory, in one thread.
#ifndef BENCH_OPERATIONS_H
#define BENCH_OPERATIONS_H

#include "bench.h"
#include "maquette/scene.h"

typedef enum bench_operation {
    BENCH_READ,
    BENCH_CHECK,
    BENCH_WRITE,
    BENCH_TO_SCENE,   // from a document
    BENCH_FROM_SCENE, // to a document of the same variant
    BENCH_OPEN_SCENE, // from the bytes
    BENCH_OPERATION_COUNT,
} bench_operation;

extern const char *const bench_operation_names[BENCH_OPERATION_COUNT];

typedef struct bench_subject {
    const char *variant;
    maq_buffer bytes;
    bench_operation operation;
    size_t result; // bytes that were written
} bench_subject;

// A bench_work for a bench_subject.
bool bench_operate(void *context, double *seconds);

#endif
