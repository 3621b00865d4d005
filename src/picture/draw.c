// SPDX-License-Identifier: MIT
//
// Drawing a picture of a scene: prepares materials and instances, sorts what is transparent, and runs
// the rasteriser.
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "picture/draw_priv.h"
#include "picture/image_priv.h"
#include "picture/overlay.h"

#define DEFAULT_SIDE 256

// A transparent triangle, to be drawn in the order of distance.
typedef struct transparent_triangle {
    float distance;
    uint32_t surface, triangle;
} transparent_triangle;

typedef struct transparent_list {
    transparent_triangle *items;
    size_t count;
} transparent_list;

static bool is_transparent(const mq_raster_material *material) {
    return material->blend != MAQ_BLEND_OPAQUE && material->blend != MAQ_BLEND_CUTOUT;
}

// The farthest first; those of one distance keep their order.
static int by_distance(const void *a, const void *b, const void *context) {
    (void)context;
    const transparent_triangle *x = a, *y = b;
    return (x->distance < y->distance) - (x->distance > y->distance);
}

static bool sort_transparent(mq_drawing *d, transparent_list *list) {
    size_t count = 0;
    for (uint32_t i = 0; i < d->surface_count; i++)
        count += is_transparent(d->surfaces[i].material) ? d->surfaces[i].triangle_count : 0;
    *list =
        (transparent_list){MQ_NEW_UNINITIALIZED_ARRAY(d->arena, transparent_triangle, count), 0};
    transparent_triangle *spare = MQ_NEW_UNINITIALIZED_ARRAY(d->arena, transparent_triangle, count);
    if (!list->items || !spare)
        return false;
    for (uint32_t i = 0; i < d->surface_count; i++) {
        const mq_surface *surface = &d->surfaces[i];
        for (uint32_t k = 0; is_transparent(surface->material) && k < surface->triangle_count;
             k++) {
            const uint32_t *corners = surface->triangles[k];
            float distance = surface->positions[corners[0]][2] + surface->positions[corners[1]][2] +
                             surface->positions[corners[2]][2];
            list->items[list->count++] = (transparent_triangle){distance, i, k};
        }
    }
    list->items = mq_sort(list->items, spare, list->count, sizeof *list->items, by_distance, NULL);
    return true;
}

// False when there is more to draw than the rasteriser accepts.
static bool draw_surfaces(const mq_drawing *d, mq_raster *raster,
                          const transparent_list *transparent) {
    for (uint32_t i = 0; i < d->surface_count; i++) {
        const mq_surface *surface = &d->surfaces[i];
        for (uint32_t k = 0; !is_transparent(surface->material) && k < surface->triangle_count;
             k++) {
            if (!mq_raster_triangle(raster, surface, k))
                return false;
        }
    }
    for (size_t i = 0; i < transparent->count; i++) {
        const transparent_triangle *item = &transparent->items[i];
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
        options.most_triangles = UINT64_MAX; // lines are drawn as triangles
    memcpy(options.background, d->options.background, sizeof options.background);
    transparent_list transparent;
    mq_raster *raster = mq_raster_new(d->arena, &options);
    mq_overlay overlay;
    if (!raster || !sort_transparent(d, &transparent) ||
        (lines && !mq_overlay_begin(&overlay, d->arena, raster, &d->camera)))
        return false;
    bool all = true;
    for (uint32_t band = 0; band < mq_raster_band_count(raster); band++) {
        mq_raster_begin_band(raster, band);
        all = draw_surfaces(d, raster, &transparent) && all;
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
                       "the triangles and lines cover the picture hundreds of times");
    return true;
}

// Shows joints and attachments of a model without triangles.
static void show_nodes_if_empty(mq_drawing *d) {
    const maq_scene *scene = d->scene;
    bool any = d->options.show & ~(MAQ_SHOW_UV | MAQ_SHOW_HIDDEN);
    if (d->triangle_count > 0)
        return;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].kind == MAQ_NODE_GROUP)
            continue;
        mq_add_finding(d->findings, &mq_draw_rules[MQ_DRAW_NO_TRIANGLES], MAQ_NO_OFFSET, 0,
                       "the model has no surface to draw; joints and attachments are shown");
        d->options.show |= MAQ_SHOW_JOINTS | MAQ_SHOW_CONNECTORS;
        return;
    }
    mq_add_finding(d->findings, &mq_draw_rules[MQ_DRAW_NOTHING], MAQ_NO_OFFSET, 0,
                   any ? "there is nothing to draw apart from the overlays"
                       : "there is nothing to draw");
}

static maq_status draw(mq_drawing *d, maq_image *image) {
    mq_srgb_encoder_init(&d->encoder);
    maq_status status = maq_motion_new(d->scene, d->options.memory, &d->motion);
    if (status != MAQ_OK)
        return status;
    d->pose = maq_motion_current_pose(d->motion);
    maq_motion_pose(d->motion, d->clip, d->options.seconds, NULL);
    bool good = mq_draw_prepare_materials(d) && mq_draw_list_instances(d);
    if (good) {
        mq_draw_pose_instances(d, d->options.seconds);
        show_nodes_if_empty(d);
        mq_draw_frame(d);
        good = mq_draw_transform_instances(d) && draw_bands(d, image);
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

maq_status mq_picture_draw(const maq_scene *scene, const maq_picture_options *options,
                           mq_clip_reach *reach, maq_image **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    mq_clip_reach own = {0};
    mq_drawing d = {.reach = reach ? reach : &own};
    if (!scene || !complete(&d, scene, options))
        return MAQ_BAD_ARGUMENT;
    // The caller chooses the size, not a file, so only the limit of a side applies.
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

maq_status maq_picture_draw(const maq_scene *scene, const maq_picture_options *options,
                            maq_image **out) {
    return mq_picture_draw(scene, options, NULL, out);
}
