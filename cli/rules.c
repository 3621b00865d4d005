// SPDX-License-Identifier: MIT
//
// maquette rules: the rules that files can break, listed, explained, as JSON, or as the page
// docs/rules.md.
#include <string.h>

#include "commands.h"
#include "inputs.h"
#include "model.h"
#include "rule_groups.h"

static const maq_rule *find_rule(const char *id, cli_rule_group *out) {
    for (size_t i = 0; cli_rule_group_at(i, out); i++) {
        for (size_t k = 0; k < out->count; k++) {
            if (cli_same_ignoring_case(out->rules[k].id, id))
                return &out->rules[k];
        }
    }
    return NULL;
}

static const char *severity_name(const maq_rule *rule, size_t target) {
    maq_severity severity = (maq_severity)rule->severity[target];
    return severity == MAQ_SILENT ? "silent" : maq_severity_name(severity);
}

// "error" when all targets agree, else "game: error, wmit: warning".
static void put_severities(mq_text *text, const cli_rule_group *group, const maq_rule *rule) {
    size_t targets = group->format ? group->format->target_count : 0;
    bool same = true;
    for (size_t i = 1; i < targets; i++)
        same = same && rule->severity[i] == rule->severity[0];
    if (same) {
        mq_text_string(text, severity_name(rule, 0));
        return;
    }
    for (size_t i = 0; i < targets; i++)
        mq_text_format(text, "%s%s: %s", i > 0 ? ", " : "", group->format->targets[i],
                       severity_name(rule, i));
}

// ------------------------------------------------------------------------------------------- text

static void put_explanation(mq_text *text, const cli_rule_group *group, const maq_rule *rule) {
    mq_text_format(text, "%s: %s\n  severity: ", rule->id, rule->title);
    put_severities(text, group, rule);
    mq_text_format(text, "\n  fixable:  %s\n\n", rule->fixable ? "yes, by check --fix" : "no");
    cli_put_wrapped(text, 0, 2, rule->explain);
}

static void put_list(mq_text *text) {
    cli_rule_group group;
    for (size_t i = 0; cli_rule_group_at(i, &group); i++) {
        for (size_t k = 0; k < group.count; k++) {
            const maq_rule *rule = &group.rules[k];
            mq_text_format(text, "%s  %-7s %s %s\n", rule->id, severity_name(rule, 0),
                           rule->fixable ? "fix" : "   ", rule->title);
        }
    }
}

// ------------------------------------------------------------------------------------------- json

static void put_json(mq_node *list, const cli_rule_group *group, const maq_rule *rule) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "id", rule->id);
    mq_put_text(object, "format", group->format ? group->format->name : NULL);
    mq_put_text(object, "title", rule->title);
    mq_put_text(object, "explain", rule->explain);
    mq_put_bool(object, "fixable", rule->fixable);
    mq_put_text(object, "severity", severity_name(rule, 0));
    mq_node *targets = mq_put_object(object, "targets");
    for (size_t i = 0; group->format && i < group->format->target_count; i++)
        mq_put_text(targets, group->format->targets[i], severity_name(rule, i));
}

// --------------------------------------------------------------------------------------- markdown

// Text with the special characters of Markdown escaped: rules quote file syntax.
static void put_markdown(mq_text *text, const char *plain) {
    bool code = false;
    for (; *plain; plain++) {
        code = *plain == '`' ? !code : code;
        if (!code && strchr("\\*_<>|[]#", *plain))
            mq_text_char(text, '\\');
        mq_text_char(text, *plain);
    }
}

static void put_group_table(mq_text *text, const cli_rule_group *group) {
    size_t targets = group->format ? group->format->target_count : 1;
    mq_text_string(text, "| rule | title |");
    for (size_t i = 0; i < targets; i++)
        mq_text_format(text, " %s |", group->format ? group->format->targets[i] : "severity");
    mq_text_string(text, " fixable |\n|---|---|");
    for (size_t i = 0; i < targets; i++)
        mq_text_string(text, "---|");
    mq_text_string(text, "---|\n");
    for (size_t k = 0; k < group->count; k++) {
        const maq_rule *rule = &group->rules[k];
        mq_text_format(text, "| [%s](#%s) | ", rule->id, rule->id);
        put_markdown(text, rule->title);
        mq_text_string(text, " |");
        for (size_t i = 0; i < targets; i++)
            mq_text_format(text, " %s |",
                           rule->severity[i] == MAQ_SILENT ? "-" : severity_name(rule, i));
        mq_text_format(text, " %s |\n", rule->fixable ? "yes" : "");
    }
}

static void put_group_page(mq_text *text, const cli_rule_group *group) {
    if (group->count == 0)
        return;
    if (group->format)
        mq_text_format(text, "\n## %s (%s)\n\n", group->format->title, group->format->name);
    else
        mq_text_format(text, "\n## %s\n\n", group->title);
    put_group_table(text, group);
    for (size_t k = 0; k < group->count; k++) {
        const maq_rule *rule = &group->rules[k];
        // Explicit anchors: those made from headings change with the titles.
        mq_text_format(text, "\n### <a id=\"%s\"></a>%s: ", rule->id, rule->id);
        put_markdown(text, rule->title);
        mq_text_string(text, "\n\nSeverity: ");
        put_severities(text, group, rule);
        mq_text_format(text, ".%s\n\n", rule->fixable ? " Fixable." : "");
        put_markdown(text, rule->explain);
        mq_text_char(text, '\n');
    }
}

static void put_page(mq_text *text) {
    mq_text_string(
        text,
        "<!-- SPDX-License-Identifier: MIT -->\n"
        "<!-- Made by: maquette rules --markdown -->\n"
        "# Rules\n\n"
        "What `maquette check` finds, and what a conversion can lose. The meaning of a rule id "
        "never\nchanges. `maquette rules ID` explains a rule on the command line.\n\n"
        "The severity of a rule depends on the target that the file is checked for "
        "(`--target`):\n\n"
        "* **error**: the target refuses the file, crashes, or shows it wrongly\n"
        "* **warning**: the target repairs the file or complains, and goes on\n"
        "* **note**: worth knowing; nothing breaks\n"
        "* **loss**: the new format of a conversion cannot hold this\n"
        "* **silent** or -: the rule does not apply to this target\n\n"
        "`maquette check --fix` repairs what is fixable.\n");
    cli_rule_group group;
    for (size_t i = 0; cli_rule_group_at(i, &group); i++)
        put_group_page(text, &group);
}

// ---------------------------------------------------------------------------------------- command

// The ids with a number that was given without the name of the format: 0403, or 403.
static const char *rules_of_number(mq_arena *arena, const char *number) {
    cli_rule_group group;
    const char *list = NULL;
    size_t digits = strspn(number, "0123456789");
    for (size_t i = 0; digits > 0 && !number[digits] && cli_rule_group_at(i, &group); i++) {
        for (size_t k = 0; k < group.count; k++) {
            const char *id = group.rules[k].id;
            const char *own = strrchr(id, '-') + 1;
            if (strcmp(own + (*number == '0' ? 0 : strspn(own, "0")), number) == 0)
                list = mq_arena_format(arena, "%s%s%s", list ? list : "", list ? ", " : "", id);
        }
    }
    return list;
}

static cli_exit unknown_rule(mq_arena *arena, const char *id) {
    cli_suggestion near = {0};
    cli_rule_group group;
    const char *same_number = rules_of_number(arena, id);
    for (size_t i = 0; cli_rule_group_at(i, &group); i++) {
        for (size_t k = 0; k < group.count; k++)
            cli_suggest(&near, id, group.rules[k].id);
    }
    if (same_number)
        cli_error("there is no rule '%s'; did you mean %s?", id, same_number);
    else if (near.word)
        cli_error("there is no rule '%s'; did you mean '%s'?", id, near.word);
    else
        cli_error("there is no rule '%s'; maquette rules lists them", id);
    return CLI_WRONG_USAGE;
}

static cli_exit print_json(mq_arena *arena, const cli_arguments *arguments) {
    mq_node *list = mq_value_root(arena, MAQ_VALUE_ARRAY);
    cli_rule_group group;
    for (size_t i = 0; i < arguments->operand_count; i++) {
        const maq_rule *rule = find_rule(arguments->operands[i], &group);
        if (rule)
            put_json(list, &group, rule);
    }
    for (size_t i = 0; arguments->operand_count == 0 && cli_rule_group_at(i, &group); i++) {
        for (size_t k = 0; k < group.count; k++)
            put_json(list, &group, &group.rules[k]);
    }
    mq_text text;
    mq_text_init(&text, NULL);
    cli_put_json(&text, arena, list, true);
    cli_write_text(CLI_STDOUT, &text);
    return CLI_CLEAN;
}

cli_exit cli_rules(mq_arena *arena, const cli_arguments *arguments) {
    cli_rule_group group;
    if (arguments->given[CLI_OPT_JSON] && arguments->given[CLI_OPT_MARKDOWN]) {
        cli_error("--json and --markdown exclude each other");
        return CLI_WRONG_USAGE;
    }
    if (arguments->given[CLI_OPT_MARKDOWN] && arguments->operand_count > 0) {
        cli_error("--markdown prints all rules; leave the IDs out");
        return CLI_WRONG_USAGE;
    }
    for (size_t i = 0; i < arguments->operand_count; i++) {
        if (!find_rule(arguments->operands[i], &group))
            return unknown_rule(arena, arguments->operands[i]);
    }
    if (arguments->given[CLI_OPT_JSON])
        return print_json(arena, arguments);
    mq_text text;
    mq_text_init(&text, NULL);
    if (arguments->given[CLI_OPT_MARKDOWN])
        put_page(&text);
    else if (arguments->operand_count == 0)
        put_list(&text);
    for (size_t i = 0; i < arguments->operand_count; i++) {
        const maq_rule *rule = find_rule(arguments->operands[i], &group);
        if (i > 0)
            mq_text_char(&text, '\n');
        if (rule)
            put_explanation(&text, &group, rule);
    }
    cli_write_text(CLI_STDOUT, &text);
    return CLI_CLEAN;
}
