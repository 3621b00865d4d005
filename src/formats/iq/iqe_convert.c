// SPDX-License-Identifier: MIT
//
// From documents of the family to IQE. An IQM becomes text that compiles to the same model: a number
// of a whole-number array becomes the middle of the values that are stored as this number, so that
// compiling stores it again.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "formats/iq/iq_compile.h"
#include "formats/iq/iqm_priv.h"

typedef struct converter {
    const maq_iqm *iqm;
    maq_iqe *iqe;
    mq_arena *arena;
    mq_findings *findings;
    maq_iqe_format *formats;
    const maq_iqm_array *indexes, *weights;
    uint64_t changed_names;
} converter;

#define REPORT(c, rule, count, ...)                                                                \
    mq_add_loss((c)->findings, &mq_iqe_rules[rule], (count), __VA_ARGS__)

// ----------------------------------------------------------------------------------------- names

// Hostile files name one long text many times.
#define LONGEST_NAME 255

// A name that IQE can hold.
static const char *name_of(converter *c, uint32_t text) {
    const char *name = maq_iqm_text(c->iqm, text);
    size_t length = mq_iqm_name_length(c->iqm, text, LONGEST_NAME + 1);
    bool cut = length > LONGEST_NAME;
    length -= cut;
    bool quote = false, blank = false, line = false;
    for (size_t i = 0; i < length; i++) {
        quote |= name[i] == '"';
        line |= name[i] == '\n' || name[i] == '\r';
        blank |= name[i] == ' ' || (name[i] >= '\t' && name[i] <= '\r');
    }
    char *copy = mq_arena_text(c->arena, name, length);
    if (!copy || !(cut || line || (quote && (blank || name[0] == '"'))))
        return copy;
    c->changed_names++;
    for (size_t i = 0; i < length; i++) {
        if (copy[i] == '"')
            copy[i] = '\'';
        else if (copy[i] == '\n' || copy[i] == '\r')
            copy[i] = ' ';
    }
    return copy;
}

// -------------------------------------------------------------------------------------- vertices

// The value that compiling stores as this number.
static double value_of(uint32_t format, double stored) {
    return format < MAQ_IQM_HALF && stored == 0 ? 0 : mq_iqm_normalised(stored, format);
}

static bool convert_list(converter *c, unsigned list, const maq_iqm_array *array) {
    uint32_t width =
        array->size < mq_iqe_max_numbers[list] ? array->size : mq_iqe_max_numbers[list];
    uint32_t count = c->iqm->vertex_count;
    double *values = mq_arena_alloc(c->arena, count, width * sizeof *values, alignof(double));
    if (!values)
        return false;
    for (uint32_t v = 0; v < count; v++) {
        double row[MAQ_IQM_MAX_SIZE];
        maq_iqm_raw(c->iqm, array, v, row);
        for (uint32_t i = 0; i < width; i++)
            values[(size_t)v * width + i] = value_of(array->format, row[i]);
    }
    // Not halves: compiling cuts digits off, so that a shorter number could become the next one.
    bool floats = array->format == MAQ_IQM_FLOAT;
    c->iqe->lists[list] = (maq_iqe_rows){values, count, width, NULL, floats};
    return true;
}

// A vertexarray line, unless the array is as it would be without.
static void add_format(converter *c, int type, const maq_iqm_array *array, const char *name) {
    static const struct {
        uint8_t format, size;
    } usual[IQE_TYPE_COUNT] = {
        [MAQ_IQE_POSITION] = {MAQ_IQM_FLOAT, 3},     [MAQ_IQE_TEXCOORD] = {MAQ_IQM_FLOAT, 2},
        [MAQ_IQE_NORMAL] = {MAQ_IQM_FLOAT, 3},       [MAQ_IQE_TANGENT] = {MAQ_IQM_FLOAT, 4},
        [MAQ_IQE_COLOR] = {MAQ_IQM_UBYTE, 3},        [IQE_TYPE_BLENDINDEXES] = {MAQ_IQM_UBYTE, 4},
        [IQE_TYPE_BLENDWEIGHTS] = {MAQ_IQM_UBYTE, 4}};
    if (array->format == usual[type].format && array->size == usual[type].size)
        return;
    c->formats[c->iqe->format_count++] =
        (maq_iqe_format){.type = mq_iqe_type_names[type],
                         .component = mq_iqe_component_names[array->format],
                         .size = (int32_t)array->size,
                         .name = name,
                         .offset = MAQ_IQE_NO_OFFSET};
}

// Joints and weights, those without weight left out.
static bool convert_blends(converter *c) {
    const maq_iqm *iqm = c->iqm;
    uint32_t count = iqm->vertex_count;
    uint32_t *first = MQ_NEW_ARRAY(c->arena, uint32_t, (size_t)count + 1);
    int32_t *joints = mq_arena_alloc(c->arena, count, 4 * sizeof *joints, alignof(int32_t));
    double *weights = mq_arena_alloc(c->arena, count, 4 * sizeof *weights, alignof(double));
    if (!first || !joints || !weights)
        return false;
    uint32_t at = 0;
    for (uint32_t v = 0; v < count; v++) {
        double joint[MAQ_IQM_MAX_SIZE], weight[MAQ_IQM_MAX_SIZE];
        maq_iqm_raw(iqm, c->indexes, v, joint);
        maq_iqm_raw(iqm, c->weights, v, weight);
        first[v] = at;
        for (uint32_t i = 0; i < 4; i++) {
            double value = value_of(c->weights->format, weight[i]);
            if (!(value > 0) || !(joint[i] >= 0 && joint[i] <= INT32_MAX))
                continue;
            joints[at] = (int32_t)joint[i];
            weights[at++] = value;
        }
    }
    first[count] = at;
    c->iqe->blends = (maq_iqe_blends){count, first, joints, weights};
    add_format(c, IQE_TYPE_BLENDINDEXES, c->indexes, "");
    add_format(c, IQE_TYPE_BLENDWEIGHTS, c->weights, "");
    return true;
}

static bool convert_array(converter *c, const maq_iqm_array *array, unsigned *customs) {
    static const int lists[] = {
        [MAQ_IQM_POSITION] = MAQ_IQE_POSITION, [MAQ_IQM_TEXCOORD] = MAQ_IQE_TEXCOORD,
        [MAQ_IQM_NORMAL] = MAQ_IQE_NORMAL,     [MAQ_IQM_TANGENT] = MAQ_IQE_TANGENT,
        [MAQ_IQM_BLENDINDEXES] = -1,           [MAQ_IQM_BLENDWEIGHTS] = -1,
        [MAQ_IQM_COLOR] = MAQ_IQE_COLOR};
    int list = -1;
    const char *name = "";
    if (array->type == MAQ_IQM_BLENDINDEXES || array->type == MAQ_IQM_BLENDWEIGHTS) {
        const maq_iqm_array **slot =
            array->type == MAQ_IQM_BLENDINDEXES ? &c->indexes : &c->weights;
        if (!*slot) {
            *slot = array;
            return true;
        }
    } else if (array->type <= MAQ_IQM_COLOR) {
        list = lists[array->type];
    } else if (array->type >= MAQ_IQM_CUSTOM && *customs < 10) {
        list = MAQ_IQE_CUSTOM + (int)(*customs)++;
        name = name_of(c, array->type - MAQ_IQM_CUSTOM);
        if (!name)
            return false;
    }
    if (list < 0 || c->iqe->lists[list].count) {
        REPORT(c, IQE_LOSS_ARRAY, 1, "the vertex array \"%s\" (type %" PRIu32 ") was dropped",
               maq_iqm_array_name(c->iqm, array), array->type);
        return true;
    }
    add_format(c, list, array, name);
    return convert_list(c, (unsigned)list, array);
}

static bool convert_vertices(converter *c) {
    const maq_iqm *iqm = c->iqm;
    c->formats = MQ_NEW_ARRAY(c->arena, maq_iqe_format, (size_t)iqm->array_count + 2);
    if (!c->formats)
        return false;
    c->iqe->formats = c->formats;
    if (iqm->vertex_count == 0)
        return true;
    unsigned customs = 0;
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        if (!convert_array(c, &iqm->arrays[i], &customs))
            return false;
    }
    if (c->indexes && c->weights)
        return convert_blends(c);
    if (c->indexes || c->weights)
        REPORT(c, IQE_LOSS_ARRAY, 1, "the vertex array %s was dropped: there are no %s",
               c->indexes ? "blendindexes" : "blendweights", c->indexes ? "weights" : "indexes");
    return true;
}

// ---------------------------------------------------------------------------------------- meshes

// The triangles of a mesh that lie in the model, and whose corners do.
static uint32_t convert_faces(converter *c, const maq_iqm_mesh *mesh, uint32_t *corners,
                              uint32_t at) {
    const maq_iqm *iqm = c->iqm;
    uint32_t vertices = c->iqe->lists[MAQ_IQE_POSITION].count;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t corner[3];
        if (mesh->first_triangle + (uint64_t)t >= iqm->triangle_count ||
            !maq_iqm_triangle(iqm, mesh->first_triangle + t, corner))
            break;
        if (corner[0] >= vertices || corner[1] >= vertices || corner[2] >= vertices)
            continue;
        memcpy(corners + (size_t)at++ * 3, corner, sizeof corner);
    }
    return at;
}

static bool convert_meshes(converter *c) {
    const maq_iqm *iqm = c->iqm;
    maq_iqe *iqe = c->iqe;
    uint64_t most = 1;
    for (uint32_t m = 0; m < iqm->mesh_count; m++)
        most += iqm->meshes[m].triangle_count;
    // Meshes may share triangles, but not so many.
    if (most > (uint64_t)iqm->triangle_count * 2 + 1)
        most = (uint64_t)iqm->triangle_count * 2 + 1;
    maq_iqe_part *parts = MQ_NEW_ARRAY(c->arena, maq_iqe_part, (size_t)iqm->mesh_count + 1);
    uint32_t *first = MQ_NEW_ARRAY(c->arena, uint32_t, (size_t)most + 1);
    uint32_t *corners =
        mq_arena_alloc(c->arena, (size_t)most, 3 * sizeof *corners, alignof(uint32_t));
    if (!parts || !first || !corners)
        return false;
    maq_iqe_part part = {.mesh = "",
                         .material = "",
                         .smooth_group = -1,
                         .smooth_angle = 180,
                         .offset = MAQ_IQE_NO_OFFSET};
    parts[iqe->part_count++] = part;
    // A model may announce vertices and have no positions.
    uint32_t faces = 0, left_out = 0, vertices = iqe->lists[MAQ_IQE_POSITION].count;
    for (uint32_t m = 0; m < iqm->mesh_count; m++) {
        const maq_iqm_mesh *mesh = &iqm->meshes[m];
        uint32_t start = mesh->first_vertex < vertices ? mesh->first_vertex : vertices;
        if (start > part.first_vertex)
            part.first_vertex = start;
        part.mesh_vertex = part.first_vertex;
        part.first_face = faces;
        part.mesh = name_of(c, mesh->name);
        part.material = name_of(c, mesh->material);
        if (!part.mesh || !part.material)
            return false;
        // The part before the first mesh is empty when the mesh begins at once.
        if (iqe->part_count == 1 && part.first_vertex == 0)
            iqe->part_count = 0;
        parts[iqe->part_count++] = part;
        if (faces + (uint64_t)mesh->triangle_count > most - 1) {
            left_out += mesh->triangle_count;
            continue;
        }
        uint32_t before = faces;
        faces = convert_faces(c, mesh, corners, faces);
        left_out += mesh->triangle_count - (faces - before);
    }
    if (faces < iqm->triangle_count && left_out < iqm->triangle_count - faces)
        left_out = iqm->triangle_count - faces;
    if (left_out)
        REPORT(c, IQE_LOSS_TRIANGLE, left_out,
               "%" PRIu32 " %s dropped: no mesh has them, or they name vertices that do not exist",
               left_out, MQ_PLURAL(left_out, "triangle was", "triangles were"));
    if (faces == 0 && iqe->lists[MAQ_IQE_POSITION].count >= 3)
        faces = 1; // three times vertex 0: without a face, the vertices would be a triangle soup
    for (uint32_t i = 0; i <= faces; i++)
        first[i] = i * 3;
    iqe->parts = parts;
    iqe->faces = (maq_iqe_faces){faces, first, corners};
    return true;
}

// ------------------------------------------------------------------------- skeleton, animations

static bool convert_joints(converter *c) {
    const maq_iqm *iqm = c->iqm;
    maq_iqe *iqe = c->iqe;
    uint32_t count = iqm->joint_count ? iqm->joint_count : iqm->pose_count;
    maq_iqe_joint *joints = MQ_NEW_ARRAY(c->arena, maq_iqe_joint, count);
    if (!joints)
        return false;
    bool differ = iqm->joint_count && iqm->pose_count && iqm->joint_count != iqm->pose_count;
    for (uint32_t i = 0; i < count; i++) {
        joints[i].offset = MAQ_IQE_NO_OFFSET;
        joints[i].parent = iqm->joint_count ? iqm->joints[i].parent : iqm->poses[i].parent;
        // Models of animations alone do not name their joints.
        joints[i].name = iqm->joint_count ? name_of(c, iqm->joints[i].name) : "";
        if (!joints[i].name)
            return false;
        differ |= iqm->joint_count && i < iqm->pose_count &&
                  iqm->joints[i].parent != iqm->poses[i].parent;
    }
    if (differ && iqm->anim_count)
        REPORT(c, IQE_LOSS_FRAME_SKELETON, 1, "poses and joints differ in number or parents");
    iqe->joints = joints;
    iqe->joint_count = count;
    iqe->poses.base_count = iqm->joint_count;
    return true;
}

uint64_t mq_iq_count_frames(const maq_iqm *iqm, uint32_t *used) {
    uint64_t total = 0;
    uint32_t reach = 0;
    for (uint32_t a = 0; a < iqm->anim_count; a++) {
        const maq_iqm_anim *anim = &iqm->anims[a];
        if (anim->first_frame >= iqm->frame_count)
            continue;
        uint32_t left = iqm->frame_count - anim->first_frame;
        uint32_t count = anim->frame_count < left ? anim->frame_count : left;
        total += count;
        if (anim->first_frame <= reach && anim->first_frame + count > reach)
            reach = anim->first_frame + count;
    }
    *used = reach;
    return total;
}

static void put_pose(double *out, const float *translation, const float *rotation,
                     const float *scale) {
    for (int i = 0; i < 3; i++) {
        out[i] = (double)translation[i];
        out[7 + i] = (double)scale[i];
    }
    for (int i = 0; i < 4; i++)
        out[3 + i] = (double)rotation[i];
}

static bool convert_frames(converter *c, double *poses, uint64_t frame_capacity) {
    const maq_iqm *iqm = c->iqm;
    maq_iqe *iqe = c->iqe;
    uint32_t row = iqm->pose_count;
    maq_iqe_animation *animations = MQ_NEW_ARRAY(c->arena, maq_iqe_animation, iqm->anim_count);
    maq_iqe_frame *frames = MQ_NEW_ARRAY(c->arena, maq_iqe_frame, (size_t)frame_capacity);
    float(*channels)[MAQ_IQM_CHANNELS] =
        mq_arena_alloc(c->arena, row, sizeof *channels, alignof(float));
    if (!animations || !frames || !channels)
        return false;
    uint32_t pose = iqe->poses.base_count, flags = 0;
    for (uint32_t a = 0; a < iqm->anim_count; a++) {
        const maq_iqm_anim *anim = &iqm->anims[a];
        maq_iqe_animation *animation = &animations[iqe->animation_count++];
        flags |= anim->flags & ~(uint32_t)MAQ_IQM_LOOP;
        *animation = (maq_iqe_animation){.name = name_of(c, anim->name),
                                         .first_frame = iqe->frame_count,
                                         .loop = anim->flags & MAQ_IQM_LOOP,
                                         .has_framerate = anim->framerate != 0,
                                         .framerate = (double)anim->framerate,
                                         .offset = MAQ_IQE_NO_OFFSET};
        if (!animation->name)
            return false;
        for (uint32_t f = 0; f < anim->frame_count && iqe->frame_count < frame_capacity; f++) {
            if (!maq_iqm_frame(iqm, anim->first_frame + f, channels))
                break;
            frames[iqe->frame_count++] = (maq_iqe_frame){pose, MAQ_IQE_NO_OFFSET};
            animation->frame_count++;
            for (uint32_t i = 0; i < row; i++) {
                float *q = channels[i] + 3;
                // A w that rounding carried above 0 would flip the signs of the other three.
                if (q[3] > 0 && iqm->version != 1 && q[3] <= iqm->poses[i].channel_scale[6])
                    q[3] = 0;
                put_pose(poses + (size_t)pose++ * 10, channels[i], q, channels[i] + 7);
            }
        }
    }
    if (flags)
        REPORT(c, IQE_LOSS_FLAGS, 1, "flags of animations (0x%" PRIx32 ") were dropped", flags);
    iqe->animations = animations;
    iqe->frames = frames;
    return true;
}

// How many poses a model may have whatever the numbers of its file are.
#define FREE_POSES 500000

static bool convert_poses(converter *c) {
    const maq_iqm *iqm = c->iqm;
    maq_iqe *iqe = c->iqe;
    uint32_t reach;
    uint64_t frames = mq_iq_count_frames(iqm, &reach);
    if (reach < iqm->frame_count)
        REPORT(c, IQE_LOSS_FRAMES, iqm->frame_count - reach,
               "the frames from %" PRIu32 " on belong to no animation, or are not in order", reach);
    // Frames that move nothing have no bytes in the file, and animations may share frames: what IQE
    // spells out is bounded by the numbers of the file.
    uint64_t most = (uint64_t)iqm->frame_count * iqm->channel_count * 16 + FREE_POSES;
    most = (most < INT32_MAX / 2 ? most : INT32_MAX / 2) / (iqm->pose_count ? iqm->pose_count : 1);
    if (frames > most) {
        REPORT(c, IQE_LOSS_FRAMES, frames - most,
               "frames were dropped: the file holds too few numbers for so many (dropped: %" PRIu64
               ", kept: %" PRIu64 ")",
               frames - most, most);
        frames = most;
    }
    uint64_t rows = iqe->poses.base_count + frames * iqm->pose_count;
    double *poses = mq_arena_alloc(c->arena, (size_t)rows, 10 * sizeof *poses, alignof(double));
    if (!poses)
        return false;
    for (uint32_t i = 0; i < iqe->poses.base_count; i++)
        put_pose(poses + (size_t)i * 10, iqm->joints[i].translation, iqm->joints[i].rotation,
                 iqm->joints[i].scale);
    if (!convert_frames(c, poses, frames))
        return false;
    uint32_t count = iqe->poses.base_count + iqe->frame_count * iqm->pose_count;
    iqe->poses.rows = (maq_iqe_rows){poses, count, 10, NULL, true};
    return true;
}

// --------------------------------------------------------------------------------------- the rest

static bool convert_comment(converter *c) {
    const maq_iqm *iqm = c->iqm;
    if (!iqm->comment)
        return true;
    size_t length = mq_iqm_comment_length(iqm);
    c->iqe->has_comment = true;
    c->iqe->comment = mq_arena_text(c->arena, iqm->comment, length);
    c->iqe->comment_length = length;
    c->iqe->comment_offset = MAQ_IQE_NO_OFFSET;
    return c->iqe->comment != NULL;
}

maq_iqe *mq_iqe_from_iqm(const maq_iqm *iqm, mq_arena *arena, mq_findings *findings) {
    converter c = {.iqm = iqm, .arena = arena, .findings = findings, .iqe = MQ_NEW(arena, maq_iqe)};
    if (!c.iqe || !convert_vertices(&c) || !convert_meshes(&c) || !convert_joints(&c) ||
        !convert_poses(&c) || !convert_comment(&c))
        return NULL;
    if (c.changed_names)
        REPORT(&c, IQE_LOSS_NAME, c.changed_names, "%" PRIu64 " %s changed", c.changed_names,
               MQ_PLURAL(c.changed_names, "name was", "names were"));
    if (iqm->extension_count)
        REPORT(&c, IQE_LOSS_EXTENSION, iqm->extension_count, "%" PRIu32 " %s dropped",
               iqm->extension_count,
               MQ_PLURAL(iqm->extension_count, "extension was", "extensions were"));
    if (iqm->flags)
        REPORT(&c, IQE_LOSS_FLAGS, 1, "flags of the model (0x%" PRIx32 ") were dropped",
               iqm->flags);
    return c.iqe;
}

maq_status mq_iqe_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out) {
    (void)settings;
    const maq_iqm *iqm = maq_document_iqm(document);
    out->content = iqm ? mq_iqe_from_iqm(iqm, out->arena, &out->findings)
                       : mq_iqe_copy(out->arena, document->content);
    return mq_arena_status(out->arena);
}
