// SPDX-License-Identifier: MIT
//
// The names of the enums of a scene in descriptions and extras, by value.
#ifndef MQ_SCENE_NAMES_H
#define MQ_SCENE_NAMES_H

#include "maquette/scene.h"

enum {
    MQ_ROLE_COUNT = MAQ_MESH_COLLISION + 1,
    MQ_FRAMES_COUNT = MAQ_FRAMES_IMAGES + 1,
    MQ_BLEND_COUNT = MAQ_BLEND_PREMULTIPLIED + 1,
    MQ_KIND_COUNT = MAQ_NODE_ATTACHMENT + 1,
    MQ_FACING_COUNT = MAQ_FACING_PITCH_AND_ROLL + 1,
    MQ_PATH_COUNT = MAQ_CHANNEL_TEXTURE_FRAME + 1,
};

extern const char *const mq_role_names[MQ_ROLE_COUNT];
extern const char *const mq_texture_names[MAQ_TEXTURE_ROLE_COUNT];
extern const char *const mq_blend_names[MQ_BLEND_COUNT];
extern const char *const mq_frames_names[MQ_FRAMES_COUNT];
extern const char *const mq_kind_names[MQ_KIND_COUNT];
extern const char *const mq_facing_names[MQ_FACING_COUNT];
extern const char *const mq_path_names[MQ_PATH_COUNT];

#endif
