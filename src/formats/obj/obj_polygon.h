// SPDX-License-Identifier: MIT
//
// Cutting polygons into triangles, and joining these again.
#ifndef MQ_OBJ_POLYGON_H
#define MQ_OBJ_POLYGON_H

#include <stdbool.h>
#include <stdint.h>

// Polygons with more corners are cut as if they were convex, and only joined again from fans.
#define OBJ_MOST_CORNERS 32

// Cuts a polygon of `count` corners (3 at least) into count - 2 triangles of corner numbers: as a fan
// where that covers it, otherwise by ear clipping.
void mq_obj_cut(const float (*points)[3], uint32_t count, uint32_t (*triangles)[3]);

// Joins triangles into one polygon of triangle_count + 2 corners. False when they are not one
// polygon.
bool mq_obj_join(const uint32_t (*triangles)[3], uint32_t triangle_count, uint32_t *corners);

#endif
