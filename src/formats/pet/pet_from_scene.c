// SPDX-License-Identifier: MIT
#include "formats/pet/pet_scene.h"

maq_status mq_pet_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    (void)scene;
    (void)settings;
    (void)out;
    return MAQ_UNSUPPORTED;
}
