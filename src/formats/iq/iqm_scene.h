// SPDX-License-Identifier: MIT
//
// The bridge between Inter-Quake models and scenes: what its files share.
//
// What a scene has no place for stays in extras under "iqm": of the scene how the file was stored,
// of nodes which joint they are, of clips how many frames they had.
#ifndef MQ_IQM_SCENE_H
#define MQ_IQM_SCENE_H

#include "base/math.h"
#include "formats/iq/iqe_meshes.h"
#include "formats/iq/iqm_priv.h"
#include "scene/scene.h"

// The functions of the rows.
maq_status mq_iqm_to_scene(const maq_document *document, mq_scene_builder *builder);
maq_status mq_iqm_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out);
maq_status mq_iqe_to_scene(const maq_document *document, mq_scene_builder *builder);
maq_status mq_iqe_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out);

#define IQM_EXTRAS "iqm"
// For animations that do not say how fast they are.
#define IQM_USUAL_RATE 30.0f

// The texture that a material's name stands for ("stone.png", or "wall;stone.png" as some exporters
// write it), within the name; NULL: none.
const char *mq_iqm_texture_of(const char *material);

// The inverse of any affine matrix; numbers of one that has none are not finite.
mq_mat34 mq_iqm_inverse(const mq_mat34 *m);

mq_mat34 mq_iqm_matrix_of(const maq_transform *transform);

// -------------------------------------------------------------------------------- into the scene

typedef struct iqm_way_in {
    const maq_iqm *iqm;
    mq_scene_builder *builder;
    mq_arena *arena;   // of the scene
    mq_arena *scratch; // for as long as the way takes
    uint32_t skin;     // MAQ_SCENE_NONE: there is none
    uint64_t cut_names;
} iqm_way_in;

// Each returns false when there is no memory.
const char *mq_iqm_scene_name(iqm_way_in *way, uint32_t text);
bool mq_iqm_scene_meshes(iqm_way_in *way);

// Adds a finding of the way with a count.
#define IQM_LOSE(findings, rule, number, ...)                                                      \
    do {                                                                                           \
        maq_finding *made_finding = IQM_FIND((findings), rule, MAQ_NO_OFFSET, 0, __VA_ARGS__);     \
        if (made_finding)                                                                          \
            made_finding->count = (number);                                                        \
    } while (0)

#endif
