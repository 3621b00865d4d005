// SPDX-License-Identifier: MIT
//
// WZM 3 of some 20 MB.
#include "bench_text.h"

#define MESHES 400
#define VERTICES 500
#define TRIANGLES 600

int main(void) {
    bench_text text = {.capacity = (size_t)MESHES * (VERTICES * 140 + TRIANGLES * 20)};
    text.bytes = malloc(text.capacity);
    if (!text.bytes)
        return 1;
    say(&text, "WZM 3\nTEXTURE page-1.png\nMESHES %d\n", MESHES);
    for (int mesh = 0; mesh < MESHES; mesh++) {
        say(&text,
            "MESH m%d\nTEAMCOLOURS 0\nMINMAX_TSCEN 0 0 0 1 1 1 0.5 0.5 0.5\nVERTICES %d\n"
            "INDICES %d\nVERTEXARRAY\n",
            mesh, VERTICES, TRIANGLES);
        for (int i = 0; i < VERTICES; i++)
            say(&text, "\t%.6g %.6g %.6g %.6g %.6g 0 0.8 0.6 1 0 0 1\n", 120 * fraction() - 60,
                90 * fraction(), -60 * fraction(), fraction(), fraction());
        say(&text, "INDEXARRAY\n");
        for (int i = 0; i < TRIANGLES; i++) {
            int first = (int)(fraction() * (VERTICES - 2));
            say(&text, "\t%d %d %d\n", first, first + 1, first + 2);
        }
        say(&text, "CONNECTORS 0\n");
    }
    bool done = bench_file(text.bytes, text.length, "wzm1");
    free(text.bytes);
    return done ? 0 : 1;
}
