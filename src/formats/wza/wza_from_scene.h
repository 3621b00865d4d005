// SPDX-License-Identifier: MIT
//
// What the files of the way from a scene to WZA share.
#ifndef MQ_WZA_FROM_SCENE_H
#define MQ_WZA_FROM_SCENE_H

#include "formats/wza/wza_scene.h"
#include "scene/pose.h"

typedef struct wza_maker {
    const maq_scene *scene;
    mq_arena *arena;
    mq_findings *findings;
    maq_wza *wza;
    const mq_mat34 *worlds; // of nodes at rest
    uint32_t material;      // the model's; MAQ_SCENE_NONE: none
    uint32_t *bones;        // the bone of each node; MAQ_SCENE_NONE: none
    uint32_t *bone_nodes;   // the node of each bone
    uint32_t bone_count;
    // The first shape of the mesh of each node, as a place in `shape_numbers`; MAQ_SCENE_NONE: none.
    uint32_t *first_shape;
    int32_t *shape_numbers;
    bool quiet; // the mesh at work was told of before
} wza_maker;

#define mq_wza_report(maker, rule, count, ...)                                                     \
    ((maker)->quiet ? (void)0                                                                      \
                    : mq_add_loss((maker)->findings, &mq_wza_rules[rule], (count), __VA_ARGS__))

// What extras have kept of a file, as far as it can be read (wza_from_scene_kept.c). Clips without
// any have an animation with the index -1.
maq_wza *mq_wza_restored(mq_arena *arena, const maq_scene *scene);

// Whether a material has the images of a texture block.
bool mq_wza_same_texture(mq_arena *arena, const maq_wza_texture *texture,
                         const maq_scene_material *material);

// Made from the scene alone: the mesh, its shapes and bones (wza_from_scene_model.c); an animation
// (wza_from_scene_clips.c). mq_wza_restore_order() takes note of what is where in a model that was
// kept. False: no memory.
bool mq_wza_make_model(wza_maker *maker);
bool mq_wza_restore_order(wza_maker *maker);
bool mq_wza_make_animation(wza_maker *maker, const maq_scene_clip *clip,
                           maq_wza_animation *animation);

static inline mq_vec3 mq_wza_vec3(const float v[3]) {
    return (mq_vec3){v[0], v[1], v[2]};
}

#endif
