// SPDX-License-Identifier: MIT
//
// Any bytes as a command line, one argument per line: parsed, and every value read. Nothing is opened.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "format_settings.h"
#include "image_options.h"
#include "model.h"
#include "options.h"
#include "output.h"
#include "render.h"

enum { MOST_ARGUMENTS = 64 };

static void read_values(mq_arena *arena, const cli_arguments *arguments) {
    cli_settings settings;
    cli_render_options render;
    cli_image_options images;
    unsigned long number;
    cli_settings_read(arguments, MAQ_WARNING, &settings);
    cli_render_read(arguments, &render);
    cli_image_options_read(arguments, &images);
    cli_scale_and_axes_are_valid(arguments);
    cli_attachment_problem(arguments);
    cli_number_option(arguments, CLI_OPT_BAKE_RATE, 0, 1000, &number);
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)); i++)
        cli_settings_problem(arena, arguments, format);
}

static void parse(mq_arena *arena, char *text) {
    char *argv[MOST_ARGUMENTS + 1] = {"maquette"};
    int argc = 1;
    for (char *line = text; line && argc < MOST_ARGUMENTS;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        argv[argc++] = line;
        line = end;
    }
    cli_arguments arguments;
    if (!cli_parse(arena, argc, argv, &arguments))
        return;
    for (size_t i = 0; i < arguments.operand_count; i++) {
        if (!arguments.operands[i])
            abort();
    }
    read_values(arena, &arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static mq_arena *options;
    if (!options) {
        options = mq_arena_new(NULL);
        if (!options || !cli_options_start(options))
            abort();
    }
    mq_arena *arena = mq_arena_new(NULL);
    char *text = arena ? mq_arena_text(arena, (const char *)data, size) : NULL;
    if (text)
        parse(arena, text);
    mq_arena_free(arena);
    return 0;
}
