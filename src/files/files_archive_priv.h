// SPDX-License-Identifier: MIT
//
// Zip archives: the list of entries on one side, their bytes on the other.
#ifndef MQ_FILES_FILES_ARCHIVE_PRIV_H
#define MQ_FILES_FILES_ARCHIVE_PRIV_H

#include "files/files_priv.h"

// Once it is open nothing in it changes, so threads share it without a lock.
typedef struct mq_archive {
    const unsigned char *memory; // NULL: on the disk
    mq_disk_file disk;
    uint64_t size;      // of the file
    uint64_t start;     // where the archive begins; other things may lie before it
    uint64_t directory; // where the list of entries begins
    mq_index index;
} mq_archive;

// Reads exactly so many bytes; false when they do not lie in the file, or cannot be read.
bool mq_archive_read(const mq_archive *archive, uint64_t offset, void *bytes, size_t length);

// Reads the list of entries; of those below the folder `inside`, if it is not "", and with their names
// from there on.
maq_status mq_archive_read_directory(mq_archive *archive, mq_source *source, const char *inside);

// UTF-8 for a name in the character set of the first PCs, with a NUL behind it. `out` has space for
// 3 * length + 1 bytes. Returns the new length.
size_t mq_cp437_to_utf8(const unsigned char *bytes, size_t length, char *out);

enum {
    MQ_ZIP_STORED = 0,
    MQ_ZIP_DEFLATED = 8,
    MQ_ZIP_ENCRYPTED = 1 << 0, // flags
    MQ_ZIP_SIZES_FOLLOW = 1 << 3,
};

#endif
