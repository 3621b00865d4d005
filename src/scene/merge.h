// SPDX-License-Identifier: MIT
//
// One scene from several: a turret on a tank, a weapon in a hand.
#ifndef MQ_SCENE_MERGE_H
#define MQ_SCENE_MERGE_H

#include "scene/scene.h"

// Adds a finished scene to a builder. Its root nodes become children of `parent` (MAQ_SCENE_NONE: they
// stay roots), so that it moves with that node. A name that the builder has already becomes
// "PREFIX/name". Clips of the same name become one. What the scene points to must outlive the result.
//
// Events, and extras of the scene itself, are taken from the first scene alone; `dropped` counts those
// of later ones. False when there is no memory.
bool mq_scene_merge(mq_scene_builder *builder, const maq_scene *scene, uint32_t parent,
                    const char *prefix, uint64_t *dropped);

// The node of a name among the nodes from `first` on: an attachment if there is one, else a joint,
// else any. MAQ_SCENE_NONE when there is none.
uint32_t mq_scene_find_attachment(const maq_scene *scene, uint32_t first, const char *name);

#endif
