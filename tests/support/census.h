// SPDX-License-Identifier: MIT
//
// What is in a scene, counted by category, so that two scenes can be held against each other: the
// proof that a conversion names everything it loses.
#ifndef TESTS_SUPPORT_CENSUS_H
#define TESTS_SUPPORT_CENSUS_H

#include "base/arena.h"
#include "maquette/scene.h"

typedef enum census_category {
    CENSUS_MESHES,
    CENSUS_MESH_NAMES,
    CENSUS_SHADOWS,
    CENSUS_COLLISIONS,
    CENSUS_TRIANGLES,
    CENSUS_SURFACE,
    CENSUS_NORMALS,
    CENSUS_TANGENTS,
    CENSUS_UV_SETS,
    CENSUS_UVS,
    CENSUS_COLOURS,
    CENSUS_WEIGHTS,
    CENSUS_ATTRIBUTES,
    CENSUS_SHAPES,
    CENSUS_SHAPE_NAMES,
    CENSUS_MATERIALS,
    CENSUS_MATERIAL_NAMES,
    CENSUS_TEXTURES,
    CENSUS_IMAGES,
    CENSUS_LOOKS,
    CENSUS_JOINTS,
    CENSUS_JOINT_NAMES,
    CENSUS_NODES,
    CENSUS_TURNING,
    CENSUS_ATTACHMENTS,
    CENSUS_ATTACHMENT_NAMES,
    CENSUS_CLIPS,
    CENSUS_CLIP_NAMES,
    CENSUS_DURATIONS,
    CENSUS_LOOPS,
    CENSUS_MOTION,
    CENSUS_SHAPE_MOTION,
    CENSUS_TEXTURE_MOTION,
    CENSUS_MARKERS,
    CENSUS_BOXES,
    CENSUS_EVENTS,
    CENSUS_SETTINGS,
    CENSUS_COUNT
} census_category;

// What the category is called in messages: "names of meshes".
extern const char *const census_names[CENSUS_COUNT];

// One thing, or a number of things that can be told apart no further.
typedef struct census_row {
    const char *text;
    double number;
} census_row;

typedef struct census {
    size_t counts[CENSUS_COUNT];
    census_row *rows[CENSUS_COUNT]; // sorted by text, then by number
    double size;                    // of the box around the surface
} census;

// Counts a scene. `family` is that of the format it was read from, `source_family` that of the model
// it was converted from (NULL: it was not). Names that their readers made up for things without any
// ("level 1") are no names. Fails the test when there is no memory.
void census_take(mq_arena *arena, const maq_scene *scene, const char *family,
                 const char *source_family, census *out);

// What `after` lacks of a category that `before` has, or has beyond it where nothing may be added;
// NULL when they agree. The text lives in the arena.
const char *census_difference(mq_arena *arena, census_category category, const census *before,
                              const census *after);

#endif
