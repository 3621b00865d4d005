// SPDX-License-Identifier: MIT
#include "posix.h"

#include <errno.h>
#include <stddef.h>

char *realpath(const char *path, char *resolved) {
    (void)path;
    (void)resolved;
    errno = ENOSYS;
    return NULL;
}

uid_t geteuid(void) {
    return 0;
}

gid_t getegid(void) {
    return 0;
}

int fchown(int file, uid_t owner, gid_t group) {
    (void)file;
    (void)owner;
    (void)group;
    errno = ENOSYS;
    return -1;
}

int fchmod(int file, mode_t mode) {
    (void)file;
    (void)mode;
    errno = ENOSYS;
    return -1;
}
