// SPDX-License-Identifier: MIT
#include "base/json_read.h"

#include <string.h>

#include "base/hex.h"
#include "base/number.h"
#include "base/utf8.h"

typedef struct json_value {
    maq_value value; // first, so that a maq_value of this tree is also a json_value
    size_t offset;
} json_value;

typedef struct reader {
    mq_arena *arena;
    const char *text, *at, *end;
    mq_json_result *result;
} reader;

size_t mq_json_offset(const maq_value *value) {
    return ((const json_value *)(const void *)value)->offset;
}

static bool fail(reader *r, const char *at, const char *message) {
    mq_json_result *result = r->result;
    if (result->status != MAQ_OK)
        return false;
    result->status = MAQ_BAD_DATA;
    result->offset = (size_t)(at - r->text);
    result->message = message;
    return false;
}

static bool fail_memory(reader *r) {
    r->result->status = mq_arena_status(r->arena);
    return false;
}

static void skip_space(reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t'))
        r->at++;
}

// ---------------------------------------------------------------------------------------- strings

// The four digits of \uXXXX at `at`, or -1.
static int32_t read_unit(const reader *r, const char *at) {
    int32_t unit = 0;
    if (r->end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = mq_hex_digit(at[i]);
        if (digit < 0)
            return -1;
        unit = unit << 4 | digit;
    }
    return unit;
}

static char *put_utf8(char *out, uint32_t code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
        *out++ = (char)(0x80 | (code & 63));
    } else if (code < 0x10000) {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    } else {
        *out++ = (char)(0xf0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 63));
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    }
    return out;
}

// Reads the escape behind a backslash. An escape is never shorter than what it stands for.
static char *read_escape(reader *r, char *out) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *begin = r->at - 1;
    char letter = r->at < r->end ? *r->at++ : 0;
    const char *known = letter ? strchr(letters, letter) : NULL;
    if (known) {
        *out++ = meanings[known - letters];
        return out;
    }
    int32_t unit = letter == 'u' ? read_unit(r, r->at) : -1;
    if (unit < 0) {
        fail(r, begin, "this escape is not known to JSON");
        return NULL;
    }
    r->at += 4;
    uint32_t code = (uint32_t)unit;
    if (code >= 0xd800 && code < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' &&
        r->at[1] == 'u') {
        int32_t low = read_unit(r, r->at + 2);
        if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
            r->at += 6;
        }
    }
    if (code >= 0xd800 && code < 0xe000)
        code = 0xfffd; // half of a pair means nothing
    return put_utf8(out, code);
}

// The end of the string whose opening quote was read: its closing quote. Sets `plain` when it holds
// nothing but ASCII without escapes, and `stray` to the number of bytes that may be outside of UTF-8.
static const char *find_quote(reader *r, bool *plain, size_t *high) {
    *plain = true;
    *high = 0;
    for (const char *at = r->at; at < r->end; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte == '"')
            return at;
        if (byte < 0x20) {
            fail(r, at, "a control character in a string must be escaped");
            return NULL;
        }
        if (byte == '\\') {
            *plain = false;
            if (++at == r->end)
                break;
        } else if (byte >= 0x80) {
            *plain = false;
            (*high)++;
        }
    }
    fail(r, r->at - 1, "a string does not end");
    return NULL;
}

static char *copy_high_byte(reader *r, char *out) {
    size_t step = mq_utf8_length((const unsigned char *)r->at, (size_t)(r->end - r->at));
    if (step > 0) {
        memcpy(out, r->at, step);
        r->at += step;
        return out + step;
    }
    if (r->result->stray_count++ == 0)
        r->result->first_stray = (size_t)(r->at - r->text);
    return put_utf8(out, (unsigned char)*r->at++);
}

// Reads a string whose opening quote was read.
static const char *read_string(reader *r, size_t *length) {
    bool plain;
    size_t high;
    const char *quote = find_quote(r, &plain, &high);
    if (!quote)
        return NULL;
    size_t size = (size_t)(quote - r->at);
    if (plain) {
        const char *text = mq_arena_text(r->arena, r->at, size);
        r->at = quote + 1;
        *length = size;
        if (!text)
            fail_memory(r);
        return text;
    }
    // A stray byte becomes two; nothing else grows.
    char *text = MQ_NEW_UNINITIALIZED_ARRAY(r->arena, char, size + high + 1), *out = text;
    if (!text) {
        fail_memory(r);
        return NULL;
    }
    while (r->at < quote && out) {
        if (*r->at == '\\') {
            r->at++;
            out = read_escape(r, out);
        } else if ((unsigned char)*r->at >= 0x80) {
            out = copy_high_byte(r, out);
        } else {
            *out++ = *r->at++;
        }
    }
    if (!out)
        return NULL;
    *out = 0;
    *length = (size_t)(out - text);
    if (memchr(text, 0, *length))
        r->result->nul_count++;
    r->at = quote + 1;
    return text;
}

// ---------------------------------------------------------------------------------------- numbers

static const char *skip_digits(const char *at, const char *end) {
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

// The end of the number at r->at as JSON allows it, or NULL; sets `whole` when it is an integer.
static const char *find_number_end(const reader *r, bool *whole) {
    const char *at = r->at + (*r->at == '-'), *digits = at;
    at = skip_digits(at, r->end);
    if (at == digits || (*digits == '0' && at > digits + 1))
        return NULL;
    *whole = true;
    if (at < r->end && *at == '.') {
        *whole = false;
        digits = ++at;
        at = skip_digits(at, r->end);
        if (at == digits)
            return NULL;
    }
    if (at < r->end && (*at == 'e' || *at == 'E')) {
        *whole = false;
        at++;
        if (at < r->end && (*at == '+' || *at == '-'))
            at++;
        digits = at;
        at = skip_digits(at, r->end);
        if (at == digits)
            return NULL;
    }
    return at;
}

static bool read_number(reader *r, maq_value *value) {
    bool whole, overflow;
    const char *end = find_number_end(r, &whole);
    if (!end)
        return fail(r, r->at, "this is not a number as JSON has them");
    // -0 is a double: no integer has that sign.
    if (whole && !(*r->at == '-' && r->at[1] == '0')) {
        int64_t integer;
        mq_parse_i64(r->at, end, &integer, &overflow);
        if (!overflow) {
            value->kind = MAQ_VALUE_INTEGER;
            value->as.integer = integer;
            r->at = end;
            return true;
        }
    }
    value->kind = MAQ_VALUE_DOUBLE;
    mq_parse_double(r->at, end, &value->as.float64);
    r->at = end;
    return true;
}

// ----------------------------------------------------------------------------------------- values

static bool read_value(reader *r, maq_value *value, unsigned depth);

static bool read_word(reader *r, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return fail(r, r->at, "a value is expected");
    r->at += length;
    return true;
}

static bool read_key(reader *r, maq_value *member) {
    size_t length;
    if (r->at == r->end || *r->at != '"')
        return fail(r, r->at, "a key in quotes is expected");
    r->at++;
    member->key = read_string(r, &length);
    if (!member->key)
        return false;
    skip_space(r);
    if (r->at == r->end || *r->at != ':')
        return fail(r, r->at, "a colon is expected");
    r->at++;
    skip_space(r);
    return true;
}

// Reads the children of an array or object whose opening bracket was read.
static bool read_children(reader *r, maq_value *parent, char close, unsigned depth) {
    bool object = close == '}';
    maq_value *last = NULL;
    parent->kind = object ? MAQ_VALUE_OBJECT : MAQ_VALUE_ARRAY;
    skip_space(r);
    if (r->at < r->end && *r->at == close) {
        r->at++;
        return true;
    }
    for (;;) {
        json_value *child = MQ_NEW(r->arena, json_value);
        if (!child)
            return fail_memory(r);
        child->offset = (size_t)(r->at - r->text);
        if ((object && !read_key(r, &child->value)) || !read_value(r, &child->value, depth))
            return false;
        if (last)
            last->next = &child->value;
        else
            parent->as.children.first = &child->value;
        last = &child->value;
        parent->as.children.count++;
        skip_space(r);
        char next = r->at < r->end ? *r->at : 0;
        if (next == close) {
            r->at++;
            return true;
        }
        if (next != ',')
            return fail(r, r->at, object ? "a comma or } is expected" : "a comma or ] is expected");
        r->at++;
        skip_space(r);
    }
}

static bool read_value(reader *r, maq_value *value, unsigned depth) {
    char first = r->at < r->end ? *r->at : 0;
    switch (first) {
    case '{':
    case '[':
        if (depth == MQ_JSON_MAX_DEPTH) {
            r->result->too_deep = true;
            return fail(r, r->at, "values are nested too deeply");
        }
        r->at++;
        return read_children(r, value, first == '{' ? '}' : ']', depth + 1);
    case '"':
        r->at++;
        value->kind = MAQ_VALUE_TEXT;
        value->as.text.bytes = read_string(r, &value->as.text.length);
        return value->as.text.bytes != NULL;
    case 't':
    case 'f':
        value->kind = MAQ_VALUE_BOOL;
        value->as.boolean = first == 't';
        return read_word(r, first == 't' ? "true" : "false");
    case 'n':
        value->kind = MAQ_VALUE_NULL;
        return read_word(r, "null");
    default:
        if (first == '-' || (first >= '0' && first <= '9'))
            return read_number(r, value);
        return fail(r, r->at, r->at == r->end ? "the text ends early" : "a value is expected");
    }
}

mq_json_result mq_json_read(mq_arena *arena, const char *text, size_t length) {
    mq_json_result result = {.status = MAQ_OK};
    reader r = {.arena = arena, .text = text, .at = text, .end = text + length, .result = &result};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        r.at += 3;
    json_value *root = MQ_NEW(arena, json_value);
    if (!root) {
        fail_memory(&r);
        return result;
    }
    skip_space(&r);
    root->offset = (size_t)(r.at - text);
    if (!read_value(&r, &root->value, 0))
        return result;
    skip_space(&r);
    while (r.at < r.end && *r.at == 0)
        r.at++;
    skip_space(&r);
    if (r.at < r.end)
        fail(&r, r.at, "something follows the value");
    else
        result.root = &root->value;
    return result;
}
