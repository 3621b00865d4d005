// SPDX-License-Identifier: MIT
//
// How fast PIE is read, checked and written: a text of some 20 MB in the manner of real models.
#include <stdlib.h>

#include "bench.h"

#define LEVELS 800
#define POINTS 250
#define POLYGONS 330

static char *build_text(size_t *length) {
    size_t capacity = (size_t)LEVELS * (POINTS * 40 + POLYGONS * 90 + 100) + 1000, at = 0;
    char *text = malloc(capacity);
    if (!text)
        return NULL;
    at += (size_t)sprintf(text + at,
                          "PIE 3\nTYPE 200\nTEXTURE 0 page-90-maquette.png 0 0\n"
                          "LEVELS %d\n",
                          LEVELS);
    for (int level = 1; level <= LEVELS; level++) {
        at += (size_t)sprintf(text + at, "LEVEL %d\nPOINTS %d\n", level, POINTS);
        for (int i = 0; i < POINTS; i++)
            at += (size_t)sprintf(text + at, "\t%d.%04u %u.%u -%u\n", (int)bench_random(120) - 60,
                                  bench_random(10000), bench_random(90), bench_random(100),
                                  bench_random(60));
        at += (size_t)sprintf(text + at, "POLYGONS %d\n", POLYGONS);
        for (int i = 0; i < POLYGONS; i++) {
            uint32_t a = bench_random(POINTS - 2);
            at += (size_t)sprintf(text + at, "\t200 3 %u %u %u", a, a + 1, a + 2);
            for (int k = 0; k < 6; k++)
                at += (size_t)sprintf(text + at, " 0.%06u", bench_random(1000000));
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
    bool good = bench_file(text, length, NULL);
    free(text);
    return good ? 0 : 1;
}
