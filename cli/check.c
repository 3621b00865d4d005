// SPDX-License-Identifier: MIT
//
// maquette check: what is wrong with models, and repairing it.
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/parallel.h"
#include "commands.h"
#include "inputs.h"
#include "model.h"
#include "sarif.h"

// Fixes can uncover others; real files need two rounds. The limit only guards against fixes that
// undo each other.
enum { MOST_ROUNDS = 10 };

typedef struct check_file {
    cli_model model;
    maq_report *own, *as_set; // either may be NULL
    uint64_t fixed;           // how many fixes were done
    bool no_such_target;      // the default target of the format was taken instead
    int write_reason;         // errno when the repaired file could not be written
} check_file;

typedef struct check_run {
    cli_settings settings;
    const char *target; // NULL: the default one
    bool sarif, fix;
    cli_inputs inputs;
    check_file *files;
    cli_progress progress;
    cli_stream findings_to;
    mq_arena *arena;

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
                               .target = target_for(run, format)};
}

static void check_own(const check_run *run, check_file *file) {
    if (!file->model.document)
        return;
    const maq_format *format = maq_document_format(file->model.document);
    maq_check_options options = options_for(run, format);
    maq_status status = maq_check(file->model.document, &options, &file->own);
    if (status != MAQ_OK && file->model.status == MAQ_OK)
        file->model.status = status;
    file->no_such_target = run->target && format && !options.target;
}

// One round of repair: true when the file has changed and was opened and checked anew.
static bool fix_round(const check_run *run, check_file *file, maq_buffer *text) {
    maq_buffer repaired = {0};
    size_t applied = 0;
    if (!file->own || maq_fix(file->model.document, maq_report_findings(file->own), NULL, &repaired,
                              &applied) != MAQ_OK)
        return false;
    check_file next = {.model = {.path = file->model.path}};
    maq_open_options options = {.size = sizeof options,
                                .max_findings = run->settings.max_kept,
                                .file_name = file->model.path};
    if (applied > 0)
        next.model.status =
            maq_open_memory(repaired.data, repaired.length, &options, &next.model.document);
    // A repair must never take a model away. (It would be a fault of the rule.)
    if (applied == 0 || (file->model.status == MAQ_OK && next.model.status != MAQ_OK)) {
        maq_close(next.model.document);
        maq_buffer_free(&repaired);
        return false;
    }
    check_own(run, &next);
    next.fixed = file->fixed + applied;
    maq_report_free(file->own);
    maq_close(file->model.document);
    *file = next;
    maq_buffer_free(text);
    *text = repaired;
    return true;
}

static void fix(const check_run *run, check_file *file) {
    maq_buffer text = {0};
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!fix_round(run, file, &text))
            break;
    }
    // Standard input goes on to standard output in its turn.
    if (file->fixed > 0 && strcmp(file->model.path, "-") != 0 &&
        mq_file_write(file->model.path, text.data, text.length) != MAQ_OK)
        file->write_reason = errno;
    maq_buffer_free(&text);
}

static void work(void *context, size_t index) {
    check_run *run = context;
    check_file *file = &run->files[index];
    if (cli_interrupted())
        return;
    cli_model_open(&file->model, run->inputs.items[index].path, &run->settings);
    check_own(run, file);
    if (run->fix && file->model.document)
        fix(run, file);
}

static void done(void *context, size_t index) {
    check_run *run = context;
    (void)index;
    cli_progress_step(&run->progress);
}

// ------------------------------------------------------------------------------------ all together

// The models of one format as one installation.
static bool check_as_set(check_run *run, const maq_format *format) {
    size_t count = run->inputs.count;
    const maq_document **documents = MQ_NEW_ARRAY(run->arena, const maq_document *, count);
    maq_report **reports = MQ_NEW_ARRAY(run->arena, maq_report *, count);
    check_file **files = MQ_NEW_ARRAY(run->arena, check_file *, count);
    if (!documents || !reports || !files)
        return false;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        check_file *file = &run->files[i];
        // A file that cannot be read as a model is there all the same when others refer to it.
        if (file->model.document && maq_document_format(file->model.document) == format) {
            files[used] = file;
            documents[used++] = file->model.document;
        }
    }
    if (used == 0)
        return true;
    maq_check_options options = options_for(run, format);
    if (maq_check_set(documents, used, run->inputs.folder_given, &options, reports) != MAQ_OK)
        return false;
    for (size_t i = 0; i < used; i++)
        files[i]->as_set = reports[i];
    return true;
}

static bool check_sets(check_run *run) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        if (!check_as_set(run, format))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------- telling

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
    if (run->fix)
        mq_put_integer(object, "fixed", (int64_t)file->fixed);
    mq_node *list = mq_put_array(object, "findings");
    for (size_t i = 0; i < findings->count; i++)
        cli_json_finding(list, &file->model, findings->items[i]);
    mq_node *counts = mq_put_object(object, "counts");
    mq_put_integer(counts, "error", (int64_t)findings->errors);
    mq_put_integer(counts, "warning", (int64_t)findings->warnings);
    mq_put_integer(counts, "note", (int64_t)findings->notes);
    if (!object || mq_arena_status(arena) != MAQ_OK)
        text->status = MAQ_NO_MEMORY;
    else
        mq_json_value(text, mq_node_value(object));
    mq_text_char(text, '\n');
    mq_arena_free(arena);
}

static cli_exit tell_failures(check_run *run, const check_file *file) {
    cli_exit code = CLI_CLEAN;
    const char *why = cli_model_failure(&file->model);
    mq_text text;
    mq_text_init(&text, NULL);
    if (why)
        cli_put_failure(&text, cli_has_colours(CLI_STDERR), file->model.path, why);
    if (file->model.status != MAQ_OK) {
        run->not_read++;
        code = CLI_UNREADABLE;
    }
    if (file->write_reason != 0) {
        mq_text_format(&text, "%s: cannot be written: %s\n", file->model.path,
                       strerror(file->write_reason));
        code = CLI_UNWRITABLE;
    }
    cli_write_text(CLI_STDERR, &text);
    return code;
}

// Tells one file and adds it to the counts.
static cli_exit tell_file(check_run *run, check_file *file, mq_text *text, bool *first) {
    cli_exit code = tell_failures(run, file);
    cli_findings findings;
    if (!cli_findings_gather(run->arena, file->own ? maq_report_findings(file->own) : NULL,
                             file->as_set ? maq_report_findings(file->as_set) : NULL,
                             run->settings.level, run->settings.max_findings, &findings)) {
        text->status = MAQ_NO_MEMORY;
        return code;
    }
    run->checked++;
    run->errors += findings.errors;
    run->warnings += findings.warnings;
    run->notes += findings.notes;
    run->other_target += file->no_such_target;
    // Only what is really in a file (or on its way to standard output) was fixed.
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
    else
        cli_put_findings(text, cli_has_colours(run->findings_to), &file->model, &findings);
    return code;
}

static void tell_sarif_end(check_run *run, mq_text *text) {
    const cli_model **failed = MQ_NEW_ARRAY(run->arena, const cli_model *, run->inputs.count);
    size_t count = 0;
    for (size_t i = 0; failed && i < run->inputs.count; i++) {
        if (run->files[i].model.status != MAQ_OK && cli_model_failure(&run->files[i].model))
            failed[count++] = &run->files[i].model;
    }
    cli_sarif_end(text, failed, count);
}

static void tell_summary(const check_run *run) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_string(&text, "checked ");
    cli_put_count(&text, run->checked, "file", "files");
    mq_text_string(&text, ": ");
    cli_put_counts(&text, run->errors, run->warnings, run->notes);
    if (run->not_read > 0) {
        mq_text_string(&text, "; ");
        cli_put_count(&text, run->not_read, "file", "files");
        mq_text_string(&text, " could not be read");
    }
    if (run->fix) {
        mq_text_string(&text, "; fixed ");
        cli_put_count(&text, run->fixed, "finding", "findings");
        mq_text_string(&text, " in ");
        cli_put_count(&text, run->fixed_files, "file", "files");
    }
    if (run->other_target > 0) {
        mq_text_string(&text, "; ");
        cli_put_count(&text, run->other_target, "file", "files");
        mq_text_format(&text, " checked for the default target, as %s is none of the format",
                       run->target);
    }
    mq_text_char(&text, '\n');
    cli_write_text(CLI_STDERR, &text);
}

static cli_exit tell(check_run *run) {
    cli_exit code = CLI_CLEAN;
    bool first = true;
    mq_text text;
    mq_text_init(&text, NULL);
    if (run->sarif)
        cli_sarif_begin(&text);
    for (size_t i = 0; i < run->inputs.count; i++) {
        check_file *file = &run->files[i];
        // Not begun because of an interruption.
        if (!file->model.path)
            continue;
        code = cli_worse(code, tell_file(run, file, &text, &first));
        cli_write_text(run->findings_to, &text);
        mq_text_init(&text, NULL);
        // As a filter, the whole text goes on, repaired or not.
        if (run->fix && strcmp(file->model.path, "-") == 0 && file->model.status == MAQ_OK) {
            size_t length = 0;
            const void *source = maq_document_source(file->model.document, &length);
            cli_write(CLI_STDOUT, source, length);
        }
    }
    if (run->sarif)
        tell_sarif_end(run, &text);
    cli_write_text(run->findings_to, &text);
    if (!run->settings.quiet)
        tell_summary(run);
    return code;
}

// ---------------------------------------------------------------------------------------- command

// A target that no format has is a slip of the pen; the known ones help.
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
        cli_error("unknown target '%s'; there are %s", target,
                  known.status == MAQ_OK ? known.data : "others");
    mq_text_free(&known);
    return found;
}

static cli_exit run_check(check_run *run, const cli_arguments *arguments) {
    cli_exit code = cli_inputs_find_once(run->arena, arguments, &run->inputs);
    if (code == CLI_WRONG_USAGE)
        return code;
    run->files = MQ_NEW_ARRAY(run->arena, check_file, run->inputs.count);
    if (!run->files) {
        cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
        return CLI_UNREADABLE;
    }
    run->findings_to = run->fix && run->inputs.standard_input ? CLI_STDERR : CLI_STDOUT;
    if (run->fix && !run->inputs.standard_input)
        cli_finish_on_interrupt();
    cli_progress_start(&run->progress, "checking", run->inputs.count, run->settings.quiet);
    mq_parallel(run->inputs.count, run->settings.threads, work, done, run);
    cli_progress_clear(&run->progress);
    if (!cli_interrupted() && !check_sets(run)) {
        cli_error("the files could not be checked against each other");
        code = cli_worse(code, CLI_UNREADABLE);
    }
    code = cli_worse(code, tell(run));
    for (size_t i = 0; i < run->inputs.count; i++) {
        check_file *file = &run->files[i];
        maq_report_free(file->own);
        maq_report_free(file->as_set);
        cli_model_close(&file->model);
    }
    return code;
}

cli_exit cli_check(const cli_arguments *arguments) {
    check_run run = {.target = arguments->values[CLI_OPT_TARGET],
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
    run.arena = mq_arena_new(NULL);
    if (!run.arena) {
        cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
        return CLI_UNREADABLE;
    }
    cli_exit code = run_check(&run, arguments);
    mq_arena_free(run.arena);
    return code;
}
