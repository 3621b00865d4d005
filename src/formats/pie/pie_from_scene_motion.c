// SPDX-License-Identifier: MIT
//
// Clips: one becomes the ANIMOBJECT of all levels that it moves, texture frames become those of
// polygons.
#include <math.h>
#include <string.h>

#include "formats/pie/pie_from_scene.h"
#include "scene/pose.h"

#define DEFAULT_RATE 30.0
#define MAX_FRAMES 4096U
#define MAX_FRAMES_OF_ALL_LEVELS (1U << 18)
#define MAX_NODE_FRAMES (1U << 26)

static bool moves_nodes(maq_channel_path path) {
    return path == MAQ_CHANNEL_TRANSLATION || path == MAQ_CHANNEL_ROTATION ||
           path == MAQ_CHANNEL_SCALE || path == MAQ_CHANNEL_VISIBLE;
}

// ------------------------------------------------------------------------------- what there is

static void read_texture_channel(pie_from_scene *from, const maq_scene_clip *clip,
                                 const maq_scene_channel *channel, pie_texture_motion *motion) {
    const maq_scene_material *material = &from->scene->materials[channel->target];
    float highest = 0;
    for (uint32_t k = 0; k < channel->key_count; k++)
        highest = fmaxf(highest, channel->values[k]);
    double frames = floor((double)highest) + 1;
    double cycle = channel->times[channel->key_count - 1];
    if (!(cycle > 0))
        cycle = clip->duration;
    if (motion->frames > 0 || !(frames > 1 && frames <= UINT16_MAX) || !(cycle > 0)) {
        PIE_SCENE_LOSE(from, PIE_LOSS_TEXTURE_ANIMATION,
                       "clip \"%s\": the texture animation of material \"%s\" is lost: %s",
                       clip->name, material->name,
                       motion->frames > 0 ? "it has another one"
                       : !(cycle > 0)     ? "it takes no time"
                                          : "it needs 2 to 65535 frames");
        return;
    }
    motion->frames = (uint32_t)frames;
    motion->cycle = cycle * 1000;
    if (material->frames.kind == MAQ_FRAMES_STRIP) {
        motion->width = material->frames.step[0];
        motion->height = material->frames.step[1];
    }
}

static bool find_moved(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    bool *moved = MQ_NEW_ARRAY(from->arena, bool, scene->node_count);
    if (!moved)
        return false;
    for (uint32_t i = 0; i < from->clip->channel_count; i++) {
        if (moves_nodes(from->clip->channels[i].path))
            moved[from->clip->channels[i].target] = true;
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        if (parent != MAQ_SCENE_NONE && moved[parent])
            moved[node] = true;
    }
    from->moved = moved;
    return true;
}

bool mq_pie_find_motion(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    pie_texture_motion *motions =
        MQ_NEW_ARRAY(from->arena, pie_texture_motion, scene->material_count);
    if (!motions)
        return false;
    from->texture_motions = motions;
    for (uint32_t c = 0; c < scene->clip_count; c++) {
        const maq_scene_clip *clip = &scene->clips[c];
        for (uint32_t i = 0; i < clip->channel_count; i++) {
            const maq_scene_channel *channel = &clip->channels[i];
            if (channel->path == MAQ_CHANNEL_TEXTURE_FRAME)
                read_texture_channel(from, clip, channel, &motions[channel->target]);
            else if (moves_nodes(channel->path) && !from->clip)
                from->clip = clip;
        }
    }
    return !from->clip || find_moved(from);
}

// ------------------------------------------------------------------------------- the extras

static bool read_frame(const maq_value *row, maq_pie_frame *frame) {
    size_t count;
    int64_t numbers[7];
    const maq_value *item = mq_pie_extra_items(row, &count);
    if (count != 10)
        return false;
    for (int k = 0; k < 7; k++, item = item->next) {
        if (!mq_pie_extra_integer(item, INT32_MIN, INT32_MAX, &numbers[k]))
            return false;
    }
    frame->number = (int32_t)numbers[0];
    for (int k = 0; k < 3; k++, item = item->next) {
        frame->position[k] = (int32_t)numbers[1 + k];
        frame->rotation[k] = (int32_t)numbers[4 + k];
        if (!mq_pie_extra_float(item, &frame->scale[k]))
            return false;
    }
    frame->offset = MAQ_PIE_NO_OFFSET;
    return true;
}

static bool read_animation(mq_arena *arena, const maq_value *own, maq_pie_animation *animation) {
    const maq_value *said = maq_value_find(own, "animation");
    int64_t time, cycles;
    size_t count;
    const maq_value *row = mq_pie_extra_items(maq_value_find(said, "frames"), &count);
    if (!mq_pie_extra_integer(maq_value_find(said, "time"), INT32_MIN, INT32_MAX, &time) ||
        !mq_pie_extra_integer(maq_value_find(said, "cycles"), INT32_MIN, INT32_MAX, &cycles) ||
        count > UINT32_MAX)
        return false;
    maq_pie_frame *frames = MQ_NEW_ARRAY(arena, maq_pie_frame, count);
    if (!frames)
        return false;
    for (size_t i = 0; i < count; i++, row = row->next) {
        if (!read_frame(row, &frames[i]))
            return false;
    }
    *animation = (maq_pie_animation){.present = true,
                                     .time = (int32_t)time,
                                     .cycles = (int32_t)cycles,
                                     .frames = frames,
                                     .frame_count = (uint32_t)count,
                                     .offset = MAQ_PIE_NO_OFFSET};
    return true;
}

static bool same_channel(const maq_scene_channel *a, const maq_scene_channel *b) {
    size_t width = mq_channel_width(a->path);
    return b && a->step == b->step && a->key_count == b->key_count &&
           memcmp(a->times, b->times, a->key_count * sizeof *a->times) == 0 &&
           memcmp(a->values, b->values, a->key_count * width * sizeof *a->values) == 0;
}

// Of one node in the clip, by path.
typedef const maq_scene_channel *node_channels[PIE_MAX_CHANNELS];

// The raw frames of a level, if they lead to its channels.
static bool believe_animation(pie_from_scene *from, uint32_t index, const node_channels *channels) {
    const pie_source *source = &from->sources[index];
    const maq_scene_node *node = &from->scene->nodes[source->node];
    const maq_value *own = mq_scene_own_extras(node->extras, PIE_EXTRAS);
    maq_pie_animation animation;
    maq_scene_channel made[PIE_MAX_CHANNELS];
    if (!source->own || source->mover != source->node || node->parent != MAQ_SCENE_NONE ||
        !read_animation(from->arena, own, &animation))
        return false;
    uint32_t count = mq_pie_animation_channels(
        from->arena, &animation, mq_pie_steps(from->pie, &from->levels[index]), source->node, made);
    if (count == UINT32_MAX)
        return false;
    uint32_t there = 0;
    for (int k = 0; channels && k < PIE_MAX_CHANNELS; k++)
        there += channels[source->node][k] != NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!channels || !same_channel(&made[i], channels[source->node][made[i].path]))
            return false;
    }
    from->levels[index].animation = animation;
    return there == count;
}

// -------------------------------------------------------------------------------------- sampling

// Keys are floats, frames whole milliseconds: a step must not be missed by a hair.
#define NEAR_STEP 5e-5

static void sample(const maq_scene_channel *channel, double time, float *out) {
    uint32_t at = 0;
    mq_pose_sample(channel, time, channel->step ? NEAR_STEP : 0, &at, out);
}

// Where all nodes stand at a time, and which are seen.
static void pose_nodes(const pie_from_scene *from, const node_channels *channels, double time,
                       mq_mat34 *world, bool *visible) {
    const maq_scene *scene = from->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t index = scene->node_order[i];
        const maq_scene_node *node = &scene->nodes[index];
        if (!from->moved[index]) {
            world[index] = from->world[index];
            visible[index] = true;
            continue;
        }
        maq_transform pose = node->rest;
        float seen = 1;
        float *const targets[PIE_MAX_CHANNELS] = {pose.translation, pose.rotation, pose.scale,
                                                  &seen};
        for (int k = 0; k < PIE_MAX_CHANNELS; k++) {
            if (channels[index][k])
                sample(channels[index][k], time, targets[k]);
        }
        mq_mat34 local = mq_pie_local(&pose);
        bool root = node->parent == MAQ_SCENE_NONE;
        world[index] = root ? local : mq_pie_below(node, &world[node->parent], &local);
        visible[index] = seen >= 0.5f && (root || visible[node->parent]);
    }
}

static int32_t thousandths(double value) {
    double scaled = rint(value * 1000);
    return scaled > INT32_MAX ? INT32_MAX : scaled < INT32_MIN ? INT32_MIN : (int32_t)scaled;
}

static mq_vec3 column_of(const mq_mat34 *matrix, int index) {
    return (mq_vec3){matrix->m[0][index], matrix->m[1][index], matrix->m[2][index]};
}

// A rotation in the axes of the file: each of its axes goes to the scene, turns and comes back.
static void rotation_in_file(mq_vec3 turned[3], double out[3][3]) {
    for (int k = 0; k < 3; k++) {
        float axis[3] = {k == 0, k == 1, k == 2}, back[3];
        mq_axes_to_scene(MQ_AXES_WARZONE, axis, axis);
        mq_vec3 v = mq_add(mq_scale(turned[0], axis[0]),
                           mq_add(mq_scale(turned[1], axis[1]), mq_scale(turned[2], axis[2])));
        const float there[3] = {(float)v.x, (float)v.y, (float)v.z};
        mq_axes_from_scene(MQ_AXES_WARZONE, there, back);
        for (int row = 0; row < 3; row++)
            out[row][k] = back[row];
    }
}

static double near_angle(double angle, double previous) {
    return fabs(remainder(angle - previous, 360));
}

// The angles about x, y and z whose turns, z first, make the rotation: of the two ways the one that
// is nearer to the frame before.
static void angles_of(double r[3][3], const double previous[3], double out[3]) {
    static const double degrees = 180 / 3.14159265358979323846;
    double s = r[0][2] > 1 ? 1 : r[0][2] < -1 ? -1 : r[0][2];
    double first[3], second[3];
    first[1] = asin(s) * degrees;
    if (fabs(s) > 1 - 1e-9) {
        // x and z turn about the same axis: let x stay at rest.
        first[0] = 0;
        first[2] = atan2(r[1][0], r[1][1]) * degrees;
    } else {
        first[0] = atan2(-r[1][2], r[2][2]) * degrees;
        first[2] = atan2(-r[0][1], r[0][0]) * degrees;
    }
    second[0] = remainder(first[0] + 180, 360);
    second[1] = remainder(180 - first[1], 360);
    second[2] = remainder(first[2] + 180, 360);
    double one = 0, two = 0;
    for (int k = 0; k < 3; k++) {
        one += near_angle(first[k], previous[k]);
        two += near_angle(second[k], previous[k]);
    }
    memcpy(out, two < one - 1e-6 ? second : first, sizeof first);
}

// Takes a matrix apart. Returns whether it leans, which no frame can.
static bool make_frame(const mq_mat34 *matrix, bool visible, double angles[3],
                       maq_pie_frame *frame) {
    mq_vec3 axes[3];
    double scale[3];
    for (int k = 0; k < 3; k++) {
        axes[k] = column_of(matrix, k);
        scale[k] = mq_length(axes[k]);
    }
    // Only z mirrors: x = -1 would hide the level.
    if (mq_pie_determinant(matrix) < 0)
        scale[2] = -scale[2];
    static const mq_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    bool flat = false, leans = false;
    for (int k = 0; k < 3; k++)
        flat = flat || fabs(scale[k]) < 1e-12;
    for (int k = 0; k < 3; k++)
        axes[k] = flat ? unit[k] : mq_scale(axes[k], 1 / scale[k]);
    for (int k = 0; k < 3; k++)
        leans = leans || fabs(mq_dot(axes[k], axes[(k + 1) % 3])) > 1e-3;
    double rotation[3][3], turned[3];
    rotation_in_file(axes, rotation);
    angles_of(rotation, angles, turned);
    memcpy(angles, turned, sizeof turned);

    static const float origin[3] = {0, 0, 0};
    float place[3], factors[3];
    mq_pie_transform_point(matrix, origin, place);
    mq_axes_from_scene(MQ_AXES_WARZONE, place, place);
    for (int k = 0; k < 3; k++)
        factors[k] = (float)(rint(scale[k] * 1e5) / 1e5);
    mq_axes_scale_from_scene(MQ_AXES_WARZONE, factors, factors);
    static const int order[3] = {0, 2, 1}; // x, depth, up
    for (int k = 0; k < 3; k++) {
        frame->position[k] = thousandths(place[order[k]]);
        frame->rotation[k] = thousandths(-turned[order[k]]);
        frame->scale[k] = visible ? factors[k] : -1;
    }
    frame->offset = MAQ_PIE_NO_OFFSET;
    return leans;
}

// How the clip is cut into frames.
typedef struct timing {
    int32_t time; // milliseconds a frame
    uint32_t frames;
} timing;

static timing time_clip(pie_from_scene *from, uint32_t level_count) {
    const maq_scene_clip *clip = from->clip;
    double rate = clip->rate > 0 ? clip->rate : DEFAULT_RATE;
    double milliseconds = clip->duration > 0 ? clip->duration * 1000.0 : 0;
    double time = fmin(fmax(1, rint(1000 / rate)), INT32_MAX);
    uint32_t most = MAX_FRAMES;
    if (most > MAX_FRAMES_OF_ALL_LEVELS / level_count)
        most = MAX_FRAMES_OF_ALL_LEVELS / level_count;
    if (most > MAX_NODE_FRAMES / from->scene->node_count)
        most = MAX_NODE_FRAMES / from->scene->node_count;
    if (most < 2)
        most = 2;
    if (milliseconds / time > most) {
        time = fmin(ceil(milliseconds / most), INT32_MAX);
        PIE_SCENE_LOSE(from, PIE_LOSS_MOTION,
                       "clip \"%s\" is longer than %u frames of its rate: it gets one every %d "
                       "milliseconds",
                       clip->name, most, (int)time);
    }
    double frames = fmin(fmax(rint(milliseconds / time), 1), most);
    if (fabs(frames * time - milliseconds) > 1)
        PIE_SCENE_LOSE(from, PIE_LOSS_MOTION,
                       "clip \"%s\" lasts %.0f milliseconds instead of %.0f: a whole number of "
                       "frames",
                       clip->name, frames * time, milliseconds);
    return (timing){.time = (int32_t)time, .frames = (uint32_t)frames};
}

typedef double level_angles[3];

typedef struct sampler {
    pie_from_scene *from;
    const node_channels *channels;
    mq_mat34 *world;
    bool *visible;
    bool *blends;           // by node
    level_angles *angles;   // of the frame before, by level
    bool *leans;            // by level
    maq_pie_frame **frames; // by level; NULL: not sampled
} sampler;

static void sample_frame(sampler *s, double time, uint32_t number) {
    pie_from_scene *from = s->from;
    pose_nodes(from, s->channels, time, s->world, s->visible);
    for (uint32_t i = 0; i < from->source_count; i++) {
        if (!s->frames[i])
            continue;
        const pie_source *source = &from->sources[i];
        maq_pie_frame *frame = &s->frames[i][number];
        frame->number = (int32_t)number;
        s->leans[i] |=
            make_frame(&s->world[source->mover], s->visible[source->mover], s->angles[i], frame);
    }
}

// Whether a level comes back to its first frame. Scales do not count: the game does not blend them.
static bool ends_as_it_begins(const maq_pie_frame *first, const maq_pie_frame *last) {
    for (int k = 0; k < 3; k++) {
        double turn = fabs(remainder((first->rotation[k] - (double)last->rotation[k]) / 1000, 360));
        if (fabs(first->position[k] - (double)last->position[k]) > 2 || turn > 0.01)
            return false;
    }
    return true;
}

static bool index_channels(pie_from_scene *from, node_channels **out) {
    node_channels *channels = MQ_NEW_ARRAY(from->arena, node_channels, from->scene->node_count);
    *out = channels;
    for (uint32_t i = 0; channels && i < from->clip->channel_count; i++) {
        const maq_scene_channel *channel = &from->clip->channels[i];
        if (moves_nodes(channel->path) && !channels[channel->target][channel->path])
            channels[channel->target][channel->path] = channel;
    }
    return channels != NULL;
}

// Finds the nodes that are turned or taken along between keys, by themselves or by a parent.
static bool find_blends(sampler *s) {
    const maq_scene *scene = s->from->scene;
    s->blends = MQ_NEW_ARRAY(s->from->arena, bool, scene->node_count);
    for (uint32_t i = 0; s->blends && i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        const maq_scene_channel *const *channels = s->channels[node];
        s->blends[node] = (parent != MAQ_SCENE_NONE && s->blends[parent]) ||
                          (channels[0] && !channels[0]->step) ||
                          (channels[1] && !channels[1]->step);
    }
    return s->blends != NULL;
}

// Samples all levels whose frames are not known yet.
static bool sample_levels(sampler *s, uint32_t count) {
    pie_from_scene *from = s->from;
    mq_arena *arena = from->arena;
    timing t = time_clip(from, count);
    s->world = MQ_NEW_ARRAY(arena, mq_mat34, from->scene->node_count);
    s->visible = MQ_NEW_ARRAY(arena, bool, from->scene->node_count);
    s->angles = MQ_NEW_ARRAY(arena, level_angles, from->source_count);
    s->leans = MQ_NEW_ARRAY(arena, bool, from->source_count);
    if (!s->world || !s->visible || !s->angles || !s->leans)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        if (!s->frames[i])
            continue;
        s->frames[i] = MQ_NEW_ARRAY(arena, maq_pie_frame, (size_t)t.frames + 1);
        if (!s->frames[i])
            return false;
    }
    for (uint32_t n = 0; n < t.frames; n++)
        sample_frame(s, n * (t.time / 1000.0), n);
    // A movement that does not come back needs its end as a frame.
    uint32_t frames = t.frames;
    if (from->clip->duration > 0) {
        sample_frame(s, from->clip->duration, t.frames);
        for (uint32_t i = 0; i < from->source_count; i++) {
            if (s->frames[i] && s->blends[from->sources[i].mover] &&
                !ends_as_it_begins(&s->frames[i][0], &s->frames[i][t.frames]))
                frames = t.frames + 1;
        }
    }
    uint32_t loops = from->clip->loop_count;
    for (uint32_t i = 0; i < from->source_count; i++) {
        if (!s->frames[i])
            continue;
        from->levels[i].animation =
            (maq_pie_animation){.present = true,
                                .time = t.time,
                                .cycles = loops > INT32_MAX ? INT32_MAX : (int32_t)loops,
                                .frames = s->frames[i],
                                .frame_count = frames,
                                .offset = MAQ_PIE_NO_OFFSET};
        if (s->leans[i])
            PIE_SCENE_LOSE(from, PIE_LOSS_MOTION,
                           "clip \"%s\": level %u leans over in it (scaled along axes that are "
                           "turned); its frames cannot",
                           from->clip->name, i + 1);
    }
    return true;
}

// Says which of the sampled levels jump from frame to frame. Where they do not agree with each
// other, PIE 4 can say it level by level.
static void set_interpolation(const sampler *s) {
    pie_from_scene *from = s->from;
    uint32_t jumping = 0, blending = 0;
    for (uint32_t i = 0; i < from->source_count; i++) {
        bool jumps = s->frames[i] ? !s->blends[from->sources[i].mover]
                                  : mq_pie_steps(from->pie, &from->levels[i]);
        if (!from->levels[i].animation.present)
            continue;
        jumping += jumps;
        blending += !jumps;
    }
    maq_pie_settings *head = &from->pie->settings;
    for (uint32_t i = 0; i < from->source_count; i++) {
        maq_pie_settings *own = &from->levels[i].settings;
        bool jumps = s->frames[i] && !s->blends[from->sources[i].mover];
        if (!s->frames[i] || jumps == mq_pie_steps(from->pie, &from->levels[i]))
            continue;
        if (own->has_interpolate || (from->version == 4 && jumping > 0 && blending > 0)) {
            own->has_interpolate = true;
            own->interpolate = !jumps;
        } else if (jumping == 0 || blending == 0) {
            head->has_interpolate = true;
            head->interpolate = !jumps;
        } else {
            PIE_SCENE_LOSE(from, PIE_LOSS_MOTION, "level %u: it %s from frame to frame now", i + 1,
                           jumps ? "blends" : "jumps");
        }
    }
}

// One number of cycles is in the clip: that of the first level.
static void set_cycles(pie_from_scene *from) {
    bool differs = false, first = true;
    uint32_t loops = from->clip->loop_count;
    for (uint32_t i = 0; i < from->source_count; i++) {
        maq_pie_animation *animation = &from->levels[i].animation;
        if (!animation->present || animation->frame_count == 0 || animation->time <= 0)
            continue;
        if (first)
            differs = (animation->cycles > 0 ? (uint32_t)animation->cycles : 0) != loops;
        first = false;
        if (differs)
            animation->cycles = loops > INT32_MAX ? INT32_MAX : (int32_t)loops;
    }
}

bool mq_pie_build_motion(pie_from_scene *from) {
    node_channels *channels = NULL;
    if (from->clip && !index_channels(from, &channels))
        return false;
    sampler s = {.from = from, .channels = channels};
    s.frames = MQ_NEW_ARRAY(from->arena, maq_pie_frame *, from->source_count);
    maq_pie_frame *wanted = MQ_NEW(from->arena, maq_pie_frame); // a mark until there is a list
    if (!s.frames || !wanted)
        return false;
    uint32_t count = 0;
    bool any = false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        from->levels[i].animation = (maq_pie_animation){.offset = MAQ_PIE_NO_OFFSET};
        if (believe_animation(from, i, channels)) {
            any = true;
            continue;
        }
        from->levels[i].animation = (maq_pie_animation){.offset = MAQ_PIE_NO_OFFSET};
        if (from->sources[i].moves && !from->sources[i].posed) {
            s.frames[i] = wanted;
            count++;
        }
    }
    if (count > 0) {
        if (!find_blends(&s) || !sample_levels(&s, count))
            return false;
        set_interpolation(&s);
    }
    if (from->clip && !any && count == 0)
        PIE_SCENE_LOSE(from, PIE_LOSS_CLIP, "clip \"%s\" is lost: it moves no level as a whole",
                       from->clip->name);
    if (from->clip)
        set_cycles(from);
    return mq_arena_status(from->arena) == MAQ_OK;
}
