// SPDX-License-Identifier: MIT
#include "reply.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/json_read.h"

// One module instance serves one caller at a time, so there is one reply.
static web_reply reply;
static maq_buffer owned;

void *web_alloc(uint32_t length) {
    return malloc(length > 0 ? length : 1);
}

void web_free(void *block) {
    free(block);
}

const web_reply *web_reply_at(void) {
    return &reply;
}

maq_status web_status_text(maq_status status) {
    const char *text = maq_status_text(status);
    web_reply_begin();
    web_reply_borrow(text, strlen(text));
    return MAQ_OK;
}

// ----------------------------------------------------------------------------------------- options

maq_status web_options_read(web_options *options, const char *text, uint32_t length) {
    *options = (web_options){.arena = mq_arena_new(NULL)};
    if (!options->arena)
        return MAQ_NO_MEMORY;
    if (length == 0)
        return MAQ_OK;
    mq_json_result result = mq_json_read(options->arena, text, length);
    options->root = result.root;
    return result.status == MAQ_BAD_DATA ? MAQ_BAD_ARGUMENT : result.status;
}

void web_options_free(web_options *options) {
    mq_arena_free(options->arena);
}

const char *web_text_of(const maq_value *object, const char *key) {
    const maq_value *value = maq_value_find(object, key);
    return value && value->kind == MAQ_VALUE_TEXT ? value->as.text.bytes : NULL;
}

bool web_flag_of(const maq_value *object, const char *key) {
    const maq_value *value = maq_value_find(object, key);
    return value && value->kind == MAQ_VALUE_BOOL && value->as.boolean;
}

double web_number_of(const maq_value *object, const char *key) {
    double number = 0;
    maq_value_number(maq_value_find(object, key), &number);
    return number;
}

// ------------------------------------------------------------------------------------------- reply

void web_reply_begin(void) {
    maq_buffer_free(&owned);
    owned = (maq_buffer){0};
    reply = (web_reply){0};
}

void web_reply_handle(void *handle) {
    reply.handle = handle;
}

void web_reply_borrow(const void *bytes, size_t length) {
    reply.bytes = bytes;
    reply.length = (uint32_t)length;
}

void web_reply_buffer(maq_buffer buffer) {
    owned = buffer;
    web_reply_borrow(buffer.data, buffer.length);
}

maq_status web_reply_json(mq_arena *arena, const mq_node *root) {
    maq_status status = arena ? mq_arena_status(arena) : MAQ_NO_MEMORY;
    maq_buffer buffer;
    mq_text text;
    if (status == MAQ_OK) {
        mq_text_init(&text, NULL);
        mq_json_value(&text, mq_node_value(root));
        status = mq_text_release_to(&text, &buffer);
    }
    if (status == MAQ_OK)
        web_reply_buffer(buffer);
    mq_arena_free(arena);
    return status;
}

maq_status web_reply_model(maq_document *document, maq_status status, web_files *files) {
    if (!document)
        return status;
    web_model *model = malloc(sizeof *model);
    if (!model) {
        maq_close(document);
        if (files)
            web_files_close(files);
        return MAQ_NO_MEMORY;
    }
    *model = (web_model){document, status, files};
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    const maq_format *format = maq_document_format(document);
    cli_json_format(object, document);
    mq_put_text(object, "family", format ? format->family : NULL);
    mq_put_bool(object, "text", maq_document_is_text(document));
    maq_status printed = web_reply_json(arena, object);
    if (printed != MAQ_OK) {
        web_close(model);
        return printed;
    }
    web_reply_handle(model);
    return status;
}
