// SPDX-License-Identifier: MIT
//
// Scenes for callers.
#include "scene/scene.h"

#include <string.h>

#include "api/owned_scene.h"
#include "base/memory.h"
#include "formats/format.h"

#define MAX_FINDINGS 10000

// What the caller's scene is the first member of.
typedef struct owned_scene {
    maq_scene scene;
    mq_arena *arena;
    mq_findings findings;
} owned_scene;

maq_scene *mq_own_scene(mq_arena *arena, const maq_scene *scene, const mq_findings *findings) {
    owned_scene *owned = MQ_NEW(arena, owned_scene);
    if (!owned)
        return NULL;
    *owned = (owned_scene){.scene = *scene, .arena = arena, .findings = *findings};
    owned->scene.owner = owned;
    return &owned->scene;
}

// Copies findings into the arena of others, so that the document they are about can be closed.
static void copy_findings(mq_findings *to, const mq_findings *from) {
    for (size_t i = 0; i < from->list.count; i++) {
        const maq_finding *finding = &from->list.items[i];
        maq_finding *copy = mq_add_finding(to, finding->rule, finding->span.offset,
                                           finding->span.length, "%s", finding->message);
        if (copy)
            copy->count = finding->count;
    }
}

maq_status mq_document_to_scene(const maq_document *document, mq_scene_builder *builder) {
    const maq_scene *own = document->format->content_is_scene ? document->content : NULL;
    const char *format = own ? own->source_format : document->format->description.name;
    // The scene may outlive the document.
    builder->scene.source_format =
        format ? mq_arena_text(builder->arena, format, strlen(format)) : NULL;
    return document->format->to_scene(document, builder);
}

// `found` is what reading the document found, or NULL.
static maq_status make_scene(const maq_document *document, const maq_memory *memory,
                             const mq_findings *found, maq_scene **out) {
    if (!document->format->to_scene)
        return MAQ_UNSUPPORTED;
    mq_arena *arena = mq_arena_new(memory);
    if (!arena)
        return MAQ_NO_MEMORY;
    mq_findings findings;
    mq_findings_init(&findings, arena, MAX_FINDINGS, 0);
    if (found)
        copy_findings(&findings, found);
    maq_scene scene;
    mq_scene_builder builder;
    mq_scene_begin(&builder, arena, &findings);
    maq_status status = mq_document_to_scene(document, &builder);
    if (status == MAQ_OK)
        status = mq_scene_finish(&builder, &scene);
    *out = status == MAQ_OK ? mq_own_scene(arena, &scene, &findings) : NULL;
    if (status == MAQ_OK && !*out)
        status = mq_arena_status(arena);
    if (!*out)
        mq_arena_free(arena);
    return status;
}

maq_status maq_scene_from_document(const maq_document *document, const maq_memory *memory,
                                   maq_scene **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!document || !document->content)
        return MAQ_BAD_ARGUMENT;
    return make_scene(document, memory, NULL, out);
}

maq_status maq_scene_open_file(const char *path, const maq_open_options *options, maq_scene **out) {
    maq_document *document;
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    maq_status status = maq_open_file(path, options, &document);
    if (status == MAQ_OK) {
        maq_open_options complete;
        mq_options_copy(&complete, sizeof complete, options);
        status = make_scene(document, complete.memory, &document->shown, out);
    }
    maq_close(document);
    return status;
}

const maq_findings *maq_scene_findings(const maq_scene *scene) {
    const owned_scene *owned = scene->owner;
    return &owned->findings.list;
}

maq_status maq_scene_limit_influences(maq_scene *scene, uint32_t most) {
    if (!scene || most == 0)
        return MAQ_BAD_ARGUMENT;
    const owned_scene *owned = scene->owner;
    return mq_scene_limit_influences(owned->arena, scene, most);
}

void maq_scene_free(maq_scene *scene) {
    if (scene) {
        const owned_scene *owned = scene->owner;
        mq_arena_free(owned->arena);
    }
}
