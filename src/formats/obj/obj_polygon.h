// SPDX-License-Identifier: MIT
//
// Polygons to triangles and back.
#ifndef MQ_OBJ_POLYGON_H
#define MQ_OBJ_POLYGON_H

#include <stdbool.h>
#include <stdint.h>

// Polygons with more corners are taken for convex, and only put together again from fans.
#define OBJ_MOST_CORNERS 32

// Cuts a polygon of `count` corners (3 at least) into count - 2 triangles, with the numbers of its
// corners: as a fan where that covers it, else ear by ear.
void mq_obj_cut(const float (*points)[3], uint32_t count, uint32_t (*triangles)[3]);

// Puts a polygon of triangle_count + 2 corners together again. False when the triangles are not
// one polygon.
bool mq_obj_join(const uint32_t (*triangles)[3], uint32_t triangle_count, uint32_t *corners);

#endif
