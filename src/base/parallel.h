// SPDX-License-Identifier: MIT
//
// The same work on many things, on all cores.
#ifndef MQ_BASE_PARALLEL_H
#define MQ_BASE_PARALLEL_H

#include <stddef.h>

// Calls work(context, i) once for each i below count, on up to `threads` threads (0: one per core),
// the caller's own among them. Things are begun in order; work() must not touch what another call
// touches. When done(context, i) is given it is called for each i strictly in order, one call at a
// time, as soon as work is over for all up to i: for printing in order while the rest goes on. If
// threads cannot be had, fewer do it all.
void mq_parallel(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                 void (*done)(void *context, size_t index), void *context);

// How many threads 0 stands for.
unsigned mq_cores(void);

#endif
