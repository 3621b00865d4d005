// SPDX-License-Identifier: MIT
//
// A growing output buffer for writers. An allocation failure sets the status, and later calls do
// nothing, so writers check the result of mq_text_release_to() once at the end.
#ifndef MQ_BASE_TEXT_H
#define MQ_BASE_TEXT_H

#include "maquette/maquette.h"

typedef bool (*mq_text_send)(void *context, const void *bytes, size_t length);

typedef struct mq_text {
    maq_memory memory;
    char *data;
    size_t length, capacity;
    uint64_t requests;
    maq_status status;
    mq_text_send send; // NULL: all of the text is kept
    void *send_context;
    uint64_t sent; // bytes
} mq_text;

void mq_text_init(mq_text *text, const maq_memory *memory);
void mq_text_free(mq_text *text);

// Sends the text on in parts, as a file is written: it then needs a small buffer only, whose pages and caches
// are used again and again. `data` and `length` are those of the part at hand. A false from `send` is
// MAQ_CANNOT_WRITE. The limits of memory hold for all of the text. mq_text_finish() sends the last part and
// frees the text.
void mq_text_send_to(mq_text *text, mq_text_send send, void *context);
maq_status mq_text_finish(mq_text *text);

// How many bytes were added so far, sent or not.
static inline uint64_t mq_text_position(const mq_text *text) {
    return text->sent + text->length;
}

// Reserves capacity for `length` more bytes where their number is known.
void mq_text_reserve(mq_text *text, size_t length);
// The same for a text of so many numbers, about: what is not used costs nothing, growing costs copies.
void mq_text_reserve_numbers(mq_text *text, size_t count);

void mq_text_bytes(mq_text *text, const void *bytes, size_t length);
void mq_text_string(mq_text *text, const char *string);
void mq_text_char(mq_text *text, char byte);
void mq_text_float(mq_text *text, float value);
void mq_text_floats(mq_text *text, const float *values, size_t count); // a blank before each
void mq_text_double(mq_text *text, double value);
void mq_text_doubles(mq_text *text, const double *values, size_t count); // a blank before each
void mq_text_integer(mq_text *text, int64_t value);
void mq_text_hex(mq_text *text, uint64_t value);

// Little-endian bytes, for binary formats.
void mq_text_u8(mq_text *text, uint8_t value);
void mq_text_u16(mq_text *text, uint16_t value);
void mq_text_u32(mq_text *text, uint32_t value);
void mq_text_f32(mq_text *text, float value);
// Whole arrays of them.
void mq_text_u16s(mq_text *text, const uint32_t *values, size_t count); // their lower halves
void mq_text_u32s(mq_text *text, const uint32_t *values, size_t count);
void mq_text_f32s(mq_text *text, const float *values, size_t count);
__attribute__((format(printf, 2, 3))) void mq_text_format(mq_text *text, const char *format, ...);

// Moves the bytes to a buffer for maq_buffer_free(), or frees them and returns what failed.
maq_status mq_text_release_to(mq_text *text, maq_buffer *out);

#endif
