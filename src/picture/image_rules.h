// SPDX-License-Identifier: MIT
//
// The rules for images and for finding textures.
#ifndef MQ_PICTURE_IMAGE_RULES_H
#define MQ_PICTURE_IMAGE_RULES_H

#include "maquette/image.h"

typedef enum mq_image_rule {
    MQ_IMAGE_UNKNOWN,
    MQ_IMAGE_TOO_LARGE,
    MQ_IMAGE_BROKEN,
    MQ_IMAGE_UNSUPPORTED,
    MQ_IMAGE_ENDS_EARLY,
    MQ_IMAGE_DAMAGED,
    MQ_IMAGE_ODD,
    MQ_TEXTURE_MISSING,
    MQ_TEXTURE_UNREADABLE,
    MQ_TEXTURE_DAMAGED,
    MQ_TEXTURE_OTHER_CASE,
    MQ_TEXTURE_NAME_CUT,
    MQ_TEXTURE_STANDS_IN,
    MQ_TEXTURE_NOT_NAMED,
    MQ_IMAGE_RULE_COUNT
} mq_image_rule;

extern const maq_rule mq_image_rules[MQ_IMAGE_RULE_COUNT];

#endif
