// SPDX-License-Identifier: MIT
//
// Files in memory as a source.
#include <string.h>

#include "files/files_priv.h"

static bool find_file(const mq_source *source, mq_query *query, const char *name, size_t length,
                      bool any_capitals, mq_hit *hit) {
    (void)query;
    const mq_entry *entry = mq_index_find(source->state, name, length, any_capitals);
    if (!entry)
        return false;
    *hit = (mq_hit){.name = entry->name, .kind = MQ_NODE_FILE, .size = entry->size, .entry = entry};
    return true;
}

static maq_status read_file(const mq_source *source, mq_query *query, const mq_hit *hit,
                            size_t length, unsigned char **bytes) {
    (void)source;
    unsigned char *copy = MQ_NEW_UNINITIALIZED_ARRAY(query->arena, unsigned char, length + 1);
    if (!copy)
        return mq_arena_status(query->arena);
    if (length > 0)
        memcpy(copy, hit->entry->at.bytes, length);
    copy[length] = '\0';
    *bytes = copy;
    return MAQ_OK;
}

static bool has_folder(const mq_source *source, mq_query *query, const char *name, size_t length) {
    (void)query;
    return mq_index_has_folder(source->state, name, length);
}

static void list_folder(const mq_source *source, mq_gather *gather, const char *folder,
                        size_t length, bool deep) {
    mq_gather_index(gather, source->state, folder, length, deep);
}

static const mq_source_type memory_source = {find_file, read_file, has_folder, list_folder, NULL};

static void find_duplicate(void *context, const mq_entry *dropped) {
    mq_source *source = context;
    MQ_FILES_FIND(&source->findings, ENTRY_DUPLICATE, MAQ_NO_OFFSET,
                  "%s is there more than once; the last one is used",
                  MQ_QUOTE(dropped->name, dropped->name_length));
}

// False when the name is refused, which is a finding, or memory ran out.
static bool make_entry(mq_source *source, const maq_memory_file *item, mq_entry *out) {
    size_t length = strlen(item->name);
    char *name = mq_arena_text(source->arena, item->name, length);
    if (!name)
        return false;
    maq_name_status status = maq_files_clean_name(item->name, length, name);
    size_t clean_length = strlen(name);
    if (status != MAQ_NAME_CLEAN || clean_length == 0 || clean_length > UINT32_MAX) {
        MQ_FILES_FIND(&source->findings, ENTRY_UNSAFE, MAQ_NO_OFFSET, "%s %s; it is left out",
                      MQ_QUOTE(item->name, length),
                      status == MAQ_NAME_CLEAN ? "is not the name of a file"
                                               : mq_name_fault(status));
        return false;
    }
    *out = (mq_entry){.name = name,
                      .name_length = (uint32_t)clean_length,
                      .kind = MQ_NODE_FILE,
                      .size = item->length,
                      .at.bytes = item->bytes};
    return true;
}

maq_status mq_source_open_memory(mq_source *source, const maq_memory_file *items, size_t count) {
    mq_index *index = MQ_NEW(source->arena, mq_index);
    mq_arena *scratch = mq_arena_scratch(source->arena);
    mq_entry *entries = scratch ? MQ_NEW_UNINITIALIZED_ARRAY(scratch, mq_entry, count) : NULL;
    if (index && entries) {
        size_t used = 0;
        for (size_t i = 0; i < count; i++)
            used += make_entry(source, &items[i], &entries[used]);
        mq_index_make(index, source->arena, entries, used, find_duplicate, source);
    }
    mq_arena_end_scratch(source->arena, scratch);
    source->state = index;
    source->type = &memory_source;
    source->about.kind = MAQ_SOURCE_MEMORY;
    return mq_arena_status(source->arena);
}
