// SPDX-License-Identifier: MIT
//
// A pose as a document.
#include "api/common_rules.h"
#include "api/convert.h"
#include "api/convert_images.h"
#include "base/memory.h"
#include "base/plural.h"
#include "motion/bake.h"
#include "scene/copy.h"

static void report(maq_document *made, uint32_t count, const char *one, const char *many) {
    if (count == 0)
        return;
    maq_finding *finding =
        mq_add_finding(&made->findings, &mq_common_rules[MQ_RULE_POSE], MAQ_NO_OFFSET, 0, "%u %s",
                       count, MQ_PLURAL(count, one, many));
    if (finding)
        finding->count = count;
}

static maq_status make_pose(maq_motion *motion, const maq_convert_options *options,
                            maq_document *made) {
    maq_scene posed, own;
    mq_pose_scene_losses left_out;
    mq_arena *scratch = mq_arena_scratch(made->arena);
    maq_status status = scratch ? mq_motion_pose_scene(motion, scratch, &posed, &left_out)
                                : mq_arena_status(made->arena);
    // The document may keep what it is made from, and outlive the scene of the motion.
    if (status == MAQ_OK && !mq_scene_copy(made->arena, &posed, &own))
        status = mq_arena_status(made->arena);
    mq_arena_end_scratch(made->arena, scratch);
    if (status != MAQ_OK)
        return status;
    report(made, left_out.clips, "clip is not written", "clips are not written");
    report(made, left_out.skins, "mesh is deformed by its joints and no longer skinned",
           "meshes are deformed by their joints and no longer skinned");
    report(made, left_out.shapes, "shape is blended into its mesh",
           "shapes are blended into their meshes");
    report(made, left_out.hidden, "mesh is hidden in this pose and not written",
           "meshes are hidden in this pose and not written");
    status = mq_convert_images(options, NULL, &own, made);
    mq_settings settings = {options->settings, options->setting_count};
    return status == MAQ_OK ? made->format->from_scene(&own, &settings, made) : status;
}

maq_status maq_motion_document(maq_motion *motion, const char *to, const maq_convert_options *given,
                               maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    const maq_format *description = NULL;
    const maq_variant *variant = to ? maq_find_variant(to, &description) : NULL;
    if (!motion || !variant)
        return MAQ_BAD_ARGUMENT;
    const mq_format *format = mq_format_of(description);
    maq_convert_options options;
    mq_options_copy(&options, sizeof options, given);
    if (!variant->writable || !format->from_scene)
        return MAQ_UNSUPPORTED;
    if (!mq_settings_known(format, options.settings, options.setting_count, false) ||
        !mq_images_possible(format, &options))
        return MAQ_BAD_ARGUMENT;
    maq_document *made = mq_document_new(options.memory, format, variant, options.max_findings);
    if (!made)
        return MAQ_NO_MEMORY;
    return mq_convert_finish(made, make_pose(motion, &options, made), options.strict, out);
}
