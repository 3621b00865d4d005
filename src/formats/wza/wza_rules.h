// SPDX-License-Identifier: MIT
//
// The rules of WZA files, by name. wza_rules.c holds what each says and weighs.
#ifndef MQ_WZA_RULES_H
#define MQ_WZA_RULES_H

#include "formats/directives.h"

typedef enum wza_rule {
    // 00xx: the text as such, after the rules of mq_directive_rule
    WZA_NOT_WZA = MQ_DR_COUNT,
    WZA_BAD_VERSION,
    WZA_NOT_UTF8,
    WZA_NAME_CHARACTERS,
    WZA_NAME_UNCLOSED,
    WZA_ORDER,
    WZA_REPEATED,
    WZA_COUNT_MISSING,
    WZA_COUNT_WRONG,
    WZA_EMPTY,
    // 01xx: the texture
    WZA_FLAG,
    // 02xx: shapes
    WZA_SHAPES_MISSING,
    WZA_SHAPE_ZERO_MISSING,
    WZA_SHAPE_REPEATED,
    WZA_SHAPE_RANGE,
    WZA_LIST_MISSING,
    WZA_VERTEX_REPEATED,
    WZA_VERTEX_RANGE,
    WZA_VERTEX_UNKNOWN,
    WZA_FACE_REPEATED,
    WZA_FACE_RANGE,
    WZA_FACE_UNKNOWN,
    WZA_CORNER_RANGE,
    WZA_CORNER_REPEATED,
    WZA_TOPOLOGY,
    WZA_VECTOR_LENGTH,
    WZA_UV_TILES,
    // 03xx: bones
    WZA_BONE_REPEATED,
    WZA_BONE_RANGE,
    WZA_PARENT_UNKNOWN,
    WZA_BONE_CYCLE,
    WZA_BONE_VERTEX_RANGE,
    WZA_BONE_VERTEX_REPEATED,
    // 04xx: animations
    WZA_ANIMATION_REPEATED,
    WZA_LENGTH_NEGATIVE,
    WZA_PROPERTY_KIND,
    WZA_PROPERTY_REPEATED,
    WZA_PROPERTY_TWICE,
    WZA_PROPERTY_TARGET,
    WZA_SHAPE_ZERO_ANIMATED,
    WZA_TEXTURE_INDEX,
    WZA_TEXTURE_STILL,
    WZA_TEXTURE_INTERPOLATED,
    WZA_PROPERTY_EMPTY,
    WZA_POINT_PROPERTY,
    WZA_TIME_ORDER,
    WZA_TIME_NEGATIVE,
    WZA_TIME_LATE,
    WZA_QUATERNION,
    WZA_FRAME_NEGATIVE,
    // 05xx: images; texture_sequence.c reports these. WZA-0501 is retired.
    WZA_FRAME_MISSING,
    WZA_FRAME_STANDS_IN,
    // 09xx: losses of a conversion, and what it changed
    WZA_LOSS_COMMENTS,
    WZA_LOSS_SECOND_MODEL,
    WZA_RENUMBERED,
    WZA_LOSS_SIZE,
    WZA_LOSS_SHAPES,
    WZA_LOSS_ROLE,
    WZA_LOSS_STREAMS,
    WZA_LOSS_WEIGHTS,
    WZA_LOSS_MATERIAL,
    WZA_LOSS_NODES,
    WZA_LOSS_MOTION,
    WZA_LOSS_THINGS,
    WZA_LOSS_EXTRAS,
    WZA_MADE_VECTORS,
    WZA_LOSS_ONE_MESH,
    WZA_RULE_COUNT,
} wza_rule;

extern const maq_rule mq_wza_rules[WZA_RULE_COUNT];

#endif
