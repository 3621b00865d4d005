// SPDX-License-Identifier: MIT
//
// Whether an image file is complete, without its pixels in memory.
#ifndef MQ_PICTURE_IMAGE_VERIFY_H
#define MQ_PICTURE_IMAGE_VERIFY_H

#include "base/findings.h"

// Adds what is wrong with an image file. PNG: the checksums, and that its data inflates to as many
// bytes as its pixels need. JPEG: that its segments follow each other up to the end marker. Other
// formats are decoded, as they are hardly compressed. MAQ_OK, also for images that are too large to be
// looked at; MAQ_BAD_DATA, MAQ_UNKNOWN_FORMAT or MAQ_UNSUPPORTED, with findings; or the status of the
// memory.
maq_status mq_image_verify(const void *bytes, size_t length, const maq_memory *memory,
                           mq_findings *findings);

#endif
