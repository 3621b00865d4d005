// SPDX-License-Identifier: MIT
//
// Building scenes. A bridge fills the public structs with memory of the builder's arena and adds
// them one by one; mq_scene_finish() then makes the whole sound. A bridge may add what is not: an
// index out of range, NaN, parents in a ring. What is mended or left out gets a finding.
#ifndef MQ_SCENE_SCENE_H
#define MQ_SCENE_SCENE_H

#include "base/arena.h"
#include "base/findings.h"
#include "base/value.h"
#include "maquette/scene.h"

typedef struct mq_scene_builder {
    mq_arena *arena;
    mq_findings *findings; // losses of the way into the scene
    maq_scene scene;
    size_t mesh_capacity, material_capacity, node_capacity, skin_capacity, clip_capacity,
        box_capacity, event_capacity;
} mq_scene_builder;

void mq_scene_begin(mq_scene_builder *builder, mq_arena *arena, mq_findings *findings);

// Each adds one thing (a copy of the struct; what it points to stays where it is) and returns its
// index, or MAQ_SCENE_NONE when there is no memory.
uint32_t mq_scene_add_mesh(mq_scene_builder *builder, const maq_scene_mesh *mesh);
uint32_t mq_scene_add_material(mq_scene_builder *builder, const maq_scene_material *material);
uint32_t mq_scene_add_node(mq_scene_builder *builder, const maq_scene_node *node);
uint32_t mq_scene_add_skin(mq_scene_builder *builder, const maq_scene_skin *skin);
uint32_t mq_scene_add_clip(mq_scene_builder *builder, const maq_scene_clip *clip);
uint32_t mq_scene_add_box(mq_scene_builder *builder, const maq_scene_box *box);
uint32_t mq_scene_add_event(mq_scene_builder *builder, const maq_scene_event *event);

// A node that does nothing, to fill in: no parent, no mesh, no skin, the identity.
maq_scene_node mq_scene_node(const char *name, maq_node_kind kind);
extern const maq_transform mq_identity;

// An opaque white material without textures, to fill in.
maq_scene_material mq_scene_material(const char *name);

// Makes the scene sound and complete (node_order, names, unit quaternions and normals, weights that
// fall and sum up to 1). The arena's status when memory ran out.
maq_status mq_scene_finish(mq_scene_builder *builder, maq_scene *out);

// The scene as value trees, for formats whose document is one: the keys of maq_info() from "meshes"
// on, and everything.
void mq_scene_info(const maq_scene *scene, mq_node *object);
void mq_scene_describe(const maq_scene *scene, mq_node *object);

// maq_scene_limit_influences() for a scene whose memory comes from this arena.
maq_status mq_scene_limit_influences(mq_arena *arena, maq_scene *scene, uint32_t most);

// How many numbers a key of a channel has: 3, 4 or 1.
uint32_t mq_channel_width(maq_channel_path path);

// Whether a node of a finished scene is a place to hang things on: an attachment, or a node without a
// mesh whose name begins with "connector", which is how programs that know no attachments have them.
bool mq_scene_is_connector(const maq_scene_node *node);

// The extras that a format left for itself under its own name, or NULL.
const maq_value *mq_scene_own_extras(const maq_value *extras, const char *format);

#endif
