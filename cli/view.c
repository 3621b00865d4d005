// SPDX-License-Identifier: MIT
//
// maquette view: the page of the viewer with models and everything that they name inside, opened in a
// browser.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"
#include "base/sort.h"
#include "batch.h"
#include "commands.h"
#include "formats/format.h"
#include "inputs.h"
#include "join.h"
#include "maquette/image.h"
#include "page.h"
#include "page_names.h"
#include "save.h"

// A file of a set that models name.
typedef struct named_file {
    const maq_files *files;
    const char *name;
    bool image;
} named_file;

typedef struct view_run {
    mq_arena *arena;
    const cli_arguments *arguments;
    cli_settings settings;
    cli_inputs inputs;
    cli_page page;
    cli_page_trees trees;
    named_file *named; // a file may be there several times
    size_t named_count, named_capacity;
    uint64_t models, images, other_files, missing, page_bytes;
} view_run;

// ------------------------------------------------------------------------------------------ files

static void add_named(view_run *run, const maq_files *files, const char *name, bool image) {
    named_file *larger = mq_arena_grow(run->arena, run->named, &run->named_capacity,
                                       run->named_count, sizeof *larger);
    if (!larger)
        return;
    run->named = larger;
    larger[run->named_count++] =
        (named_file){files, mq_arena_text(run->arena, name, strlen(name)), image};
}

// Finds the images of a model. One that cannot become a scene has none; the page shows why.
static void find_images(view_run *run, mq_text *messages, const cli_model *model,
                        const maq_files *files, const char *name) {
    maq_scene *scene = NULL;
    maq_images *images = NULL;
    maq_images_options options = {
        .size = sizeof options, .tileset = MAQ_ALL_TILESETS, .files = files, .name = name};
    if (maq_scene_from_document(model->document, NULL, &scene) == MAQ_OK &&
        maq_images_find(scene, &options, &images) == MAQ_OK) {
        cli_list_findings(messages, model, images->findings, &run->settings, run->settings.level);
        for (size_t i = 0; i < images->count; i++) {
            const maq_image_reference *image = &images->items[i];
            if (image->file)
                add_named(run, files, image->file, true);
            else if (!image->data && !image->guessed)
                run->missing++;
        }
    }
    maq_images_free(images);
    maq_scene_free(scene);
}

// The name of a model in the page. NULL when there is no memory.
static const char *page_name(view_run *run, const cli_model *model) {
    cli_location at;
    const char *name = NULL;
    if (cli_files_locate(run->settings.files, model->path, &at) != MAQ_OK)
        return NULL;
    if (at.name) {
        name = cli_page_name(run->arena, &run->trees, at.files, at.name);
    } else { // standard input
        const maq_variant *variant = maq_document_variant(model->document);
        name = mq_arena_format(run->arena, "standard-input%s", variant ? variant->extension : "");
    }
    free(at.name);
    return name;
}

// Adds an open model to the page, and what it names to the list. A model that cannot be read is added,
// too: the page shows its findings. False when there is no file.
static bool add_model(view_run *run, mq_text *messages, const cli_model *model, const char *at,
                      bool show) {
    size_t length = 0;
    const void *bytes = model->document ? maq_document_source(model->document, &length) : NULL;
    const char *page = bytes ? page_name(run, model) : NULL;
    if (!page)
        return false;
    cli_page_add(&run->page, page, bytes, length);
    if (show)
        cli_page_show(&run->page, page, at);
    run->models++;
    const char *name;
    const maq_files *files = maq_document_files(model->document, &name);
    if (model->status != MAQ_OK || !files)
        return true;
    for (size_t i = 0; i < model->document->files_read_count; i++)
        add_named(run, files, model->document->files_read[i], false);
    find_images(run, messages, model, files, name);
    return true;
}

static int compare_named(const void *left, const void *right, const void *context) {
    (void)context;
    const named_file *a = left, *b = right;
    return a->files != b->files ? (a->files > b->files) - (a->files < b->files)
                                : strcmp(a->name, b->name);
}

static void add_file(view_run *run, mq_text *messages, const named_file *named, cli_exit *code) {
    maq_file *file = NULL;
    maq_status status = maq_files_read(named->files, named->name, NULL, &file);
    const char *name = cli_page_name(run->arena, &run->trees, named->files, named->name);
    if (status == MAQ_OK && name) {
        cli_page_add(&run->page, name, file->bytes, (size_t)file->length);
        *(named->image ? &run->images : &run->other_files) += 1;
    } else {
        cli_put_failure(messages, file && file->path ? file->path : named->name,
                        maq_status_text(status != MAQ_OK ? status : MAQ_NO_MEMORY));
        *code = cli_worse(*code, CLI_UNREADABLE);
    }
    maq_file_free(file);
}

// Adds what models name, each file once.
static cli_exit add_named_files(view_run *run) {
    cli_exit code = CLI_CLEAN;
    mq_text messages;
    mq_text_init(&messages, NULL);
    named_file *sorted =
        mq_sort_in(run->arena, run->named, run->named_count, sizeof *sorted, compare_named, NULL);
    if ((!sorted && run->named_count > 0) || mq_arena_status(run->arena) != MAQ_OK)
        return cli_no_memory();
    for (size_t i = 0; i < run->named_count; i++) {
        if (i == 0 || compare_named(&sorted[i - 1], &sorted[i], NULL) != 0)
            add_file(run, &messages, &sorted[i], &code);
    }
    cli_write_text(CLI_STDERR, &messages);
    return code;
}

// ----------------------------------------------------------------------------------------- models

static void work(void *context, cli_job *job) {
    view_run *run = context;
    cli_model model;
    const cli_input *input = &run->inputs.items[job->index];
    cli_model_open(&model, input->path, input->found, &run->settings);
    job->code = cli_model_report(&job->messages, &model, &run->settings);
    job->succeeded = add_model(run, &job->messages, &model, NULL, false);
    cli_model_close(&model);
}

// All inputs as one model. They are joined here, too, so that what cannot be joined is reported.
static void work_joined(void *context, cli_job *job) {
    view_run *run = context;
    cli_joined joined = {.code = CLI_UNREADABLE};
    job->succeeded = cli_joined_open(run->arena, run->arguments, &run->inputs, &run->settings,
                                     &job->messages, &joined) &&
                     cli_joined_make_scene(run->arena, &run->settings, run->settings.level, false,
                                           &job->messages, &joined);
    for (size_t i = 0; job->succeeded && i < joined.count; i++)
        job->succeeded =
            add_model(run, &job->messages, &joined.models[i], joined.inputs[i].attach_to, true);
    job->code = joined.code;
    cli_joined_close(&joined);
}

// Names are known before the first model is added: those of several trees depend on each other.
static bool find_trees(view_run *run) {
    bool good = true;
    for (size_t i = 0; good && i < run->inputs.count; i++) {
        cli_location at;
        good = cli_files_locate(run->settings.files, run->inputs.items[i].path, &at) == MAQ_OK &&
               cli_page_add_tree(run->arena, &run->trees, at.files);
        free(at.name);
    }
    return good && cli_page_name_trees(run->arena, &run->trees);
}

// ------------------------------------------------------------------------------------------- page

static cli_exit write_page(view_run *run, const char *out) {
    mq_text page, messages;
    mq_text_init(&page, NULL);
    mq_text_init(&messages, NULL);
    cli_page_put(&run->page, &page);
    cli_exit code = CLI_UNWRITABLE;
    if (page.status == MAQ_OK)
        code = cli_save_bytes(&messages, page.data, page.length, out);
    else
        cli_put_failure(&messages, out, maq_status_text(page.status));
    run->page_bytes = page.length;
    mq_text_free(&page);
    cli_write_text(CLI_STDERR, &messages);
    return code;
}

// The page has been written. A browser that cannot be started is a warning: the path is printed.
static void show_page(const view_run *run, const char *out) {
    if (strcmp(out, "-") == 0)
        return;
    mq_text answer;
    mq_text_init(&answer, NULL);
    cli_put_safe(&answer, out, strlen(out));
    mq_text_char(&answer, '\n');
    cli_write_text(CLI_STDOUT, &answer);
    if (!run->arguments->given[CLI_OPT_NO_OPEN] && !mq_platform_open_in_browser(out))
        cli_error("warning: no browser can be started (%s); open %s in a browser yourself",
                  mq_platform_error_text(errno), out);
}

// "wrote page.html: 3 models, 9 images, 3.0 MB".
static void print_summary(view_run *run, const char *out) {
    cli_summary summary = {0};
    mq_text_init(&summary.text, NULL);
    mq_text_string(&summary.text, "wrote ");
    if (strcmp(out, "-") == 0)
        mq_text_string(&summary.text, "the page");
    else
        cli_put_safe(&summary.text, out, strlen(out));
    cli_summary_count(&summary, run->models, "model", "models");
    cli_summary_count(&summary, run->images, "image", "images");
    if (run->other_files > 0)
        cli_summary_count(&summary, run->other_files, "other file", "other files");
    uint64_t kilobytes = (run->page_bytes + 999) / 1000;
    if (kilobytes < 1000)
        mq_text_format(&summary.text, ", %u kB", (unsigned)kilobytes);
    else
        mq_text_format(&summary.text, ", %llu.%u MB", (unsigned long long)(kilobytes / 1000),
                       (unsigned)(kilobytes % 1000 / 100));
    cli_summary_remark(&summary, run->missing, "image was not found", "images were not found");
    cli_summary_print(&summary, &run->settings);
}

static cli_exit make_page(view_run *run) {
    bool join = cli_join_is_wanted(run->arguments);
    cli_exit code = cli_join_find_inputs(run->arena, run->arguments, false, &run->inputs);
    if (code == CLI_WRONG_USAGE || run->inputs.count == 0)
        return code;
    if (!find_trees(run))
        return cli_no_memory();
    // One after the other: they share the page.
    run->settings.threads = 1;
    cli_finish_on_interrupt();
    cli_batch batch = {.activity = "reading",
                       .settings = &run->settings,
                       .count = join ? 1 : run->inputs.count,
                       .work = join ? work_joined : work,
                       .context = run,
                       .code = code};
    if (!cli_batch_run(&batch))
        return batch.code;
    return batch.succeeded > 0 ? cli_worse(batch.code, add_named_files(run)) : batch.code;
}

// Makes an empty file for the page. NULL leaves errno.
static const char *make_temporary(mq_arena *arena) {
    const char *folder = mq_platform_temporary_folder(arena), *path = NULL;
    mq_platform_file file;
    do {
        path = folder ? mq_arena_format(arena, "%s/maquette-%08x.html", folder,
                                        (unsigned)mq_platform_unique_number())
                      : NULL;
        if (path && mq_platform_open(path, MQ_PLATFORM_CREATE_OWN, &file)) {
            mq_platform_close(file);
            return path;
        }
    } while (path && errno == EEXIST);
    return NULL;
}

cli_exit cli_view(mq_arena *arena, const cli_arguments *arguments) {
    view_run run = {.arena = arena, .arguments = arguments};
    const char *out = arguments->values[CLI_OPT_OUT];
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings))
        return CLI_WRONG_USAGE;
    if (out && (!*out || cli_is_model_name(out))) {
        cli_error("'%s' is not a name for the page, which is HTML: -o page.html", out);
        return CLI_WRONG_USAGE;
    }
    cli_exit code = cli_page_start(arena, &run.page);
    if (code == CLI_CLEAN)
        code = make_page(&run);
    if (run.models > 0 && !cli_interrupted()) {
        out = out ? out : make_temporary(arena);
        cli_exit written = CLI_UNWRITABLE;
        if (out)
            written = write_page(&run, out);
        else
            cli_error("a temporary file cannot be made: %s", mq_platform_error_text(errno));
        if (written == CLI_CLEAN) {
            show_page(&run, out);
            print_summary(&run, out);
        }
        code = cli_worse(code, written);
    }
    cli_page_end(&run.page);
    return code;
}
