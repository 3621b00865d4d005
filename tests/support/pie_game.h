// SPDX-License-Identifier: MIT
//
// What Warzone 2100 does with a PIE file: a small loader written from the published behaviour of the
// game (4.5), on sscanf() as the game's is, and sharing nothing with the library.
#ifndef TESTS_SUPPORT_PIE_GAME_H
#define TESTS_SUPPORT_PIE_GAME_H

#include <stdbool.h>
#include <stddef.h>

typedef enum game_verdict {
    GAME_LOADS,
    GAME_REFUSES,
    GAME_HANGS,
    GAME_CRASHES,
    // It logs an error and goes on with values that nobody set: it then loads or refuses the file.
    GAME_IS_UNDEFINED,
} game_verdict;

typedef struct game_model {
    game_verdict verdict;
    bool undefined;     // it loads, with undefined behaviour on the way
    const char *reason; // why it does not load
    unsigned line;      // the last line that was read, from 1
    // All numbers that the game keeps, in the order of the file. To be freed.
    double *values;
    size_t value_count, value_capacity;
} game_model;

game_model game_load(const char *bytes, size_t length);
void game_free(game_model *model);

#endif
