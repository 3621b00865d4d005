// SPDX-License-Identifier: MIT
//
// Writing the files that were asked for. The folders above them are made.
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include "model.h"

// Both put what goes wrong into `text`, for standard error, and return CLI_CLEAN or why not.
cli_exit cli_save_document(mq_text *text, const maq_document *document, const maq_memory *memory,
                           const char *path);
cli_exit cli_save_bytes(mq_text *text, const void *bytes, size_t length, const char *path);

#endif
