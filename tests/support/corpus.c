// SPDX-License-Identifier: MIT
#include "support/corpus.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static int ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), ending_length = strlen(ending);
    return length > ending_length && strcmp(text + length - ending_length, ending) == 0;
}

size_t walk_files(const char *folder, const char *ending, visit_file function, void *context) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    size_t visited = 0;
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && stat(path, &status) == 0) {
            if (S_ISDIR(status.st_mode)) {
                visited += walk_files(path, ending, function, context);
            } else if (ends_with(path, ending)) {
                function(path, context);
                visited++;
            }
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return visited;
}

void walk_corpus(const char *folder, const char *ending, visit_file function, void *context) {
    const char *corpus = getenv("MAQUETTE_CORPUS");
    char path[2048];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", corpus ? corpus : "../shared/corpus", folder);
    if (stat(path, &status) != 0) {
        print_message("skipped: no corpus at %s\n", path);
        skip();
    }
    size_t visited = walk_files(path, ending, function, context);
    print_message("%zu files in %s\n", visited, folder);
    assert_true(visited > 0);
}
