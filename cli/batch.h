// SPDX-License-Identifier: MIT
//
// The same work on many files: in parallel, with everything printed in the order of the files, a
// progress line meanwhile, and one line of counts at the end.
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "model.h"

// How many things a command can count for its summary.
enum { CLI_COUNTS = 4 };

// One file at work. What it prints appears when all files before it are finished.
typedef struct cli_job {
    size_t index;
    mq_text answer;   // for standard output
    mq_text messages; // for standard error
    cli_exit code;
    bool started;   // false: an interruption came first
    bool succeeded; // the command has done with the file what it was asked to do
    uint64_t counts[CLI_COUNTS];
} cli_job;

typedef struct cli_batch {
    const char *activity; // "checking", for the progress line
    const cli_settings *settings;
    size_t count; // of files
    void (*work)(void *context, cli_job *job);
    void *context;
    bool separate_answers; // an empty line between them

    // What came out of it. The totals are those of the jobs that succeeded.
    cli_job *jobs;
    cli_exit code;
    uint64_t succeeded;
    uint64_t totals[CLI_COUNTS];

    bool answered; // private
    cli_progress progress;
} cli_batch;

// Runs all jobs. False when there is no memory, which was reported.
bool cli_batch_run(mq_arena *arena, cli_batch *batch);

// "checked 2 files: 1 error, 0 warnings; 1 file could not be read".
typedef struct cli_summary {
    mq_text text;
    bool counted;
} cli_summary;

void cli_summary_start(cli_summary *summary, const char *verb, uint64_t count, const char *one,
                       const char *many);
// One of the counts behind the colon.
void cli_summary_count(cli_summary *summary, uint64_t count, const char *one, const char *many);
// A part behind a semicolon, such as "1 file could not be read"; nothing when the count is 0.
void cli_summary_remark(cli_summary *summary, uint64_t count, const char *one, const char *many);
// Prints it, unless the settings ask for quiet, and frees it.
void cli_summary_print(cli_summary *summary, const cli_settings *settings);

#endif
