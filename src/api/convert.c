// SPDX-License-Identifier: MIT
//
// From documents to another document or a scene.
#include <math.h>
#include <string.h>

#include "api/attach.h"
#include "api/common_rules.h"
#include "api/convert.h"
#include "api/convert_images.h"
#include "api/document_files.h"
#include "api/owned_scene.h"
#include "api/round_trip.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/plural.h"
#include "motion/bake.h"
#include "scene/copy.h"
#include "scene/merge.h"
#include "scene/resample.h"

const char *mq_setting(const mq_settings *settings, const char *name) {
    for (size_t i = settings->count; i-- > 0;) {
        if (strcmp(settings->items[i].name, name) == 0)
            return settings->items[i].value;
    }
    return NULL;
}

bool mq_settings_known(const mq_format *format, const maq_setting *settings, uint32_t count,
                       bool per_input) {
    for (uint32_t i = 0; i < count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < format->description.setting_count && !known; k++) {
            const maq_setting_description *description = &format->description.settings[k];
            known = description->per_input == per_input && settings[i].value &&
                    strcmp(description->name, settings[i].name) == 0;
        }
        if (!known)
            return false;
    }
    return true;
}

const mq_format *mq_format_of(const maq_format *description) {
    const mq_format *row;
    for (size_t i = 0; (row = mq_format_row(i)); i++) {
        if (&row->description == description)
            return row;
    }
    return NULL;
}

static bool same_family(const mq_format *a, const mq_format *b) {
    return strcmp(a->description.family, b->description.family) == 0;
}

maq_status mq_convert_finish(maq_document *made, maq_status status, bool strict,
                             maq_document **out) {
    mq_document_show_findings(made);
    if (status == MAQ_OK)
        status = mq_arena_status(made->arena);
    // Errors of a conversion are losses that ruin the model, such as triangles that were dropped.
    if (status == MAQ_OK && strict && (made->findings.list.losses || made->findings.list.errors)) {
        made->content = NULL;
        status = MAQ_LOSS_REFUSED;
    }
    if (status == MAQ_BAD_DATA)
        made->content = NULL;
    if (status == MAQ_OK || status == MAQ_LOSS_REFUSED || status == MAQ_BAD_DATA)
        *out = made;
    else
        maq_close(made);
    return status;
}

// A conversion as it was asked for.
typedef struct conversion {
    const maq_input *inputs; // those that are joined
    size_t count;
    const maq_input *attached; // those that are attached to the result, in order
    size_t attached_count;
    const mq_format *format; // of the result; NULL: it is a scene
    mq_settings settings;
    mq_model_transform transform;
    const maq_convert_options *options;
    bool same_family; // all inputs are of the result's family
    // Several inputs, or one with settings, become one document of this format first. NULL: there is
    // nothing to join.
    const mq_format *joiner;
    const maq_variant *joined_variant;
} conversion;

// Whether the scene itself changes.
static bool changes_scene(const conversion *c) {
    return mq_model_transform_changes(&c->transform) || c->options->bake ||
           c->options->resample > 0 || c->attached_count > 0;
}

// A conversion within a family goes through the scene, too, when that changes, or when the inputs are joined to
// another format of the family.
static bool goes_through_scene(const conversion *c) {
    return !c->same_family || changes_scene(c) || (c->joiner && c->joiner != c->format);
}

// ---------------------------------------------------------------------------------- what is asked

// The format of a family that joins documents, unless `preferred` is of the family and does.
static const mq_format *find_joiner(const mq_format *preferred, const mq_format *member) {
    const mq_format *row;
    if (preferred && same_family(preferred, member) && preferred->join)
        return preferred;
    for (size_t i = 0; (row = mq_format_row(i)); i++) {
        if (row->join && same_family(row, member))
            return row;
    }
    return NULL;
}

static const maq_variant *default_joined_variant(const mq_format *joiner) {
    return joiner && joiner->joined_variant ? maq_find_variant(joiner->joined_variant, NULL) : NULL;
}

static bool has_path(const conversion *c) {
    const mq_format *from = c->joiner ? c->joiner : c->inputs[0].document->format;
    if (!c->format)
        return from->to_scene != NULL;
    if (goes_through_scene(c))
        return from->to_scene && c->format->from_scene;
    return c->joiner || c->format->content_is_scene || c->format->retarget;
}

// Fills in what follows from the inputs and the options; `variant` is that of the result, NULL for a
// scene. MAQ_OK, or why the conversion is impossible.
static maq_status prepare(conversion *c, const maq_variant *variant,
                          const maq_convert_options *options) {
    const mq_format *first = c->inputs[0].document ? c->inputs[0].document->format : NULL;
    bool one_family = true;
    for (size_t i = 0; i < c->count; i++) {
        const maq_document *document = c->inputs[i].document;
        if (!document || !document->content)
            return MAQ_BAD_ARGUMENT;
        one_family = one_family && same_family(document->format, first);
    }
    c->same_family = one_family && c->format && same_family(first, c->format);
    if (!first ||
        !mq_model_transform_parse(options->scale, options->axes, first->axes, &c->transform))
        return MAQ_BAD_ARGUMENT;
    if (c->count > 1 || c->inputs[0].setting_count > 0) {
        c->joiner = one_family ? find_joiner(c->format, first) : NULL;
        c->joined_variant = c->joiner == c->format ? variant : default_joined_variant(c->joiner);
        if (!c->joiner || !c->joined_variant)
            return MAQ_UNSUPPORTED;
    }
    if ((variant && !variant->writable) || !has_path(c))
        return MAQ_UNSUPPORTED;
    if (!mq_images_possible(c->format, options) ||
        !(options->resample >= 0 && isfinite(options->resample)))
        return MAQ_BAD_ARGUMENT;
    for (size_t i = 0; i < c->attached_count; i++) {
        const maq_document *document = c->attached[i].document;
        if (!document || !document->content || c->attached[i].setting_count > 0)
            return MAQ_BAD_ARGUMENT;
        if (!document->format->to_scene)
            return MAQ_UNSUPPORTED;
    }
    for (size_t i = 0; i < c->count && c->joiner; i++) {
        if (!mq_settings_known(c->joiner, c->inputs[i].settings, c->inputs[i].setting_count, true))
            return MAQ_BAD_ARGUMENT;
    }
    if (c->format ? !mq_settings_known(c->format, options->settings, options->setting_count, false)
                  : options->setting_count > 0)
        return MAQ_BAD_ARGUMENT;
    c->settings = (mq_settings){options->settings, options->setting_count};
    return MAQ_OK;
}

// A family that scales by itself keeps more than a conversion through the scene does: the scale
// becomes a setting of the format. Returns false when there is no memory.
static bool scale_by_setting(conversion *c, mq_arena *arena) {
    static const char name[] = "scale";
    mq_model_transform unscaled = c->transform;
    unscaled.scale = 1;
    bool known = false;
    for (uint32_t i = 0; i < c->format->description.setting_count; i++) {
        const maq_setting_description *description = &c->format->description.settings[i];
        known = known || (!description->per_input && strcmp(description->name, name) == 0);
    }
    if (!c->same_family || !known || c->transform.scale == 1 || c->options->bake ||
        c->attached_count > 0 || mq_model_transform_changes(&unscaled))
        return true;
    maq_setting *items = MQ_NEW_ARRAY(arena, maq_setting, c->settings.count + 1);
    char *text = MQ_NEW_ARRAY(arena, char, MQ_NUMBER_TEXT_MAX);
    if (!items || !text)
        return false;
    mq_print_double(text, c->transform.scale);
    if (c->settings.count > 0)
        memcpy(items, c->settings.items, c->settings.count * sizeof *items);
    items[c->settings.count] = (maq_setting){name, text};
    c->settings = (mq_settings){items, c->settings.count + 1};
    c->transform = unscaled;
    return true;
}

// ------------------------------------------------------------------------------ through the scene

static maq_status resample(maq_scene *scene, double rate, maq_document *made) {
    mq_resample_summary summary;
    mq_findings *findings = &made->findings;
    const maq_rule *rule = &mq_common_rules[MQ_RULE_RESAMPLED];
    if (!mq_scene_resample(made->arena, scene, rate, &summary))
        return mq_arena_status(made->arena);
    if (summary.replaced > 0)
        mq_add_loss(
            findings, rule, summary.replaced, "%llu %s replaced",
            (unsigned long long)summary.replaced,
            MQ_PLURAL(summary.replaced, "key between frames was", "keys between frames were"));
    if (summary.extended > 0)
        mq_add_loss(findings, rule, summary.extended, "%u %s until the next whole frame",
                    summary.extended,
                    MQ_PLURAL(summary.extended, "clip lasts longer,", "clips last longer,"));
    if (summary.too_long > 0)
        mq_add_loss(findings, &mq_common_rules[MQ_RULE_NOT_RESAMPLED], summary.too_long,
                    "%u %s not resampled", summary.too_long,
                    MQ_PLURAL(summary.too_long, "clip was", "clips were"));
    return MAQ_OK;
}

// Turns the movement of a scene into shapes.
static maq_status bake(maq_scene *scene, double rate, maq_document *made) {
    maq_motion *motion;
    maq_scene baked;
    mq_bake_summary summary;
    maq_status status = maq_motion_new(scene, mq_arena_memory(made->arena), &motion);
    if (status != MAQ_OK)
        return status;
    status = mq_motion_bake(motion, rate, made->arena, &baked, &summary);
    maq_motion_free(motion);
    if (status != MAQ_OK)
        return status;
    *scene = baked;
    if (summary.nodes > 0)
        mq_add_finding(&made->findings, &mq_common_rules[MQ_RULE_BAKED], MAQ_NO_OFFSET, 0,
                       "the movement of %u %s is now in %u %s of each", summary.nodes,
                       MQ_PLURAL(summary.nodes, "mesh", "meshes"), summary.shapes,
                       MQ_PLURAL(summary.shapes, "shape", "shapes"));
    if (summary.slowed > 0)
        mq_add_loss(&made->findings, &mq_common_rules[MQ_RULE_BAKED_SLOWER], summary.slowed,
                    "%u %s baked with fewer frames than the source has", summary.slowed,
                    MQ_PLURAL(summary.slowed, "clip was", "clips were"));
    return MAQ_OK;
}

// The scene that was asked for, with memory and findings of `made`.
static maq_status make_scene(const conversion *c, const maq_document *document, maq_scene *scene,
                             maq_document *made) {
    mq_scene_builder builder;
    mq_arena *arena = made->scene_arena ? made->scene_arena : made->arena;
    mq_scene_begin(&builder, arena, &made->findings);
    maq_status status = mq_document_to_scene(document, &builder);
    if (status == MAQ_OK) {
        mq_model_transform_apply(&builder, &c->transform);
        status = mq_scene_finish(&builder, scene);
    }
    if (made->scene_arena)
        mq_arena_count_bytes(made->arena, made->scene_arena);
    if (status == MAQ_OK)
        status = mq_convert_images(c->options, document, scene, made);
    if (status == MAQ_OK && c->attached_count > 0)
        status =
            mq_attach_inputs(c->attached, c->attached_count, c->options, document, scene, made);
    if (status == MAQ_OK && c->options->resample > 0)
        status = resample(scene, c->options->resample, made);
    if (status == MAQ_OK && c->options->bake)
        status = bake(scene, c->options->bake_rate, made);
    return status;
}

// Frees what the result is not made of any more: first the text that the content was read from, then, with a
// scene, the content, too.
static void free_inputs(const conversion *c, const maq_document *made, bool contents,
                        bool sources) {
    for (size_t i = 0; i < c->count + c->attached_count; i++) {
        if (contents)
            mq_document_free_content(c->inputs[i].document);
        if (sources)
            mq_document_free_source(c->inputs[i].document, &made->findings);
    }
}

static maq_status convert_through_scene(const conversion *c, const maq_document *document,
                                        const mq_settings *settings, maq_document *made) {
    maq_scene scene;
    bool restored = false;
    maq_status status = MAQ_OK;
    if (!changes_scene(c))
        status = mq_round_trip_restore(document, settings, made, &restored);
    if (restored && status == MAQ_OK)
        return mq_extract_images(c->options, document->content, made);
    if (status != MAQ_OK)
        return status;
    if (made->format->copies_scene && !(made->scene_arena = mq_arena_scratch(made->arena)))
        return mq_arena_status(made->arena);
    // No finding of a bridge has a position in the source.
    bool stores = !changes_scene(c) && mq_round_trip_stores(document, made);
    if (made->frees_inputs)
        free_inputs(c, made, false, !stores);
    status = make_scene(c, document, &scene, made);
    // Images may have to get other names once they are written; then the result is made again.
    if (made->frees_inputs && status == MAQ_OK && made->companion_count == 0 &&
        (!stores || document->source))
        free_inputs(c, made, true, !stores);
    if (status == MAQ_OK)
        status = made->format->from_scene(&scene, settings, made);
    mq_document_end_scene(made);
    if (status == MAQ_OK && stores)
        status = mq_round_trip_store(document, made);
    return status;
}

// Joins the inputs to a document that only becomes a scene. It shares the arena of `made`.
static maq_status join_for_scene(const conversion *c, const mq_settings *settings,
                                 maq_document *joined, maq_document *made) {
    *joined = *made;
    joined->format = c->joiner;
    joined->variant = c->joined_variant;
    joined->for_scene = true;
    maq_status status = mq_document_files(c->inputs[0].document, &joined->files, &joined->name);
    if (status == MAQ_OK)
        status = c->joiner->join(c->inputs, c->count, settings, joined);
    made->findings = joined->findings;
    return status;
}

static maq_status join_then_convert(const conversion *c, maq_document *made) {
    static const mq_settings none = {0};
    maq_document joined;
    bool joins_to_result = c->joiner == c->format; // the settings are those of its join, then
    maq_status status = join_for_scene(c, joins_to_result ? &c->settings : &none, &joined, made);
    if (status != MAQ_OK)
        return status;
    return convert_through_scene(c, &joined, joins_to_result ? &none : &c->settings, made);
}

// Documents that are scenes keep all that they have in a conversion within their format.
static maq_status copy_scene(const conversion *c, const maq_document *document,
                             maq_document *made) {
    maq_scene scene;
    if (!mq_scene_copy(made->arena, document->content, &scene))
        return mq_arena_status(made->arena);
    maq_status status = mq_convert_images(c->options, document, &scene, made);
    return status == MAQ_OK ? made->format->from_scene(&scene, &c->settings, made) : status;
}

static maq_status run(const conversion *c, maq_document *made) {
    const maq_document *first = c->inputs[0].document;
    if (c->joiner)
        return goes_through_scene(c) ? join_then_convert(c, made)
                                     : c->joiner->join(c->inputs, c->count, &c->settings, made);
    if (goes_through_scene(c))
        return convert_through_scene(c, first, &c->settings, made);
    return c->format->content_is_scene ? copy_scene(c, first, made)
                                       : c->format->retarget(first, &c->settings, made);
}

// The variant of the result where the caller names none: that of a single input, or the one that
// its family joins to.
static const maq_variant *default_variant(const maq_input *inputs, size_t count,
                                          const maq_format **description) {
    const maq_document *first = inputs[0].document;
    if (!first || !first->format)
        return NULL;
    if (count == 1) {
        *description = &first->format->description;
        return first->variant;
    }
    const mq_format *joiner = find_joiner(NULL, first->format);
    return joiner && joiner->joined_variant ? maq_find_variant(joiner->joined_variant, description)
                                            : NULL;
}

// Puts the inputs to join before those to attach; each group keeps its order.
static maq_input *sort_inputs(const maq_input *inputs, size_t count, size_t *joined,
                              mq_arena *arena) {
    maq_input *sorted = MQ_NEW_ARRAY(arena, maq_input, count);
    size_t used = 0;
    for (int attached = 0; sorted && attached < 2; attached++) {
        for (size_t i = 0; i < count; i++) {
            if ((inputs[i].attach_to != NULL) == attached)
                sorted[used++] = inputs[i];
        }
        if (!attached)
            *joined = used;
    }
    return sorted;
}

static maq_status join_sorted(const maq_input *inputs, size_t count, size_t attached_count,
                              const char *to, const maq_convert_options *given,
                              maq_document **out) {
    const maq_format *description = NULL;
    const maq_variant *variant =
        to ? maq_find_variant(to, &description) : default_variant(inputs, count, &description);
    if (!variant)
        return to ? MAQ_BAD_ARGUMENT : MAQ_UNSUPPORTED;
    maq_convert_options options;
    mq_options_copy(&options, sizeof options, given);
    conversion c = {.inputs = inputs,
                    .count = count,
                    .attached = inputs + count,
                    .attached_count = attached_count,
                    .format = mq_format_of(description),
                    .options = &options};
    maq_status status = prepare(&c, variant, &options);
    if (status != MAQ_OK)
        return status;
    maq_document *made = mq_document_new(options.memory, c.format, variant, options.max_findings);
    if (!made)
        return MAQ_NO_MEMORY;
    made->frees_inputs = options.free_inputs;
    status = scale_by_setting(&c, made->arena) ? run(&c, made) : mq_arena_status(made->arena);
    return mq_convert_finish(made, status, options.strict, out);
}

// Sorts the inputs into the array of the result, which the caller frees with the arena. Returns NULL
// and a status when there is no memory, or when all inputs are to be attached.
static const maq_input *sorted_inputs(const maq_input *inputs, size_t count, size_t *joined,
                                      mq_arena *arena, maq_status *status) {
    const maq_input *sorted = arena ? sort_inputs(inputs, count, joined, arena) : NULL;
    *status = !sorted ? MAQ_NO_MEMORY : *joined == 0 ? MAQ_BAD_ARGUMENT : MAQ_OK;
    return *status == MAQ_OK ? sorted : NULL;
}

maq_status maq_join(const maq_input *inputs, size_t count, const char *to,
                    const maq_convert_options *options, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!inputs || count == 0)
        return MAQ_BAD_ARGUMENT;
    maq_convert_options complete;
    mq_options_copy(&complete, sizeof complete, options);
    mq_arena *arena = mq_arena_new(complete.memory);
    size_t joined = 0;
    maq_status status;
    const maq_input *sorted = sorted_inputs(inputs, count, &joined, arena, &status);
    if (sorted)
        status = join_sorted(sorted, joined, count - joined, to, options, out);
    mq_arena_free(arena);
    return status;
}

static maq_status scene_of_inputs(const conversion *c, maq_document *made, maq_scene *scene) {
    static const mq_settings none = {0};
    maq_document joined;
    if (!c->joiner)
        return make_scene(c, c->inputs[0].document, scene, made);
    maq_status status = join_for_scene(c, &none, &joined, made);
    return status == MAQ_OK ? make_scene(c, &joined, scene, made) : status;
}

static maq_status scene_join_sorted(const maq_input *inputs, size_t count, size_t attached_count,
                                    const maq_convert_options *options, maq_scene **out) {
    conversion c = {.inputs = inputs,
                    .count = count,
                    .attached = inputs + count,
                    .attached_count = attached_count,
                    .options = options};
    maq_status status = prepare(&c, NULL, options);
    if (status != MAQ_OK)
        return status;
    maq_document *made = mq_document_new(options->memory, inputs[0].document->format,
                                         inputs[0].document->variant, options->max_findings);
    if (!made)
        return MAQ_NO_MEMORY;
    maq_scene scene = {0};
    status = scene_of_inputs(&c, made, &scene);
    mq_document_show_findings(made);
    if (status == MAQ_OK)
        status = mq_arena_status(made->arena);
    if (status == MAQ_BAD_DATA)
        scene = (maq_scene){0};
    if (status == MAQ_OK || status == MAQ_BAD_DATA)
        *out = mq_own_scene(made->arena, &scene, &made->shown);
    if (!*out)
        maq_close(made);
    return *out || status != MAQ_OK ? status : MAQ_NO_MEMORY;
}

maq_status maq_scene_join(const maq_input *inputs, size_t count, const maq_convert_options *options,
                          maq_scene **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!inputs || count == 0)
        return MAQ_BAD_ARGUMENT;
    maq_convert_options complete;
    mq_options_copy(&complete, sizeof complete, options);
    mq_arena *arena = mq_arena_new(complete.memory);
    size_t joined = 0;
    maq_status status;
    const maq_input *sorted = sorted_inputs(inputs, count, &joined, arena, &status);
    if (sorted)
        status = scene_join_sorted(sorted, joined, count - joined, &complete, out);
    mq_arena_free(arena);
    return status;
}

// The document of a scene, as convert_through_scene() makes it of a document.
static maq_status document_of_scene(const conversion *c, const maq_scene *scene,
                                    maq_document *made) {
    // The document may keep the scene, which the caller may free.
    maq_scene own, whole;
    mq_scene_builder builder;
    uint64_t dropped = 0;
    if (!mq_scene_copy(made->arena, scene, &own))
        return mq_arena_status(made->arena);
    mq_scene_begin(&builder, made->arena, &made->findings);
    if (!mq_scene_merge(&builder, &own, MAQ_SCENE_NONE, "", &dropped))
        return mq_arena_status(made->arena);
    mq_model_transform_apply(&builder, &c->transform);
    maq_status status = mq_scene_finish(&builder, &whole);
    if (status == MAQ_OK)
        status = mq_convert_images(c->options, NULL, &whole, made);
    if (status == MAQ_OK && c->options->bake)
        status = bake(&whole, c->options->bake_rate, made);
    return status == MAQ_OK ? c->format->from_scene(&whole, &c->settings, made) : status;
}

maq_status maq_scene_convert(const maq_scene *scene, const char *to,
                             const maq_convert_options *given, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    const maq_format *description = NULL;
    const maq_variant *variant = to ? maq_find_variant(to, &description) : NULL;
    if (!scene || !variant)
        return MAQ_BAD_ARGUMENT;
    maq_convert_options options;
    mq_options_copy(&options, sizeof options, given);
    conversion c = {.format = mq_format_of(description),
                    .settings = {options.settings, options.setting_count},
                    .options = &options};
    if (!variant->writable || !c.format || !c.format->from_scene)
        return MAQ_UNSUPPORTED;
    if (!mq_settings_known(c.format, options.settings, options.setting_count, false) ||
        !mq_images_possible(c.format, &options) ||
        !mq_model_transform_parse(options.scale, options.axes, MQ_AXES_SCENE, &c.transform))
        return MAQ_BAD_ARGUMENT;
    maq_document *made = mq_document_new(options.memory, c.format, variant, options.max_findings);
    if (!made)
        return MAQ_NO_MEMORY;
    return mq_convert_finish(made, document_of_scene(&c, scene, made), options.strict, out);
}

maq_status maq_convert(const maq_document *document, const char *to,
                       const maq_convert_options *options, maq_document **out) {
    maq_input input = {.document = document};
    return maq_join(&input, 1, to, options, out);
}
