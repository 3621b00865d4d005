// SPDX-License-Identifier: MIT
//
// How fast IQM is read, checked, written and made a version 1: a model of some 50 MB, with vertices,
// triangles and frames as models have them.
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "maquette/iqm.h"

#define VERTICES 650000u
#define TRIANGLES 1000000u
#define JOINTS 60u
#define FRAMES 4000u
#define CHANNELS (JOINTS * 4u)

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
        put_float(data + i * 4, (float)bench_random(200001) / 100000.0f - 1);
    return data;
}

static unsigned char *blends(bool weights) {
    unsigned char *data = calloc(VERTICES, 4);
    for (size_t i = 0; data && i < VERTICES; i++) {
        data[i * 4] = (unsigned char)(weights ? 155 : bench_random(JOINTS));
        data[i * 4 + 1] = (unsigned char)(weights ? 100 : bench_random(JOINTS));
    }
    return data;
}

static unsigned char *triangles(void) {
    unsigned char *data = malloc(TRIANGLES * 12);
    for (size_t i = 0; data && i < TRIANGLES; i++) {
        uint32_t first = bench_random(VERTICES - 3);
        for (size_t k = 0; k < 3; k++)
            put_bytes(data + i * 12 + k * 4, first + (uint32_t)k, 4);
    }
    return data;
}

static unsigned char *frames(void) {
    unsigned char *data = malloc((size_t)FRAMES * CHANNELS * 2);
    for (size_t i = 0; data && i < (size_t)FRAMES * CHANNELS; i++)
        put_bytes(data + i * 2, bench_random(65536), 2);
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

int main(void) {
    maq_buffer file;
    if (!build(&file))
        return 1;
    bool good = bench_file(file.data, file.length, "iqm1");
    maq_buffer_free(&file);
    return good ? 0 : 1;
}
