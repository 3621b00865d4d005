// SPDX-License-Identifier: MIT
//
// Writing IQM as the reference compiler lays files out:
//
//     header, text, meshes, vertex array records, zeros up to a multiple of 8, vertex data,
//     triangles, adjacency, joints, poses, anims, frames, bounds, comment, extensions
//
// Each vertex array begins at a multiple of 4 or of its numbers' size, if that is more; text, vertex
// data, frames and comment are followed by zeros up to a multiple of 4. The reference compiler
// counts the zeros behind text and comment as parts of them, so they are in the document already.
// The zeros before the vertex data are there even when no vertices follow; older compilers had none,
// and files of theirs stay so. Offsets of what is not
// there are 0. Records of extensions come one after the other, then their data.
#include <string.h>

#include "formats/iq/iqm_header.h"

// Where everything goes. Offsets are kept in 64 bits: the sum may be more than a file can hold.
typedef struct plan {
    uint64_t at;
    uint64_t field[IQM_FIELD_COUNT];
    uint64_t vertex_data; // where the vertex data begins
} plan;

static void align(plan *p, uint64_t alignment) {
    p->at = (p->at + alignment - 1) / alignment * alignment;
}

// Gives `count` rows their offset, if there are any.
static void add_section(plan *p, iqm_field offset_field, uint64_t count, uint64_t size) {
    p->field[offset_field] = count > 0 ? p->at : 0;
    p->at += count * size;
}

static uint32_t array_alignment(const maq_iqm_array *array) {
    uint32_t size = maq_iqm_format_size(array->format);
    return size > 4 ? size : 4;
}

static uint64_t array_bytes(const maq_iqm *iqm, const maq_iqm_array *array) {
    return (uint64_t)iqm->vertex_count * mq_iqm_stride(array);
}

static plan make_plan(const maq_iqm *iqm) {
    plan p = {.at = IQM_HEADER_SIZE};
    add_section(&p, IQM_F_OFS_TEXT, iqm->text_size, 1);
    align(&p, 4);
    add_section(&p, IQM_F_OFS_MESHES, iqm->mesh_count, IQM_MESH_SIZE);
    add_section(&p, IQM_F_OFS_VERTEXARRAYS, iqm->array_count, IQM_ARRAY_SIZE);
    align(&p, iqm->tight_data ? 4 : 8);
    p.vertex_data = p.at;
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        align(&p, array_alignment(&iqm->arrays[i]));
        p.at += array_bytes(iqm, &iqm->arrays[i]);
    }
    align(&p, 4);
    add_section(&p, IQM_F_OFS_TRIANGLES, iqm->triangle_count, IQM_TRIANGLE_SIZE);
    add_section(&p, IQM_F_OFS_ADJACENCY, iqm->adjacency ? iqm->triangle_count : 0,
                IQM_TRIANGLE_SIZE);
    add_section(&p, IQM_F_OFS_JOINTS, iqm->joint_count,
                mq_iqm_record_size(&mq_iqm_joint_record, iqm->version));
    add_section(&p, IQM_F_OFS_POSES, iqm->pose_count,
                mq_iqm_record_size(&mq_iqm_pose_record, iqm->version));
    add_section(&p, IQM_F_OFS_ANIMS, iqm->anim_count, IQM_ANIM_SIZE);
    add_section(&p, IQM_F_OFS_FRAMES,
                iqm->frames ? (uint64_t)iqm->frame_count * iqm->channel_count : 0, 2);
    align(&p, 4);
    add_section(&p, IQM_F_OFS_BOUNDS, iqm->bounds_count, IQM_BOUNDS_SIZE);
    add_section(&p, IQM_F_OFS_COMMENT, iqm->comment_size, 1);
    align(&p, 4);
    add_section(&p, IQM_F_OFS_EXTENSIONS, iqm->extension_count, IQM_EXTENSION_SIZE);
    for (uint32_t i = 0; i < iqm->extension_count; i++) {
        align(&p, 4);
        p.at += iqm->extensions[i].size;
    }
    align(&p, 4);
    p.field[IQM_F_VERSION] = iqm->version;
    p.field[IQM_F_FILESIZE] = p.at;
    p.field[IQM_F_FLAGS] = iqm->flags;
    p.field[IQM_F_NUM_TEXT] = iqm->text_size;
    p.field[IQM_F_NUM_MESHES] = iqm->mesh_count;
    p.field[IQM_F_NUM_VERTEXARRAYS] = iqm->array_count;
    p.field[IQM_F_NUM_VERTEXES] = iqm->vertex_count;
    p.field[IQM_F_NUM_TRIANGLES] = iqm->triangle_count;
    p.field[IQM_F_NUM_JOINTS] = iqm->joint_count;
    p.field[IQM_F_NUM_POSES] = iqm->pose_count;
    p.field[IQM_F_NUM_ANIMS] = iqm->anim_count;
    p.field[IQM_F_NUM_FRAMES] = iqm->frame_count;
    p.field[IQM_F_NUM_FRAMECHANNELS] = iqm->channel_count;
    p.field[IQM_F_NUM_COMMENT] = iqm->comment_size;
    p.field[IQM_F_NUM_EXTENSIONS] = iqm->extension_count;
    return p;
}

static void pad(mq_text *out, size_t alignment) {
    while (mq_text_position(out) % alignment != 0 && out->status == MAQ_OK)
        mq_text_char(out, 0);
}

static void write_records(mq_text *out, const iqm_record *kind, uint32_t version,
                          const void *records, uint32_t count) {
    const char *record = records;
    for (uint32_t i = 0; i < count; i++, record += kind->size) {
        for (unsigned word = 0; word < kind->words; word++) {
            uint32_t bits;
            memcpy(&bits, record + word * sizeof bits, sizeof bits);
            if (mq_iqm_has_word(kind, word, version))
                mq_text_u32(out, bits);
        }
    }
}

static void write_geometry(const maq_iqm *iqm, const plan *p, mq_text *out) {
    write_records(out, &mq_iqm_mesh_record, iqm->version, iqm->meshes, iqm->mesh_count);
    plan data = {.at = p->vertex_data};
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        align(&data, array_alignment(array));
        mq_text_u32(out, array->type);
        mq_text_u32(out, array->flags);
        mq_text_u32(out, array->format);
        mq_text_u32(out, array->size);
        mq_text_u32(out, (uint32_t)data.at);
        data.at += array_bytes(iqm, array);
    }
    if (mq_text_position(out) < p->vertex_data)
        pad(out, 8);
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        pad(out, array_alignment(&iqm->arrays[i]));
        mq_text_bytes(out, iqm->arrays[i].data, (size_t)array_bytes(iqm, &iqm->arrays[i]));
    }
    pad(out, 4);
    size_t triangle_bytes = (size_t)iqm->triangle_count * IQM_TRIANGLE_SIZE;
    mq_text_bytes(out, iqm->triangles, triangle_bytes);
    if (iqm->adjacency)
        mq_text_bytes(out, iqm->adjacency, triangle_bytes);
}

static void write_animation(const maq_iqm *iqm, mq_text *out) {
    write_records(out, &mq_iqm_joint_record, iqm->version, iqm->joints, iqm->joint_count);
    write_records(out, &mq_iqm_pose_record, iqm->version, iqm->poses, iqm->pose_count);
    write_records(out, &mq_iqm_anim_record, iqm->version, iqm->anims, iqm->anim_count);
    if (iqm->frames)
        mq_text_bytes(out, iqm->frames, (size_t)iqm->frame_count * iqm->channel_count * 2);
    pad(out, 4);
    write_records(out, &mq_iqm_bounds_record, iqm->version, iqm->bounds, iqm->bounds_count);
}

static void write_extensions(const maq_iqm *iqm, const plan *p, mq_text *out) {
    uint64_t record = p->field[IQM_F_OFS_EXTENSIONS];
    plan data = {.at = record + (uint64_t)iqm->extension_count * IQM_EXTENSION_SIZE};
    for (uint32_t i = 0; i < iqm->extension_count; i++) {
        bool last = i + 1 == iqm->extension_count;
        align(&data, 4);
        record += IQM_EXTENSION_SIZE;
        mq_text_u32(out, iqm->extensions[i].name);
        mq_text_u32(out, iqm->extensions[i].size);
        mq_text_u32(out, iqm->extensions[i].size ? (uint32_t)data.at : 0);
        mq_text_u32(out, last ? 0 : (uint32_t)record);
        data.at += iqm->extensions[i].size;
    }
    for (uint32_t i = 0; i < iqm->extension_count; i++) {
        pad(out, 4);
        mq_text_bytes(out, iqm->extensions[i].data, iqm->extensions[i].size);
    }
    pad(out, 4);
}

void mq_iqm_write(const maq_document *document, mq_text *out) {
    const maq_iqm *iqm = document->content;
    plan p = make_plan(iqm);
    if (p.at > UINT32_MAX) {
        // Offsets in the file have 32 bits.
        out->status = MAQ_OVER_LIMIT;
        return;
    }
    mq_text_reserve(out, (size_t)p.at);
    mq_text_bytes(out, mq_iqm_magic, IQM_MAGIC_SIZE);
    for (int i = 0; i < IQM_FIELD_COUNT; i++)
        mq_text_u32(out, (uint32_t)p.field[i]);
    mq_text_bytes(out, iqm->text, iqm->text_size);
    pad(out, 4);
    write_geometry(iqm, &p, out);
    write_animation(iqm, out);
    mq_text_bytes(out, iqm->comment, iqm->comment_size);
    pad(out, 4);
    write_extensions(iqm, &p, out);
}
