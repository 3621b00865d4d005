// SPDX-License-Identifier: MIT
//
// Files beside a model: buffers that it refers to, and textures that are embedded.
#include "formats/gltf/gltf_files.h"

#include <string.h>

#include "base/file.h"
#include "formats/gltf/gltf_passthrough.h"

// The largest texture that is embedded, and the largest sum of all.
#define LARGEST_IMAGE ((uint64_t)64 << 20)
#define LARGEST_SUM ((uint64_t)512 << 20)

// The most textures that are embedded.
enum { MOST_IMAGES = 4096 };

bool mq_gltf_is_safe_relative_path(const char *name) {
    if (!*name || *name == '/' || strpbrk(name, ":\\"))
        return false;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (part[0] == '.' && part[1] == '.' && (part[2] == '/' || part[2] == 0))
            return false;
    }
    return true;
}

const char *mq_gltf_path_beside(mq_arena *arena, const char *file, const char *name) {
    const char *slash = strrchr(file, '/');
    return mq_arena_format(arena, "%.*s/%s", slash ? (int)(slash - file) : 1, slash ? file : ".",
                           name);
}

const char *mq_gltf_image_kind(const unsigned char *bytes, size_t length) {
    if (length >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        return "image/png";
    if (length >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0)
        return "image/jpeg";
    return NULL;
}

// -------------------------------------------------------------------------------------- embedding

// A texture file.
typedef struct embedded {
    const char *file;
    const char *bytes; // NULL: it cannot be embedded
    size_t length;
} embedded;

typedef struct embedder {
    maq_document *out;
    embedded *files;
    size_t count, capacity;
    uint64_t left;
} embedder;

// The bytes of an image file, or NULL with the reason. Its memory is bounded while it is read.
static const char *read_image(embedder *p, const char *file, size_t *length, const char **why) {
    mq_arena *arena = p->out->arena;
    *why = "it is not in the folder of the model or below";
    if (!mq_gltf_is_safe_relative_path(file))
        return NULL;
    maq_memory memory = *mq_arena_memory(arena);
    uint64_t most = p->left < LARGEST_IMAGE ? p->left : LARGEST_IMAGE;
    // An arena needs a little more than its content.
    memory.byte_limit = memory.byte_limit < most ? memory.byte_limit : most + 65536;
    mq_arena *scratch = mq_arena_new(&memory);
    const char *path = mq_gltf_path_beside(arena, p->out->made_from, file), *bytes = NULL;
    maq_status status =
        scratch && path ? mq_file_read(scratch, path, &bytes, length) : MAQ_NO_MEMORY;
    char *kept = NULL;
    *why = status == MAQ_CANNOT_READ ? "it cannot be read" : "it is too large";
    if (status == MAQ_NO_MEMORY)
        mq_arena_fail(arena, status);
    if (status == MAQ_OK) {
        *why = "it is neither PNG nor JPEG";
        if (mq_gltf_image_kind((const unsigned char *)bytes, *length))
            kept = mq_arena_text(arena, bytes, *length);
    }
    mq_arena_free(scratch);
    return kept;
}

// The file of a texture, read and reported once.
static const embedded *embed(embedder *p, const char *file) {
    for (size_t i = 0; i < p->count; i++) {
        if (strcmp(p->files[i].file, file) == 0)
            return &p->files[i];
    }
    if (p->count == MOST_IMAGES)
        return NULL;
    embedded *larger =
        mq_arena_grow(p->out->arena, p->files, &p->capacity, p->count, sizeof *larger);
    if (!larger)
        return NULL;
    p->files = larger;
    embedded *item = &p->files[p->count++];
    const char *why;
    *item = (embedded){.file = file};
    item->bytes = read_image(p, file, &item->length, &why);
    if (item->bytes)
        p->left -= item->length;
    else
        GLTF_FIND(&p->out->findings, IMAGE_NOT_EMBEDDED, MAQ_NO_OFFSET, 0,
                  "the texture \"%.200s\" is not embedded: %s", file, why);
    return item;
}

static void embed_passthrough_image(embedder *p, maq_value *image) {
    const maq_value *file = maq_value_find(image, "file");
    if (!file || file->kind != MAQ_VALUE_TEXT || maq_value_find(image, "data"))
        return;
    const embedded *item = embed(p, file->as.text.bytes);
    maq_value *data = item && item->bytes ? MQ_NEW(p->out->arena, maq_value) : NULL;
    if (!data)
        return;
    *data = (maq_value){.kind = MAQ_VALUE_TEXT, .key = "data"};
    data->as.text.bytes = item->bytes;
    data->as.text.length = item->length;
    // "file" is the only member so far.
    MQ_WRITABLE(maq_value, file)->next = data;
    image->as.children.count++;
}

void mq_gltf_embed_images(maq_document *out, maq_scene *scene) {
    embedder p = {.out = out, .left = LARGEST_SUM};
    if (!out->made_from)
        return;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        for (uint32_t k = 0; k < scene->materials[i].texture_count; k++) {
            maq_scene_texture *texture =
                MQ_WRITABLE(maq_scene_texture, &scene->materials[i].textures[k]);
            if (texture->data || !texture->file[0])
                continue;
            const embedded *item = embed(&p, texture->file);
            if (item && item->bytes) {
                texture->data = (const unsigned char *)item->bytes;
                texture->data_length = item->length;
            }
        }
    }
    const maq_value *file = maq_value_find(scene->extras, GLTF_FILE_KEY);
    const maq_value *images = maq_value_find(file, "images");
    for (const maq_value *image = images ? images->as.children.first : NULL; image;
         image = image->next)
        embed_passthrough_image(&p, MQ_WRITABLE(maq_value, image));
}
