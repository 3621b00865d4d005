// SPDX-License-Identifier: MIT
//
// Documents whose content is a struct described by a table.
#ifndef MQ_FORMATS_RECORDS_H
#define MQ_FORMATS_RECORDS_H

#include "base/records.h"
#include "formats/format.h"

// A new document of a variant with a copy of a struct that a caller filled. `complete` (NULL: none)
// then sets what follows from the rest; a failure there is a failure of the arena.
maq_status mq_record_document(const mq_format *format, const maq_variant *variant,
                              const mq_record *record, const void *content,
                              const maq_memory *memory, void (*complete)(maq_document *document),
                              maq_document **out);

#endif
