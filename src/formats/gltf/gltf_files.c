// SPDX-License-Identifier: MIT
//
// Files beside a model: the buffers that it refers to.
#include "formats/gltf/gltf_files.h"

#include <string.h>

#include "formats/named_file.h"

// The most files that buffers lie in.
enum { MOST_FILES = 4096 };

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
