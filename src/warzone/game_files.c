// SPDX-License-Identifier: MIT
#include "warzone/game_files.h"

#include <string.h>

#include "api/position.h"
#include "base/plural.h"
#include "base/sort.h"
#include "files/files_model.h"

static const char overrides[] = "graphics_overrides/curr/";
static const char extension[] = ".pie";

char mq_wz_lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool is_lower_case(const char *name) {
    while (*name && mq_wz_lower(*name) == *name)
        name++;
    return *name == '\0';
}

static bool has_extension(const char *name) {
    size_t length = strlen(name), end = strlen(extension);
    if (length <= end)
        return false;
    for (size_t i = 0; i < end; i++) {
        if (mq_wz_lower(name[length - end + i]) != extension[i])
            return false;
    }
    return true;
}

// Whether an entry is a model in one of the folders.
static bool model_of(const maq_file_entry *entry, wz_model_file *out) {
    const char *name = entry->name, *slash = strrchr(name, '/');
    bool override = strncmp(name, overrides, strlen(overrides)) == 0;
    const char *folder = override ? name + strlen(overrides) : name;
    if (entry->folder || !slash || slash <= folder || !has_extension(slash))
        return false;
    size_t length = (size_t)(slash - folder);
    for (uint32_t i = 0; mq_warzone_model_folders[i]; i++) {
        const char *searched = mq_warzone_model_folders[i];
        if (strlen(searched) != length || strncmp(folder, searched, length) != 0)
            continue;
        *out = (wz_model_file){.name = slash + 1,
                               .full_name = name,
                               .folder = i,
                               .override = override,
                               .source = entry->source};
        return true;
    }
    return false;
}

static int by_search_order(const void *a, const void *b, const void *context) {
    const wz_model_file *x = a, *y = b;
    (void)context;
    int order = strcmp(x->name, y->name);
    if (order != 0)
        return order;
    if (x->override != y->override)
        return x->override ? 1 : -1;
    return x->folder < y->folder ? -1 : x->folder > y->folder;
}

static bool index_models(wz_game_files *game) {
    size_t most = game->listing->count;
    game->models = MQ_NEW_ARRAY(game->arena, wz_model_file, most);
    game->capitals = MQ_NEW_ARRAY(game->arena, wz_model_file, most);
    wz_model_file *spare = MQ_NEW_ARRAY(game->arena, wz_model_file, most);
    if (!game->models || !game->capitals || !spare)
        return false;
    for (size_t i = 0; i < most; i++) {
        wz_model_file model;
        if (!model_of(&game->listing->items[i], &model))
            continue;
        if (is_lower_case(model.name))
            game->models[game->model_count++] = model;
        else
            game->capitals[game->capital_count++] = model;
    }
    game->models =
        mq_sort(game->models, spare, game->model_count, sizeof *spare, by_search_order, NULL);
    return true;
}

// The folders right in "diffs", in order. Names in the listing are sorted.
static bool list_diffs(wz_game_files *game) {
    static const char diffs[] = "diffs/";
    game->diffs = MQ_NEW_ARRAY(game->arena, const char *, game->listing->count);
    if (!game->diffs)
        return false;
    for (size_t i = 0; i < game->listing->count; i++) {
        const char *name = game->listing->items[i].name;
        const char *end =
            strncmp(name, diffs, strlen(diffs)) == 0 ? strchr(name + strlen(diffs), '/') : NULL;
        if (!end)
            continue;
        size_t length = (size_t)(end - name);
        const char *before = game->diff_count > 0 ? game->diffs[game->diff_count - 1] : "";
        if (strncmp(before, name, length) == 0 && before[length] == '\0')
            continue;
        game->diffs[game->diff_count] = mq_arena_text(game->arena, name, length);
        if (!game->diffs[game->diff_count++])
            return false;
    }
    return true;
}

maq_status mq_wz_files_open(wz_game_files *game, mq_arena *arena, const maq_files *files,
                            size_t max_findings) {
    *game = (wz_game_files){.arena = arena, .files = files, .max_findings = max_findings};
    game->last = &game->first;
    maq_status status = maq_files_walk(files, "", mq_arena_memory(arena), &game->listing);
    // A set without any file is an empty list.
    if (status == MAQ_CANNOT_READ && game->listing)
        status = MAQ_OK;
    if (status != MAQ_OK)
        return status;
    game->opened = MQ_NEW_ARRAY(arena, bool, game->listing->count);
    if (!game->opened || !index_models(game) || !list_diffs(game))
        status = mq_arena_status(arena);
    return status;
}

void mq_wz_files_free(wz_game_files *game) {
    for (wz_file *file = game->first; file; file = file->next)
        maq_close(file->document);
    maq_file_list_free(game->listing);
}

wz_file *mq_wz_add_file(wz_game_files *game, const char *path) {
    wz_file *file = MQ_NEW(game->arena, wz_file);
    const char *copy = file ? mq_arena_text(game->arena, path, strlen(path)) : NULL;
    if (!copy)
        return NULL;
    file->path = copy;
    mq_findings_init(&file->findings, game->arena, game->max_findings, 0);
    *game->last = file;
    game->last = &file->next;
    return file;
}

// ------------------------------------------------------------------------------------------ models

const wz_model_file *mq_wz_find_model(const wz_game_files *game, const char *name, bool display) {
    char key[256];
    size_t length = strlen(name);
    if (length >= sizeof key)
        return NULL;
    for (size_t i = 0; i <= length; i++)
        key[i] = mq_wz_lower(name[i]);
    size_t low = 0, high = game->model_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(game->models[middle].name, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const wz_model_file *found = NULL;
    for (; low < game->model_count && strcmp(game->models[low].name, key) == 0; low++) {
        const wz_model_file *model = &game->models[low];
        // An override replaces the model of the same folder, and is nothing without it.
        if (!found && !model->override)
            found = model;
        if (display && found && model->override && model->folder == found->folder)
            return model;
    }
    return found;
}

// ------------------------------------------------------------------------------------------- texts

static maq_document *text_document(wz_game_files *game, const maq_file *source) {
    maq_document *document = mq_document_new(mq_arena_memory(game->arena), NULL, NULL, 0);
    if (!document)
        return NULL;
    document->file_name = mq_arena_text(document->arena, source->path, strlen(source->path));
    document->source = mq_arena_text(document->arena, source->bytes, (size_t)source->length);
    document->source_length = (size_t)source->length;
    if (document->file_name && document->source && mq_line_marks_build(document))
        return document;
    maq_close(document);
    return NULL;
}

// Remembers that a file of the listing was opened. Names in the listing are in the order of their bytes.
static void mark_opened(wz_game_files *game, const char *name) {
    size_t low = 0, high = game->listing->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(game->listing->items[middle].name, name);
        if (order == 0) {
            game->opened[middle] = true;
            return;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
}

wz_file *mq_wz_open_text(wz_game_files *game, const char *name, uint64_t most) {
    maq_file *source = NULL;
    maq_memory memory = *mq_arena_memory(game->arena);
    maq_status status = maq_files_find(game->files, name, &memory, &source);
    // The game finds exact names alone.
    if (status != MAQ_OK || source->other_capitals) {
        if (!source || status == MAQ_NO_MEMORY)
            mq_arena_fail(game->arena, MAQ_NO_MEMORY);
        maq_file_free(source);
        return NULL;
    }
    wz_file *file = mq_wz_add_file(game, source->path);
    bool too_large = source->length > most;
    if (file)
        file->source = source->source;
    mark_opened(game, name);
    if (file && too_large)
        mq_add_finding(&file->findings, &mq_warzone_rules[MQ_WZ_JSON_LARGE], MAQ_NO_OFFSET, 0,
                       "the file has %llu %s; the limit is %llu",
                       (unsigned long long)source->length,
                       MQ_PLURAL(source->length, "byte", "bytes"), (unsigned long long)most);
    maq_file_free(source);
    if (!file || too_large)
        return file;
    status = maq_files_read(game->files, name, &memory, &source);
    if (status == MAQ_OK)
        file->document = text_document(game, source);
    else if (status != MAQ_NO_MEMORY)
        mq_add_finding(&file->findings, &mq_warzone_rules[MQ_WZ_JSON_UNREADABLE], MAQ_NO_OFFSET, 0,
                       "the file cannot be read: %s",
                       source && source->findings->count ? source->findings->items[0].message
                                                         : maq_status_text(status));
    maq_file_free(source);
    if (status == MAQ_NO_MEMORY || (status == MAQ_OK && !file->document)) {
        mq_arena_fail(game->arena, MAQ_NO_MEMORY);
        return NULL;
    }
    return file;
}

// ---------------------------------------------------------------------------------------- findings

static int by_path(const void *a, const void *b, const void *context) {
    const maq_warzone_file *x = a, *y = b;
    (void)context;
    return strcmp(x->path, y->path);
}

const maq_warzone_file *mq_wz_files_with_findings(const wz_game_files *game, size_t *count) {
    size_t found = 0;
    for (wz_file *file = game->first; file; file = file->next) {
        const maq_findings *list = &file->findings.list;
        found += list->errors + list->warnings + list->notes > 0;
    }
    maq_warzone_file *files = MQ_NEW_ARRAY(game->arena, maq_warzone_file, found);
    maq_warzone_file *spare = MQ_NEW_ARRAY(game->arena, maq_warzone_file, found);
    if (!files || !spare)
        return NULL;
    *count = 0;
    for (wz_file *file = game->first; file; file = file->next) {
        const maq_findings *list = &file->findings.list;
        if (list->errors + list->warnings + list->notes == 0)
            continue;
        mq_findings_sort(&file->findings);
        files[(*count)++] = (maq_warzone_file){file->path, file->document, list};
    }
    return mq_sort(files, spare, found, sizeof *files, by_path, NULL);
}
