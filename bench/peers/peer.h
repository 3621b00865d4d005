// SPDX-License-Identifier: MIT
//
// What the programs around peers share: they are not part of the build, since the sources of the peers lie
// elsewhere. docs/performance.md shows how to compile them.
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdio.h>
#include <time.h>

static double peer_time(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double peer_wall, peer_busy;

static void peer_begin(void) {
    peer_wall = peer_time(CLOCK_MONOTONIC);
    peer_busy = peer_time(CLOCK_PROCESS_CPUTIME_ID);
}

// Prints the seconds since peer_begin(). `good` says whether the work was done.
static int peer_end(int good) {
    printf("%.9f %.9f\n", peer_time(CLOCK_MONOTONIC) - peer_wall,
           peer_time(CLOCK_PROCESS_CPUTIME_ID) - peer_busy);
    return good ? 0 : 1;
}

#endif
