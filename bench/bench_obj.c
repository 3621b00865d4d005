// SPDX-License-Identifier: MIT
//
// How fast OBJ is read, checked, written and copied: a text of some 20 MB as exporters write it.
#include <stdlib.h>

#include "bench.h"

#define OBJECTS 60
#define VERTICES 2000
#define FACES 2000

static char *build_text(size_t *length) {
    size_t capacity = (size_t)OBJECTS * (VERTICES * 120 + FACES * 100 + 100) + 1000, at = 0;
    char *text = malloc(capacity);
    if (!text)
        return NULL;
    at += (size_t)sprintf(text + at, "# made by a benchmark\nmtllib bench.mtl\n");
    for (int object = 0; object < OBJECTS; object++) {
        unsigned first = (unsigned)object * VERTICES;
        at += (size_t)sprintf(text + at, "o object %d\n", object);
        for (int i = 0; i < VERTICES; i++)
            at += (size_t)sprintf(text + at, "v %d.%06u %u.%06u -%u.%06u\n",
                                  (int)bench_random(120) - 60, bench_random(1000000),
                                  bench_random(90), bench_random(1000000), bench_random(60),
                                  bench_random(1000000));
        for (int i = 0; i < VERTICES; i++)
            at += (size_t)sprintf(text + at, "vt 0.%06u 0.%06u\n", bench_random(1000000),
                                  bench_random(1000000));
        for (int i = 0; i < VERTICES; i++)
            at += (size_t)sprintf(text + at, "vn 0.%04u -0.%04u 0.%04u\n", bench_random(10000),
                                  bench_random(10000), bench_random(10000));
        at += (size_t)sprintf(text + at, "usemtl material %d\ns off\n", object % 7);
        for (int i = 0; i < FACES; i++) {
            text[at++] = 'f';
            for (int k = 0; k < 4; k++) {
                unsigned v = first + 1 + bench_random(VERTICES);
                at += (size_t)sprintf(text + at, " %u/%u/%u", v, v, v);
            }
            text[at++] = '\n';
        }
    }
    *length = at;
    return text;
}

int main(void) {
    size_t length;
    char *text = build_text(&length);
    if (!text)
        return 1;
    bool good = bench_file(text, length, "obj");
    free(text);
    return good ? 0 : 1;
}
