// SPDX-License-Identifier: MIT
#include "warzone/check_models.h"

#include "base/parallel.h"
#include "maquette/pie.h"

typedef struct reading {
    const wz_game_files *game;
    wz_model *models;
} reading;

static void add_images(wz_model *model, const maq_pie_settings *settings,
                       wz_reference *references) {
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        size_t length = 0;
        while (texture->file && texture->file[length])
            length++;
        if (length > 0)
            references[model->image_count++] =
                (wz_reference){mq_arena_text(model->arena, texture->file, length), texture->offset};
    }
}

static bool summarize(wz_model *model, const maq_pie *pie) {
    size_t images = pie->settings.texture_count;
    for (uint32_t i = 0; i < pie->level_count; i++)
        images += pie->levels[i].settings.texture_count;
    wz_reference *references = MQ_NEW_ARRAY(model->arena, wz_reference, images);
    wz_reference *events = MQ_NEW_ARRAY(model->arena, wz_reference, pie->event_count);
    if (!references || !events)
        return false;
    model->images = references;
    model->events = events;
    model->connector_count = pie->level_count > 0 ? pie->levels[0].connector_count : 0;
    add_images(model, &pie->settings, references);
    for (uint32_t i = 0; i < pie->level_count; i++)
        add_images(model, &pie->levels[i].settings, references);
    for (uint32_t i = 0; i < pie->event_count; i++) {
        size_t length = 0;
        while (pie->events[i].file && pie->events[i].file[length])
            length++;
        if (length > 0)
            events[model->event_count++] = (wz_reference){
                mq_arena_text(model->arena, pie->events[i].file, length), pie->events[i].offset};
    }
    return mq_arena_status(model->arena) == MAQ_OK;
}

static void read_model(void *context, size_t index) {
    const reading *r = context;
    wz_model *model = &r->models[index];
    const maq_memory *memory = mq_arena_memory(r->game->arena);
    maq_open_options options = {.size = sizeof options, .memory = memory, .max_findings = 1};
    maq_document *document = NULL;
    model->file = &r->game->models[index];
    model->status = maq_open_in_files(r->game->files, model->file->full_name, &options, &document);
    const maq_pie *pie = model->status == MAQ_OK ? maq_document_pie(document) : NULL;
    if (model->status == MAQ_OK && !pie)
        model->status = MAQ_UNKNOWN_FORMAT;
    if (pie) {
        model->arena = mq_arena_new(memory);
        if (!model->arena || !summarize(model, pie))
            model->status = MAQ_NO_MEMORY;
    }
    maq_close(document);
}

wz_model *mq_wz_models_read(const wz_game_files *game, unsigned threads) {
    reading r = {.game = game, .models = MQ_NEW_ARRAY(game->arena, wz_model, game->model_count)};
    if (!r.models)
        return NULL;
    mq_parallel(game->model_count, threads, read_model, NULL, &r);
    for (size_t i = 0; i < game->model_count; i++) {
        if (r.models[i].status == MAQ_NO_MEMORY) {
            mq_arena_fail(game->arena, MAQ_NO_MEMORY);
            mq_wz_models_free(r.models, game->model_count);
            return NULL;
        }
    }
    return r.models;
}

void mq_wz_models_free(wz_model *models, size_t count) {
    for (size_t i = 0; models && i < count; i++)
        mq_arena_free(models[i].arena);
}
