// SPDX-License-Identifier: MIT
//
// WZA: Warzone's "advanced 3D format" proposal as a file format. Shapes that blend, bones with and
// without a hinge, animated textures. docs/wza.md tells the format.
//
// The document holds what the file says, in the order of the file: y up in the game's left-handed
// axes, texture coordinates from the top left, times in milliseconds. Nothing is checked for sense
// here (an index may be out of range): maq_check() does that, and maq_wza_player_new() refuses what
// cannot be evaluated.
#ifndef MAQUETTE_WZA_H
#define MAQUETTE_WZA_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

// The offset of things that no file holds.
#define MAQ_WZA_NO_OFFSET UINT32_MAX

// ---------------------------------------------------------------------------------- the document

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
    MAQ_WZA_UNKNOWN = 3, // a point whose property is not there
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
    uint64_t comment_count; // that were read; they are not kept
} maq_wza;

// The WZA document, or NULL when the document is of another format or holds findings alone.
MAQ_API const maq_wza *maq_document_wza(const maq_document *document);

// Makes a document from a struct that the caller filled (it is copied whole): counts must fit their
// arrays, names must have no line breaks and no Ctrl-Z in them; MAQ_BAD_ARGUMENT otherwise. The
// kind and the number of values of points follow from their properties.
MAQ_API maq_status maq_document_from_wza(const maq_wza *wza, const maq_memory *memory,
                                         maq_document **out);

// ---------------------------------------------------------------------------------------- images

// The images of a model.
typedef enum maq_wza_map {
    MAQ_WZA_DIFFUSE = 0,
    MAQ_WZA_NORMAL = 1, // the normal map, its alpha the specular map; perhaps for its alpha alone
    MAQ_WZA_TEAM = 2,
} maq_wza_map;

// Where files can be looked up: a folder, an archive, a list. `list` calls `found` with the name of
// each file right in a folder ("" is the folder of the model); what is no folder has none. It
// returns false when it could not tell.
typedef struct maq_wza_files {
    void *context;
    bool (*list)(void *context, const char *folder,
                 void (*found)(void *found_context, const char *name), void *found_context);
} maq_wza_files;

typedef struct maq_wza_images maq_wza_images;

// Looks up the images that the texture block asks for. The findings tell which are missing.
// MAQ_CANNOT_READ when the folder could not be listed.
MAQ_API maq_status maq_wza_images_find(const maq_wza *wza, const maq_wza_files *files,
                                       const maq_memory *memory, maq_wza_images **out);

// The path of an image for a frame of an animated texture (any number will do for one that is not
// animated), relative to the model. A frame that is not there is shown by the last one before it.
// NULL when the model does not use this image or there is none.
MAQ_API const char *maq_wza_image(const maq_wza_images *images, maq_wza_map map, int32_t frame);

// Whether the texture block asks for an image of this kind.
MAQ_API bool maq_wza_wants_image(const maq_wza_texture *texture, maq_wza_map map);

MAQ_API const maq_findings *maq_wza_images_findings(const maq_wza_images *images);
MAQ_API void maq_wza_images_free(maq_wza_images *images);

// ------------------------------------------------------------------------------------- evaluation

// A model made ready to be moved. It is read-only: any number of moments, on any number of threads,
// can be evaluated with it.
typedef struct maq_wza_player maq_wza_player;

// The model must outlive the player. MAQ_BAD_DATA when it has no shape 0, when indices of vertices,
// faces, shapes or bones are missing, repeated or out of range, or when bones are their own parents:
// maq_check() tells where.
MAQ_API maq_status maq_wza_player_new(const maq_wza *model, const maq_memory *memory,
                                      maq_wza_player **out);
MAQ_API void maq_wza_player_free(maq_wza_player *player);

// A vertex as it stands after blending or skinning.
typedef struct maq_wza_vertex_state {
    float position[3], normal[3], tangent[3], bitangent[3];
} maq_wza_vertex_state;

typedef struct maq_wza_face_state {
    int32_t vertices[3];
    float uv[3][2];
} maq_wza_face_state;

// How far a bone is from rest: in the axes of the model, about its joint. The quaternion (x, y, z,
// w) need not be of length 1; all zeros mean no rotation.
typedef struct maq_wza_bone_pose {
    float translation[3];
    float rotation[4];
} maq_wza_bone_pose;

// Where a bone is once its parents have moved it: a vertex v of it goes to joint + rotation(v - rest
// position).
typedef struct maq_wza_bone_motion {
    double joint[3];
    double rotation[4]; // x, y, z, w, of length 1
} maq_wza_bone_motion;

// A model at one moment. Arrays are in the order of indices.
typedef struct maq_wza_moment {
    uint32_t vertex_count, face_count, shape_count, bone_count;
    float *weights; // of shapes; the first is not looked at
    maq_wza_bone_pose *poses;
    maq_wza_bone_motion *motions;
    maq_wza_vertex_state *vertices;
    maq_wza_face_state *faces;
    int32_t texture_frame;
    const void *owner; // the library's
} maq_wza_moment;

// Arrays for a moment of this model, at rest. maq_wza_moment_free() ends them.
MAQ_API maq_status maq_wza_moment_new(const maq_wza_player *player, const maq_memory *memory,
                                      maq_wza_moment **out);
MAQ_API void maq_wza_moment_free(maq_wza_moment *moment);

// Fills vertices and faces from the weights: shape 0 + sum of weight * (shape - shape 0), for each
// property of a vertex and each texture coordinate apart. A row that a shape does not list
// contributes nothing. Normals, tangents and bitangents that a weight has touched are brought to
// length 1; one that would have none stays as it is in shape 0.
MAQ_API void maq_wza_blend(const maq_wza_player *player, maq_wza_moment *moment);

// Fills motions from the poses. The joint goes where the parent carries it, and then by its own
// translation. With a hinge the bone turns as its parent does and then by its own rotation; without
// one it turns by its own alone.
MAQ_API void maq_wza_pose_bones(const maq_wza_player *player, maq_wza_moment *moment);

// Moves the vertices by the motions: one that k bones list gets 1/k of each, one that none lists
// stays.
MAQ_API void maq_wza_skin(const maq_wza_player *player, maq_wza_moment *moment);

// The value of a property at a time. Between two points it is interpolated if the property is:
// in a straight line, quaternions by the shortest way at an even pace. Texture frames never are.
// Before the first point and after the last it stands still.
typedef struct maq_wza_sampled {
    float values[7];
    int32_t frame;
} maq_wza_sampled;

// False when the property has no points.
MAQ_API bool maq_wza_sample(const maq_wza_animation *animation, const maq_wza_property *property,
                            double milliseconds, maq_wza_sampled *out);

// The whole: samples the animation (NULL: the model at rest), blends shapes, skins by bones and
// chooses the texture frame. The animation may be of another file. MAQ_BAD_DATA, with the moment as
// it was, when it does not fit the model.
MAQ_API maq_status maq_wza_evaluate(const maq_wza_player *player,
                                    const maq_wza_animation *animation, double milliseconds,
                                    maq_wza_moment *moment);

#ifdef __cplusplus
}
#endif

#endif
