// SPDX-License-Identifier: MIT
//
// The folders of a set of files in which the games of a family search for the images of a model.
#ifndef MQ_PICTURE_TEXTURE_FOLDERS_H
#define MQ_PICTURE_TEXTURE_FOLDERS_H

#include "base/arena.h"
#include "maquette/files.h"
#include "maquette/scene.h"

typedef enum mq_texture_family {
    MQ_FAMILY_OTHER,
    MQ_FAMILY_WARZONE,
    MQ_FAMILY_PANGYA,
    MQ_FAMILY_INTER_QUAKE,
} mq_texture_family;

// The family of the format that a scene came from.
mq_texture_family mq_texture_family_of(const maq_scene *scene);

typedef struct mq_search_folder {
    const char *name; // in the set; "" is its root
    bool bare_names;  // its subfolders are not searched
} mq_search_folder;

typedef struct mq_search_folders {
    mq_arena *arena;
    const maq_files *files;  // NULL: nothing is found
    const char *own;         // the folder of the model
    bool has_game_folder;    // among them is one in which the game keeps images
    bool in_game;            // the model is in a folder that its game loads models from
    mq_search_folder *items; // only folders that exist
    size_t count, capacity;
    const char **paths; // of these folders in all sources, for messages
    size_t path_count, path_capacity;
} mq_search_folders;

// Lists the folders, the most important first; a failure shows in the status of the arena. `name` is that
// of the model in the set; NULL: it lies in the root. With `game_only`, only
// the folders that the game searches count for a model that is in a game.
void mq_search_folders_init(mq_search_folders *folders, const maq_scene *scene, const char *name,
                            mq_texture_family family, bool game_only);

// The name of an image in a model, as it is searched for.
typedef struct mq_image_name {
    const char *inside; // below a folder: parts with slashes between them, none of them "." or ".."
    const char *
        whole; // in the set, for a name with "..", when that leads to another folder of it; or NULL
    bool cut;  // the name leads out of the set, or is absolute: only its end is used
    bool leads_up; // it is cut because of its ".."
} mq_image_name;

// False when nothing is left of the name, or there is no memory.
bool mq_search_folders_clean_name(const mq_search_folders *folders, const char *name,
                                  mq_image_name *out);

// Finds a file. All folders are searched for the exact name first, then for one that differs in capital
// letters. A name with folders is also searched for without them. `out` lies in `arena`.
bool mq_search_folders_find(const mq_search_folders *folders, const mq_image_name *name,
                            mq_arena *arena, maq_file *out);

// Like strcmp(), but a letter of ASCII is the same in both cases.
int mq_compare_names(const char *a, const char *b);

#endif
