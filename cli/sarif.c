// SPDX-License-Identifier: MIT
#include "sarif.h"

#include <string.h>

#include "base/json.h"
#include "base/platform.h"
#include "rule_groups.h"

// ------------------------------------------------------------------------------------------ rules

// The rules in the order of the log.
static const maq_rule *rule_at(size_t index) {
    cli_rule_group group;
    for (size_t i = 0; cli_rule_group_at(i, &group); i++) {
        if (index < group.count)
            return &group.rules[index];
        index -= group.count;
    }
    return NULL;
}

// -1 when the rule is not among them, which is what SARIF says for it, too.
static int64_t rule_index(const maq_rule *rule) {
    const maq_rule *other;
    for (size_t i = 0; (other = rule_at(i)) != NULL; i++) {
        if (strcmp(other->id, rule->id) == 0)
            return (int64_t)i;
    }
    return -1;
}

static const char *level_name(maq_severity severity) {
    switch (severity) {
    case MAQ_ERROR:
        return "error";
    case MAQ_WARNING:
    case MAQ_LOSS:
        return "warning";
    case MAQ_NOTE:
        return "note";
    default:
        return "none";
    }
}

static void put_message(mq_node *parent, const char *key, const char *message) {
    mq_put_text(mq_put_object(parent, key), "text", message);
}

static void put_rule(mq_node *list, const maq_rule *rule) {
    mq_node *object = mq_put_object(list, NULL);
    mq_put_text(object, "id", rule->id);
    put_message(object, "shortDescription", rule->title);
    put_message(object, "fullDescription", rule->explain);
    mq_put_text(mq_put_object(object, "defaultConfiguration"), "level",
                level_name((maq_severity)rule->severity[0]));
}

// --------------------------------------------------------------------------------------- locations

// A path as a URI reference: a relative one stays relative, with what a URI cannot have as it is
// percent-encoded; a colon, too, or "a:b.pie" would have the scheme a.
static void put_uri(mq_node *object, mq_arena *arena, const char *path) {
    static const char hex[] = "0123456789ABCDEF";
    while (strncmp(path, "./", 2) == 0 && path[2] != '\0' && path[2] != '/')
        path += 2;
    mq_node *location = mq_put_object(object, "artifactLocation");
    char *uri = MQ_NEW_ARRAY(arena, char, strlen(path) * 3 + sizeof "file:///");
    if (!uri)
        return;
    char *at = uri;
    if (mq_platform_root_length(path) > 0) {
        memcpy(at, "file:///", 8);
        at += path[0] == '/' ? 7 : 8; // "C:/x" has no slash of its own there
    }
    for (; *path; path++) {
        unsigned char byte = (unsigned char)*path;
        bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                     (byte >= '0' && byte <= '9') || strchr("-._~/", byte);
        if (plain) {
            *at++ = (char)byte;
        } else {
            *at++ = '%';
            *at++ = hex[byte >> 4];
            *at++ = hex[byte & 15];
        }
    }
    mq_put_bytes(location, "uri", uri, (size_t)(at - uri));
}

// The library counts columns in bytes; the log says that it counts them in code points.
static int64_t code_point_column(const char *source, uint64_t offset, uint64_t column) {
    int64_t count = 1;
    for (uint64_t i = offset - (column - 1); i < offset; i++)
        count += ((unsigned char)source[i] & 0xc0) != 0x80;
    return count;
}

static void put_bytes(mq_node *region, maq_span span) {
    mq_put_integer(region, "byteOffset", (int64_t)span.offset);
    mq_put_integer(region, "byteLength", (int64_t)span.length);
}

static void put_region(mq_node *parent, const char *key, const maq_document *document,
                       maq_span span) {
    size_t length = 0;
    const char *source = document ? maq_document_source(document, &length) : NULL;
    if (!source || span.offset > length)
        return;
    if (span.length > length - span.offset)
        span.length = length - span.offset;
    mq_node *region = mq_put_object(parent, key);
    if (maq_document_is_text(document)) {
        maq_position from = maq_document_position(document, span.offset);
        maq_position to = maq_document_position(document, span.offset + span.length);
        mq_put_integer(region, "startLine", (int64_t)from.line);
        mq_put_integer(region, "startColumn", code_point_column(source, span.offset, from.column));
        mq_put_integer(region, "endLine", (int64_t)to.line);
        mq_put_integer(region, "endColumn",
                       code_point_column(source, span.offset + span.length, to.column));
    }
    put_bytes(region, span);
}

static void put_location(mq_node *parent, mq_arena *arena, const cli_model *model,
                         const maq_finding *finding) {
    mq_node *location = mq_put_object(mq_put_array(parent, "locations"), NULL);
    mq_node *physical = mq_put_object(location, "physicalLocation");
    put_uri(physical, arena, model->path);
    if (finding && finding->span.offset != MAQ_NO_OFFSET && model->binary)
        put_bytes(mq_put_object(physical, "region"), finding->span);
    else if (finding && finding->span.offset != MAQ_NO_OFFSET)
        put_region(physical, "region", model->document, finding->span);
}

static void put_fix(mq_node *result, mq_arena *arena, const cli_model *model,
                    const maq_finding *finding) {
    mq_node *fix = mq_put_object(mq_put_array(result, "fixes"), NULL);
    put_message(fix, "description", "What maquette check --fix does");
    mq_node *change = mq_put_object(mq_put_array(fix, "artifactChanges"), NULL);
    put_uri(change, arena, model->path);
    mq_node *replacements = mq_put_array(change, "replacements");
    for (uint32_t i = 0; i < finding->edit_count; i++) {
        const maq_edit *edit = &finding->edits[i];
        mq_node *replacement = mq_put_object(replacements, NULL);
        put_region(replacement, "deletedRegion", model->document, edit->span);
        if (edit->text_length > 0)
            mq_put_bytes(mq_put_object(replacement, "insertedContent"), "text", edit->text,
                         edit->text_length);
    }
}

// ------------------------------------------------------------------------------------------- log

// Prints a tree and frees the arena that holds it.
static void put_tree(mq_text *text, mq_arena *arena, mq_node *root) {
    if (!root || mq_arena_status(arena) != MAQ_OK)
        text->status = MAQ_NO_MEMORY;
    else
        mq_json_value(text, mq_node_value(root));
    mq_arena_free(arena);
}

static mq_node *new_tree(mq_arena **arena, maq_value_kind kind) {
    *arena = mq_arena_new(NULL);
    return *arena ? mq_value_root(*arena, kind) : NULL;
}

void cli_sarif_begin(mq_text *text) {
    mq_arena *arena;
    mq_node *tool = new_tree(&arena, MAQ_VALUE_OBJECT);
    mq_node *driver = mq_put_object(tool, "driver");
    mq_put_text(driver, "name", "maquette");
    mq_put_text(driver, "version", maq_version());
    mq_put_text(driver, "semanticVersion", maq_version());
    mq_node *rules = mq_put_array(driver, "rules");
    const maq_rule *rule;
    for (size_t i = 0; (rule = rule_at(i)) != NULL; i++)
        put_rule(rules, rule);
    mq_text_string(text, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                         "\"version\":\"2.1.0\",\"runs\":[{\n\"tool\":");
    put_tree(text, arena, tool);
    mq_text_string(text, ",\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[");
}

void cli_sarif_results(mq_text *text, const cli_model *model, const cli_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = findings->items[i];
        mq_arena *arena;
        mq_node *result = new_tree(&arena, MAQ_VALUE_OBJECT);
        mq_put_text(result, "ruleId", finding->rule->id);
        mq_put_integer(result, "ruleIndex", rule_index(finding->rule));
        mq_put_text(result, "level", level_name(finding->severity));
        put_message(result, "message", finding->message);
        if (arena)
            put_location(result, arena, model, finding);
        if (finding->count > 1)
            mq_put_integer(result, "occurrenceCount", (int64_t)finding->count);
        if (arena && finding->edit_count > 0)
            put_fix(result, arena, model, finding);
        mq_text_string(text, i == 0 ? "\n" : ",\n");
        put_tree(text, arena, result);
    }
}

void cli_sarif_end(mq_text *text, const cli_model *const *failed, size_t failed_count) {
    mq_arena *arena;
    mq_node *invocations = new_tree(&arena, MAQ_VALUE_ARRAY);
    mq_node *invocation = mq_put_object(invocations, NULL);
    mq_put_bool(invocation, "executionSuccessful", failed_count == 0);
    if (failed_count > 0) {
        mq_node *list = mq_put_array(invocation, "toolExecutionNotifications");
        for (size_t i = 0; arena && i < failed_count; i++) {
            const char *why = cli_model_failure(arena, failed[i]);
            mq_node *notification = mq_put_object(list, NULL);
            mq_put_text(notification, "level", "error");
            put_message(notification, "message", why ? why : "cannot be read as a model");
            put_location(notification, arena, failed[i], NULL);
        }
    }
    mq_text_string(text, "\n],\n\"invocations\":");
    put_tree(text, arena, invocations);
    mq_text_string(text, "}]}\n");
}
