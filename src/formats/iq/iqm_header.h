// SPDX-License-Identifier: MIT
//
// The header of an IQM file: 16 bytes of magic and 27 numbers.
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

#endif
