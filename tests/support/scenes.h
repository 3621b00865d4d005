// SPDX-License-Identifier: MIT
//
// From a scene to a document, without another document in between.
#ifndef TESTS_SUPPORT_SCENES_H
#define TESTS_SUPPORT_SCENES_H

#include "maquette/maquette.h"
#include "maquette/scene.h"

// The document of a variant that a finished scene becomes, its losses in its findings; maq_close()
// ends it. `settings` are pairs of a name and a value that end with NULL, or NULL. Fails the test
// when there is none.
maq_document *document_from_scene(const maq_scene *scene, const char *variant,
                                  const char *const *settings);

#endif
