// SPDX-License-Identifier: MIT
#include "formats/named_file.h"

#include <string.h>

#include "files/files.h"
#include "files/files_model.h"

static const char *reason(mq_arena *arena, const mq_findings *findings, const char *otherwise) {
    const char *message = findings->list.count > 0 ? findings->list.items[0].message : otherwise;
    return mq_arena_text(arena, message, strlen(message));
}

static maq_status find(const maq_files *files, const char *name, mq_arena *arena, mq_arena *scratch,
                       mq_findings *findings, maq_span span, mq_named_file *out) {
    mq_findings found;
    mq_findings_init(&found, scratch, 1, 0);
    maq_file file;
    maq_status status = mq_files_get(files, name, false, scratch, &found, &file);
    if (mq_arena_status(scratch) != MAQ_OK)
        return mq_arena_status(scratch);
    if (status != MAQ_OK) {
        out->refused = status == MAQ_BAD_DATA;
        out->why = out->refused ? "it is not in the folders of the model"
                                : reason(arena, &found, "there is no such file");
        return mq_arena_status(arena);
    }
    for (size_t i = 0; i < found.list.count; i++)
        mq_add_finding(findings, found.list.items[i].rule, span.offset, span.length, "%s",
                       found.list.items[i].message);
    out->name = mq_arena_text(arena, file.name, strlen(file.name));
    out->length = file.length;
    return mq_arena_status(arena);
}

maq_status mq_named_file_find(const maq_document *document, const char *name, mq_arena *arena,
                              mq_findings *findings, maq_span span, mq_named_file *out) {
    *out = (mq_named_file){.why = "there is no folder to search"};
    const maq_files *files;
    const char *model;
    maq_status status = mq_document_files(document, &files, &model);
    mq_arena *scratch = status == MAQ_OK ? mq_arena_scratch(arena) : NULL;
    if (scratch) {
        const char *beside = mq_files_name_beside(scratch, files ? model : "", name);
        char *clean = beside ? mq_arena_text(scratch, beside, strlen(beside)) : NULL;
        if (clean && files)
            status = find(files, beside, arena, scratch, findings, span, out);
        else if (clean)
            out->refused = maq_files_clean_name(beside, strlen(beside), clean) != MAQ_NAME_CLEAN;
        mq_arena_end_scratch(arena, scratch);
    }
    if (status != MAQ_OK)
        mq_arena_fail(arena, status);
    return mq_arena_status(arena);
}

// Files are read once each, so the list has no name twice.
static void add_file_read(maq_document *document, const char *name) {
    const char **names =
        mq_arena_grow(document->arena, document->files_read, &document->files_read_capacity,
                      document->files_read_count, sizeof *names);
    if (!names)
        return;
    document->files_read = names;
    names[document->files_read_count++] = mq_arena_text(document->arena, name, strlen(name));
}

maq_status mq_named_file_read(maq_document *document, uint64_t most, mq_arena *arena,
                              mq_named_file *file) {
    const maq_files *files;
    const char *model;
    maq_status status = mq_document_files(document, &files, &model);
    if (status != MAQ_OK) {
        mq_arena_fail(arena, status);
        return status;
    }
    if (file->length > most) {
        file->why = "it is too large";
        return MAQ_OK;
    }
    mq_findings found;
    mq_findings_init(&found, arena, 1, 0);
    maq_file read;
    status = mq_files_get(files, file->name, true, arena, &found, &read);
    if (status == MAQ_OK) {
        file->bytes = read.bytes;
        file->length = read.length;
        add_file_read(document, file->name);
    } else if (mq_arena_status(arena) == MAQ_OK) {
        file->why = reason(arena, &found, maq_status_text(status));
    }
    return mq_arena_status(arena);
}
