// SPDX-License-Identifier: MIT
//
// A model file as the commands handle it: opened, its findings as text and as JSON.
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "base/text.h"
#include "base/value.h"
#include "model_json.h"
#include "options.h"
#include "output.h"

// --------------------------------------------------------------------------------------- settings

// The options that several commands share.
typedef struct cli_settings {
    unsigned threads;          // 0: one per core
    uint32_t max_findings;     // to list
    uint32_t max_kept;         // for the library to keep
    maq_severity level;        // findings of inputs below it are not listed
    maq_severity result_level; // findings of conversions below it are not listed
    bool quiet, strict, json;
    uint64_t memory_limit;          // in bytes, for one model; 0: in proportion to its size
    maq_image_checks *image_checks; // for all models of the run
    struct cli_files *files;        // where models and the files that they name are found
    // Where findings that many models share are collected; NULL: they are listed with each model.
    struct cli_subjects *subjects;
} cli_settings;

// `level` is the one when --level is not given. False after a message: wrong usage.
bool cli_settings_read(const cli_arguments *arguments, maq_severity level, cli_settings *out);

// ------------------------------------------------------------------------------------------ models

typedef struct cli_model {
    const char *path;
    maq_document *document; // may hold findings alone, or be NULL
    maq_status status;
    int reason;        // errno when the status is MAQ_CANNOT_READ
    bool outside_root; // it was not opened, because it is not below --root
    bool binary;       // not a document, but another file whose findings have offsets: an archive
    // With the budget of all that is made of the model. What uses it ends before the model is closed.
    maq_memory memory;
} cli_model;

// The memory for all that is made of one model, with a new budget: the one of --memory-limit, or else the
// default. The caller frees `out->budget` after all that uses it.
maq_status cli_memory_make(const cli_settings *settings, maq_memory *out);

// Opens a file, a file in an archive ("base.wz/structs/blhq.pie") or standard input ("-"). A pipe or a
// device is only read when it was named: not with `found`, in a folder or by a pattern.
void cli_model_open(cli_model *model, const char *path, bool found, const cli_settings *settings);
void cli_model_close(cli_model *model);

// Adds the size of another input to the budget of a model that it is joined with.
void cli_model_add_input(cli_model *model, const cli_model *other);

// What a status means for a call with the memory of a model, in one line: names the limit that was
// exceeded and a value of the option that raises it. `memory` may be NULL, and the arena when there is no
// memory for one.
const char *cli_status_text(mq_arena *arena, const maq_memory *memory, maq_status status);

// Lists what reading found and why there is no model, for standard error. CLI_UNREADABLE when there
// is none, CLI_PROBLEMS when there are errors.
cli_exit cli_model_report(mq_text *text, const cli_model *model, const cli_settings *settings);

// Why there is no model, in one line; NULL when there is one or when its findings say why.
const char *cli_model_failure(mq_arena *arena, const cli_model *model);

// The same for reports, whose readers may look at nothing else: never NULL.
const char *cli_model_error(mq_arena *arena, const cli_model *model);

// Puts why there is no model, for standard error. False when cli_model_failure() has nothing to say.
bool cli_put_model_failure(mq_text *text, const cli_model *model);

// Whether --strict refuses a model because not all of it could be read.
bool cli_model_is_refused(const cli_model *model, const cli_settings *settings);

// The exit code for what a call of the library returned.
cli_exit cli_exit_for(maq_status status);

// ---------------------------------------------------------------------------------------- findings

// Some findings of one file, gathered from one or more lists.
typedef struct cli_findings {
    const maq_finding **items;
    size_t count;
    uint64_t errors, warnings, notes, losses; // all of them
    uint64_t left_out;                        // how many are counted but not among the items
} cli_findings;

// Selects from both lists (each may be NULL) what is at or above the level, in the order of the
// file, no more than `most`. False when there is no memory.
bool cli_findings_gather(mq_arena *arena, const maq_findings *a, const maq_findings *b,
                         maq_severity level, size_t most, cli_findings *out);

// Puts the position of a finding as it follows the path of its model: ":12:3", ":@0x1f" or nothing.
void cli_put_position(mq_text *text, const cli_model *model, const maq_finding *finding);

// A finding that more models have than the one of this path. `position` is that of cli_put_position().
void cli_put_shared_finding(mq_text *text, cli_stream stream, const char *path,
                            const char *position, const maq_finding *finding, uint64_t more_models);

// One line each, and one about those left out for their number. `stream` is where they will go.
void cli_put_findings(mq_text *text, cli_stream stream, const cli_model *model,
                      const cli_findings *findings);

// One line about a finding that was fixed: "path:line:column: fixed[rule]: message".
void cli_put_fixed(mq_text *text, cli_stream stream, const cli_model *model,
                   const maq_finding *finding);

// Lists findings about a model from `level` up, for standard error. CLI_PROBLEMS when there are
// errors among them, otherwise CLI_CLEAN.
cli_exit cli_list_findings(mq_text *text, const cli_model *model, const maq_findings *findings,
                           const cli_settings *settings, maq_severity level);

// Puts what a status means, as cli_status_text() has it, for standard error.
void cli_put_status(mq_text *text, const char *path, const maq_memory *memory, maq_status status);

// "path: error: message" and "path: warning: message", for standard error.
void cli_put_failure(mq_text *text, const char *path, const char *message);
void cli_put_warning(mq_text *text, const char *path, const char *message);

// Puts a tree that lies in an arena, on one line or indented, with a line break; a failed arena makes
// the text fail.
void cli_put_json(mq_text *text, const mq_arena *arena, mq_node *tree, bool pretty);

// "2 errors, 1 warning, 0 notes".
void cli_put_counts(mq_text *text, uint64_t errors, uint64_t warnings, uint64_t notes);

#endif
