// SPDX-License-Identifier: MIT
//
// The summary of a model that maq_info() returns, with the same keys in the same order for every
// format:
//
//     mq_info info = mq_info_begin(object);
//     mq_info_add_mesh(&info, ...);         // all meshes first
//     mq_info_end_meshes(&info);
//     mq_info_add_material(&info, ...);     // then everything else, in any order
//     mq_info_end(&info);
//
// A format may add its own keys to the object afterwards.
#ifndef MQ_BASE_INFO_H
#define MQ_BASE_INFO_H

#include "base/value.h"

typedef struct mq_info {
    mq_node *object;
    mq_node *meshes, *materials, *joints, *clips, *attachments, *boxes, *events;
    mq_node *material; // the object of the last material, for keys of the format
    uint64_t vertex_count, triangle_count; // of visual meshes
    float min[3], max[3];
} mq_info;

// Texts of a summary are a pointer and a length; mq_info_string() makes one of a C string. A NULL
// pointer becomes null.
typedef struct mq_info_text {
    const char *bytes;
    size_t length;
} mq_info_text;
mq_info_text mq_info_string(const char *text);

#define MQ_INFO_NONE (-1) // no material, no parent

typedef struct mq_info_mesh_summary {
    mq_info_text name;
    const char *role; // NULL: "visual"
    uint64_t vertices, triangles, uv_sets, shapes;
    int64_t material; // index, or MQ_INFO_NONE
    bool skinned;
} mq_info_mesh_summary;

typedef struct mq_info_clip_summary {
    mq_info_text name;
    double seconds;
    int64_t frames;
    double rate; // frames a second; 0 or not finite: they have none
    bool loop;
} mq_info_clip_summary;

mq_info mq_info_begin(mq_node *object);
void mq_info_add_mesh(mq_info *info, const mq_info_mesh_summary *mesh);
void mq_info_end_meshes(mq_info *info);

// Returns the object for the texture files, by role.
mq_node *mq_info_add_material(mq_info *info, mq_info_text name);
// `parent` is the index of a joint, or MQ_INFO_NONE.
void mq_info_add_joint(mq_info *info, mq_info_text name, int64_t parent);
// Returns the object of the clip, for keys of the format.
mq_node *mq_info_add_clip(mq_info *info, const mq_info_clip_summary *clip);
void mq_info_add_attachment(mq_info *info, mq_info_text name, const float position[3]);
// Returns the object of the box, for keys of the format.
mq_node *mq_info_add_box(mq_info *info, mq_info_text name, const float min[3], const float max[3]);
void mq_info_add_event(mq_info *info, const char *name, const char *file);

// Extends the bounds of the model. Numbers that are not finite do not count.
void mq_info_add_point(mq_info *info, const float point[3]);

void mq_info_end(mq_info *info);

// The file name of a texture without its extension: the name of a material that has no other.
mq_info_text mq_info_stem(const char *file);

#endif
