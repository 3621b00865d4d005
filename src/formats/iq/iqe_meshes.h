// SPDX-License-Identifier: MIT
//
// The meshes of an IQE document: parts with the same names of mesh and material are one mesh.
#ifndef MQ_IQE_MESHES_H
#define MQ_IQE_MESHES_H

#include "formats/iq/iq_names.h"
#include "formats/iq/iqe_priv.h"

typedef struct iqe_mesh {
    const char *name, *material; // as the document has them
    uint32_t first_part;
    uint32_t triangle_count;
    uint32_t vertex_count;    // different vertices of its faces
    uint32_t material_number; // among the different materials, in the order of meshes
    bool reopened;            // its parts do not follow each other
} iqe_mesh;

typedef struct iqe_meshes {
    iqe_mesh *items;
    uint32_t count;
    // For each part: its mesh (UINT32_MAX: the part has no triangle), and the next part of the same
    // mesh (UINT32_MAX: none).
    uint32_t *mesh_of_part, *next_part;
    bool is_soup; // the file has no face: every three vertices of a part's mesh are a triangle
} iqe_meshes;

// The triangles of a part.
uint32_t mq_iqe_part_triangles(const maq_iqe *iqe, uint32_t part);

// Whether every three vertices are a triangle, as in files without any face.
bool mq_iqe_triangle_soup(const maq_iqe *iqe);

// False when there is no memory.
bool mq_iqe_find_meshes(const maq_iqe *iqe, mq_arena *scratch, iqe_meshes *out);

#endif
