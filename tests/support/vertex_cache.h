// SPDX-License-Identifier: MIT
//
// How well the triangles of a model are ordered for vertex caches.
#ifndef TESTS_SUPPORT_VERTEX_CACHE_H
#define TESTS_SUPPORT_VERTEX_CACHE_H

#include <stdlib.h>

#include "maquette/iqm.h"

// Vertices fetched per triangle with a first-in, first-out cache of 32; 0 without triangles.
static inline double fetches_of_triangles(const uint32_t (*triangles)[3], uint32_t count,
                                          uint32_t vertex_count) {
    enum { CACHE = 32 };
    uint32_t *times = calloc((size_t)vertex_count + 1, sizeof *times);
    uint32_t clock = CACHE + 1, missed = 0;
    for (uint32_t t = 0; times && t < count; t++) {
        for (int k = 0; k < 3; k++) {
            uint32_t *time = &times[triangles[t][k]];
            if (clock - *time > CACHE) {
                *time = clock++;
                missed++;
            }
        }
    }
    free(times);
    return count ? (double)missed / count : 0;
}

static inline double vertex_fetches(const maq_iqm *iqm) {
    uint32_t(*triangles)[3] = calloc((size_t)iqm->triangle_count + 1, sizeof *triangles);
    for (uint32_t t = 0; triangles && t < iqm->triangle_count; t++)
        maq_iqm_triangle(iqm, t, triangles[t]);
    double fetches = triangles ? fetches_of_triangles((const uint32_t(*)[3])triangles,
                                                      iqm->triangle_count, iqm->vertex_count)
                               : 0;
    free(triangles);
    return fetches;
}

#endif
