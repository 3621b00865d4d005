// SPDX-License-Identifier: MIT
//
// What the tests use of POSIX and mingw-w64 lacks. The Windows build includes it before each test. A
// test that needs what Windows, or Wine, does not have is skipped, with the reason.
#ifndef TESTS_WINDOWS_POSIX_H
#define TESTS_WINDOWS_POSIX_H

#include <dirent.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

// Names of their own, so that those of mingw-w64 stay as they are.
#define mkdir(path, mode) windows_mkdir((path), (mode))
#define setenv(name, value, overwrite) windows_setenv((name), (value), (overwrite))
#define unsetenv(name) windows_setenv((name), "", 1)
#define system(command) windows_system(command)

int windows_mkdir(const char *path, int mode);
int windows_setenv(const char *name, const char *value, int overwrite);
char *mkdtemp(char *form);
int geteuid(void);
int seteuid(int user);
char *strdup(const char *text);
char *strndup(const char *text, size_t length);
char *realpath(const char *path, char *resolved);
int scandir(const char *path, struct dirent ***entries, int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **a, const struct dirent **b);

// Removing folders is the one thing that tests use a shell for: "rm -rf FOLDER".
int windows_system(const char *command);

// Nothing is a link.
#define lstat(path, description) stat((path), (description))
#define S_ISLNK(mode) ((void)(mode), 0)

// Each skips the test.
int symlink(const char *target, const char *path);
int link(const char *target, const char *path);
#define umask(mask) windows_umask(mask)
int windows_umask(int mask);
int mkfifo(const char *path, int mode);
#undef popen
#define popen(command, mode) windows_popen((command), (mode))
FILE *windows_popen(const char *command, const char *mode);

#endif
