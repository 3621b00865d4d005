// SPDX-License-Identifier: MIT
//
// Whether a JPEG file is complete: its segments up to the end marker. The pixels have no checksums.
#include "picture/image_priv.h"

enum {
    JPEG_TEM = 0x01,
    JPEG_FIRST_FRAME = 0xc0,
    JPEG_HUFFMAN_TABLES = 0xc4,
    JPEG_EXTENSION = 0xc8,
    JPEG_ARITHMETIC_TABLES = 0xcc,
    JPEG_LAST_FRAME = 0xcf,
    JPEG_FIRST_RESTART = 0xd0,
    JPEG_LAST_RESTART = 0xd7,
    JPEG_END = 0xd9,
    JPEG_SCAN = 0xda,
};

static bool is_frame(unsigned marker) {
    return marker >= JPEG_FIRST_FRAME && marker <= JPEG_LAST_FRAME &&
           marker != JPEG_HUFFMAN_TABLES && marker != JPEG_EXTENSION &&
           marker != JPEG_ARITHMETIC_TABLES;
}

static bool is_restart(unsigned marker) {
    return marker >= JPEG_FIRST_RESTART && marker <= JPEG_LAST_RESTART;
}

static maq_status fail(mq_image_reader *reader, size_t at, const char *fault) {
    MQ_IMAGE_REPORT(reader, BROKEN, at, "%s", fault);
    return MAQ_BAD_DATA;
}

// The position of the next marker's 0xff from `at` on; the length of the file when there is none. In
// pixels a 0xff is followed by 0, and restarts belong to them.
static size_t next_marker(const mq_image_reader *reader, size_t at) {
    const unsigned char *bytes = reader->bytes;
    while (at + 1 < reader->length && (bytes[at] != 0xff || bytes[at + 1] == 0 ||
                                       bytes[at + 1] == 0xff || is_restart(bytes[at + 1])))
        at++;
    return at + 1 < reader->length ? at : reader->length;
}

maq_status mq_image_verify_jpeg(mq_image_reader *reader) {
    const unsigned char *bytes = reader->bytes;
    bool frame = false, scan = false;
    for (size_t at = next_marker(reader, 2); at < reader->length;) {
        unsigned marker = bytes[at + 1];
        if (marker == JPEG_END)
            return scan ? MAQ_OK : fail(reader, at, "the image has no pixels");
        if (marker == JPEG_TEM) {
            at = next_marker(reader, at + 2);
            continue;
        }
        if (reader->length - at < 4)
            break;
        size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (length < 2)
            return fail(reader, at, "a segment is shorter than its own length");
        if (length + 2 > reader->length - at)
            break;
        if (is_frame(marker)) {
            if (length < 8 || (bytes[at + 7] == 0 && bytes[at + 8] == 0))
                return fail(reader, at, "the image has no pixels");
            frame = true;
        }
        if (marker == JPEG_SCAN && !frame)
            return fail(reader, at, "pixels come before the header");
        scan = scan || marker == JPEG_SCAN;
        at = next_marker(reader, at + 2 + length);
    }
    return fail(reader, reader->length, "the file ends early");
}
