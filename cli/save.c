// SPDX-License-Identifier: MIT
#include "save.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/platform.h"

static const char *why_not_saved(mq_arena *arena, const maq_memory *memory, maq_status status,
                                 int reason) {
    if (status == MAQ_OK)
        return NULL;
    if (status != MAQ_CANNOT_WRITE)
        return cli_status_text(arena, memory, status);
    // A closed pipe is not reported: whoever closed it knows.
    return reason == EPIPE ? NULL : mq_platform_error_text(reason);
}

cli_exit cli_save_document(mq_arena *arena, const maq_document *document, const maq_memory *memory,
                           const char *path, cli_saved_images *images, const char **failure) {
    errno = 0;
    maq_status status = MAQ_CANNOT_WRITE;
    mq_arena *scratch = mq_arena_new(NULL);
    if (mq_make_folders(path, NULL)) {
        const bool *existed = NULL;
        // Only the model itself goes to standard output.
        if (scratch && strcmp(path, "-") != 0)
            existed = cli_saved_images_find(document, path, scratch);
        status = maq_save_file(document, memory, path);
        if (status == MAQ_OK && existed)
            cli_saved_images_add(images, document, path, existed);
    }
    int reason = errno;
    *failure = why_not_saved(arena, memory, status, reason);
    mq_arena_free(scratch);
    errno = reason;
    return cli_exit_for(status);
}

cli_exit cli_save_bytes(mq_text *text, const void *bytes, size_t length, const char *path) {
    errno = 0;
    maq_status status = MAQ_CANNOT_WRITE;
    if (mq_make_folders(path, NULL))
        status = mq_file_write(path, bytes, length);
    const char *failure = why_not_saved(NULL, NULL, status, errno);
    if (failure)
        cli_put_failure(text, path, failure);
    return cli_exit_for(status);
}
