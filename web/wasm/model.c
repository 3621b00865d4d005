// SPDX-License-Identifier: MIT
//
// Models: open, info, check, fix, diff, convert, save.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "files.h"
#include "formats/format.h"
#include "reply.h"

// Fixes can uncover others; real files need two rounds. The limit only guards against fixes that
// undo each other.
enum { MOST_ROUNDS = 10 };

maq_status web_open(const void *bytes, uint32_t length, web_files *files, const char *options,
                    uint32_t options_length) {
    web_reply_begin();
    web_options given;
    maq_document *document = NULL;
    maq_status status = web_options_read(&given, options, options_length);
    if (status == MAQ_OK) {
        maq_open_options open = {.size = sizeof open,
                                 .format = web_text_of(given.root, "format"),
                                 .file_name = web_text_of(given.root, "name"),
                                 .name = web_text_of(given.root, "name_in_files"),
                                 .files = files ? web_files_set(files) : NULL,
                                 .strict = web_flag_of(given.root, "strict")};
        status = maq_open_memory(bytes, length, &open, &document);
        if (files && document)
            web_files_use(files);
    }
    web_options_free(&given);
    return web_reply_model(document, status, files);
}

void web_close(web_model *model) {
    maq_close(model->document);
    if (model->files)
        web_files_close(model->files);
    free(model);
}

maq_status web_source(const web_model *model) {
    web_reply_begin();
    size_t length = 0;
    const void *bytes = maq_document_source(model->document, &length);
    web_reply_borrow(bytes, length);
    return MAQ_OK;
}

// ------------------------------------------------------------------------------------ findings, info

// `b` may be NULL.
static void put_counts(mq_node *object, const char *key, const maq_findings *a,
                       const maq_findings *b) {
    cli_json_counts(object, key, a->errors + (b ? b->errors : 0),
                    a->warnings + (b ? b->warnings : 0), a->notes + (b ? b->notes : 0));
}

maq_status web_findings(const web_model *model) {
    web_reply_begin();
    const maq_findings *findings = maq_document_findings(model->document);
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    mq_node *list = mq_put_array(object, "findings");
    for (size_t i = 0; i < findings->count; i++)
        cli_json_finding(list, model->document, &findings->items[i]);
    put_counts(object, "counts", findings, NULL);
    return web_reply_json(arena, object);
}

maq_status web_info(const web_model *model) {
    web_reply_begin();
    maq_tree *tree = NULL;
    maq_report *report = NULL;
    maq_status status = model->status;
    if (status == MAQ_OK)
        status = maq_info(model->document, NULL, &tree);
    if (status == MAQ_OK)
        status = maq_check(model->document, NULL, &report);
    if (status == MAQ_OK) {
        mq_arena *arena = mq_arena_new(NULL);
        mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
        mq_put_text(object, "file", maq_document_file_name(model->document));
        const maq_value *child = maq_tree_root(tree)->as.children.first;
        for (; child; child = child->next)
            mq_put_value(object, child->key, child);
        put_counts(object, "findings", maq_report_findings(report), NULL);
        status = web_reply_json(arena, object);
    }
    maq_report_free(report);
    maq_tree_free(tree);
    return status;
}

maq_status web_diff(const web_model *a, const web_model *b) {
    web_reply_begin();
    maq_tree *tree = NULL;
    maq_buffer buffer;
    maq_status status = maq_diff(a->document, b->document, NULL, &tree);
    if (status == MAQ_OK)
        status = maq_value_json(maq_tree_root(tree), false, NULL, &buffer);
    if (status == MAQ_OK)
        web_reply_buffer(buffer);
    maq_tree_free(tree);
    return status;
}

// ------------------------------------------------------------------------------------------- check

// The target that applies to a format: the given one when the format has it, else its default.
static const char *target_of(const maq_format *format, const char *wanted) {
    for (uint32_t i = 0; format && wanted && i < format->target_count; i++) {
        if (strcmp(format->targets[i], wanted) == 0)
            return format->targets[i];
    }
    return format && format->target_count > 0 ? format->targets[0] : NULL;
}

static maq_check_options check_options(const maq_format *format, const char *wanted) {
    return (maq_check_options){.size = sizeof(maq_check_options),
                               .target = target_of(format, wanted)};
}

typedef struct check_run {
    mq_arena *arena;
    const char *target;
    bool complete;
    web_model *const *models;
    uint32_t count;
    maq_report **own, **in_set; // by model; NULL in `in_set`: none
} check_run;

// Checks the models of one format against each other.
static maq_status check_format(check_run *run, const maq_format *format) {
    const maq_document **documents = MQ_NEW_ARRAY(run->arena, const maq_document *, run->count);
    maq_report **reports = MQ_NEW_ARRAY(run->arena, maq_report *, run->count);
    uint32_t *indices = MQ_NEW_ARRAY(run->arena, uint32_t, run->count);
    if (!documents || !reports || !indices)
        return MAQ_NO_MEMORY;
    size_t used = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        const maq_document *document = run->models[i]->document;
        if (maq_document_format(document) == format && maq_document_file_name(document)) {
            indices[used] = i;
            documents[used++] = document;
        }
    }
    if (used == 0)
        return MAQ_OK;
    maq_check_options options = check_options(format, run->target);
    maq_status status = maq_check_set(documents, used, run->complete, &options, reports);
    for (size_t i = 0; status == MAQ_OK && i < used; i++)
        run->in_set[indices[i]] = reports[i];
    return status;
}

static maq_status check_all(check_run *run) {
    run->own = MQ_NEW_ARRAY(run->arena, maq_report *, run->count);
    run->in_set = MQ_NEW_ARRAY(run->arena, maq_report *, run->count);
    maq_status status = run->own && run->in_set ? MAQ_OK : MAQ_NO_MEMORY;
    for (uint32_t i = 0; status == MAQ_OK && i < run->count; i++) {
        const maq_document *document = run->models[i]->document;
        maq_check_options options = check_options(maq_document_format(document), run->target);
        status = maq_check(document, &options, &run->own[i]);
    }
    const maq_format *format;
    for (size_t i = 0; status == MAQ_OK && (format = maq_format_at(i)) != NULL; i++)
        status = check_format(run, format);
    return status;
}

// Both lists, in the order of the file. MAQ_NO_OFFSET is the largest offset.
static void put_findings(mq_node *list, const maq_document *document, const maq_findings *a,
                         const maq_findings *b) {
    size_t i = 0, k = 0, count_b = b ? b->count : 0;
    while (i < a->count || k < count_b) {
        if (k >= count_b || (i < a->count && a->items[i].span.offset <= b->items[k].span.offset))
            cli_json_finding(list, document, &a->items[i++]);
        else
            cli_json_finding(list, document, &b->items[k++]);
    }
}

static maq_status put_line(mq_text *text, const check_run *run, uint32_t index) {
    const web_model *model = run->models[index];
    const maq_document *document = model->document;
    const maq_findings *own = maq_report_findings(run->own[index]);
    const maq_findings *in_set =
        run->in_set[index] ? maq_report_findings(run->in_set[index]) : NULL;
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    mq_put_text(object, "file", maq_document_file_name(document));
    cli_json_format(object, document);
    mq_put_text(object, "target", target_of(maq_document_format(document), run->target));
    if (model->status != MAQ_OK)
        mq_put_text(object, "error", maq_status_text(model->status));
    put_findings(mq_put_array(object, "findings"), document, own, in_set);
    put_counts(object, "counts", own, in_set);
    maq_status status = arena ? mq_arena_status(arena) : MAQ_NO_MEMORY;
    if (status == MAQ_OK) {
        mq_json_value(text, mq_node_value(object));
        mq_text_char(text, '\n');
    }
    mq_arena_free(arena);
    return status;
}

static maq_status print_check(const check_run *run) {
    mq_text text;
    maq_buffer buffer;
    mq_text_init(&text, NULL);
    maq_status status = MAQ_OK;
    for (uint32_t i = 0; status == MAQ_OK && i < run->count; i++)
        status = put_line(&text, run, i);
    if (status != MAQ_OK) {
        mq_text_free(&text);
        return status;
    }
    status = mq_text_release_to(&text, &buffer);
    if (status == MAQ_OK)
        web_reply_buffer(buffer);
    return status;
}

maq_status web_check(web_model *const *models, uint32_t count, bool complete, const char *options,
                     uint32_t options_length) {
    web_reply_begin();
    web_options given;
    maq_status status = web_options_read(&given, options, options_length);
    check_run run = {.arena = given.arena,
                     .target = web_text_of(given.root, "target"),
                     .complete = complete,
                     .models = models,
                     .count = count};
    if (status == MAQ_OK)
        status = check_all(&run);
    if (status == MAQ_OK)
        status = print_check(&run);
    for (uint32_t i = 0; i < count; i++) {
        maq_report_free(run.own ? run.own[i] : NULL);
        maq_report_free(run.in_set ? run.in_set[i] : NULL);
    }
    web_options_free(&given);
    return status;
}

// --------------------------------------------------------------------------------------------- fix

// A model that is fixed in rounds.
typedef struct fixing {
    maq_document *document;
    maq_status opened; // what opening the document returned
    const char *target;
    maq_buffer text; // of the document; empty before the first fix
    size_t applied;
} fixing;

static maq_status open_again(const maq_document *from, const void *bytes, size_t length,
                             maq_document **out) {
    maq_open_options options = {.size = sizeof options, .file_name = maq_document_file_name(from)};
    return maq_open_memory(bytes, length, &options, out);
}

// Applies all fixes and opens the result in place of the document. False when there is nothing to fix.
static bool fix_round(fixing *f, maq_status *status) {
    maq_report *report = NULL;
    maq_buffer fixed = {0};
    maq_document *next = NULL;
    size_t applied = 0;
    maq_check_options options = check_options(maq_document_format(f->document), f->target);
    *status = maq_check(f->document, &options, &report);
    if (*status == MAQ_OK)
        *status = maq_fix(f->document, maq_report_findings(report), NULL, &fixed, &applied);
    maq_report_free(report);
    maq_status opened = MAQ_OK;
    if (*status == MAQ_OK && applied > 0)
        opened = open_again(f->document, fixed.data, fixed.length, &next);
    // A fix must not make a model unreadable: that would be a bug in the rule.
    if (!next || (f->opened == MAQ_OK && opened != MAQ_OK)) {
        maq_close(next);
        maq_buffer_free(&fixed);
        return false;
    }
    maq_close(f->document);
    maq_buffer_free(&f->text);
    f->document = next;
    f->opened = opened;
    f->text = fixed;
    f->applied += applied;
    return true;
}

maq_status web_fix(const web_model *model, const char *options, uint32_t options_length) {
    web_reply_begin();
    web_options given;
    size_t length = 0;
    const void *source = maq_document_source(model->document, &length);
    maq_status status = web_options_read(&given, options, options_length);
    fixing f = {.target = web_text_of(given.root, "target")};
    if (status == MAQ_OK && !source)
        status = MAQ_UNSUPPORTED;
    if (status == MAQ_OK) {
        f.opened = open_again(model->document, source, length, &f.document);
        status = f.document ? MAQ_OK : f.opened;
    }
    for (int round = 0; status == MAQ_OK && round < MOST_ROUNDS; round++) {
        if (!fix_round(&f, &status))
            break;
    }
    maq_close(f.document);
    web_options_free(&given);
    if (status != MAQ_OK) {
        maq_buffer_free(&f.text);
        return status;
    }
    if (f.applied > 0)
        web_reply_buffer(f.text);
    else
        web_reply_borrow(source, length);
    web_reply_handle((void *)(uintptr_t)f.applied);
    return MAQ_OK;
}

// ----------------------------------------------------------------------------------------- convert

// The members of an object as settings.
static const maq_setting *settings_of(mq_arena *arena, const maq_value *object, uint32_t *count) {
    *count = 0;
    if (!object || object->kind != MAQ_VALUE_OBJECT)
        return NULL;
    maq_setting *settings = MQ_NEW_ARRAY(arena, maq_setting, object->as.children.count);
    const maq_value *member = object->as.children.first;
    for (; settings && member; member = member->next) {
        if (member->kind == MAQ_VALUE_TEXT)
            settings[(*count)++] = (maq_setting){member->key, member->as.text.bytes};
    }
    return settings;
}

static maq_images_mode images_mode(const char *name) {
    static const char *const names[] = {"keep", "embed", "copy", "link", "none"};
    for (int mode = MAQ_IMAGES_KEEP; name && mode <= MAQ_IMAGES_NONE; mode++) {
        if (strcmp(name, names[mode]) == 0)
            return (maq_images_mode)mode;
    }
    return MAQ_IMAGES_KEEP;
}

static const maq_input *inputs_of(const web_options *given, web_model *const *models,
                                  uint32_t count) {
    maq_input *inputs = MQ_NEW_ARRAY(given->arena, maq_input, count);
    const maq_value *list = maq_value_find(given->root, "inputs");
    const maq_value *own = list && list->kind == MAQ_VALUE_ARRAY ? list->as.children.first : NULL;
    for (uint32_t i = 0; inputs && i < count; i++, own = own ? own->next : NULL) {
        inputs[i].document = models[i]->document;
        inputs[i].attach_to = web_text_of(own, "at");
        inputs[i].settings =
            settings_of(given->arena, maq_value_find(own, "settings"), &inputs[i].setting_count);
    }
    return inputs;
}

maq_status web_convert(web_model *const *models, uint32_t count, const char *options,
                       uint32_t options_length) {
    web_reply_begin();
    web_options given;
    maq_document *document = NULL;
    maq_status status = web_options_read(&given, options, options_length);
    for (uint32_t i = 0; status == MAQ_OK && i < count; i++)
        status = models[i]->status;
    if (status == MAQ_OK) {
        maq_convert_options convert = {.size = sizeof convert,
                                       .strict = web_flag_of(given.root, "strict"),
                                       .scale = web_number_of(given.root, "scale"),
                                       .axes = web_text_of(given.root, "axes"),
                                       .bake = web_flag_of(given.root, "bake"),
                                       .bake_rate = web_number_of(given.root, "bake_rate"),
                                       .images = images_mode(web_text_of(given.root, "images"))};
        // Only links need it; for copies the library would look for files of the same name there.
        if (convert.images == MAQ_IMAGES_LINK)
            convert.output = web_text_of(given.root, "output");
        convert.settings = settings_of(given.arena, maq_value_find(given.root, "settings"),
                                       &convert.setting_count);
        const maq_input *inputs = inputs_of(&given, models, count);
        status = mq_arena_status(given.arena);
        if (status == MAQ_OK)
            status = maq_join(inputs, count, web_text_of(given.root, "to"), &convert, &document);
    }
    web_options_free(&given);
    return web_reply_model(document, status, NULL);
}

// -------------------------------------------------------------------------------------------- save

// The name of the second file of a model, without folders; NULL: there is none. `status` is that of the
// arena.
static const char *companion_of(const maq_document *document, const char *name, mq_arena *arena) {
    const mq_format *format = document->format;
    const char *beside = format && document->content && format->companion_name
                             ? format->companion_name(document, name, arena)
                             : NULL;
    const char *slash = beside ? strrchr(beside, '/') : NULL;
    return slash ? slash + 1 : beside;
}

maq_status web_save(const web_model *model, const char *name, uint32_t name_length) {
    web_reply_begin();
    mq_arena *arena = mq_arena_new(NULL);
    const char *copy = arena ? mq_arena_text(arena, name, name_length) : NULL;
    maq_status status = copy ? MAQ_OK : MAQ_NO_MEMORY;
    maq_buffer buffer;
    if (status == MAQ_OK) {
        maq_document named = *model->document;
        named.companion = name_length > 0 ? companion_of(model->document, copy, arena) : NULL;
        status = mq_arena_status(arena);
        if (status == MAQ_OK)
            status = maq_save_memory(&named, NULL, &buffer);
    }
    if (status == MAQ_OK)
        web_reply_buffer(buffer);
    mq_arena_free(arena);
    return status;
}

maq_status web_companion_name(const web_model *model, const char *name, uint32_t name_length) {
    web_reply_begin();
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    const char *copy = arena ? mq_arena_text(arena, name, name_length) : NULL;
    if (copy)
        mq_put_text(object, "name", companion_of(model->document, copy, arena));
    return web_reply_json(arena, object);
}

maq_status web_companion(const web_model *model) {
    web_reply_begin();
    const mq_format *format = model->document->format;
    if (!format || !model->document->content || !format->write_companion)
        return MAQ_UNSUPPORTED;
    mq_text text;
    maq_buffer buffer;
    mq_text_init(&text, NULL);
    format->write_companion(model->document, &text);
    maq_status status = mq_text_release_to(&text, &buffer);
    if (status == MAQ_OK)
        web_reply_buffer(buffer);
    return status;
}

maq_status web_image_name(const web_model *model, uint32_t index) {
    web_reply_begin();
    const maq_companion *image = maq_document_companion(model->document, index);
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *object = arena ? mq_value_root(arena, MAQ_VALUE_OBJECT) : NULL;
    mq_put_text(object, "name", image ? image->name : NULL);
    return web_reply_json(arena, object);
}

maq_status web_image_bytes(const web_model *model, uint32_t index) {
    web_reply_begin();
    const maq_companion *image = maq_document_companion(model->document, index);
    if (!image)
        return MAQ_BAD_ARGUMENT;
    web_reply_borrow(image->bytes, image->length);
    return MAQ_OK;
}
