// SPDX-License-Identifier: MIT
//
// Reading IQE: the scan reads the lines that come in large numbers, this file the others, in order.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/number_plain.h"
#include "base/plural.h"
#include "formats/iq/iqe_scan.h"

typedef struct reader {
    maq_document *document;
    mq_arena *arena;
    iqe_scan scan;
    maq_iqe *iqe;
    const char *end; // of the line at hand
    const iqe_other *now;
    iqe_other start; // before the first line

    maq_iqe_part *parts;
    maq_iqe_format *formats;
    maq_iqe_joint *joints;
    maq_iqe_animation *animations;
    maq_iqe_frame *frames;
    const char **remarks;
    size_t part_capacity, format_capacity, joint_capacity, animation_capacity, frame_capacity,
        remark_capacity;
    maq_iqe_part part;       // the current state
    uint32_t animation_pose; // poses at the last animation line
    bool failed;             // no memory
    mq_fault unknown, too_early;
} reader;

static uint64_t offset_of(const reader *r, const char *at) {
    return (uint64_t)(at - r->document->source);
}

// The offset that faults of the scan have.
static uint64_t row_offset(const reader *r, const char *at) {
    return (uint64_t)(at - r->scan.begin);
}

static maq_finding *find(reader *r, iqe_rule rule, const char *at, const char *message) {
    maq_span span = mq_iqe_line_span(r->document, offset_of(r, at));
    return mq_add_finding(&r->document->findings, &mq_iqe_rules[rule], span.offset, span.length,
                          "%s", message);
}

// Replaces some bytes of the text to repair a finding.
static void fix(maq_document *document, maq_finding *finding, uint64_t offset, uint64_t length,
                const char *text) {
    if (finding &&
        !mq_finding_edit(&document->findings, finding, offset, length, text, strlen(text)))
        finding->edit_count = 0;
}

// Makes a list hold one more item. False when there is no memory.
static bool grow(reader *r, void **items, size_t *capacity, size_t count, size_t size) {
    void *larger = mq_arena_grow(r->arena, *items, capacity, count, size);
    if (larger)
        *items = larger;
    else
        r->failed = true;
    return larger != NULL;
}

// Adds an item to one of the reader's lists; `list` is the name of both the reader's and the
// document's array, `item` that of the count.
#define APPEND(r, list, item, value)                                                               \
    do {                                                                                           \
        void *items_ = (r)->list;                                                                  \
        if (grow((r), &items_, &(r)->item##_capacity, (r)->iqe->item##_count,                      \
                 sizeof *(r)->list)) {                                                             \
            (r)->list = items_;                                                                    \
            (r)->list[(r)->iqe->item##_count++] = (value);                                         \
        }                                                                                          \
    } while (0)

// ---------------------------------------------------------------------------------------- tokens

// A name: up to a blank, or between quotes, which know no escapes. Without a closing quote it has
// all of the line, the line's end with it.
static const char *read_name(reader *r, const char **at) {
    const char *begin = mq_iqe_skip_blanks(*at, r->end);
    const char *end;
    if (begin < r->end && *begin == '"') {
        begin++;
        end = memchr(begin, '"', (size_t)(r->end - begin));
        if (end) {
            *at = end + 1;
        } else {
            maq_finding *finding =
                find(r, IQE_UNTERMINATED_NAME, begin - 1, "the name has no closing quote");
            end = r->end;
            while (end > begin && mq_iqe_blank(end[-1]))
                end--;
            fix(r->document, finding, offset_of(r, end), 0, "\"");
            end = r->end;
            if (end < r->scan.end && *end == '\n')
                end++;
            *at = r->end;
        }
    } else {
        end = begin;
        while (end < r->end && !mq_iqe_blank(*end))
            end++;
        *at = end;
    }
    const char *name = mq_arena_text(r->arena, begin, (size_t)(end - begin));
    if (!name)
        r->failed = true;
    return name;
}

// A whole number, if there is one.
static bool read_int(reader *r, const char **at, int32_t *value) {
    const char *begin = mq_iqe_skip_blanks(*at, r->end);
    bool fits = true;
    *at = mq_parse_i32(begin, r->end, value, &fits);
    if (!fits)
        find(r, IQE_INTEGER_RANGE, begin, "the number does not fit into 32 bits");
    return *at != begin;
}

static bool read_double(reader *r, const char **at, double *value) {
    const char *begin = mq_iqe_skip_blanks(*at, r->end);
    *at = mq_parse_double(begin, r->end, value);
    if (*at != begin && !isfinite(*value))
        find(r, IQE_NOT_FINITE, begin, "the number is not finite");
    return *at != begin;
}

// Reports what follows the parameters of a command.
static void end_line(reader *r, const char *at, bool number_expected) {
    at = mq_iqe_skip_blanks(at, r->end);
    if (at == r->end || *at == '#')
        return;
    if (number_expected)
        find(r, IQE_UNREAD_TEXT, at, "a number is expected here");
    else
        find(r, IQE_SURPLUS, at, "the command has no parameter for this");
}

// -------------------------------------------------------------------------------------- commands

// Whether two parts say the same of their vertices and faces.
static bool same_state(const maq_iqe_part *a, const maq_iqe_part *b) {
    return a->mesh_vertex == b->mesh_vertex && a->smooth_group == b->smooth_group &&
           a->smooth_uv == b->smooth_uv && a->has_smooth_angle == b->has_smooth_angle &&
           memcmp(&a->smooth_angle, &b->smooth_angle, sizeof a->smooth_angle) == 0 &&
           strcmp(a->mesh, b->mesh) == 0 && strcmp(a->material, b->material) == 0;
}

// Begins a part with the current state.
static void begin_part(reader *r) {
    const iqe_other *now = r->now;
    uint32_t count = r->iqe->part_count;
    if (r->failed || (count && same_state(&r->parts[count - 1], &r->part)))
        return;
    r->part.first_vertex = now->vertices;
    r->part.first_face = now->faces;
    r->part.offset = offset_of(r, now->line);
    if (count && r->parts[count - 1].first_vertex == now->vertices &&
        r->parts[count - 1].first_face == now->faces) {
        // Nothing is in the part before; what is left may go on as the one before that.
        r->parts[count - 1] = r->part;
        if (count > 1 && same_state(&r->parts[count - 2], &r->part))
            r->iqe->part_count--;
        return;
    }
    APPEND(r, parts, part, r->part);
}

static void do_mesh(reader *r, const char *at) {
    r->part.mesh = read_name(r, &at);
    r->part.mesh_vertex = r->now->vertices;
    end_line(r, at, false);
    begin_part(r);
}

static void do_material(reader *r, const char *at) {
    r->part.material = read_name(r, &at);
    end_line(r, at, false);
    begin_part(r);
}

static void do_smoothgroup(reader *r, const char *at) {
    bool number = read_int(r, &at, &r->part.smooth_group);
    end_line(r, at, !number);
    begin_part(r);
}

static void do_smoothangle(reader *r, const char *at) {
    double angle = 0;
    bool number = read_double(r, &at, &angle);
    end_line(r, at, !number);
    r->part.has_smooth_angle = true;
    r->part.smooth_angle = angle;
    begin_part(r);
}

static void do_smoothuv(reader *r, const char *at) {
    int32_t on = 1;
    bool number = read_int(r, &at, &on);
    end_line(r, at, !number);
    r->part.smooth_uv = on > 0;
    begin_part(r);
}

static void do_joint(reader *r, const char *at) {
    maq_iqe_joint joint = {.parent = -1, .offset = offset_of(r, r->now->line)};
    joint.name = read_name(r, &at);
    bool number = read_int(r, &at, &joint.parent);
    end_line(r, at, !number);
    APPEND(r, joints, joint, joint);
}

static void do_vertexarray(reader *r, const char *at) {
    maq_iqe_format format = {.offset = offset_of(r, r->now->line)};
    format.type = read_name(r, &at);
    format.component = read_name(r, &at);
    read_int(r, &at, &format.size);
    format.name = read_name(r, &at);
    end_line(r, at, false);
    APPEND(r, formats, format, format);
}

static void add_frame(reader *r, uint32_t first_pose, uint64_t offset) {
    uint32_t before = r->iqe->frame_count;
    APPEND(r, frames, frame, ((maq_iqe_frame){first_pose, offset}));
    r->animations[r->iqe->animation_count - 1].frame_count += r->iqe->frame_count - before;
}

// Poses between an animation line and the first frame line are a frame, too.
static void frame_of_loose_poses(reader *r, uint32_t poses_now) {
    if (r->iqe->animation_count == 0 || r->failed)
        return;
    const maq_iqe_animation *animation = &r->animations[r->iqe->animation_count - 1];
    if (animation->frame_count == 0 && r->animation_pose < poses_now)
        add_frame(r, r->animation_pose, animation->offset);
}

static void do_animation(reader *r, const char *at) {
    maq_iqe *iqe = r->iqe;
    frame_of_loose_poses(r, r->now->poses);
    maq_iqe_animation animation = {.first_frame = iqe->frame_count,
                                   .offset = offset_of(r, r->now->line)};
    animation.name = read_name(r, &at);
    end_line(r, at, false);
    if (iqe->animation_count == 0)
        iqe->poses.base_count = r->now->poses;
    APPEND(r, animations, animation, animation);
    r->animation_pose = r->now->poses;
}

// Whether there is an animation that a frame, framerate or loop line belongs to.
static bool in_animation(reader *r) {
    if (r->iqe->animation_count == 0)
        mq_fault_add(&r->too_early, row_offset(r, r->now->line), 0);
    return r->iqe->animation_count > 0;
}

static void do_frame(reader *r, const char *at) {
    if (!in_animation(r))
        return;
    // Many files number their frames; the number has no meaning.
    at = mq_iqe_skip_blanks(at, r->end);
    int32_t number;
    if (!read_int(r, &at, &number))
        end_line(r, at, false);
    frame_of_loose_poses(r, r->now->poses);
    if (!r->failed)
        add_frame(r, r->now->poses, offset_of(r, r->now->line));
}

static void do_framerate(reader *r, const char *at) {
    if (!in_animation(r))
        return;
    maq_iqe_animation *animation = &r->animations[r->iqe->animation_count - 1];
    double rate = 0;
    bool number = read_double(r, &at, &rate);
    end_line(r, at, !number);
    animation->has_framerate = true;
    animation->framerate = rate;
}

static void do_loop(reader *r, const char *at) {
    if (!in_animation(r))
        return;
    end_line(r, at, false);
    r->animations[r->iqe->animation_count - 1].loop = true;
}

static void do_comment(reader *r, const char *at) {
    (void)at;
    maq_iqe *iqe = r->iqe;
    const char *begin = mq_iqe_line_end(r->now->line, r->scan.end);
    begin += begin < r->scan.end;
    iqe->has_comment = true;
    iqe->comment_length = (uint64_t)(r->scan.end - begin);
    iqe->comment_offset = offset_of(r, begin);
    iqe->comment = mq_arena_text(r->arena, begin, (size_t)iqe->comment_length);
}

static void do_remark(reader *r) {
    const char *end = r->end;
    while (end > r->now->line && mq_iqe_blank(end[-1]))
        end--;
    const char *text = mq_arena_text(r->arena, r->now->line, (size_t)(end - r->now->line));
    if (!text)
        r->failed = true;
    APPEND(r, remarks, remark, text);
}

static const struct {
    const char *word;
    void (*run)(reader *r, const char *at);
} commands[] = {
    {"frame", do_frame},
    {"mesh", do_mesh},
    {"material", do_material},
    {"joint", do_joint},
    {"smoothgroup", do_smoothgroup},
    {"smoothangle", do_smoothangle},
    {"smoothuv", do_smoothuv},
    {"vertexarray", do_vertexarray},
    {"animation", do_animation},
    {"framerate", do_framerate},
    {"loop", do_loop},
    {"comment", do_comment},
};

static void read_other(reader *r, const iqe_other *other) {
    r->now = other;
    r->end = mq_iqe_text_end(other->line, mq_iqe_line_end(other->line, r->scan.end));
    if (*other->line == '#') {
        do_remark(r);
        return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (mq_iqe_word(other->line, r->end, commands[i].word)) {
            commands[i].run(r, other->line + strlen(commands[i].word));
            return;
        }
    }
    mq_fault_add(&r->unknown, row_offset(r, other->line), 0);
}

// -------------------------------------------------------------------------------------- the whole

// One finding for all lines with the same fault.
static void report_fault(reader *r, const mq_fault *fault, iqe_rule rule, const char *one,
                         const char *several) {
    if (fault->count == 0)
        return;
    maq_span span = mq_iqe_line_span(r->document, offset_of(r, r->scan.begin) + fault->offset);
    mq_finding_count(mq_add_finding(&r->document->findings, &mq_iqe_rules[rule], span.offset,
                                    span.length, "%s%s", MQ_PLURAL(fault->count, one, several),
                                    mq_in_all_of(fault->count).text),
                     fault->count);
}

static void report_faults(reader *r) {
    static const struct {
        iqe_rule rule;
        const char *one, *several;
    } texts[IQE_FAULT_COUNT] = {
        [IQE_FAULT_UNREAD] = {IQE_UNREAD_TEXT, "a number is expected here",
                              "text where a number is expected"},
        [IQE_FAULT_SURPLUS] = {IQE_SURPLUS, "the command has no parameter for this",
                               "lines have more parameters than their command"},
        [IQE_FAULT_NOT_FINITE] = {IQE_NOT_FINITE, "the number is not finite",
                                  "numbers are not finite"},
        [IQE_FAULT_RANGE] = {IQE_INTEGER_RANGE, "the number does not fit into 32 bits",
                             "numbers do not fit into 32 bits"},
        [IQE_FAULT_BEFORE_FIRST] = {IQE_INDEX_BEFORE_FIRST,
                                    "the index goes back before the first vertex",
                                    "indices go back before the first vertex"},
        [IQE_FAULT_SMALL_FACE] = {IQE_SMALL_FACE, "the face has fewer than three corners",
                                  "faces have fewer than three corners"},
        [IQE_FAULT_EDGE_FLAG] = {IQE_EDGE_FLAG, "the flag is neither 0 nor 1",
                                 "flags are neither 0 nor 1"},
        [IQE_FAULT_NO_NUMBER] = {IQE_SMOOTH_INDEX_MISSING, "vs has no number", "vs has no number"},
        [IQE_FAULT_LONG_LINE] = {IQE_LONG_LINE, "the line is longer than 511 bytes",
                                 "lines are longer than 511 bytes"},
    };
    for (int kind = 0; kind < IQE_FAULT_COUNT; kind++) {
        mq_fault all = {0};
        for (size_t c = 0; c < r->scan.chunk_count; c++) {
            const mq_fault *fault = &r->scan.chunks[c].faults[kind];
            if (all.count == 0)
                all.offset = fault->offset;
            all.count += fault->count;
        }
        report_fault(r, &all, texts[kind].rule, texts[kind].one, texts[kind].several);
    }
    report_fault(r, &r->unknown, IQE_UNKNOWN_COMMAND, "the line begins with no known command",
                 "lines begin with no known command");
    report_fault(r, &r->too_early, IQE_BEFORE_ANIMATION, "this stands before any animation line",
                 "frame, framerate or loop before any animation line");
    if (r->scan.has_nul) {
        const char *last =
            r->iqe->has_comment ? r->document->source + r->iqe->comment_offset : r->scan.end;
        const char *nul = memchr(r->scan.begin, '\0', (size_t)(last - r->scan.begin));
        if (nul)
            mq_add_finding(&r->document->findings, &mq_iqe_rules[IQE_NUL_BYTE], offset_of(r, nul),
                           1, "a NUL byte hides the rest of the line");
    }
}

static void set_rows(reader *r) {
    const iqe_scan *scan = &r->scan;
    const iqe_counts *total = &scan->total;
    maq_iqe *iqe = r->iqe;
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++)
        iqe->lists[list] = (maq_iqe_rows){scan->values[list], total->rows[list], scan->width[list],
                                          scan->given[list], false};
    iqe->blends = (maq_iqe_blends){total->rows[IQE_ROW_BLEND], scan->blend_first,
                                   scan->blend_joints, scan->blend_weights};
    iqe->smooth_indices = scan->smooth_indices;
    iqe->smooth_index_count = total->rows[IQE_ROW_SMOOTH];
    iqe->faces = (maq_iqe_faces){total->rows[IQE_ROW_FACE], scan->face_first, scan->corners};
    iqe->edges = (maq_iqe_edges){total->rows[IQE_ROW_EDGE], scan->edge_first, scan->edges};
    iqe->poses.rows = (maq_iqe_rows){scan->values[IQE_ROW_POSE], total->rows[IQE_ROW_POSE],
                                     scan->width[IQE_ROW_POSE], scan->given[IQE_ROW_POSE], false};
    iqe->poses.kinds = scan->pose_kinds;
}

static maq_status read_body(reader *r) {
    maq_status status;
    if (!mq_iqe_scan(&r->scan, r->arena, &status))
        return status != MAQ_OK ? status : mq_arena_status(r->arena);
    maq_iqe *iqe = r->iqe = MQ_NEW(r->arena, maq_iqe);
    if (!iqe)
        return mq_arena_status(r->arena);
    r->part = (maq_iqe_part){
        .mesh = "", .material = "", .smooth_group = -1, .smooth_angle = 180, .offset = 0};
    r->start = (iqe_other){.line = r->document->source};
    r->now = &r->start;
    begin_part(r);
    for (uint32_t i = 0; i < r->scan.total.others && !r->failed; i++)
        read_other(r, &r->scan.others[i]);
    if (!r->failed)
        frame_of_loose_poses(r, r->scan.total.rows[IQE_ROW_POSE]);
    if (r->failed)
        return mq_arena_status(r->arena);
    set_rows(r);
    if (iqe->animation_count == 0)
        iqe->poses.base_count = iqe->poses.rows.count;
    iqe->parts = r->parts;
    iqe->formats = r->formats;
    iqe->joints = r->joints;
    iqe->animations = r->animations;
    iqe->frames = r->frames;
    iqe->remarks = r->remarks;
    report_faults(r);
    r->document->content = iqe;
    return mq_arena_status(r->arena);
}

maq_status mq_iqe_read(maq_document *document) {
    reader r = {.document = document, .arena = document->arena};
    document->variant = &document->format->description.variants[0];
    const char *source = document->source;
    const char *hash = mq_iqe_header(source, document->source_length);
    if (!hash) {
        mq_add_finding(&document->findings, &mq_iqe_rules[IQE_NOT_IQE], 0, 0,
                       "the first line does not begin with # Inter-Quake Export");
        return MAQ_BAD_DATA;
    }
    if (hash != source) {
        uint64_t before = (uint64_t)(hash - source);
        maq_finding *finding =
            mq_add_finding(&document->findings, &mq_iqe_rules[IQE_HEADER_LATE], 0, before,
                           "something stands before # Inter-Quake Export");
        fix(document, finding, 0, before, "");
    }
    const char *end = source + document->source_length, *line_end = mq_iqe_line_end(source, end);
    r.scan.begin = line_end + (line_end < end);
    r.scan.end = end;
    return read_body(&r);
}
