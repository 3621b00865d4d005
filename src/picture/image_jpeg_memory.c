// SPDX-License-Identifier: MIT
#include "picture/image_jpeg_memory.h"

#include <string.h>

// SIMD code reads and writes whole blocks of this many bytes, beyond the ends of rows.
#define ALIGNMENT 64

// The virtual arrays of libjpeg, which are entirely in memory here.
struct jvirt_sarray_control {
    JSAMPARRAY rows;
    JDIMENSION width, height;
    struct jvirt_sarray_control *next;
};

struct jvirt_barray_control {
    JBLOCKARRAY rows;
    JDIMENSION width, height;
    struct jvirt_barray_control *next;
};

static mq_jpeg_memory *memory_of(j_common_ptr info) {
    return (mq_jpeg_memory *)info->mem;
}

// Never NULL. Zeroed, so that a file that ends early is the same picture on every run.
static void *alloc(j_common_ptr info, size_t count, size_t size, size_t padding) {
    mq_jpeg_memory *memory = memory_of(info);
    size_t row = (size + padding - 1) / padding * padding;
    void *block = mq_arena_alloc(memory->arena, count, row, ALIGNMENT);
    if (!block)
        memory->fail(info);
    return block;
}

static void *alloc_block(j_common_ptr info, int pool, size_t size) {
    (void)pool;
    return alloc(info, 1, size, ALIGNMENT);
}

static JSAMPARRAY alloc_samples(j_common_ptr info, int pool, JDIMENSION width, JDIMENSION height) {
    (void)pool;
    size_t row = ((size_t)width * sizeof(JSAMPLE) + 2 * ALIGNMENT - 1) / (2 * ALIGNMENT);
    row *= 2 * ALIGNMENT;
    JSAMPARRAY rows = alloc(info, height, sizeof *rows, 1);
    JSAMPLE *samples = alloc(info, height, row, 1);
    for (JDIMENSION y = 0; y < height; y++)
        rows[y] = samples + y * row;
    return rows;
}

static JBLOCKARRAY alloc_blocks(j_common_ptr info, int pool, JDIMENSION width, JDIMENSION height) {
    (void)pool;
    JBLOCKARRAY rows = alloc(info, height, sizeof *rows, 1);
    JBLOCK *blocks = alloc(info, height, (size_t)width * sizeof(JBLOCK), 1);
    for (JDIMENSION y = 0; y < height; y++)
        rows[y] = blocks + (size_t)y * width;
    return rows;
}

// Virtual arrays are requested first and allocated when all are known.
static jvirt_sarray_ptr request_samples(j_common_ptr info, int pool, boolean zero, JDIMENSION width,
                                        JDIMENSION height, JDIMENSION most) {
    (void)pool, (void)zero, (void)most;
    mq_jpeg_memory *memory = memory_of(info);
    jvirt_sarray_ptr array = alloc(info, 1, sizeof *array, 1);
    *array = (struct jvirt_sarray_control){NULL, width, height, memory->samples};
    return memory->samples = array;
}

static jvirt_barray_ptr request_blocks(j_common_ptr info, int pool, boolean zero, JDIMENSION width,
                                       JDIMENSION height, JDIMENSION most) {
    (void)pool, (void)zero, (void)most;
    mq_jpeg_memory *memory = memory_of(info);
    jvirt_barray_ptr array = alloc(info, 1, sizeof *array, 1);
    *array = (struct jvirt_barray_control){NULL, width, height, memory->blocks};
    return memory->blocks = array;
}

static void alloc_requested(j_common_ptr info) {
    mq_jpeg_memory *memory = memory_of(info);
    for (jvirt_sarray_ptr array = memory->samples; array; array = array->next) {
        if (!array->rows)
            array->rows = alloc_samples(info, JPOOL_IMAGE, array->width, array->height);
    }
    for (jvirt_barray_ptr array = memory->blocks; array; array = array->next) {
        if (!array->rows)
            array->rows = alloc_blocks(info, JPOOL_IMAGE, array->width, array->height);
    }
}

static JSAMPARRAY show_samples(j_common_ptr info, jvirt_sarray_ptr array, JDIMENSION first,
                               JDIMENSION count, boolean writable) {
    (void)writable;
    if (!array->rows || first > array->height || count > array->height - first)
        memory_of(info)->fail(info);
    return array->rows + first;
}

static JBLOCKARRAY show_blocks(j_common_ptr info, jvirt_barray_ptr array, JDIMENSION first,
                               JDIMENSION count, boolean writable) {
    (void)writable;
    if (!array->rows || first > array->height || count > array->height - first)
        memory_of(info)->fail(info);
    return array->rows + first;
}

// The arena's owner frees all at once.
static void leave_pool(j_common_ptr info, int pool) {
    (void)info, (void)pool;
}

static void leave_all(j_common_ptr info) {
    (void)info;
}

void mq_jpeg_memory_use(mq_jpeg_memory *memory, j_common_ptr info, mq_arena *arena,
                        void (*fail)(j_common_ptr info)) {
    *memory = (mq_jpeg_memory){.own = info->mem, .arena = arena, .fail = fail};
    memory->manager = (struct jpeg_memory_mgr){
        .alloc_small = alloc_block,
        .alloc_large = alloc_block,
        .alloc_sarray = alloc_samples,
        .alloc_barray = alloc_blocks,
        .request_virt_sarray = request_samples,
        .request_virt_barray = request_blocks,
        .realize_virt_arrays = alloc_requested,
        .access_virt_sarray = show_samples,
        .access_virt_barray = show_blocks,
        .free_pool = leave_pool,
        .self_destruct = leave_all,
        .max_memory_to_use = info->mem->max_memory_to_use,
        .max_alloc_chunk = info->mem->max_alloc_chunk,
    };
    info->mem = &memory->manager;
}

void mq_jpeg_memory_leave(mq_jpeg_memory *memory, j_common_ptr info) {
    if (info->mem == &memory->manager)
        info->mem = memory->own;
}
