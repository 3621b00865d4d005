// SPDX-License-Identifier: MIT
#include "support/guarded.h"

#include <stdlib.h>

#ifdef _WIN32

static void *allocate(void *context, size_t bytes) {
    (void)context;
    return malloc(bytes);
}

static void release(void *context, void *block, size_t bytes) {
    (void)context;
    (void)bytes;
    free(block);
}

#else

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGNMENT = 16 };

// How much of a mapping comes before its guarded page.
static size_t usable_size(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + ALIGNMENT + page - 1) / page * page;
}

static size_t offset_of_block(size_t bytes) {
    return usable_size(bytes) - (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *allocate(void *context, size_t bytes) {
    (void)context;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = usable_size(bytes);
    char *mapping =
        mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED)
        return NULL;
    if (mprotect(mapping + size, page, PROT_NONE) != 0)
        abort();
    return mapping + offset_of_block(bytes);
}

static void release(void *context, void *block, size_t bytes) {
    (void)context;
    munmap((char *)block - offset_of_block(bytes),
           usable_size(bytes) + (size_t)sysconf(_SC_PAGESIZE));
}

#endif

maq_memory guarded_memory(void) {
    return (maq_memory){.size = sizeof(maq_memory), .allocate = allocate, .release = release};
}
