// SPDX-License-Identifier: MIT
#include "picture/draw_rules.h"

#define RULE(name, id, title, explain, weight)                                                     \
    [MQ_DRAW_##name] = {id, title, explain, false, {weight, weight, weight, weight}, false}

const maq_rule mq_draw_rules[MQ_DRAW_RULE_COUNT] = {
    RULE(NO_TRIANGLES, "PIC-0001", "There is no surface to draw",
         "The model has no visible triangles at this time of the clip. Its joints and attachments "
         "are drawn instead.",
         MAQ_NOTE),
    RULE(NOTHING, "PIC-0002", "There is nothing to draw",
         "The model has neither visible triangles nor joints or attachments. The picture is empty.",
         MAQ_WARNING),
    RULE(TOO_LARGE, "PIC-0003", "Parts of the model are too far away to be drawn",
         "Scales and translations lead to numbers beyond the range of coordinates. These vertices "
         "are left out, with their triangles.",
         MAQ_WARNING),
    RULE(TOO_MUCH, "PIC-0004", "The model repeats its meshes too often to be drawn",
         "Many nodes show the same large mesh. No more than eight times the size of all meshes is "
         "drawn, so that a small file cannot keep the program busy for hours.",
         MAQ_WARNING),
    RULE(TOO_DENSE, "PIC-0005", "The model has too many surfaces behind each other",
         "Its triangles cover the picture hundreds of times. The last ones are left out.",
         MAQ_WARNING),
};

const maq_rule *maq_picture_rules(size_t *count) {
    if (count)
        *count = MQ_DRAW_RULE_COUNT;
    return mq_draw_rules;
}
