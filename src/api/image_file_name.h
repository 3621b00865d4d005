// SPDX-License-Identifier: MIT
//
// The names of image files that are written. All functions return NULL when there is no memory.
#ifndef MQ_API_IMAGE_FILE_NAME_H
#define MQ_API_IMAGE_FILE_NAME_H

#include "base/arena.h"

// The length of a path without its extension.
size_t mq_stem_length(const char *path);

// A name that every file system allows, and that leads to no other folder. Folders in it stay if `folders`.
const char *mq_image_safe_name(const char *name, bool folders, mq_arena *arena);

// A name with the extension of the format (as in maq_image_reference; NULL: any) that its bytes have.
const char *mq_image_name_for_format(const char *name, const char *format, mq_arena *arena);

// "page-2.png" of "page.png".
const char *mq_image_numbered_name(const char *name, size_t number, mq_arena *arena);

#endif
