// SPDX-License-Identifier: MIT
//
// What is in an IQM model, in the terms that all formats share.
#include <math.h>
#include <string.h>

#include "formats/iq/iqm_priv.h"

static void put_name(mq_node *object, const char *key, const maq_iqm *iqm, uint32_t name) {
    mq_put_bytes(object, key, maq_iqm_text(iqm, name), mq_iqm_name_length(iqm, name, IQM_NAME_MAX));
}

// ------------------------------------------------------------------------------ meshes, materials

// Gives each mesh the number of its material; meshes whose materials have the same name share one.
// NULL when there is no memory.
static uint32_t *number_materials(const maq_iqm *iqm, mq_arena *scratch) {
    iqm_range *names = MQ_NEW_ARRAY(scratch, iqm_range, iqm->mesh_count);
    iqm_range *spare = MQ_NEW_ARRAY(scratch, iqm_range, iqm->mesh_count);
    uint32_t *first = MQ_NEW_ARRAY(scratch, uint32_t, iqm->mesh_count);
    if (!names || !spare || !first)
        return NULL;
    for (uint32_t i = 0; i < iqm->mesh_count; i++)
        names[i] = (iqm_range){.start = mq_iqm_name_hash(iqm, iqm->meshes[i].material), .tag = i};
    const iqm_range *sorted = mq_iqm_sort_ranges(names, spare, iqm->mesh_count);
    // First the first mesh of the same material, then that mesh's number.
    for (uint32_t i = 0; i < iqm->mesh_count; i++) {
        uint32_t mesh = sorted[i].tag, before = i > 0 ? sorted[i - 1].tag : mesh;
        bool same = i > 0 && sorted[i].start == sorted[i - 1].start &&
                    mq_iqm_same_name(iqm, iqm->meshes[before].material, iqm->meshes[mesh].material);
        first[mesh] = same ? first[before] : mesh;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < iqm->mesh_count; i++)
        first[i] = first[i] == i ? count++ : first[first[i]];
    return first;
}

static void put_meshes(const maq_iqm *iqm, mq_node *object, const uint32_t *materials) {
    bool textured = maq_iqm_find_array(iqm, MAQ_IQM_TEXCOORD) != NULL;
    bool skinned = maq_iqm_find_array(iqm, MAQ_IQM_BLENDINDEXES) &&
                   maq_iqm_find_array(iqm, MAQ_IQM_BLENDWEIGHTS);
    mq_node *meshes = mq_put_array(object, "meshes");
    for (uint32_t i = 0; i < iqm->mesh_count; i++) {
        const maq_iqm_mesh *mesh = &iqm->meshes[i];
        mq_node *entry = mq_put_object(meshes, NULL);
        put_name(entry, "name", iqm, mesh->name);
        mq_put_text(entry, "role", "visual");
        mq_put_integer(entry, "vertices", mesh->vertex_count);
        mq_put_integer(entry, "triangles", mesh->triangle_count);
        if (materials)
            mq_put_integer(entry, "material", materials[i]);
        else
            mq_put_null(entry, "material");
        mq_put_integer(entry, "uv_sets", textured);
        mq_put_integer(entry, "shapes", 0);
        mq_put_bool(entry, "skinned", skinned);
    }
    mq_put_integer(object, "vertex_count", iqm->vertex_count);
    mq_put_integer(object, "triangle_count", iqm->triangle_count);
    // A material is a name; engines take it for the name of a file or of an entry of their own.
    mq_node *list = mq_put_array(object, "materials");
    uint32_t next = 0;
    for (uint32_t i = 0; materials && i < iqm->mesh_count; i++) {
        if (materials[i] != next)
            continue;
        mq_node *entry = mq_put_object(list, NULL);
        put_name(entry, "name", iqm, iqm->meshes[i].material);
        mq_node *textures = mq_put_object(entry, "textures");
        if (mq_iqm_name_length(iqm, iqm->meshes[i].material, 1) > 0)
            put_name(textures, "diffuse", iqm, iqm->meshes[i].material);
        next++;
    }
}

// ---------------------------------------------------------------------------------- joints, clips

// The skeleton is that of the joints; files of animations alone have poses without names.
static void put_joints(const maq_iqm *iqm, mq_node *object) {
    mq_node *joints = mq_put_array(object, "joints");
    for (uint32_t i = 0; i < iqm->joint_count; i++) {
        mq_node *joint = mq_put_object(joints, NULL);
        put_name(joint, "name", iqm, iqm->joints[i].name);
        mq_put_integer(joint, "parent", iqm->joints[i].parent);
    }
}

static void put_clips(const maq_iqm *iqm, mq_node *object) {
    mq_node *clips = mq_put_array(object, "clips");
    for (uint32_t i = 0; i < iqm->anim_count; i++) {
        const maq_iqm_anim *anim = &iqm->anims[i];
        double rate = isfinite(anim->framerate) && anim->framerate > 0 ? anim->framerate : 0;
        mq_node *clip = mq_put_object(clips, NULL);
        put_name(clip, "name", iqm, anim->name);
        mq_put_double(clip, "duration", rate > 0 ? anim->frame_count / rate : 0);
        mq_put_integer(clip, "frames", anim->frame_count);
        mq_put_double(clip, "rate", rate);
        mq_put_bool(clip, "loop", anim->flags & MAQ_IQM_LOOP);
    }
}

// ----------------------------------------------------------------------------------------- bounds

static void put_bounds(const maq_iqm *iqm, mq_node *object) {
    const maq_iqm_array *positions = maq_iqm_find_array(iqm, MAQ_IQM_POSITION);
    float min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY};
    float p[MAQ_IQM_MAX_SIZE];
    for (uint32_t i = 0; positions && maq_iqm_values(iqm, positions, i, p); i++) {
        for (int k = 0; k < 3; k++) {
            if (!isfinite(p[k]))
                continue;
            min[k] = p[k] < min[k] ? p[k] : min[k];
            max[k] = p[k] > max[k] ? p[k] : max[k];
        }
    }
    if (!(min[0] <= max[0] && min[1] <= max[1] && min[2] <= max[2])) {
        mq_put_null(object, "bounds");
        return;
    }
    mq_node *bounds = mq_put_object(object, "bounds");
    mq_put_floats(bounds, "min", min, 3);
    mq_put_floats(bounds, "max", max, 3);
}

// ------------------------------------------------------------------------- what only this format has

static void put_arrays(const maq_iqm *iqm, mq_node *object) {
    mq_node *arrays = mq_put_array(object, "arrays");
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        mq_node *entry = mq_put_object(arrays, NULL);
        mq_put_text(entry, "type",
                    array->type >= MAQ_IQM_CUSTOM ? "custom" : maq_iqm_array_name(iqm, array));
        mq_put_text(entry, "format", maq_iqm_format_name(array->format));
        mq_put_integer(entry, "size", array->size);
        if (array->type >= MAQ_IQM_CUSTOM)
            put_name(entry, "name", iqm, array->type - MAQ_IQM_CUSTOM);
        else
            mq_put_null(entry, "name");
    }
}

static void put_rest(const maq_iqm *iqm, mq_node *object) {
    mq_put_integer(object, "poses", iqm->pose_count);
    mq_put_integer(object, "frames", iqm->frame_count);
    mq_put_integer(object, "frame_channels", iqm->channel_count);
    mq_put_bool(object, "adjacency", iqm->adjacency != NULL);
    mq_put_integer(object, "frame_bounds", iqm->bounds_count);
    if (iqm->comment) {
        const char *end = memchr(iqm->comment, 0, iqm->comment_size);
        mq_put_bytes(object, "comment", iqm->comment,
                     end ? (size_t)(end - iqm->comment) : iqm->comment_size);
    } else {
        mq_put_null(object, "comment");
    }
    mq_node *extensions = mq_put_array(object, "extensions");
    for (uint32_t i = 0; i < iqm->extension_count; i++) {
        mq_node *entry = mq_put_object(extensions, NULL);
        put_name(entry, "name", iqm, iqm->extensions[i].name);
        mq_put_integer(entry, "bytes", iqm->extensions[i].size);
    }
}

void mq_iqm_info(const maq_document *document, mq_node *object) {
    const maq_iqm *iqm = document->content;
    mq_arena *scratch = mq_arena_new(NULL);
    const uint32_t *materials = scratch ? number_materials(iqm, scratch) : NULL;
    put_meshes(iqm, object, materials);
    mq_arena_free(scratch);
    put_joints(iqm, object);
    put_clips(iqm, object);
    mq_put_array(object, "attachments");
    mq_put_array(object, "boxes");
    mq_put_array(object, "events");
    put_bounds(iqm, object);
    put_arrays(iqm, object);
    put_rest(iqm, object);
}
