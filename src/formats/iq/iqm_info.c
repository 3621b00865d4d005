// SPDX-License-Identifier: MIT
//
// The summary of an IQM model.
#include <string.h>

#include "base/info.h"
#include "formats/iq/iq_names.h"
#include "formats/iq/iq_scene.h"
#include "formats/iq/iqm_priv.h"

static mq_info_text name_text(const maq_iqm *iqm, uint32_t name) {
    return (mq_info_text){maq_iqm_text(iqm, name), mq_iqm_name_length(iqm, name, IQM_NAME_MAX)};
}

static void put_name(mq_node *object, const char *key, const maq_iqm *iqm, uint32_t name) {
    mq_info_text text = name_text(iqm, name);
    mq_put_bytes(object, key, text.bytes, text.length);
}

// ------------------------------------------------------------------------------ meshes, materials

// Gives each mesh the number of its material; meshes whose materials have the same name share one.
// NULL when there is no memory.
static uint32_t *number_materials(const maq_iqm *iqm, mq_arena *scratch) {
    iq_name_table names = {.arena = scratch};
    uint32_t *numbers = MQ_NEW_ARRAY(scratch, uint32_t, iqm->mesh_count);
    for (uint32_t i = 0; numbers && i < iqm->mesh_count; i++) {
        const char *name = mq_iqm_copy_name(iqm, iqm->meshes[i].material, scratch);
        numbers[i] = name ? mq_iq_name_number(&names, name) : UINT32_MAX;
        if (numbers[i] == UINT32_MAX)
            return NULL;
    }
    return numbers;
}

static void add_meshes(mq_info *info, const maq_iqm *iqm, const uint32_t *materials) {
    bool textured = maq_iqm_find_array(iqm, MAQ_IQM_TEXCOORD) != NULL;
    bool skinned = maq_iqm_find_array(iqm, MAQ_IQM_BLENDINDEXES) &&
                   maq_iqm_find_array(iqm, MAQ_IQM_BLENDWEIGHTS);
    for (uint32_t i = 0; i < iqm->mesh_count; i++) {
        const maq_iqm_mesh *mesh = &iqm->meshes[i];
        mq_info_add_mesh(info, &(mq_info_mesh_summary){.name = name_text(iqm, mesh->name),
                                                       .vertices = mesh->vertex_count,
                                                       .triangles = mesh->triangle_count,
                                                       .uv_sets = textured,
                                                       .material = materials[i],
                                                       .skinned = skinned});
    }
    info->vertex_count = iqm->vertex_count;
    info->triangle_count = iqm->triangle_count;
    mq_info_end_meshes(info);
    // A material is a name; engines use it as the name of a file or of an entry in their scripts.
    uint32_t next = 0;
    for (uint32_t i = 0; i < iqm->mesh_count; i++) {
        if (materials[i] != next)
            continue;
        mq_info_text name = name_text(iqm, iqm->meshes[i].material);
        mq_node *textures = mq_info_add_material(info, name);
        if (name.length)
            mq_put_bytes(textures, "diffuse", name.bytes, name.length);
        next++;
    }
}

// The skeleton is that of the joints; files of animations alone have poses without names.
static void add_skeleton(mq_info *info, const maq_iqm *iqm) {
    for (uint32_t i = 0; i < iqm->joint_count; i++)
        mq_info_add_joint(info, name_text(iqm, iqm->joints[i].name), iqm->joints[i].parent);
    for (uint32_t i = 0; i < iqm->anim_count; i++) {
        const maq_iqm_anim *anim = &iqm->anims[i];
        double rate = anim->framerate > 0 ? anim->framerate : 0;
        mq_info_add_clip(info,
                         &(mq_info_clip_summary){.name = name_text(iqm, anim->name),
                                                 .seconds = mq_iq_seconds(anim->frame_count, rate),
                                                 .frames = anim->frame_count,
                                                 .rate = rate,
                                                 .loop = anim->flags & MAQ_IQM_LOOP});
    }
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
    mq_arena *arena = mq_node_arena(object), *scratch = mq_arena_scratch(arena);
    const uint32_t *materials = scratch ? number_materials(iqm, scratch) : NULL;
    mq_info info = mq_info_begin(object);
    if (materials)
        add_meshes(&info, iqm, materials);
    mq_arena_end_scratch(arena, scratch);
    if (!materials)
        return; // the arena's status says why
    add_skeleton(&info, iqm);
    const maq_iqm_array *positions = maq_iqm_find_array(iqm, MAQ_IQM_POSITION);
    float point[MAQ_IQM_MAX_SIZE];
    for (uint32_t i = 0; positions && maq_iqm_values(iqm, positions, i, point); i++)
        mq_info_add_point(&info, point);
    mq_info_end(&info);
    put_arrays(iqm, object);
    put_rest(iqm, object);
}

void mq_iqm_counts(const maq_document *document, mq_counts *out) {
    const maq_iqm *iqm = document->content;
    *out = (mq_counts){iqm->mesh_count, iqm->anim_count};
}
