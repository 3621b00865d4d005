// SPDX-License-Identifier: MIT
//
// Images that many models share.
#ifndef MQ_PICTURE_TEXTURE_STORE_H
#define MQ_PICTURE_TEXTURE_STORE_H

#include "picture/raster_texture.h"

// The memory for images of the store, which outlive the textures that request them.
const maq_memory *mq_image_store_memory(const maq_image_store *store);

// The image of a file; NULL when it is not in the store.
const maq_image *mq_image_store_find(maq_image_store *store, const char *path);

// Adds an image to the store and builds its texture. Returns the image to use, which belongs to the
// store: this one, or the one that another thread has added first, and this one is freed. NULL when
// the store is full: the image still belongs to the caller.
const maq_image *mq_image_store_put(maq_image_store *store, const char *path, maq_image *image,
                                    mq_texture_kind kind);

#endif
