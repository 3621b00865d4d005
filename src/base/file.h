// SPDX-License-Identifier: MIT
//
// Whole files in, whole files out.
#ifndef MQ_BASE_FILE_H
#define MQ_BASE_FILE_H

#include "base/arena.h"

// Reads a whole file ("-" is standard input; pipes and devices will do) into the arena, with a NUL
// behind the last byte. MAQ_CANNOT_READ leaves errno; a folder is EISDIR. A file that the arena's
// limit has no room for is MAQ_OVER_LIMIT, however much of it there is to come.
maq_status mq_file_read(mq_arena *arena, const char *path, const char **data, size_t *length);

// Replaces a file ("-" is standard output) as a whole: a temporary file beside it is written,
// synced if an old one is there, and renamed, with the mode of the old one. A link stays, and what it
// points to is replaced. What is no regular file (a device, a pipe) is written to as it is.
// MAQ_CANNOT_WRITE leaves errno, and the old file as it was.
maq_status mq_file_write(const char *path, const void *data, size_t length);

#endif
