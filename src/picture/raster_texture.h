// SPDX-License-Identifier: MIT
//
// Textures: the mip levels of an image, and trilinear sampling.
#ifndef MQ_PICTURE_RASTER_TEXTURE_H
#define MQ_PICTURE_RASTER_TEXTURE_H

#include "base/arena.h"
#include "maquette/image.h"
#include "picture/raster_srgb.h"

// 16,384 pixels halved until one is left.
#define MQ_TEXTURE_LEVELS 15

typedef struct mq_texture_level {
    uint32_t width, height;
    const uint8_t *pixels; // RGBA
} mq_texture_level;

typedef struct mq_texture {
    uint32_t level_count;
    mq_texture_level levels[MQ_TEXTURE_LEVELS];
    bool solid; // every alpha of the image is 255
} mq_texture;

// What the bytes of an image stand for.
typedef enum mq_texture_kind {
    MQ_TEXTURE_COLOUR, // the sRGB curve
    MQ_TEXTURE_PLAIN,  // numbers: masks, directions
    MQ_TEXTURE_KIND_COUNT,
} mq_texture_kind;

// With MAQ_TEXTURE_EMISSIVE.
#define MQ_TEXTURE_ROLE_COUNT (MAQ_TEXTURE_ROLE_COUNT + 1)

static inline mq_texture_kind mq_texture_kind_of(maq_texture_role role) {
    return role == MAQ_TEXTURE_DIFFUSE || role == MAQ_TEXTURE_SPECULAR ||
                   role == MAQ_TEXTURE_EMISSIVE
               ? MQ_TEXTURE_COLOUR
               : MQ_TEXTURE_PLAIN;
}

// What lies outside of the image.
typedef enum mq_wrap { MQ_WRAP_REPEAT, MQ_WRAP_CLAMP, MQ_WRAP_MIRROR } mq_wrap;

// How the texture coordinates of a surface lead to a texture. All zeros: as they are, and repeated.
typedef struct mq_texture_mapping {
    mq_wrap wrap[2]; // along u and v
    bool transformed;
    float transform[2][3]; // u and v from u, v and 1
} mq_texture_mapping;

// Whether every alpha of an image is 255.
bool mq_image_is_solid(const maq_image *image);

// Builds the mip levels; the first is the image itself, which must outlive the texture. NULL when there
// is no memory.
const mq_texture *mq_texture_new(mq_arena *arena, const maq_image *image, mq_texture_kind kind,
                                 const mq_srgb_encoder *encoder);

// Samples a texture: four numbers from 0 to 255, the colour as in the bytes of the image or (`light`)
// as linear light. `level` may be between two levels.
void mq_texture_sample(const mq_texture *texture, const mq_wrap wrap[2], float u, float v,
                       float level, bool light, float out[4]);

// The alpha of that alone.
float mq_texture_alpha(const mq_texture *texture, const mq_wrap wrap[2], float u, float v,
                       float level);

// The level at which a pixel of the picture is about a pixel of the texture; the differences are those
// of the texture coordinates to the pixels to the right and below.
float mq_texture_level_for(const mq_texture *texture, const float right[2], const float below[2]);

#endif
