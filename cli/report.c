// SPDX-License-Identifier: MIT
#include "report.h"

#include <errno.h>
#include <string.h>

#include "base/folder.h"

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

static void write_rows(cli_report *report) {
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

void cli_report_add(cli_report *report, mq_text *row) {
    if (!report->to_file) {
        cli_write_text(CLI_STDOUT, row);
        return;
    }
    mq_text_bytes(&report->rows, row->data, row->length);
    if (row->status != MAQ_OK || report->rows.status != MAQ_OK) {
        errno = ENOMEM;
        note_failure(report);
    }
    if (report->rows.length >= BLOCK)
        write_rows(report);
    mq_text_free(row);
}

cli_exit cli_report_end(cli_report *report) {
    if (!report || !report->to_file)
        return CLI_CLEAN;
    write_rows(report);
    errno = 0;
    if (!mq_file_close_output(&report->file, report->reason == 0))
        note_failure(report);
    mq_text_free(&report->rows);
    return report->reason != 0 ? fail(report) : CLI_CLEAN;
}
