// SPDX-License-Identifier: MIT
//
// A picture of a scene, from beginning to end.
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "picture/draw_priv.h"
#include "picture/image_priv.h"
#include "picture/overlay.h"

#define DEFAULT_SIDE 256

// A triangle that lets something through, to be drawn in the order of distance.
typedef struct clear_triangle {
    float distance;
    uint32_t surface, triangle;
} clear_triangle;

typedef struct clear_list {
    clear_triangle *items;
    size_t count;
} clear_list;

static bool lets_through(const mq_paint *paint) {
    return paint->blend != MAQ_BLEND_OPAQUE && paint->blend != MAQ_BLEND_CUTOUT;
}

// The farthest first; those of one distance keep their order.
static int by_distance(const void *a, const void *b, const void *context) {
    (void)context;
    const clear_triangle *x = a, *y = b;
    return (x->distance < y->distance) - (x->distance > y->distance);
}

static bool sort_clear(mq_drawing *d, clear_list *list) {
    size_t count = 0;
    for (uint32_t i = 0; i < d->surface_count; i++)
        count += lets_through(d->surfaces[i].paint) ? d->surfaces[i].triangle_count : 0;
    *list = (clear_list){MQ_NEW_UNINITIALIZED_ARRAY(d->arena, clear_triangle, count), 0};
    clear_triangle *spare = MQ_NEW_UNINITIALIZED_ARRAY(d->arena, clear_triangle, count);
    if (!list->items || !spare)
        return false;
    for (uint32_t i = 0; i < d->surface_count; i++) {
        const mq_surface *surface = &d->surfaces[i];
        for (uint32_t k = 0; lets_through(surface->paint) && k < surface->triangle_count; k++) {
            const uint32_t *corners = surface->triangles[k];
            float distance = surface->places[corners[0]][2] + surface->places[corners[1]][2] +
                             surface->places[corners[2]][2];
            list->items[list->count++] = (clear_triangle){distance, i, k};
        }
    }
    list->items = mq_sort(list->items, spare, list->count, sizeof *list->items, by_distance, NULL);
    return true;
}

// False when there is more to draw than the rasteriser takes.
static bool draw_surfaces(const mq_drawing *d, mq_raster *raster, const clear_list *clear) {
    for (uint32_t i = 0; i < d->surface_count; i++) {
        const mq_surface *surface = &d->surfaces[i];
        for (uint32_t k = 0; !lets_through(surface->paint) && k < surface->triangle_count; k++) {
            if (!mq_raster_triangle(raster, surface, k))
                return false;
        }
    }
    for (size_t i = 0; i < clear->count; i++) {
        const clear_triangle *item = &clear->items[i];
        if (!mq_raster_triangle(raster, &d->surfaces[item->surface], item->triangle))
            return false;
    }
    return true;
}

static bool draw_bands(mq_drawing *d, maq_image *image) {
    mq_light light;
    mq_light_set(&light, d->camera.up);
    mq_raster_options options = {.width = image->width,
                                 .height = image->height,
                                 .camera = &d->camera,
                                 .light = &light,
                                 .threads = d->options.threads,
                                 .most_triangles = d->triangle_count};
    bool lines = d->options.show & ~(MAQ_SHOW_UV | MAQ_SHOW_HIDDEN);
    if (lines)
        options.most_triangles = UINT64_MAX; // they are triangles, too
    memcpy(options.background, d->options.background, sizeof options.background);
    clear_list clear;
    mq_raster *raster = mq_raster_new(d->arena, &options);
    mq_overlay overlay;
    if (!raster || !sort_clear(d, &clear) ||
        (lines && !mq_overlay_begin(&overlay, d->arena, raster, &d->camera)))
        return false;
    bool all = true;
    for (uint32_t band = 0; band < mq_raster_band_count(raster); band++) {
        mq_raster_begin_band(raster, band);
        all = draw_surfaces(d, raster, &clear) && all;
        mq_raster_flush(raster);
        if (lines) {
            mq_overlay_draw(&overlay, d);
            all = all && !overlay.cut_short;
        }
        mq_raster_end_band(raster, &d->encoder, image);
    }
    mq_overlay_label(d, image);
    if (!all)
        mq_add_finding(d->findings, &mq_draw_rules[MQ_DRAW_TOO_DENSE], MAQ_NO_OFFSET, 0,
                       "triangles and lines would cover the picture hundreds of times");
    return true;
}

// What stands in for a model without surfaces.
static void settle_emptiness(mq_drawing *d) {
    const maq_scene *scene = d->scene;
    bool any = d->options.show & ~(MAQ_SHOW_UV | MAQ_SHOW_HIDDEN);
    if (d->triangle_count > 0)
        return;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].kind == MAQ_NODE_GROUP)
            continue;
        mq_add_finding(d->findings, &mq_draw_rules[MQ_DRAW_NO_TRIANGLES], MAQ_NO_OFFSET, 0,
                       "there is no surface to draw; joints and attachments are shown");
        d->options.show |= MAQ_SHOW_JOINTS | MAQ_SHOW_CONNECTORS;
        return;
    }
    mq_add_finding(d->findings, &mq_draw_rules[MQ_DRAW_NOTHING], MAQ_NO_OFFSET, 0,
                   any ? "there is nothing to draw but what is asked for besides"
                       : "there is nothing to draw");
}

static maq_status draw(mq_drawing *d, maq_image *image) {
    mq_srgb_encoder_init(&d->encoder);
    maq_status status = maq_motion_new(d->scene, d->options.memory, &d->motion);
    if (status != MAQ_OK)
        return status;
    d->pose = maq_motion_current_pose(d->motion);
    maq_motion_pose(d->motion, d->clip, d->options.seconds, NULL);
    bool good = mq_draw_paints(d) && mq_draw_list_bodies(d);
    if (good) {
        mq_draw_move_bodies(d, d->options.seconds);
        settle_emptiness(d);
        mq_draw_frame(d);
        good = mq_draw_place_bodies(d) && draw_bands(d, image);
    }
    maq_motion_free(d->motion);
    status = mq_arena_status(d->arena);
    return good || status != MAQ_OK ? status : MAQ_NO_MEMORY;
}

static bool complete(mq_drawing *d, const maq_scene *scene, const maq_picture_options *given) {
    maq_picture_options *o = &d->options;
    mq_options_copy(o, sizeof *o, given);
    if (o->width == 0)
        o->width = o->height ? o->height : DEFAULT_SIDE;
    if (o->height == 0)
        o->height = o->width;
    if (o->width > MAQ_IMAGE_MAX_SIDE || o->height > MAQ_IMAGE_MAX_SIDE)
        return false;
    d->scene = scene;
    d->clip = MAQ_SCENE_NONE;
    for (uint32_t i = 0; o->clip && i < scene->clip_count; i++) {
        if (o->clip == &scene->clips[i])
            d->clip = i;
    }
    float yaw = o->yaw, pitch = o->pitch;
    if (o->view != MAQ_VIEW_ANGLES)
        maq_view_angles(o->view, &yaw, &pitch);
    d->yaw = yaw;
    d->pitch = pitch;
    return !o->clip || d->clip != MAQ_SCENE_NONE;
}

maq_status maq_picture_draw(const maq_scene *scene, const maq_picture_options *options,
                            maq_image **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    mq_drawing d = {0};
    if (!scene || !complete(&d, scene, options))
        return MAQ_BAD_ARGUMENT;
    // The side is the limit here: the caller has chosen the size, not a file.
    maq_image_options image_options = {
        .size = sizeof image_options, .max_pixels = UINT64_MAX, .memory = d.options.memory};
    maq_image *image;
    maq_status status = maq_image_new(d.options.width, d.options.height, &image_options, &image);
    if (status != MAQ_OK)
        return status;
    d.findings = mq_image_findings_of(image);
    d.arena = mq_arena_new(d.options.memory);
    status = d.arena ? draw(&d, image) : MAQ_NO_MEMORY;
    if (status == MAQ_OK)
        status = mq_arena_status(d.findings->arena);
    mq_arena_free(d.arena);
    if (status != MAQ_OK)
        maq_image_free(image);
    else
        *out = image;
    return status;
}
