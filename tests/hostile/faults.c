// SPDX-License-Identifier: MIT
//
// A library that is loaded before libc (LD_PRELOAD) and makes one call fail, for test_faults.sh.
//
//     FAULT_KIND   alloc, read, write: the call number FAULT_AT and all after it fail
//                  once_read, once_write: only that call fails
//                  short: every write stores one byte; interrupt: every second read and write fails
//                  with EINTR; full: from that write on there is no space left
//     FAULT_COUNT  a file that gets the number of calls of each kind
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static atomic_long allocations, reads, writes;
static long fail_at;
// The loader and libc allocate before main(): only what follows the constructor counts.
static bool started;
static enum { NONE, ALLOC, READ, WRITE, ONCE_READ, ONCE_WRITE, SHORT, INTERRUPT, FULL } kind;

static ssize_t (*next_read)(int file, void *bytes, size_t count);
static ssize_t (*next_pread)(int file, void *bytes, size_t count, off_t offset);
static ssize_t (*next_write)(int file, const void *bytes, size_t count);

__attribute__((constructor)) static void start(void) {
    static const char *const names[] = {"",           "alloc", "read",      "write", "once_read",
                                        "once_write", "short", "interrupt", "full"};
    *(void **)&next_read = dlsym(RTLD_NEXT, "read");
    *(void **)&next_pread = dlsym(RTLD_NEXT, "pread64");
    *(void **)&next_write = dlsym(RTLD_NEXT, "write");
    const char *name = getenv("FAULT_KIND"), *at = getenv("FAULT_AT");
    for (unsigned i = 0; name && i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0)
            kind = i;
    }
    fail_at = at ? atol(at) : 0;
    started = true;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNT");
    kind = NONE;
    FILE *file = path ? fopen(path, "w") : NULL;
    long counts[3] = {allocations, reads, writes};
    if (file) {
        fprintf(file, "%ld %ld %ld\n", counts[0], counts[1], counts[2]);
        fclose(file);
    }
}

static bool allocation_fails(void) {
    return started && ++allocations >= fail_at && kind == ALLOC;
}

void *malloc(size_t bytes) {
    if (allocation_fails()) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes) {
    if (allocation_fails()) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(count, bytes);
}

void *realloc(void *block, size_t bytes) {
    if (allocation_fails()) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(block, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    if (allocation_fails()) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_memalign(alignment, bytes);
}

// Whether the call with this number fails; errno is set.
static bool transfer_fails(long number, bool writing) {
    errno = EIO;
    if (kind == INTERRUPT && number % 2 == 1) {
        errno = EINTR;
        return true;
    }
    if (kind == (writing ? ONCE_WRITE : ONCE_READ))
        return number == fail_at;
    if (kind == FULL && writing)
        errno = ENOSPC;
    return (kind == (writing ? WRITE : READ) || (kind == FULL && writing)) && number >= fail_at;
}

ssize_t read(int file, void *bytes, size_t count) {
    if (transfer_fails(++reads, false))
        return -1;
    errno = 0;
    return next_read(file, bytes, kind == SHORT && count > 7 ? 7 : count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    if (transfer_fails(++reads, false))
        return -1;
    errno = 0;
    return next_pread(file, bytes, kind == SHORT && count > 4096 ? 4096 : count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off_t offset) {
    return pread(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    // Messages are not what is tested.
    if (file == STDOUT_FILENO || file == STDERR_FILENO)
        return next_write(file, bytes, count);
    if (transfer_fails(++writes, true))
        return -1;
    errno = 0;
    return next_write(file, bytes, kind == SHORT && count > 7 ? 7 : count);
}
