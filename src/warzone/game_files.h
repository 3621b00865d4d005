// SPDX-License-Identifier: MIT
//
// The files of a game: its texts with the findings about them, and its models by name.
#ifndef MQ_WARZONE_GAME_FILES_H
#define MQ_WARZONE_GAME_FILES_H

#include "base/arena.h"
#include "base/findings.h"
#include "maquette/warzone.h"
#include "warzone/warzone_rules.h"

// A file about which something can be found.
typedef struct wz_file {
    const char *path;       // to print
    size_t source;          // of the set
    maq_document *document; // its text or model; NULL: it was not opened
    mq_findings findings;
    struct wz_file *next;
} wz_file;

// A model file, by the last part of its name.
typedef struct wz_model_file {
    const char *name;      // "drmbod05.pie"
    const char *full_name; // in the set: "components/bodies/drmbod05.pie"
    uint32_t folder;       // in the order in which the game searches them
    bool override;         // in graphics_overrides/curr/
    size_t source;
} wz_model_file;

typedef struct wz_game_files {
    mq_arena *arena;
    const maq_files *files;
    size_t max_findings;
    wz_file *first, **last; // all files, in the order in which they were added
    wz_model_file *models;  // with lower-case names, by name; those of one name in search order
    size_t model_count;
    wz_model_file *capitals; // model files that the game cannot find
    size_t capital_count;
    const char **diffs; // the folders in "diffs"
    size_t diff_count;
    maq_file_list *listing; // has the names
    bool *opened;           // of the listing: which were opened as texts
} wz_game_files;

// Lists the models. The arena and the set outlive the struct. Everything is freed with
// mq_wz_files_free(), also after a failure.
maq_status mq_wz_files_open(wz_game_files *game, mq_arena *arena, const maq_files *files,
                            size_t max_findings);
void mq_wz_files_free(wz_game_files *game);

// Adds a file. NULL when there is no memory.
wz_file *mq_wz_add_file(wz_game_files *game, const char *path);

// The model that the game loads by a name in any capitals, or NULL. `display`: an override, if any.
const wz_model_file *mq_wz_find_model(const wz_game_files *game, const char *name, bool display);

// Opens a text file of the set as a document without a format. The file may have no text, with a
// finding, when it cannot be read or is larger than `most` bytes. NULL when the set has no such file or
// when there is no memory.
wz_file *mq_wz_open_text(wz_game_files *game, const char *name, uint64_t most);

// The files with findings, in the order of their paths; `*count` of them. NULL when there is no memory.
const maq_warzone_file *mq_wz_files_with_findings(const wz_game_files *game, size_t *count);

char mq_wz_lower(char letter);

#endif
