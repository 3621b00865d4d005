// SPDX-License-Identifier: MIT
//
// Folders of the system as a source, and the open files that archives are read from.
//
// A folder is listed once, when something in it is asked for, and looked up in that list from then on:
// that gives the real spelling on every file system, and the cost of a list is paid once. The lists form
// a tree that only grows, by atomic pointers, so that threads need no lock.
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "files/files_priv.h"

// -------------------------------------------------------------------------------------------- files

maq_status mq_disk_open(const char *path, bool follow_link, mq_disk_file *out) {
    // Without waiting: a pipe that nobody writes to would keep us before it is known what it is.
    mq_platform_mode mode = follow_link ? MQ_PLATFORM_READ : MQ_PLATFORM_READ_NO_LINK;
    mq_platform_file file;
    mq_platform_info info;
    if (!mq_platform_open(path, mode, &file))
        return errno == ENXIO ? MAQ_UNSUPPORTED : MAQ_CANNOT_READ; // ENXIO: a socket
    if (mq_platform_file_info(file, &info) && info.kind == MQ_PLATFORM_FILE) {
        *out = (mq_disk_file){file, info.size};
        return MAQ_OK;
    }
    mq_platform_close(file);
    return MAQ_UNSUPPORTED;
}

bool mq_disk_read(const mq_disk_file *file, uint64_t offset, void *bytes, size_t length) {
    char *at = bytes;
    while (length > 0) {
        ptrdiff_t got = mq_platform_read_at(file->file, offset, at, length);
        if (got == 0)
            errno = 0;
        if (got <= 0)
            return false;
        at += got;
        offset += (uint64_t)got;
        length -= (size_t)got;
    }
    return true;
}

void mq_disk_close(const mq_disk_file *file) {
    int reason = errno;
    mq_platform_close(file->file);
    errno = reason;
}

// ---------------------------------------------------------------------------------------- one folder

typedef struct listing {
    mq_arena *arena;
    mq_index index;
    int failure; // why the folder cannot be listed (errno), or 0
    // For each entry that is a folder its list, once somebody asked for it.
    _Atomic(struct listing *) *children;
    struct listing *next; // all lists of a source, for the end
} listing;

typedef struct folder_source {
    const char *root; // as given
    const char *real_root;
    listing *top;
    _Atomic(listing *) all;
    _Atomic(uint64_t) held; // bytes in all lists
} folder_source;

static char *join(mq_arena *arena, const char *folder, const char *name) {
    size_t length = strlen(folder);
    bool slash = length == 0 || folder[length - 1] == '/' || name[0] == '\0';
    return mq_arena_format(arena, "%s%s%s", folder, slash ? "" : "/", name);
}

static mq_node_kind node_kind(mq_platform_kind kind) {
    if (kind == MQ_PLATFORM_FILE)
        return MQ_NODE_FILE;
    return kind == MQ_PLATFORM_FOLDER ? MQ_NODE_FOLDER : MQ_NODE_SPECIAL;
}

static bool is_inside(const char *path, const char *root) {
    size_t length = strlen(root);
    if (length > 0 && root[length - 1] == '/') // the root of the system
        length--;
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

// What reading the names of a folder needs.
typedef struct name_reader {
    const folder_source *folder;
    const mq_files_limits *limits;
    const char *path; // of the folder
    listing *list;
    mq_arena *scratch;
    mq_entry *entries; // in `scratch`
    size_t count, capacity;
} name_reader;

// What a symbolic link leads to. False when there is nothing.
static bool follow(const name_reader *r, const char *path, mq_entry *entry) {
    mq_platform_info info;
    if (!mq_platform_path_info(path, &info))
        return false;
    entry->link = true;
    entry->kind = (uint8_t)node_kind(info.kind);
    const char *real = r->limits->follow_links ? NULL : mq_platform_real_path(r->scratch, path);
    if (!r->limits->follow_links && (!real || !is_inside(real, r->folder->real_root)))
        entry->kind = MQ_NODE_OUTSIDE;
    return true;
}

// Finds out what an entry is. False when it vanished, or memory ran out.
static bool examine(const name_reader *r, const char *name, mq_platform_kind kind,
                    mq_entry *entry) {
    mq_platform_info info = {.kind = kind};
    const char *path = NULL;
    if (kind == MQ_PLATFORM_UNKNOWN || kind == MQ_PLATFORM_LINK) {
        path = join(r->scratch, r->path, name);
        if (!path || !mq_platform_link_info(path, &info))
            return false;
    }
    entry->kind = (uint8_t)node_kind(info.kind);
    return info.kind != MQ_PLATFORM_LINK || follow(r, path, entry);
}

// Reads one name of a folder. False when memory ran out.
static bool read_name(void *context, const char *found, mq_platform_kind kind) {
    name_reader *r = context;
    size_t length = strlen(found);
    mq_entry entry = {.name_length = (uint32_t)length};
    if (!examine(r, found, kind, &entry))
        return mq_arena_status(r->scratch) == MAQ_OK;
    char *name = mq_arena_text(r->list->arena, found, length);
    mq_entry *larger =
        mq_arena_grow(r->scratch, r->entries, &r->capacity, r->count, sizeof *r->entries);
    if (!name || !larger)
        return false;
    r->entries = larger;
    // A name that cannot be asked for (it has a backslash, say) is not there.
    if (maq_files_clean_name(found, length, name) != MAQ_NAME_CLEAN || strcmp(name, found) != 0)
        return true;
    entry.name = name;
    r->entries[r->count++] = entry;
    return true;
}

// The list of a folder, in a separate arena. NULL with *status set when memory ran out.
static listing *make_listing(const folder_source *folder, const mq_files_limits *limits,
                             const char *path, maq_status *status) {
    *status = MAQ_NO_MEMORY;
    mq_arena *arena = mq_arena_new(&limits->memory);
    listing *list = arena ? MQ_NEW(arena, listing) : NULL;
    mq_arena *scratch = list ? mq_arena_scratch(arena) : NULL;
    if (scratch) {
        list->arena = arena;
        name_reader r = {folder, limits, path, list, scratch, NULL, 0, 0};
        if (!mq_platform_list_folder(path, read_name, &r))
            list->failure = errno;
        if (mq_index_make(&list->index, arena, r.entries, r.count, NULL, NULL))
            list->children = MQ_NEW_ARRAY(arena, _Atomic(listing *), r.count);
    }
    if (arena) {
        mq_arena_end_scratch(arena, scratch);
        *status = mq_arena_status(arena);
    }
    if (*status == MAQ_OK)
        return list;
    mq_arena_free(arena);
    return NULL;
}

// The list of a folder in a folder; `name` is where it lies below the root. NULL when memory ran out,
// which the query's arena then says.
static listing *child_of(const mq_source *source, mq_query *query, const listing *parent,
                         size_t position, const char *name) {
    folder_source *folder = source->state;
    listing *child = atomic_load(&parent->children[position]);
    if (child)
        return child;
    maq_status status = MAQ_NO_MEMORY;
    const char *path = join(query->arena, folder->root, name);
    listing *fresh = path ? make_listing(folder, source->limits, path, &status) : NULL;
    if (!fresh) {
        mq_arena_fail(query->arena, status);
        return NULL;
    }
    uint64_t bytes = mq_arena_bytes(fresh->arena), limit = source->limits->memory.byte_limit;
    if (atomic_fetch_add(&folder->held, bytes) > limit - bytes) {
        mq_arena_fail(query->arena, MAQ_OVER_LIMIT);
    } else if (atomic_compare_exchange_strong(&parent->children[position], &child, fresh)) {
        fresh->next = atomic_load(&folder->all);
        while (!atomic_compare_exchange_weak(&folder->all, &fresh->next, fresh))
            continue;
        return fresh;
    }
    // It is too much, or another thread was quicker: `child` then has the list that counts.
    atomic_fetch_sub(&folder->held, bytes);
    mq_arena_free(fresh->arena);
    return child;
}

// ------------------------------------------------------------------------------------------- folders

// Folders that a name leads to: several when their capitals differ and do not matter.
typedef struct reached {
    const listing *list;
    const char *name; // below the root, as spelt there
} reached;

typedef struct reached_list {
    reached *items;
    size_t count, capacity;
} reached_list;

static void reach(mq_query *query, reached_list *out, const listing *list, const char *name,
                  bool report) {
    reached *items =
        mq_arena_grow(query->arena, out->items, &out->capacity, out->count, sizeof *items);
    if (!items || !list || !name)
        return;
    out->items = items;
    out->items[out->count++] = (reached){list, name};
    if (report && list->failure != 0)
        MQ_FILES_FIND(query->findings, FOLDER_UNREADABLE, MAQ_NO_OFFSET, "%s cannot be listed",
                      MQ_QUOTE(name, strlen(name)));
}

static bool matches(const mq_entry *entry, const char *name, size_t length, bool any_capitals) {
    return any_capitals || mq_name_compare(entry->name, entry->name_length, name, length) == 0;
}

// One part of a name: from some folders to those of that name in them. A link that leads out on the way
// ends there, and is left in `outside`.
static reached_list step(const mq_source *source, mq_query *query, const reached_list *from,
                         const char *part, size_t length, bool any_capitals, mq_hit *outside) {
    reached_list to = {0};
    for (size_t i = 0; i < from->count; i++) {
        const listing *list = from->items[i].list;
        size_t end, at = mq_index_range(&list->index, part, length, &end);
        for (; at < end; at++) {
            const mq_entry *entry = &list->index.entries[at];
            if (!matches(entry, part, length, any_capitals))
                continue;
            const char *name = join(query->arena, from->items[i].name, entry->name);
            if (!name)
                return to;
            if (entry->kind == MQ_NODE_OUTSIDE)
                *outside = (mq_hit){.name = name, .kind = MQ_NODE_OUTSIDE};
            if (entry->kind == MQ_NODE_FOLDER)
                // Looking without regard to capitals is the second try, and comes here, too.
                reach(query, &to, child_of(source, query, list, at, name), name, any_capitals);
        }
    }
    return to;
}

// The folders of a name; "" is the root.
static reached_list reach_folders(const mq_source *source, mq_query *query, const char *name,
                                  size_t length, bool any_capitals, mq_hit *outside) {
    const folder_source *folder = source->state;
    reached_list at = {0};
    reach(query, &at, folder->top, "", false);
    for (size_t begin = 0; begin < length && at.count > 0;) {
        const char *slash = memchr(name + begin, '/', length - begin);
        size_t end = slash ? (size_t)(slash - name) : length;
        at = step(source, query, &at, name + begin, end - begin, any_capitals, outside);
        begin = end + 1;
    }
    return at;
}

static bool find_file(const mq_source *source, mq_query *query, const char *name, size_t length,
                      bool any_capitals, mq_hit *hit) {
    const folder_source *folder = source->state;
    size_t parent = length;
    while (parent > 0 && name[parent - 1] != '/')
        parent--;
    mq_hit outside = {0};
    reached_list folders =
        reach_folders(source, query, name, parent > 0 ? parent - 1 : 0, any_capitals, &outside);
    for (size_t i = 0; i < folders.count; i++) {
        const mq_entry *entry = mq_index_find(&folders.items[i].list->index, name + parent,
                                              length - parent, any_capitals);
        if (!entry)
            continue;
        *hit = (mq_hit){.name = join(query->arena, folders.items[i].name, entry->name),
                        .kind = (mq_node_kind)entry->kind,
                        .link = entry->link};
        const char *path = hit->name ? join(query->arena, folder->root, hit->name) : NULL;
        mq_platform_info info;
        if (path && entry->kind == MQ_NODE_FILE && mq_platform_path_info(path, &info))
            hit->size = info.size;
        return path != NULL;
    }
    *hit = outside;
    return outside.name != NULL;
}

static maq_status read_file(const mq_source *source, mq_query *query, const mq_hit *hit,
                            size_t length, unsigned char **bytes) {
    const folder_source *folder = source->state;
    const char *path = join(query->arena, folder->root, hit->name);
    mq_disk_file file;
    if (!path)
        return mq_arena_status(query->arena);
    maq_status status = mq_disk_open(path, hit->link, &file);
    if (status == MAQ_UNSUPPORTED)
        MQ_FILES_FIND(query->findings, FILE_SPECIAL, MAQ_NO_OFFSET, "not a regular file");
    else if (status != MAQ_OK)
        MQ_FILES_FIND(query->findings, FILE_UNREADABLE, MAQ_NO_OFFSET, "cannot be opened");
    if (status != MAQ_OK)
        return status;
    bool same = file.size == hit->size;
    unsigned char *content =
        same ? MQ_NEW_UNINITIALIZED_ARRAY(query->arena, unsigned char, length + 1) : NULL;
    if (content && mq_disk_read(&file, 0, content, length)) {
        content[length] = '\0';
        *bytes = content;
    } else if (content || !same) {
        bool changed = !same || errno == 0;
        MQ_FILES_FIND(query->findings, FILE_UNREADABLE, MAQ_NO_OFFSET, "%s",
                      changed ? "changes while it is being read" : "cannot be read");
        status = MAQ_CANNOT_READ;
    }
    mq_disk_close(&file);
    return status;
}

static bool has_folder(const mq_source *source, mq_query *query, const char *name, size_t length) {
    mq_hit outside = {0};
    return reach_folders(source, query, name, length, true, &outside).count > 0;
}

static void list_folder(const mq_source *source, mq_gather *gather, const char *folder,
                        size_t length, bool deep) {
    mq_query *query = gather->query;
    mq_hit outside = {0};
    reached_list waiting = reach_folders(source, query, folder, length, true, &outside);
    gather->found = gather->found || waiting.count > 0;
    // A list rather than recursion: the depth is the user's.
    while (waiting.count > 0 && mq_arena_status(query->arena) == MAQ_OK) {
        reached next = waiting.items[--waiting.count];
        for (size_t i = 0; i < next.list->index.count; i++) {
            const mq_entry *entry = &next.list->index.entries[i];
            bool is_folder = entry->kind == MQ_NODE_FOLDER;
            if (!is_folder && entry->kind != MQ_NODE_FILE)
                continue;
            const char *name = join(query->arena, next.name, entry->name);
            if (!name)
                return;
            if (!deep || !is_folder)
                mq_gather_add(gather, name, is_folder);
            else if (!entry->link) // A link to a folder may lead back up.
                reach(query, &waiting, child_of(source, query, next.list, i, name), name, true);
        }
    }
}

static void end_source(mq_source *source) {
    folder_source *folder = source->state;
    for (listing *next, *at = atomic_load(&folder->all); at; at = next) {
        next = at->next;
        mq_arena_free(at->arena);
    }
}

static const mq_source_type folder_type = {find_file, read_file, has_folder, list_folder,
                                           end_source};

maq_status mq_source_open_folder(mq_source *source) {
    folder_source *folder = MQ_NEW(source->arena, folder_source);
    if (folder) {
        folder->real_root = mq_platform_real_path(source->arena, source->about.path);
        folder->root = folder->real_root ? source->about.path : NULL;
    }
    if (mq_arena_status(source->arena) != MAQ_OK)
        return mq_arena_status(source->arena);
    maq_status status = MAQ_OK;
    if (folder->root)
        folder->top = make_listing(folder, source->limits, folder->root, &status);
    if (status == MAQ_OVER_LIMIT)
        MQ_FILES_FIND(&source->findings, SOURCE_UNREADABLE, MAQ_NO_OFFSET,
                      "the folder has more entries than the memory limit allows");
    if (status != MAQ_OK)
        return status;
    if (!folder->top || folder->top->failure != 0) {
        errno = folder->top ? folder->top->failure : errno;
        if (folder->top)
            mq_arena_free(folder->top->arena);
        MQ_FILES_FIND(&source->findings, SOURCE_UNREADABLE, MAQ_NO_OFFSET,
                      "the folder cannot be listed");
        return MAQ_CANNOT_READ;
    }
    atomic_init(&folder->held, mq_arena_bytes(folder->top->arena));
    atomic_init(&folder->all, folder->top);
    source->state = folder;
    source->type = &folder_type;
    source->about.kind = MAQ_SOURCE_FOLDER;
    source->on_disk = true;
    return MAQ_OK;
}
