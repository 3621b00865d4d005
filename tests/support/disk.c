// SPDX-License-Identifier: MIT
#include "support/disk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char disk[64];

int disk_begin(void **state) {
    (void)state;
    strcpy(disk, "/tmp/maquette-test-XXXXXX");
    return mkdtemp(disk) ? 0 : -1;
}

int disk_end(void **state) {
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "chmod -R u+rwx %s && rm -rf %s", disk, disk);
    return system(command);
}

const char *on_disk(const char *name) {
    static char paths[8][512];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s%s%s", disk, *name ? "/" : "", name);
    return path;
}

static void make_folders(char *path) {
    for (char *slash = path + strlen(disk); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static const char *with_folders(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", disk, name);
    make_folders(path);
    return path;
}

void put_bytes(const char *name, const void *bytes, size_t length) {
    FILE *file = fopen(with_folders(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

void put_file(const char *name, const char *text) {
    put_bytes(name, text, strlen(text));
}

void put_folder(const char *name) {
    assert_int_equal(mkdir(with_folders(name), 0777), 0);
}

void put_link(const char *name, const char *target) {
    assert_int_equal(symlink(target, with_folders(name)), 0);
}

void put_pipe(const char *name) {
    assert_int_equal(mkfifo(with_folders(name), 0666), 0);
}
