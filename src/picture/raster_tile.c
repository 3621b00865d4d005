// SPDX-License-Identifier: MIT
//
// Drawing one tile: which samples of which pixels a triangle covers, and blending their colours.
#include <string.h>

#include "picture/raster_priv.h"

typedef struct edge {
    int64_t at;                    // at the middle of the pixel at hand
    int64_t right, down;           // from there to the next pixel
    int64_t to_sample[MQ_SAMPLES]; // and to the samples
    int64_t most;                  // the largest of these; the least is its opposite
} edge;

typedef struct tile_item {
    edge edges[3]; // each is proportional to the weight of the opposite corner
    const mq_raster_item *item;
    mq_shading shading;
    float nearest, farthest;
    double depth_first;             // at the first pixel
    double depth_right, depth_down; // from pixel to pixel
    float to_sample[MQ_SAMPLES];
    int32_t left, right, top, bottom; // pixels of the tile, the last ones included
    int32_t origin_x, origin_y;       // the tile's first pixel on the picture
    bool has_depths;                  // depth_first and what follows it are computed
    bool shaded;                      // `shading` is initialised
} tile_item;

// The top-left rule: samples exactly on an edge belong to the triangle only if the edge is a top or a
// left one, so that only one of two triangles that share the edge covers them.
static void set_edge(edge *e, int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t x,
                     int64_t y) {
    int64_t across = ay - by, down = bx - ax;
    bool owns = across > 0 || (across == 0 && down > 0);
    e->at = down * (y - ay) + across * (x - ax) - (owns ? 0 : 1);
    e->right = across * MQ_SUBPIXELS;
    e->down = down * MQ_SUBPIXELS;
    // Samples lie opposite each other: the last is the first, mirrored at the middle, and so on.
    e->most = 0;
    for (int i = 0; i < MQ_SAMPLES / 2; i++) {
        int64_t to = across * mq_sample_x[i] + down * mq_sample_y[i];
        int64_t size = to < 0 ? -to : to;
        e->to_sample[i] = to;
        e->to_sample[MQ_SAMPLES - 1 - i] = -to;
        e->most = size > e->most ? size : e->most;
    }
}

static int32_t clamp(int32_t value, int32_t least, int32_t most) {
    return value < least ? least : value > most ? most : value;
}

// Prepares an item for a tile; false when it does not touch it.
static bool begin_item(tile_item *t, const mq_raster_item *item) {
    const int32_t *x = item->x, *y = item->y;
    int32_t min_x = x[0], max_x = x[0], min_y = y[0], max_y = y[0];
    for (int i = 1; i < 3; i++) {
        min_x = x[i] < min_x ? x[i] : min_x;
        max_x = x[i] > max_x ? x[i] : max_x;
        min_y = y[i] < min_y ? y[i] : min_y;
        max_y = y[i] > max_y ? y[i] : max_y;
    }
    // Samples are between 32 and 224 of the 256 steps of a pixel.
    t->left = clamp(((min_x + 31) >> 8) - t->origin_x, 0, MQ_TILE);
    t->right = clamp(((max_x - 32) >> 8) - t->origin_x, -1, MQ_TILE - 1);
    t->top = clamp(((min_y + 31) >> 8) - t->origin_y, 0, MQ_TILE);
    t->bottom = clamp(((max_y - 32) >> 8) - t->origin_y, -1, MQ_TILE - 1);
    if (t->left > t->right || t->top > t->bottom)
        return false;
    int64_t at_x = (int64_t)(t->origin_x + t->left) * MQ_SUBPIXELS + MQ_SUBPIXELS / 2;
    int64_t at_y = (int64_t)(t->origin_y + t->top) * MQ_SUBPIXELS + MQ_SUBPIXELS / 2;
    int64_t columns = t->right - t->left, rows = t->bottom - t->top;
    for (int i = 0; i < 3; i++) {
        int a = (i + 1) % 3, b = (i + 2) % 3;
        edge *e = &t->edges[i];
        set_edge(e, x[a], y[a], x[b], y[b], at_x, at_y);
        int64_t highest = e->at + e->most + (e->right > 0 ? e->right * columns : 0) +
                          (e->down > 0 ? e->down * rows : 0);
        if (highest < 0)
            return false;
    }
    t->item = item;
    t->has_depths = t->shaded = false;
    return true;
}

static void set_range(tile_item *t) {
    const float *near = t->item->near;
    t->nearest = t->farthest = near[0];
    for (int i = 1; i < 3; i++) {
        t->nearest = near[i] > t->nearest ? near[i] : t->nearest;
        t->farthest = near[i] < t->farthest ? near[i] : t->farthest;
    }
}

// For triangles that cover a sample: of those that are smaller than a pixel, many do not.
static void set_depths(tile_item *t) {
    const edge *e = t->edges;
    const float *near = t->item->near;
    const int32_t *x = t->item->x, *y = t->item->y;
    double area =
        (double)((int64_t)(x[1] - x[0]) * (y[2] - y[0]) - (int64_t)(x[2] - x[0]) * (y[1] - y[0]));
    double right = ((double)e[0].right * near[0] + (double)e[1].right * near[1] +
                    (double)e[2].right * near[2]) /
                   area;
    double down =
        ((double)e[0].down * near[0] + (double)e[1].down * near[1] + (double)e[2].down * near[2]) /
        area;
    double from_x = (double)(t->origin_x + t->left) + 0.5 - (double)x[0] / MQ_SUBPIXELS;
    double from_y = (double)(t->origin_y + t->top) + 0.5 - (double)y[0] / MQ_SUBPIXELS;
    t->depth_first = near[0] + right * from_x + down * from_y;
    t->depth_right = right;
    t->depth_down = down;
    for (int i = 0; i < MQ_SAMPLES; i++)
        t->to_sample[i] = (float)((right * mq_sample_x[i] + down * mq_sample_y[i]) / MQ_SUBPIXELS);
    t->has_depths = true;
}

// The perspective-correct barycentric weights of a point from the values of the edge functions.
// Rounding can lead a little out of the triangle, which is corrected where the point is known to be
// inside.
static mq_barycentric shares_at(const tile_item *t, const float edges[3], bool within) {
    mq_barycentric weights;
    float sum = 0;
    for (int i = 0; i < 3; i++) {
        weights.of[i] = (within && edges[i] < 0 ? 0 : edges[i]) * t->item->near[i];
        sum += weights.of[i];
    }
    float scale = sum > 0 ? 1 / sum : 0;
    for (int i = 0; i < 3; i++)
        weights.of[i] *= scale;
    return weights;
}

// The weights at a point of a pixel, and at the same point of the pixels to the right and below.
typedef struct pixel_weights {
    mq_barycentric at, right, below;
} pixel_weights;

// The centre of the pixel or, where that may be outside, of the covered samples.
static void set_pixel_weights(const tile_item *t, const int64_t middle[3], unsigned mask,
                              pixel_weights *out) {
    float edges[3], right[3], below[3];
    for (int i = 0; i < 3; i++) {
        float value = (float)middle[i];
        if (mask != (1u << MQ_SAMPLES) - 1) {
            int64_t sum = 0;
            int count = 0;
            for (int s = 0; s < MQ_SAMPLES; s++) {
                if (mask >> s & 1) {
                    sum += t->edges[i].to_sample[s];
                    count++;
                }
            }
            value += (float)sum / (float)count;
        }
        edges[i] = value;
        right[i] = value + (float)t->edges[i].right;
        below[i] = value + (float)t->edges[i].down;
    }
    out->at = shares_at(t, edges, true);
    if (t->shading.textured) {
        out->right = shares_at(t, right, false);
        out->below = shares_at(t, below, false);
    }
}

// The samples of a cut-out surface that pass the alpha test.
static unsigned keep_solid(const tile_item *t, const int64_t middle[3], unsigned mask) {
    unsigned solid = 0;
    for (int s = 0; s < MQ_SAMPLES; s++) {
        if (!(mask >> s & 1))
            continue;
        pixel_weights p;
        set_pixel_weights(t, middle, 1u << s, &p);
        if (mq_shade_alpha(&t->shading, &p.at, &p.right, &p.below) >=
            t->shading.surface->material->cutoff)
            solid |= 1u << s;
    }
    return solid;
}

static uint16_t weakened(uint16_t steps, uint32_t by) {
    return (uint16_t)(((uint32_t)steps * (MQ_FULL_LIGHT - by) + MQ_FULL_LIGHT / 2) / MQ_FULL_LIGHT);
}

static uint16_t sum_of(uint32_t a, uint32_t b) {
    return (uint16_t)(a + b < MQ_FULL_LIGHT ? a + b : MQ_FULL_LIGHT);
}

// Puts a colour, multiplied by alpha, over or (added) onto another.
static mq_sample over(mq_sample below, mq_sample colour) {
    return (mq_sample){sum_of(weakened(below.r, colour.a), colour.r),
                       sum_of(weakened(below.g, colour.a), colour.g),
                       sum_of(weakened(below.b, colour.a), colour.b),
                       sum_of(weakened(below.a, colour.a), colour.a)};
}

static mq_sample added(mq_sample below, mq_sample colour) {
    return (mq_sample){sum_of(below.r, colour.r), sum_of(below.g, colour.g),
                       sum_of(below.b, colour.b), sum_of(weakened(below.a, colour.a), colour.a)};
}

static mq_sample sample_of(const float colour[4], maq_blend blend) {
    float alpha = colour[3] > 0 ? (colour[3] < 1 ? colour[3] : 1) : 0;
    if (blend == MAQ_BLEND_OPAQUE || blend == MAQ_BLEND_CUTOUT)
        alpha = 1;
    float scale = blend == MAQ_BLEND_PREMULTIPLIED ? 1 : alpha;
    mq_sample sample = {mq_light_steps(colour[0] * scale), mq_light_steps(colour[1] * scale),
                        mq_light_steps(colour[2] * scale), mq_light_steps(alpha)};
    if (blend == MAQ_BLEND_ADDITIVE) {
        // On a transparent background, added light is as opaque as it is bright: over black it looks
        // the same.
        sample.a = sample.r > sample.g ? sample.r : sample.g;
        sample.a = sample.b > sample.a ? sample.b : sample.a;
    }
    return sample;
}

static void put_samples(mq_sample *samples, float *depths, unsigned mask, const float near[],
                        const mq_raster_material *material, mq_sample colour) {
    for (int s = 0; s < MQ_SAMPLES; s++) {
        if (!(mask >> s & 1))
            continue;
        switch (material->blend) {
        case MAQ_BLEND_OPAQUE:
        case MAQ_BLEND_CUTOUT:
            samples[s] = colour;
            if (!material->in_front)
                depths[s] = near[s];
            break;
        case MAQ_BLEND_ADDITIVE:
            samples[s] = added(samples[s], colour);
            break;
        default:
            samples[s] = over(samples[s], colour);
        }
    }
}

static unsigned covered(const tile_item *t, const int64_t middle[3]) {
    const edge *e = t->edges;
    if (middle[0] >= e[0].most && middle[1] >= e[1].most && middle[2] >= e[2].most)
        return (1u << MQ_SAMPLES) - 1;
    unsigned mask = 0;
    for (int s = 0; s < MQ_SAMPLES; s++) {
        if (((middle[0] + e[0].to_sample[s]) | (middle[1] + e[1].to_sample[s]) |
             (middle[2] + e[2].to_sample[s])) >= 0)
            mask |= 1u << s;
    }
    return mask;
}

// Draws a pixel, counted from the item's first, of which some samples are covered. True when anything
// changed.
static bool draw_pixel(const mq_raster *raster, tile_item *t, const int64_t middle[3],
                       unsigned mask, int32_t column, int32_t row, size_t first_sample) {
    const mq_raster_material *material = t->item->surface->material;
    float *depths = raster->depths + first_sample;
    float near[MQ_SAMPLES];
    if (!t->has_depths)
        set_depths(t);
    double depth = t->depth_first + t->depth_down * (double)row + t->depth_right * (double)column;
    for (int s = 0; s < MQ_SAMPLES; s++) {
        float value = (float)depth + t->to_sample[s];
        value = value < t->nearest ? value : t->nearest;
        near[s] = value > t->farthest ? value : t->farthest;
        if (!(near[s] > depths[s]) && !material->in_front)
            mask &= ~(1u << s);
    }
    if (mask && !t->shaded) {
        mq_shading_begin(&t->shading, raster, t->item);
        t->shaded = true;
    }
    if (mask && material->blend == MAQ_BLEND_CUTOUT)
        mask = keep_solid(t, middle, mask);
    if (!mask)
        return false;
    pixel_weights p;
    float colour[4];
    set_pixel_weights(t, middle, mask, &p);
    mq_shade(&t->shading, &p.at, &p.right, &p.below, colour);
    put_samples(raster->colours + first_sample, depths, mask, near, material,
                sample_of(colour, material->blend));
    return true;
}

static bool draw_item(const mq_raster *raster, tile_item *t, size_t tile_sample) {
    bool changed = false;
    const edge *e = t->edges;
    int64_t row[3] = {e[0].at, e[1].at, e[2].at};
    for (int32_t y = t->top; y <= t->bottom; y++) {
        int64_t middle[3] = {row[0], row[1], row[2]};
        size_t sample = tile_sample + ((size_t)y * MQ_TILE + (size_t)t->left) * MQ_SAMPLES;
        for (int32_t x = t->left; x <= t->right; x++, sample += MQ_SAMPLES) {
            if (((middle[0] + e[0].most) | (middle[1] + e[1].most) | (middle[2] + e[2].most)) >=
                0) {
                unsigned mask = covered(t, middle);
                if (mask && draw_pixel(raster, t, middle, mask, x - t->left, y - t->top, sample))
                    changed = true;
            }
            for (int i = 0; i < 3; i++)
                middle[i] += e[i].right;
        }
        for (int i = 0; i < 3; i++)
            row[i] += e[i].down;
    }
    return changed;
}

// Several minima side by side, so that compilers use vector instructions.
static float farthest_in(const float *depths) {
    enum { LANES = 16 };
    float least[LANES];
    memcpy(least, depths, sizeof least);
    for (size_t i = LANES; i < MQ_TILE * MQ_TILE * MQ_SAMPLES; i += LANES) {
        for (size_t k = 0; k < LANES; k++)
            least[k] = depths[i + k] < least[k] ? depths[i + k] : least[k];
    }
    float farthest = least[0];
    for (size_t k = 1; k < LANES; k++)
        farthest = least[k] < farthest ? least[k] : farthest;
    return farthest;
}

static void clear_tile(const mq_raster *raster, size_t first_sample) {
    size_t count = MQ_TILE * MQ_TILE * MQ_SAMPLES;
    for (size_t i = 0; i < count; i++)
        raster->colours[first_sample + i] = raster->background;
    memset(raster->depths + first_sample, 0, count * sizeof *raster->depths);
}

// How many items change a tile before the distance of its farthest sample is computed again.
enum { ASK_AGAIN = 64 };

void mq_raster_tile(const mq_raster *raster, uint32_t tile) {
    uint32_t first = raster->starts[tile], end = raster->starts[tile + 1];
    if (first == end)
        return;
    size_t tile_sample = (size_t)tile * MQ_TILE * MQ_TILE * MQ_SAMPLES;
    if (!raster->in_use[tile]) {
        raster->in_use[tile] = true;
        clear_tile(raster, tile_sample);
    }
    tile_item t;
    t.origin_x = (int32_t)(tile % raster->tiles_across * MQ_TILE);
    t.origin_y = (int32_t)((raster->first_row + tile / raster->tiles_across) * MQ_TILE);
    // Skips what is behind everything in the tile.
    float hidden = 0;
    unsigned changes = 0;
    for (uint32_t i = first; i < end; i++) {
        if (!begin_item(&t, &raster->items[raster->bins[i]]))
            continue;
        set_range(&t);
        if (changes >= ASK_AGAIN) {
            hidden = farthest_in(raster->depths + tile_sample);
            changes = 0;
        }
        if (t.nearest <= hidden && !t.item->surface->material->in_front)
            continue;
        if (draw_item(raster, &t, tile_sample))
            changes++;
    }
}
