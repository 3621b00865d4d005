// SPDX-License-Identifier: MIT
//
// maquette convert: models written in another format or version, with all that was lost.
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/parallel.h"
#include "commands.h"
#include "format_settings.h"
#include "formats/format.h"
#include "model.h"
#include "outputs.h"

// What became of one output.
typedef struct convert_file {
    mq_text trouble; // for standard error
    mq_text report;  // its entry of the report
    cli_exit code;
    bool begun, written;
    uint64_t losses, incomplete_read, meshes, clips;
} convert_file;

typedef struct convert_run {
    const cli_arguments *arguments;
    cli_settings settings;
    maq_severity result_level; // what a conversion says of itself is listed from here up
    cli_inputs inputs;
    cli_outputs outputs;
    bool wants_report;
    bool bake;
    unsigned long bake_rate; // 0: that of each clip
    convert_file *files;
    cli_progress progress;
    cli_exit code;
    uint64_t converted, failed, losses, incomplete_read, meshes, clips;
} convert_run;

// -------------------------------------------------------------------------------------- one output

// One conversion under way: of one input, or of several that are joined.
typedef struct job {
    const convert_run *run;
    convert_file *file;
    const char *out;
    mq_arena *arena;
    const cli_input *inputs;
    cli_model *models; // of the inputs
    size_t count;
    const maq_variant *to;
    maq_document *result; // may hold the losses alone
    const char *failure;  // the first
} job;

// `failure` may be NULL: all is said.
static void fail(job *j, cli_exit code, const char *path, const char *failure) {
    if (failure)
        cli_put_failure(&j->file->trouble, cli_has_colours(CLI_STDERR), path, failure);
    if (!j->failure)
        j->failure = failure;
    j->file->code = cli_worse(j->file->code, code);
}

// What messages about the result name: the input, or what several are joined into.
static const char *subject(const job *j) {
    return j->count == 1 ? j->inputs[0].path : j->out;
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
    if (j->file->meshes == 0 && j->file->clips == 0)
        cli_put_warning(&j->file->trouble, cli_has_colours(CLI_STDERR), subject(j),
                        "there are no meshes in this model");
}

// A second file has no place on standard output.
static void tell_companion(job *j) {
    const mq_format *format = j->result->format;
    if (strcmp(j->out, "-") == 0 && format->companion_name &&
        format->companion_name(j->result, "model", j->arena))
        cli_put_warning(&j->file->trouble, cli_has_colours(CLI_STDERR), subject(j),
                        "the materials lie in a second file, which is not written to standard "
                        "output");
}

static void write_result(job *j) {
    tell_companion(j);
    errno = 0;
    maq_status status = j->run->outputs.folder && !cli_make_folder_of(j->out)
                            ? MAQ_CANNOT_WRITE
                            : maq_save_file(j->result, NULL, j->out);
    // A closed pipe is not worth a word: whoever closed it knows.
    if (status == MAQ_CANNOT_WRITE)
        fail(j, CLI_UNWRITABLE, j->out, errno == EPIPE ? NULL : strerror(errno));
    else if (status != MAQ_OK)
        fail(j, exit_for(status), subject(j), maq_status_text(status));
    else
        j->file->written = true;
}

static void open_one(void *context, size_t index) {
    job *j = context;
    cli_model_open(&j->models[index], j->inputs[index].path, &j->run->settings);
}

// Opens all inputs, even when the first is no good: what is amiss is told in one go.
static bool open_inputs(job *j) {
    mq_parallel(j->count, j->count > 1 ? j->run->settings.threads : 1, open_one, NULL, j);
    bool good = true;
    for (size_t i = 0; i < j->count; i++) {
        cli_model *model = &j->models[i];
        // What a target would refuse but was read in full is no trouble for a conversion.
        uint64_t incomplete_read =
            model->document ? maq_document_findings(model->document)->incomplete_reads : 0;
        bool refused = model->status == MAQ_OK && incomplete_read > 0 && j->run->settings.strict;
        j->file->incomplete_read += incomplete_read;
        if (model->status == MAQ_OK && incomplete_read > 0)
            j->file->code = cli_worse(j->file->code, CLI_PROBLEMS);
        if (model->status != MAQ_OK)
            fail(j, CLI_UNREADABLE, model->path, cli_model_failure(model));
        else if (refused)
            fail(j, CLI_PROBLEMS, model->path,
                 "not converted, because not all of it could be read (--strict)");
        good = good && model->status == MAQ_OK && !refused;
    }
    return good;
}

// "pie3, pie4": what the inputs are, each variant once.
static const char *variants_read(const job *j) {
    const char *list = NULL;
    for (size_t i = 0; i < j->count; i++) {
        const maq_variant *variant = maq_document_variant(j->models[i].document);
        size_t k = 0;
        while (k < i && maq_document_variant(j->models[k].document) != variant)
            k++;
        if (k == i)
            list = list ? mq_arena_format(j->arena, "%s, %s", list, variant->name) : variant->name;
    }
    return list;
}

static const char *why_unsupported(const job *j) {
    if (j->run->bake && j->count > 1)
        return "--bake takes one model: join these into a file first";
    if (j->count == 1)
        return mq_arena_format(j->arena, "%s cannot be converted to %s", variants_read(j),
                               j->to->name);
    return mq_arena_format(j->arena,
                           "these models cannot be joined into one (%s to %s); for each on its "
                           "own, name a folder with -o: end it with /",
                           variants_read(j), j->to->name);
}

static void tell_status(job *j, maq_status status, const cli_join *join) {
    const char *failure = maq_status_text(status);
    if (status == MAQ_LOSS_REFUSED)
        failure = "not converted, because of the losses (--strict)";
    else if (status == MAQ_UNSUPPORTED)
        failure = why_unsupported(j);
    else if (status == MAQ_BAD_ARGUMENT && cli_join_blame(j->arena, join))
        failure = cli_join_blame(j->arena, join);
    fail(j, exit_for(status), subject(j), failure ? failure : maq_status_text(MAQ_NO_MEMORY));
}

static void convert(job *j) {
    const convert_run *run = j->run;
    if (!open_inputs(j))
        return;
    cli_join join = {.inputs = MQ_NEW_ARRAY(j->arena, maq_input, j->count),
                     .count = j->count,
                     .options = {.size = sizeof join.options,
                                 .max_findings = run->settings.max_kept,
                                 .strict = run->settings.strict,
                                 .bake = run->bake,
                                 .bake_rate = (double)run->bake_rate}};
    for (size_t i = 0; join.inputs && i < j->count; i++)
        join.inputs[i].document = j->models[i].document;
    if (join.inputs) {
        j->to = cli_output_variant(&run->outputs, join.inputs, join.count);
        join.variant = maq_find_variant(j->to->name, &join.format);
    }
    if (!join.inputs || !cli_join_add_settings(j->arena, run->arguments, j->inputs, &join)) {
        fail(j, CLI_UNREADABLE, subject(j), maq_status_text(MAQ_NO_MEMORY));
        return;
    }
    const char *problem = cli_settings_problem(j->arena, run->arguments, join.format);
    if (problem) {
        fail(j, CLI_WRONG_USAGE, subject(j), problem);
        return;
    }
    maq_status status = maq_join(join.inputs, join.count, j->to->name, &join.options, &j->result);
    if (j->result) {
        const maq_findings *findings = maq_document_findings(j->result);
        j->file->losses = findings->losses;
        if (findings->errors > 0)
            j->file->code = cli_worse(j->file->code, CLI_PROBLEMS);
    }
    if (status != MAQ_OK) {
        tell_status(j, status, &join);
        return;
    }
    count_result(j);
    write_result(j);
}

// ------------------------------------------------------------------------------------------ report

// What the conversion itself found: its losses, or all but these.
static void put_result_findings(mq_node *object, const char *key, const job *j, bool losses) {
    mq_node *list = mq_put_array(object, key);
    const maq_findings *findings = j->result ? maq_document_findings(j->result) : NULL;
    for (size_t i = 0; findings && i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        if ((finding->severity == MAQ_LOSS) != losses)
            continue;
        mq_node *entry = mq_put_object(list, NULL);
        mq_put_text(entry, "rule", finding->rule->id);
        if (!losses)
            mq_put_text(entry, "severity", maq_severity_name(finding->severity));
        mq_put_text(entry, "message", finding->message);
        mq_put_integer(entry, "count", (int64_t)finding->count);
    }
}

static void put_source(mq_node *object, const cli_model *model) {
    const maq_variant *from = model->document ? maq_document_variant(model->document) : NULL;
    mq_put_text(object, "file", model->path);
    mq_put_text(object, "from", from ? from->name : NULL);
}

static void put_source_findings(mq_node *object, const cli_model *model) {
    mq_node *list = mq_put_array(object, "findings");
    const maq_document *document = model->document;
    const maq_findings *findings = document ? maq_document_findings(document) : NULL;
    for (size_t i = 0; findings && i < findings->count; i++)
        cli_json_finding(list, model, &findings->items[i]);
}

static const char *why_not_written(const job *j) {
    if (j->failure)
        return j->failure;
    for (size_t i = 0; i < j->count; i++) {
        if (j->models[i].status != MAQ_OK)
            return maq_status_text(j->models[i].status);
    }
    return "not written";
}

// With one input its keys stand in the entry itself, with several in a list.
static void put_report(const job *j) {
    mq_text *text = &j->file->report;
    mq_node *object = mq_value_root(j->arena, MAQ_VALUE_OBJECT);
    if (j->count == 1) {
        put_source(object, &j->models[0]);
    } else {
        mq_node *files = mq_put_array(object, "files");
        for (size_t i = 0; i < j->count; i++) {
            mq_node *entry = mq_put_object(files, NULL);
            put_source(entry, &j->models[i]);
            put_source_findings(entry, &j->models[i]);
        }
    }
    mq_put_text(object, "to", j->to ? j->to->name : NULL);
    mq_put_text(object, "out", j->file->written ? j->out : NULL);
    if (!j->file->written)
        mq_put_text(object, "error", why_not_written(j));
    put_result_findings(object, "losses", j, true);
    put_result_findings(object, "result_findings", j, false);
    if (j->count == 1)
        put_source_findings(object, &j->models[0]);
    if (!object || mq_arena_status(j->arena) != MAQ_OK)
        text->status = MAQ_NO_MEMORY;
    else
        mq_json_value(text, mq_node_value(object));
}

static cli_exit write_report(const convert_run *run, const char *path) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_char(&text, '[');
    bool first = true;
    for (size_t i = 0; i < run->outputs.count; i++) {
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

// What was found in reading and in converting, in that order. A finding of a conversion has its
// place in the file that was read; which of several that is, it does not say.
static void put_all_findings(const job *j, bool colours) {
    mq_text *text = &j->file->trouble;
    for (size_t i = 0; i < j->count; i++) {
        if (j->models[i].document)
            cli_put_document_findings(text, colours, &j->models[i], j->models[i].document,
                                      &j->run->settings);
    }
    cli_settings settings = j->run->settings;
    settings.level = j->run->result_level;
    cli_model joined = {.path = j->out};
    if (j->result)
        cli_put_document_findings(text, colours, j->count == 1 ? &j->models[0] : &joined, j->result,
                                  &settings);
}

static void tell_job(job *j) {
    bool colours = cli_has_colours(CLI_STDERR);
    convert_file *file = j->file;
    mq_text tail = file->trouble; // warnings and failures come behind the findings
    mq_text_init(&file->trouble, NULL);
    put_all_findings(j, colours);
    if (tail.length > 0)
        mq_text_bytes(&file->trouble, tail.data, tail.length);
    mq_text_free(&tail);
    if (j->run->wants_report)
        put_report(j);
}

static void work(void *context, size_t index) {
    const convert_run *run = context;
    convert_file *file = &run->files[index];
    if (cli_interrupted())
        return;
    job j = {.run = run, .file = file, .out = run->outputs.paths[index]};
    j.inputs = run->inputs.items + (run->outputs.folder ? index : 0);
    j.count = run->outputs.folder ? 1 : run->inputs.count;
    j.arena = mq_arena_new(NULL);
    j.models = j.arena ? MQ_NEW_ARRAY(j.arena, cli_model, j.count) : NULL;
    mq_text_init(&file->trouble, NULL);
    mq_text_init(&file->report, NULL);
    file->begun = true;
    if (j.models) {
        convert(&j);
        tell_job(&j);
        maq_close(j.result);
        for (size_t i = 0; i < j.count; i++)
            cli_model_close(&j.models[i]);
    } else {
        file->code = CLI_UNREADABLE;
        cli_put_failure(&file->trouble, cli_has_colours(CLI_STDERR), j.out,
                        maq_status_text(MAQ_NO_MEMORY));
        file->report.status = MAQ_NO_MEMORY;
    }
    mq_arena_free(j.arena);
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
    run->incomplete_read += file->incomplete_read;
    size_t inputs = run->outputs.folder ? 1 : run->inputs.count;
    if (file->written) {
        run->converted += inputs;
        run->meshes += file->meshes;
        run->clips += file->clips;
    } else {
        run->failed += inputs;
    }
    cli_progress_step(&run->progress);
}

static void tell_summary(const convert_run *run) {
    mq_text text;
    mq_text_init(&text, NULL);
    bool joined = run->outputs.joined;
    mq_text_string(&text, joined ? "joined " : "converted ");
    cli_put_count(&text, run->converted, "file", "files");
    if (joined && run->converted > 0) {
        const char *out = run->outputs.paths[0];
        mq_text_string(&text, " into ");
        if (strcmp(out, "-") == 0)
            mq_text_string(&text, "standard output");
        else
            cli_put_safe(&text, out, strlen(out));
    }
    mq_text_string(&text, ": ");
    cli_put_count(&text, run->meshes, "mesh", "meshes");
    mq_text_string(&text, ", ");
    cli_put_count(&text, run->clips, "clip", "clips");
    mq_text_string(&text, ", ");
    cli_put_count(&text, run->losses, "loss", "losses");
    if (run->incomplete_read > 0) {
        mq_text_string(&text, "; ");
        cli_put_count(&text, run->incomplete_read, "thing", "things");
        mq_text_string(&text, " could not be read in full");
    }
    if (run->failed > 0) {
        mq_text_string(&text, "; ");
        cli_put_count(&text, run->failed, "file", "files");
        mq_text_string(&text, joined ? " not joined" : " not converted");
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
    const maq_format *format = run->outputs.format;
    const char *problem =
        plan == CLI_CLEAN && format ? cli_settings_problem(arena, arguments, format) : NULL;
    if (problem) {
        cli_error("%s", problem);
        plan = CLI_WRONG_USAGE;
    }
    run->files = MQ_NEW_ARRAY(arena, convert_file, run->outputs.count);
    if (plan != CLI_CLEAN || !run->files) {
        run->code = CLI_WRONG_USAGE;
        return;
    }
    // A model that lacks some of what it was to be joined from would look like a whole one.
    if (run->code != CLI_CLEAN && !run->outputs.folder) {
        run->outputs.count = 0;
        run->failed = run->inputs.count;
    }
    if (!run->inputs.standard_input)
        cli_finish_on_interrupt();
    cli_progress_start(&run->progress, "converting", run->outputs.count, run->settings.quiet);
    mq_parallel(run->outputs.count, run->settings.threads, work, done, run);
    cli_progress_clear(&run->progress);
    if (report)
        run->code = cli_worse(run->code, write_report(run, report));
    if (!run->settings.quiet)
        tell_summary(run);
}

cli_exit cli_convert(const cli_arguments *arguments) {
    convert_run run = {.arguments = arguments, .result_level = MAQ_NOTE};
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings) ||
        !cli_placement_is_good(arguments))
        return CLI_WRONG_USAGE;
    if (arguments->given[CLI_OPT_LEVEL])
        run.result_level = run.settings.level;
    if (!cli_number_option(arguments, CLI_OPT_BAKE_RATE, 0, 1000, &run.bake_rate))
        return CLI_WRONG_USAGE;
    run.bake = arguments->given[CLI_OPT_BAKE] || run.bake_rate > 0;
    mq_arena *arena = mq_arena_new(NULL);
    if (!arena) {
        cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
        return CLI_UNREADABLE;
    }
    run_convert(&run, arena, arguments);
    mq_arena_free(arena);
    return run.code;
}
