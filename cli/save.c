// SPDX-License-Identifier: MIT
#include "save.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/folder.h"

// Makes the folders above a file. False leaves errno.
static bool make_folders(const char *path) {
    char *copy = strdup(path);
    if (!copy)
        return false;
    bool good = true;
    for (char *at = copy; good && *at; at++) {
        if (*at != '/' || at == copy)
            continue;
        *at = '\0';
        // Another thread may have made it just now.
        if (mkdir(copy, 0777) != 0 && !mq_is_folder(copy)) {
            good = false;
            errno = errno == EEXIST ? ENOTDIR : errno;
        }
        *at = '/';
    }
    int reason = errno;
    free(copy);
    errno = reason;
    return good;
}

static cli_exit report(mq_text *text, maq_status status, const char *path) {
    if (status == MAQ_CANNOT_WRITE) {
        // A closed pipe is not reported: whoever closed it knows.
        if (errno != EPIPE)
            cli_put_failure(text, path, strerror(errno));
    } else if (status != MAQ_OK) {
        cli_put_failure(text, path, maq_status_text(status));
    }
    return cli_exit_for(status);
}

cli_exit cli_save_document(mq_text *text, const maq_document *document, const char *path) {
    errno = 0;
    return report(text, make_folders(path) ? maq_save_file(document, NULL, path) : MAQ_CANNOT_WRITE,
                  path);
}

cli_exit cli_save_bytes(mq_text *text, const void *bytes, size_t length, const char *path) {
    errno = 0;
    return report(text, make_folders(path) ? mq_file_write(path, bytes, length) : MAQ_CANNOT_WRITE,
                  path);
}
