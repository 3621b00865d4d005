// SPDX-License-Identifier: MIT
//
// maquette convert: models written in another format or version, with a list of losses.
#include <errno.h>
#include <string.h>

#include "base/parallel.h"
#include "base/platform.h"
#include "batch.h"
#include "commands.h"
#include "format_settings.h"
#include "formats/format.h"
#include "image_options.h"
#include "join.h"
#include "outputs.h"
#include "save.h"

enum { MESHES, CLIPS, LOSSES, INCOMPLETE, SKIPPED };

typedef struct convert_run {
    const cli_arguments *arguments;
    cli_settings settings;
    cli_inputs inputs;
    cli_outputs outputs;
    cli_image_options images;
    cli_skip skip;
    bool bake;
    unsigned long bake_rate; // 0: that of each clip
    unsigned long resample;  // frames a second; 0: clips stay as they are
    cli_report *report;      // NULL: no report is wanted
    cli_saved_images saved_images;
} convert_run;

// -------------------------------------------------------------------------------------- one output

// One conversion: of one input, or of several that are joined.
typedef struct conversion {
    convert_run *run;
    cli_job *job;
    const char *out;
    mq_arena *arena;
    const cli_input *inputs;
    cli_model *models; // of the inputs
    size_t count;
    const maq_variant *to;
    maq_document *result; // may hold the losses alone
    const char *failure;  // the first
} conversion;

static void fail(conversion *c, cli_exit code, const char *path, const char *failure) {
    cli_put_failure(&c->job->messages, path, failure);
    if (!c->failure)
        c->failure = failure;
    c->job->code = cli_worse(c->job->code, code);
}

// What messages about the result name: the input, or what several are joined into.
static const char *subject(const conversion *c) {
    return c->count == 1 ? c->inputs[0].path : c->out;
}

// How much the result holds: an empty export should not go unnoticed.
static void count_result(conversion *c) {
    mq_counts counts = {0};
    c->result->format->count(c->result, &counts);
    c->job->counts[MESHES] = counts.meshes;
    c->job->counts[CLIPS] = counts.clips;
    if (counts.meshes == 0 && counts.clips == 0)
        cli_put_warning(&c->job->messages, subject(c), "this model has no meshes");
}

// The second file of a format cannot go to standard output, too.
static void warn_of_companion(conversion *c) {
    const mq_format *format = c->result->format;
    if (strcmp(c->out, "-") == 0 && format->companion_name &&
        format->companion_name(c->result, "model", c->arena))
        cli_put_warning(&c->job->messages, subject(c),
                        "the materials belong into a second file, which is not written to "
                        "standard output");
}

// Makes the result and writes it. What goes wrong with writing is in *failure, and in *code. Models of one
// run may name different images alike: when another one took a name in the meantime, the result is made
// again.
static maq_status make_result(conversion *c, const cli_join *join, const char **failure,
                              cli_exit *code) {
    enum { MOST_ATTEMPTS = 100 };
    maq_status status;
    for (int attempt = 1;; attempt++) {
        status = maq_join(join->inputs, join->count, c->to->name, &join->options, &c->result);
        if (status != MAQ_OK)
            return status;
        *code = cli_save_document(c->arena, c->result, &c->models[0].memory, c->out,
                                  &c->run->saved_images, failure);
        if (*code == CLI_CLEAN || errno != EEXIST || attempt == MOST_ATTEMPTS)
            return MAQ_OK;
        maq_close(c->result);
        c->result = NULL;
    }
}

static void open_one(void *context, size_t index) {
    conversion *c = context;
    cli_model_open(&c->models[index], c->inputs[index].path, c->inputs[index].found,
                   &c->run->settings);
}

// Opens all inputs, even when the first cannot be read, so that one run reports all problems.
static bool open_inputs(conversion *c) {
    const cli_settings *settings = &c->run->settings;
    mq_parallel(c->count, c->count > 1 ? settings->threads : 1, open_one, NULL, c);
    bool good = true;
    for (size_t i = 0; i < c->count; i++) {
        cli_model *model = &c->models[i];
        cli_exit code = cli_model_report(&c->job->messages, model, settings);
        c->job->code = cli_worse(c->job->code, code);
        bool refused = cli_model_is_refused(model, settings);
        if (refused)
            fail(c, CLI_PROBLEMS, model->path,
                 "not converted, because not all of it could be read (--strict)");
        if (model->status == MAQ_OK)
            c->job->counts[INCOMPLETE] += maq_document_findings(model->document)->incomplete_reads;
        else if (!c->failure)
            c->failure = cli_model_failure(c->arena, model);
        good = good && model->status == MAQ_OK && !refused;
        if (i > 0)
            cli_model_add_input(&c->models[0], model);
    }
    return good;
}

static const char *why_unsupported(const conversion *c, const cli_join *join) {
    if (c->count == 1)
        return mq_arena_format(c->arena, "%s cannot be converted to %s",
                               maq_document_variant(c->models[0].document)->name, c->to->name);
    const char *why = cli_why_not_joined(c->arena, join->inputs, join->count, MAQ_UNSUPPORTED);
    return why ? mq_arena_format(c->arena,
                                 "%s; to convert each of them, name a folder with -o: end it "
                                 "with /",
                                 why)
               : NULL;
}

static void fail_by_status(conversion *c, maq_status status, const cli_join *join) {
    const char *failure = cli_status_text(c->arena, &c->models[0].memory, status);
    const char *unknown =
        c->result ? cli_unknown_attachment(maq_document_findings(c->result)) : NULL;
    if (unknown) {
        c->failure = unknown;
        c->job->code = CLI_WRONG_USAGE;
        return;
    }
    if (status == MAQ_LOSS_REFUSED)
        failure = "not converted, because of the losses (--strict)";
    else if (status == MAQ_UNSUPPORTED)
        failure = why_unsupported(c, join);
    else if (status == MAQ_BAD_ARGUMENT && cli_join_refused(c->arena, join))
        failure = cli_join_refused(c->arena, join);
    else if (status == MAQ_BAD_ARGUMENT && join->inputs[0].attach_to)
        failure = cli_why_not_joined(c->arena, join->inputs, join->count, status);
    fail(c, cli_exit_for(status), subject(c), failure ? failure : maq_status_text(MAQ_NO_MEMORY));
}

// A finding of a conversion has its position in the file that was read; with several, it does not
// say in which.
static void list_result_findings(conversion *c) {
    const cli_settings *settings = &c->run->settings;
    const maq_findings *findings = maq_document_findings(c->result);
    cli_model joined = {.path = c->out};
    c->job->counts[LOSSES] = findings->losses;
    cli_exit code = cli_list_findings(&c->job->messages, c->count == 1 ? &c->models[0] : &joined,
                                      findings, settings, settings->result_level);
    c->job->code = cli_worse(c->job->code, code);
}

static void convert(conversion *c) {
    const convert_run *run = c->run;
    if (!open_inputs(c))
        return;
    cli_join join = {.inputs = MQ_NEW_ARRAY(c->arena, maq_input, c->count),
                     .count = c->count,
                     .options = {.size = sizeof join.options,
                                 .memory = &c->models[0].memory,
                                 .max_findings = run->settings.max_kept,
                                 .strict = run->settings.strict,
                                 .free_inputs = true,
                                 .bake = run->bake,
                                 .bake_rate = (double)run->bake_rate,
                                 .resample = (double)run->resample}};
    for (size_t i = 0; join.inputs && i < c->count; i++)
        join.inputs[i].document = c->models[i].document;
    if (join.inputs) {
        c->to = cli_output_variant(&run->outputs, join.inputs, join.count);
        join.variant = maq_find_variant(c->to->name, &join.format);
    }
    if (!join.inputs || !cli_join_add_settings(c->arena, run->arguments, c->inputs, &join) ||
        !cli_image_options_apply(&run->images, &run->outputs, c->to, c->out, &c->inputs[0],
                                 c->arena, &join.options)) {
        fail(c, CLI_UNREADABLE, subject(c), maq_status_text(MAQ_NO_MEMORY));
        return;
    }
    const char *problem = cli_settings_problem(c->arena, run->arguments, join.format);
    if (problem) {
        fail(c, CLI_WRONG_USAGE, subject(c), problem);
        return;
    }
    const char *failure = NULL;
    cli_exit code = CLI_CLEAN;
    maq_status status = make_result(c, &join, &failure, &code);
    if (c->result)
        list_result_findings(c);
    if (status != MAQ_OK) {
        fail_by_status(c, status, &join);
        return;
    }
    count_result(c);
    warn_of_companion(c);
    if (failure)
        fail(c, code, c->out, failure);
    c->job->code = cli_worse(c->job->code, code);
    c->job->succeeded = code == CLI_CLEAN;
}

// ------------------------------------------------------------------------------------------ report

// What the conversion itself found: its losses, or all but these.
static void put_result_findings(mq_node *object, const char *key, const conversion *c,
                                bool losses) {
    mq_node *list = mq_put_array(object, key);
    const maq_findings *findings = c->result ? maq_document_findings(c->result) : NULL;
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
        cli_json_finding(list, document, &findings->items[i]);
}

// As check has them: of reading the inputs and of the conversion, but for its losses.
static void put_counts(mq_node *object, const conversion *c) {
    uint64_t errors = 0, warnings = 0, notes = 0;
    for (size_t i = 0; i <= c->count; i++) {
        const maq_document *document = i < c->count ? c->models[i].document : c->result;
        const maq_findings *findings = document ? maq_document_findings(document) : NULL;
        errors += findings ? findings->errors : 0;
        warnings += findings ? findings->warnings : 0;
        notes += findings ? findings->notes : 0;
    }
    cli_json_counts(object, "counts", errors, warnings, notes);
}

static const char *why_not_written(const conversion *c) {
    if (c->failure)
        return c->failure;
    for (size_t i = 0; i < c->count; i++) {
        if (c->models[i].status != MAQ_OK)
            return cli_model_error(c->arena, &c->models[i]);
    }
    return "the pipe that it is written to was closed";
}

// With one input its keys are in the entry itself, with several in a list.
static void put_report(const conversion *c) {
    mq_node *object = mq_value_root(c->arena, MAQ_VALUE_OBJECT);
    if (c->count == 1) {
        put_source(object, &c->models[0]);
    } else {
        mq_node *files = mq_put_array(object, "files");
        for (size_t i = 0; i < c->count; i++) {
            mq_node *entry = mq_put_object(files, NULL);
            put_source(entry, &c->models[i]);
            put_source_findings(entry, &c->models[i]);
        }
    }
    mq_put_text(object, "to", c->to ? c->to->name : NULL);
    mq_put_text(object, "out", c->job->succeeded ? c->out : NULL);
    if (!c->job->succeeded)
        mq_put_text(object, "error", why_not_written(c));
    put_result_findings(object, "losses", c, true);
    put_result_findings(object, "result_findings", c, false);
    if (c->count == 1)
        put_source_findings(object, &c->models[0]);
    put_counts(object, c);
    cli_put_json(&c->job->row, c->arena, object, false);
}

static void put_skipped(const conversion *c) {
    mq_node *object = mq_value_root(c->arena, MAQ_VALUE_OBJECT);
    mq_put_text(object, "file", c->inputs[0].path);
    mq_put_text(object, "out", c->out);
    mq_put_bool(object, "skipped", true);
    cli_put_json(&c->job->row, c->arena, object, false);
}

// --------------------------------------------------------------------------------------- the whole

static void work(void *context, cli_job *job) {
    convert_run *run = context;
    conversion c = {.run = run, .job = job, .out = run->outputs.paths[job->index]};
    c.inputs = run->inputs.items + (run->outputs.folder ? job->index : 0);
    c.count = run->outputs.folder ? 1 : run->inputs.count;
    c.arena = mq_arena_new(NULL);
    c.models = c.arena ? MQ_NEW_ARRAY(c.arena, cli_model, c.count) : NULL;
    if (c.models && cli_output_is_skipped(run->skip, c.out, c.inputs, c.count)) {
        job->counts[SKIPPED]++;
        job->succeeded = true;
        if (run->report)
            put_skipped(&c);
    } else if (c.models) {
        convert(&c);
        if (run->report)
            put_report(&c);
        maq_close(c.result);
        for (size_t i = 0; i < c.count; i++)
            cli_model_close(&c.models[i]);
    } else {
        job->code = CLI_UNREADABLE;
        cli_put_failure(&job->messages, c.out, maq_status_text(MAQ_NO_MEMORY));
    }
    mq_arena_free(c.arena);
}

static void print_summary(convert_run *run, const cli_batch *batch) {
    bool joined = run->outputs.joined;
    uint64_t skipped = batch->totals[SKIPPED];
    uint64_t converted = batch->succeeded - skipped;
    if (joined && converted > 0)
        converted = run->inputs.count;
    cli_summary summary;
    cli_summary_start(&summary, joined ? "joined" : "converted", converted, "file", "files");
    if (joined && converted > 0) {
        const char *out = run->outputs.paths[0];
        out = strcmp(out, "-") == 0 ? "standard output" : out;
        mq_text_string(&summary.text, " into ");
        cli_put_safe(&summary.text, out, strlen(out));
    }
    cli_summary_count(&summary, batch->totals[MESHES], "mesh", "meshes");
    cli_summary_count(&summary, batch->totals[CLIPS], "clip", "clips");
    cli_summary_count(&summary, batch->totals[LOSSES], "loss", "losses");
    cli_saved_images_put(&run->saved_images, &summary);
    cli_summary_remark(&summary, batch->totals[INCOMPLETE],
                       "part of the input could not be read in full",
                       "parts of the input could not be read in full");
    if (run->skip == CLI_SKIP_NEWER)
        cli_summary_remark(&summary, skipped, "output is up to date", "outputs are up to date");
    else
        cli_summary_remark(&summary, skipped, "output exists already", "outputs exist already");
    cli_summary_remark(&summary, run->inputs.count - converted - skipped,
                       joined ? "file was not joined" : "file was not converted",
                       joined ? "files were not joined" : "files were not converted");
    summary.resumable = run->outputs.folder;
    cli_summary_print(&summary, &run->settings);
}

// Whether a report of an earlier run is there. Neither a device nor an empty file has anything to lose.
static bool has_rows(const char *path) {
    mq_platform_info info;
    return mq_platform_path_info(path, &info) && info.kind == MQ_PLATFORM_FILE && info.size > 0;
}

// Whether the settings and the two outputs go together. False after a message.
static bool options_agree(mq_arena *arena, const convert_run *run) {
    const cli_arguments *arguments = run->arguments;
    const char *report = arguments->values[CLI_OPT_REPORT];
    const char *out = arguments->values[CLI_OPT_OUT];
    const maq_format *format = run->outputs.format;
    const char *problem = format ? cli_settings_problem(arena, arguments, format) : NULL;
    if (report && strcmp(report, "-") == 0 && strcmp(out, "-") == 0)
        problem = "the model and the report cannot both go to standard output";
    if (arguments->given[CLI_OPT_BAKE_RATE] && !run->bake)
        problem = "--bake-rate says how --bake bakes: give --bake, too";
    if (cli_image_options_problem(&run->images, &run->outputs))
        problem = cli_image_options_problem(&run->images, &run->outputs);
    if (run->skip != CLI_SKIP_NONE && report && has_rows(report))
        problem = mq_arena_format(
            arena,
            "%s: this report exists already, and %s would replace it by one that lacks the models "
            "which are skipped: name another file with --report",
            report, run->skip == CLI_SKIP_NEWER ? "--update" : "--skip-existing");
    if (run->inputs.shard.count > 0 && !run->outputs.folder)
        problem = "--shard is for outputs in a folder: end the name of one with / after -o";
    if (problem)
        cli_error("%s", problem);
    return !problem;
}

static cli_exit run_convert(mq_arena *arena, convert_run *run) {
    cli_exit code = cli_inputs_find(arena, run->arguments, &run->inputs);
    if (code == CLI_WRONG_USAGE)
        return code;
    cli_exit plan = cli_outputs_plan(arena, run->arguments, &run->inputs, &run->outputs);
    if (plan != CLI_CLEAN)
        return plan;
    if (!options_agree(arena, run))
        return CLI_WRONG_USAGE;
    cli_exit begun = cli_report_begin(arena, run->arguments, &run->report);
    if (begun != CLI_CLEAN)
        return begun;
    // When an operand led to nothing, a joined model would lack that part and still look complete.
    bool incomplete = code > CLI_PROBLEMS && !run->outputs.folder;
    if (!run->inputs.standard_input)
        cli_finish_on_interrupt();
    cli_batch batch = {.activity = "converting",
                       .settings = &run->settings,
                       .count = incomplete ? 0 : run->outputs.count,
                       .work = work,
                       .context = run,
                       .report = run->report,
                       .code = code};
    bool ran = cli_batch_run(&batch);
    batch.code = cli_worse(batch.code, cli_report_end(run->report));
    if (!ran)
        return batch.code;
    print_summary(run, &batch);
    return batch.code;
}

cli_exit cli_convert(mq_arena *arena, const cli_arguments *arguments) {
    convert_run run = {.arguments = arguments};
    if (!cli_settings_read(arguments, MAQ_WARNING, &run.settings) ||
        !cli_scale_and_axes_are_valid(arguments) ||
        !cli_image_options_read(arguments, &run.images) ||
        !cli_number_option(arguments, CLI_OPT_BAKE_RATE, 0, 1000, &run.bake_rate) ||
        !cli_number_option(arguments, CLI_OPT_RESAMPLE, 0, 1000, &run.resample) ||
        !cli_skip_read(arguments, &run.skip))
        return CLI_WRONG_USAGE;
    run.bake = arguments->given[CLI_OPT_BAKE];
    cli_exit code =
        cli_saved_images_init(&run.saved_images) ? run_convert(arena, &run) : cli_no_memory();
    cli_saved_images_free(&run.saved_images);
    return code;
}
