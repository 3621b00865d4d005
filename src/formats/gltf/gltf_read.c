// SPDX-License-Identifier: MIT
#include "formats/gltf/gltf_priv.h"
maq_status mq_gltf_read(maq_document *document) {
    (void)document;
    return MAQ_BAD_DATA;
}
