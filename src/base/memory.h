// SPDX-License-Identifier: MIT
//
// The allocator and limits of the caller (maq_memory), completed and applied. Only arenas and output
// texts call it.
#ifndef MQ_BASE_MEMORY_H
#define MQ_BASE_MEMORY_H

#include "maquette/maquette.h"

// A copy with every default filled in; `options` may be NULL or of an older, shorter layout.
maq_memory mq_memory_complete(const maq_memory *options);

// One request for memory, counted in *requests, with `held` bytes already in use against the
// limit. NULL with *status set when it fails.
void *mq_memory_allocate(const maq_memory *memory, size_t bytes, uint64_t *requests, uint64_t held,
                         maq_status *status);
void mq_memory_release(const maq_memory *memory, void *block, size_t bytes);

// Copies an options struct of a caller whose header may be older (shorter) or newer (longer) than
// this library; fields that the caller does not have are zero. Every options struct begins with its
// size; a size of 0 means that of this library.
void mq_options_copy(void *own, size_t own_size, const void *given);

#endif
