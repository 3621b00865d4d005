// SPDX-License-Identifier: MIT
#ifndef MQ_API_FIX_H
#define MQ_API_FIX_H

#include "maquette/maquette.h"

// maq_fix() that also says which findings it fixed: `applied` has an element for each of them, or is
// NULL.
maq_status mq_fix_each(const maq_document *document, const maq_findings *findings,
                       const maq_memory *memory, maq_buffer *out, bool *applied);

#endif
