// SPDX-License-Identifier: MIT
//
// From documents of the family to IQE.
#include "formats/iq/iq_compile.h"

maq_status mq_iqe_retarget(const maq_document *document, const mq_settings *settings,
                           maq_document *out) {
    (void)settings;
    const maq_iqm *iqm = maq_document_iqm(document);
    out->content = iqm ? mq_iq_decompile(iqm, out->arena, &out->findings)
                       : mq_iqe_copy(out->arena, document->content);
    return mq_arena_status(out->arena);
}
