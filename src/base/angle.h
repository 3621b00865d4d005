// SPDX-License-Identifier: MIT
//
// Angles from their sine and cosine by plain arithmetic: the functions of libm differ from system to
// system in their last bits.
#ifndef MQ_BASE_ANGLE_H
#define MQ_BASE_ANGLE_H

#include <math.h>

// The arc tangent of a ratio from 0 to 1, in degrees.
static inline double mq_arc_tangent(double ratio) {
    const double eighth_turn_half = 0.41421356237309503; // the tangent of 22.5 degrees
    double base = 0;
    if (ratio > eighth_turn_half) {
        base = 45;
        ratio = (ratio - 1) / (ratio + 1);
    }
    // Taylor's series; the first term that is left out is below 1e-17.
    double square = ratio * ratio, sum = 0;
    for (int k = 20; k >= 0; k--)
        sum = 1.0 / (2 * k + 1) - square * sum;
    return base + ratio * sum * (180 / 3.14159265358979323846);
}

// The angle of the direction (x, y), from -180 to 180 degrees; 0 for no direction. Multiples of 45
// degrees are exact.
static inline double mq_angle_of(double y, double x) {
    double a = fabs(x), b = fabs(y);
    double angle = a == b  ? (a > 0 ? 45 : 0)
                   : a > b ? mq_arc_tangent(b / a)
                           : 90 - mq_arc_tangent(a / b);
    angle = x < 0 ? 180 - angle : angle;
    return y < 0 ? -angle : angle;
}

#endif
