// SPDX-License-Identifier: MIT
#ifdef __linux__
#define _DEFAULT_SOURCE // madvise()
#include <sys/mman.h>
#endif

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/budget.h"

#define DEFAULT_BYTE_LIMIT ((uint64_t)4 << 30)
#define DEFAULT_ELEMENT_LIMIT ((uint64_t)64 << 20)

void mq_options_copy(void *own, size_t own_size, const void *given) {
    memset(own, 0, own_size);
    if (!given)
        return;
    uint32_t given_size;
    memcpy(&given_size, given, sizeof given_size);
    size_t size = given_size == 0 || given_size > own_size ? own_size : given_size;
    memcpy(own, given, size);
}

// Large blocks are used once from end to end, and with small pages the page faults cost as much as
// the work: the system is asked for huge pages.
#define HUGE_PAGE ((size_t)2 << 20)

static void *libc_allocate(void *context, size_t bytes) {
    (void)context;
#ifdef MADV_HUGEPAGE
    if (bytes >= 2 * HUGE_PAGE && bytes <= SIZE_MAX - HUGE_PAGE) {
        size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
        void *block = aligned_alloc(HUGE_PAGE, whole);
        // Whole pages only. It is advice: whether it succeeds does not matter.
        if (block)
            madvise(block, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
        return block;
    }
#endif
    return malloc(bytes);
}

static void libc_release(void *context, void *block, size_t bytes) {
    (void)context;
    (void)bytes;
    free(block);
}

maq_memory mq_memory_complete(const maq_memory *options) {
    maq_memory memory;
    mq_options_copy(&memory, sizeof memory, options);
    memory.size = sizeof memory;
    if (!memory.allocate || !memory.release) {
        memory.allocate = libc_allocate;
        memory.release = libc_release;
    }
    if (memory.byte_limit == 0)
        memory.byte_limit = DEFAULT_BYTE_LIMIT;
    if (memory.element_limit == 0)
        memory.element_limit = DEFAULT_ELEMENT_LIMIT;
    return memory;
}

void *mq_memory_allocate(const maq_memory *memory, size_t bytes, uint64_t *requests, uint64_t held,
                         maq_status *status) {
    ++*requests;
    if (memory->fail_at != 0 && *requests >= memory->fail_at) {
        *status = MAQ_NO_MEMORY;
        return NULL;
    }
    if (held > memory->byte_limit || bytes > memory->byte_limit - held) {
        *status = MAQ_OVER_LIMIT;
        return NULL;
    }
    if (!mq_budget_reserve(memory->budget, bytes)) {
        *status = MAQ_OVER_LIMIT;
        return NULL;
    }
    void *block = memory->allocate(memory->context, bytes);
    if (!block) {
        mq_budget_release(memory->budget, bytes);
        *status = MAQ_NO_MEMORY;
    }
    return block;
}

void mq_memory_release(const maq_memory *memory, void *block, size_t bytes) {
    // The block may hold `memory` itself.
    maq_budget *budget = memory->budget;
    memory->release(memory->context, block, bytes);
    mq_budget_release(budget, bytes);
}
