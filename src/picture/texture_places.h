// SPDX-License-Identifier: MIT
//
// Where the games of a family look for the images of a model.
#ifndef MQ_PICTURE_TEXTURE_PLACES_H
#define MQ_PICTURE_TEXTURE_PLACES_H

#include "maquette/image.h"
#include "picture/texture_source.h"

typedef enum mq_texture_family {
    MQ_FAMILY_OTHER,
    MQ_FAMILY_WARZONE,
    MQ_FAMILY_PANGYA,
    MQ_FAMILY_INTER_QUAKE,
} mq_texture_family;

// The family that a scene came from, by what it keeps of its format or by the model's name.
mq_texture_family mq_texture_family_of(const maq_scene *scene, const char *model_path);

// The names in a folder, in an order that lets one be found with and without regard to case.
typedef struct mq_texture_folder {
    const char *path;
    const char **names;
    size_t count, capacity;
} mq_texture_folder;

typedef struct mq_texture_place {
    mq_texture_folder folder;
    bool bare_names;         // folders in it are not looked at
    mq_texture_folder below; // the folder in it that was looked at last, and its name
    const char *below_name;
} mq_texture_place;

typedef struct mq_texture_places {
    mq_arena *arena;
    const mq_texture_source *source;
    mq_texture_place *items; // only folders that are there
    size_t count, capacity;
} mq_texture_places;

// Fills the places, the most important first; the arena's status tells of failure.
void mq_texture_places_find(mq_texture_places *places, const maq_scene *scene,
                            const maq_textures_options *options, mq_texture_family family);

// A name as a model has it, made safe: parts with slashes between, none of them "." or "..". A name
// that leads elsewhere is cut to its last part (*cut tells). NULL when nothing is left, or there is
// no memory.
const char *mq_texture_clean_name(mq_arena *arena, const char *name, bool *cut);

// The path of the first file with that (clean) name, or NULL. Places are asked for the exact name
// first, then for one that differs in case alone (*other_case tells). A name in folders is also
// looked for without them.
const char *mq_texture_places_search(mq_texture_places *places, const char *name, bool *other_case);

// Like strcmp(), but a letter of ASCII is the same in both cases.
int mq_texture_compare_names(const char *a, const char *b);

// The name of the folder of a path: what stands before the last slash, "." when there is none.
const char *mq_texture_folder_of(mq_arena *arena, const char *path);

#endif
