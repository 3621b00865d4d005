// SPDX-License-Identifier: MIT
//
// How fast a text is read, checked and written: one thread, from and to memory, the best of five
// runs.
#ifndef BENCH_TEXT_SPEED_H
#define BENCH_TEXT_SPEED_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "maquette/maquette.h"

#define RUNS 5

// A text under construction.
typedef struct bench_text {
    char *bytes;
    size_t length, room;
} bench_text;

__attribute__((format(printf, 2, 3))) static inline void say(bench_text *text, const char *format,
                                                             ...) {
    va_list arguments;
    va_start(arguments, format);
    if (text->length < text->room)
        text->length += (size_t)vsnprintf(text->bytes + text->length, text->room - text->length,
                                          format, arguments);
    va_end(arguments);
}

// A fraction from 0 to 1, the same in every run and on every machine.
static inline double next_fraction(void) {
    static uint32_t state = 12345;
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0;
}

static inline double bench_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// The time since `begun`, if it is less than the best so far.
static inline double better(double best, double begun) {
    double took = bench_seconds() - begun;
    return took < best ? took : best;
}

static inline void print_speed(const char *what, size_t bytes, double best) {
    printf("%-6s %7.1f MB/s   (%.1f MB in %.1f ms)\n", what, (double)bytes / best / 1e6,
           (double)bytes / 1e6, best * 1e3);
}

// 0, or 1 when something went wrong.
static inline int print_text_speed(const bench_text *text) {
    double read = 1e9, check = 1e9, write = 1e9;
    size_t written = 0;
    uint64_t findings = 0;
    for (int run = 0; run < RUNS; run++) {
        maq_document *document;
        maq_report *report;
        maq_buffer buffer;
        double begun = bench_seconds();
        if (maq_open_memory(text->bytes, text->length, NULL, &document) != MAQ_OK)
            return 1;
        read = better(read, begun);
        begun = bench_seconds();
        if (maq_check(document, NULL, &report) != MAQ_OK)
            return 1;
        check = better(check, begun);
        findings = maq_report_findings(report)->errors + maq_report_findings(report)->warnings;
        maq_report_free(report);
        begun = bench_seconds();
        if (maq_save_memory(document, NULL, &buffer) != MAQ_OK)
            return 1;
        write = better(write, begun);
        written = buffer.length;
        maq_buffer_free(&buffer);
        maq_close(document);
    }
    print_speed("read", text->length, read);
    print_speed("check", text->length, check);
    print_speed("write", written, write);
    printf("findings %" PRIu64 "\n", findings);
    return 0;
}

#endif
