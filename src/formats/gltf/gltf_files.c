// SPDX-License-Identifier: MIT
//
// Files beside a model: buffers that are read with it, and textures that are packed into it.
#include "formats/gltf/gltf_files.h"

#include <string.h>

#include "base/file.h"
#include "formats/gltf/gltf_passthrough.h"

// No texture of a game is larger, and no set of them.
#define LARGEST_IMAGE ((uint64_t)64 << 20)
#define LARGEST_SUM ((uint64_t)512 << 20)

// A model with more textures than this gets no more of them.
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

// ---------------------------------------------------------------------------------------- packing

// A file that was looked for.
typedef struct packed {
    const char *file;
    const char *bytes; // NULL: it cannot be packed
    size_t length;
} packed;

typedef struct packer {
    maq_document *out;
    packed *files;
    size_t count, room;
    uint64_t left;
} packer;

// The bytes of an image file, or NULL with the reason. Its memory is bounded while it is read.
static const char *read_image(packer *p, const char *file, size_t *length, const char **why) {
    mq_arena *arena = p->out->arena;
    *why = "it does not lie in the folder of the model or below";
    if (!mq_gltf_is_safe_relative_path(file))
        return NULL;
    maq_memory memory = *mq_arena_memory(arena);
    uint64_t most = p->left < LARGEST_IMAGE ? p->left : LARGEST_IMAGE;
    // An arena is a little larger than what lies in it.
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

// The file of a texture, read and told of once.
static const packed *pack(packer *p, const char *file) {
    for (size_t i = 0; i < p->count; i++) {
        if (strcmp(p->files[i].file, file) == 0)
            return &p->files[i];
    }
    if (p->count == MOST_IMAGES)
        return NULL;
    packed *larger = mq_arena_grow(p->out->arena, p->files, &p->room, p->count, sizeof *larger);
    if (!larger)
        return NULL;
    p->files = larger;
    packed *item = &p->files[p->count++];
    const char *why;
    *item = (packed){.file = file};
    item->bytes = read_image(p, file, &item->length, &why);
    if (item->bytes)
        p->left -= item->length;
    else
        GLTF_FIND(&p->out->findings, IMAGE_NOT_PACKED, MAQ_NO_OFFSET, 0,
                  "the texture \"%.200s\" is named, not packed: %s", file, why);
    return item;
}

static void pack_look_image(packer *p, maq_value *image) {
    const maq_value *file = maq_value_find(image, "file");
    if (!file || file->kind != MAQ_VALUE_TEXT || maq_value_find(image, "data"))
        return;
    const packed *item = pack(p, file->as.text.bytes);
    maq_value *data = item && item->bytes ? MQ_NEW(p->out->arena, maq_value) : NULL;
    if (!data)
        return;
    *data = (maq_value){.kind = MAQ_VALUE_TEXT, .key = "data"};
    data->as.text.bytes = item->bytes;
    data->as.text.length = item->length;
    // Behind the file, which is all there is.
    ((maq_value *)(uintptr_t)file)->next = data;
    image->as.children.count++;
}

void mq_gltf_pack_images(maq_document *out, maq_scene *scene) {
    packer p = {.out = out, .left = LARGEST_SUM};
    if (!out->made_from)
        return;
    // The scene is the document's own, and still being made.
    for (uint32_t i = 0; i < scene->material_count; i++) {
        for (uint32_t k = 0; k < scene->materials[i].texture_count; k++) {
            maq_scene_texture *texture =
                (maq_scene_texture *)(uintptr_t)&scene->materials[i].textures[k];
            if (texture->data || !texture->file[0])
                continue;
            const packed *item = pack(&p, texture->file);
            if (item && item->bytes) {
                texture->data = (const unsigned char *)item->bytes;
                texture->data_length = item->length;
            }
        }
    }
    const maq_value *looks = maq_value_find(scene->extras, GLTF_LOOKS_KEY);
    const maq_value *images = maq_value_find(looks, "images");
    for (const maq_value *image = images ? images->as.children.first : NULL; image;
         image = image->next)
        pack_look_image(&p, (maq_value *)(uintptr_t)image);
}
