// SPDX-License-Identifier: MIT
//
// What benchmarks share: a clock, numbers that are the same in every run and on every machine, and
// the measuring of one file in one thread, from and to memory, the best of five runs.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "maquette/maquette.h"

#define BENCH_RUNS 5

static inline double bench_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static uint32_t bench_random_state = 12345;

static inline uint32_t bench_random(uint32_t below) {
    bench_random_state = bench_random_state * 1664525u + 1013904223u;
    return (bench_random_state >> 8) % below;
}

static inline void bench_keep_best(double *best, double begin) {
    double taken = bench_seconds() - begin;
    *best = taken < *best ? taken : *best;
}

static inline void bench_print(const char *what, size_t bytes, double best) {
    printf("%-8s %7.1f MB/s   (%.1f MB in %.1f ms)\n", what, (double)bytes / best / 1e6,
           (double)bytes / 1e6, best * 1e3);
}

// Reads, checks and writes a file and, where `to` names a variant, converts it. False when any of
// that fails.
static inline bool bench_file(const void *bytes, size_t length, const char *to) {
    double read = 1e9, check = 1e9, write = 1e9, convert = 1e9;
    size_t written = 0;
    uint64_t findings = 0;
    for (int run = 0; run < BENCH_RUNS; run++) {
        maq_document *document, *converted = NULL;
        double begin = bench_seconds();
        if (maq_open_memory(bytes, length, NULL, &document) != MAQ_OK)
            return false;
        bench_keep_best(&read, begin);

        maq_report *report;
        begin = bench_seconds();
        if (maq_check(document, NULL, &report) != MAQ_OK)
            return false;
        bench_keep_best(&check, begin);
        const maq_findings *list = maq_report_findings(report);
        findings = list->errors + list->warnings + list->notes;
        maq_report_free(report);

        maq_buffer buffer;
        begin = bench_seconds();
        if (maq_save_memory(document, NULL, &buffer) != MAQ_OK)
            return false;
        bench_keep_best(&write, begin);
        written = buffer.length;
        maq_buffer_free(&buffer);

        begin = bench_seconds();
        if (to && maq_convert(document, to, NULL, &converted) != MAQ_OK)
            return false;
        bench_keep_best(&convert, begin);
        maq_close(converted);
        maq_close(document);
    }
    bench_print("read", length, read);
    bench_print("check", length, check);
    bench_print("write", written, write);
    if (to)
        bench_print("convert", length, convert);
    printf("findings %" PRIu64 "\n", findings);
    return true;
}

#endif
