// SPDX-License-Identifier: MIT
//
// The compiler from IQE to IQM, and the joining of several inputs. The order of steps is in
// iq_compile.c; what the reference compiler does otherwise is in iq_reference*.c alone.
#ifndef MQ_IQ_COMPILE_H
#define MQ_IQ_COMPILE_H

#include "base/math.h"
#include "formats/iq/iqe_meshes.h"
#include "maquette/iqm.h"

// ------------------------------------------------------------------------------------- settings

// The transform of a model: scaled, then rotated, then (the mesh alone) translated.
typedef struct iq_transform {
    double scale;
    bool rotates;
    mq_quat rotation;
    bool translates;
    mq_vec3 translation;
} iq_transform;

typedef struct iq_settings {
    bool reference; // do as the reference compiler does
    bool force_joints;
    bool for_scene;    // the result becomes a scene: nothing is left out to suit a file
    bool intermediate; // the result becomes another format: adjacency and bounds are not made
    iq_transform transform;
} iq_settings;

// Of one input; they hold for its animation when it has exactly one.
typedef struct iq_input_settings {
    const char *name; // NULL: that of the file
    double fps;       // 0: that of the file
    bool loop;
    int32_t start, end; // frames; end is the last one, -1 for no limit, -2 for the last, ...
    bool fps_is_zero;
    bool given;             // any of these
    iq_transform transform; // that of the input and of the model together
} iq_input_settings;

// Settings that only conversions to scenes, and to IQE, give.
#define IQ_FOR_SCENE "for-scene"
#define IQ_INTERMEDIATE "intermediate"

enum { IQ_SETTING_COUNT = 13 };
extern const maq_setting_description mq_iq_setting_descriptions[IQ_SETTING_COUNT];

// False when a value makes no sense.
bool mq_iq_read_settings(const mq_settings *settings, iq_settings *out);
bool mq_iq_read_input_settings(const maq_input *input, const iq_settings *settings,
                               iq_input_settings *out);

mq_vec3 mq_iq_rotate(mq_quat q, mq_vec3 v);

// Rotations about x, then y, then z.
mq_quat mq_iq_from_degrees(const double degrees[3]);

// ------------------------------------------------------------------------------------- geometry

// One vertex of the model: the row of the vertex lists and that of the normals it is made from.
typedef struct iq_vertex {
    uint32_t source, normal;
} iq_vertex;

// The mesh data of a document that is made from a scene. It is freed in parts: each as soon as the compiler
// has used it for the last time.
typedef struct iq_scene_lists {
    const float *floats[MAQ_IQE_LIST_COUNT]; // instead of the numbers of the document
    mq_arena *arenas[MAQ_IQE_LIST_COUNT];    // of these; NULL: there are none
    uint32_t *corners;    // of the faces, in the arena of the result: they may be overwritten
    mq_arena *face_arena; // of where each face begins among the corners; or NULL
    mq_arena *arena;      // that these are scratch arenas of
} iq_scene_lists;
void mq_iq_free_list(iq_scene_lists *lists, unsigned list);
void mq_iq_free_faces(iq_scene_lists *lists);

// The mesh data of one input while it is compiled. Corners are those of the faces, triangulated.
typedef struct iq_geometry {
    const maq_iqe *iqe;
    iq_scene_lists *scene_lists; // NULL: `iqe` has all numbers
    const float *const *floats;  // those of scene_lists
    const iq_transform *transform;
    iqe_meshes meshes;

    // Which vertex lists are used: those of the right length.
    bool uses[MAQ_IQE_LIST_COUNT];
    bool uses_blends, uses_smooth_indices;

    uint32_t triangle_count;        // before any are dropped
    const uint32_t *corners;        // three each
    const uint32_t *part_triangles; // first triangle of each part, and their number at the end

    // The row of the normals for each corner; NULL: that of the vertex.
    const uint32_t *corner_normals;
    const mq_vec3 *normals; // NULL: the vn list, or none
    uint32_t normal_count;
    uint64_t *unsmoothed; // by mesh: corners whose smoothing was cut short; NULL: none

    // Filled by building: the vertices and triangles of the model.
    iq_vertex *vertices;
    uint32_t vertex_count;
    mq_arena *triangle_arena; // where these go; NULL: where the rest does
    mq_arena *spare_arena;    // where spare_corners go; NULL: there are none
    uint32_t *triangles;      // three each, counted from this geometry's first vertex
    uint32_t *spare_corners;  // as many numbers, to be used again: building needs them first
    uint32_t out_count;
    struct iq_mesh_range {
        uint32_t first_vertex, vertex_count, first_triangle, triangle_count;
    } * ranges;               // by mesh
    uint64_t degenerate;      // triangles dropped
    uint64_t unsearched;      // triangles whose order is not that of the reference compiler
    const int32_t *joint_map; // from the input's joints to the model's; NULL: the same
} iq_geometry;

// The first numbers of a row of positions, texture coordinates, ...: all of them default to 0.
static inline void mq_iq_get_first(const iq_geometry *g, unsigned list, uint32_t row, double *out,
                                   uint32_t count) {
    const maq_iqe_rows *rows = &g->iqe->lists[list];
    if (!g->floats) {
        mq_iqe_get_first(rows, row, out, count);
        return;
    }
    const float *values = g->floats[list] + (size_t)row * rows->width;
    for (uint32_t i = 0; i < count; i++)
        out[i] = i < rows->width ? (double)values[i] : 0;
}

// A row with all the numbers that it can have, defaults filled in.
void mq_iq_get_row(const iq_geometry *g, unsigned list, uint32_t row, double *out);

// Positions and normals of the model, transformed.
void mq_iq_position(const iq_geometry *g, uint32_t source, double out[4]);
mq_vec3 mq_iq_normal(const iq_geometry *g, iq_vertex vertex);

// Four joints and weights that sum up to 1, the largest first; unused ones are 0.
typedef struct iq_blend {
    uint32_t count; // 0: no usable weight
    int32_t joints[4];
    double weights[4];
} iq_blend;
iq_blend mq_iq_blend(const iq_geometry *g, uint32_t source);

// Each step returns false when there is no memory. `keep` is where results go.

// Cuts faces into triangles. Faces with bad corners are left out and counted. With `clamp` a corner
// before the first vertex is the first.
bool mq_iq_triangulate(iq_geometry *g, mq_arena *keep, bool clamp, uint64_t *bad_faces);

// Makes normals by the rules of smoothing; the meshes are known.
bool mq_iq_smooth(iq_geometry *g, mq_arena *keep, bool reference);

// The unnormalised normal of a triangle, its length twice the area; clockwise is the front.
mq_vec3 mq_iq_triangle_normal(const iq_geometry *g, uint32_t triangle);

// The normal of each set of corners: the sum of those of its triangles, made of length 1. `sets`
// has a number below `count` for each corner.
mq_vec3 *mq_iq_sum_normals(const iq_geometry *g, mq_arena *keep, const uint32_t *sets,
                           uint32_t count);

// A set of flags (bits 0, 1, 2: edges 0-1, 1-2, 2-0 are smooth) for each triangle; NULL in *out
// when there are no fs lines.
bool mq_iq_edge_flags(const iq_geometry *g, mq_arena *keep, uint8_t **out);

// The words that rows are compared by; how many, or 0 for a row that equals nothing.
enum { IQ_MAX_WORDS = MAQ_IQE_LIST_COUNT * 6 + 9 };
typedef unsigned (*iq_words)(const void *context, uint32_t row, uint64_t *out);

// The first row that is equal to each of some rows.
bool mq_iq_find_equals(uint32_t count, iq_words words, const void *context, mq_arena *keep,
                       uint32_t **out);

// For every row of some numbers the first row that is equal to it (-0 equals 0). With `nan_unique`
// a NaN equals nothing, otherwise it equals itself.
bool mq_iq_equal_normals(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out);
bool mq_iq_equal_vertices(const iq_geometry *g, mq_arena *keep, bool nan_unique, uint32_t **out);
bool mq_iq_equal_rows(const iq_geometry *g, maq_iqe_list list, mq_arena *keep, bool nan_unique,
                      uint32_t **out);

// Puts triangles over `vertex_count` vertices in order: `out` holds `*count` of them, which becomes the
// number of those that are written. `*unsearched` grows by the triangles that were chosen without
// comparing all candidates. False when there is no memory.
typedef bool (*iq_order)(const uint32_t *triangles, uint32_t *count, uint32_t vertex_count,
                         uint32_t *out, mq_arena *scratch, uint64_t *unsearched);
bool mq_iq_order(const uint32_t *triangles, uint32_t *count, uint32_t vertex_count, uint32_t *out,
                 mq_arena *scratch, uint64_t *unsearched);

typedef struct iq_builder {
    iq_order order;
    bool reference;
} iq_builder;

// Fills vertices, triangles and ranges.
bool mq_iq_build(iq_geometry *g, mq_arena *keep, iq_builder builder);

// ------------------------------------------------------------------------------ the vertex lists

// The directions in which u and v grow at each vertex, summed up over its triangles.
typedef struct iq_axis_pair {
    mq_vec3 along_u, along_v;
} iq_axis_pair;
typedef struct iq_axes {
    uint32_t first;      // vertex
    iq_axis_pair *pairs; // from there on
} iq_axes;
bool mq_iq_sum_axes(const iq_geometry *g, mq_arena *scratch, iq_axes *out);

// The same for shares of the vertices, each of which another core may sum up. A share goes from the first to
// the last triangle of its vertices, so each vertex gets its triangles in their order. There are few, as a
// share may reach over all triangles.
enum { IQ_MOST_SHARES = 16 };
typedef struct iq_axes_shares {
    const iq_geometry *g;
    uint32_t count;
    unsigned shift; // a vertex >> shift is its share
    struct {
        uint32_t first, end; // triangles
    } ranges[IQ_MOST_SHARES];
} iq_axes_shares;
iq_axes_shares mq_iq_share_axes(const iq_geometry *g);
uint32_t mq_iq_share_end(const iq_axes_shares *shares, size_t share); // behind its last vertex
// `out->pairs` has space for 1 << shift vertices; `first` is set.
void mq_iq_sum_share(const iq_axes_shares *shares, size_t share, iq_axes *out);

// The tangent of a vertex of the model (x, y, z, w): as the input gives it, or else from the axes.
void mq_iq_tangent(const iq_geometry *g, const iq_axes *axes, uint32_t v, double out[4]);

// Stores one number as a component of an IQM format, little-endian; true when it was cut off.
bool mq_iq_put_component(unsigned char *out, uint32_t format, double value);

static inline void mq_iq_put_u16(unsigned char *out, uint16_t value) {
    out[0] = (unsigned char)value;
    out[1] = (unsigned char)(value >> 8);
}

static inline void mq_iq_put_u32(unsigned char *out, uint32_t value) {
    out[0] = (unsigned char)value;
    out[1] = (unsigned char)(value >> 8);
    out[2] = (unsigned char)(value >> 16);
    out[3] = (unsigned char)(value >> 24);
}

static inline uint32_t mq_iq_get_u32(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

// Weights as bytes that sum up to 255.
void mq_iq_byte_weights(const iq_blend *blend, uint8_t out[4]);

// The names of a model, each once, in the order in which they come.
typedef struct iq_texts {
    mq_arena *arena;
    iq_name_table names;
    uint32_t *offsets; // by number
    size_t offset_capacity;
    char *bytes;
    size_t byte_capacity;
    uint32_t size;
} iq_texts;
uint32_t mq_iq_add_text(iq_texts *texts, const char *name, size_t length);

// The neighbours of each triangle across its edges, by the positions (and blends) of its corners.
// Vertices with equal `keys`, which are below `key_count`, have the same position and blend.
bool mq_iq_adjacency(const uint32_t *triangles, uint32_t count, const uint32_t *keys,
                     uint32_t key_count, uint32_t *out, mq_arena *scratch);

// ------------------------------------------------------------------------- skeleton, animations

typedef struct iq_pose {
    double translation[3], rotation[4], scale[3];
} iq_pose;

// A pose as IQM has it, with a w that is not above 0. Returns by how much a quaternion was not of
// length 1; with `keep_length` it stays so.
double mq_iq_pose(const maq_iqe *iqe, uint32_t pose, bool keep_length, iq_pose *out);
void mq_iq_transform_pose(iq_pose *pose, const iq_transform *transform, bool root, bool keep_sign);

// Splits the nine numbers of a matrix into a rotation and a scale.
void mq_iq_split_matrix(const double *rows, double q[4], double scale[3]);

// Affine matrices in the arithmetic of the reference compiler.
mq_mat34 mq_iq_matrix(const iq_pose *pose);
mq_mat34 mq_iq_pose_inverse(const mq_mat34 *m);

// The ten numbers of a pose as a model has them, and two zeros: vector units work on four.
enum { IQ_CHANNELS = 10, IQ_CHANNELS_PADDED = 12 };
void mq_iq_channels(const iq_pose *pose, float out[IQ_CHANNELS_PADDED]);

// The ranges of a joint's channels over consecutive frames.
typedef struct iq_range {
    float least[IQ_CHANNELS_PADDED], largest[IQ_CHANNELS_PADDED];
    uint32_t broken[IQ_CHANNELS_PADDED]; // 1: by a NaN, which resets the range
} iq_range;
void mq_iq_range_begin(iq_range *range);
void mq_iq_range_add(iq_range *restrict range, const float channels[restrict IQ_CHANNELS_PADDED]);
void mq_iq_range_join(iq_range *range, const iq_range *later);

// Gives a channel the offset, scale and bit of the mask for values between two.
static inline void mq_iq_set_channel_range(maq_iqm_pose *pose, unsigned channel, float least,
                                           float largest) {
    float width = largest - least;
    bool moves = width >= 1e-10f; // less is constant
    pose->channel_offset[channel] = least;
    pose->channel_scale[channel] = moves ? width / 65535 : 0;
    pose->mask &= ~(1u << channel);
    pose->mask |= moves ? 1u << channel : 0;
}

// The number of 16 bits that stands for a value of a channel. NaN becomes 0.
static inline uint16_t mq_iq_quantise_channel(const maq_iqm_pose *pose, unsigned channel,
                                              float value) {
    float number = 0.5f + (value - pose->channel_offset[channel]) / pose->channel_scale[channel];
    return (uint16_t)(number >= 65535 ? 65535 : number > 0 ? number : 0);
}

// Offset, scale and mask of a joint's channels; how many of them move.
uint32_t mq_iq_quantise(const iq_range *range, maq_iqm_pose *pose);

// The channels that move as numbers of 16 bits; the end of these.
unsigned char *mq_iq_put_channels(unsigned char *out, const maq_iqm_pose *pose,
                                  const float channels[IQ_CHANNELS_PADDED]);

// What moves a vertex: joints with a weight above 0.
typedef struct iq_influences {
    float weights[4];
    int32_t joints[4];
    uint16_t count;
    bool has_weights; // false: the vertex has no usable weight
} iq_influences;

// Consecutive vertices with the same influences.
typedef struct iq_run {
    iq_influences influences;
    bool as_before; // the run before has the same ones
    uint32_t end;   // behind its last vertex
    float middle[3], half[3];
} iq_run;

// A box round the vertices that a joint moves.
typedef struct iq_joint_box {
    double least[3], largest[3];
    bool used; // it moves some
} iq_joint_box;

// The vertices of a model for the bounds of its frames. They are added twice: to count them, and after
// mq_iq_skin_alloc() to keep them.
typedef struct iq_skin {
    uint32_t count, run_count;
    double (*positions)[3];
    iq_run *runs;
    bool unweighted_rests; // a vertex without weights rests; otherwise it falls to the origin
    bool is_huge;          // a coordinate is not finite, or far too large
    // Of the last run.
    iq_influences last;
    uint32_t last_first;
    // NULL, or one for each joint, and one for the vertices that rest: bounds are those of the boxes.
    iq_joint_box *boxes;
    bool reaches_origin; // some vertices are moved to the origin, at least in part
} iq_skin;
void mq_iq_skin_add(iq_skin *skin, const double position[3], const iq_blend *blend);
bool mq_iq_skin_alloc(iq_skin *skin, mq_arena *keep);
void mq_iq_skin_end(iq_skin *skin); // behind the last vertex

// Makes mq_iq_bounds() take time in proportion to the joints and not to the vertices. The bounds then enclose
// the model, but may be larger than it is. False when there is no memory.
bool mq_iq_skin_use_boxes(iq_skin *skin, uint32_t joint_count, mq_arena *keep);

// The bounds of a frame. `matrices` move each joint from its base pose to that of the frame.
maq_iqm_bounds mq_iq_bounds(const iq_skin *skin, const mq_mat34 *matrices, uint32_t joint_count);

// ------------------------------------------------------------------------------------- reference

// The document of a file as the reference compiler reads it: lines are cut behind 511 bytes, and the
// rest is the next line. `*cut` is the number of lines that were cut. NULL when there is no memory.
const maq_iqe *mq_iq_reference_read(const maq_document *document, mq_arena *arena, uint64_t *cut);

// The tests of smoothing as the reference compiler has them: flags of edges as for
// mq_iq_edge_flags(), the cosine of the largest angle, the smoothing index of corner 0, 1 or 2.
bool mq_iq_reference_edge_flags(const iq_geometry *g, mq_arena *keep, uint8_t **out);
double mq_iq_reference_limit(const maq_iqe_part *part);
int32_t mq_iq_reference_smooth_index(const maq_iqe *iqe, unsigned corner);

// Triangles, normals, vertices and meshes of an input as the reference compiler has them.
bool mq_iq_reference_geometry(iq_geometry *g, mq_arena *keep);
bool mq_iq_reference_order(const uint32_t *triangles, uint32_t *count, uint32_t vertex_count,
                           uint32_t *out, mq_arena *scratch, uint64_t *unsearched);
bool mq_iq_reference_tangents(const iq_geometry *g, mq_arena *keep, double (**out)[4]);
bool mq_iq_reference_adjacency(const iq_geometry *g, uint32_t *out, mq_arena *scratch);

// Which frames the reference compiler gives to which animation: first[a] to first[a + 1] - 1 in the
// list of poses with which frames begin, whose end is starts[first[count]].
typedef struct iq_reference_frames {
    uint32_t *first;
    uint32_t *starts;
    uint32_t count; // of starts
} iq_reference_frames;
bool mq_iq_reference_find_frames(const maq_iqe *iqe, mq_arena *scratch, iq_reference_frames *out);

// ------------------------------------------------------------------------------------- the whole

// Compiles a document whose vertex lists have counts and widths, but whose numbers are in `lists`.
maq_status mq_iqm_compile_scene(const maq_document *document, iq_scene_lists *lists,
                                const mq_settings *settings, maq_document *out);

// Compiles several documents of the family.
maq_status mq_iqm_join(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out);

// How many frames of the model the animations have together; `*used` is the number of frames from
// the first on that animations cover without a gap.
uint64_t mq_iq_count_frames(const maq_iqm *iqm, uint32_t *used);

// The IQE that compiles to an IQM, in an arena; losses go to `findings`. NULL when
// there is no memory.
maq_iqe *mq_iqe_from_iqm(const maq_iqm *iqm, mq_arena *arena, mq_findings *findings);

#endif
