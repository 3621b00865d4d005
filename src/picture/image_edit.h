// SPDX-License-Identifier: MIT
//
// Changes to images that conversions ask for: smaller ones, and masks that become part of an image.
#ifndef MQ_PICTURE_IMAGE_EDIT_H
#define MQ_PICTURE_IMAGE_EDIT_H

#include "picture/raster_texture.h"

// Halves an image of the library until no side is longer than `side` (at least 1). MAQ_OK, or the status
// of the image's memory.
maq_status mq_image_shrink(maq_image *image, uint32_t side, mq_texture_kind kind);

// A mask has the value of its alpha, or of its brightness when it is opaque everywhere. It is stretched
// over the image when its size differs.

// Multiplies the alpha of an image by a mask.
void mq_image_apply_alpha_mask(maq_image *image, const maq_image *mask);

// Adds the team colour where the mask says so, as the game does: half grey changes nothing.
void mq_image_apply_team_colour(maq_image *image, const maq_image *mask, const uint8_t colour[3]);

#endif
