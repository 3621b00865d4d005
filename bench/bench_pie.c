// SPDX-License-Identifier: MIT
//
// How fast PIE is read, checked and written: one thread, from and to memory, the best of five
// runs over a text of some 20 MB that looks as models do.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "maquette/maquette.h"

#define RUNS 5
#define LEVELS 800
#define POINTS 250
#define POLYGONS 330

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// The same numbers in every run and on every machine.
static uint32_t random_state = 12345;
static uint32_t next_random(uint32_t below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

static char *build_text(size_t *length) {
    size_t room = (size_t)LEVELS * (POINTS * 40 + POLYGONS * 90 + 100) + 1000, at = 0;
    char *text = malloc(room);
    if (!text)
        return NULL;
    at += (size_t)sprintf(text + at,
                          "PIE 3\nTYPE 200\nTEXTURE 0 page-90-maquette.png 0 0\n"
                          "LEVELS %d\n",
                          LEVELS);
    for (int level = 1; level <= LEVELS; level++) {
        at += (size_t)sprintf(text + at, "LEVEL %d\nPOINTS %d\n", level, POINTS);
        for (int i = 0; i < POINTS; i++)
            at += (size_t)sprintf(text + at, "\t%d.%04u %u.%u -%u\n", (int)next_random(120) - 60,
                                  next_random(10000), next_random(90), next_random(100),
                                  next_random(60));
        at += (size_t)sprintf(text + at, "POLYGONS %d\n", POLYGONS);
        for (int i = 0; i < POLYGONS; i++) {
            uint32_t a = next_random(POINTS - 2);
            at += (size_t)sprintf(text + at, "\t200 3 %u %u %u", a, a + 1, a + 2);
            for (int k = 0; k < 6; k++)
                at += (size_t)sprintf(text + at, " 0.%06u", next_random(1000000));
            text[at++] = '\n';
        }
    }
    *length = at;
    return text;
}

static void print_speed(const char *what, size_t bytes, double best) {
    printf("%-6s %7.1f MB/s   (%.1f MB in %.1f ms)\n", what, (double)bytes / best / 1e6,
           (double)bytes / 1e6, best * 1e3);
}

int main(void) {
    size_t length;
    char *text = build_text(&length);
    if (!text)
        return 1;
    double read = 1e9, check = 1e9, write = 1e9;
    size_t written = 0;
    uint64_t findings = 0;
    for (int run = 0; run < RUNS; run++) {
        maq_document *document;
        double begin = seconds();
        if (maq_open_memory(text, length, NULL, &document) != MAQ_OK)
            return 1;
        double end = seconds();
        read = end - begin < read ? end - begin : read;

        maq_report *report;
        begin = seconds();
        if (maq_check(document, NULL, &report) != MAQ_OK)
            return 1;
        end = seconds();
        check = end - begin < check ? end - begin : check;
        const maq_findings *list = maq_report_findings(report);
        findings = list->errors + list->warnings + list->notes;
        maq_report_free(report);

        maq_buffer buffer;
        begin = seconds();
        if (maq_save_memory(document, NULL, &buffer) != MAQ_OK)
            return 1;
        end = seconds();
        write = end - begin < write ? end - begin : write;
        written = buffer.length;
        maq_buffer_free(&buffer);
        maq_close(document);
    }
    print_speed("read", length, read);
    print_speed("check", length, check);
    print_speed("write", written, write);
    printf("findings %" PRIu64 "\n", findings);
    free(text);
    return 0;
}
