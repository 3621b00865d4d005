// SPDX-License-Identifier: MIT
#include "clips.h"

#include <string.h>

#include "base/number.h"

uint32_t cli_find_clip(const maq_scene *scene, const char *given) {
    uint32_t found = maq_scene_find_clip(scene, given);
    if (found != MAQ_SCENE_NONE)
        return found;
    uint64_t number = 0;
    bool overflow = false;
    const char *end = given + strlen(given);
    bool is_number = mq_parse_u64(given, end, &number, &overflow) == end && *given && !overflow;
    return is_number && number >= 1 && number <= scene->clip_count ? (uint32_t)number - 1
                                                                   : MAQ_SCENE_NONE;
}

// What is wrong, and the clips that there are.
static const char *with_clips(mq_arena *arena, const maq_scene *scene, const char *problem) {
    if (scene->clip_count == 0)
        return mq_arena_format(arena, "%s; the model has none", problem);
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
    return list ? mq_arena_format(arena, "%s; the clip%s %s", problem,
                                  scene->clip_count == 1 ? " is" : "s are", list)
                : NULL;
}

const char *cli_unknown_clip(mq_arena *arena, const maq_scene *scene, const char *given) {
    const char *problem = mq_arena_format(arena, "there is no clip '%s'", given);
    return problem ? with_clips(arena, scene, problem) : NULL;
}

const char *cli_missing_clip(mq_arena *arena, const maq_scene *scene) {
    return with_clips(arena, scene, "a time needs a clip: name it with --clip");
}
