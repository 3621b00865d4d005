// SPDX-License-Identifier: MIT
//
// Completions for shells, from the table of commands and options and the registry of formats. Only the
// names of clips depend on a file: they are read by running maquette info --clips.
#include <string.h>

#include "commands.h"

// -------------------------------------------------------------------------------------- the words

static void put_word(mq_text *text, const char *word, bool *first) {
    if (!*first)
        mq_text_char(text, ' ');
    mq_text_string(text, word);
    *first = false;
}

// Whether a format before `index` has the target, too: words are listed once.
static bool target_known(size_t index, const char *target) {
    for (size_t i = 0; i < index; i++) {
        const maq_format *format = maq_format_at(i);
        for (uint32_t k = 0; k < format->target_count; k++) {
            if (strcmp(format->targets[k], target) == 0)
                return true;
        }
    }
    return false;
}

static void put_format_words(mq_text *text, cli_values values, bool *first) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        if (values == CLI_VARIANT_VALUE) {
            for (uint32_t k = 0; k < format->variant_count; k++) {
                if (format->variants[k].writable)
                    put_word(text, format->variants[k].name, first);
            }
        } else if (values == CLI_TARGET_VALUE) {
            for (uint32_t k = 0; k < format->target_count; k++) {
                if (!target_known(i, format->targets[k]))
                    put_word(text, format->targets[k], first);
            }
        } else {
            for (uint32_t k = 0; k < format->rule_count; k++)
                put_word(text, format->rules[k].id, first);
        }
    }
}

// All words of a kind, separated by blanks; none for paths and free text.
static void put_words(mq_text *text, cli_values values, const char *words) {
    bool first = true;
    switch (values) {
    case CLI_WORD_VALUE:
    case CLI_SUGGESTED_VALUE:
    case CLI_LIST_VALUE:
        mq_text_string(text, words);
        break;
    case CLI_COMMAND_VALUE:
        for (size_t i = 0; i < CLI_COMMAND_COUNT; i++)
            put_word(text, cli_commands[i].name, &first);
        break;
    case CLI_RULE_VALUE: {
        size_t count;
        const maq_rule *common = maq_common_rules(&count);
        for (size_t i = 0; i < count; i++)
            put_word(text, common[i].id, &first);
        put_format_words(text, values, &first);
        break;
    }
    case CLI_VARIANT_VALUE:
    case CLI_TARGET_VALUE:
        put_format_words(text, values, &first);
        break;
    default:
        break;
    }
}

static bool has_words(cli_values values) {
    return values != CLI_NO_VALUE && values != CLI_ANY_VALUE && values != CLI_PATH_VALUE &&
           values != CLI_CLIP_VALUE;
}

static void put_option_words(mq_text *text, cli_command_id command) {
    bool first = true;
    for (size_t i = 0; i < cli_options.count; i++) {
        const cli_option *option = &cli_options.items[i];
        if (!cli_command_takes(command, option))
            continue;
        if (option->letter) {
            const char letter[] = {'-', option->letter, '\0'};
            put_word(text, letter, &first);
        }
        mq_text_string(text, first ? "--" : " --");
        mq_text_string(text, option->name);
        first = false;
    }
}

// ------------------------------------------------------------------------------------------- bash

// What completes the value of an option.
static void put_bash_value(mq_text *text, const cli_option *option) {
    if (option->values == CLI_PATH_VALUE) {
        mq_text_string(text, "compopt -o default 2>/dev/null; ");
    } else if (option->values == CLI_CLIP_VALUE) {
        mq_text_string(text, "_maquette_clips; ");
    } else if (option->values == CLI_LIST_VALUE) {
        mq_text_string(text, "compopt -o nospace 2>/dev/null\n            [[ $word == *,* ]] && "
                             "prefix=${word%,*},\n            COMPREPLY=($(compgen -P \"$prefix\" "
                             "-W '");
        put_words(text, option->values, option->words);
        mq_text_string(text, "' -- \"${word##*,}\")); ");
    } else if (has_words(option->values)) {
        mq_text_string(text, "COMPREPLY=($(compgen -W '");
        put_words(text, option->values, option->words);
        mq_text_string(text, "' -- \"$word\")); ");
    }
}

static void put_bash(mq_text *text) {
    mq_text_string(text,
                   "# SPDX-License-Identifier: MIT\n"
                   "# bash completion for maquette\n"
                   "# The clips of the models on the command line.\n"
                   "_maquette_clips() {\n"
                   "    local IFS=$'\\n' file names\n"
                   "    for file in \"${COMP_WORDS[@]:2}\"; do\n"
                   "        file=${file/#\\~/$HOME}\n"
                   "        [[ -f $file ]] || continue\n"
                   "        names+=$("
                   "\"${COMP_WORDS[0]/#\\~/$HOME}\" info -q --clips \"$file\" 2>/dev/null)$'\\n'\n"
                   "    done\n"
                   "    COMPREPLY=($(compgen -W \"$names\" -- \"$word\"))\n"
                   "    ((${#COMPREPLY[@]} == 0)) ||\n"
                   "        COMPREPLY=($(printf '%q\\n' \"${COMPREPLY[@]}\"))\n"
                   "}\n\n"
                   "_maquette() {\n"
                   "    local word=${COMP_WORDS[COMP_CWORD]}\n"
                   "    local before=${COMP_WORDS[COMP_CWORD-1]} command= prefix= i\n"
                   "    COMPREPLY=()\n"
                   "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                   "        case ${COMP_WORDS[i]} in\n"
                   "            -*) ;;\n"
                   "            *) command=${COMP_WORDS[i]}; break ;;\n"
                   "        esac\n"
                   "    done\n"
                   "    case $before in\n");
    for (size_t i = 0; i < cli_options.count; i++) {
        const cli_option *option = &cli_options.items[i];
        if (!option->value || option->optional)
            continue;
        mq_text_string(text, "        ");
        if (option->letter)
            mq_text_format(text, "-%c|", option->letter);
        mq_text_format(text, "--%s) ", option->name);
        put_bash_value(text, option);
        mq_text_string(text, "return ;;\n");
    }
    mq_text_string(text, "    esac\n    case $command in\n");
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        mq_text_format(text, "        %s)\n            if [[ $word == -* ]]; then\n",
                       cli_commands[i].name);
        mq_text_string(text, "                COMPREPLY=($(compgen -W '");
        put_option_words(text, (cli_command_id)i);
        mq_text_string(text, "' -- \"$word\"))\n            else\n                ");
        if (cli_commands[i].values == CLI_PATH_VALUE) {
            mq_text_string(text, "compopt -o default 2>/dev/null\n");
        } else {
            mq_text_string(text, "COMPREPLY=($(compgen -W '");
            put_words(text, cli_commands[i].values, NULL);
            mq_text_string(text, "' -- \"$word\"))\n");
        }
        mq_text_string(text, "            fi ;;\n");
    }
    mq_text_string(text, "        *) COMPREPLY=($(compgen -W '");
    put_words(text, CLI_COMMAND_VALUE, NULL);
    mq_text_char(text, ' ');
    put_option_words(text, CLI_NO_COMMAND);
    mq_text_string(text, "' -- \"$word\")) ;;\n    esac\n}\ncomplete -F _maquette maquette\n");
}

// -------------------------------------------------------------------------------------------- zsh

// Help as a word in single quotes, with the special characters of zsh's _arguments escaped.
static void put_zsh_quoted(mq_text *text, const char *plain) {
    for (; *plain; plain++) {
        if (*plain == '\'') {
            mq_text_string(text, "'\\''");
            continue;
        }
        if (strchr("[]:\\", *plain))
            mq_text_char(text, '\\');
        mq_text_char(text, *plain);
    }
}

static void put_zsh_action(mq_text *text, cli_values values, const char *words) {
    if (values == CLI_PATH_VALUE) {
        mq_text_string(text, "_files");
    } else if (values == CLI_CLIP_VALUE) {
        mq_text_string(text, "_maquette_clips");
    } else if (values == CLI_LIST_VALUE) {
        mq_text_string(text, "_values -s , part ");
        put_words(text, values, words);
    } else if (has_words(values)) {
        mq_text_char(text, '(');
        put_words(text, values, words);
        mq_text_char(text, ')');
    }
}

static void put_zsh_options(mq_text *text, cli_command_id command) {
    for (size_t i = 0; i < cli_options.count; i++) {
        const cli_option *option = &cli_options.items[i];
        if (!cli_command_takes(command, option))
            continue;
        mq_text_string(text, " \\\n                ");
        if (option->letter)
            mq_text_format(text, "'(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name,
                           option->letter, option->value ? "+" : "", option->name,
                           option->value ? "=" : "");
        else
            // A star: it may be repeated.
            mq_text_format(text, "'%s--%s%s%s[", option->per_input ? "*" : "", option->name,
                           option->value ? "=" : "", option->optional ? "-" : "");
        if (option->formats) {
            put_zsh_quoted(text, option->formats);
            mq_text_string(text, "\\: ");
        }
        put_zsh_quoted(text, option->help);
        mq_text_char(text, ']');
        if (option->value) {
            mq_text_string(text, option->optional ? "::" : ":");
            put_zsh_quoted(text, option->value);
            mq_text_char(text, ':');
            put_zsh_action(text, option->values, option->words);
        }
        mq_text_char(text, '\'');
    }
}

static void put_zsh(mq_text *text) {
    mq_text_string(
        text, "#compdef maquette\n"
              "# SPDX-License-Identifier: MIT\n"
              "# The clips of the models on the command line.\n"
              "_maquette_clips() {\n"
              "    local -a clips\n"
              "    local word\n"
              "    for word in ${(Q)words[2,-1]}; do\n"
              "        [[ -f ${~word} ]] && clips+=(\"${(@f)$(maquette info -q --clips ${~word} "
              "2>/dev/null)}\")\n"
              "    done\n"
              "    compadd -a clips\n"
              "}\n\n"
              "_maquette() {\n"
              "    local context state line\n"
              "    typeset -A opt_args\n"
              "    _arguments -C");
    put_zsh_options(text, CLI_NO_COMMAND);
    mq_text_string(text, " \\\n                '1:command:->command' '*::argument:->argument'\n"
                         "    case $state in\n"
                         "        command)\n"
                         "            local -a commands=(\n");
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        mq_text_format(text, "                '%s:", cli_commands[i].name);
        put_zsh_quoted(text, cli_commands[i].summary);
        mq_text_string(text, "'\n");
    }
    mq_text_string(text, "            )\n"
                         "            _describe command commands ;;\n"
                         "        argument)\n"
                         "            case $line[1] in\n");
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        mq_text_format(text, "            %s) _arguments", cli_commands[i].name);
        put_zsh_options(text, (cli_command_id)i);
        if (cli_commands[i].values != CLI_NO_VALUE) {
            mq_text_string(text, " \\\n                '*: :");
            put_zsh_action(text, cli_commands[i].values, NULL);
            mq_text_char(text, '\'');
        }
        mq_text_string(text, " ;;\n");
    }
    mq_text_string(text, "            esac ;;\n    esac\n}\n_maquette \"$@\"\n");
}

// ------------------------------------------------------------------------------------------- fish

// Text between single quotes.
static void put_fish_escaped(mq_text *text, const char *plain) {
    for (; *plain; plain++) {
        if (*plain == '\'' || *plain == '\\')
            mq_text_char(text, '\\');
        mq_text_char(text, *plain);
    }
}

static void put_fish_condition(mq_text *text, cli_command_id command) {
    mq_text_string(text, "complete -c maquette -n ");
    if (command == CLI_NO_COMMAND)
        mq_text_string(text, "__fish_use_subcommand");
    else
        mq_text_format(text, "'__fish_seen_subcommand_from %s'", cli_commands[command].name);
}

static void put_fish_options(mq_text *text, cli_command_id command) {
    for (size_t i = 0; i < cli_options.count; i++) {
        const cli_option *option = &cli_options.items[i];
        if (!cli_command_takes(command, option))
            continue;
        put_fish_condition(text, command);
        if (option->letter)
            mq_text_format(text, " -s %c", option->letter);
        mq_text_format(text, " -l %s", option->name);
        if (option->values == CLI_PATH_VALUE) {
            mq_text_string(text, " -rF");
        } else if (option->value) {
            mq_text_string(text, option->optional ? "" : " -x");
            if (option->values == CLI_CLIP_VALUE) {
                mq_text_string(text, " -a '(__maquette_clips)'");
            } else if (has_words(option->values)) {
                bool list = option->values == CLI_LIST_VALUE;
                mq_text_string(text, list ? " -a '(__fish_append , " : " -a '");
                put_words(text, option->values, option->words);
                mq_text_string(text, list ? ")'" : "'");
            }
        }
        mq_text_string(text, " -d '");
        if (option->formats) {
            put_fish_escaped(text, option->formats);
            mq_text_string(text, ": ");
        }
        put_fish_escaped(text, option->help);
        mq_text_string(text, "'\n");
    }
}

static void put_fish(mq_text *text) {
    mq_text_string(text, "# SPDX-License-Identifier: MIT\n"
                         "# fish completion for maquette\n"
                         "# The clips of the models on the command line.\n"
                         "function __maquette_clips\n"
                         "    for word in (commandline -opc)\n"
                         "        test -f \"$word\"; and maquette info -q --clips \"$word\" "
                         "2>/dev/null\n"
                         "    end\n"
                         "end\n");
    put_fish_options(text, CLI_NO_COMMAND);
    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        put_fish_condition(text, CLI_NO_COMMAND);
        mq_text_format(text, " -f -a %s -d '", cli_commands[i].name);
        put_fish_escaped(text, cli_commands[i].summary);
        mq_text_string(text, "'\n");
        put_fish_options(text, (cli_command_id)i);
        if (cli_commands[i].values != CLI_PATH_VALUE) {
            put_fish_condition(text, (cli_command_id)i);
            mq_text_string(text, " -f");
            if (has_words(cli_commands[i].values)) {
                mq_text_string(text, " -a '");
                put_words(text, cli_commands[i].values, NULL);
                mq_text_char(text, '\'');
            }
            mq_text_char(text, '\n');
        }
    }
}

void cli_put_completion(mq_text *text, const char *shell) {
    if (strcmp(shell, "bash") == 0)
        put_bash(text);
    else if (strcmp(shell, "zsh") == 0)
        put_zsh(text);
    else
        put_fish(text);
}
