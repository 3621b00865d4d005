// SPDX-License-Identifier: MIT
//
// Whether parts of two scenes are equal. Formats restore data from extras only where it still matches
// the scene.
#ifndef MQ_SCENE_SAME_H
#define MQ_SCENE_SAME_H

#include "maquette/scene.h"

// Positions, normals, tangents, texture coordinates and triangles.
bool mq_same_geometry(const maq_scene_mesh *a, const maq_scene_mesh *b);

// The shapes of meshes, their names aside.
bool mq_same_shapes(const maq_scene_mesh *a, const maq_scene_mesh *b);

// The influences of all vertices, weights of 0 aside.
bool mq_same_weights(const maq_scene_mesh *a, const maq_scene_mesh *b);

// Keys of channels, whatever their targets are.
bool mq_same_keys(const maq_scene_channel *a, const maq_scene_channel *b);

#endif
