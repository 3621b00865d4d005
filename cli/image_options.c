// SPDX-License-Identifier: MIT
#include "image_options.h"

#include <string.h>

#include "output.h"

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_hex(const char *text, uint8_t out[4]) {
    text += *text == '#';
    size_t length = strlen(text);
    if (length != 6 && length != 8)
        return false;
    out[3] = 255;
    for (size_t i = 0; i < length / 2; i++) {
        int high = hex_digit(text[i * 2]), low = hex_digit(text[i * 2 + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

bool cli_read_colour(const char *option, const char *text, uint8_t out[4]) {
    static const struct {
        const char *name, *value;
    } names[] = {{"none", "00000000"}, {"white", "ffffff"}, {"black", "000000"},
                 {"grey", "808080"},   {"red", "c01818"},   {"green", "107010"},
                 {"blue", "2040c0"},   {"yellow", "d0b010"}};
    const char *value = text;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i].name) == 0)
            value = names[i].value;
    }
    if (read_hex(value, out))
        return true;
    cli_error(
        "'%s' is not a value for --%s: a colour is none, white, black, grey, red, green, blue, "
        "yellow, RRGGBB or RRGGBBAA",
        text, option);
    return false;
}

static bool read_mode(const char *text, maq_images_mode *out) {
    static const struct {
        const char *name;
        maq_images_mode mode;
    } rows[] = {{"embed", MAQ_IMAGES_EMBED},
                {"copy", MAQ_IMAGES_COPY},
                {"link", MAQ_IMAGES_LINK},
                {"none", MAQ_IMAGES_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(text, rows[i].name) == 0) {
            *out = rows[i].mode;
            return true;
        }
    }
    cli_error("'%s' is not a value for --images: it is embed, copy, link or none", text);
    return false;
}

bool cli_image_options_read(const cli_arguments *arguments, cli_image_options *out) {
    const char *mode = arguments->values[CLI_OPT_IMAGES];
    const char *colour = arguments->values[CLI_OPT_TEAM_COLOUR];
    *out = (cli_image_options){.chosen = mode != NULL, .has_team_colour = colour != NULL};
    return (!mode || read_mode(mode, &out->mode)) &&
           (!colour || cli_read_colour("team-colour", colour, out->team_colour)) &&
           cli_number_option(arguments, CLI_OPT_TILESET, 0, 1000, &out->tileset) &&
           cli_number_option(arguments, CLI_OPT_MAX_IMAGE_SIZE, 0, 16384, &out->max_size);
}

const char *cli_image_options_problem(const cli_image_options *images, const cli_outputs *outputs) {
    const maq_variant *to = outputs->variant ? outputs->variant : outputs->fallback;
    if (images->mode == MAQ_IMAGES_EMBED && strcmp(to->extension, ".glb") != 0 &&
        strcmp(to->extension, ".gltf") != 0)
        return "--images embed is for .glb and .gltf: no other format can embed images";
    return NULL;
}

bool cli_image_options_apply(const cli_image_options *images, const cli_outputs *outputs,
                             const maq_variant *variant, const char *path, const cli_input *input,
                             mq_arena *arena, maq_convert_options *out) {
    bool single_file = strcmp(variant->name, "glb") == 0, to_stream = strcmp(path, "-") == 0;
    out->images = images->mode;
    if (!images->chosen)
        out->images = single_file && !outputs->folder ? MAQ_IMAGES_EMBED
                      : to_stream                     ? MAQ_IMAGES_LINK
                                                      : MAQ_IMAGES_COPY;
    out->output = to_stream ? NULL : path;
    out->tileset = (uint32_t)images->tileset;
    out->max_image_size = (uint32_t)images->max_size;
    out->team_colour = images->has_team_colour ? images->team_colour : NULL;
    if (outputs->folder && out->images == MAQ_IMAGES_COPY) {
        const char *folder = "textures";
        for (const char *at = input->path + input->below; *at && folder; at++) {
            if (*at == '/')
                folder = mq_arena_format(arena, "../%s", folder);
        }
        out->image_folder = folder;
        out->image_root = mq_arena_text(arena, input->path, input->below);
        return folder && out->image_root;
    }
    return true;
}
