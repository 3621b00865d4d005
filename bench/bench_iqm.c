// SPDX-License-Identifier: MIT
//
// How fast IQM is read, checked and written: one thread, from and to memory, the best of five runs
// over a model of some 50 MB (vertices, triangles and frames as models have them).
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "maquette/iqm.h"

#define RUNS 5
#define VERTICES 650000u
#define TRIANGLES 1000000u
#define JOINTS 60u
#define FRAMES 4000u
#define CHANNELS (JOINTS * 4u)

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// The same numbers in every run and on every machine.
static uint32_t random_state = 12345;
static uint32_t next_random(uint32_t below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

static void put_bytes(unsigned char *at, uint32_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static void put_float(unsigned char *at, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bytes(at, bits, sizeof bits);
}

static unsigned char *random_floats(size_t count) {
    unsigned char *data = malloc(count * 4);
    for (size_t i = 0; data && i < count; i++)
        put_float(data + i * 4, (float)next_random(200001) / 100000.0f - 1);
    return data;
}

static unsigned char *blends(bool weights) {
    unsigned char *data = calloc(VERTICES, 4);
    for (size_t i = 0; data && i < VERTICES; i++) {
        data[i * 4] = (unsigned char)(weights ? 155 : next_random(JOINTS));
        data[i * 4 + 1] = (unsigned char)(weights ? 100 : next_random(JOINTS));
    }
    return data;
}

static unsigned char *triangles(void) {
    unsigned char *data = malloc(TRIANGLES * 12);
    for (size_t i = 0; data && i < TRIANGLES; i++) {
        uint32_t first = next_random(VERTICES - 3);
        for (size_t k = 0; k < 3; k++)
            put_bytes(data + i * 12 + k * 4, first + (uint32_t)k, 4);
    }
    return data;
}

static unsigned char *frames(void) {
    unsigned char *data = malloc((size_t)FRAMES * CHANNELS * 2);
    for (size_t i = 0; data && i < (size_t)FRAMES * CHANNELS; i++)
        put_bytes(data + i * 2, next_random(65536), 2);
    return data;
}

static bool build(maq_buffer *file) {
    static const char text[16] = "\0mesh\0wave";
    maq_iqm_array arrays[] = {
        {.type = MAQ_IQM_POSITION,
         .format = MAQ_IQM_FLOAT,
         .size = 3,
         .data = random_floats(3 * VERTICES)},
        {.type = MAQ_IQM_TEXCOORD,
         .format = MAQ_IQM_FLOAT,
         .size = 2,
         .data = random_floats(2 * VERTICES)},
        {.type = MAQ_IQM_NORMAL,
         .format = MAQ_IQM_FLOAT,
         .size = 3,
         .data = random_floats(3 * VERTICES)},
        {.type = MAQ_IQM_TANGENT,
         .format = MAQ_IQM_FLOAT,
         .size = 4,
         .data = random_floats(4 * VERTICES)},
        {.type = MAQ_IQM_BLENDINDEXES, .format = MAQ_IQM_UBYTE, .size = 4, .data = blends(false)},
        {.type = MAQ_IQM_BLENDWEIGHTS, .format = MAQ_IQM_UBYTE, .size = 4, .data = blends(true)},
    };
    maq_iqm_mesh mesh = {.name = 1, .vertex_count = VERTICES, .triangle_count = TRIANGLES};
    maq_iqm_anim anim = {.name = 6, .frame_count = FRAMES, .framerate = 30};
    static maq_iqm_pose poses[JOINTS];
    for (uint32_t i = 0; i < JOINTS; i++)
        poses[i] = (maq_iqm_pose){.parent = (int32_t)i - 1, .mask = 15u << 3};
    maq_iqm iqm = {.version = 2,
                   .text = text,
                   .text_size = sizeof text,
                   .meshes = &mesh,
                   .mesh_count = 1,
                   .arrays = arrays,
                   .array_count = sizeof arrays / sizeof arrays[0],
                   .vertex_count = VERTICES,
                   .triangle_count = TRIANGLES,
                   .triangles = triangles(),
                   .poses = poses,
                   .pose_count = JOINTS,
                   .anims = &anim,
                   .anim_count = 1,
                   .frame_count = FRAMES,
                   .channel_count = CHANNELS,
                   .frames = frames()};
    maq_document *document;
    bool good = maq_document_from_iqm(&iqm, NULL, &document) == MAQ_OK &&
                maq_save_memory(document, NULL, file) == MAQ_OK;
    maq_close(document);
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free((void *)arrays[i].data);
    free((void *)iqm.triangles);
    free((void *)iqm.frames);
    return good;
}

static void print_speed(const char *what, size_t bytes, double best) {
    printf("%-6s %7.1f MB/s   (%.1f MB in %.1f ms)\n", what, (double)bytes / best / 1e6,
           (double)bytes / 1e6, best * 1e3);
}

static void keep_best(double *best, double begin) {
    double taken = seconds() - begin;
    *best = taken < *best ? taken : *best;
}

int main(void) {
    maq_buffer file;
    if (!build(&file))
        return 1;
    double read = 1e9, check = 1e9, write = 1e9, convert = 1e9;
    uint64_t findings = 0;
    for (int run = 0; run < RUNS; run++) {
        maq_document *document, *old;
        maq_report *report;
        maq_buffer again;
        double begin = seconds();
        if (maq_open_memory(file.data, file.length, NULL, &document) != MAQ_OK)
            return 1;
        keep_best(&read, begin);
        begin = seconds();
        if (maq_check(document, NULL, &report) != MAQ_OK)
            return 1;
        keep_best(&check, begin);
        findings = maq_report_findings(report)->errors + maq_report_findings(report)->warnings;
        begin = seconds();
        if (maq_save_memory(document, NULL, &again) != MAQ_OK)
            return 1;
        keep_best(&write, begin);
        begin = seconds();
        if (maq_convert(document, "iqm1", NULL, &old) != MAQ_OK)
            return 1;
        keep_best(&convert, begin);
        maq_buffer_free(&again);
        maq_report_free(report);
        maq_close(old);
        maq_close(document);
    }
    print_speed("read", file.length, read);
    print_speed("check", file.length, check);
    print_speed("write", file.length, write);
    print_speed("to v1", file.length, convert);
    printf("%" PRIu64 " findings\n", findings);
    maq_buffer_free(&file);
    return 0;
}
