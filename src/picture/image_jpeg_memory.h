// SPDX-License-Identifier: MIT
//
// A memory manager that gives libjpeg memory of an arena, so that its limits and failing requests
// apply.
#ifndef MQ_PICTURE_IMAGE_JPEG_MEMORY_H
#define MQ_PICTURE_IMAGE_JPEG_MEMORY_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "base/arena.h"

typedef struct mq_jpeg_memory {
    struct jpeg_memory_mgr manager; // first: libjpeg hands this back
    struct jpeg_memory_mgr *own;    // libjpeg's, which made the decoder itself
    mq_arena *arena;
    // Called when there is no memory; must not return.
    void (*fail)(j_common_ptr info);
    struct jvirt_sarray_control *samples;
    struct jvirt_barray_control *blocks;
} mq_jpeg_memory;

// Makes a new decoder use the arena; mq_jpeg_memory_leave() restores its own manager for
// jpeg_destroy_decompress().
void mq_jpeg_memory_use(mq_jpeg_memory *memory, j_common_ptr info, mq_arena *arena,
                        void (*fail)(j_common_ptr info));
void mq_jpeg_memory_leave(mq_jpeg_memory *memory, j_common_ptr info);

#endif
