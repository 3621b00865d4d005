// SPDX-License-Identifier: MIT
//
// Warzone 2100: the stats of the game, droids and structures assembled as the game assembles them, and
// mods checked as the game would load them.
//
//     maq_files *files;                                   // files.h
//     maq_files_new(NULL, &files);
//     maq_files_add_path(files, "base.wz");
//     maq_files_add_path(files, "mp.wz");
//     maq_warzone *game;
//     maq_warzone_open(files, NULL, &game);
//     maq_warzone_design tank = {
//         .body = "Body5REC", .propulsion = "HalfTrack", .weapons = {"Cannon1Mk1"}};
//     maq_warzone_assembly *assembly;
//     if (maq_warzone_assemble(game, &tank, NULL, &assembly) == MAQ_OK)
//         maq_scene_convert(assembly->scene, "glb", NULL, &document);
//     maq_warzone_assembly_free(assembly);
//     maq_warzone_free(game);
//     maq_files_free(files);
//
// An open game is read-only: any number of threads may use it at once.
#ifndef MAQUETTE_WARZONE_H
#define MAQUETTE_WARZONE_H

#include "maquette/files.h"
#include "maquette/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// A text or model file of the game and what was found in it.
typedef struct maq_warzone_file {
    const char *path; // to print: "base.wz/stats/body.json"
    // The text of the file, for maq_document_position(); NULL when the findings have no positions.
    const maq_document *document;
    const maq_findings *findings;
} maq_warzone_file;

// The rules of the findings of this header (WZ-...).
MAQ_API const maq_rule *maq_warzone_rules(size_t *count);

// ------------------------------------------------------------------------------------------- stats

typedef struct maq_warzone maq_warzone;

typedef struct maq_warzone_options {
    uint32_t size;
    uint32_t max_findings; // how many findings of one file are kept (default 1,000)
    const maq_memory *memory;
    // Which stats are used, for games that have several: the folder below "stats". NULL: those right in
    // "stats", or else the only ones there are.
    const char *stats;
} maq_warzone_options;

// Reads the stats of a game: stats/*.json or stats/NAME/*.json, with the files of diffs/*/ merged into
// them. The set must outlive the game.
//
// On MAQ_OK and MAQ_BAD_DATA `*out` is to be freed; on the latter it holds the findings and the names of
// stats alone: a file cannot be read, there are no stats, or there are several and `stats` names none.
MAQ_API maq_status maq_warzone_open(const maq_files *files, const maq_warzone_options *options,
                                    maq_warzone **out);
MAQ_API void maq_warzone_free(maq_warzone *game);

// The files with findings.
MAQ_API const maq_warzone_file *maq_warzone_files(const maq_warzone *game, size_t *count);

// The stats that the game has, in the order of their names: "" for those right in "stats".
MAQ_API const char *const *maq_warzone_stats(const maq_warzone *game, size_t *count);

typedef enum maq_warzone_kind {
    MAQ_WARZONE_BODY = 0,
    MAQ_WARZONE_PROPULSION = 1,
    MAQ_WARZONE_WEAPON = 2,
    MAQ_WARZONE_SENSOR = 3,
    MAQ_WARZONE_ECM = 4,
    MAQ_WARZONE_REPAIR = 5,
    MAQ_WARZONE_CONSTRUCTION = 6,
    MAQ_WARZONE_BRAIN = 7,
    MAQ_WARZONE_STRUCTURE = 8,
    MAQ_WARZONE_KIND_COUNT = 9,
} maq_warzone_kind;

typedef struct maq_warzone_item {
    const char *id;
    const char *name; // for players; "" when there is none
    bool designable;  // players can choose it for their own designs
} maq_warzone_item;

// All items of a kind, in the order of their ids.
MAQ_API const maq_warzone_item *maq_warzone_items(const maq_warzone *game, maq_warzone_kind kind,
                                                  size_t *count);

// ---------------------------------------------------------------------------------------- assemble

#define MAQ_WARZONE_MAX_WEAPONS 3

// What to assemble, by ids, or by names for players that one item alone has (case does not matter): a
// structure, or else a droid of a body and a propulsion. NULL: none.
typedef struct maq_warzone_design {
    uint32_t size;
    const char *body, *propulsion;
    const char *weapons[MAQ_WARZONE_MAX_WEAPONS];
    const char *sensor, *ecm, *repair, *construction, *brain;
    const char *structure; // with the weapons, sensor and ECM of its stats
    const char
        *faction; // "nexus" or "collective": the variants of structures; NULL: the usual models
    double turn;  // of the turrets to the left of the model, in degrees
    double pitch; // of the weapons upwards, in degrees
    bool moving;  // what a droid shows while it moves, instead of while it stands
} maq_warzone_design;

// A model at its position. The matrix is three rows of four numbers in the axes of the scene (y up,
// front +z) that transform column vectors.
typedef struct maq_warzone_part {
    const char *role;  // "body", "propulsion left", "mount 1", "weapon 1", "structure", ...
    const char *model; // its name in the set of files: "components/bodies/drmbod05.pie"
    double matrix[3][4];
} maq_warzone_part;

typedef struct maq_warzone_assembly {
    const maq_warzone_part *parts;
    size_t part_count;
    // A node for each part, named after its role, with the model below it. Weapons are children of
    // their mounts, so that turrets can be turned. NULL unless the result is MAQ_OK.
    const maq_scene *scene;
    const maq_findings *findings; // ids that are unknown, models that are missing, ...
} maq_warzone_assembly;

// Assembles a droid or a structure. On MAQ_OK and MAQ_BAD_DATA `*out` is to be freed; on the latter,
// the findings say why there is no scene: an unknown id (with those that are near), a missing model.
// MAQ_BAD_ARGUMENT: a droid without a body, or an unknown faction.
MAQ_API maq_status maq_warzone_assemble(const maq_warzone *game, const maq_warzone_design *design,
                                        const maq_memory *memory, maq_warzone_assembly **out);
MAQ_API void maq_warzone_assembly_free(maq_warzone_assembly *assembly);

// ------------------------------------------------------------------------------------------- check

typedef struct maq_warzone_check_options {
    uint32_t size;
    uint32_t max_findings; // how many findings of one file are kept (default 1,000)
    const maq_memory *memory;
    // The first source of the set that belongs to the mod (maq_files_source_at()); those before it are
    // the data that it is laid over.
    size_t first_source;
    const char *path; // of the mod, for findings about what is missing in it; NULL: "mod"
    unsigned threads; // 0: one per core
    // Leaves out the images of the mod's models: the caller checks these models with maq_check(), too,
    // which reports their images.
    bool skip_images;
} maq_warzone_check_options;

typedef struct maq_warzone_report {
    const maq_warzone_file *files; // those with findings, in the order of their paths
    size_t file_count;
    uint64_t errors, warnings, notes;
    uint64_t json_files,
        models;    // how many JSON files of the mod, and models of all sources, were read
    bool complete; // the set holds the data of the game
} maq_warzone_report;

// Checks a mod over the data of the game, or the data alone: that every model exists which the stats,
// messages and other models name, and every image that the models name; that ids in stats exist; that
// designable bodies and propulsions go together; that structures have connectors for their weapons; and
// whether the names of model files can be found at all. Whether models are missing is only known when the
// set holds the data of the game; otherwise a note says that this was not checked.
MAQ_API maq_status maq_warzone_check(const maq_files *files,
                                     const maq_warzone_check_options *options,
                                     maq_warzone_report **out);
MAQ_API void maq_warzone_report_free(maq_warzone_report *report);

#ifdef __cplusplus
}
#endif

#endif
