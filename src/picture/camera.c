// SPDX-License-Identifier: MIT
#include "picture/camera.h"

#include <math.h>

// The tangent of half the field of view across the smaller side of the picture: 30 degrees, a long
// lens, so that thumbnails of tall and flat models look alike.
#define HALF_VIEW 0.26794919243112270
#define MARGIN 0.93 // the part of the picture that the model fills

void mq_sine_cosine(double degrees, double *sine, double *cosine) {
    double rest = isfinite(degrees) ? degrees - 360 * floor(degrees / 360) : 0;
    double quarter = floor(rest / 90 + 0.5);
    // Both series converge to the last bit between -45 and 45 degrees.
    double x = (rest - 90 * quarter) * (3.14159265358979323846 / 180), square = x * x;
    double s = x, c = 1, term = x;
    for (int i = 3; i <= 19; i += 2) {
        term = -term * square / (double)(i * (i - 1));
        s += term;
    }
    term = 1;
    for (int i = 2; i <= 18; i += 2) {
        term = -term * square / (double)(i * (i - 1));
        c += term;
    }
    switch ((int)quarter & 3) {
    case 0:
        *sine = s, *cosine = c;
        break;
    case 1:
        *sine = c, *cosine = -s;
        break;
    case 2:
        *sine = -s, *cosine = -c;
        break;
    default:
        *sine = -c, *cosine = s;
    }
}

void mq_camera_axes(double yaw, double pitch, double rows[3][3]) {
    double sy, cy, sp, cp;
    mq_sine_cosine(yaw, &sy, &cy);
    mq_sine_cosine(pitch, &sp, &cp);
    const double axes[3][3] = {{cy, 0, -sy}, {-sp * sy, cp, -sp * cy}, {cp * sy, sp, cp * cy}};
    for (int i = 0; i < 9; i++)
        rows[i / 3][i % 3] = axes[i / 3][i % 3];
}

static double slope_of(uint32_t side, uint32_t width, uint32_t height) {
    uint32_t smaller = width < height ? width : height;
    return HALF_VIEW * (double)side / (double)smaller;
}

void mq_framing_begin(mq_framing *framing, double yaw, double pitch, uint32_t width,
                      uint32_t height) {
    *framing = (mq_framing){.slope_x = slope_of(width, width, height) * MARGIN,
                            .slope_y = slope_of(height, width, height) * MARGIN};
    mq_camera_axes(yaw, pitch, framing->axes);
}

static double larger(double a, double b) {
    return b > a ? b : a;
}

void mq_framing_add(mq_framing *framing, mq_vec3 point) {
    const double(*axes)[3] = (const double(*)[3])framing->axes;
    double q[3];
    for (int i = 0; i < 3; i++)
        q[i] = axes[i][0] * point.x + axes[i][1] * point.y + axes[i][2] * point.z;
    if (!isfinite(q[0] + q[1] + q[2]))
        return;
    // A point is inside the right side of the picture of a camera at (x, y, z) when
    // q[0] - x <= (z - q[2]) * slope_x: one number for each point says how far away the camera must be.
    double forward_x = q[2] * framing->slope_x, forward_y = q[2] * framing->slope_y;
    if (!framing->any)
        framing->right = framing->left = framing->top = framing->bottom = framing->front =
            framing->back = -INFINITY;
    framing->right = larger(framing->right, forward_x + q[0]);
    framing->left = larger(framing->left, forward_x - q[0]);
    framing->top = larger(framing->top, forward_y + q[1]);
    framing->bottom = larger(framing->bottom, forward_y - q[1]);
    framing->front = larger(framing->front, q[2]);
    framing->back = larger(framing->back, -q[2]);
    for (int i = 0; i < 3; i++)
        framing->most = larger(framing->most, fabs(q[i]));
    framing->any = true;
}

void mq_framing_join(mq_framing *framing, const mq_framing *other) {
    if (!other->any)
        return;
    if (!framing->any) {
        *framing = *other;
        return;
    }
    framing->right = larger(framing->right, other->right);
    framing->left = larger(framing->left, other->left);
    framing->top = larger(framing->top, other->top);
    framing->bottom = larger(framing->bottom, other->bottom);
    framing->front = larger(framing->front, other->front);
    framing->back = larger(framing->back, other->back);
    framing->most = larger(framing->most, other->most);
}

void mq_framing_end(const mq_framing *framing, uint32_t width, uint32_t height, mq_camera *out) {
    double x = (framing->right - framing->left) / 2, y = (framing->top - framing->bottom) / 2;
    double from_x = (framing->right + framing->left) / 2 / framing->slope_x;
    double from_y = (framing->top + framing->bottom) / 2 / framing->slope_y;
    double distance = from_x > from_y ? from_x : from_y;
    // For a single point, or a line along the view direction, any distance will do.
    double depth = framing->front + framing->back, least = framing->most * 1e-6;
    double gap = (depth > least ? depth : least) * 0.1;
    if (!(gap > 0))
        gap = 1;
    if (distance < framing->front + gap)
        distance = framing->front + gap;
    double scale = 1 / (distance + framing->back);

    const double(*axes)[3] = (const double(*)[3])framing->axes;
    for (int i = 0; i < 3; i++) {
        double sign = i == 2 ? -scale : scale;
        for (int k = 0; k < 3; k++)
            out->view.m[i][k] = axes[i][k] * sign;
    }
    out->view.m[0][3] = -x * scale;
    out->view.m[1][3] = -y * scale;
    out->view.m[2][3] = distance * scale;
    out->scale = scale;
    out->up = (mq_vec3){axes[0][1], axes[1][1], axes[2][1]};
    uint32_t smaller = width < height ? width : height;
    out->focal = (double)smaller / 2 / HALF_VIEW * MQ_SUBPIXELS;
    out->middle_x = (double)width / 2 * MQ_SUBPIXELS;
    out->middle_y = (double)height / 2 * MQ_SUBPIXELS;
    out->near = 1e-3;
}
