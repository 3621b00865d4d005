// SPDX-License-Identifier: MIT
//
// The document of Warzone 2100 models: PIE 2, 3, 4 and the draft PIE 5.
//
// It holds the content of the file, in the numbers of the file: points with y up in the game's
// left-handed axes, connectors with z up, animation in thousandths. Nothing is checked for sense
// here (an index may be out of range): maq_check() does that.
#ifndef MAQUETTE_PIE_H
#define MAQUETTE_PIE_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

// The offset of things that no file holds.
#define MAQ_PIE_NO_OFFSET UINT32_MAX

#define MAQ_PIE_MAX_CORNERS 16

// Bits of TYPE.
enum {
    MAQ_PIE_TYPE_NOT_ADDITIVE = 0x1,
    MAQ_PIE_TYPE_ADDITIVE = 0x2,
    MAQ_PIE_TYPE_PREMULTIPLIED = 0x4,
    MAQ_PIE_TYPE_ROLL_TO_CAMERA = 0x10,
    MAQ_PIE_TYPE_PITCH_TO_CAMERA = 0x20,
    MAQ_PIE_TYPE_TEXTURED = 0x200,
    MAQ_PIE_TYPE_NO_STRETCH = 0x1000,
    MAQ_PIE_TYPE_TEAM_MASK = 0x10000,
    MAQ_PIE_TYPE_KNOWN = 0x11237,
};

// Bits of a polygon. Today's game knows TEXTURED and ANIMATED; the others had a meaning once.
enum {
    MAQ_PIE_FACE_COLOUR = 0xff, // palette colour
    MAQ_PIE_FACE_FLAT = 0x100,
    MAQ_PIE_FACE_TEXTURED = 0x200,
    MAQ_PIE_FACE_WIRE = 0x400,
    MAQ_PIE_FACE_TRANSLUCENT = 0x800,
    MAQ_PIE_FACE_GOURAUD = 0x1000,
    MAQ_PIE_FACE_TWO_SIDED = 0x2000,
    MAQ_PIE_FACE_ANIMATED = 0x4000,
    MAQ_PIE_FACE_FIXED_VIEW = 0x8000,
    MAQ_PIE_FACE_BSP_FRESH = 0x10000,
    MAQ_PIE_FACE_NO_HALF_PSX = 0x20000, // the top byte was an animation index
};

typedef enum maq_pie_map {
    MAQ_PIE_TEXTURE = 0,
    MAQ_PIE_TCMASK = 1,
    MAQ_PIE_NORMALMAP = 2,
    MAQ_PIE_SPECULARMAP = 3,
} maq_pie_map;

// One line TEXTURE, TCMASK, NORMALMAP or SPECULARMAP.
typedef struct maq_pie_texture {
    maq_pie_map map;
    int32_t tileset; // 0 arizona, 1 urban, 2 rockies
    const char *file;
    bool has_size;
    int32_t width, height; // ignored by every game
    uint32_t offset;       // of the line's first byte that is not blank; so everywhere below
} maq_pie_texture;

typedef struct maq_pie_event {
    int32_t number; // 1 active, 2 firing, 3 dying
    const char *file;
    uint32_t offset;
} maq_pie_event;

// The settings of the head, which hold for all levels, or those of one level (PIE 4 only).
typedef struct maq_pie_settings {
    bool has_type, has_interpolate;
    uint32_t type;
    int32_t interpolate; // above 0: on; on is the default
    uint32_t type_offset, interpolate_offset;
    const maq_pie_texture *textures; // in the order of the file
    uint32_t texture_count;
} maq_pie_settings;

typedef struct maq_pie_point {
    float x, y, z;
    uint32_t offset;
} maq_pie_point;

// The normals of the first three corners of one polygon.
typedef struct maq_pie_normals {
    float normal[3][3];
    uint32_t offset;
} maq_pie_normals;

// A corner of a polygon. The unit of u and v is that of the version: PIE 2 1/256 of the page,
// PIE 3 and 4 the page, both from the top left; PIE 5 the page from the bottom left.
typedef struct maq_pie_corner {
    int32_t point; // from 0
    float u, v;    // 0 when the polygon is not textured
} maq_pie_corner;

typedef struct maq_pie_polygon {
    uint32_t flags;
    uint32_t corner_count;
    uint32_t first_corner; // in maq_pie_polygons.corners
    uint32_t offset;
    // The texture-animation block, meant when flags has MAQ_PIE_FACE_ANIMATED. Milliseconds (draft
    // 5: seconds) and, like u and v, parts of the page.
    int32_t frames;
    float width, height;
    double rate;
} maq_pie_polygon;

typedef struct maq_pie_polygons {
    const maq_pie_polygon *items;
    uint32_t count;
    uint32_t corner_count;
    const maq_pie_corner *corners;
    uint32_t offset; // of the directive
} maq_pie_polygons;

// Whole numbers for the game; z is up, and y runs along the z of points.
typedef struct maq_pie_connector {
    double x, y, z;
    uint32_t offset;
} maq_pie_connector;

// Position in thousandths, rotation in thousandths of a degree, both in the order x, depth, up.
typedef struct maq_pie_frame {
    int32_t number;
    int32_t position[3];
    int32_t rotation[3];
    float scale[3];
    uint32_t offset;
} maq_pie_frame;

typedef struct maq_pie_animation {
    bool present;
    int32_t time;   // milliseconds per frame
    int32_t cycles; // 0: for ever
    const maq_pie_frame *frames;
    uint32_t frame_count;
    uint32_t offset;
} maq_pie_animation;

// Obsolete, skipped by every game: lighting values of a level.
typedef struct maq_pie_materials {
    bool present;
    float value[10]; // ambient, diffuse, specular (RGB each), shininess
    uint32_t offset;
} maq_pie_materials;

// Obsolete, skipped by every game: shader files of a level.
typedef struct maq_pie_shaders {
    bool present;
    int32_t number;
    const char *vertex_file, *fragment_file;
    uint32_t offset;
} maq_pie_shaders;

typedef struct maq_pie_level {
    int32_t number; // as the file has it; the writer counts anew
    uint32_t offset;
    maq_pie_settings settings; // overrides, PIE 4 only
    maq_pie_materials materials;
    maq_pie_shaders shaders;
    const maq_pie_point *points;
    const maq_pie_normals *normals;
    uint32_t point_count, points_offset;
    uint32_t normal_count, normals_offset;
    maq_pie_polygons polygons;
    const maq_pie_connector *connectors;
    const maq_pie_point *shadow_points;
    uint32_t connector_count, connectors_offset;
    uint32_t shadow_point_count, shadow_points_offset;
    maq_pie_polygons shadow_polygons;
    maq_pie_animation animation;
} maq_pie_level;

// The sections of a file, for the positions of comments.
typedef enum maq_pie_section {
    MAQ_PIE_AT_SIGNATURE = 0,
    MAQ_PIE_AT_TYPE,
    MAQ_PIE_AT_INTERPOLATE,
    MAQ_PIE_AT_TEXTURES,
    MAQ_PIE_AT_EVENTS,
    MAQ_PIE_AT_LEVELS,
    MAQ_PIE_AT_LEVEL,
    MAQ_PIE_AT_MATERIALS,
    MAQ_PIE_AT_SHADERS,
    MAQ_PIE_AT_POINTS,
    MAQ_PIE_AT_NORMALS,
    MAQ_PIE_AT_POLYGONS,
    MAQ_PIE_AT_CONNECTORS,
    MAQ_PIE_AT_ANIMATION,
    MAQ_PIE_AT_SHADOW_POINTS,
    MAQ_PIE_AT_SHADOW_POLYGONS,
} maq_pie_section;

// A comment follows the thing it stands behind, or, alone on a line, the one before it.
typedef struct maq_pie_comment {
    const char *text;        // without the # and the blanks around
    uint32_t level;          // 0: in the head, else 1 + the index in levels
    maq_pie_section section; // of the thing
    uint32_t row;            // 0: the directive itself, else 1 + the index in its list; textures
                             // and events have no such directive and count from 1, too
    bool own_line;           // nothing but the comment is on its line
    uint32_t offset;         // of the #
} maq_pie_comment;

typedef struct maq_pie {
    uint32_t version;         // 2 to 5
    uint32_t declared_levels; // the number after LEVELS
    uint32_t levels_offset;
    maq_pie_settings settings;
    const maq_pie_event *events;
    const maq_pie_level *levels;
    const maq_pie_comment *comments;
    uint32_t event_count, level_count, comment_count;
} maq_pie;

// The PIE document, or NULL when the document is of another format or holds findings alone.
MAQ_API const maq_pie *maq_document_pie(const maq_document *document);

// Makes a document from a struct that the caller filled (it is copied whole): counts must fit their
// arrays, corners must lie within their list, texts are NUL-terminated; MAQ_BAD_ARGUMENT otherwise.
MAQ_API maq_status maq_document_from_pie(const maq_pie *pie, const maq_memory *memory,
                                         maq_document **out);

#ifdef __cplusplus
}
#endif

#endif
