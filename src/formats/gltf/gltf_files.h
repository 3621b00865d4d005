// SPDX-License-Identifier: MIT
//
// Files beside a model.
#ifndef MQ_GLTF_FILES_H
#define MQ_GLTF_FILES_H

#include "formats/gltf/gltf_read.h"

// Reads the file of a buffer, whose (decoded) name is relative to the model. Each file is read once:
// *again is set when another buffer has it already. Without bytes the reason is reported. Not MAQ_OK when
// memory ran out.
maq_status mq_gltf_read_file(gltf_reader *r, uint32_t buffer, const char *name, gltf_bytes *out,
                             bool *again);

// The kind of an image that a glTF file may carry ("image/png"), or NULL.
const char *mq_gltf_image_kind(const unsigned char *bytes, size_t length);

#endif
