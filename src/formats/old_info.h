// SPDX-License-Identifier: MIT
//
// The parts of maq_info() that formats say in the same words.
#ifndef MQ_FORMATS_OLD_INFO_H
#define MQ_FORMATS_OLD_INFO_H

#include "base/value.h"

typedef struct mq_info_mesh {
    const char *name;
    uint64_t vertices, triangles, uv_sets, shapes;
    int64_t material; // -1: it has none
    bool skinned;
} mq_info_mesh;

// A mesh that is seen.
void mq_info_put_mesh(mq_node *meshes, const mq_info_mesh *mesh);

// A clip of so many seconds; `rate` is 0 where frames have none.
void mq_info_put_clip(mq_node *clips, const char *name, double seconds, int64_t frames, double rate,
                      bool loop);

// The name of a material: that of its texture without the extension.
void mq_info_put_material_name(mq_node *material, const char *texture);

// The box around points; begin with mq_info_no_bounds(). What is not a number is passed over.
typedef struct mq_info_bounds {
    float least[3], greatest[3];
} mq_info_bounds;
mq_info_bounds mq_info_no_bounds(void);
void mq_info_bounds_add(mq_info_bounds *bounds, float x, float y, float z);
void mq_info_put_bounds(mq_node *object, const mq_info_bounds *bounds);

#endif
