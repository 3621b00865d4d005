// SPDX-License-Identifier: MIT
//
// Files beside a model: buffers that it refers to, and textures that are embedded.
#include "formats/gltf/gltf_files.h"

#include <string.h>

#include "formats/gltf/gltf_passthrough.h"
#include "formats/named_file.h"

// The largest texture that is embedded, and the largest sum of all.
#define LARGEST_IMAGE ((uint64_t)64 << 20)
#define LARGEST_SUM ((uint64_t)512 << 20)

// The most textures that are embedded, and the most files that buffers lie in.
enum { MOST_IMAGES = 4096, MOST_FILES = 4096 };

// The largest file of a buffer.
#define LARGEST_BUFFER ((uint64_t)UINT32_MAX)

const char *mq_gltf_image_kind(const unsigned char *bytes, size_t length) {
    if (length >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        return "image/png";
    if (length >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0)
        return "image/jpeg";
    return NULL;
}

// ---------------------------------------------------------------------------------------- buffers

typedef struct gltf_file {
    const char *name; // in the set
    gltf_bytes bytes;
    struct gltf_file *next;
} gltf_file;

static const gltf_file *find_read(const gltf_reader *r, const char *name) {
    const gltf_file *file = r->files;
    while (file && strcmp(file->name, name) != 0)
        file = file->next;
    return file;
}

static maq_status read_new_file(gltf_reader *r, mq_named_file *named, gltf_bytes *out) {
    gltf_file *file = r->file_count < MOST_FILES ? MQ_NEW(r->arena, gltf_file) : NULL;
    named->why = "the file names too many others";
    if (!file)
        return mq_arena_status(r->arena);
    maq_status status = mq_named_file_read(r->document, LARGEST_BUFFER, r->arena, named);
    if (status != MAQ_OK || !named->bytes)
        return status;
    *out = (gltf_bytes){(const unsigned char *)named->bytes, (size_t)named->length};
    *file = (gltf_file){named->name, *out, r->files};
    r->files = file;
    r->file_count++;
    return MAQ_OK;
}

maq_status mq_gltf_read_file(gltf_reader *r, uint32_t buffer, const char *uri, gltf_bytes *out,
                             bool *again) {
    char *name = mq_arena_text(r->arena, uri, strlen(uri));
    if (!name)
        return mq_arena_status(r->arena);
    mq_gltf_decode_uri(name);
    maq_span span = {mq_gltf_offset_of(r, GLTF_BUFFERS, buffer), 0};
    mq_named_file named = {.refused = true};
    maq_status status = MAQ_OK;
    // A colon is that of "http:".
    if (!strchr(name, ':'))
        status = mq_named_file_find(r->document, name, r->arena, r->findings, span, &named);
    const gltf_file *known = status == MAQ_OK && named.name ? find_read(r, named.name) : NULL;
    *again = known != NULL;
    if (known)
        *out = known->bytes;
    else if (named.name)
        status = read_new_file(r, &named, out);
    if (status != MAQ_OK || out->bytes)
        return status;
    if (named.refused)
        GLTF_REPORT(r, BUFFER_URI, GLTF_BUFFERS, buffer,
                    "\"%.200s\" is neither base64 data nor the relative path of a file in the "
                    "folders of the model",
                    uri);
    else
        GLTF_REPORT(r, BUFFER_MISSING, GLTF_BUFFERS, buffer,
                    "the file \"%.200s\" cannot be read: %s", name, named.why);
    return mq_arena_status(r->arena);
}

// -------------------------------------------------------------------------------------- embedding

// A texture file.
typedef struct embedded {
    const char *file;  // as textures name it
    const char *name;  // in the set; NULL: it is not there
    const char *bytes; // NULL: it cannot be embedded
    size_t length;
} embedded;

typedef struct embedder {
    maq_document *out;
    embedded *files;
    size_t count, capacity;
    uint64_t left;
} embedder;

// Reads an image file, or says why not.
static void read_image(embedder *p, mq_named_file *named, embedded *item, const char **why) {
    mq_arena *arena = p->out->arena, *scratch = mq_arena_scratch(arena);
    uint64_t most = p->left < LARGEST_IMAGE ? p->left : LARGEST_IMAGE;
    if (scratch && mq_named_file_read(p->out->made_from, most, scratch, named) == MAQ_OK) {
        size_t length = (size_t)named->length;
        if (named->bytes && mq_gltf_image_kind((const unsigned char *)named->bytes, length)) {
            item->bytes = mq_arena_text(arena, named->bytes, length);
            item->length = length;
            p->left -= length;
        }
        const char *reason = named->bytes ? "it is neither PNG nor JPEG" : named->why;
        *why = mq_arena_text(arena, reason, strlen(reason));
    }
    mq_arena_end_scratch(arena, scratch);
}

// The same file under another name.
static const embedded *find_same(const embedder *p, const embedded *item) {
    for (size_t i = 0; item->name && i + 1 < p->count; i++) {
        if (p->files[i].name && strcmp(p->files[i].name, item->name) == 0)
            return &p->files[i];
    }
    return NULL;
}

static void read_or_share(embedder *p, embedded *item) {
    mq_named_file named;
    maq_span nowhere = {MAQ_NO_OFFSET, 0};
    if (mq_named_file_find(p->out->made_from, item->file, p->out->arena, &p->out->findings, nowhere,
                           &named) != MAQ_OK)
        return;
    item->name = named.name;
    const char *why = named.why;
    const embedded *same = find_same(p, item);
    if (same) {
        item->bytes = same->bytes;
        item->length = same->length;
    } else if (item->name) {
        read_image(p, &named, item, &why);
    }
    if (!item->bytes && !same && why)
        GLTF_FIND(&p->out->findings, IMAGE_NOT_EMBEDDED, MAQ_NO_OFFSET, 0,
                  "the texture \"%.200s\" is not embedded: %s", item->file, why);
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
    *item = (embedded){.file = file};
    read_or_share(p, item);
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
    if (!out->made_from || !mq_document_has_files(out->made_from))
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
