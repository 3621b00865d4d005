// SPDX-License-Identifier: MIT
//
// maquette convert: models written in another format or version, with all that was lost.
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/parallel.h"
#include "commands.h"
#include "inputs.h"
#include "model.h"
#include "outputs.h"

typedef struct convert_file {
    mq_text trouble; // for standard error
    mq_text report;  // its entry of the report
    cli_exit code;
    bool begun, written;
    uint64_t losses, errors, meshes, clips;
} convert_file;

typedef struct convert_run {
    cli_settings settings;
    cli_inputs inputs;
    cli_outputs outputs;
    bool wants_report;
    convert_file *files;
    cli_progress progress;
    cli_exit code;
    uint64_t converted, failed, losses, errors, meshes, clips;
} convert_run;

// ---------------------------------------------------------------------------------------- one file

// One conversion under way.
typedef struct job {
    const convert_run *run;
    convert_file *file;
    const char *out;
    cli_model model;
    const maq_variant *to;
    maq_document *result; // may hold the losses alone
    const char *failure;
} job;

static void fail(job *j, cli_exit code, const char *failure) {
    j->failure = failure;
    j->file->code = cli_worse(j->file->code, code);
}

static cli_exit exit_for(maq_status status) {
    switch (status) {
    case MAQ_LOSS_REFUSED:
        return CLI_PROBLEMS;
    case MAQ_UNSUPPORTED:
    case MAQ_BAD_ARGUMENT:
        return CLI_WRONG_USAGE;
    case MAQ_CANNOT_WRITE:
        return CLI_UNWRITABLE;
    default:
        return CLI_UNREADABLE;
    }
}

// How much the result holds: an export of nothing goes unnoticed for too long.
static void count_result(job *j) {
    maq_tree *tree = NULL;
    if (maq_info(j->result, NULL, &tree) != MAQ_OK)
        return;
    const maq_value *meshes = maq_value_find(maq_tree_root(tree), "meshes");
    const maq_value *clips = maq_value_find(maq_tree_root(tree), "clips");
    j->file->meshes = meshes ? meshes->as.children.count : 0;
    j->file->clips = clips ? clips->as.children.count : 0;
    maq_tree_free(tree);
    if (j->file->meshes == 0)
        cli_put_warning(&j->file->trouble, cli_has_colours(CLI_STDERR), j->model.path,
                        "there are no meshes in this model");
}

static void write_result(job *j) {
    maq_buffer bytes = {0};
    maq_status status = maq_save_memory(j->result, NULL, &bytes);
    if (status != MAQ_OK) {
        fail(j, exit_for(status), maq_status_text(status));
        return;
    }
    errno = 0;
    if ((j->run->outputs.folder && !cli_make_folder_of(j->out)) ||
        mq_file_write(j->out, bytes.data, bytes.length) != MAQ_OK) {
        // A closed pipe is not worth a word: whoever closed it knows.
        fail(j, CLI_UNWRITABLE, errno == EPIPE ? NULL : strerror(errno));
    } else {
        j->file->written = true;
    }
    maq_buffer_free(&bytes);
}

static void convert(job *j) {
    const convert_run *run = j->run;
    cli_model_open(&j->model, j->model.path, &run->settings);
    if (j->model.document)
        j->file->errors = maq_document_findings(j->model.document)->errors;
    if (j->model.status != MAQ_OK) {
        fail(j, CLI_UNREADABLE, cli_model_failure(&j->model));
        return;
    }
    if (j->file->errors > 0) {
        j->file->code = CLI_PROBLEMS;
        if (run->settings.strict) {
            fail(j, CLI_PROBLEMS, "not converted, because of the errors in it (--strict)");
            return;
        }
    }
    j->to = cli_output_variant(&run->outputs, j->model.document);
    maq_convert_options options = {.size = sizeof options,
                                   .max_findings = run->settings.max_kept,
                                   .strict = run->settings.strict};
    maq_status status = maq_convert(j->model.document, j->to->name, &options, &j->result);
    if (j->result)
        j->file->losses = maq_document_findings(j->result)->losses;
    if (status == MAQ_LOSS_REFUSED)
        fail(j, CLI_PROBLEMS, "not converted, because of the losses (--strict)");
    else if (status != MAQ_OK)
        fail(j, exit_for(status), maq_status_text(status));
    if (status != MAQ_OK)
        return;
    count_result(j);
    write_result(j);
}

// ------------------------------------------------------------------------------------------ report

static void put_losses(mq_node *object, const maq_document *result) {
    mq_node *list = mq_put_array(object, "losses");
    const maq_findings *losses = result ? maq_document_findings(result) : NULL;
    for (size_t i = 0; losses && i < losses->count; i++) {
        mq_node *loss = mq_put_object(list, NULL);
        mq_put_text(loss, "rule", losses->items[i].rule->id);
        mq_put_text(loss, "message", losses->items[i].message);
        mq_put_integer(loss, "count", (int64_t)losses->items[i].count);
    }
}

static void put_report(const job *j) {
    mq_text *text = &j->file->report;
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    const maq_document *document = j->model.document;
    const maq_variant *from = document ? maq_document_variant(document) : NULL;
    mq_put_text(object, "file", j->model.path);
    mq_put_text(object, "from", from ? from->name : NULL);
    mq_put_text(object, "to", j->to ? j->to->name : NULL);
    mq_put_text(object, "out", j->file->written ? j->out : NULL);
    if (!j->file->written) {
        const char *why = maq_status_text(j->model.status);
        if (j->model.status == MAQ_OK)
            why = "not written";
        mq_put_text(object, "error", j->failure ? j->failure : why);
    }
    put_losses(object, j->result);
    mq_node *list = mq_put_array(object, "findings");
    const maq_findings *findings = document ? maq_document_findings(document) : NULL;
    for (size_t i = 0; findings && i < findings->count; i++)
        cli_json_finding(list, &j->model, &findings->items[i]);
    if (!object || mq_arena_status(arena) != MAQ_OK)
        text->status = MAQ_NO_MEMORY;
    else
        mq_json_value(text, mq_node_value(object));
    mq_arena_free(arena);
}

static cli_exit write_report(const convert_run *run, const char *path) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_char(&text, '[');
    bool first = true;
    for (size_t i = 0; i < run->inputs.count; i++) {
        mq_text *entry = &run->files[i].report;
        if (!run->files[i].begun)
            continue;
        mq_text_string(&text, first ? "\n" : ",\n");
        first = false;
        if (entry->status != MAQ_OK)
            text.status = entry->status;
        else
            mq_text_bytes(&text, entry->data, entry->length);
        mq_text_free(entry);
    }
    mq_text_string(&text, "\n]\n");
    cli_exit code = CLI_CLEAN;
    if (text.status != MAQ_OK) {
        cli_error("%s: %s", path, maq_status_text(text.status));
        code = CLI_UNWRITABLE;
    } else if (mq_file_write(path, text.data, text.length) != MAQ_OK) {
        cli_error("%s: cannot be written: %s", path, strerror(errno));
        code = CLI_UNWRITABLE;
    }
    mq_text_free(&text);
    return code;
}

// --------------------------------------------------------------------------------------- the whole

static void work(void *context, size_t index) {
    const convert_run *run = context;
    convert_file *file = &run->files[index];
    if (cli_interrupted())
        return;
    job j = {.run = run, .file = file, .out = run->outputs.paths[index]};
    j.model.path = run->inputs.items[index].path;
    mq_text_init(&file->trouble, NULL);
    mq_text_init(&file->report, NULL);
    file->begun = true;
    convert(&j);
    bool colours = cli_has_colours(CLI_STDERR);
    mq_text tail = file->trouble; // warnings and failures come behind the findings
    mq_text_init(&file->trouble, NULL);
    if (j.model.document)
        cli_put_document_findings(&file->trouble, colours, &j.model, j.model.document,
                                  &run->settings);
    if (j.result)
        cli_put_document_findings(&file->trouble, colours, &j.model, j.result, &run->settings);
    if (tail.length > 0)
        mq_text_bytes(&file->trouble, tail.data, tail.length);
    mq_text_free(&tail);
    if (j.failure)
        cli_put_failure(&file->trouble, colours,
                        file->code == CLI_UNWRITABLE ? j.out : j.model.path, j.failure);
    if (run->wants_report)
        put_report(&j);
    maq_close(j.result);
    cli_model_close(&j.model);
}

static void done(void *context, size_t index) {
    convert_run *run = context;
    convert_file *file = &run->files[index];
    if (!file->begun)
        return;
    if (file->trouble.length > 0)
        cli_progress_clear(&run->progress);
    cli_write_text(CLI_STDERR, &file->trouble);
    run->code = cli_worse(run->code, file->code);
    run->losses += file->losses;
    run->errors += file->errors;
    if (file->written) {
        run->converted++;
        run->meshes += file->meshes;
        run->clips += file->clips;
    } else {
        run->failed++;
    }
    cli_progress_step(&run->progress);
}

static void tell_summary(const convert_run *run) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_string(&text, "converted ");
    cli_put_count(&text, run->converted, "file", "files");
    mq_text_string(&text, ": ");
    cli_put_count(&text, run->meshes, "mesh", "meshes");
    mq_text_string(&text, ", ");
    cli_put_count(&text, run->clips, "clip", "clips");
    mq_text_string(&text, ", ");
    cli_put_count(&text, run->losses, "loss", "losses");
    if (run->errors > 0) {
        mq_text_string(&text, "; ");
        cli_put_count(&text, run->errors, "error", "errors");
        mq_text_string(&text, " in what was read");
    }
    if (run->failed > 0) {
        mq_text_string(&text, "; ");
        cli_put_count(&text, run->failed, "file", "files");
        mq_text_string(&text, " not converted");
    }
    mq_text_char(&text, '\n');
    cli_write_text(CLI_STDERR, &text);
}

static void run_convert(convert_run *run, mq_arena *arena, const cli_arguments *arguments) {
    const char *report = arguments->values[CLI_OPT_REPORT];
    const char *out = arguments->values[CLI_OPT_OUT];
    run->wants_report = report != NULL;
    run->code = cli_inputs_find(arena, arguments, &run->inputs);
    if (run->code == CLI_WRONG_USAGE)
        return;
    cli_exit plan = cli_outputs_plan(arena, arguments, &run->inputs, &run->outputs);
    if (plan == CLI_CLEAN && report && strcmp(report, "-") == 0 && strcmp(out, "-") == 0) {
        cli_error("the model and the report cannot both go to standard output");
        plan = CLI_WRONG_USAGE;
    }
    run->files = MQ_NEW_ARRAY(arena, convert_file, run->inputs.count);
    if (plan != CLI_CLEAN || !run->files) {
        run->code = CLI_WRONG_USAGE;
        return;
    }
    if (!run->inputs.standard_input)
        cli_finish_on_interrupt();
    cli_progress_start(&run->progress, "converting", run->inputs.count, run->settings.quiet);
    mq_parallel(run->inputs.count, run->settings.threads, work, done, run);
    cli_progress_clear(&run->progress);
    if (report)
        run->code = cli_worse(run->code, write_report(run, report));
    if (!run->settings.quiet)
        tell_summary(run);
}

cli_exit cli_convert(const cli_arguments *arguments) {
    convert_run run = {0};
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings))
        return CLI_WRONG_USAGE;
    mq_arena *arena = mq_arena_new(NULL);
    if (!arena) {
        cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
        return CLI_UNREADABLE;
    }
    run_convert(&run, arena, arguments);
    mq_arena_free(arena);
    return run.code;
}
