// SPDX-License-Identifier: MIT
#include "formats/pet/pet_rest_pose.h"

#include <string.h>

static const mq_mat34 identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

mq_mat34 mq_pet_local(const maq_pet_bone *bone) {
    const float *m = bone->matrix;
    return (mq_mat34){
        {{m[0], m[3], m[6], m[9]}, {m[1], m[4], m[7], m[10]}, {m[2], m[5], m[8], m[11]}}};
}

static bool is_bone(const maq_pet *pet, int32_t bone) {
    return bone >= 0 && (uint32_t)bone < pet->bone_count;
}

mq_mat34 *mq_pet_rest_matrices(const maq_pet *pet, mq_arena *arena) {
    enum { NEW, VISITING, DONE };
    uint32_t count = pet->bone_count;
    mq_mat34 *world = MQ_NEW_ARRAY(arena, mq_mat34, count);
    uint8_t *state = MQ_NEW_ARRAY(arena, uint8_t, count);
    uint32_t *path = MQ_NEW_ARRAY(arena, uint32_t, count);
    if (!world || !state || !path)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        // Up to the first ancestor that is known, then down again.
        uint32_t depth = 0, at = i;
        while (state[at] == NEW) {
            state[at] = VISITING;
            path[depth++] = at;
            int32_t parent = pet->bones[at].parent.bone;
            if (!is_bone(pet, parent))
                break;
            at = (uint32_t)parent;
        }
        while (depth > 0) {
            uint32_t bone = path[--depth];
            int32_t parent = pet->bones[bone].parent.bone;
            mq_mat34 local = mq_pet_local(&pet->bones[bone]);
            bool has_parent = is_bone(pet, parent) && state[parent] == DONE;
            world[bone] = has_parent ? mq_mat34_multiply(&world[parent], &local) : local;
            state[bone] = DONE;
        }
    }
    return world;
}

bool mq_pet_inverse(const mq_mat34 *matrix, mq_mat34 *out) {
    const double(*m)[4] = matrix->m;
    mq_vec3 x = {m[0][0], m[1][0], m[2][0]}, y = {m[0][1], m[1][1], m[2][1]};
    mq_vec3 z = {m[0][2], m[1][2], m[2][2]}, t = {m[0][3], m[1][3], m[2][3]};
    mq_vec3 yz = mq_cross(y, z), zx = mq_cross(z, x), xy = mq_cross(x, y);
    double determinant = mq_dot(x, yz);
    if (!(determinant > 1e-30 || determinant < -1e-30) || !isfinite(determinant)) {
        *out = identity;
        return false;
    }
    const mq_vec3 rows[3] = {mq_scale(yz, 1 / determinant), mq_scale(zx, 1 / determinant),
                             mq_scale(xy, 1 / determinant)};
    for (int i = 0; i < 3; i++) {
        out->m[i][0] = rows[i].x;
        out->m[i][1] = rows[i].y;
        out->m[i][2] = rows[i].z;
        out->m[i][3] = -mq_dot(rows[i], t);
    }
    return true;
}

mq_mat34 mq_pet_rotation(const mq_mat34 *matrix) {
    mq_mat34 rotation = {0};
    for (int column = 0; column < 3; column++) {
        mq_vec3 axis = mq_normalize(
            (mq_vec3){matrix->m[0][column], matrix->m[1][column], matrix->m[2][column]});
        rotation.m[0][column] = axis.x;
        rotation.m[1][column] = axis.y;
        rotation.m[2][column] = axis.z;
    }
    return rotation;
}

int32_t mq_pet_first_bone(const maq_pet *pet, const maq_pet_mesh *mesh, uint32_t vertex) {
    if (vertex >= mesh->vertex_count || mesh->vertices[vertex].weight_count == 0)
        return -1;
    int32_t bone = mesh->weights[mesh->vertices[vertex].first_weight].id.bone;
    return is_bone(pet, bone) ? bone : -1;
}

static bool name_has(const maq_pet_bone *bone, const char *part) {
    size_t length = strlen(part);
    for (size_t i = 0; i + length <= bone->name.length; i++) {
        if (memcmp(bone->name.bytes + i, part, length) == 0)
            return true;
    }
    return false;
}

pet_normal_bones mq_pet_normal_bones(const maq_pet *pet, const maq_pet_mesh *mesh,
                                     mq_arena *scratch) {
    // A leaf that belongs neither to the biped nor to the jaw, and that is not the first bone of a vertex.
    bool *excluded = MQ_NEW_ARRAY(scratch, bool, pet->bone_count);
    if (!excluded)
        return (pet_normal_bones){-1};
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        if (is_bone(pet, pet->bones[i].parent.bone))
            excluded[pet->bones[i].parent.bone] = true;
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        int32_t bone = mq_pet_first_bone(pet, mesh, i);
        if (bone >= 0)
            excluded[bone] = true;
    }
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        if (!excluded[i] && !name_has(&pet->bones[i], "Bip") && !name_has(&pet->bones[i], "Jaw"))
            return (pet_normal_bones){(int32_t)i};
    }
    return (pet_normal_bones){-1};
}

int32_t mq_pet_normal_bone(const maq_pet *pet, const maq_pet_mesh *mesh, pet_normal_bones bones,
                           uint32_t vertex) {
    int32_t first = mq_pet_first_bone(pet, mesh, vertex);
    if (first < 0 || bones.fake_body < 0)
        return first;
    const maq_pet_bone *bone = &pet->bones[first];
    bool replaced = name_has(bone, "Bip") || name_has(bone, "Bone") || name_has(bone, "Jaw");
    return replaced ? bones.fake_body : first;
}

bool mq_pet_rest_pose(const maq_pet *pet, const maq_pet_mesh *mesh, mq_arena *arena,
                      pet_rest_pose *out) {
    *out = (pet_rest_pose){.pet = pet,
                           .mesh = mesh,
                           .rest = mq_pet_rest_matrices(pet, arena),
                           .local = mq_pet_local_normals(pet->kind, pet->minor),
                           .bones = {-1}};
    if (out->local)
        out->bones = mq_pet_normal_bones(pet, mesh, arena);
    return out->rest != NULL;
}

bool mq_pet_rest_position(const pet_rest_pose *pose, uint32_t vertex, mq_vec3 *out) {
    int32_t bone = mq_pet_first_bone(pose->pet, pose->mesh, vertex);
    if (vertex >= pose->mesh->vertex_count)
        return false;
    *out = mq_vec3_load(pose->mesh->vertices[vertex].position);
    if (bone >= 0)
        *out = mq_mat34_point(&pose->rest[bone], *out);
    return bone >= 0;
}

mq_vec3 mq_pet_rest_normal(const pet_rest_pose *pose, const maq_pet_corner *corner) {
    mq_vec3 normal = mq_vec3_load(corner->normal);
    int32_t bone =
        pose->local ? mq_pet_normal_bone(pose->pet, pose->mesh, pose->bones, corner->vertex) : -1;
    if (bone < 0)
        return normal;
    mq_mat34 turn = mq_pet_rotation(&pose->rest[bone]);
    return mq_mat34_point(&turn, normal);
}

bool mq_pet_faces_inward(const pet_rest_pose *pose) {
    double sum = 0;
    for (uint32_t i = 0; i < pose->mesh->triangle_count; i++) {
        const maq_pet_triangle *triangle = &pose->mesh->triangles[i];
        mq_vec3 at[3], normals = {0, 0, 0};
        bool good = true;
        for (unsigned k = 0; k < 3 && good; k++) {
            good = mq_pet_rest_position(pose, triangle->corners[k].vertex, &at[k]);
            normals = mq_add(normals, mq_pet_rest_normal(pose, &triangle->corners[k]));
        }
        if (good)
            sum += mq_dot(mq_cross(mq_subtract(at[1], at[0]), mq_subtract(at[2], at[0])), normals);
    }
    return sum < 0;
}

maq_pet_skin mq_pet_default_skin(const maq_pet *pet, const maq_pet_mesh *mesh, mq_arena *scratch) {
    maq_pet_skin skin = {.vertex_count = mesh->vertex_count,
                         .triangle_count = mesh->triangle_count,
                         .offset = MAQ_NO_OFFSET};
    bool *used = MQ_NEW_ARRAY(scratch, bool, pet->bone_count);
    for (uint32_t i = 0; used && i < mesh->weight_count; i++) {
        if (is_bone(pet, mesh->weights[i].id.bone))
            used[mesh->weights[i].id.bone] = true;
    }
    bool found = false;
    for (uint32_t i = 0; used && i < pet->bone_count && i <= UINT8_MAX; i++) {
        if (is_bone(pet, pet->bones[i].parent.bone))
            continue;
        if (!used[i]) {
            skin.bone = (uint8_t)i;
            break;
        }
        if (!found)
            skin.bone = (uint8_t)i;
        found = true;
    }
    return skin;
}
