// SPDX-License-Identifier: MIT
//
// Converting MESH to another encoding.
#include <string.h>

#include "formats/pet/pet_convert.h"
#include "formats/pet/pet_rest_pose.h"

// The lists of the mesh, to be changed.
typedef struct mesh_lists {
    maq_pet_vertex *vertices;
    maq_pet_weight *weights;
    maq_pet_triangle *triangles;
} mesh_lists;

static mesh_lists lists_of(const maq_pet_mesh *mesh) {
    return (mesh_lists){MQ_WRITABLE(maq_pet_vertex, mesh->vertices),
                        MQ_WRITABLE(maq_pet_weight, mesh->weights),
                        MQ_WRITABLE(maq_pet_triangle, mesh->triangles)};
}

// ------------------------------------------------------------------------------------------ skins

static bool same_skin(const maq_pet_skin *a, const maq_pet_skin *b) {
    return a->bone == b->bone && memcmp(a->pad, b->pad, sizeof a->pad) == 0 &&
           a->first_vertex == b->first_vertex && a->vertex_count == b->vertex_count &&
           a->first_triangle == b->first_triangle && a->triangle_count == b->triangle_count;
}

static bool convert_skins(pet_conversion *c, bool had) {
    maq_pet_mesh *mesh = &c->mesh->lists;
    bool wanted = mq_pet_has_skins(&c->to);
    if (had == wanted)
        return true;
    maq_pet_skin *skin = MQ_NEW(c->arena, maq_pet_skin);
    if (!skin)
        return false;
    *skin = mq_pet_default_skin(c->pet, mesh, c->arena);
    uint32_t usual = mesh->vertex_count > 0 || mesh->triangle_count > 0;
    if (wanted) {
        mesh->skins = skin;
        mesh->skin_count = usual;
        mesh->absolute = false;
        return true;
    }
    uint64_t seams = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        seams += mesh->vertices[i].seam != 1;
    if (mesh->skin_count != usual || (usual && !same_skin(&mesh->skins[0], skin)))
        PET_CONVERT_LOSS(c, SKINS, MESH, mesh->skin_count > 0 ? mesh->skin_count : 1,
                         "skin of the table", "skins of the table",
                         "dropped: only mpet files of the game have a table of skins");
    PET_CONVERT_LOSS(c, SEAMS, MESH, seams, "seam value of a vertex", "seam values of vertices",
                     "dropped: only mpet files of the game have them");
    mesh->skins = NULL;
    mesh->skin_count = 0;
    mesh->absolute = false;
    return true;
}

// ---------------------------------------------------------------------------------------- normals

static bool same_bits(const float a[3], const float b[3]) {
    return memcmp(a, b, 3 * sizeof *a) == 0;
}

static bool convert_normals(pet_conversion *c, const mesh_lists *lists, bool was_local) {
    bool to_local = mq_pet_local_normals(c->to.kind, c->to.minor);
    const maq_pet *pet = c->pet;
    const maq_pet_mesh *mesh = &c->mesh->lists;
    if (was_local == to_local || mesh->triangle_count == 0)
        return true;
    mq_mat34 *rest = mq_pet_rest_matrices(pet, c->arena);
    mq_mat34 *inverse = MQ_NEW_ARRAY(c->arena, mq_mat34, pet->bone_count);
    if (!rest || !inverse)
        return false;
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        rest[i] = mq_pet_rotation(&rest[i]);
        if (!mq_pet_inverse(&rest[i], &inverse[i]))
            rest[i] = inverse[i];
    }
    const mq_mat34 *forward = to_local ? inverse : rest, *reverse = to_local ? rest : inverse;
    pet_normal_bones bones = mq_pet_normal_bones(pet, mesh, c->arena);
    uint64_t rounded = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            maq_pet_corner *corner = &lists->triangles[i].corners[k];
            int32_t bone = mq_pet_normal_bone(pet, mesh, bones, corner->vertex);
            if (bone < 0)
                continue;
            float old[3], again[3];
            memcpy(old, corner->normal, sizeof old);
            mq_pet_set_vec3(corner->normal, mq_mat34_point(&forward[bone], mq_vec3_load(old)));
            mq_pet_set_vec3(again, mq_mat34_point(&reverse[bone], mq_vec3_load(corner->normal)));
            rounded += !same_bits(old, again);
        }
    }
    PET_CONVERT_LOSS(c, NORMALS, MESH, rounded, "normal", "normals", "rounded when %s",
                     to_local ? "converted from model space to bone space"
                              : "converted from bone space to model space");
    return true;
}

// ---------------------------------------------------------------------------- weights and corners

// Replaces bones that were dropped. A vertex that changes its first bone is moved into the space of
// the new one.
static bool map_weights(pet_conversion *c, const mesh_lists *lists) {
    const maq_pet_mesh *mesh = &c->mesh->lists;
    const maq_pet *pet = c->pet;
    if (!c->bone_map)
        return true;
    mq_mat34 *rest = mq_pet_rest_matrices(pet, c->arena);
    if (!rest)
        return false;
    for (uint32_t i = 0; lists->vertices && i < mesh->vertex_count; i++) {
        maq_pet_vertex *vertex = &lists->vertices[i];
        int32_t first = mq_pet_first_bone(pet, mesh, i);
        mq_mat34 inverse;
        if (first >= 0 && c->bone_map[first] != first &&
            mq_pet_inverse(&rest[c->bone_map[first]], &inverse)) {
            mq_vec3 at = mq_mat34_point(&rest[first], mq_vec3_load(vertex->position));
            mq_pet_set_vec3(vertex->position, mq_mat34_point(&inverse, at));
        }
    }
    for (uint32_t i = 0; lists->weights && i < mesh->weight_count; i++) {
        maq_pet_id *id = &lists->weights[i].id;
        if (id->bone >= 0 && (uint32_t)id->bone < pet->bone_count)
            id->bone = c->bone_map[id->bone];
    }
    return true;
}

static void limit_weights(pet_conversion *c, const mesh_lists *lists) {
    uint64_t over = 0, forms = 0, missing = 0;
    for (uint32_t i = 0; lists->vertices && i < c->mesh->lists.vertex_count; i++) {
        maq_pet_vertex *vertex = &lists->vertices[i];
        unsigned sum = 0;
        for (uint32_t k = 0; k < vertex->weight_count; k++) {
            maq_pet_weight *weight = &lists->weights[vertex->first_weight + k];
            forms += weight->id.wide;
            weight->id.wide = false;
            if (weight->id.bone < 0 || weight->id.bone > UINT8_MAX) {
                weight->id.bone = 0;
                missing++;
            }
            sum += weight->weight;
            if (sum > PET_FULL_WEIGHT) {
                weight->weight = (uint8_t)(weight->weight - (sum - PET_FULL_WEIGHT));
                over++;
            }
        }
        forms += vertex->weight_count == 1 && (vertex->pad[0] || vertex->pad[1]);
    }
    PET_CONVERT_LOSS(c, OVER_WEIGHT, MESH, over, "weight", "weights", "cut so that the sum is 255");
    PET_CONVERT_LOSS(c, FORM, MESH, forms, "longer form of a bone index or padding of a vertex",
                     "longer forms of bone indices or paddings of vertices", "dropped");
    PET_CONVERT_LOSS(c, BONES, MESH, missing, "weight on a bone that does not exist",
                     "weights on bones that do not exist", "moved to the first bone");
}

// Adds 0, 0 behind the other texture coordinates.
static bool add_zero_uv(pet_conversion *c) {
    maq_pet_mesh *mesh = &c->mesh->lists;
    maq_pet_uv *uvs = MQ_NEW_ARRAY(c->arena, maq_pet_uv, (size_t)mesh->uv_count + 1);
    if (!uvs)
        return false;
    if (mesh->uv_count > 0)
        memcpy(uvs, mesh->uvs, mesh->uv_count * sizeof *uvs);
    mesh->uvs = uvs;
    mesh->uv_count++;
    return true;
}

static bool keep_one_uv_set(pet_conversion *c, const mesh_lists *lists) {
    uint64_t cut = 0, none = 0;
    for (uint32_t i = 0; i < c->mesh->lists.triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            maq_pet_corner *corner = &lists->triangles[i].corners[k];
            cut += corner->uv_count > 1;
            if (corner->uv_count == 0) {
                none++;
                corner->first_uv = c->mesh->lists.uv_count;
            }
            corner->uv_count = 1;
        }
    }
    if (none > 0 && !add_zero_uv(c))
        return false;
    PET_CONVERT_LOSS(c, UV_SETS, MESH, cut, "corner", "corners",
                     "cut to the first set of texture coordinates");
    PET_CONVERT_LOSS(c, NO_UV, MESH, none, "corner without texture coordinates",
                     "corners without texture coordinates", "given 0, 0");
    return true;
}

static void drop_speculars(pet_conversion *c, const mesh_lists *lists) {
    uint64_t lost = 0;
    for (uint32_t i = 0; i < c->mesh->lists.triangle_count; i++) {
        lost += lists->triangles[i].specular != -1;
        lists->triangles[i].specular = -1;
    }
    PET_CONVERT_LOSS(c, SPECULAR, MESH, lost, "specular material of a triangle",
                     "specular materials of triangles", "dropped");
}

bool mq_pet_convert_mesh(pet_conversion *c) {
    maq_pet_encoding from = mq_pet_source_encoding(c, MAQ_PET_MESH);
    const maq_pet_encoding *to = &c->to;
    bool documented = to->layout == MAQ_PET_DOCUMENTED;
    bool was_local = mq_pet_local_normals(c->from.kind, c->from.minor);
    bool changes_triangles =
        was_local != mq_pet_local_normals(to->kind, to->minor) || to->minor < 2 || documented;
    uint32_t uv_sets = to->minor < 2 ? 1 : PET_MOST_CORNER_UVS;
    if (changes_triangles && !mq_pet_list_triangles(c->mesh, c->arena, uv_sets))
        return false;
    mesh_lists lists = lists_of(&c->mesh->lists);
    if (!convert_normals(c, &lists, was_local) || !map_weights(c, &lists))
        return false;
    if (documented)
        limit_weights(c, &lists);
    if (to->minor < 2 && !keep_one_uv_set(c, &lists))
        return false;
    if (to->minor < 2 || documented)
        drop_speculars(c, &lists);
    return convert_skins(c, mq_pet_has_skins(&from));
}
