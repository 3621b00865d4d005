// SPDX-License-Identifier: MIT
//
// The extent of the model, and the camera that shows it.
#include <math.h>

#include "picture/draw_priv.h"

static const float three_quarter[2] = {32, 24};

void maq_view_angles(maq_view view, float *yaw, float *pitch) {
    static const float angles[][2] = {
        [MAQ_VIEW_FRONT] = {0, 0},   [MAQ_VIEW_BACK] = {180, 0}, [MAQ_VIEW_LEFT] = {90, 0},
        [MAQ_VIEW_RIGHT] = {-90, 0}, [MAQ_VIEW_TOP] = {0, 90},   [MAQ_VIEW_BOTTOM] = {0, -90},
    };
    bool known = view >= MAQ_VIEW_FRONT && view <= MAQ_VIEW_BOTTOM;
    *yaw = known ? angles[view][0] : three_quarter[0];
    *pitch = known ? angles[view][1] : three_quarter[1];
}

// The number of times of a clip at which the extent of the model is measured.
enum { CLIP_SAMPLES = 32 };

static uint32_t sample_count(const mq_drawing *d) {
    const maq_scene_clip *clip = d->options.clip;
    if (!clip || !(clip->duration > 0) || d->options.fit == MAQ_FIT_POSE)
        return 1;
    return CLIP_SAMPLES;
}

// Adds every such vertex at all of these times, and at that of the picture. The vertices of the former are
// kept in `samples`. The instances have the pose of the picture before and afterwards.
static void add_vertices_of_clip(mq_drawing *d, const mq_point_set *set, void *context,
                                 void *samples, bool *measured) {
    uint32_t count = sample_count(d);
    if (count > 1 && !*measured) {
        for (uint32_t i = 0; i < count; i++) {
            mq_draw_pose_instances(d, (double)d->options.clip->duration * i / (count - 1));
            mq_draw_add_vertices(d, set, samples);
        }
        mq_draw_pose_instances(d, d->options.seconds);
        *measured = true;
    }
    if (count > 1)
        set->join(context, samples);
    mq_draw_add_vertices(d, set, context);
}

static void extend(void *context, mq_vec3 point) {
    mq_extent *extent = context;
    if (!isfinite(point.x) || !isfinite(point.y) || !isfinite(point.z))
        return;
    const double p[3] = {point.x, point.y, point.z};
    for (int i = 0; i < 3; i++) {
        if (!extent->any || p[i] < extent->box.min[i])
            extent->box.min[i] = (float)p[i];
        if (!extent->any || p[i] > extent->box.max[i])
            extent->box.max[i] = (float)p[i];
    }
    extent->any = true;
}

static void join_extents(void *context, const void *other) {
    const mq_extent *extent = other;
    if (!extent->any)
        return;
    extend(context, mq_vec3_load(extent->box.min));
    extend(context, mq_vec3_load(extent->box.max));
}

static const mq_point_set extents = {extend, join_extents, sizeof(mq_extent)};

static void add(void *context, mq_vec3 point) {
    mq_framing_add(context, point);
}

static void join_framings(void *context, const void *other) {
    mq_framing_join(context, other);
}

static const mq_point_set framings = {add, join_framings, sizeof(mq_framing)};

static void add_box(mq_framing *framing, const maq_bounds *box) {
    for (int i = 0; i < 8; i++)
        mq_framing_add(framing, mq_draw_corner(box->min, box->max, i));
}

// The largest side of the extent.
static void measure(mq_drawing *d) {
    d->size = 0;
    for (int i = 0; i < 3; i++) {
        double side = (double)d->extent.box.max[i] - d->extent.box.min[i];
        d->size = side > d->size ? side : d->size;
    }
    if (!(d->size > 0))
        d->size = 1;
}

static void extend_cylinder(void *context, mq_vec3 point) {
    mq_cylinder *round = context;
    double x = point.x - round->x, z = point.z - round->z, square = x * x + z * z;
    if (square > round->square && isfinite(square))
        round->square = square;
}

static void join_cylinders(void *context, const void *other) {
    mq_cylinder *round = context;
    double square = ((const mq_cylinder *)other)->square;
    round->square = square > round->square ? square : round->square;
}

static const mq_point_set cylinders = {extend_cylinder, join_cylinders, sizeof(mq_cylinder)};

static void add_cylinder(mq_framing *framing, const maq_bounds *box, const mq_cylinder *round) {
    enum { CORNERS = 32 };
    double radius = sqrt(round->square);
    for (int i = 0; i < CORNERS; i++) {
        double sine, cosine;
        mq_sine_cosine(360.0 * i / CORNERS, &sine, &cosine);
        double x = round->x + radius * cosine, z = round->z + radius * sine;
        mq_framing_add(framing, (mq_vec3){x, box->min[1], z});
        mq_framing_add(framing, (mq_vec3){x, box->max[1], z});
    }
}

// Adds the overlays that are shown: joints, attachments, boxes, bounds, axes.
static void add_shown(const mq_drawing *d, const mq_point_set *set, void *context) {
    const maq_scene *scene = d->scene;
    uint32_t show = d->options.show;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        maq_node_kind kind = scene->nodes[i].kind;
        bool shown = (kind == MAQ_NODE_JOINT && (show & MAQ_SHOW_JOINTS)) ||
                     (kind == MAQ_NODE_ATTACHMENT && (show & MAQ_SHOW_CONNECTORS));
        const float(*world)[4] = d->pose->worlds[i];
        if (shown)
            set->add(context, (mq_vec3){world[0][3], world[1][3], world[2][3]});
    }
    if ((show & MAQ_SHOW_BOUNDS) && d->extent.any) {
        for (int i = 0; i < 8; i++)
            set->add(context, mq_draw_corner(d->extent.box.min, d->extent.box.max, i));
    }
    if (show & MAQ_SHOW_AXES) {
        for (int i = 0; i < 4; i++)
            set->add(context, mq_draw_axis_end(d, i));
    }
    for (uint32_t i = 0; (show & MAQ_SHOW_BOXES) && i < scene->box_count; i++) {
        for (int corner = 0; corner < 8; corner++)
            set->add(context, mq_draw_box_corner(d, &scene->boxes[i], corner));
    }
}

static void add_to_cylinder(mq_drawing *d, mq_cylinder *round) {
    mq_clip_reach *reach = d->reach;
    if (reach->cylinder.x != round->x || reach->cylinder.z != round->z)
        reach->has_cylinder = false;
    if (!reach->has_cylinder)
        reach->cylinder = *round;
    add_vertices_of_clip(d, &cylinders, round, &reach->cylinder, &reach->has_cylinder);
}

static void add_to_framing(mq_drawing *d, mq_framing *framing) {
    mq_clip_reach *reach = d->reach;
    if (reach->yaw != d->yaw || reach->pitch != d->pitch)
        reach->has_framing = false;
    if (!reach->has_framing) {
        reach->framing = *framing;
        reach->yaw = d->yaw;
        reach->pitch = d->pitch;
    }
    add_vertices_of_clip(d, &framings, framing, &reach->framing, &reach->has_framing);
}

void mq_draw_frame(mq_drawing *d) {
    const maq_picture_options *o = &d->options;
    mq_framing framing;
    mq_framing_begin(&framing, d->yaw, d->pitch, o->width, o->height);
    add_vertices_of_clip(d, &extents, &d->extent, &d->reach->extent, &d->reach->has_extent);
    if (o->fit == MAQ_FIT_BOUNDS)
        d->extent = (mq_extent){true, o->bounds};
    measure(d);
    mq_extent all = d->extent;
    if (o->fit == MAQ_FIT_BOUNDS) {
        add_box(&framing, &all.box);
    } else if (o->fit == MAQ_FIT_TURN) {
        add_shown(d, &extents, &all);
        mq_cylinder round = {((double)all.box.min[0] + all.box.max[0]) / 2,
                             ((double)all.box.min[2] + all.box.max[2]) / 2, 0};
        add_to_cylinder(d, &round);
        add_shown(d, &cylinders, &round);
        if (all.any)
            add_cylinder(&framing, &all.box, &round);
    } else {
        add_to_framing(d, &framing);
        add_shown(d, &framings, &framing);
    }
    mq_framing_end(&framing, o->width, o->height, &d->camera);
}
