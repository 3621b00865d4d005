// SPDX-License-Identifier: MIT
//
// Joining meshes: each is attached to the bones of the joined skeleton.
#include <string.h>

#include "formats/pet/pet_join.h"

// Two rest poses are equal when their numbers differ by no more than this part of their size.
#define SAME_POSE 1e-5

// The lists of the joined mesh.
typedef struct mesh_lists {
    maq_pet_vertex *vertices;
    maq_pet_weight *weights;
    maq_pet_triangle *triangles;
    maq_pet_uv *uvs;
    maq_pet_skin *skins;
} mesh_lists;

static bool same_pose(const mq_mat34 *a, const mq_mat34 *b) {
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            double x = a->m[row][column], y = b->m[row][column];
            if (!(fabs(x - y) <= SAME_POSE * (1 + fabs(x) + fabs(y))))
                return false;
        }
    }
    return true;
}

// The rest pose of a part and that of the joined skeleton, by the part's bones.
typedef struct pose_pair {
    const mq_mat34 *own;    // world matrices of the part
    const mq_mat34 *joined; // world matrices of the joined skeleton, by its own indices
    bool *same;             // both are equal
    mq_mat34 *to_joined;    // from the pose of the part to that of the joined skeleton
} pose_pair;

static bool pair_poses(pet_join *j, const join_part *part, const mq_mat34 *joined,
                       pose_pair *pair) {
    uint32_t count = part->pet->bone_count;
    *pair = (pose_pair){.own = mq_pet_rest_matrices(part->pet, j->arena),
                        .joined = joined,
                        .same = MQ_NEW_ARRAY(j->arena, bool, count),
                        .to_joined = MQ_NEW_ARRAY(j->arena, mq_mat34, count)};
    if (!pair->own || !pair->same || !pair->to_joined)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const mq_mat34 *target = &joined[part->bones[i]];
        mq_mat34 inverse;
        pair->same[i] =
            same_pose(&pair->own[i], target) || !mq_pet_inverse(&pair->own[i], &inverse);
        if (!pair->same[i])
            pair->to_joined[i] = mq_mat34_multiply(target, &inverse);
    }
    return true;
}

// Moves a vertex to the joined rest pose, in the space of its first bone. False when it stays as it
// is.
static bool move_vertex(const join_part *part, const maq_pet_mesh *mesh, const pose_pair *pair,
                        uint32_t index, maq_pet_vertex *vertex) {
    int32_t first = mq_pet_first_bone(part->pet, mesh, index);
    if (first < 0 || vertex->weight_count < 2)
        return false;
    bool all_same = true;
    double sum = 0;
    mq_vec3 at = mq_mat34_point(&pair->own[first], mq_vec3_load(vertex->position));
    mq_vec3 moved = {0, 0, 0};
    for (uint32_t k = 0; k < vertex->weight_count; k++) {
        const maq_pet_weight *weight = &mesh->weights[mesh->vertices[index].first_weight + k];
        int32_t bone = weight->id.bone;
        if (bone < 0 || (uint32_t)bone >= part->pet->bone_count)
            return false;
        all_same &= pair->same[bone];
        mq_vec3 by = pair->same[bone] ? at : mq_mat34_point(&pair->to_joined[bone], at);
        moved = mq_add(moved, mq_scale(by, weight->weight));
        sum += weight->weight;
    }
    mq_mat34 inverse;
    if (all_same || !(sum > 0) || !mq_pet_inverse(&pair->joined[part->bones[first]], &inverse))
        return false;
    mq_pet_set_vec3(vertex->position, mq_mat34_point(&inverse, mq_scale(moved, 1 / sum)));
    return true;
}

static void turn_normals(const join_part *part, const maq_pet_mesh *mesh, const pose_pair *pair,
                         maq_pet_triangle *triangle) {
    for (unsigned k = 0; k < 3; k++) {
        int32_t bone = mq_pet_first_bone(part->pet, mesh, triangle->corners[k].vertex);
        if (bone < 0 || pair->same[bone])
            continue;
        mq_mat34 turn = mq_pet_rotation(&pair->to_joined[bone]);
        float *normal = triangle->corners[k].normal;
        mq_pet_set_vec3(normal, mq_mat34_point(&turn, mq_vec3_load(normal)));
    }
}

static maq_pet_triangle move_triangle(const pet_join *j, const join_part *part,
                                      const maq_pet_mesh *mesh, const pose_pair *pair,
                                      maq_pet_triangle triangle) {
    turn_normals(part, mesh, pair, &triangle);
    for (unsigned k = 0; k < 3; k++) {
        triangle.corners[k].vertex += j->mesh.vertex_count;
        triangle.corners[k].first_uv += j->mesh.uv_count;
    }
    if (triangle.texture < part->pet->texture_count)
        triangle.texture = (uint8_t)part->textures[triangle.texture];
    if (triangle.specular >= 0 && (uint32_t)triangle.specular < part->pet->material_count)
        triangle.specular = (int8_t)part->materials[(uint8_t)triangle.specular];
    return triangle;
}

static maq_pet_skin move_skin(const pet_join *j, const join_part *part, maq_pet_skin skin) {
    if (skin.bone < part->pet->bone_count) {
        int32_t bone = part->bones[skin.bone];
        skin.bone = bone <= UINT8_MAX ? (uint8_t)bone : 0;
    }
    skin.first_vertex += j->mesh.vertex_count;
    skin.first_triangle += j->mesh.triangle_count;
    return skin;
}

static bool add_part(pet_join *j, const join_part *part, const mq_mat34 *joined,
                     mesh_lists *lists) {
    maq_pet_mesh mesh;
    pose_pair pair;
    if (!mq_pet_mesh_decode(part->pet, j->arena, &mesh) || !pair_poses(j, part, joined, &pair))
        return false;
    for (uint32_t i = 0; i < mesh.weight_count; i++) {
        maq_pet_weight weight = mesh.weights[i];
        if (weight.id.bone >= 0 && (uint32_t)weight.id.bone < part->pet->bone_count) {
            int32_t bone = part->bones[weight.id.bone];
            weight.id.wide &= bone == weight.id.bone;
            weight.id.bone = bone;
        }
        lists->weights[j->mesh.weight_count + i] = weight;
    }
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        maq_pet_vertex vertex = mesh.vertices[i];
        j->moved_vertices += move_vertex(part, &mesh, &pair, i, &vertex);
        vertex.first_weight += j->mesh.weight_count;
        lists->vertices[j->mesh.vertex_count + i] = vertex;
    }
    if (mesh.uv_count > 0)
        memcpy(lists->uvs + j->mesh.uv_count, mesh.uvs, mesh.uv_count * sizeof *mesh.uvs);
    for (uint32_t i = 0; i < mesh.triangle_count; i++)
        lists->triangles[j->mesh.triangle_count + i] =
            move_triangle(j, part, &mesh, &pair, mesh.triangles[i]);
    maq_pet_skin usual = mq_pet_default_skin(part->pet, &mesh, j->arena);
    if (part->pet->kind == MAQ_PET_MPET) {
        for (uint32_t i = 0; i < mesh.skin_count; i++)
            lists->skins[j->mesh.skin_count++] = move_skin(j, part, mesh.skins[i]);
    } else if (mesh.vertex_count > 0) {
        lists->skins[j->mesh.skin_count++] = move_skin(j, part, usual);
    }
    j->mesh.vertex_count += mesh.vertex_count;
    j->mesh.weight_count += mesh.weight_count;
    j->mesh.triangle_count += mesh.triangle_count;
    j->mesh.uv_count += mesh.uv_count;
    return true;
}

bool mq_pet_join_mesh(pet_join *j) {
    uint64_t vertices = 0, weights = 0, triangles = 0, uvs = 0, skins = 0;
    for (size_t i = 0; i < j->part_count; i++) {
        const maq_pet_mesh_summary *summary = &j->parts[i].pet->mesh;
        vertices += summary->vertex_count;
        weights += summary->weight_count;
        triangles += summary->triangle_count;
        uvs += summary->uv_count;
        skins += summary->skin_count + 1u;
    }
    // All counts are 32 bits wide, here as in the file.
    if (vertices > UINT32_MAX || weights > UINT32_MAX || triangles > UINT32_MAX / 3 ||
        uvs > UINT32_MAX)
        return false;
    mesh_lists lists = {MQ_NEW_ARRAY(j->arena, maq_pet_vertex, (size_t)vertices),
                        MQ_NEW_ARRAY(j->arena, maq_pet_weight, (size_t)weights),
                        MQ_NEW_ARRAY(j->arena, maq_pet_triangle, (size_t)triangles),
                        MQ_NEW_ARRAY(j->arena, maq_pet_uv, (size_t)uvs),
                        MQ_NEW_ARRAY(j->arena, maq_pet_skin, (size_t)skins)};
    mq_mat34 *joined = mq_pet_rest_matrices(&j->joined, j->arena);
    if (!lists.vertices || !lists.weights || !lists.triangles || !lists.uvs || !lists.skins ||
        !joined)
        return false;
    for (size_t i = 0; i < j->part_count; i++) {
        if (j->parts[i].pet->has[MAQ_PET_MESH] && !add_part(j, &j->parts[i], joined, &lists))
            return false;
    }
    if (!j->for_scene)
        mq_pet_report_loss(j->findings, PET_LOSS_REST_POSE, MAQ_NO_OFFSET, j->moved_vertices,
                           "vertex", "vertices", "moved to the rest pose of the skeleton");
    j->mesh.vertices = lists.vertices;
    j->mesh.weights = lists.weights;
    j->mesh.triangles = lists.triangles;
    j->mesh.uvs = lists.uvs;
    j->mesh.skins = lists.skins;
    return true;
}
