// SPDX-License-Identifier: MIT
//
// What stats and messages name: models, and ids of other stats.
#ifndef MQ_WARZONE_CHECK_USES_H
#define MQ_WARZONE_CHECK_USES_H

#include "warzone/stats.h"

// A value in a file of stats that names a model.
typedef struct wz_use {
    const char *model; // as it is written
    const char *key;   // "Cannon1Mk1.model"
    wz_file *file;
    uint64_t offset;
} wz_use;

typedef struct wz_uses {
    wz_game_files *game;
    wz_use *items;
    size_t count, capacity;
} wz_uses;

// Adds all models that stats name, and reports ids that there are not, and fields of a wrong kind.
void mq_wz_add_uses(wz_uses *uses, const wz_stats *stats);

// Adds all models that the files in "messages" name.
void mq_wz_add_message_uses(wz_uses *uses);

// Calls a function for each text of a value: of a text itself, or of each in a list. Other kinds are
// reported as WZ-0204. `key` is the name of the value in messages.
typedef void (*wz_text_visitor)(void *context, const char *text, uint64_t offset, const char *key);
void mq_wz_visit_texts(wz_game_files *game, const wz_value *value, const char *key,
                       wz_text_visitor visit, void *context);

#endif
