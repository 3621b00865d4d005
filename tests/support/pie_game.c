// SPDX-License-Identifier: MIT
#include "support/pie_game.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TOKEN 255
#define MAX_POLYGONS 8192

typedef struct loader {
    const char *at, *end;
    game_model *model;
    jmp_buf stop;
    int version;
    char *buffer; // of a line
} loader;

static void keep(loader *l, double value) {
    game_model *model = l->model;
    if (model->value_count == model->value_capacity) {
        model->value_capacity = model->value_capacity ? model->value_capacity * 2 : 64;
        model->values = realloc(model->values, model->value_capacity * sizeof *model->values);
        if (!model->values)
            abort();
    }
    model->values[model->value_count++] = value;
}

static _Noreturn void stop(loader *l, game_verdict verdict, const char *reason) {
    l->model->verdict = verdict;
    l->model->reason = reason;
    longjmp(l->stop, 1);
}

#define REFUSE_UNLESS(condition, reason)                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            stop(l, GAME_REFUSES, reason);                                                         \
    } while (0)

// ------------------------------------------------------------------------------------------- lines

static bool is_break(char c) {
    return c == '\n' || c == '\r';
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// The current line, without its comment and up to a NUL, which stays until it is passed. `text` is
// NULL at the end of the file.
typedef struct line {
    const char *text, *next;
} line;

static line look(loader *l) {
    const char *end = l->at;
    while (end < l->end && !is_break(*end))
        end++;
    const char *next = end;
    while (next < l->end && is_break(*next))
        next++;
    size_t length = (size_t)(end - l->at);
    memcpy(l->buffer, l->at, length);
    l->buffer[length] = '\0';
    size_t blanks = 0;
    while (is_blank(l->buffer[blanks]))
        blanks++;
    bool comment = l->buffer[blanks] == '#', last = end == l->end;
    if (comment && !last)
        stop(l, GAME_HANGS, "a comment alone on its line");
    if (comment || l->at == l->end || (l->buffer[blanks] == '\0' && last))
        return (line){NULL, next};
    l->buffer[strcspn(l->buffer, "#")] = '\0';
    return (line){l->buffer, next};
}

static void pass(loader *l, line *current) {
    l->at = current->next;
    l->model->line++;
    current->text = NULL;
}

// "word number"; how many of the two are there.
static int word_number(const char *text, char word[MAX_TOKEN + 1], int *number) {
    return text ? sscanf(text, "%255s %d", word, number) : 0;
}

static bool is_word(const char *text, const char *word) {
    char found[MAX_TOKEN + 1];
    return text && sscanf(text, "%255s", found) == 1 && strcmp(found, word) == 0;
}

static bool begins_with(const char *text, const char *word) {
    char found[MAX_TOKEN + 1];
    return text && sscanf(text, "%255s", found) == 1 && strncmp(found, word, strlen(word)) == 0;
}

// -------------------------------------------------------------------------------------------- rows

static const char *row(loader *l, line *current, const char *reason) {
    *current = look(l);
    REFUSE_UNLESS(current->text, reason);
    return current->text;
}

// The game's bounds are integers; a number that does not fit becomes the smallest one.
typedef struct range {
    int min, max;
} range;

static int truncated(float value) {
    return value >= -2147483648.0f && value < 2147483648.0f ? (int)value : INT_MIN;
}

static void widen(range *bounds, float value) {
    if (value > (float)bounds->max)
        bounds->max = truncated(value);
    if (value < (float)bounds->min)
        bounds->min = truncated(value);
}

static void load_points(loader *l, long count) {
    range bounds[3] = {{4096, -4096}, {4096, -4096}, {4096, -4096}};
    for (long i = 0; i < count; i++) {
        line current;
        float x, y, z;
        const char *text = row(l, &current, "could not read points");
        REFUSE_UNLESS(sscanf(text, "%f %f %f", &x, &y, &z) == 3, "could not read points");
        keep(l, x), keep(l, y), keep(l, z);
        widen(&bounds[0], x), widen(&bounds[1], y), widen(&bounds[2], z);
        pass(l, &current);
    }
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double reach = fmax(bounds[k].max, -(double)bounds[k].min);
        square += reach * reach;
    }
    if (count > 0 && square > INT_MAX)
        l->model->undefined = true;
}

// Reads "n" numbers off a text; how many there were.
static int floats(const char **text, float *out, int count) {
    for (int i = 0; i < count; i++) {
        int used = 0;
        if (sscanf(*text, "%f%n", &out[i], &used) != 1)
            return i;
        *text += used;
    }
    return count;
}

static void load_polygons(loader *l, long count, long points, bool shadow) {
    for (long i = 0; i < count; i++) {
        line current;
        const char *text = row(l, &current, "could not read next polygon line");
        unsigned flags, corners;
        int used = 0;
        if (sscanf(text, "%x %u%n", &flags, &corners, &used) != 2)
            stop(l, GAME_IS_UNDEFINED, "flags or size of a polygon");
        text += used;
        REFUSE_UNLESS(!shadow || flags == 0, "invalid shadow flags");
        keep(l, flags);
        REFUSE_UNLESS(corners == 3, "invalid polygon size");
        unsigned index[3];
        for (int k = 0; k < 3; k++) {
            used = 0;
            REFUSE_UNLESS(sscanf(text, "%u%n", &index[k], &used) == 1, "failed reading triangle");
            text += used;
            REFUSE_UNLESS((long)index[k] < points, "point index");
            keep(l, index[k]);
        }
        if (flags & 0x4000 && !shadow) {
            REFUSE_UNLESS(flags & 0x200, "animated without texture");
            int frames, rate;
            float size[2];
            used = 0;
            REFUSE_UNLESS(
                sscanf(text, "%d %d %f %f%n", &frames, &rate, &size[0], &size[1], &used) == 4,
                "error reading texanim data");
            text += used;
            keep(l, (uint16_t)frames), keep(l, (uint16_t)rate), keep(l, size[0]), keep(l, size[1]);
        }
        if (flags & 0x200 && !shadow) {
            float uv[6];
            REFUSE_UNLESS(floats(&text, uv, 6) == 6, "error reading tex outline");
            for (int k = 0; k < 6; k++)
                keep(l, uv[k]);
        }
        pass(l, &current);
    }
}

static void load_normals(loader *l, long count) {
    for (long i = 0; i < count; i++) {
        line current;
        float n[9];
        const char *text = row(l, &current, "could not read normals");
        REFUSE_UNLESS(floats(&text, n, 9) == 9, "could not read normals");
        for (int k = 0; k < 9; k++)
            keep(l, n[k]);
        pass(l, &current);
    }
}

// Three integers, else three times an integer and a run of points and digits, of which the last one
// may lack the run.
static void load_connectors(loader *l, long count) {
    for (long i = 0; i < count; i++) {
        line current;
        int p[3];
        char run[3][MAX_TOKEN + 1];
        const char *text = row(l, &current, "could not read connectors");
        if (sscanf(text, "%d %d %d", &p[0], &p[1], &p[2]) != 3) {
            int found = sscanf(text, "%d%255[.0-9] %d%255[.0-9] %d%255[.0-9]", &p[0], run[0], &p[1],
                               run[1], &p[2], run[2]);
            REFUSE_UNLESS(found == 5 || found == 6, "could not read connectors");
        }
        keep(l, p[0]), keep(l, p[1]), keep(l, p[2]);
        pass(l, &current);
    }
}

static void load_animation(loader *l, line *current) {
    char word[MAX_TOKEN + 1];
    int time, cycles, frames;
    REFUSE_UNLESS(sscanf(current->text, "%255s %d %d %d", word, &time, &cycles, &frames) == 4,
                  "bad ANIMOBJ");
    REFUSE_UNLESS(time != 0, "bad ANIMOBJ time");
    pass(l, current);
    keep(l, time), keep(l, cycles), keep(l, frames);
    // Memory for all frames is allocated before they are read.
    if (frames < 0 || frames >= 1 << 30)
        stop(l, GAME_CRASHES, "the number of frames");
    if (frames >= 1 << 26)
        stop(l, GAME_HANGS, "the number of frames");
    for (long i = 0; i < frames; i++) {
        line frame;
        int f = 0, p[3] = {0}, r[3] = {0};
        float s[3] = {0};
        const char *text = row(l, &frame, "could not read frames");
        sscanf(text, "%d %d %d %d %d %d %d %f %f %f", &f, &p[0], &p[1], &p[2], &r[0], &r[1], &r[2],
               &s[0], &s[1], &s[2]);
        for (int k = 0; k < 3; k++)
            keep(l, p[k]), keep(l, r[k]), keep(l, s[k]);
        pass(l, &frame);
    }
}

// ----------------------------------------------------------------------------------------- settings

static const char *const maps[4] = {"TEXTURE", "TCMASK", "NORMALMAP", "SPECULARMAP"};

// Whether the line is a texture line that the game can read.
static bool is_texture(loader *l, const char *text, int map) {
    char word[MAX_TOKEN + 1], name[MAX_TOKEN + 1];
    int tileset;
    if (!is_word(text, maps[map]))
        return false;
    REFUSE_UNLESS(sscanf(text, "%255s %d %255s", word, &tileset, name) == 3,
                  "texture info corrupt");
    REFUSE_UNLESS(tileset >= 0 && tileset < 3, "texture first parameter");
    size_t length = strlen(name);
    REFUSE_UNLESS(length >= 4 && strcmp(name + length - 4, ".png") == 0, "only png textures");
    keep(l, map), keep(l, tileset);
    for (size_t i = 0; i < length; i++)
        keep(l, name[i]);
    return true;
}

static void load_textures(loader *l, line *current) {
    static const int ordered[3] = {0, 2, 3};
    if (l->version < 4) {
        for (int k = 0; k < 3; k++) {
            if (current->text && is_texture(l, current->text, ordered[k])) {
                pass(l, current);
                *current = look(l);
            }
        }
        return;
    }
    for (bool again = true; again;) {
        again = false;
        for (int map = 0; map < 4 && !again; map++)
            again = current->text && is_texture(l, current->text, map);
        if (again) {
            pass(l, current);
            *current = look(l);
        }
    }
}

static void load_interpolate(loader *l, line *current) {
    char word[MAX_TOKEN + 1];
    int number;
    if (!current->text || !begins_with(current->text, "INTERPOLATE"))
        return;
    if (word_number(current->text, word, &number) != 2)
        return;
    keep(l, number > 0);
    pass(l, current);
    *current = look(l);
}

// -------------------------------------------------------------------------------------------- levels

// The count behind a directive that must come now.
static long count_of(loader *l, line *current, const char *word, const char *reason) {
    char found[MAX_TOKEN + 1];
    int number;
    REFUSE_UNLESS(word_number(current->text, found, &number) == 2, reason);
    REFUSE_UNLESS(strcmp(found, word) == 0, reason);
    pass(l, current);
    return number;
}

static void load_tail(loader *l, line *current) {
    long shadow_points = 0;
    for (*current = look(l); current->text; *current = look(l)) {
        char word[MAX_TOKEN + 1];
        int number;
        if (word_number(current->text, word, &number) != 2)
            return;
        if (strcmp(word, "CONNECTORS") == 0) {
            pass(l, current);
            if (number < 0)
                stop(l, GAME_CRASHES, "a negative number of connectors");
            load_connectors(l, number);
        } else if (strcmp(word, "ANIMOBJECT") == 0) {
            load_animation(l, current);
        } else if (strcmp(word, "SHADOWPOINTS") == 0) {
            pass(l, current);
            REFUSE_UNLESS(number != 0, "invalid shadow points count");
            if (number < 0)
                stop(l, GAME_CRASHES, "a negative number of shadow points");
            load_points(l, number);
            shadow_points = number;
        } else if (strcmp(word, "SHADOWPOLYGONS") == 0) {
            pass(l, current);
            REFUSE_UNLESS(shadow_points > 0, "shadow polygons must follow shadow points");
            REFUSE_UNLESS(number != 0, "invalid shadow polygons count");
            if (number < 0)
                stop(l, GAME_CRASHES, "a negative number of shadow polygons");
            load_polygons(l, number, shadow_points, true);
        } else {
            return;
        }
    }
}

static void load_level(loader *l, int index) {
    char word[MAX_TOKEN + 1];
    int number;
    line current = look(l);
    REFUSE_UNLESS(word_number(current.text, word, &number) == 2, "file corrupt J");
    REFUSE_UNLESS(strncmp(word, "LEVEL", 5) == 0, "expecting LEVEL");
    REFUSE_UNLESS(number == index, "LEVEL number");
    pass(l, &current);
    current = look(l);
    if (l->version >= 4) {
        unsigned type;
        if (current.text && begins_with(current.text, "TYPE")) {
            if (sscanf(current.text, "%255s %x", word, &type) == 2) {
                keep(l, type);
                pass(l, &current);
                current = look(l);
            }
        }
        load_interpolate(l, &current);
        load_textures(l, &current);
    }
    if (is_word(current.text, "MATERIALS")) {
        pass(l, &current);
        current = look(l);
    }
    if (is_word(current.text, "SHADERS")) {
        pass(l, &current);
        current = look(l);
    }
    long points = count_of(l, &current, "POINTS", "expecting POINTS");
    if (points < 0)
        stop(l, GAME_CRASHES, "a negative number of points");
    load_points(l, points);
    current = look(l);
    if (is_word(current.text, "NORMALS")) {
        long normals = count_of(l, &current, "NORMALS", "normals");
        if (normals < 0)
            stop(l, GAME_CRASHES, "a negative number of normals");
        load_normals(l, normals);
        current = look(l);
    }
    long polygons = count_of(l, &current, "POLYGONS", "expecting POLYGONS");
    REFUSE_UNLESS(polygons >= 0 && polygons <= MAX_POLYGONS, "POLYGONS count");
    load_polygons(l, polygons, points, false);
    load_tail(l, &current);
}

static void load(loader *l) {
    char word[MAX_TOKEN + 1], name[MAX_TOKEN + 1];
    unsigned type;
    int number;
    line current = look(l);
    REFUSE_UNLESS(word_number(current.text, word, &l->version) == 2, "bad PIE version");
    REFUSE_UNLESS(strcmp(word, "PIE") == 0, "not an IMD file");
    REFUSE_UNLESS(l->version >= 2 && l->version <= 4, "version not supported");
    pass(l, &current);
    current = look(l);
    REFUSE_UNLESS(current.text && sscanf(current.text, "%255s %x", word, &type) == 2 &&
                      strncmp(word, "TYPE", 4) == 0,
                  "expecting TYPE");
    keep(l, type);
    pass(l, &current);
    current = look(l);
    load_interpolate(l, &current);
    load_textures(l, &current);
    while (current.text && begins_with(current.text, "EVENT")) {
        REFUSE_UNLESS(sscanf(current.text, "%255s %d %255s", word, &number, name) == 3,
                      "expecting EVENT or LEVELS");
        if (number < 0 || number > 4)
            stop(l, GAME_CRASHES, "an event that does not exist");
        l->model->undefined = l->model->undefined || number == 4;
        keep(l, number);
        pass(l, &current);
        current = look(l);
    }
    REFUSE_UNLESS(word_number(current.text, word, &number) == 2, "expecting LEVELS");
    REFUSE_UNLESS(strncmp(word, "LEVELS", 6) == 0, "expecting LEVELS");
    REFUSE_UNLESS(number > 0, "has no levels");
    pass(l, &current);
    for (int i = 1; i <= number; i++)
        load_level(l, i);
}

game_model game_load(const char *bytes, size_t length) {
    game_model model = {.verdict = GAME_LOADS, .line = 1};
    loader l = {.at = bytes, .end = bytes + length, .model = &model};
    l.buffer = malloc(length + 1);
    if (!l.buffer)
        abort();
    char *buffer = l.buffer; // longjmp() may spoil what changed after setjmp()
    if (setjmp(l.stop) == 0)
        load(&l);
    free(buffer);
    return model;
}

void game_free(game_model *model) {
    free(model->values);
    *model = (game_model){0};
}
