// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // realpath()
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/checked.h"
#include "base/parallel.h"

// ------------------------------------------------------------------------------------------ read

enum { FIRST_BLOCK = 64 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };

// Reads `size` bytes, or fewer when the input ends. -1 leaves errno.
static ptrdiff_t read_fully(int file, char *bytes, size_t size) {
    size_t got = 0;
    while (got < size) {
        size_t ask = size - got < (size_t)INT_MAX ? size - got : (size_t)INT_MAX;
        ssize_t n = read(file, bytes + got, ask);
        if (n < 0 && errno == EINTR)
            continue;
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
static maq_status read_unknown(mq_arena *arena, int file, char *head, size_t head_length,
                               const char **data, size_t *length) {
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
        mq_budget_add_input(mq_arena_memory(arena)->budget, (uint64_t)got);
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
    int file;
    char *bytes;
    size_t size;
    bool *read; // by chunk: whether it was read
} parallel_read;

static void read_chunk(void *context, size_t index) {
    const parallel_read *r = context;
    size_t at = index * CHUNK, end = r->size - at < CHUNK ? r->size : at + CHUNK;
    while (at < end) {
        ssize_t n = pread(r->file, r->bytes + at, end - at, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        at += (size_t)n;
    }
    r->read[index] = true;
}

// False when the size of the file is not, or no longer, this one, or it does not support pread(); the
// read position is unchanged then.
static bool read_chunks(mq_arena *arena, int file, char *bytes, size_t size) {
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
    return pread(file, &more, 1, (off_t)size) == 0;
}

static maq_status read_open(mq_arena *arena, int file, const char **data, size_t *length) {
    struct stat stat_buffer;
    if (fstat(file, &stat_buffer) != 0)
        return MAQ_CANNOT_READ;
    if (S_ISDIR(stat_buffer.st_mode)) {
        errno = EISDIR;
        return MAQ_CANNOT_READ;
    }
    // Files of /proc report a size of 0 and are not empty.
    if (!S_ISREG(stat_buffer.st_mode) || stat_buffer.st_size <= 0)
        return read_unknown(arena, file, NULL, 0, data, length);
    if ((uintmax_t)stat_buffer.st_size >= SIZE_MAX - 1)
        return MAQ_OVER_LIMIT;
    size_t size = (size_t)stat_buffer.st_size;
    mq_budget_add_input(mq_arena_memory(arena)->budget, size);
    char *bytes = MQ_NEW_UNINITIALIZED_ARRAY(arena, char, size + 1);
    if (!bytes)
        return mq_arena_status(arena);
    ptrdiff_t got;
    // Standard input may have been read in part.
    if (size >= PARALLEL_READ_MIN && file != STDIN_FILENO && read_chunks(arena, file, bytes, size))
        got = (ptrdiff_t)size;
    else // One byte more than expected: so one call also shows that the file has not grown.
        got = read_fully(file, bytes, size + 1);
    if (got < 0)
        return MAQ_CANNOT_READ;
    if ((size_t)got == size + 1)
        return read_unknown(arena, file, bytes, size + 1, data, length);
    bytes[got] = '\0';
    *data = bytes;
    *length = (size_t)got;
    return MAQ_OK;
}

maq_status mq_file_read(mq_arena *arena, const char *path, const char **data, size_t *length) {
    if (strcmp(path, "-") == 0)
        return read_open(arena, STDIN_FILENO, data, length);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return MAQ_CANNOT_READ;
    maq_status status = read_open(arena, file, data, length);
    int reason = errno;
    close(file);
    errno = reason;
    return status;
}

// ----------------------------------------------------------------------------------------- write

static bool write_fully(int file, const void *data, size_t length) {
    const char *bytes = data;
    while (length > 0) {
        ssize_t n = write(file, bytes, length < (size_t)INT_MAX ? length : (size_t)INT_MAX);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

// Closes, keeping errno when something failed before. Some file systems report a full disk only
// here.
static bool close_file(int file, bool good) {
    int reason = errno;
    bool closed = close(file) == 0;
    if (!good) {
        errno = reason;
        return false;
    }
    return closed;
}

// Opens a new file beside `path` under an unused name, which is malloc'd. Not with mkstemp(): its mode
// ignores the umask, which cannot be read without changing it for all threads.
static int open_beside(const char *path, char **name) {
    static const char form[] = "%.*s.maquette-%016llx.tmp";
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    if (folder > INT_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    size_t size = folder + sizeof form + 16;
    *name = malloc(size);
    if (!*name)
        return -1;
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    // The address of a local variable differs between the threads of one process.
    unsigned long long seed = (unsigned long long)now.tv_nsec ^
                              (unsigned long long)now.tv_sec << 30 ^
                              (unsigned long long)getpid() << 20 ^ (uintptr_t)&now;
    for (int attempt = 0; attempt < 100; attempt++) {
        // Knuth's linear congruential step; the high bits are the better ones.
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        snprintf(*name, size, form, (int)folder, path, seed ^ seed >> 29);
        int file = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

// Best effort: a rename is durable only when its folder is synced.
static void sync_folder(const char *path) {
    char *copy = strdup(path);
    if (!copy)
        return;
    char *slash = strrchr(copy, '/');
    if (slash == copy)
        slash[1] = '\0';
    else if (slash)
        *slash = '\0';
    int folder = open(slash ? copy : ".", O_RDONLY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
    free(copy);
}

// `old` is NULL when there is no such file yet.
static bool replace(const char *path, const struct stat *old, const void *data, size_t length) {
    // Renaming would circumvent the write protection of a file.
    if (old && access(path, W_OK) != 0)
        return false;
    char *name = NULL;
    int file = open_beside(path, &name);
    if (file < 0) {
        free(name);
        return false;
    }
    bool good = true;
    if (old) {
        // Before anything is written to it. Only privileged users can keep the owner.
        if (old->st_uid != geteuid() || old->st_gid != getegid()) {
            if (fchown(file, old->st_uid, old->st_gid) != 0)
                errno = 0;
        }
        good = fchmod(file, old->st_mode & 07777) == 0;
    }
    // A replacement must be on the disk before the rename. A new file replaces nothing, and syncing
    // each of thousands would take minutes.
    good = good && write_fully(file, data, length) && (!old || fsync(file) == 0);
    good = close_file(file, good);
    good = good && rename(name, path) == 0;
    if (good) {
        if (old)
            sync_folder(path);
    } else {
        int reason = errno;
        unlink(name);
        errno = reason;
    }
    free(name);
    return good;
}

static bool write_directly(const char *path, const void *data, size_t length) {
    int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return false;
    return close_file(file, write_fully(file, data, length));
}

static bool write_path(const char *path, const void *data, size_t length) {
    struct stat stat_buffer;
    bool created = false;
    if (lstat(path, &stat_buffer) == 0 && S_ISLNK(stat_buffer.st_mode) &&
        stat(path, &stat_buffer) != 0) {
        // A dangling link: create an empty target, so that it is like any other link.
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
        if (file < 0)
            return false;
        close(file);
        created = true;
    }
    bool exists = stat(path, &stat_buffer) == 0;
    if (exists && S_ISDIR(stat_buffer.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (exists && !S_ISREG(stat_buffer.st_mode))
        return write_directly(path, data, length);
    if (!exists)
        return errno == ENOENT && replace(path, NULL, data, length);
    char *real = realpath(path, NULL);
    bool good = real && replace(real, &stat_buffer, data, length);
    if (!good && created && real) {
        int reason = errno;
        unlink(real);
        errno = reason;
    }
    free(real);
    return good;
}

maq_status mq_file_write(const char *path, const void *data, size_t length) {
    bool good = strcmp(path, "-") == 0 ? write_fully(STDOUT_FILENO, data, length)
                                       : write_path(path, data, length);
    return good ? MAQ_OK : MAQ_CANNOT_WRITE;
}

mq_file_comparison mq_file_compare(const char *path, const void *data, size_t length) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return errno == ENOENT || errno == ENOTDIR ? MQ_FILE_MISSING : MQ_FILE_DIFFERS;
    struct stat stat_buffer;
    bool equal = fstat(file, &stat_buffer) == 0 && S_ISREG(stat_buffer.st_mode) &&
                 (uint64_t)stat_buffer.st_size == length;
    const char *expected = data;
    char piece[16384];
    while (equal && length > 0) {
        size_t part = length < sizeof piece ? length : sizeof piece;
        equal =
            read_fully(file, piece, part) == (ptrdiff_t)part && memcmp(piece, expected, part) == 0;
        expected += part;
        length -= part;
    }
    close(file);
    return equal ? MQ_FILE_EQUAL : MQ_FILE_DIFFERS;
}
