// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/budget.h"
#include "base/checked.h"
#include "base/hints.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

// A part of a text that is sent on: large enough for few calls, small enough for the caches.
#define PART ((size_t)1 << 18)

// What maq_buffer_free() needs is stored in front of the bytes.
typedef struct buffer_owner {
    maq_memory memory;
    size_t size;
} buffer_owner;

void mq_text_init(mq_text *text, const maq_memory *memory) {
    *text = (mq_text){.memory = mq_memory_complete(memory), .status = MAQ_OK};
}

static void release(const maq_memory *memory, char *data, size_t capacity) {
    if (data)
        mq_memory_release(memory, data - sizeof(buffer_owner), capacity + sizeof(buffer_owner));
}

void mq_text_free(mq_text *text) {
    release(&text->memory, text->data, text->capacity);
    mq_budget_release(text->memory.budget, text->sent);
    text->data = NULL;
    text->length = text->capacity = 0;
    text->sent = 0;
}

// Moves the text to a block of `capacity` bytes.
static bool move(mq_text *text, size_t capacity) {
    size_t whole;
    if (!mq_add_size(capacity, sizeof(buffer_owner), &whole)) {
        text->status = MAQ_OVER_LIMIT;
        return false;
    }
    char *block = mq_memory_allocate(&text->memory, whole, &text->requests, 0, &text->status);
    if (!block)
        return false;
    char *data = block + sizeof(buffer_owner);
    if (text->length)
        memcpy(data, text->data, text->length);
    release(&text->memory, text->data, text->capacity);
    text->data = data;
    text->capacity = capacity;
    return true;
}

void mq_text_send_to(mq_text *text, mq_text_send send, void *context) {
    text->send = send;
    text->send_context = context;
}

// What is sent counts as memory until the end, as if it were kept: a small hostile model is refused before it
// fills a disk.
static bool send_bytes(mq_text *text, const void *bytes, size_t length) {
    if (length > text->memory.byte_limit - text->sent ||
        !mq_budget_reserve(text->memory.budget, length)) {
        text->status = MAQ_OVER_LIMIT;
        return false;
    }
    text->sent += length;
    if (length && !text->send(text->send_context, bytes, length))
        text->status = MAQ_CANNOT_WRITE;
    return text->status == MAQ_OK;
}

// Sends what is in the buffer.
static bool send_part(mq_text *text) {
    if (!send_bytes(text, text->data, text->length))
        return false;
    text->length = 0;
    return true;
}

maq_status mq_text_finish(mq_text *text) {
    if (text->status == MAQ_OK)
        send_part(text);
    mq_text_free(text);
    return text->status;
}

// Ensures capacity for `length` more bytes: for larger texts by twice the capacity.
static bool grow(mq_text *text, size_t length) {
    if (text->send && !send_part(text))
        return false;
    size_t wanted;
    if (!mq_add_size(text->length, length, &wanted)) {
        text->status = MAQ_OVER_LIMIT;
        return false;
    }
    size_t capacity = text->capacity ? text->capacity : text->send ? PART : 1024;
    while (capacity < wanted) {
        if (!mq_multiply_size(capacity, 2, &capacity)) {
            text->status = MAQ_OVER_LIMIT;
            return false;
        }
    }
    return capacity == text->capacity || move(text, capacity);
}

// Ensures capacity for `length` more bytes.
static inline bool reserve(mq_text *text, size_t length) {
    if (text->status != MAQ_OK)
        return false;
    return MQ_LIKELY(length <= text->capacity - text->length) || grow(text, length);
}

void mq_text_reserve(mq_text *text, size_t length) {
    size_t wanted;
    if (text->status != MAQ_OK || text->send)
        return;
    // One more for the NUL after the text.
    if (!mq_add_size(text->length, length, &wanted) || !mq_add_size(wanted, 1, &wanted))
        text->status = MAQ_OVER_LIMIT;
    else if (wanted > text->capacity)
        move(text, wanted);
}

void mq_text_reserve_numbers(mq_text *text, size_t count) {
    const size_t each = sizeof " -0.1234567";
    if (count < SIZE_MAX / each)
        mq_text_reserve(text, count * each);
}

void mq_text_bytes(mq_text *text, const void *bytes, size_t length) {
    if (MQ_UNLIKELY(length >= PART) && text->send) {
        if (text->status == MAQ_OK && send_part(text))
            send_bytes(text, bytes, length);
    } else if (length && reserve(text, length)) {
        memcpy(text->data + text->length, bytes, length);
        text->length += length;
    }
}

void mq_text_string(mq_text *text, const char *string) {
    mq_text_bytes(text, string, strlen(string));
}

void mq_text_char(mq_text *text, char byte) {
    if (reserve(text, 1))
        text->data[text->length++] = byte;
}

void mq_text_float(mq_text *text, float value) {
    if (reserve(text, MQ_NUMBER_TEXT_MAX))
        text->length += mq_print_float(text->data + text->length, value);
}

void mq_text_floats(mq_text *text, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!reserve(text, MQ_NUMBER_TEXT_MAX + 1))
            return;
        text->data[text->length] = ' ';
        text->length += 1 + mq_print_float(text->data + text->length + 1, values[i]);
    }
}

void mq_text_doubles(mq_text *text, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!reserve(text, MQ_NUMBER_TEXT_MAX + 1))
            return;
        text->data[text->length] = ' ';
        text->length += 1 + mq_print_double(text->data + text->length + 1, values[i]);
    }
}

void mq_text_double(mq_text *text, double value) {
    if (reserve(text, MQ_NUMBER_TEXT_MAX))
        text->length += mq_print_double(text->data + text->length, value);
}

void mq_text_integer(mq_text *text, int64_t value) {
    if (reserve(text, MQ_NUMBER_TEXT_MAX))
        text->length += mq_print_i64(text->data + text->length, value);
}

void mq_text_hex(mq_text *text, uint64_t value) {
    char digits[16];
    size_t at = sizeof digits;
    do {
        digits[--at] = "0123456789abcdef"[value & 15];
        value >>= 4;
    } while (value);
    mq_text_bytes(text, digits + at, sizeof digits - at);
}

void mq_text_u8(mq_text *text, uint8_t value) {
    mq_text_bytes(text, &value, 1);
}

void mq_text_u16(mq_text *text, uint16_t value) {
    const unsigned char bytes[] = {(unsigned char)value, (unsigned char)(value >> 8)};
    mq_text_bytes(text, bytes, sizeof bytes);
}

void mq_text_u32(mq_text *text, uint32_t value) {
    if (reserve(text, sizeof value)) {
        mq_copy_words(text->data + text->length, &value, 1);
        text->length += sizeof value;
    }
}

void mq_text_f32(mq_text *text, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    mq_text_u32(text, bits);
}

// Where elements of `size` bytes go, which are added to the length: `*count` of them, or the first ones
// where the text is sent in parts, and *count is then how many. NULL when there is no memory.
static char *add_array(mq_text *text, size_t *count, size_t size) {
    size_t bytes;
    if (text->send && *count > PART / size)
        *count = PART / size;
    if (!mq_multiply_size(*count, size, &bytes)) {
        text->status = MAQ_OVER_LIMIT;
        return NULL;
    }
    if (!reserve(text, bytes))
        return NULL;
    char *to = text->data + text->length;
    text->length += bytes;
    return to;
}

void mq_text_u16s(mq_text *text, const uint32_t *values, size_t count) {
    for (size_t part = count; count > 0; values += part, count -= part, part = count) {
        char *to = add_array(text, &part, 2);
        if (!to)
            return;
        for (size_t i = 0; i < part; i++) {
            to[i * 2] = (char)(values[i] & 255);
            to[i * 2 + 1] = (char)(values[i] >> 8 & 255);
        }
    }
}

static void add_words(mq_text *text, const void *words, size_t count) {
    const char *from = words;
    if (MQ_WORDS_ARE_BYTES) {
        mq_text_bytes(text, from, count * 4);
        return;
    }
    for (size_t part = count; count > 0; from += part * 4, count -= part, part = count) {
        char *to = add_array(text, &part, 4);
        if (!to)
            return;
        mq_copy_words(to, from, part);
    }
}

void mq_text_u32s(mq_text *text, const uint32_t *values, size_t count) {
    add_words(text, values, count);
}

void mq_text_f32s(mq_text *text, const float *values, size_t count) {
    add_words(text, values, count);
}

void mq_text_format(mq_text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && reserve(text, (size_t)length + 1)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

maq_status mq_text_release_to(mq_text *text, maq_buffer *out) {
    *out = (maq_buffer){0};
    // The NUL lets callers treat text as a string; it is not counted.
    if (!reserve(text, 1)) {
        mq_text_free(text);
        return text->status;
    }
    text->data[text->length] = '\0';
    buffer_owner owner = {.memory = text->memory, .size = text->capacity};
    memcpy(text->data - sizeof owner, &owner, sizeof owner);
    *out = (maq_buffer){
        .data = text->data, .length = text->length, .owner = text->data - sizeof owner};
    text->data = NULL;
    text->length = text->capacity = 0;
    return MAQ_OK;
}

void maq_buffer_free(maq_buffer *buffer) {
    if (!buffer || !buffer->owner)
        return;
    buffer_owner owner;
    memcpy(&owner, buffer->owner, sizeof owner);
    release(&owner.memory, buffer->data, owner.size);
    *buffer = (maq_buffer){0};
}
