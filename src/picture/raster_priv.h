// SPDX-License-Identifier: MIT
//
// What the parts of the rasteriser share: triangles that wait to be drawn, and the samples.
#ifndef MQ_PICTURE_RASTER_PRIV_H
#define MQ_PICTURE_RASTER_PRIV_H

#include "picture/raster.h"

// A triangle on the picture, running so that edges are above 0 inside.
typedef struct mq_raster_item {
    int32_t x[3], y[3];
    float near[3];
    const mq_surface *surface;
    uint32_t source; // of the surface
    uint32_t cut;    // which of the cuts its corners are; MQ_UNCUT: those of the source
    bool swapped;    // its second and third corner are the source's third and second
    bool backward;   // its back is seen
    uint16_t left, top, right, end; // the tiles that it may touch, `right` and `end` included
} mq_raster_item;

#define MQ_UNCUT UINT32_MAX

// Where the corners of a triangle that was cut lie in the one it comes from: the shares of that
// one's corners.
typedef float mq_raster_cut[3][3];

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
    uint32_t first_row, rows;                     // of the band at work
    // Tile by tile, pixel by pixel, sample by sample. Only tiles in use have anything in them; the
    // others are background.
    bool *in_use;
    mq_sample *colours;
    float *depths; // 1 / distance; the larger hides the smaller

    mq_raster_item *items;
    uint32_t item_count, item_room;
    mq_raster_cut *cuts;
    uint32_t cut_count, cut_room;
    uint32_t touches, touch_room; // of items and tiles
    uint32_t *starts;             // for each tile, where its items begin in `bins`; one more
    uint32_t *bins;
    double area_left; // in pixels: how much more is drawn
};

// Where the samples of a pixel are, from its middle, in 1/256 of a pixel.
extern const int mq_sample_x[MQ_SAMPLES], mq_sample_y[MQ_SAMPLES];

// Draws all items of a tile of the band.
void mq_raster_tile(const mq_raster *raster, uint32_t tile);

// The colour of a surface at a place of a triangle.
typedef struct mq_shading {
    const mq_surface *surface;
    const mq_light *light;
    const uint32_t *corners;  // of the source triangle
    const mq_raster_cut *cut; // NULL: its own corners
    bool swapped, backward;
    float flat[3];               // the normal of the triangle
    float tangent[3], upward[3]; // directions of the texture's columns and rows; or zero
    bool textured;
} mq_shading;

// Shares of the three corners of an item, which sum up to 1.
typedef struct mq_shares {
    float of[3];
} mq_shares;

void mq_shading_begin(mq_shading *shading, const mq_raster *raster, const mq_raster_item *item);

// Linear light, not multiplied by alpha. `right` and `below` are the shares one pixel farther.
void mq_shade(const mq_shading *shading, const mq_shares *at, const mq_shares *right,
              const mq_shares *below, float out[4]);

// The alpha alone.
float mq_shade_alpha(const mq_shading *shading, const mq_shares *at, const mq_shares *right,
                     const mq_shares *below);

#endif
