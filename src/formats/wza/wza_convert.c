// SPDX-License-Identifier: MIT
//
// WZA to WZA: a copy without comments.
#include "formats/wza/wza_priv.h"

void mq_wza_report_comments(maq_document *out, uint64_t count) {
    mq_add_loss(&out->findings, &mq_wza_rules[WZA_LOSS_COMMENTS], count, "comments were dropped");
}

maq_status mq_wza_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out) {
    (void)settings;
    maq_wza *wza = mq_record_copy(out->arena, &mq_wza_record, document->content, 1);
    if (!wza)
        return mq_arena_status(out->arena);
    mq_wza_report_comments(out, wza->comment_count);
    wza->comment_count = 0;
    out->content = wza;
    return MAQ_OK;
}
