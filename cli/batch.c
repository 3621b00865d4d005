// SPDX-License-Identifier: MIT
#include "batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "subjects.h"

void cli_job_init(cli_job *job, size_t index) {
    *job = (cli_job){.index = index};
    mq_text_init(&job->answer, NULL);
    mq_text_init(&job->messages, NULL);
    mq_text_init(&job->row, NULL);
}

static void start_job(void *context, size_t index) {
    cli_batch *batch = context;
    cli_job *job = cli_interrupted() ? NULL : malloc(sizeof *job);
    batch->jobs[index] = job;
    if (!job)
        return;
    cli_job_init(job, index);
    batch->work(batch->context, job);
}

void cli_batch_print(cli_batch *batch, cli_job *job) {
    if (job->messages.length > 0 || job->answer.length > 0)
        cli_progress_clear(&batch->progress);
    cli_write_text(CLI_STDERR, &job->messages);
    if (job->answer.length > 0) {
        if (batch->separator && batch->answered)
            cli_write(CLI_STDOUT, batch->separator, strlen(batch->separator));
        batch->answered = true;
    }
    cli_write_text(CLI_STDOUT, &job->answer);
    if (batch->report)
        cli_report_add(batch->report, &job->row);
    batch->code = cli_worse(batch->code, job->code);
}

static void count_job(cli_batch *batch, cli_job *job) {
    if (batch->finish)
        batch->finish(batch->context, job);
    batch->succeeded += job->succeeded;
    for (size_t i = 0; job->succeeded && i < CLI_COUNTS; i++)
        batch->totals[i] += job->counts[i];
}

static void append(mq_text *to, mq_text *from, const char *separator) {
    if (separator && to->length > 0 && from->length > 0)
        mq_text_string(to, separator);
    mq_text_bytes(to, from->data, from->length);
    if (from->status != MAQ_OK)
        to->status = from->status;
    mq_text_free(from);
}

// Keeps a job that cannot be printed yet. Those that only have to be printed later share one entry.
static void keep_job(cli_batch *batch, cli_job *job) {
    cli_job *last = batch->last_waiting;
    batch->kept_bytes += job->answer.length + job->messages.length + job->row.length;
    if (last && !last->waits && !job->waits) {
        append(&last->answer, &job->answer, batch->separator);
        append(&last->messages, &job->messages, NULL);
        append(&last->row, &job->row, NULL);
        last->code = cli_worse(last->code, job->code);
        free(job);
        return;
    }
    *(last ? &last->next : &batch->waiting) = job;
    batch->last_waiting = job;
    batch->waiting_count += job->waits;
}

// Documents that stay open and text that cannot be printed yet, at the most.
enum { MOST_WAITING = 100, MOST_KEPT_BYTES = 1 << 20 };

static void complete_waiting(cli_batch *batch, bool last) {
    if (!batch->waiting || !batch->complete(batch->context, batch, last))
        return;
    for (cli_job *job = batch->waiting, *next; job; job = next) {
        next = job->next;
        if (job->waits)
            count_job(batch, job);
        cli_batch_print(batch, job);
        free(job);
    }
    batch->waiting = batch->last_waiting = NULL;
    batch->waiting_count = batch->kept_bytes = 0;
}

static void finish_job(void *context, size_t index) {
    cli_batch *batch = context;
    cli_job *job = batch->jobs[index];
    if (!job) {
        if (!cli_interrupted())
            batch->code = cli_worse(batch->code, cli_no_memory());
        return;
    }
    if (!job->waits)
        count_job(batch, job);
    if (job->waits || batch->waiting) {
        keep_job(batch, job);
        if (batch->waiting_count >= MOST_WAITING || batch->kept_bytes > MOST_KEPT_BYTES)
            complete_waiting(batch, false);
    } else {
        cli_batch_print(batch, job);
        free(job);
    }
    cli_progress_step(&batch->progress);
}

static bool run_part(cli_batch *batch, size_t count) {
    batch->jobs = calloc(count ? count : 1, sizeof *batch->jobs);
    if (!batch->jobs) {
        batch->code = cli_worse(batch->code, cli_no_memory());
        return false;
    }
    mq_parallel(count, batch->settings->threads, start_job, finish_job, batch);
    free(batch->jobs);
    batch->jobs = NULL;
    return true;
}

static bool run_next_part(cli_batch *batch) {
    // The jobs that wait need their paths.
    if (!batch->waiting || !batch->paths) {
        mq_arena_free(batch->paths);
        batch->paths = mq_arena_new(NULL);
    }
    cli_exit code = batch->paths ? cli_inputs_next(batch->paths, batch->inputs) : cli_no_memory();
    batch->code = cli_worse(batch->code, code);
    batch->count += batch->inputs->count;
    return batch->paths && run_part(batch, batch->inputs->count);
}

bool cli_batch_run(cli_batch *batch) {
    bool more = batch->inputs && batch->inputs->rest;
    cli_progress_start(&batch->progress, batch->activity, more ? 0 : batch->count,
                       batch->settings->quiet);
    bool good = run_part(batch, batch->count);
    while (good && batch->inputs && batch->inputs->rest && !cli_interrupted())
        good = run_next_part(batch);
    complete_waiting(batch, true);
    cli_progress_clear(&batch->progress);
    mq_arena_free(batch->paths);
    batch->paths = NULL;
    if (batch->inputs)
        cli_inputs_end(batch->inputs);
    return good;
}

// ---------------------------------------------------------------------------------------- summary

void cli_summary_start(cli_summary *summary, const char *verb, uint64_t count, const char *one,
                       const char *many) {
    *summary = (cli_summary){.counted = false};
    mq_text_init(&summary->text, NULL);
    mq_text_format(&summary->text, "%s ", verb);
    cli_put_count(&summary->text, count, one, many);
}

void cli_summary_count(cli_summary *summary, uint64_t count, const char *one, const char *many) {
    mq_text_string(&summary->text, summary->counted ? ", " : ": ");
    cli_put_count(&summary->text, count, one, many);
    summary->counted = true;
}

void cli_summary_remark(cli_summary *summary, uint64_t count, const char *one, const char *many) {
    if (count == 0)
        return;
    mq_text_string(&summary->text, "; ");
    cli_put_count(&summary->text, count, one, many);
}

void cli_summary_print(cli_summary *summary, const cli_settings *settings) {
    cli_subjects_print(settings->subjects, CLI_STDERR);
    if (cli_interrupted())
        mq_text_string(&summary->text, summary->resumable
                                           ? "; interrupted, continue with --skip-existing"
                                           : "; interrupted");
    mq_text_char(&summary->text, '\n');
    if (settings->quiet)
        mq_text_free(&summary->text);
    else
        cli_write_text(CLI_STDERR, &summary->text);
}
