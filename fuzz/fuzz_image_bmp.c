// SPDX-License-Identifier: MIT
//
// Any bytes as BMP, and what can be done with the image that comes of it.
#include "fuzz_image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_image(&mq_image_bmp, data, size);
    return 0;
}
