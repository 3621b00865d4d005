// SPDX-License-Identifier: MIT
//
// Runs a fuzz target over files and folders, without libFuzzer: any compiler, any sanitizer.
//
//     replay_<name> PATH...      folders are walked; a path that does not exist is passed over
//
// Names the file in hand before a crash takes the program down (on stderr, by a signal handler that
// only calls write()), and fails when there was nothing to replay.
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char current[4096];
static unsigned long files_done;
static unsigned long files_unreadable;

static void say(const char *text) {
    // Nothing can be done about a failing write here.
    if (write(STDERR_FILENO, text, strlen(text)) < 0) {
        return;
    }
}

static void on_crash(int signal_number) {
    say("replay: crash in ");
    say(current);
    say("\n");
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// Sanitizers end the program by exit(), not by a signal.
static void on_exit_early(void) {
    if (current[0] != '\0') {
        say("replay: ended in ");
        say(current);
        say("\n");
    }
}

static void replay_file(const char *path, size_t size) {
    FILE *file = fopen(path, "rb");
    // Exactly as long as the file, so that a read past its end is seen; malloc(0) may be NULL.
    uint8_t *data = malloc(size > 0 ? size : 1);
    if (file == NULL || data == NULL || fread(data, 1, size, file) != size) {
        fprintf(stderr, "replay: cannot read %s\n", path);
        files_unreadable++;
    } else {
        snprintf(current, sizeof current, "%s", path);
        LLVMFuzzerTestOneInput(data, size);
        current[0] = '\0';
        files_done++;
    }
    free(data);
    if (file != NULL) {
        fclose(file);
    }
}

static void replay_path(const char *path);

static void replay_folder(const char *path) {
    struct dirent **entries;
    // Sorted: the same order on every machine.
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        fprintf(stderr, "replay: cannot read %s: %s\n", path, strerror(errno));
        files_unreadable++;
        return;
    }
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char child[4096];
        int length = snprintf(child, sizeof child, "%s/%s", path, name);
        if (name[0] != '.' && length > 0 && (size_t)length < sizeof child) {
            replay_path(child);
        }
        free(entries[i]);
    }
    free(entries);
}

static void replay_path(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return;
    }
    if (S_ISDIR(status.st_mode)) {
        replay_folder(path);
    } else if (S_ISREG(status.st_mode)) {
        replay_file(path, (size_t)status.st_size);
    }
}

int main(int argc, char **argv) {
    const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        // A sanitizer that has its own, better report for a signal keeps it.
        void (*previous)(int) = signal(signals[i], on_crash);
        if (previous != SIG_DFL) {
            signal(signals[i], previous);
        }
    }
    atexit(on_exit_early);
    for (int i = 1; i < argc; i++) {
        replay_path(argv[i]);
    }
    printf("replayed %lu files\n", files_done);
    if (files_done == 0) {
        fprintf(stderr, "replay: no file to replay\n");
    }
    return files_done > 0 && files_unreadable == 0 ? 0 : 1;
}
