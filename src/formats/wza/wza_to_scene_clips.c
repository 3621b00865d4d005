// SPDX-License-Identifier: MIT
//
// The animations of a WZA file as clips.
//
// Bones of WZA move and turn in the axes of the model, nodes of a scene in those of their parent.
// Below a parent that turns, the values of a bone's node change along curves, which a clip follows
// with as many keys as it needs: between two keys it stays within a tolerance of the curve. A bone
// without a hinge gets keys that take its parent's rotation back, so that every viewer shows it right.
#include <math.h>
#include <string.h>

#include "base/slerp.h"
#include "base/sort.h"
#include "formats/wza/wza_scene.h"
#include "scene/axes.h"

// How far a vertex may be from where it should be, as a part of the model's size.
#define TOLERANCE 1e-5
// The time between two points is divided into so many pieces at most, these again, and so on.
#define MOST_PIECES 8
#define MOST_LEVELS 5
#define MOST_ANCESTORS 256
// The most keys of all clips beyond the points of the file, and the most samples of tracks for them.
#define MOST_KEYS (1U << 18)
#define MOST_SAMPLES (1U << 24)

// The points of a property, by time.
typedef struct track {
    const maq_wza_property *property;
    uint32_t count;
    const maq_wza_point **points;
    bool turns;
} track;

typedef struct clip_work {
    mq_arena *arena, *scratch;
    const maq_wza *wza;
    const wza_targets *targets;
    wza_sampling *sampling;
    const maq_wza_animation *animation;
    track *tracks;             // by property
    const track **bone_tracks; // by row of the bone; NULL: none
    bool *turning;             // by row: whether the bone turns, alone or with its parents
    maq_scene_clip clip;
    maq_scene_channel *channels;
    bool coarse; // keys were left out
} clip_work;

static float seconds(double milliseconds) {
    return (float)(milliseconds / 1000);
}

// ------------------------------------------------------------------------------------------ tracks

static int by_time(const void *left, const void *right, const void *context) {
    (void)context;
    const maq_wza_point *a, *b;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    return a->time < b->time ? -1 : a->time > b->time;
}

// Puts the points of a track in order; of several at one time the last counts.
static bool order_points(const clip_work *work, track *t) {
    bool rising = true;
    for (uint32_t i = 1; i < t->count; i++)
        rising = rising && t->points[i]->time > t->points[i - 1]->time;
    if (rising)
        return true;
    t->points = mq_sort_in(work->scratch, t->points, t->count, sizeof *t->points, by_time, NULL);
    if (!t->points)
        return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        if (kept > 0 && t->points[i]->time == t->points[kept - 1]->time)
            kept--;
        t->points[kept++] = t->points[i];
    }
    t->count = kept;
    return true;
}

static bool collect_tracks(clip_work *work) {
    const maq_wza_animation *animation = work->animation;
    uint32_t count = animation->property_count;
    wza_key *keys = mq_wza_property_keys(work->scratch, animation->properties, count);
    uint32_t *owners = MQ_NEW_ARRAY(work->scratch, uint32_t, animation->point_count);
    work->tracks = MQ_NEW_ARRAY(work->scratch, track, count);
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
            MQ_NEW_ARRAY(work->scratch, const maq_wza_point *, work->tracks[i].count);
        if (!work->tracks[i].points)
            return false;
        work->tracks[i].count = 0;
    }
    for (uint32_t i = 0; i < animation->point_count; i++) {
        if (owners[i] == MAQ_SCENE_NONE)
            continue;
        track *own = &work->tracks[owners[i]];
        const float *q = animation->points[i].values + 3;
        own->points[own->count++] = &animation->points[i];
        own->turns = own->turns || q[0] != 0 || q[1] != 0 || q[2] != 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!order_points(work, &work->tracks[i]))
            return false;
    }
    return true;
}

// The last point at a time or before it; `before`: before it. The first when there is none.
static uint32_t point_at(const track *t, double time, bool before) {
    uint32_t low = 0, high = t->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        double at = t->points[middle]->time;
        if (before ? at < time : at <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// The points around a time, and how far it is from the first to the second.
static double between_points(const track *t, double time, bool before, const maq_wza_point **a,
                             const maq_wza_point **b) {
    uint32_t at = point_at(t, time, before);
    *a = *b = t->points[at];
    if (!t->property->interpolate || at + 1 >= t->count || time <= (*a)->time)
        return 0;
    *b = t->points[at + 1];
    return (time - (*a)->time) / ((double)(*b)->time - (*a)->time);
}

// The time just before a key, for values that jump there.
static float just_before(float time) {
    return nextafterf(time, -INFINITY);
}

static maq_scene_channel *add_channel(clip_work *work, maq_channel_path path, uint32_t target,
                                      bool step, uint32_t count) {
    float *times = MQ_NEW_ARRAY(work->arena, float, count);
    float *values = MQ_NEW_ARRAY(work->arena, float, (size_t)count *mq_channel_width(path));
    if (!times || !values)
        return NULL;
    maq_scene_channel *channel = &work->channels[work->clip.channel_count++];
    *channel = (maq_scene_channel){.path = path,
                                   .target = target,
                                   .step = step,
                                   .key_count = count,
                                   .times = times,
                                   .values = values};
    return channel;
}

// ------------------------------------------------------------------------- texture frames and shapes

static bool add_texture(clip_work *work, const track *from) {
    if (work->targets->material == MAQ_SCENE_NONE || from->count == 0)
        return true;
    maq_scene_channel *channel =
        add_channel(work, MAQ_CHANNEL_TEXTURE_FRAME, work->targets->material, true, from->count);
    if (!channel)
        return false;
    for (uint32_t i = 0; i < from->count; i++) {
        MQ_WRITABLE(float, channel->times)[i] = seconds(from->points[i]->time);
        MQ_WRITABLE(float, channel->values)[i] = (float)from->points[i]->frame;
    }
    return true;
}

// The scene's shape that a property moves; MAQ_SCENE_NONE: none.
static uint32_t shape_of(const clip_work *work, const track *t) {
    int32_t index = t->property->index;
    bool known = t->property->kind == MAQ_WZA_SHAPE && t->count > 0 &&
                 work->targets->mesh_node != MAQ_SCENE_NONE && index >= 0 &&
                 (uint32_t)index < work->wza->shape_count;
    return known ? work->targets->shapes[index] : MAQ_SCENE_NONE;
}

static float weight_at(const track *t, double time, bool before) {
    const maq_wza_point *a, *b;
    double part = between_points(t, time, before, &a, &b);
    return (float)(a->values[0] + part * ((double)b->values[0] - a->values[0]));
}

typedef struct key_time {
    int32_t time;
    bool jump;
} key_time;

MQ_COMPARE_BY(by_key_time, key_time, time)

// Sorts times; equal ones become one, which jumps if any of them does.
static key_time *merge_times(clip_work *work, key_time *times, uint32_t *count) {
    times = mq_sort_in(work->scratch, times, *count, sizeof *times, by_key_time, NULL);
    uint32_t kept = 0;
    for (uint32_t i = 0; times && i < *count; i++) {
        if (kept > 0 && times[kept - 1].time == times[i].time)
            times[kept - 1].jump = times[kept - 1].jump || times[i].jump;
        else
            times[kept++] = times[i];
    }
    *count = kept;
    return times;
}

// All shapes of a clip get the same keys: glTF has one sampler for the weights of a mesh. A step
// among shapes that are interpolated is a key just before the jump and one at it.
static bool add_shapes(clip_work *work) {
    uint32_t shapes = 0, count = 0;
    bool steps = true;
    for (uint32_t i = 0; i < work->animation->property_count; i++) {
        const track *t = &work->tracks[i];
        if (shape_of(work, t) == MAQ_SCENE_NONE)
            continue;
        shapes++;
        count += t->count;
        steps = steps && !t->property->interpolate;
    }
    bool shared = (uint64_t)shapes * count * 2 <= work->sampling->keys_left + (uint64_t)count * 2;
    key_time *times = MQ_NEW_ARRAY(work->scratch, key_time, count);
    if (!times)
        return false;
    count = 0;
    for (uint32_t i = 0; i < work->animation->property_count; i++) {
        const track *t = &work->tracks[i];
        uint32_t shape = shape_of(work, t);
        for (uint32_t k = 0; shape != MAQ_SCENE_NONE && k < t->count; k++)
            times[count++] = (key_time){t->points[k]->time, !t->property->interpolate && k > 0};
    }
    times = merge_times(work, times, &count);
    for (uint32_t i = 0; times && i < work->animation->property_count; i++) {
        const track *t = &work->tracks[i];
        uint32_t shape = shape_of(work, t), keys = 0;
        if (shape == MAQ_SCENE_NONE)
            continue;
        bool step = shared ? steps : !t->property->interpolate;
        maq_scene_channel *channel =
            add_channel(work, MAQ_CHANNEL_SHAPE_WEIGHT, work->targets->mesh_node, step,
                        shared ? count * 2 : t->count);
        if (!channel)
            return false;
        float *at = MQ_WRITABLE(float, channel->times);
        float *values = MQ_WRITABLE(float, channel->values);
        for (uint32_t k = 0; k < (shared ? count : t->count); k++) {
            int32_t time = shared ? times[k].time : t->points[k]->time;
            if (shared && !steps && times[k].jump && k > 0) {
                at[keys] = just_before(seconds(time));
                values[keys++] = weight_at(t, time, true);
            }
            at[keys] = seconds(time);
            values[keys++] = weight_at(t, time, false);
        }
        channel->shape = shape;
        channel->key_count = keys;
        work->sampling->keys_left -= keys < work->sampling->keys_left ? keys : 0;
    }
    return times != NULL;
}

// ------------------------------------------------------------------------------------------- bones

// The rotation of a point; one that is not of length 1 is brought to it.
static mq_quat rotation_of(const maq_wza_point *point) {
    const float *q = point->values + 3;
    mq_quat rotation = mq_quat_normalize((mq_quat){q[0], q[1], q[2], q[3]});
    bool finite = isfinite(rotation.x + rotation.y + rotation.z + rotation.w);
    return finite ? rotation : (mq_quat){0, 0, 0, 1};
}

static mq_quat own_rotation(const track *t, double time, bool before) {
    const maq_wza_point *a, *b;
    double part = between_points(t, time, before, &a, &b);
    mq_quat rotation = rotation_of(a);
    return part == 0 ? rotation : mq_slerp(rotation, rotation_of(b), part);
}

static mq_vec3 own_translation(const track *t, double time, bool before) {
    const maq_wza_point *a, *b;
    double part = between_points(t, time, before, &a, &b);
    mq_vec3 from = {a->values[0], a->values[1], a->values[2]};
    mq_vec3 to = {b->values[0], b->values[1], b->values[2]};
    return part == 0 ? from : mq_add(from, mq_scale(mq_subtract(to, from), part));
}

// One channel of a bone's node while it is sampled.
typedef struct curve {
    clip_work *work;
    uint32_t row;
    const track *own; // NULL: none
    // The tracks that make up the rotation of the parent, from it upwards.
    const track *above[MOST_ANCESTORS];
    uint32_t above_count;
    maq_channel_path path;
    bool step;
    float *times, *values;
    size_t count, time_capacity, value_capacity;
    double tolerance; // of translations, or of half an angle
} curve;

typedef union curve_value {
    mq_vec3 translation;
    mq_quat rotation;
} curve_value;

// The value of the node at a time, in the axes of WZA.
static curve_value exact_value(const curve *c, double time, bool before) {
    wza_sampling *s = c->work->sampling;
    const maq_wza *wza = c->work->wza;
    const maq_wza_bone *bone = &wza->bones[c->row];
    uint32_t parent = s->parents[c->row];
    mq_quat above = {0, 0, 0, 1};
    for (uint32_t i = 0; i < c->above_count; i++)
        above = mq_quat_multiply(above, own_rotation(c->above[i], time, before));
    s->samples_left -= c->above_count < s->samples_left ? c->above_count + 1 : s->samples_left;
    mq_quat back = mq_quat_conjugate(above);
    if (c->path == MAQ_CHANNEL_TRANSLATION) {
        mq_vec3 rest = {bone->position[0], bone->position[1], bone->position[2]};
        if (parent != MAQ_SCENE_NONE) {
            const float *from = wza->bones[parent].position;
            rest = mq_subtract(rest, (mq_vec3){from[0], from[1], from[2]});
        }
        mq_vec3 own = c->own ? own_translation(c->own, time, before) : (mq_vec3){0, 0, 0};
        return (curve_value){.translation =
                                 mq_add(rest, c->above_count ? mq_quat_rotate(back, own) : own)};
    }
    mq_quat own = c->own ? own_rotation(c->own, time, before) : (mq_quat){0, 0, 0, 1};
    if (c->above_count == 0)
        return (curve_value){.rotation = own};
    // With a hinge the bone's rotation comes after the parent's, in the axes of the model.
    mq_quat local = mq_quat_multiply(back, own);
    if (bone->hinge)
        local = mq_quat_multiply(local, above);
    return (curve_value){.rotation = mq_quat_normalize(local)};
}

static double distance(const curve *c, const curve_value *a, const curve_value *b) {
    if (c->path == MAQ_CHANNEL_TRANSLATION)
        return mq_length(mq_subtract(a->translation, b->translation));
    const mq_quat *p = &a->rotation, *q = &b->rotation;
    double side = p->x * q->x + p->y * q->y + p->z * q->z + p->w * q->w < 0 ? -1 : 1;
    double x = p->x - side * q->x, y = p->y - side * q->y;
    double z = p->z - side * q->z, w = p->w - side * q->w;
    return sqrt(x * x + y * y + z * z + w * w);
}

static curve_value interpolated(const curve *c, const curve_value *a, const curve_value *b,
                                double part) {
    if (c->path == MAQ_CHANNEL_ROTATION)
        return (curve_value){.rotation = mq_slerp(a->rotation, b->rotation, part)};
    mq_vec3 way = mq_subtract(b->translation, a->translation);
    return (curve_value){.translation = mq_add(a->translation, mq_scale(way, part))};
}

// Adds a key; one that is not after the last is dropped.
static bool add_key(curve *c, float time, const curve_value *value) {
    wza_sampling *s = c->work->sampling;
    if (c->count > 0 && time <= c->times[c->count - 1])
        return true;
    typedef float row[4];
    float *times =
        mq_arena_grow(c->work->scratch, c->times, &c->time_capacity, c->count, sizeof *times);
    row *values =
        mq_arena_grow(c->work->scratch, c->values, &c->value_capacity, c->count, sizeof *values);
    if (!times || !values)
        return false;
    c->times = times;
    c->values = values[0];
    times[c->count] = time;
    if (c->path == MAQ_CHANNEL_TRANSLATION) {
        const mq_vec3 *v = &value->translation;
        const float translation[3] = {(float)v->x, (float)v->y, (float)v->z};
        mq_axes_to_scene(MQ_AXES_WARZONE, translation, values[c->count]);
    } else {
        const mq_quat *q = &value->rotation;
        const float rotation[4] = {(float)q->x, (float)q->y, (float)q->z, (float)q->w};
        mq_axes_rotation_to_scene(MQ_AXES_WARZONE, rotation, values[c->count]);
    }
    c->count++;
    s->keys_left -= s->keys_left > 0;
    return true;
}

// Adds the keys that are needed between two times: as many pieces of the same length as the error,
// which falls with the square of their number, asks for; then the same for each piece.
static bool refine(curve *c, double start, const curve_value *a, double end, const curve_value *b,
                   unsigned levels) {
    static const double parts[] = {0.25, 0.5, 0.75};
    double error = 0;
    for (unsigned i = 0; i < 3; i++) {
        curve_value exact = exact_value(c, start + (end - start) * parts[i], false);
        curve_value made = interpolated(c, a, b, parts[i]);
        error = fmax(error, distance(c, &exact, &made));
    }
    if (!(error > c->tolerance) || levels == 0)
        return true;
    if (c->work->sampling->keys_left == 0 || c->work->sampling->samples_left == 0) {
        c->work->coarse = true;
        return true;
    }
    int pieces = (int)fmin(ceil(sqrt(error / c->tolerance)), MOST_PIECES);
    double from = start;
    curve_value value = *a;
    for (int i = 1; i <= pieces; i++) {
        double to = i < pieces ? start + (end - start) * ((double)i / pieces) : end;
        curve_value next = i < pieces ? exact_value(c, to, false) : *b;
        if (!refine(c, from, &value, to, &next, levels - 1) ||
            (i < pieces && !add_key(c, seconds(to), &next)))
            return false;
        from = to;
        value = next;
    }
    return true;
}

// The times at which a track of the curve has a point. NULL: no memory.
static key_time *curve_times(curve *c, uint32_t *count) {
    size_t total = c->own ? c->own->count : 0;
    for (uint32_t i = 0; i < c->above_count; i++)
        total += c->above[i]->count;
    const wza_sampling *s = c->work->sampling;
    if (c->above_count > 0 &&
        (total > s->keys_left || total * 2 * (c->above_count + 1) > s->samples_left)) {
        c->work->coarse = true;
        c->above_count = 0;
        total = c->own ? c->own->count : 0;
    }
    key_time *times = MQ_NEW_ARRAY(c->work->scratch, key_time, total);
    *count = 0;
    for (uint32_t i = 0; times && i <= c->above_count; i++) {
        const track *t = i < c->above_count ? c->above[i] : c->own;
        for (uint32_t k = 0; t && k < t->count; k++)
            times[(*count)++] = (key_time){t->points[k]->time, !t->property->interpolate};
    }
    return times ? merge_times(c->work, times, count) : NULL;
}

static bool sample_curve(curve *c) {
    uint32_t count;
    key_time *times = curve_times(c, &count);
    if (!times)
        return false;
    c->step = true;
    for (uint32_t i = 0; i < c->above_count; i++)
        c->step = c->step && !c->above[i]->property->interpolate;
    c->step = c->step && (!c->own || !c->own->property->interpolate);
    curve_value last;
    for (uint32_t i = 0; i < count; i++) {
        curve_value value = exact_value(c, times[i].time, false);
        if (i > 0 && !c->step) {
            curve_value before = times[i].jump ? exact_value(c, times[i].time, true) : value;
            if (c->above_count > 0 &&
                !refine(c, times[i - 1].time, &last, times[i].time, &before, MOST_LEVELS))
                return false;
            if (times[i].jump && !add_key(c, just_before(seconds(times[i].time)), &before))
                return false;
        }
        if (!add_key(c, seconds(times[i].time), &value))
            return false;
        last = value;
    }
    return true;
}

static bool add_curve(clip_work *work, curve *c, maq_channel_path path) {
    const wza_sampling *s = work->sampling;
    curve own = *c;
    own.path = path;
    own.tolerance =
        path == MAQ_CHANNEL_TRANSLATION ? s->tolerance : s->tolerance / s->levers[c->row] / 2;
    if (!sample_curve(&own))
        return false;
    uint32_t width = mq_channel_width(path);
    maq_scene_channel *channel =
        add_channel(work, path, work->targets->first_bone + c->row, own.step, (uint32_t)own.count);
    for (size_t i = 0; channel && i < own.count; i++) {
        MQ_WRITABLE(float, channel->times)[i] = own.times[i];
        memcpy(MQ_WRITABLE(float, channel->values) + i * width, own.values + i * 4,
               width * sizeof(float));
    }
    return channel != NULL;
}

// Fills the tracks above a bone.
static void find_tracks_above(clip_work *work, curve *c) {
    uint32_t row = work->sampling->parents[c->row], steps = 0;
    c->above_count = 0;
    while (row != MAQ_SCENE_NONE && work->turning[row]) {
        if (++steps > MOST_ANCESTORS) {
            work->coarse = true;
            return;
        }
        const track *t = work->bone_tracks[row];
        if (t && t->turns)
            c->above[c->above_count++] = t;
        row = work->wza->bones[row].hinge ? work->sampling->parents[row] : MAQ_SCENE_NONE;
    }
}

// Whether a bone needs channels: it has a track, or its parent turns and it has no hinge.
static bool needs_channels(const clip_work *work, uint32_t row) {
    uint32_t parent = work->sampling->parents[row];
    return work->bone_tracks[row] ||
           (!work->wza->bones[row].hinge && parent != MAQ_SCENE_NONE && work->turning[parent]);
}

// Finds the bones that turn, alone or with their parents; returns how many channels bones need.
static size_t find_turning(clip_work *work) {
    const maq_wza *wza = work->wza;
    size_t count = 0;
    for (uint32_t i = 0; i < wza->bone_count; i++) {
        uint32_t row = work->sampling->order[i], parent = work->sampling->parents[row];
        const track *own = work->bone_tracks[row];
        work->turning[row] =
            (own && own->turns) ||
            (wza->bones[row].hinge && parent != MAQ_SCENE_NONE && work->turning[parent]);
    }
    for (uint32_t row = 0; row < wza->bone_count; row++)
        count += needs_channels(work, row) ? 2 : 0;
    return count;
}

static bool add_bones(clip_work *work) {
    curve *c = MQ_NEW(work->scratch, curve);
    if (!c)
        return false;
    for (uint32_t row = 0; row < work->wza->bone_count; row++) {
        if (!needs_channels(work, row))
            continue;
        c->work = work;
        c->row = row;
        c->own = work->bone_tracks[row];
        find_tracks_above(work, c);
        if ((c->own && !add_curve(work, c, MAQ_CHANNEL_TRANSLATION)) ||
            !add_curve(work, c, MAQ_CHANNEL_ROTATION))
            return false;
    }
    return true;
}

// --------------------------------------------------------------------------------------- the whole

// Rows with parents before children; a cycle is entered somewhere. NULL: no memory.
static uint32_t *parents_first(mq_arena *arena, const uint32_t *parents, uint32_t count) {
    uint32_t *order = MQ_NEW_ARRAY(arena, uint32_t, count), done = 0;
    uint32_t *path = MQ_NEW_ARRAY(arena, uint32_t, count);
    bool *seen = MQ_NEW_ARRAY(arena, bool, count);
    if (!order || !path || !seen)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        for (uint32_t at = i; at != MAQ_SCENE_NONE && !seen[at]; at = parents[at]) {
            seen[at] = true;
            path[length++] = at;
        }
        while (length > 0)
            order[done++] = path[--length];
    }
    return order;
}

static double distance_of(const float a[3], const float b[3]) {
    return mq_length((mq_vec3){(double)a[0] - b[0], (double)a[1] - b[1], (double)a[2] - b[2]});
}

bool mq_wza_measure(mq_arena *arena, const maq_wza *wza, const maq_wza_shape *mesh,
                    const uint32_t *vertex_rows, const wza_targets *targets, wza_sampling *out) {
    uint32_t *parents = MQ_NEW_ARRAY(arena, uint32_t, wza->bone_count);
    for (uint32_t i = 0; parents && i < wza->bone_count; i++) {
        uint32_t parent = mq_wza_row(targets->bone_rows, wza->bone_count, wza->bones[i].parent);
        parents[i] = parent == i ? MAQ_SCENE_NONE : parent;
    }
    double *levers = MQ_NEW_ARRAY(arena, double, wza->bone_count), size = 0;
    uint32_t *depths = MQ_NEW_ARRAY(arena, uint32_t, wza->bone_count), depth = 1;
    *out = (wza_sampling){.parents = parents,
                          .order = parents ? parents_first(arena, parents, wza->bone_count) : NULL,
                          .levers = levers,
                          .keys_left = MOST_KEYS,
                          .samples_left = MOST_SAMPLES};
    if (!out->order || !levers || !depths)
        return false;
    for (uint32_t i = 0; mesh && i < mesh->vertex_count; i++)
        size = fmax(size, distance_of(mesh->vertices[i].position, mesh->vertices[0].position));
    for (uint32_t i = 0; i < wza->bone_count; i++) {
        const maq_wza_bone *bone = &wza->bones[i];
        for (uint32_t k = 0; mesh && k < bone->vertex_count; k++) {
            uint32_t row = mq_wza_row(vertex_rows, mesh->vertex_count, bone->vertices[k]);
            if (row != MAQ_SCENE_NONE)
                levers[i] =
                    fmax(levers[i], distance_of(mesh->vertices[row].position, bone->position));
        }
    }
    for (uint32_t i = wza->bone_count; i-- > 0;) {
        uint32_t row = out->order[i], parent = parents[row];
        if (parent != MAQ_SCENE_NONE)
            levers[parent] =
                fmax(levers[parent], levers[row] + distance_of(wza->bones[row].position,
                                                               wza->bones[parent].position));
    }
    for (uint32_t i = 0; i < wza->bone_count; i++) {
        uint32_t row = out->order[i], parent = parents[row];
        depths[row] = parent == MAQ_SCENE_NONE ? 1 : depths[parent] + 1;
        depth = depths[row] > depth ? depths[row] : depth;
        size = size > 0 ? size : levers[row];
    }
    // The errors of a bone's translation and rotation, and of those of the bones above it, add up.
    size = size > 0 && isfinite(size) ? size : 1;
    out->tolerance = TOLERANCE * size / (2 * fmin(depth, 16));
    for (uint32_t i = 0; i < wza->bone_count; i++)
        levers[i] = levers[i] > 0 && isfinite(levers[i]) ? levers[i] : size;
    return true;
}

static bool add_clip(mq_scene_builder *builder, clip_work *work) {
    const maq_wza *wza = work->wza;
    const maq_wza_animation *animation = work->animation;
    if (animation->length > 0)
        work->clip.duration = seconds(animation->length);
    work->bone_tracks = MQ_NEW_ARRAY(work->scratch, const track *, wza->bone_count);
    work->turning = MQ_NEW_ARRAY(work->scratch, bool, wza->bone_count);
    if (!work->bone_tracks || !work->turning || !collect_tracks(work))
        return false;
    bool moves_bones = false;
    for (uint32_t i = 0; i < animation->property_count; i++) {
        const maq_wza_property *property = &animation->properties[i];
        uint32_t row = property->kind == MAQ_WZA_BONE
                           ? mq_wza_row(work->targets->bone_rows, wza->bone_count, property->index)
                           : MAQ_SCENE_NONE;
        if (row == MAQ_SCENE_NONE || work->bone_tracks[row] || work->tracks[i].count == 0)
            continue;
        work->bone_tracks[row] = &work->tracks[i];
        moves_bones = true;
    }
    work->channels =
        MQ_NEW_ARRAY(work->arena, maq_scene_channel,
                     animation->property_count + (moves_bones ? find_turning(work) : 0));
    if (!work->channels || (moves_bones && !add_bones(work)) || !add_shapes(work))
        return false;
    for (uint32_t i = 0; i < animation->property_count; i++) {
        if (animation->properties[i].kind == MAQ_WZA_TEXTURE &&
            !add_texture(work, &work->tracks[i]))
            return false;
    }
    if (work->coarse)
        mq_add_finding(builder->findings, &mq_wza_rules[WZA_LOSS_SIZE], MAQ_NO_OFFSET, 0,
                       "animation %d: too many keys are needed for bones below turning bones; they "
                       "are not exact between points",
                       animation->index);
    work->clip.channels = work->channels;
    return mq_scene_add_clip(builder, &work->clip) != MAQ_SCENE_NONE;
}

bool mq_wza_add_clip(mq_scene_builder *builder, const maq_wza *wza, const wza_targets *targets,
                     wza_sampling *sampling, const maq_wza_animation *animation) {
    clip_work work = {.arena = builder->arena,
                      .scratch = mq_arena_scratch(builder->arena),
                      .wza = wza,
                      .targets = targets,
                      .sampling = sampling,
                      .animation = animation,
                      .clip = {.name = mq_arena_format(builder->arena, WZA_ANIMATION_NAME "%d",
                                                       animation->index)}};
    bool ok = work.scratch && add_clip(builder, &work);
    mq_arena_end_scratch(builder->arena, work.scratch);
    return ok;
}
