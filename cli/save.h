// SPDX-License-Identifier: MIT
//
// Writing the files that were asked for. The folders above them are made.
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include "saved_images.h"

// Returns CLI_CLEAN or why not. `*failure` is the reason in one line, for a message, or NULL: the document was
// saved, or a pipe was closed by whoever reads it. The images that go with a document are added to `images`;
// errno is EEXIST when a name of them was taken since the document was made.
cli_exit cli_save_document(mq_arena *arena, const maq_document *document, const maq_memory *memory,
                           const char *path, cli_saved_images *images, const char **failure);

// The same for bytes, with the message in `text`, for standard error.
cli_exit cli_save_bytes(mq_text *text, const void *bytes, size_t length, const char *path);

#endif
