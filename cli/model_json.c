// SPDX-License-Identifier: MIT
#include "model_json.h"

void cli_json_format(mq_node *object, const maq_document *document) {
    const maq_format *format = document ? maq_document_format(document) : NULL;
    const maq_variant *variant = document ? maq_document_variant(document) : NULL;
    // The variant's name, as maq_info() has it; the format's when no variant was recognised.
    const char *name = format ? format->name : NULL;
    mq_put_text(object, "format", variant ? variant->name : name);
    if (variant)
        mq_put_integer(object, "version", variant->version);
    else
        mq_put_null(object, "version");
}

void cli_json_counts(mq_node *object, const char *key, uint64_t errors, uint64_t warnings,
                     uint64_t notes) {
    mq_node *counts = mq_put_object(object, key);
    mq_put_integer(counts, "error", (int64_t)errors);
    mq_put_integer(counts, "warning", (int64_t)warnings);
    mq_put_integer(counts, "note", (int64_t)notes);
}

static bool has_lines(const maq_document *document) {
    size_t length;
    return document && maq_document_source(document, &length) && maq_document_is_text(document);
}

void cli_json_finding(mq_node *list, const maq_document *document, const maq_finding *finding) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "rule", finding->rule->id);
    mq_put_text(object, "severity", maq_severity_name(finding->severity));
    mq_put_text(object, "message", finding->message);
    bool has_offset = finding->span.offset != MAQ_NO_OFFSET;
    if (has_offset && has_lines(document)) {
        maq_position position = maq_document_position(document, finding->span.offset);
        mq_put_integer(object, "line", (int64_t)position.line);
        mq_put_integer(object, "column", (int64_t)position.column);
    } else {
        mq_put_null(object, "line");
        mq_put_null(object, "column");
    }
    if (has_offset) {
        mq_put_integer(object, "offset", (int64_t)finding->span.offset);
        mq_put_integer(object, "length", (int64_t)finding->span.length);
    } else {
        mq_put_null(object, "offset");
        mq_put_null(object, "length");
    }
    mq_put_bool(object, "fixable", finding->edit_count > 0);
    mq_put_integer(object, "count", (int64_t)finding->count);
}
