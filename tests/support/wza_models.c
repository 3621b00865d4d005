// SPDX-License-Identifier: MIT
#include "support/wza_models.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define MOST_BONES 6
#define MOST_SHAPES 4
#define MOST_VERTICES 24
#define MOST_PROPERTIES (MOST_BONES + MOST_SHAPES + 1)
#define MOST_POINTS 8
#define LEAST_GAP 40

typedef struct model {
    uint64_t seed;
    maq_wza wza;
    maq_wza_vertex vertices[MOST_SHAPES][MOST_VERTICES];
    maq_wza_face faces[MOST_SHAPES][MOST_VERTICES];
    maq_wza_shape shapes[MOST_SHAPES];
    maq_wza_bone bones[MOST_BONES];
    int32_t bone_vertices[MOST_BONES][MOST_VERTICES];
    maq_wza_property properties[MOST_PROPERTIES];
    maq_wza_point points[MOST_PROPERTIES * MOST_POINTS];
    maq_wza_animation animation;
} model;

static uint32_t below(model *m, uint32_t limit) {
    m->seed = m->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((m->seed >> 33) % limit);
}

static float within(model *m, float size) {
    return ((float)below(m, 2000001) / 1000000 - 1) * size;
}

static void unit(model *m, float *out, unsigned count) {
    double square = 0;
    while (square < 0.01) {
        square = 0;
        for (unsigned i = 0; i < count; i++) {
            out[i] = within(m, 1);
            square += (double)out[i] * out[i];
        }
    }
    for (unsigned i = 0; i < count; i++)
        out[i] = (float)(out[i] / sqrt(square));
}

static void make_vertex(model *m, int32_t index, maq_wza_vertex *vertex) {
    vertex->index = index;
    for (int k = 0; k < 3; k++)
        vertex->position[k] = within(m, 10);
    unit(m, vertex->normal, 3);
    unit(m, vertex->tangent, 3);
    unit(m, vertex->bitangent, 3);
}

static void make_face(model *m, int32_t index, uint32_t vertices, maq_wza_face *face) {
    face->index = index;
    for (int k = 0; k < 3; k++) {
        face->vertices[k] = (index + k) % (int32_t)vertices;
        face->uv[k][0] = within(m, 1);
        face->uv[k][1] = within(m, 1);
    }
}

// Shape 0 has all vertices, and a face that begins at each; the others have some of both.
static void make_shapes(model *m) {
    uint32_t vertices = 6 + below(m, MOST_VERTICES - 5), count = 1 + below(m, MOST_SHAPES);
    for (uint32_t i = 0; i < count; i++) {
        maq_wza_shape *shape = &m->shapes[i];
        *shape =
            (maq_wza_shape){.number = (int32_t)i, .vertices = m->vertices[i], .faces = m->faces[i]};
        for (uint32_t k = 0; k < vertices; k++) {
            if (i == 0 || below(m, 2))
                make_vertex(m, (int32_t)k, &m->vertices[i][shape->vertex_count++]);
            if (i == 0 || below(m, 4) == 0)
                make_face(m, (int32_t)k, vertices, &m->faces[i][shape->face_count++]);
        }
    }
    m->wza.shapes = m->shapes;
    m->wza.shape_count = count;
}

static void make_bones(model *m) {
    m->wza.bone_count = 1 + below(m, MOST_BONES);
    m->wza.bones = m->bones;
    for (uint32_t i = 0; i < m->wza.bone_count; i++) {
        maq_wza_bone *bone = &m->bones[i];
        *bone = (maq_wza_bone){.index = (int32_t)i,
                               .parent = i && below(m, 5) ? (int32_t)below(m, i) : -1,
                               .hinge = below(m, 2),
                               .vertices = m->bone_vertices[i]};
        for (int k = 0; k < 3; k++)
            bone->position[k] = within(m, 5);
        for (uint32_t k = 0; k < m->shapes[0].vertex_count; k++) {
            if (below(m, m->wza.bone_count + 1) == 0)
                m->bone_vertices[i][bone->vertex_count++] = (int32_t)k;
        }
    }
}

static void make_points(model *m, const maq_wza_property *property) {
    uint32_t count = 1 + below(m, MOST_POINTS);
    int32_t time = (int32_t)below(m, 200);
    for (uint32_t i = 0; i < count && time < WZA_MODEL_LENGTH; i++) {
        maq_wza_point *point = &m->points[m->animation.point_count++];
        *point = (maq_wza_point){.property = property->number, .time = time};
        time += LEAST_GAP + (int32_t)below(m, 500);
        if (property->kind == MAQ_WZA_BONE) {
            for (int k = 0; k < 3; k++)
                point->values[k] = within(m, 3);
            unit(m, point->values + 3, 4);
        } else if (property->kind == MAQ_WZA_SHAPE) {
            point->values[0] = within(m, 1.5f);
        } else {
            point->frame = (int32_t)below(m, 12);
        }
    }
}

static void add_property(model *m, maq_wza_kind kind, uint32_t index) {
    maq_wza_property *property = &m->properties[m->animation.property_count];
    *property = (maq_wza_property){.number = (int32_t)m->animation.property_count++,
                                   .kind = kind,
                                   .index = (int32_t)index,
                                   .interpolate = kind != MAQ_WZA_TEXTURE && below(m, 3)};
    make_points(m, property);
}

maq_document *random_wza(uint32_t number) {
    static model m;
    memset(&m, 0, sizeof m);
    m.seed = number * UINT64_C(2654435761) + 12345;
    m.wza.texture = (maq_wza_texture){.name = "fire", .animated = true};
    make_shapes(&m);
    make_bones(&m);
    for (uint32_t i = 0; i < m.wza.bone_count; i++) {
        if (i == 0 || below(&m, 4))
            add_property(&m, MAQ_WZA_BONE, i);
    }
    for (uint32_t i = 1; i < m.wza.shape_count; i++) {
        if (below(&m, 4))
            add_property(&m, MAQ_WZA_SHAPE, i);
    }
    if (below(&m, 2))
        add_property(&m, MAQ_WZA_TEXTURE, 0);
    m.animation.index = 7;
    m.animation.length = WZA_MODEL_LENGTH;
    m.animation.properties = m.properties;
    m.animation.points = m.points;
    m.wza.animations = &m.animation;
    m.wza.animation_count = 1;
    maq_document *document;
    assert_int_equal(maq_document_from_wza(&m.wza, NULL, &document), MAQ_OK);
    return document;
}
