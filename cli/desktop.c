// SPDX-License-Identifier: MIT
#include "desktop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/folder.h"

enum { LONGEST_PATH = 4096 };

const char *cli_executable_folder(mq_arena *arena) {
    char path[LONGEST_PATH];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length <= 0 || (size_t)length == sizeof path)
        return NULL;
    while (length > 1 && path[length - 1] != '/')
        length--;
    return mq_arena_text(arena, path, (size_t)length);
}

const char *cli_temporary_page(mq_arena *arena) {
    static const char extension[] = ".html";
    const char *folder = getenv("TMPDIR");
    char *path = mq_path_join(arena, folder && *folder ? folder : "/tmp", "maquette-XXXXXX.html");
    int file = path ? mkstemps(path, (int)sizeof extension - 1) : -1;
    if (file < 0)
        return NULL;
    close(file);
    return path;
}

// The streams of the program are closed, as its messages would mix with ours. It does not get the signals
// of our terminal, and has the usual reaction to a closed pipe.
static int spawn(char *const arguments[]) {
    extern char **environ;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    pid_t child;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    for (int stream = 0; !failed && stream <= 2; stream++)
        failed = posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    if (!failed && (failed = posix_spawnattr_init(&attributes)) == 0) {
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
        failed = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

bool cli_open_on_desktop(const char *path) {
    char program[] = "xdg-open";
    // A whole path: a name that begins with a dash would be an option.
    char *whole = realpath(path, NULL);
    if (!whole)
        return false;
    char *const arguments[] = {program, whole, NULL};
    errno = spawn(arguments);
    bool started = errno == 0;
    free(whole);
    return started;
}
