// SPDX-License-Identifier: MIT
//
// maquette check: what is wrong with models, and repairing it.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/fix.h"
#include "base/file.h"
#include "base/platform.h"
#include "batch.h"
#include "check_mod.h"
#include "check_set.h"
#include "commands.h"
#include "join.h"
#include "sarif.h"
#include "subjects.h"

// Fixes can uncover others; real files need two rounds. The limit only guards against fixes that
// undo each other.
enum { MOST_ROUNDS = 10 };

// The file as it was before a round of fixes, and which of its findings that round fixed.
typedef struct fix_round {
    cli_model model;
    maq_report *report;
    bool *applied;
} fix_round;

// The results for one file.
typedef struct check_counts {
    uint64_t errors, warnings, notes, fixable, fixed, fixed_files, not_read, other_target, checked,
        json_files;
} check_counts;

typedef struct check_file {
    cli_model model;
    maq_report *own;    // findings of the file alone; may be NULL
    maq_report *in_set; // findings of the file among the others; may be NULL
    const maq_findings
        *others;       // findings of no report, instead of those of the file alone; or NULL
    mq_arena *arena;   // of the rounds and of the lists of findings
    fix_round *rounds; // of fixes
    size_t round_count;
    uint64_t fixed;    // how many fixes were applied
    bool unread;       // no findings say why it cannot be read
    bool other_target; // checked for the default target, because its format lacks the given one
    int write_reason;  // errno when the repaired file could not be written
    check_counts counts;
} check_file;

typedef struct check_run {
    mq_arena *arena;
    cli_settings settings;
    const char *target; // NULL: the default one
    bool sarif, fix;
    const cli_arguments *arguments;
    cli_inputs inputs;
    bool join;         // all files stay open, to be joined
    cli_joined joined; // what they become, and
    check_file whole;  // what that finds
    cli_mods mods;
    cli_set *set; // NULL: no model refers to others, so far
    cli_stream findings_to;
    cli_report *report;

    check_counts totals;
    cli_batch batch;
    const cli_model **unread; // SARIF: files that cannot be read and have no findings
    size_t unread_count, unread_capacity;
} check_run;

// ---------------------------------------------------------------------------------------- one file

// The target to check a document of this format for; NULL stands for the default.
static const char *target_for(const check_run *run, const maq_format *format) {
    return run->target && format && cli_format_has_target(format, run->target) ? run->target : NULL;
}

static maq_check_options options_for(const check_run *run, const maq_format *format) {
    return (maq_check_options){.size = sizeof(maq_check_options),
                               .max_findings = run->settings.max_kept,
                               .target = target_for(run, format),
                               .image_checks = run->settings.image_checks};
}

static void check_own(const check_run *run, check_file *file) {
    if (!file->model.document)
        return;
    const maq_format *format = maq_document_format(file->model.document);
    maq_check_options options = options_for(run, format);
    options.memory = &file->model.memory;
    maq_status status = maq_check(file->model.document, &options, &file->own);
    if (status != MAQ_OK && file->model.status == MAQ_OK)
        file->model.status = status;
    file->other_target = run->target && format && !options.target;
}

// How many fixes were applied; 0: the file stays as it is.
static uint64_t apply_fixes(const check_file *file, bool *applied, maq_buffer *out) {
    const maq_findings *findings = maq_report_findings(file->own);
    uint64_t count = 0;
    if (mq_fix_each(file->model.document, findings, NULL, out, applied) != MAQ_OK)
        return 0;
    for (size_t i = 0; i < findings->count; i++)
        count += applied[i];
    return count;
}

// One round of fixes: true when the file has changed and was opened and checked anew.
static bool run_fix_round(const check_run *run, check_file *file, maq_buffer *text) {
    if (!file->own)
        return false;
    fix_round *round = &file->rounds[file->round_count];
    *round = (fix_round){.model = file->model, .report = file->own};
    round->applied = MQ_NEW_ARRAY(file->arena, bool, maq_report_findings(file->own)->count);
    maq_buffer fixed = {0};
    uint64_t applied = round->applied ? apply_fixes(file, round->applied, &fixed) : 0;
    check_file next = {.model = {.path = file->model.path}};
    maq_open_options options = {.size = sizeof options,
                                .max_findings = run->settings.max_kept,
                                .file_name = file->model.path};
    options.files = maq_document_files(file->model.document, &options.name);
    if (applied > 0)
        next.model.status =
            maq_open_memory(fixed.data, fixed.length, &options, &next.model.document);
    // A fix must not make a model unreadable: that would be a bug in the rule.
    if (applied == 0 || (file->model.status == MAQ_OK && next.model.status != MAQ_OK)) {
        maq_close(next.model.document);
        maq_buffer_free(&fixed);
        return false;
    }
    check_own(run, &next);
    file->model = next.model;
    file->own = next.own;
    file->other_target = next.other_target;
    file->round_count++;
    file->fixed += applied;
    maq_buffer_free(text);
    *text = fixed;
    return true;
}

// Goes back to the file as it was before all rounds.
static void undo_fixes(check_file *file) {
    while (file->round_count > 0) {
        const fix_round *round = &file->rounds[--file->round_count];
        maq_report_free(file->own);
        cli_model_close(&file->model);
        file->model = round->model;
        file->own = round->report;
    }
    file->fixed = 0;
}

static void fix(const check_run *run, check_file *file) {
    maq_buffer text = {0};
    file->rounds = MQ_NEW_ARRAY(file->arena, fix_round, MOST_ROUNDS);
    while (file->rounds && file->round_count < MOST_ROUNDS && run_fix_round(run, file, &text))
        continue;
    // What is still not a model stays as it is.
    if (file->model.status != MAQ_OK)
        undo_fixes(file);
    // Standard input goes on to standard output in its turn.
    if (file->fixed > 0 && strcmp(file->model.path, "-") != 0 &&
        mq_file_write(file->model.path, text.data, text.length) != MAQ_OK)
        file->write_reason = errno;
    maq_buffer_free(&text);
}

static void close_file(check_file *file) {
    maq_report_free(file->own);
    maq_report_free(file->in_set);
    cli_model_close(&file->model);
    for (size_t k = 0; k < file->round_count; k++) {
        maq_report_free(file->rounds[k].report);
        cli_model_close(&file->rounds[k].model);
    }
    mq_arena_free(file->arena);
    file->own = file->in_set = NULL;
    file->round_count = 0;
    file->arena = NULL;
}

// ------------------------------------------------------------------------------------ all together

// Whether the files that wait can be checked before all others are.
static bool can_check_set(const check_run *run, const cli_batch *batch) {
    for (const cli_job *job = batch->waiting; job; job = job->next) {
        const check_file *file = job->data;
        if (job->waits && (run->join || cli_needs_whole_set(file->model.document)))
            return false;
    }
    return true;
}

// The models that refer to others, as one installation.
static bool check_set(check_run *run, const cli_batch *batch) {
    size_t count = 0;
    for (const cli_job *job = batch->waiting; job; job = job->next)
        count += job->waits;
    mq_arena *arena = mq_arena_new(NULL);
    cli_set_file *files = arena ? MQ_NEW_ARRAY(arena, cli_set_file, count) : NULL;
    check_file **of = files ? MQ_NEW_ARRAY(arena, check_file *, count) : NULL;
    if (!of) {
        mq_arena_free(arena);
        return false;
    }
    count = 0;
    for (const cli_job *job = batch->waiting; job; job = job->next) {
        check_file *file = job->data;
        if (!job->waits || !file->model.document || !cli_refers_to_others(file->model.document))
            continue;
        of[count] = file;
        files[count++] = (cli_set_file){.document = file->model.document, .path = file->model.path};
    }
    maq_check_options options = {.size = sizeof options,
                                 .max_findings = run->settings.max_kept,
                                 .target = run->target,
                                 .image_checks = run->settings.image_checks};
    // What is missing in a mod may be in the data below it, which the check of the mod knows.
    bool complete = run->inputs.folder_given;
    for (size_t i = 0; i < run->mods.count; i++)
        complete = complete && !run->mods.reports[i]->complete;
    if (!run->set && count > 0)
        run->set = cli_set_new(run->arguments, &run->settings, &run->inputs);
    bool good =
        count == 0 || (run->set && cli_set_check(run->set, &options, complete, files, count));
    for (size_t i = 0; i < count; i++)
        of[i]->in_set = files[i].report;
    mq_arena_free(arena);
    return good;
}

// Joins all files into one model. What that finds is listed as if it were one more file.
static cli_exit join_files(check_run *run, const cli_batch *batch) {
    cli_joined *joined = &run->joined;
    check_file *file = &run->whole;
    if (!cli_joined_prepare(run->arena, run->arguments, &run->inputs, joined))
        return joined->code;
    for (const cli_job *job = batch->waiting; job; job = job->next) {
        const cli_model *model = &((const check_file *)job->data)->model;
        joined->inputs[job->index].document = model->document;
        if (model->status != MAQ_OK)
            return CLI_UNREADABLE; // which is reported with the file
    }
    maq_convert_options options = {.size = sizeof options, .max_findings = run->settings.max_kept};
    maq_status status = maq_scene_join(joined->inputs, joined->count, &options, &joined->scene);
    if (joined->scene) {
        file->model.path = joined->subject.path;
        file->others = maq_scene_findings(joined->scene);
    }
    if (status == MAQ_OK)
        return CLI_CLEAN;
    if (file->others && cli_unknown_attachment(file->others))
        return CLI_WRONG_USAGE;
    cli_error("%s: %s", joined->subject.path,
              cli_why_not_joined(run->arena, joined->inputs, joined->count, status));
    return cli_exit_for(status);
}

// -------------------------------------------------------------------------------------- the answer

// Lists what was fixed: as lines, or in JSON as elements of `list`.
static void put_fixes(const check_run *run, const check_file *file, mq_text *text, mq_node *list) {
    for (size_t i = 0; i < file->round_count; i++) {
        const fix_round *round = &file->rounds[i];
        const maq_findings *findings = maq_report_findings(round->report);
        for (size_t k = 0; k < findings->count; k++) {
            if (round->applied[k] && list)
                cli_json_finding(list, round->model.document, &findings->items[k]);
            else if (round->applied[k])
                cli_put_fixed(text, run->findings_to, &round->model, &findings->items[k]);
        }
    }
}

static void put_json(mq_text *text, const check_run *run, const check_file *file,
                     const cli_findings *findings) {
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    const maq_document *document = file->model.document;
    const maq_format *format = document ? maq_document_format(document) : NULL;
    mq_put_text(object, "file", file->model.path);
    cli_json_format(object, document);
    const char *target = target_for(run, format);
    if (!target && format && format->target_count > 0)
        target = format->targets[0];
    mq_put_text(object, "target", target);
    if (file->model.status != MAQ_OK)
        mq_put_text(object, "error", cli_model_error(arena, &file->model));
    if (run->fix) {
        mq_put_integer(object, "fixed", (int64_t)file->fixed);
        put_fixes(run, file, text, mq_put_array(object, "fixes"));
    }
    mq_node *list = mq_put_array(object, "findings");
    for (size_t i = 0; i < findings->count; i++)
        cli_json_finding(list, file->model.document, findings->items[i]);
    cli_json_counts(object, "counts", findings->errors, findings->warnings, findings->notes);
    cli_put_json(text, arena, object, false);
    mq_arena_free(arena);
}

static cli_exit put_failures(check_file *file, mq_text *messages) {
    cli_exit code = CLI_CLEAN;
    file->unread = cli_put_model_failure(messages, &file->model);
    if (file->model.status != MAQ_OK) {
        file->counts.not_read++;
        code = CLI_UNREADABLE;
    }
    if (file->write_reason != 0) {
        cli_put_failure(messages, file->model.path, mq_platform_error_text(file->write_reason));
        code = CLI_UNWRITABLE;
    }
    return code;
}

static void count(const cli_findings *findings, check_file *file) {
    check_counts *counts = &file->counts;
    counts->checked = !file->others; // an input, and thus a row of the report
    counts->errors = findings->errors;
    counts->warnings = findings->warnings;
    counts->notes = findings->notes;
    for (size_t i = 0; i < findings->count; i++)
        counts->fixable += findings->items[i]->edit_count > 0;
    counts->other_target = file->other_target;
    // Fixes count when they have reached the file or standard output.
    if (file->fixed > 0 && file->write_reason == 0) {
        counts->fixed = file->fixed;
        counts->fixed_files = 1;
    }
}

// Puts the findings of one file, and counts them.
static void put_file(check_run *run, check_file *file, cli_job *job) {
    mq_text *text = run->findings_to == CLI_STDOUT ? &job->answer : &job->messages;
    job->code = cli_worse(job->code, put_failures(file, &job->messages));
    cli_findings findings;
    if (!file->arena ||
        !cli_findings_gather(file->arena, file->own ? maq_report_findings(file->own) : file->others,
                             file->in_set ? maq_report_findings(file->in_set) : NULL,
                             run->settings.level, run->settings.max_findings, &findings)) {
        text->status = MAQ_NO_MEMORY;
        return;
    }
    count(&findings, file);
    if (findings.errors > 0 || (run->settings.strict && findings.warnings > 0))
        job->code = cli_worse(job->code, CLI_PROBLEMS);
    if (run->report && !file->others)
        put_json(&job->row, run, file, &findings);
    if (run->sarif)
        cli_sarif_results(text, &file->model, &findings);
    else if (run->settings.json)
        put_json(text, run, file, &findings);
    else {
        if (file->write_reason == 0)
            put_fixes(run, file, text, NULL);
        cli_subjects_collect(run->settings.subjects, &file->model, &findings);
        cli_put_findings(text, run->findings_to, &file->model, &findings);
    }
    // As a filter, the command passes the whole text on, repaired or not.
    if (run->fix && strcmp(file->model.path, "-") == 0 && file->model.status == MAQ_OK) {
        size_t length = 0;
        const void *source = maq_document_source(file->model.document, &length);
        mq_text_bytes(&job->answer, source, length);
    }
}

// Checks a file. Unless it waits for others, all of its output is made here, and it is closed.
static void work(void *context, cli_job *job) {
    check_run *run = context;
    check_file *file = calloc(1, sizeof *file);
    job->data = file;
    if (!file || !(file->arena = mq_arena_new(NULL))) {
        job->messages.status = MAQ_NO_MEMORY;
        return;
    }
    const cli_input *input = &run->inputs.items[job->index];
    cli_model_open(&file->model, input->path, input->found, &run->settings);
    check_own(run, file);
    if (run->fix && file->model.document)
        fix(run, file);
    job->waits = run->join || (file->model.document && cli_refers_to_others(file->model.document));
    if (!job->waits) {
        put_file(run, file, job);
        close_file(file);
    }
}

// Remembers a file that cannot be read and has no findings, for the end of the log.
static void add_unread(check_run *run, const check_file *file) {
    cli_model *copy = MQ_NEW(run->arena, cli_model);
    const cli_model **unread = mq_arena_grow(run->arena, run->unread, &run->unread_capacity,
                                             run->unread_count, sizeof *run->unread);
    // The path may be of a part of the inputs.
    const char *path = mq_arena_text(run->arena, file->model.path, strlen(file->model.path));
    if (!copy || !unread || !path)
        return;
    *copy = (cli_model){.path = path, .status = file->model.status, .reason = file->model.reason};
    run->unread = unread;
    run->unread[run->unread_count++] = copy;
}

static void add_counts(check_run *run, const check_counts *counts) {
    check_counts *totals = &run->totals;
    totals->errors += counts->errors;
    totals->warnings += counts->warnings;
    totals->notes += counts->notes;
    totals->fixable += counts->fixable;
    totals->fixed += counts->fixed;
    totals->fixed_files += counts->fixed_files;
    totals->not_read += counts->not_read;
    totals->other_target += counts->other_target;
    totals->checked += counts->checked;
}

static void finish_file(check_run *run, const check_file *file) {
    add_counts(run, &file->counts);
    if (run->sarif && file->unread)
        add_unread(run, file);
}

static void finish(void *context, cli_job *job) {
    check_file *file = job->data;
    if (!file)
        return;
    finish_file(context, file);
    close_file(file);
    free(file);
}

// Prints the findings of what is not one of the inputs, as if it were one more.
static void print_other(check_run *run, check_file *file) {
    cli_job job;
    cli_job_init(&job, 0);
    file->arena = mq_arena_new(NULL);
    put_file(run, file, &job);
    mq_arena_free(file->arena);
    finish_file(run, file);
    cli_batch_print(&run->batch, &job);
}

static check_file archive_file(const cli_tree *tree) {
    return (check_file){.model = {.path = tree->root, .binary = true},
                        .others = cli_tree_findings(tree)};
}

// What opening the archives found.
static void print_archives(check_run *run) {
    for (size_t i = 0; i < run->inputs.archive_count; i++) {
        const cli_tree *tree = run->inputs.archives[i];
        check_file archive = archive_file(tree);
        if (archive.others->count > 0)
            print_other(run, &archive);
        run->totals.not_read += tree->status != MAQ_OK;
    }
}

// A row of the report for what is not one of the inputs.
static void hold_row(const check_run *run, const check_file *file) {
    mq_text row;
    mq_text_init(&row, NULL);
    mq_arena *arena = mq_arena_new(NULL);
    cli_findings findings;
    if (arena && cli_findings_gather(arena, file->others, NULL, run->settings.level,
                                     run->settings.max_findings, &findings))
        put_json(&row, run, file, &findings);
    else
        row.status = MAQ_NO_MEMORY;
    cli_report_hold(run->report, &row);
    mq_arena_free(arena);
}

static check_file mod_file(const maq_warzone_file *found) {
    return (check_file){
        .model = {.path = found->path, .document = MQ_WRITABLE(maq_document, found->document)},
        .others = found->findings};
}

// What archives and mods have, as rows of the report between those of models.
static void hold_rows(const check_run *run) {
    for (size_t i = 0; i < run->inputs.archive_count; i++) {
        check_file archive = archive_file(run->inputs.archives[i]);
        if (archive.others->count > 0)
            hold_row(run, &archive);
    }
    for (size_t i = 0; i < run->mods.count; i++) {
        for (size_t k = 0; k < run->mods.reports[i]->file_count; k++) {
            check_file file = mod_file(&run->mods.reports[i]->files[k]);
            hold_row(run, &file);
        }
    }
}

// What was found in mods, by the files that have findings.
static void print_mods(check_run *run) {
    for (size_t i = 0; i < run->mods.count; i++) {
        const maq_warzone_report *report = run->mods.reports[i];
        uint64_t checked = run->totals.checked;
        run->totals.json_files += report->json_files;
        for (size_t k = 0; k < report->file_count; k++) {
            check_file file = mod_file(&report->files[k]);
            print_other(run, &file);
        }
        run->totals.checked = checked;
    }
}

static void print_summary(const check_run *run) {
    cli_summary summary;
    bool mod = run->totals.json_files > 0;
    cli_summary_start(&summary, "checked", run->totals.checked, mod ? "model" : "file",
                      mod ? "models" : "files");
    if (mod) {
        mq_text_string(&summary.text, " and ");
        cli_put_count(&summary.text, run->totals.json_files, "JSON file", "JSON files");
    }
    cli_summary_count(&summary, run->totals.errors, "error", "errors");
    cli_summary_count(&summary, run->totals.warnings, "warning", "warnings");
    cli_summary_count(&summary, run->totals.notes, "note", "notes");
    cli_summary_remark(&summary, run->totals.not_read, "file could not be read",
                       "files could not be read");
    if (run->fix) {
        mq_text_string(&summary.text, "; fixed ");
        cli_put_count(&summary.text, run->totals.fixed, "finding", "findings");
        mq_text_string(&summary.text, " in ");
        cli_put_count(&summary.text, run->totals.fixed_files, "file", "files");
    } else if (run->inputs.archive_count == 0) { // of which models are only read
        cli_summary_remark(&summary, run->totals.fixable, "finding can be repaired by --fix",
                           "findings can be repaired by --fix");
    }
    cli_summary_remark(&summary, run->totals.other_target,
                       "file was checked for the default target",
                       "files were checked for the default target");
    if (run->totals.other_target > 0)
        mq_text_format(&summary.text, ", because the format has no target %s", run->target);
    cli_summary_print(&summary, &run->settings);
}

// ---------------------------------------------------------------------------------------- command

// A target that no format has is a mistake; the message lists those that there are.
static bool target_is_known(const char *target) {
    mq_text known;
    mq_text_init(&known, NULL);
    const maq_format *format;
    bool found = false;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        found = found || cli_format_has_target(format, target);
        mq_text_format(&known, "%s%s:", i > 0 ? "; " : "", format->name);
        for (uint32_t k = 0; k < format->target_count; k++)
            mq_text_format(&known, " %s", format->targets[k]);
    }
    mq_text_char(&known, '\0');
    if (!found)
        cli_error("unknown target '%s'; the targets are %s", target,
                  known.status == MAQ_OK ? known.data : "those of maquette formats");
    mq_text_free(&known);
    return found;
}

static void print_sarif_begin(void) {
    mq_text text;
    mq_text_init(&text, NULL);
    cli_sarif_begin(&text);
    cli_write_text(CLI_STDOUT, &text);
}

static void print_sarif_end(const check_run *run) {
    mq_text text;
    mq_text_init(&text, NULL);
    cli_sarif_end(&text, run->unread, run->unread_count);
    cli_write_text(CLI_STDOUT, &text);
}

// Finishes the files that refer to others.
static bool complete(void *context, cli_batch *batch, bool last) {
    check_run *run = context;
    if (!last && !can_check_set(run, batch))
        return false;
    if (!cli_interrupted() && !check_set(run, batch)) {
        cli_error("the files could not be checked against each other");
        batch->code = cli_worse(batch->code, CLI_UNREADABLE);
    }
    if (run->join && !cli_interrupted())
        batch->code = cli_worse(batch->code, join_files(run, batch));
    for (cli_job *job = batch->waiting; job; job = job->next) {
        if (job->waits)
            put_file(run, job->data, job);
    }
    return true;
}

static cli_exit run_check(check_run *run, const cli_arguments *arguments) {
    cli_exit code = cli_join_find_inputs(run->arena, arguments, true, &run->inputs);
    if (code == CLI_WRONG_USAGE)
        return code;
    if (run->fix && run->inputs.archive_count > 0) {
        cli_error("%s: --fix cannot change models in an archive: archives are only read",
                  run->inputs.archives[0]->root);
        return CLI_WRONG_USAGE;
    }
    cli_exit begun = cli_report_begin(run->arena, arguments, &run->report);
    if (begun != CLI_CLEAN) {
        cli_inputs_end(&run->inputs);
        return begun;
    }
    run->findings_to = run->fix && run->inputs.standard_input ? CLI_STDERR : CLI_STDOUT;
    if (run->fix && !run->inputs.standard_input)
        cli_finish_on_interrupt();
    run->batch = (cli_batch){.activity = "checking",
                             .settings = &run->settings,
                             .count = run->inputs.count,
                             .inputs = &run->inputs,
                             .work = work,
                             .complete = complete,
                             .finish = finish,
                             .context = run,
                             .report = run->report,
                             .separator = run->sarif ? "," : NULL,
                             .code = code};
    // What is not about one model is printed by one shard alone. But whether something is missing depends
    // on the mods, so every shard checks them.
    bool first_shard = cli_shard_is_first(&run->inputs.shard);
    code = cli_mods_check(run->arena, arguments, &run->settings, &run->mods);
    run->batch.code = cli_worse(run->batch.code, code);
    if (run->sarif)
        print_sarif_begin();
    if (first_shard)
        print_archives(run);
    // Fixes change what the mods are found to have.
    bool fixes_mods = run->fix && run->mods.count > 0;
    if (run->report && first_shard && !fixes_mods)
        hold_rows(run);
    if (run->report)
        run->report->holds_all = fixes_mods;
    if (cli_batch_run(&run->batch)) {
        if (run->whole.model.path)
            print_other(run, &run->whole);
        if (first_shard && !cli_interrupted()) {
            if (run->totals.fixed > 0) {
                cli_mods_free(&run->mods);
                code = cli_mods_check(run->arena, arguments, &run->settings, &run->mods);
                run->batch.code = cli_worse(run->batch.code, code);
            }
            print_mods(run);
            if (run->report && fixes_mods)
                hold_rows(run);
        }
        if (run->sarif)
            print_sarif_end(run);
        cli_subjects_print(run->settings.subjects, run->findings_to);
        print_summary(run);
    }
    maq_scene_free(run->joined.scene);
    cli_mods_free(&run->mods);
    cli_set_free(run->set);
    return cli_worse(run->batch.code, cli_report_end(run->report));
}

cli_exit cli_check(mq_arena *arena, const cli_arguments *arguments) {
    check_run run = {.arena = arena,
                     .arguments = arguments,
                     .target = arguments->values[CLI_OPT_TARGET],
                     .sarif = arguments->given[CLI_OPT_SARIF],
                     .fix = arguments->given[CLI_OPT_FIX],
                     .join = cli_join_is_wanted(arguments)};
    if (!cli_settings_read(arguments, MAQ_NOTE, &run.settings))
        return CLI_WRONG_USAGE;
    if (run.sarif && run.settings.json) {
        cli_error("--json and --sarif exclude each other");
        return CLI_WRONG_USAGE;
    }
    if (run.target && !target_is_known(run.target))
        return CLI_WRONG_USAGE;
    return run_check(&run, arguments);
}
