// SPDX-License-Identifier: MIT
#include "save.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/platform.h"

static cli_exit report(mq_text *text, const maq_memory *memory, maq_status status,
                       const char *path) {
    if (status == MAQ_CANNOT_WRITE) {
        // A closed pipe is not reported: whoever closed it knows.
        if (errno != EPIPE)
            cli_put_failure(text, path, mq_platform_error_text(errno));
    } else if (status != MAQ_OK) {
        cli_put_status(text, path, memory, status);
    }
    return cli_exit_for(status);
}

cli_exit cli_save_document(mq_text *text, const maq_document *document, const maq_memory *memory,
                           const char *path, cli_saved_images *images) {
    errno = 0;
    maq_status status = MAQ_CANNOT_WRITE;
    mq_arena *arena = mq_arena_new(NULL);
    if (mq_make_folders(path, NULL)) {
        const bool *existed = NULL;
        // Only the model itself goes to standard output.
        if (arena && strcmp(path, "-") != 0)
            existed = cli_saved_images_find(document, path, arena);
        status = maq_save_file(document, memory, path);
        if (status == MAQ_OK && existed)
            cli_saved_images_add(images, document, path, existed);
    }
    int reason = errno;
    cli_exit code = report(text, memory, status, path);
    mq_arena_free(arena);
    errno = reason;
    return code;
}

cli_exit cli_save_bytes(mq_text *text, const void *bytes, size_t length, const char *path) {
    errno = 0;
    maq_status status = MAQ_CANNOT_WRITE;
    if (mq_make_folders(path, NULL))
        status = mq_file_write(path, bytes, length);
    return report(text, NULL, status, path);
}
