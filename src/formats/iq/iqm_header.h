// SPDX-License-Identifier: MIT
//
// The layout of an IQM file: its header (16 bytes of magic and 27 numbers) and its records.
#ifndef MQ_IQM_HEADER_H
#define MQ_IQM_HEADER_H

#include "formats/iq/iqm_priv.h"

typedef enum iqm_field {
    IQM_F_VERSION,
    IQM_F_FILESIZE,
    IQM_F_FLAGS,
    IQM_F_NUM_TEXT,
    IQM_F_OFS_TEXT,
    IQM_F_NUM_MESHES,
    IQM_F_OFS_MESHES,
    IQM_F_NUM_VERTEXARRAYS,
    IQM_F_NUM_VERTEXES,
    IQM_F_OFS_VERTEXARRAYS,
    IQM_F_NUM_TRIANGLES,
    IQM_F_OFS_TRIANGLES,
    IQM_F_OFS_ADJACENCY,
    IQM_F_NUM_JOINTS,
    IQM_F_OFS_JOINTS,
    IQM_F_NUM_POSES,
    IQM_F_OFS_POSES,
    IQM_F_NUM_ANIMS,
    IQM_F_OFS_ANIMS,
    IQM_F_NUM_FRAMES,
    IQM_F_NUM_FRAMECHANNELS,
    IQM_F_OFS_FRAMES,
    IQM_F_OFS_BOUNDS,
    IQM_F_NUM_COMMENT,
    IQM_F_OFS_COMMENT,
    IQM_F_NUM_EXTENSIONS,
    IQM_F_OFS_EXTENSIONS,
    IQM_FIELD_COUNT,
} iqm_field;

// Where a field stands in the file.
static inline uint32_t mq_iqm_field_offset(iqm_field field) {
    return IQM_MAGIC_SIZE + 4 * (uint32_t)field;
}

// A kind of record. The structs of iqm.h hold the words of a record (32 bits each) in the order of
// the file; version 1 leaves one or two of them out.
typedef struct iqm_record {
    size_t size;         // of the struct
    size_t offset_field; // where the struct keeps the offset of the record
    uint8_t words;       // of version 2
    uint8_t not_in_1[2]; // the words that version 1 leaves out, in order; 0: none
} iqm_record;

extern const iqm_record mq_iqm_mesh_record, mq_iqm_joint_record, mq_iqm_pose_record,
    mq_iqm_anim_record, mq_iqm_bounds_record;

// The bytes of a record in the file.
static inline size_t mq_iqm_record_size(const iqm_record *record, uint32_t version) {
    size_t words = record->words;
    if (version == 1)
        words -= (record->not_in_1[0] ? 1u : 0) + (record->not_in_1[1] ? 1u : 0);
    return words * 4;
}

// Whether a version has a word of a record.
static inline bool mq_iqm_has_word(const iqm_record *record, unsigned word, uint32_t version) {
    return version != 1 || word == 0 ||
           (word != record->not_in_1[0] && word != record->not_in_1[1]);
}

#endif
