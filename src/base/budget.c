// SPDX-License-Identifier: MIT
#include "base/budget.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/memory.h"

// The limits that SECURITY.md states, less what the program itself and its libraries need.
#define DEFAULT_BASE_BYTES ((uint64_t)48 << 20)
#define DEFAULT_BYTES_PER_BYTE 56

struct maq_budget {
    uint64_t base_bytes, bytes_per_byte;
    // Several threads allocate for one job.
    atomic_uint_fast64_t input, held;
    atomic_bool exceeded;
};

maq_status maq_budget_new(const maq_budget_options *options, maq_budget **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    maq_budget_options own;
    mq_options_copy(&own, sizeof own, options);
    // From libc: it limits other memory and outlives all of it.
    maq_budget *budget = *out = malloc(sizeof *budget);
    if (!budget)
        return MAQ_NO_MEMORY;
    budget->base_bytes = own.base_bytes ? own.base_bytes : DEFAULT_BASE_BYTES;
    budget->bytes_per_byte = own.bytes_per_byte ? own.bytes_per_byte : DEFAULT_BYTES_PER_BYTE;
    atomic_init(&budget->input, 0);
    atomic_init(&budget->held, 0);
    atomic_init(&budget->exceeded, false);
    return MAQ_OK;
}

void maq_budget_free(maq_budget *budget) {
    free(budget);
}

uint64_t maq_budget_limit(const maq_budget *budget) {
    uint64_t input = atomic_load_explicit(&budget->input, memory_order_relaxed);
    uint64_t most = (UINT64_MAX - budget->base_bytes) / budget->bytes_per_byte;
    return input > most ? UINT64_MAX : budget->base_bytes + input * budget->bytes_per_byte;
}

bool maq_budget_exceeded(const maq_budget *budget) {
    return atomic_load_explicit(&budget->exceeded, memory_order_relaxed);
}

void mq_budget_add_input(maq_budget *budget, uint64_t bytes) {
    if (budget)
        atomic_fetch_add_explicit(&budget->input, bytes, memory_order_relaxed);
}

static bool follows_input(const maq_budget *budget) {
    return budget->bytes_per_byte > 1;
}

void mq_budget_add_stream(maq_budget *budget, uint64_t bytes) {
    if (budget && follows_input(budget))
        mq_budget_add_input(budget, bytes);
}

maq_budget *mq_budget_of_pixels(maq_budget *budget) {
    return budget && follows_input(budget) ? NULL : budget;
}

uint64_t mq_budget_base_bytes(const maq_budget *budget) {
    return budget->base_bytes;
}

bool mq_budget_reserve(maq_budget *budget, uint64_t bytes) {
    if (!budget)
        return true;
    uint64_t held = atomic_fetch_add_explicit(&budget->held, bytes, memory_order_relaxed);
    uint64_t limit = maq_budget_limit(budget);
    if (held <= limit && bytes <= limit - held)
        return true;
    mq_budget_release(budget, bytes);
    atomic_store_explicit(&budget->exceeded, true, memory_order_relaxed);
    return false;
}

void mq_budget_release(maq_budget *budget, uint64_t bytes) {
    if (budget)
        atomic_fetch_sub_explicit(&budget->held, bytes, memory_order_relaxed);
}
