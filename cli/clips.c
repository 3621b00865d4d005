// SPDX-License-Identifier: MIT
#include "clips.h"

#include <string.h>

#include "base/number.h"

uint32_t cli_find_clip(const maq_scene *scene, const char *given) {
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        if (strcmp(scene->clips[i].name, given) == 0)
            return i;
    }
    uint64_t number = 0;
    bool overflow = false;
    const char *end = given + strlen(given);
    bool is_number = mq_parse_u64(given, end, &number, &overflow) == end && *given && !overflow;
    return is_number && number >= 1 && number <= scene->clip_count ? (uint32_t)number - 1
                                                                   : MAQ_SCENE_NONE;
}

const char *cli_unknown_clip(mq_arena *arena, const maq_scene *scene, const char *given) {
    if (scene->clip_count == 0)
        return mq_arena_format(arena, "there is no clip '%s'; the model has none", given);
    const char *list = "";
    for (uint32_t i = 0; list && i < scene->clip_count; i++) {
        char seconds[MQ_NUMBER_TEXT_MAX];
        mq_print_float(seconds, scene->clips[i].duration);
        const char *comma = i == 0 ? "" : ", ";
        // A clip without a name is chosen by its number.
        list = *scene->clips[i].name
                   ? mq_arena_format(arena, "%s%s'%s' (%s s)", list, comma, scene->clips[i].name,
                                     seconds)
                   : mq_arena_format(arena, "%s%s%u (%s s)", list, comma, i + 1, seconds);
    }
    return list ? mq_arena_format(arena, "there is no clip '%s'; the clip%s %s", given,
                                  scene->clip_count == 1 ? " is" : "s are", list)
                : NULL;
}
