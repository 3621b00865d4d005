// SPDX-License-Identifier: MIT
//
// maquette info: what is in a model.
#include "base/json.h"
#include "base/parallel.h"
#include "commands.h"
#include "info_text.h"
#include "inputs.h"
#include "model.h"

typedef struct info_file {
    mq_text answer, trouble; // for standard output and standard error
    cli_exit code;
    uint64_t meshes, vertices, triangles;
} info_file;

typedef struct info_run {
    cli_settings settings;
    cli_inputs inputs;
    info_file *files;
    cli_progress progress;
    cli_exit code;
    uint64_t read, not_read, meshes, vertices, triangles;
} info_run;

static uint64_t whole_number(const maq_value *value) {
    return value && value->kind == MAQ_VALUE_INTEGER && value->as.integer > 0
               ? (uint64_t)value->as.integer
               : 0;
}

// `root` is the object of maq_info(), which has neither the file's name nor the findings.
static void put_json(mq_text *text, const cli_model *model, const maq_value *root,
                     const maq_findings *found) {
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    mq_put_text(object, "file", model->path);
    for (const maq_value *child = root->as.children.first; child; child = child->next)
        mq_put_value(object, child->key, child);
    mq_node *findings = mq_put_object(object, "findings");
    mq_put_integer(findings, "error", (int64_t)found->errors);
    mq_put_integer(findings, "warning", (int64_t)found->warnings);
    mq_put_integer(findings, "note", (int64_t)found->notes);
    if (!object || mq_arena_status(arena) != MAQ_OK)
        text->status = MAQ_NO_MEMORY;
    else
        mq_json_value(text, mq_node_value(object));
    mq_text_char(text, '\n');
    mq_arena_free(arena);
}

static maq_status tell(const info_run *run, info_file *file, const cli_model *model) {
    maq_tree *tree = NULL;
    maq_report *report = NULL;
    maq_check_options options = {.size = sizeof options, .max_findings = run->settings.max_kept};
    maq_status status = maq_info(model->document, NULL, &tree);
    if (status == MAQ_OK)
        status = maq_check(model->document, &options, &report);
    if (status == MAQ_OK) {
        const maq_value *root = maq_tree_root(tree);
        const maq_findings *found = maq_report_findings(report);
        if (run->settings.json)
            put_json(&file->answer, model, root, found);
        else
            cli_put_info(&file->answer, cli_has_colours(CLI_STDOUT), model->path, root, found);
        const maq_value *meshes = maq_value_find(root, "meshes");
        file->meshes = meshes && meshes->kind == MAQ_VALUE_ARRAY ? meshes->as.children.count : 0;
        file->vertices = whole_number(maq_value_find(root, "vertex_count"));
        file->triangles = whole_number(maq_value_find(root, "triangle_count"));
    }
    maq_report_free(report);
    maq_tree_free(tree);
    return status;
}

static void work(void *context, size_t index) {
    info_run *run = context;
    info_file *file = &run->files[index];
    cli_model model;
    mq_text_init(&file->answer, NULL);
    mq_text_init(&file->trouble, NULL);
    cli_model_open(&model, run->inputs.items[index].path, &run->settings);
    if (model.status == MAQ_OK)
        model.status = tell(run, file, &model);
    bool colours = cli_has_colours(CLI_STDERR);
    if (model.document)
        cli_put_document_findings(&file->trouble, colours, &model, model.document, &run->settings);
    const char *why = cli_model_failure(&model);
    if (why)
        cli_put_failure(&file->trouble, colours, model.path, why);
    file->code = model.status == MAQ_OK ? CLI_CLEAN : CLI_UNREADABLE;
    cli_model_close(&model);
}

static void done(void *context, size_t index) {
    info_run *run = context;
    info_file *file = &run->files[index];
    cli_progress_clear(&run->progress);
    cli_write_text(CLI_STDERR, &file->trouble);
    if (!run->settings.json && run->read > 0 && file->code == CLI_CLEAN)
        cli_write(CLI_STDOUT, "\n", 1);
    cli_write_text(CLI_STDOUT, &file->answer);
    run->code = cli_worse(run->code, file->code);
    if (file->code == CLI_CLEAN)
        run->read++;
    else
        run->not_read++;
    run->meshes += file->meshes;
    run->vertices += file->vertices;
    run->triangles += file->triangles;
    cli_progress_step(&run->progress);
}

static void tell_summary(const info_run *run) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_string(&text, "read ");
    cli_put_count(&text, run->read, "file", "files");
    mq_text_string(&text, ": ");
    cli_put_count(&text, run->meshes, "mesh", "meshes");
    mq_text_string(&text, ", ");
    cli_put_count(&text, run->vertices, "vertex", "vertices");
    mq_text_string(&text, ", ");
    cli_put_count(&text, run->triangles, "triangle", "triangles");
    if (run->not_read > 0) {
        mq_text_string(&text, "; ");
        cli_put_count(&text, run->not_read, "file", "files");
        mq_text_string(&text, " could not be read");
    }
    mq_text_char(&text, '\n');
    cli_write_text(CLI_STDERR, &text);
}

cli_exit cli_info(const cli_arguments *arguments) {
    info_run run = {0};
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings))
        return CLI_WRONG_USAGE;
    mq_arena *arena = mq_arena_new(NULL);
    if (!arena) {
        cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
        return CLI_UNREADABLE;
    }
    run.code = cli_inputs_find_once(arena, arguments, &run.inputs);
    if (run.code != CLI_WRONG_USAGE) {
        run.files = MQ_NEW_ARRAY(arena, info_file, run.inputs.count);
        if (run.files) {
            cli_progress_start(&run.progress, "reading", run.inputs.count, run.settings.quiet);
            mq_parallel(run.inputs.count, run.settings.threads, work, done, &run);
            cli_progress_clear(&run.progress);
            if (!run.settings.quiet)
                tell_summary(&run);
        } else {
            cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
            run.code = CLI_UNREADABLE;
        }
    }
    mq_arena_free(arena);
    return run.code;
}
