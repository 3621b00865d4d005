// SPDX-License-Identifier: MIT
//
// What the machine can do at best: copying, finding line breaks, libc's numbers. And the numbers of the
// library beside them.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "bench.h"

enum { NUMBERS = 4000000 };

typedef struct material {
    char *text; // numbers, each followed by a blank
    size_t length;
    float *values;
    char *to;  // as large as the text
    float sum; // keeps the compiler from leaving the work out
} material;

static bool copy(void *context, double *seconds) {
    material *m = context;
    double begin = bench_seconds();
    memcpy(m->to, m->text, m->length);
    *seconds = bench_seconds() - begin;
    m->sum += m->to[m->length / 2];
    return true;
}

static bool scan(void *context, double *seconds) {
    material *m = context;
    size_t found = 0;
    double begin = bench_seconds();
    for (const char *at = m->text, *end = at + m->length;
         (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        found++;
    *seconds = bench_seconds() - begin;
    return found > 0;
}

static bool parse_libc(void *context, double *seconds) {
    material *m = context;
    double begin = bench_seconds();
    for (char *at = m->text, *end = at + m->length; at < end; at++)
        m->sum += strtof(at, &at);
    *seconds = bench_seconds() - begin;
    return isfinite(m->sum);
}

static bool parse(void *context, double *seconds) {
    material *m = context;
    double begin = bench_seconds();
    for (const char *at = m->text, *end = at + m->length; at < end; at++) {
        float value = 0;
        at = mq_parse_float(at, end, &value);
        m->sum += value;
    }
    *seconds = bench_seconds() - begin;
    return isfinite(m->sum);
}

static bool print_libc(void *context, double *seconds) {
    material *m = context;
    double begin = bench_seconds();
    for (int i = 0; i < NUMBERS; i++)
        m->sum += (float)snprintf(m->to, 64, "%.9g", (double)m->values[i]);
    *seconds = bench_seconds() - begin;
    return isfinite(m->sum);
}

static bool print(void *context, double *seconds) {
    material *m = context;
    mq_text text;
    mq_text_init(&text, NULL);
    double begin = bench_seconds();
    mq_text_floats(&text, m->values, NUMBERS);
    *seconds = bench_seconds() - begin;
    bool good = text.status == MAQ_OK;
    mq_text_free(&text);
    return good;
}

static bool make(material *m) {
    mq_text text;
    uint32_t state = 1;
    mq_text_init(&text, NULL);
    m->values = malloc(NUMBERS * sizeof *m->values);
    for (int i = 0; m->values && i < NUMBERS; i++) {
        state = state * 1664525u + 1013904223u;
        m->values[i] = (float)((double)(state >> 8) / (1 << 24) * 200 - 100);
        mq_text_float(&text, m->values[i]);
        mq_text_char(&text, i % 8 == 7 ? '\n' : ' ');
    }
    maq_buffer bytes;
    if (!m->values || mq_text_release_to(&text, &bytes) != MAQ_OK)
        return false;
    m->text = bytes.data;
    m->length = bytes.length;
    m->to = calloc(m->length, 1);
    return m->to != NULL;
}

bool bench_limits(const bench_options *options) {
    static const struct {
        const char *name, *who;
        bench_work work;
    } rows[] = {
        {"memcpy", "libc", copy},
        {"memchr for line breaks", "libc", scan},
        {"parse numbers", "strtof", parse_libc},
        {"parse numbers", "maquette", parse},
        {"print numbers", "snprintf", print_libc},
        {"print numbers", "maquette", print},
    };
    material m = {0};
    bool good = make(&m);
    for (size_t i = 0; good && i < sizeof rows / sizeof *rows; i++) {
        bench_row row = {.group = "limits", .who = rows[i].who, .bytes = m.length};
        snprintf(row.name, sizeof row.name, "%s", rows[i].name);
        row.numbers = i >= 2 ? NUMBERS : 0;
        good = bench_measure(options, &row, rows[i].work, &m, NULL);
    }
    free(m.values);
    free(m.to);
    return good; // the text stays until the process ends
}
