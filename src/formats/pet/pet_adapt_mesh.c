// SPDX-License-Identifier: MIT
//
// MESH in another form.
#include <string.h>

#include "formats/pet/pet_adapt.h"
#include "formats/pet/pet_pose.h"

#define FULL_WEIGHT 255

// The parts of the mesh that change, in copies of their own.
typedef struct mesh_copy {
    maq_pet_vertex *vertices;
    maq_pet_weight *weights;
    maq_pet_triangle *triangles;
    maq_pet_uv *uvs;
} mesh_copy;

static bool copy_mesh(mq_arena *arena, const maq_pet_mesh *mesh, mesh_copy *copy) {
    // A corner without coordinates may need some.
    size_t uvs = (size_t)mesh->uv_count + 3 * (size_t)mesh->triangle_count;
    *copy = (mesh_copy){MQ_NEW_ARRAY(arena, maq_pet_vertex, mesh->vertex_count),
                        MQ_NEW_ARRAY(arena, maq_pet_weight, mesh->weight_count),
                        MQ_NEW_ARRAY(arena, maq_pet_triangle, mesh->triangle_count),
                        MQ_NEW_ARRAY(arena, maq_pet_uv, uvs)};
    if (!copy->vertices || !copy->weights || !copy->triangles || !copy->uvs)
        return false;
    if (mesh->vertex_count > 0)
        memcpy(copy->vertices, mesh->vertices, mesh->vertex_count * sizeof *copy->vertices);
    if (mesh->weight_count > 0)
        memcpy(copy->weights, mesh->weights, mesh->weight_count * sizeof *copy->weights);
    if (mesh->triangle_count > 0)
        memcpy(copy->triangles, mesh->triangles, mesh->triangle_count * sizeof *copy->triangles);
    if (mesh->uv_count > 0)
        memcpy(copy->uvs, mesh->uvs, mesh->uv_count * sizeof *copy->uvs);
    return true;
}

// ------------------------------------------------------------------------------------------ skins

static bool same_skin(const maq_pet_skin *a, const maq_pet_skin *b) {
    return a->bone == b->bone && memcmp(a->pad, b->pad, sizeof a->pad) == 0 &&
           a->first_vertex == b->first_vertex && a->vertex_count == b->vertex_count &&
           a->first_triangle == b->first_triangle && a->triangle_count == b->triangle_count;
}

static bool adapt_skins(pet_adaption *adaption, bool had) {
    maq_pet_mesh *mesh = adaption->mesh;
    bool wanted = mq_pet_has_skins(&adaption->to);
    if (had == wanted)
        return true;
    maq_pet_skin *skin = MQ_NEW(adaption->arena, maq_pet_skin);
    if (!skin)
        return false;
    *skin = mq_pet_default_skin(adaption->pet, mesh, adaption->arena);
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
        mq_pet_add_loss(adaption, PET_LOSS_SKINS, MAQ_PET_MESH,
                        mesh->skin_count > 0 ? mesh->skin_count : 1, "the table of skins is lost");
    mq_pet_add_loss(adaption, PET_LOSS_SEAMS, MAQ_PET_MESH, seams,
                    "the seam values of vertices are lost");
    mesh->skins = NULL;
    mesh->skin_count = 0;
    mesh->absolute = false;
    return true;
}

// ---------------------------------------------------------------------------------------- normals

static bool same_bits(const float a[3], const float b[3]) {
    return memcmp(a, b, 3 * sizeof *a) == 0;
}

static bool adapt_normals(pet_adaption *adaption, mesh_copy *copy, bool was_local) {
    bool to_local = mq_pet_local_normals(adaption->to.kind, adaption->to.minor);
    const maq_pet *pet = adaption->pet;
    const maq_pet_mesh *mesh = adaption->mesh;
    if (was_local == to_local || mesh->triangle_count == 0)
        return true;
    mq_mat34 *rest = mq_pet_rest(pet, adaption->arena);
    mq_mat34 *back = MQ_NEW_ARRAY(adaption->arena, mq_mat34, pet->bone_count);
    if (!rest || !back)
        return false;
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        rest[i] = mq_pet_rotation(&rest[i]);
        if (!mq_pet_inverse(&rest[i], &back[i]))
            rest[i] = back[i];
    }
    const mq_mat34 *there = to_local ? back : rest, *return_way = to_local ? rest : back;
    pet_normal_bones bones = mq_pet_normal_bones(pet, mesh, adaption->arena);
    uint64_t rounded = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            maq_pet_corner *corner = &copy->triangles[i].corners[k];
            int32_t bone = mq_pet_normal_bone(pet, mesh, bones, corner->vertex);
            if (bone < 0)
                continue;
            float old[3], again[3];
            memcpy(old, corner->normal, sizeof old);
            mq_pet_set_vec3(corner->normal, mq_mat34_point(&there[bone], mq_pet_vec3(old)));
            mq_pet_set_vec3(again, mq_mat34_point(&return_way[bone], mq_pet_vec3(corner->normal)));
            rounded += !same_bits(old, again);
        }
    }
    mq_pet_add_loss(adaption, PET_LOSS_NORMALS, MAQ_PET_MESH, rounded,
                    "normals are rounded on their way %s",
                    to_local ? "from the model to bones" : "from bones to the model");
    return true;
}

// ---------------------------------------------------------------------------- weights and corners

// Takes bones away that have no number any more. A vertex that changes its first bone is moved
// into the space of the new one.
static bool map_weights(pet_adaption *adaption, mesh_copy *copy) {
    const maq_pet_mesh *mesh = adaption->mesh;
    const maq_pet *pet = adaption->pet;
    if (!adaption->bone_map)
        return true;
    mq_mat34 *rest = mq_pet_rest(pet, adaption->arena);
    if (!rest)
        return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        maq_pet_vertex *vertex = &copy->vertices[i];
        int32_t first = mq_pet_first_bone(pet, mesh, i);
        mq_mat34 inverse;
        if (first >= 0 && adaption->bone_map[first] != first &&
            mq_pet_inverse(&rest[adaption->bone_map[first]], &inverse)) {
            mq_vec3 at = mq_mat34_point(&rest[first], mq_pet_vec3(vertex->position));
            mq_pet_set_vec3(vertex->position, mq_mat34_point(&inverse, at));
        }
    }
    for (uint32_t i = 0; i < mesh->weight_count; i++) {
        maq_pet_id *id = &copy->weights[i].id;
        if (id->bone >= 0 && (uint32_t)id->bone < pet->bone_count)
            id->bone = adaption->bone_map[id->bone];
    }
    return true;
}

static void document_weights(pet_adaption *adaption, mesh_copy *copy) {
    uint64_t over = 0, forms = 0, nowhere = 0;
    for (uint32_t i = 0; i < adaption->mesh->vertex_count; i++) {
        maq_pet_vertex *vertex = &copy->vertices[i];
        unsigned sum = 0;
        for (uint32_t k = 0; k < vertex->weight_count; k++) {
            maq_pet_weight *weight = &copy->weights[vertex->first_weight + k];
            forms += weight->id.wide;
            weight->id.wide = false;
            if (weight->id.bone < 0 || weight->id.bone > UINT8_MAX) {
                weight->id.bone = 0;
                nowhere++;
            }
            sum += weight->weight;
            if (sum > FULL_WEIGHT) {
                weight->weight = (uint8_t)(weight->weight - (sum - FULL_WEIGHT));
                over++;
            }
        }
        forms += vertex->weight_count == 1 && (vertex->pad[0] || vertex->pad[1]);
    }
    mq_pet_add_loss(adaption, PET_LOSS_OVER_WEIGHT, MAQ_PET_MESH, over,
                    "weights beyond 255 are cut");
    mq_pet_add_loss(adaption, PET_LOSS_FORM, MAQ_PET_MESH, forms,
                    "longer forms of numbers and padding bytes of vertices are lost");
    mq_pet_add_loss(adaption, PET_LOSS_BONES, MAQ_PET_MESH, nowhere,
                    "weights on bones that do not exist go to the first bone");
}

static void one_uv_set(pet_adaption *adaption, mesh_copy *copy) {
    maq_pet_mesh *mesh = adaption->mesh;
    uint64_t more = 0, none = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            maq_pet_corner *corner = &copy->triangles[i].corners[k];
            more += corner->uv_count > 1;
            if (corner->uv_count == 0) {
                none++;
                corner->first_uv = mesh->uv_count;
                copy->uvs[mesh->uv_count++] = (maq_pet_uv){0, 0};
            }
            corner->uv_count = 1;
        }
    }
    mq_pet_add_loss(adaption, PET_LOSS_UV_SETS, MAQ_PET_MESH, more,
                    "corners keep the first of their sets of texture coordinates only");
    mq_pet_add_loss(adaption, PET_LOSS_NO_UV, MAQ_PET_MESH, none,
                    "corners without texture coordinates get 0, 0");
}

static void no_speculars(pet_adaption *adaption, mesh_copy *copy) {
    uint64_t lost = 0;
    for (uint32_t i = 0; i < adaption->mesh->triangle_count; i++) {
        lost += copy->triangles[i].specular != -1;
        copy->triangles[i].specular = -1;
    }
    mq_pet_add_loss(adaption, PET_LOSS_SPECULAR, MAQ_PET_MESH, lost,
                    "the specular materials of triangles are lost");
}

bool mq_pet_adapt_mesh(pet_adaption *adaption) {
    maq_pet_encoding from = mq_pet_source_form(adaption, MAQ_PET_MESH);
    const maq_pet_encoding *to = &adaption->to;
    bool documented = to->layout == MAQ_PET_DOCUMENTED;
    mesh_copy copy;
    if (!copy_mesh(adaption->arena, adaption->mesh, &copy) ||
        !adapt_normals(adaption, &copy,
                       mq_pet_local_normals(adaption->from.kind, adaption->from.minor)) ||
        !map_weights(adaption, &copy))
        return false;
    if (documented)
        document_weights(adaption, &copy);
    if (to->minor < 2)
        one_uv_set(adaption, &copy);
    if (to->minor < 2 || documented)
        no_speculars(adaption, &copy);
    adaption->mesh->vertices = copy.vertices;
    adaption->mesh->weights = copy.weights;
    adaption->mesh->triangles = copy.triangles;
    adaption->mesh->uvs = copy.uvs;
    return adapt_skins(adaption, mq_pet_has_skins(&from));
}
