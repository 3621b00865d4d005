// SPDX-License-Identifier: MIT
//
// What the check of a mod needs to know of all models: read on all cores, one after the other in memory.
#ifndef MQ_WARZONE_CHECK_MODELS_H
#define MQ_WARZONE_CHECK_MODELS_H

#include "warzone/game_files.h"

// A name in a model and where it is.
typedef struct wz_reference {
    const char *name;
    uint64_t offset;
} wz_reference;

typedef struct wz_model {
    const wz_model_file *file;
    maq_status status; // of opening it
    uint32_t connector_count;
    const wz_reference *images, *events;
    uint32_t image_count, event_count;
    mq_arena *arena; // has the references

    // What the check finds out.
    const char *wanted_by; // whoever names it first; NULL: nobody
    wz_file *about;        // for findings; NULL: none yet
} wz_model;

// Reads the models of the index, in its order. NULL when there is no memory. mq_wz_models_free() ends
// them; NULL is allowed.
wz_model *mq_wz_models_read(const wz_game_files *game, unsigned threads);
void mq_wz_models_free(wz_model *models, size_t count);

#endif
