// SPDX-License-Identifier: MIT
//
// The state of writing a glTF file, and the parts of the writer.
#ifndef MQ_GLTF_WRITE_H
#define MQ_GLTF_WRITE_H

#include "formats/gltf/gltf_json.h"
#include "formats/gltf/gltf_priv.h"

#define GLTF_NONE UINT32_MAX

typedef struct gltf_view {
    size_t offset, length;
    uint32_t target; // 0: none
} gltf_view;

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
    uint32_t view; // GLTF_NONE: by file
    const char *mime;
    const unsigned char *data;
    size_t data_length;
} gltf_image;

// A texture of the file: an image, and what else is said of it (NULL: nothing).
typedef struct gltf_texture {
    uint32_t image;
    const maq_value *description;
} gltf_texture;

typedef struct gltf_writer {
    const maq_scene *scene;
    mq_arena *arena;
    gltf_json json;
    mq_text bin;
    // The object "maquette" of what is being written; see mq_gltf_extras().
    mq_text side_text;
    gltf_json side;
    gltf_accessor *accessors;
    size_t accessor_count, accessor_room;
    gltf_view *views;
    size_t view_count, view_room;
    gltf_image *images;
    size_t image_count, image_room;
    gltf_texture *textures;
    size_t texture_count, texture_room;
    const maq_value **samplers;
    size_t sampler_count, sampler_room;
    const maq_value **look_images; // by their numbers there
    const char **extensions;       // that materials use
    size_t extension_count, extension_room;
    uint32_t *mesh_numbers; // by the scene's; GLTF_NONE: a mesh that glTF cannot hold
    uint32_t source_view;   // the original file; GLTF_NONE: there is none
    uint32_t *carriers;     // by node: the node of the file that shows its mesh
    bool *textured, *bumpy; // by material: it shows a texture in glTF; a normal texture
} gltf_writer;

// ------------------------------------------------------------------------------ gltf_buffer.c

// Begins a view at the end of the binary data, which the caller then writes, and ends it.
uint32_t mq_gltf_begin_view(gltf_writer *w, uint32_t target);
void mq_gltf_end_view(gltf_writer *w, uint32_t view);

// Floats, `count` rows of `width`; with bounds on request. The number of the accessor.
uint32_t mq_gltf_add_floats(gltf_writer *w, const float *values, uint32_t count, uint32_t width,
                            uint32_t target, bool bounds);
uint32_t mq_gltf_add_accessor(gltf_writer *w, const gltf_accessor *accessor);
const char *mq_gltf_type(uint32_t width);
void mq_gltf_bounds(gltf_accessor *accessor, const float *values, uint32_t count, uint32_t width);
void mq_gltf_write_buffers(gltf_writer *w, bool binary);

// ------------------------------------------------------------------------------ gltf_extras.c

// Closes what is being written with "extras": what the side object holds, the scene's extras, and
// `names` (the names of shapes, or NULL) for a mesh.
void mq_gltf_extras(gltf_writer *w, const maq_value *extras, const maq_scene_mesh *names);

// The name, and its bytes at the side when JSON cannot hold them.
void mq_gltf_name(gltf_writer *w, const char *name);
void mq_gltf_root_extras(gltf_writer *w);
void mq_gltf_clip_side(gltf_writer *w, const maq_scene_clip *clip);
void mq_gltf_side_extras(gltf_writer *w, const maq_value *extras);

// ------------------------------------------------------------------------ gltf_write_looks.c

// The members of an object of a look (gltf_looks.h) but `except`, a list that ends with NULL or is
// NULL.
void mq_gltf_write_passthrough(gltf_writer *w, const maq_value *object, int depth,
                               const char *const *except);
// A texture info of an image: with what a look says of it (NULL: nothing).
void mq_gltf_write_info(gltf_writer *w, const char *key, uint32_t image, const maq_value *info);
// Weights of shapes at rest, if the extras have any.
void mq_gltf_write_rest_weights(gltf_writer *w, const maq_value *extras,
                                const maq_scene_mesh *mesh);
// The lists of textures and samplers, and the names of extensions.
void mq_gltf_write_texture_lists(gltf_writer *w);
void mq_gltf_write_extensions(gltf_writer *w);

// ------------------------------------------------------------------- one file each of the others

void mq_gltf_write_meshes(gltf_writer *w);
// What is to say of a mesh at the side of the object that is being written.
void mq_gltf_mesh_side(gltf_writer *w, const maq_scene_mesh *mesh);
void mq_gltf_write_materials(gltf_writer *w);
// The image of a texture, added if need be.
uint32_t mq_gltf_image_number(gltf_writer *w, const maq_scene_texture *texture);
void mq_gltf_write_nodes(gltf_writer *w);
void mq_gltf_write_animations(gltf_writer *w);

#endif
