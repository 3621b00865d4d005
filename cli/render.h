// SPDX-License-Identifier: MIT
//
// What the parts of `maquette render` share.
#ifndef CLI_RENDER_H
#define CLI_RENDER_H

#include <stdatomic.h>

#include "batch.h"
#include "join.h"
#include "maquette/picture.h"
#include "outputs.h"

// What the options ask for.
typedef struct cli_render_options {
    maq_picture_options picture; // without clip and textures, which depend on the model
    const char *clip;            // NULL: none
    bool needs_clip;             // --time was given
    bool play;                   // all of the clip
    uint32_t turns;              // pictures of a turntable; 0: none
    bool sheet;
    uint32_t tileset;
    atomic_bool *tileset_found; // set when a model has textures for it
    maq_image_store *store;     // for all models
    const cli_arguments *arguments;
} cli_render_options;

// False after a message: wrong usage.
bool cli_render_read(const cli_arguments *arguments, cli_render_options *out);

// The pictures of one model.
typedef struct cli_render_pictures {
    maq_image **frames;
    uint32_t count;
    uint32_t delay;   // milliseconds from one to the next
    unsigned threads; // to draw and to write them with
    mq_arena *arena;
    // With --memory-limit they count against the budget of the model, which stays open with them; else NULL.
    const maq_memory *memory;
    cli_joined joined;
} cli_render_pictures;

// Draws a model with `threads` threads: the one of all `inputs`, which are joined. Messages and the exit code
// go to the job. There are no pictures when the code is above CLI_PROBLEMS. Free them with cli_render_end() in
// any case.
void cli_render_model(cli_job *job, const cli_render_options *options, const cli_settings *settings,
                      unsigned threads, const cli_inputs *inputs, cli_render_pictures *out);

// The same for a scene that belongs to the caller, with the images of a set in which the model has a
// name; `path` is what findings are listed under. `memory` must outlive the pictures.
void cli_render_scene(cli_job *job, const cli_render_options *options, const cli_settings *settings,
                      const char *path, const maq_scene *scene, const maq_memory *memory,
                      const maq_files *files, const char *name, cli_render_pictures *out);
void cli_render_end(cli_render_pictures *pictures);

// The sheets that were written.
typedef struct cli_sheets {
    uint64_t models, count;
    const char *first, *last; // their paths
} cli_sheets;

// Arranges the models on sheets and writes them.
cli_exit cli_render_sheets(mq_arena *arena, const cli_render_options *options,
                           const cli_settings *settings, const cli_inputs *inputs, const char *out,
                           cli_sheets *written);

// Writes one picture or an animation to a file; messages go to `text`.
cli_exit cli_render_write(mq_text *text, const cli_render_pictures *pictures, const char *path);

// Whether this build can write pictures at all: it needs libpng.
bool cli_render_can_write(void);

#endif
