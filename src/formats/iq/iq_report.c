// SPDX-License-Identifier: MIT
//
// What compiling reports of its inputs: everything that it drops, fills in or does not use.
#include <inttypes.h>
#include <string.h>

#include "base/fault.h"
#include "base/plural.h"
#include "formats/iq/iq_model.h"

const char *mq_iq_prefix(const iq_model *model, const iq_input *input) {
    if (model->input_count == 1)
        return "";
    const char *prefix =
        input->file_name
            ? mq_arena_format(model->scratch, "%s: ", input->file_name)
            : mq_arena_format(model->scratch, "input %zu: ", (size_t)(input - model->inputs) + 1);
    return prefix ? prefix : "";
}

// -------------------------------------------------------------------------------------- vertices

// vertexarray lines that the compiler ignores.
static void report_formats(iq_model *model, const iq_input *input) {
    for (uint32_t i = 0; i < input->iqe->format_count; i++) {
        const maq_iqe_format *line = &input->iqe->formats[i];
        const char *prefix = mq_iq_prefix(model, input);
        if (mq_iqe_format_type(line->type) < 0)
            IQ_REPORT(model, IQE_FORMAT_TYPE, 1,
                      "%sa vertexarray line was ignored: the type \"%.255s\" is unknown", prefix,
                      line->type);
        else if (mq_iqe_format_component(line->component) < 0)
            IQ_REPORT(
                model, IQE_FORMAT_COMPONENT, 1,
                "%sthe vertexarray line of %s was ignored: the component \"%.255s\" is unknown",
                prefix, line->type, line->component);
        else if (line->size < 1 || line->size > 4)
            IQ_REPORT(model, IQE_FORMAT_SIZE, 1,
                      "%sthe vertexarray line of %s was %s: the size is %" PRId32 ", not 1 to 4",
                      prefix, line->type,
                      model->settings.reference ? "given the nearest size" : "ignored", line->size);
    }
}

void mq_iq_report_unused_vertices(iq_model *model, const iq_input *input) {
    const iq_geometry *g = &input->geometry;
    uint32_t vertices = g->iqe->lists[MAQ_IQE_POSITION].count;
    mq_arena *scratch = mq_arena_scratch(model->scratch);
    uint8_t *used = scratch ? MQ_NEW_ARRAY(scratch, uint8_t, vertices) : NULL;
    uint64_t unused = vertices;
    for (size_t i = 0; used && i < (size_t)g->triangle_count * 3; i++) {
        unused -= !used[g->corners[i]];
        used[g->corners[i]] = 1;
    }
    if (used && unused)
        IQ_REPORT(model, g->meshes.is_soup ? IQE_SOUP_REMAINDER : IQE_UNUSED_VERTICES, unused,
                  "%s%" PRIu64 " %s dropped: no triangle uses %s", mq_iq_prefix(model, input),
                  unused, MQ_PLURAL(unused, "vertex was", "vertices were"),
                  MQ_PLURAL(unused, "it", "them"));
    mq_arena_end_scratch(model->scratch, scratch);
}

// What was not smoothed to the end, mesh by mesh.
void mq_iq_report_unsmoothed(iq_model *model, const iq_input *input) {
    const iq_geometry *g = &input->geometry;
    if (g->unsearched)
        IQ_REPORT(model, IQE_ORDER_DIFFERS, 1,
                  "%sthe order of triangles differs from that of the reference compiler: too many "
                  "share a vertex",
                  mq_iq_prefix(model, input));
    for (uint32_t m = 0; g->unsmoothed && m < g->meshes.count; m++) {
        uint64_t count = g->unsmoothed[m];
        const char *name = g->meshes.items[m].name;
        IQ_REPORT(model, IQE_LOSS_SMOOTHING, count,
                  "%smesh \"%.*s\": %" PRIu64
                  " %s not compared with all other corners at the same point",
                  mq_iq_prefix(model, input), (int)mq_iqe_name_length(name), name, count,
                  MQ_PLURAL(count, "corner was", "corners were"));
    }
}

void mq_iq_report_geometry(iq_model *model, const iq_input *input, uint64_t bad_faces) {
    const iq_geometry *g = &input->geometry;
    IQ_REPORT(model, IQE_FACES_DROPPED, bad_faces, "%s%" PRIu64 " %s a vertex that does not exist",
              mq_iq_prefix(model, input), bad_faces,
              MQ_PLURAL(bad_faces, "face was dropped: it names", "faces were dropped: each names"));
    IQ_REPORT(model, IQE_TRIANGLES_DROPPED, g->degenerate, "%s%" PRIu64 " %s dropped",
              mq_iq_prefix(model, input), g->degenerate,
              MQ_PLURAL(g->degenerate, "triangle with two equal corners was",
                        "triangles with two equal corners were"));
    uint64_t crowded = 0, unweighted = 0;
    for (uint32_t i = 0; g->uses_blends && i < g->iqe->blends.count; i++) {
        uint32_t usable_weights = 0;
        for (uint32_t k = g->iqe->blends.first[i]; k < g->iqe->blends.first[i + 1]; k++)
            usable_weights += g->iqe->blends.weights[k] > IQ_LEAST_WEIGHT;
        crowded += usable_weights > 4;
        unweighted += usable_weights == 0;
    }
    IQ_REPORT(model, IQE_BLEND_NONE, unweighted,
              "%s%" PRIu64 " %s no usable weight: no joint moves %s", mq_iq_prefix(model, input),
              unweighted, MQ_PLURAL(unweighted, "vertex has", "vertices have"),
              MQ_PLURAL(unweighted, "it", "them"));
    IQ_REPORT(model, IQE_WEIGHTS_DROPPED, crowded,
              "%s%" PRIu64 " %s more than four weights; the four largest are kept",
              mq_iq_prefix(model, input), crowded,
              MQ_PLURAL(crowded, "vertex has", "vertices have"));
}

// ------------------------------------------------------------------------- skeleton, animations

static void report_poses(iq_model *model, const iq_input *input) {
    const maq_iqe *iqe = input->iqe;
    uint64_t joints = iqe->joint_count, surplus = 0, missing = 0, empty = 0;
    for (uint32_t i = 0; i < iqe->frame_count; i++) {
        uint64_t poses = maq_iqe_frame_poses(iqe, i);
        empty += poses == 0;
        surplus += poses > joints ? poses - joints : 0;
        missing += poses && poses < joints ? joints - poses : 0;
    }
    const char *prefix = mq_iq_prefix(model, input);
    IQ_REPORT(model, IQE_FRAME_EMPTY, empty, "%s%" PRIu64 " %s dropped", prefix, empty,
              MQ_PLURAL(empty, "frame without poses was", "frames without poses were"));
    IQ_REPORT(model, IQE_FRAME_LONG, surplus, "%s%" PRIu64 " %s dropped: there is no joint for %s",
              prefix, surplus, MQ_PLURAL(surplus, "pose of a frame was", "poses of frames were"),
              MQ_PLURAL(surplus, "it", "them"));
    IQ_REPORT(model, IQE_FRAME_SHORT, missing, "%s%" PRIu64 " %s set to the identity", prefix,
              missing,
              MQ_PLURAL(missing, "missing pose of a frame was", "missing poses of frames were"));
    uint64_t base = iqe->poses.base_count;
    if (base > joints)
        IQ_REPORT(model, IQE_BASE_POSES_MANY, base - joints,
                  "%s%" PRIu64 " %s dropped: there is no joint for %s", prefix, base - joints,
                  MQ_PLURAL(base - joints, "base pose was", "base poses were"),
                  MQ_PLURAL(base - joints, "it", "them"));
    // Files of animations alone have no base pose at all.
    if (base && base < joints)
        IQ_REPORT(model, IQE_BASE_POSES_FEW, joints - base, "%s%" PRIu64 " %s no base pose: %s",
                  prefix, joints - base, MQ_PLURAL(joints - base, "joint has", "joints have"),
                  model->settings.reference ? "zeros were written" : "the identity was used");
}

static void report_settings(iq_model *model, const iq_input *input) {
    const iq_input_settings *settings = &input->settings;
    const char *prefix = mq_iq_prefix(model, input);
    if (settings->given && input->iqe->animation_count != 1)
        IQ_REPORT(
            model, IQE_INPUT_SETTINGS_UNUSED, 1,
            "%s--name, --fps, --loop, --start and --end need exactly one animation; this input has "
            "%" PRIu32,
            prefix, input->iqe->animation_count);
    else if (settings->fps_is_zero)
        IQ_REPORT(model, IQE_INPUT_SETTINGS_UNUSED, 1,
                  "%s--fps 0 has no effect; the animation keeps its frame rate", prefix);
}

void mq_iq_report_input(iq_model *model, const iq_input *input) {
    IQ_REPORT(model, IQE_LINES_CUT, input->lines_cut,
              "%s%" PRIu64 " %s cut: the rest counts as the next line", mq_iq_prefix(model, input),
              input->lines_cut,
              MQ_PLURAL(input->lines_cut, "line longer than 511 bytes was",
                        "lines longer than 511 bytes were"));
    report_formats(model, input);
    if (input->iqe->joint_count)
        report_poses(model, input);
    report_settings(model, input);
}
