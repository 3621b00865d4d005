// SPDX-License-Identifier: MIT
//
// Sets of files: sources laid over each other, and what callers ask of them.
#include "files/files.h"

#include <errno.h>
#include <string.h>

#include "base/budget.h"
#include "base/folder.h"
#include "base/memory.h"
#include "files/files_priv.h"

#define DEFAULT_MAX_FINDINGS 1000
#define DEFAULT_MAX_ENTRIES ((uint64_t)1 << 20)
#define DEFAULT_MAX_FILE_BYTES ((uint64_t)1 << 30)
#define DEFAULT_MAX_TOTAL_BYTES ((uint64_t)16 << 30)
#define DEFAULT_MAX_RATIO 64

// So many bytes may come of any number: blank images pack well, and small files need no argument.
#define FREE_BYTES ((uint64_t)16 << 20)

bool mq_files_ratio_allowed(const mq_files_limits *limits, uint64_t packed, uint64_t unpacked) {
    return unpacked <= FREE_BYTES || (unpacked - FREE_BYTES) / limits->max_ratio <= packed;
}

// --------------------------------------------------------------------------------------- making sets

maq_status maq_files_new(const maq_files_options *given, maq_files **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    maq_files_options options;
    mq_options_copy(&options, sizeof options, given);
    mq_arena *arena = mq_arena_new(options.memory);
    maq_files *files = arena ? MQ_NEW(arena, maq_files) : NULL;
    if (!files) {
        maq_status status = arena ? mq_arena_status(arena) : MAQ_NO_MEMORY;
        mq_arena_free(arena);
        return status;
    }
    files->arena = arena;
    files->below = options.below;
    files->count = options.below ? options.below->count : 0;
    files->limits = (mq_files_limits){
        .memory = *mq_arena_memory(arena),
        .max_findings = options.max_findings ? options.max_findings : DEFAULT_MAX_FINDINGS,
        .max_ratio = options.max_ratio ? options.max_ratio : DEFAULT_MAX_RATIO,
        .max_entries = options.max_entries ? options.max_entries : DEFAULT_MAX_ENTRIES,
        .max_file_bytes = options.max_file_bytes ? options.max_file_bytes : DEFAULT_MAX_FILE_BYTES,
        .max_total_bytes =
            options.max_total_bytes ? options.max_total_bytes : DEFAULT_MAX_TOTAL_BYTES,
        .follow_links = options.follow_links};
    *out = files;
    return MAQ_OK;
}

void maq_files_free(maq_files *files) {
    if (!files)
        return;
    for (mq_source *lower, *source = files->top; source; source = lower) {
        lower = source->lower;
        if (source->type && source->type->end)
            source->type->end(source);
        mq_arena_free(source->arena);
    }
    mq_arena_free(files->arena);
}

// A source that is not in the set yet. NULL with *status set when memory ran out.
static mq_source *new_source(const maq_files *files, const char *path, maq_status *status) {
    mq_arena *arena = mq_arena_new(&files->limits.memory);
    mq_source *source = arena ? MQ_NEW(arena, mq_source) : NULL;
    char *copy = source && path ? mq_path_copy(arena, path) : NULL;
    *status = arena ? mq_arena_status(arena) : MAQ_NO_MEMORY;
    if (*status != MAQ_OK) {
        mq_arena_free(arena);
        return NULL;
    }
    source->arena = arena;
    source->limits = &files->limits;
    mq_findings_init(&source->findings, arena, files->limits.max_findings, 0);
    source->about.path = copy;
    source->about.findings = &source->findings.list;
    return source;
}

// Lays a source over the others, or ends it when there was no memory even for its findings.
static maq_status add_source(maq_files *files, mq_source *source, maq_status status) {
    maq_status memory = mq_arena_status(source->arena);
    if (status == MAQ_NO_MEMORY || memory != MAQ_OK) {
        if (source->type && source->type->end)
            source->type->end(source);
        mq_arena_free(source->arena);
        return memory != MAQ_OK ? memory : status;
    }
    source->index = files->count++;
    source->lower = files->top;
    files->top = source;
    return status;
}

#ifndef MQ_ARCHIVE
static maq_status refuse_archive(mq_source *source) {
    MQ_FILES_FIND(&source->findings, ARCHIVE_UNSUPPORTED, MAQ_NO_OFFSET,
                  "the library was built without archives");
    return MAQ_UNSUPPORTED;
}

maq_status mq_source_open_archive(mq_source *source, const char *path, const char *inside) {
    (void)path;
    (void)inside;
    return refuse_archive(source);
}

maq_status mq_source_open_archive_memory(mq_source *source, const void *bytes, size_t length) {
    (void)bytes;
    (void)length;
    return refuse_archive(source);
}
#endif

// A path that is not there itself: perhaps it leads into an archive.
static maq_status open_inside(mq_source *source) {
    const char *path = source->about.path;
    int reason = errno;
    size_t length;
    if (!maq_files_split_path(path, &length)) {
        errno = reason;
        MQ_FILES_FIND(&source->findings, SOURCE_UNREADABLE, MAQ_NO_OFFSET,
                      "it is not there, or cannot be reached");
        return MAQ_CANNOT_READ;
    }
    const char *archive = mq_arena_text(source->arena, path, length);
    while (path[length] == '/')
        length++;
    mq_query query = {source->arena, &source->findings};
    const char *inside = mq_query_clean(&query, path + length);
    if (!archive || !inside)
        return MAQ_BAD_DATA;
    return mq_source_open_archive(source, archive, inside);
}

static maq_status open_path(mq_source *source) {
    mq_platform_info info;
    if (!mq_platform_path_info(source->about.path, &info))
        return open_inside(source);
    if (info.kind == MQ_PLATFORM_FOLDER)
        return mq_source_open_folder(source);
    if (info.kind == MQ_PLATFORM_FILE)
        return mq_source_open_archive(source, source->about.path, "");
    MQ_FILES_FIND(&source->findings, FILE_SPECIAL, MAQ_NO_OFFSET,
                  "neither a folder nor a regular file");
    return MAQ_UNSUPPORTED;
}

maq_status maq_files_add_path(maq_files *files, const char *path) {
    if (!files || !path)
        return MAQ_BAD_ARGUMENT;
    maq_status status;
    mq_source *source = new_source(files, path, &status);
    return source ? add_source(files, source, open_path(source)) : status;
}

maq_status maq_files_add_archive(maq_files *files, const char *path, const void *bytes,
                                 size_t length) {
    if (!files || !path || (!bytes && length > 0))
        return MAQ_BAD_ARGUMENT;
    maq_status status;
    mq_source *source = new_source(files, path, &status);
    if (!source)
        return status;
    return add_source(files, source, mq_source_open_archive_memory(source, bytes, length));
}

maq_status maq_files_add_memory(maq_files *files, const char *path, const maq_memory_file *items,
                                size_t count) {
    if (!files || (!items && count > 0))
        return MAQ_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        if (!items[i].name || (!items[i].bytes && items[i].length > 0))
            return MAQ_BAD_ARGUMENT;
    }
    maq_status status;
    mq_source *source = new_source(files, path, &status);
    return source ? add_source(files, source, mq_source_open_memory(source, items, count)) : status;
}

static const mq_source *source_at(const maq_files *files, size_t index) {
    for (; files; files = files->below) {
        for (const mq_source *source = files->top; source; source = source->lower) {
            if (source->index == index)
                return source;
        }
    }
    return NULL;
}

const maq_files_source *maq_files_source_at(const maq_files *files, size_t index) {
    const mq_source *source = source_at(files, index);
    return source ? &source->about : NULL;
}

bool mq_files_on_disk(const maq_files *files, size_t source) {
    return source_at(files, source)->on_disk;
}

// -------------------------------------------------------------------------------------- find and read

const char *mq_query_clean(mq_query *query, const char *name) {
    size_t length = strlen(name);
    char *clean = mq_arena_text(query->arena, name, length);
    if (!clean)
        return NULL;
    maq_name_status status = maq_files_clean_name(name, length, clean);
    if (status == MAQ_NAME_CLEAN)
        return clean;
    MQ_FILES_FIND(query->findings, NAME_REFUSED, MAQ_NO_OFFSET, "%s %s", MQ_QUOTE(name, length),
                  mq_name_fault(status));
    return NULL;
}

static const mq_source *find_source(const maq_files *files, mq_query *query, const char *name,
                                    bool any_capitals, mq_hit *hit) {
    size_t length = strlen(name);
    for (; files; files = files->below) {
        for (const mq_source *source = files->top; source; source = source->lower) {
            if (source->type && source->type->find(source, query, name, length, any_capitals, hit))
                return source;
        }
    }
    return NULL;
}

// "base.wz/texpages/page-1.png"
static const char *path_of(mq_arena *arena, const mq_source *source, const char *name) {
    const char *path = source->about.path ? source->about.path : "";
    size_t length = strlen(path);
    bool slash = length > 0 && path[length - 1] != '/';
    return mq_arena_format(arena, "%s%s%s", path, slash ? "/" : "", name);
}

static maq_status check_hit(mq_query *query, const mq_hit *hit) {
    if (hit->kind == MQ_NODE_OUTSIDE) {
        MQ_FILES_FIND(query->findings, FILE_OUTSIDE, MAQ_NO_OFFSET,
                      "a symbolic link that leads out of its folder");
        return MAQ_UNSUPPORTED;
    }
    if (hit->kind == MQ_NODE_SPECIAL) {
        MQ_FILES_FIND(query->findings, FILE_SPECIAL, MAQ_NO_OFFSET, "not a regular file");
        return MAQ_UNSUPPORTED;
    }
    return MAQ_OK;
}

// Reads at most so many bytes.
static maq_status read_hit(const mq_source *source, mq_query *query, const mq_hit *hit,
                           uint64_t most, maq_file *out) {
    uint64_t limit = source->limits->max_file_bytes;
    uint64_t left = mq_arena_memory(query->arena)->byte_limit - mq_arena_bytes(query->arena);
    const char *option = "--archive-limit file-bytes=N";
    if (limit > left) {
        limit = left;
        option = "--memory-limit";
    }
    uint64_t length = hit->size < most ? hit->size : most;
    if (length > limit || length >= SIZE_MAX) {
        MQ_FILES_FIND(query->findings, FILE_TOO_LARGE, MAQ_NO_OFFSET,
                      "its size in bytes is %llu; the limit is %llu; %s raises it",
                      (unsigned long long)hit->size, (unsigned long long)limit, option);
        return MAQ_OVER_LIMIT;
    }
    mq_budget_add_input(mq_arena_memory(query->arena)->budget, length);
    unsigned char *bytes = NULL;
    maq_status status = source->type->read(source, query, hit, (size_t)length, &bytes);
    if (status == MAQ_OK)
        out->bytes = bytes;
    return status;
}

// Finds a file by its clean name and fills `out`. NULL: there is none, or memory ran out.
static const mq_source *find_clean(const maq_files *files, mq_query *query, const char *clean,
                                   bool any_capitals, mq_hit *hit, maq_file *out) {
    const mq_source *source = find_source(files, query, clean, any_capitals, hit);
    if (!source)
        return NULL;
    out->name = mq_arena_text(query->arena, hit->name, strlen(hit->name));
    out->path = path_of(query->arena, source, hit->name);
    out->source = source->index;
    out->length = hit->size;
    // A link that leads out may end the search before the end of the name.
    out->other_capitals = hit->kind != MQ_NODE_OUTSIDE && strcmp(hit->name, clean) != 0;
    return out->name && out->path ? source : NULL;
}

bool mq_files_find_clean(const maq_files *files, const char *name, bool any_capitals,
                         mq_arena *arena, maq_file *out) {
    mq_findings unused;
    mq_findings_init(&unused, arena, 0, 0);
    mq_query query = {arena, &unused};
    mq_hit hit = {0};
    *out = (maq_file){0};
    return find_clean(files, &query, name, any_capitals, &hit, out) != NULL;
}

const char *mq_files_folder_path(const maq_files *files, const char *folder, size_t number,
                                 mq_arena *arena) {
    mq_findings unused;
    mq_findings_init(&unused, arena, 0, 0);
    mq_query query = {arena, &unused};
    size_t length = strlen(folder);
    for (; files; files = files->below) {
        for (const mq_source *source = files->top; source; source = source->lower) {
            if (source->type && source->type->has_folder(source, &query, folder, length) &&
                number-- == 0)
                return length > 0 || !source->about.path ? path_of(arena, source, folder)
                                                         : source->about.path;
        }
    }
    return NULL;
}

// With `read`, reads at most so many bytes.
static maq_status get(const maq_files *files, mq_query *query, const char *name, bool read,
                      uint64_t most, maq_file *out) {
    const char *clean = mq_query_clean(query, name);
    if (!clean)
        return MAQ_BAD_DATA;
    mq_hit hit = {0};
    const mq_source *source = find_clean(files, query, clean, false, &hit, out);
    if (!source)
        source = find_clean(files, query, clean, true, &hit, out);
    if (!source) {
        errno = ENOENT;
        return MAQ_CANNOT_READ;
    }
    if (out->other_capitals)
        MQ_FILES_FIND(query->findings, NAME_OTHER_CAPITALS, MAQ_NO_OFFSET, "%s is there as %s",
                      MQ_QUOTE(clean, strlen(clean)), MQ_QUOTE(hit.name, strlen(hit.name)));
    maq_status status = check_hit(query, &hit);
    return status == MAQ_OK && read ? read_hit(source, query, &hit, most, out) : status;
}

static maq_status get_in_arena(const maq_files *files, const char *name, bool read, uint64_t most,
                               mq_arena *arena, mq_findings *findings, maq_file *out) {
    *out = (maq_file){0};
    mq_query query = {arena, findings};
    maq_status status = get(files, &query, name, read, most, out);
    maq_status memory = mq_arena_status(arena);
    return memory != MAQ_OK ? memory : status;
}

maq_status mq_files_get(const maq_files *files, const char *name, bool read, mq_arena *arena,
                        mq_findings *findings, maq_file *out) {
    return get_in_arena(files, name, read, UINT64_MAX, arena, findings, out);
}

maq_status mq_files_read_start(const maq_files *files, const char *name, size_t most,
                               mq_arena *arena, mq_findings *findings, maq_file *out) {
    return get_in_arena(files, name, true, most, arena, findings, out);
}

// What the caller's file is the first member of.
typedef struct owned_file {
    maq_file file;
    mq_arena *arena;
    mq_findings findings;
} owned_file;

static maq_status get_owned(const maq_files *files, const char *name, const maq_memory *memory,
                            bool read, maq_file **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!files || !name)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory ? memory : &files->limits.memory);
    owned_file *owned = arena ? MQ_NEW(arena, owned_file) : NULL;
    maq_status status = arena ? mq_arena_status(arena) : MAQ_NO_MEMORY;
    if (owned) {
        owned->arena = arena;
        mq_findings_init(&owned->findings, arena, files->limits.max_findings, 0);
        status = mq_files_get(files, name, read, arena, &owned->findings, &owned->file);
        owned->file.findings = &owned->findings.list;
    }
    if (!owned || mq_arena_status(arena) != MAQ_OK) {
        mq_arena_free(arena);
        return status;
    }
    *out = &owned->file;
    return status;
}

maq_status maq_files_find(const maq_files *files, const char *name, const maq_memory *memory,
                          maq_file **out) {
    return get_owned(files, name, memory, false, out);
}

maq_status maq_files_read(const maq_files *files, const char *name, const maq_memory *memory,
                          maq_file **out) {
    return get_owned(files, name, memory, true, out);
}

void maq_file_free(maq_file *file) {
    if (file)
        mq_arena_free(((owned_file *)file)->arena);
}
