// SPDX-License-Identifier: MIT
//
// maquette extract: the images of models as files, those that are embedded and those that are named.
#include <string.h>

#include "api/image_file_name.h"
#include "base/file.h"
#include "base/folder.h"
#include "batch.h"
#include "commands.h"
#include "inputs.h"
#include "maquette/image.h"
#include "picture/image_colour_space.h"
#include "save.h"

enum { IMAGES, THERE, MISSING };

enum { MOST_NUMBERS = 9999 };

typedef struct extract_run {
    cli_settings settings;
    cli_inputs inputs;
    const char *folder;
} extract_run;

typedef struct extraction {
    const extract_run *run;
    cli_job *job;
    mq_arena *arena;
    const cli_model *model;
    const char *last_name; // of the image before, and the number that it got
    unsigned number;
} extraction;

// The name of an image as that of a file.
static const char *file_name(const extraction *e, const maq_image_reference *image) {
    const char *own = image->file ? image->file : image->name ? image->name : "";
    const char *name = mq_image_safe_name(*own ? own : "image", false, e->arena);
    return name ? mq_image_name_for_format(name, image->format, e->arena) : NULL;
}

// The path for the bytes in the folder. A file of other content is never replaced: the name gets a number.
// NULL when there is no memory, or no number is left because the folder cannot be read.
static const char *free_path(extraction *e, const char *name, const void *bytes, size_t length) {
    // The numbers below are known to be taken when the image before had the same name.
    if (!e->last_name || strcmp(e->last_name, name) != 0)
        e->number = 1;
    e->last_name = name;
    for (; e->number <= MOST_NUMBERS; e->number++) {
        const char *other =
            e->number == 1 ? name : mq_image_numbered_name(name, e->number, e->arena);
        const char *path = other ? mq_path_join(e->arena, e->run->folder, other) : NULL;
        if (!path || mq_file_compare(path, bytes, length) != MQ_FILE_DIFFERS)
            return path;
    }
    return NULL;
}

static void write_image(extraction *e, const maq_image_reference *image, const unsigned char *found,
                        size_t length) {
    const unsigned char *bytes = mq_image_restore_colour_space(e->arena, found, length);
    const char *name = bytes ? file_name(e, image) : NULL;
    const char *path = name ? free_path(e, name, bytes, length) : NULL;
    if (!path) {
        cli_put_failure(&e->job->messages, e->run->folder, "no name is left for an image");
        e->job->code = cli_worse(e->job->code, CLI_UNWRITABLE);
        return;
    }
    // Models share images, and the folder may be that of an earlier run.
    if (mq_file_compare(path, bytes, length) == MQ_FILE_EQUAL) {
        e->job->counts[THERE]++;
        return;
    }
    cli_exit code = cli_save_bytes(&e->job->messages, bytes, length, path);
    e->job->code = cli_worse(e->job->code, code);
    if (code != CLI_CLEAN)
        return;
    e->job->counts[IMAGES]++;
    cli_put_safe(&e->job->answer, path, strlen(path));
    mq_text_char(&e->job->answer, '\n');
}

static void extract_image(extraction *e, const maq_image_reference *image) {
    const maq_files *files = maq_document_files(e->model->document, NULL);
    if (image->data) {
        write_image(e, image, image->data, (size_t)image->bytes);
    } else if (image->file && files) {
        maq_file *file;
        maq_status status = maq_files_read(files, image->file, NULL, &file);
        if (status == MAQ_OK) {
            write_image(e, image, file->bytes, (size_t)file->length);
        } else {
            const maq_findings *found = file ? file->findings : NULL;
            cli_put_failure(&e->job->messages, image->path,
                            found && found->count > 0 ? found->items[0].message
                                                      : maq_status_text(status));
            e->job->code = cli_worse(e->job->code, CLI_UNREADABLE);
        }
        maq_file_free(file);
    } else {
        e->job->counts[MISSING]++;
    }
}

static bool is_same(const maq_image_reference *a, const maq_image_reference *b) {
    if (a->data && b->data)
        return a->bytes == b->bytes && memcmp(a->data, b->data, (size_t)a->bytes) == 0 &&
               strcmp(a->name ? a->name : "", b->name ? b->name : "") == 0;
    return !a->data && !b->data && a->file && b->file && strcmp(a->file, b->file) == 0;
}

// Whether an earlier image is the same: materials share them.
static bool is_repeated(const maq_images *images, size_t index) {
    for (size_t i = 0; i < index; i++) {
        if (is_same(&images->items[i], &images->items[index]))
            return true;
    }
    return false;
}

static void extract(extraction *e) {
    maq_scene *scene = NULL;
    maq_images *images = NULL;
    maq_images_options options = {.size = sizeof options, .tileset = MAQ_ALL_TILESETS};
    options.files = maq_document_files(e->model->document, &options.name);
    maq_status status = maq_scene_from_document(e->model->document, &e->model->memory, &scene);
    if (status == MAQ_OK)
        status = maq_images_find(scene, &options, &images);
    if (status == MAQ_OK) {
        // What is wrong with images is the result here: notes say why one is missing.
        cli_list_findings(&e->job->messages, e->model, images->findings, &e->run->settings,
                          e->run->settings.result_level);
        for (size_t i = 0; i < images->count; i++) {
            if (!is_repeated(images, i))
                extract_image(e, &images->items[i]);
        }
        e->job->succeeded = true;
    } else {
        cli_put_status(&e->job->messages, e->model->path, &e->model->memory, status);
        e->job->code = cli_worse(e->job->code, cli_exit_for(status));
    }
    maq_images_free(images);
    maq_scene_free(scene);
}

static void work(void *context, cli_job *job) {
    const extract_run *run = context;
    cli_model model;
    const cli_input *input = &run->inputs.items[job->index];
    cli_model_open(&model, input->path, input->found, &run->settings);
    job->code = cli_worse(job->code, cli_model_report(&job->messages, &model, &run->settings));
    extraction e = {.run = run, .job = job, .arena = mq_arena_new(NULL), .model = &model};
    if (model.status == MAQ_OK && e.arena)
        extract(&e);
    mq_arena_free(e.arena);
    cli_model_close(&model);
}

cli_exit cli_extract(mq_arena *arena, const cli_arguments *arguments) {
    extract_run run = {.folder = arguments->values[CLI_OPT_FOLDER]};
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings))
        return CLI_WRONG_USAGE;
    if (!run.folder || !*run.folder || strcmp(run.folder, "-") == 0) {
        cli_error("extract needs to know where to write: -o FOLDER");
        return CLI_WRONG_USAGE;
    }
    cli_exit code = cli_inputs_find_once(arena, arguments, true, &run.inputs);
    if (code == CLI_WRONG_USAGE)
        return code;
    // One after the other: the numbers in names do not depend on which model is first.
    run.settings.threads = 1;
    cli_finish_on_interrupt();
    cli_batch batch = {.activity = "extracting",
                       .settings = &run.settings,
                       .count = run.inputs.count,
                       .inputs = &run.inputs,
                       .work = work,
                       .context = &run,
                       .code = code};
    if (!cli_batch_run(&batch))
        return batch.code;
    cli_summary summary;
    cli_summary_start(&summary, "read", batch.succeeded, "file", "files");
    cli_summary_count(&summary, batch.totals[IMAGES], "image", "images");
    cli_summary_remark(&summary, batch.totals[THERE], "image was there already",
                       "images were there already");
    cli_summary_remark(&summary, batch.totals[MISSING], "image was not found",
                       "images were not found");
    cli_summary_remark(&summary, batch.count - batch.succeeded, "file could not be read",
                       "files could not be read");
    cli_summary_print(&summary, &run.settings);
    return batch.code;
}
