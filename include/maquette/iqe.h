// SPDX-License-Identifier: MIT
//
// The document of Inter-Quake exports: IQE, the text from which IQM is compiled.
//
// It holds what the file says, in the file's own numbers: right-handed axes with z up, clockwise
// front faces, texture coordinates from the top left. Commands may stand in any order in the file;
// here each kind has a list of its own, and what order means is written out: negative and
// mesh-relative indices are absolute ones, and every part of the file knows which vertices and
// faces it begins with. Nothing is checked for sense here (an index may be out of range):
// maq_check() does that.
#ifndef MAQUETTE_IQE_H
#define MAQUETTE_IQE_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

// The offset of things that no file holds.
#define MAQ_IQE_NO_OFFSET UINT64_MAX

// A corner that lies before the first vertex (a negative index that goes too far back).
#define MAQ_IQE_NO_VERTEX UINT32_MAX

// The lists of numbers, one row a vertex.
typedef enum maq_iqe_list {
    MAQ_IQE_POSITION = 0, // vp: x y z w
    MAQ_IQE_TEXCOORD = 1, // vt: u v (and up to two more)
    MAQ_IQE_NORMAL = 2,   // vn: x y z
    MAQ_IQE_TANGENT = 3,  // vx: x y z w, or x y z and a bitangent a b c
    MAQ_IQE_COLOR = 4,    // vc: r g b a
    MAQ_IQE_CUSTOM = 5,   // v0; v1 to v9 follow
    MAQ_IQE_LIST_COUNT = 15,
} maq_iqe_list;

// Rows of numbers. Numbers that a row leaves out have their defaults here: 0, or 1 for the w of a
// position, the alpha of a colour and the scale of a pose.
typedef struct maq_iqe_rows {
    const double *values; // count * width
    uint32_t count;
    uint32_t width;       // the most numbers that a row gives
    const uint8_t *given; // how many numbers each row gives; NULL: `width` in all of them
    bool floats; // the numbers were floats, as in an IQM, and are written as short as these
} maq_iqe_rows;

// vb: the joints that move each vertex. Row i has the pairs first[i] to first[i + 1] - 1.
typedef struct maq_iqe_blends {
    uint32_t count;
    const uint32_t *first; // count + 1; NULL when count is 0
    const int32_t *joints;
    const double *weights;
} maq_iqe_blends;

// fa and fm: face i has the corners first[i] to first[i + 1] - 1, absolute indices of vertices.
typedef struct maq_iqe_faces {
    uint32_t count;
    const uint32_t *first; // count + 1; NULL when count is 0
    const uint32_t *corners;
} maq_iqe_faces;

// fs: flags (0 or 1) of the edges of the faces, one row a face in the order of both.
typedef struct maq_iqe_edges {
    uint32_t count;
    const uint32_t *first; // count + 1; NULL when count is 0
    const uint8_t *smooth;
} maq_iqe_edges;

// What is said of the vertices and faces from here up to the next part: the state that mesh,
// material and the smooth lines leave. The first part stands for the head of the file.
typedef struct maq_iqe_part {
    const char *mesh;     // a name that lacks its closing quote ends with the line's end ("\n")
    const char *material; // so does this
    uint32_t first_vertex, first_face;
    uint32_t mesh_vertex; // where the mesh begins: fm counts from there
    int32_t smooth_group;
    bool smooth_uv;
    bool has_smooth_angle; // or the default, 180, holds
    double smooth_angle;   // in degrees
    uint64_t offset;       // of the line's first byte that is not blank; so everywhere below
} maq_iqe_part;

// vertexarray: how the compiler is to store a list.
typedef struct maq_iqe_format {
    const char *type;      // "position", ..., "custom9", or something unknown
    const char *component; // "byte", ..., "double", or something unknown
    int32_t size;          // 1 to 4 are good
    const char *name;      // of a custom list, "" when not said
    uint64_t offset;
} maq_iqe_format;

typedef struct maq_iqe_joint {
    const char *name;
    int32_t parent; // below 0: none
    uint64_t offset;
} maq_iqe_joint;

typedef enum maq_iqe_pose_kind {
    MAQ_IQE_PQ = 0, // translation (3), quaternion (4), scale (3)
    MAQ_IQE_PM = 1, // translation (3), matrix rows (9), scale (3)
    MAQ_IQE_PA = 2, // translation (3), angles in radians (3), scale (3)
} maq_iqe_pose_kind;

// All poses in the order of the file: those of the skeleton first, then frame after frame. A row
// has as many numbers as its kind; a quaternion without w has NaN there.
typedef struct maq_iqe_poses {
    maq_iqe_rows rows;
    const uint8_t *kinds; // maq_iqe_pose_kind; NULL: all are pq
    uint32_t base_count;  // how many belong to the skeleton, the nth to the nth joint
} maq_iqe_poses;

typedef struct maq_iqe_frame {
    uint32_t first_pose; // up to that of the next frame, or the end
    uint64_t offset;
} maq_iqe_frame;

typedef struct maq_iqe_animation {
    const char *name;
    uint32_t first_frame, frame_count; // frames without poses are among them
    bool loop, has_framerate;
    double framerate; // 0 when not said
    uint64_t offset;
} maq_iqe_animation;

typedef struct maq_iqe {
    maq_iqe_rows lists[MAQ_IQE_LIST_COUNT]; // by maq_iqe_list
    maq_iqe_blends blends;
    const int32_t *smooth_indices; // vs
    uint32_t smooth_index_count;

    maq_iqe_faces faces;
    maq_iqe_edges edges;
    const maq_iqe_part *parts; // at least one
    uint32_t part_count;

    const maq_iqe_format *formats;
    uint32_t format_count;

    const maq_iqe_joint *joints;
    uint32_t joint_count;
    maq_iqe_poses poses;
    const maq_iqe_animation *animations;
    const maq_iqe_frame *frames;
    uint32_t animation_count, frame_count;

    const char *const *remarks; // the lines that begin with #, the first one aside
    uint32_t remark_count;

    bool has_comment;
    const char *comment; // the comment section, byte for byte
    uint64_t comment_length, comment_offset;
} maq_iqe;

// The IQE document, or NULL when the document is of another format or holds findings alone.
MAQ_API const maq_iqe *maq_document_iqe(const maq_document *document);

// Makes a document from a struct that the caller filled (it is copied whole): pointers must hold as
// much as the counts say, no row gives more numbers than its command takes, firsts begin with 0 and
// never fall, parts and frames follow each other and cover everything, texts are NUL-terminated;
// MAQ_BAD_ARGUMENT otherwise. A part begins its mesh (`mesh_vertex` is its `first_vertex`) or goes
// on with that of the part before. Offsets in the file are forgotten.
MAQ_API maq_status maq_document_from_iqe(const maq_iqe *iqe, const maq_memory *memory,
                                         maq_document **out);

// The word of a list's command: "vp", ..., "v9"; "" for other numbers.
MAQ_API const char *maq_iqe_list_command(unsigned list);

// The poses of a frame.
MAQ_API uint32_t maq_iqe_frame_poses(const maq_iqe *iqe, uint32_t frame);

#ifdef __cplusplus
}
#endif

#endif
