// SPDX-License-Identifier: MIT
//
// The sample images of tests/data/image, and what they show.
#ifndef TESTS_SUPPORT_IMAGES_H
#define TESTS_SUPPORT_IMAGES_H

#include "maquette/image.h"

typedef struct sample_image {
    char name[64];
    char *bytes;
    size_t length;
    uint32_t width, height;
    uint8_t *pixels; // as expected.txt has them
} sample_image;

// Calls a function for each sample whose name has the ending ("": all). Returns how many.
size_t for_each_sample(const char *ending, void (*function)(const sample_image *sample));

// Reads bytes as an image and looks at everything that comes of it; fails the test when the status
// and the image do not agree. The image is to be freed; NULL when there is none.
maq_image *read_image(const void *bytes, size_t length, const maq_image_options *options,
                      maq_status *status);

#endif
