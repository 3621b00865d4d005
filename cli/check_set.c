// SPDX-License-Identifier: MIT
#include "check_set.h"

#include <string.h>

#include "base/sort.h"
#include "formats/format.h"

bool cli_format_has_target(const maq_format *format, const char *target) {
    for (uint32_t i = 0; i < format->target_count; i++) {
        if (strcmp(format->targets[i], target) == 0)
            return true;
    }
    return false;
}

bool cli_needs_whole_set(const maq_document *document) {
    const mq_format *format = document->format;
    return format && format->check_set && !format->references;
}

bool cli_refers_to_others(const maq_document *document) {
    const mq_format *format = document->format;
    if (!format || !format->check_set)
        return false;
    if (!format->references)
        return true;
    const char **names;
    mq_arena *arena = mq_arena_new(NULL);
    // Without memory it stays open, which is never wrong.
    bool refers = !arena || format->references(document, arena, &names) > 0 ||
                  mq_arena_status(arena) != MAQ_OK;
    mq_arena_free(arena);
    return refers;
}

// A model of the set. `input` gives them their order.
typedef struct member {
    size_t input;
    const maq_document *document;
    cli_set_file *file; // NULL: it is only here because another one refers to it,
    cli_model *opened;  // and was opened for that
} member;

struct cli_set {
    mq_arena *arena;
    const cli_settings *settings;
    const cli_inputs *inputs; // of all shards and parts
    size_t *by_name;          // the numbers of the inputs, sorted by their names without folders
    bool *is_member;          // by the number of the input: it is among the members

    // What is checked at present.
    mq_arena *scratch;
    member *members;
    size_t count, capacity;
};

static const char *name_of(const cli_inputs *inputs, size_t number) {
    return cli_base_name(inputs->items[number].path);
}

static int by_base_name(const void *left, const void *right, const void *context) {
    const size_t *a = left, *b = right;
    int order = strcmp(name_of(context, *a), name_of(context, *b));
    return order != 0 ? order : (*a > *b) - (*a < *b);
}

MQ_COMPARE_BY(by_input, member, input)

// The first in `by_name` with this name, or where it would be.
static size_t find_name(const cli_set *s, const char *name) {
    size_t low = 0, high = s->inputs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(name_of(s->inputs, s->by_name[middle]), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_name(const cli_set *s, size_t at, const char *name) {
    return at < s->inputs->count && strcmp(name_of(s->inputs, s->by_name[at]), name) == 0;
}

static bool add_member(cli_set *s, member new_member) {
    member *members =
        mq_arena_grow(s->scratch, s->members, &s->capacity, s->count, sizeof *s->members);
    if (!members)
        return false;
    s->members = members;
    s->members[s->count++] = new_member;
    s->is_member[new_member.input] = true;
    return true;
}

// Files that the inputs lack do not occur: they come from there.
static bool add_file(cli_set *s, cli_set_file *file) {
    const char *name = cli_base_name(file->path);
    for (size_t at = find_name(s, name); has_name(s, at, name); at++) {
        size_t input = s->by_name[at];
        if (strcmp(s->inputs->items[input].path, file->path) == 0)
            return add_member(s,
                              (member){.input = input, .document = file->document, .file = file});
    }
    return true;
}

// Opens all inputs of a name that are not members yet.
static bool add_named(cli_set *s, const char *name) {
    for (size_t at = find_name(s, name); has_name(s, at, name); at++) {
        size_t input = s->by_name[at];
        if (s->is_member[input])
            continue;
        cli_model *model = MQ_NEW(s->scratch, cli_model);
        if (!model)
            return false;
        cli_model_open(model, s->inputs->items[input].path, s->inputs->items[input].found,
                       s->settings);
        if (!model->document) {
            cli_model_close(model);
        } else if (!add_member(
                       s, (member){.input = input, .document = model->document, .opened = model})) {
            cli_model_close(model);
            return false;
        }
    }
    return true;
}

// Adds what the members refer to, and what that refers to.
static bool add_references(cli_set *s) {
    for (size_t i = 0; i < s->count; i++) {
        const mq_format *format = s->members[i].document->format;
        const char **names;
        size_t count = format && format->references
                           ? format->references(s->members[i].document, s->scratch, &names)
                           : 0;
        for (size_t k = 0; k < count; k++) {
            if (!add_named(s, names[k]))
                return false;
        }
    }
    return mq_arena_status(s->scratch) == MAQ_OK;
}

static bool check_format(const cli_set *s, const maq_format *format, const maq_check_options *given,
                         bool complete) {
    const maq_document **documents = MQ_NEW_ARRAY(s->scratch, const maq_document *, s->count);
    maq_report **reports = MQ_NEW_ARRAY(s->scratch, maq_report *, s->count);
    const member **used = MQ_NEW_ARRAY(s->scratch, const member *, s->count);
    if (!documents || !reports || !used)
        return false;
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (maq_document_format(s->members[i].document) == format) {
            used[count] = &s->members[i];
            documents[count++] = s->members[i].document;
        }
    }
    maq_check_options options = *given;
    if (options.target && !cli_format_has_target(format, options.target))
        options.target = NULL;
    if (maq_check_set(documents, count, complete, &options, reports) != MAQ_OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (used[i]->file)
            used[i]->file->report = reports[i];
        else
            maq_report_free(reports[i]);
    }
    return true;
}

static bool check(cli_set *s, const maq_check_options *options, bool complete, cli_set_file *files,
                  size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!add_file(s, &files[i]))
            return false;
    }
    member *sorted = NULL;
    if (add_references(s))
        sorted = mq_sort_in(s->scratch, s->members, s->count, sizeof *sorted, by_input, NULL);
    if (!sorted)
        return false;
    s->members = sorted;
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)) != NULL; i++) {
        if (!check_format(s, format, options, complete))
            return false;
    }
    return true;
}

bool cli_set_check(cli_set *s, const maq_check_options *options, bool complete, cli_set_file *files,
                   size_t count) {
    s->scratch = mq_arena_new(NULL);
    s->members = NULL;
    s->count = s->capacity = 0;
    bool good = s->scratch && check(s, options, complete, files, count);
    for (size_t i = 0; i < s->count; i++) {
        s->is_member[s->members[i].input] = false;
        if (s->members[i].opened)
            cli_model_close(s->members[i].opened);
    }
    mq_arena_free(s->scratch);
    return good;
}

// ------------------------------------------------------------------------------------------- names

static bool sort_names(cli_set *s) {
    size_t count = s->inputs->count;
    size_t *numbers = MQ_NEW_ARRAY(s->arena, size_t, count);
    s->is_member = MQ_NEW_ARRAY(s->arena, bool, count);
    for (size_t i = 0; numbers && i < count; i++)
        numbers[i] = i;
    if (numbers)
        s->by_name = mq_sort_in(s->arena, numbers, count, sizeof *numbers, by_base_name, s->inputs);
    return s->by_name && s->is_member;
}

cli_set *cli_set_new(const cli_arguments *arguments, const cli_settings *settings,
                     const cli_inputs *inputs) {
    mq_arena *arena = mq_arena_new(NULL);
    cli_set *s = arena ? MQ_NEW(arena, cli_set) : NULL;
    cli_inputs *all = s ? MQ_NEW(arena, cli_inputs) : NULL;
    if (!all) {
        mq_arena_free(arena);
        return NULL;
    }
    *s = (cli_set){.arena = arena, .settings = settings, .inputs = inputs};
    if (inputs->shard.count > 0 || inputs->in_parts) {
        cli_inputs_find_all(arena, arguments, inputs, all);
        s->inputs = all;
    }
    if (!sort_names(s)) {
        mq_arena_free(arena);
        return NULL;
    }
    return s;
}

void cli_set_free(cli_set *set) {
    if (set)
        mq_arena_free(set->arena);
}
