// SPDX-License-Identifier: MIT
//
// Images that many models share.
#ifndef MQ_PICTURE_TEXTURE_STORE_H
#define MQ_PICTURE_TEXTURE_STORE_H

#include "picture/raster_texture.h"

// What images for the store are to be made with: they outlive the textures that ask for them.
const maq_memory *mq_image_store_memory(const maq_image_store *store);

// The image of a file that is in the store; NULL: none.
const maq_image *mq_image_store_find(maq_image_store *store, const char *path);

// Puts an image into the store, made ready for drawing. The answer is the image to use, which is
// the store's: this one, or, when another thread was quicker, the other one, and this one is ended.
// NULL when there is no room: the image stays the caller's.
const maq_image *mq_image_store_put(maq_image_store *store, const char *path, maq_image *image,
                                    mq_texture_kind kind);

#endif
