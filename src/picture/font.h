// SPDX-License-Identifier: MIT
//
// A tiny font, for names on pictures: the printable characters of ASCII, and a box for all others.
#ifndef MQ_PICTURE_FONT_H
#define MQ_PICTURE_FONT_H

#include <stddef.h>

#include "maquette/image.h"

// Of one character with the gap to the next, in pixels.
#define MQ_FONT_WIDTH 6
#define MQ_FONT_HEIGHT 9

// Writes a line of text with its upper left corner at a place, which may lie outside; `scale` makes
// its pixels larger. UTF-8: a character that the font does not have is one box.
void mq_font_write(maq_image *image, int32_t x, int32_t y, int32_t scale, const uint8_t ink[4],
                   const char *text);

// How many characters a text has, and how many bytes the first `count` of them take.
size_t mq_font_length(const char *text);
size_t mq_font_bytes(const char *text, size_t count);

#endif
