// SPDX-License-Identifier: MIT
//
// Angles from their sine and cosine, and the reverse, by plain arithmetic: the functions of libm differ
// from system to system in their last bits. slerp.h has sines for many angles at once.
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

#define MQ_RADIANS (3.14159265358979323846 / 180) // of a degree

// The sine and cosine of an angle in radians, with errors below 3e-16 for up to 1e5 radians. Like
// those of libm they are those of the number itself: a quarter turn has a cosine of 6e-17, not 0.
static inline void mq_radian_sine_and_cosine(double radians, double *sine, double *cosine) {
    // Half of pi in three parts; two have so few bits that their products with whole numbers are exact.
    const double high = 1.5707963267341256, middle = 6.077100506303966e-11,
                 low = 2.0222662487959506e-21;
    // Beyond that only the result must be the same everywhere, which that of fmod() is.
    double x = fabs(radians) <= 1e5 ? radians : fmod(radians, 6.28318530717958647693);
    double quarters = floor(x / (high + middle) + 0.5);
    x = x - quarters * high - quarters * middle - quarters * low;
    // Taylor's series; the first terms that are left out are below 1e-18.
    double square = x * x, s = 1, c = 1;
    for (int k = 9; k >= 1; k--) {
        s = 1 - s * square / (2 * k * (2 * k + 1));
        c = 1 - c * square / ((2 * k - 1) * 2 * k);
    }
    s *= x;
    double turn = quarters - 4 * floor(quarters / 4);
    *sine = turn == 0 ? s : turn == 1 ? c : turn == 2 ? -s : -c;
    *cosine = turn == 0 ? c : turn == 1 ? -s : turn == 2 ? -c : s;
}

#endif
