// SPDX-License-Identifier: MIT
#include "join.h"

#include <string.h>

#include "api/common_rules.h"
#include "format_settings.h"

bool cli_join_is_wanted(const cli_arguments *arguments) {
    return arguments->given[CLI_OPT_JOIN] || arguments->given[CLI_OPT_AT];
}

cli_exit cli_join_find_inputs(mq_arena *arena, const cli_arguments *arguments, bool in_parts,
                              cli_inputs *out) {
    const char *problem = cli_attachment_problem(arguments);
    if (problem) {
        cli_error("%s", problem);
        return CLI_WRONG_USAGE;
    }
    if (!cli_join_is_wanted(arguments))
        return cli_inputs_find_once(arena, arguments, in_parts, out);
    if (arguments->given[CLI_OPT_SHARD]) {
        cli_error("--shard is for models that are not joined");
        return CLI_WRONG_USAGE;
    }
    cli_exit code = cli_inputs_find(arena, arguments, out);
    // When an operand led to nothing, a joined model would lack that part and still look complete.
    if (code > CLI_PROBLEMS)
        out->count = 0;
    return code;
}

static void fail(cli_joined *joined, cli_exit code, mq_text *messages, const char *path,
                 const char *message) {
    cli_put_failure(messages, path, message ? message : maq_status_text(MAQ_NO_MEMORY));
    joined->code = cli_worse(joined->code, code);
}

bool cli_joined_prepare(mq_arena *arena, const cli_arguments *arguments, const cli_inputs *inputs,
                        cli_joined *out) {
    *out = (cli_joined){.models = MQ_NEW_ARRAY(arena, cli_model, inputs->count),
                        .inputs = MQ_NEW_ARRAY(arena, maq_input, inputs->count)};
    const char *first = inputs->items[0].path;
    size_t more = inputs->count - 1;
    out->subject.path = more == 0 ? first : mq_arena_format(arena, "%s and %zu more", first, more);
    if (!out->models || !out->inputs || !out->subject.path) {
        out->code = cli_no_memory();
        return false;
    }
    out->count = inputs->count;
    for (size_t i = 0; i < inputs->count; i++)
        out->inputs[i].attach_to = cli_attachment_of(arguments, inputs->items[i].operand);
    return true;
}

bool cli_joined_open(mq_arena *arena, const cli_arguments *arguments, const cli_inputs *inputs,
                     const cli_settings *settings, mq_text *messages, cli_joined *out) {
    bool good = cli_joined_prepare(arena, arguments, inputs, out);
    for (size_t i = 0; i < out->count; i++) {
        cli_model *model = &out->models[i];
        cli_model_open(model, inputs->items[i].path, inputs->items[i].found, settings);
        out->code = cli_worse(out->code, cli_model_report(messages, model, settings));
        bool refused = cli_model_is_refused(model, settings);
        if (refused)
            fail(out, CLI_PROBLEMS, messages, model->path,
                 "not used, because not all of it could be read (--strict)");
        good = good && model->status == MAQ_OK && !refused;
        out->inputs[i].document = model->document;
        if (i > 0)
            cli_model_add_input(&out->models[0], model);
    }
    if (out->count == 1)
        out->subject = out->models[0];
    return good;
}

static const char *family_of(const maq_input *input) {
    return maq_document_format(input->document)->family;
}

// The message for models that cannot be joined. Formats of one family that do not join are one case,
// different families the other.
static const char *why_unsupported(mq_arena *arena, const maq_input *inputs, size_t count) {
    const maq_input *first = NULL, *other = NULL;
    bool differ = false;
    for (size_t i = 0; i < count; i++) {
        if (inputs[i].attach_to)
            continue;
        if (!first) {
            first = &inputs[i];
        } else if (!other || (!differ && strcmp(family_of(first), family_of(&inputs[i])) != 0)) {
            other = &inputs[i];
            differ = strcmp(family_of(first), family_of(other)) != 0;
        }
    }
    if (!first)
        return "--at attaches an IN to another one: at least one IN must be without it";
    if (!other)
        return "models of this format cannot become a scene";
    return mq_arena_format(
        arena, "%s (%s) and %s (%s) cannot be joined into one model%s",
        maq_document_file_name(first->document), maq_document_variant(first->document)->name,
        maq_document_file_name(other->document), maq_document_variant(other->document)->name,
        differ ? ": their formats have nothing to do with each other; --at "
                 "attaches one to the other"
               : ": neither is an animation or a part of the other; --at "
                 "attaches one to the other");
}

const char *cli_why_not_joined(mq_arena *arena, const maq_input *inputs, size_t count,
                               maq_status status) {
    return status == MAQ_UNSUPPORTED || status == MAQ_BAD_ARGUMENT
               ? why_unsupported(arena, inputs, count)
           : status == MAQ_BAD_DATA ? "these models cannot be one"
                                    : maq_status_text(status);
}

const char *cli_unknown_attachment(const maq_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].rule == &mq_common_rules[MQ_RULE_ATTACHMENT_UNKNOWN])
            return findings->items[i].message;
    }
    return NULL;
}

static maq_findings without_losses(mq_arena *arena, const maq_findings *findings) {
    maq_findings kept = *findings;
    maq_finding *items = MQ_NEW_ARRAY(arena, maq_finding, findings->count);
    kept.count = 0;
    for (size_t i = 0; items && i < findings->count; i++) {
        if (findings->items[i].severity != MAQ_LOSS)
            items[kept.count++] = findings->items[i];
    }
    kept.items = items;
    kept.losses = 0;
    return kept;
}

bool cli_joined_make_scene(mq_arena *arena, const cli_settings *settings, maq_severity level,
                           bool written, mq_text *messages, cli_joined *joined) {
    // Each part finds its images in its own tree; those of a single model are found later.
    maq_convert_options options = {
        .size = sizeof options,
        .memory = &joined->models[0].memory,
        .max_findings = settings->max_kept,
        .images = joined->embed_images && joined->count > 1 ? MAQ_IMAGES_EMBED : MAQ_IMAGES_KEEP};
    maq_status status = maq_scene_join(joined->inputs, joined->count, &options, &joined->scene);
    if (joined->scene) {
        const maq_findings *all = maq_scene_findings(joined->scene);
        maq_findings listed = written ? *all : without_losses(arena, all);
        cli_exit code = cli_list_findings(messages, &joined->subject, &listed, settings, level);
        joined->code = cli_worse(joined->code, code);
    }
    if (status == MAQ_OK)
        return true;
    if (joined->scene && cli_unknown_attachment(maq_scene_findings(joined->scene))) {
        joined->code = CLI_WRONG_USAGE;
        return false;
    }
    fail(joined, cli_exit_for(status), messages, joined->subject.path,
         status == MAQ_OVER_LIMIT || status == MAQ_NO_MEMORY
             ? cli_status_text(arena, &joined->models[0].memory, status)
             : cli_why_not_joined(arena, joined->inputs, joined->count, status));
    return false;
}

void cli_joined_close(cli_joined *joined) {
    maq_scene_free(joined->scene);
    for (size_t i = 0; joined->models && i < joined->count; i++)
        cli_model_close(&joined->models[i]);
}
