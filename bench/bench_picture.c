// SPDX-License-Identifier: MIT
//
// Pictures: how long they take by the number of triangles and of pixels, in one thread and in all.
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>

#include "base/findings.h"
#include "bench.h"
#include "maquette/picture.h"
#include "scene/scene.h"

// A bumpy ball of so many rows of quads, with smooth normals as a model has them.
static bool make_ball(mq_arena *arena, uint32_t rows, maq_scene *out) {
    uint32_t columns = rows * 2, vertices = (rows + 1) * (columns + 1), triangles = 0;
    float(*positions)[3] = mq_arena_alloc(arena, vertices, sizeof *positions, alignof(float));
    uint32_t(*faces)[3] =
        mq_arena_alloc(arena, (size_t)rows * columns * 2, sizeof *faces, alignof(uint32_t));
    maq_scene_part *part = MQ_NEW(arena, maq_scene_part);
    if (!positions || !faces || !part)
        return false;
    for (uint32_t i = 0; i < vertices; i++) {
        double down = 3.14159265358979 * (i / (columns + 1)) / rows;
        double around = 2 * 3.14159265358979 * (i % (columns + 1)) / columns;
        double radius = 1 + 0.05 * sin(down * 20) * sin(around * 20);
        positions[i][0] = (float)(radius * sin(down) * cos(around));
        positions[i][1] = (float)(radius * cos(down));
        positions[i][2] = (float)(-radius * sin(down) * sin(around));
    }
    for (uint32_t i = 0; i < rows * columns; i++) {
        uint32_t a = i / columns * (columns + 1) + i % columns, b = a + columns + 1;
        faces[triangles][0] = a, faces[triangles][1] = b, faces[triangles++][2] = b + 1;
        faces[triangles][0] = a, faces[triangles][1] = b + 1, faces[triangles++][2] = a + 1;
    }
    *part = (maq_scene_part){MAQ_SCENE_NONE, 0, triangles};
    mq_findings findings;
    mq_scene_builder builder;
    mq_findings_init(&findings, arena, 10, 0);
    mq_scene_begin(&builder, arena, &findings);
    maq_scene_node node = mq_scene_node("ball", MAQ_NODE_GROUP);
    node.mesh =
        mq_scene_add_mesh(&builder, &(maq_scene_mesh){.name = "ball",
                                                      .vertex_count = vertices,
                                                      .triangle_count = triangles,
                                                      .positions = (const float(*)[3])positions,
                                                      .normals = (const float(*)[3])positions,
                                                      .triangles = (const uint32_t(*)[3])faces,
                                                      .part_count = 1,
                                                      .parts = part});
    mq_scene_add_node(&builder, &node);
    return mq_scene_finish(&builder, out) == MAQ_OK;
}

static bool bench_draw(uint32_t rows, uint32_t side, unsigned threads) {
    mq_arena *arena = mq_arena_new(NULL);
    maq_scene scene;
    bool good = arena && make_ball(arena, rows, &scene);
    double best = 1e9;
    for (int run = 0; good && run < BENCH_RUNS; run++) {
        maq_picture_options options = {.size = sizeof options, .width = side, .threads = threads};
        maq_image *image;
        double begin = bench_seconds();
        good = maq_picture_draw(&scene, &options, &image) == MAQ_OK;
        bench_keep_best(&best, begin);
        maq_image_free(good ? image : NULL);
    }
    if (good)
        printf("%8u triangles, %4u x %-4u %s %8.2f ms\n", scene.meshes[0].triangle_count, side,
               side, threads == 1 ? "one thread " : "all threads", best * 1e3);
    mq_arena_free(arena);
    return good;
}

int main(void) {
    static const uint32_t cases[][2] = {{22, 256},  {22, 512},  {22, 1024}, {70, 256},
                                        {223, 256}, {500, 256}, {500, 1024}};
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        good = bench_draw(cases[i][0], cases[i][1], 1) && good;
        good = bench_draw(cases[i][0], cases[i][1], 0) && good;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
