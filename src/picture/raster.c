// SPDX-License-Identifier: MIT
//
// Triangles before they are drawn: clipped, oriented, sorted into bins by tile.
#include "picture/raster.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "picture/raster_priv.h"

// The capacity of the queue of triangles, and the most tiles of a band: these limit the memory,
// whatever the model and the picture.
enum { MAX_ITEMS = 32768, MAX_REFERENCES = 131072, MAX_CLIPPED = 4096, MAX_TILES = 1024 };

// How much area is drawn: so many layers of the whole picture, and at least so many pixels.
#define MAX_LAYERS 256.0
#define MIN_AREA 4194304.0

// A rotated grid: no two samples are in one row or column.
const int mq_sample_x[MQ_SAMPLES] = {-32, 96, -96, 32};
const int mq_sample_y[MQ_SAMPLES] = {-96, -32, 32, 96};
enum { FIRST_SAMPLE = 32, LAST_SAMPLE = 224 }; // within a pixel, in both directions

static uint32_t divided_up(uint32_t a, uint32_t b) {
    return a / b + (a % b != 0);
}

mq_raster *mq_raster_new(mq_arena *arena, const mq_raster_options *options) {
    mq_raster *raster = MQ_NEW(arena, mq_raster);
    if (!raster)
        return NULL;
    uint32_t across = divided_up(options->width, MQ_TILE);
    uint32_t down = divided_up(options->height, MQ_TILE);
    uint32_t rows = across < MAX_TILES ? MAX_TILES / across : 1;
    rows = rows < down ? rows : down;
    size_t samples = (size_t)across * rows * MQ_TILE * MQ_TILE * MQ_SAMPLES;
    uint32_t items = MAX_ITEMS;
    if (options->most_triangles < items)
        items = (uint32_t)options->most_triangles;
    items += 8; // a triangle that is clipped becomes several

    raster->width = options->width;
    raster->height = options->height;
    raster->camera = *options->camera;
    raster->light = *options->light;
    raster->threads = options->threads;
    raster->tiles_across = across;
    raster->band_rows = rows;
    raster->band_count = divided_up(down, rows);
    raster->item_capacity = items;
    raster->clipped_capacity = MAX_CLIPPED;
    raster->reference_capacity = across * rows > MAX_REFERENCES ? across * rows : MAX_REFERENCES;
    raster->in_use = MQ_NEW_UNINITIALIZED_ARRAY(arena, bool, (size_t)across *rows);
    raster->colours = MQ_NEW_UNINITIALIZED_ARRAY(arena, mq_sample, samples);
    raster->depths = MQ_NEW_UNINITIALIZED_ARRAY(arena, float, samples);
    raster->items = MQ_NEW_UNINITIALIZED_ARRAY(arena, mq_raster_item, items);
    raster->clipped =
        MQ_NEW_UNINITIALIZED_ARRAY(arena, mq_clipped_corners, raster->clipped_capacity);
    raster->starts = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, (size_t)across * rows + 1);
    raster->bins = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, raster->reference_capacity);
    const uint8_t *colour = options->background;
    float alpha = (float)colour[3] / 255;
    raster->background =
        (mq_sample){mq_light_steps(mq_srgb_light[colour[0]] * alpha),
                    mq_light_steps(mq_srgb_light[colour[1]] * alpha),
                    mq_light_steps(mq_srgb_light[colour[2]] * alpha), mq_light_steps(alpha)};
    return mq_arena_status(arena) == MAQ_OK ? raster : NULL;
}

uint32_t mq_raster_band_count(const mq_raster *raster) {
    return raster->band_count;
}

void mq_raster_begin_band(mq_raster *raster, uint32_t band) {
    uint32_t all = divided_up(raster->height, MQ_TILE);
    raster->first_row = band * raster->band_rows;
    raster->rows = all - raster->first_row;
    if (raster->rows > raster->band_rows)
        raster->rows = raster->band_rows;
    double area = (double)raster->width * raster->height * MAX_LAYERS;
    raster->area_left = area > MIN_AREA ? area : MIN_AREA;
    raster->item_count = raster->clipped_count = raster->references = 0;
    memset(raster->in_use, 0, (size_t)raster->tiles_across * raster->rows);
}

void mq_raster_project(const mq_camera *camera, const float (*positions)[3], uint32_t count,
                       mq_raster_point *out) {
    const double guard = (double)MQ_GUARD_PIXELS * MQ_SUBPIXELS;
    for (uint32_t i = 0; i < count; i++) {
        double distance = positions[i][2];
        out[i] = (mq_raster_point){0};
        if (!(distance >= camera->near))
            continue;
        double scale = camera->focal / distance;
        double x = floor(camera->middle_x + positions[i][0] * scale + 0.5);
        double y = floor(camera->middle_y - positions[i][1] * scale + 0.5);
        if (x >= -guard && x <= guard && y >= -guard && y <= guard)
            out[i] = (mq_raster_point){(int32_t)x, (int32_t)y, (float)(1 / distance)};
    }
}

// ------------------------------------------------------------------------------------------- bins

static void fill_bins(mq_raster *raster) {
    uint32_t across = raster->tiles_across, tiles = across * raster->rows;
    memset(raster->starts, 0, (tiles + 1) * sizeof *raster->starts);
    for (uint32_t i = 0; i < raster->item_count; i++) {
        const mq_raster_item *item = &raster->items[i];
        for (uint32_t row = item->top; row <= item->end; row++) {
            for (uint32_t column = item->left; column <= item->right; column++)
                raster->starts[row * across + column]++;
        }
    }
    // Each start is first the end of its tile, and counts down while the bin is filled from its end.
    uint32_t sum = 0;
    for (uint32_t i = 0; i < tiles; i++) {
        sum += raster->starts[i];
        raster->starts[i] = sum;
    }
    raster->starts[tiles] = sum;
    for (uint32_t i = raster->item_count; i-- > 0;) {
        const mq_raster_item *item = &raster->items[i];
        for (uint32_t row = item->top; row <= item->end; row++) {
            for (uint32_t column = item->left; column <= item->right; column++)
                raster->bins[--raster->starts[row * across + column]] = i;
        }
    }
}

static void draw_tile(void *context, size_t tile) {
    mq_raster_tile(context, (uint32_t)tile);
}

void mq_raster_flush(mq_raster *raster) {
    if (raster->item_count > 0) {
        fill_bins(raster);
        mq_parallel((size_t)raster->tiles_across * raster->rows, raster->threads, draw_tile, NULL,
                    raster);
    }
    raster->item_count = raster->clipped_count = raster->references = 0;
}

// The range of tiles along one axis with samples between two coordinates; false when there are none.
static bool tiles_between(int32_t least, int32_t most, uint32_t first_tile, uint32_t tile_count,
                          uint16_t *first, uint16_t *last) {
    int32_t origin = (int32_t)(first_tile * MQ_TILE);
    int32_t from = ((least + MQ_SUBPIXELS - 1 - LAST_SAMPLE) >> 8) - origin;
    int32_t to = ((most - FIRST_SAMPLE) >> 8) - origin;
    int32_t end = (int32_t)(tile_count * MQ_TILE) - 1;
    from = from > 0 ? from : 0;
    to = to < end ? to : end;
    if (from > to)
        return false;
    *first = (uint16_t)(from / MQ_TILE);
    *last = (uint16_t)(to / MQ_TILE);
    return true;
}

static int32_t least_of(const int32_t v[3]) {
    int32_t least = v[0] < v[1] ? v[0] : v[1];
    return least < v[2] ? least : v[2];
}

static int32_t most_of(const int32_t v[3]) {
    int32_t most = v[0] > v[1] ? v[0] : v[1];
    return most > v[2] ? most : v[2];
}

// Queues one triangle. False when the area is used up.
static bool add_item(mq_raster *raster, const mq_surface *surface, uint32_t source,
                     const mq_raster_point corners[3], const mq_clipped_corners *clip) {
    int64_t area = (int64_t)(corners[1].x - corners[0].x) * (corners[2].y - corners[0].y) -
                   (int64_t)(corners[2].x - corners[0].x) * (corners[1].y - corners[0].y);
    // Rows run downwards, so counter-clockwise triangles have a negative area.
    bool front = surface->mirrored ? area > 0 : area < 0;
    if (area == 0 || !(front || surface->material->two_sided))
        return true;
    mq_raster_item *item = &raster->items[raster->item_count];
    bool swapped = area < 0;
    for (int i = 0; i < 3; i++) {
        const mq_raster_point *corner = &corners[swapped && i > 0 ? 3 - i : i];
        item->x[i] = corner->x;
        item->y[i] = corner->y;
        item->near[i] = corner->near;
    }
    if (!tiles_between(least_of(item->x), most_of(item->x), 0, raster->tiles_across, &item->left,
                       &item->right) ||
        !tiles_between(least_of(item->y), most_of(item->y), raster->first_row, raster->rows,
                       &item->top, &item->end))
        return true;
    item->surface = surface;
    item->source = source;
    item->swapped = swapped;
    item->backward = !front;
    item->clipped = MQ_NOT_CLIPPED;
    if (clip) {
        memcpy(raster->clipped[raster->clipped_count], *clip, sizeof *clip);
        item->clipped = raster->clipped_count++;
    }
    uint32_t columns = (uint32_t)(item->right - item->left) + 1;
    uint32_t rows = (uint32_t)(item->end - item->top) + 1;
    // The area outside of the picture costs nothing and does not count.
    double most = (double)columns * rows * MQ_TILE * MQ_TILE;
    double covers = (double)(swapped ? -area : area) / (2.0 * MQ_SUBPIXELS * MQ_SUBPIXELS);
    raster->area_left -= covers < most ? covers : most;
    if (raster->area_left < 0)
        return false;
    raster->item_count++;
    raster->references += columns * rows;
    return true;
}

// --------------------------------------------------------------------------------------- clipping

// Each of five planes may add a corner.
enum { MAX_CORNERS = 8, PLANES = 5 };

typedef struct corner {
    double position[3];
    double weights[3];
} corner;

// The distance of a position on the visible side of a clipping plane: the near plane, or one of the
// four sides far outside of the picture.
static double inside(const mq_camera *camera, const double position[3], int plane) {
    if (plane == 0)
        return position[2] - camera->near;
    double reach = MQ_GUARD_PIXELS / 2.0 * MQ_SUBPIXELS * position[2];
    double side = position[plane < 3 ? 0 : 1] * camera->focal;
    return plane & 1 ? reach - side : reach + side;
}

static int clip_by_plane(const mq_camera *camera, int plane, const corner *from, int count,
                         corner *to) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const corner *a = &from[i], *b = &from[(i + 1) % count];
        double far_a = inside(camera, a->position, plane),
               far_b = inside(camera, b->position, plane);
        if (far_a >= 0)
            to[kept++] = *a;
        if ((far_a >= 0) == (far_b >= 0))
            continue;
        // Always from the inner to the outer corner, so that neighbours clip a shared edge alike.
        const corner *inner = far_a >= 0 ? a : b, *outer = far_a >= 0 ? b : a;
        double low = far_a >= 0 ? far_a : far_b, high = far_a >= 0 ? far_b : far_a;
        double part = low / (low - high);
        for (int k = 0; k < 3; k++) {
            to[kept].position[k] =
                inner->position[k] + (outer->position[k] - inner->position[k]) * part;
            to[kept].weights[k] =
                inner->weights[k] + (outer->weights[k] - inner->weights[k]) * part;
        }
        kept++;
    }
    return kept;
}

static bool add_clipped(mq_raster *raster, const mq_surface *surface, uint32_t source) {
    corner lists[2][MAX_CORNERS];
    int count = 3;
    for (int i = 0; i < 3; i++) {
        const float *position = surface->positions[surface->triangles[source][i]];
        for (int k = 0; k < 3; k++) {
            if (!isfinite(position[k]))
                return true;
            lists[0][i].position[k] = position[k];
            lists[0][i].weights[k] = i == k;
        }
    }
    for (int plane = 0; plane < PLANES && count > 0; plane++)
        count =
            clip_by_plane(&raster->camera, plane, lists[plane & 1], count, lists[(plane + 1) & 1]);
    const corner *corners = lists[PLANES & 1];
    mq_raster_point points[MAX_CORNERS];
    for (int i = 0; i < count; i++) {
        const float position[1][3] = {{(float)corners[i].position[0], (float)corners[i].position[1],
                                       (float)corners[i].position[2]}};
        mq_raster_project(&raster->camera, position, 1, &points[i]);
        // Rounding may put a corner on the wrong side of the near plane.
        if (points[i].near == 0)
            return true;
    }
    for (int i = 2; i < count; i++) {
        const int fan[3] = {0, i - 1, i};
        mq_raster_point three[3];
        mq_clipped_corners clip;
        for (int k = 0; k < 3; k++) {
            three[k] = points[fan[k]];
            for (int j = 0; j < 3; j++)
                clip[k][j] = (float)corners[fan[k]].weights[j];
        }
        if (!add_item(raster, surface, source, three, (const mq_clipped_corners *)&clip))
            return false;
    }
    return true;
}

bool mq_raster_triangle(mq_raster *raster, const mq_surface *surface, uint32_t triangle) {
    // The queue must have the capacity for the most that one triangle can become.
    uint32_t tiles = raster->tiles_across * raster->rows;
    if (raster->item_count + MAX_CORNERS > raster->item_capacity ||
        raster->clipped_count + MAX_CORNERS > raster->clipped_capacity ||
        raster->references + tiles > raster->reference_capacity)
        mq_raster_flush(raster);
    const uint32_t *source = surface->triangles[triangle];
    const mq_raster_point corners[3] = {surface->points[source[0]], surface->points[source[1]],
                                        surface->points[source[2]]};
    if (corners[0].near > 0 && corners[1].near > 0 && corners[2].near > 0)
        return add_item(raster, surface, triangle, corners, NULL);
    return surface->positions ? add_clipped(raster, surface, triangle) : true;
}

// ---------------------------------------------------------------------------------------- finish

typedef struct finish {
    const mq_raster *raster;
    const mq_srgb_encoder *encoder;
    maq_image *image;
} finish;

static uint8_t byte_of(const mq_srgb_encoder *encoder, uint32_t sum, uint32_t alpha) {
    uint64_t steps = ((uint64_t)sum * MQ_FULL_LIGHT + alpha / 2) / alpha;
    return mq_srgb_byte(encoder, steps < MQ_FULL_LIGHT ? (uint32_t)steps : MQ_FULL_LIGHT);
}

static void finish_pixel(const mq_srgb_encoder *encoder, const mq_sample *samples, uint8_t *out) {
    uint32_t r = 0, g = 0, b = 0, a = 0;
    for (int i = 0; i < MQ_SAMPLES; i++) {
        r += samples[i].r;
        g += samples[i].g;
        b += samples[i].b;
        a += samples[i].a;
    }
    const uint32_t full = MQ_FULL_LIGHT * MQ_SAMPLES;
    out[3] = (uint8_t)((a * 255 + full / 2) / full);
    if (out[3] == 0) {
        out[0] = out[1] = out[2] = 0;
        return;
    }
    out[0] = byte_of(encoder, r, a);
    out[1] = byte_of(encoder, g, a);
    out[2] = byte_of(encoder, b, a);
}

// A tile without any triangle.
static void finish_empty(const finish *f, uint32_t left, uint32_t top) {
    const mq_raster *raster = f->raster;
    const mq_sample samples[MQ_SAMPLES] = {raster->background, raster->background,
                                           raster->background, raster->background};
    uint8_t pixel[4];
    finish_pixel(f->encoder, samples, pixel);
    for (uint32_t y = top; y < top + MQ_TILE && y < raster->height; y++) {
        uint8_t *out = f->image->pixels + ((size_t)y * raster->width + left) * 4;
        for (uint32_t x = left; x < left + MQ_TILE && x < raster->width; x++, out += 4)
            memcpy(out, pixel, sizeof pixel);
    }
}

static void finish_tile(void *context, size_t tile) {
    const finish *f = context;
    const mq_raster *raster = f->raster;
    uint32_t left = (uint32_t)(tile % raster->tiles_across) * MQ_TILE;
    uint32_t top = (uint32_t)(raster->first_row + tile / raster->tiles_across) * MQ_TILE;
    const mq_sample *samples = raster->colours + tile * MQ_TILE * MQ_TILE * MQ_SAMPLES;
    if (!raster->in_use[tile]) {
        finish_empty(f, left, top);
        return;
    }
    for (uint32_t y = 0; y < MQ_TILE && top + y < raster->height; y++) {
        uint8_t *out = f->image->pixels + ((size_t)(top + y) * raster->width + left) * 4;
        const mq_sample *row = samples + (size_t)y * MQ_TILE * MQ_SAMPLES;
        for (uint32_t x = 0; x < MQ_TILE && left + x < raster->width; x++)
            finish_pixel(f->encoder, row + (size_t)x * MQ_SAMPLES, out + (size_t)x * 4);
    }
}

void mq_raster_end_band(mq_raster *raster, const mq_srgb_encoder *encoder, maq_image *image) {
    mq_raster_flush(raster);
    finish f = {raster, encoder, image};
    mq_parallel((size_t)raster->tiles_across * raster->rows, raster->threads, finish_tile, NULL,
                &f);
}
