// SPDX-License-Identifier: MIT
//
// The lists of formats and rules, as the command prints them with --json.
#include <string.h>

#include "reply.h"
#include "rule_groups.h"

// ----------------------------------------------------------------------------------------- formats

static bool is_known_extension(const maq_format *format, uint32_t variant) {
    for (uint32_t i = 0; i < variant; i++) {
        if (strcmp(format->variants[i].extension, format->variants[variant].extension) == 0)
            return true;
    }
    return false;
}

static void put_variants(mq_node *object, const maq_format *format) {
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
        if (!is_known_extension(format, i))
            mq_put_text(extensions, NULL, variant->extension);
    }
}

static void put_format(mq_node *list, const maq_format *format) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "name", format->name);
    mq_put_text(object, "title", format->title);
    mq_put_bool(object, "text", format->text);
    put_variants(object, format);
    mq_put_text(object, "default_variant", format->variants[format->default_variant].name);
    mq_node *targets = mq_put_array(object, "targets");
    for (uint32_t i = 0; i < format->target_count; i++)
        mq_put_text(targets, NULL, format->targets[i]);
    mq_node *settings = mq_put_array(object, "settings");
    for (uint32_t i = 0; i < format->setting_count; i++) {
        const maq_setting_description *setting = &format->settings[i];
        mq_node *entry = mq_put_object(settings, NULL);
        mq_put_text(entry, "name", setting->name);
        mq_put_text(entry, "values", setting->values && *setting->values ? setting->values : NULL);
        mq_put_text(entry, "title", setting->title);
        mq_put_bool(entry, "per_input", setting->per_input);
    }
}

maq_status web_formats(void) {
    web_reply_begin();
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *list = arena ? mq_value_root(arena, MAQ_VALUE_ARRAY) : NULL;
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++)
        put_format(list, format);
    return web_reply_json(arena, list);
}

// ------------------------------------------------------------------------------------------- rules

static void put_rules(mq_node *list, const maq_format *format, const maq_rule *rules,
                      size_t count) {
    for (size_t k = 0; k < count; k++) {
        const maq_rule *rule = &rules[k];
        mq_node *object = mq_put_object(list, NULL);
        mq_put_text(object, "id", rule->id);
        mq_put_text(object, "format", format ? format->name : NULL);
        mq_put_text(object, "title", rule->title);
        mq_put_text(object, "explain", rule->explain);
        mq_put_bool(object, "fixable", rule->fixable);
        mq_put_text(object, "severity", maq_severity_name((maq_severity)rule->severity[0]));
        mq_node *targets = mq_put_object(object, "targets");
        for (uint32_t i = 0; format && i < format->target_count; i++)
            mq_put_text(targets, format->targets[i],
                        maq_severity_name((maq_severity)rule->severity[i]));
    }
}

maq_status web_rules(void) {
    web_reply_begin();
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *list = arena ? mq_value_root(arena, MAQ_VALUE_ARRAY) : NULL;
    cli_rule_group group;
    for (size_t i = 0; cli_rule_group_at(i, &group); i++)
        put_rules(list, group.format, group.rules, group.count);
    return web_reply_json(arena, list);
}

maq_status web_version(void) {
    web_reply_begin();
    web_reply_borrow(maq_version(), strlen(maq_version()));
    return MAQ_OK;
}
