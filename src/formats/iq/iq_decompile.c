// SPDX-License-Identifier: MIT
#include "formats/iq/iq_compile.h"
maq_iqe *mq_iq_decompile(const maq_iqm *iqm, mq_arena *arena, mq_findings *findings) {
    (void)iqm; (void)findings;
    return MQ_NEW(arena, maq_iqe);
}
