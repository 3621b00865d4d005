// SPDX-License-Identifier: MIT
//
// The rasteriser: triangles become pixels, tile by tile. Corners are snapped to 1/256 of a pixel and
// edges are integers, so triangles that share an edge leave no gap and overlap nowhere. Each pixel
// has four samples, each with a depth; the colour of a triangle is computed once for a pixel.
//
// Everything that depends on the order of triangles happens in one thread, or within one tile: the
// number of threads does not change a byte.
#ifndef MQ_PICTURE_RASTER_H
#define MQ_PICTURE_RASTER_H

#include "base/arena.h"
#include "picture/camera.h"
#include "picture/light.h"
#include "picture/raster_texture.h"

#define MQ_TILE 32
#define MQ_SAMPLES 4

// A corner on the picture.
typedef struct mq_raster_point {
    int32_t x, y; // in 1/256 of a pixel
    float near;   // 1 / distance; 0: the point cannot be projected, the triangle must be clipped
} mq_raster_point;

// The material of a surface.
typedef struct mq_raster_material {
    maq_blend blend;
    bool two_sided;
    bool unlit;      // light does not change its colour
    bool in_front;   // drawn over everything, whatever the depth
    float colour[4]; // linear RGBA
    float cutoff;
    const mq_texture *diffuse, *normal, *specular, *team_mask, *alpha_mask; // NULL: none
    const mq_texture *emissive;                                             // NULL: none
    bool emits;
    float emission[3]; // light that the surface emits, multiplied by that texture
    mq_texture_mapping diffuse_mapping, normal_mapping, emissive_mapping;
    float team[3]; // the colour of the team on the sRGB curve, 0 to 255
} mq_raster_material;

// Triangles with one material. Normals and tangents are in the axes right, up, towards the camera.
typedef struct mq_surface {
    const mq_raster_material *material;
    const uint32_t (*triangles)[3];
    uint32_t triangle_count;
    const mq_raster_point *points;
    const float (*positions)[3]; // in view space; NULL: no triangle needs clipping
    const float (*normals)[3];
    const float (*tangents)[4];
    const float (*uvs)[2];
    const float (*colours)[4];
    bool mirrored; // front faces run clockwise
} mq_surface;

typedef struct mq_raster mq_raster;

typedef struct mq_raster_options {
    uint32_t width, height;
    const mq_camera *camera;
    const mq_light *light;
    uint8_t background[4]; // sRGB, straight alpha
    unsigned threads;
    uint64_t most_triangles; // an upper limit of their number
} mq_raster_options;

// A rasteriser for one picture, in memory of the arena. NULL when there is none. A large picture
// consists of several bands, from the top; all surfaces are drawn for each of them.
mq_raster *mq_raster_new(mq_arena *arena, const mq_raster_options *options);
uint32_t mq_raster_band_count(const mq_raster *raster);
void mq_raster_begin_band(mq_raster *raster, uint32_t band);

// Draws one triangle of a surface, which must stay valid until the band ends; triangles are drawn in
// this order. False when the limit of area is reached.
bool mq_raster_triangle(mq_raster *raster, const mq_surface *surface, uint32_t triangle);

// Draws the queued triangles: before the memory of a surface is used for something else.
void mq_raster_flush(mq_raster *raster);

// Stores the finished band in the image of the whole picture.
void mq_raster_end_band(mq_raster *raster, const mq_srgb_encoder *encoder, maq_image *image);

// Projects positions of view space onto the picture.
void mq_raster_project(const mq_camera *camera, const float (*positions)[3], uint32_t count,
                       mq_raster_point *out);

#endif
