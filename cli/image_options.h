// SPDX-License-Identifier: MIT
//
// What becomes of the images of models that are written: --images and the options that go with it.
#ifndef CLI_IMAGE_OPTIONS_H
#define CLI_IMAGE_OPTIONS_H

#include "options.h"
#include "outputs.h"

typedef struct cli_image_options {
    bool chosen; // --images is given
    maq_images_mode mode;
    unsigned long tileset, max_size;
    bool has_team_colour;
    uint8_t team_colour[4];
} cli_image_options;

// False after a message: wrong usage.
bool cli_image_options_read(const cli_arguments *arguments, cli_image_options *out);

// Why outputs cannot have their images where --images asks for; NULL: they can.
const char *cli_image_options_problem(const cli_image_options *images, const cli_outputs *outputs);

// Fills in what a conversion does with images when its result goes to `path`. By default they come along:
// inside a GLB file, beside all others; all outputs of a folder share those in OUT/textures. `input` is
// the first input of the result. False when there is no memory.
bool cli_image_options_apply(const cli_image_options *images, const cli_outputs *outputs,
                             const maq_variant *variant, const char *path, const cli_input *input,
                             mq_arena *arena, maq_convert_options *out);

// Reads a colour, by name or as RRGGBB or RRGGBBAA. False after a message.
bool cli_read_colour(const char *option, const char *text, uint8_t out[4]);

#endif
