// SPDX-License-Identifier: MIT
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/folder.h"

static void note_failure(cli_report *report) {
    if (report->reason == 0)
        report->reason = errno != 0 ? errno : EIO;
}

static cli_exit fail(const cli_report *report) {
    cli_error("%s: %s", report->path, strerror(report->reason));
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
        if (mq_make_folders(report->path, NULL))
            report->stream = fopen(report->path, "wb");
        if (!report->stream) {
            note_failure(report);
            return fail(report);
        }
    }
    *out = report;
    return CLI_CLEAN;
}

void cli_report_add(cli_report *report, mq_text *row) {
    errno = 0;
    if (!report->stream) {
        cli_write_text(CLI_STDOUT, row);
        return;
    }
    if (row->status != MAQ_OK)
        errno = ENOMEM;
    if (row->status != MAQ_OK || fwrite(row->data, 1, row->length, report->stream) != row->length)
        note_failure(report);
    mq_text_free(row);
}

cli_exit cli_report_end(cli_report *report) {
    if (!report || !report->stream)
        return CLI_CLEAN;
    errno = 0;
    if (fclose(report->stream) != 0)
        note_failure(report);
    return report->reason != 0 ? fail(report) : CLI_CLEAN;
}
