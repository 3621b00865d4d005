// SPDX-License-Identifier: MIT
//
// What both bridges between PIE and scenes share: units, and the channels of an animation. What a
// scene cannot hold otherwise is in extras under the key "pie":
//   scene   version; type, interpolate and comments of the head
//   mesh    of a level: type and interpolate, materials, shaders, comments; normals is true when
//           the level has NORMALS
//   node    of a level: animation, the ANIMOBJECT as the file has it
#ifndef MQ_PIE_SCENE_H
#define MQ_PIE_SCENE_H

#include "formats/pie/pie_materials.h"
#include "scene/axes.h"

#define PIE_EXTRAS "pie"

typedef float pie_vec2[2];
typedef float pie_vec3[3];

// Texture coordinates in the unit of a version become parts of the page from the top left.
void mq_pie_uv_to_scene(uint32_t version, const float from[2], float to[2]);

// A normal of the file as the scene has it, of length 1; (0, 1, 0) when it has no direction.
void mq_pie_normal_to_scene(const float from[3], float to[3]);

// The normal of a triangle of the scene; (0, 1, 0) for one without area.
void mq_pie_flat_normal(const float a[3], const float b[3], const float c[3], float out[3]);

// The role of each map's texture.
extern const maq_texture_role mq_pie_roles[PIE_MAP_COUNT];

// The textures of a material, all of tileset 0 first. Returns how many, or UINT32_MAX when there is no
// memory.
#define PIE_MAX_TEXTURES (PIE_MAP_COUNT * PIE_TILESET_COUNT)
uint32_t mq_pie_material_textures(mq_arena *arena, const pie_resolved_material *material,
                                  maq_scene_texture out[PIE_MAX_TEXTURES]);

maq_blend mq_pie_blend(uint32_t type);
maq_facing mq_pie_facing(uint32_t type);

// Whether the animation of a level jumps from frame to frame.
bool mq_pie_steps(const maq_pie *pie, const maq_pie_level *level);

// Whether a texture animation is one that the game plays.
bool mq_pie_frames_usable(int32_t frames, double rate);

// Where the game finds the frames of a texture animation; sizes are in parts of the page.
// MAQ_FRAMES_NONE when the game does not play it.
maq_scene_frames mq_pie_strip(int32_t frames, double rate, float width, float height);

// Milliseconds of the whole cycle of a texture animation.
double mq_pie_cycle(uint32_t version, double rate);

// The channels that an ANIMOBJECT gives to a node: 0 when no game plays it. Returns how many,
// or UINT32_MAX when there is no memory.
#define PIE_MAX_CHANNELS 4
uint32_t mq_pie_animation_channels(mq_arena *arena, const maq_pie_animation *animation, bool step,
                                   uint32_t node, maq_scene_channel out[PIE_MAX_CHANNELS]);

#endif
