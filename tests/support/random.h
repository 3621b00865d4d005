// SPDX-License-Identifier: MIT
//
// Random values that are the same in every run.
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

// A set-up for tests: starts the sequence anew, so that tests do not depend on one another.
int seed_random(void **state);

uint64_t random_u64(void);
int random_below(int limit);
bool random_bool(void);

// How often a random test is done: `count` times, an eighth of that under gcc's sanitizers, or
// 20 times as often in the deep run.
long random_rounds(long count);

#endif
