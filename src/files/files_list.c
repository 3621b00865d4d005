// SPDX-License-Identifier: MIT
//
// Lists of what is in a set.
#include <errno.h>
#include <string.h>

#include "base/sort.h"
#include "files/files_priv.h"

void mq_gather_add(mq_gather *gather, const char *name, bool folder) {
    maq_file_entry *items = mq_arena_grow(gather->query->arena, gather->items, &gather->capacity,
                                          gather->count, sizeof *items);
    if (!items)
        return;
    gather->items = items;
    gather->items[gather->count++] = (maq_file_entry){name, gather->source, folder};
}

// A folder on the way to an entry, unless it is the one that was added last.
static void add_folder_of(mq_gather *gather, const char *name, size_t length) {
    const maq_file_entry *last = gather->count > 0 ? &gather->items[gather->count - 1] : NULL;
    if (last && last->folder && last->source == gather->source &&
        strncmp(last->name, name, length) == 0 && last->name[length] == '\0')
        return;
    const char *copy = mq_arena_text(gather->query->arena, name, length);
    if (copy)
        mq_gather_add(gather, copy, true);
}

bool mq_index_has_folder(const mq_index *index, const char *folder, size_t length) {
    size_t end, at = mq_index_range(index, folder, length, &end);
    for (; at < end; at++) {
        if (index->entries[at].kind == MQ_NODE_FOLDER)
            return true;
    }
    at = mq_index_range_below(index, folder, length, &end);
    return length == 0 || at < end;
}

void mq_gather_index(mq_gather *gather, const mq_index *index, const char *folder, size_t length,
                     bool deep) {
    gather->found = gather->found || mq_index_has_folder(index, folder, length);
    size_t end, at = mq_index_range_below(index, folder, length, &end);
    size_t skipped = length > 0 ? length + 1 : 0;
    for (; at < end; at++) {
        const mq_entry *entry = &index->entries[at];
        const char *slash = strchr(entry->name + skipped, '/');
        bool is_folder = entry->kind == MQ_NODE_FOLDER;
        if (!deep && slash)
            add_folder_of(gather, entry->name, (size_t)(slash - entry->name));
        else if (is_folder ? !deep : entry->kind == MQ_NODE_FILE)
            mq_gather_add(gather, entry->name, is_folder);
    }
}

// By name, files before folders; what comes from a higher source first.
static int compare_entries(const void *left, const void *right, const void *context) {
    (void)context;
    const maq_file_entry *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    if (order == 0)
        order = a->folder - b->folder;
    return order != 0 ? order : (a->source < b->source) - (a->source > b->source);
}

// Sorts what was gathered and leaves each name once.
static void merge(mq_gather *gather) {
    mq_arena *scratch = mq_arena_scratch(gather->query->arena);
    maq_file_entry *spare =
        scratch ? MQ_NEW_UNINITIALIZED_ARRAY(scratch, maq_file_entry, gather->count) : NULL;
    size_t kept = 0;
    if (spare) {
        const maq_file_entry *sorted =
            mq_sort(gather->items, spare, gather->count, sizeof *spare, compare_entries, NULL);
        for (size_t i = 0; i < gather->count; i++) {
            const maq_file_entry *last = kept > 0 ? &gather->items[kept - 1] : NULL;
            if (!last || last->folder != sorted[i].folder ||
                strcmp(last->name, sorted[i].name) != 0)
                gather->items[kept++] = sorted[i];
        }
    }
    gather->count = kept;
    mq_arena_end_scratch(gather->query->arena, scratch);
}

static maq_status gather_all(const maq_files *files, mq_gather *gather, const char *folder,
                             bool deep) {
    mq_query *query = gather->query;
    const char *clean = mq_query_clean(query, folder);
    if (!clean)
        return MAQ_BAD_DATA;
    size_t length = strlen(clean);
    gather->found = length == 0;
    for (; files; files = files->below) {
        for (const mq_source *source = files->top; source; source = source->lower) {
            gather->source = source->index;
            if (source->type)
                source->type->list(source, gather, clean, length, deep);
        }
    }
    merge(gather);
    if (gather->found)
        return MAQ_OK;
    errno = ENOENT;
    return MAQ_CANNOT_READ;
}

maq_status mq_files_list(const maq_files *files, const char *folder, mq_arena *arena,
                         mq_findings *findings, maq_file_list *out) {
    mq_query query = {arena, findings};
    mq_gather gather = {.query = &query};
    maq_status status = gather_all(files, &gather, folder, false);
    *out = (maq_file_list){gather.items, gather.count, NULL};
    return mq_arena_status(arena) != MAQ_OK ? mq_arena_status(arena) : status;
}

typedef struct owned_list {
    maq_file_list list;
    mq_arena *arena;
    mq_findings findings;
} owned_list;

static maq_status list_owned(const maq_files *files, const char *folder, const maq_memory *memory,
                             bool deep, maq_file_list **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!files || !folder)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory ? memory : &files->limits.memory);
    owned_list *owned = arena ? MQ_NEW(arena, owned_list) : NULL;
    maq_status status = arena ? mq_arena_status(arena) : MAQ_NO_MEMORY;
    if (owned) {
        owned->arena = arena;
        mq_findings_init(&owned->findings, arena, files->limits.max_findings, 0);
        mq_query query = {arena, &owned->findings};
        mq_gather gather = {.query = &query};
        status = gather_all(files, &gather, folder, deep);
        owned->list = (maq_file_list){gather.items, gather.count, &owned->findings.list};
    }
    if (!owned || mq_arena_status(arena) != MAQ_OK) {
        status = arena && mq_arena_status(arena) != MAQ_OK ? mq_arena_status(arena) : status;
        mq_arena_free(arena);
        return status;
    }
    *out = &owned->list;
    return status;
}

maq_status maq_files_list(const maq_files *files, const char *folder, const maq_memory *memory,
                          maq_file_list **out) {
    return list_owned(files, folder, memory, false, out);
}

maq_status maq_files_walk(const maq_files *files, const char *folder, const maq_memory *memory,
                          maq_file_list **out) {
    return list_owned(files, folder, memory, true, out);
}

void maq_file_list_free(maq_file_list *list) {
    if (list)
        mq_arena_free(((owned_list *)list)->arena);
}
