// SPDX-License-Identifier: MIT
//
// Spherical interpolation of rotations, and sines, by polynomials: the functions of libm differ from
// system to system in their last bits. Errors of slerp are below 1e-10, of sines below 1e-15. There
// are no branches, so that loops over many rotations are vectorised.
#ifndef MQ_BASE_SLERP_H
#define MQ_BASE_SLERP_H

#include "base/math.h"

// sin(x) / x for x from 0 to a quarter turn, by the square of x.
static inline double mq_sine_part(double square) {
    double p = -2.3889217312477786e-08;
    p = p * square + 2.7525269786698715e-06;
    p = p * square - 0.00019840861178828061;
    p = p * square + 0.00833333097420379;
    p = p * square - 0.16666666616815468;
    return p * square + 0.9999999999829191;
}

// The square of the angle whose cosine this is, from 0 to a quarter turn. That of half the angle is
// far from where the arc cosine has no slope.
static inline double mq_angle_square(double cosine) {
    double z = 1 - sqrt((1 + cosine) * 0.5);
    double p = 0.0011839342165023902;
    p = p * z + 0.001738527892348459;
    p = p * z + 0.005117946416202223;
    p = p * z + 0.014281668670651048;
    p = p * z + 0.044444644498780696;
    p = p * z + 0.1666666629806784;
    p = p * z + 1.0000000000110303;
    return 8 * z * p;
}

// Interpolates two rotations along the shorter way at constant speed. Their lengths may differ a
// little from 1, but must not be 0; the length of the result is 1.
static inline mq_quat mq_slerp(mq_quat a, mq_quat b, double part) {
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double square_a = a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
    double square_b = b.x * b.x + b.y * b.y + b.z * b.z + b.w * b.w;
    double lengths = 1 / sqrt(square_a * square_b), cosine = fabs(dot) * lengths;
    cosine = cosine < 1 ? cosine : 1;
    double square = mq_angle_square(cosine), rest = 1 - part;
    // Both lack the same factor, which the last step makes up for.
    double of_a = rest * mq_sine_part(rest * rest * square);
    double of_b = part * mq_sine_part(part * part * square) * (square_a * lengths);
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
    double s = 1.5894471571217496e-10;
    s = s * square - 2.5050712473561342e-08;
    s = s * square + 2.75573133479828e-06;
    s = s * square - 0.00019841269828568424;
    s = s * square + 0.008333333333320257;
    s = s * square - 0.16666666666666616;
    s = (s * square + 1) * x;
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

// A rotation about x (0), y (1) or z (2).
static inline mq_quat mq_quat_about(unsigned axis, double degrees) {
    double sine, cosine;
    mq_sine_and_cosine(degrees / 2, &sine, &cosine);
    return (mq_quat){axis == 0 ? sine : 0, axis == 1 ? sine : 0, axis == 2 ? sine : 0, cosine};
}

#endif
