// SPDX-License-Identifier: MIT
//
// Files beside a model: the buffers that it refers to.
#include "formats/gltf/gltf_files.h"

#include <string.h>

bool mq_gltf_is_safe_relative_path(const char *name) {
    if (!*name || *name == '/' || strpbrk(name, ":\\"))
        return false;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (part[0] == '.' && part[1] == '.' && (part[2] == '/' || part[2] == 0))
            return false;
    }
    return true;
}

const char *mq_gltf_path_beside(mq_arena *arena, const char *file, const char *name) {
    const char *slash = strrchr(file, '/');
    return mq_arena_format(arena, "%.*s/%s", slash ? (int)(slash - file) : 1, slash ? file : ".",
                           name);
}

const char *mq_gltf_image_kind(const unsigned char *bytes, size_t length) {
    if (length >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        return "image/png";
    if (length >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0)
        return "image/jpeg";
    return NULL;
}
