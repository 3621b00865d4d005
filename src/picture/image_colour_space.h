// SPDX-License-Identifier: MIT
//
// The colour space that a PNG file states for its pixels: chunks such as an ICC profile.
//
// glTF says itself what the numbers of an image mean: viewers must ignore such chunks, validators warn of
// them, and some viewers apply them nevertheless. Other formats keep their files as they are. So the chunks
// stay in the file, but get the types of private chunks, which decoders skip: one bit of the type and the
// checksum change, and changing them again restores the very bytes.
#ifndef MQ_PICTURE_IMAGE_COLOUR_SPACE_H
#define MQ_PICTURE_IMAGE_COLOUR_SPACE_H

#include "base/arena.h"

// A copy of a PNG file with hidden or restored colour space chunks, of the same length. The file itself when
// there is nothing to change or it is not a PNG file; NULL when there is no memory.
const unsigned char *mq_image_hide_colour_space(mq_arena *arena, const unsigned char *file,
                                                size_t length);
const unsigned char *mq_image_restore_colour_space(mq_arena *arena, const unsigned char *file,
                                                   size_t length);

#endif
