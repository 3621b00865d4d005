// SPDX-License-Identifier: MIT
//
// maquette info: what is in a model.
#include <string.h>

#include "api/document_images.h"
#include "batch.h"
#include "commands.h"
#include "info_text.h"
#include "join.h"

enum { MESHES, VERTICES, TRIANGLES };

typedef struct info_run {
    const cli_arguments *arguments;
    cli_settings settings;
    bool clips; // only their names
    cli_inputs inputs;
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
    cli_json_counts(object, "findings", found->errors, found->warnings, found->notes);
    cli_put_json(text, arena, object, false);
    mq_arena_free(arena);
}

// A clip without a name is called by its number, as --clip does.
static void put_clips(mq_text *text, const maq_value *clips) {
    uint64_t number = 1;
    for (const maq_value *clip = clips ? clips->as.children.first : NULL; clip;
         clip = clip->next, number++) {
        const maq_value *name = maq_value_find(clip, "name");
        if (name && name->kind == MAQ_VALUE_TEXT && name->as.text.length > 0)
            cli_put_safe(text, name->as.text.bytes, name->as.text.length);
        else
            mq_text_format(text, "%llu", (unsigned long long)number);
        mq_text_char(text, '\n');
    }
}

static void put_info(const info_run *run, cli_job *job, const cli_model *model,
                     const maq_value *root, const maq_findings *found) {
    if (run->clips)
        put_clips(&job->answer, maq_value_find(root, "clips"));
    else if (run->settings.json)
        put_json(&job->answer, model, root, found);
    else
        cli_put_info(&job->answer, cli_has_colours(CLI_STDOUT), model->path, root, found);
    const maq_value *meshes = maq_value_find(root, "meshes");
    job->counts[MESHES] = meshes && meshes->kind == MAQ_VALUE_ARRAY ? meshes->as.children.count : 0;
    job->counts[VERTICES] = whole_number(maq_value_find(root, "vertex_count"));
    job->counts[TRIANGLES] = whole_number(maq_value_find(root, "triangle_count"));
}

static maq_status describe(const info_run *run, cli_job *job, const cli_model *model) {
    maq_tree *tree = NULL;
    maq_report *report = NULL;
    maq_check_options options = {.size = sizeof options,
                                 .memory = &model->memory,
                                 .max_findings = run->settings.max_kept,
                                 .image_headers = true};
    maq_status status = maq_info(model->document, &model->memory, &tree);
    if (status == MAQ_OK)
        status = maq_check(model->document, &options, &report);
    if (status == MAQ_OK)
        put_info(run, job, model, maq_tree_root(tree), maq_report_findings(report));
    maq_report_free(report);
    maq_tree_free(tree);
    return status;
}

static void work(void *context, cli_job *job) {
    const info_run *run = context;
    cli_model model;
    const cli_input *input = &run->inputs.items[job->index];
    cli_model_open(&model, input->path, input->found, &run->settings);
    if (model.status == MAQ_OK)
        model.status = describe(run, job, &model);
    job->code = cli_model_report(&job->messages, &model, &run->settings);
    job->succeeded = model.status == MAQ_OK;
    cli_model_close(&model);
}

// A summary with the images of all inputs: each finds them in its own tree. NULL when there is no memory.
static const maq_value *with_images(mq_arena *arena, const maq_value *root,
                                    const cli_joined *joined) {
    mq_node *object = mq_value_root(arena, MAQ_VALUE_OBJECT);
    for (const maq_value *child = root->as.children.first; child; child = child->next) {
        mq_put_value(object, child->key, child);
        if (strcmp(child->key, "materials") != 0)
            continue;
        mq_node *images = mq_put_array(object, "images");
        for (size_t i = 0; i < joined->count; i++)
            mq_document_list_images(joined->models[i].document, images);
    }
    return mq_arena_status(arena) == MAQ_OK ? mq_node_value(object) : NULL;
}

// All inputs as one model. The findings counted are those of joining.
static void work_joined(void *context, cli_job *job) {
    const info_run *run = context;
    mq_arena *arena = mq_arena_new(NULL);
    cli_joined joined = {.code = CLI_UNREADABLE};
    maq_tree *tree = NULL;
    if (arena &&
        cli_joined_open(arena, run->arguments, &run->inputs, &run->settings, &job->messages,
                        &joined) &&
        cli_joined_make_scene(arena, &run->settings, run->settings.level, true, &job->messages,
                              &joined)) {
        const maq_value *root =
            maq_scene_info(joined.scene, &joined.models[0].memory, &tree) == MAQ_OK
                ? with_images(arena, maq_tree_root(tree), &joined)
                : NULL;
        job->succeeded = root != NULL;
        if (root)
            put_info(run, job, &joined.subject, root, maq_scene_findings(joined.scene));
        else
            joined.code = CLI_UNREADABLE;
    }
    job->code = joined.code;
    maq_tree_free(tree);
    cli_joined_close(&joined);
    mq_arena_free(arena);
}

cli_exit cli_info(mq_arena *arena, const cli_arguments *arguments) {
    info_run run = {.arguments = arguments, .clips = arguments->given[CLI_OPT_CLIPS]};
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings))
        return CLI_WRONG_USAGE;
    if (run.clips && run.settings.json) {
        cli_error("--json and --clips exclude each other");
        return CLI_WRONG_USAGE;
    }
    bool join = cli_join_is_wanted(arguments);
    cli_exit code = cli_join_find_inputs(arena, arguments, true, &run.inputs);
    if (code == CLI_WRONG_USAGE)
        return code;
    cli_batch batch = {.activity = "reading",
                       .settings = &run.settings,
                       .count = join && run.inputs.count > 0 ? 1 : run.inputs.count,
                       .inputs = &run.inputs,
                       .work = join ? work_joined : work,
                       .context = &run,
                       .separator = run.settings.json || run.clips ? NULL : "\n",
                       .code = code};
    if (!cli_batch_run(&batch))
        return batch.code;
    cli_summary summary;
    uint64_t files = join && batch.succeeded > 0 ? run.inputs.count : batch.succeeded;
    cli_summary_start(&summary, "read", files, "file", "files");
    cli_summary_count(&summary, batch.totals[MESHES], "mesh", "meshes");
    cli_summary_count(&summary, batch.totals[VERTICES], "vertex", "vertices");
    cli_summary_count(&summary, batch.totals[TRIANGLES], "triangle", "triangles");
    cli_summary_remark(&summary, (join ? run.inputs.count : batch.count) - files,
                       "file could not be read", "files could not be read");
    cli_summary_print(&summary, &run.settings);
    return batch.code;
}
