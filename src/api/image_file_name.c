// SPDX-License-Identifier: MIT
#include "api/image_file_name.h"

#include <string.h>

#include "files/files_names.h"
#include "maquette/files.h"

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

size_t mq_stem_length(const char *name) {
    const char *dot = strrchr(last_part(name), '.');
    return dot && dot != last_part(name) ? (size_t)(dot - name) : strlen(name);
}

const char *mq_image_name_for_format(const char *name, const char *format, mq_arena *arena) {
    static const struct {
        const char *format, *extension, *other;
    } rows[] = {{"png", ".png", NULL},
                {"jpeg", ".jpg", ".jpeg"},
                {"tga", ".tga", NULL},
                {"bmp", ".bmp", NULL},
                {"dds", ".dds", NULL}};
    size_t stem = mq_stem_length(name);
    const char *extension = name + stem;
    for (size_t i = 0; format && i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(format, rows[i].format) != 0)
            continue;
        if (mq_name_compare_folded(extension, strlen(extension), rows[i].extension,
                                   strlen(rows[i].extension)) == 0 ||
            (rows[i].other && mq_name_compare_folded(extension, strlen(extension), rows[i].other,
                                                     strlen(rows[i].other)) == 0))
            return name;
        return mq_arena_format(arena, "%.*s%s", (int)stem, name, rows[i].extension);
    }
    return name;
}

const char *mq_image_safe_name(const char *name, bool folders, mq_arena *arena) {
    size_t length = strlen(name);
    char *clean = mq_arena_alloc(arena, length + 1, 1, 1);
    if (!clean)
        return NULL;
    char *copy = mq_arena_text(arena, name, length);
    for (char *at = copy; at && *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f || strchr(":*?\"<>|", *at))
            *at = '_';
    }
    if (!copy || maq_files_clean_name(copy, length, clean) != MAQ_NAME_CLEAN || !*clean) {
        const char *end = copy ? last_part(copy) : "";
        return *end && strcmp(end, "..") != 0 && !strchr(end, '\\') ? end : "image";
    }
    return folders ? clean : last_part(clean);
}

const char *mq_image_numbered_name(const char *name, size_t number, mq_arena *arena) {
    size_t stem = mq_stem_length(name);
    return mq_arena_format(arena, "%.*s-%zu%s", (int)stem, name, number, name + stem);
}
