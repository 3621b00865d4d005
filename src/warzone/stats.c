// SPDX-License-Identifier: MIT
#include "warzone/stats.h"

#include <string.h>

#include "base/json_read.h"
#include "formats/format.h"

// The largest file of stats that is read.
#define MAX_JSON_BYTES (UINT64_C(16) << 20)

// How many folders with stats are used: games have one or two.
#define MAX_FOLDERS 64

const char *const mq_wz_table_names[WZ_TABLE_COUNT] = {
    [WZ_BODY] = "body",         [WZ_PROPULSION] = "propulsion",
    [WZ_WEAPONS] = "weapons",   [WZ_SENSOR] = "sensor",
    [WZ_ECM] = "ecm",           [WZ_REPAIR] = "repair",
    [WZ_BRAIN] = "brain",       [WZ_CONSTRUCTION] = "construction",
    [WZ_FEATURES] = "features", [WZ_STRUCTURE] = "structure",
    [WZ_RESEARCH] = "research",
};

// ------------------------------------------------------------------------------------------- files

// Reads the text of a file. NULL when it has a fault, which is reported, or there is no memory.
static const maq_value *read_text(mq_arena *arena, wz_file *file) {
    mq_json_result result =
        mq_json_read(arena, file->document->source, file->document->source_length);
    if (result.status == MAQ_BAD_DATA)
        mq_add_finding(&file->findings, &mq_warzone_rules[MQ_WZ_JSON], result.offset, 0,
                       "not valid JSON: %s", result.message);
    return result.status == MAQ_OK ? result.root : NULL;
}

// Reads one file. NULL when there is none, or it has a fault.
static wz_value *read_file(wz_game_files *game, const char *name) {
    wz_file *file = mq_wz_open_text(game, name, MAX_JSON_BYTES);
    if (!file || !file->document)
        return NULL;
    const maq_value *root = read_text(game->arena, file);
    if (root && root->kind != MAQ_VALUE_OBJECT)
        mq_add_finding(&file->findings, &mq_warzone_rules[MQ_WZ_NOT_OBJECT], mq_json_offset(root),
                       0, "an object is expected here");
    return root && root->kind == MAQ_VALUE_OBJECT ? mq_wz_value(game->arena, root, file) : NULL;
}

bool mq_wz_json_check(wz_game_files *game, const char *name) {
    wz_file *file = mq_wz_open_text(game, name, MAX_JSON_BYTES);
    mq_arena *scratch = file && file->document ? mq_arena_scratch(game->arena) : NULL;
    if (scratch && read_text(scratch, file)) {
        maq_close(file->document);
        file->document = NULL;
    }
    mq_arena_end_scratch(game->arena, scratch);
    return mq_arena_status(game->arena) == MAQ_OK;
}

const wz_value *mq_wz_json_read(wz_game_files *game, const char *name) {
    const wz_value *whole = read_file(game, name);
    for (size_t i = 0; i < game->diff_count && mq_arena_status(game->arena) == MAQ_OK; i++) {
        const char *diff = mq_arena_format(game->arena, "%s/%s", game->diffs[i], name);
        const wz_value *over = diff ? read_file(game, diff) : NULL;
        if (over)
            whole = mq_wz_merge(game->arena, whole, over);
    }
    return whole;
}

// ----------------------------------------------------------------------------------------- folders

// The length of the folder that a name of a table lies in, behind "stats/"; SIZE_MAX when it is none.
static size_t folder_length(const char *name) {
    static const char stats[] = "stats/", json[] = ".json";
    if (strncmp(name, stats, strlen(stats)) != 0)
        return SIZE_MAX;
    name += strlen(stats);
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name;
    for (size_t i = 0; i < WZ_TABLE_COUNT; i++) {
        size_t length = strlen(mq_wz_table_names[i]);
        if (strncmp(file, mq_wz_table_names[i], length) == 0 && strcmp(file + length, json) == 0)
            return slash ? (size_t)(slash - name) : 0;
    }
    return SIZE_MAX;
}

const char *const *mq_wz_stats_folders(wz_game_files *game, size_t *count) {
    const char **folders = MQ_NEW_ARRAY(game->arena, const char *, game->listing->count);
    *count = 0;
    for (size_t i = 0; folders && i < game->listing->count; i++) {
        const char *name = game->listing->items[i].name;
        size_t length = folder_length(name);
        if (length == SIZE_MAX)
            continue;
        const char *folder = mq_arena_text(game->arena, name + strlen("stats/"), length);
        if (!folder)
            return NULL;
        // Files of one folder need not be neighbours: those of a folder in it can lie between them.
        size_t k = 0;
        while (k < *count && strcmp(folders[k], folder) != 0)
            k++;
        if (k == *count && k < MAX_FOLDERS)
            folders[(*count)++] = folder;
    }
    return folders;
}

bool mq_wz_stats_read(wz_game_files *game, const char *folder, wz_stats *out) {
    *out = (wz_stats){{0}};
    for (size_t i = 0; i < WZ_TABLE_COUNT; i++) {
        const char *name = mq_arena_format(game->arena, "stats/%s%s%s.json", folder,
                                           *folder ? "/" : "", mq_wz_table_names[i]);
        if (name)
            out->tables[i] = mq_wz_json_read(game, name);
    }
    return mq_arena_status(game->arena) == MAQ_OK;
}
