// SPDX-License-Identifier: MIT
#include "scene/same.h"

#include <string.h>

#include "scene/scene.h"

// 0 and -0 count as equal, as some formats do not distinguish them.
static bool same_floats(const void *a, const void *b, size_t count) {
    const float *left = a, *right = b;
    if (!left || !right)
        return left == right || count == 0;
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i])
            return false;
    }
    return true;
}

bool mq_same_geometry(const maq_scene_mesh *a, const maq_scene_mesh *b) {
    size_t count = a->vertex_count;
    if (count != b->vertex_count || a->triangle_count != b->triangle_count ||
        a->uv_set_count != b->uv_set_count)
        return false;
    for (uint32_t i = 0; i < a->uv_set_count; i++) {
        if (!same_floats(a->uvs[i], b->uvs[i], count * 2))
            return false;
    }
    return same_floats(a->positions, b->positions, count * 3) &&
           same_floats(a->normals, b->normals, count * 3) &&
           same_floats(a->tangents, b->tangents, count * 4) &&
           (a->triangle_count == 0 ||
            memcmp(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles) == 0);
}

bool mq_same_shapes(const maq_scene_mesh *a, const maq_scene_mesh *b) {
    if (a->shape_count != b->shape_count)
        return false;
    for (uint32_t i = 0; i < a->shape_count; i++) {
        const maq_scene_shape *left = &a->shapes[i], *right = &b->shapes[i];
        size_t count = left->count;
        if (count != right->count ||
            (count && memcmp(left->vertices, right->vertices, count * sizeof *left->vertices)) ||
            !same_floats(left->positions, right->positions, count * 3) ||
            !same_floats(left->normals, right->normals, count * 3) ||
            !same_floats(left->tangents, right->tangents, count * 3) ||
            !same_floats(left->uvs, right->uvs, count * 2))
            return false;
    }
    return true;
}

bool mq_same_weights(const maq_scene_mesh *a, const maq_scene_mesh *b) {
    uint32_t left = a->influence_count, right = b->influence_count;
    if (a->vertex_count != b->vertex_count)
        return false;
    for (size_t v = 0; v < a->vertex_count; v++) {
        for (uint32_t i = 0; i < left || i < right; i++) {
            float x = i < left ? a->weights[v * left + i] : 0;
            float y = i < right ? b->weights[v * right + i] : 0;
            if (x != y || (x > 0 && a->joints[v * left + i] != b->joints[v * right + i]))
                return false;
        }
    }
    return true;
}

bool mq_same_keys(const maq_scene_channel *a, const maq_scene_channel *b) {
    return a->path == b->path && a->step == b->step && a->key_count == b->key_count &&
           same_floats(a->times, b->times, a->key_count) &&
           same_floats(a->values, b->values, (size_t)a->key_count * mq_channel_width(a->path));
}
