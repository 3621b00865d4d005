// SPDX-License-Identifier: MIT
//
// The animations of all inputs: frames as poses of the model's joints, and what each reaches.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "base/plural.h"
#include "formats/iq/iq_model.h"

// A frame of the model: the poses of an input that it is made of.
typedef struct frame {
    const iq_input *input;
    uint32_t first, count;
} frame;

typedef struct motion {
    iq_model *model;
    frame *list; // of all animations
    uint32_t frame_count;
    mq_mat34 *inverses; // of the base, from the model to the joint
    iq_skin skin;       // count 0: no bounds
    maq_iqm_bounds *bounds;
    uint32_t
        first_bounded; // the frame that bounds begin with; the reference compiler has none before
    maq_iqm_anim *anims;
    size_t anim_capacity;
    iq_name_table anim_names;
    iq_pose *rest; // what joints that are not moved have
    // For each chunk of frames: the poses of one frame, the ranges of the channels, and how many
    // quaternions were not of length 1.
    iq_pose *poses;
    mq_mat34 *matrices;
    iq_range *ranges;
    uint64_t *off_counts;
    maq_iqm_pose *channels; // how the numbers are stored
    unsigned char *numbers;
} motion;

enum { CHUNK = 64 };

// How many vertices are moved for bounds at most: some, and so many for each vertex and each pose of the file.
#define LEAST_MOVES ((uint64_t)1 << 22)
#define MOVES_OF_ITEM 256

// ------------------------------------------------------------------------------------------ skin

static void invert_base(motion *m) {
    for (uint32_t i = 0; i < m->model->joint_count; i++) {
        const iq_joint *joint = &m->model->joints[i];
        iq_pose base = joint->base;
        if (!joint->has_base && m->model->settings.reference)
            base = (iq_pose){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
        mq_mat34 own = mq_iq_matrix(&base);
        m->inverses[i] = mq_iq_pose_inverse(&own);
        if (joint->parent >= 0 && (uint32_t)joint->parent < i)
            m->inverses[i] = mq_mat34_multiply(&m->inverses[i], &m->inverses[joint->parent]);
    }
}

// The vertices of the model; those with the same position and blend count once.
static void add_model_vertices(motion *m) {
    const iq_model *model = m->model;
    for (size_t i = 0; i < model->input_count; i++) {
        const iq_input *input = &model->inputs[i];
        const iq_geometry *g = &input->geometry;
        for (uint32_t v = 0; input->has_mesh && v < g->vertex_count; v++) {
            if (model->keys[input->first_vertex + v] != input->first_vertex + v)
                continue;
            double position[4];
            mq_iq_position(g, g->vertices[v].source, position);
            iq_blend blend = {0};
            if (g->uses_blends)
                blend = mq_iq_blend(g, g->vertices[v].source);
            mq_iq_skin_add(&m->skin, position, &blend);
        }
    }
}

// As the reference compiler: all vertices of the file, used or not.
static void add_file_vertices(motion *m) {
    const iq_geometry *g = &m->model->inputs[m->model->mesh_input].geometry;
    for (uint32_t v = 0; v < g->iqe->lists[MAQ_IQE_POSITION].count; v++) {
        double position[4];
        mq_iq_position(g, v, position);
        iq_blend blend = mq_iq_blend(g, v);
        for (int k = 0; k < 4; k++)
            blend.joints[k] = (uint8_t)blend.joints[k];
        mq_iq_skin_add(&m->skin, position, &blend);
    }
}

static bool make_skin(motion *m) {
    iq_model *model = m->model;
    bool skinned = false;
    for (size_t i = 0; i < model->input_count; i++)
        skinned |= model->inputs[i].has_mesh && model->inputs[i].geometry.uses_blends;
    if (!skinned || model->iqm->joint_count == 0 || model->settings.intermediate)
        return true;
    bool reference = model->settings.reference;
    void (*add_vertices)(motion *) = reference ? add_file_vertices : add_model_vertices;
    m->skin.unweighted_rests = !reference;
    add_vertices(m);
    if (!mq_iq_skin_alloc(&m->skin, model->scratch))
        return false;
    add_vertices(m);
    mq_iq_skin_end(&m->skin);
    invert_base(m);
    return true;
}

// ---------------------------------------------------------------------------------------- frames

static maq_iqm_bounds find_bounds(const motion *m, const iq_pose *poses, mq_mat34 *matrices) {
    const iq_model *model = m->model;
    for (uint32_t i = 0; i < model->joint_count; i++) {
        mq_mat34 own = mq_iq_matrix(&poses[i]);
        int32_t parent = model->joints[i].parent;
        bool has_parent = parent >= 0 && (uint32_t)parent < i;
        matrices[i] = has_parent ? mq_mat34_multiply(&matrices[parent], &own) : own;
    }
    for (uint32_t i = 0; i < model->joint_count; i++)
        matrices[i] = mq_mat34_multiply(&matrices[i], &m->inverses[i]);
    return mq_iq_bounds(&m->skin, matrices, model->joint_count);
}

// The poses of all joints in a frame.
static void find_poses(const motion *m, const frame *f, iq_pose *poses, uint64_t *off_count) {
    const iq_model *model = m->model;
    const maq_iqe *iqe = f->input->iqe;
    bool reference = model->settings.reference;
    const iq_pose filler = {{0, 0, 0}, {0, 0, 0, reference ? 1 : -1}, {1, 1, 1}};
    memcpy(poses, m->rest, model->joint_count * sizeof *poses);
    for (uint32_t i = 0; i < iqe->joint_count; i++) {
        if (f->input->joint_map[i] < 0)
            continue;
        iq_pose *pose = &poses[f->input->joint_map[i]];
        if (i >= f->count) {
            *pose = filler;
            continue;
        }
        *off_count += mq_iq_pose(iqe, f->first + i, reference, pose) > 0;
        mq_iq_transform_pose(pose, &f->input->settings.transform, iqe->joints[i].parent < 0,
                             reference);
    }
}

static uint32_t chunk_end(const motion *m, size_t chunk) {
    uint32_t first = (uint32_t)chunk * CHUNK;
    return m->frame_count - first > CHUNK ? first + CHUNK : m->frame_count;
}

// There are two passes over the frames, for the ranges of channels and then for their numbers:
// finding the poses again takes less memory than keeping them all.
static void measure_frames(void *context, size_t chunk) {
    motion *m = context;
    uint32_t joints = m->model->joint_count;
    iq_pose *poses = m->poses + chunk * joints;
    iq_range *ranges = m->ranges + chunk * joints;
    for (uint32_t i = 0; i < joints; i++)
        mq_iq_range_begin(&ranges[i]);
    for (uint32_t f = (uint32_t)chunk * CHUNK; f < chunk_end(m, chunk); f++) {
        find_poses(m, &m->list[f], poses, &m->off_counts[chunk]);
        for (uint32_t i = 0; i < joints; i++) {
            float channels[IQ_CHANNELS_PADDED];
            mq_iq_channels(&poses[i], channels);
            mq_iq_range_add(&ranges[i], channels);
        }
        if (m->skin.count && f >= m->first_bounded)
            m->bounds[f - m->first_bounded] = find_bounds(m, poses, m->matrices + chunk * joints);
    }
}

static void put_frames(void *context, size_t chunk) {
    const motion *m = context;
    uint32_t joints = m->model->joint_count;
    iq_pose *poses = m->poses + chunk * joints;
    uint32_t first = (uint32_t)chunk * CHUNK;
    unsigned char *out = m->numbers + (size_t)first * m->model->iqm->channel_count * 2;
    uint64_t counted_before = 0;
    for (uint32_t f = first; f < chunk_end(m, chunk); f++) {
        find_poses(m, &m->list[f], poses, &counted_before);
        for (uint32_t i = 0; i < joints; i++) {
            float channels[IQ_CHANNELS_PADDED];
            mq_iq_channels(&poses[i], channels);
            out = mq_iq_put_channels(out, &m->channels[i], channels);
        }
    }
}

static void add_frame(motion *m, const iq_input *input, uint32_t first, uint32_t count) {
    m->list[m->frame_count++] = (frame){input, first, count};
}

// The frames of an animation that count: [*start, *end) of the file's.
static void limit_frames(const iq_input_settings *settings, uint32_t count, uint32_t *start,
                         uint32_t *end) {
    int64_t last = (int64_t)count - 1;
    if (settings->end >= 0)
        last = settings->end;
    else if (settings->end < -1)
        last = (int64_t)count + settings->end + 1;
    last = last < 0 ? 0 : last;
    *start = (uint32_t)settings->start;
    *end = last + 1 < (int64_t)count ? (uint32_t)last + 1 : count;
}

static void add_frames(motion *m, const iq_input *input, uint32_t animation, bool limited) {
    const maq_iqe *iqe = input->iqe;
    const maq_iqe_animation *from = &iqe->animations[animation];
    uint32_t start = 0, end = UINT32_MAX, used = 0, total = 0;
    for (uint32_t f = 0; f < from->frame_count; f++)
        total += maq_iqe_frame_poses(iqe, from->first_frame + f) > 0;
    if (limited)
        limit_frames(&input->settings, total, &start, &end);
    for (uint32_t f = 0; f < from->frame_count; f++) {
        uint32_t number = from->first_frame + f, count = maq_iqe_frame_poses(iqe, number);
        if (count == 0)
            continue;
        if (used >= start && used < end)
            add_frame(m, input, iqe->frames[number].first_pose, count);
        used++;
    }
}

static void add_reference_frames(motion *m, const iq_input *input, uint32_t animation, bool limited,
                                 const iq_reference_frames *frames) {
    uint32_t first = frames->first[animation], end = frames->first[animation + 1];
    uint32_t start = 0, limit = UINT32_MAX;
    if (limited)
        limit_frames(&input->settings, frames->count - first, &start, &limit);
    for (uint32_t f = first; f < end; f++) {
        uint32_t count = frames->starts[f + 1] - frames->starts[f];
        if (count && f - first >= start && f - first < limit)
            add_frame(m, input, frames->starts[f], count);
    }
}

// ------------------------------------------------------------------------------------ animations

// The document demands a unique name for an animation without one.
static const char *animation_name(motion *m, const iq_input *input, uint32_t animation,
                                  size_t *length) {
    iq_model *model = m->model;
    const char *name = input->iqe->animations[animation].name;
    if (input->settings.name && input->iqe->animation_count == 1)
        name = input->settings.name;
    *length = model->settings.reference ? strlen(name) : mq_iqe_name_length(name);
    if (*length || model->settings.reference)
        return name;
    for (uint32_t number = animation;; number++) {
        char *made = mq_arena_format(model->scratch, "animation%" PRIu32, number);
        if (!made)
            return "";
        *length = strlen(made);
        if (mq_iq_name_find(&m->anim_names, made) == UINT32_MAX)
            return made;
    }
}

static bool add_animation(motion *m, const iq_input *input, uint32_t animation,
                          const iq_reference_frames *frames) {
    iq_model *model = m->model;
    maq_iqm *iqm = model->iqm;
    const maq_iqe_animation *from = &input->iqe->animations[animation];
    const iq_input_settings *settings = &input->settings;
    bool alone = input->iqe->animation_count == 1;
    maq_iqm_anim *anims =
        mq_arena_grow(model->arena, m->anims, &m->anim_capacity, iqm->anim_count, sizeof *anims);
    if (!anims)
        return false;
    m->anims = anims;
    size_t length;
    const char *name = animation_name(m, input, animation, &length);
    uint32_t known = m->anim_names.count, number = mq_iq_name_number(&m->anim_names, name);
    if (number == UINT32_MAX)
        return false;
    if (number < known)
        IQ_REPORT(model, IQE_ANIMATION_NAME, 1, "%sanother animation has the name \"%.*s\", too",
                  mq_iq_prefix(model, input), (int)length, name);
    uint32_t before = m->frame_count;
    double rate = alone && settings->fps > 0 ? settings->fps : from->framerate;
    maq_iqm_anim *anim = &anims[iqm->anim_count++];
    *anim = (maq_iqm_anim){.name = mq_iq_add_text(&model->texts, name, length),
                           .first_frame = before,
                           .framerate = (float)(rate > 0 ? rate : 0),
                           .flags = from->loop || (alone && settings->loop) ? MAQ_IQM_LOOP : 0,
                           .offset = MAQ_IQM_NO_OFFSET};
    if (frames)
        add_reference_frames(m, input, animation, alone, frames);
    else
        add_frames(m, input, animation, alone);
    anim->frame_count = m->frame_count - before;
    bool limited = alone && (settings->start > 0 || settings->end != -1);
    if (anim->frame_count == 0 && limited)
        IQ_REPORT(
            model, IQE_CLIP_EMPTY, 1,
            "%sno frame of animation \"%.*s\" is left between --start and --end (frames: %" PRIu32
            ")",
            mq_iq_prefix(model, input), (int)length, name, from->frame_count);
    else if (anim->frame_count == 0)
        IQ_REPORT(model, IQE_ANIMATION_EMPTY, 1,
                  "%sthe animation \"%.*s\" has no frames with poses", mq_iq_prefix(model, input),
                  (int)length, name);
    return true;
}

static bool add_input(motion *m, const iq_input *input) {
    iq_model *model = m->model;
    const maq_iqe *iqe = input->iqe;
    if (iqe->animation_count == 0 || !input->joint_map)
        return true;
    mq_arena *scratch = mq_arena_scratch(model->scratch);
    iq_reference_frames frames;
    bool good = scratch &&
                (!model->settings.reference || mq_iq_reference_find_frames(iqe, scratch, &frames));
    for (uint32_t a = 0; good && a < iqe->animation_count; a++)
        good = add_animation(m, input, a, model->settings.reference ? &frames : NULL);
    mq_arena_end_scratch(model->scratch, scratch);
    return good;
}

static bool make_rest(motion *m) {
    const iq_model *model = m->model;
    m->rest = MQ_NEW_UNINITIALIZED_ARRAY(model->scratch, iq_pose, model->joint_count);
    for (uint32_t i = 0; m->rest && i < model->joint_count; i++)
        m->rest[i] = model->settings.reference ? (iq_pose){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}
                                               : model->joints[i].base;
    return m->rest != NULL;
}

// The ranges of all channels, several frames at once.
static bool measure_all_frames(motion *m, size_t chunks) {
    iq_model *model = m->model;
    uint32_t joints = model->joint_count;
    m->poses = MQ_NEW_UNINITIALIZED_ARRAY(model->scratch, iq_pose, chunks * joints);
    m->ranges = MQ_NEW_UNINITIALIZED_ARRAY(model->scratch, iq_range, chunks * joints);
    m->off_counts = MQ_NEW_ARRAY(model->scratch, uint64_t, chunks);
    if (!make_rest(m) || !m->poses || !m->ranges || !m->off_counts)
        return false;
    if (m->skin.count) {
        m->matrices = MQ_NEW_UNINITIALIZED_ARRAY(model->scratch, mq_mat34, chunks * joints);
        m->bounds = MQ_NEW_UNINITIALIZED_ARRAY(model->arena, maq_iqm_bounds,
                                               m->frame_count - m->first_bounded);
        if (!m->matrices || !m->bounds)
            return false;
        model->iqm->bounds_count = m->frame_count - m->first_bounded;
    }
    mq_parallel(chunks, 0, measure_frames, NULL, m);
    uint64_t off_count = 0;
    for (size_t i = 0; i < chunks; i++)
        off_count += m->off_counts[i];
    if (off_count && !model->settings.reference)
        IQ_REPORT(model, IQE_ROTATION_MADE_UNIT, off_count,
                  "animations: %" PRIu64 " %s normalised to length 1", off_count,
                  MQ_PLURAL(off_count, "quaternion was", "quaternions were"));
    return true;
}

// The parent of a pose. The reference compiler has that of the first input with an animation.
static int32_t pose_parent(const iq_model *model, uint32_t joint) {
    for (size_t i = 0; model->settings.reference && i < model->input_count; i++) {
        const maq_iqe *iqe = model->inputs[i].iqe;
        if (iqe->animation_count && joint < iqe->joint_count)
            return iqe->joints[joint].parent;
    }
    return model->joints[joint].parent;
}

// How each joint's channels are stored, from the ranges of all chunks.
static bool make_poses(motion *m, size_t chunks) {
    iq_model *model = m->model;
    maq_iqm *iqm = model->iqm;
    uint32_t joints = model->joint_count;
    m->channels = MQ_NEW_ARRAY(model->arena, maq_iqm_pose, joints);
    if (!m->channels)
        return false;
    for (uint32_t i = 0; i < joints; i++) {
        maq_iqm_pose *pose = &m->channels[i];
        *pose = (maq_iqm_pose){.parent = pose_parent(model, i), .offset = MAQ_IQM_NO_OFFSET};
        for (size_t c = 1; c < chunks; c++)
            mq_iq_range_join(&m->ranges[i], &m->ranges[c * joints + i]);
        if (chunks)
            iqm->channel_count += mq_iq_quantise(&m->ranges[i], pose);
    }
    iqm->poses = m->channels;
    iqm->pose_count = joints;
    return true;
}

// Bounds take the time of frames times vertices, and a small file can have many of both.
static bool limit_bounds(motion *m) {
    iq_model *model = m->model;
    uint64_t frames = m->frame_count - m->first_bounded, items = m->skin.count;
    for (size_t i = 0; i < model->input_count; i++)
        items += model->inputs[i].iqe->poses.rows.count;
    if (frames * m->skin.count <= LEAST_MOVES + items * MOVES_OF_ITEM)
        return true;
    IQ_REPORT(model, IQE_BOUNDS_OF_JOINTS, frames,
              "the bounds of %" PRIu64 " %s are those of boxes round the vertices of each joint",
              frames, MQ_PLURAL(frames, "frame", "frames"));
    return mq_iq_skin_use_boxes(&m->skin, model->joint_count, model->scratch);
}

static bool make_frames(motion *m) {
    maq_iqm *iqm = m->model->iqm;
    size_t chunks = ((size_t)m->frame_count + CHUNK - 1) / CHUNK;
    if (!limit_bounds(m) || !measure_all_frames(m, chunks) || !make_poses(m, chunks))
        return false;
    iqm->frame_count = m->frame_count;
    iqm->anims = m->anims;
    iqm->bounds = m->bounds;
    size_t numbers = (size_t)m->frame_count * iqm->channel_count;
    if (numbers == 0)
        return true;
    m->numbers = MQ_NEW_UNINITIALIZED_ARRAY(m->model->arena, unsigned char, numbers * 2);
    if (!m->numbers)
        return false;
    mq_parallel(chunks, 0, put_frames, NULL, m);
    iqm->frames = m->numbers;
    return true;
}

// Allocates all frames. A file can demand far more than it holds, by frames that leave nearly all
// joints out: a limit prevents this.
static bool reserve_frames(motion *m) {
    uint64_t frames = 0, poses = 0;
    for (size_t i = 0; i < m->model->input_count; i++) {
        const iq_input *input = &m->model->inputs[i];
        if (!input->joint_map)
            continue;
        frames += (uint64_t)input->iqe->frame_count + input->iqe->animation_count;
        poses += input->iqe->poses.rows.count;
    }
    if (frames * m->model->joint_count > poses * 16 + 1000000) {
        m->model->over_limit = true;
        return false;
    }
    m->list = MQ_NEW_UNINITIALIZED_ARRAY(m->model->scratch, frame, (size_t)frames);
    m->inverses = MQ_NEW_UNINITIALIZED_ARRAY(m->model->scratch, mq_mat34, m->model->joint_count);
    return m->list && m->inverses;
}

bool mq_iq_make_motion(iq_model *model) {
    bool any = false;
    for (size_t i = 0; i < model->input_count; i++) {
        const iq_input *input = &model->inputs[i];
        any |= input->iqe->animation_count > 0 && input->joint_map;
        if (input->iqe->animation_count && input->iqe->joint_count == 0 &&
            !model->settings.reference)
            IQ_REPORT(model, IQE_ANIMATION_DROPPED, input->iqe->animation_count,
                      "%sthe animations were dropped: the input has no joints",
                      mq_iq_prefix(model, input));
    }
    if (!any)
        return true;
    motion m = {.model = model, .anim_names = {.arena = model->scratch}};
    if (!reserve_frames(&m) || !make_skin(&m))
        return false;
    for (size_t i = 0; i < model->input_count; i++) {
        if (model->settings.reference && i == model->mesh_input)
            m.first_bounded = m.frame_count;
        if (!add_input(&m, &model->inputs[i]))
            return false;
    }
    return make_frames(&m);
}
