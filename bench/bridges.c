// SPDX-License-Identifier: MIT
//
// Conversions of a million triangles from each format to each other, from bytes to bytes. Where the result is
// larger than the file (text of a binary file, the vertices of a format that shares none), its size bounds the
// time: rows have bytes per second of the file and of the larger of both, and memory in parts of the latter.
#include <string.h>

#include "bench.h"

enum { TRIANGLES = 1000000 };

typedef struct conversion {
    maq_buffer from;
    const char *to;
    size_t result; // bytes
} conversion;

static bool convert(void *context, double *seconds) {
    conversion *c = context;
    maq_open_options options = {.size = sizeof options, .no_files = true};
    maq_convert_options how = {.size = sizeof how, .free_inputs = true};
    maq_document *document = NULL, *result = NULL;
    maq_buffer bytes = {0};
    double begin = bench_seconds();
    bool good = maq_open_memory(c->from.data, c->from.length, &options, &document) == MAQ_OK &&
                maq_convert(document, c->to, &how, &result) == MAQ_OK;
    maq_close(document);
    good = good && maq_save_memory(result, NULL, &bytes) == MAQ_OK;
    *seconds = bench_seconds() - begin;
    c->result = bytes.length;
    maq_close(result);
    maq_buffer_free(&bytes);
    return good;
}

bool bench_bridges(const bench_options *options) {
    bool good = true;
    for (size_t i = 0; bench_formats[i]; i++) {
        conversion c = {0};
        bench_row any = {.group = "bridges", .who = "maquette"};
        snprintf(any.name, sizeof any.name, "%s to", bench_formats[i]);
        if (options->only && !strstr(options->only, any.name))
            continue;
        if (!bench_generate_triangles(bench_formats[i], TRIANGLES, &c.from))
            return false;
        for (size_t k = 0; bench_formats[k]; k++) {
            bench_row row = {.group = "bridges",
                             .who = "maquette",
                             .triangles = TRIANGLES,
                             .runs = 3,
                             .result = &c.result};
            bench_count(&c.from, &row);
            c.to = bench_formats[k];
            snprintf(row.name, sizeof row.name, "%s to %s", bench_formats[i], c.to);
            if (k != i)
                good = bench_measure(options, &row, convert, &c, NULL) && good;
        }
        maq_buffer_free(&c.from);
    }
    return good;
}
