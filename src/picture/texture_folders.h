// SPDX-License-Identifier: MIT
//
// The folders in which the games of a family search for the images of a model.
#ifndef MQ_PICTURE_TEXTURE_FOLDERS_H
#define MQ_PICTURE_TEXTURE_FOLDERS_H

#include "maquette/image.h"
#include "picture/texture_source.h"

typedef enum mq_texture_family {
    MQ_FAMILY_OTHER,
    MQ_FAMILY_WARZONE,
    MQ_FAMILY_PANGYA,
    MQ_FAMILY_INTER_QUAKE,
} mq_texture_family;

// The family of the format that a scene came from.
mq_texture_family mq_texture_family_of(const maq_scene *scene);

// The names in a folder, sorted so that one can be found with and without regard to case.
typedef struct mq_folder_listing {
    const char *path;
    const char **names;
    size_t count, capacity;
} mq_folder_listing;

typedef struct mq_search_folder {
    mq_folder_listing folder;
    bool bare_names;             // its subfolders are not searched
    mq_folder_listing subfolder; // the subfolder that was searched last, and its name
    const char *subfolder_name;
} mq_search_folder;

typedef struct mq_search_folders {
    mq_arena *arena;
    const mq_texture_source *source;
    mq_search_folder *items; // only folders that exist
    size_t count, capacity;
} mq_search_folders;

// Lists the folders, the most important first; a failure shows in the status of the arena.
void mq_search_folders_init(mq_search_folders *folders, const maq_scene *scene,
                            const maq_textures_options *options, mq_texture_family family);

// Makes the name of an image in a model safe: parts with slashes between them, none of them "." or
// "..". Of a name that leads elsewhere only the last part is kept, and *cut is set. NULL when nothing
// is left, or there is no memory.
const char *mq_clean_name(mq_arena *arena, const char *name, bool *cut);

// The path of the first file with that (clean) name, or NULL. All folders are searched for the exact
// name first, then for one that differs only in case, which sets *other_case. A name with folders is
// also searched for without them.
const char *mq_search_folders_find(mq_search_folders *folders, const char *name, bool *other_case);

// Like strcmp(), but a letter of ASCII is the same in both cases.
int mq_compare_names(const char *a, const char *b);

// The folder of a path: the part before the last slash, "." when there is none.
const char *mq_path_folder(mq_arena *arena, const char *path);

#endif
