// SPDX-License-Identifier: MIT
#include "scene/names.h"

const char *const mq_role_names[MQ_ROLE_COUNT] = {"visual", "shadow", "collision"};
const char *const mq_texture_names[MAQ_TEXTURE_ROLE_COUNT] = {"diffuse", "normal", "specular",
                                                              "team_mask", "alpha_mask"};
const char *const mq_blend_names[MQ_BLEND_COUNT] = {"opaque", "cutout", "alpha", "additive",
                                                    "premultiplied"};
const char *const mq_frames_names[MQ_FRAMES_COUNT] = {"none", "strip", "uv sets", "images"};
const char *const mq_kind_names[MQ_KIND_COUNT] = {"group", "joint", "attachment"};
const char *const mq_facing_names[MQ_FACING_COUNT] = {"none", "roll", "pitch and roll"};
const char *const mq_path_names[MQ_PATH_COUNT] = {"translation", "rotation",     "scale",
                                                  "visible",     "shape weight", "texture frame"};
