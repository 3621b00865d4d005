// SPDX-License-Identifier: MIT
//
// Whole commands, from the start of the process to its end, with files in the folder of the options (which
// lies on a tmpfs, or in the page cache), and other programs that do the same.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"

// A command line. "IN", "OUT" and "FOLDER" stand for paths.
typedef struct command {
    const char *name, *input;
    double bytes; // of the input
    const char *arguments[8];
    const char *out;
} command;

static const command commands[] = {
    {"info, 10 KB", "pie3", 1e4, {"info", "-q", "IN"}, ""},
    {"info, 10 KB", "glb", 1e4, {"info", "-q", "IN"}, ""},
    {"obj 30 MB to glb", "obj", 3e7, {"convert", "-q", "IN", "-o", "OUT"}, "out.glb"},
    {"glb 30 MB to obj", "glb", 3e7, {"convert", "-q", "IN", "-o", "OUT"}, "out.obj"},
    {"iqe 1 MB to iqm", "iqe", 1e6, {"convert", "-q", "IN", "-o", "OUT"}, "out.iqm"},
    {"iqe 100 MB to iqm", "iqe", 1e8, {"convert", "-q", "IN", "-o", "OUT"}, "out.iqm"},
    {"60 x 5000 frames to iqm", "animation", 0, {"convert", "-q", "IN", "-o", "OUT"}, "out.iqm"},
    {"picture of glb, 1024",
     "glb",
     2.8e7,
     {"render", "-q", "IN", "-o", "OUT", "--size", "1024"},
     "out.png"},
    {"picture of obj, 1024",
     "obj",
     7.3e7,
     {"render", "-q", "IN", "-o", "OUT", "--size", "1024"},
     "out.png"},
    {"thumbnail", "pie3", 1e4, {"render", "-q", "IN", "-o", "OUT", "--size", "128"}, "out.png"},
    {"check of a folder", "folder", 0, {"check", "-q", "--no-files", "FOLDER"}, ""},
    {"check of the game", "game", 0, {"check", "-q", "--no-files", "FOLDER"}, ""},
    {"thumbnails of the game",
     "game",
     0,
     {"render", "-q", "FOLDER", "-o", "OUT", "--size", "128"},
     "pictures/"},
    {"game to glb",
     "game",
     0,
     {"convert", "-q", "--images", "link", "FOLDER", "-o", "OUT", "--to"},
     "out/"},
    {"folder to glb",
     "folder",
     0,
     {"convert", "-q", "--images", "link", "FOLDER", "-o", "OUT", "--to"},
     "out/"},
};

// Names the folder with the data of a game: scripts/warzone-data gets them.
static const char game_variable[] = "MAQUETTE_BENCH_GAME";

// 855 models, as many as a game has.
enum { MODELS = 855 };

static bool write_folder(const bench_options *options, char folder[BENCH_PATH]) {
    char path[BENCH_PATH];
    snprintf(folder, BENCH_PATH, "%s/models", options->folder);
    if (mkdir(folder, 0777) != 0)
        return true; // it is there already
    bool good = true;
    for (int i = 0; good && i < MODELS; i++) {
        maq_buffer bytes;
        char name[64];
        snprintf(name, sizeof name, "models/m%03d.pie", i);
        // Models of a game have a few hundred polygons.
        good = bench_generate_triangles("pie3", 512, &bytes) &&
               bench_write_file(options, name, &bytes, path);
        maq_buffer_free(&bytes);
    }
    return good;
}

static bool write_input(const bench_options *options, const command *c, char path[BENCH_PATH],
                        size_t *length) {
    maq_buffer bytes;
    char name[64];
    bool animation = strcmp(c->input, "animation") == 0;
    snprintf(name, sizeof name, "in.%.3s", animation ? "iqe" : c->input);
    if (strcmp(c->input, "folder") == 0)
        return write_folder(options, path);
    if (strcmp(c->input, "game") == 0) {
        snprintf(path, BENCH_PATH, "%s", getenv(game_variable));
        return true;
    }
    bool good = animation ? bench_generate_animation(60, 5000, &bytes)
                          : bench_generate(c->input, c->bytes, &bytes);
    good = good && bench_write_file(options, name, &bytes, path);
    *length = bytes.length;
    maq_buffer_free(&bytes);
    return good;
}

static bool measure(const bench_options *options, const command *c) {
    char in[BENCH_PATH], out[BENCH_PATH];
    bench_row row = {.group = "commands", .who = "maquette"};
    snprintf(row.name, sizeof row.name, "%s (%s)", c->name, c->input);
    if (!bench_is_wanted(options, &row) ||
        (strcmp(c->input, "game") == 0 && !getenv(game_variable)))
        return true;
    if (!write_input(options, c, in, &row.bytes))
        return false;
    snprintf(out, sizeof out, "%s/%s", options->folder, c->out);
    const char *arguments[12] = {options->command};
    size_t count = 1;
    for (size_t i = 0; i < 8 && c->arguments[i]; i++) {
        const char *given = c->arguments[i];
        bool is_input = strcmp(given, "IN") == 0 || strcmp(given, "FOLDER") == 0;
        arguments[count++] = is_input ? in : strcmp(given, "OUT") == 0 ? out : given;
    }
    if (strcmp(c->out, "out/") == 0)
        arguments[count++] = "glb";
    bool good = bench_measure_program(options, &row, arguments, NULL);
    const char *reference = getenv("MAQUETTE_REFERENCE_IQM"), *f3d = getenv("MAQUETTE_BENCH_F3D");
    if (good && reference && strcmp(c->out, "out.iqm") == 0) {
        row.who = "reference";
        good =
            bench_measure_program(options, &row, (const char *[]){reference, out, in, NULL}, NULL);
    }
    if (good && f3d && strncmp(c->name, "picture", 7) == 0) {
        row.who = "f3d";
        good = bench_measure_program(
            options, &row,
            (const char *[]){f3d, "--output", out, "--resolution", "1024,1024", in, NULL}, NULL);
    }
    return good;
}

bool bench_commands(const bench_options *options) {
    bool good = true;
    for (size_t i = 0; options->command && i < sizeof commands / sizeof *commands; i++)
        good = measure(options, &commands[i]) && good;
    return good;
}
