// SPDX-License-Identifier: MIT
//
// The rules of glTF files.
#ifndef MQ_GLTF_RULES_H
#define MQ_GLTF_RULES_H

#include "maquette/maquette.h"

typedef enum gltf_rule {
#define RULE(name, ...) name,
#include "formats/gltf/gltf_rule_list.h"
    GLTF_RULE_COUNT,
} gltf_rule;

extern const maq_rule mq_gltf_rules[GLTF_RULE_COUNT];

// Adds a finding of one of these rules.
#define GLTF_FIND(findings, name, offset, length, ...)                                             \
    mq_add_finding((findings), &mq_gltf_rules[GLTF_##name], (offset), (length), __VA_ARGS__)

#endif
