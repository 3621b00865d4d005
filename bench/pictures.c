// SPDX-License-Identifier: MIT
//
// Pictures by the number of triangles and of pixels, and the movement of vertices by joints.
#include <stdlib.h>

#include "bench.h"
#include "maquette/motion.h"
#include "maquette/picture.h"

typedef struct drawing {
    const maq_scene *scene;
    uint32_t side;
    unsigned threads;
} drawing;

static bool draw(void *context, double *seconds) {
    const drawing *d = context;
    maq_picture_options options = {.size = sizeof options, .width = d->side, .threads = d->threads};
    maq_image *image = NULL;
    double begin = bench_seconds();
    bool good = maq_picture_draw(d->scene, &options, &image) == MAQ_OK;
    *seconds = bench_seconds() - begin;
    maq_image_free(image);
    return good;
}

static bool move(void *context, double *seconds) {
    const maq_scene *scene = context;
    maq_motion *motion = NULL;
    float(*positions)[3] = calloc(scene->meshes[0].vertex_count, sizeof *positions);
    uint32_t node = 0;
    while (scene->nodes[node].mesh == MAQ_SCENE_NONE)
        node++;
    bool good = positions && maq_motion_new(scene, NULL, &motion) == MAQ_OK;
    maq_deformed_mesh out = {.positions = positions};
    double begin = bench_seconds();
    good = good && maq_motion_pose(motion, 0, 1.0005, NULL) == MAQ_OK &&
           maq_motion_mesh(motion, node, &out, 0) == MAQ_OK;
    *seconds = bench_seconds() - begin;
    maq_motion_free(motion);
    free(positions);
    return good;
}

static bool make_scene(const char *format, double triangles, maq_scene **out) {
    maq_buffer bytes;
    maq_document *document = NULL;
    maq_open_options options = {.size = sizeof options, .no_files = true};
    bool good = bench_generate_triangles(format, triangles, &bytes) &&
                maq_open_memory(bytes.data, bytes.length, &options, &document) == MAQ_OK &&
                maq_scene_from_document(document, NULL, out) == MAQ_OK;
    maq_close(document);
    maq_buffer_free(&bytes);
    return good;
}

bool bench_pictures(const bench_options *options) {
    static const struct {
        double triangles;
        uint32_t side;
    } cases[] = {{1000, 256}, {1000, 1024}, {10000, 256}, {100000, 256}, {1e6, 256}, {1e6, 1024}};
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        maq_scene *scene = NULL;
        if (!make_scene("obj", cases[i].triangles, &scene))
            return false;
        for (unsigned threads = 0; threads < 2; threads++) {
            drawing d = {scene, cases[i].side, threads};
            bench_row row = {
                .group = "pictures", .who = "maquette", .triangles = (uint64_t)cases[i].triangles};
            snprintf(row.name, sizeof row.name, "%g triangles, %u pixels%s", cases[i].triangles,
                     cases[i].side, threads ? ", 1 thread" : "");
            good = bench_measure(options, &row, draw, &d, NULL) && good;
        }
        maq_scene_free(scene);
    }
    maq_scene *scene = NULL;
    if (!make_scene("wza", 1e5, &scene))
        return false;
    bench_row row = {.group = "pictures", .who = "maquette", .triangles = 100000};
    snprintf(row.name, sizeof row.name, "pose of 100000 triangles");
    good = bench_measure(options, &row, move, scene, NULL) && good;
    maq_scene_free(scene);
    return good;
}
