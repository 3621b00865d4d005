// SPDX-License-Identifier: MIT
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

size_t mq_utf8_length(const unsigned char *bytes, size_t left) {
    unsigned char first = bytes[0];
    if (first < 0x80)
        return 1;
    size_t length;
    unsigned char low = 0x80, high = 0xbf; // what the second byte may be
    if (first >= 0xc2 && first <= 0xdf) {
        length = 2;
    } else if (first >= 0xe0 && first <= 0xef) {
        length = 3;
        if (first == 0xe0)
            low = 0xa0;
        if (first == 0xed)
            high = 0x9f;
    } else if (first >= 0xf0 && first <= 0xf4) {
        length = 4;
        if (first == 0xf0)
            low = 0x90;
        if (first == 0xf4)
            high = 0x8f;
    } else {
        return 0;
    }
    if (left < length || bytes[1] < low || bytes[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++) {
        if (bytes[i] < 0x80 || bytes[i] > 0xbf)
            return 0;
    }
    return length;
}

size_t mq_ascii_length(const unsigned char *bytes, size_t length) {
    size_t i = 0;
    uint64_t word;
    for (; length - i >= sizeof word; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        if (word & 0x8080808080808080)
            break;
    }
    while (i < length && bytes[i] < 0x80)
        i++;
    return i;
}
