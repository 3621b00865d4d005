// SPDX-License-Identifier: MIT
//
// Functions of POSIX that wasi-libc lacks; included before every file of the WebAssembly build. There
// is no file system there, so that they only fail, or answer with a constant.
#ifndef WEB_POSIX_H
#define WEB_POSIX_H

#include <sys/types.h>

char *realpath(const char *path, char *resolved);
uid_t geteuid(void);
gid_t getegid(void);
int fchown(int file, uid_t owner, gid_t group);
int fchmod(int file, mode_t mode);

#endif
