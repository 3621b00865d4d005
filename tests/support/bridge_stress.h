// SPDX-License-Identifier: MIT
//
// Bytes that may be anything, by way of a scene and back. Sanitizers see what goes wrong.
#ifndef TESTS_SUPPORT_BRIDGE_STRESS_H
#define TESTS_SUPPORT_BRIDGE_STRESS_H

#include "maquette/scene.h"

// Opens bytes, and what can be opened becomes a scene, and that every variant of its own format, once
// with its extras and once without any. With memory of the default kind what is written can be read
// again without damage. MAQ_BAD_DATA when the bytes cannot be opened.
maq_status bridge_there_and_back(const void *bytes, size_t length, const char *name,
                                 const maq_memory *memory);

// The same with every request for memory failing that comes after the opening.
void bridge_failing_memory(const void *bytes, size_t length, const char *name);

// A scene into a variant, with every request for memory failing.
void bridge_failing_memory_from(const maq_scene *scene, const char *variant);

#endif
