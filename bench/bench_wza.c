// SPDX-License-Identifier: MIT
//
// WZA of some 20 MB, and how many vertices a second are moved.
#include "bench_text.h"
#include "maquette/motion.h"

#define VERTICES 80000
#define FACES 120000
#define BONES 40
#define POINTS 40000
#define POSES 20

static void say_shape(bench_text *text, int number, int step) {
    say(text, "SHAPE %d\nVERTICES %d\n", number, VERTICES / step);
    for (int i = 0; i < VERTICES; i += step)
        say(text, "\t%d %.6g %.6g %.6g 0 1 0 1 0 0 0 0 1\n", i, 120 * fraction() - 60,
            90 * fraction(), -60 * fraction());
    say(text, "FACES %d\n", number == 0 ? FACES : 0);
    for (int i = 0; i < FACES && number == 0; i++) {
        int first = (int)(fraction() * (VERTICES - 2));
        say(text, "\t%d %d %d %d %.6g %.6g %.6g %.6g %.6g %.6g\n", i, first, first + 1, first + 2,
            fraction(), fraction(), fraction(), fraction(), fraction(), fraction());
    }
}

static void say_motion(bench_text *text) {
    say(text, "BONES %d\n", BONES);
    for (int bone = 0; bone < BONES; bone++) {
        say(text, "BONE %d %d %d %d 0 0 %d\n", bone, bone - 1, bone % 2, bone, VERTICES / BONES);
        for (int i = 0; i < VERTICES / BONES; i++)
            say(text, "\t%d\n", bone * (VERTICES / BONES) + i);
    }
    say(text, "ANIMATIONS 1\nANIMATION 0 %d\nPROPERTIES %d\n", POINTS, BONES + 1);
    for (int bone = 0; bone < BONES; bone++)
        say(text, "\t%d bone %d 1\n", bone, bone);
    say(text, "\t%d shape 1 1\nPOINTS %d\n", BONES, POINTS);
    for (int i = 0; i < POINTS; i++) {
        if (i % (BONES + 1) == BONES)
            say(text, "\t%d %d %.6g\n", BONES, i, fraction());
        else
            say(text, "\t%d %d %.6g 0 0 0 0 0.6 0.8\n", i % (BONES + 1), i, fraction());
    }
}

static bool print_motion(const bench_text *text) {
    maq_document *document;
    maq_scene *scene;
    maq_motion *motion;
    if (maq_open_memory(text->bytes, text->length, NULL, &document) != MAQ_OK ||
        maq_scene_from_document(document, NULL, &scene) != MAQ_OK ||
        maq_motion_new(scene, NULL, &motion) != MAQ_OK)
        return false;
    uint32_t node = 0;
    while (scene->nodes[node].mesh == MAQ_SCENE_NONE)
        node++;
    uint32_t vertices = scene->meshes[0].vertex_count;
    float(*positions)[3] = calloc(vertices, sizeof *positions);
    if (!positions)
        return false;
    double best = 1e9;
    for (int i = 0; i < POSES; i++) {
        double begun = bench_seconds();
        maq_deformed_mesh out = {.positions = positions};
        maq_motion_pose(motion, 0, i * 1.0005, NULL);
        if (maq_motion_mesh(motion, node, &out, 0) != MAQ_OK)
            return false;
        bench_keep_best(&best, begun);
    }
    printf("move   %7.1f million vertices/s\n", vertices / best / 1e6);
    free(positions);
    maq_motion_free(motion);
    maq_scene_free(scene);
    maq_close(document);
    return true;
}

int main(void) {
    bench_text text = {.capacity = (size_t)VERTICES * 160 + FACES * 120 + POINTS * 60 + 100000};
    text.bytes = malloc(text.capacity);
    if (!text.bytes)
        return 1;
    say(&text, "WZA 1\nSHAPES 2\n");
    say_shape(&text, 0, 1);
    say_shape(&text, 1, 4);
    say_motion(&text);
    bool done = bench_file(text.bytes, text.length, NULL) && print_motion(&text);
    free(text.bytes);
    return done ? 0 : 1;
}
