// SPDX-License-Identifier: MIT
//
// glTF 2.0 and GLB. A document of this format is a scene: scene.h says all about it.
#ifndef MAQUETTE_GLTF_H
#define MAQUETTE_GLTF_H

#include "maquette/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// The scene of a document of the format gltf; NULL for others. It lives as long as the document.
MAQ_API const maq_scene *maq_document_gltf(const maq_document *document);

#ifdef __cplusplus
}
#endif

#endif
