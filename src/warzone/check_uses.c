// SPDX-License-Identifier: MIT
#include "warzone/check_uses.h"

#include <string.h>

#include "base/json_read.h"

// The fields that name models.
static const struct {
    wz_table table;
    const char *field;
} model_fields[] = {
    {WZ_BODY, "model"},          {WZ_PROPULSION, "model"},
    {WZ_WEAPONS, "model"},       {WZ_WEAPONS, "mountModel"},
    {WZ_WEAPONS, "muzzleGfx"},   {WZ_WEAPONS, "flightGfx"},
    {WZ_WEAPONS, "hitGfx"},      {WZ_WEAPONS, "missGfx"},
    {WZ_WEAPONS, "waterGfx"},    {WZ_WEAPONS, "trailGfx"},
    {WZ_SENSOR, "sensorModel"},  {WZ_SENSOR, "mountModel"},
    {WZ_ECM, "sensorModel"},     {WZ_ECM, "mountModel"},
    {WZ_REPAIR, "model"},        {WZ_REPAIR, "mountModel"},
    {WZ_STRUCTURE, "baseModel"}, {WZ_STRUCTURE, "structureModel"},
    {WZ_FEATURES, "model"},      {WZ_CONSTRUCTION, "sensorModel"},
    {WZ_RESEARCH, "imdName"},    {WZ_CONSTRUCTION, "mountModel"},
    {WZ_RESEARCH, "imdName2"},
};

// The fields that name ids of another table.
static const struct {
    wz_table table;
    const char *field;
    wz_table other;
    const char *what;
} id_fields[] = {
    {WZ_BRAIN, "turret", WZ_WEAPONS, "weapon"},
    {WZ_STRUCTURE, "weapons", WZ_WEAPONS, "weapon"},
    {WZ_STRUCTURE, "ecmID", WZ_ECM, "ECM"},
    {WZ_STRUCTURE, "sensorID", WZ_SENSOR, "sensor"},
};

static void report_kind(const wz_value *value, uint64_t offset, const char *key) {
    mq_add_finding(&value->file->findings, &mq_warzone_rules[MQ_WZ_FIELD], offset, 0,
                   "%.200s is to be a text", key);
}

void mq_wz_visit_texts(wz_game_files *game, const wz_value *value, const char *key,
                       wz_text_visitor visit, void *context) {
    const maq_value *json = value->json;
    if (json->kind == MAQ_VALUE_TEXT) {
        // No text is how stats say that there is nothing.
        if (*json->as.text.bytes)
            visit(context, json->as.text.bytes, mq_wz_offset(value), key);
    } else if (json->kind == MAQ_VALUE_ARRAY) {
        unsigned index = 0;
        for (const maq_value *child = json->as.children.first; child; child = child->next) {
            const char *item = mq_arena_format(game->arena, "%s[%u]", key, index++);
            if (!item)
                return;
            if (child->kind != MAQ_VALUE_TEXT)
                report_kind(value, mq_json_offset(child), item);
            else if (*child->as.text.bytes)
                visit(context, child->as.text.bytes, mq_json_offset(child), item);
        }
    } else if (json->kind != MAQ_VALUE_NULL) {
        report_kind(value, mq_wz_offset(value), key);
    }
}

// ------------------------------------------------------------------------------------------ models

// Where the uses of one value go.
typedef struct use_context {
    wz_uses *uses;
    wz_file *file;
} use_context;

static void add_use(void *context, const char *text, uint64_t offset, const char *key) {
    const use_context *c = context;
    wz_uses *uses = c->uses;
    wz_use *items =
        mq_arena_grow(uses->game->arena, uses->items, &uses->capacity, uses->count, sizeof *items);
    if (!items)
        return;
    uses->items = items;
    items[uses->count++] = (wz_use){text, key, c->file, offset};
}

// Adds the models of a member of an object. `path` is the name of the object.
static void add_member(wz_uses *uses, const wz_value *object, const char *path, const char *field) {
    const wz_value *value = mq_wz_find(object, field);
    const char *key = value ? mq_arena_format(uses->game->arena, "%.200s.%s", path, field) : NULL;
    if (key)
        mq_wz_visit_texts(uses->game, value, key, add_use, &(use_context){uses, value->file});
}

static void add_extra_models(wz_uses *uses, const wz_value *body, const wz_value *propulsions) {
    static const char *const sides[] = {"left", "right", "moving", "still"};
    const wz_value *extra = mq_wz_find(body, "propulsionExtraModels");
    for (size_t i = 0; extra && i < extra->count; i++) {
        const wz_value *entry = &extra->members[i];
        if (propulsions && !mq_wz_find(propulsions, entry->key))
            mq_add_finding(&entry->file->findings, &mq_warzone_rules[MQ_WZ_ID_UNKNOWN],
                           mq_wz_offset(entry), 0,
                           "%.100s.propulsionExtraModels: there is no propulsion \"%.100s\"; the "
                           "game does not load",
                           body->key, entry->key);
        const char *path = mq_arena_format(uses->game->arena, "%.100s.propulsionExtraModels.%.100s",
                                           body->key, entry->key);
        for (size_t k = 0; path && k < sizeof sides / sizeof *sides; k++)
            add_member(uses, entry, path, sides[k]);
    }
}

// ------------------------------------------------------------------------------------------- ids

typedef struct id_context {
    const wz_value *table;
    const char *what;
    wz_file *file;
} id_context;

static void check_id(void *context, const char *text, uint64_t offset, const char *key) {
    const id_context *c = context;
    if (!mq_wz_find(c->table, text))
        mq_add_finding(&c->file->findings, &mq_warzone_rules[MQ_WZ_ID_UNKNOWN], offset, 0,
                       "%.200s: there is no %s \"%.100s\"", key, c->what, text);
}

static void check_ids(wz_uses *uses, const wz_stats *stats, wz_table table, const wz_value *row) {
    for (size_t i = 0; i < sizeof id_fields / sizeof *id_fields; i++) {
        const wz_value *other = stats->tables[id_fields[i].other];
        const wz_value *value =
            id_fields[i].table == table ? mq_wz_find(row, id_fields[i].field) : NULL;
        const char *key = value && other ? mq_arena_format(uses->game->arena, "%.200s.%s", row->key,
                                                           id_fields[i].field)
                                         : NULL;
        if (key)
            mq_wz_visit_texts(uses->game, value, key, check_id,
                              &(id_context){other, id_fields[i].what, value->file});
    }
}

// --------------------------------------------------------------------------------------- the whole

void mq_wz_add_uses(wz_uses *uses, const wz_stats *stats) {
    for (size_t t = 0; t < WZ_TABLE_COUNT; t++) {
        const wz_value *table = stats->tables[t];
        for (size_t i = 0; table && i < table->count; i++) {
            const wz_value *row = &table->members[i];
            if (row->json->kind != MAQ_VALUE_OBJECT) {
                mq_add_finding(&row->file->findings, &mq_warzone_rules[MQ_WZ_NOT_OBJECT],
                               mq_wz_offset(row), 0, "%.100s is to be an object", row->key);
                continue;
            }
            for (size_t k = 0; k < sizeof model_fields / sizeof *model_fields; k++) {
                if (model_fields[k].table == t)
                    add_member(uses, row, row->key, model_fields[k].field);
            }
            check_ids(uses, stats, (wz_table)t, row);
            if (t == WZ_BODY)
                add_extra_models(uses, row, stats->tables[WZ_PROPULSION]);
        }
    }
}

void mq_wz_add_message_uses(wz_uses *uses) {
    static const char folder[] = "messages/", json[] = ".json";
    const maq_file_list *listing = uses->game->listing;
    for (size_t i = 0; i < listing->count; i++) {
        const char *name = listing->items[i].name;
        size_t length = strlen(name);
        if (strncmp(name, folder, strlen(folder)) != 0 || strchr(name + strlen(folder), '/') ||
            length < strlen(json) || strcmp(name + length - strlen(json), json) != 0)
            continue;
        const wz_value *messages = mq_wz_json_read(uses->game, name);
        for (size_t k = 0; messages && k < messages->count; k++) {
            add_member(uses, &messages->members[k], messages->members[k].key, "imdName");
            add_member(uses, &messages->members[k], messages->members[k].key, "imdName2");
        }
    }
}
