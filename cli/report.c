// SPDX-License-Identifier: MIT
#include "report.h"

#include <errno.h>
#include <string.h>

#include "base/folder.h"

static void note_failure(cli_report *report) {
    if (report->reason == 0)
        report->reason = errno != 0 ? errno : EIO;
}

static cli_exit fail(const cli_report *report) {
    cli_error("%s: %s", report->path, mq_platform_error_text(report->reason));
    return CLI_UNWRITABLE;
}

cli_exit cli_report_begin(mq_arena *arena, const cli_arguments *arguments, cli_report **out) {
    *out = NULL;
    if (!arguments->given[CLI_OPT_REPORT])
        return CLI_CLEAN;
    cli_report *report = MQ_NEW(arena, cli_report);
    if (!report)
        return cli_no_memory();
    report->path = arguments->values[CLI_OPT_REPORT];
    if (strcmp(report->path, "-") != 0) {
        errno = 0;
        report->opened = mq_make_folders(report->path, NULL) &&
                         mq_platform_open(report->path, MQ_PLATFORM_CREATE_EMPTY, &report->file);
        if (!report->opened) {
            note_failure(report);
            return fail(report);
        }
    }
    *out = report;
    return CLI_CLEAN;
}

// Writes all of it. False leaves errno.
static bool write_row(const cli_report *report, const char *bytes, size_t length) {
    while (length > 0) {
        ptrdiff_t put = mq_platform_write(report->file, bytes, length);
        if (put < 0)
            return false;
        bytes += put;
        length -= (size_t)put;
    }
    return true;
}

void cli_report_add(cli_report *report, mq_text *row) {
    errno = 0;
    if (!report->opened) {
        cli_write_text(CLI_STDOUT, row);
        return;
    }
    if (row->status != MAQ_OK)
        errno = ENOMEM;
    if (row->status != MAQ_OK || !write_row(report, row->data, row->length))
        note_failure(report);
    mq_text_free(row);
}

cli_exit cli_report_end(cli_report *report) {
    if (!report || !report->opened)
        return CLI_CLEAN;
    errno = 0;
    if (!mq_platform_close(report->file))
        note_failure(report);
    return report->reason != 0 ? fail(report) : CLI_CLEAN;
}
