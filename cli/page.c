// SPDX-License-Identifier: MIT
#include "page.h"

#include <errno.h>
#include <string.h>

#include "base/base64.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/platform.h"

// Where the viewer's page has its list of files, and what each file is wrapped in.
#define LIST_START "<script type=\"application/octet-stream\" id=\"embedded\">"
#define FILE_START "</script>\n<script type=\"application/octet-stream\" class=\"embedded\">"

// Installed; in the tree of a build (build/release/maquette, build/viewer.html); beside the program.
static const char *const locations[] = {"../share/maquette/viewer.html", "../viewer.html",
                                        "viewer.html"};

static maq_status read_viewer(cli_page *page, const char **path) {
    const char *program = mq_platform_executable(page->arena);
    const char *slash = program ? strrchr(program, '/') : NULL;
    const char *folder =
        slash ? mq_arena_text(page->arena, program, (size_t)(slash - program) + 1) : NULL;
    maq_status status = MAQ_CANNOT_READ;
    *path = locations[0];
    errno = ENOENT;
    for (size_t i = 0; folder && i < sizeof locations / sizeof *locations; i++) {
        *path = mq_path_join(page->arena, folder, locations[i]);
        if (!*path)
            return MAQ_NO_MEMORY;
        status = mq_file_read(page->arena, *path, &page->viewer, &page->viewer_length);
        if (status != MAQ_CANNOT_READ || errno != ENOENT)
            break;
    }
    return status;
}

static bool find_list(cli_page *page) {
    const char *start = strstr(page->viewer, LIST_START);
    if (start)
        page->embedded = (size_t)(start - page->viewer) + strlen(LIST_START);
    return start != NULL;
}

cli_exit cli_page_start(mq_arena *arena, cli_page *page) {
    *page = (cli_page){.arena = arena};
    mq_text_init(&page->files, NULL);
    const char *path;
    maq_status status = read_viewer(page, &path);
    if (status == MAQ_CANNOT_READ && errno == ENOENT) {
        cli_error("the page of the viewer is not installed: 'make web' in the sources builds it, "
                  "and 'make install' installs it with the command");
        return CLI_WRONG_USAGE;
    }
    if (status != MAQ_OK) {
        cli_error("%s: %s", path ? path : "viewer.html",
                  status == MAQ_CANNOT_READ ? mq_platform_error_text(errno)
                                            : maq_status_text(status));
        return CLI_UNREADABLE;
    }
    if (!find_list(page)) {
        cli_error("%s: this is not the page of the viewer, or that of another version", path);
        return CLI_UNREADABLE;
    }
    page->list = mq_value_root(arena, MAQ_VALUE_OBJECT);
    page->names = mq_put_array(page->list, "files");
    page->shown = mq_put_array(page->list, "show");
    return CLI_CLEAN;
}

void cli_page_add(cli_page *page, const char *name, const void *bytes, size_t length) {
    mq_put_text(page->names, NULL, name);
    mq_text_string(&page->files, FILE_START);
    mq_base64_write(&page->files, bytes, length);
}

void cli_page_show(cli_page *page, const char *name, const char *at) {
    mq_node *part = mq_put_object(page->shown, NULL);
    mq_put_text(part, "name", name);
    mq_put_text(part, "at", at);
}

void cli_page_put(cli_page *page, mq_text *text) {
    mq_text list;
    mq_text_init(&list, NULL);
    if (page->list)
        mq_json_value(&list, mq_node_value(page->list));
    mq_text_bytes(text, page->viewer, page->embedded);
    mq_base64_write(text, list.data, list.length);
    mq_text_bytes(text, page->files.data, page->files.length);
    mq_text_bytes(text, page->viewer + page->embedded, page->viewer_length - page->embedded);
    maq_status made = mq_arena_status(page->arena);
    if (text->status == MAQ_OK)
        text->status = made != MAQ_OK          ? made
                       : list.status != MAQ_OK ? list.status
                                               : page->files.status;
    mq_text_free(&list);
}

void cli_page_end(cli_page *page) {
    mq_text_free(&page->files);
}
