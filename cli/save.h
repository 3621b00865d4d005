// SPDX-License-Identifier: MIT
//
// Writing the files that were asked for. The folders above them are made.
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include "saved_images.h"

// Both put what goes wrong into `text`, for standard error, and return CLI_CLEAN or why not. The images that
// go with a document are added to `images`; errno is EEXIST when a name of them was taken since the document
// was made.
cli_exit cli_save_document(mq_text *text, const maq_document *document, const maq_memory *memory,
                           const char *path, cli_saved_images *images);
cli_exit cli_save_bytes(mq_text *text, const void *bytes, size_t length, const char *path);

#endif
