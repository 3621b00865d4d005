// SPDX-License-Identifier: MIT
//
// Decoding of the images that browsers do not decode.
#include "maquette/image.h"
#include "reply.h"

// The image of the reply before is freed by the next call.
static maq_image *image;

maq_status web_image(const void *bytes, uint32_t length) {
    web_reply_begin();
    maq_image_free(image);
    image = NULL;
    maq_status status = maq_image_read(bytes, length, NULL, &image);
    if (status == MAQ_OK) {
        web_reply_borrow(image->pixels, (size_t)image->width * image->height * 4);
        web_reply_handle((void *)(uintptr_t)image->width);
    }
    return status;
}
