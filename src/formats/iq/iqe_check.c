// SPDX-License-Identifier: MIT
#include "formats/iq/iqe_priv.h"
void mq_iqe_check(const maq_document *document, mq_findings *findings) {
    (void)document; (void)findings;
}
