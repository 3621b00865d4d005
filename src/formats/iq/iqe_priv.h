// SPDX-License-Identifier: MIT
//
// What the files of IQE share.
#ifndef MQ_IQE_PRIV_H
#define MQ_IQE_PRIV_H

#include <string.h>

#include "formats/format.h"
#include "formats/iq/iqe_rules.h"
#include "maquette/iqe.h"

MQ_DECLARE_FORMAT(iqe);
void mq_iqe_add_materials(const maq_document *document, mq_scene_builder *builder);
maq_span mq_iqe_image_span(const maq_document *document, const struct maq_image_reference *image);

// A copy of everything in an arena, without positions in a file; NULL when there is no memory.
maq_iqe *mq_iqe_copy(mq_arena *arena, const maq_iqe *iqe);

// Where the first line has "# Inter-Quake Export", which its first # must begin; NULL: nowhere.
const char *mq_iqe_header(const char *source, size_t length);

// The lines that come in large numbers: the lists first, in the order of maq_iqe_list.
typedef enum iqe_row {
    IQE_ROW_BLEND = MAQ_IQE_LIST_COUNT, // vb
    IQE_ROW_SMOOTH,                     // vs
    IQE_ROW_FACE,                       // fa, fm
    IQE_ROW_EDGE,                       // fs
    IQE_ROW_POSE,                       // pq, pm, pa
    IQE_ROW_COUNT,
    IQE_ROW_OTHER = IQE_ROW_COUNT, // any other line
} iqe_row;

// The most numbers that a row of a list takes, and the default of its nth number.
extern const uint8_t mq_iqe_max_numbers[MAQ_IQE_LIST_COUNT];
double mq_iqe_default_number(unsigned list, unsigned number);

#define IQE_POSE_MAX 15
extern const uint8_t mq_iqe_pose_max_numbers[3]; // by maq_iqe_pose_kind
double mq_iqe_default_pose_number(maq_iqe_pose_kind kind, unsigned number);

// The first numbers of a row of positions, texture coordinates, ...: all of them default to 0.
static inline void mq_iqe_get_first(const maq_iqe_rows *rows, uint32_t row, double *out,
                                    uint32_t count) {
    const double *values = rows->values + (size_t)row * rows->width;
    if (rows->width >= count) {
        memcpy(out, values, count * sizeof *out);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        out[i] = i < rows->width ? values[i] : 0;
}

// A row with all the numbers that it can have, defaults filled in; `row` is below the count.
void mq_iqe_get_row(const maq_iqe *iqe, unsigned list, uint32_t row, double *out);
void mq_iqe_get_pose(const maq_iqe *iqe, uint32_t pose, maq_iqe_pose_kind *kind,
                     double out[IQE_POSE_MAX]);

// How many numbers a row gives.
static inline uint32_t mq_iqe_given_count(const maq_iqe_rows *rows, uint32_t row) {
    return rows->given ? rows->given[row] : rows->width;
}

// The span of the nth row of a kind in the source; without an offset for documents without one.
// It reads through the source: use it for findings, not for every row.
maq_span mq_iqe_row_span(const maq_document *document, iqe_row kind, uint32_t row);

// The span of the line at an offset, without the blanks around it.
maq_span mq_iqe_line_span(const maq_document *document, uint64_t offset);

// A name as it is meant: without the line's end that a missing quote leaves in it.
static inline size_t mq_iqe_name_length(const char *name) {
    size_t length = 0;
    while (name[length] && name[length] != '\n' && name[length] != '\r')
        length++;
    return length;
}

// The formats and types that a vertexarray line names, -1 for unknown ones: the numbers are those
// of IQM (MAQ_IQM_BYTE and so on); a type is a maq_iqe_list or one of these.
enum { IQE_TYPE_BLENDINDEXES = MAQ_IQE_LIST_COUNT, IQE_TYPE_BLENDWEIGHTS, IQE_TYPE_COUNT };
int mq_iqe_format_type(const char *name);
int mq_iqe_format_component(const char *name);
extern const char *const mq_iqe_type_names[IQE_TYPE_COUNT];
extern const char *const mq_iqe_component_names[9];

// Weights of a blend up to this one do not count.
#define IQ_LEAST_WEIGHT 1e-3

// The triangles of a face: a fan round its first corner.
static inline uint32_t mq_iqe_fan_triangles(const maq_iqe_faces *faces, uint32_t face) {
    uint32_t corners = faces->first[face + 1] - faces->first[face];
    return corners < 3 ? 0 : corners - 2;
}

// How many faces or vertices a part has: up to the next part, or the end.
uint32_t mq_iqe_part_faces(const maq_iqe *iqe, uint32_t part);
uint32_t mq_iqe_part_vertices(const maq_iqe *iqe, uint32_t part);

#endif
