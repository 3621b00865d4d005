// SPDX-License-Identifier: MIT
//
// The state of reading a glTF file, and the parts of the reader.
#ifndef MQ_GLTF_READ_H
#define MQ_GLTF_READ_H

#include <cjson/cJSON.h>

#include "formats/gltf/gltf_priv.h"

#define GLTF_NONE UINT32_MAX

// The lists of a glTF file that others refer to.
typedef enum gltf_kind {
    GLTF_ACCESSORS,
    GLTF_VIEWS,
    GLTF_BUFFERS,
    GLTF_MESHES,
    GLTF_MATERIALS,
    GLTF_TEXTURES,
    GLTF_IMAGES,
    GLTF_SAMPLERS,
    GLTF_NODES,
    GLTF_SKINS,
    GLTF_ANIMATIONS,
    GLTF_SCENES,
    GLTF_KIND_COUNT,
} gltf_kind;

extern const char *const mq_gltf_kind_names[GLTF_KIND_COUNT];

// What a mesh and a clip take at the least, however empty.
#define MESH_COST 768
#define CLIP_COST 512

typedef struct gltf_list {
    uint32_t count;
    const cJSON **items;
    uint64_t *places; // in the file
} gltf_list;

typedef struct gltf_bytes {
    const unsigned char *bytes;
    size_t length;
} gltf_bytes;

typedef struct gltf_reader {
    maq_document *document;
    mq_arena *arena;
    mq_findings *findings;
    mq_scene_builder builder;
    const cJSON *root;
    const char *json; // the text, and where it lies in the file
    size_t json_length, json_offset;
    gltf_bytes bin; // of a GLB
    gltf_list lists[GLTF_KIND_COUNT];
    gltf_bytes *buffers;
    // What may still be taken in all, for numbers of accessors, and worked through; see
    // mq_gltf_charge().
    uint64_t pool_left, bytes_left, work_left;
    bool overcharged;
    const cJSON **sides;  // by node: its extras of ours, or NULL
    uint32_t *node_map;   // by node of the file: of the scene; GLTF_NONE: left out
    uint32_t *weight_map; // the same for what shows the node's mesh
    uint32_t *joint_map;  // the same for what moves a skin
    uint32_t *mesh_map;   // by mesh of the file: of the scene
    uint32_t mesh_total, clip_total;
    // What materials say beyond the scene; see gltf_looks.h.
    mq_node *looks, *look_images;
    uint32_t *look_numbers; // by image: its number there, from 1 on
    uint32_t look_count;
    const char **kept; // extensions that ride along
    size_t kept_count, kept_room;
} gltf_reader;

// A finding at an element of a list (GLTF_KIND_COUNT: at the file as such). The message begins with
// what it is about: "meshes[3]: ".
#define GLTF_TELL(r, rule, kind, index, format, ...)                                               \
    mq_add_finding((r)->findings, &mq_gltf_rules[GLTF_##rule],                                     \
                   mq_gltf_offset_of((r), (kind), (index)), 0, "%s[%u]: " format,                  \
                   mq_gltf_kind_names[(kind)], (unsigned)(index), __VA_ARGS__)
// The same for a part of such an element: "meshes[3].primitives[0]: ".
#define GLTF_TELL_PART(r, rule, kind, index, part, number, format, ...)                            \
    mq_add_finding((r)->findings, &mq_gltf_rules[GLTF_##rule],                                     \
                   mq_gltf_offset_of((r), (kind), (index)), 0, "%s[%u].%s[%u]: " format,           \
                   mq_gltf_kind_names[(kind)], (unsigned)(index), (part), (unsigned)(number),      \
                   __VA_ARGS__)
uint64_t mq_gltf_offset_of(const gltf_reader *r, gltf_kind kind, uint32_t index);
void mq_gltf_find_offsets(gltf_reader *r);

// ----------------------------------------------------------------------------------- gltf_scan.c

// What a tree of cJSON would take (never less than it does), and where the text is nested deeper
// than `deepest`.
typedef struct gltf_scan {
    uint64_t bytes;
    bool too_deep;
    size_t place;
} gltf_scan;
gltf_scan mq_gltf_scan(const char *text, size_t length, uint64_t deepest);

// ------------------------------------------------------------------------------ gltf_read_json.c

const cJSON *mq_gltf_get(const cJSON *object, const char *key);
// The first child of an array; NULL for others.
const cJSON *mq_gltf_first(const cJSON *array);
// How many children an array has, as far as there is memory for `cost` bytes of each; see
// mq_gltf_charge().
uint32_t mq_gltf_count(gltf_reader *r, const cJSON *array, uint32_t cost);
// Text of a string item; "" for others.
const char *mq_gltf_text(const cJSON *item);
// A whole number from 0 on, below GLTF_NONE. False when it is none.
bool mq_gltf_u32(const cJSON *item, uint32_t *out);
bool mq_gltf_float_of(const cJSON *item, float *out);
// Exactly `count` numbers.
bool mq_gltf_floats_of(const cJSON *item, float *out, uint32_t count);
// All numbers of an array, in the arena; NULL when it is none or there is no memory.
float *mq_gltf_float_list(gltf_reader *r, const cJSON *item, uint32_t *count);
// The number of a word in a list of words; `otherwise` when there is none.
uint32_t mq_gltf_word(const cJSON *item, const char *const *words, uint32_t count,
                      uint32_t otherwise);
// An index into a list: GLTF_NONE when there is none, or (with a finding) when it leads nowhere.
uint32_t mq_gltf_index(gltf_reader *r, const cJSON *owner, const char *key, gltf_kind to,
                       gltf_kind of, uint32_t of_index);
// Text that mq_gltf_exact() wrote, in the arena; NULL when it is none.
const char *mq_gltf_exact_of(gltf_reader *r, const cJSON *item, size_t *length);
// The extras of ours of an object, or NULL.
const cJSON *mq_gltf_side(const cJSON *object);
// The scene's extras from ours and foreign ones, with a look among them (gltf_looks.h) unless it is
// NULL.
const maq_value *mq_gltf_extras_of(gltf_reader *r, const cJSON *object, bool mesh);
const maq_value *mq_gltf_extras_with(gltf_reader *r, const cJSON *object, bool mesh,
                                     const char *key, const maq_value *look);
// Adds JSON to a tree of values. The key must live as long as the tree.
void mq_gltf_put(gltf_reader *r, mq_node *parent, const char *key, const cJSON *item);
// The same of an object at the side.
const maq_value *mq_gltf_side_extras_of(gltf_reader *r, const cJSON *side);
const char *mq_gltf_name_of(gltf_reader *r, const cJSON *object, const cJSON *side);
// Says that extras do not fit.
void mq_gltf_extras_off(gltf_reader *r, gltf_kind kind, uint32_t index, const char *what);

// -------------------------------------------------------------------------- gltf_read_accessor.c

// Numbers in a buffer. Everything lies within it.
typedef struct gltf_data {
    const unsigned char *bytes; // NULL: zeros
    size_t stride;
    uint32_t count, width, component;
    bool normalized, matrix;
    uint32_t sparse_count, sparse_component;
    const unsigned char *sparse_indices, *sparse_values;
} gltf_data;

bool mq_gltf_open_accessor(gltf_reader *r, uint32_t index, gltf_data *out);
double mq_gltf_number(const unsigned char *bytes, uint32_t component, bool normalized);
uint32_t mq_gltf_sparse_index(const gltf_data *data, uint32_t i);
// Asks for memory for numbers of accessors, and for time in proportion; without `memory` for time
// alone. False (with a finding, once) when it is too much.
bool mq_gltf_charge(gltf_reader *r, uint64_t count, uint64_t size, bool memory);
// The same for what has bytes of JSON of its own.
bool mq_gltf_charge_small(gltf_reader *r, uint64_t count, uint64_t size);
// All numbers of an accessor into `out`, as floats (`width` of each element) or as they are.
void mq_gltf_fill_floats(const gltf_data *data, float *out);
void mq_gltf_fill_uints(const gltf_data *data, uint32_t *out);
// The accessor as an array of its own; NULL (with a finding) when it cannot be had.
float *mq_gltf_take_floats(gltf_reader *r, uint32_t index, uint32_t width, uint32_t *count);
uint32_t *mq_gltf_take_uints(gltf_reader *r, uint32_t index, uint32_t *count);
bool mq_gltf_view(gltf_reader *r, uint32_t index, gltf_bytes *out, size_t *stride);
bool mq_gltf_data_uri(gltf_reader *r, const char *uri, gltf_bytes *out);
void mq_gltf_decode_uri(char *uri);
maq_status mq_gltf_read_buffers(gltf_reader *r);

// ------------------------------------------------------------------- materials and their looks

// The image of a texture, be it by an extension; GLTF_NONE (with a finding) when it has none.
uint32_t mq_gltf_image_of(gltf_reader *r, uint32_t texture);
// Its name and bytes. False (with a finding) when it has neither.
bool mq_gltf_read_image(gltf_reader *r, uint32_t index, maq_scene_texture *out);
// What a material says beyond the scene; NULL when that is nothing.
const maq_value *mq_gltf_read_passthrough(gltf_reader *r, uint32_t index,
                                          const maq_scene_material *material);
// The weights of shapes at rest of a mesh or node; NULL when they have none.
const maq_value *mq_gltf_read_rest_weights(gltf_reader *r, const cJSON *item, uint32_t shapes);
// What all looks share; NULL when that is nothing.
const maq_value *mq_gltf_read_passthroughs(gltf_reader *r);
void mq_gltf_keep_extensions(gltf_reader *r, const cJSON *extensions);
// Names the extensions that are not kept.
void mq_gltf_report_extensions(gltf_reader *r);

// ------------------------------------------------------------------- one file each of the others

void mq_gltf_read_materials(gltf_reader *r);
void mq_gltf_read_meshes(gltf_reader *r);
void mq_gltf_read_nodes(gltf_reader *r);
void mq_gltf_read_animations(gltf_reader *r);

#endif
