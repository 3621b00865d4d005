// SPDX-License-Identifier: MIT
//
// The document of Wavefront models: an OBJ file and, where they are known, the materials of its
// MTL files.
//
// It holds what the file says. Indices count from 0 and relative ones are resolved, but nothing is
// validated (an index may be out of range): maq_check() does that.
#ifndef MAQUETTE_OBJ_H
#define MAQUETTE_OBJ_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

// The offset of items that were not read from a file.
#define MAQ_OBJ_NO_OFFSET UINT32_MAX

// An index that is not given, and one that refers to nothing (0, or relative to before the first).
#define MAQ_OBJ_NONE UINT32_MAX
#define MAQ_OBJ_INVALID (UINT32_MAX - 1)

typedef struct maq_obj_position {
    float x, y, z;
    uint32_t offset; // of the statement's first byte; so everywhere below
} maq_obj_position;

// The colour that may follow a position.
typedef struct maq_obj_colour {
    float red, green, blue;
    bool given;
} maq_obj_colour;

// v runs up from the bottom of the image.
typedef struct maq_obj_texcoord {
    float u, v, w; // 0 where not given
    uint32_t offset;
} maq_obj_texcoord;

typedef struct maq_obj_normal {
    float x, y, z; // of any length
    uint32_t offset;
} maq_obj_normal;

typedef struct maq_obj_corner {
    uint32_t position, texcoord, normal; // from 0, MAQ_OBJ_NONE or MAQ_OBJ_INVALID
} maq_obj_corner;

typedef enum maq_obj_kind {
    MAQ_OBJ_FACE = 0,
    MAQ_OBJ_LINE = 1,
    MAQ_OBJ_POINTS = 2,
} maq_obj_kind;

typedef struct maq_obj_element {
    uint32_t first_corner, corner_count;
    uint32_t offset;
    maq_obj_kind kind;
} maq_obj_element;

// A statement o, g, mtllib or usemtl. A g may name several groups, with blanks between.
typedef struct maq_obj_name {
    const char *text;
    uint32_t offset;
} maq_obj_name;

// Elements from first_element up to that of the next section share what is said here.
typedef struct maq_obj_section {
    uint32_t object;    // in objects; MAQ_OBJ_NONE: before the first
    uint32_t group;     // in groups
    uint32_t material;  // in uses
    uint32_t smoothing; // the smoothing group; 0: off
    uint32_t first_element;
} maq_obj_section;

// A comment, or a statement that is kept as it stands. It precedes the element, or follows the last
// one.
typedef struct maq_obj_comment {
    const char *text; // of a comment: without the # and the blanks around
    uint32_t element;
    uint32_t offset;
} maq_obj_comment;

// ------------------------------------------------------------------------------------- materials

typedef enum maq_obj_map_kind {
    MAQ_OBJ_MAP_KD = 0,
    MAQ_OBJ_MAP_BUMP = 1, // map_Bump, bump
    MAQ_OBJ_MAP_NORM = 2, // norm, map_Kn
    MAQ_OBJ_MAP_KS = 3,
    MAQ_OBJ_MAP_D = 4,
    MAQ_OBJ_MAP_KA = 5,
    MAQ_OBJ_MAP_KE = 6,
    MAQ_OBJ_MAP_NS = 7,
    MAQ_OBJ_MAP_COUNT = 8,
} maq_obj_map_kind;

typedef struct maq_obj_map {
    maq_obj_map_kind kind;
    const char *options; // "-bm 1 -clamp on", as they stand; "" when there are none
    const char *file;
} maq_obj_map;

// Bits of maq_obj_material.given.
enum {
    MAQ_OBJ_HAS_KA = 1,
    MAQ_OBJ_HAS_KD = 2,
    MAQ_OBJ_HAS_KS = 4,
    MAQ_OBJ_HAS_KE = 8,
    MAQ_OBJ_HAS_NS = 16,
    MAQ_OBJ_HAS_D = 32, // d, or 1 - Tr
    MAQ_OBJ_HAS_ILLUM = 64,
};

typedef struct maq_obj_material {
    const char *name;
    uint32_t given;
    float ambient[3], diffuse[3], specular[3], emissive[3];
    float shininess, dissolve;
    int32_t illumination;
    uint32_t map_count, other_count;
    const maq_obj_map *maps;
    const char *const *others; // statements that are kept as they stand
} maq_obj_material;

// ------------------------------------------------------------------------------------- the whole

typedef struct maq_obj {
    uint32_t position_count, texcoord_count, normal_count;
    uint32_t element_count, corner_count, section_count;
    uint32_t object_count, group_count, use_count, library_count;
    uint32_t comment_count, other_count, material_count;
    const maq_obj_position *positions;
    const float *weights;          // the fourth number of each position; NULL: all are 1
    const maq_obj_colour *colours; // of each position; NULL: none has one
    const maq_obj_texcoord *texcoords;
    const maq_obj_normal *normals;
    const maq_obj_corner *corners;
    const maq_obj_element *elements;
    const maq_obj_section *sections; // the first has first_element 0; none when there are no
                                     // elements
    const maq_obj_name *objects;     // each statement
    const maq_obj_name *groups;      // each statement
    const maq_obj_name *uses;        // of usemtl, each name once
    const maq_obj_name *libraries;   // of mtllib
    const maq_obj_comment *comments;
    const maq_obj_comment *others; // unknown and free-form statements
    bool materials_known;          // all libraries could be read
    const maq_obj_material *materials;
} maq_obj;

// The OBJ document, or NULL when the document is of another format or holds findings alone.
MAQ_API const maq_obj *maq_document_obj(const maq_document *document);

// The material of a name, or NULL; the first of several.
MAQ_API const maq_obj_material *maq_obj_find_material(const maq_obj *obj, const char *name);

#ifdef __cplusplus
}
#endif

#endif
