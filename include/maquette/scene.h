// SPDX-License-Identifier: MIT
//
// The scene: one neutral model between all formats, ready for engines. Read-only for callers.
//
//     maq_scene *scene;
//     maq_scene_from_document(document, NULL, &scene);
//     maq_close(document);                              // the scene does not need it
//     uint32_t clip = maq_scene_find_clip(scene, "walk");
//     maq_scene_limit_influences(scene, 4);             // where a shader has four
//     ...                                               // upload meshes; maquette/motion.h plays clips
//     maq_scene_free(scene);
//
// Axes are those of glTF: right-handed, y up, front +z, counter-clockwise front faces, texture
// coordinates from the top left. Meshes are triangles, every index is in range, every number is
// finite, weights are normalised, parents form trees. What a format says beyond that is in `extras`,
// under the name of the format.
//
// Everything that a scene points to (names, arrays, extras, images in textures) lives as long as the
// scene and is freed by maq_scene_free(). Motions, textures and pictures made of a scene only refer
// to it: the scene must outlive them.
#ifndef MAQUETTE_SCENE_H
#define MAQUETTE_SCENE_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MAQ_SCENE_NONE UINT32_MAX

typedef enum maq_mesh_role {
    MAQ_MESH_VISUAL = 0,
    MAQ_MESH_SHADOW = 1,
    MAQ_MESH_COLLISION = 2,
} maq_mesh_role;

// Triangles first_triangle up to first_triangle + triangle_count (not included) of a mesh have this
// material.
typedef struct maq_scene_part {
    uint32_t material; // MAQ_SCENE_NONE: none
    uint32_t first_triangle, triangle_count;
} maq_scene_part;

// A custom vertex attribute.
typedef struct maq_scene_attribute {
    const char *name;
    uint32_t components; // 1 to 4
    const float *values; // vertex_count * components
} maq_scene_attribute;

// A shape, known as a morph target or blend shape elsewhere: what is added to the mesh when the
// weight of the shape is 1, for some of the vertices.
typedef struct maq_scene_shape {
    const char *name;
    uint32_t count;
    const uint32_t *vertices; // in ascending order
    // Differences, `count` of each; NULL when an attribute does not change.
    const float (*positions)[3];
    const float (*normals)[3];
    const float (*tangents)[3];
    const float (*uvs)[2]; // of the first set
} maq_scene_shape;

typedef struct maq_scene_mesh {
    const char *name;
    maq_mesh_role role;
    uint32_t vertex_count, triangle_count;
    const float (*positions)[3];
    const float (*normals)[3];  // of length 1; NULL: none
    const float (*tangents)[4]; // xyz of length 1, w +1 or -1; NULL: none
    uint32_t uv_set_count;
    const float (*const *uvs)[2]; // uvs[set][vertex]
    const float (*colours)[4];    // linear RGBA; NULL: none
    // influence_count joints (indices into the skin's joints) and weights per vertex; 0: the mesh is
    // not skinned. The weights of a vertex are in descending order and sum up to 1.
    uint32_t influence_count;
    const uint32_t *joints;
    const float *weights;
    uint32_t attribute_count;
    const maq_scene_attribute *attributes;
    const uint32_t (*triangles)[3];
    uint32_t part_count;
    const maq_scene_part *parts; // in order, covering all triangles
    uint32_t shape_count;
    const maq_scene_shape *shapes;
    const maq_value *extras; // NULL: none, as in all structs below
} maq_scene_mesh;

typedef enum maq_texture_role {
    MAQ_TEXTURE_DIFFUSE = 0,
    MAQ_TEXTURE_NORMAL = 1,
    MAQ_TEXTURE_SPECULAR = 2,
    MAQ_TEXTURE_TEAM_MASK = 3,
    MAQ_TEXTURE_ALPHA_MASK = 4,
    MAQ_TEXTURE_ROLE_COUNT = 5,
} maq_texture_role;

typedef struct maq_scene_texture {
    maq_texture_role role;
    uint32_t tileset; // 0 unless the model has a texture for each of several tilesets
    const char *file;
    // The encoded image when the model embeds it; NULL: it is in `file`.
    const unsigned char *data;
    size_t data_length;
} maq_scene_texture;

typedef enum maq_blend {
    MAQ_BLEND_OPAQUE = 0,
    MAQ_BLEND_CUTOUT = 1,
    MAQ_BLEND_ALPHA = 2,
    MAQ_BLEND_ADDITIVE = 3,
    MAQ_BLEND_PREMULTIPLIED = 4,
} maq_blend;

// Where the frames of a texture animation are. Clips say which frame is shown and for how long
// (MAQ_CHANNEL_TEXTURE_FRAME).
typedef enum maq_frames_kind {
    MAQ_FRAMES_NONE = 0,
    MAQ_FRAMES_STRIP = 1,   // side by side in one image: texture coordinates move by steps
    MAQ_FRAMES_UV_SETS = 2, // frame n uses the texture coordinates of set n
    MAQ_FRAMES_IMAGES = 3,  // each frame is a separate image; texture coordinates stay
} maq_frames_kind;

typedef struct maq_scene_frames {
    maq_frames_kind kind;
    uint32_t count; // 0: not known
    // For MAQ_FRAMES_STRIP: frame n adds (n % columns) * step[0] to u and (n / columns) * step[1] to
    // v of the first set. `columns` is at least 1.
    uint32_t columns;
    float step[2];
} maq_scene_frames;

typedef struct maq_scene_material {
    const char *name;
    uint32_t texture_count;
    const maq_scene_texture *textures;
    maq_blend blend;
    bool two_sided;
    float colour[4]; // linear RGBA
    float cutoff;    // for MAQ_BLEND_CUTOUT: the lowest alpha that is drawn
    maq_scene_frames frames;
    // The tileset whose textures are shown where only one can be, if there are any of it; or those of 0.
    uint32_t tileset;
    const maq_value *extras;
} maq_scene_material;

typedef enum maq_node_kind {
    MAQ_NODE_GROUP = 0,
    MAQ_NODE_JOINT = 1,
    MAQ_NODE_ATTACHMENT = 2,
} maq_node_kind;

// Nodes that turn towards the camera.
typedef enum maq_facing {
    MAQ_FACING_NONE = 0,
    MAQ_FACING_ROLL = 1,
    MAQ_FACING_PITCH_AND_ROLL = 2,
} maq_facing;

// Scale first, then rotation (a unit quaternion x, y, z, w), then translation.
typedef struct maq_transform {
    float translation[3];
    float rotation[4];
    float scale[3];
} maq_transform;

typedef struct maq_scene_node {
    const char *name;
    uint32_t parent; // MAQ_SCENE_NONE: a root
    maq_node_kind kind;
    maq_transform rest;
    bool ignores_parent_rotation; // does not inherit the rotation of its parent
    maq_facing facing;
    uint32_t mesh; // MAQ_SCENE_NONE: none
    uint32_t skin; // that deforms the mesh; MAQ_SCENE_NONE: none
    const maq_value *extras;
} maq_scene_node;

// The joints that deform a mesh, and the inverses of their world matrices in the bind pose: three
// rows of four numbers that transform column vectors (the fourth row would be 0 0 0 1).
typedef struct maq_scene_skin {
    uint32_t joint_count;
    const uint32_t *joints; // nodes
    const float (*inverse_bind)[3][4];
} maq_scene_skin;

typedef enum maq_channel_path {
    MAQ_CHANNEL_TRANSLATION = 0,
    MAQ_CHANNEL_ROTATION = 1,
    MAQ_CHANNEL_SCALE = 2,
    MAQ_CHANNEL_VISIBLE = 3,       // of a node: 0 or 1
    MAQ_CHANNEL_SHAPE_WEIGHT = 4,  // of one shape (morph target) of the node's mesh
    MAQ_CHANNEL_TEXTURE_FRAME = 5, // of a material: the number of a frame
} maq_channel_path;

typedef struct maq_scene_channel {
    maq_channel_path path;
    uint32_t target; // a node, or a material
    uint32_t shape;  // for MAQ_CHANNEL_SHAPE_WEIGHT
    bool step;       // values hold until the next key; else linear (rotations: the shorter way)
    uint32_t key_count;
    const float *times;  // seconds, in ascending order
    const float *values; // key_count rows of 3, 4 (rotation) or 1
} maq_scene_channel;

// A named time of a clip: an event script, a sound, a footstep.
typedef struct maq_scene_marker {
    float time;
    const char *text;
} maq_scene_marker;

typedef struct maq_scene_clip {
    const char *name;
    float duration;      // seconds
    float rate;          // frames per second of the source; 0: it does not count frames
    uint32_t loop_count; // 0: endless
    uint32_t channel_count, marker_count;
    const maq_scene_channel *channels;
    const maq_scene_marker *markers;
    const maq_value *extras;
} maq_scene_clip;

typedef struct maq_scene_box {
    const char *name;
    uint32_t node; // the box moves with this node; MAQ_SCENE_NONE: none
    float min[3], max[3];
    const maq_value *extras;
} maq_scene_box;

typedef struct maq_scene_event {
    const char *name; // "active", "firing", ...
    const char *file; // the model that replaces this one
} maq_scene_event;

// The model file that a glTF file was made from, which it carries so that an unedited model converts
// back exactly.
typedef struct maq_scene_source {
    const char *variant;       // "pie3"
    const unsigned char *data; // NULL: there is none
    size_t length;
    uint64_t digest; // of the scene and the data when they were written
} maq_scene_source;

typedef struct maq_scene {
    uint32_t mesh_count, material_count, node_count, skin_count, clip_count, box_count, event_count;
    const maq_scene_mesh *meshes;
    const maq_scene_material *materials;
    const maq_scene_node *nodes;
    const uint32_t *node_order; // all nodes, parents before children
    const maq_scene_skin *skins;
    const maq_scene_clip *clips;
    const maq_scene_box *boxes;
    const maq_scene_event *events;
    const maq_value *extras;
    // The format of the model that the scene was made from, as in maq_format.name ("pie"); a glTF file
    // that Maquette made names that of its original. NULL: unknown.
    const char *source_format;
    maq_scene_source source; // of scenes in glTF documents
    const void *owner;       // for the library
} maq_scene;

// Makes the scene of a document. Faults of the document (an index out of range, a number that is not
// finite) are repaired or the part is left out; maq_scene_findings() lists what was done.
// MAQ_UNSUPPORTED when the format cannot become a scene. The scene does not depend on the document,
// which may be closed.
MAQ_API maq_status maq_scene_from_document(const maq_document *document, const maq_memory *memory,
                                           maq_scene **out);

// Opens a file and makes its scene, in one call. The findings of reading and those of the scene are
// in maq_scene_findings(). `options` may be NULL. The status is that of whichever step failed.
MAQ_API maq_status maq_scene_open_file(const char *path, const maq_open_options *options,
                                       maq_scene **out);

// Joins several documents of one family, attaches those that have `attach_to`, and makes the scene of
// the whole, as maq_join() does on its way to a document of another family: parts of puppets keep
// their own inverse bind matrices. Of `options` (may be NULL) memory, max_findings, scale, axes and
// bake count; settings are refused.
//
// maq_scene_findings() lists what joining dropped or changed. On MAQ_BAD_DATA (inputs that do not fit
// together, an unknown name to attach to) `*out` is an empty scene that holds the findings; it is to
// be freed, too. MAQ_UNSUPPORTED when the documents cannot be joined.
MAQ_API maq_status maq_scene_join(const maq_input *inputs, size_t count,
                                  const maq_convert_options *options, maq_scene **out);

// Converts a scene to a document of variant `to`, with the options and results of maq_convert(), except
// that images stay as they are: a scene does not know where they lie, so other values of `images` are
// MAQ_UNSUPPORTED. The document does not depend on the scene.
MAQ_API maq_status maq_scene_convert(const maq_scene *scene, const char *to,
                                     const maq_convert_options *options, maq_document **out);

// What is in a scene: the keys of maq_info(). The format is source_format, the version null.
MAQ_API maq_status maq_scene_info(const maq_scene *scene, const maq_memory *memory, maq_tree **out);

// What making the scene repaired or left out. Lives as long as the scene.
MAQ_API const maq_findings *maq_scene_findings(const maq_scene *scene);

// The index of the first clip, node, material, mesh or attachment (a node of MAQ_NODE_ATTACHMENT)
// of this name, compared byte by byte; MAQ_SCENE_NONE when there is none.
MAQ_API uint32_t maq_scene_find_clip(const maq_scene *scene, const char *name);
MAQ_API uint32_t maq_scene_find_node(const maq_scene *scene, const char *name);
MAQ_API uint32_t maq_scene_find_material(const maq_scene *scene, const char *name);
MAQ_API uint32_t maq_scene_find_mesh(const maq_scene *scene, const char *name);
MAQ_API uint32_t maq_scene_find_attachment(const maq_scene *scene, const char *name);

// Leaves no vertex of a scene of maq_scene_from_document() more than `most` joints: those with the
// largest weights stay, and the weights that are left are scaled to the sum 1. Meshes with fewer
// influences stay as they are. Call it before anything refers to the scene. MAQ_BAD_ARGUMENT when
// `most` is 0; after any failure the scene is unchanged.
MAQ_API maq_status maq_scene_limit_influences(maq_scene *scene, uint32_t most);

// Frees a scene of maq_scene_from_document(). NULL is allowed.
MAQ_API void maq_scene_free(maq_scene *scene);

#ifdef __cplusplus
}
#endif

#endif
