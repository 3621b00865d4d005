// SPDX-License-Identifier: MIT
//
// Measures JSON text before it is parsed: how much memory a tree of it needs, and how deep it is.
// cJSON gets its memory from libc, so the limits of the document are enforced here.
#include "formats/gltf/gltf_read.h"

// The size of a block of malloc(): with a header word, rounded up, at least four words.
static uint64_t block_size(uint64_t bytes) {
    uint64_t size = (bytes + 8 + 15) / 16 * 16;
    return size < 32 ? 32 : size;
}

static bool is_plain(char c) {
    return c != '"' && c != '{' && c != '}' && c != '[' && c != ']' && c != ',' && c != ':' &&
           (unsigned char)c > ' ';
}

// The end of the string whose text begins at `i`: its closing quote, or the end of the text.
static size_t string_end(const char *text, size_t length, size_t i) {
    while (i < length && text[i] != '"')
        i += text[i] == '\\' ? 2 : 1;
    return i < length ? i : length;
}

gltf_scan mq_gltf_scan(const char *text, size_t length, uint64_t deepest) {
    gltf_scan scan = {0};
    uint64_t depth = 0, node = block_size(sizeof(cJSON));
    bool after_string = false; // which is a key if a colon follows
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '"') {
            size_t end = string_end(text, length, i + 1);
            scan.bytes += node + block_size(end - i);
            after_string = true;
            i = end;
        } else if (c == '{' || c == '[') {
            scan.bytes += node;
            if (++depth > deepest && !scan.too_deep) {
                scan.too_deep = true;
                scan.offset = i;
            }
        } else if (c == '}' || c == ']') {
            depth -= depth > 0;
        } else if (c == ':') {
            scan.bytes -= after_string ? node : 0;
            after_string = false;
        } else if (is_plain(c)) {
            scan.bytes += node;
            while (i + 1 < length && is_plain(text[i + 1]))
                i++;
        }
        if (c == ',' || c == '{' || c == '[' || c == '}' || c == ']')
            after_string = false;
    }
    return scan;
}
