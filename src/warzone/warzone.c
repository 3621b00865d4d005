// SPDX-License-Identifier: MIT
//
// Opening a game and listing what its stats have.
#include "warzone/warzone.h"

#include <string.h>

#include "base/memory.h"
#include "base/value.h"

#define DEFAULT_MAX_FINDINGS 1000

// The folder of the stats to use, or NULL after a finding.
static const char *choose_stats(maq_warzone *game, const char *wanted) {
    const char *list = "";
    for (size_t i = 0; i < game->folder_count; i++) {
        const char *name = game->folders[i];
        if (wanted ? strcmp(name, wanted) == 0 : *name == '\0' || game->folder_count == 1)
            return name;
        if (list)
            list = mq_arena_format(game->arena, "%s%s\"%.80s\"", list, i > 0 ? ", " : "", name);
    }
    wz_file *file = mq_wz_add_file(&game->files, "stats");
    if (!file || !list)
        return NULL;
    if (game->folder_count == 0)
        mq_add_finding(&file->findings, &mq_warzone_rules[MQ_WZ_NO_STATS], MAQ_NO_OFFSET, 0,
                       "there are no stats in this data: no stats/body.json or the like");
    else if (wanted)
        mq_add_finding(&file->findings, &mq_warzone_rules[MQ_WZ_NO_STATS], MAQ_NO_OFFSET, 0,
                       "there are no stats \"%.80s\"; the data has %s", wanted, list);
    else
        mq_add_finding(&file->findings, &mq_warzone_rules[MQ_WZ_NO_STATS], MAQ_NO_OFFSET, 0,
                       "the data has several stats, choose one of them: %s", list);
    return NULL;
}

static bool list_items(maq_warzone *game) {
    for (size_t kind = 0; kind < MAQ_WARZONE_KIND_COUNT; kind++) {
        const wz_value *table = game->stats.tables[kind];
        size_t most = table ? table->count : 0;
        maq_warzone_item *items = MQ_NEW_ARRAY(game->arena, maq_warzone_item, most);
        if (!items)
            return false;
        game->items[kind] = items;
        for (size_t i = 0; i < most; i++) {
            const wz_value *value = &table->members[i];
            const wz_value *designable = mq_wz_find(value, "designable");
            const char *name = mq_wz_text(value, "name");
            if (value->json->kind == MAQ_VALUE_OBJECT)
                items[game->item_counts[kind]++] =
                    (maq_warzone_item){value->key, name ? name : "",
                                       designable && mq_value_flag(designable->json, false)};
        }
    }
    return true;
}

static maq_status open_game(maq_warzone *game, const maq_files *files,
                            const maq_warzone_options *options) {
    size_t most = options->max_findings ? options->max_findings : DEFAULT_MAX_FINDINGS;
    maq_status status = mq_wz_files_open(&game->files, game->arena, files, most);
    if (status != MAQ_OK)
        return status;
    game->folders = mq_wz_stats_folders(&game->files, &game->folder_count);
    if (!game->folders)
        return mq_arena_status(game->arena);
    const char *folder = choose_stats(game, options->stats);
    if (folder && mq_wz_stats_read(&game->files, folder, &game->stats) && !list_items(game))
        return mq_arena_status(game->arena);
    game->found = mq_wz_files_with_findings(&game->files, &game->found_count);
    if (!game->found || mq_arena_status(game->arena) != MAQ_OK)
        return mq_arena_status(game->arena);
    for (size_t i = 0; i < game->found_count; i++) {
        if (game->found[i].findings->errors > 0)
            return MAQ_BAD_DATA;
    }
    return MAQ_OK;
}

maq_status maq_warzone_open(const maq_files *files, const maq_warzone_options *given,
                            maq_warzone **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!files)
        return MAQ_BAD_ARGUMENT;
    maq_warzone_options options;
    mq_options_copy(&options, sizeof options, given);
    mq_arena *arena = mq_arena_new(options.memory);
    maq_warzone *game = arena ? MQ_NEW(arena, maq_warzone) : NULL;
    if (!game) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    game->arena = arena;
    maq_status status = open_game(game, files, &options);
    if (status == MAQ_OK || status == MAQ_BAD_DATA)
        *out = game;
    else
        maq_warzone_free(game);
    return status;
}

void maq_warzone_free(maq_warzone *game) {
    if (game) {
        mq_wz_files_free(&game->files);
        mq_arena_free(game->arena);
    }
}

const maq_warzone_file *maq_warzone_files(const maq_warzone *game, size_t *count) {
    *count = game->found_count;
    return game->found;
}

const char *const *maq_warzone_stats(const maq_warzone *game, size_t *count) {
    *count = game->folder_count;
    return game->folders;
}

const maq_warzone_item *maq_warzone_items(const maq_warzone *game, maq_warzone_kind kind,
                                          size_t *count) {
    bool known = (unsigned)kind < MAQ_WARZONE_KIND_COUNT;
    *count = known ? game->item_counts[kind] : 0;
    return known ? game->items[kind] : NULL;
}
