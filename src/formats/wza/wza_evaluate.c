// SPDX-License-Identifier: MIT
//
// A WZA model in motion: shapes blended, bones posed, vertices skinned, texture frames chosen.
// docs/wza.md tells the rules in words.
#include <math.h>
#include <string.h>

#include "base/slerp.h"
#include "formats/wza/wza_priv.h"

struct maq_wza_player {
    mq_arena *arena;
    const maq_wza *model;
    uint32_t vertex_count, face_count;
    const maq_wza_vertex **vertices; // of shape 0, by index
    const maq_wza_face **faces;      // of shape 0, by index
    const maq_wza_shape **shapes;    // by number
    const maq_wza_bone **bones;      // by index
    uint32_t *bone_order;            // indices, parents before children
    // The bones that list a vertex: from its entry in first_bone up to the next one's.
    uint32_t *first_bone, *bone_list;
};

// ------------------------------------------------------------------------------------- preparations

// Puts a row at its index. False when it has none to itself.
static bool place(const void **table, uint32_t count, int32_t index, const void *row) {
    if (index < 0 || (uint32_t)index >= count || table[index])
        return false;
    table[index] = row;
    return true;
}

static bool place_mesh(maq_wza_player *player, const maq_wza_shape *mesh) {
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        if (!place((const void **)player->vertices, mesh->vertex_count, mesh->vertices[i].index,
                   &mesh->vertices[i]))
            return false;
    }
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const maq_wza_face *face = &mesh->faces[i];
        if (!place((const void **)player->faces, mesh->face_count, face->index, face))
            return false;
        for (unsigned k = 0; k < 3; k++) {
            if (face->vertices[k] < 0 || (uint32_t)face->vertices[k] >= mesh->vertex_count)
                return false;
        }
    }
    return true;
}

static bool place_shapes(maq_wza_player *player) {
    const maq_wza *model = player->model;
    for (uint32_t i = 0; i < model->shape_count; i++) {
        const maq_wza_shape *shape = &model->shapes[i];
        if (!place((const void **)player->shapes, model->shape_count, shape->number, shape))
            return false;
        for (uint32_t k = 0; k < shape->vertex_count; k++) {
            int32_t index = shape->vertices[k].index;
            if (index < 0 || (uint32_t)index >= player->vertex_count)
                return false;
        }
        for (uint32_t k = 0; k < shape->face_count; k++) {
            int32_t index = shape->faces[k].index;
            if (index < 0 || (uint32_t)index >= player->face_count)
                return false;
        }
    }
    return true;
}

static bool place_bones(maq_wza_player *player) {
    const maq_wza *model = player->model;
    for (uint32_t i = 0; i < model->bone_count; i++) {
        const maq_wza_bone *bone = &model->bones[i];
        if (!place((const void **)player->bones, model->bone_count, bone->index, bone) ||
            bone->parent < -1 || (bone->parent >= 0 && (uint32_t)bone->parent >= model->bone_count))
            return false;
        for (uint32_t k = 0; k < bone->vertex_count; k++) {
            int32_t vertex = bone->vertices[k];
            if (vertex < 0 || (uint32_t)vertex >= player->vertex_count)
                return false;
            player->first_bone[vertex + 1]++;
        }
    }
    return true;
}

// Turns the numbers of bones in first_bone into places, and fills the list.
static bool list_bones(maq_wza_player *player) {
    const maq_wza *model = player->model;
    for (uint32_t i = 0; i < player->vertex_count; i++)
        player->first_bone[i + 1] += player->first_bone[i];
    uint32_t *next = MQ_NEW_ARRAY(player->arena, uint32_t, player->vertex_count);
    player->bone_list =
        MQ_NEW_ARRAY(player->arena, uint32_t, player->first_bone[player->vertex_count]);
    if (!next || !player->bone_list)
        return false;
    memcpy(next, player->first_bone, player->vertex_count * sizeof *next);
    for (uint32_t i = 0; i < model->bone_count; i++) {
        const maq_wza_bone *bone = player->bones[i];
        for (uint32_t k = 0; k < bone->vertex_count; k++)
            player->bone_list[next[bone->vertices[k]]++] = i;
    }
    return true;
}

// Parents before children: each walk up to a bone that is already in order is laid down backwards.
// False when bones are their own ancestors.
static bool order_bones(maq_wza_player *player, uint32_t *walks) {
    uint32_t count = player->model->bone_count, done = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        int64_t at = i;
        while (at >= 0 && walks[at] == 0) {
            walks[at] = i + 1;
            length++;
            at = player->bones[at]->parent;
        }
        if (at >= 0 && walks[at] == i + 1 && length > 0)
            return false;
        at = i;
        for (uint32_t k = length; k-- > 0;) {
            player->bone_order[done + k] = (uint32_t)at;
            at = player->bones[at]->parent;
        }
        done += length;
    }
    return true;
}

static maq_status prepare(maq_wza_player *player) {
    const maq_wza *model = player->model;
    const maq_wza_shape *mesh = mq_wza_mesh(model);
    if (!mesh)
        return MAQ_BAD_DATA;
    mq_arena *arena = player->arena;
    player->vertex_count = mesh->vertex_count;
    player->face_count = mesh->face_count;
    player->vertices = MQ_NEW_ARRAY(arena, const maq_wza_vertex *, mesh->vertex_count);
    player->faces = MQ_NEW_ARRAY(arena, const maq_wza_face *, mesh->face_count);
    player->shapes = MQ_NEW_ARRAY(arena, const maq_wza_shape *, model->shape_count);
    player->bones = MQ_NEW_ARRAY(arena, const maq_wza_bone *, model->bone_count);
    player->bone_order = MQ_NEW_ARRAY(arena, uint32_t, model->bone_count);
    player->first_bone = MQ_NEW_ARRAY(arena, uint32_t, (size_t)mesh->vertex_count + 1);
    uint32_t *walks = MQ_NEW_ARRAY(arena, uint32_t, model->bone_count);
    if (mq_arena_status(arena) != MAQ_OK)
        return mq_arena_status(arena);
    bool sound = place_mesh(player, mesh) && place_shapes(player) && place_bones(player) &&
                 order_bones(player, walks);
    if (!sound)
        return MAQ_BAD_DATA;
    return list_bones(player) ? MAQ_OK : mq_arena_status(arena);
}

maq_status maq_wza_player_new(const maq_wza *model, const maq_memory *memory,
                              maq_wza_player **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!model)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory);
    maq_wza_player *player = arena ? MQ_NEW(arena, maq_wza_player) : NULL;
    if (!player) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    player->arena = arena;
    player->model = model;
    maq_status status = prepare(player);
    if (status == MAQ_OK)
        *out = player;
    else
        mq_arena_free(arena);
    return status;
}

void maq_wza_player_free(maq_wza_player *player) {
    if (player)
        mq_arena_free(player->arena);
}

// ------------------------------------------------------------------------------------------ moments

static void rest(maq_wza_moment *moment) {
    memset(moment->weights, 0, moment->shape_count * sizeof *moment->weights);
    memset(moment->poses, 0, moment->bone_count * sizeof *moment->poses);
    for (uint32_t i = 0; i < moment->bone_count; i++)
        moment->poses[i].rotation[3] = 1;
    moment->texture_frame = 0;
}

maq_status maq_wza_moment_new(const maq_wza_player *player, const maq_memory *memory,
                              maq_wza_moment **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!player)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory);
    maq_wza_moment *moment = arena ? MQ_NEW(arena, maq_wza_moment) : NULL;
    if (!moment) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    moment->owner = arena;
    moment->vertex_count = player->vertex_count;
    moment->face_count = player->face_count;
    moment->shape_count = player->model->shape_count;
    moment->bone_count = player->model->bone_count;
    moment->weights = MQ_NEW_ARRAY(arena, float, moment->shape_count);
    moment->poses = MQ_NEW_ARRAY(arena, maq_wza_bone_pose, moment->bone_count);
    moment->motions = MQ_NEW_ARRAY(arena, maq_wza_bone_motion, moment->bone_count);
    moment->vertices = MQ_NEW_ARRAY(arena, maq_wza_vertex_state, moment->vertex_count);
    moment->faces = MQ_NEW_ARRAY(arena, maq_wza_face_state, moment->face_count);
    maq_status status = mq_arena_status(arena);
    if (status != MAQ_OK) {
        mq_arena_free(arena);
        return status;
    }
    rest(moment);
    maq_wza_blend(player, moment);
    maq_wza_pose_bones(player, moment);
    *out = moment;
    return MAQ_OK;
}

void maq_wza_moment_free(maq_wza_moment *moment) {
    // The arena is the moment's own; only its type is not for callers to see.
    if (moment)
        mq_arena_free((mq_arena *)(uintptr_t)moment->owner);
}

// ------------------------------------------------------------------------------------------- shapes

static void add_delta(float *out, const float *shape, const float *original, double weight,
                      unsigned count) {
    for (unsigned i = 0; i < count; i++)
        out[i] = (float)(out[i] + weight * ((double)shape[i] - original[i]));
}

static void set_vec3(float out[3], mq_vec3 v) {
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

// What has no length becomes what it was in shape 0.
static void unit_vectors(maq_wza_vertex_state *state, const maq_wza_vertex *original) {
    mq_normalize_or(state->normal, original->normal);
    mq_normalize_or(state->tangent, original->tangent);
    mq_normalize_or(state->bitangent, original->bitangent);
}

void maq_wza_blend(const maq_wza_player *player, maq_wza_moment *moment) {
    for (uint32_t i = 0; i < player->vertex_count; i++) {
        const maq_wza_vertex *from = player->vertices[i];
        maq_wza_vertex_state *to = &moment->vertices[i];
        memcpy(to->position, from->position, sizeof to->position);
        memcpy(to->normal, from->normal, sizeof to->normal);
        memcpy(to->tangent, from->tangent, sizeof to->tangent);
        memcpy(to->bitangent, from->bitangent, sizeof to->bitangent);
    }
    for (uint32_t i = 0; i < player->face_count; i++) {
        memcpy(moment->faces[i].vertices, player->faces[i]->vertices,
               sizeof moment->faces[i].vertices);
        memcpy(moment->faces[i].uv, player->faces[i]->uv, sizeof moment->faces[i].uv);
    }
    for (uint32_t number = 1; number < moment->shape_count; number++) {
        const maq_wza_shape *shape = player->shapes[number];
        double weight = moment->weights[number];
        if (weight == 0)
            continue;
        for (uint32_t i = 0; i < shape->vertex_count; i++) {
            const maq_wza_vertex *row = &shape->vertices[i];
            const maq_wza_vertex *from = player->vertices[row->index];
            maq_wza_vertex_state *to = &moment->vertices[row->index];
            add_delta(to->position, row->position, from->position, weight, 3);
            add_delta(to->normal, row->normal, from->normal, weight, 3);
            add_delta(to->tangent, row->tangent, from->tangent, weight, 3);
            add_delta(to->bitangent, row->bitangent, from->bitangent, weight, 3);
        }
        for (uint32_t i = 0; i < shape->face_count; i++) {
            const maq_wza_face *row = &shape->faces[i];
            add_delta(&moment->faces[row->index].uv[0][0], &row->uv[0][0],
                      &player->faces[row->index]->uv[0][0], weight, 6);
        }
    }
    // Only when all shapes are added can lengths be set right; what none touched stays as it is.
    for (uint32_t number = 1; number < moment->shape_count; number++) {
        const maq_wza_shape *shape = player->shapes[number];
        for (uint32_t i = 0; i < shape->vertex_count && moment->weights[number] != 0; i++) {
            int32_t index = shape->vertices[i].index;
            unit_vectors(&moment->vertices[index], player->vertices[index]);
        }
    }
}

// -------------------------------------------------------------------------------------------- bones

static mq_vec3 vec3(const float v[3]) {
    return (mq_vec3){v[0], v[1], v[2]};
}

static mq_quat rotation_of(const maq_wza_bone_motion *motion) {
    return (mq_quat){motion->rotation[0], motion->rotation[1], motion->rotation[2],
                     motion->rotation[3]};
}

// Where a motion carries a point of its bone.
static mq_vec3 carried(const maq_wza_bone_motion *motion, const mq_mat34 *turn,
                       const float at_rest[3], mq_vec3 point) {
    mq_vec3 joint = {motion->joint[0], motion->joint[1], motion->joint[2]};
    return mq_add(joint, mq_mat34_point(turn, mq_subtract(point, vec3(at_rest))));
}

static mq_mat34 turn_of(const maq_wza_bone_motion *motion) {
    return mq_mat34_from((mq_vec3){0, 0, 0}, rotation_of(motion), (mq_vec3){1, 1, 1});
}

void maq_wza_pose_bones(const maq_wza_player *player, maq_wza_moment *moment) {
    for (uint32_t i = 0; i < moment->bone_count; i++) {
        uint32_t index = player->bone_order[i];
        const maq_wza_bone *bone = player->bones[index];
        const maq_wza_bone_pose *pose = &moment->poses[index];
        mq_vec3 joint = vec3(bone->position);
        mq_quat rotation = mq_quat_normalize(
            (mq_quat){pose->rotation[0], pose->rotation[1], pose->rotation[2], pose->rotation[3]});
        if (bone->parent >= 0) {
            const maq_wza_bone_motion *parent = &moment->motions[bone->parent];
            mq_mat34 turn = turn_of(parent);
            joint = carried(parent, &turn, player->bones[bone->parent]->position, joint);
            if (bone->hinge)
                rotation = mq_quat_normalize(mq_quat_multiply(rotation, rotation_of(parent)));
        }
        joint = mq_add(joint, vec3(pose->translation));
        moment->motions[index] = (maq_wza_bone_motion){
            {joint.x, joint.y, joint.z}, {rotation.x, rotation.y, rotation.z, rotation.w}};
    }
}

// What the bones of a vertex make of it, added up.
typedef struct moved_vertex {
    mq_vec3 position, vectors[3];
} moved_vertex;

static void add_bone(moved_vertex *sum, const maq_wza_bone_motion *motion, const maq_wza_bone *bone,
                     const maq_wza_vertex_state *state) {
    mq_mat34 turn = turn_of(motion);
    const float *vectors[3] = {state->normal, state->tangent, state->bitangent};
    sum->position =
        mq_add(sum->position, carried(motion, &turn, bone->position, vec3(state->position)));
    for (unsigned i = 0; i < 3; i++)
        sum->vectors[i] = mq_add(sum->vectors[i], mq_mat34_point(&turn, vec3(vectors[i])));
}

void maq_wza_skin(const maq_wza_player *player, maq_wza_moment *moment) {
    for (uint32_t vertex = 0; vertex < moment->vertex_count; vertex++) {
        maq_wza_vertex_state *state = &moment->vertices[vertex];
        uint32_t first = player->first_bone[vertex], end = player->first_bone[vertex + 1];
        if (first == end)
            continue;
        moved_vertex sum = {0};
        for (uint32_t i = first; i < end; i++) {
            uint32_t bone = player->bone_list[i];
            add_bone(&sum, &moment->motions[bone], player->bones[bone], state);
        }
        double share = 1.0 / (end - first);
        set_vec3(state->position, mq_scale(sum.position, share));
        float *vectors[3] = {state->normal, state->tangent, state->bitangent};
        for (unsigned i = 0; i < 3; i++) {
            float before[3] = {vectors[i][0], vectors[i][1], vectors[i][2]};
            set_vec3(vectors[i], mq_scale(sum.vectors[i], share));
            // A mean of several is shorter than each; one alone keeps its length.
            if (end - first > 1)
                mq_normalize_or(vectors[i], before);
        }
    }
}

// --------------------------------------------------------------------------------------- animations

static mq_quat quaternion_of(const maq_wza_point *point) {
    const float *q = point->values + 3;
    return mq_quat_normalize((mq_quat){q[0], q[1], q[2], q[3]});
}

static void interpolate(const maq_wza_point *a, const maq_wza_point *b, double t,
                        maq_wza_sampled *out) {
    unsigned lines = a->kind == MAQ_WZA_BONE ? 3 : 1;
    for (unsigned i = 0; i < lines; i++)
        out->values[i] = (float)(a->values[i] + t * ((double)b->values[i] - a->values[i]));
    if (a->kind != MAQ_WZA_BONE)
        return;
    mq_quat q = mq_slerp(quaternion_of(a), quaternion_of(b), t);
    out->values[3] = (float)q.x;
    out->values[4] = (float)q.y;
    out->values[5] = (float)q.z;
    out->values[6] = (float)q.w;
}

bool maq_wza_sample(const maq_wza_animation *animation, const maq_wza_property *property,
                    double milliseconds, maq_wza_sampled *out) {
    // The last point up to now, and the first after it.
    const maq_wza_point *before = NULL, *after = NULL;
    for (uint32_t i = 0; i < animation->point_count; i++) {
        const maq_wza_point *point = &animation->points[i];
        if (point->property != property->number || point->kind != property->kind)
            continue;
        if (point->time <= milliseconds) {
            if (!before || point->time >= before->time)
                before = point;
        } else if (!after || point->time < after->time) {
            after = point;
        }
    }
    const maq_wza_point *held = before ? before : after;
    if (!held)
        return false;
    memcpy(out->values, held->values, sizeof out->values);
    out->frame = held->frame;
    if (before && after && property->interpolate && property->kind != MAQ_WZA_TEXTURE)
        interpolate(before, after,
                    (milliseconds - before->time) / ((double)after->time - before->time), out);
    return true;
}

static bool fits(const maq_wza_moment *moment, const maq_wza_property *property) {
    switch (property->kind) {
    case MAQ_WZA_BONE:
        return property->index >= 0 && (uint32_t)property->index < moment->bone_count;
    case MAQ_WZA_SHAPE:
        return property->index >= 0 && (uint32_t)property->index < moment->shape_count;
    case MAQ_WZA_TEXTURE:
        return true;
    case MAQ_WZA_UNKNOWN:
        break;
    }
    return false;
}

static void apply(maq_wza_moment *moment, const maq_wza_property *property,
                  const maq_wza_sampled *value) {
    if (property->kind == MAQ_WZA_BONE) {
        maq_wza_bone_pose *pose = &moment->poses[property->index];
        memcpy(pose->translation, value->values, sizeof pose->translation);
        memcpy(pose->rotation, value->values + 3, sizeof pose->rotation);
    } else if (property->kind == MAQ_WZA_SHAPE) {
        moment->weights[property->index] = value->values[0];
    } else {
        moment->texture_frame = value->frame;
    }
}

maq_status maq_wza_evaluate(const maq_wza_player *player, const maq_wza_animation *animation,
                            double milliseconds, maq_wza_moment *moment) {
    if (!player || !moment)
        return MAQ_BAD_ARGUMENT;
    uint32_t count = animation ? animation->property_count : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!fits(moment, &animation->properties[i]))
            return MAQ_BAD_DATA;
    }
    rest(moment);
    for (uint32_t i = 0; i < count; i++) {
        maq_wza_sampled value;
        if (maq_wza_sample(animation, &animation->properties[i], milliseconds, &value))
            apply(moment, &animation->properties[i], &value);
    }
    maq_wza_blend(player, moment);
    maq_wza_pose_bones(player, moment);
    maq_wza_skin(player, moment);
    return MAQ_OK;
}
