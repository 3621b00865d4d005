// SPDX-License-Identifier: MIT
//
// What the faces of an OBJ have, which decides how they become a mesh.
#ifndef MQ_OBJ_FACES_H
#define MQ_OBJ_FACES_H

#include <stdatomic.h>

#include "formats/obj/obj_priv.h"

typedef struct obj_faces {
    // Of valid faces:
    size_t corners, triangles;
    size_t shared;    // corners that may share vertices with other faces
    uint32_t largest; // the most corners of a face
    bool textured, coloured, has_normals;
    bool flat, smooth; // corners without a normal, outside and inside of smoothing groups
    // Of the others:
    uint32_t bad_faces;
    bool invalid; // there are such faces, or lines and points
} obj_faces;

// Adds the faces of a section, counted by all cores, and marks the positions that they use. False when
// there is no memory.
bool mq_obj_add_faces(const maq_obj *obj, uint32_t section, mq_arena *scratch, atomic_bool *used,
                      obj_faces *total);

#endif
