// SPDX-License-Identifier: MIT
//
// WZA: Warzone's "advanced 3D format" proposal as a file format. Shapes that blend, bones with and
// without a hinge, animated textures. docs/wza.md describes the format.
//
// The document holds what the file says, in the order of the file: y up in the game's left-handed
// axes, texture coordinates from the top left, times in milliseconds. The content is not
// checked here (an index may be out of range): maq_check() does that.
#ifndef MAQUETTE_WZA_H
#define MAQUETTE_WZA_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

// The offset of what is not from a file.
#define MAQ_WZA_NO_OFFSET UINT32_MAX

typedef struct maq_wza_texture {
    const char *name; // NULL: the model is untextured
    bool animated;
    int32_t normal_map; // 0 off, 1 tangent space, 2 object space
    bool specular_map;  // the alpha of the normal map image is a specular map
    bool team_mask;
    uint32_t offset; // of the line's first byte that is not blank; so everywhere below
} maq_wza_texture;

typedef struct maq_wza_vertex {
    int32_t index;
    float position[3], normal[3], tangent[3], bitangent[3];
    uint32_t offset;
} maq_wza_vertex;

typedef struct maq_wza_face {
    int32_t index;
    int32_t vertices[3]; // indices of vertices
    float uv[3][2];
    uint32_t offset;
} maq_wza_face;

// Shape 0 is the mesh; the others list what differs from it.
typedef struct maq_wza_shape {
    int32_t number;
    bool incomplete; // rows of it could not be read
    uint32_t vertex_count, face_count;
    const maq_wza_vertex *vertices;
    const maq_wza_face *faces;
    uint32_t offset, vertices_offset, faces_offset;
} maq_wza_shape;

typedef struct maq_wza_bone {
    int32_t index;
    int32_t parent;    // -1: none
    bool hinge;        // inherits its parent's rotation
    float position[3]; // of the joint at rest
    uint32_t vertex_count;
    const int32_t *vertices; // indices of those it moves
    uint32_t offset;
} maq_wza_bone;

typedef enum maq_wza_kind {
    MAQ_WZA_BONE = 0,
    MAQ_WZA_SHAPE = 1,
    MAQ_WZA_TEXTURE = 2,
    MAQ_WZA_UNKNOWN = 3, // a point whose property does not exist
} maq_wza_kind;

// What an animation moves.
typedef struct maq_wza_property {
    int32_t number;
    maq_wza_kind kind;
    int32_t index; // of the bone or shape; 0 for the texture
    bool interpolate;
    uint32_t offset;
} maq_wza_property;

// The value of a property at a time.
typedef struct maq_wza_point {
    int32_t property; // its number
    int32_t time;     // milliseconds
    maq_wza_kind kind;
    uint32_t value_count; // 7 or 1
    float values[7];      // bone: translation x y z, quaternion x y z w; shape: weight
    int32_t frame;        // texture: the number of the picture
    uint32_t offset;
} maq_wza_point;

typedef struct maq_wza_animation {
    int32_t index;
    int32_t length;  // milliseconds
    bool incomplete; // rows of it could not be read
    uint32_t property_count, point_count;
    const maq_wza_property *properties;
    const maq_wza_point *points;
    uint32_t offset, properties_offset, points_offset;
} maq_wza_animation;

typedef struct maq_wza {
    maq_wza_texture texture;
    uint32_t shape_count, bone_count, animation_count;
    const maq_wza_shape *shapes; // none: the file holds animations for a model beside it
    const maq_wza_bone *bones;
    const maq_wza_animation *animations;
    bool bones_incomplete; // bones could not be read
    uint32_t shapes_offset, bones_offset, animations_offset;
    uint64_t comment_count; // that were read; they are not written
} maq_wza;

// The WZA document, or NULL when the document is of another format or holds findings alone.
MAQ_API const maq_wza *maq_document_wza(const maq_document *document);

// Makes a document from a struct that the caller filled (everything is copied): counts must fit their
// arrays, names must have no line breaks and no Ctrl-Z in them; MAQ_BAD_ARGUMENT otherwise. The
// kind and the number of values of points follow from their properties.
MAQ_API maq_status maq_document_from_wza(const maq_wza *wza, const maq_memory *memory,
                                         maq_document **out);

#ifdef __cplusplus
}
#endif

#endif
