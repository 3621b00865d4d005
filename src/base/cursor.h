// SPDX-License-Identifier: MIT
//
// Reading little-endian numbers from bytes of any alignment. A read past the end gives 0 and sets
// `failed`; all later reads give 0 as well, so readers check `failed` once per record.
#ifndef MQ_BASE_CURSOR_H
#define MQ_BASE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct mq_cursor {
    const unsigned char *bytes;
    size_t length;
    size_t at;
    bool failed;
} mq_cursor;

static inline mq_cursor mq_cursor_over(const void *bytes, size_t length) {
    return (mq_cursor){.bytes = bytes, .length = length};
}

static inline size_t mq_cursor_left(const mq_cursor *cursor) {
    return cursor->length - cursor->at;
}

// A cursor over a part of the input; failed when the part is not inside the input.
static inline mq_cursor mq_cursor_part(const mq_cursor *cursor, size_t offset, size_t length) {
    bool inside = offset <= cursor->length && length <= cursor->length - offset;
    return (mq_cursor){.bytes = inside ? cursor->bytes + offset : NULL,
                       .length = inside ? length : 0,
                       .failed = !inside};
}

// The next bytes, or NULL when fewer are left.
static inline const unsigned char *mq_read_bytes(mq_cursor *cursor, size_t length) {
    if (cursor->failed || length > cursor->length - cursor->at) {
        cursor->failed = true;
        return NULL;
    }
    const unsigned char *bytes = cursor->bytes + cursor->at;
    cursor->at += length;
    return bytes;
}

static inline uint8_t mq_read_u8(mq_cursor *cursor) {
    const unsigned char *b = mq_read_bytes(cursor, 1);
    return b ? b[0] : 0;
}

static inline uint16_t mq_read_u16(mq_cursor *cursor) {
    const unsigned char *b = mq_read_bytes(cursor, 2);
    return b ? (uint16_t)(b[0] | (unsigned)b[1] << 8) : 0;
}

static inline uint32_t mq_read_u32(mq_cursor *cursor) {
    const unsigned char *b = mq_read_bytes(cursor, 4);
    return b ? (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24
             : 0;
}

static inline uint64_t mq_read_u64(mq_cursor *cursor) {
    uint64_t low = mq_read_u32(cursor);
    return low | (uint64_t)mq_read_u32(cursor) << 32;
}

static inline float mq_read_f32(mq_cursor *cursor) {
    uint32_t bits = mq_read_u32(cursor);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double mq_read_f64(mq_cursor *cursor) {
    uint64_t bits = mq_read_u64(cursor);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Whether `count` elements of `size` bytes can follow; to be checked before any allocation.
static inline bool mq_cursor_holds(const mq_cursor *cursor, uint64_t count, size_t size) {
    return !cursor->failed && (size == 0 || count <= mq_cursor_left(cursor) / size);
}

#endif
