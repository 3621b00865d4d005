// SPDX-License-Identifier: MIT
//
// From documents to another document, and from a document to a file.
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "formats/format.h"

const char *mq_setting(const mq_settings *settings, const char *name) {
    for (size_t i = settings->count; i-- > 0;) {
        if (strcmp(settings->items[i].name, name) == 0)
            return settings->items[i].value;
    }
    return NULL;
}

static bool settings_known(const mq_format *format, const maq_setting *settings, uint32_t count,
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

// The row of the format that a variant belongs to.
static const mq_format *row_of(const maq_format *about) {
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

// Decides what a finished conversion hands out.
static maq_status finish(maq_document *made, maq_status status, bool strict, maq_document **out) {
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

// From one family to another: through the scene.
static maq_status bridge(const maq_document *document, const mq_settings *settings,
                         maq_document *made) {
    maq_scene scene;
    mq_scene_builder builder;
    mq_scene_begin(&builder, made->arena, &made->findings);
    maq_status status = document->format->to_scene(document, &builder);
    if (status == MAQ_OK)
        status = mq_scene_finish(&builder, &scene);
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
    const mq_format *format = row_of(about);
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
    bool possible = !related ? plain && inputs[0].document->format->to_scene && format->from_scene
                    : plain  ? format->retarget != NULL
                             : format->join != NULL;
    if (!variant->writable || !possible)
        return MAQ_UNSUPPORTED;
    for (size_t i = 0; i < count; i++) {
        if (!settings_known(format, inputs[i].settings, inputs[i].setting_count, true))
            return MAQ_BAD_ARGUMENT;
    }
    if (!settings_known(format, options.settings, options.setting_count, false))
        return MAQ_BAD_ARGUMENT;

    maq_document *made = mq_document_new(options.memory, format, variant, options.max_findings);
    if (!made)
        return MAQ_NO_MEMORY;
    const maq_document *source = inputs[0].document;
    if (source->from_file && strcmp(source->file_name, "-") != 0)
        made->made_from = mq_arena_text(made->arena, source->file_name, strlen(source->file_name));
    mq_settings settings = {options.settings, options.setting_count};
    maq_status status = !related ? bridge(inputs[0].document, &settings, made)
                        : plain  ? format->retarget(inputs[0].document, &settings, made)
                                 : format->join(inputs, count, &settings, made);
    return finish(made, status, options.strict, out);
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
