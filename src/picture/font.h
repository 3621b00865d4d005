// SPDX-License-Identifier: MIT
//
// A tiny font for names on pictures: the printable characters of ASCII, and a box for all others.
#ifndef MQ_PICTURE_FONT_H
#define MQ_PICTURE_FONT_H

#include <stddef.h>

#include "maquette/image.h"

// Of one character with the gap to the next, in pixels.
#define MQ_FONT_WIDTH 6
#define MQ_FONT_HEIGHT 9

// Writes a line of UTF-8 text with its upper left corner at a pixel, which may be outside of the
// image; `scale` enlarges it. A character that the font does not have becomes a box.
void mq_font_write(maq_image *image, int32_t x, int32_t y, int32_t scale, const uint8_t colour[4],
                   const char *text);

// How many characters a text has, and how many bytes the first `count` of them have.
size_t mq_font_length(const char *text);
size_t mq_font_bytes(const char *text, size_t count);

#endif
