// SPDX-License-Identifier: MIT
//
// The commands: each does all of its work and answers with the exit code.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "options.h"
#include "output.h"

cli_exit cli_formats(const cli_arguments *arguments);
cli_exit cli_info(const cli_arguments *arguments);
cli_exit cli_check(const cli_arguments *arguments);
cli_exit cli_convert(const cli_arguments *arguments);
cli_exit cli_pose(const cli_arguments *arguments);
cli_exit cli_diff(const cli_arguments *arguments);
cli_exit cli_render(const cli_arguments *arguments);
cli_exit cli_rules(const cli_arguments *arguments);

// Help for one command; for CLI_NO_COMMAND, for all.
void cli_put_help(mq_text *text, cli_command_id command);
void cli_put_man(mq_text *text);

// `shell` is one of the words of --completion.
void cli_put_completion(mq_text *text, const char *shell);

#endif
