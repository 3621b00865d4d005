// SPDX-License-Identifier: MIT
#include "scene/copy.h"

#include "base/copying.h"
#include "scene/fields.h"

bool mq_scene_copy(mq_arena *arena, const maq_scene *scene, maq_scene *out) {
    mq_copying copying = {arena, true};
    maq_scene *copy = mq_record_copy(arena, &mq_scene_record, scene, 1);
    if (!copy)
        return false;
    copy->owner = NULL;
    copy->node_order = MQ_COPY_ARRAY(&copying, uint32_t, scene->node_order, scene->node_count);
    copy->source_format = mq_copy_text(&copying, scene->source_format);
    copy->source.variant = mq_copy_text(&copying, scene->source.variant);
    copy->source.data =
        MQ_COPY_ARRAY(&copying, unsigned char, scene->source.data, scene->source.length);
    *out = *copy;
    return copying.ok;
}
