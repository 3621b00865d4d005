// SPDX-License-Identifier: MIT
//
// What both ways between WZA and scenes share. What a scene has no place for lies in extras under
// the name "wza":
//   scene     version; shapes, when there is no shape 0 to make a mesh of
//   material  the texture block
//   mesh      shapes, as the file has them
//   node      of a bone: index, parent, hinge, position, vertices; of the joint that holds vertices
//             which no bone moves: still
//   clip      index, length, properties, points
#ifndef MQ_WZA_SCENE_H
#define MQ_WZA_SCENE_H

#include "formats/wza/wza_priv.h"

#define WZA_EXTRAS "wza"
#define WZA_VERTEX_NUMBERS 12
#define WZA_STILL "still"

// What the mesh is called, and the node that shows it: the format has no names.
#define WZA_MODEL "model"

// The part of to_scene() that is about what a document is made of (wza_to_scene_clips.c): nodes of
// bones by row, the number of each shape in the scene's mesh by row.
typedef struct wza_targets {
    uint32_t mesh_node, material; // MAQ_SCENE_NONE: there is none
    uint32_t first_bone;          // nodes of bones follow each other
    const uint32_t *bone_rows;    // by index; MAQ_SCENE_NONE: there is none
    const uint32_t *shapes;       // of the scene's mesh, by number
} wza_targets;
bool mq_wza_add_clip(mq_scene_builder *builder, const maq_wza *wza, const wza_targets *targets,
                     const maq_wza_animation *animation);

// The row of each index in a list of `count` items that begin with their index: the first row if
// there are several, MAQ_SCENE_NONE if there is none. NULL when there is no memory.
uint32_t *mq_wza_rows(mq_arena *arena, const void *items, uint32_t count, size_t size);

// The row of one index, which may be any number.
uint32_t mq_wza_row(const uint32_t *rows, uint32_t count, int32_t index);

// The file of an image ("diff", "nor" or "tc"); of an animated texture, that of frame 0.
const char *mq_wza_image_file(mq_arena *arena, const maq_wza_texture *texture, const char *word);

// The images of a texture block; how many. `out` has room for 3. UINT32_MAX: no memory.
#define WZA_MAX_TEXTURES 3
uint32_t mq_wza_textures(mq_arena *arena, const maq_wza_texture *texture,
                         maq_scene_texture out[WZA_MAX_TEXTURES]);

// The same as mq_wza_to_scene() for content alone.
maq_status mq_wza_add_content(mq_scene_builder *builder, const maq_wza *wza);

#endif
