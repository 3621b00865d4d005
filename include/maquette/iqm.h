// SPDX-License-Identifier: MIT
//
// The document of Inter-Quake models, binary: IQM version 1 and 2.
//
// It holds what the file says, in the file's own numbers: right-handed axes with z up, clockwise
// front faces, texture coordinates from the top left. Tables are structs. What there is much of
// (vertex data, triangles, adjacency, frames) stays as the bytes of the file, little-endian and of
// any alignment; the functions at the end read it. What did not lie in the file was left out while
// reading, with a finding. Beyond that nothing is checked for sense here (an index may be
// out of range): maq_check() does that.
#ifndef MAQUETTE_IQM_H
#define MAQUETTE_IQM_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

// The offset of things that no file holds.
#define MAQ_IQM_NO_OFFSET UINT32_MAX

// No neighbour, in the adjacency.
#define MAQ_IQM_NO_TRIANGLE UINT32_MAX

// What a vertex array holds. From MAQ_IQM_CUSTOM on it is a custom one, whose name is the text at
// `type - MAQ_IQM_CUSTOM`.
enum {
    MAQ_IQM_POSITION = 0,
    MAQ_IQM_TEXCOORD = 1,
    MAQ_IQM_NORMAL = 2,
    MAQ_IQM_TANGENT = 3,
    MAQ_IQM_BLENDINDEXES = 4,
    MAQ_IQM_BLENDWEIGHTS = 5,
    MAQ_IQM_COLOR = 6,
    MAQ_IQM_CUSTOM = 16,
};

// The numbers that a vertex array is made of.
enum {
    MAQ_IQM_BYTE = 0,
    MAQ_IQM_UBYTE = 1,
    MAQ_IQM_SHORT = 2,
    MAQ_IQM_USHORT = 3,
    MAQ_IQM_INT = 4,
    MAQ_IQM_UINT = 5,
    MAQ_IQM_HALF = 6,
    MAQ_IQM_FLOAT = 7,
    MAQ_IQM_DOUBLE = 8,
    MAQ_IQM_FORMAT_COUNT = 9,
};

// The most numbers that one vertex has in one array.
#define MAQ_IQM_MAX_SIZE 4

// Translation (3), rotation (4: x, y, z, w), scale (3). Version 1 stores three of the rotation.
#define MAQ_IQM_CHANNELS 10
#define MAQ_IQM_CHANNELS_1 9

// Flags of an animation.
enum { MAQ_IQM_LOOP = 1 };

// Names are offsets into maq_iqm.text, here and below; maq_iqm_text() makes texts of them. `offset`
// is where the record stands in the file.
typedef struct maq_iqm_mesh {
    uint32_t name, material;
    uint32_t first_vertex, vertex_count;
    uint32_t first_triangle, triangle_count;
    uint32_t offset;
} maq_iqm_mesh;

typedef struct maq_iqm_array {
    uint32_t type;
    uint32_t flags;  // none is known
    uint32_t format; // MAQ_IQM_BYTE and so on
    uint32_t size;   // numbers per vertex, 1 to 4
    // vertex_count * size numbers without gaps; never NULL (what lies outside the file has no
    // maq_iqm_array), but not to be followed when there are no vertices.
    const unsigned char *data;
    uint32_t data_offset;
    uint32_t offset;
} maq_iqm_array;

typedef struct maq_iqm_joint {
    uint32_t name;
    int32_t parent; // -1: none
    float translation[3];
    // x, y, z, w. The file of a version 1 has no w: reading sets it to -sqrt(1 - x^2 - y^2 - z^2),
    // writing leaves it out.
    float rotation[4];
    float scale[3];
    uint32_t offset;
} maq_iqm_joint;

// How the frames move one joint. A channel whose bit is set in `mask` has one number in each frame,
// and is channel_offset + number * channel_scale; the others are channel_offset throughout.
// Channels are counted as in the file: 10 in version 2, 9 in version 1 (where scale begins at 6).
typedef struct maq_iqm_pose {
    int32_t parent; // -1: none
    uint32_t mask;
    float channel_offset[MAQ_IQM_CHANNELS];
    float channel_scale[MAQ_IQM_CHANNELS];
    uint32_t offset;
} maq_iqm_pose;

typedef struct maq_iqm_anim {
    uint32_t name;
    uint32_t first_frame, frame_count;
    float framerate; // frames a second; 0: not said
    uint32_t flags;  // MAQ_IQM_LOOP
    uint32_t offset;
} maq_iqm_anim;

// What one frame reaches.
typedef struct maq_iqm_bounds {
    float min[3], max[3];
    float xy_radius, radius; // around the z axis, around the origin
    uint32_t offset;
} maq_iqm_bounds;

typedef struct maq_iqm_extension {
    uint32_t name;
    uint32_t size; // of data, in bytes
    const unsigned char *data;
    uint32_t data_offset;
    uint32_t offset;
} maq_iqm_extension;

// The writer lays everything out in the order of this struct, which is that of the reference
// compiler. Texts, comment and data are written as they are; zeros that align what follows come
// after them. An offset in the header is 0 where the count is 0.
typedef struct maq_iqm {
    uint32_t version; // 1 or 2
    uint32_t flags;   // none is known

    // NUL-terminated strings one after the other, as they stand in the file, padding included. A
    // NUL ends the last one: it is text[text_size - 1], or follows at text[text_size].
    const char *text;
    uint32_t text_size, text_offset;

    const maq_iqm_mesh *meshes;
    const maq_iqm_array *arrays;
    uint32_t mesh_count, array_count;

    // Three vertices each (u32), and the three neighbours across the edges 0-1, 1-2, 2-0 (u32, or
    // MAQ_IQM_NO_TRIANGLE); `adjacency` is NULL when the file has none.
    uint32_t vertex_count, triangle_count;
    const unsigned char *triangles;
    const unsigned char *adjacency;
    uint32_t triangles_offset, adjacency_offset;

    const maq_iqm_joint *joints;
    const maq_iqm_pose *poses;
    const maq_iqm_anim *anims;
    uint32_t joint_count, pose_count, anim_count;

    // frame_count * channel_count numbers (u16): in each frame pose after pose, in each pose the
    // channels of its mask from the lowest bit on. NULL when there are none.
    uint32_t frame_count, channel_count;
    const unsigned char *frames;
    uint32_t frames_offset;

    // One for each frame, or none; fewer only in faulty files.
    const maq_iqm_bounds *bounds;
    uint32_t bounds_count, bounds_offset;

    // Bytes, mostly with a NUL behind the text; NULL when the file has none.
    const char *comment;
    uint32_t comment_size, comment_offset;

    const maq_iqm_extension *extensions;
    uint32_t extension_count;

    // The vertex data begins at a multiple of 4, as older compilers wrote it, and not of 8.
    bool tight_data;
} maq_iqm;

// The IQM document, or NULL when the document is of another format or holds findings alone.
MAQ_API const maq_iqm *maq_document_iqm(const maq_document *document);

// Makes a document from a struct that the caller filled (it is copied whole): pointers must hold as
// much as the counts say, `version` is 1 or 2, formats and sizes of arrays are known ones, and the
// text ends with a NUL; MAQ_BAD_ARGUMENT otherwise. Offsets in the file are forgotten.
MAQ_API maq_status maq_document_from_iqm(const maq_iqm *iqm, const maq_memory *memory,
                                         maq_document **out);

// ------------------------------------------------------------------------------------- questions
// All are safe with any number: what does not exist is "", 0 or false.

// The text at an offset; "" when the offset lies outside.
MAQ_API const char *maq_iqm_text(const maq_iqm *iqm, uint32_t offset);

// "position", ... "color"; the name of a custom array; "reserved" for types 7 to 15.
MAQ_API const char *maq_iqm_array_name(const maq_iqm *iqm, const maq_iqm_array *array);

// "byte", ... "double", and the bytes of one such number; "unknown" and 0 for other formats.
MAQ_API const char *maq_iqm_format_name(uint32_t format);
MAQ_API uint32_t maq_iqm_format_size(uint32_t format);

// The first array of a type, or NULL.
MAQ_API const maq_iqm_array *maq_iqm_find_array(const maq_iqm *iqm, uint32_t type);

// The numbers of one vertex as they are stored (a byte 255 is 255). Numbers that the array does not
// have are 0. False when there is no such vertex or the array's format or size is unknown.
MAQ_API bool maq_iqm_raw(const maq_iqm *iqm, const maq_iqm_array *array, uint32_t vertex,
                         double out[MAQ_IQM_MAX_SIZE]);

// The same as values: whole numbers are parts of [0, 1] or [-1, 1] (a byte 255 is 1), except in
// blend indexes, which are never scaled. Out of range of a float is an infinity.
MAQ_API bool maq_iqm_values(const maq_iqm *iqm, const maq_iqm_array *array, uint32_t vertex,
                            float out[MAQ_IQM_MAX_SIZE]);

// The vertices of a triangle, and its neighbours. False when there is no such triangle, or no
// adjacency.
MAQ_API bool maq_iqm_triangle(const maq_iqm *iqm, uint32_t triangle, uint32_t out[3]);
MAQ_API bool maq_iqm_neighbours(const maq_iqm *iqm, uint32_t triangle, uint32_t out[3]);

// The channels of all poses in one frame: pose_count rows of translation, rotation, scale. Version
// 1 gets its w as joints do. False, with nothing written, when there is no such frame.
MAQ_API bool maq_iqm_frame(const maq_iqm *iqm, uint32_t frame, float (*out)[MAQ_IQM_CHANNELS]);

#ifdef __cplusplus
}
#endif

#endif
