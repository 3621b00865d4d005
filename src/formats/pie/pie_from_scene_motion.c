// SPDX-License-Identifier: MIT
//
// Clips: one becomes the ANIMOBJECT of all levels that it moves, texture frames become those of
// polygons.
#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "base/plural.h"
#include "formats/extras_numbers.h"
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

// ---------------------------------------------------------------------------------------- finding

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
        PIE_REPORT_LOSS(from, PIE_LOSS_TEXTURE_ANIMATION, 1,
                        "clip \"%s\": the texture animation of material \"%s\" was dropped: %s",
                        clip->name, material->name,
                        motion->frames > 0 ? "the material has another one"
                        : !(cycle > 0)     ? "it has no duration"
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

// Of one node in the clip, by path.
typedef const maq_scene_channel *node_channels[PIE_MAX_CHANNELS];

// -------------------------------------------------------------------------------------- sampling

// A step belongs to the frame that it falls into, except at its very end. An editor that has sampled
// the clip at another rate has moved each step to the next of its own frames.
#define PART_OF_FRAME 0.9

static void sample(const maq_scene_channel *channel, double time, double length, float *out) {
    uint32_t at = 0;
    mq_pose_sample(channel, time, channel->step ? length * PART_OF_FRAME : 0, &at, out);
}

// The world matrices of all nodes in the frame that begins at a time, and which nodes are visible.
static void pose_nodes(const pie_from_scene *from, const node_channels *channels, double time,
                       double length, mq_mat34 *world, bool *visible) {
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
                sample(channels[index][k], time, length, targets[k]);
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
    double s = r[0][2] > 1 ? 1 : r[0][2] < -1 ? -1 : r[0][2];
    double first[3], second[3];
    first[1] = mq_angle_of(s, sqrt(1 - s * s));
    if (fabs(s) > 1 - 1e-9) {
        // x and z turn about the same axis: x does not turn.
        first[0] = 0;
        first[2] = mq_angle_of(r[1][0], r[1][1]);
    } else {
        first[0] = mq_angle_of(-r[1][2], r[2][2]);
        first[2] = mq_angle_of(-r[0][1], r[0][0]);
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
    // Of the same angle in other turns the one that goes on from the frame before.
    for (int k = 0; k < 3; k++) {
        double next = previous[k] + remainder(out[k] - previous[k], 360);
        out[k] = fabs(next) < 360 ? next : out[k];
    }
}

// Decomposes a matrix. Returns whether it shears, which a frame cannot express.
static bool make_frame(const mq_mat34 *matrix, bool visible, double angles[3],
                       maq_pie_frame *frame) {
    mq_vec3 axes[3];
    double scale[3];
    for (int k = 0; k < 3; k++) {
        axes[k] = mq_mat34_column(matrix, k);
        scale[k] = mq_length(axes[k]);
    }
    // Only z mirrors: x = -1 would hide the level.
    if (mq_pie_determinant(matrix) < 0)
        scale[2] = -scale[2];
    static const mq_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    bool flat = false, shears = false;
    for (int k = 0; k < 3; k++)
        flat = flat || fabs(scale[k]) < 1e-12;
    for (int k = 0; k < 3; k++)
        axes[k] = flat ? unit[k] : mq_scale(axes[k], 1 / scale[k]);
    for (int k = 0; k < 3; k++)
        shears = shears || fabs(mq_dot(axes[k], axes[(k + 1) % 3])) > 1e-3;
    double rotation[3][3], turned[3];
    rotation_in_file(axes, rotation);
    angles_of(rotation, angles, turned);
    memcpy(angles, turned, sizeof turned);

    static const float origin[3] = {0, 0, 0};
    float position[3], factors[3];
    mq_pie_transform_point(matrix, origin, position);
    mq_axes_from_scene(MQ_AXES_WARZONE, position, position);
    for (int k = 0; k < 3; k++)
        factors[k] = (float)(rint(scale[k] * 1e5) / 1e5);
    mq_axes_scale_from_scene(MQ_AXES_WARZONE, factors, factors);
    static const int order[3] = {0, 2, 1}; // x, depth, up
    for (int k = 0; k < 3; k++) {
        frame->position[k] = thousandths(position[order[k]]);
        frame->rotation[k] = thousandths(-turned[order[k]]);
        frame->scale[k] = visible ? factors[k] : -1;
    }
    frame->offset = MAQ_PIE_NO_OFFSET;
    return shears;
}

// ----------------------------------------------------------------------------------------- timing

// How an animation is cut into frames.
typedef struct timing {
    int32_t time; // milliseconds a frame
    uint32_t frames;
} timing;

// The time and cycles of the ANIMOBJECT in the extras of a level's node; 0 and -1 without one.
typedef struct played {
    int32_t time, cycles;
} played;

static played played_by_game(const pie_from_scene *from, uint32_t level) {
    const maq_scene_node *node = &from->scene->nodes[from->sources[level].node];
    const maq_value *own = mq_scene_own_extras(node->extras, PIE_EXTRAS);
    const maq_value *animation = maq_value_find(own, "animation");
    played result = {0, -1};
    if (mq_extras_integer(maq_value_find(animation, "time"), &result.time) && result.time < 0)
        result.time = 0;
    if (mq_extras_integer(maq_value_find(animation, "cycles"), &result.cycles) && result.cycles < 0)
        result.cycles = 0;
    return result;
}

// `time` is that of a frame, 0: the rate of the clip decides.
static timing time_clip(pie_from_scene *from, int32_t time, double duration, uint32_t level_count) {
    const maq_scene_clip *clip = from->clip;
    double rate = clip->rate > 0 ? clip->rate : DEFAULT_RATE;
    double milliseconds = duration > 0 ? duration * 1000.0 : 0;
    double step = time > 0 ? time : fmin(fmax(1, rint(1000 / rate)), INT32_MAX);
    uint32_t most = MAX_FRAMES;
    if (most > MAX_FRAMES_OF_ALL_LEVELS / level_count)
        most = MAX_FRAMES_OF_ALL_LEVELS / level_count;
    if (most > MAX_NODE_FRAMES / from->scene->node_count)
        most = MAX_NODE_FRAMES / from->scene->node_count;
    if (most < 2)
        most = 2;
    if (milliseconds / step > most) {
        step = fmin(ceil(milliseconds / most), INT32_MAX);
        PIE_REPORT_LOSS(from, PIE_LOSS_MOTION, 1,
                        "clip \"%s\" is longer than %u %s of its rate: it gets one every %d "
                        "%s",
                        clip->name, most, MQ_PLURAL(most, "frame", "frames"), (int)step,
                        MQ_PLURAL((int)step, "millisecond", "milliseconds"));
    }
    double frames = fmin(fmax(rint(milliseconds / step), 1), most);
    if (fabs(frames * step - milliseconds) > 1)
        PIE_REPORT_LOSS(from, PIE_LOSS_MOTION, 1,
                        "clip \"%s\" lasts %.0f milliseconds instead of %.0f: a whole number of "
                        "frames",
                        clip->name, frames * step, milliseconds);
    return (timing){.time = (int32_t)step, .frames = (uint32_t)frames};
}

// ---------------------------------------------------------------------------------------- sampling

typedef double level_angles[3];

typedef struct sampler {
    pie_from_scene *from;
    const node_channels *channels;
    mq_mat34 *world;
    bool *visible;
    bool *blends;           // by node
    level_angles *angles;   // of the frame before, by level
    bool *shears;           // by level
    maq_pie_frame **frames; // by level; NULL: not sampled now
} sampler;

static void sample_frame(sampler *s, double time, double length, uint32_t number) {
    pie_from_scene *from = s->from;
    pose_nodes(from, s->channels, time, length, s->world, s->visible);
    for (uint32_t i = 0; i < from->source_count; i++) {
        if (!s->frames[i])
            continue;
        const pie_source *source = &from->sources[i];
        maq_pie_frame *frame = &s->frames[i][number];
        frame->number = (int32_t)number;
        s->shears[i] |=
            make_frame(&s->world[source->mover], s->visible[source->mover], s->angles[i], frame);
    }
}

// Whether a level ends as it begins. Scales do not count: the game does not interpolate them.
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

// Finds the nodes whose rotation or translation is interpolated, or that of a parent.
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

// When the channels of a level end. A level without a parent may be shorter than the clip: the game
// repeats each level separately.
static double duration_of(const sampler *s, uint32_t level) {
    const pie_from_scene *from = s->from;
    uint32_t mover = from->sources[level].mover;
    double last = 0;
    for (int k = 0; k < PIE_MAX_CHANNELS; k++) {
        const maq_scene_channel *channel = s->channels[mover][k];
        if (channel && channel->key_count > 0)
            last = fmax(last, channel->times[channel->key_count - 1]);
    }
    bool alone = from->scene->nodes[mover].parent == MAQ_SCENE_NONE;
    return alone && last > 0 && last < from->clip->duration ? last : from->clip->duration;
}

// Samples the levels that s->frames selects, all with one timing.
static bool sample_levels(sampler *s, int32_t time, double duration, uint32_t count) {
    pie_from_scene *from = s->from;
    timing t = time_clip(from, time, duration, count);
    for (uint32_t i = 0; i < from->source_count; i++) {
        if (!s->frames[i])
            continue;
        s->frames[i] = MQ_NEW_ARRAY(from->arena, maq_pie_frame, (size_t)t.frames + 1);
        if (!s->frames[i])
            return false;
    }
    double length = t.time / 1000.0;
    for (uint32_t n = 0; n < t.frames; n++)
        sample_frame(s, n * length, length, n);
    // A motion that does not end as it begins needs its end as a frame.
    uint32_t frames = t.frames;
    if (duration > 0) {
        sample_frame(s, duration, length, t.frames);
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
        int32_t cycles = played_by_game(from, i).cycles;
        if (cycles < 0)
            cycles = loops > INT32_MAX ? INT32_MAX : (int32_t)loops;
        from->levels[i].animation = (maq_pie_animation){.present = true,
                                                        .time = t.time,
                                                        .cycles = cycles,
                                                        .frames = s->frames[i],
                                                        .frame_count = frames,
                                                        .offset = MAQ_PIE_NO_OFFSET};
        if (s->shears[i])
            PIE_REPORT_LOSS(from, PIE_LOSS_MOTION, 1,
                            "clip \"%s\": level %u shears in it (scaled along rotated axes); its "
                            "frames cannot",
                            from->clip->name, i + 1);
    }
    return true;
}

static bool is_animated(const pie_from_scene *from, uint32_t level) {
    return from->sources[level].moves && !from->sources[level].posed;
}

// Samples all animated levels, those with the same timing together. Each group poses all nodes, so
// there are few; the levels that are left at the end share one.
#define MAX_GROUPS 8
static bool sample_groups(sampler *s) {
    pie_from_scene *from = s->from;
    maq_pie_frame *selected = MQ_NEW(from->arena, maq_pie_frame); // a mark until there is a list
    s->frames = MQ_NEW_ARRAY(from->arena, maq_pie_frame *, from->source_count);
    s->world = MQ_NEW_ARRAY(from->arena, mq_mat34, from->scene->node_count);
    s->visible = MQ_NEW_ARRAY(from->arena, bool, from->scene->node_count);
    s->angles = MQ_NEW_ARRAY(from->arena, level_angles, from->source_count);
    s->shears = MQ_NEW_ARRAY(from->arena, bool, from->source_count);
    if (!selected || !s->frames || !s->world || !s->visible || !s->angles || !s->shears)
        return false;
    for (int group = 0; group <= MAX_GROUPS; group++) {
        int32_t time = 0;
        double duration = from->clip->duration;
        uint32_t count = 0;
        for (uint32_t i = 0; i < from->source_count; i++) {
            s->frames[i] = NULL;
            if (!is_animated(from, i) || from->levels[i].animation.present)
                continue;
            int32_t own_time = played_by_game(from, i).time;
            double own_duration = duration_of(s, i);
            if (count == 0 && group < MAX_GROUPS) {
                time = own_time;
                duration = own_duration;
            }
            if (group == MAX_GROUPS || (time == own_time && duration == own_duration)) {
                s->frames[i] = selected;
                count++;
            }
        }
        if (count == 0)
            return true;
        if (!sample_levels(s, time, duration, count))
            return false;
    }
    return true;
}

// Sets INTERPOLATE: in the head where all animated levels agree, else level by level.
static void set_interpolation(const sampler *s) {
    pie_from_scene *from = s->from;
    uint32_t jumping = 0, blending = 0;
    for (uint32_t i = 0; i < from->source_count; i++) {
        if (!from->levels[i].animation.present)
            continue;
        bool blends = s->blends[from->sources[i].mover];
        blending += blends;
        jumping += !blends;
    }
    for (uint32_t i = 0; i < from->source_count; i++) {
        bool jumps = !s->blends[from->sources[i].mover];
        if (!from->levels[i].animation.present ||
            jumps == mq_pie_steps(from->pie, &from->levels[i]))
            continue;
        maq_pie_settings *own = &from->levels[i].settings;
        maq_pie_settings *set =
            own->has_interpolate || (jumping > 0 && blending > 0) ? own : &from->pie->settings;
        set->has_interpolate = true;
        set->interpolate = !jumps;
    }
}

bool mq_pie_build_motion(pie_from_scene *from) {
    if (!from->clip)
        return true;
    node_channels *channels;
    if (!index_channels(from, &channels))
        return false;
    sampler s = {.from = from, .channels = (const node_channels *)channels};
    if (!find_blends(&s) || !sample_groups(&s))
        return false;
    set_interpolation(&s);
    bool any = false;
    for (uint32_t i = 0; i < from->source_count; i++)
        any = any || from->levels[i].animation.present;
    if (!any)
        PIE_REPORT_LOSS(from, PIE_LOSS_CLIP, 1,
                        "clip \"%s\" was dropped: it moves no level as a whole", from->clip->name);
    return true;
}
