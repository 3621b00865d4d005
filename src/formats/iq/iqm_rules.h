// SPDX-License-Identifier: MIT
//
// The rules of IQM files, by name. iqm_rules.c holds their texts and severities.
#ifndef MQ_IQM_RULES_H
#define MQ_IQM_RULES_H

#include "maquette/maquette.h"

enum {
    IQM_TARGET_SPEC,
    IQM_TARGET_IOQ3,
    IQM_TARGET_RAYLIB,
    IQM_TARGET_ASSIMP,
    IQM_TARGET_COUNT,
};

typedef enum iqm_rule {
    // 00xx: the file as such
    IQM_NOT_IQM,
    IQM_BAD_VERSION,
    IQM_VERSION_1,
    IQM_SHORT_HEADER,
    IQM_WRONG_SIZE,
    IQM_TRAILING_BYTES,
    IQM_HEADER_FLAGS,
    IQM_OVER_16_MIB,
    IQM_SECTION_IN_HEADER,
    IQM_SECTION_OUTSIDE,
    IQM_SECTION_ALIGNMENT,
    IQM_SECTIONS_OVERLAP,
    IQM_SECTIONS_TOO_MUCH,
    IQM_UNUSED_BYTES,
    IQM_COUNT_LIMIT,
    // 01xx: names
    IQM_TEXT_NOT_ENDED,
    IQM_TEXT_FIRST,
    IQM_NAME_OUTSIDE,
    IQM_LONG_NAME,
    IQM_SAME_JOINT_NAME,
    IQM_SAME_ANIM_NAME,
    // 02xx: vertex arrays
    IQM_ARRAY_FORMAT,
    IQM_ARRAY_COMPONENTS,
    IQM_ARRAY_RESERVED,
    IQM_ARRAY_TWICE,
    IQM_ARRAY_ORDER,
    IQM_ARRAY_FLAGS,
    IQM_ARRAY_UNUSUAL,
    IQM_BLEND_UNUSUAL,
    IQM_CUSTOM_FORMAT,
    IQM_NO_POSITIONS,
    IQM_MISSING_ARRAY,
    IQM_BLEND_INCOMPLETE,
    IQM_JOINTS_UNBOUND,
    IQM_VERTEX_NOT_FINITE,
    IQM_BLEND_RANGE,
    IQM_WEIGHT_SUM,
    IQM_WEIGHTS_ZERO,
    IQM_POSITION_UNUSUAL,
    // 03xx: meshes and triangles
    IQM_MESH_VERTICES,
    IQM_MESH_TRIANGLES,
    IQM_MESH_EMPTY,
    IQM_MESH_LARGE,
    IQM_MESH_16_BIT,
    IQM_TRIANGLE_INDEX,
    IQM_TRIANGLE_OTHER_MESH,
    IQM_TRIANGLES_UNUSED,
    IQM_TRIANGLES_SHARED,
    IQM_TRIANGLE_DEGENERATE,
    IQM_ADJACENCY_RANGE,
    IQM_NO_MESHES,
    // 04xx: joints and poses
    IQM_JOINT_PARENT,
    IQM_JOINT_ORDER,
    IQM_JOINT_RING,
    IQM_JOINT_NOT_FINITE,
    IQM_JOINT_ROTATION,
    IQM_JOINT_LIMIT,
    IQM_POSE_COUNT,
    IQM_POSES_ALONE,
    IQM_POSE_PARENT,
    IQM_POSE_PARENT_DIFFERS,
    IQM_POSE_MASK,
    IQM_POSE_NOT_FINITE,
    IQM_CHANNEL_SUM,
    // 05xx: animations, frames, bounds
    IQM_ANIM_FRAMES,
    IQM_ANIM_EMPTY,
    IQM_ANIM_RATE,
    IQM_ANIM_NO_RATE,
    IQM_ANIM_FLAGS,
    IQM_FRAMES_UNUSED,
    IQM_BOUNDS_SHORT,
    IQM_BOUNDS_BAD,
    // 06xx: comment and extensions
    IQM_COMMENT_NOT_ENDED,
    IQM_EXTENSION_LIST,
    // 09xx: losses of conversions between the versions
    IQM_LOSS_JOINT_W,
    IQM_LOSS_POSE_W,
    IQM_LOSS_REQUANTISED,
    IQM_LOSS_CHANNELS,
    // 0911 and on: losses of the conversion to a scene
    IQM_LOSS_UNOWNED,
    IQM_LOSS_ARRAY,
    IQM_LOSS_POSES,
    IQM_LOSS_FRAMES,
    IQM_LOSS_NAMES,
    // 0921 and on: losses of the conversion from a scene
    IQM_LOSS_MESH,
    IQM_LOSS_SHAPES,
    IQM_LOSS_ATTRIBUTE,
    IQM_LOSS_MATERIAL,
    IQM_LOSS_NODES,
    IQM_LOSS_BIND,
    IQM_LOSS_TRACKS,
    IQM_LOSS_KEYS,
    IQM_LOSS_MARKERS,
    IQM_LOSS_BOXES,
    IQM_LOSS_EVENTS,
    IQM_LOSS_UNUSED_EXTRAS,
    IQM_SPLIT,
    IQM_RULE_COUNT,
} iqm_rule;

extern const maq_rule mq_iqm_rules[IQM_RULE_COUNT];

// Adds a finding of one of these rules.
#define IQM_FIND(findings, name, offset, length, ...)                                              \
    mq_add_finding((findings), &mq_iqm_rules[IQM_##name], (offset), (length), __VA_ARGS__)

#endif
