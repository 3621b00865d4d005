// SPDX-License-Identifier: MIT
//
// How well the triangles of a model are ordered for vertex caches.
#ifndef TESTS_SUPPORT_VERTEX_CACHE_H
#define TESTS_SUPPORT_VERTEX_CACHE_H

#include <stdlib.h>

#include "maquette/iqm.h"

// Vertices fetched per triangle with a first-in, first-out cache of 32; 0 without triangles.
static inline double vertex_fetches(const maq_iqm *iqm) {
    enum { CACHE = 32 };
    uint32_t *times = calloc((size_t)iqm->vertex_count + 1, sizeof *times);
    uint32_t clock = CACHE + 1, missed = 0;
    for (uint32_t t = 0; times && t < iqm->triangle_count; t++) {
        uint32_t corners[3];
        maq_iqm_triangle(iqm, t, corners);
        for (int k = 0; k < 3; k++) {
            if (clock - times[corners[k]] > CACHE) {
                times[corners[k]] = clock++;
                missed++;
            }
        }
    }
    free(times);
    return iqm->triangle_count ? (double)missed / iqm->triangle_count : 0;
}

#endif
