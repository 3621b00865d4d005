// SPDX-License-Identifier: MIT
//
// JSON of the game as a tree in which every value knows the file it comes from, so that files can be
// merged and findings still have a position.
#ifndef MQ_WARZONE_STATS_VALUE_H
#define MQ_WARZONE_STATS_VALUE_H

#include "base/arena.h"
#include "warzone/game_files.h"

typedef struct wz_value {
    const char *key;       // NULL at the root
    const maq_value *json; // of an object that several files make up, that of the last one
    wz_file *file;         // that `json` is in
    // Of an object: its members, in the order of their keys, each key once.
    const struct wz_value *members;
    size_t count;
} wz_value;

// The tree of a value that mq_json_read() read. Of equal keys the last counts, as in the game. NULL
// when there is no memory.
wz_value *mq_wz_value(mq_arena *arena, const maq_value *json, wz_file *file);

// What `over` makes of `base` (NULL: nothing): members of both are merged, null removes a member,
// everything else replaces it. NULL when there is no memory.
wz_value *mq_wz_merge(mq_arena *arena, const wz_value *base, const wz_value *over);

// The member of an object, or NULL (also when `object` is NULL or not an object).
const wz_value *mq_wz_find(const wz_value *object, const char *key);

// The text of a member; NULL when there is none, or when it is empty or not a text.
const char *mq_wz_text(const wz_value *object, const char *key);

// Where a value begins in its file: at its key.
uint64_t mq_wz_offset(const wz_value *value);

#endif
