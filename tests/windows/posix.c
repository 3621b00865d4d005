// SPDX-License-Identifier: MIT
#include "posix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <iconv.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cmocka.h>

#undef mkdir
#undef system

static int skip_for(const char *reason) {
    print_message("skipped: Windows, or Wine, has no %s\n", reason);
    skip();
    return -1;
}

int symlink(const char *target, const char *path) {
    (void)target;
    (void)path;
    return skip_for("symbolic links");
}

int link(const char *target, const char *path) {
    (void)target;
    (void)path;
    return skip_for("hard links");
}

int mkfifo(const char *path, int mode) {
    (void)path;
    (void)mode;
    return skip_for("pipes in folders");
}

int windows_umask(int mask) {
    (void)mask;
    return skip_for("permissions of Unix");
}

int socket(int domain, int type, int protocol) {
    (void)domain;
    (void)type;
    (void)protocol;
    return skip_for("sockets in folders");
}

int bind(int socket, const struct sockaddr *address, unsigned length) {
    (void)socket;
    (void)address;
    (void)length;
    return skip_for("sockets in folders");
}

FILE *windows_popen(const char *command, const char *mode) {
    (void)command;
    (void)mode;
    skip_for("programs of Unix");
    return NULL;
}

pid_t fork(void) {
    return skip_for("fork()");
}

pid_t waitpid(pid_t child, int *result, int options) {
    (void)child;
    (void)result;
    (void)options;
    return skip_for("fork()");
}

int setrlimit(int resource, const struct rlimit *limit) {
    (void)resource;
    (void)limit;
    return skip_for("limits of processes");
}

iconv_t iconv_open(const char *to, const char *from) {
    (void)to;
    (void)from;
    skip_for("iconv()");
    return NULL;
}

size_t iconv(iconv_t converter, char **from, size_t *left, char **to, size_t *capacity) {
    (void)converter;
    (void)from;
    (void)left;
    (void)to;
    (void)capacity;
    return (size_t)-1;
}

int iconv_close(iconv_t converter) {
    (void)converter;
    return 0;
}

int windows_mkdir(const char *path, int mode) {
    (void)mode;
    return mkdir(path);
}

int windows_setenv(const char *name, const char *value, int overwrite) {
    (void)overwrite;
    return _putenv_s(name, value);
}

// Permissions do not keep the administrator, who runs the tests, out.
int geteuid(void) {
    return 0;
}

int seteuid(int user) {
    (void)user;
    return skip_for("users of Unix");
}

char *strdup(const char *text) {
    return _strdup(text);
}

char *strndup(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy) {
        strncpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *realpath(const char *path, char *resolved) {
    char *whole = _fullpath(resolved, path, 4096);
    for (char *at = whole; at && *at; at++) {
        if (*at == '\\')
            *at = '/';
    }
    return whole;
}

char *mkdtemp(char *form) {
    static unsigned next;
    char *end = form + strlen(form) - 6;
    for (int attempt = 0; attempt < 1000; attempt++) {
        snprintf(end, 7, "%06x", ((unsigned)_getpid() * 4096u + next++) & 0xffffffu);
        if (mkdir(form) == 0)
            return form;
    }
    return NULL;
}

int alphasort(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

int scandir(const char *path, struct dirent ***entries, int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
    DIR *stream = opendir(path);
    size_t count = 0;
    *entries = NULL;
    if (!stream)
        return -1;
    for (const struct dirent *entry; (entry = readdir(stream));) {
        if (filter && !filter(entry))
            continue;
        *entries = realloc(*entries, (count + 1) * sizeof **entries);
        (*entries)[count] = malloc(sizeof *entry);
        *(*entries)[count++] = *entry;
    }
    closedir(stream);
    typedef int (*comparison)(const void *, const void *);
    if (count > 0)
        qsort(*entries, count, sizeof **entries, (comparison)(void (*)(void))compare);
    return (int)count;
}

static void remove_all(const char *path) {
    DIR *stream = opendir(path);
    if (!stream) {
        _chmod(path, _S_IREAD | _S_IWRITE);
        remove(path);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(stream));) {
        char below[1024];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        remove_all(below);
    }
    closedir(stream);
    rmdir(path);
}

int windows_system(const char *command) {
    const char *folder = strstr(command, "rm -rf ");
    if (!folder)
        return -1;
    remove_all(folder + strlen("rm -rf "));
    return 0;
}
