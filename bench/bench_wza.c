// SPDX-License-Identifier: MIT
//
// WZA of some 20 MB, and how many vertices a second are put in motion.
#include "bench_text.h"
#include "maquette/wza.h"

#define VERTICES 80000
#define FACES 120000
#define BONES 40
#define POINTS 40000
#define MOMENTS 20

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
    maq_wza_player *player;
    maq_wza_moment *moment;
    if (maq_open_memory(text->bytes, text->length, NULL, &document) != MAQ_OK)
        return false;
    const maq_wza *wza = maq_document_wza(document);
    if (maq_wza_player_new(wza, NULL, &player) != MAQ_OK ||
        maq_wza_moment_new(player, NULL, &moment) != MAQ_OK)
        return false;
    double best = 1e9;
    for (int i = 0; i < MOMENTS; i++) {
        double begun = bench_seconds();
        if (maq_wza_evaluate(player, wza->animations, i * 1000.5, moment) != MAQ_OK)
            return false;
        bench_keep_best(&best, begun);
    }
    printf("move   %7.1f million vertices/s\n", VERTICES / best / 1e6);
    maq_wza_moment_free(moment);
    maq_wza_player_free(player);
    maq_close(document);
    return true;
}

int main(void) {
    bench_text text = {.room = (size_t)VERTICES * 160 + FACES * 120 + POINTS * 60 + 100000};
    text.bytes = malloc(text.room);
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
