// SPDX-License-Identifier: MIT
//
// maquette render: pictures of models.
#include "render.h"

#include <errno.h>
#include <string.h>

#include "base/parallel.h"
#include "commands.h"

// What became of one model.
typedef struct render_file {
    mq_text trouble; // for standard error
    cli_exit code;
    bool begun, written;
} render_file;

typedef struct render_run {
    cli_settings settings;
    cli_render_options wish;
    cli_inputs inputs;
    cli_outputs outputs;
    render_file *files;
    cli_progress progress;
    cli_exit code;
    uint64_t drawn, sheets;
} render_run;

static void write_pictures(const render_run *run, size_t index,
                           const cli_render_pictures *pictures) {
    render_file *file = &run->files[index];
    const char *path = run->outputs.paths[index];
    cli_exit code = CLI_UNWRITABLE;
    if (run->outputs.folder && !cli_make_folder_of(path))
        cli_put_failure(&file->trouble, cli_has_colours(CLI_STDERR), path, strerror(errno));
    else
        code = cli_render_write(path, pictures->frames, pictures->count, pictures->delay,
                                &file->trouble);
    file->written = code == CLI_CLEAN;
    file->code = cli_worse(file->code, code);
}

static void work(void *context, size_t index) {
    const render_run *run = context;
    render_file *file = &run->files[index];
    if (cli_interrupted())
        return;
    mq_arena *arena = mq_arena_new(NULL);
    cli_render_pictures pictures = {0};
    file->begun = true;
    mq_text_init(&file->trouble, NULL);
    // Where there are many models, each has one thread; a single one has them all.
    unsigned threads = run->outputs.count > 1 ? 1 : run->settings.threads;
    file->code = arena ? cli_render_model(arena, &run->wish, &run->settings, threads,
                                          run->inputs.items[index].path, &file->trouble, &pictures)
                       : CLI_UNREADABLE;
    if (pictures.count > 0)
        write_pictures(run, index, &pictures);
    cli_render_end(&pictures);
    mq_arena_free(arena);
}

static void done(void *context, size_t index) {
    render_run *run = context;
    render_file *file = &run->files[index];
    if (!file->begun)
        return;
    if (file->trouble.length > 0)
        cli_progress_clear(&run->progress);
    cli_write_text(CLI_STDERR, &file->trouble);
    run->code = cli_worse(run->code, file->code);
    run->drawn += file->written;
    cli_progress_step(&run->progress);
}

static void tell_summary(const render_run *run) {
    mq_text text;
    mq_text_init(&text, NULL);
    uint64_t all = run->inputs.count;
    mq_text_string(&text, "drew ");
    cli_put_count(&text, run->drawn, "model", "models");
    if (run->wish.sheet) {
        mq_text_string(&text, " on ");
        cli_put_count(&text, run->sheets, "sheet", "sheets");
    }
    if (all > run->drawn) {
        mq_text_string(&text, "; ");
        cli_put_count(&text, all - run->drawn, "model", "models");
        mq_text_string(&text, " not drawn");
    }
    mq_text_char(&text, '\n');
    cli_write_text(CLI_STDERR, &text);
}

static void draw_each(render_run *run, mq_arena *arena, const char *out) {
    cli_exit plan = cli_outputs_plan_each(arena, out, ".png", &run->inputs, &run->outputs);
    run->files = MQ_NEW_ARRAY(arena, render_file, run->outputs.count);
    if (plan != CLI_CLEAN || !run->files) {
        run->code = CLI_WRONG_USAGE;
        return;
    }
    cli_progress_start(&run->progress, "drawing", run->outputs.count, run->settings.quiet);
    mq_parallel(run->outputs.count, run->settings.threads, work, done, run);
    cli_progress_clear(&run->progress);
}

static void run_render(render_run *run, mq_arena *arena, const cli_arguments *arguments) {
    const char *out = arguments->values[CLI_OPT_OUT];
    if (!out || !*out) {
        cli_error("render needs to know where to write: -o OUT");
        run->code = CLI_WRONG_USAGE;
        return;
    }
    run->code = cli_inputs_find_once(arena, arguments, &run->inputs);
    if (run->code == CLI_WRONG_USAGE)
        return;
    if (!run->inputs.standard_input)
        cli_finish_on_interrupt();
    if (run->wish.sheet && run->inputs.count > 0)
        run->code =
            cli_worse(run->code, cli_render_sheets(arena, &run->wish, &run->settings, &run->inputs,
                                                   out, &run->drawn, &run->sheets));
    else
        draw_each(run, arena, out);
    if (!run->settings.quiet && run->code != CLI_WRONG_USAGE)
        tell_summary(run);
}

cli_exit cli_render(const cli_arguments *arguments) {
    render_run run = {0};
    if (!cli_render_can_write()) {
        cli_error("this build has no pictures: it was made without libpng");
        return CLI_WRONG_USAGE;
    }
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings))
        return CLI_WRONG_USAGE;
    mq_arena *arena = mq_arena_new(NULL);
    maq_image_store *store = NULL;
    if (!arena || maq_image_store_new(NULL, &store) != MAQ_OK) {
        mq_arena_free(arena);
        cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
        return CLI_UNREADABLE;
    }
    if (cli_render_read(arena, arguments, &run.wish)) {
        run.wish.store = store;
        run_render(&run, arena, arguments);
    } else {
        run.code = CLI_WRONG_USAGE;
    }
    maq_image_store_free(store);
    mq_arena_free(arena);
    return run.code;
}
