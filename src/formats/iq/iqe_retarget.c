// SPDX-License-Identifier: MIT
//
// From documents of the family to IQE.
#include "formats/iq/iqe_priv.h"

maq_status mq_iqe_retarget(const maq_document *document, const mq_settings *settings,
                           maq_document *out) {
    (void)settings;
    out->content = mq_iqe_copy(out->arena, document->content);
    return mq_arena_status(out->arena);
}
