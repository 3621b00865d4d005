// SPDX-License-Identifier: MIT
//
// What the exported functions share: reading options and leaving the reply.
#ifndef WEB_REPLY_H
#define WEB_REPLY_H

#include "base/arena.h"
#include "base/value.h"
#include "exports.h"
#include "model_json.h"

// Options of a call: a JSON object.
typedef struct web_options {
    mq_arena *arena;
    const maq_value *root;
} web_options;

// MAQ_BAD_ARGUMENT when the text is not JSON. The options are to be freed in any case.
maq_status web_options_read(web_options *options, const char *text, uint32_t length);
void web_options_free(web_options *options);

// A member of an object; NULL, false or 0 when it is missing or of another kind.
const char *web_text_of(const maq_value *object, const char *key);
bool web_flag_of(const maq_value *object, const char *key);
double web_number_of(const maq_value *object, const char *key);

// Empties the reply; every exported function that replies calls it first.
void web_reply_begin(void);

void web_reply_handle(void *handle);

// The reply borrows the bytes.
void web_reply_borrow(const void *bytes, size_t length);

// The reply owns the buffer from now on.
void web_reply_buffer(maq_buffer buffer);

// Prints a tree of an arena as JSON and frees the arena, which may be NULL.
maq_status web_reply_json(mq_arena *arena, const mq_node *root);

// Makes a model of a document (NULL: there is none) the reply. The model ends its use of `files`.
maq_status web_reply_model(maq_document *document, maq_status status, web_files *files);

#endif
