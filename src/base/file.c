// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/budget.h"
#include "base/checked.h"
#include "base/parallel.h"
#include "base/platform.h"

// ------------------------------------------------------------------------------------------ read

enum { FIRST_BLOCK = 64 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };

// Reads `size` bytes, or fewer when the input ends. -1 leaves errno.
static ptrdiff_t read_fully(mq_platform_file file, char *bytes, size_t size) {
    size_t got = 0;
    while (got < size) {
        ptrdiff_t n = mq_platform_read(file, bytes + got, size - got);
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        got += (size_t)n;
    }
    return (ptrdiff_t)got;
}

typedef struct block {
    struct block *next;
    char *bytes;
    size_t length;
} block;

// Reads input of unknown size into blocks of growing size and joins them at the end. `head` holds
// `head_length` bytes that were read before.
static maq_status read_unknown(mq_arena *arena, mq_platform_file file, char *head,
                               size_t head_length, const char **data, size_t *length) {
    block first = {.bytes = head, .length = head_length};
    block *last = &first;
    size_t total = head_length;
    size_t capacity = FIRST_BLOCK;
    for (;;) {
        char *bytes = MQ_NEW_ARRAY(arena, char, capacity + 1);
        block *next = MQ_NEW(arena, block);
        if (!bytes || !next)
            return mq_arena_status(arena);
        ptrdiff_t got = read_fully(file, bytes, capacity);
        if (got < 0)
            return MAQ_CANNOT_READ;
        mq_budget_add_stream(mq_arena_memory(arena)->budget, (uint64_t)got);
        if (total == 0 && (size_t)got < capacity) {
            *data = bytes;
            *length = (size_t)got;
            return MAQ_OK;
        }
        *next = (block){.bytes = bytes, .length = (size_t)got};
        last->next = next;
        last = next;
        if (!mq_add_size(total, (size_t)got, &total))
            return MAQ_OVER_LIMIT;
        if ((size_t)got < capacity)
            break;
        if (capacity < LARGEST_BLOCK)
            capacity *= 2;
    }
    size_t size;
    if (!mq_add_size(total, 1, &size))
        return MAQ_OVER_LIMIT;
    char *whole = MQ_NEW_ARRAY(arena, char, size);
    if (!whole)
        return mq_arena_status(arena);
    size_t at = 0;
    for (const block *b = &first; b; b = b->next) {
        if (b->length > 0)
            memcpy(whole + at, b->bytes, b->length);
        at += b->length;
    }
    *data = whole;
    *length = total;
    return MAQ_OK;
}

// All cores read a large file together: copying and clearing its pages costs the system as much as
// parsing some formats.
enum { PARALLEL_READ_MIN = 8 * 1024 * 1024, CHUNK = 2 * 1024 * 1024 };

typedef struct parallel_read {
    mq_platform_file file;
    char *bytes;
    size_t size;
    bool *read; // by chunk: whether it was read
} parallel_read;

static void read_chunk(void *context, size_t index) {
    const parallel_read *r = context;
    size_t at = index * CHUNK, end = r->size - at < CHUNK ? r->size : at + CHUNK;
    while (at < end) {
        ptrdiff_t n = mq_platform_read_at(r->file, at, r->bytes + at, end - at);
        if (n <= 0)
            return;
        at += (size_t)n;
    }
    r->read[index] = true;
}

// False when the size of the file is not, or no longer, this one, or it cannot be read by offset.
static bool read_chunks(mq_arena *arena, mq_platform_file file, char *bytes, size_t size) {
    size_t count = (size - 1) / CHUNK + 1;
    parallel_read r = {file, bytes, size, MQ_NEW_ARRAY(arena, bool, count)};
    if (!r.read)
        return false;
    mq_parallel(count, 0, read_chunk, NULL, &r);
    for (size_t i = 0; i < count; i++) {
        if (!r.read[i])
            return false;
    }
    char more;
    return mq_platform_read_at(file, size, &more, 1) == 0;
}

// `shared`: the file is standard input, which may have been read in part.
static maq_status read_open(mq_arena *arena, mq_platform_file file, const mq_platform_info *info,
                            bool shared, const char **data, size_t *length) {
    if (info->kind == MQ_PLATFORM_FOLDER) {
        errno = EISDIR;
        return MAQ_CANNOT_READ;
    }
    if (info->kind == MQ_PLATFORM_SPECIAL && !shared)
        mq_platform_await(file);
    // Files of /proc report a size of 0 and are not empty.
    if (info->kind != MQ_PLATFORM_FILE || info->size == 0)
        return read_unknown(arena, file, NULL, 0, data, length);
    if (info->size >= SIZE_MAX - 1)
        return MAQ_OVER_LIMIT;
    size_t size = (size_t)info->size;
    mq_budget_add_input(mq_arena_memory(arena)->budget, size);
    char *bytes = MQ_NEW_UNINITIALIZED_ARRAY(arena, char, size + 1);
    if (!bytes)
        return mq_arena_status(arena);
    if (size >= PARALLEL_READ_MIN && !shared) {
        if (read_chunks(arena, file, bytes, size)) {
            bytes[size] = '\0';
            *data = bytes;
            *length = size;
            return MAQ_OK;
        }
        mq_platform_rewind(file);
    }
    // One byte more than expected: so one call also shows that the file has not grown.
    ptrdiff_t got = read_fully(file, bytes, size + 1);
    if (got < 0)
        return MAQ_CANNOT_READ;
    if ((size_t)got == size + 1)
        return read_unknown(arena, file, bytes, size + 1, data, length);
    bytes[got] = '\0';
    *data = bytes;
    *length = (size_t)got;
    return MAQ_OK;
}

static maq_status open_and_read(mq_arena *arena, const char *path, bool regular_only,
                                const char **data, size_t *length) {
    mq_platform_file file;
    mq_platform_info info;
    if (!mq_platform_open(path, MQ_PLATFORM_READ, &file)) // ENXIO: a socket
        return regular_only && errno == ENXIO ? MAQ_UNSUPPORTED : MAQ_CANNOT_READ;
    maq_status status = MAQ_CANNOT_READ;
    if (mq_platform_file_info(file, &info))
        status = regular_only && info.kind == MQ_PLATFORM_SPECIAL
                     ? MAQ_UNSUPPORTED
                     : read_open(arena, file, &info, false, data, length);
    int reason = errno;
    mq_platform_close(file);
    errno = reason;
    return status;
}

maq_status mq_file_read(mq_arena *arena, const char *path, const char **data, size_t *length) {
    if (strcmp(path, "-") != 0)
        return open_and_read(arena, path, false, data, length);
    mq_platform_file file = mq_platform_standard(0);
    mq_platform_info info;
    return mq_platform_file_info(file, &info) ? read_open(arena, file, &info, true, data, length)
                                              : MAQ_CANNOT_READ;
}

maq_status mq_file_read_regular(mq_arena *arena, const char *path, const char **data,
                                size_t *length) {
    return open_and_read(arena, path, true, data, length);
}

// ----------------------------------------------------------------------------------------- write

static bool write_fully(mq_platform_file file, const void *data, size_t length) {
    const char *bytes = data;
    while (length > 0) {
        ptrdiff_t n = mq_platform_write(file, bytes, length);
        if (n < 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

// Closes, keeping errno when something failed before.
static bool close_file(mq_platform_file file, bool good) {
    int reason = errno;
    bool closed = mq_platform_close(file);
    if (!good) {
        errno = reason;
        return false;
    }
    return closed;
}

// Removes a file after a failure, keeping errno.
static void remove_failed(const char *path) {
    int reason = errno;
    mq_platform_remove(path);
    errno = reason;
}

// Opens a new file beside `path` under an unused name, which goes to *name.
static bool open_beside(mq_arena *arena, const char *path, char **name, mq_platform_file *file) {
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    if (folder > INT_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    uint64_t seed = mq_platform_unique_number();
    for (int attempt = 0; attempt < 100; attempt++) {
        // Knuth's linear congruential step; the high bits are the better ones.
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        *name = mq_arena_format(arena, "%.*s.maquette-%016llx.tmp", (int)folder, path,
                                (unsigned long long)(seed ^ seed >> 29));
        if (!*name) {
            errno = ENOMEM;
            return false;
        }
        if (mq_platform_open(*name, MQ_PLATFORM_CREATE_NEW, file))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

// Opens the temporary file that becomes `out->path`.
static bool open_replacement(mq_file_output *out) {
    if ((out->exists && !mq_platform_may_replace(out->path)) ||
        !open_beside(out->arena, out->path, &out->temporary, &out->file))
        return false;
    // Before anything is written to it.
    if (!out->exists || mq_platform_copy_permissions(out->path, out->file))
        return true;
    close_file(out->file, false);
    remove_failed(out->temporary);
    return false;
}

static bool open_output(mq_file_output *out, const char *path) {
    mq_platform_info info;
    if (mq_platform_link_info(path, &info) && info.kind == MQ_PLATFORM_LINK &&
        !mq_platform_path_info(path, &info)) {
        // A dangling link: create an empty target, so that it is like any other link.
        mq_platform_file file;
        if (!mq_platform_open(path, MQ_PLATFORM_CREATE, &file))
            return false;
        mq_platform_close(file);
        out->created = true;
    }
    if (!mq_platform_path_info(path, &info)) {
        out->path = path;
        return errno == ENOENT && open_replacement(out);
    }
    if (info.kind == MQ_PLATFORM_FOLDER) {
        errno = EISDIR;
        return false;
    }
    if (info.kind != MQ_PLATFORM_FILE) {
        out->direct = true;
        return mq_platform_open(path, MQ_PLATFORM_WRITE, &out->file);
    }
    out->exists = true;
    out->path = mq_platform_real_path(out->arena, path);
    bool good = out->path && open_replacement(out);
    if (!good && out->created && out->path)
        remove_failed(out->path);
    return good;
}

static void free_output(mq_file_output *out) {
    int reason = errno;
    mq_arena_free(out->arena);
    errno = reason;
}

bool mq_file_open_output(mq_file_output *out, const char *path) {
    *out = (mq_file_output){.standard = strcmp(path, "-") == 0};
    if (out->standard) {
        out->file = mq_platform_standard(1);
        out->direct = true;
        return true;
    }
    out->arena = mq_arena_new(NULL);
    errno = ENOMEM;
    bool good = out->arena && open_output(out, path);
    if (!good)
        free_output(out);
    return good;
}

bool mq_file_write_part(mq_file_output *out, const void *data, size_t length) {
    return write_fully(out->file, data, length);
}

// Moves the temporary file to its name.
static bool replace(mq_file_output *out, bool good) {
    // A replacement must be on the disk before the rename. A new file replaces nothing, and syncing
    // each of thousands would take minutes.
    good = good && (!out->exists || mq_platform_sync(out->file));
    good = close_file(out->file, good);
    good = good && (out->must_be_new ? mq_platform_rename_new(out->temporary, out->path)
                                     : mq_platform_rename(out->temporary, out->path));
    if (!good)
        remove_failed(out->temporary);
    else if (out->exists)
        mq_platform_sync_folder(out->path);
    if (!good && out->created)
        remove_failed(out->path);
    return good;
}

bool mq_file_close_output(mq_file_output *out, bool good) {
    if (out->standard)
        return good;
    good = out->direct ? close_file(out->file, good) : replace(out, good);
    free_output(out);
    return good;
}

maq_status mq_file_write(const char *path, const void *data, size_t length) {
    mq_file_output out;
    if (!mq_file_open_output(&out, path))
        return MAQ_CANNOT_WRITE;
    bool good = mq_file_write_part(&out, data, length);
    return mq_file_close_output(&out, good) ? MAQ_OK : MAQ_CANNOT_WRITE;
}

maq_status mq_file_create(const char *path, const void *data, size_t length) {
    mq_file_output out;
    if (!mq_file_open_output(&out, path))
        return MAQ_CANNOT_WRITE;
    // The target of a dangling link was made by opening it.
    out.must_be_new = !out.exists;
    bool is_free = !out.exists || out.created;
    bool good = is_free && mq_file_write_part(&out, data, length);
    if (!is_free)
        errno = EEXIST;
    return mq_file_close_output(&out, good) ? MAQ_OK : MAQ_CANNOT_WRITE;
}

mq_file_comparison mq_file_compare(const char *path, const void *data, size_t length) {
    mq_platform_file file;
    if (!mq_platform_open(path, MQ_PLATFORM_READ, &file))
        return errno == ENOENT || errno == ENOTDIR ? MQ_FILE_MISSING : MQ_FILE_DIFFERS;
    mq_platform_info info;
    bool equal =
        mq_platform_file_info(file, &info) && info.kind == MQ_PLATFORM_FILE && info.size == length;
    const char *expected = data;
    char piece[16384];
    while (equal && length > 0) {
        size_t part = length < sizeof piece ? length : sizeof piece;
        equal =
            read_fully(file, piece, part) == (ptrdiff_t)part && memcmp(piece, expected, part) == 0;
        expected += part;
        length -= part;
    }
    mq_platform_close(file);
    return equal ? MQ_FILE_EQUAL : MQ_FILE_DIFFERS;
}
