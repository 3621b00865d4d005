// SPDX-License-Identifier: MIT
//
// Reading and writing whole files.
#ifndef MQ_BASE_FILE_H
#define MQ_BASE_FILE_H

#include "base/platform.h"

// Reads a whole file ("-" is standard input; pipes and devices are allowed) into the arena, with a
// NUL after the last byte. MAQ_CANNOT_READ leaves errno; a folder is EISDIR. A file that exceeds the
// limit of the arena is MAQ_OVER_LIMIT; endless input is, too.
maq_status mq_file_read(mq_arena *arena, const char *path, const char **data, size_t *length);
// The same for regular files alone: a pipe or a device is MAQ_UNSUPPORTED and is not read from.
maq_status mq_file_read_regular(mq_arena *arena, const char *path, const char **data,
                                size_t *length);

// Replaces a file ("-" is standard output) as a whole: writes a temporary file beside it, syncs it if
// an old file exists, and renames it, with the mode of the old one. A link stays, and its target is
// replaced. What is not a regular file (a device, a pipe) is written to directly. MAQ_CANNOT_WRITE
// leaves errno, and the old file as it was.
maq_status mq_file_write(const char *path, const void *data, size_t length);
// The same for a file that is not there: one that somebody else made in the meantime stays, and the reason is
// EEXIST.
maq_status mq_file_create(const char *path, const void *data, size_t length);

// The first in parts. Each function returns false and leaves errno when it fails; an output that is open
// has to be closed. Closing with `good` false removes what was written, and the old file stays.
typedef struct mq_file_output {
    bool direct; // to a device, a pipe or standard output: parts cannot be removed again
    bool standard, exists, created, must_be_new;
    const char *path; // of the file behind all links
    char *temporary;
    mq_platform_file file;
    mq_arena *arena;
} mq_file_output;
bool mq_file_open_output(mq_file_output *out, const char *path);
bool mq_file_write_part(mq_file_output *out, const void *data, size_t length);
bool mq_file_close_output(mq_file_output *out, bool good);

// Whether a file has exactly these bytes.
typedef enum mq_file_comparison {
    MQ_FILE_MISSING,
    MQ_FILE_EQUAL,
    MQ_FILE_DIFFERS, // or it cannot be read
} mq_file_comparison;
mq_file_comparison mq_file_compare(const char *path, const void *data, size_t length);

#endif
