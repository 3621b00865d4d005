// SPDX-License-Identifier: MIT
//
// What a file is that is not a model: most users who see that message took the wrong file.
#ifndef MQ_API_FILE_TYPE_H
#define MQ_API_FILE_TYPE_H

#include <stddef.h>

// "a zip archive", "a PNG image", ... by the first bytes; NULL when they say nothing.
const char *mq_file_type(const char *bytes, size_t length);

#endif
