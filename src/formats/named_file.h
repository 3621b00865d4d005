// SPDX-License-Identifier: MIT
//
// Files that a document names, relative to its own folder: buffers, material libraries, images.
#ifndef MQ_FORMATS_NAMED_FILE_H
#define MQ_FORMATS_NAMED_FILE_H

#include "formats/format.h"

typedef struct mq_named_file {
    const char *
        name; // in the set, as spelt there: the same for every way to name the file. NULL: not found
    uint64_t length;
    const char *bytes; // NULL: not read
    bool refused;      // the name leads out of the set
    const char *why;   // why it is not found or not read
} mq_named_file;

// Looks a file up in the set of the document. That only capitals differ is a finding at the span. Not MAQ_OK
// when memory ran out, which the status of the arena says, too.
maq_status mq_named_file_find(const maq_document *document, const char *name, mq_arena *arena,
                              mq_findings *findings, maq_span span, mq_named_file *out);

// Reads a file that was found, if it has no more bytes than `most`, and adds its name to
// `document->files_read`.
maq_status mq_named_file_read(maq_document *document, uint64_t most, mq_arena *arena,
                              mq_named_file *file);

#endif
