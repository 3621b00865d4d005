// SPDX-License-Identifier: MIT
//
// What the files of convert_images.h share.
#ifndef MQ_API_CONVERT_IMAGES_PRIV_H
#define MQ_API_CONVERT_IMAGES_PRIV_H

#include "api/common_rules.h"
#include "api/convert_images.h"
#include "maquette/image.h"

// The file of an image as it goes to the result.
typedef struct image_content {
    const unsigned char *bytes; // NULL: it could not be read
    const unsigned char *found; // as long; the same before its colour space was hidden or restored
    size_t length;
    const char *format; // as in maq_image_reference
    bool encoded;       // the pixels were written anew
} image_content;

// One image that the model uses.
typedef struct moved_image {
    const maq_image_reference *reference;
    // Masks that become a part of it, or NULL.
    const maq_image_reference *alpha, *team;
    // What refers to it: a texture, or an image that only glTF files know (gltf_passthrough.h).
    maq_scene_texture *texture;
    maq_value *passthrough;
    image_content content;
    const char *name; // of the companion
} moved_image;

typedef struct image_work {
    const maq_convert_options *options;
    maq_document *made;
    mq_arena *arena; // of `made`
    const maq_files *files;
    bool to_scene_format; // the result can embed images, and only PNG and JPEG
    moved_image *items;
    size_t count, capacity;
    size_t left_out; // beyond the most images
    uint64_t bytes_read;
} image_work;

#define MQ_IMAGE_NOTE(work, rule, ...)                                                             \
    mq_add_finding(&(work)->made->findings, &mq_common_rules[MQ_RULE_##rule], MAQ_NO_OFFSET, 0,    \
                   __VA_ARGS__)

// The name of an image for messages.
const char *mq_image_label(const moved_image *image);

// Reads the file of an image, and changes it as the options and the target ask for.
void mq_image_load(image_work *work, moved_image *image);

// Names the file of an image in the folder of the result (or where the options say), and makes it a
// companion of the result.
void mq_image_add_companion(image_work *work, moved_image *image);

#endif
