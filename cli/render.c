// SPDX-License-Identifier: MIT
//
// maquette render: pictures of models.
#include "render.h"

#include <string.h>

#include "commands.h"

typedef struct render_run {
    cli_settings settings;
    cli_render_options options;
    cli_inputs inputs;
    cli_outputs outputs;
    bool joined; // all inputs are one model
    cli_skip skip;
} render_run;

enum { SKIPPED };

static void work(void *context, cli_job *job) {
    const render_run *run = context;
    bool joined = run->joined;
    if (cli_output_is_skipped(run->skip, run->outputs.paths[job->index],
                              run->inputs.items + (joined ? 0 : job->index),
                              joined ? run->inputs.count : 1)) {
        job->counts[SKIPPED]++;
        job->succeeded = true;
        return;
    }
    // With many models each has one thread; a single one has them all.
    unsigned threads = run->outputs.count > 1 ? 1 : run->settings.threads;
    cli_inputs input = {.items = &run->inputs.items[job->index], .count = 1};
    cli_render_pictures pictures;
    cli_render_model(job, &run->options, &run->settings, threads,
                     run->joined ? &run->inputs : &input, &pictures);
    if (pictures.count > 0) {
        cli_exit code = cli_render_write(&job->messages, &pictures, run->outputs.paths[job->index]);
        job->code = cli_worse(job->code, code);
        job->succeeded = code == CLI_CLEAN;
    }
    cli_render_end(&pictures);
}

static void print_summary(const render_run *run, uint64_t drawn, uint64_t skipped,
                          const cli_sheets *sheets) {
    cli_summary summary;
    cli_summary_start(&summary, "drew", drawn, "model", "models");
    if (run->options.sheet) {
        mq_text_string(&summary.text, " on ");
        cli_put_count(&summary.text, sheets->count, "sheet", "sheets");
    }
    if (sheets->count > 1) { // they are not called as -o says
        mq_text_string(&summary.text, ", ");
        cli_put_safe(&summary.text, sheets->first, strlen(sheets->first));
        mq_text_string(&summary.text, " to ");
        cli_put_safe(&summary.text, sheets->last, strlen(sheets->last));
    }
    if (run->skip == CLI_SKIP_NEWER)
        cli_summary_remark(&summary, skipped, "picture is up to date", "pictures are up to date");
    else
        cli_summary_remark(&summary, skipped, "picture exists already", "pictures exist already");
    cli_summary_remark(&summary, (run->joined ? 1 : run->inputs.count) - drawn - skipped,
                       "model was not drawn", "models were not drawn");
    summary.resumable = run->outputs.folder;
    cli_summary_print(&summary, &run->settings);
}

static cli_exit draw_each(mq_arena *arena, render_run *run, const cli_arguments *arguments,
                          uint64_t *drawn, uint64_t *skipped) {
    // Joined inputs are one picture, planned as that of the first.
    cli_inputs first = {.items = run->inputs.items, .count = 1};
    cli_exit plan = cli_outputs_plan_each(arena, arguments, ".png",
                                          run->joined ? &first : &run->inputs, &run->outputs);
    if (plan != CLI_CLEAN)
        return plan;
    cli_batch batch = {.activity = "drawing",
                       .settings = &run->settings,
                       .count = run->outputs.count,
                       .work = work,
                       .context = run};
    cli_batch_run(&batch);
    *skipped = batch.totals[SKIPPED];
    *drawn = batch.succeeded - *skipped;
    return batch.code;
}

static cli_exit run_render(mq_arena *arena, render_run *run, const cli_arguments *arguments) {
    const char *out = arguments->values[CLI_OPT_OUT];
    if (!out || !*out) {
        cli_error("render needs to know where to write: -o OUT");
        return CLI_WRONG_USAGE;
    }
    if (!cli_output_is_png(out))
        return CLI_WRONG_USAGE;
    run->joined = cli_join_is_wanted(arguments);
    if (run->options.sheet && run->skip != CLI_SKIP_NONE) {
        cli_error("--sheet excludes --skip-existing and --update");
        return CLI_WRONG_USAGE;
    }
    if (run->options.sheet && strcmp(out, "-") != 0 &&
        !cli_same_ignoring_case(cli_extension(out), ".png")) {
        cli_error("%s: a sheet is a PNG file; use the extension .png", out);
        return CLI_WRONG_USAGE;
    }
    cli_exit code = cli_join_find_inputs(arena, arguments, false, &run->inputs);
    if (code == CLI_WRONG_USAGE)
        return code;
    if (!run->inputs.standard_input)
        cli_finish_on_interrupt();
    uint64_t drawn = 0, skipped = 0;
    cli_sheets sheets = {0};
    cli_exit result = CLI_CLEAN;
    if (run->inputs.count == 0)
        return code;
    if (run->options.sheet) {
        result =
            cli_render_sheets(arena, &run->options, &run->settings, &run->inputs, out, &sheets);
        drawn = sheets.models;
    } else {
        result = draw_each(arena, run, arguments, &drawn, &skipped);
    }
    if (drawn > 0 && run->options.tileset > 0 && !atomic_load(run->options.tileset_found))
        cli_error("warning: no texture is for tileset %u; tileset 0 was drawn",
                  run->options.tileset);
    if (result != CLI_WRONG_USAGE)
        print_summary(run, drawn, skipped, &sheets);
    return cli_worse(code, result);
}

cli_exit cli_render(mq_arena *arena, const cli_arguments *arguments) {
    render_run run = {0};
    if (!cli_render_can_write()) {
        cli_error("this build cannot write pictures: it was made without libpng");
        return CLI_WRONG_USAGE;
    }
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings) ||
        !cli_render_read(arguments, &run.options) || !cli_skip_read(arguments, &run.skip))
        return CLI_WRONG_USAGE;
    maq_image_store *store = NULL;
    if (maq_image_store_new(NULL, &store) != MAQ_OK)
        return cli_no_memory();
    atomic_bool tileset_found = false;
    run.options.store = store;
    run.options.tileset_found = &tileset_found;
    cli_exit code = run_render(arena, &run, arguments);
    maq_image_store_free(store);
    return code;
}
