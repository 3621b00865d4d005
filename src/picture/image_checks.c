// SPDX-License-Identifier: MIT
//
// The states of image files by their paths, for several threads. A file is verified without the lock: two
// threads may verify the same one, but no thread waits for another.
#include <string.h>

#include "base/lock.h"
#include "picture/image_check.h"
#include "picture/path_table.h"

struct maq_image_checks {
    mq_lock lock; // for all below
    mq_arena *arena;
    mq_path_table states;
};

maq_status maq_image_checks_new(const maq_memory *memory, maq_image_checks **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    mq_arena *arena = mq_arena_new(memory);
    maq_image_checks *checks = arena ? MQ_NEW(arena, maq_image_checks) : NULL;
    if (!checks || !mq_lock_init(&checks->lock)) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    checks->arena = checks->states.arena = arena;
    *out = checks;
    return MAQ_OK;
}

void maq_image_checks_free(maq_image_checks *checks) {
    if (!checks)
        return;
    mq_lock_destroy(&checks->lock);
    mq_arena_free(checks->arena);
}

const mq_image_state *mq_image_checks_find(maq_image_checks *checks, const char *path) {
    mq_lock_acquire(&checks->lock);
    const mq_image_state *state = mq_path_table_find(&checks->states, path);
    mq_lock_release(&checks->lock);
    return state;
}

void mq_image_checks_put(maq_image_checks *checks, const char *path, const mq_image_state *state) {
    mq_lock_acquire(&checks->lock);
    if (!mq_path_table_find(&checks->states, path)) {
        mq_image_state *kept = MQ_NEW(checks->arena, mq_image_state);
        const char *reason = kept && state->reason ? mq_arena_text(checks->arena, state->reason,
                                                                   strlen(state->reason))
                                                   : NULL;
        if (kept && (reason || !state->reason)) {
            *kept = *state;
            kept->reason = reason;
            mq_path_table_add(&checks->states, path, kept);
        }
    }
    mq_lock_release(&checks->lock);
}
