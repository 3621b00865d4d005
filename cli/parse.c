// SPDX-License-Identifier: MIT
//
// Parsing the command line by the table of options.
#include <string.h>

#include "base/folder.h"
#include "base/near_word.h"
#include "base/number.h"
#include "base/platform.h"
#include "options.h"
#include "output.h"

// ------------------------------------------------------------------------------------- suggestions

void cli_suggest(cli_suggestion *suggestion, const char *given, const char *word) {
    size_t distance = mq_near_word(given, word);
    if (distance != SIZE_MAX && (!suggestion->word || distance < suggestion->distance)) {
        suggestion->word = word;
        suggestion->distance = distance;
    }
}

// ------------------------------------------------------------------------------------------ parse

// Names that other programs have for what a command does; NULL: none is known.
static const char *known_elsewhere(const char *given) {
    static const struct {
        const char *given, *meant;
    } names[] = {{"fix", "check --fix"},
                 {"repair", "check --fix"},
                 {"lint", "check"},
                 {"validate", "check"},
                 {"verify", "check"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(given, names[i].given) == 0)
            return names[i].meant;
    }
    return NULL;
}

static bool unknown_command(const char *given) {
    cli_suggestion near = {.word = known_elsewhere(given)};
    bool option = false; // given like a command: "maquette version"
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++)
        cli_suggest(&near, given, cli_commands[i].name);
    for (size_t i = 0; i < cli_options.count; i++)
        option = option || (cli_command_takes(CLI_NO_COMMAND, &cli_options.items[i]) &&
                            strcmp(given, cli_options.items[i].name) == 0);
    if (option)
        cli_error("unknown command '%s'; did you mean 'maquette --%s'?", given, given);
    else if (near.word)
        cli_error("unknown command '%s'; did you mean '%s'?", given, near.word);
    else
        cli_error("unknown command '%s'; maquette help lists them", given);
    return false;
}

static bool find_command(const char *name, cli_command_id *out) {
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        if (strcmp(name, cli_commands[i].name) == 0) {
            *out = (cli_command_id)i;
            return true;
        }
    }
    return unknown_command(name);
}

// For "maquette convert", or "maquette" when there is no command.
static const char *whose(cli_command_id command) {
    return command == CLI_NO_COMMAND ? "" : cli_commands[command].name;
}

static bool unknown_option(cli_command_id command, const char *given) {
    const char *blank = command == CLI_NO_COMMAND ? "" : " ";
    cli_suggestion near = {0};
    for (size_t i = 0; i < cli_options.count; i++) {
        if (cli_command_takes(command, &cli_options.items[i]))
            cli_suggest(&near, given, cli_options.items[i].name);
    }
    // The name that it had once.
    if (command == CLI_RENDER && strcmp(given, "textures") == 0) {
        cli_error("--textures is called --data PATH now; give it once for each folder or archive");
        return false;
    }
    if (near.word) {
        cli_error("unknown option '--%s'; did you mean '--%s'?", given, near.word);
        return false;
    }
    cli_error("unknown option '--%s'; maquette%s%s --help lists them", given, blank,
              whose(command));
    return false;
}

static bool not_of_this_command(cli_command_id command, const cli_option *option) {
    if (command == CLI_NO_COMMAND)
        cli_error("option --%s needs a command before it", option->name);
    else
        cli_error("%s does not take the option --%s", whose(command), option->name);
    return false;
}

typedef struct parser {
    mq_arena *arena;
    char **arguments;
    int count, at;
    size_t operands;
    cli_arguments *out;
} parser;

static bool is_among(const char *words, const char *word) {
    size_t length = strlen(word);
    while (*words) {
        size_t next = strcspn(words, " ");
        if (next == length && strncmp(words, word, length) == 0)
            return true;
        words += next;
        words += strspn(words, " ");
    }
    return false;
}

// The format decides later whether the value is valid.
static bool add_setting(parser *p, const cli_option *option, const char *value) {
    cli_arguments *out = p->out;
    cli_given_setting *settings = mq_arena_grow(p->arena, out->settings, &out->setting_capacity,
                                                out->setting_count, sizeof *settings);
    if (!settings) {
        cli_no_memory();
        return false;
    }
    out->settings = settings;
    settings[out->setting_count++] =
        (cli_given_setting){option, value ? value : "yes", p->operands};
    return true;
}

// Whether an argument is an option of this command rather than a value. Values may begin with a dash:
// "-" is standard input or output, and "-30,20" is a view.
static bool is_option(const parser *p, const char *argument) {
    if (argument[0] != '-' || argument[1] == '\0')
        return false;
    bool is_long = argument[1] == '-';
    size_t length = is_long ? strcspn(argument + 2, "=") : 0;
    for (size_t i = 0; i < cli_options.count; i++) {
        const cli_option *option = &cli_options.items[i];
        if (cli_command_takes(p->out->command, option) &&
            (is_long ? strlen(option->name) == length &&
                           strncmp(option->name, argument + 2, length) == 0
                     : option->letter == argument[1]))
            return true;
    }
    return false;
}

static bool lacks_value(const parser *p, const cli_option *option) {
    if (p->at < p->count && !is_option(p, p->arguments[p->at]))
        return false;
    cli_error("option --%s needs a value: --%s %s", option->name, option->name, option->value);
    if (p->at < p->count)
        cli_error("'%s' is an option; as the value it would be --%s=%s", p->arguments[p->at],
                  option->name, p->arguments[p->at]);
    return true;
}

static bool is_number(const char *text) {
    return *text && strspn(text, "0123456789") == strlen(text);
}

// "--turntable 12" would draw a file named 12.
static bool separate_value(const cli_option *option, const char *value) {
    cli_error("the value of --%s follows an equals sign: --%s=%s (a file of this name: ./%s)",
              option->name, option->name, value, value);
    return false;
}

// `value` is NULL when none is attached; it is then the next argument. A value that can be left out is
// only read from there if it is one of the words that the option knows: --loop no.
static bool set_option(parser *p, const cli_option *option, const char *value) {
    if (!cli_command_takes(p->out->command, option))
        return not_of_this_command(p->out->command, option);
    if (option->value && !value && !option->optional) {
        if (lacks_value(p, option))
            return false;
        value = p->arguments[p->at++];
    }
    if (option->optional && option->words && !value && p->at < p->count &&
        is_among(option->words, p->arguments[p->at]))
        value = p->arguments[p->at++];
    if (option->optional && !option->words && !value && p->at < p->count &&
        is_number(p->arguments[p->at]))
        return separate_value(option, p->arguments[p->at]);
    if (!option->value && value) {
        cli_error("option --%s takes no value", option->name);
        return false;
    }
    if (option->values == CLI_PATH_VALUE && value) {
        value = mq_path_copy(p->arena, value);
        if (!value) {
            cli_no_memory();
            return false;
        }
    }
    if (option->formats)
        return add_setting(p, option, value);
    if ((option->positional || option->repeatable) && !add_setting(p, option, value))
        return false;
    if (option->values == CLI_WORD_VALUE && value && !is_among(option->words, value)) {
        cli_error("'%s' is not a value for --%s; the values are: %s", value, option->name,
                  option->words);
        return false;
    }
    size_t id = (size_t)(option - cli_options.items);
    p->out->given[id] = true;
    p->out->values[id] = value;
    return true;
}

static bool parse_long(parser *p, const char *text) {
    size_t length = strcspn(text, "=");
    const cli_option *found = NULL;
    for (size_t i = 0; i < cli_options.count; i++) {
        const cli_option *option = &cli_options.items[i];
        // Commands may have different options of one name.
        if (strlen(option->name) == length && strncmp(option->name, text, length) == 0 &&
            (!found || cli_command_takes(p->out->command, option)))
            found = option;
    }
    if (found)
        return set_option(p, found, text[length] ? text + length + 1 : NULL);
    const char *name = mq_arena_text(p->arena, text, length);
    if (name)
        return unknown_option(p->out->command, name);
    cli_no_memory();
    return false;
}

// Letters may be combined, and a value may follow its letter directly: -qj4.
static bool parse_short(parser *p, const char *letters) {
    while (*letters) {
        const cli_option *option = NULL;
        for (size_t i = 0; i < cli_options.count; i++) {
            if (cli_options.items[i].letter == *letters &&
                (!option || cli_command_takes(p->out->command, &cli_options.items[i])))
                option = &cli_options.items[i];
        }
        if (!option) {
            cli_error("unknown option '-%c'; maquette%s%s --help lists them", *letters,
                      p->out->command == CLI_NO_COMMAND ? "" : " ", whose(p->out->command));
            return false;
        }
        letters++;
        if (option->value)
            return set_option(p, option, *letters ? letters : NULL);
        if (!set_option(p, option, NULL))
            return false;
    }
    return true;
}

static bool right_number_of_operands(const cli_arguments *arguments) {
    // With --help, the operands do not matter.
    if (arguments->command == CLI_NO_COMMAND || arguments->given[CLI_OPT_HELP])
        return true;
    const cli_command *command = &cli_commands[arguments->command];
    if (arguments->operand_count < command->least && !arguments->given[CLI_OPT_FILES_FROM]) {
        cli_error("%s needs %s; see maquette %s --help", command->name, command->operands,
                  command->name);
        return false;
    }
    if (arguments->operand_count > command->most && arguments->command == CLI_HELP &&
        strcmp(arguments->operands[0], cli_commands[CLI_RULES].name) == 0) {
        cli_error("help explains commands; maquette rules %s explains the rule",
                  arguments->operands[1]);
        return false;
    }
    if (arguments->operand_count > command->most) {
        cli_error("unexpected argument '%s'; the usage is: maquette %s%s%s",
                  arguments->operands[command->most], command->name, *command->operands ? " " : "",
                  command->operands);
        return false;
    }
    return true;
}

bool cli_parse(mq_arena *arena, int argc, char **argv, cli_arguments *out) {
    *out = (cli_arguments){.command = CLI_NO_COMMAND};
    parser p = {.arena = arena, .arguments = argv, .count = argc, .at = 1, .out = out};
    bool only_operands = false;
    while (p.at < p.count) {
        char *argument = p.arguments[p.at++];
        if (!only_operands && strcmp(argument, "--") == 0) {
            only_operands = true;
        } else if (!only_operands && strncmp(argument, "--", 2) == 0) {
            if (!parse_long(&p, argument + 2))
                return false;
        } else if (!only_operands && argument[0] == '-' && argument[1] != '\0') {
            if (!parse_short(&p, argument + 1))
                return false;
        } else if (out->command == CLI_NO_COMMAND) {
            if (!find_command(argument, &out->command))
                return false;
        } else {
            if (cli_commands[out->command].values == CLI_PATH_VALUE)
                mq_platform_use_slashes(argument);
            // This never overtakes the argument that is read next.
            argv[p.operands++] = argument;
        }
    }
    out->operands = (const char *const *)argv;
    out->operand_count = p.operands;
    return right_number_of_operands(out);
}

bool cli_number_option(const cli_arguments *arguments, cli_option_id option, unsigned long fallback,
                       unsigned long most, unsigned long *out) {
    *out = fallback;
    if (!arguments->given[option])
        return true;
    const char *text = arguments->values[option];
    const char *end = text + strlen(text);
    uint64_t value = 0;
    bool overflow = false;
    const char *stop = mq_parse_u64(text, end, &value, &overflow);
    if (stop == text || stop != end || overflow || value == 0 || value > most) {
        cli_error("'%s' is not a value for --%s: it is a whole number from 1 to %lu", text,
                  cli_options.items[option].name, most);
        return false;
    }
    *out = (unsigned long)value;
    return true;
}
