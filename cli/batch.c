// SPDX-License-Identifier: MIT
#include "batch.h"

#include "base/parallel.h"
#include "subjects.h"

static void start_job(void *context, size_t index) {
    cli_batch *batch = context;
    cli_job *job = &batch->jobs[index];
    if (cli_interrupted())
        return;
    job->index = index;
    job->started = true;
    mq_text_init(&job->answer, NULL);
    mq_text_init(&job->messages, NULL);
    batch->work(batch->context, job);
}

static void finish_job(void *context, size_t index) {
    cli_batch *batch = context;
    cli_job *job = &batch->jobs[index];
    if (!job->started)
        return;
    if (job->messages.length > 0 || job->answer.length > 0)
        cli_progress_clear(&batch->progress);
    cli_write_text(CLI_STDERR, &job->messages);
    if (job->answer.length > 0) {
        if (batch->separate_answers && batch->answered)
            cli_write(CLI_STDOUT, "\n", 1);
        batch->answered = true;
    }
    cli_write_text(CLI_STDOUT, &job->answer);
    batch->code = cli_worse(batch->code, job->code);
    batch->succeeded += job->succeeded;
    for (size_t i = 0; job->succeeded && i < CLI_COUNTS; i++)
        batch->totals[i] += job->counts[i];
    cli_progress_step(&batch->progress);
}

bool cli_batch_run(mq_arena *arena, cli_batch *batch) {
    batch->jobs = MQ_NEW_ARRAY(arena, cli_job, batch->count);
    if (!batch->jobs) {
        batch->code = cli_worse(batch->code, cli_no_memory());
        return false;
    }
    cli_progress_start(&batch->progress, batch->activity, batch->count, batch->settings->quiet);
    mq_parallel(batch->count, batch->settings->threads, start_job, finish_job, batch);
    cli_progress_clear(&batch->progress);
    return true;
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
    mq_text_char(&summary->text, '\n');
    if (settings->quiet)
        mq_text_free(&summary->text);
    else
        cli_write_text(CLI_STDERR, &summary->text);
}
