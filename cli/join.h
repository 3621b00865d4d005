// SPDX-License-Identifier: MIT
//
// Several inputs as one model: joined within their family, attached where --at says so. One rule for
// all commands that make a scene.
#ifndef CLI_JOIN_H
#define CLI_JOIN_H

#include "inputs.h"
#include "maquette/scene.h"
#include "model.h"

typedef struct cli_joined {
    cli_model *models; // of the inputs
    size_t count;
    maq_input *inputs; // the same with what --at says
    maq_scene *scene;  // may hold the findings of joining alone, or be NULL
    // What findings of the scene are listed under: the input, or the first and how many more.
    cli_model subject;
    cli_exit code;
    bool embed_images; // for cli_joined_make_scene(): the scene is to hold the images of its parts
} cli_joined;

// Whether the inputs are to be one model: by --join, or by --at, which makes no sense otherwise.
bool cli_join_is_wanted(const cli_arguments *arguments);

// Finds the inputs. Each file counts once, unless they are joined: a model can be attached twice.
// A large folder of models that are not joined may come in parts. CLI_WRONG_USAGE also when an --at is
// not before an input.
cli_exit cli_join_find_inputs(mq_arena *arena, const cli_arguments *arguments, bool in_parts,
                              cli_inputs *out);

// Allocates the lists for these inputs and fills in `attach_to`; the models are not opened yet. False
// when there is no memory, which was reported.
bool cli_joined_prepare(mq_arena *arena, const cli_arguments *arguments, const cli_inputs *inputs,
                        cli_joined *out);

// Does this, opens the inputs and reports what reading them finds; all of them, even if the first cannot be
// read. False when one of them cannot be used. cli_joined_close() ends it in any case.
bool cli_joined_open(mq_arena *arena, const cli_arguments *arguments, const cli_inputs *inputs,
                     const cli_settings *settings, mq_text *messages, cli_joined *out);

// Makes the scene of the opened inputs. False after messages. Findings from `level` up are listed; losses
// only where the scene is written to a file.
bool cli_joined_make_scene(mq_arena *arena, const cli_settings *settings, maq_severity level,
                           bool written, mq_text *messages, cli_joined *joined);

void cli_joined_close(cli_joined *joined);

// Why maq_scene_join() or maq_join() returned this status, in one line. When models cannot be joined,
// it names two of them.
const char *cli_why_not_joined(mq_arena *arena, const maq_input *inputs, size_t count,
                               maq_status status);

// The finding about a name of --at that the model lacks: it lists the names that there are. NULL: there
// is none. Such a name is wrong usage.
const char *cli_unknown_attachment(const maq_findings *findings);

#endif
