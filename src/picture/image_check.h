// SPDX-License-Identifier: MIT
//
// Checks of the images of a model: whether they are there, complete, and of a usable size.
#ifndef MQ_PICTURE_IMAGE_CHECK_H
#define MQ_PICTURE_IMAGE_CHECK_H

#include "base/findings.h"
#include "maquette/image.h"
#include "picture/image_header.h"
#include "scene/image_faults.h"

// What to check, and how to report it.
typedef struct mq_image_check {
    const maq_scene *scene; // only its materials, clips and extras count
    const maq_files *files; // as in maq_images_options
    const char *name;
    const maq_rule *const
        *rules; // those of the format, by fault; NULL: those of all formats, or none
    // Where the model names an image. NULL: that is not known.
    maq_span (*span)(const void *context, const maq_image_reference *image);
    const void *context;
    const char
        *source; // the bytes of the model, in which names can be corrected; NULL: they cannot
    size_t source_length;
    maq_image_checks *known; // NULL: nothing is shared with other models
    bool headers_only;       // images are not verified
    // Images count only where the game of the model searches for them.
    bool game_only;
    // The model was converted from the format of the scene: the rules of that one do not bind it.
    bool converted;
} mq_image_check;

// Adds what is wrong with the images of a model. Failing memory shows in the status of the findings' arena.
void mq_images_check(const mq_image_check *check, mq_findings *findings);

// What is found out about an image file.
typedef struct mq_image_state {
    mq_image_header header;
    // MAQ_OK: no damage was found; MAQ_BAD_DATA: it is broken; others: it cannot be read.
    maq_status status;
    const char *reason;       // of another status than MAQ_OK
    const char *not_verified; // why only the header counts; NULL: all was verified
} mq_image_state;

// The state of a file that is known already. NULL when it is not.
const mq_image_state *mq_image_checks_find(maq_image_checks *checks, const char *path);

// Keeps a copy of a state. When there is no memory, the next model reads the file again.
void mq_image_checks_put(maq_image_checks *checks, const char *path, const mq_image_state *state);

#endif
