// SPDX-License-Identifier: MIT
//
// The document of Pangya puppets: PET, APET, BPET and MPET, versions 1.0 to 1.3.
//
// A puppet is a sequence of sections. The document holds the bytes of each section, in the order of
// the file, and what the known sections contain. Values are as in the file: left-handed axes with y
// up, positions in the space of a vertex' first bone, times in seconds. Texts are CP949 bytes
// (maq_pet_utf8() converts one to UTF-8). Nothing here is validated (an index may be out of range):
// maq_check() does that. Offsets are offsets in the file; they have no meaning in a document that
// was not read from a file (maq_document_source() is NULL).
#ifndef MAQUETTE_PET_H
#define MAQUETTE_PET_H

#include "maquette/maquette.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum maq_pet_kind {
    MAQ_PET_PET = 0,  // a complete puppet
    MAQ_PET_APET = 1, // animation
    MAQ_PET_BPET = 2, // skeleton
    MAQ_PET_MPET = 3, // mesh: a part of a body
} maq_pet_kind;

// There are two layouts: the one that the game reads, and the one of the published document.
typedef enum maq_pet_layout {
    MAQ_PET_CLIENT = 0,
    MAQ_PET_DOCUMENTED = 1,
} maq_pet_layout;

// All known sections, in the order of a new file.
typedef enum maq_pet_tag {
    MAQ_PET_VERS = 0,
    MAQ_PET_TEXT,
    MAQ_PET_SMTL,
    MAQ_PET_BONE,
    MAQ_PET_ANIM,
    MAQ_PET_MESH,
    MAQ_PET_FANM,
    MAQ_PET_FRAM,
    MAQ_PET_MOTI,
    MAQ_PET_EXTR,
    MAQ_PET_COLL,
    MAQ_PET_OTHER, // any other four letters
} maq_pet_tag;
#define MAQ_PET_KNOWN_TAGS 11

// Which form of ANIM a section has.
typedef enum maq_pet_anim_form {
    MAQ_PET_ANIM_USUAL = 0,
    MAQ_PET_ANIM_IGNORED_WORD = 1, // client 1.0, 1.1: the word after the rotations is ignored
    MAQ_PET_ANIM_EXTRA_WORD = 2,   // documented 1.1: with the extra word of 1.0
} maq_pet_anim_form;

// How the bytes of a section are laid out.
typedef struct maq_pet_encoding {
    maq_pet_kind kind;
    maq_pet_layout layout;
    uint32_t minor; // 0 to 3
    maq_pet_anim_form anim_form;
} maq_pet_encoding;

typedef enum maq_pet_state {
    MAQ_PET_DECODED = 0,
    MAQ_PET_RAW = 1,       // unknown, or fits no layout: bytes alone
    MAQ_PET_DUPLICATE = 2, // a second section of a known name, which the game ignores
} maq_pet_state;

typedef struct maq_pet_section {
    char name[4];
    maq_pet_tag tag;
    maq_pet_state state;
    maq_pet_encoding encoding;
    uint32_t declared_length; // more than `length` when the file ends within the section
    size_t length;
    const unsigned char *bytes;
    uint64_t
        offset; // of the section's name; MAQ_NO_OFFSET when the document was not read from a file
} maq_pet_section;

// Bytes without a NUL at the end.
typedef struct maq_pet_text {
    const char *bytes;
    uint32_t length;
} maq_pet_text;

typedef struct maq_pet_texture {
    // Up to the first NUL; the bytes after it have no meaning and are kept. In the documented layout a
    // name may have 44 bytes and continue in the fields below, up to the offset.
    char name[32];
    int8_t flag;   // not 0: kept out of shared texture pages
    uint8_t group; // of the face animation; 0: none
    uint8_t pad[2];
    uint32_t diffuse; // 0xAARRGGBB
    int32_t handle;
    uint64_t offset;
} maq_pet_texture;

typedef enum maq_pet_value_type {
    MAQ_PET_BOOL = 0,
    MAQ_PET_INT = 1,
    MAQ_PET_FLOAT = 2,
    MAQ_PET_VEC2 = 3,
    MAQ_PET_VEC3 = 4,
    MAQ_PET_VEC4 = 5,
    MAQ_PET_MATRIX = 6,
    MAQ_PET_MATRICES = 7, // of unknown layout: a section that has one is kept raw
    MAQ_PET_TEXTURE = 8,
} maq_pet_value_type;

typedef struct maq_pet_value {
    maq_pet_text name;
    maq_pet_value_type type;
    uint32_t word;     // MAQ_PET_BOOL, MAQ_PET_INT (two's complement)
    float floats[16];  // MAQ_PET_FLOAT to MAQ_PET_MATRIX
    maq_pet_text text; // MAQ_PET_TEXTURE
    uint64_t offset;
} maq_pet_value;

typedef struct maq_pet_material {
    maq_pet_text name;
    const maq_pet_value *values;
    uint32_t value_count;
    uint64_t offset;
} maq_pet_material;

// The index of a bone; -1: none. `wide`: written in three bytes although one is enough.
typedef struct maq_pet_id {
    int32_t bone;
    bool wide;
} maq_pet_id;

typedef struct maq_pet_bone {
    maq_pet_text name;
    maq_pet_id parent;
    // The x, y and z axis and the translation, three numbers each, relative to the parent. The
    // identity where the section has no matrices.
    float matrix[12];
    float extra; // 1.3: -1 in every known file
    uint64_t offset;
} maq_pet_bone;

typedef struct maq_pet_key {
    float time;
    float value[4]; // x y z (position, scale), x y z w (rotation), one number (flag)
} maq_pet_key;

typedef struct maq_pet_track {
    const maq_pet_key *keys;
    uint32_t count;
    uint64_t offset; // of the count
} maq_pet_track;

typedef struct maq_pet_animation {
    maq_pet_id id;
    maq_pet_track position, rotation, scale, flag;
    uint32_t word; // documented 1.0: the word after the count of rotations; client 1.0, 1.1 with
                   // MAQ_PET_ANIM_IGNORED_WORD: the word after the rotations
    uint64_t offset;
} maq_pet_animation;

// A face animation: a texture for all triangles of a group.
typedef struct maq_pet_face {
    uint8_t group;
    char name[32], texture[32]; // as maq_pet_texture.name
    uint64_t offset;
} maq_pet_face;

typedef struct maq_pet_frame {
    uint32_t number; // 30 per second
    maq_pet_text script[3];
    uint32_t check;
    bool has_check;  // a single, empty frame may lack it
    float vector[3]; // documented layout: instead of script[1], script[2] and check
    uint64_t offset;
} maq_pet_frame;

typedef struct maq_pet_motion {
    maq_pet_text name;
    uint32_t start, end; // frames
    maq_pet_text next, method;
    float time; // seconds of blending; not in the documented layout
    maq_pet_text bone;
    uint64_t offset;
} maq_pet_motion;

typedef struct maq_pet_box {
    uint32_t shape, show;
    maq_pet_text name, bone;
    maq_pet_text option[2]; // client layout
    uint8_t unknown_byte;   // documented layout, 1.0
    uint32_t unknown[2];    // documented layout
    float min[3], max[3];
    uint64_t offset;
} maq_pet_box;

// A range of vertices and triangles of an MPET that is attached to one bone.
typedef struct maq_pet_skin {
    uint8_t bone;
    uint8_t pad[3];
    uint32_t first_vertex, vertex_count, first_triangle, triangle_count;
    uint64_t offset;
} maq_pet_skin;

// The sizes of a mesh. maq_pet_mesh_open() decodes it: meshes are by far the largest part of puppets,
// and many callers do not need them.
typedef struct maq_pet_mesh_summary {
    uint32_t vertex_count, triangle_count, weight_count, uv_count;
    uint32_t uv_sets; // the most that a corner has
    const maq_pet_skin *skins;
    uint32_t skin_count;
    bool absolute; // vertex indices count from the first vertex of the mesh, not of the skin
} maq_pet_mesh_summary;

typedef struct maq_pet {
    maq_pet_kind kind;
    maq_pet_layout layout;
    uint32_t minor;               // of the sections' form; the major version is 1
    uint8_t version[2];           // as VERS has them, minor first; 0, 1 when there is none
    bool has_version;             // there is a VERS
    bool wide_bone_count;         // written in three bytes although one is enough
    bool has[MAQ_PET_KNOWN_TAGS]; // which sections are decoded
    const maq_pet_section *sections;
    const maq_pet_texture *textures;     // TEXT
    const maq_pet_material *materials;   // SMTL
    const maq_pet_bone *bones;           // BONE
    const maq_pet_animation *animations; // ANIM
    const maq_pet_face *faces;           // FANM
    const maq_pet_frame *frames;         // FRAM
    const maq_pet_motion *motions;       // MOTI
    const maq_pet_id *extras;            // EXTR
    const maq_pet_box *boxes;            // COLL
    uint32_t section_count, texture_count, material_count, bone_count, animation_count;
    uint32_t face_count, frame_count, motion_count, extra_count, box_count;
    maq_pet_mesh_summary mesh; // MESH
    const unsigned char *tail; // bytes after the last section, too few for another one
    size_t tail_length;
} maq_pet;

// The puppet, or NULL when the document is of another format or holds findings alone.
MAQ_API const maq_pet *maq_document_pet(const maq_document *document);

typedef struct maq_pet_weight {
    maq_pet_id id;
    uint8_t weight; // of 255
} maq_pet_weight;

typedef struct maq_pet_vertex {
    float position[3]; // in the space of the first of its bones
    float seam;        // MPET; 1 elsewhere
    uint32_t first_weight, weight_count;
    uint8_t pad[2]; // client layout, vertices of one weight
} maq_pet_vertex;

typedef struct maq_pet_corner {
    uint32_t vertex; // counted from the first vertex of the mesh
    float normal[3];
    uint32_t first_uv, uv_count;
} maq_pet_corner;

typedef struct maq_pet_uv {
    float u, v;
} maq_pet_uv;

typedef struct maq_pet_triangle {
    maq_pet_corner corners[3];
    uint8_t texture;
    int8_t specular; // -1: none
} maq_pet_triangle;

typedef struct maq_pet_mesh {
    const maq_pet_vertex *vertices;
    const maq_pet_weight *weights;
    const maq_pet_triangle *triangles;
    const maq_pet_uv *uvs;
    const maq_pet_skin *skins;
    uint32_t vertex_count, weight_count, triangle_count, uv_count, skin_count;
    bool absolute;     // see maq_pet_mesh_summary
    const void *owner; // the library's
} maq_pet_mesh;

// Decodes the mesh of a puppet. MAQ_BAD_ARGUMENT when it has none. maq_pet_mesh_free() frees it; it
// may outlive the document.
MAQ_API maq_status maq_pet_mesh_open(const maq_document *document, const maq_memory *memory,
                                     maq_pet_mesh *out);
MAQ_API void maq_pet_mesh_free(maq_pet_mesh *mesh);

// Makes a document from a struct that the caller filled; everything is copied. A section of
// `pet->sections` that has bytes is written with them; one without bytes is encoded from the lists
// of the struct (MESH from `mesh`, which may otherwise be NULL) for pet->kind, ->layout and ->minor.
// Sections that have content but are not in the list are added in their usual order. To edit a
// puppet, copy the struct and the list of its sections, change a list, and set the bytes of its
// section to NULL. MAQ_BAD_ARGUMENT when that kind, layout and version cannot hold something (a
// count or an index that is too large).
MAQ_API maq_status maq_document_from_pet(const maq_pet *pet, const maq_pet_mesh *mesh,
                                         const maq_memory *memory, maq_document **out);

// A text of a puppet as UTF-8. Bytes that are not CP949 become \xNN.
MAQ_API maq_status maq_pet_utf8(const char *bytes, size_t length, const maq_memory *memory,
                                maq_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
