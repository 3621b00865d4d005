// SPDX-License-Identifier: MIT
//
// Sets of files in memory, for what models name beyond their own bytes.
#include "files.h"

#include <stdlib.h>

#include "reply.h"

struct web_files {
    maq_files *set;
    uint32_t users; // the caller, and the models that were opened with the set
    uint32_t count;
    maq_memory_file *items;
    char *path; // of the folder that the files are in, to print
};

static void free_items(maq_memory_file *items, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        free((void *)(uintptr_t)items[i].name);
        free((void *)(uintptr_t)items[i].bytes);
    }
    free(items);
}

maq_status web_files_new(maq_memory_file *items, uint32_t count, char *path) {
    web_reply_begin();
    web_files *files = calloc(1, sizeof *files);
    maq_status status = files ? maq_files_new(NULL, &files->set) : MAQ_NO_MEMORY;
    if (status == MAQ_OK)
        status = maq_files_add_memory(files->set, *path ? path : NULL, items, count);
    if (status == MAQ_NO_MEMORY || status == MAQ_BAD_ARGUMENT) {
        maq_files_free(files ? files->set : NULL);
        free(files);
        free_items(items, count);
        free(path);
        return status;
    }
    files->users = 1;
    files->count = count;
    files->items = items;
    files->path = path;
    web_reply_handle(files);
    return status;
}

void web_files_close(web_files *files) {
    if (--files->users > 0)
        return;
    maq_files_free(files->set);
    free_items(files->items, files->count);
    free(files->path);
    free(files);
}

const maq_files *web_files_set(const web_files *files) {
    return files->set;
}

void web_files_use(web_files *files) {
    files->users++;
}
