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

#endif
