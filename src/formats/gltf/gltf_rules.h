// SPDX-License-Identifier: MIT
//
// The rules of glTF files, by name. gltf_rules.c has their texts and severities.
#ifndef MQ_GLTF_RULES_H
#define MQ_GLTF_RULES_H

#include "maquette/maquette.h"

typedef enum gltf_rule {
    // 00xx: the file as such
    GLTF_NOT_JSON,
    GLTF_GLB_HEADER,
    GLTF_GLB_LENGTH,
    GLTF_GLB_CHUNK,
    GLTF_NOT_UTF8,
    GLTF_ASSET_VERSION,
    GLTF_EXTENSION_REQUIRED,
    GLTF_EXTENSION_IGNORED,
    GLTF_BUFFER_MISSING,
    GLTF_BUFFER_SHORT,
    GLTF_BUFFER_URI,
    GLTF_TOO_MUCH,
    GLTF_REFERENCE,
    GLTF_JSON_LIMIT,
    // 02xx: accessors
    GLTF_ACCESSOR_RANGE,
    GLTF_ACCESSOR_TYPE,
    // 03xx: meshes
    GLTF_MODE,
    GLTF_NO_POSITIONS,
    GLTF_NORMALS_MADE,
    GLTF_ATTRIBUTE_IGNORED,
    GLTF_TRIANGLES_DROPPED,
    GLTF_NUMBERS_REPAIRED,
    // 04xx: nodes
    GLTF_NODE_TREE,
    GLTF_NODE_MATRIX,
    GLTF_OTHER_SCENES,
    GLTF_CAMERA,
    // 05xx: animations
    GLTF_CUBIC_SPLINE,
    GLTF_KEYS_DROPPED,
    GLTF_CHANNEL_IGNORED,
    // 06xx: materials
    GLTF_MATERIAL_IGNORED,
    GLTF_IMAGE_BROKEN,
    GLTF_IMAGE_NOT_EMBEDDED,
    // 07xx: extras
    GLTF_EXTRAS_IGNORED,
    // 09xx: losses
    GLTF_LOSS_IMAGE,
    GLTF_LOSS_MATERIAL,
    GLTF_LOSS_SHAPE_WEIGHTS,
    GLTF_LOSS_FILE,
    GLTF_RULE_COUNT,
} gltf_rule;

extern const maq_rule mq_gltf_rules[GLTF_RULE_COUNT];

// Adds a finding of one of these rules.
#define GLTF_FIND(findings, name, offset, length, ...)                                             \
    mq_add_finding((findings), &mq_gltf_rules[GLTF_##name], (offset), (length), __VA_ARGS__)

#endif
