// SPDX-License-Identifier: MIT
//
// Building scenes. A format fills the public structs with memory of the builder's arena and adds
// them one by one; mq_scene_finish() then validates the whole. A format may add what is not valid (an
// index out of range, NaN, cycles of parents): what is repaired or left out gets a finding.
#ifndef MQ_SCENE_SCENE_H
#define MQ_SCENE_SCENE_H

#include "base/arena.h"
#include "base/findings.h"
#include "base/value.h"
#include "maquette/scene.h"

typedef struct mq_scene_builder {
    mq_arena *arena;
    mq_findings *findings; // what was repaired or left out
    maq_scene scene;
    size_t mesh_capacity, material_capacity, node_capacity, skin_capacity, clip_capacity,
        box_capacity, event_capacity;
    bool meshes_are_valid; // they and the materials are those of a finished scene
} mq_scene_builder;

void mq_scene_begin(mq_scene_builder *builder, mq_arena *arena, mq_findings *findings);

// Each adds a copy of the struct (but not of what it points to) and returns its index, or
// MAQ_SCENE_NONE when there is no memory.
uint32_t mq_scene_add_mesh(mq_scene_builder *builder, const maq_scene_mesh *mesh);
uint32_t mq_scene_add_material(mq_scene_builder *builder, const maq_scene_material *material);
uint32_t mq_scene_add_node(mq_scene_builder *builder, const maq_scene_node *node);
uint32_t mq_scene_add_skin(mq_scene_builder *builder, const maq_scene_skin *skin);
uint32_t mq_scene_add_clip(mq_scene_builder *builder, const maq_scene_clip *clip);
uint32_t mq_scene_add_box(mq_scene_builder *builder, const maq_scene_box *box);
uint32_t mq_scene_add_event(mq_scene_builder *builder, const maq_scene_event *event);

// A node to fill in: no parent, no mesh, no skin, the identity transform.
maq_scene_node mq_scene_node(const char *name, maq_node_kind kind);
extern const maq_transform mq_identity;

// An opaque white material without textures, to fill in.
maq_scene_material mq_scene_material(const char *name);

// Validates and completes the scene (node_order, names, unit quaternions and normals, weights in
// descending order that sum up to 1). Arrays that were added may be written to. Returns the status of
// the arena.
maq_status mq_scene_finish(mq_scene_builder *builder, maq_scene *out);

// The scene as value trees, for formats whose document is a scene: the keys of maq_info() from
// "meshes" on, and everything.
void mq_scene_info(const maq_scene *scene, mq_node *object);
void mq_scene_describe(const maq_scene *scene, mq_node *object);

// maq_scene_limit_influences() for a scene whose memory comes from this arena.
maq_status mq_scene_limit_influences(mq_arena *arena, maq_scene *scene, uint32_t most);

// How many numbers a key of a channel has: 3, 4 or 1.
uint32_t mq_channel_width(maq_channel_path path);

// Whether a node of a finished scene is an attachment point: an attachment, or a node without a mesh
// whose name begins with "connector", as editors without attachments have them.
bool mq_scene_is_connector(const maq_scene_node *node);

// The extras of a format, which are under its name, or NULL.
const maq_value *mq_scene_own_extras(const maq_value *extras, const char *format);

#endif
