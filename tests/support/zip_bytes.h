// SPDX-License-Identifier: MIT
//
// Zip archives made byte by byte, honest ones and others.
#ifndef TESTS_SUPPORT_ZIP_BYTES_H
#define TESTS_SUPPORT_ZIP_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zip_bytes {
    unsigned char *data;
    size_t length, capacity;
    size_t prefix; // bytes before the archive, which offsets do not count
    struct zip_bytes *directory;
    uint64_t count;
} zip_bytes;

// One entry. Zero is honest: what is not zero is added to what is written.
typedef struct zip_entry {
    const char *name;
    size_t name_length; // 0: that of the text
    const void *bytes;
    size_t length;
    bool deflate;
    bool is_64;            // sizes and offset in an extra field
    bool has_descriptor;   // sizes follow the data
    uint16_t flags;        // in both headers
    uint16_t method;       // in both headers, instead of the true one; 0: the true one
    uint16_t local_method; // in the header before the data alone
    uint16_t unix_mode;
    int64_t size_lie, packed_lie, offset_lie; // in the directory
    int64_t local_size_lie;                   // in the header before the data
    uint32_t crc_lie;                         // in both
    size_t unused;                            // bytes behind the deflated data that count as packed
} zip_entry;

typedef struct zip_end {
    bool is_64;
    uint16_t disk;
    int64_t count_lie, size_lie, offset_lie;
    const void *comment;
    size_t comment_length;
} zip_end;

// `prefix` bytes lie before the archive.
void zip_begin(zip_bytes *zip, size_t prefix);
void zip_add(zip_bytes *zip, const zip_entry *entry);
// A short way for text that is stored.
void zip_add_text(zip_bytes *zip, const char *name, const char *text);
// The last entry once more in the directory, under another name of the same length.
void zip_add_again(zip_bytes *zip, const char *name);
// Writes the directory and its end; `end` may be NULL.
void zip_finish(zip_bytes *zip, const zip_end *end);
void zip_free(zip_bytes *zip);

// An archive with everything that is read, for tests that change it in every way.
void zip_make_sample(zip_bytes *zip);

#endif
