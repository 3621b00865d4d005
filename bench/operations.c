// SPDX-License-Identifier: MIT
#include "operations.h"

#include <string.h>

const char *const bench_operation_names[BENCH_OPERATION_COUNT] = {
    "read", "check", "write", "to scene", "from scene", "open to scene"};

// What an operation begins with and what comes out of it.
typedef struct state {
    maq_document *document, *result;
    maq_scene *scene;
    maq_report *report;
    maq_buffer bytes;
} state;

static bool open_file(const bench_subject *subject, state *s) {
    maq_open_options options = {.size = sizeof options, .no_files = true};
    return maq_open_memory(subject->bytes.data, subject->bytes.length, &options, &s->document) ==
           MAQ_OK;
}

// The work itself. Counting of instructions finds it by its name.
__attribute__((noinline)) static bool bench_measured(const bench_subject *subject, state *s) {
    switch (subject->operation) {
    case BENCH_READ:
        return open_file(subject, s);
    case BENCH_CHECK:
        return maq_check(s->document, NULL, &s->report) == MAQ_OK;
    case BENCH_WRITE:
        return maq_save_memory(s->document, NULL, &s->bytes) == MAQ_OK;
    case BENCH_TO_SCENE:
        return maq_scene_from_document(s->document, NULL, &s->scene) == MAQ_OK;
    case BENCH_FROM_SCENE:
        return maq_scene_convert(s->scene, subject->variant, NULL, &s->result) == MAQ_OK;
    default:
        return open_file(subject, s) &&
               maq_scene_from_document(s->document, NULL, &s->scene) == MAQ_OK;
    }
}

bool bench_operate(void *context, double *seconds) {
    bench_subject *subject = context;
    bench_operation operation = subject->operation;
    state s = {0};
    bool good = true;
    if (operation != BENCH_READ && operation != BENCH_OPEN_SCENE)
        good = open_file(subject, &s);
    if (operation == BENCH_FROM_SCENE)
        good = good && maq_scene_from_document(s.document, NULL, &s.scene) == MAQ_OK;
    double begin = bench_seconds();
    good = good && bench_measured(subject, &s);
    *seconds = bench_seconds() - begin;
    subject->result = s.bytes.length;
    maq_buffer_free(&s.bytes);
    maq_report_free(s.report);
    maq_scene_free(s.scene);
    maq_close(s.result);
    maq_close(s.document);
    return good;
}

// ------------------------------------------------------------------------------------------ counting

// Instructions are counted for small files: valgrind is slow.
static const double counted_bytes = 1e5;

bool bench_operate_once(const char *name) {
    for (size_t i = 0; bench_formats[i]; i++) {
        for (int k = 0; k < BENCH_OPEN_SCENE; k++) {
            char own[64];
            snprintf(own, sizeof own, "%s %s", bench_formats[i], bench_operation_names[k]);
            bench_subject subject = {.variant = bench_formats[i], .operation = (bench_operation)k};
            double seconds;
            if (strcmp(own, name) == 0)
                return bench_generate(bench_formats[i], counted_bytes, &subject.bytes) &&
                       bench_operate(&subject, &seconds);
        }
    }
    return false;
}

void bench_list_operations(void) {
    for (size_t i = 0; bench_formats[i]; i++) {
        for (int k = 0; k < BENCH_OPEN_SCENE; k++)
            printf("%s %s\n", bench_formats[i], bench_operation_names[k]);
    }
}
