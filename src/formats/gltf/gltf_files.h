// SPDX-License-Identifier: MIT
//
// Files beside a model.
#ifndef MQ_GLTF_FILES_H
#define MQ_GLTF_FILES_H

#include "formats/gltf/gltf_priv.h"

// Whether a name is a relative path that stays in the folder.
bool mq_gltf_is_safe_relative_path(const char *name);

// The path of a name in the folder of a file; NULL when there is no memory.
const char *mq_gltf_path_beside(mq_arena *arena, const char *file, const char *name);

// The kind of an image that a glTF file may carry ("image/png"), or NULL.
const char *mq_gltf_image_kind(const unsigned char *bytes, size_t length);

// Gives the textures of the scene of a document the data of their files, if these are in the folder
// of the file that the document is made from or below. The others are reported.
void mq_gltf_embed_images(maq_document *out, maq_scene *scene);

#endif
