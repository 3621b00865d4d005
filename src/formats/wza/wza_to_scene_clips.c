// SPDX-License-Identifier: MIT
//
// The animations of a WZA file as clips. Bones of WZA move and turn in the axes of the model, nodes
// of a scene in those of their parent: below a parent that turns, values are taken anew.
#include <math.h>
#include <string.h>

#include "base/slerp.h"
#include "base/sort.h"
#include "formats/wza/wza_scene.h"
#include "scene/axes.h"

// How many values a clip may have that are taken anew.
#define MOST_SAMPLES (1U << 18)

// The points of a property, in the order of the file.
typedef struct track {
    const maq_wza_property *property;
    uint32_t count;
    const maq_wza_point **points;
} track;

typedef struct clip_work {
    mq_arena *arena;
    const maq_wza *wza;
    const wza_targets *targets;
    const maq_wza_animation *animation;
    track *tracks;             // by property
    const track **bone_tracks; // by row of the bone; NULL: none
    maq_scene_clip clip;
    maq_scene_channel *channels;
} clip_work;

static bool make_tracks(clip_work *work) {
    const maq_wza_animation *animation = work->animation;
    uint32_t count = animation->property_count;
    wza_key *keys = mq_wza_property_keys(work->arena, animation->properties, count);
    uint32_t *owners = MQ_NEW_ARRAY(work->arena, uint32_t, animation->point_count);
    work->tracks = MQ_NEW_ARRAY(work->arena, track, count);
    if (!keys || !owners || !work->tracks)
        return false;
    for (uint32_t i = 0; i < count; i++)
        work->tracks[i].property = &animation->properties[i];
    for (uint32_t i = 0; i < animation->point_count; i++) {
        const wza_key *key = mq_wza_find_key(keys, count, animation->points[i].property);
        owners[i] = key ? key->row : MAQ_SCENE_NONE;
        if (key)
            work->tracks[key->row].count++;
    }
    for (uint32_t i = 0; i < count; i++) {
        work->tracks[i].points =
            MQ_NEW_ARRAY(work->arena, const maq_wza_point *, work->tracks[i].count);
        if (!work->tracks[i].points)
            return false;
        work->tracks[i].count = 0;
    }
    for (uint32_t i = 0; i < animation->point_count; i++) {
        if (owners[i] == MAQ_SCENE_NONE)
            continue;
        track *own = &work->tracks[owners[i]];
        own->points[own->count++] = &animation->points[i];
    }
    return true;
}

static maq_scene_channel *new_channel(clip_work *work, maq_channel_path path, uint32_t target,
                                      uint32_t count, float **times, float **values) {
    *times = MQ_NEW_ARRAY(work->arena, float, count);
    *values = MQ_NEW_ARRAY(work->arena, float, (size_t)count *mq_channel_width(path));
    if (!*times || !*values)
        return NULL;
    maq_scene_channel *channel = &work->channels[work->clip.channel_count++];
    *channel = (maq_scene_channel){
        .path = path, .target = target, .key_count = count, .times = *times, .values = *values};
    return channel;
}

static float seconds(double milliseconds) {
    return (float)(milliseconds / 1000);
}

// A weight or a texture frame.
static bool add_number(clip_work *work, const track *from) {
    const maq_wza_property *property = from->property;
    bool texture = property->kind == MAQ_WZA_TEXTURE;
    uint32_t target = texture ? work->targets->material : work->targets->mesh_node, shape = 0;
    if (target == MAQ_SCENE_NONE || from->count == 0)
        return true;
    if (!texture) {
        bool known = property->index >= 0 && (uint32_t)property->index < work->wza->shape_count;
        shape = known ? work->targets->shapes[property->index] : MAQ_SCENE_NONE;
        if (shape == MAQ_SCENE_NONE)
            return true;
    }
    float *times, *values;
    maq_scene_channel *channel =
        new_channel(work, texture ? MAQ_CHANNEL_TEXTURE_FRAME : MAQ_CHANNEL_SHAPE_WEIGHT, target,
                    from->count, &times, &values);
    if (!channel)
        return false;
    channel->shape = shape;
    channel->step = texture || !property->interpolate;
    for (uint32_t i = 0; i < from->count; i++) {
        times[i] = seconds(from->points[i]->time);
        values[i] = texture ? (float)from->points[i]->frame : from->points[i]->values[0];
    }
    return true;
}

// ------------------------------------------------------------------------------------------- bones

static uint32_t parent_row(const clip_work *work, uint32_t row) {
    int32_t parent = work->wza->bones[row].parent;
    return parent >= 0 && (uint32_t)parent < work->wza->bone_count
               ? work->targets->bone_rows[parent]
               : MAQ_SCENE_NONE;
}

// The rotation of a point; those that are not of length 1 are meant to be.
static mq_quat rotation_of(const maq_wza_point *point) {
    const float *q = point->values + 3;
    mq_quat rotation = mq_quat_normalize((mq_quat){q[0], q[1], q[2], q[3]});
    bool sound = isfinite(rotation.x + rotation.y + rotation.z + rotation.w);
    return sound ? rotation : (mq_quat){0, 0, 0, 1};
}

static bool turns(const track *from) {
    for (uint32_t i = 0; from && i < from->count; i++) {
        const float *q = from->points[i]->values + 3;
        if (q[0] != 0 || q[1] != 0 || q[2] != 0)
            return true;
    }
    return false;
}

// Rows with parents before children; a ring is entered somewhere. NULL: no memory.
static uint32_t *parents_first(const clip_work *work) {
    uint32_t count = work->wza->bone_count, placed = 0;
    uint32_t *order = MQ_NEW_ARRAY(work->arena, uint32_t, count);
    uint32_t *path = MQ_NEW_ARRAY(work->arena, uint32_t, count);
    bool *seen = MQ_NEW_ARRAY(work->arena, bool, count);
    if (!order || !path || !seen)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        for (uint32_t at = i; at != MAQ_SCENE_NONE && !seen[at]; at = parent_row(work, at)) {
            seen[at] = true;
            path[length++] = at;
        }
        while (length > 0)
            order[placed++] = path[--length];
    }
    return order;
}

// The values of a bone at a time: its own translation and rotation, in the axes of the model. *at is
// the point before it, and only goes on.
static void own_values(const track *from, int32_t time, uint32_t *at, mq_vec3 *translation,
                       mq_quat *rotation) {
    *translation = (mq_vec3){0, 0, 0};
    *rotation = (mq_quat){0, 0, 0, 1};
    if (!from || from->count == 0)
        return;
    while (*at + 1 < from->count && from->points[*at + 1]->time <= time)
        (*at)++;
    const maq_wza_point *a = from->points[*at];
    *translation = (mq_vec3){a->values[0], a->values[1], a->values[2]};
    *rotation = rotation_of(a);
    if (!from->property->interpolate || *at + 1 >= from->count || time <= a->time)
        return;
    const maq_wza_point *b = from->points[*at + 1];
    double part = ((double)time - a->time) / ((double)b->time - a->time);
    mq_vec3 end = {b->values[0], b->values[1], b->values[2]};
    *translation = mq_add(*translation, mq_scale(mq_subtract(end, *translation), part));
    *rotation = mq_slerp(*rotation, rotation_of(b), part);
}

static void put_translation(const clip_work *work, uint32_t row, mq_vec3 own, float *out) {
    const maq_wza_bone *bone = &work->wza->bones[row];
    uint32_t parent = parent_row(work, row);
    const float translation[3] = {(float)own.x, (float)own.y, (float)own.z};
    float place[3];
    for (unsigned k = 0; k < 3; k++) {
        float rest = bone->position[k];
        if (parent != MAQ_SCENE_NONE)
            rest -= work->wza->bones[parent].position[k];
        place[k] = rest + translation[k];
    }
    mq_axes_to_scene(MQ_AXES_WARZONE, place, out);
}

static void put_rotation(mq_quat own, float *out) {
    const float q[4] = {(float)own.x, (float)own.y, (float)own.z, (float)own.w};
    mq_axes_rotation_to_scene(MQ_AXES_WARZONE, q, out);
}

// A bone whose parents do not turn: its points are keys.
static bool add_points(clip_work *work, uint32_t row, const track *from) {
    float *times[2], *values[2];
    uint32_t node = work->targets->first_bone + row;
    for (unsigned i = 0; i < 2; i++) {
        maq_scene_channel *channel =
            new_channel(work, i == 0 ? MAQ_CHANNEL_TRANSLATION : MAQ_CHANNEL_ROTATION, node,
                        from->count, &times[i], &values[i]);
        if (!channel)
            return false;
        channel->step = !from->property->interpolate;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        const maq_wza_point *point = from->points[i];
        times[0][i] = times[1][i] = seconds(point->time);
        put_translation(work, row, (mq_vec3){point->values[0], point->values[1], point->values[2]},
                        values[0] + (size_t)i * 3);
        put_rotation(rotation_of(point), values[1] + (size_t)i * 4);
    }
    return true;
}

typedef struct sampling {
    const int32_t *times;
    uint32_t time_count;
    mq_quat **rotations; // by row: in the axes of the model at each time; NULL: none
} sampling;

static mq_vec3 turned(mq_quat q, mq_vec3 v) {
    mq_mat34 m = mq_mat34_from((mq_vec3){0, 0, 0}, q, (mq_vec3){1, 1, 1});
    return mq_mat34_point(&m, v);
}

// A bone below one that turns.
static bool add_samples(clip_work *work, uint32_t row, const track *from, const sampling *s) {
    float *times[2], *values[2];
    uint32_t node = work->targets->first_bone + row, at = 0;
    const mq_quat *parent = s->rotations[parent_row(work, row)];
    for (unsigned i = 0; i < 2; i++) {
        maq_scene_channel *channel =
            new_channel(work, i == 0 ? MAQ_CHANNEL_TRANSLATION : MAQ_CHANNEL_ROTATION, node,
                        s->time_count, &times[i], &values[i]);
        if (!channel)
            return false;
        channel->step = !from->property->interpolate;
    }
    for (uint32_t i = 0; i < s->time_count; i++) {
        mq_vec3 translation;
        mq_quat rotation, back = mq_quat_conjugate(parent[i]);
        own_values(from, s->times[i], &at, &translation, &rotation);
        // With a hinge the own rotation comes after the parent's, in the axes of the model.
        if (work->wza->bones[row].hinge)
            rotation = mq_quat_multiply(mq_quat_multiply(back, rotation), parent[i]);
        times[0][i] = times[1][i] = seconds(s->times[i]);
        put_translation(work, row, turned(back, translation), values[0] + (size_t)i * 3);
        put_rotation(mq_quat_normalize(rotation), values[1] + (size_t)i * 4);
    }
    return true;
}

static int by_time(const void *left, const void *right, const void *context) {
    (void)context;
    int32_t a, b;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    return a < b ? -1 : a > b;
}

// The times of all points of bones, each once.
static bool gather_times(const clip_work *work, sampling *s) {
    uint32_t room = work->animation->point_count;
    int32_t *times = MQ_NEW_ARRAY(work->arena, int32_t, room);
    int32_t *spare = MQ_NEW_ARRAY(work->arena, int32_t, room);
    if (!times || !spare)
        return false;
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < room; i++) {
        const maq_wza_point *point = &work->animation->points[i];
        if (point->kind == MAQ_WZA_BONE && point->time >= 0)
            times[count++] = point->time;
    }
    times = mq_sort(times, spare, count, sizeof *times, by_time, NULL);
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || times[kept - 1] != times[i])
            times[kept++] = times[i];
    }
    s->times = times;
    s->time_count = kept;
    return true;
}

// Rotations of the bones that turn, alone or with their parents; those of others stay NULL.
static bool gather_rotations(clip_work *work, mq_findings *findings, sampling *s) {
    const uint32_t *order = parents_first(work);
    uint32_t bones = work->wza->bone_count;
    s->rotations = MQ_NEW_ARRAY(work->arena, mq_quat *, bones);
    if (!order || !s->rotations || !gather_times(work, s))
        return false;
    size_t room = MOST_SAMPLES;
    for (uint32_t i = 0; i < bones; i++) {
        uint32_t row = order[i], parent = parent_row(work, row), at = 0;
        const mq_quat *above =
            parent == MAQ_SCENE_NONE || !work->wza->bones[row].hinge ? NULL : s->rotations[parent];
        if (!above && !turns(work->bone_tracks[row]))
            continue;
        if (s->time_count > room) {
            mq_add_finding(
                findings, &mq_wza_rules[WZA_LOSS_SIZE], MAQ_NO_OFFSET, 0,
                "animation %d: what bones inherit is left out: there are too many points",
                work->animation->index);
            memset(s->rotations, 0, bones * sizeof *s->rotations);
            return true;
        }
        room -= s->time_count;
        s->rotations[row] = MQ_NEW_ARRAY(work->arena, mq_quat, s->time_count);
        if (!s->rotations[row])
            return false;
        for (uint32_t k = 0; k < s->time_count; k++) {
            mq_vec3 ignored;
            mq_quat own;
            own_values(work->bone_tracks[row], s->times[k], &at, &ignored, &own);
            s->rotations[row][k] = above ? mq_quat_normalize(mq_quat_multiply(own, above[k])) : own;
        }
    }
    return true;
}

static bool add_bones(clip_work *work, mq_findings *findings) {
    sampling s = {0};
    if (!gather_rotations(work, findings, &s))
        return false;
    for (uint32_t row = 0; row < work->wza->bone_count; row++) {
        const track *from = work->bone_tracks[row];
        uint32_t parent = parent_row(work, row);
        if (!from || from->count == 0)
            continue;
        bool sampled = parent != MAQ_SCENE_NONE && parent != row && s.rotations[parent];
        if (sampled ? !add_samples(work, row, from, &s) : !add_points(work, row, from))
            return false;
    }
    return true;
}

// --------------------------------------------------------------------------------------- the whole

bool mq_wza_add_clip(mq_scene_builder *builder, const maq_wza *wza, const wza_targets *targets,
                     const maq_wza_animation *animation) {
    clip_work work = {.arena = builder->arena,
                      .wza = wza,
                      .targets = targets,
                      .animation = animation,
                      .clip = {.name = mq_arena_format(builder->arena, WZA_ANIMATION_NAME "%d",
                                                       animation->index)}};
    if (animation->length > 0)
        work.clip.duration = seconds(animation->length);
    work.bone_tracks = MQ_NEW_ARRAY(work.arena, const track *, wza->bone_count);
    work.channels = MQ_NEW_ARRAY(work.arena, maq_scene_channel,
                                 (size_t)animation->property_count + 2 * (size_t)wza->bone_count);
    if (!work.bone_tracks || !work.channels || !make_tracks(&work))
        return false;
    for (uint32_t i = 0; i < animation->property_count; i++) {
        const maq_wza_property *property = &animation->properties[i];
        if (property->kind != MAQ_WZA_BONE) {
            if (!add_number(&work, &work.tracks[i]))
                return false;
            continue;
        }
        bool known = property->index >= 0 && (uint32_t)property->index < wza->bone_count;
        uint32_t row = known ? targets->bone_rows[property->index] : MAQ_SCENE_NONE;
        if (row != MAQ_SCENE_NONE && !work.bone_tracks[row])
            work.bone_tracks[row] = &work.tracks[i];
    }
    if (!add_bones(&work, builder->findings))
        return false;
    work.clip.channels = work.channels;
    return mq_scene_add_clip(builder, &work.clip) != MAQ_SCENE_NONE;
}
