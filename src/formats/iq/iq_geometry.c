// SPDX-License-Identifier: MIT
//
// The mesh data of an input: triangles from faces, and the rows that a vertex is made of.
#include <string.h>

#include "formats/iq/iq_compile.h"

// ------------------------------------------------------------------------------------- triangles

// The corners of the document as they are, if all faces are triangles with good corners.
static bool plain_triangles(const maq_iqe *iqe) {
    uint32_t vertices = iqe->lists[MAQ_IQE_POSITION].count;
    for (uint32_t i = 0; i <= iqe->faces.count; i++) {
        if (iqe->faces.first[i] != i * (uint64_t)3)
            return false;
    }
    for (size_t i = 0; i < (size_t)iqe->faces.count * 3; i++) {
        if (iqe->faces.corners[i] >= vertices)
            return false;
    }
    return true;
}

static bool soup_triangles(iq_geometry *g, mq_arena *keep, uint32_t *firsts) {
    const maq_iqe *iqe = g->iqe;
    uint32_t *corners = MQ_NEW_ARRAY(keep, uint32_t, iqe->lists[MAQ_IQE_POSITION].count);
    if (!corners)
        return false;
    uint32_t count = 0;
    for (uint32_t p = 0; p < iqe->part_count; p++) {
        const maq_iqe_part *part = &iqe->parts[p];
        uint32_t begin = part->first_vertex - part->mesh_vertex;
        uint32_t first = part->mesh_vertex + begin / 3 * 3;
        firsts[p] = count;
        uint32_t triangles = mq_iqe_part_triangles(iqe, p);
        for (uint32_t i = 0; i < triangles * 3; i++)
            corners[count * 3 + i] = first + i;
        count += triangles;
    }
    firsts[iqe->part_count] = g->triangle_count = count;
    g->corners = corners;
    return true;
}

// Whether all corners of a face exist.
static bool good_face(const maq_iqe *iqe, uint32_t face, bool clamp) {
    uint32_t vertices = iqe->lists[MAQ_IQE_POSITION].count;
    for (uint32_t i = iqe->faces.first[face]; i < iqe->faces.first[face + 1]; i++) {
        uint32_t corner = iqe->faces.corners[i];
        if (corner >= vertices && !(clamp && corner == MAQ_IQE_NO_VERTEX && vertices))
            return false;
    }
    return true;
}

static uint32_t clamped(uint32_t corner) {
    return corner == MAQ_IQE_NO_VERTEX ? 0 : corner;
}

static bool fans(iq_geometry *g, mq_arena *keep, uint32_t *firsts, bool clamp,
                 uint64_t *bad_faces) {
    const maq_iqe *iqe = g->iqe;
    // A face of n corners has n - 2 triangles.
    uint64_t most = 0;
    for (uint32_t face = 0; face < iqe->faces.count; face++)
        most += mq_iqe_fan_triangles(&iqe->faces, face);
    uint32_t *corners = MQ_NEW_ARRAY(keep, uint32_t, (size_t)most * 3);
    if (!corners)
        return false;
    uint32_t count = 0;
    for (uint32_t p = 0; p < iqe->part_count; p++) {
        firsts[p] = count;
        uint32_t end = iqe->parts[p].first_face + mq_iqe_part_faces(iqe, p);
        for (uint32_t face = iqe->parts[p].first_face; face < end; face++) {
            if (!good_face(iqe, face, clamp)) {
                ++*bad_faces;
                continue;
            }
            const uint32_t *corner = iqe->faces.corners + iqe->faces.first[face];
            for (uint32_t i = 0; i < mq_iqe_fan_triangles(&iqe->faces, face); i++, count++) {
                corners[(size_t)count * 3] = clamped(corner[0]);
                corners[(size_t)count * 3 + 1] = clamped(corner[i + 1]);
                corners[(size_t)count * 3 + 2] = clamped(corner[i + 2]);
            }
        }
    }
    firsts[iqe->part_count] = g->triangle_count = count;
    g->corners = corners;
    return true;
}

bool mq_iq_triangulate(iq_geometry *g, mq_arena *keep, bool clamp, uint64_t *bad_faces) {
    const maq_iqe *iqe = g->iqe;
    uint32_t *firsts = MQ_NEW_ARRAY(keep, uint32_t, (size_t)iqe->part_count + 1);
    if (!firsts)
        return false;
    g->part_triangles = firsts;
    if (mq_iqe_triangle_soup(iqe))
        return soup_triangles(g, keep, firsts);
    if (!plain_triangles(iqe))
        return fans(g, keep, firsts, clamp, bad_faces);
    for (uint32_t p = 0; p < iqe->part_count; p++)
        firsts[p] = iqe->parts[p].first_face;
    firsts[iqe->part_count] = g->triangle_count = iqe->faces.count;
    g->corners = iqe->faces.corners;
    return true;
}

bool mq_iq_edge_flags(const iq_geometry *g, mq_arena *keep, uint8_t **out) {
    const maq_iqe *iqe = g->iqe;
    *out = NULL;
    if (iqe->edges.count == 0)
        return true;
    uint8_t *flags = MQ_NEW_ARRAY(keep, uint8_t, g->triangle_count);
    if (!flags)
        return false;
    memset(flags, 7, g->triangle_count);
    uint32_t triangle = 0;
    for (uint32_t face = 0; face < iqe->faces.count && face < iqe->edges.count; face++) {
        if (!good_face(iqe, face, false))
            continue;
        const uint8_t *edge = iqe->edges.smooth + iqe->edges.first[face];
        uint32_t given = iqe->edges.first[face + 1] - iqe->edges.first[face];
        uint32_t fan = mq_iqe_fan_triangles(&iqe->faces, face);
        // Edge e of the face is from its corner e on; those inside of it are smooth.
        for (uint32_t i = 0; i < fan; i++, triangle++) {
            unsigned set = 0;
            set |= i > 0 || given < 1 || edge[0] ? 1u : 0;
            set |= given < i + 2 || edge[i + 1] ? 2u : 0;
            set |= i + 1 < fan || given < i + 3 || edge[i + 2] ? 4u : 0;
            flags[triangle] = (uint8_t)set;
        }
    }
    *out = flags;
    return true;
}

// ----------------------------------------------------------------------------- lists of a scene

void mq_iq_free_list(iq_scene_lists *lists, unsigned list) {
    mq_arena_end_scratch(lists->arena, lists->arenas[list]);
    lists->arenas[list] = NULL;
    lists->floats[list] = NULL;
}

void mq_iq_free_faces(iq_scene_lists *lists) {
    mq_arena_end_scratch(lists->arena, lists->face_arena);
    lists->face_arena = NULL;
}

// ------------------------------------------------------------------------------------------ rows

mq_vec3 mq_iq_rotate(mq_quat q, mq_vec3 v) {
    mq_vec3 axis = {q.x, q.y, q.z};
    mq_vec3 inner = mq_add(mq_cross(axis, v), mq_scale(v, q.w));
    return mq_add(v, mq_scale(mq_cross(axis, inner), 2));
}

void mq_iq_get_row(const iq_geometry *g, unsigned list, uint32_t row, double *out) {
    if (!g->floats) {
        mq_iqe_get_row(g->iqe, list, row, out);
        return;
    }
    uint32_t width = g->iqe->lists[list].width;
    const float *values = g->floats[list] + (size_t)row * width;
    for (unsigned i = 0; i < mq_iqe_max_numbers[list]; i++)
        out[i] = i < width ? (double)values[i] : mq_iqe_default_number(list, i);
}

void mq_iq_position(const iq_geometry *g, uint32_t source, double out[4]) {
    mq_iq_get_row(g, MAQ_IQE_POSITION, source, out);
    const iq_transform *transform = g->transform;
    if (transform->scale != 1) {
        for (int i = 0; i < 4; i++)
            out[i] *= transform->scale;
    }
    if (transform->rotates) {
        mq_vec3 p = mq_iq_rotate(transform->rotation, (mq_vec3){out[0], out[1], out[2]});
        out[0] = p.x;
        out[1] = p.y;
        out[2] = p.z;
    }
    if (transform->translates) {
        out[0] += transform->translation.x;
        out[1] += transform->translation.y;
        out[2] += transform->translation.z;
    }
}

mq_vec3 mq_iq_normal(const iq_geometry *g, iq_vertex vertex) {
    mq_vec3 normal = {0, 0, 0};
    if (g->normals) {
        normal = g->normals[vertex.normal];
    } else if (g->uses[MAQ_IQE_NORMAL]) {
        double row[3];
        mq_iq_get_first(g, MAQ_IQE_NORMAL, vertex.source, row, 3);
        normal = (mq_vec3){row[0], row[1], row[2]};
    }
    return g->transform->rotates ? mq_iq_rotate(g->transform->rotation, normal) : normal;
}

// ---------------------------------------------------------------------------------------- blends

iq_blend mq_iq_blend(const iq_geometry *g, uint32_t source) {
    const maq_iqe_blends *blends = &g->iqe->blends;
    iq_blend blend = {0};
    for (uint32_t i = blends->first[source]; i < blends->first[source + 1]; i++) {
        double weight = blends->weights[i];
        if (weight <= IQ_LEAST_WEIGHT)
            continue;
        // Behind all that are as large; a fifth falls off the end.
        uint32_t at = 0;
        while (at < blend.count && !(weight > blend.weights[at]))
            at++;
        if (at >= 4)
            continue;
        uint32_t last = blend.count < 4 ? blend.count++ : 3;
        for (uint32_t k = last; k > at; k--) {
            blend.weights[k] = blend.weights[k - 1];
            blend.joints[k] = blend.joints[k - 1];
        }
        blend.weights[at] = weight;
        blend.joints[at] = blends->joints[i];
    }
    if (blend.count) {
        double total = 0;
        for (uint32_t i = 0; i < blend.count; i++)
            total += blend.weights[i];
        total = total == 1 ? 1 : 1.0 / total; // most are 1
        for (uint32_t i = 0; i < blend.count; i++)
            blend.weights[i] *= total;
    }
    if (g->joint_map) {
        for (uint32_t i = 0; i < blend.count; i++) {
            int32_t joint = blend.joints[i];
            if (joint >= 0 && (uint32_t)joint < g->iqe->joint_count)
                blend.joints[i] = g->joint_map[joint];
        }
    }
    return blend;
}

void mq_iq_byte_weights(const iq_blend *blend, uint8_t out[4]) {
    int total = 0;
    for (int i = 0; i < 4; i++) {
        double weight = 0.5 + blend->weights[i] * 255;
        out[i] = (uint8_t)(weight >= 0 && weight < 256 ? weight : 255);
        total += out[i];
    }
    if (blend->count == 0)
        return;
    while (total > 255) {
        for (int i = 0; i < 4; i++) {
            if (out[i] > 0 && total > 255) {
                out[i]--;
                total--;
            }
        }
    }
    while (total < 255) {
        for (int i = 0; i < 4; i++) {
            if (out[i] < 255 && total < 255) {
                out[i]++;
                total++;
            }
        }
    }
}

// --------------------------------------------------------------------------------------- normals

static mq_vec3 point_of(const iq_geometry *g, uint32_t source) {
    double row[3];
    mq_iq_get_first(g, MAQ_IQE_POSITION, source, row, 3);
    return (mq_vec3){row[0], row[1], row[2]};
}

mq_vec3 mq_iq_triangle_normal(const iq_geometry *g, uint32_t triangle) {
    const uint32_t *corner = g->corners + (size_t)triangle * 3;
    mq_vec3 origin = point_of(g, corner[0]);
    return mq_cross(mq_subtract(point_of(g, corner[2]), origin),
                    mq_subtract(point_of(g, corner[1]), origin));
}

mq_vec3 *mq_iq_sum_normals(const iq_geometry *g, mq_arena *keep, const uint32_t *sets,
                           uint32_t count) {
    mq_vec3 *normals = MQ_NEW_ARRAY(keep, mq_vec3, count);
    if (!normals)
        return NULL;
    for (uint32_t t = 0; t < g->triangle_count; t++) {
        mq_vec3 area = mq_iq_triangle_normal(g, t);
        for (unsigned k = 0; k < 3; k++) {
            mq_vec3 *sum = &normals[sets[(size_t)t * 3 + k]];
            *sum = mq_add(*sum, area);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        mq_vec3 n = normals[i];
        if (n.x != 0 || n.y != 0 || n.z != 0)
            normals[i] = mq_scale(n, 1.0 / mq_length(n));
    }
    return normals;
}
