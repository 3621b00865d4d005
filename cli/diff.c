// SPDX-License-Identifier: MIT
//
// maquette diff: what differs between two models, in the model's terms.
#include <string.h>

#include "batch.h"
#include "commands.h"
#include "info_text.h"
#include "inputs.h"

// ------------------------------------------------------------------------------------------- text

static const char *text_of(const maq_value *change, const char *key) {
    const maq_value *value = maq_value_find(change, key);
    return value && value->kind == MAQ_VALUE_TEXT ? value->as.text.bytes : "";
}

// Values of a line or two are shown, larger ones measured.
enum { LONGEST_VALUE = 120 };

static void put_short(mq_text *text, const maq_value *value, bool exact) {
    mq_text words;
    mq_text_init(&words, NULL);
    if (exact)
        cli_put_exact_value(&words, value);
    else
        cli_put_value(&words, value);
    if (words.length <= LONGEST_VALUE && words.length > 0) {
        mq_text_bytes(text, words.data, words.length);
    } else if (value && value->kind >= MAQ_VALUE_ARRAY) {
        cli_put_count(text, value->as.children.count, "entry", "entries");
    } else if (words.length == 0) {
        mq_text_string(text, "nothing");
    } else {
        mq_text_bytes(text, words.data, LONGEST_VALUE);
        mq_text_string(text, "...");
    }
    mq_text_free(&words);
}

// "1 2 3 -> 1 2 4". What looks the same with seven digits is shown with all of them.
static void put_both(mq_text *text, const maq_value *change) {
    const maq_value *a = maq_value_find(change, "a"), *b = maq_value_find(change, "b");
    mq_text words[2];
    bool same = true;
    for (int exact = 0; same && exact < 2; exact++) {
        for (int i = 0; i < 2; i++) {
            mq_text_init(&words[i], NULL);
            put_short(&words[i], i ? b : a, exact);
        }
        same = words[0].length == words[1].length && words[0].length > 0 &&
               memcmp(words[0].data, words[1].data, words[0].length) == 0;
        if (!same || exact) {
            mq_text_bytes(text, words[0].data, words[0].length);
            mq_text_string(text, " -> ");
            mq_text_bytes(text, words[1].data, words[1].length);
        }
        mq_text_free(&words[0]);
        mq_text_free(&words[1]);
    }
}

// "3 of 24 rows changed (first #7: 1 2 3 -> 1 2 4)", "24 -> 26 rows, 5 differ (first ...)".
static void put_rows(mq_text *text, const maq_value *change, const maq_value *changed) {
    const maq_value *rows_a = maq_value_find(change, "rows_a");
    const maq_value *rows_b = maq_value_find(change, "rows_b");
    const maq_value *first = maq_value_find(change, "first");
    if (rows_a && rows_b && rows_a->as.integer != rows_b->as.integer) {
        cli_put_value(text, rows_a);
        mq_text_string(text, " -> ");
        cli_put_value(text, rows_b);
        mq_text_string(text, " rows, ");
        cli_put_value(text, changed);
        mq_text_string(text, " differ");
    } else {
        cli_put_value(text, changed);
        mq_text_string(text, " of ");
        cli_put_value(text, rows_a);
        mq_text_string(text, " rows changed");
    }
    if (first) {
        mq_text_string(text, " (first #");
        cli_put_value(text, first);
        mq_text_string(text, ": ");
        put_both(text, change);
        mq_text_char(text, ')');
    }
}

static void put_change(mq_text *text, const maq_value *change) {
    const char *path = text_of(change, "path");
    const char *kind = text_of(change, "kind");
    const maq_value *rows = maq_value_find(change, "rows_changed");
    cli_put_safe(text, path, strlen(path));
    mq_text_string(text, ": ");
    if (rows) {
        put_rows(text, change, rows);
    } else if (strcmp(kind, "added") == 0) {
        mq_text_string(text, "added ");
        put_short(text, maq_value_find(change, "b"), false);
    } else if (strcmp(kind, "removed") == 0) {
        mq_text_string(text, "removed ");
        put_short(text, maq_value_find(change, "a"), false);
    } else {
        put_both(text, change);
    }
    mq_text_char(text, '\n');
}

// ---------------------------------------------------------------------------------------- command

static void put_json(mq_text *text, const cli_model *a, const cli_model *b,
                     const maq_value *changes) {
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    mq_put_text(object, "a", a->path);
    mq_put_text(object, "b", b->path);
    mq_put_bool(object, "equal", changes->as.children.count == 0);
    mq_put_value(object, "changes", changes);
    cli_put_json(text, arena, object, true);
    mq_arena_free(arena);
}

static cli_exit print(const cli_settings *settings, const cli_model *a, const cli_model *b,
                      const maq_value *changes) {
    mq_text text;
    mq_text_init(&text, NULL);
    if (settings->json) {
        put_json(&text, a, b, changes);
    } else {
        for (const maq_value *c = changes->as.children.first; c; c = c->next)
            put_change(&text, c);
    }
    cli_write_text(CLI_STDOUT, &text);
    size_t count = changes->as.children.count;
    cli_summary summary;
    cli_summary_start(&summary, "compared", 2, "file", "files");
    cli_summary_count(&summary, count, "difference", "differences");
    cli_summary_print(&summary, settings);
    return count > 0 ? CLI_PROBLEMS : CLI_CLEAN;
}

static cli_exit open_model(cli_model *model, const char *path, const cli_settings *settings) {
    mq_text text;
    mq_text_init(&text, NULL);
    cli_model_open(model, path, false, settings);
    cli_exit code = cli_model_report(&text, model, settings);
    cli_write_text(CLI_STDERR, &text);
    return code;
}

static cli_exit compare(mq_arena *arena, const cli_settings *settings, const cli_model *a,
                        const cli_model *b) {
    maq_tree *tree = NULL;
    maq_status status = maq_diff(a->document, b->document, &a->memory, &tree);
    cli_exit code = cli_exit_for(status);
    if (status == MAQ_OK)
        code = print(settings, a, b, maq_tree_root(tree));
    else if (status == MAQ_UNSUPPORTED)
        cli_error("%s and %s have different formats: convert one of them first", a->path, b->path);
    else
        cli_error("%s", cli_status_text(arena, &a->memory, status));
    maq_tree_free(tree);
    return code;
}

cli_exit cli_diff(mq_arena *arena, const cli_arguments *arguments) {
    cli_settings settings;
    cli_inputs inputs;
    if (!cli_settings_read(arguments, MAQ_WARNING, &settings))
        return CLI_WRONG_USAGE;
    cli_exit code = cli_inputs_find(arena, arguments, &inputs);
    if (code > CLI_PROBLEMS)
        return code;
    if (inputs.count != 2) {
        cli_error("diff compares two models: a folder, an archive or a pattern must stand for one");
        return CLI_WRONG_USAGE;
    }
    cli_model a, b;
    code = cli_worse(code, open_model(&a, inputs.items[0].path, &settings));
    code = cli_worse(code, open_model(&b, inputs.items[1].path, &settings));
    if (code < CLI_UNREADABLE)
        code = cli_worse(code, compare(arena, &settings, &a, &b));
    cli_model_close(&a);
    cli_model_close(&b);
    return code;
}
