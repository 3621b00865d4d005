// SPDX-License-Identifier: MIT
//
// --help and --man, from the table of commands and options.
#include <string.h>

#include "commands.h"

// The columns in which descriptions of commands and options begin.
enum { COMMAND_COLUMN = 12, OPTION_COLUMN = 24 };

static const char intro[] =
    "Maquette reads, checks, converts, poses and draws game models. It shows what is in a model, "
    "finds what a game would refuse, and converts between formats with a list of everything that "
    "the new format cannot hold.";

static const char paths[] =
    "A path is a file, a folder (it stands for all models below it), a pattern such as 'art/*.pie' "
    "that the shell did not expand, or - for standard input. It can lead into a zip archive (.wz, "
    ".zip, .pk3, .dpk): base.wz is all its models, base.wz/structs a folder in it. Archives are "
    "only read, and only when they are named: those in a folder are no models. A * does not match "
    "a slash: 'art/*/*.pie' are the files one folder deeper.";

static void put_option(mq_text *text, const cli_option *option) {
    size_t start = text->length;
    if (option->letter)
        mq_text_format(text, "  -%c, --%s", option->letter, option->name);
    else
        mq_text_format(text, "      --%s", option->name);
    if (option->value)
        mq_text_format(text, option->optional ? "[=%s]" : " %s", option->value);
    size_t column = text->length - start;
    // A name that is too long gets a separate line.
    if (column + 2 > OPTION_COLUMN) {
        mq_text_char(text, '\n');
        column = 0;
    }
    cli_put_wrapped(text, column, OPTION_COLUMN, option->help);
}

// The formats whose settings begin with this option; NULL when it needs no new heading.
static const char *heading(const cli_option *option) {
    bool first = option == cli_options.items || !option->formats || !option[-1].formats;
    return first || strcmp(option->formats, option[-1].formats) != 0 ? option->formats : NULL;
}

static void put_heading(mq_text *text, const char *formats) {
    mq_text line;
    mq_text_init(&line, NULL);
    mq_text_format(&line, "Settings of %s:", formats);
    mq_text_char(&line, '\0');
    mq_text_char(text, '\n');
    cli_put_wrapped(text, 0, 0, line.status == MAQ_OK ? line.data : formats);
    mq_text_free(&line);
}

static void put_options(mq_text *text, cli_command_id command) {
    mq_text_string(text, "\nOptions:\n");
    for (size_t i = 0; i < cli_options.count; i++) {
        const cli_option *option = &cli_options.items[i];
        if (!cli_command_takes(command, option))
            continue;
        const char *formats = heading(option);
        if (formats)
            put_heading(text, formats);
        put_option(text, option);
    }
}

static void put_examples(mq_text *text, const cli_command *command) {
    for (size_t i = 0; i < sizeof command->examples / sizeof *command->examples; i++) {
        const cli_example *example = &command->examples[i];
        if (example->line)
            mq_text_format(text, "  %s\n      %s\n", example->line, example->meaning);
    }
}

static void put_synopsis(mq_text *text, const cli_command *command) {
    mq_text_format(text, "maquette %s%s%s [OPTIONS]", command->name, *command->operands ? " " : "",
                   command->operands);
}

static void put_command_help(mq_text *text, cli_command_id id) {
    const cli_command *command = &cli_commands[id];
    mq_text_string(text, "Usage: ");
    put_synopsis(text, command);
    mq_text_string(text, "\n\n");
    cli_put_wrapped(text, 0, 0, command->description);
    if (command->values == CLI_PATH_VALUE) {
        mq_text_char(text, '\n');
        cli_put_wrapped(text, 0, 0, paths);
    }
    put_options(text, id);
    mq_text_string(text, "\nExamples:\n");
    put_examples(text, command);
}

static void put_general_help(mq_text *text) {
    mq_text_string(text, "Usage: maquette COMMAND ...\n\n");
    cli_put_wrapped(text, 0, 0, intro);
    mq_text_string(text, "\nCommands:\n");
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        mq_text_format(text, "  %s", cli_commands[i].name);
        cli_put_wrapped(text, 2 + strlen(cli_commands[i].name), COMMAND_COLUMN,
                        cli_commands[i].summary);
    }
    put_options(text, CLI_NO_COMMAND);
    mq_text_char(text, '\n');
    cli_put_wrapped(text, 0, 0, paths);
    mq_text_string(text, "\nExit codes:\n");
    for (size_t i = 0; i < CLI_EXIT_COUNT; i++) {
        mq_text_format(text, "  %zu", i);
        cli_put_wrapped(text, 3, 5, cli_exit_meanings[i]);
    }
    mq_text_string(text, "\nmaquette help COMMAND explains one of them.\n");
}

void cli_put_help(mq_text *text, cli_command_id command) {
    if (command == CLI_NO_COMMAND)
        put_general_help(text);
    else
        put_command_help(text, command);
}

// ------------------------------------------------------------------------------------ manual page

// Text for roff: hyphens that stay hyphens, and no line that begins like a request.
static void put_roff(mq_text *text, const char *plain) {
    bool line_start = true;
    for (; *plain; plain++) {
        if (line_start && (*plain == '.' || *plain == '\''))
            mq_text_string(text, "\\&");
        line_start = false;
        if (*plain == '\\')
            mq_text_string(text, "\\e");
        else if (*plain == '-')
            mq_text_string(text, "\\-");
        else if (*plain == '\'')
            mq_text_string(text, "\\(aq");
        else if (*plain == '\n' && plain[1] == '\n') {
            mq_text_string(text, "\n.PP\n");
            plain++;
            line_start = true;
        } else {
            mq_text_char(text, *plain);
        }
    }
}

// A tagged paragraph: a bold term, and what it means.
static void put_roff_item(mq_text *text, const char *term, const char *meaning) {
    mq_text_string(text, ".TP\n.B ");
    put_roff(text, term);
    mq_text_char(text, '\n');
    put_roff(text, meaning);
    mq_text_char(text, '\n');
}

static void put_roff_value(mq_text *text, const cli_option *option) {
    mq_text_string(text, option->optional ? "[=\\fI" : " \\fI");
    put_roff(text, option->value);
    mq_text_string(text, option->optional ? "\\fR]" : "\\fR");
}

static void put_roff_option(mq_text *text, const cli_option *option) {
    mq_text_string(text, ".TP\n");
    if (option->letter)
        mq_text_format(text, "\\fB\\-%c\\fR, ", option->letter);
    mq_text_string(text, "\\fB\\-\\-");
    put_roff(text, option->name);
    mq_text_string(text, "\\fR");
    if (option->value)
        put_roff_value(text, option);
    mq_text_char(text, '\n');
    put_roff(text, option->help);
    mq_text_string(text, ".\n");
}

static void put_roff_usage(mq_text *text, cli_command_id id) {
    const cli_command *command = &cli_commands[id];
    mq_text_string(text, ".B maquette ");
    put_roff(text, command->name);
    if (*command->operands) {
        mq_text_char(text, ' ');
        put_roff(text, command->operands);
    }
    mq_text_string(text, " [OPTIONS]\n");
}

static void put_roff_options(mq_text *text, cli_command_id id) {
    for (size_t i = 0; i < cli_options.count; i++) {
        const cli_option *option = &cli_options.items[i];
        if (!cli_command_takes(id, option) || (id != CLI_NO_COMMAND && i == CLI_OPT_HELP))
            continue;
        const char *formats = heading(option);
        if (formats) {
            mq_text_string(text, ".PP\nSettings of ");
            put_roff(text, formats);
            mq_text_string(text, ":\n");
        }
        put_roff_option(text, option);
    }
}

static void put_roff_command(mq_text *text, cli_command_id id) {
    const cli_command *command = &cli_commands[id];
    mq_text_format(text, ".SS %s: ", command->name);
    put_roff(text, command->summary);
    mq_text_string(text, "\n.PP\n");
    put_roff_usage(text, id);
    mq_text_string(text, ".PP\n");
    put_roff(text, command->description);
    mq_text_char(text, '\n');
    put_roff_options(text, id);
}

static void put_roff_examples(mq_text *text, cli_command_id id) {
    for (size_t k = 0; k < sizeof cli_commands[id].examples / sizeof(cli_example); k++) {
        if (cli_commands[id].examples[k].line)
            put_roff_item(text, cli_commands[id].examples[k].line,
                          cli_commands[id].examples[k].meaning);
    }
}

static void put_roff_exit_codes(mq_text *text) {
    mq_text_string(text, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < CLI_EXIT_COUNT; i++) {
        const char code[] = {(char)('0' + i), '\0'};
        put_roff_item(text, code, cli_exit_meanings[i]);
    }
}

// The title, and the names that apropos finds.
static void put_roff_head(mq_text *text, const char *title, const char *name, const char *summary) {
    // No date: the same program prints the same page.
    mq_text_format(text, ".\\\" SPDX-License-Identifier: MIT\n.TH %s 1 \"\" \"maquette %s\" ",
                   title, maq_version());
    mq_text_string(text, "\"User Commands\"\n.SH NAME\n");
    put_roff(text, name);
    mq_text_string(text, " \\- ");
    put_roff(text, summary);
    mq_text_string(text, "\n.SH SYNOPSIS\n");
}

static void put_roff_formats(mq_text *text) {
    mq_text_string(text, ".SH FORMATS\n");
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        for (uint32_t k = 0; k < format->variant_count; k++)
            put_roff_item(text, format->variants[k].name, format->variants[k].title);
    }
    mq_text_string(text, ".SH TARGETS\n");
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        mq_text_string(text, ".TP\n.B ");
        put_roff(text, format->name);
        mq_text_char(text, '\n');
        for (uint32_t k = 0; k < format->target_count; k++) {
            mq_text_string(text, k > 0 ? ", " : "");
            put_roff(text, format->targets[k]);
            mq_text_string(text, k == 0 ? " (default)" : "");
        }
        mq_text_char(text, '\n');
    }
}

// The page of one command.
static void put_command_man(mq_text *text, cli_command_id id) {
    const cli_command *command = &cli_commands[id];
    char title[32] = "MAQUETTE-", name[32] = "maquette-";
    size_t start = strlen(title);
    for (size_t i = 0; command->name[i] && start + i + 1 < sizeof title; i++) {
        title[start + i] = (char)(command->name[i] - 'a' + 'A');
        name[start + i] = command->name[i];
    }
    put_roff_head(text, title, name, command->summary);
    put_roff_usage(text, id);
    mq_text_string(text, ".SH DESCRIPTION\n");
    put_roff(text, command->description);
    mq_text_string(text, "\n.SH OPTIONS\n");
    put_roff_options(text, id);
    put_roff_exit_codes(text);
    mq_text_string(text, ".SH EXAMPLES\n");
    put_roff_examples(text, id);
    mq_text_string(text, ".SH SEE ALSO\n.BR maquette (1)\n");
}

void cli_put_man(mq_text *text, cli_command_id command) {
    if (command != CLI_NO_COMMAND) {
        put_command_man(text, command);
        return;
    }
    put_roff_head(text, "MAQUETTE", "maquette", "read, check, convert, pose and draw game models");
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        put_roff_usage(text, (cli_command_id)i);
        mq_text_string(text, ".br\n");
    }
    mq_text_string(text, ".SH DESCRIPTION\n");
    put_roff(text, intro);
    mq_text_string(text, "\n.PP\n");
    put_roff(text, paths);
    mq_text_string(text, "\n.SH COMMANDS\n");
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++)
        put_roff_command(text, (cli_command_id)i);
    mq_text_string(text, ".SH OPTIONS\n");
    put_roff_options(text, CLI_NO_COMMAND);
    put_roff_formats(text);
    put_roff_exit_codes(text);
    mq_text_string(text, ".SH ENVIRONMENT\n");
    for (size_t i = 0; i < CLI_VARIABLE_COUNT; i++)
        put_roff_item(text, cli_variables[i].name, cli_variables[i].meaning);
    mq_text_string(text, ".SH EXAMPLES\n");
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++)
        put_roff_examples(text, (cli_command_id)i);
    mq_text_string(text, ".SH SEE ALSO\n");
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++)
        mq_text_format(text, ".BR maquette\\-%s (1)%s\n", cli_commands[i].name,
                       i + 1 < CLI_COMMAND_COUNT ? "," : "");
}
