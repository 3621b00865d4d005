// SPDX-License-Identifier: MIT
//
// What the files that find textures share.
#ifndef MQ_PICTURE_TEXTURE_PRIV_H
#define MQ_PICTURE_TEXTURE_PRIV_H

#include "base/arena.h"
#include "base/findings.h"
#include "picture/image_rules.h"
#include "picture/raster_texture.h"
#include "picture/texture_folders.h"

// One image that a material uses.
typedef struct mq_texture_request {
    uint32_t material;
    maq_texture_role role;
    uint32_t frame;
    bool guessed; // from the name of the material, which may not be an image
    // A name to search for, which becomes the path of a file; or bytes.
    const char *name;
    const char *path;
    const unsigned char *data;
    size_t data_length;
    const maq_image *image;
} mq_texture_request;

struct maq_textures {
    mq_arena *arena;
    mq_findings findings;
    mq_texture_request *requests; // in the end: by material, role, frame
    size_t count, capacity;
    maq_image **images; // each once
    size_t image_count;
};

// The state while images are searched for.
typedef struct mq_texture_work {
    maq_textures *textures;
    const maq_scene *scene;
    maq_textures_options options;
    mq_texture_family family;
    mq_search_folders folders;
    uint64_t pixels_left; // until the limit of all images together
} mq_texture_work;

#define MQ_TEXTURE_REPORT(work, rule, ...)                                                         \
    mq_add_finding(&(work)->textures->findings, &mq_image_rules[MQ_TEXTURE_##rule], MAQ_NO_OFFSET, \
                   0, __VA_ARGS__)

// Adds a request; lack of memory shows in the status of the arena.
void mq_texture_request_image(mq_texture_work *work, const mq_texture_request *request);

// If the texture of a material is a sequence of files, requests all frames that the clips show and
// returns true.
bool mq_texture_request_sequence(mq_texture_work *work, uint32_t material);

// Sets the path of the file of every request with a name; reports files that are missing.
void mq_texture_resolve_names(mq_texture_work *work);

#endif
