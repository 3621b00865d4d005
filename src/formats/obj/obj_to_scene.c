// SPDX-License-Identifier: MIT
#include "formats/obj/obj_priv.h"
maq_status mq_obj_to_scene(const maq_document *document, mq_scene_builder *builder) {
    (void)document;
    return mq_arena_status(builder->arena);
}
maq_status mq_obj_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    (void)scene;
    (void)settings;
    return mq_arena_status(out->arena);
}
