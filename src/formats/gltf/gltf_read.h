// SPDX-License-Identifier: MIT
//
// The state of reading a glTF file, and the parts of the reader.
#ifndef MQ_GLTF_READ_H
#define MQ_GLTF_READ_H

#include "base/value.h"
#include "formats/gltf/gltf_names.h"
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

// The memory of an empty mesh and an empty clip.
#define MESH_COST 768
#define CLIP_COST 512
// A triangle is 12 bytes in a scene; most formats need far more.
#define TRIANGLE_COST 24

typedef struct gltf_list {
    uint32_t count;
    const maq_value **items;
    const char **names; // of materials, nodes and animations
    gltf_names by_name; // see mq_gltf_names()
} gltf_list;

typedef struct gltf_bytes {
    const unsigned char *bytes;
    size_t length;
} gltf_bytes;

// Bytes that may be spent.
typedef struct gltf_budget {
    uint64_t limit, left;
} gltf_budget;

typedef struct gltf_reader {
    maq_document *document;
    mq_arena *arena;
    mq_findings *findings;
    mq_scene_builder builder;
    const maq_value *root;
    const maq_value *scene; // the default one, or NULL
    uint32_t scene_index;
    const char *json; // the text, and its offset in the file
    size_t json_length, json_offset;
    gltf_bytes bin; // of a GLB
    gltf_list lists[GLTF_KIND_COUNT];
    gltf_bytes *buffers;
    struct gltf_file *files; // of buffers, each once (gltf_files.c)
    size_t file_count;
    uint64_t length; // of the file and of its buffers beside it
    // Of memory in all, of memory for numbers of accessors, and of work; see mq_gltf_charge().
    gltf_budget memory, numbers, work;
    uint64_t temporary; // what mq_gltf_charge_temporary() has spent of the first two
    bool overcharged;
    bool *missing_buffers;
    bool lacks_data;              // the data last asked for is in a missing buffer
    const maq_value **own_extras; // by node: "maquette" in its extras, or NULL
    uint32_t *node_map;           // by node of the file: of the scene; GLTF_NONE: left out
    uint32_t *weight_map;         // the same for the node that has the mesh
    uint32_t *joint_map;          // the same for joints of skins
    uint32_t *mesh_map;           // by mesh of the file: of the scene
    uint32_t mesh_total;
    gltf_names mesh_names; // of the scene
    uint32_t *clip_keys;   // by clip: the number of its keys when it was written, or GLTF_NONE
    size_t clip_key_count, clip_key_capacity;
    // What the scene does not hold; see gltf_passthrough.h.
    mq_node *passthrough, *passthrough_images;
    uint32_t *image_numbers; // by image: 1 + its index in passthrough_images; 0: not there
    uint32_t image_count;
    const char **kept; // names of extensions that are kept
    size_t kept_count, kept_capacity;
} gltf_reader;

// A finding at an element of a list. The message begins with the element: "meshes[3]: ".
#define GLTF_REPORT(r, rule, kind, index, format, ...)                                             \
    mq_add_finding((r)->findings, &mq_gltf_rules[GLTF_##rule],                                     \
                   mq_gltf_offset_of((r), (kind), (index)), 0, "%s[%u]: " format,                  \
                   mq_gltf_kind_names[(kind)], (unsigned)(index), __VA_ARGS__)
// The same for a part of such an element: "meshes[3].primitives[0]: ".
#define GLTF_REPORT_PART(r, rule, kind, index, part, number, format, ...)                          \
    mq_add_finding((r)->findings, &mq_gltf_rules[GLTF_##rule],                                     \
                   mq_gltf_offset_of((r), (kind), (index)), 0, "%s[%u].%s[%u]: " format,           \
                   mq_gltf_kind_names[(kind)], (unsigned)(index), (part), (unsigned)(number),      \
                   __VA_ARGS__)
uint64_t mq_gltf_offset_of(const gltf_reader *r, gltf_kind kind, uint32_t index);

// ------------------------------------------------------------------------------ gltf_read_json.c

// How many children an array has, up to the budget of memory for `cost` bytes of each; see
// mq_gltf_charge().
uint32_t mq_gltf_count(gltf_reader *r, const maq_value *array, uint32_t cost);
// Text of a string item; "" for others.
const char *mq_gltf_text(const maq_value *item);
// A whole number from 0 on, below GLTF_NONE. False when the item is something else.
bool mq_gltf_u32(const maq_value *item, uint32_t *out);
bool mq_gltf_float_of(const maq_value *item, float *out);
// Exactly `count` numbers.
bool mq_gltf_floats_of(const maq_value *item, float *out, uint32_t count);
// All numbers of an array, in the arena; NULL when it is not one or there is no memory.
float *mq_gltf_float_list(gltf_reader *r, const maq_value *item, uint32_t *count);
// The index of a word in a list of words; `otherwise` when it is not among them.
uint32_t mq_gltf_word(const maq_value *item, const char *const *words, uint32_t count,
                      uint32_t otherwise);
// An index into a list: GLTF_NONE when there is none, or (with a finding) when it is out of range.
uint32_t mq_gltf_index(gltf_reader *r, const maq_value *owner, const char *key, gltf_kind to,
                       gltf_kind of, uint32_t of_index);
// Materials, nodes or animations by name; NULL when there is no memory. Helper nodes of the writer
// have no name there.
const gltf_names *mq_gltf_names(gltf_reader *r, gltf_kind kind);
// The element that extras refer to by name or by index; GLTF_NONE when it does not exist.
uint32_t mq_gltf_reference(gltf_reader *r, const maq_value *item, gltf_kind kind);
// Text that mq_gltf_exact() wrote, in the arena; NULL when the item is something else.
const char *mq_gltf_exact_of(gltf_reader *r, const maq_value *item, size_t *length);
// "maquette" in the extras of an object, or NULL.
const maq_value *mq_gltf_own_extras(const maq_value *object);
// The extras of the scene's object: those of formats, and those of other programs (under "gltf").
const maq_value *mq_gltf_extras_of(gltf_reader *r, const maq_value *object, bool mesh);
// The same where the extras of formats are in `own` instead of the extras of the object.
const maq_value *mq_gltf_merge_extras(gltf_reader *r, const maq_value *object, const maq_value *own,
                                      bool mesh);
// Adds a member to extras, which may be NULL, unless its value is NULL. The value becomes a part of
// the extras.
const maq_value *mq_gltf_add_member(gltf_reader *r, const maq_value *extras, const char *key,
                                    const maq_value *value);
// Adds JSON to a tree of values. The key must live as long as the tree.
void mq_gltf_put(gltf_reader *r, mq_node *parent, const char *key, const maq_value *item);
// The extras of formats alone.
const maq_value *mq_gltf_format_extras_of(gltf_reader *r, const maq_value *own);
const char *mq_gltf_name_of(gltf_reader *r, const maq_value *object, const maq_value *own);
// Reports extras that are ignored.
void mq_gltf_extras_ignored(gltf_reader *r, gltf_kind kind, uint32_t index, const char *what);

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
// Spends the budget of memory for numbers of accessors and of work in proportion; without `memory`
// of work alone. False (with a finding, once) when it is exceeded.
bool mq_gltf_charge(gltf_reader *r, uint64_t count, uint64_t size, bool memory);
// The bytes of a file and of its buffers justify memory and work: adds them to the budgets.
void mq_gltf_extend_budgets(gltf_reader *r, uint64_t length);
// The same for memory that mq_gltf_end_temporary() gives back.
bool mq_gltf_charge_temporary(gltf_reader *r, uint64_t count, uint64_t size);
void mq_gltf_end_temporary(gltf_reader *r);
// The same for items that have their own bytes of JSON.
bool mq_gltf_charge_small(gltf_reader *r, uint64_t count, uint64_t size);
// All numbers of an accessor into `out`, as floats (`width` of each element) or as they are.
void mq_gltf_fill_floats(const gltf_data *data, float *out);
void mq_gltf_fill_uints(const gltf_data *data, uint32_t *out);
// The numbers of an accessor in a new array; NULL (with a finding) when it is not valid.
float *mq_gltf_read_floats(gltf_reader *r, uint32_t index, uint32_t width, uint32_t *count);
// The same for unsigned integers, in a scratch arena: the memory is temporary.
uint32_t *mq_gltf_read_uints(gltf_reader *r, mq_arena *scratch, uint32_t index, uint32_t *count);
bool mq_gltf_view(gltf_reader *r, uint32_t index, gltf_bytes *out, size_t *stride);
bool mq_gltf_data_uri(gltf_reader *r, const char *uri, gltf_bytes *out);
void mq_gltf_decode_uri(char *uri);
maq_status mq_gltf_read_buffers(gltf_reader *r);

// --------------------------------------------------------------- materials and passthrough data

// The image of a texture, also one of an extension; GLTF_NONE (with a finding) when it has none.
uint32_t mq_gltf_image_of(gltf_reader *r, uint32_t texture);
// Its name and bytes. False (with a finding) when it has neither.
bool mq_gltf_read_image(gltf_reader *r, uint32_t index, maq_scene_texture *out);
// The members of a material that the scene does not hold; NULL when there are none.
const maq_value *mq_gltf_read_passthrough(gltf_reader *r, uint32_t index,
                                          const maq_scene_material *material);
// The rest weights of morph targets of a mesh or node; NULL when it has none.
const maq_value *mq_gltf_read_rest_weights(gltf_reader *r, const maq_value *item, uint32_t shapes);
// The extras of the primitives of a mesh; NULL when there are none.
const maq_value *mq_gltf_read_primitives(gltf_reader *r, const maq_value **items, uint32_t count);
// Passthrough data of the file; NULL when there is none.
const maq_value *mq_gltf_read_passthroughs(gltf_reader *r);
void mq_gltf_keep_extensions(gltf_reader *r, const maq_value *extensions);
// Names the extensions that are not kept.
void mq_gltf_report_extensions(gltf_reader *r);

// ------------------------------------------------------------------- one file each of the others

void mq_gltf_read_materials(gltf_reader *r);
void mq_gltf_read_meshes(gltf_reader *r);
void mq_gltf_read_nodes(gltf_reader *r);
// Whether a node is one that only the writer needed: it shows the mesh of another node, or stands for
// a joint.
bool mq_gltf_is_helper(const gltf_reader *r, uint32_t node);
void mq_gltf_read_animations(gltf_reader *r);
// Gives clips the rate of their keys, unless they still have the rate of the extras.
void mq_gltf_set_rates(const gltf_reader *r, maq_scene *scene);

#endif
