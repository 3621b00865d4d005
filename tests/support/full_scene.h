// SPDX-License-Identifier: MIT
//
// A scene by hand that uses everything a scene can have, for formats that can hold all of it.
#ifndef TESTS_SUPPORT_FULL_SCENE_H
#define TESTS_SUPPORT_FULL_SCENE_H

#include "scene/scene.h"

// Fails the test when there is no memory, or when the scene needs repairs.
void full_scene(mq_arena *arena, maq_scene *out);

// A document of a variant with that scene, to be closed.
maq_document *full_document(const char *variant);

#endif
