// SPDX-License-Identifier: MIT
//
// The images of the models that a command writes: which files they become, for its summary.
#ifndef CLI_SAVED_IMAGES_H
#define CLI_SAVED_IMAGES_H

#include "base/lock.h"

#include "batch.h"

typedef struct cli_saved_image {
    const char *path;
    bool existed; // before it was saved
} cli_saved_image;

// Several threads may add to it at once.
typedef struct cli_saved_images {
    mq_arena *arena;
    mq_lock lock;
    cli_saved_image *items; // models share images, so a path can occur more than once
    size_t count, capacity;
    uint64_t embedded;
} cli_saved_images;

// False when there is no memory. cli_saved_images_free() ends it in any case.
bool cli_saved_images_init(cli_saved_images *images);
void cli_saved_images_free(cli_saved_images *images);

// Which of the images that go with a document exist already when it is about to be saved to `path`. The
// result lies in `arena`; NULL when there is no memory.
const bool *cli_saved_images_find(const maq_document *document, const char *path, mq_arena *arena);

// Adds the images of a document that was saved to `path`; `existed` is from before. Without memory they are
// not counted.
void cli_saved_images_add(cli_saved_images *images, const maq_document *document, const char *path,
                          const bool *existed);

// Puts how many images are embedded, and how many were written and to which folder.
void cli_saved_images_put(cli_saved_images *images, cli_summary *summary);

#endif
