// SPDX-License-Identifier: MIT
//
// The images of a model in a conversion: embedded, copied beside the result, linked, or left out.
#ifndef MQ_API_CONVERT_IMAGES_H
#define MQ_API_CONVERT_IMAGES_H

#include "formats/format.h"

// Whether a format can do with images what the options ask for. NULL: the result is a scene, which can
// embed them.
bool mq_images_possible(const mq_format *format, const maq_convert_options *options);

// Brings along the images of a scene that was just made of `document` (NULL: the options have
// its files) and lies in the arena of `made`:
// textures get their data or new names, and `made` gets companions. Images that are missing or cannot be
// used are findings of `made`.
maq_status mq_convert_images(const maq_convert_options *options, const maq_document *document,
                             maq_scene *scene, maq_document *made);

// Gives `made`, which was restored from the file that a scene carries, the images that the scene embeds.
maq_status mq_extract_images(const maq_convert_options *options, const maq_scene *scene,
                             maq_document *made);

#endif
