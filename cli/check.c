// SPDX-License-Identifier: MIT
//
// maquette check: what is wrong with models, and repairing it.
#include <errno.h>
#include <string.h>

#include "api/fix.h"
#include "base/file.h"
#include "batch.h"
#include "check_mod.h"
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

typedef struct check_file {
    cli_model model;
    maq_report *own;    // findings of the file alone; may be NULL
    maq_report *in_set; // findings of the file among the others; may be NULL
    const maq_findings
        *others;       // findings of no report, instead of those of the file alone; or NULL
    mq_arena *arena;   // of the rounds
    fix_round *rounds; // of fixes
    size_t round_count;
    uint64_t fixed;    // how many fixes were applied
    bool other_target; // checked for the default target, because its format lacks the given one
    int write_reason;  // errno when the repaired file could not be written
} check_file;

typedef struct check_run {
    mq_arena *arena;
    cli_settings settings;
    const char *target; // NULL: the default one
    bool sarif, fix;
    const cli_arguments *arguments;
    cli_inputs inputs;
    check_file *files;
    cli_mods mods;
    cli_stream findings_to;

    uint64_t errors, warnings, notes, fixed, fixed_files, not_read, other_target, checked;
} check_run;

// ---------------------------------------------------------------------------------------- one file

static bool format_has_target(const maq_format *format, const char *target) {
    for (uint32_t i = 0; i < format->target_count; i++) {
        if (strcmp(format->targets[i], target) == 0)
            return true;
    }
    return false;
}

// The target to check a document of this format for; NULL stands for the default.
static const char *target_for(const check_run *run, const maq_format *format) {
    return run->target && format && format_has_target(format, run->target) ? run->target : NULL;
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

static void fix(const check_run *run, check_file *file) {
    maq_buffer text = {0};
    file->arena = mq_arena_new(NULL);
    file->rounds = file->arena ? MQ_NEW_ARRAY(file->arena, fix_round, MOST_ROUNDS) : NULL;
    while (file->rounds && file->round_count < MOST_ROUNDS && run_fix_round(run, file, &text))
        continue;
    // Standard input goes on to standard output in its turn.
    if (file->fixed > 0 && strcmp(file->model.path, "-") != 0 &&
        mq_file_write(file->model.path, text.data, text.length) != MAQ_OK)
        file->write_reason = errno;
    maq_buffer_free(&text);
}

static void work(void *context, cli_job *job) {
    check_run *run = context;
    check_file *file = &run->files[job->index];
    cli_model_open(&file->model, run->inputs.items[job->index].path, &run->settings);
    check_own(run, file);
    if (run->fix && file->model.document)
        fix(run, file);
}

// ------------------------------------------------------------------------------------ all together

// The models of one format as one installation.
static bool check_set(check_run *run, const maq_format *format) {
    size_t count = run->inputs.count;
    const maq_document **documents = MQ_NEW_ARRAY(run->arena, const maq_document *, count);
    maq_report **reports = MQ_NEW_ARRAY(run->arena, maq_report *, count);
    check_file **files = MQ_NEW_ARRAY(run->arena, check_file *, count);
    if (!documents || !reports || !files)
        return false;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        check_file *file = &run->files[i];
        // A file that cannot be read as a model still exists when others refer to it.
        if (file->model.document && maq_document_format(file->model.document) == format) {
            files[used] = file;
            documents[used++] = file->model.document;
        }
    }
    if (used == 0)
        return true;
    maq_check_options options = options_for(run, format);
    // What is missing in a mod may be in the data below it, which the check of the mod knows.
    bool complete = run->inputs.folder_given;
    for (size_t i = 0; i < run->mods.count; i++)
        complete = complete && !run->mods.reports[i]->complete;
    if (maq_check_set(documents, used, complete, &options, reports) != MAQ_OK)
        return false;
    for (size_t i = 0; i < used; i++)
        files[i]->in_set = reports[i];
    return true;
}

static bool check_sets(check_run *run) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        if (!check_set(run, format))
            return false;
    }
    return true;
}

// Joins all files into one model. What that finds is listed as if it were one more file.
static cli_exit join_files(check_run *run, cli_joined *joined, check_file *file) {
    if (!cli_joined_prepare(run->arena, run->arguments, &run->inputs, joined))
        return joined->code;
    for (size_t i = 0; i < joined->count; i++) {
        joined->inputs[i].document = run->files[i].model.document;
        if (run->files[i].model.status != MAQ_OK)
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
    if (file->model.status != MAQ_OK) {
        const char *why = cli_model_failure(&file->model);
        mq_put_text(object, "error", why ? why : maq_status_text(file->model.status));
    }
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

static cli_exit print_failures(check_run *run, const check_file *file) {
    cli_exit code = CLI_CLEAN;
    const char *failure = cli_model_failure(&file->model);
    mq_text text;
    mq_text_init(&text, NULL);
    if (failure)
        cli_put_failure(&text, file->model.path, failure);
    if (file->model.status != MAQ_OK) {
        run->not_read++;
        code = CLI_UNREADABLE;
    }
    if (file->write_reason != 0) {
        cli_put_failure(&text, file->model.path, strerror(file->write_reason));
        code = CLI_UNWRITABLE;
    }
    cli_write_text(CLI_STDERR, &text);
    return code;
}

// Puts the findings of one file and adds them to the counts.
static cli_exit put_file(check_run *run, check_file *file, mq_text *text, bool *first) {
    cli_exit code = print_failures(run, file);
    cli_findings findings;
    if (!cli_findings_gather(run->arena, file->own ? maq_report_findings(file->own) : file->others,
                             file->in_set ? maq_report_findings(file->in_set) : NULL,
                             run->settings.level, run->settings.max_findings, &findings)) {
        text->status = MAQ_NO_MEMORY;
        return code;
    }
    run->checked += file->model.document != NULL;
    run->errors += findings.errors;
    run->warnings += findings.warnings;
    run->notes += findings.notes;
    run->other_target += file->other_target;
    // Fixes count when they have reached the file or standard output.
    if (file->fixed > 0 && file->write_reason == 0) {
        run->fixed += file->fixed;
        run->fixed_files++;
    }
    if (findings.errors > 0 || (run->settings.strict && findings.warnings > 0))
        code = cli_worse(code, CLI_PROBLEMS);
    if (run->sarif)
        cli_sarif_results(text, first, &file->model, &findings);
    else if (run->settings.json)
        put_json(text, run, file, &findings);
    else {
        if (file->write_reason == 0)
            put_fixes(run, file, text, NULL);
        cli_subjects_collect(run->settings.subjects, &file->model, &findings);
        cli_put_findings(text, run->findings_to, &file->model, &findings);
    }
    return code;
}

// Lists what opening the archives found, each as if it were one more file.
static cli_exit put_archives(check_run *run, mq_text *text, bool *first) {
    cli_exit code = CLI_CLEAN;
    for (size_t i = 0; i < run->inputs.archive_count; i++) {
        const cli_tree *tree = run->inputs.archives[i];
        check_file archive = {.model = {.path = tree->root, .binary = true},
                              .others = cli_tree_findings(tree)};
        if (archive.others->count > 0)
            code = cli_worse(code, put_file(run, &archive, text, first));
        run->not_read += tree->status != MAQ_OK;
    }
    return code;
}

// Lists what was found in mods: each file with findings as if it were one more.
static cli_exit put_mods(check_run *run, mq_text *text, bool *first) {
    cli_exit code = CLI_CLEAN;
    for (size_t i = 0; i < run->mods.count; i++) {
        const maq_warzone_report *report = run->mods.reports[i];
        uint64_t checked = run->checked + report->json_files;
        for (size_t k = 0; k < report->file_count; k++) {
            const maq_warzone_file *found = &report->files[k];
            check_file file = {.model = {.path = found->path,
                                         .document = MQ_WRITABLE(maq_document, found->document)},
                               .others = found->findings};
            code = cli_worse(code, put_file(run, &file, text, first));
        }
        run->checked = checked;
    }
    return code;
}

static void put_sarif_end(check_run *run, mq_text *text) {
    const cli_model **failed = MQ_NEW_ARRAY(run->arena, const cli_model *, run->inputs.count);
    size_t count = 0;
    for (size_t i = 0; failed && i < run->inputs.count; i++) {
        if (run->files[i].model.status != MAQ_OK && cli_model_failure(&run->files[i].model))
            failed[count++] = &run->files[i].model;
    }
    cli_sarif_end(text, failed, count);
}

static void print_summary(const check_run *run) {
    cli_summary summary;
    cli_summary_start(&summary, "checked", run->checked, "file", "files");
    cli_summary_count(&summary, run->errors, "error", "errors");
    cli_summary_count(&summary, run->warnings, "warning", "warnings");
    cli_summary_count(&summary, run->notes, "note", "notes");
    cli_summary_remark(&summary, run->not_read, "file could not be read",
                       "files could not be read");
    if (run->fix) {
        mq_text_string(&summary.text, "; fixed ");
        cli_put_count(&summary.text, run->fixed, "finding", "findings");
        mq_text_string(&summary.text, " in ");
        cli_put_count(&summary.text, run->fixed_files, "file", "files");
    }
    cli_summary_remark(&summary, run->other_target, "file was checked for the default target",
                       "files were checked for the default target");
    if (run->other_target > 0)
        mq_text_format(&summary.text, ", because the format has no target %s", run->target);
    cli_summary_print(&summary, &run->settings);
}

// `whole` is what is found in all files together.
static cli_exit print_findings(check_run *run, check_file *whole) {
    bool first = true;
    mq_text text;
    mq_text_init(&text, NULL);
    if (run->sarif)
        cli_sarif_begin(&text);
    cli_exit code = put_archives(run, &text, &first);
    for (size_t i = 0; i < run->inputs.count; i++) {
        check_file *file = &run->files[i];
        // Not started because of an interruption.
        if (!file->model.path)
            continue;
        code = cli_worse(code, put_file(run, file, &text, &first));
        cli_write_text(run->findings_to, &text);
        mq_text_init(&text, NULL);
        // As a filter, the command passes the whole text on, repaired or not.
        if (run->fix && strcmp(file->model.path, "-") == 0 && file->model.status == MAQ_OK) {
            size_t length = 0;
            const void *source = maq_document_source(file->model.document, &length);
            cli_write(CLI_STDOUT, source, length);
        }
    }
    if (whole->model.path)
        code = cli_worse(code, put_file(run, whole, &text, &first));
    code = cli_worse(code, put_mods(run, &text, &first));
    if (run->sarif)
        put_sarif_end(run, &text);
    cli_write_text(run->findings_to, &text);
    cli_subjects_print(run->settings.subjects, run->findings_to);
    print_summary(run);
    return code;
}

// ---------------------------------------------------------------------------------------- command

// A target that no format has is a mistake; the message lists those that there are.
static bool target_is_known(const char *target) {
    mq_text known;
    mq_text_init(&known, NULL);
    const maq_format *format;
    bool found = false;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        found = found || format_has_target(format, target);
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

static cli_exit run_check(check_run *run, const cli_arguments *arguments) {
    cli_exit code = cli_join_find_inputs(run->arena, arguments, &run->inputs);
    if (code == CLI_WRONG_USAGE)
        return code;
    if (run->fix && run->inputs.archive_count > 0) {
        cli_error("%s: --fix cannot change models in an archive: archives are only read",
                  run->inputs.archives[0]->root);
        return CLI_WRONG_USAGE;
    }
    run->files = MQ_NEW_ARRAY(run->arena, check_file, run->inputs.count);
    if (!run->files)
        return cli_no_memory();
    run->findings_to = run->fix && run->inputs.standard_input ? CLI_STDERR : CLI_STDOUT;
    if (run->fix && !run->inputs.standard_input)
        cli_finish_on_interrupt();
    cli_batch batch = {.activity = "checking",
                       .settings = &run->settings,
                       .count = run->inputs.count,
                       .work = work,
                       .context = run,
                       .code = code};
    if (!cli_batch_run(run->arena, &batch))
        return batch.code;
    code = batch.code;
    if (!cli_interrupted())
        code = cli_worse(code, cli_mods_check(run->arena, arguments, &run->settings, &run->mods));
    if (!cli_interrupted() && !check_sets(run)) {
        cli_error("the files could not be checked against each other");
        code = cli_worse(code, CLI_UNREADABLE);
    }
    cli_joined joined = {0};
    check_file whole = {0};
    if (cli_join_is_wanted(arguments) && run->inputs.count > 0 && !cli_interrupted())
        code = cli_worse(code, join_files(run, &joined, &whole));
    code = cli_worse(code, print_findings(run, &whole));
    maq_scene_free(joined.scene);
    cli_mods_free(&run->mods);
    for (size_t i = 0; i < run->inputs.count; i++) {
        check_file *file = &run->files[i];
        maq_report_free(file->own);
        maq_report_free(file->in_set);
        cli_model_close(&file->model);
        for (size_t k = 0; k < file->round_count; k++) {
            maq_report_free(file->rounds[k].report);
            cli_model_close(&file->rounds[k].model);
        }
        mq_arena_free(file->arena);
    }
    return code;
}

cli_exit cli_check(mq_arena *arena, const cli_arguments *arguments) {
    check_run run = {.arena = arena,
                     .arguments = arguments,
                     .target = arguments->values[CLI_OPT_TARGET],
                     .sarif = arguments->given[CLI_OPT_SARIF],
                     .fix = arguments->given[CLI_OPT_FIX]};
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
