// SPDX-License-Identifier: MIT
//
// The file of --report: JSON lines, one for each model and for each other file with findings, sorted as
// `LC_ALL=C sort` sorts them. So the reports of several runs are merged by sorting all their lines.
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "base/file.h"
#include "options.h"
#include "output.h"

typedef struct cli_report {
    const char *path; // "-": standard output
    bool to_file;     // it is another path
    mq_file_output file;
    mq_text rows; // that are to be written
    int reason;   // errno of the first failure; 0: there was none
    // Rows that wait for their place among the others, each with a NUL behind it.
    mq_arena *arena;
    char **held;
    size_t held_count, held_capacity, held_written;
    bool holds_all; // until the end
} cli_report;

// Begins the report that --report names, before anything else is done: a path that cannot be written is a
// message and CLI_UNWRITABLE. `*out` is NULL when no report is wanted. From here on, the first Ctrl-C ends
// the run with a report of the models so far. A run that is killed leaves an old report as it was.
cli_exit cli_report_begin(mq_arena *arena, const cli_arguments *arguments, cli_report **out);

// Adds rows, lines of JSON, and frees the text. The caller adds rows in their order: inputs are sorted
// by cli_inputs_sort() for that. A text that ran out of memory is reported as an error.
void cli_report_add(cli_report *report, mq_text *rows);

// Adds rows that belong between those of models: before these, or to a report that holds all rows.
void cli_report_hold(cli_report *report, mq_text *rows);

// Ends it; NULL is allowed. CLI_UNWRITABLE after a message when not all of it could be written.
cli_exit cli_report_end(cli_report *report);

#endif
