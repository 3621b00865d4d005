// SPDX-License-Identifier: MIT
//
// What the files of the glTF module share. The content of a document is a scene.
#ifndef MQ_GLTF_PRIV_H
#define MQ_GLTF_PRIV_H

#include "formats/format.h"
#include "formats/gltf/gltf_rules.h"
#include "maquette/gltf.h"

// The row in the registry (gltf.c).
extern const mq_format mq_gltf_format;

maq_status mq_gltf_read(maq_document *document);
void mq_gltf_write(const maq_document *document, mq_text *out);
maq_status mq_gltf_to_scene(const maq_document *document, mq_scene_builder *builder);

// Brings a scene that the document owns into the form that a file can hold: weights whose sum is 1 for
// validators, no joint twice at a vertex, channels in the order of the file. Reading gives scenes of
// this form, so that writing and reading again changes nothing. False when there is no memory.
bool mq_gltf_canonicalize(mq_arena *arena, maq_scene *scene);

// The order of the channels of a canonical clip: first those that glTF has, by node and path; then
// weights of morph targets that become one sampler, by node and target; then the others.
typedef struct gltf_split {
    uint32_t native, weights;
} gltf_split;
gltf_split mq_gltf_split(const maq_scene_clip *clip);
// How many channels from `first` on are weights of the morph targets of one node with the same times.
uint32_t mq_gltf_weight_group(const maq_scene_clip *clip, uint32_t first);

// Whether all keys of some channels are at frames of a rate, how many keys there are, and a rate that
// they match (0: none).
bool mq_gltf_matches_rate(const maq_scene_channel *channels, size_t count, double rate);
uint32_t mq_gltf_key_count(const maq_scene_channel *channels, size_t count);
float mq_gltf_recognise_rate(const maq_scene_channel *channels, size_t count);

const maq_variant *mq_gltf_variant(bool binary);

// GLB: the file's and its chunks' magic numbers.
#define GLB_MAGIC 0x46546c67u
#define GLB_JSON 0x4e4f534au
#define GLB_BIN 0x004e4942u

// What a mesh can have at most: more than any model needs, and few enough that a linear search for
// names is fast.
enum { GLTF_MOST_SETS = 16, GLTF_MOST_ATTRIBUTES = 64 };

// Kinds of numbers in accessors.
enum {
    GLTF_I8 = 5120,
    GLTF_U8 = 5121,
    GLTF_I16 = 5122,
    GLTF_U16 = 5123,
    GLTF_U32 = 5125,
    GLTF_F32 = 5126,
};

#endif
