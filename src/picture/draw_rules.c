// SPDX-License-Identifier: MIT
#include "picture/draw_rules.h"

#define RULE(name, id, title, explain, weight)                                                     \
    [MQ_DRAW_##name] = {id, title, explain, false, {weight, weight, weight, weight}, false}

const maq_rule mq_draw_rules[MQ_DRAW_RULE_COUNT] = {
    RULE(NO_TRIANGLES, "PIC-0001", "There is no surface to draw",
         "The model has no triangles that are meant to be seen, at this moment of this clip. Its "
         "joints and attachments are drawn in their place.",
         MAQ_NOTE),
    RULE(NOTHING, "PIC-0002", "There is nothing to draw",
         "The model has neither triangles that are meant to be seen, nor joints or attachments. "
         "The picture is empty.",
         MAQ_WARNING),
    RULE(TOO_LARGE, "PIC-0003", "Parts of the model lie too far out to be drawn",
         "Scales and translations add up to numbers beyond the range of coordinates. The vertices "
         "concerned are left out, with their triangles.",
         MAQ_WARNING),
    RULE(
        TOO_MUCH, "PIC-0004", "The model repeats its meshes too often to be drawn",
        "Many nodes show the same large mesh. What is beyond eight times the size of all meshes is "
        "left out, so that a small file cannot keep the program busy for hours.",
        MAQ_WARNING),
    RULE(TOO_DENSE, "PIC-0005", "The model has too many surfaces behind each other",
         "Its triangles would cover the picture hundreds of times over. Those that come last are "
         "left out.",
         MAQ_WARNING),
};

const maq_rule *maq_picture_rules(size_t *count) {
    if (count)
        *count = MQ_DRAW_RULE_COUNT;
    return mq_draw_rules;
}
