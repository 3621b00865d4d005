// SPDX-License-Identifier: MIT
//
// Paths of the system that lead into archives.
#include <string.h>

#include "files/files_priv.h"

static bool begins_as_archive(const char *path) {
    mq_disk_file file;
    char bytes[4];
    if (mq_disk_open(path, true, &file) != MAQ_OK)
        return false;
    bool read = mq_disk_read(&file, 0, bytes, sizeof bytes);
    mq_disk_close(&file);
    return read && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
}

static bool is_archive(const char *path) {
    static const char *const endings[] = {".wz", ".zip", ".pk3", ".dpk"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++) {
        if (mq_name_compare_folded(dot, strlen(dot), endings[i], strlen(endings[i])) == 0)
            return true;
    }
    return begins_as_archive(path);
}

bool maq_files_split_path(const char *path, size_t *archive_length) {
    enum { LONGEST = 4096 }; // systems refuse longer ones
    char part[LONGEST];
    size_t length = path ? strlen(path) : 0;
    if (length == 0 || length >= sizeof part || !archive_length)
        return false;
    memcpy(part, path, length + 1);
    mq_platform_use_slashes(part);
    // The longest beginning that is there decides.
    while (length > 0) {
        part[length] = '\0';
        mq_platform_info info;
        // Windows takes "base.wz/x/.." for "base.wz".
        bool parent = length >= 3 && memcmp(part + length - 3, "/..", 3) == 0;
        bool exists = !parent && mq_platform_path_info(part, &info);
        if (exists && info.kind == MQ_PLATFORM_FILE && is_archive(part)) {
            *archive_length = length;
            return true;
        }
        if (exists)
            return false;
        while (length > 0 && part[length - 1] != '/')
            length--;
        while (length > 0 && part[length - 1] == '/')
            length--;
    }
    return false;
}
