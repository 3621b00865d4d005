// SPDX-License-Identifier: MIT
//
// What is wrong with the shapes and bones of a WZA model.
#include <stdio.h>
#include <string.h>

#include "formats/wza/wza_priv.h"

#define NOT_THERE UINT32_MAX

typedef struct checker {
    mq_directive_check check;
    const maq_wza *wza;
    mq_arena *scratch;
    const maq_wza_shape *mesh; // shape 0
    // For each index of shape 0 where it is in the list, NOT_THERE if nowhere.
    uint32_t *vertex_rows, *face_rows;
    // The last shape or bone that listed an index, from 1.
    uint32_t *vertex_marks, *face_marks;
} checker;

static maq_span token(const checker *c, uint32_t offset, unsigned index) {
    return mq_check_token(&c->check, offset, index);
}

#define FIND(c, rule, span, ...) MQ_CHECK_FIND(&(c)->check, rule, span, __VA_ARGS__)

// -------------------------------------------------------------------------------------- the indices

// The rules of an index, and the word for what it numbers.
typedef struct index_rules {
    wza_rule repeated, range, unknown;
    const char *what; // "vertex"
} index_rules;

static const index_rules vertex_rules = {WZA_VERTEX_REPEATED, WZA_VERTEX_RANGE, WZA_VERTEX_UNKNOWN,
                                         "vertex"};
static const index_rules face_rules = {WZA_FACE_REPEATED, WZA_FACE_RANGE, WZA_FACE_UNKNOWN, "face"};

// An index of shape 0, whose lists have `count` rows; fills the table of rows by index.
static void check_mesh_index(checker *c, const index_rules *rules, uint32_t *rows, uint32_t count,
                             int32_t index, uint32_t row, uint32_t offset) {
    if (index < 0 || (uint32_t)index >= count) {
        if (!c->mesh->incomplete)
            FIND(c, rules->range, token(c, offset, 0),
                 "%s %d is out of range: the indices of shape 0 are 0 to %u", rules->what, index,
                 count - 1);
    } else if (rows[index] != NOT_THERE) {
        FIND(c, rules->repeated, token(c, offset, 0), "%s %d is listed twice", rules->what, index);
    } else {
        rows[index] = row;
    }
}

// An index of a further shape. Where shape 0 is incomplete, what it should have is not known.
static void check_sparse_index(checker *c, const index_rules *rules, const uint32_t *rows,
                               uint32_t *marks, uint32_t count, uint32_t mark, int32_t index,
                               uint32_t offset) {
    if (index < 0 || (uint32_t)index >= count || rows[index] == NOT_THERE) {
        if (!c->mesh->incomplete)
            FIND(c, rules->unknown, token(c, offset, 0), "shape 0 has no %s %d", rules->what,
                 index);
    } else if (marks[index] == mark) {
        FIND(c, rules->repeated, token(c, offset, 0), "%s %d is listed twice", rules->what, index);
    } else {
        marks[index] = mark;
    }
}

// ------------------------------------------------------------------------------------------- shapes

static void check_vectors(checker *c, const maq_wza_shape *shape) {
    mq_fault faults = {0};
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        const maq_wza_vertex *vertex = &shape->vertices[i];
        const float *vectors[] = {vertex->normal, vertex->tangent, vertex->bitangent};
        for (unsigned k = 0; k < 3; k++) {
            if (!mq_is_near_unit(vectors[k], 3)) {
                mq_fault_add(&faults, vertex->offset, 4 + 3 * k);
                break;
            }
        }
    }
    mq_check_report_faults(&c->check, &faults, WZA_VECTOR_LENGTH,
                           "a normal, tangent or bitangent is not of length 1");
}

static void check_uvs(checker *c, const maq_wza_shape *shape) {
    mq_fault faults = {0};
    for (uint32_t i = 0; i < shape->face_count; i++) {
        const float *uv = &shape->faces[i].uv[0][0];
        for (unsigned k = 0; k < 6; k++) {
            if (uv[k] < 0 || uv[k] > 1) {
                mq_fault_add(&faults, shape->faces[i].offset, 4 + k);
                break;
            }
        }
    }
    mq_check_report_faults(&c->check, &faults, WZA_UV_TILES,
                           "a texture coordinate is outside 0 to 1: the texture repeats");
}

// The corners of a face of shape 0.
static void check_corners(checker *c, const maq_wza_face *face) {
    const int32_t *v = face->vertices;
    for (unsigned k = 0; k < 3; k++) {
        if (v[k] >= 0 && (uint32_t)v[k] < c->mesh->vertex_count)
            continue;
        if (!c->mesh->incomplete)
            FIND(c, WZA_CORNER_RANGE, token(c, face->offset, 1 + k),
                 "there is no vertex %d: shape 0 has %u", v[k], c->mesh->vertex_count);
        return;
    }
    if (v[0] == v[1] || v[1] == v[2] || v[0] == v[2])
        FIND(c, WZA_CORNER_REPEATED, token(c, face->offset, 1), "face %d has the same corner twice",
             face->index);
}

// A face of a further shape must have the corners that it has in shape 0.
static void check_topology(checker *c, const maq_wza_face *face) {
    if (face->index < 0 || (uint32_t)face->index >= c->mesh->face_count ||
        c->face_rows[face->index] == NOT_THERE)
        return;
    const maq_wza_face *original = &c->mesh->faces[c->face_rows[face->index]];
    if (memcmp(face->vertices, original->vertices, sizeof face->vertices) == 0)
        return;
    const int32_t *v = original->vertices;
    maq_span first = token(c, face->offset, 1), last = token(c, face->offset, 3);
    maq_span span = {first.offset, last.offset + last.length - first.offset};
    maq_finding *finding =
        FIND(c, WZA_TOPOLOGY, span, "face %d has the corners %d %d %d in shape 0", face->index,
             v[0], v[1], v[2]);
    mq_check_edit(&c->check, finding, span,
                  mq_arena_format(c->scratch, "%d %d %d", v[0], v[1], v[2]));
}

static void check_mesh(checker *c) {
    const maq_wza_shape *mesh = c->mesh;
    if (mesh->vertices_offset == MAQ_WZA_NO_OFFSET && c->check.document->source)
        FIND(c, WZA_LIST_MISSING, token(c, mesh->offset, 0), "shape 0 has no VERTICES");
    if (mesh->faces_offset == MAQ_WZA_NO_OFFSET && c->check.document->source)
        FIND(c, WZA_LIST_MISSING, token(c, mesh->offset, 0), "shape 0 has no FACES");
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        check_mesh_index(c, &vertex_rules, c->vertex_rows, mesh->vertex_count,
                         mesh->vertices[i].index, i, mesh->vertices[i].offset);
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const maq_wza_face *face = &mesh->faces[i];
        check_mesh_index(c, &face_rules, c->face_rows, mesh->face_count, face->index, i,
                         face->offset);
        check_corners(c, face);
    }
}

static void check_sparse(checker *c, const maq_wza_shape *shape, uint32_t mark) {
    for (uint32_t i = 0; i < shape->vertex_count; i++)
        check_sparse_index(c, &vertex_rules, c->vertex_rows, c->vertex_marks, c->mesh->vertex_count,
                           mark, shape->vertices[i].index, shape->vertices[i].offset);
    for (uint32_t i = 0; i < shape->face_count; i++) {
        const maq_wza_face *face = &shape->faces[i];
        check_sparse_index(c, &face_rules, c->face_rows, c->face_marks, c->mesh->face_count, mark,
                           face->index, face->offset);
        check_topology(c, face);
    }
}

// Numbers of shapes: from 0 on, each once.
static void check_shape_numbers(checker *c) {
    uint32_t count = c->wza->shape_count;
    bool *used = MQ_NEW_ARRAY(c->scratch, bool, count);
    for (uint32_t i = 0; used && i < count; i++) {
        const maq_wza_shape *shape = &c->wza->shapes[i];
        if (shape->number < 0 || (uint32_t)shape->number >= count)
            FIND(c, WZA_SHAPE_RANGE, token(c, shape->offset, 1),
                 "shape %d is out of range: shapes are numbered 0 to %u", shape->number, count - 1);
        else if (used[shape->number])
            FIND(c, WZA_SHAPE_REPEATED, token(c, shape->offset, 1), "there are two shapes %d",
                 shape->number);
        else
            used[shape->number] = true;
    }
    if (!c->mesh && (count || c->wza->shapes_offset != MAQ_WZA_NO_OFFSET))
        FIND(c, WZA_SHAPE_ZERO_MISSING, token(c, c->wza->shapes_offset, 0), "shape 0 is missing");
}

static void check_shapes(checker *c) {
    check_shape_numbers(c);
    if (!c->mesh)
        return;
    check_mesh(c);
    for (uint32_t i = 0; i < c->wza->shape_count; i++) {
        const maq_wza_shape *shape = &c->wza->shapes[i];
        check_vectors(c, shape);
        check_uvs(c, shape);
        if (shape != c->mesh)
            check_sparse(c, shape, i + 1);
    }
}

// -------------------------------------------------------------------------------------------- bones

static void check_bone_vertices(checker *c, const maq_wza_bone *bone, uint32_t mark) {
    mq_fault range = {0}, repeated = {0};
    for (uint32_t i = 0; i < bone->vertex_count; i++) {
        int32_t vertex = bone->vertices[i];
        // Seven values stand between the keyword and the first vertex.
        if (vertex < 0 || (uint32_t)vertex >= c->mesh->vertex_count) {
            mq_fault_add(&range, bone->offset, 8 + i);
        } else if (c->vertex_marks[vertex] == mark) {
            mq_fault_add(&repeated, bone->offset, 8 + i);
        } else {
            c->vertex_marks[vertex] = mark;
        }
    }
    char message[64];
    snprintf(message, sizeof message, "bone %d lists a vertex that does not exist", bone->index);
    if (!c->mesh->incomplete)
        mq_check_report_faults(&c->check, &range, WZA_BONE_VERTEX_RANGE, message);
    snprintf(message, sizeof message, "bone %d lists a vertex twice", bone->index);
    mq_check_report_faults(&c->check, &repeated, WZA_BONE_VERTEX_REPEATED, message);
}

// The row of each bone by its index.
static uint32_t *bone_rows(checker *c) {
    uint32_t count = c->wza->bone_count;
    uint32_t *rows = MQ_NEW_ARRAY(c->scratch, uint32_t, count);
    if (!rows)
        return NULL;
    memset(rows, 0xff, count * sizeof *rows);
    for (uint32_t i = 0; i < count; i++) {
        const maq_wza_bone *bone = &c->wza->bones[i];
        if (bone->index < 0 || (uint32_t)bone->index >= count) {
            if (!c->wza->bones_incomplete)
                FIND(c, WZA_BONE_RANGE, token(c, bone->offset, 1),
                     "bone %d is out of range: bones are numbered 0 to %u", bone->index, count - 1);
        } else if (rows[bone->index] != NOT_THERE) {
            FIND(c, WZA_BONE_REPEATED, token(c, bone->offset, 1), "there are two bones %d",
                 bone->index);
        } else {
            rows[bone->index] = i;
        }
    }
    return rows;
}

// The row of a bone's parent; NOT_THERE when it has none that can be followed.
static uint32_t parent_row(const checker *c, const uint32_t *rows, uint32_t row) {
    int32_t parent = c->wza->bones[row].parent;
    return parent < 0 || (uint32_t)parent >= c->wza->bone_count ? NOT_THERE : rows[parent];
}

// Each bone is visited once: a walk up the parents that meets itself has found a cycle.
static void check_cycles(checker *c, const uint32_t *rows) {
    uint32_t count = c->wza->bone_count;
    uint32_t *walks = MQ_NEW_ARRAY(c->scratch, uint32_t, count);
    for (uint32_t i = 0; walks && i < count; i++) {
        uint32_t at = i;
        while (at != NOT_THERE && walks[at] == 0) {
            walks[at] = i + 1;
            at = parent_row(c, rows, at);
        }
        if (at != NOT_THERE && walks[at] == i + 1)
            FIND(c, WZA_BONE_CYCLE, token(c, c->wza->bones[at].offset, 2),
                 "bone %d is its own ancestor", c->wza->bones[at].index);
    }
}

static void check_bones(checker *c) {
    uint32_t count = c->wza->bone_count;
    uint32_t *rows = bone_rows(c);
    if (!rows)
        return;
    for (uint32_t i = 0; i < count; i++) {
        const maq_wza_bone *bone = &c->wza->bones[i];
        bool known =
            bone->parent >= 0 && (uint32_t)bone->parent < count && rows[bone->parent] != NOT_THERE;
        if (bone->parent != -1 && !known && !c->wza->bones_incomplete)
            FIND(c, WZA_PARENT_UNKNOWN, token(c, bone->offset, 2), "there is no bone %d",
                 bone->parent);
        // Shapes used the marks up to their number.
        if (c->mesh)
            check_bone_vertices(c, bone, c->wza->shape_count + i + 1);
    }
    check_cycles(c, rows);
}

// ---------------------------------------------------------------------------------------- the whole

static bool prepare(checker *c) {
    c->mesh = mq_wza_mesh(c->wza);
    if (!c->mesh)
        return true;
    uint32_t vertices = c->mesh->vertex_count, faces = c->mesh->face_count;
    c->vertex_rows = MQ_NEW_ARRAY(c->scratch, uint32_t, vertices);
    c->face_rows = MQ_NEW_ARRAY(c->scratch, uint32_t, faces);
    c->vertex_marks = MQ_NEW_ARRAY(c->scratch, uint32_t, vertices);
    c->face_marks = MQ_NEW_ARRAY(c->scratch, uint32_t, faces);
    if (!c->vertex_rows || !c->face_rows || !c->vertex_marks || !c->face_marks)
        return false;
    memset(c->vertex_rows, 0xff, vertices * sizeof *c->vertex_rows);
    memset(c->face_rows, 0xff, faces * sizeof *c->face_rows);
    return true;
}

void mq_wza_check(const maq_document *document, mq_findings *findings) {
    checker c = {.check = {document, mq_wza_rules, WZA_COMMENT, findings},
                 .wza = document->content,
                 .scratch = findings->arena};
    const maq_wza *wza = c.wza;
    if (!prepare(&c))
        return;
    check_shapes(&c);
    check_bones(&c);
    if (wza->shape_count == 0 && wza->shapes_offset == MAQ_WZA_NO_OFFSET) {
        if (wza->texture.name || wza->bone_count || wza->bones_incomplete)
            FIND(&c, WZA_SHAPES_MISSING,
                 token(&c, wza->texture.name ? wza->texture.offset : wza->bones_offset, 0),
                 "a texture or bones need shapes");
        else if (wza->animation_count == 0)
            FIND(&c, WZA_EMPTY, token(&c, 0, 0), "the file has neither shapes nor animations");
    }
    mq_wza_check_animations(document, findings);
}
