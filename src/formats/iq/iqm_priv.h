// SPDX-License-Identifier: MIT
//
// What the files of IQM share.
#ifndef MQ_IQM_PRIV_H
#define MQ_IQM_PRIV_H

#include "formats/format.h"
#include "formats/iq/iqm_rules.h"
#include "maquette/iqm.h"

MQ_DECLARE_FORMAT(iqm);
void mq_iqm_add_materials(const maq_document *document, mq_scene_builder *builder);
maq_span mq_iqm_image_span(const maq_document *document, const struct maq_image_reference *image);
maq_status mq_iqm_change_version(const maq_document *document, const mq_settings *settings,
                                 maq_document *out);

// The file's records, in bytes.
enum {
    IQM_HEADER_SIZE = 124,
    IQM_MAGIC_SIZE = 16,
    IQM_MESH_SIZE = 24,
    IQM_ARRAY_SIZE = 20,
    IQM_TRIANGLE_SIZE = 12,
    IQM_JOINT_SIZE = 48,
    IQM_POSE_SIZE = 88,
    IQM_ANIM_SIZE = 20,
    IQM_BOUNDS_SIZE = 32,
    IQM_EXTENSION_SIZE = 16,
};

const maq_variant *mq_iqm_variant(uint32_t version);

extern const char mq_iqm_magic[IQM_MAGIC_SIZE];

// How many channels a pose of this version has: 10 or 9.
static inline unsigned mq_iqm_channels(uint32_t version) {
    return version == 1 ? MAQ_IQM_CHANNELS_1 : MAQ_IQM_CHANNELS;
}

// The bits that a pose's mask may have.
static inline uint32_t mq_iqm_mask(uint32_t version) {
    return (1u << mq_iqm_channels(version)) - 1;
}

// Where the rotation and its w are among the channels of a version 2.
enum { IQM_ROTATION = 3, IQM_W = 6 };

// The number of a channel among those of version 2.
static inline unsigned mq_iqm_channel_slot(uint32_t version, unsigned channel) {
    return version == 1 && channel >= IQM_W ? channel + 1 : channel;
}

// The bytes of one vertex in an array; 0 when its format or size is unknown.
static inline size_t mq_iqm_stride(const maq_iqm_array *array) {
    return array->size <= MAQ_IQM_MAX_SIZE ? array->size * maq_iqm_format_size(array->format) : 0;
}

// The value that a stored whole number stands for: the middle of those that are rounded to it.
double mq_iqm_normalised(double number, uint32_t format);

// The values of `count` vertices from `first` on, as maq_iqm_values() has them, `width` of each: further
// ones are left out, missing ones are 0. The vertices must exist.
void mq_iqm_read_rows(const maq_iqm *iqm, const maq_iqm_array *array, uint32_t first,
                      uint32_t count, uint32_t width, float *out);

// The stored number of one channel (counted over all poses) in one frame; 0 when there is none.
uint16_t mq_iqm_frame_number(const maq_iqm *iqm, uint32_t frame, uint32_t channel);

// The w that version 1 leaves out: the one not above 0 that makes the quaternion a unit.
float mq_iqm_derived_w(const float rotation[3]);

// The length of a name, at most `most`. In a hostile file many names may be the same long text, so
// nothing reads more than IQM_NAME_MAX bytes of each.
#define IQM_NAME_MAX 256
size_t mq_iqm_name_length(const maq_iqm *iqm, uint32_t name, size_t most);

// The length of the comment without the zeros that end and pad it.
size_t mq_iqm_comment_length(const maq_iqm *iqm);

// A copy of a name, at most IQM_NAME_MAX - 1 bytes of it; NULL when there is no memory.
char *mq_iqm_copy_name(const maq_iqm *iqm, uint32_t name, mq_arena *arena);

// A run of numbers, of bytes or of rows, and what it belongs to.
typedef struct iqm_range {
    uint64_t start, end; // end is one past the last
    uint32_t tag;
} iqm_range;

// Puts ranges in the order of their starts; equal ones keep their order. `spare` holds as many.
// Returns whichever of the two holds the result.
iqm_range *mq_iqm_sort_ranges(iqm_range *ranges, iqm_range *spare, size_t count);

// A copy of everything in an arena, without positions in a file; NULL when there is no memory.
maq_iqm *mq_iqm_copy(mq_arena *arena, const maq_iqm *iqm);

#endif
