// SPDX-License-Identifier: MIT
//
// No operating system, as in a browser: there are no files, no folders, no terminal and one thread.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"

static bool refuse(void) {
    errno = ENOSYS;
    return false;
}

void mq_platform_use_slashes(char *path) {
    (void)path;
}

size_t mq_platform_root_length(const char *path) {
    return path[0] == '/' ? 1 : 0;
}

char *mq_platform_real_path(mq_arena *arena, const char *path) {
    (void)arena;
    (void)path;
    refuse();
    return NULL;
}

bool mq_platform_path_info(const char *path, mq_platform_info *out) {
    (void)path;
    (void)out;
    errno = ENOENT;
    return false;
}

bool mq_platform_link_info(const char *path, mq_platform_info *out) {
    return mq_platform_path_info(path, out);
}

bool mq_platform_open(const char *path, mq_platform_mode mode, mq_platform_file *out) {
    (void)path;
    (void)mode;
    (void)out;
    errno = ENOENT;
    return false;
}

mq_platform_file mq_platform_standard(int number) {
    return (mq_platform_file){.handle = number};
}

bool mq_platform_close(mq_platform_file file) {
    (void)file;
    return refuse();
}

bool mq_platform_file_info(mq_platform_file file, mq_platform_info *out) {
    (void)file;
    (void)out;
    return refuse();
}

ptrdiff_t mq_platform_read(mq_platform_file file, void *bytes, size_t size) {
    (void)file;
    (void)bytes;
    (void)size;
    refuse();
    return -1;
}

ptrdiff_t mq_platform_read_at(mq_platform_file file, uint64_t offset, void *bytes, size_t size) {
    (void)offset;
    return mq_platform_read(file, bytes, size);
}

ptrdiff_t mq_platform_write(mq_platform_file file, const void *bytes, size_t size) {
    (void)file;
    (void)bytes;
    (void)size;
    refuse();
    return -1;
}

void mq_platform_await(mq_platform_file file) {
    (void)file;
}

bool mq_platform_rewind(mq_platform_file file) {
    (void)file;
    return refuse();
}

bool mq_platform_sync(mq_platform_file file) {
    (void)file;
    return refuse();
}

void mq_platform_sync_folder(const char *path) {
    (void)path;
}

bool mq_platform_may_replace(const char *path) {
    (void)path;
    return refuse();
}

bool mq_platform_copy_permissions(const char *from, mq_platform_file to) {
    (void)from;
    (void)to;
    return refuse();
}

bool mq_platform_rename(const char *from, const char *to) {
    (void)from;
    (void)to;
    return refuse();
}

bool mq_platform_rename_new(const char *from, const char *to) {
    (void)from;
    (void)to;
    return refuse();
}

bool mq_platform_remove(const char *path) {
    (void)path;
    return refuse();
}

bool mq_platform_make_folder(const char *path) {
    (void)path;
    return refuse();
}

bool mq_platform_list_folder(const char *path,
                             bool (*entry)(void *context, const char *name, mq_platform_kind kind),
                             void *context) {
    (void)path;
    (void)entry;
    (void)context;
    errno = ENOENT;
    return false;
}

void *mq_platform_allocate(size_t bytes) {
    return malloc(bytes);
}

void mq_platform_free(void *block, size_t bytes) {
    (void)bytes;
    free(block);
}

unsigned mq_platform_cores(void) {
    return 1;
}

int64_t mq_platform_milliseconds(void) {
    return 0;
}

uint64_t mq_platform_unique_number(void) {
    return 0;
}

const char *mq_platform_error_text(int reason) {
    return strerror(reason);
}

bool mq_platform_open_in_browser(const char *path) {
    (void)path;
    return refuse();
}

bool mq_platform_start(void) {
    return true;
}

char **mq_platform_arguments(mq_arena *arena, int *count, char **arguments) {
    (void)arena;
    (void)count;
    return arguments;
}

char *mq_platform_executable(mq_arena *arena) {
    return mq_platform_real_path(arena, "");
}

char *mq_platform_temporary_folder(mq_arena *arena) {
    return mq_arena_text(arena, ".", 1);
}

bool mq_platform_is_terminal(int number) {
    (void)number;
    return false;
}

void mq_platform_handle_interrupts(void (*handler)(int number)) {
    (void)handler;
}

void mq_platform_end_by_interrupt(int number) {
    (void)number;
}
