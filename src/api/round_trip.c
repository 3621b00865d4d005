// SPDX-License-Identifier: MIT
#include "api/round_trip.h"

#include <string.h>

#include "api/convert.h"
#include "base/digest.h"
#include "scene/digest.h"

static uint64_t digest_of(const maq_scene *scene, const void *data, size_t length) {
    return mq_digest_bytes(mq_scene_digest(scene), data, length);
}

// The file as it was read, or, for a document that was joined of several, as it would be written. It stays as
// long as `made`. NULL when there is no memory; the arena of `made` has the status.
static const unsigned char *file_of(const maq_document *from, maq_document *made, size_t *length) {
    mq_arena *arena = made->arena;
    if (from->source) {
        *length = from->source_length;
        if (!from->source_arena || !mq_arena_same_allocator(from->source_arena, arena))
            return (const unsigned char *)mq_arena_text(arena, from->source, from->source_length);
        made->source_arena = mq_arena_share(from->source_arena);
        return (const unsigned char *)from->source;
    }
    mq_text text;
    mq_text_init(&text, mq_arena_memory(arena));
    from->format->write(from, &text);
    const char *copy = NULL;
    if (text.status == MAQ_OK)
        copy = mq_arena_text(arena, text.data, text.length);
    else
        mq_arena_fail(arena, text.status);
    *length = text.length;
    mq_text_free(&text);
    return (const unsigned char *)copy;
}

bool mq_round_trip_stores(const maq_document *from, const maq_document *made) {
    return made->format->content_is_scene && !from->format->content_is_scene &&
           from->format->one_file_holds_all && from->variant->writable && !from->beyond_file;
}

maq_status mq_round_trip_store(const maq_document *from, maq_document *made) {
    size_t length = 0;
    const unsigned char *data = file_of(from, made, &length);
    if (!data)
        return mq_arena_status(made->arena);
    maq_scene *scene = MQ_WRITABLE(maq_scene, made->content);
    scene->source = (maq_scene_source){.variant = from->variant->name,
                                       .data = data,
                                       .length = length,
                                       .digest = digest_of(scene, data, length)};
    return MAQ_OK;
}

// Reads the carried file into a document in the arena of `made`. NULL with *status when that fails.
static maq_document *read_source(const maq_scene_source *source, const mq_format *format,
                                 const maq_variant *variant, maq_document *made,
                                 maq_status *status) {
    maq_document *inner = MQ_NEW(made->arena, maq_document);
    const char *copy = mq_arena_text(made->arena, (const char *)source->data, source->length);
    *status = mq_arena_status(made->arena);
    if (!inner || !copy)
        return NULL;
    *inner =
        (maq_document){.arena = made->arena,
                       .format = format,
                       .variant = variant,
                       .source = copy,
                       .source_length = source->length,
                       .file_name = mq_arena_format(made->arena, "source%s", variant->extension)};
    mq_findings_init(&inner->findings, made->arena, made->findings.max, 0);
    *status = format->read(inner);
    if (*status == MAQ_OK)
        *status = mq_arena_status(made->arena);
    return *status == MAQ_OK ? inner : NULL;
}

maq_status mq_round_trip_restore(const maq_document *from, const mq_settings *settings,
                                 maq_document *made, bool *restored) {
    *restored = false;
    if (!from->format->content_is_scene || made->format->content_is_scene)
        return MAQ_OK;
    const maq_scene *scene = from->content;
    const maq_scene_source *source = &scene->source;
    const maq_format *description = NULL;
    const maq_variant *variant =
        source->data ? maq_find_variant(source->variant, &description) : NULL;
    const mq_format *format = variant ? mq_format_of(description) : NULL;
    if (!format || strcmp(format->description.family, made->format->description.family) != 0 ||
        source->digest != digest_of(scene, source->data, source->length))
        return MAQ_OK;
    maq_status status;
    const maq_document *inner = read_source(source, format, variant, made, &status);
    if (!inner)
        return status == MAQ_BAD_DATA ? MAQ_OK : status;
    *restored = true;
    if (inner->variant == made->variant && settings->count == 0) {
        made->verbatim = inner->source;
        made->verbatim_length = inner->source_length;
    }
    return made->format->retarget(inner, settings, made);
}
