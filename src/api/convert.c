// SPDX-License-Identifier: MIT
//
// From documents to another document, and from a document to a file.
#include <string.h>

#include "api/common_rules.h"
#include "api/convert.h"
#include "api/round_trip.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "motion/bake.h"

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
    if (status == MAQ_OK && strict && made->findings.list.losses) {
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

// Turns and scales the scene that is being made, with the places that extras tell.
static void place(mq_scene_builder *builder, const mq_model_transform *placement) {
    const mq_format *row;
    if (!mq_model_transform_changes(placement))
        return;
    mq_model_transform_apply(builder, placement);
    for (size_t i = 0; (row = mq_format_row(i)); i++) {
        if (row->transform_extras)
            row->transform_extras(&builder->scene, placement);
    }
}

// Turns the movement of a scene into shapes.
static maq_status bake(maq_scene *scene, double rate, maq_document *made) {
    maq_motion *motion;
    maq_scene baked;
    mq_bake_summary facts;
    maq_status status = maq_motion_new(scene, mq_arena_memory(made->arena), &motion);
    if (status != MAQ_OK)
        return status;
    status = mq_motion_bake(motion, rate, made->arena, &baked, &facts);
    maq_motion_free(motion);
    if (status != MAQ_OK)
        return status;
    *scene = baked;
    if (facts.nodes > 0)
        mq_add_finding(&made->findings, &mq_common_rules[MQ_RULE_BAKED], MAQ_NO_OFFSET, 0,
                       "the movement of %u meshes is now in %u shapes of each", facts.nodes,
                       facts.shapes);
    if (facts.slowed > 0)
        mq_add_loss(&made->findings, &mq_common_rules[MQ_RULE_BAKED_SLOWER], facts.slowed,
                    "%u clips are baked with fewer frames than they have", facts.slowed);
    return MAQ_OK;
}

// A conversion as it was asked for.
typedef struct request {
    const maq_input *inputs;
    size_t count;
    const mq_format *format;
    mq_settings settings;
    mq_model_transform placement;
    bool bake;
    double bake_rate;
    bool plain;   // one input without settings of its own
    bool related; // all inputs are of the format's family
} request;

// Whether the scene itself is changed on the way.
static bool is_reworked(const request *r) {
    return mq_model_transform_changes(&r->placement) || r->bake;
}

static bool is_possible(const request *r) {
    bool joins = r->related && !r->plain;
    bool bridges = !r->related || is_reworked(r);
    // What is joined is of the format itself before its scene is made.
    const mq_format *from = joins ? r->format : r->inputs[0].document->format;
    if (!r->related && !r->plain)
        return false;
    if (bridges && !(from->to_scene && r->format->from_scene))
        return false;
    return joins ? r->format->join != NULL : bridges || r->format->retarget != NULL;
}

// From one family to another: through the scene.
static maq_status bridge(const request *r, const maq_document *document,
                         const mq_settings *settings, maq_document *made) {
    maq_scene scene;
    mq_scene_builder builder;
    bool restored = false;
    maq_status status = MAQ_OK;
    if (!is_reworked(r))
        status = mq_round_trip_restore(document, settings, made, &restored);
    if (restored || status != MAQ_OK)
        return status;
    mq_scene_begin(&builder, made->arena, &made->findings);
    status = mq_document_to_scene(document, &builder);
    if (status == MAQ_OK) {
        place(&builder, &r->placement);
        status = mq_scene_finish(&builder, &scene);
    }
    if (status == MAQ_OK && r->bake)
        status = bake(&scene, r->bake_rate, made);
    if (status == MAQ_OK)
        status = made->format->from_scene(&scene, settings, made);
    if (status == MAQ_OK && !is_reworked(r))
        status = mq_round_trip_store(document, made);
    return status;
}

static maq_status join_and_bridge(const request *r, maq_document *made) {
    static const mq_settings none = {0};
    maq_document joined = *made;
    maq_status status = r->format->join(r->inputs, r->count, &r->settings, &joined);
    made->findings = joined.findings;
    // The settings have had their effect.
    return status == MAQ_OK ? bridge(r, &joined, &none, made) : status;
}

static maq_status run(const request *r, maq_document *made) {
    const maq_document *first = r->inputs[0].document;
    if (!r->related || (is_reworked(r) && r->plain))
        return bridge(r, first, &r->settings, made);
    if (is_reworked(r))
        return join_and_bridge(r, made);
    return r->plain ? r->format->retarget(first, &r->settings, made)
                    : r->format->join(r->inputs, r->count, &r->settings, made);
}

// A family that scales by itself does it better than the way through the scene, which has no place
// for all that a document says. Returns false when there is no memory.
static bool scale_by_setting(request *r, mq_arena *arena) {
    static const char name[] = "scale";
    mq_model_transform unscaled = r->placement;
    unscaled.scale = 1;
    bool known = false;
    for (uint32_t i = 0; i < r->format->description.setting_count; i++) {
        const maq_setting_description *description = &r->format->description.settings[i];
        known = known || (!description->per_input && strcmp(description->name, name) == 0);
    }
    if (!r->related || !known || r->placement.scale == 1 || r->bake ||
        mq_model_transform_changes(&unscaled))
        return true;
    maq_setting *items = MQ_NEW_ARRAY(arena, maq_setting, r->settings.count + 1);
    char *text = MQ_NEW_ARRAY(arena, char, MQ_NUMBER_TEXT_MAX);
    if (!items || !text)
        return false;
    mq_print_double(text, r->placement.scale);
    if (r->settings.count > 0)
        memcpy(items, r->settings.items, r->settings.count * sizeof *items);
    items[r->settings.count] = (maq_setting){name, text};
    r->settings = (mq_settings){items, r->settings.count + 1};
    r->placement = unscaled;
    return true;
}

// Takes in what was asked for. MAQ_OK, or why it cannot be.
static maq_status understand(request *r, const maq_variant *variant,
                             const maq_convert_options *options) {
    r->plain = r->count == 1 && r->inputs[0].setting_count == 0;
    r->related = true;
    for (size_t i = 0; i < r->count; i++) {
        const maq_document *document = r->inputs[i].document;
        if (!document || !document->content)
            return MAQ_BAD_ARGUMENT;
        r->related = r->related && same_family(document->format, r->format);
    }
    if (!mq_model_transform_parse(options->scale, options->axes,
                                  r->inputs[0].document->format->axes, &r->placement))
        return MAQ_BAD_ARGUMENT;
    if (!variant->writable || !is_possible(r))
        return MAQ_UNSUPPORTED;
    for (size_t i = 0; i < r->count; i++) {
        if (!mq_settings_known(r->format, r->inputs[i].settings, r->inputs[i].setting_count, true))
            return MAQ_BAD_ARGUMENT;
    }
    if (!mq_settings_known(r->format, options->settings, options->setting_count, false))
        return MAQ_BAD_ARGUMENT;
    r->settings = (mq_settings){options->settings, options->setting_count};
    return MAQ_OK;
}

maq_status maq_join(const maq_input *inputs, size_t count, const char *to,
                    const maq_convert_options *given, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    const maq_format *description = NULL;
    const maq_variant *variant = maq_find_variant(to, &description);
    if (!inputs || count == 0 || !variant)
        return MAQ_BAD_ARGUMENT;
    maq_convert_options options;
    mq_options_copy(&options, sizeof options, given);
    request r = {.inputs = inputs,
                 .count = count,
                 .format = mq_format_of(description),
                 .bake = options.bake,
                 .bake_rate = options.bake_rate};
    maq_status status = understand(&r, variant, &options);
    if (status != MAQ_OK)
        return status;
    maq_document *made = mq_document_new(options.memory, r.format, variant, options.max_findings);
    if (!made)
        return MAQ_NO_MEMORY;
    const maq_document *source = inputs[0].document;
    if (source->from_file && strcmp(source->file_name, "-") != 0)
        made->made_from = mq_arena_text(made->arena, source->file_name, strlen(source->file_name));
    status = scale_by_setting(&r, made->arena) ? run(&r, made) : mq_arena_status(made->arena);
    return mq_convert_finish(made, status, options.strict, out);
}

maq_status maq_convert(const maq_document *document, const char *to,
                       const maq_convert_options *options, maq_document **out) {
    maq_input input = {.document = document};
    return maq_join(&input, 1, to, options, out);
}

maq_status maq_save_memory(const maq_document *document, const maq_memory *memory,
                           maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    if (!document || !document->content)
        return MAQ_BAD_ARGUMENT;
    if (!document->format->write || !document->variant->writable)
        return MAQ_UNSUPPORTED;
    mq_text text;
    mq_text_init(&text, memory);
    document->format->write(document, &text);
    return mq_text_release_to(&text, out);
}

static maq_status save(const maq_document *document, const maq_memory *memory,
                       void (*write)(const maq_document *document, mq_text *out),
                       const char *path) {
    maq_buffer buffer;
    mq_text text;
    mq_text_init(&text, memory);
    write(document, &text);
    maq_status status = mq_text_release_to(&text, &buffer);
    if (status == MAQ_OK) {
        status = mq_file_write(path, buffer.data, buffer.length);
        maq_buffer_free(&buffer);
    }
    return status;
}

// With its companion first: the file that names it never names what is not there.
static maq_status save_both(const maq_document *document, const maq_memory *memory,
                            const char *path) {
    mq_arena *arena = mq_arena_new(memory);
    const char *beside = arena ? document->format->companion_name(document, path, arena) : NULL;
    maq_status status = arena ? mq_arena_status(arena) : MAQ_NO_MEMORY;
    maq_document named = *document;
    if (status == MAQ_OK && beside) {
        const char *slash = strrchr(beside, '/');
        named.companion = slash ? slash + 1 : beside;
        status = save(&named, memory, document->format->write_companion, beside);
    }
    if (status == MAQ_OK)
        status = save(&named, memory, document->format->write, path);
    mq_arena_free(arena);
    return status;
}

maq_status maq_save_file(const maq_document *document, const maq_memory *memory, const char *path) {
    if (!path || !document || !document->content)
        return MAQ_BAD_ARGUMENT;
    if (!document->format->write || !document->variant->writable)
        return MAQ_UNSUPPORTED;
    // Standard output has no place beside it.
    if (document->format->companion_name && strcmp(path, "-") != 0)
        return save_both(document, memory, path);
    return save(document, memory, document->format->write, path);
}
