// SPDX-License-Identifier: MIT
//
// The same work on many files: in parallel, with everything printed in the order of the files, a
// progress line meanwhile, and one line of counts at the end.
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "inputs.h"
#include "model.h"
#include "report.h"

// How many things a command can count for its summary.
enum { CLI_COUNTS = 5 };

// One file at work. What it prints appears when all files before it are finished.
typedef struct cli_job {
    size_t index;     // in the part of the files that is at work
    mq_text answer;   // for standard output
    mq_text messages; // for standard error
    mq_text row;      // for the report
    cli_exit code;
    bool succeeded; // the command has done with the file what it was asked to do
    uint64_t counts[CLI_COUNTS];
    // The file is not finished when work() returns: complete() of the batch does the rest.
    bool waits;
    void *data;           // the command's
    struct cli_job *next; // among those that wait, or have to be printed after one that does
} cli_job;

void cli_job_init(cli_job *job, size_t index);

// Memory is in proportion to the files at work and to those that wait, not to all files.
typedef struct cli_batch {
    const char *activity; // "checking", for the progress line
    const cli_settings *settings;
    size_t count; // of files; in the end those of all parts
    // What the files come from when they come in parts; NULL: there is one part.
    cli_inputs *inputs;
    void (*work)(void *context, cli_job *job);
    // Finishes the jobs in `waiting` that wait: when there are many, and, with `last`, after all others.
    // False: it needs more of them, and they go on waiting. NULL: no job waits.
    bool (*complete)(void *context, struct cli_batch *batch, bool last);
    // Called for each job in order, one call at a time, when it is finished. May be NULL.
    void (*finish)(void *context, cli_job *job);
    void *context;
    cli_report *report;    // NULL: none is wanted
    const char *separator; // between answers; NULL: nothing

    // What came out of it. The totals are those of the jobs that succeeded.
    cli_exit code;
    uint64_t succeeded;
    uint64_t totals[CLI_COUNTS];
    cli_job *waiting; // in order

    bool answered;   // private
    mq_arena *paths; // of the parts behind the first one
    cli_job **jobs, *last_waiting;
    size_t waiting_count, kept_bytes;
    cli_progress progress;
} cli_batch;

// Runs all jobs. False when there is no memory, which was reported.
bool cli_batch_run(cli_batch *batch);

// Prints a finished job that is not one of the files.
void cli_batch_print(cli_batch *batch, cli_job *job);

// "checked 2 files: 1 error, 0 warnings; 1 file could not be read".
typedef struct cli_summary {
    mq_text text;
    bool counted;
    bool resumable; // an interrupted run can be continued
} cli_summary;

void cli_summary_start(cli_summary *summary, const char *verb, uint64_t count, const char *one,
                       const char *many);
// One of the counts behind the colon.
void cli_summary_count(cli_summary *summary, uint64_t count, const char *one, const char *many);
// A part behind a semicolon, such as "1 file could not be read"; nothing when the count is 0.
void cli_summary_remark(cli_summary *summary, uint64_t count, const char *one, const char *many);
// Prints it, with a remark when the run was interrupted, unless the settings ask for quiet, and frees it.
void cli_summary_print(cli_summary *summary, const cli_settings *settings);

#endif
