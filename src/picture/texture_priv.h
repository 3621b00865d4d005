// SPDX-License-Identifier: MIT
//
// What the files that find textures share.
#ifndef MQ_PICTURE_TEXTURE_PRIV_H
#define MQ_PICTURE_TEXTURE_PRIV_H

#include "base/arena.h"
#include "base/findings.h"
#include "picture/image_rules.h"
#include "picture/texture_places.h"

// One image that a material wants.
typedef struct mq_texture_request {
    uint32_t material;
    maq_texture_role role;
    uint32_t frame;
    bool guessed; // by the name of the material: it may be no image at all
    // What is wanted: a name to look for, until it is settled the path of a file, or bytes.
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

// While the images are looked for.
typedef struct mq_texture_work {
    maq_textures *textures;
    const maq_scene *scene;
    maq_textures_options options;
    mq_texture_family family;
    mq_texture_places places;
    uint64_t bytes_left; // for pixels
} mq_texture_work;

#define MQ_TEXTURE_TELL(work, rule, ...)                                                           \
    mq_add_finding(&(work)->textures->findings, &mq_image_rules[MQ_TEXTURE_##rule], MAQ_NO_OFFSET, \
                   0, __VA_ARGS__)

// Adds a request; what memory lacks, the arena tells.
void mq_texture_ask(mq_texture_work *work, const mq_texture_request *request);

// If the material's texture is a sequence of files, asks for all that the clips show and says true.
bool mq_texture_ask_sequence(mq_texture_work *work, uint32_t material);

// Gives every request with a name the path of its file; those without are told.
void mq_texture_resolve_names(mq_texture_work *work);

#endif
