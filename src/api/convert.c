// SPDX-License-Identifier: MIT
//
// From documents to another document, and from a document to a file.
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "api/common_rules.h"
#include "api/convert.h"
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
        for (uint32_t k = 0; k < format->about.setting_count && !known; k++) {
            const maq_setting_about *about = &format->about.settings[k];
            known = about->per_input == per_input && settings[i].value &&
                    strcmp(about->name, settings[i].name) == 0;
        }
        if (!known)
            return false;
    }
    return true;
}

const mq_format *mq_format_of(const maq_format *about) {
    const mq_format *row;
    for (size_t i = 0; (row = mq_format_row(i)); i++) {
        if (&row->about == about)
            return row;
    }
    return NULL;
}

static bool same_family(const mq_format *a, const mq_format *b) {
    return strcmp(a->about.family, b->about.family) == 0;
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

// Turns the movement of a scene into shapes.
static maq_status bake(maq_scene *scene, double rate, maq_document *made) {
    maq_motion *motion;
    maq_scene baked;
    mq_bake_facts facts;
    maq_status status = maq_motion_make(scene, mq_arena_memory(made->arena), &motion);
    if (status != MAQ_OK)
        return status;
    status = mq_motion_bake(motion, rate, made->arena, &baked, &facts);
    maq_motion_free(motion);
    if (status != MAQ_OK)
        return status;
    *scene = baked;
    if (facts.nodes > 0)
        mq_find(&made->findings, &mq_common_rules[MQ_RULE_BAKED], MAQ_NOWHERE, 0,
                "the movement of %u meshes is now in %u shapes of each", facts.nodes, facts.shapes);
    if (facts.slowed > 0)
        mq_find_loss(&made->findings, &mq_common_rules[MQ_RULE_BAKED_SLOWER], facts.slowed,
                     "%u clips are baked with fewer frames than they have", facts.slowed);
    return MAQ_OK;
}

// From one family to another: through the scene.
static maq_status bridge(const maq_document *document, const maq_convert_options *options,
                         const mq_settings *settings, maq_document *made) {
    maq_scene scene;
    mq_scene_builder builder;
    mq_scene_begin(&builder, made->arena, &made->findings);
    maq_status status = document->format->to_scene(document, &builder);
    if (status == MAQ_OK)
        status = mq_scene_finish(&builder, &scene);
    if (status == MAQ_OK && options->bake)
        status = bake(&scene, options->bake_rate, made);
    if (status == MAQ_OK)
        status = made->format->from_scene(&scene, settings, made);
    return status;
}

maq_status maq_join(const maq_input *inputs, size_t count, const char *to,
                    const maq_convert_options *given, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    const maq_format *about = NULL;
    const maq_variant *variant = maq_find_variant(to, &about);
    if (!inputs || count == 0 || !variant)
        return MAQ_BAD_ARGUMENT;
    const mq_format *format = mq_format_of(about);
    maq_convert_options options;
    mq_options_copy(&options, sizeof options, given);
    bool plain = count == 1 && inputs[0].setting_count == 0;
    bool related = true;
    for (size_t i = 0; i < count; i++) {
        const maq_document *document = inputs[i].document;
        if (!document || !document->content)
            return MAQ_BAD_ARGUMENT;
        related = related && same_family(document->format, format);
    }
    // Baking is done to scenes.
    related = related && !options.bake;
    bool possible = !related ? plain && inputs[0].document->format->to_scene && format->from_scene
                    : plain  ? format->retarget != NULL
                             : format->join != NULL;
    if (!variant->writable || !possible)
        return MAQ_UNSUPPORTED;
    for (size_t i = 0; i < count; i++) {
        if (!mq_settings_known(format, inputs[i].settings, inputs[i].setting_count, true))
            return MAQ_BAD_ARGUMENT;
    }
    if (!mq_settings_known(format, options.settings, options.setting_count, false))
        return MAQ_BAD_ARGUMENT;

    maq_document *made = mq_document_new(options.memory, format, variant, options.max_findings);
    if (!made)
        return MAQ_NO_MEMORY;
    mq_settings settings = {options.settings, options.setting_count};
    maq_status status = !related ? bridge(inputs[0].document, &options, &settings, made)
                        : plain  ? format->retarget(inputs[0].document, &settings, made)
                                 : format->join(inputs, count, &settings, made);
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
    return mq_text_take(&text, out);
}

static maq_status save(const maq_document *document, const maq_memory *memory,
                       void (*write)(const maq_document *document, mq_text *out),
                       const char *path) {
    maq_buffer buffer;
    mq_text text;
    mq_text_init(&text, memory);
    write(document, &text);
    maq_status status = mq_text_take(&text, &buffer);
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
