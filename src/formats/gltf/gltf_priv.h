// SPDX-License-Identifier: MIT
//
// What the files of the glTF room share. A document's content is a scene.
#ifndef MQ_GLTF_PRIV_H
#define MQ_GLTF_PRIV_H

#include "formats/format.h"
#include "formats/gltf/gltf_rules.h"
#include "maquette/gltf.h"

// The room's row in the registry (gltf.c).
extern const mq_format mq_gltf_format;

maq_status mq_gltf_read(maq_document *document);
void mq_gltf_write(const maq_document *document, mq_text *out);

// Brings a scene that the document owns into the form that a file can say: weights whose sum no
// validator minds, no joint twice at a vertex, channels in the order of the file. Reading gives
// scenes of this form, so that what is written and read again is the same. False: no memory.
bool mq_gltf_canonicalize(mq_arena *arena, maq_scene *scene);

// How the channels of a settled clip lie: first those that glTF knows, by rising node and path; then
// shape weights that merge, by rising node and shape; then the others.
typedef struct gltf_split {
    uint32_t native, weights;
} gltf_split;
gltf_split mq_gltf_split(const maq_scene_clip *clip);
// How many channels from `first` on are shape weights of one node that share their times.
uint32_t mq_gltf_weight_group(const maq_scene_clip *clip, uint32_t first);

const maq_variant *mq_gltf_variant(bool binary);

// GLB: the file's and its chunks' magic numbers.
#define GLB_MAGIC 0x46546c67u
#define GLB_JSON 0x4e4f534au
#define GLB_BIN 0x004e4942u

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
