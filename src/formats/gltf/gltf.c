// SPDX-License-Identifier: MIT
//
// The row of glTF in the registry, and its conversions from and to scenes.
#include <string.h>

#include "base/cursor.h"
#include "formats/gltf/gltf_files.h"
#include "formats/gltf/gltf_passthrough.h"
#include "maquette/image.h"
#include "scene/copy.h"

// Whether a text is a JSON object with "asset", which every glTF file has.
static bool begins_like_gltf(const char *bytes, size_t length) {
    static const char asset[] = "\"asset\"";
    size_t at = 0, seen = length < 4096 ? length : 4096;
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        at = 3; // a byte order mark
    while (at < length && strchr(" \t\r\n", bytes[at]) && bytes[at])
        at++;
    if (at == length || bytes[at] != '{')
        return false;
    for (; at + sizeof asset - 1 <= seen; at++) {
        if (memcmp(bytes + at, asset, sizeof asset - 1) == 0)
            return true;
    }
    return false;
}

static bool ends_with(const char *name, const char *ending) {
    size_t length = name ? strlen(name) : 0, wanted = strlen(ending);
    if (length < wanted)
        return false;
    for (size_t i = 0; i < wanted; i++) {
        unsigned char byte = (unsigned char)name[length - wanted + i];
        if (byte != (unsigned char)ending[i] && (byte | 32) != (unsigned char)ending[i])
            return false;
    }
    return true;
}

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    mq_cursor cursor = mq_cursor_over(bytes, length);
    if (mq_read_u32(&cursor) == GLB_MAGIC || begins_like_gltf(bytes, length))
        return MQ_MATCH_BY_CONTENT;
    return ends_with(name, ".gltf") || ends_with(name, ".glb") ? MQ_MATCH_BY_NAME : MQ_NO_MATCH;
}

// ------------------------------------------------------------------------------------ conversions

// Drops vertex data that the reader would leave out.
static void limit_vertex_data(maq_scene_mesh *mesh, mq_findings *findings) {
    if (mesh->uv_set_count > GLTF_MOST_SETS) {
        GLTF_FIND(findings, LOSS_VERTEX_DATA, MAQ_NO_OFFSET, 0,
                  "mesh \"%.60s\": sets of texture coordinates were dropped: it has %u, and %d can "
                  "be kept",
                  mesh->name, mesh->uv_set_count, GLTF_MOST_SETS);
        mesh->uv_set_count = GLTF_MOST_SETS;
    }
    if (mesh->attribute_count > GLTF_MOST_ATTRIBUTES) {
        GLTF_FIND(findings, LOSS_VERTEX_DATA, MAQ_NO_OFFSET, 0,
                  "mesh \"%.60s\": vertex attributes were dropped: it has %u, and %d can be kept",
                  mesh->name, mesh->attribute_count, GLTF_MOST_ATTRIBUTES);
        mesh->attribute_count = GLTF_MOST_ATTRIBUTES;
    }
}

// The scene lies in the arena of the document and becomes its content.
static maq_status from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    (void)settings;
    maq_scene *content = MQ_NEW(out->arena, maq_scene);
    if (!content)
        return mq_arena_status(out->arena);
    *content = *scene;
    if (!mq_gltf_canonicalize(out->arena, content))
        return mq_arena_status(out->arena);
    for (uint32_t i = 0; i < content->mesh_count; i++)
        limit_vertex_data(MQ_WRITABLE(maq_scene_mesh, &content->meshes[i]), &out->findings);
    out->content = content;
    return mq_arena_status(out->arena);
}

static void info(const maq_document *document, mq_node *object) {
    mq_scene_info(document->content, object);
}

static void count(const maq_document *document, mq_counts *out) {
    const maq_scene *scene = document->content;
    *out = (mq_counts){scene->mesh_count, scene->clip_count};
}

static void describe(const maq_document *document, mq_node *object) {
    mq_scene_describe(document->content, object);
}

const maq_scene *maq_document_gltf(const maq_document *document) {
    return document && document->format == &mq_gltf_format ? document->content : NULL;
}

// ---------------------------------------------------------------------------------------- the row

static const maq_variant variants[] = {
    {"gltf", "glTF 2.0: one JSON file", ".gltf", 2, true},
    {"glb", "GLB: glTF 2.0 as one binary file", ".glb", 2, true},
};

const maq_variant *mq_gltf_variant(bool binary) {
    return &variants[binary];
}

static const char *const targets[] = {"spec"};

// Images beyond these have no position: the search for each is linear.
enum { MOST_LOCATED_IMAGES = 4096 };

static maq_span image_span(const maq_document *document, const maq_image_reference *image) {
    size_t count =
        document->image_count < MOST_LOCATED_IMAGES ? document->image_count : MOST_LOCATED_IMAGES;
    // The name is mostly the text of the location itself, and comparing pointers takes far less time.
    for (size_t i = 0; image->name && i < count; i++) {
        if (document->images[i].file == image->name)
            return (maq_span){document->images[i].offset, 0};
    }
    for (size_t i = 0; image->name && i < count; i++) {
        const char *file = document->images[i].file;
        if (file && strcmp(file, image->name) == 0)
            return (maq_span){document->images[i].offset, 0};
    }
    return (maq_span){MAQ_NO_OFFSET, 0};
}

const mq_format mq_gltf_format = {
    .description = {.name = "gltf",
                    .family = "gltf",
                    .title = "glTF 2.0",
                    .text = false,
                    .variant_count = sizeof variants / sizeof variants[0],
                    .variants = variants,
                    .target_count = sizeof targets / sizeof targets[0],
                    .targets = targets,
                    .rule_count = GLTF_RULE_COUNT,
                    .rules = mq_gltf_rules},
    .content_is_scene = true,
    .image_paths = true,
    .content_in_source = true,
    .recognise = recognise,
    .read = mq_gltf_read,
    .write = mq_gltf_write,
    .to_scene = mq_gltf_to_scene,
    .from_scene = from_scene,
    .image_span = image_span,
    .axes = MQ_AXES_SCENE,
    .info = info,
    .count = count,
    .describe = describe,
};
