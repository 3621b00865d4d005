// SPDX-License-Identifier: MIT
//
// The rules of puppets.
#ifndef MQ_PET_RULES_H
#define MQ_PET_RULES_H

#include "maquette/maquette.h"

enum { PET_TARGET_SPEC = 2 }; // among the targets of pet.c

typedef enum pet_rule {
#define RULE(name, ...) name,
#include "formats/pet/pet_rule_list.h"
    PET_RULE_COUNT,
} pet_rule;

extern const maq_rule mq_pet_rules[PET_RULE_COUNT];

#endif
