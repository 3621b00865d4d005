// SPDX-License-Identifier: MIT
//
// The rules of OBJ files.
#ifndef MQ_OBJ_RULES_H
#define MQ_OBJ_RULES_H

#include "maquette/maquette.h"

enum {
    OBJ_TARGET_COMMON,
    OBJ_TARGET_SPEC,
    OBJ_TARGET_COUNT,
};

typedef enum obj_rule {
#define RULE(name, ...) name,
#include "formats/obj/obj_rule_list.h"
    OBJ_RULE_COUNT,
} obj_rule;

extern const maq_rule mq_obj_rules[OBJ_RULE_COUNT];

#endif
