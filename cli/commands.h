// SPDX-License-Identifier: MIT
//
// The commands: each does all of its work and returns the exit code. What lies in the arena stays
// until the process ends.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "options.h"
#include "output.h"

cli_exit cli_formats(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_info(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_check(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_convert(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_pose(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_diff(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_render(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_assemble(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_extract(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_view(mq_arena *arena, const cli_arguments *arguments);
cli_exit cli_rules(mq_arena *arena, const cli_arguments *arguments);

// Help for one command; for CLI_NO_COMMAND, for all.
void cli_put_help(mq_text *text, cli_command_id command);
void cli_put_man(mq_text *text, cli_command_id command);

// `shell` is one of the words of --completion.
void cli_put_completion(mq_text *text, const char *shell);

#endif
