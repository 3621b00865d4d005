// SPDX-License-Identifier: MIT
//
// maquette formats: what can be read, written and checked.
#include <string.h>

#include "base/json.h"
#include "base/value.h"
#include "commands.h"
#include "format_settings.h"

// Every variant can be read; it can be checked when its format has rules.
static void put_json(mq_node *list, const maq_format *format) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "name", format->name);
    mq_put_text(object, "title", format->title);
    mq_put_bool(object, "text", format->text);
    mq_node *variants = mq_put_array(object, "variants");
    mq_node *extensions = mq_put_array(object, "extensions");
    for (uint32_t i = 0; i < format->variant_count; i++) {
        const maq_variant *variant = &format->variants[i];
        mq_node *entry = mq_put_object(variants, NULL);
        mq_put_text(entry, "name", variant->name);
        mq_put_text(entry, "title", variant->title);
        mq_put_text(entry, "extension", variant->extension);
        mq_put_integer(entry, "version", variant->version);
        mq_put_bool(entry, "read", true);
        mq_put_bool(entry, "write", variant->writable);
        mq_put_bool(entry, "check", format->rule_count > 0);
        bool known = false;
        for (uint32_t k = 0; k < i; k++)
            known = known || strcmp(format->variants[k].extension, variant->extension) == 0;
        if (!known)
            mq_put_text(extensions, NULL, variant->extension);
    }
    mq_node *targets = mq_put_array(object, "targets");
    for (uint32_t i = 0; i < format->target_count; i++)
        mq_put_text(targets, NULL, format->targets[i]);
    mq_node *settings = mq_put_array(object, "settings");
    for (uint32_t i = 0; i < format->setting_count; i++) {
        const maq_setting_description *description = &format->settings[i];
        mq_node *entry = mq_put_object(settings, NULL);
        mq_put_text(entry, "name", description->name);
        mq_put_text(entry, "values",
                    cli_setting_has_value(description) ? description->values : NULL);
        mq_put_text(entry, "title", description->title);
        mq_put_bool(entry, "per_input", description->per_input);
    }
}

static cli_exit print_json(mq_arena *arena) {
    mq_node *list = mq_value_root(arena, MAQ_VALUE_ARRAY);
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++)
        put_json(list, format);
    if (!list || mq_arena_status(arena) != MAQ_OK)
        return cli_no_memory();
    mq_text text;
    mq_text_init(&text, NULL);
    mq_json_pretty(&text, mq_node_value(list));
    mq_text_char(&text, '\n');
    cli_write_text(CLI_STDOUT, &text);
    return CLI_CLEAN;
}

enum { TITLE_COLUMN = 28 };

static void put_setting(mq_text *text, const maq_setting_description *description) {
    size_t start = text->length;
    mq_text_format(text, "    --%s", description->name);
    if (cli_setting_has_value(description))
        mq_text_format(text, " %s", description->values);
    size_t column = text->length - start;
    if (column + 2 > TITLE_COLUMN) {
        mq_text_char(text, '\n');
        column = 0;
    }
    if (description->per_input)
        mq_text_format(text, "%*s(per input)", (int)(TITLE_COLUMN - column), "");
    cli_put_wrapped(text, description->per_input ? TITLE_COLUMN + strlen("(per input)") : column,
                    TITLE_COLUMN, description->title);
}

static void put_table(mq_text *text, const maq_format *format) {
    mq_text_format(text, "%s\n", format->title);
    for (uint32_t i = 0; i < format->variant_count; i++) {
        const maq_variant *variant = &format->variants[i];
        mq_text_format(text, "  %-6s %-6s %-18s %s\n", variant->name, variant->extension,
                       variant->writable ? "read, write, check" : "read, check", variant->title);
    }
    mq_text_string(text, "  targets:");
    for (uint32_t i = 0; i < format->target_count; i++)
        mq_text_format(text, " %s%s", format->targets[i], i == 0 ? " (default)" : "");
    mq_text_char(text, '\n');
    if (format->setting_count > 0)
        mq_text_string(text, "  settings for convert:\n");
    for (uint32_t i = 0; i < format->setting_count; i++)
        put_setting(text, &format->settings[i]);
}

cli_exit cli_formats(mq_arena *arena, const cli_arguments *arguments) {
    if (arguments->given[CLI_OPT_JSON])
        return print_json(arena);
    mq_text text;
    mq_text_init(&text, NULL);
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        if (i > 0)
            mq_text_char(&text, '\n');
        put_table(&text, format);
    }
    cli_write_text(CLI_STDOUT, &text);
    return CLI_CLEAN;
}
