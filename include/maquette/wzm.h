// SPDX-License-Identifier: MIT
//
// The document of Warzone's WZM models, versions 1, 2 and 3.
//
// It holds what the file says, in the file's own numbers: vertices with y up in the game's
// left-handed axes, texture coordinates from the top left. Connectors have z up in versions 1 and 2
// and y up in version 3. The content is not checked here (an index may be out of range):
// maq_check() does that.
#ifndef MAQUETTE_WZM_H
#define MAQUETTE_WZM_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

// The offset of what is not from a file.
#define MAQ_WZM_NO_OFFSET UINT32_MAX

// The texture of a file that names none, and the name of a mesh of versions 2 and 3 that has none
// (in version 1 it is the number of the mesh).
#define MAQ_WZM_NO_TEXTURE "notexture.set"
#define MAQ_WZM_NO_NAME "_noname_"

typedef struct maq_wzm_position {
    float x, y, z;
    uint32_t offset; // of the row's first byte that is not blank; so everywhere below
} maq_wzm_position;

typedef struct maq_wzm_uv {
    float u, v; // parts of the page, from the top left
    uint32_t offset;
} maq_wzm_uv;

// One set of texture coordinates: in versions 1 and 2 one for each player (team colours) or for
// each picture of a texture animation; in version 3 there is one.
typedef struct maq_wzm_texture_array {
    int32_t number; // as the file has it
    uint32_t count; // as many as there are vertices, if the file is valid
    const maq_wzm_uv *uvs;
    uint32_t offset; // of the directive
} maq_wzm_texture_array;

// Version 3: the normal and tangent of a vertex.
typedef struct maq_wzm_tangent_space {
    float normal[3];
    float tangent[4]; // the bitangent is (normal x tangent) * tangent[3]
} maq_wzm_tangent_space;

typedef struct maq_wzm_triangle {
    int32_t vertices[3]; // from 0
    uint32_t offset;
} maq_wzm_triangle;

// Versions 1 and 2: a step of the animation. Translation and rotation (in degrees) are in the order
// x, depth, up.
typedef struct maq_wzm_frame {
    float seconds; // until the next step; 0: stay
    int32_t texture_array;
    float translation[3];
    float rotation[3];
    uint32_t offset;
} maq_wzm_frame;

typedef struct maq_wzm_connector {
    float x, y, z;
    const char *type;  // version 1: a whole number; version 2: a word; version 3: NULL
    int32_t values[3]; // version 2: an angle and two restrictions
    uint32_t offset;
} maq_wzm_connector;

typedef struct maq_wzm_mesh {
    const char *name; // version 1: a number, by custom
    uint32_t offset;
    int32_t team_colours; // 0 or 1
    uint32_t team_colours_offset;
    bool has_bounds; // version 3: the least and the greatest corner, the centre of a sphere
    float bounds[9];
    uint32_t bounds_offset;
    uint32_t vertex_count, vertices_offset;
    const maq_wzm_position *vertices;
    const maq_wzm_tangent_space *tangent_spaces; // version 3: one for each vertex; else NULL
    uint32_t texture_array_count, texture_arrays_offset;
    const maq_wzm_texture_array *texture_arrays;
    uint32_t triangle_count, triangles_offset;
    const maq_wzm_triangle *triangles;
    uint32_t frame_count, frames_offset;
    const maq_wzm_frame *frames;
    uint32_t connector_count, connectors_offset;
    const maq_wzm_connector *connectors;
} maq_wzm_mesh;

// Version 3: MATERIAL, four colours (RGB) and the shininess.
typedef struct maq_wzm_material {
    bool present;
    float value[13]; // emissive, ambient, diffuse, specular, shininess
    uint32_t offset;
} maq_wzm_material;

typedef struct maq_wzm {
    uint32_t version;    // 1, 2 or 3
    const char *texture; // never NULL
    // Version 3, each NULL when there is none.
    const char *team_mask, *normal_map, *specular_map;
    uint32_t texture_offset, team_mask_offset, normal_map_offset, specular_map_offset;
    maq_wzm_material material;
    uint32_t meshes_offset;
    uint32_t mesh_count;
    const maq_wzm_mesh *meshes;
    uint64_t comment_count; // that were read; they are not written
} maq_wzm;

// The WZM document, or NULL when the document is of another format or holds findings alone.
MAQ_API const maq_wzm *maq_document_wzm(const maq_document *document);

// Makes a document from a struct that the caller filled (everything is copied): counts must fit their
// arrays; texts are NUL-terminated, without blanks and "//", and not empty; what the version does
// not have is absent. MAQ_BAD_ARGUMENT otherwise.
MAQ_API maq_status maq_document_from_wzm(const maq_wzm *wzm, const maq_memory *memory,
                                         maq_document **out);

#ifdef __cplusplus
}
#endif

#endif
