// SPDX-License-Identifier: MIT
//
// Opening and closing documents, and the questions that every document answers.
#include <errno.h>
#include <string.h>

#include "api/file_type.h"
#include "api/common_rules.h"
#include "api/document_files.h"
#include "api/position.h"
#include "base/budget.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "files/files.h"
#include "files/files_rules.h"
#include "formats/format.h"

#define DEFAULT_MAX_FINDINGS 10000

maq_document *mq_document_new(const maq_memory *memory, const mq_format *format,
                              const maq_variant *variant, uint32_t max_findings) {
    mq_arena *arena = mq_arena_new(memory);
    maq_document *document = arena ? MQ_NEW(arena, maq_document) : NULL;
    if (!document) {
        mq_arena_free(arena);
        return NULL;
    }
    document->arena = arena;
    document->format = format;
    document->variant = variant;
    mq_findings_init(&document->findings, arena, max_findings ? max_findings : DEFAULT_MAX_FINDINGS,
                     0);
    document->findings.keep_silent = true;
    document->shown = document->findings;
    document->shown.keep_silent = false;
    return document;
}

void mq_document_show_findings(maq_document *document) {
    mq_findings_append(&document->shown, &document->findings);
}

void maq_close(maq_document *document) {
    if (!document)
        return;
    mq_document_files_free(document);
    mq_arena_free(document->source_arena);
    mq_arena_free(document->content_arena);
    mq_arena_free(document->arena);
}

// The format that bytes are of, or NULL.
static const mq_format *recognise(const char *bytes, size_t length, const char *name) {
    const mq_format *best = NULL;
    mq_match_confidence confidence = MQ_NO_MATCH;
    const mq_format *row;
    for (size_t i = 0; (row = mq_format_row(i)); i++) {
        mq_match_confidence own = row->recognise(bytes, length, name);
        if (own > confidence) {
            confidence = own;
            best = row;
        }
    }
    // An image with the extension of a model is an image.
    if (confidence == MQ_MATCH_BY_NAME && mq_file_type(bytes, length))
        return NULL;
    return best;
}

// The format that a name asks for, be it of a variant or of a whole format.
static const mq_format *named_format(const char *name) {
    const mq_format *row;
    for (size_t i = 0; (row = mq_format_row(i)); i++) {
        if (strcmp(row->description.name, name) == 0)
            return row;
        for (uint32_t k = 0; k < row->description.variant_count; k++) {
            if (strcmp(row->description.variants[k].name, name) == 0)
                return row;
        }
    }
    return NULL;
}

static void report_unknown(maq_document *document) {
    const char *type = mq_file_type(document->source, document->source_length);
    mq_add_finding(&document->findings, &mq_common_rules[MQ_RULE_UNKNOWN_FORMAT], 0, 0,
                   document->source_length == 0 ? "the file is empty"
                   : type ? "not a model file that Maquette recognises (it looks like %s)"
                          : "not a model file that Maquette recognises%s",
                   type ? type : "");
}

// The content gets an arena of its own, so that a conversion can free it before the document.
static maq_status read_content(maq_document *document) {
    mq_arena *own = document->arena;
    document->content_arena = mq_arena_scratch(own);
    if (!document->content_arena)
        return mq_arena_status(own);
    document->arena = document->content_arena;
    maq_status status = document->format->read(document);
    document->arena = own;
    mq_arena_count_bytes(own, document->content_arena);
    return status;
}

// Reads the source that the document holds.
static maq_status read_source(maq_document *document, const maq_open_options *options) {
    if (options->format) {
        document->format = named_format(options->format);
        if (!document->format)
            return MAQ_BAD_ARGUMENT;
    } else if (document->source_length > 0) { // whatever its name is, an empty file is no model
        document->format =
            recognise(document->source, document->source_length, document->file_name);
    }
    if (!document->format) {
        report_unknown(document);
        return MAQ_UNKNOWN_FORMAT;
    }
    maq_status status = read_content(document);
    if (maq_document_is_text(document) && !mq_line_marks_build(document))
        return mq_arena_status(document->arena);
    if (status == MAQ_OK && options->strict && document->findings.list.incomplete_reads) {
        document->content = NULL;
        status = MAQ_BAD_DATA;
    }
    return status;
}

// Decides which results hand a document out. Readers go on after a failed allocation, so the status of
// the arena comes first.
static maq_status finish(maq_document *document, maq_status status, maq_document **out) {
    mq_document_show_findings(document);
    bool arena_failed = mq_arena_status(document->arena) != MAQ_OK;
    if (arena_failed)
        status = mq_arena_status(document->arena);
    bool has_findings =
        status == MAQ_OK || status == MAQ_UNKNOWN_FORMAT || status == MAQ_BAD_DATA ||
        (status == MAQ_OVER_LIMIT && !arena_failed) ||
        ((status == MAQ_UNSUPPORTED || status == MAQ_CANNOT_READ) && document->shown.list.count);
    if (has_findings)
        *out = document;
    else
        maq_close(document);
    return status;
}

static maq_document *begin(const maq_open_options *options, bool from_file) {
    maq_document *document = mq_document_new(options->memory, NULL, NULL, options->max_findings);
    if (!document)
        return NULL;
    if (options->file_name)
        document->file_name = mq_path_copy(document->arena, options->file_name);
    if (mq_arena_status(document->arena) == MAQ_OK)
        mq_document_files_init(document, options, from_file);
    return document;
}

// The arena that the source is read into: one that other documents can share. NULL when there is no memory.
static mq_arena *begin_source(maq_document *document) {
    mq_arena_free(document->source_arena);
    document->source_arena = mq_arena_scratch(document->arena);
    return document->source_arena;
}

static void end_source(maq_document *document) {
    if (document->source_arena)
        mq_arena_count_bytes(document->arena, document->source_arena);
}

maq_status maq_open_memory(const void *data, size_t length, const maq_open_options *given,
                           maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!data && length)
        return MAQ_BAD_ARGUMENT;
    maq_open_options options;
    mq_options_copy(&options, sizeof options, given);
    maq_document *document = begin(&options, false);
    if (!document)
        return MAQ_NO_MEMORY;
    mq_budget_add_input(mq_arena_memory(document->arena)->budget, length);
    mq_arena *arena = begin_source(document);
    if (arena)
        document->source = mq_arena_text(arena, data, length);
    document->source_length = length;
    end_source(document);
    if (!document->source)
        return finish(document, mq_arena_status(document->arena), out);
    return finish(document, read_source(document, &options), out);
}

// Adds what is wrong with a file or an archive, whose offsets are not those of the model.
static void add_file_findings(maq_document *document, const maq_findings *findings) {
    for (size_t i = 0; i < findings->count; i++)
        mq_add_finding(&document->findings, findings->items[i].rule, MAQ_NO_OFFSET, 0, "%s",
                       findings->items[i].message);
}

// Reads a file of a set into the document.
static maq_status read_in_files(maq_document *document, const maq_files *files, const char *name,
                                maq_file *file) {
    mq_findings findings;
    mq_findings_init(&findings, document->arena, DEFAULT_MAX_FINDINGS, 0);
    *file = (maq_file){0};
    mq_arena *arena = begin_source(document);
    maq_status status = mq_arena_status(document->arena);
    if (arena)
        status = mq_files_get(files, name, true, arena, &findings, file);
    end_source(document);
    add_file_findings(document, &findings.list);
    document->source = file->bytes;
    document->source_length = (size_t)(file->bytes ? file->length : 0);
    return status;
}

// Reads the file of a path that leads into an archive, which is opened for it alone.
static maq_status read_in_archive(maq_document *document, const char *path) {
    maq_files_options options = {.size = sizeof options,
                                 .memory = mq_arena_memory(document->arena)};
    maq_files *files;
    const char *name;
    maq_file file;
    size_t archive_length;
    if (!maq_files_split_path(path, &archive_length)) {
        errno = ENOTDIR;
        return MAQ_CANNOT_READ;
    }
    maq_status status = maq_files_for_model(path, &options, &files, &name);
    if (status == MAQ_OK)
        status = read_in_files(document, files, name, &file);
    else if (files && maq_files_source_at(files, 0))
        add_file_findings(document, maq_files_source_at(files, 0)->findings);
    int reason = errno;
    maq_files_free(files);
    errno = reason;
    return status;
}

maq_status maq_open_file(const char *path, const maq_open_options *given, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!path)
        return MAQ_BAD_ARGUMENT;
    maq_open_options options;
    mq_options_copy(&options, sizeof options, given);
    options.file_name = path;
    maq_document *document = begin(&options, true);
    if (!document)
        return MAQ_NO_MEMORY;
    mq_arena *arena = begin_source(document);
    maq_status status = mq_arena_status(document->arena);
    if (arena && options.regular_only)
        status = mq_file_read_regular(arena, path, &document->source, &document->source_length);
    else if (arena)
        status = mq_file_read(arena, path, &document->source, &document->source_length);
    end_source(document);
    if (status == MAQ_CANNOT_READ && errno == ENOTDIR) {
        status = read_in_archive(document, document->file_name);
    } else if (status == MAQ_UNSUPPORTED) {
        mq_add_finding(&document->findings, &mq_files_rules[MQ_FILE_SPECIAL], MAQ_NO_OFFSET, 0,
                       "not a regular file");
        status = MAQ_CANNOT_READ;
    }
    if (status != MAQ_OK)
        return finish(document, status, out);
    return finish(document, read_source(document, &options), out);
}

maq_status maq_open_in_files(const maq_files *files, const char *name,
                             const maq_open_options *given, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!files || !name)
        return MAQ_BAD_ARGUMENT;
    maq_open_options options;
    mq_options_copy(&options, sizeof options, given);
    maq_document *document = mq_document_new(options.memory, NULL, NULL, options.max_findings);
    if (!document)
        return MAQ_NO_MEMORY;
    maq_file file;
    maq_status status = read_in_files(document, files, name, &file);
    // Copies: those of the file end with its bytes.
    const char *path = file.path ? file.path : name;
    document->file_name = mq_arena_text(document->arena, path, strlen(path));
    if (file.name)
        document->name = mq_arena_text(document->arena, file.name, strlen(file.name));
    document->files = options.no_files ? NULL : files;
    if (status != MAQ_OK)
        return finish(document, status, out);
    return finish(document, read_source(document, &options), out);
}

const maq_format *maq_document_format(const maq_document *document) {
    return document->format ? &document->format->description : NULL;
}

bool maq_document_is_text(const maq_document *document) {
    return !document->format || document->format->description.text || document->text_source;
}

const maq_variant *maq_document_variant(const maq_document *document) {
    return document->variant;
}

const char *maq_document_file_name(const maq_document *document) {
    return document->file_name;
}

const void *maq_document_source(const maq_document *document, size_t *length) {
    if (length)
        *length = document->source_length;
    return document->source;
}

static bool has_position(const maq_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].span.offset != MAQ_NO_OFFSET)
            return true;
    }
    return false;
}

void mq_document_free_source(const maq_document *document, const mq_findings *losses) {
    if ((document->content && document->format->content_in_source) ||
        has_position(&document->shown.list) || has_position(&losses->list))
        return;
    // The caller of the conversion allowed it.
    maq_document *input = MQ_WRITABLE(maq_document, document);
    mq_arena_free(input->source_arena);
    input->source_arena = NULL;
    input->source = NULL;
    input->source_length = 0;
}

void mq_document_free_content(const maq_document *document) {
    maq_document *input = MQ_WRITABLE(maq_document, document);
    input->content = NULL;
    input->images = NULL;
    input->image_count = 0;
    input->files_read = NULL;
    input->files_read_count = input->files_read_capacity = 0;
    mq_arena_free(input->content_arena);
    input->content_arena = NULL;
}

const maq_findings *maq_document_findings(const maq_document *document) {
    return &document->shown.list;
}

const maq_format *maq_format_at(size_t index) {
    const mq_format *row = mq_format_row(index);
    return row ? &row->description : NULL;
}

const maq_variant *maq_find_variant(const char *name, const maq_format **format) {
    const mq_format *row = name ? named_format(name) : NULL;
    for (uint32_t i = 0; row && i < row->description.variant_count; i++) {
        if (strcmp(row->description.variants[i].name, name) == 0) {
            if (format)
                *format = &row->description;
            return &row->description.variants[i];
        }
    }
    return NULL;
}
