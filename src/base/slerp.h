// SPDX-License-Identifier: MIT
//
// Turning from one rotation to another, and sines, by polynomials: the functions of libm differ from
// system to system in their last bits. Errors stay below 1e-14. There are no branches, so that loops
// over many rotations become vector code.
#ifndef MQ_BASE_SLERP_H
#define MQ_BASE_SLERP_H

#include "base/math.h"

// sin(x) / x for x from 0 to a quarter turn, by the square of x.
static inline double mq_sine_part(double square) {
    double p = -7.374387395196432e-13;
    p = p * square + 1.6048168309450416e-10;
    p = p * square - 2.505188194643961e-08;
    p = p * square + 2.7557316609069463e-06;
    p = p * square - 0.00019841269824861862;
    p = p * square + 0.008333333333282756;
    p = p * square - 0.16666666666666072;
    return p * square + 0.9999999999999999;
}

// The square of the angle whose cosine this is, from 0 to a quarter turn. That of half the angle is
// far from where the arc cosine has no slope.
static inline double mq_angle_square(double cosine) {
    double z = 1 - sqrt((1 + cosine) * 0.5);
    double p = 0.00010830254171229334;
    p = p * z + 9.289378858089083e-05;
    p = p * z + 0.0003243610041764418;
    p = p * z + 0.0007582212639647657;
    p = p * z + 0.0019243869076023136;
    p = p * z + 0.005079334430132033;
    p = p * z + 0.014285715680357131;
    p = p * z + 0.04444444441233354;
    p = p * z + 0.1666666666669526;
    p = p * z + 0.9999999999999996;
    return 8 * z * p;
}

// Between two rotations the short way, at an even pace. They need not be quite of length 1, but not
// of length 0; the result is.
static inline mq_quat mq_slerp(mq_quat a, mq_quat b, double part) {
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double length_a = sqrt(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
    double length_b = sqrt(b.x * b.x + b.y * b.y + b.z * b.z + b.w * b.w);
    double cosine = fabs(dot) / (length_a * length_b);
    cosine = cosine < 1 ? cosine : 1;
    double square = mq_angle_square(cosine), rest = 1 - part;
    // Both lack the same factor, which the last step makes up for.
    double of_a = rest * mq_sine_part(rest * rest * square) * length_b;
    double of_b = part * mq_sine_part(part * part * square) * length_a;
    of_b = dot < 0 ? -of_b : of_b;
    mq_quat q = {a.x * of_a + b.x * of_b, a.y * of_a + b.y * of_b, a.z * of_a + b.z * of_b,
                 a.w * of_a + b.w * of_b};
    double scale = 1 / sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (mq_quat){q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

// The sine and cosine of an angle in degrees, however large. Multiples of 90 are exact.
static inline void mq_sine_and_cosine(double degrees, double *sine, double *cosine) {
    double quarters = floor(degrees / 90 + 0.5);
    double x = (degrees - quarters * 90) * (3.14159265358979323846 / 180), square = x * x;
    double s = x * mq_sine_part(square);
    double c = -1.1353190283082245e-11;
    c = c * square + 2.087557858131534e-09;
    c = c * square - 2.7557313068018556e-07;
    c = c * square + 2.4801587283766274e-05;
    c = c * square - 0.001388888888886087;
    c = c * square + 0.04166666666666645;
    c = c * square - 0.5;
    c = c * square + 1;
    double turn = quarters - 4 * floor(quarters / 4);
    *sine = turn == 0 ? s : turn == 1 ? c : turn == 2 ? -s : -c;
    *cosine = turn == 0 ? c : turn == 1 ? -s : turn == 2 ? -c : s;
}

// A turn about x (0), y (1) or z (2).
static inline mq_quat mq_quat_about(unsigned axis, double degrees) {
    double sine, cosine;
    mq_sine_and_cosine(degrees / 2, &sine, &cosine);
    return (mq_quat){axis == 0 ? sine : 0, axis == 1 ? sine : 0, axis == 2 ? sine : 0, cosine};
}

#endif
