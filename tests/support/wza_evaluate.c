// SPDX-License-Identifier: MIT
#include "support/wza_evaluate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/math.h"

struct wza_evaluator {
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

// Puts a row at its index. False when the index is out of range or taken.
static bool insert(const void **table, uint32_t count, int32_t index, const void *row) {
    if (index < 0 || (uint32_t)index >= count || table[index])
        return false;
    table[index] = row;
    return true;
}

static bool insert_mesh(wza_evaluator *evaluator, const maq_wza_shape *mesh) {
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        if (!insert((const void **)evaluator->vertices, mesh->vertex_count, mesh->vertices[i].index,
                    &mesh->vertices[i]))
            return false;
    }
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const maq_wza_face *face = &mesh->faces[i];
        if (!insert((const void **)evaluator->faces, mesh->face_count, face->index, face))
            return false;
        for (unsigned k = 0; k < 3; k++) {
            if (face->vertices[k] < 0 || (uint32_t)face->vertices[k] >= mesh->vertex_count)
                return false;
        }
    }
    return true;
}

static bool insert_shapes(wza_evaluator *evaluator) {
    const maq_wza *model = evaluator->model;
    for (uint32_t i = 0; i < model->shape_count; i++) {
        const maq_wza_shape *shape = &model->shapes[i];
        if (!insert((const void **)evaluator->shapes, model->shape_count, shape->number, shape))
            return false;
        for (uint32_t k = 0; k < shape->vertex_count; k++) {
            int32_t index = shape->vertices[k].index;
            if (index < 0 || (uint32_t)index >= evaluator->vertex_count)
                return false;
        }
        for (uint32_t k = 0; k < shape->face_count; k++) {
            int32_t index = shape->faces[k].index;
            if (index < 0 || (uint32_t)index >= evaluator->face_count)
                return false;
        }
    }
    return true;
}

static bool insert_bones(wza_evaluator *evaluator) {
    const maq_wza *model = evaluator->model;
    for (uint32_t i = 0; i < model->bone_count; i++) {
        const maq_wza_bone *bone = &model->bones[i];
        if (!insert((const void **)evaluator->bones, model->bone_count, bone->index, bone) ||
            bone->parent < -1 || (bone->parent >= 0 && (uint32_t)bone->parent >= model->bone_count))
            return false;
        for (uint32_t k = 0; k < bone->vertex_count; k++) {
            int32_t vertex = bone->vertices[k];
            if (vertex < 0 || (uint32_t)vertex >= evaluator->vertex_count)
                return false;
            evaluator->first_bone[vertex + 1]++;
        }
    }
    return true;
}

// Turns the counts of bones in first_bone into indices, and fills the list.
static void list_bones(wza_evaluator *evaluator) {
    const maq_wza *model = evaluator->model;
    for (uint32_t i = 0; i < evaluator->vertex_count; i++)
        evaluator->first_bone[i + 1] += evaluator->first_bone[i];
    uint32_t *next = MQ_NEW_ARRAY(evaluator->arena, uint32_t, evaluator->vertex_count);
    evaluator->bone_list =
        MQ_NEW_ARRAY(evaluator->arena, uint32_t, evaluator->first_bone[evaluator->vertex_count]);
    assert_non_null(next);
    assert_non_null(evaluator->bone_list);
    memcpy(next, evaluator->first_bone, evaluator->vertex_count * sizeof *next);
    for (uint32_t i = 0; i < model->bone_count; i++) {
        const maq_wza_bone *bone = evaluator->bones[i];
        for (uint32_t k = 0; k < bone->vertex_count; k++)
            evaluator->bone_list[next[bone->vertices[k]]++] = i;
    }
}

// Parents before children: each walk up to a bone that is already in order is laid down backwards.
// False when bones are their own ancestors.
static bool order_bones(wza_evaluator *evaluator, uint32_t *walks) {
    uint32_t count = evaluator->model->bone_count, done = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        int64_t at = i;
        while (at >= 0 && walks[at] == 0) {
            walks[at] = i + 1;
            length++;
            at = evaluator->bones[at]->parent;
        }
        if (at >= 0 && walks[at] == i + 1 && length > 0)
            return false;
        at = i;
        for (uint32_t k = length; k-- > 0;) {
            evaluator->bone_order[done + k] = (uint32_t)at;
            at = evaluator->bones[at]->parent;
        }
        done += length;
    }
    return true;
}

static const maq_wza_shape *find_mesh(const maq_wza *model) {
    for (uint32_t i = 0; i < model->shape_count; i++) {
        if (model->shapes[i].number == 0)
            return &model->shapes[i];
    }
    return NULL;
}

wza_evaluator *wza_evaluator_new(const maq_wza *model) {
    const maq_wza_shape *mesh = find_mesh(model);
    if (!mesh)
        return NULL;
    mq_arena *arena = mq_arena_new(NULL);
    assert_non_null(arena);
    wza_evaluator *evaluator = MQ_NEW(arena, wza_evaluator);
    assert_non_null(evaluator);
    *evaluator = (wza_evaluator){
        .arena = arena,
        .model = model,
        .vertex_count = mesh->vertex_count,
        .face_count = mesh->face_count,
        .vertices = MQ_NEW_ARRAY(arena, const maq_wza_vertex *, mesh->vertex_count),
        .faces = MQ_NEW_ARRAY(arena, const maq_wza_face *, mesh->face_count),
        .shapes = MQ_NEW_ARRAY(arena, const maq_wza_shape *, model->shape_count),
        .bones = MQ_NEW_ARRAY(arena, const maq_wza_bone *, model->bone_count),
        .bone_order = MQ_NEW_ARRAY(arena, uint32_t, model->bone_count),
        .first_bone = MQ_NEW_ARRAY(arena, uint32_t, (size_t)mesh->vertex_count + 1)};
    uint32_t *walks = MQ_NEW_ARRAY(arena, uint32_t, model->bone_count);
    assert_int_equal(mq_arena_status(arena), MAQ_OK);
    if (!insert_mesh(evaluator, mesh) || !insert_shapes(evaluator) || !insert_bones(evaluator) ||
        !order_bones(evaluator, walks)) {
        mq_arena_free(arena);
        return NULL;
    }
    list_bones(evaluator);
    return evaluator;
}

void wza_evaluator_free(wza_evaluator *evaluator) {
    if (evaluator)
        mq_arena_free(evaluator->arena);
}

// ------------------------------------------------------------------------------------------ states

static void rest(wza_state *state) {
    memset(state->weights, 0, state->shape_count * sizeof *state->weights);
    memset(state->poses, 0, state->bone_count * sizeof *state->poses);
    for (uint32_t i = 0; i < state->bone_count; i++)
        state->poses[i].rotation[3] = 1;
    state->texture_frame = 0;
}

wza_state *wza_state_new(const wza_evaluator *evaluator) {
    mq_arena *arena = mq_arena_new(NULL);
    assert_non_null(arena);
    wza_state *state = MQ_NEW(arena, wza_state);
    assert_non_null(state);
    *state =
        (wza_state){.arena = arena,
                    .vertex_count = evaluator->vertex_count,
                    .face_count = evaluator->face_count,
                    .shape_count = evaluator->model->shape_count,
                    .bone_count = evaluator->model->bone_count,
                    .weights = MQ_NEW_ARRAY(arena, float, evaluator->model->shape_count),
                    .poses = MQ_NEW_ARRAY(arena, wza_bone_pose, evaluator->model->bone_count),
                    .motions = MQ_NEW_ARRAY(arena, wza_bone_motion, evaluator->model->bone_count),
                    .vertices = MQ_NEW_ARRAY(arena, wza_vertex_state, evaluator->vertex_count),
                    .faces = MQ_NEW_ARRAY(arena, wza_face_state, evaluator->face_count)};
    assert_int_equal(mq_arena_status(arena), MAQ_OK);
    rest(state);
    wza_blend(evaluator, state);
    wza_pose_bones(evaluator, state);
    return state;
}

void wza_state_free(wza_state *state) {
    if (state)
        mq_arena_free(state->arena);
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
static void unit_vectors(wza_vertex_state *state, const maq_wza_vertex *original) {
    mq_normalize_or(state->normal, original->normal);
    mq_normalize_or(state->tangent, original->tangent);
    mq_normalize_or(state->bitangent, original->bitangent);
}

void wza_blend(const wza_evaluator *evaluator, wza_state *state) {
    for (uint32_t i = 0; i < evaluator->vertex_count; i++) {
        const maq_wza_vertex *from = evaluator->vertices[i];
        wza_vertex_state *to = &state->vertices[i];
        memcpy(to->position, from->position, sizeof to->position);
        memcpy(to->normal, from->normal, sizeof to->normal);
        memcpy(to->tangent, from->tangent, sizeof to->tangent);
        memcpy(to->bitangent, from->bitangent, sizeof to->bitangent);
    }
    for (uint32_t i = 0; i < evaluator->face_count; i++) {
        memcpy(state->faces[i].vertices, evaluator->faces[i]->vertices,
               sizeof state->faces[i].vertices);
        memcpy(state->faces[i].uv, evaluator->faces[i]->uv, sizeof state->faces[i].uv);
    }
    for (uint32_t number = 1; number < state->shape_count; number++) {
        const maq_wza_shape *shape = evaluator->shapes[number];
        double weight = state->weights[number];
        if (weight == 0)
            continue;
        for (uint32_t i = 0; i < shape->vertex_count; i++) {
            const maq_wza_vertex *row = &shape->vertices[i];
            const maq_wza_vertex *from = evaluator->vertices[row->index];
            wza_vertex_state *to = &state->vertices[row->index];
            add_delta(to->position, row->position, from->position, weight, 3);
            add_delta(to->normal, row->normal, from->normal, weight, 3);
            add_delta(to->tangent, row->tangent, from->tangent, weight, 3);
            add_delta(to->bitangent, row->bitangent, from->bitangent, weight, 3);
        }
        for (uint32_t i = 0; i < shape->face_count; i++) {
            const maq_wza_face *row = &shape->faces[i];
            add_delta(&state->faces[row->index].uv[0][0], &row->uv[0][0],
                      &evaluator->faces[row->index]->uv[0][0], weight, 6);
        }
    }
    // Only when all shapes are added can lengths be set right; what none touched stays as it is.
    for (uint32_t number = 1; number < state->shape_count; number++) {
        const maq_wza_shape *shape = evaluator->shapes[number];
        for (uint32_t i = 0; i < shape->vertex_count && state->weights[number] != 0; i++) {
            int32_t index = shape->vertices[i].index;
            unit_vectors(&state->vertices[index], evaluator->vertices[index]);
        }
    }
}

// -------------------------------------------------------------------------------------------- bones

static mq_vec3 vec3(const float v[3]) {
    return (mq_vec3){v[0], v[1], v[2]};
}

static mq_quat rotation_of(const wza_bone_motion *motion) {
    return (mq_quat){motion->rotation[0], motion->rotation[1], motion->rotation[2],
                     motion->rotation[3]};
}

// Where a motion carries a point of its bone.
static mq_vec3 carried(const wza_bone_motion *motion, const mq_mat34 *turn, const float at_rest[3],
                       mq_vec3 point) {
    mq_vec3 joint = {motion->joint[0], motion->joint[1], motion->joint[2]};
    return mq_add(joint, mq_mat34_point(turn, mq_subtract(point, vec3(at_rest))));
}

static mq_mat34 turn_of(const wza_bone_motion *motion) {
    return mq_mat34_from((mq_vec3){0, 0, 0}, rotation_of(motion), (mq_vec3){1, 1, 1});
}

void wza_pose_bones(const wza_evaluator *evaluator, wza_state *state) {
    for (uint32_t i = 0; i < state->bone_count; i++) {
        uint32_t index = evaluator->bone_order[i];
        const maq_wza_bone *bone = evaluator->bones[index];
        const wza_bone_pose *pose = &state->poses[index];
        mq_vec3 joint = vec3(bone->position);
        mq_quat rotation = mq_quat_normalize(
            (mq_quat){pose->rotation[0], pose->rotation[1], pose->rotation[2], pose->rotation[3]});
        if (bone->parent >= 0) {
            const wza_bone_motion *parent = &state->motions[bone->parent];
            mq_mat34 turn = turn_of(parent);
            joint = carried(parent, &turn, evaluator->bones[bone->parent]->position, joint);
            if (bone->hinge)
                rotation = mq_quat_normalize(mq_quat_multiply(rotation, rotation_of(parent)));
        }
        joint = mq_add(joint, vec3(pose->translation));
        state->motions[index] = (wza_bone_motion){{joint.x, joint.y, joint.z},
                                                  {rotation.x, rotation.y, rotation.z, rotation.w}};
    }
}

// What the bones of a vertex make of it, added up.
typedef struct moved_vertex {
    mq_vec3 position, vectors[3];
} moved_vertex;

static void add_bone(moved_vertex *sum, const wza_bone_motion *motion, const maq_wza_bone *bone,
                     const wza_vertex_state *state) {
    mq_mat34 turn = turn_of(motion);
    const float *vectors[3] = {state->normal, state->tangent, state->bitangent};
    sum->position =
        mq_add(sum->position, carried(motion, &turn, bone->position, vec3(state->position)));
    for (unsigned i = 0; i < 3; i++)
        sum->vectors[i] = mq_add(sum->vectors[i], mq_mat34_point(&turn, vec3(vectors[i])));
}

void wza_skin(const wza_evaluator *evaluator, wza_state *state) {
    for (uint32_t vertex = 0; vertex < state->vertex_count; vertex++) {
        wza_vertex_state *moved = &state->vertices[vertex];
        uint32_t first = evaluator->first_bone[vertex], end = evaluator->first_bone[vertex + 1];
        if (first == end)
            continue;
        moved_vertex sum = {0};
        for (uint32_t i = first; i < end; i++) {
            uint32_t bone = evaluator->bone_list[i];
            add_bone(&sum, &state->motions[bone], evaluator->bones[bone], moved);
        }
        double share = 1.0 / (end - first);
        set_vec3(moved->position, mq_scale(sum.position, share));
        float *vectors[3] = {moved->normal, moved->tangent, moved->bitangent};
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

// Between two rotations by the shortest way at an even pace: the textbook formula.
static mq_quat slerp(mq_quat a, mq_quat b, double t) {
    double cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double side = cosine < 0 ? -1 : 1;
    double angle = acos(fmin(fabs(cosine), 1)), sine = sin(angle);
    double of_a = sine > 1e-9 ? sin((1 - t) * angle) / sine : 1 - t;
    double of_b = side * (sine > 1e-9 ? sin(t * angle) / sine : t);
    return mq_quat_normalize((mq_quat){a.x * of_a + b.x * of_b, a.y * of_a + b.y * of_b,
                                       a.z * of_a + b.z * of_b, a.w * of_a + b.w * of_b});
}

static void interpolate(const maq_wza_point *a, const maq_wza_point *b, double t,
                        wza_sampled *out) {
    unsigned count = a->kind == MAQ_WZA_BONE ? 3 : 1;
    for (unsigned i = 0; i < count; i++)
        out->values[i] = (float)(a->values[i] + t * ((double)b->values[i] - a->values[i]));
    if (a->kind != MAQ_WZA_BONE)
        return;
    mq_quat q = slerp(quaternion_of(a), quaternion_of(b), t);
    out->values[3] = (float)q.x;
    out->values[4] = (float)q.y;
    out->values[5] = (float)q.z;
    out->values[6] = (float)q.w;
}

bool wza_sample(const maq_wza_animation *animation, const maq_wza_property *property,
                double milliseconds, wza_sampled *out) {
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

static bool fits(const wza_state *state, const maq_wza_property *property) {
    switch (property->kind) {
    case MAQ_WZA_BONE:
        return property->index >= 0 && (uint32_t)property->index < state->bone_count;
    case MAQ_WZA_SHAPE:
        return property->index >= 0 && (uint32_t)property->index < state->shape_count;
    case MAQ_WZA_TEXTURE:
        return true;
    case MAQ_WZA_UNKNOWN:
        break;
    }
    return false;
}

static void apply(wza_state *state, const maq_wza_property *property, const wza_sampled *value) {
    if (property->kind == MAQ_WZA_BONE) {
        wza_bone_pose *pose = &state->poses[property->index];
        memcpy(pose->translation, value->values, sizeof pose->translation);
        memcpy(pose->rotation, value->values + 3, sizeof pose->rotation);
    } else if (property->kind == MAQ_WZA_SHAPE) {
        state->weights[property->index] = value->values[0];
    } else {
        state->texture_frame = value->frame;
    }
}

maq_status wza_evaluate(const wza_evaluator *evaluator, const maq_wza_animation *animation,
                        double milliseconds, wza_state *state) {
    uint32_t count = animation ? animation->property_count : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!fits(state, &animation->properties[i]))
            return MAQ_BAD_DATA;
    }
    rest(state);
    for (uint32_t i = 0; i < count; i++) {
        wza_sampled value;
        if (wza_sample(animation, &animation->properties[i], milliseconds, &value))
            apply(state, &animation->properties[i], &value);
    }
    wza_blend(evaluator, state);
    wza_pose_bones(evaluator, state);
    wza_skin(evaluator, state);
    return MAQ_OK;
}
