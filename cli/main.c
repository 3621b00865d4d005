// SPDX-License-Identifier: MIT
//
// The command `maquette`.
#include <string.h>

#include "base/folder.h"
#include "base/platform.h"
#include "commands.h"
#include "files.h"
#include "inputs.h"
#include "maquette/image.h"
#include "subjects.h"

typedef cli_exit (*runner)(mq_arena *arena, const cli_arguments *arguments);

static const runner runners[CLI_COMMAND_COUNT] = {
    [CLI_FORMATS] = cli_formats, [CLI_INFO] = cli_info,   [CLI_CHECK] = cli_check,
    [CLI_CONVERT] = cli_convert, [CLI_POSE] = cli_pose,   [CLI_DIFF] = cli_diff,
    [CLI_RENDER] = cli_render,   [CLI_RULES] = cli_rules, [CLI_ASSEMBLE] = cli_assemble,
    [CLI_EXTRACT] = cli_extract, [CLI_VIEW] = cli_view,
};

static void print_help(cli_stream stream, cli_command_id command) {
    mq_text text;
    mq_text_init(&text, NULL);
    cli_put_help(&text, command);
    cli_write_text(stream, &text);
}

// Finds a command that the user names; a NULL name is none. False after a message.
static bool find_command(const char *name, cli_command_id *out) {
    cli_suggestion near = {0};
    size_t i = 0;
    *out = CLI_NO_COMMAND;
    if (!name)
        return true;
    while (i < CLI_COMMAND_COUNT && strcmp(name, cli_commands[i].name) != 0)
        cli_suggest(&near, name, cli_commands[i++].name);
    *out = (cli_command_id)i;
    if (i == CLI_COMMAND_COUNT)
        cli_error("there is no command '%s'%s%s%s", name, near.word ? "; did you mean '" : "",
                  near.word ? near.word : "", near.word ? "'?" : "");
    return i < CLI_COMMAND_COUNT;
}

static cli_exit help(const cli_arguments *arguments) {
    cli_command_id command;
    if (!find_command(arguments->operand_count > 0 ? arguments->operands[0] : NULL, &command))
        return CLI_WRONG_USAGE;
    print_help(CLI_STDOUT, command);
    return CLI_CLEAN;
}

// The options that need no command.
static cli_exit without_command(const cli_arguments *arguments) {
    mq_text text;
    mq_text_init(&text, NULL);
    if (arguments->given[CLI_OPT_VERSION]) {
        mq_text_format(&text, "maquette %s\n", maq_version());
    } else if (arguments->given[CLI_OPT_MAN]) {
        cli_command_id command;
        if (!find_command(arguments->values[CLI_OPT_MAN], &command))
            return CLI_WRONG_USAGE;
        cli_put_man(&text, command);
    } else if (arguments->given[CLI_OPT_COMPLETION]) {
        cli_put_completion(&text, arguments->values[CLI_OPT_COMPLETION]);
    } else {
        cli_error("a command is missing");
        cli_put_help(&text, CLI_NO_COMMAND);
        cli_write_text(CLI_STDERR, &text);
        return CLI_WRONG_USAGE;
    }
    cli_write_text(CLI_STDOUT, &text);
    return CLI_CLEAN;
}

// Archives are only read. A new file that is named like one would not be one.
static bool is_archive(const char *out) {
    static const char *const extensions[] = {".wz", ".zip", ".pk3", ".dpk"};
    size_t length;
    bool archive = out && maq_files_split_path(out, &length);
    for (size_t i = 0; out && !mq_is_folder(out) && i < sizeof extensions / sizeof *extensions; i++)
        archive = archive || cli_same_ignoring_case(cli_extension(out), extensions[i]);
    if (archive)
        cli_error("%s: archives are only read; name another file or folder", out);
    return archive;
}

static cli_exit run_command(mq_arena *arena, cli_arguments *arguments) {
    cli_exit code = CLI_CLEAN;
    if (is_archive(arguments->values[CLI_OPT_OUT]) || is_archive(arguments->values[CLI_OPT_REPORT]))
        return CLI_WRONG_USAGE;
    if (cli_command_takes(arguments->command, &cli_options.items[CLI_OPT_DATA]))
        code = cli_files_new(arguments, &arguments->files);
    if (!arguments->given[CLI_OPT_JSON] && !arguments->given[CLI_OPT_SARIF])
        arguments->subjects = cli_subjects_new();
    if (maq_image_checks_new(NULL, &arguments->image_checks) != MAQ_OK)
        code = cli_no_memory();
    if (code == CLI_CLEAN)
        code = runners[arguments->command](arena, arguments);
    cli_subjects_print(arguments->subjects, CLI_STDERR);
    cli_subjects_free(arguments->subjects);
    maq_image_checks_free(arguments->image_checks);
    cli_files_free(arguments->files);
    return code;
}

static cli_exit run(mq_arena *arena, int argc, char **argv) {
    cli_arguments arguments;
    if (arena)
        argv = mq_platform_arguments(arena, &argc, argv);
    if (!arena || !argv || !cli_options_start(arena))
        return cli_no_memory();
    if (!cli_parse(arena, argc, argv, &arguments))
        return CLI_WRONG_USAGE;
    if (arguments.given[CLI_OPT_HELP]) {
        print_help(CLI_STDOUT, arguments.command);
        return CLI_CLEAN;
    }
    if (arguments.command == CLI_NO_COMMAND)
        return without_command(&arguments);
    if (arguments.command == CLI_HELP)
        return help(&arguments);
    return run_command(arena, &arguments);
}

int main(int argc, char **argv) {
    cli_output_start();
    mq_arena *arena = mq_arena_new(NULL);
    cli_exit code = cli_output_end(run(arena, argc, argv));
    mq_arena_free(arena);
    cli_end_interrupted();
    return (int)code;
}
