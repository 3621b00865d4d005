// SPDX-License-Identifier: MIT
//
// The row of IQE in the registry, and small functions that its files share.
#include <math.h>
#include <string.h>

#include "formats/iq/iq_ascii.h"
#include "formats/iq/iq_scene.h"
#include "formats/iq/iqe_scan.h"

const char *mq_iqe_header(const char *source, size_t length) {
    static const char header[] = "# Inter-Quake Export";
    if (length == 0)
        return NULL;
    // A NUL ends the line: binary files can hold the header as a name.
    const char *end = mq_iqe_text_end(source, mq_iqe_line_end(source, source + length));
    const char *hash = memchr(source, '#', (size_t)(end - source));
    if (!hash || (size_t)(end - hash) < sizeof header - 1 ||
        memcmp(hash, header, sizeof header - 1) != 0)
        return NULL;
    return hash;
}

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    if (mq_iqe_header(bytes, length))
        return MQ_MATCH_BY_CONTENT;
    return mq_iq_has_extension(name, ".iqe") ? MQ_MATCH_BY_NAME : MQ_NO_MATCH;
}

static const maq_variant variants[] = {
    {"iqe", "IQE: Inter-Quake Export, the text form", ".iqe", 0, true},
};

static const char *const targets[] = {"spec", "reference"};

const mq_format mq_iqe_format = {
    .description = {.name = "iqe",
                    .family = "iq",
                    .title = "Inter-Quake export",
                    .text = true,
                    .variant_count = sizeof variants / sizeof variants[0],
                    .variants = variants,
                    .target_count = sizeof targets / sizeof targets[0],
                    .targets = targets,
                    .rule_count = IQE_RULE_COUNT,
                    .rules = mq_iqe_rules},
    .one_file_holds_all = true,
    .recognise = recognise,
    MQ_FORMAT_FUNCTIONS(iqe),
    .copies_scene = true,
    .materials = mq_iqe_add_materials,
    .image_span = mq_iqe_image_span,
    .axes = MQ_AXES_INTER_QUAKE,
};

const maq_iqe *maq_document_iqe(const maq_document *document) {
    return document && document->format == &mq_iqe_format ? document->content : NULL;
}

// ----------------------------------------------------------------------------------------- names

const char *const mq_iqe_type_names[IQE_TYPE_COUNT] = {
    "position", "texcoord", "normal",  "tangent",      "color",       "custom0",
    "custom1",  "custom2",  "custom3", "custom4",      "custom5",     "custom6",
    "custom7",  "custom8",  "custom9", "blendindexes", "blendweights"};

const char *const mq_iqe_component_names[9] = {"byte", "ubyte", "short", "ushort", "int",
                                               "uint", "half",  "float", "double"};

const char *maq_iqe_list_command(unsigned list) {
    static const char commands[MAQ_IQE_LIST_COUNT][3] = {
        "vp", "vt", "vn", "vx", "vc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"};
    return list < MAQ_IQE_LIST_COUNT ? commands[list] : "";
}

static int find_name(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (mq_iq_equal_ignoring_case(names[i], name))
            return i;
    }
    return -1;
}

int mq_iqe_format_type(const char *name) {
    return find_name(mq_iqe_type_names, IQE_TYPE_COUNT, name);
}

int mq_iqe_format_component(const char *name) {
    return find_name(mq_iqe_component_names, 9, name);
}

// ------------------------------------------------------------------------------------------ rows

const uint8_t mq_iqe_max_numbers[MAQ_IQE_LIST_COUNT] = {4, 4, 3, 6, 4, 4, 4, 4,
                                                        4, 4, 4, 4, 4, 4, 4};

double mq_iqe_default_number(unsigned list, unsigned number) {
    return number == 3 && (list == MAQ_IQE_POSITION || list == MAQ_IQE_COLOR) ? 1 : 0;
}

const uint8_t mq_iqe_pose_max_numbers[3] = {10, 15, 9};

double mq_iqe_default_pose_number(maq_iqe_pose_kind kind, unsigned number) {
    if (kind == MAQ_IQE_PQ && number == 6)
        return (double)NAN;
    return number + 3 >= mq_iqe_pose_max_numbers[kind] ? 1 : 0;
}

void mq_iqe_get_row(const maq_iqe *iqe, unsigned list, uint32_t row, double *out) {
    const maq_iqe_rows *rows = &iqe->lists[list];
    const double *values = rows->values + (size_t)row * rows->width;
    for (unsigned i = 0; i < mq_iqe_max_numbers[list]; i++)
        out[i] = i < rows->width ? values[i] : mq_iqe_default_number(list, i);
}

void mq_iqe_get_pose(const maq_iqe *iqe, uint32_t pose, maq_iqe_pose_kind *kind,
                     double out[IQE_POSE_MAX]) {
    const maq_iqe_rows *rows = &iqe->poses.rows;
    const double *values = rows->values + (size_t)pose * rows->width;
    *kind = iqe->poses.kinds ? (maq_iqe_pose_kind)iqe->poses.kinds[pose] : MAQ_IQE_PQ;
    for (unsigned i = 0; i < mq_iqe_pose_max_numbers[*kind]; i++)
        out[i] = i < rows->width ? values[i] : mq_iqe_default_pose_number(*kind, i);
}

uint32_t maq_iqe_frame_poses(const maq_iqe *iqe, uint32_t frame) {
    if (frame >= iqe->frame_count)
        return 0;
    uint32_t end =
        frame + 1 < iqe->frame_count ? iqe->frames[frame + 1].first_pose : iqe->poses.rows.count;
    return end - iqe->frames[frame].first_pose;
}

uint32_t mq_iqe_part_faces(const maq_iqe *iqe, uint32_t part) {
    uint32_t end = part + 1 < iqe->part_count ? iqe->parts[part + 1].first_face : iqe->faces.count;
    return end - iqe->parts[part].first_face;
}

uint32_t mq_iqe_part_vertices(const maq_iqe *iqe, uint32_t part) {
    uint32_t end = part + 1 < iqe->part_count ? iqe->parts[part + 1].first_vertex
                                              : iqe->lists[MAQ_IQE_POSITION].count;
    return end - iqe->parts[part].first_vertex;
}

// ----------------------------------------------------------------------------------------- spans

maq_span mq_iqe_line_span(const maq_document *document, uint64_t offset) {
    if (!document->source || offset >= document->source_length)
        return (maq_span){MAQ_NO_OFFSET, 0};
    const char *at = document->source + offset;
    const char *end = mq_iqe_line_end(at, document->source + document->source_length);
    while (end > at && mq_iqe_blank(end[-1]))
        end--;
    return (maq_span){offset, (uint64_t)(end - at)};
}

maq_span mq_iqe_row_span(const maq_document *document, iqe_row kind, uint32_t row) {
    if (!document->source)
        return (maq_span){MAQ_NO_OFFSET, 0};
    const char *source_end = document->source + document->source_length;
    // The first line is the header, whatever it says.
    for (const char *line = mq_iqe_line_end(document->source, source_end); line < source_end;) {
        line++;
        const char *line_end = mq_iqe_line_end(line, source_end);
        const char *end = mq_iqe_text_end(line, line_end);
        const char *at = mq_iqe_skip_blanks(line, end);
        if (at < end && mq_iqe_classify(at, end) == kind && row-- == 0)
            return mq_iqe_line_span(document, (uint64_t)(at - document->source));
        line = line_end;
    }
    return (maq_span){MAQ_NO_OFFSET, 0};
}
