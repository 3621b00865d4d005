// SPDX-License-Identifier: MIT
//
// The bridge between Inter-Quake models and scenes: what its files share.
//
// Properties that a scene cannot hold are in extras under "iqm": of the scene how vertices are
// stored, of nodes the number of the joint, of clips the number of frames and the stated rate.
#ifndef MQ_IQ_SCENE_H
#define MQ_IQ_SCENE_H

#include <math.h>

#include "base/math.h"
#include "formats/iq/iqe_meshes.h"
#include "formats/iq/iqm_priv.h"
#include "scene/scene.h"

#define IQM_EXTRAS "iqm"
// For animations without a frame rate.
#define IQM_DEFAULT_RATE 30.0f

// How long an animation lasts, in seconds: from its first frame to its last.
static inline double mq_iq_seconds(uint32_t frames, double rate) {
    bool rated = rate > 0 && isfinite(rate);
    return frames > 0 ? (frames - 1) / (rated ? rate : (double)IQM_DEFAULT_RATE) : 0;
}

// Vertices without weights rest, whatever the joints do. In a scene a joint that nothing moves holds
// them; extras mark its node.
#define IQM_UNWEIGHTED "unweighted"
bool mq_iq_is_unweighted_joint(const maq_scene_node *node);

// The texture that a material's name stands for ("stone.png", or "wall;stone.png" as some exporters
// write it), within the name; NULL: none.
const char *mq_iq_material_texture(const char *material);

// Adds a material that is not there yet, which keeps the name. Returns the number of the material,
// MAQ_SCENE_NONE for an empty name or when there is no memory.
uint32_t mq_iq_add_material(mq_scene_builder *builder, iq_name_table *names, const char *name);

// The inverse of any affine matrix; numbers of one that has none are not finite.
mq_mat34 mq_iq_affine_inverse(const mq_mat34 *m);

mq_mat34 mq_iq_matrix_from_transform(const maq_transform *transform);

// -------------------------------------------------------------------------------- into the scene

typedef struct iqm_importer {
    const maq_iqm *iqm;
    mq_scene_builder *builder;
    mq_arena *arena;   // of the scene
    mq_arena *scratch; // for the time of the conversion
    uint32_t skin;     // MAQ_SCENE_NONE: there is none
    uint32_t
        unweighted; // the joint of the skin that holds vertices without weights; 0: there are none
    uint64_t cut_names;
} iqm_importer;

// Each returns false when there is no memory.
const char *mq_iqm_import_name(iqm_importer *importer, uint32_t text);
bool mq_iqm_import_meshes(iqm_importer *importer);

// Adds a loss that stands for `number` things.
#define IQM_LOSS(findings, rule, number, ...)                                                      \
    mq_add_loss((findings), &mq_iqm_rules[IQM_##rule], (number), __VA_ARGS__)

#endif
