// SPDX-License-Identifier: MIT
//
// Running a function for many items, on all cores.
#ifndef MQ_BASE_PARALLEL_H
#define MQ_BASE_PARALLEL_H

#include <stddef.h>

// Calls work(context, i) once for each i below count, on up to `threads` threads (0: one per core),
// including that of the caller. Items are started in order; calls of work() must not share writable
// data. done(context, i), unless it is NULL, is called for each i strictly in order, one call at a
// time, as soon as work has returned for all up to i: for printing in order while the rest goes on.
// If threads cannot be created, fewer do all the work; a build without threads (base/lock.h) has one.
void mq_parallel(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                 void (*done)(void *context, size_t index), void *context);

// The same for results that wait in places of the caller, which are used in turn: 2 * threads of them are
// enough, since work() for i begins after done() has returned for i - 2 * threads. done() is always called on
// the thread of the caller, so it may set errno and allocate from the caller's memory. `threads` is from 1 to
// MQ_TURN_THREADS.
enum { MQ_TURN_THREADS = 8 };
void mq_parallel_in_turn(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                         void (*done)(void *context, size_t index), void *context);

// How many threads 0 means.
unsigned mq_cores(void);

#endif
