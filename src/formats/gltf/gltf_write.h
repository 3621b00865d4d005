// SPDX-License-Identifier: MIT
//
// The state of writing a glTF file, and the parts of the writer.
#ifndef MQ_GLTF_WRITE_H
#define MQ_GLTF_WRITE_H

#include "formats/gltf/gltf_names.h"
#include "formats/gltf/gltf_priv.h"
#include "formats/gltf/gltf_write_json.h"

#define GLTF_NONE UINT32_MAX

// A view of the binary data. Its length is known before its bytes, which are written last, from where the scene
// has them: so a file needs no second copy of them in memory.
typedef struct gltf_view gltf_view;
struct gltf_view {
    // Writes `length` bytes.
    void (*write)(const gltf_view *view, mq_text *out);
    const void *from;             // what `write` reads: an array or an object of the scene
    const void *values;           // numbers of that object
    uint32_t first, count, width; // which of them, as `write` says
    uint32_t target;              // 0: none
    uint64_t length;
    uint64_t offset; // set by mq_gltf_add_view()
};

typedef struct gltf_accessor {
    uint32_t view; // GLTF_NONE: zeros
    uint32_t component, count;
    const char *type;
    uint32_t bound_count; // numbers in min and max; 0: none
    float min[4], max[4];
    uint32_t sparse_count, sparse_component, sparse_indices, sparse_values; // views
} gltf_accessor;

typedef struct gltf_image {
    const char *file;
    uint32_t view;            // GLTF_NONE: by file
    const maq_value *members; // other ones, or NULL
    const char *mime;
    const unsigned char *data;
    size_t data_length;
    // Images whose hashes fall together are in chains of numbers: 1 is the first image, 0 ends a chain.
    uint32_t hash, next;           // by name and length of the data
    uint32_t name_hash, next_name; // by name, the first of each name that is in the file
    uint32_t last_texture;         // the chain of textures that show it, by gltf_texture.previous
} gltf_image;

// A texture of the file: an image, and its other members (NULL: none).
typedef struct gltf_texture {
    uint32_t image;
    const maq_value *description;
    uint32_t previous; // of the same image, from 1; 0: none
} gltf_texture;

typedef struct gltf_writer {
    const maq_scene *scene;
    bool hide_images;
    mq_arena *arena;
    gltf_json json;
    // The object "maquette" in the extras of the object that is being written; see
    // mq_gltf_write_extras().
    mq_text own_text;
    gltf_json own;
    gltf_accessor *accessors;
    size_t accessor_count, accessor_capacity;
    gltf_view *views;
    size_t view_count, view_capacity;
    uint64_t data_length; // of all views, with the gaps between them
    gltf_image *images;
    size_t image_count, image_capacity;
    uint32_t *image_chains, *name_chains; // `chain_count` of each
    size_t chain_count;                   // a power of 2, or 0
    gltf_texture *textures;
    size_t texture_count, texture_capacity;
    const maq_value **samplers;
    size_t sampler_count, sampler_capacity;
    const maq_value **passthrough_images; // by their index in GLTF_FILE_KEY
    const char **extensions;              // that materials use
    size_t extension_count, extension_capacity;
    gltf_names node_names, material_names, mesh_names; // of the scene
    uint32_t *mesh_numbers; // by mesh of the scene; GLTF_NONE: it has no vertices
    uint32_t *roots;        // nodes of the file without a parent
    uint32_t root_count;
    uint32_t source_view;   // the original file; GLTF_NONE: there is none
    uint32_t *carriers;     // by node: the node of the file that shows its mesh
    bool *textured, *bumpy; // by material: it has a texture in glTF; a normal texture
} gltf_writer;

// ------------------------------------------------------------------------ gltf_write_buffers.c

// Adds a buffer view at the end of the binary data. Returns its index. What it reads stays until the file is
// written: it is of the scene or in the arena of the writer.
uint32_t mq_gltf_add_view(gltf_writer *w, const gltf_view *view);
// Views of arrays: bytes, words of 32 bits, and the lower halves of such words.
uint32_t mq_gltf_add_bytes(gltf_writer *w, const void *bytes, size_t length);
uint32_t mq_gltf_add_words(gltf_writer *w, const void *words, uint64_t count, uint32_t target);
uint32_t mq_gltf_add_halves(gltf_writer *w, const uint32_t *words, uint64_t count, uint32_t target);
// Writes the bytes of all views.
void mq_gltf_write_data(const gltf_writer *w, mq_text *out);

// Adds floats, `count` rows of `width`; with bounds on request. Returns the index of the accessor.
uint32_t mq_gltf_add_floats(gltf_writer *w, const float *values, uint32_t count, uint32_t width,
                            uint32_t target, bool bounds);
uint32_t mq_gltf_add_accessor(gltf_writer *w, const gltf_accessor *accessor);
const char *mq_gltf_type(uint32_t width);
void mq_gltf_bounds(gltf_accessor *accessor, const float *values, uint32_t count, uint32_t width);
void mq_gltf_write_buffers(gltf_writer *w, bool binary);

// ------------------------------------------------------------------------- gltf_write_extras.c

// The extras of other programs as they are, with w->own.
void mq_gltf_write_plain_extras(gltf_writer *w, const maq_value *other);
// Writes the "extras" of an object: w->own, the extras of the scene's object, and for a mesh
// (`names`, else NULL) the names of its morph targets.
void mq_gltf_write_extras(gltf_writer *w, const maq_value *extras, const maq_scene_mesh *names);
// The same without the extras of formats.
void mq_gltf_write_other_extras(gltf_writer *w, const maq_value *extras);

// The name; its bytes go to w->own when it is not UTF-8.
void mq_gltf_write_name(gltf_writer *w, const char *name);
// A reference to an object: its name if that is unique, otherwise its index.
void mq_gltf_write_reference(gltf_json *json, const char *key, const gltf_names *names,
                             const char *name, uint32_t index);
void mq_gltf_write_scene_extras(gltf_writer *w);
void mq_gltf_write_root_extras(gltf_writer *w);

// -------------------------------------------------------------------- gltf_write_passthrough.c

// A member of the passthrough data of the file, or NULL; the members of an object as they are.
const maq_value *mq_gltf_file_member(const gltf_writer *w, const char *key);
void mq_gltf_write_members(gltf_json *json, const maq_value *object);
// The members of an object of passthrough data (gltf_passthrough.h) but `except`, a list that ends
// with NULL or is NULL.
void mq_gltf_write_passthrough(gltf_writer *w, const maq_value *object, int depth,
                               const char *const *except);
// A texture info of an image, with the members of its passthrough data (NULL: none).
void mq_gltf_write_info(gltf_writer *w, const char *key, uint32_t image, const maq_value *info);
// The rest weights of morph targets, if the extras have any.
void mq_gltf_write_rest_weights(gltf_writer *w, const maq_value *extras,
                                const maq_scene_mesh *mesh);
// The lists of textures and samplers, and the names of extensions.
void mq_gltf_write_texture_lists(gltf_writer *w);
void mq_gltf_write_extensions(gltf_writer *w);

// ------------------------------------------------------------------- one file each of the others

void mq_gltf_write_meshes(gltf_writer *w);
// The members of w->own that describe a mesh.
void mq_gltf_write_mesh_extras(gltf_writer *w, const maq_scene_mesh *mesh);
void mq_gltf_write_materials(gltf_writer *w);
// The index of the image of a texture with these other members (or NULL), which is added if need be.
uint32_t mq_gltf_image_number(gltf_writer *w, const maq_scene_texture *texture,
                              const maq_value *members);
void mq_gltf_write_nodes(gltf_writer *w);
// The one scene with its extras; after nodes and meshes.
void mq_gltf_write_scene(gltf_writer *w);
void mq_gltf_write_animations(gltf_writer *w);
// Whether a clip is longer than its last key in glTF, so that one more key is written.
bool mq_gltf_needs_padding(const maq_scene_clip *clip);

#endif
