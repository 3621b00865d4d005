// SPDX-License-Identifier: MIT
//
// What the files of the rasteriser share: queued triangles and samples.
#ifndef MQ_PICTURE_RASTER_PRIV_H
#define MQ_PICTURE_RASTER_PRIV_H

#include "picture/raster.h"

// A triangle on the picture, oriented so that edge functions are positive inside.
typedef struct mq_raster_item {
    int32_t x[3], y[3];
    float near[3];
    const mq_surface *surface;
    uint32_t source;  // of the surface
    uint32_t clipped; // an index into mq_raster.clipped; MQ_NOT_CLIPPED: the corners of the source
    bool swapped;     // its second and third corner are the source's third and second
    bool backward;    // its back is seen
    uint16_t left, top, right, end; // the tiles that it may touch, `right` and `end` included
} mq_raster_item;

#define MQ_NOT_CLIPPED UINT32_MAX

// The corners of a clipped triangle as barycentric weights of the corners of its source.
typedef float mq_clipped_corners[3][3];

// One sample's colour: linear light in 65,535 steps, multiplied by alpha.
typedef struct mq_sample {
    uint16_t r, g, b, a;
} mq_sample;

struct mq_raster {
    uint32_t width, height;
    mq_camera camera;
    mq_light light;
    unsigned threads;
    mq_sample background;

    uint32_t tiles_across, band_rows, band_count; // rows of tiles in a band
    uint32_t first_row, rows;                     // of the current band
    // Tile by tile, pixel by pixel, sample by sample. Only tiles in use are filled; the others are
    // background.
    bool *in_use;
    mq_sample *colours;
    float *depths; // 1 / distance; the larger hides the smaller

    mq_raster_item *items;
    uint32_t item_count, item_capacity;
    mq_clipped_corners *clipped;
    uint32_t clipped_count, clipped_capacity;
    uint32_t references, reference_capacity; // of items and tiles
    uint32_t *starts; // for each tile, where its items begin in `bins`; one more
    uint32_t *bins;
    double area_left; // in pixels, until the limit
};

// The positions of the samples of a pixel, relative to its centre, in 1/256 of a pixel.
extern const int mq_sample_x[MQ_SAMPLES], mq_sample_y[MQ_SAMPLES];

// Draws all items of a tile of the band.
void mq_raster_tile(const mq_raster *raster, uint32_t tile);

// What the shading of the pixels of a triangle has in common.
typedef struct mq_shading {
    const mq_surface *surface;
    const mq_light *light;
    const uint32_t *corners;           // of the source triangle
    const mq_clipped_corners *clipped; // NULL: its own corners
    bool swapped, backward;
    float flat[3];               // the normal of the triangle
    float tangent[3], upward[3]; // the tangent and bitangent of the texture; or zero
    bool textured;
} mq_shading;

// The barycentric weights of the corners of an item; their sum is 1.
typedef struct mq_barycentric {
    float of[3];
} mq_barycentric;

void mq_shading_begin(mq_shading *shading, const mq_raster *raster, const mq_raster_item *item);

// The colour as linear light, not multiplied by alpha. `right` and `below` are the weights at the next
// pixel.
void mq_shade(const mq_shading *shading, const mq_barycentric *at, const mq_barycentric *right,
              const mq_barycentric *below, float out[4]);

// The alpha alone.
float mq_shade_alpha(const mq_shading *shading, const mq_barycentric *at,
                     const mq_barycentric *right, const mq_barycentric *below);

#endif
