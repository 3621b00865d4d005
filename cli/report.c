// SPDX-License-Identifier: MIT
#include "report.h"

#include <errno.h>
#include <string.h>

#include "base/folder.h"
#include "base/sort.h"

// Rows are written in blocks of this size.
enum { BLOCK = 1 << 16 };

static void note_failure(cli_report *report) {
    if (report->reason == 0)
        report->reason = errno != 0 ? errno : EIO;
}

static cli_exit fail(const cli_report *report) {
    cli_error("%s: %s", report->path, mq_platform_error_text(report->reason));
    return CLI_UNWRITABLE;
}

static void write_block(cli_report *report) {
    errno = 0;
    if (report->reason == 0 &&
        !mq_file_write_part(&report->file, report->rows.data, report->rows.length))
        note_failure(report);
    report->rows.length = 0;
}

cli_exit cli_report_begin(mq_arena *arena, const cli_arguments *arguments, cli_report **out) {
    *out = NULL;
    if (!arguments->given[CLI_OPT_REPORT])
        return CLI_CLEAN;
    cli_report *report = MQ_NEW(arena, cli_report);
    if (!report)
        return cli_no_memory();
    report->arena = arena;
    report->path = arguments->values[CLI_OPT_REPORT];
    report->to_file = strcmp(report->path, "-") != 0;
    mq_text_init(&report->rows, NULL);
    errno = 0;
    if (report->to_file && (!mq_make_folders(report->path, NULL) ||
                            !mq_file_open_output(&report->file, report->path))) {
        note_failure(report);
        return fail(report);
    }
    cli_finish_on_interrupt();
    *out = report;
    return CLI_CLEAN;
}

static void write_rows(cli_report *report, mq_text *rows) {
    if (!report->to_file) {
        cli_write_text(CLI_STDOUT, rows);
        return;
    }
    mq_text_bytes(&report->rows, rows->data, rows->length);
    if (rows->status != MAQ_OK || report->rows.status != MAQ_OK) {
        errno = ENOMEM;
        note_failure(report);
    }
    if (report->rows.length >= BLOCK)
        write_block(report);
    mq_text_free(rows);
}

// Several rows can come at once.
void cli_report_hold(cli_report *report, mq_text *rows) {
    mq_text_char(rows, '\0');
    bool good = rows->status == MAQ_OK;
    for (const char *row = rows->data, *end; good && *row; row = end) {
        end = strchr(row, '\n') + 1;
        char **held = mq_arena_grow(report->arena, report->held, &report->held_capacity,
                                    report->held_count, sizeof *held);
        char *text = held ? mq_arena_text(report->arena, row, (size_t)(end - row)) : NULL;
        good = text != NULL;
        if (good) {
            report->held = held;
            held[report->held_count++] = text;
        }
    }
    mq_text_free(rows);
    if (!good) {
        errno = ENOMEM;
        note_failure(report);
    }
}

static int compare_rows(const void *a, const void *b, const void *context) {
    (void)context;
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Puts the held rows that come before this one; NULL: all of them.
static void put_held(cli_report *report, const char *next, mq_text *out) {
    if (report->held_written == 0 && report->held_count > 1) {
        char **sorted = mq_sort_in(report->arena, report->held, report->held_count,
                                   sizeof *report->held, compare_rows, NULL);
        if (!sorted) {
            out->status = MAQ_NO_MEMORY;
            return;
        }
        report->held = sorted;
    }
    for (; report->held_written < report->held_count; report->held_written++) {
        const char *held = report->held[report->held_written];
        size_t length = strlen(held);
        // Each has a line break at its end, and none before it.
        if (next && strncmp(held, next, length) > 0)
            return;
        mq_text_bytes(out, held, length);
    }
}

void cli_report_add(cli_report *report, mq_text *rows) {
    if (report->holds_all) {
        cli_report_hold(report, rows);
        return;
    }
    if (report->held_written == report->held_count) {
        write_rows(report, rows);
        return;
    }
    mq_text merged;
    mq_text_init(&merged, NULL);
    merged.status = rows->status;
    mq_text_char(rows, '\0');
    for (const char *row = rows->data, *end; rows->status == MAQ_OK && *row; row = end) {
        end = strchr(row, '\n') + 1;
        put_held(report, row, &merged);
        mq_text_bytes(&merged, row, (size_t)(end - row));
    }
    mq_text_free(rows);
    write_rows(report, &merged);
}

cli_exit cli_report_end(cli_report *report) {
    if (!report)
        return CLI_CLEAN;
    mq_text held;
    mq_text_init(&held, NULL);
    put_held(report, NULL, &held);
    write_rows(report, &held);
    if (!report->to_file)
        return report->reason != 0 ? fail(report) : CLI_CLEAN;
    write_block(report);
    errno = 0;
    if (!mq_file_close_output(&report->file, report->reason == 0))
        note_failure(report);
    mq_text_free(&report->rows);
    return report->reason != 0 ? fail(report) : CLI_CLEAN;
}
