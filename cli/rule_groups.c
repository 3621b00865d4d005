// SPDX-License-Identifier: MIT
#include "rule_groups.h"

#include "maquette/files.h"
#include "maquette/picture.h"
#include "maquette/warzone.h"
#include "scene/scene_rules.h"

bool cli_rule_group_at(size_t index, cli_rule_group *out) {
    *out = (cli_rule_group){0};
    if (index == 0) {
        out->title = "All formats";
        out->rules = maq_common_rules(&out->count);
        return true;
    }
    if (index == 1) {
        out->title = "Images and textures";
        out->rules = maq_image_rules(&out->count);
        return true;
    }
    if (index == 2) {
        out->title = "Pictures of models";
        out->rules = maq_picture_rules(&out->count);
        return true;
    }
    if (index == 3) {
        out->title = "The scene between formats";
        out->rules = mq_scene_rules;
        out->count = MQ_SCENE_RULE_COUNT;
        return true;
    }
    if (index == 4) {
        out->title = "Files and archives";
        out->rules = maq_files_rules(&out->count);
        return true;
    }
    if (index == 5) {
        out->title = "The data of Warzone 2100 and its mods";
        out->rules = maq_warzone_rules(&out->count);
        return true;
    }
    const maq_format *format = maq_format_at(index - 6);
    if (!format)
        return false;
    *out = (cli_rule_group){.format = format, .rules = format->rules, .count = format->rule_count};
    return true;
}
