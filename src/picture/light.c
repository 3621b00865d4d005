// SPDX-License-Identifier: MIT
#include "picture/light.h"

void mq_light_set(mq_light *light, mq_vec3 up) {
    mq_vec3 key = mq_normalize((mq_vec3){-0.45, 0.62, 0.64});
    mq_vec3_store(key, light->key);
    mq_vec3_store(mq_normalize((mq_vec3){0.85, -0.1, 0.5}), light->fill);
    mq_vec3_store(mq_normalize(mq_add(key, (mq_vec3){0, 0, 1})), light->half);
    mq_vec3_store(mq_normalize(up), light->up);
}
