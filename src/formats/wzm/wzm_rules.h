// SPDX-License-Identifier: MIT
//
// The rules of WZM files, by name. wzm_rules.c holds what each says and weighs.
#ifndef MQ_WZM_RULES_H
#define MQ_WZM_RULES_H

#include "formats/directives.h"

enum {
    WZM_TARGET_SPEC,
    WZM_TARGET_QWZM,
    WZM_TARGET_WMIT,
    WZM_TARGET_COUNT,
};

typedef enum wzm_rule {
    // 00xx: the text as such, after the rules of mq_directive_rule
    WZM_NOT_WZM = MQ_DR_COUNT,
    WZM_BAD_VERSION,
    WZM_VERSION_3,
    WZM_VERSION_1_2,
    // 01xx: the head
    WZM_TEXTURE_MISSING,
    WZM_MESHES_MISSING,
    WZM_MESHES_COUNT,
    WZM_ORDER,
    WZM_REPEATED,
    WZM_OTHER_VERSION,
    WZM_MESH_MISSING,
    // 02xx: meshes
    WZM_SECTION_MISSING,
    WZM_MESH_NUMBER,
    WZM_NAME_LONG,
    WZM_NAME_CHARACTERS,
    WZM_TEAM_COLOURS,
    WZM_TEAM_ARRAYS,
    WZM_ARRAY_LIMIT,
    WZM_ARRAY_NUMBER,
    WZM_ARRAY_COUNT,
    WZM_INDEX_RANGE,
    WZM_INDEX_16_BITS,
    WZM_INDEX_REPEATED,
    WZM_UV_ABOVE_ONE,
    WZM_UV_NEGATIVE,
    WZM_NORMAL_LENGTH,
    WZM_TANGENT_SIDE,
    // 03xx: frames and connectors
    WZM_FRAME_ARRAY,
    WZM_FRAME_TIME,
    WZM_FRAME_ROTATION,
    WZM_CONNECTOR_FORM,
    WZM_CONNECTOR_TYPE,
    WZM_CONNECTORS_REFUSED,
    WZM_CONNECTORS_LAST,
    // 09xx: losses of a conversion, and what it made up
    WZM_LOSS_COMMENTS,
    WZM_LOSS_NAME,
    WZM_LOSS_FRAMES,
    WZM_LOSS_TEXTURE_ARRAYS,
    WZM_LOSS_CONNECTOR,
    WZM_LOSS_MAPS,
    WZM_LOSS_MATERIAL,
    WZM_LOSS_NORMALS,
    WZM_LOSS_BOUNDS,
    WZM_MADE_NORMALS,
    WZM_MADE_ARRAYS,
    WZM_LOSS_ROLE,
    WZM_LOSS_STREAMS,
    WZM_LOSS_SKIN,
    WZM_LOSS_SHAPES,
    WZM_LOSS_TEXTURING,
    WZM_LOSS_NODES,
    WZM_LOSS_MOTION,
    WZM_LOSS_THINGS,
    WZM_LOSS_EXTRAS,
    WZM_LOSS_ROUNDS,
    WZM_SPLIT,
    WZM_RULE_COUNT,
} wzm_rule;

extern const maq_rule mq_wzm_rules[WZM_RULE_COUNT];

#endif
