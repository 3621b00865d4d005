// SPDX-License-Identifier: MIT
//
// Lighting: a key light from above the camera, a weaker fill light from the other side, and the sky.
// Key and fill move with the camera; the sky is above the model.
#ifndef MQ_PICTURE_LIGHT_H
#define MQ_PICTURE_LIGHT_H

#include "base/math.h"

typedef struct mq_light {
    float key[3], fill[3]; // directions to them, in the axes of the camera
    float half[3];         // the half vector of the key light, for specular light
    float up[3];
} mq_light;

void mq_light_set(mq_light *light, mq_vec3 up);

// The diffuse and the specular light of a surface with this normal of length 1. Neither is negative;
// a white surface in full light is about 1.
static inline void mq_light_on(const mq_light *light, const float normal[3], float *diffuse,
                               float *specular) {
    float key = normal[0] * light->key[0] + normal[1] * light->key[1] + normal[2] * light->key[2];
    float fill =
        normal[0] * light->fill[0] + normal[1] * light->fill[1] + normal[2] * light->fill[2];
    float up = normal[0] * light->up[0] + normal[1] * light->up[1] + normal[2] * light->up[2];
    float half =
        normal[0] * light->half[0] + normal[1] * light->half[1] + normal[2] * light->half[2];
    float sum = 0.14f + 0.09f * up;
    if (key > 0)
        sum += 0.78f * key;
    if (fill > 0)
        sum += 0.14f * fill;
    *diffuse = sum;
    float power = half > 0 ? half : 0;
    power *= power; // 2
    power *= power; // 4
    power *= power; // 8
    power *= power; // 16
    *specular = key > 0 ? power : 0;
}

#endif
