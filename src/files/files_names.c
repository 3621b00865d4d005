// SPDX-License-Identifier: MIT
#include "files/files_names.h"

#include <string.h>

#include "base/utf8.h"

// ---------------------------------------------------------------------------------------- cleaning

static bool is_slash(char byte) {
    return byte == '/' || byte == '\\';
}

static bool is_control(char byte) {
    return (unsigned char)byte < 0x20 || byte == 0x7f;
}

static bool is_drive(const char *part, size_t length) {
    return length >= 2 && part[1] == ':' &&
           ((part[0] >= 'a' && part[0] <= 'z') || (part[0] >= 'A' && part[0] <= 'Z'));
}

// The length of a name without its last part and the slash before that.
static size_t parent_length(const char *name, size_t length) {
    while (length > 0 && name[length - 1] != '/')
        length--;
    return length > 0 ? length - 1 : 0;
}

// Puts the clean name to `out`, which may be the name itself: it never grows.
static maq_name_status clean(const char *name, size_t length, char *out, size_t *used) {
    *used = 0;
    for (size_t i = 0; i < length; i++) {
        if (is_control(name[i]))
            return MAQ_NAME_CONTROL;
    }
    if (length > 0 && is_slash(name[0]))
        return MAQ_NAME_ABSOLUTE;
    for (size_t at = 0; at < length; at++) {
        const char *part = name + at;
        size_t part_length = 0;
        while (at < length && !is_slash(name[at])) {
            at++;
            part_length++;
        }
        if (part_length == 0 || (part_length == 1 && part[0] == '.'))
            continue;
        if (part_length == 2 && part[0] == '.' && part[1] == '.') {
            if (*used == 0)
                return MAQ_NAME_OUTSIDE;
            *used = parent_length(out, *used);
            continue;
        }
        // A drive letter may come to the front only now, as in "./C:/x".
        if (*used == 0 && is_drive(part, part_length))
            return MAQ_NAME_DRIVE;
        if (*used > 0)
            out[(*used)++] = '/';
        memmove(out + *used, part, part_length);
        *used += part_length;
    }
    return MAQ_NAME_CLEAN;
}

maq_name_status maq_files_clean_name(const char *name, size_t length, char *out) {
    size_t used;
    maq_name_status status = clean(name, length, out, &used);
    out[status == MAQ_NAME_CLEAN ? used : 0] = '\0';
    return status;
}

const char *mq_name_fault(maq_name_status status) {
    switch (status) {
    case MAQ_NAME_OUTSIDE:
        return "leads out of its folder";
    case MAQ_NAME_ABSOLUTE:
        return "is an absolute path";
    case MAQ_NAME_DRIVE:
        return "begins with a drive letter";
    case MAQ_NAME_CONTROL:
        return "has a control character";
    case MAQ_NAME_CLEAN:
        break;
    }
    return "is clean";
}

// ------------------------------------------------------------------------------------------- order

// ASCII alone: the rules for other letters differ between systems, and between their versions.
static unsigned char folded(char letter) {
    return (unsigned char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}

int mq_name_compare_folded(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t shorter = a_length < b_length ? a_length : b_length;
    for (size_t i = 0; i < shorter; i++) {
        if (a[i] != b[i] && folded(a[i]) != folded(b[i]))
            return folded(a[i]) < folded(b[i]) ? -1 : 1;
    }
    return (a_length > b_length) - (a_length < b_length);
}

int mq_name_compare(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t shorter = a_length < b_length ? a_length : b_length;
    int order = shorter > 0 ? memcmp(a, b, shorter) : 0;
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

bool mq_name_below(const char *name, size_t length, const char *folder, size_t folder_length) {
    if (folder_length == 0)
        return true;
    return length > folder_length && name[folder_length] == '/' &&
           mq_name_compare_folded(name, folder_length, folder, folder_length) == 0;
}

// ---------------------------------------------------------------------------------------- messages

const char *mq_name_quote(char out[MQ_NAME_QUOTED], const char *name, size_t length) {
    static const char digits[] = "0123456789abcdef";
    size_t shown = length < MQ_NAME_SHOWN ? length : MQ_NAME_SHOWN;
    char *at = out;
    *at++ = '\'';
    for (size_t i = 0, step; i < shown; i += step) {
        step = mq_utf8_length((const unsigned char *)name + i, length - i);
        if (step > 0 && i + step > shown)
            break;
        if (step > 0 && !is_control(name[i])) {
            memcpy(at, name + i, step);
            at += step;
            continue;
        }
        step = 1;
        unsigned char byte = (unsigned char)name[i];
        *at++ = '\\';
        *at++ = 'x';
        *at++ = digits[byte >> 4];
        *at++ = digits[byte & 15];
    }
    *at++ = '\'';
    strcpy(at, shown < length ? "..." : "");
    return out;
}
