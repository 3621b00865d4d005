// SPDX-License-Identifier: MIT
//
// The page of the viewer with files inside: every file is an element with its bytes in base64, so that
// nothing in a file can be taken for HTML. The element before them lists their names.
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "base/value.h"
#include "output.h"

typedef struct cli_page {
    mq_arena *arena;
    const char *viewer; // the page without files
    size_t viewer_length;
    size_t embedded; // the offset in it where files go
    mq_node *list;   // {"files": [name, ...], "show": [{"name": ..., "at": ...}, ...]}
    mq_node *names, *shown;
    mq_text files;
} cli_page;

// Reads the page of the viewer, which lies beside the executable or where it is installed. CLI_CLEAN, or
// another code after a message. cli_page_end() ends it in any case.
cli_exit cli_page_start(mq_arena *arena, cli_page *page);

// Adds a file. The viewer finds what models name by these names.
void cli_page_add(cli_page *page, const char *name, const void *bytes, size_t length);

// The viewer shows these files first, joined into one model: each call adds one. `at` is NULL or where it
// is attached. Without a call, it shows the only model or the gallery.
void cli_page_show(cli_page *page, const char *name, const char *at);

// Puts the whole page; a page that ran out of memory makes the text fail.
void cli_page_put(cli_page *page, mq_text *text);

void cli_page_end(cli_page *page);

#endif
