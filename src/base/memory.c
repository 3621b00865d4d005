// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include <string.h>

#include "base/budget.h"
#include "base/platform.h"

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

static void *platform_allocate(void *context, size_t bytes) {
    (void)context;
    return mq_platform_allocate(bytes);
}

static void platform_release(void *context, void *block, size_t bytes) {
    (void)context;
    mq_platform_free(block, bytes);
}

maq_memory mq_memory_complete(const maq_memory *options) {
    maq_memory memory;
    mq_options_copy(&memory, sizeof memory, options);
    memory.size = sizeof memory;
    if (!memory.allocate || !memory.release) {
        memory.allocate = platform_allocate;
        memory.release = platform_release;
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
