// SPDX-License-Identifier: MIT
#include "check_mod.h"

#include <string.h>

#include "base/folder.h"
#include "files.h"

// Whether one of the folders right in a tree has one of these names.
static bool has_folder(const maq_file_list *list, const char *const *names, size_t count) {
    for (size_t i = 0; list && i < list->count; i++) {
        for (size_t k = 0; list->items[i].folder && k < count; k++) {
            if (strcmp(list->items[i].name, names[k]) == 0)
                return true;
        }
    }
    return false;
}

bool cli_is_mod(const cli_arguments *arguments, const char *path) {
    static const char *const stats[] = {"stats", "diffs"};
    static const char *const folders[] = {"structs",  "misc",     "effects",  "components",
                                          "features", "texpages", "messages", "graphics_overrides"};
    size_t length;
    if (arguments->command != CLI_CHECK ||
        (!mq_is_folder(path) && (!maq_files_split_path(path, &length) || path[length] != '\0')))
        return false;
    maq_files *files = NULL;
    maq_file_list *list = NULL;
    if (maq_files_new(NULL, &files) == MAQ_OK && maq_files_add_path(files, path) == MAQ_OK)
        maq_files_list(files, "", NULL, &list);
    bool found = has_folder(list, stats, sizeof stats / sizeof *stats) ||
                 (arguments->given[CLI_OPT_DATA] &&
                  has_folder(list, folders, sizeof folders / sizeof *folders));
    maq_file_list_free(list);
    maq_files_free(files);
    return found;
}

cli_exit cli_mods_check(mq_arena *arena, const cli_arguments *arguments,
                        const cli_settings *settings, cli_mods *out) {
    *out =
        (cli_mods){.reports = MQ_NEW_ARRAY(arena, maq_warzone_report *, arguments->operand_count)};
    for (size_t i = 0; out->reports && i < arguments->operand_count; i++) {
        const char *path = arguments->operands[i];
        if (!cli_is_mod(arguments, path))
            continue;
        const cli_tree *tree = cli_files_tree(arguments->files, path);
        maq_warzone_check_options options = {.size = sizeof options,
                                             .max_findings = settings->max_kept,
                                             .first_source = tree ? tree->source : 0,
                                             .path = path,
                                             .threads = settings->threads,
                                             .skip_images = true};
        if (!tree || maq_warzone_check(tree->files, &options, &out->reports[out->count]) != MAQ_OK)
            return cli_no_memory();
        out->count++;
    }
    return out->reports ? CLI_CLEAN : cli_no_memory();
}

void cli_mods_free(cli_mods *mods) {
    for (size_t i = 0; i < mods->count; i++)
        maq_warzone_report_free(mods->reports[i]);
}
