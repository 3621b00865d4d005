// SPDX-License-Identifier: MIT
//
// Writing IQE: the skeleton, then part after part its vertices and faces, then the animations.
// Reading it gives the same document; of numbers that were floats, the same floats.
#include <math.h>
#include <string.h>

#include "formats/iq/iqe_scan.h"
#include "formats/row_text.h"

// A name in the form that reading expects, after a blank. False when it ends the line.
static bool write_name(mq_row_text *out, const char *name) {
    size_t length = strlen(name);
    bool open = length && name[length - 1] == '\n';
    bool quote = false, blank = false;
    for (size_t i = 0; i < length; i++) {
        quote |= name[i] == '"';
        blank |= mq_iqe_blank(name[i]);
    }
    mq_row_char(out, ' ');
    if (quote && !blank && name[0] != '"') {
        mq_row_bytes(out, name, length);
        return true;
    }
    mq_row_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        // No text means a quote between quotes, nor a line's end but the last.
        if (name[i] == '"')
            mq_row_char(out, '\'');
        else if (name[i] == '\n' && i + 1 < length)
            mq_row_char(out, ' ');
        else
            mq_row_char(out, name[i]);
    }
    if (!open)
        mq_row_char(out, '"');
    return !open;
}

static void write_named(mq_row_text *out, const char *command, const char *name) {
    mq_row_string(out, command);
    if (write_name(out, name))
        mq_row_char(out, '\n');
}

static void write_double(mq_row_text *out, const char *command, double value) {
    mq_row_string(out, command);
    mq_row_char(out, ' ');
    mq_row_double(out, value);
    mq_row_char(out, '\n');
}

// Whether the digits of a float are enough for a number. They are read as a double first, which rounds
// twice: of all floats, 7.038531e-26 alone would become another.
static bool is_float(double value) {
    return (double)(float)value == value && (fabs(value) > 1e-20 || value == 0);
}

static void write_row(mq_row_text *out, const char *command, const maq_iqe_rows *rows,
                      uint32_t row) {
    const double *values = rows->values + (size_t)row * rows->width;
    uint32_t count = mq_iqe_given_count(rows, row);
    mq_row_string(out, command);
    for (uint32_t i = 0; i < count; i++) {
        mq_row_char(out, ' ');
        if (rows->floats && is_float(values[i]))
            mq_row_float(out, (float)values[i]);
        else
            mq_row_double(out, values[i]);
    }
    mq_row_char(out, '\n');
}

static void write_integer(mq_row_text *out, const char *command, int64_t value) {
    mq_row_string(out, command);
    mq_row_char(out, ' ');
    mq_row_integer(out, value);
    mq_row_char(out, '\n');
}

// -------------------------------------------------------------------------------------- vertices

static void print_vertex(const void *context, mq_row_text *out, size_t index) {
    const maq_iqe *iqe = context;
    uint32_t row = (uint32_t)index;
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        if (row < iqe->lists[list].count)
            write_row(out, maq_iqe_list_command(list), &iqe->lists[list], row);
    }
    if (row < iqe->blends.count) {
        mq_row_string(out, "vb");
        for (uint32_t i = iqe->blends.first[row]; i < iqe->blends.first[row + 1]; i++) {
            mq_row_char(out, ' ');
            mq_row_integer(out, iqe->blends.joints[i]);
            mq_row_char(out, ' ');
            mq_row_double(out, iqe->blends.weights[i]);
        }
        mq_row_char(out, '\n');
    }
    if (row < iqe->smooth_index_count) {
        mq_row_string(out, "vs ");
        mq_row_integer(out, iqe->smooth_indices[row]);
        mq_row_char(out, '\n');
    }
}

// Where rows end when lists differ in length.
static uint32_t longest_list(const maq_iqe *iqe) {
    uint32_t longest = iqe->blends.count;
    if (iqe->smooth_index_count > longest)
        longest = iqe->smooth_index_count;
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        if (iqe->lists[list].count > longest)
            longest = iqe->lists[list].count;
    }
    return longest;
}

// ----------------------------------------------------------------------------------------- parts

static void print_edges(const void *context, mq_row_text *out, size_t row) {
    const maq_iqe *iqe = context;
    mq_row_string(out, "fs");
    for (uint32_t i = iqe->edges.first[row]; i < iqe->edges.first[row + 1]; i++)
        mq_row_string(out, iqe->edges.smooth[i] ? " 1" : " 0");
    mq_row_char(out, '\n');
}

typedef struct face_list {
    const maq_iqe *iqe;
    uint32_t base;     // where the mesh begins
    uint32_t vertices; // how many there are so far
} face_list;

static void print_face(const void *context, mq_row_text *out, size_t face) {
    const face_list *list = context;
    const maq_iqe *iqe = list->iqe;
    uint32_t base = list->base;
    const uint32_t *corner = iqe->faces.corners + iqe->faces.first[face];
    uint32_t count = iqe->faces.first[face + 1] - iqe->faces.first[face];
    for (uint32_t i = 0; i < count; i++) {
        if (corner[i] < base)
            base = 0;
    }
    mq_row_string(out, base ? "fm" : "fa");
    for (uint32_t i = 0; i < count; i++) {
        mq_row_char(out, ' ');
        mq_row_integer(out, corner[i] == MAQ_IQE_NO_VERTEX ? -(int64_t)list->vertices - 1
                                                           : (int64_t)corner[i] - base);
    }
    mq_row_char(out, '\n');
    if (face < iqe->edges.count)
        print_edges(iqe, out, face);
}

static void write_state(const maq_iqe_part *part, const maq_iqe_part *before, mq_row_text *out) {
    if (part->mesh_vertex != before->mesh_vertex || strcmp(part->mesh, before->mesh) != 0)
        write_named(out, "mesh", part->mesh);
    if (strcmp(part->material, before->material) != 0)
        write_named(out, "material", part->material);
    if (part->smooth_group != before->smooth_group)
        write_integer(out, "smoothgroup", part->smooth_group);
    if (part->smooth_uv != before->smooth_uv)
        write_integer(out, "smoothuv", part->smooth_uv);
    if (part->has_smooth_angle &&
        (!before->has_smooth_angle ||
         memcmp(&part->smooth_angle, &before->smooth_angle, sizeof part->smooth_angle) != 0))
        write_double(out, "smoothangle", part->smooth_angle);
}

static void print_part(const void *context, mq_row_text *out, size_t index) {
    static const maq_iqe_part none = {.mesh = "", .material = "", .smooth_group = -1};
    const maq_iqe *iqe = context;
    uint32_t p = (uint32_t)index;
    const maq_iqe_part *part = &iqe->parts[p];
    write_state(part, p > 0 ? part - 1 : &none, out);
    uint32_t end = part->first_vertex + mq_iqe_part_vertices(iqe, p);
    uint32_t rows_end = p + 1 < iqe->part_count ? end : longest_list(iqe);
    mq_row_list(out, part->first_vertex, rows_end, print_vertex, iqe);
    face_list faces = {iqe, part->mesh_vertex, end};
    mq_row_list(out, part->first_face, part->first_face + mq_iqe_part_faces(iqe, p), print_face,
                &faces);
}

// ------------------------------------------------------------------------- skeleton, animations

static void write_pose(const maq_iqe *iqe, uint32_t pose, mq_row_text *out) {
    static const char commands[3][3] = {"pq", "pm", "pa"};
    write_row(out, commands[iqe->poses.kinds ? iqe->poses.kinds[pose] : MAQ_IQE_PQ],
              &iqe->poses.rows, pose);
}

static void write_skeleton(const maq_iqe *iqe, mq_row_text *out) {
    for (uint32_t i = 0; i < iqe->joint_count; i++) {
        const maq_iqe_joint *joint = &iqe->joints[i];
        mq_row_string(out, "joint");
        if (write_name(out, joint->name)) {
            if (joint->parent != -1) {
                mq_row_char(out, ' ');
                mq_row_integer(out, joint->parent);
            }
            mq_row_char(out, '\n');
        }
        if (i < iqe->poses.base_count)
            write_pose(iqe, i, out);
    }
    for (uint32_t i = iqe->joint_count; i < iqe->poses.base_count; i++)
        write_pose(iqe, i, out);
}

static void print_frame(const void *context, mq_row_text *out, size_t frame) {
    const maq_iqe *iqe = context;
    uint32_t first = iqe->frames[frame].first_pose;
    uint32_t count = maq_iqe_frame_poses(iqe, (uint32_t)frame);
    mq_row_string(out, "frame\n");
    for (uint32_t i = 0; i < count; i++)
        write_pose(iqe, first + i, out);
}

static void print_animation(const void *context, mq_row_text *out, size_t index) {
    const maq_iqe *iqe = context;
    const maq_iqe_animation *animation = &iqe->animations[index];
    write_named(out, "animation", animation->name);
    if (animation->has_framerate)
        write_double(out, "framerate", animation->framerate);
    if (animation->loop)
        mq_row_string(out, "loop\n");
    size_t first = animation->first_frame;
    mq_row_list(out, first, first + animation->frame_count, print_frame, iqe);
}

static void write_formats(const maq_iqe *iqe, mq_row_text *out) {
    for (uint32_t i = 0; i < iqe->format_count; i++) {
        const maq_iqe_format *format = &iqe->formats[i];
        mq_row_string(out, "vertexarray");
        if (!write_name(out, format->type) || !write_name(out, format->component))
            continue;
        mq_row_char(out, ' ');
        mq_row_integer(out, format->size);
        if (!format->name[0] || write_name(out, format->name))
            mq_row_char(out, '\n');
    }
}

// ------------------------------------------------------------------------------------------ length

// A text that grows moves, and takes three times its length while it does, so a few rows say how long all
// will be.
enum { SAMPLES = 32 };

static double numbers_length(const double *values, uint32_t count, uint32_t width, bool floats) {
    char text[MQ_NUMBER_TEXT_MAX];
    size_t length = 0, rows = 0;
    for (uint32_t row = 0; row < count; row += count / SAMPLES + 1, rows++) {
        for (uint32_t i = 0; i < width; i++) {
            double value = values[(size_t)row * width + i];
            length += 1 + (floats && is_float(value) ? mq_print_float(text, (float)value)
                                                     : mq_print_double(text, value));
        }
    }
    return rows ? (double)length / (double)rows * count : 0;
}

static double rows_length(const maq_iqe_rows *rows) {
    const double command = sizeof "vp\n" - 1;
    return rows->count * command +
           numbers_length(rows->values, rows->count, rows->width, rows->floats);
}

static double integers_length(uint32_t count, uint32_t largest) {
    char text[MQ_NUMBER_TEXT_MAX];
    return (double)count * (double)(1 + mq_print_u64(text, largest));
}

// About, but rarely less than it will be.
static double expected_length(const maq_iqe *iqe) {
    const double command = sizeof "vp\n" - 1;
    double length = 0;
    for (unsigned i = 0; i < MAQ_IQE_LIST_COUNT; i++)
        length += rows_length(&iqe->lists[i]);
    length += rows_length(&iqe->poses.rows);
    uint32_t pairs = iqe->blends.count ? iqe->blends.first[iqe->blends.count] : 0;
    length += iqe->blends.count * command + integers_length(pairs, iqe->joint_count) +
              numbers_length(iqe->blends.weights, pairs, 1, false);
    uint32_t corners = iqe->faces.count ? iqe->faces.first[iqe->faces.count] : 0;
    length +=
        iqe->faces.count * command + integers_length(corners, iqe->lists[MAQ_IQE_POSITION].count);
    return length * 1.03 + 4096;
}

void mq_iqe_write(const maq_document *document, mq_text *out) {
    const maq_iqe *iqe = document->content;
    double length = expected_length(iqe);
    if (length < (double)(SIZE_MAX / 2))
        mq_text_reserve(out, (size_t)length);
    mq_text_string(out, "# Inter-Quake Export\n");
    for (uint32_t i = 0; i < iqe->remark_count; i++) {
        mq_text_string(out, iqe->remarks[i]);
        mq_text_char(out, '\n');
    }
    mq_row_text rows;
    mq_row_text_init(&rows, out);
    write_formats(iqe, &rows);
    write_skeleton(iqe, &rows);
    mq_row_list(&rows, 0, iqe->part_count, print_part, iqe);
    mq_row_list(&rows, iqe->faces.count, iqe->edges.count, print_edges, iqe);
    mq_row_list(&rows, 0, iqe->animation_count, print_animation, iqe);
    mq_row_flush(&rows);
    if (iqe->has_comment) {
        mq_text_string(out, "comment\n");
        mq_text_bytes(out, iqe->comment, (size_t)iqe->comment_length);
    }
}
