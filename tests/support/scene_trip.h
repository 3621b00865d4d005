// SPDX-License-Identifier: MIT
//
// Documents by way of a scene, whatever their families.
#ifndef TESTS_SUPPORT_SCENE_TRIP_H
#define TESTS_SUPPORT_SCENE_TRIP_H

#include "formats/format.h"

// The document of a variant that a finished scene gives. Fails the test when there is none.
maq_document *document_of_scene(const maq_scene *scene, const char *variant);

// A document that went through a scene and became one of a variant. Its findings are the losses of
// both ways. Fails the test when it does not come about.
maq_document *through_scene(const maq_document *document, const char *variant);

// A scene for tests: two joints, a skinned quad with normals, colours, two sets of texture
// coordinates and a shape, a still triangle below a node that moves, a shadow, an attachment, two
// clips, a box, an event. It lives as long as the arena.
void rich_scene(mq_arena *arena, mq_findings *findings, maq_scene *scene);

// Fails the test unless a check for a target (NULL: the default) has no error, also after the
// document was written and read.
void assert_no_errors(const maq_document *document, const char *target);

// For all files of a format in a folder that are read whole: a conversion to GLB and back gives the
// same document. Returns how many there were, and how many of them without any loss.
size_t assert_glb_trips(const char *folder, const char *ending, size_t *lossless);

#endif
