// SPDX-License-Identifier: MIT
#include "support/random.h"

#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

int seed_random(void **state) {
    (void)state;
    random_state = 20240229;
    return 0;
}

// The splitmix64 sequence.
uint64_t random_u64(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

int random_below(int limit) {
    return (int)(random_u64() % (uint64_t)limit);
}

bool random_bool(void) {
    return random_u64() & 1;
}

long random_rounds(long count) {
    const char *deep = getenv("MAQUETTE_DEEP");
    if (deep != NULL && strcmp(deep, "1") == 0)
        return count * 20;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return count / 8; // each round takes ten times as long
#else
    return count;
#endif
}
