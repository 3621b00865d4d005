// SPDX-License-Identifier: MIT
//
// Readers, checks, writers and bridges of each format, by the size of the file.
#include <stdlib.h>
#include <string.h>

#include "operations.h"

static const struct {
    const char *format, *who, *variable;
} peers[] = {
    {"obj", "fast_obj", "MAQUETTE_BENCH_FAST_OBJ"}, {"obj", "rapidobj", "MAQUETTE_BENCH_RAPIDOBJ"},
    {"obj", "assimp", "MAQUETTE_BENCH_ASSIMP"},     {"glb", "cgltf", "MAQUETTE_BENCH_CGLTF"},
    {"glb", "assimp", "MAQUETTE_BENCH_ASSIMP"},     {"iqm", "assimp", "MAQUETTE_BENCH_ASSIMP"}};

static bool measure_peers(const bench_options *options, const char *format, double megabytes,
                          const maq_buffer *bytes) {
    bool good = true;
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
        char path[BENCH_PATH], name[64];
        bench_row row = {.group = "formats", .who = peers[i].who, .bytes = bytes->length};
        snprintf(row.name, sizeof row.name, "%s %g MB import", format, megabytes);
        snprintf(name, sizeof name, "peer.%s", format);
        if (strcmp(peers[i].format, format) == 0 && getenv(peers[i].variable) &&
            bench_is_wanted(options, &row))
            good = bench_write_file(options, name, bytes, path) &&
                   bench_measure_peer(options, &row, peers[i].variable, path) && good;
    }
    return good;
}

static bool measure_size(const bench_options *options, const char *format, double megabytes,
                         bench_cost *costs) {
    bench_subject subject = {.variant = format};
    bench_row any = {.group = "formats", .who = "maquette"};
    bool wanted = false;
    for (int i = 0; i < BENCH_OPERATION_COUNT; i++) {
        snprintf(any.name, sizeof any.name, "%s %g MB %s", format, megabytes,
                 bench_operation_names[i]);
        wanted = wanted || bench_is_wanted(options, &any);
    }
    snprintf(any.name, sizeof any.name, "%s %g MB import", format, megabytes);
    if (!wanted && !bench_is_wanted(options, &any))
        return true;
    bool good = bench_generate(format, megabytes * 1e6, &subject.bytes);
    for (int i = 0; good && i < BENCH_OPERATION_COUNT; i++) {
        bench_row row = {.group = "formats", .who = "maquette"};
        subject.operation = (bench_operation)i;
        bench_count(&subject.bytes, &row);
        snprintf(row.name, sizeof row.name, "%s %g MB %s", format, megabytes,
                 bench_operation_names[i]);
        good = bench_measure(options, &row, bench_operate, &subject, &costs[i]);
    }
    good = good && measure_peers(options, format, megabytes, &subject.bytes);
    maq_buffer_free(&subject.bytes);
    return good;
}

// How much more than in proportion time grows with the size of the file.
static void print_growth(const bench_options *options, const char *format,
                         bench_cost (*costs)[BENCH_OPERATION_COUNT]) {
    size_t last = options->megabyte_count - 1;
    for (int i = 0; last > 0 && i < BENCH_OPERATION_COUNT; i++) {
        const bench_cost *small = &costs[last > 1 ? 1 : 0][i], *large = &costs[last][i];
        double ratio = options->megabytes[last] / options->megabytes[last > 1 ? 1 : 0];
        if (small->best > 0 && large->best > 0)
            printf("formats   %s %s: %.2f x the time per byte at %g times the size\n", format,
                   bench_operation_names[i], large->best / small->best / ratio, ratio);
    }
}

bool bench_readers(const bench_options *options) {
    bool good = true;
    for (size_t i = 0; bench_formats[i]; i++) {
        bench_cost costs[16][BENCH_OPERATION_COUNT] = {0};
        for (size_t k = 0; k < options->megabyte_count && k < 16; k++)
            good = measure_size(options, bench_formats[i], options->megabytes[k], costs[k]) && good;
        print_growth(options, bench_formats[i], costs);
    }
    return good;
}
