// SPDX-License-Identifier: MIT
#include "model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "base/json.h"
#include "base/platform.h"
#include "files.h"
#include "subjects.h"

// --------------------------------------------------------------------------------------- settings

// More findings of one rule in a row than this are summed up for people.
#define MAX_ALIKE 4

static maq_severity severity_of(const char *name) {
    for (maq_severity severity = MAQ_NOTE; severity < MAQ_ERROR; severity++) {
        if (strcmp(name, maq_severity_name(severity)) == 0)
            return severity;
    }
    return MAQ_ERROR;
}

enum { DEFAULT_MOST = 10000 };

bool cli_settings_read(const cli_arguments *arguments, maq_severity level, cli_settings *out) {
    unsigned long threads, most, mebibytes;
    if (!cli_number_option(arguments, CLI_OPT_JOBS, 0, 256, &threads) ||
        !cli_number_option(arguments, CLI_OPT_MAX_FINDINGS, DEFAULT_MOST, 1000000000, &most) ||
        !cli_number_option(arguments, CLI_OPT_MEMORY_LIMIT, 0, 1000000000, &mebibytes))
        return false;
    maq_severity result_level = MAQ_NOTE;
    if (arguments->given[CLI_OPT_LEVEL])
        level = result_level = severity_of(arguments->values[CLI_OPT_LEVEL]);
    // The library keeps what it finds first, which is not what stands first in the file. So it keeps
    // the default number even if few are listed.
    *out = (cli_settings){.threads = (unsigned)threads,
                          .max_findings = (uint32_t)most,
                          .max_kept = (uint32_t)(most < DEFAULT_MOST ? DEFAULT_MOST : most),
                          .memory_limit = (uint64_t)mebibytes << 20,
                          .level = level,
                          .result_level = result_level,
                          .quiet = arguments->given[CLI_OPT_QUIET],
                          .strict = arguments->given[CLI_OPT_STRICT] ||
                                    arguments->given[CLI_OPT_STRICT_CHECK],
                          .json = arguments->given[CLI_OPT_JSON],
                          .image_checks = arguments->image_checks,
                          .files = arguments->files,
                          .subjects = arguments->subjects};
    return true;
}

// ------------------------------------------------------------------------------------------ models

// With --memory-limit, the limit hardly depends on the input, and is the only one.
maq_status cli_memory_make(const cli_settings *settings, maq_memory *out) {
    maq_budget_options options = {.size = sizeof options, .base_bytes = settings->memory_limit};
    *out = (maq_memory){.size = sizeof *out};
    if (settings->memory_limit > 0) {
        options.bytes_per_byte = 1;
        out->byte_limit = UINT64_MAX;
    }
    return maq_budget_new(&options, &out->budget);
}

void cli_model_open(cli_model *model, const char *path, bool found, const cli_settings *settings) {
    maq_open_options options = {.size = sizeof options,
                                .max_findings = settings->max_kept,
                                .memory = &model->memory,
                                .regular_only = found};
    cli_location at = {0};
    *model = (cli_model){.path = path};
    model->status = cli_memory_make(settings, &model->memory);
    if (model->status == MAQ_OK)
        model->status = cli_files_locate(settings->files, path, &at);
    options.files = at.files;
    options.name = at.name;
    options.no_files = at.no_files;
    model->outside_root = at.outside_root;
    errno = 0;
    if (at.outside_root)
        model->status = MAQ_CANNOT_READ;
    else if (model->status == MAQ_OK && at.in_archive)
        model->status = maq_open_in_files(at.files, at.name, &options, &model->document);
    else if (model->status == MAQ_OK)
        model->status = maq_open_file(path, &options, &model->document);
    model->reason = errno;
    free(at.name);
}

void cli_model_close(cli_model *model) {
    maq_close(model->document);
    maq_budget_free(model->memory.budget);
    model->document = NULL;
    model->memory.budget = NULL;
}

void cli_model_add_input(cli_model *model, const cli_model *other) {
    size_t length = 0;
    if (other->document)
        maq_document_source(other->document, &length);
    mq_budget_add_input(model->memory.budget, length);
}

// A value below the limit in force would lower it, so the message has one that raises it: twice as much,
// rounded up to whole MiB.
static const char *over_budget(mq_arena *arena, const maq_memory *memory) {
    bool given = memory->byte_limit == UINT64_MAX; // see cli_memory_make()
    uint64_t limit =
        given ? mq_budget_base_bytes(memory->budget) : maq_budget_limit(memory->budget);
    unsigned long long mebibytes = limit >> 20, twice = (limit >> 19) + (limit % (1 << 19) != 0);
    if (given)
        return mq_arena_format(arena,
                               "it needs more than %llu MiB in addition to the size of its files, "
                               "the limit of --memory-limit %llu; try --memory-limit %llu",
                               mebibytes, mebibytes, twice);
    return mq_arena_format(arena,
                           "it needs more than %llu MiB, the limit for a model of its size; try "
                           "--memory-limit %llu",
                           mebibytes, twice);
}

static bool is_over_budget(const maq_memory *memory, maq_status status) {
    return (status == MAQ_OVER_LIMIT || status == MAQ_NO_MEMORY) && memory && memory->budget &&
           maq_budget_exceeded(memory->budget);
}

const char *cli_status_text(mq_arena *arena, const maq_memory *memory, maq_status status) {
    const char *text = NULL;
    if (arena && is_over_budget(memory, status))
        text = over_budget(arena, memory);
    else if (status == MAQ_OVER_LIMIT && memory && memory->byte_limit == 0) // the default
        text = "the input exceeds the limits, such as 4 GiB of memory without --memory-limit";
    return text ? text : maq_status_text(status);
}

const char *cli_model_failure(mq_arena *arena, const cli_model *model) {
    if (model->status == MAQ_OK)
        return NULL;
    // Without an error among the findings, nothing else would say why. No finding knows the budget.
    if (model->document && maq_document_findings(model->document)->errors > 0 &&
        !is_over_budget(&model->memory, model->status))
        return NULL;
    if (model->outside_root)
        return "it is not below the folder that --root names; links are followed with --follow-links";
    mq_platform_info info;
    if (model->status == MAQ_CANNOT_READ && model->reason == ENOENT &&
        mq_platform_link_info(model->path, &info) && info.kind == MQ_PLATFORM_LINK)
        return "a symbolic link to a file that does not exist";
    if (model->status == MAQ_CANNOT_READ)
        return mq_platform_error_text(model->reason);
    return cli_status_text(arena, &model->memory, model->status);
}

const char *cli_model_error(mq_arena *arena, const cli_model *model) {
    const char *failure = cli_model_failure(arena, model);
    return failure ? failure : maq_status_text(model->status);
}

bool cli_put_model_failure(mq_text *text, const cli_model *model) {
    // There can be millions of models that need no arena.
    if (model->status == MAQ_OK)
        return false;
    mq_arena *arena = mq_arena_new(NULL);
    const char *failure = cli_model_failure(arena, model);
    if (failure)
        cli_put_failure(text, model->path, failure);
    mq_arena_free(arena);
    return failure != NULL;
}

cli_exit cli_model_report(mq_text *text, const cli_model *model, const cli_settings *settings) {
    cli_exit code = CLI_CLEAN;
    if (model->document)
        code = cli_list_findings(text, model, maq_document_findings(model->document), settings,
                                 settings->level);
    cli_put_model_failure(text, model);
    return model->status == MAQ_OK ? code : CLI_UNREADABLE;
}

bool cli_model_is_refused(const cli_model *model, const cli_settings *settings) {
    return settings->strict && model->status == MAQ_OK &&
           maq_document_findings(model->document)->incomplete_reads > 0;
}

cli_exit cli_exit_for(maq_status status) {
    switch (status) {
    case MAQ_OK:
        return CLI_CLEAN;
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

// ---------------------------------------------------------------------------------------- findings

bool cli_findings_gather(mq_arena *arena, const maq_findings *a, const maq_findings *b,
                         maq_severity level, size_t most, cli_findings *out) {
    const maq_findings none = {0};
    a = a ? a : &none;
    b = b ? b : &none;
    *out = (cli_findings){.errors = a->errors + b->errors,
                          .warnings = a->warnings + b->warnings,
                          .notes = a->notes + b->notes,
                          .losses = a->losses + b->losses};
    const maq_finding **items = MQ_NEW_ARRAY(arena, const maq_finding *, a->count + b->count);
    if (!items)
        return false;
    out->items = items;
    size_t i = 0, k = 0;
    while (i < a->count || k < b->count) {
        const maq_finding *next;
        // MAQ_NO_OFFSET is the largest offset, so findings without one come last.
        if (k >= b->count || (i < a->count && a->items[i].span.offset <= b->items[k].span.offset))
            next = &a->items[i++];
        else
            next = &b->items[k++];
        if (next->severity >= level && out->count < most)
            items[out->count++] = next;
    }
    // The counts decide: the library's lists are capped, too.
    uint64_t wanted = out->losses + out->errors + (level <= MAQ_WARNING ? out->warnings : 0) +
                      (level <= MAQ_NOTE ? out->notes : 0);
    out->left_out = wanted > out->count ? wanted - out->count : 0;
    return true;
}

static cli_colour colour_of(maq_severity severity) {
    switch (severity) {
    case MAQ_ERROR:
        return CLI_RED;
    case MAQ_WARNING:
        return CLI_YELLOW;
    case MAQ_LOSS:
        return CLI_MAGENTA;
    default:
        return CLI_CYAN;
    }
}

static void put_label(mq_text *text, bool colours, cli_colour colour, const char *label,
                      const char *rule) {
    cli_put_colour(text, colours, colour);
    mq_text_string(text, label);
    if (rule)
        mq_text_format(text, "[%s]", rule);
    cli_put_colour(text, colours, CLI_PLAIN);
    mq_text_string(text, ": ");
}

static void put_severity(mq_text *text, bool colours, maq_severity severity, const char *rule) {
    put_label(text, colours, colour_of(severity), maq_severity_name(severity), rule);
}

static void put_path(mq_text *text, bool colours, const char *path) {
    cli_put_colour(text, colours, CLI_BOLD);
    cli_put_safe(text, path, strlen(path));
    cli_put_colour(text, colours, CLI_PLAIN);
}

static bool has_source(const maq_document *document) {
    size_t length = 0;
    return document && maq_document_source(document, &length) != NULL;
}

// Losses have positions in the file that was read, so the model's document is asked.
void cli_put_position(mq_text *text, const cli_model *model, const maq_finding *finding) {
    if (finding->span.offset == MAQ_NO_OFFSET || (!model->binary && !has_source(model->document)))
        return;
    if (model->binary || !maq_document_is_text(model->document)) {
        mq_text_string(text, ":@0x");
        mq_text_hex(text, finding->span.offset);
        return;
    }
    maq_position position = maq_document_position(model->document, finding->span.offset);
    mq_text_format(text, ":%llu:%llu", (unsigned long long)position.line,
                   (unsigned long long)position.column);
}

// How many findings from `first` on are about the same rule, one after the other.
static size_t run_length(const cli_findings *findings, size_t first) {
    const maq_finding *finding = findings->items[first];
    size_t end = first + 1;
    while (end < findings->count && findings->items[end]->rule == finding->rule &&
           findings->items[end]->severity == finding->severity)
        end++;
    return end - first;
}

// `more`: how many findings of the same rule follow that are not listed.
static void put_finding(mq_text *text, bool colours, const cli_model *model,
                        const maq_finding *finding, size_t more) {
    put_path(text, colours, model->path);
    cli_put_position(text, model, finding);
    mq_text_string(text, ": ");
    put_severity(text, colours, finding->severity, finding->rule->id);
    cli_put_safe(text, finding->message, strlen(finding->message));
    if (more > 0)
        mq_text_format(text, "; and %zu more of this kind", more);
    mq_text_char(text, '\n');
}

void cli_put_shared_finding(mq_text *text, cli_stream stream, const char *path,
                            const char *position, const maq_finding *finding,
                            uint64_t more_models) {
    bool colours = cli_has_colours(stream);
    put_path(text, colours, path);
    mq_text_format(text, "%s: ", position);
    put_severity(text, colours, finding->severity, finding->rule->id);
    cli_put_safe(text, finding->message, strlen(finding->message));
    if (more_models > 0) {
        mq_text_string(text, "; the same in ");
        cli_put_count(text, more_models, "more model", "more models");
    }
    mq_text_char(text, '\n');
}

void cli_put_findings(mq_text *text, cli_stream stream, const cli_model *model,
                      const cli_findings *findings) {
    bool colours = cli_has_colours(stream);
    for (size_t i = 0; i < findings->count;) {
        size_t run = run_length(findings, i), summed = run > MAX_ALIKE ? run : 1;
        put_finding(text, colours, model, findings->items[i], summed - 1);
        i += summed;
    }
    if (findings->left_out > 0) {
        put_path(text, colours, model->path);
        mq_text_string(text, ": ");
        cli_put_count(text, findings->left_out, "more finding is", "more findings are");
        mq_text_string(text, " not listed; --max-findings asks for more\n");
    }
}

void cli_put_fixed(mq_text *text, cli_stream stream, const cli_model *model,
                   const maq_finding *finding) {
    bool colours = cli_has_colours(stream);
    put_path(text, colours, model->path);
    cli_put_position(text, model, finding);
    mq_text_string(text, ": ");
    put_label(text, colours, CLI_GREEN, "fixed", finding->rule->id);
    cli_put_safe(text, finding->message, strlen(finding->message));
    mq_text_char(text, '\n');
}

cli_exit cli_list_findings(mq_text *text, const cli_model *model, const maq_findings *findings,
                           const cli_settings *settings, maq_severity level) {
    cli_findings gathered;
    mq_arena *arena = mq_arena_new(NULL);
    if (arena &&
        cli_findings_gather(arena, findings, NULL, level, settings->max_findings, &gathered)) {
        cli_subjects_collect(settings->subjects, model, &gathered);
        cli_put_findings(text, CLI_STDERR, model, &gathered);
    } else {
        text->status = MAQ_NO_MEMORY;
    }
    mq_arena_free(arena);
    return findings->errors > 0 ? CLI_PROBLEMS : CLI_CLEAN;
}

static void put_message(mq_text *text, const char *path, maq_severity severity,
                        const char *message) {
    bool colours = cli_has_colours(CLI_STDERR);
    put_path(text, colours, path);
    mq_text_string(text, ": ");
    put_severity(text, colours, severity, NULL);
    cli_put_safe(text, message, strlen(message));
    mq_text_char(text, '\n');
}

void cli_put_failure(mq_text *text, const char *path, const char *message) {
    put_message(text, path, MAQ_ERROR, message);
}

void cli_put_status(mq_text *text, const char *path, const maq_memory *memory, maq_status status) {
    mq_arena *arena = mq_arena_new(NULL);
    cli_put_failure(text, path, cli_status_text(arena, memory, status));
    mq_arena_free(arena);
}

void cli_put_warning(mq_text *text, const char *path, const char *message) {
    put_message(text, path, MAQ_WARNING, message);
}

void cli_put_json(mq_text *text, const mq_arena *arena, mq_node *tree, bool pretty) {
    if (!tree || mq_arena_status(arena) != MAQ_OK)
        text->status = MAQ_NO_MEMORY;
    else if (pretty)
        mq_json_pretty(text, mq_node_value(tree));
    else
        mq_json_value(text, mq_node_value(tree));
    mq_text_char(text, '\n');
}

void cli_put_counts(mq_text *text, uint64_t errors, uint64_t warnings, uint64_t notes) {
    cli_put_count(text, errors, "error", "errors");
    mq_text_string(text, ", ");
    cli_put_count(text, warnings, "warning", "warnings");
    mq_text_string(text, ", ");
    cli_put_count(text, notes, "note", "notes");
}
