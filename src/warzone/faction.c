// SPDX-License-Identifier: MIT
#include "warzone/faction.h"

#include <string.h>

#include "warzone/game_files.h"

const char *const mq_wz_faction_names[WZ_FACTION_COUNT] = {"nexus", "collective"};

static bool same_letters(const char *text, size_t length, const char *lower) {
    size_t i = 0;
    while (i < length && lower[i] && mq_wz_lower(text[i]) == lower[i])
        i++;
    return i == length && lower[i] == '\0';
}

const char *mq_wz_faction_model(mq_arena *arena, const char *model, wz_faction faction) {
    static const char *const suffixes[WZ_FACTION_COUNT] = {"_nex", "_col"};
    // Two models whose variants have other names.
    static const char *const others[][2] = {{"blwallc1", "blwallc"}, {"blguard1", "blguard"}};
    const char *dot = strrchr(model, '.'), *stem = model;
    size_t length = dot ? (size_t)(dot - model) : strlen(model);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (same_letters(model, length, others[i][0])) {
            stem = others[i][1];
            length = strlen(stem);
            break;
        }
    }
    return mq_arena_format(arena, "%.*s%s%s", (int)length, stem, suffixes[faction], dot ? dot : "");
}
