// SPDX-License-Identifier: MIT
#include "formats/records.h"

maq_status mq_record_document(const mq_format *format, const maq_variant *variant,
                              const mq_record *record, const void *content,
                              const maq_memory *memory, void (*complete)(maq_document *document),
                              maq_document **out) {
    maq_document *document = mq_document_new(memory, format, variant, 0);
    if (!document)
        return MAQ_NO_MEMORY;
    document->content = mq_record_copy(document->arena, record, content, 1);
    if (document->content && complete)
        complete(document);
    maq_status status = mq_arena_status(document->arena);
    if (status != MAQ_OK) {
        maq_close(document);
        return status;
    }
    mq_document_show_findings(document);
    *out = document;
    return MAQ_OK;
}
