// SPDX-License-Identifier: MIT
//
// The rasteriser: triangles become pixels, tile by tile. Corners are snapped to 1/256 of a pixel and
// edges are integers, so triangles that share an edge leave no gap and overlap nowhere. Each pixel
// has four samples with a depth of their own; a triangle's colour is computed once for a pixel.
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
    float near;   // 1 / distance; 0: it has no place on the picture, the triangle must be cut
} mq_raster_point;

// What a surface looks like.
typedef struct mq_paint {
    maq_blend blend;
    bool two_sided;
    bool unlit;      // its colour as it is
    bool in_front;   // hides what is there, whatever the depth
    float colour[4]; // linear RGBA
    float cutoff;
    const mq_texture *diffuse, *normal, *specular, *team_mask, *alpha_mask; // NULL: none
    float team[3]; // the colour of the team on the sRGB curve, 0 to 255
} mq_paint;

// Triangles with one look. All vectors have the axes of the camera: to the right, up, to the eye.
typedef struct mq_surface {
    const mq_paint *paint;
    const uint32_t (*triangles)[3];
    uint32_t triangle_count;
    const mq_raster_point *points;
    const float (*places)[3]; // right, up, distance; NULL: no point of these needs to be cut off
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
    uint64_t most_triangles; // how many are to be expected, at the most
} mq_raster_options;

// A picture under way, in memory of the arena. NULL when there is none. A large picture is made of
// several bands, from the top; all surfaces are drawn for each of them.
mq_raster *mq_raster_new(mq_arena *arena, const mq_raster_options *options);
uint32_t mq_raster_band_count(const mq_raster *raster);
void mq_raster_begin_band(mq_raster *raster, uint32_t band);

// Draws one triangle of a surface, which has to stay until the band ends; later ones come over
// earlier ones. False when this picture has had enough: far more area than anyone could see.
bool mq_raster_triangle(mq_raster *raster, const mq_surface *surface, uint32_t triangle);

// Draws what is still waiting: before the memory of a surface is used for something else.
void mq_raster_flush(mq_raster *raster);

// Puts the finished band into an image of the whole picture's size.
void mq_raster_end_band(mq_raster *raster, const mq_srgb_encoder *encoder, maq_image *image);

// Where places before the eye are on the picture.
void mq_raster_project(const mq_camera *camera, const float (*places)[3], uint32_t count,
                       mq_raster_point *out);

#endif
