// SPDX-License-Identifier: MIT
//
// An IQM as a scene: joints become nodes, animations clips, and what a scene cannot hold goes
// to extras. Meshes are in iqm_to_scene_mesh.c.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "base/words.h"
#include "formats/iq/iq_compile.h"
#include "formats/iq/iq_scene.h"
#include "scene/axes.h"

const char *mq_iqm_import_name(iqm_importer *importer, uint32_t text) {
    importer->cut_names += mq_iqm_name_length(importer->iqm, text, IQM_NAME_MAX) == IQM_NAME_MAX;
    return mq_iqm_copy_name(importer->iqm, text, importer->arena);
}

// --------------------------------------------------------------------------------------- skeleton

static maq_transform to_scene(const float *translation, const float *rotation, const float *scale) {
    maq_transform out;
    mq_axes_to_scene(MQ_AXES_INTER_QUAKE, translation, out.translation);
    mq_axes_rotation_to_scene(MQ_AXES_INTER_QUAKE, rotation, out.rotation);
    mq_axes_scale_to_scene(MQ_AXES_INTER_QUAKE, scale, out.scale);
    return out;
}

static uint32_t joint_total(const maq_iqm *iqm) {
    return iqm->joint_count > iqm->pose_count ? iqm->joint_count : iqm->pose_count;
}

static uint32_t parent_of(const maq_iqm *iqm, uint32_t joint) {
    int32_t parent =
        joint < iqm->joint_count ? iqm->joints[joint].parent : iqm->poses[joint].parent;
    if (parent < 0)
        return MAQ_SCENE_NONE;
    // No node will have this number: the scene drops such references with a finding.
    return (uint32_t)parent < joint_total(iqm) ? (uint32_t)parent : MAQ_SCENE_NONE - 1;
}

static bool add_joint(iqm_importer *importer, uint32_t index,
                      const float (*frame)[MAQ_IQM_CHANNELS]) {
    const maq_iqm *iqm = importer->iqm;
    maq_scene_node node = mq_scene_node(NULL, MAQ_NODE_JOINT);
    if (index < iqm->joint_count) {
        const maq_iqm_joint *joint = &iqm->joints[index];
        node.name = mq_iqm_import_name(importer, joint->name);
        node.rest = to_scene(joint->translation, joint->rotation, joint->scale);
    } else {
        node.name = mq_arena_format(importer->arena, "joint %" PRIu32, index);
        node.rest = to_scene(frame[index], frame[index] + IQM_ROTATION, frame[index] + 7);
    }
    node.parent = parent_of(iqm, index);
    mq_node *extras = mq_value_root(importer->arena, MAQ_VALUE_OBJECT);
    mq_put_integer(mq_put_object(extras, IQM_EXTRAS), "joint", index);
    if (!node.name || !extras)
        return false;
    node.extras = mq_node_value(extras);
    return mq_scene_add_node(importer->builder, &node) != MAQ_SCENE_NONE;
}

// The world matrices of the joints. Rings are cut where the scene will cut them.
static bool find_joint_matrices(const iqm_importer *importer, uint32_t count, mq_mat34 *matrices) {
    const maq_scene_node *nodes = importer->builder->scene.nodes;
    uint32_t *path = MQ_NEW_ARRAY(importer->scratch, uint32_t, count);
    bool *seen = MQ_NEW_ARRAY(importer->scratch, bool, count);
    bool *known = MQ_NEW_ARRAY(importer->scratch, bool, count);
    if (!path || !seen || !known)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        for (uint32_t at = i; at < count && !seen[at]; at = nodes[at].parent) {
            seen[at] = true;
            path[length++] = at;
        }
        while (length > 0) {
            uint32_t at = path[--length], parent = nodes[at].parent;
            matrices[at] = mq_iq_matrix_from_transform(&nodes[at].rest);
            if (parent < count && known[parent])
                matrices[at] = mq_mat34_multiply(&matrices[parent], &matrices[at]);
            known[at] = true;
        }
    }
    return true;
}

// Whether a vertex has no weight at all.
static bool has_unweighted_vertices(const maq_iqm *iqm) {
    const maq_iqm_array *weights = maq_iqm_find_array(iqm, MAQ_IQM_BLENDWEIGHTS);
    float w[MAQ_IQM_MAX_SIZE];
    for (uint32_t v = 0; weights && v < iqm->vertex_count; v++) {
        bool bytes = weights->format == MAQ_IQM_UBYTE && weights->size == 4;
        if (bytes ? mq_word_at(weights->data + (size_t)v * 4) == 0
                  : maq_iqm_values(iqm, weights, v, w) &&
                        !(w[0] > 0 || w[1] > 0 || w[2] > 0 || w[3] > 0))
            return true;
    }
    return false;
}

// The node that holds vertices without weights; MAQ_SCENE_NONE when there is no memory.
static uint32_t add_unweighted_joint(iqm_importer *importer) {
    maq_scene_node node = mq_scene_node(IQM_UNWEIGHTED, MAQ_NODE_JOINT);
    mq_node *extras = mq_value_root(importer->arena, MAQ_VALUE_OBJECT);
    mq_put_bool(mq_put_object(extras, IQM_EXTRAS), IQM_UNWEIGHTED, true);
    if (!extras)
        return MAQ_SCENE_NONE;
    node.extras = mq_node_value(extras);
    return mq_scene_add_node(importer->builder, &node);
}

// One skin of all joints, and of one for vertices without weights if there are any.
static bool add_skin(iqm_importer *importer) {
    uint32_t count = importer->iqm->joint_count;
    uint32_t *joints = MQ_NEW_ARRAY(importer->arena, uint32_t, (size_t)count + 1);
    float(*inverse)[3][4] =
        mq_arena_alloc(importer->arena, (size_t)count + 1, sizeof *inverse, alignof(float));
    mq_mat34 *matrices = MQ_NEW_ARRAY(importer->scratch, mq_mat34, count);
    if (!joints || !inverse || !matrices || !find_joint_matrices(importer, count, matrices))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        mq_mat34 bind = mq_iq_affine_inverse(&matrices[i]);
        joints[i] = i;
        for (int k = 0; k < 12; k++) {
            double value = bind.m[k / 4][k % 4];
            inverse[i][k / 4][k % 4] = fabs(value) < 1e30 ? (float)value : 0;
        }
    }
    if (has_unweighted_vertices(importer->iqm)) {
        joints[count] = add_unweighted_joint(importer);
        if (joints[count] == MAQ_SCENE_NONE)
            return false;
        for (int i = 0; i < 3; i++)
            inverse[count][i][i] = 1;
        importer->unweighted = count++;
    }
    maq_scene_skin skin = {count, joints, (const float(*)[3][4])inverse};
    importer->skin = mq_scene_add_skin(importer->builder, &skin);
    return importer->skin != MAQ_SCENE_NONE;
}

static void report_poses(const iqm_importer *importer) {
    const maq_iqm *iqm = importer->iqm;
    if (iqm->joint_count == 0 || iqm->pose_count == 0)
        return;
    uint32_t both = iqm->joint_count < iqm->pose_count ? iqm->joint_count : iqm->pose_count;
    uint64_t differ = joint_total(iqm) - both;
    for (uint32_t i = 0; i < both; i++)
        differ += iqm->joints[i].parent != iqm->poses[i].parent;
    IQM_LOSS(importer->builder->findings, LOSS_POSES, differ,
             "%" PRIu64 " %s joint, or another parent than the joint", differ,
             MQ_PLURAL(differ, "pose has no", "poses have no"));
}

static bool add_skeleton(iqm_importer *importer) {
    const maq_iqm *iqm = importer->iqm;
    float(*frame)[MAQ_IQM_CHANNELS] =
        mq_arena_alloc(importer->scratch, iqm->pose_count, sizeof *frame, alignof(float));
    if (!frame)
        return false;
    // Poses without a joint rest as the first frame has them.
    for (uint32_t i = 0; i < iqm->pose_count && !maq_iqm_frame(iqm, 0, frame); i++)
        memcpy(frame[i], (const float[MAQ_IQM_CHANNELS]){0, 0, 0, 0, 0, 0, -1, 1, 1, 1},
               sizeof *frame);
    for (uint32_t i = 0; i < joint_total(iqm); i++) {
        if (!add_joint(importer, i, (const float(*)[MAQ_IQM_CHANNELS])frame))
            return false;
    }
    report_poses(importer);
    return iqm->joint_count == 0 || add_skin(importer);
}

// ------------------------------------------------------------------------------------- animations

enum { GROUP_COUNT = 3 };
static const struct {
    maq_channel_path path;
    unsigned first, width; // among the channels of version 2
} groups[GROUP_COUNT] = {{MAQ_CHANNEL_TRANSLATION, 0, 3},
                         {MAQ_CHANNEL_ROTATION, IQM_ROTATION, 4},
                         {MAQ_CHANNEL_SCALE, 7, 3}};

// Whether frames change a group of channels of a pose.
static bool group_moves(const maq_iqm *iqm, uint32_t pose, unsigned group) {
    uint32_t mask = iqm->poses[pose].mask & mq_iqm_mask(iqm->version);
    if (iqm->channel_count == 0)
        return false;
    for (unsigned channel = 0; channel < mq_iqm_channels(iqm->version); channel++) {
        unsigned slot = mq_iqm_channel_slot(iqm->version, channel);
        if (mask >> channel & 1 && slot >= groups[group].first &&
            slot < groups[group].first + groups[group].width)
            return true;
    }
    return false;
}

// Allocates all keys of a clip: a group that does not move has one.
static maq_scene_channel *make_channels(const iqm_importer *importer, uint32_t frames,
                                        float *times) {
    const maq_iqm *iqm = importer->iqm;
    maq_scene_channel *channels =
        mq_arena_alloc(importer->arena, iqm->pose_count, GROUP_COUNT * sizeof *channels,
                       alignof(maq_scene_channel));
    for (uint32_t i = 0; channels && i < iqm->pose_count; i++) {
        for (unsigned g = 0; g < GROUP_COUNT; g++) {
            maq_scene_channel *channel = &channels[i * GROUP_COUNT + g];
            *channel = (maq_scene_channel){.path = groups[g].path,
                                           .target = i,
                                           .key_count = group_moves(iqm, i, g) ? frames : 1,
                                           .times = times};
            float *values = mq_arena_alloc(importer->arena, channel->key_count,
                                           groups[g].width * sizeof *values, alignof(float));
            if (!values)
                return NULL;
            channel->values = values;
        }
    }
    return channels;
}

static void put_keys(const iqm_importer *importer, uint32_t first, uint32_t frames,
                     const maq_scene_channel *channels, float (*row)[MAQ_IQM_CHANNELS]) {
    const maq_iqm *iqm = importer->iqm;
    for (uint32_t f = 0; f < frames; f++) {
        maq_iqm_frame(iqm, first + f, row);
        for (uint32_t i = 0; i < iqm->pose_count; i++) {
            maq_transform pose = to_scene(row[i], row[i] + IQM_ROTATION, row[i] + 7);
            const float *parts[GROUP_COUNT] = {pose.translation, pose.rotation, pose.scale};
            for (unsigned g = 0; g < GROUP_COUNT; g++) {
                const maq_scene_channel *channel = &channels[i * GROUP_COUNT + g];
                // The memory is the builder's until the scene is finished.
                float *values = MQ_WRITABLE(float, channel->values);
                if (f < channel->key_count)
                    memcpy(values + (size_t)f * groups[g].width, parts[g],
                           groups[g].width * sizeof *values);
            }
        }
    }
}

static const maq_value *clip_extras(const iqm_importer *importer, const maq_iqm_anim *anim,
                                    uint32_t frames) {
    mq_node *root = mq_value_root(importer->arena, MAQ_VALUE_OBJECT);
    mq_node *own = mq_put_object(root, IQM_EXTRAS);
    mq_put_integer(own, "frames", frames);
    if (isfinite(anim->framerate))
        mq_put_float(own, "framerate", anim->framerate);
    return root ? mq_node_value(root) : NULL;
}

static bool add_clip(iqm_importer *importer, const maq_iqm_anim *anim, uint64_t *budget,
                     float (*row)[MAQ_IQM_CHANNELS]) {
    const maq_iqm *iqm = importer->iqm;
    uint32_t left = anim->first_frame < iqm->frame_count ? iqm->frame_count - anim->first_frame : 0;
    uint32_t frames = anim->frame_count < left ? anim->frame_count : left;
    if (frames > *budget) {
        IQM_LOSS(importer->builder->findings, LOSS_FRAMES, frames,
                 "the frames of animation \"%.255s\" were dropped: too many animations share them",
                 maq_iqm_text(iqm, anim->name));
        frames = 0;
    }
    *budget -= frames;
    bool rated = anim->framerate > 0 && isfinite(anim->framerate);
    float rate = rated ? anim->framerate : IQM_DEFAULT_RATE;
    maq_scene_clip clip = {.name = mq_iqm_import_name(importer, anim->name),
                           .duration = (float)mq_iq_seconds(frames, rate),
                           .rate = rate,
                           .loop_count = anim->flags & MAQ_IQM_LOOP ? 0 : 1,
                           .extras = clip_extras(importer, anim, frames)};
    if (!clip.name || !clip.extras)
        return false;
    if (frames > 0 && iqm->pose_count > 0) {
        uint32_t keys = iqm->channel_count ? frames : 1;
        float *times = MQ_NEW_ARRAY(importer->arena, float, keys);
        maq_scene_channel *channels = times ? make_channels(importer, keys, times) : NULL;
        if (!channels)
            return false;
        for (uint32_t f = 0; f < keys; f++)
            times[f] = (float)(f / (double)rate);
        put_keys(importer, anim->first_frame, keys, channels, row);
        clip.channels = channels;
        clip.channel_count = iqm->pose_count * GROUP_COUNT;
    }
    return mq_scene_add_clip(importer->builder, &clip) != MAQ_SCENE_NONE;
}

// A file can demand far more channels than it holds numbers: a limit prevents this.
static bool too_many_channels(const maq_iqm *iqm) {
    uint64_t channels = (uint64_t)iqm->anim_count * iqm->pose_count * GROUP_COUNT;
    uint64_t numbers = (uint64_t)iqm->frame_count * iqm->channel_count;
    return channels > numbers + 150000;
}

static maq_status add_clips(iqm_importer *importer) {
    const maq_iqm *iqm = importer->iqm;
    if (too_many_channels(iqm))
        return MAQ_OVER_LIMIT;
    float(*row)[MAQ_IQM_CHANNELS] =
        mq_arena_alloc(importer->scratch, iqm->pose_count, sizeof *row, alignof(float));
    uint64_t budget = (uint64_t)iqm->frame_count * 2 + 1000;
    for (uint32_t i = 0; row && i < iqm->anim_count; i++) {
        if (!add_clip(importer, &iqm->anims[i], &budget, row))
            break;
    }
    uint32_t reach;
    mq_iq_count_frames(iqm, &reach);
    if (reach < iqm->frame_count)
        IQM_LOSS(importer->builder->findings, LOSS_FRAMES, iqm->frame_count - reach,
                 "the frames from %" PRIu32 " on belong to no animation, or are not in order",
                 reach);
    return mq_arena_status(importer->arena);
}

// ----------------------------------------------------------------------------------------- extras

static void put_hex(mq_node *parent, const char *key, mq_arena *scratch, const unsigned char *data,
                    size_t size) {
    static const char digits[] = "0123456789abcdef";
    char *text = mq_arena_alloc(scratch, size, 2, 1);
    if (!text)
        return;
    for (size_t i = 0; i < size; i++) {
        text[i * 2] = digits[data[i] >> 4];
        text[i * 2 + 1] = digits[data[i] & 15];
    }
    mq_put_bytes(parent, key, text, size * 2);
}

static void put_arrays(const iqm_importer *importer, mq_node *own) {
    const maq_iqm *iqm = importer->iqm;
    mq_node *list = mq_put_array(own, "arrays");
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        if (array->type > MAQ_IQM_COLOR && array->type < MAQ_IQM_CUSTOM)
            continue;
        mq_node *item = mq_put_object(list, NULL);
        bool custom = array->type >= MAQ_IQM_CUSTOM;
        const char *name = maq_iqm_array_name(iqm, array);
        size_t length =
            custom ? mq_iqm_name_length(iqm, array->type - MAQ_IQM_CUSTOM, IQM_NAME_MAX - 1)
                   : strlen(name);
        mq_put_bytes(item, custom ? "custom" : "type", name, length);
        mq_put_text(item, "format", maq_iqm_format_name(array->format));
        mq_put_integer(item, "size", array->size);
    }
}

static const maq_value *model_extras(const iqm_importer *importer) {
    const maq_iqm *iqm = importer->iqm;
    mq_node *root = mq_value_root(importer->arena, MAQ_VALUE_OBJECT);
    mq_node *own = mq_put_object(root, IQM_EXTRAS);
    if (iqm->joint_count == 0)
        mq_put_bool(own, "joints", false);
    put_arrays(importer, own);
    if (iqm->comment)
        mq_put_bytes(own, "comment", iqm->comment, mq_iqm_comment_length(iqm));
    mq_node *list = iqm->extension_count ? mq_put_array(own, "extensions") : NULL;
    for (uint32_t i = 0; i < iqm->extension_count; i++) {
        const maq_iqm_extension *extension = &iqm->extensions[i];
        mq_node *item = mq_put_object(list, NULL);
        mq_put_bytes(item, "name", maq_iqm_text(iqm, extension->name),
                     mq_iqm_name_length(iqm, extension->name, IQM_NAME_MAX - 1));
        put_hex(item, "data", importer->scratch, extension->data, extension->size);
    }
    return root ? mq_node_value(root) : NULL;
}

// -------------------------------------------------------------------------------------- the whole

static maq_status add_model(const maq_iqm *iqm, mq_scene_builder *builder) {
    mq_arena *scratch = mq_arena_scratch(builder->arena);
    if (!scratch)
        return mq_arena_status(builder->arena);
    iqm_importer importer = {.iqm = iqm,
                             .builder = builder,
                             .arena = builder->arena,
                             .scratch = scratch,
                             .skin = MAQ_SCENE_NONE};
    builder->scene.extras = model_extras(&importer);
    maq_status status = MAQ_OK;
    // Joints come first: their numbers are those of their nodes.
    if (builder->scene.extras && add_skeleton(&importer) && mq_iqm_import_meshes(&importer))
        status = add_clips(&importer);
    IQM_LOSS(builder->findings, LOSS_NAMES, importer.cut_names, "%" PRIu64 " %s cut to %d bytes",
             importer.cut_names, MQ_PLURAL(importer.cut_names, "name was", "names were"),
             IQM_NAME_MAX - 1);
    mq_arena_end_scratch(builder->arena, scratch);
    return status == MAQ_OK ? mq_arena_status(builder->arena) : status;
}

maq_status mq_iqm_to_scene(const maq_document *document, mq_scene_builder *builder) {
    return add_model(document->content, builder);
}

maq_status mq_iqe_to_scene(const maq_document *document, mq_scene_builder *builder) {
    static const maq_setting items[] = {{"force-joints", "yes"}, {IQ_FOR_SCENE, "yes"}};
    mq_settings settings = {items, 2};
    // The compiled model is as large as the scene, which has copies of all that it keeps.
    mq_arena *scratch = mq_arena_scratch(builder->arena);
    if (!scratch)
        return mq_arena_status(builder->arena);
    maq_document compiled = {.arena = scratch,
                             .format = &mq_iqm_format,
                             .variant = mq_iqm_variant(2),
                             .findings = *builder->findings};
    maq_status status = mq_iqm_convert(document, &settings, &compiled);
    *builder->findings = compiled.findings;
    mq_arena_count_requests(builder->arena, scratch);
    if (status == MAQ_OK)
        status = add_model(compiled.content, builder);
    mq_arena_end_scratch(builder->arena, scratch);
    return status;
}
