// SPDX-License-Identifier: MIT
//
// The triangles of a scene as those of a puppet, made while they are encoded.
#ifndef MQ_PET_FROM_SCENE_TRIANGLES_H
#define MQ_PET_FROM_SCENE_TRIANGLES_H

#include "formats/pet/pet_file_mesh.h"
#include "maquette/scene.h"

// Triangles of one part of a mesh. The indices of its vertices count from first_row.
typedef struct pet_triangle_run {
    uint32_t first, count; // in the puppet
    const maq_scene_mesh *mesh;
    const uint32_t (*triangles)[3];
    const float (*normals)[3]; // of the mesh, in the scene's axes; NULL: none
    uint32_t first_row;
    uint32_t uv_count; // of a corner; at least one, which is 0, 0 where the mesh has none
    bool swap;         // two corners, because of the axes or a mirror
} pet_triangle_run;

typedef struct pet_triangle_runs {
    const pet_triangle_run *runs; // none is empty
    uint32_t count;
    const uint32_t *vertices; // the vertex of each row
    const uint8_t *textures, *speculars;
} pet_triangle_runs;

// The `make` of a pet_file_mesh, whose context is pet_triangle_runs.
void mq_pet_make_triangles(const void *context, uint32_t first, uint32_t count, uint32_t most,
                           maq_pet_triangle *triangles, maq_pet_uv *uvs);

#endif
