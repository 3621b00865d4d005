// SPDX-License-Identifier: MIT
//
// What the parts of `maquette render` share.
#ifndef CLI_RENDER_H
#define CLI_RENDER_H

#include "maquette/picture.h"
#include "model.h"
#include "outputs.h"

// What the options ask for.
typedef struct cli_render_options {
    maq_picture_options picture; // without clip and textures, which each model has its own
    const char *clip;            // NULL: none
    bool play;                   // all of it
    uint32_t turns;              // pictures of a turn; 0: it does not turn
    bool sheet;
    uint32_t tileset;
    const char *const *folders; // of textures
    size_t folder_count;
    maq_image_store *store; // for all models
} cli_render_options;

// False after a message: wrong usage.
bool cli_render_read(mq_arena *arena, const cli_arguments *arguments, cli_render_options *out);

// The pictures of one model.
typedef struct cli_render_pictures {
    maq_image **frames;
    uint32_t count;
    uint32_t delay; // milliseconds from one to the next
} cli_render_pictures;

// Draws a model, with `threads` threads. What is amiss goes to `trouble`. There are no pictures
// when the answer is graver than CLI_PROBLEMS.
cli_exit cli_render_model(mq_arena *arena, const cli_render_options *wish,
                          const cli_settings *settings, unsigned threads, const char *path,
                          mq_text *trouble, cli_render_pictures *out);
void cli_render_end(cli_render_pictures *pictures);

// Lays the models out on sheets and writes them.
cli_exit cli_render_sheets(mq_arena *arena, const cli_render_options *wish,
                           const cli_settings *settings, const cli_inputs *inputs, const char *out,
                           uint64_t *drawn, uint64_t *sheets);

// Writes pictures to a file, one or an animation; what is amiss goes to `trouble`.
cli_exit cli_render_write(const char *path, maq_image *const *frames, uint32_t count,
                          uint32_t delay, mq_text *trouble);

// Whether this build can write pictures at all: it needs libpng.
bool cli_render_can_write(void);

#endif
