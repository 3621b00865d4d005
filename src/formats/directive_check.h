// SPDX-License-Identifier: MIT
//
// Findings about tokens of a text made of directives: by readers, and by checks that run later.
#ifndef MQ_FORMATS_DIRECTIVE_CHECK_H
#define MQ_FORMATS_DIRECTIVE_CHECK_H

#include <string.h>

#include "base/fault.h"
#include "base/plural.h"
#include "formats/directives.h"

typedef struct mq_directive_check {
    const maq_document *document;
    const maq_rule *rules;
    const char *comment; // what begins one
    mq_findings *findings;
} mq_directive_check;

// The span of a token: `index` tokens after the one at `offset`.
static inline maq_span mq_check_token(const mq_directive_check *check, uint32_t offset,
                                      unsigned index) {
    return mq_directives_token(check->document, check->comment, offset, index);
}

#define MQ_CHECK_FIND(check, rule, span, ...)                                                      \
    mq_add_finding((check)->findings, &(check)->rules[rule], (span).offset, (span).length,         \
                   __VA_ARGS__)

// One finding for all faults of a kind, if there are any.
static inline void mq_check_report_faults(const mq_directive_check *check, const mq_fault *fault,
                                          unsigned rule, const char *message) {
    if (fault->count == 0)
        return;
    maq_span span = mq_check_token(check, (uint32_t)fault->offset, fault->token);
    mq_finding_count(MQ_CHECK_FIND(check, rule, span, "%s", message), fault->count);
}

// A fix that replaces the text of a span, if the document has a text.
static inline void mq_check_edit(const mq_directive_check *check, maq_finding *finding,
                                 maq_span span, const char *text) {
    if (finding && text && span.offset != MAQ_NO_OFFSET)
        mq_finding_edit(check->findings, finding, span.offset, span.length, text, strlen(text));
}

// A directive such as MESHES announces another number than there are blocks: a finding with a fix.
static inline void mq_report_wrong_count(mq_directives *reader, unsigned rule, const mq_rows *rows,
                                         uint32_t found) {
    if (!rows->count_begin || rows->announced == found)
        return;
    maq_finding *finding = MQ_DIRECTIVE_REPORT(
        reader, rule, rows->count_begin, rows->count_end, "%s announces %u, but there %s %u",
        rows->name, rows->announced, MQ_PLURAL(found, "is", "are"), found);
    const char *count = mq_arena_format(reader->document->arena, "%u", found);
    if (count)
        mq_directives_edit(reader, finding, rows->count_begin, rows->count_end, count,
                           strlen(count));
}

#endif
