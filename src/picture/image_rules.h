// SPDX-License-Identifier: MIT
//
// The rules for images and for finding textures.
#ifndef MQ_PICTURE_IMAGE_RULES_H
#define MQ_PICTURE_IMAGE_RULES_H

#include "maquette/image.h"

typedef enum mq_image_rule {
#define RULE(name, ...) name,
#include "picture/image_rule_list.h"
    MQ_IMAGE_RULE_COUNT,
} mq_image_rule;

extern const maq_rule mq_image_rules[MQ_IMAGE_RULE_COUNT];

#endif
