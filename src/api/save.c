// SPDX-License-Identifier: MIT
//
// From a document to a file, and to the files beside it.
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "formats/format.h"

typedef void (*write_function)(const maq_document *document, mq_text *out);

static void write_text(const maq_document *document, write_function write, mq_text *out) {
    if (document->verbatim && write == document->format->write)
        mq_text_bytes(out, document->verbatim, document->verbatim_length);
    else
        write(document, out);
}

static maq_status write_to(const maq_document *document, const maq_memory *memory,
                           write_function write, maq_buffer *out) {
    mq_text text;
    mq_text_init(&text, memory);
    write_text(document, write, &text);
    return mq_text_release_to(&text, out);
}

static maq_status check_arguments(const maq_document *document) {
    if (!document || !document->content)
        return MAQ_BAD_ARGUMENT;
    return document->format->write && document->variant->writable ? MAQ_OK : MAQ_UNSUPPORTED;
}

maq_status maq_save_memory(const maq_document *document, const maq_memory *memory,
                           maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    maq_status status = check_arguments(document);
    return status == MAQ_OK ? write_to(document, memory, document->format->write, out) : status;
}

const maq_companion *maq_document_companion(const maq_document *document, size_t index) {
    return document && index < document->companion_count ? &document->companions[index] : NULL;
}

static bool send_to_file(void *context, const void *bytes, size_t length) {
    return mq_file_write_part(context, bytes, length);
}

// Large results go to the file while they are made: the memory for a second copy, whose pages the system
// clears first, takes as long as the rest of writing.
static maq_status save(const maq_document *document, const maq_memory *memory, write_function write,
                       const char *path) {
    mq_file_output file;
    if (!mq_file_open_output(&file, path))
        return MAQ_CANNOT_WRITE;
    mq_text text;
    mq_text_init(&text, memory);
    // What cannot be removed again is written when nothing else can fail.
    if (!file.direct)
        mq_text_send_to(&text, send_to_file, &file);
    write_text(document, write, &text);
    maq_status status;
    if (text.send) {
        status = mq_text_finish(&text);
    } else {
        maq_buffer buffer;
        status = mq_text_release_to(&text, &buffer);
        if (status == MAQ_OK && !mq_file_write_part(&file, buffer.data, buffer.length))
            status = MAQ_CANNOT_WRITE;
        maq_buffer_free(&buffer);
    }
    bool closed = mq_file_close_output(&file, status == MAQ_OK);
    return status == MAQ_OK && !closed ? MAQ_CANNOT_WRITE : status;
}

// A companion is a file that other models may use, too: one that is there already is left alone, and one
// with other content is never replaced.
static maq_status save_companion(const maq_companion *companion, const char *path,
                                 mq_arena *arena) {
    const char *slash = strrchr(path, '/');
    const char *beside = mq_arena_format(arena, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path,
                                         companion->name);
    if (!beside)
        return mq_arena_status(arena);
    mq_file_comparison there = mq_file_compare(beside, companion->bytes, companion->length);
    if (there == MQ_FILE_MISSING) {
        if (!mq_make_folders(beside, mq_arena_memory(arena)))
            return MAQ_CANNOT_WRITE;
        maq_status status = mq_file_create(beside, companion->bytes, companion->length);
        if (status == MAQ_OK || errno != EEXIST)
            return status;
        // Another model of the same run, or another program, was faster.
        there = mq_file_compare(beside, companion->bytes, companion->length);
    }
    if (there == MQ_FILE_EQUAL)
        return MAQ_OK;
    errno = EEXIST;
    return MAQ_CANNOT_WRITE;
}

// The materials of a format that keeps them in a second file.
static maq_status save_materials(maq_document *document, const maq_memory *memory, const char *path,
                                 mq_arena *arena) {
    const mq_format *format = document->format;
    const char *beside =
        format->companion_name ? format->companion_name(document, path, arena) : NULL;
    if (!beside)
        return mq_arena_status(arena);
    const char *slash = strrchr(beside, '/');
    document->companion = slash ? slash + 1 : beside;
    return save(document, memory, format->write_companion, beside);
}

maq_status maq_save_file(const maq_document *document, const maq_memory *memory, const char *path) {
    if (!path)
        return MAQ_BAD_ARGUMENT;
    maq_status status = check_arguments(document);
    if (status != MAQ_OK)
        return status;
    // Standard output has no place beside it.
    if (strcmp(path, "-") == 0)
        return save(document, memory, document->format->write, path);
    mq_arena *arena = mq_arena_new(memory);
    if (!arena)
        return MAQ_NO_MEMORY;
    path = mq_path_copy(arena, path);
    if (!path)
        status = mq_arena_status(arena);
    // The model comes last: a file never names what is not there.
    maq_document named = *document;
    // Companions are named from the folder of the model.
    if (document->companion_count > 0 && !mq_make_folders(path, mq_arena_memory(arena)))
        status = MAQ_CANNOT_WRITE;
    for (size_t i = 0; status == MAQ_OK && i < document->companion_count; i++)
        status = save_companion(&document->companions[i], path, arena);
    if (status == MAQ_OK)
        status = save_materials(&named, memory, path, arena);
    if (status == MAQ_OK)
        status = save(&named, memory, document->format->write, path);
    mq_arena_free(arena);
    return status;
}
