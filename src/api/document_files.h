// SPDX-License-Identifier: MIT
//
// The set of files of a document.
#ifndef MQ_API_DOCUMENT_FILES_H
#define MQ_API_DOCUMENT_FILES_H

#include "formats/format.h"

// Gives a new document the set of the options; or, with `from_file`, the one of the tree
// on the disk, which is made when it is first asked for. Failing memory is left in the status of the arena.
void mq_document_files_init(maq_document *document, const maq_open_options *options,
                            bool from_file);

// Ends the set that the document owns, if there is one.
void mq_document_files_free(maq_document *document);

#endif
