// SPDX-License-Identifier: MIT
//
// The memory that all documents, scenes and reports of one job may hold together (maq_budget). It
// follows what is read: a small file that expands into a large model is refused, whatever part of the
// library would have to allocate for it.
#ifndef MQ_BASE_BUDGET_H
#define MQ_BASE_BUDGET_H

#include "maquette/maquette.h"

// Adds bytes that were read: a model, or a file that it names. NULL is allowed, here and below.
void mq_budget_add_input(maq_budget *budget, uint64_t bytes);

// The same for bytes of a pipe or a device, which may be endless. A limit that grows by no more than is
// read would never be reached, so it stays as it is.
void mq_budget_add_stream(maq_budget *budget, uint64_t bytes);

// The budget that decoded pixels count against: a small file can hold a large image, so their number has a
// limit instead when the budget follows what is read. NULL: none.
maq_budget *mq_budget_of_pixels(maq_budget *budget);

// The part of the limit that does not depend on what is read.
uint64_t mq_budget_base_bytes(const maq_budget *budget);

// Reserves memory. False, and nothing is reserved, when it would exceed the limit.
bool mq_budget_reserve(maq_budget *budget, uint64_t bytes);
void mq_budget_release(maq_budget *budget, uint64_t bytes);

#endif
