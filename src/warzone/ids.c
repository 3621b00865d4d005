// SPDX-License-Identifier: MIT
#include "warzone/ids.h"

#include "base/near_word.h"

// How many ids a message lists.
#define MAX_LISTED 12

static bool contains(const char *text, const char *part) {
    for (; *text; text++) {
        size_t i = 0;
        while (part[i] && mq_wz_lower(text[i]) == mq_wz_lower(part[i]))
            i++;
        if (!part[i])
            return true;
    }
    return false;
}

// How many letters two texts have in common at their beginnings.
static size_t common_letters(const char *a, const char *b) {
    size_t count = 0;
    while (a[count] && mq_wz_lower(a[count]) == mq_wz_lower(b[count]))
        count++;
    return count;
}

static bool has_name(const maq_warzone_item *item, const char *name) {
    size_t length = common_letters(item->name, name);
    return length > 0 && !item->name[length] && !name[length];
}

const char *mq_wz_id_of(const maq_warzone *game, maq_warzone_kind kind, const char *given) {
    const maq_warzone_item *items = game->items[kind];
    const char *id = NULL;
    size_t count = 0;
    if (!given || mq_wz_find(game->stats.tables[kind], given))
        return given;
    for (size_t i = 0; i < game->item_counts[kind]; i++) {
        if (has_name(&items[i], given)) {
            id = items[i].id;
            count++;
        }
    }
    return count == 1 ? id : given;
}

// ---------------------------------------------------------------------------------------- messages

// "Body11ABT (Python)".
static const char *label(mq_arena *arena, const maq_warzone_item *item) {
    return *item->name ? mq_arena_format(arena, "%.80s (%.80s)", item->id, item->name)
                       : mq_arena_format(arena, "%.80s", item->id);
}

// The one item that is nearest to a misspelt id or name; NULL: there is none, or there are several.
static const maq_warzone_item *find_nearest(const maq_warzone *game, maq_warzone_kind kind,
                                            const char *given) {
    const maq_warzone_item *items = game->items[kind], *nearest = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < game->item_counts[kind]; i++) {
        size_t by_id = mq_near_word(given, items[i].id);
        size_t by_name = mq_near_word(given, items[i].name);
        size_t distance = by_id < by_name ? by_id : by_name;
        if (distance < least)
            nearest = &items[i];
        else if (distance == least)
            nearest = NULL;
        least = distance < least ? distance : least;
    }
    return nearest;
}

// The ids of a kind: first those that contain the given one, then those that begin like it, then those
// that players can choose.
static const char *list_ids(mq_arena *arena, const maq_warzone *game, maq_warzone_kind kind,
                            const char *given) {
    const maq_warzone_item *items = game->items[kind];
    size_t count = game->item_counts[kind], listed = 0;
    const char *list = "";
    for (int order = 0; order < 4; order++) {
        for (size_t i = 0; list && i < count && listed < MAX_LISTED; i++) {
            int own = contains(items[i].id, given) || contains(items[i].name, given) ? 0
                      : common_letters(items[i].id, given) >= 3                      ? 1
                      : items[i].designable                                          ? 2
                                                                                     : 3;
            const char *item = own == order ? label(arena, &items[i]) : NULL;
            if (item)
                list = mq_arena_format(arena, "%s%s%s", list, listed++ ? ", " : "", item);
        }
    }
    return !list            ? NULL
           : count > listed ? mq_arena_format(arena, "%s and %zu more", list, count - listed)
           : count == 0     ? "none"
                            : list;
}

const char *mq_wz_unknown_id(mq_arena *arena, const maq_warzone *game, maq_warzone_kind kind,
                             const char *what, const char *given) {
    const maq_warzone_item *nearest = find_nearest(game, kind, given);
    const char *item = nearest ? label(arena, nearest) : NULL;
    if (item)
        return mq_arena_format(arena, "there is no %s \"%.80s\"; did you mean %s?", what, given,
                               item);
    const char *list = list_ids(arena, game, kind, given);
    return list
               ? mq_arena_format(arena, "there is no %s \"%.80s\"; there are %s", what, given, list)
               : NULL;
}
