// SPDX-License-Identifier: MIT
#include "picture/light.h"

static void put(mq_vec3 v, float out[3]) {
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

void mq_light_set(mq_light *light, mq_vec3 up) {
    mq_vec3 key = mq_normalize((mq_vec3){-0.45, 0.62, 0.64});
    put(key, light->key);
    put(mq_normalize((mq_vec3){0.85, -0.1, 0.5}), light->fill);
    put(mq_normalize(mq_add(key, (mq_vec3){0, 0, 1})), light->half);
    put(mq_normalize(up), light->up);
}
