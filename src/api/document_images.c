// SPDX-License-Identifier: MIT
#include "api/document_images.h"

#include <string.h>

#include "maquette/image.h"
#include "picture/image_check.h"
#include "scene/scene.h"

// A scene that has the materials of a document, perhaps with more. NULL when it cannot be made; failing
// memory shows in the status of the arena.
static const maq_scene *make_materials(const maq_document *document, mq_arena *arena) {
    const mq_format *format = document->format;
    if (format->content_is_scene)
        return document->content;
    mq_findings unused;
    mq_findings_init(&unused, arena, 0, 0);
    mq_scene_builder builder;
    mq_scene_begin(&builder, arena, &unused);
    maq_scene *scene = MQ_NEW(arena, maq_scene);
    maq_status status = MAQ_OK;
    if (format->materials) {
        builder.scene.source_format = format->description.name;
        format->materials(document, &builder);
    } else {
        status = format->to_scene ? mq_document_to_scene(document, &builder) : MAQ_UNSUPPORTED;
    }
    return scene && status == MAQ_OK && mq_scene_finish(&builder, scene) == MAQ_OK ? scene : NULL;
}

// The same, with the set to search. NULL when there are no materials, or on failure.
static const maq_scene *prepare(const maq_document *document, mq_arena *arena,
                                const maq_files **files, const char **name) {
    const maq_scene *scene = make_materials(document, arena);
    if (!scene || scene->material_count == 0)
        return NULL;
    if (mq_document_files(document, files, name) == MAQ_NO_MEMORY) {
        mq_arena_fail(arena, MAQ_NO_MEMORY);
        return NULL;
    }
    return scene;
}

// ------------------------------------------------------------------------------------------- check

static maq_span span_of(const void *context, const maq_image_reference *image) {
    const maq_document *document = context;
    return document->format->image_span(document, image);
}

void mq_document_check_images(const maq_document *document, const maq_check_options *options,
                              mq_findings *findings) {
    mq_arena *scratch = mq_arena_scratch(findings->arena);
    mq_image_check check = {.rules = document->format->image_rules,
                            .span = document->format->image_span ? span_of : NULL,
                            .context = document,
                            .source = document->source,
                            .source_length = document->source_length,
                            .known = options->image_checks,
                            .headers_only = options->image_headers,
                            .game_only = document->format->image_folder != NULL};
    check.scene = scratch ? prepare(document, scratch, &check.files, &check.name) : NULL;
    if (check.scene) {
        const char *format = check.scene->source_format;
        check.converted = format && strcmp(format, document->format->description.name) != 0;
        mq_images_check(&check, findings);
    }
    mq_arena_end_scratch(findings->arena, scratch);
}

// -------------------------------------------------------------------------------------------- info

static void put_number(mq_node *object, const char *key, uint64_t number) {
    if (number > 0)
        mq_put_integer(object, key, (int64_t)number);
    else
        mq_put_null(object, key);
}

static void put_image(mq_node *list, const maq_scene *scene, const maq_image_reference *image) {
    static const char *const roles[MAQ_TEXTURE_ROLE_COUNT + 1] = {
        "diffuse", "normal", "specular", "team_mask", "alpha_mask", "emissive"};
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "material", scene->materials[image->material].name);
    mq_put_text(object, "role", roles[image->role]);
    mq_put_integer(object, "tileset", image->tileset);
    mq_put_integer(object, "frame", image->frame);
    mq_put_text(object, "name", image->name);
    mq_put_text(object, "source", image->data ? "embedded" : image->path ? "file" : "missing");
    mq_put_text(object, "path", image->path);
    mq_put_text(object, "format", image->format);
    put_number(object, "width", image->width);
    put_number(object, "height", image->height);
    put_number(object, "bytes", image->bytes);
}

void mq_document_list_images(const maq_document *document, mq_node *list) {
    if (!list)
        return;
    mq_arena *arena = mq_node_arena(list), *scratch = mq_arena_scratch(arena);
    maq_images_options options = {
        .size = sizeof options, .tileset = MAQ_ALL_TILESETS, .memory = mq_arena_memory(arena)};
    const maq_scene *scene =
        scratch ? prepare(document, scratch, &options.files, &options.name) : NULL;
    maq_images *images = NULL;
    maq_status status = scene ? maq_images_find(scene, &options, &images) : MAQ_OK;
    if (status != MAQ_OK)
        mq_arena_fail(arena, status);
    for (size_t i = 0; images && i < images->count; i++) {
        // The name of a material that is not that of an image means none.
        if (images->items[i].path || !images->items[i].guessed)
            put_image(list, scene, &images->items[i]);
    }
    maq_images_free(images);
    mq_arena_end_scratch(arena, scratch);
}
