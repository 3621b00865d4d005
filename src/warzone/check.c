// SPDX-License-Identifier: MIT
//
// A mod, checked as the game would load it over its data.
#include <string.h>

#include "base/memory.h"
#include "base/plural.h"
#include "base/sort.h"
#include "base/value.h"
#include "formats/format.h"
#include "warzone/check_models.h"
#include "warzone/check_uses.h"
#include "warzone/faction.h"

#define DEFAULT_MAX_FINDINGS 1000

// Models that the program itself names.
static const char *const program_models[] = {
    "fxsexp",   "fxlexp",   "fxdust",   "fxsmoke",  "parthead", "partlegs", "partarm",  "partbody",
    "cybitrkt", "cybitlg1", "cybitgun", "cybitbod", "fxatexp",  "fxssteam", "fxplasma", "fxblip",
    "cyshadow", "mitrnshd", "fxblood",  "fxssmoke", "fxft",     "fxpower",  "fxmflare", "mirain",
    "misnow",   "fxssplsh", "fxexpdrt", "fxlightr", "fxl3dshk", "blipenm",  "blipres",  "blipart",
    "miwrek1",  "miwrek2",  "miwrek3",  "miwrek4",  "miwrek5",  "midebr1",  "midebr2",  "midebr3",
    "midebr4",  "midebr5",  "fxflecht", "arrow",    "mirnum1"};
enum { PROGRAM_MODEL_COUNT = sizeof program_models / sizeof *program_models };

typedef struct mod_check {
    maq_warzone_report shown; // first: what the caller frees
    mq_arena *arena;
    wz_game_files files;
    const char *path;
    size_t first_source;
    unsigned threads;
    wz_model *models; // in the order of files.models
    wz_file *mod;     // for findings about the mod as a whole; NULL: none yet
    wz_uses uses;
    bool has_game; // the set holds the data of the game
} mod_check;

// ---------------------------------------------------------------------------------------- reporting

// The file for findings about a model, which is opened for their positions.
static mq_findings *about_model(mod_check *c, wz_model *model) {
    if (model->about)
        return &model->about->findings;
    maq_document *document = NULL;
    maq_open_options options = {.size = sizeof options, .memory = mq_arena_memory(c->arena)};
    maq_status status =
        maq_open_in_files(c->files.files, model->file->full_name, &options, &document);
    const char *path = document ? maq_document_file_name(document) : NULL;
    if (status == MAQ_NO_MEMORY)
        mq_arena_fail(c->arena, status);
    model->about = mq_wz_add_file(&c->files, path ? path : model->file->full_name);
    if (!model->about) {
        maq_close(document);
        return NULL;
    }
    model->about->document = document;
    return &model->about->findings;
}

static mq_findings *about_mod(mod_check *c) {
    if (!c->mod)
        c->mod = mq_wz_add_file(&c->files, c->path);
    return c->mod ? &c->mod->findings : NULL;
}

// A finding about a file that has no position in it.
static void report_path(mod_check *c, const wz_model_file *file, mq_warzone_rule rule,
                        const char *message) {
    maq_file *found = NULL;
    maq_status status =
        maq_files_find(c->files.files, file->full_name, mq_arena_memory(c->arena), &found);
    wz_file *about = status == MAQ_OK ? mq_wz_add_file(&c->files, found->path) : NULL;
    if (status == MAQ_NO_MEMORY)
        mq_arena_fail(c->arena, status);
    if (about)
        mq_add_finding(&about->findings, &mq_warzone_rules[rule], MAQ_NO_OFFSET, 0, "%s", message);
    maq_file_free(found);
}

static wz_model *model_of(mod_check *c, const wz_model_file *file) {
    return file ? &c->models[file - c->files.models] : NULL;
}

static bool is_of_mod(const mod_check *c, const wz_model_file *file) {
    return file->source >= c->first_source;
}

// ------------------------------------------------------------------------------- what models need

static void want(mod_check *c, const char *name, const char *by) {
    wz_model *model = model_of(c, mq_wz_find_model(&c->files, name, false));
    wz_model *display = model_of(c, mq_wz_find_model(&c->files, name, true));
    if (model && !model->wanted_by)
        model->wanted_by = by;
    if (display && !display->wanted_by)
        display->wanted_by = by;
}

static void want_with_variants(mod_check *c, const char *name, const char *by) {
    want(c, name, by);
    for (int i = 0; i < WZ_FACTION_COUNT; i++) {
        const char *variant = mq_wz_faction_model(c->arena, name, (wz_faction)i);
        if (variant)
            want(c, variant, by);
    }
}

static int compare_models(const char *a, const char *b) {
    while (*a && mq_wz_lower(*a) == mq_wz_lower(*b)) {
        a++;
        b++;
    }
    return (unsigned char)mq_wz_lower(*a) - (unsigned char)mq_wz_lower(*b);
}

static int by_model(const void *a, const void *b, const void *context) {
    const wz_use *x = a, *y = b;
    (void)context;
    return compare_models(x->model, y->model);
}

// The models that stats and messages name. One that is missing is reported where it is named first,
// with the number of all values that name it.
static void check_uses(mod_check *c) {
    wz_use *spare = MQ_NEW_ARRAY(c->arena, wz_use, c->uses.count);
    if (!spare)
        return;
    const wz_use *uses =
        mq_sort(c->uses.items, spare, c->uses.count, sizeof *spare, by_model, NULL);
    for (size_t i = 0, end; i < c->uses.count; i = end) {
        const wz_use *use = &uses[i];
        for (end = i + 1; end < c->uses.count && compare_models(use->model, uses[end].model) == 0;)
            end++;
        if (mq_wz_find_model(&c->files, use->model, false)) {
            const char *by = mq_arena_format(c->arena, "%s in %s", use->key, use->file->path);
            if (by)
                want_with_variants(c, use->model, by);
            continue;
        }
        maq_finding *finding =
            c->has_game ? mq_add_finding(&use->file->findings,
                                         &mq_warzone_rules[MQ_WZ_MODEL_MISSING], use->offset, 0,
                                         "%s: there is no model %.100s", use->key, use->model)
                        : NULL;
        if (finding)
            finding->count = end - i; // all values that name it
    }
}

// The models that the program names. Flags are numbered: all models in their folders count.
static void check_program_models(mod_check *c) {
    static const char by[] = "the program";
    for (size_t i = 0; i < PROGRAM_MODEL_COUNT; i++) {
        const char *name = mq_arena_format(c->arena, "%s.pie", program_models[i]);
        if (!name)
            return;
        want(c, name, by);
        mq_findings *mod =
            c->has_game && !mq_wz_find_model(&c->files, name, false) ? about_mod(c) : NULL;
        if (mod)
            mq_add_finding(mod, &mq_warzone_rules[MQ_WZ_PROGRAM_MODEL], MAQ_NO_OFFSET, 0,
                           "there is no model %s, which the program itself uses", name);
    }
    for (size_t i = 0; i < c->files.model_count; i++) {
        const char *name = c->files.models[i].full_name;
        if (strncmp(name, "misc/minum/", 11) == 0 || strncmp(name, "misc/micnum/", 12) == 0 ||
            strncmp(name, "misc/mivnum/", 12) == 0)
            c->models[i].wanted_by = by;
    }
}

// Events lead from one model to the next, so this goes on until nothing new is found.
static void check_events(mod_check *c) {
    size_t *queue = MQ_NEW_ARRAY(c->arena, size_t, c->files.model_count);
    bool *queued = MQ_NEW_ARRAY(c->arena, bool, c->files.model_count);
    size_t count = 0;
    for (size_t i = 0; queue && queued && i < c->files.model_count; i++) {
        if (c->models[i].wanted_by || is_of_mod(c, c->models[i].file)) {
            queue[count++] = i;
            queued[i] = true;
        }
    }
    for (size_t next = 0; queue && queued && next < count; next++) {
        wz_model *model = &c->models[queue[next]];
        for (uint32_t i = 0; i < model->event_count; i++) {
            const wz_reference *event = &model->events[i];
            const wz_model_file *target = mq_wz_find_model(&c->files, event->name, false);
            mq_findings *about = !target && c->has_game ? about_model(c, model) : NULL;
            if (about)
                mq_add_finding(about, &mq_warzone_rules[MQ_WZ_EVENT_MISSING], event->offset, 0,
                               "there is no model %.100s for this EVENT; the model is wanted by %s",
                               event->name, model->wanted_by ? model->wanted_by : "nothing");
            size_t index = target ? (size_t)(target - c->files.models) : 0;
            // A model of the mod that nothing names does not bring others into the game.
            if (target && model->wanted_by && !c->models[index].wanted_by)
                c->models[index].wanted_by = model->wanted_by;
            if (target && !queued[index]) {
                queue[count++] = index;
                queued[index] = true;
            }
        }
    }
}

// Whether the game finds an image; `*capitals` is the spelling of one that it does not find.
static bool has_image(mod_check *c, const char *name, const char **capitals) {
    static const char *const folders[] = {"graphics_overrides/curr/texpages", "texpages"};
    *capitals = NULL;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        maq_file *file = NULL;
        const char *path = mq_arena_format(c->arena, "%s/%s", folders[i], name);
        maq_status status =
            path ? maq_files_find(c->files.files, path, mq_arena_memory(c->arena), &file)
                 : MAQ_NO_MEMORY;
        bool found = status == MAQ_OK && !file->other_capitals;
        if (status == MAQ_NO_MEMORY)
            mq_arena_fail(c->arena, status);
        else if (status == MAQ_OK && !found)
            *capitals = mq_arena_text(c->arena, file->name, strlen(file->name));
        maq_file_free(file);
        if (found || mq_arena_status(c->arena) != MAQ_OK)
            return true;
    }
    return false;
}

static void check_images(mod_check *c, wz_model *model) {
    for (uint32_t i = 0; i < model->image_count; i++) {
        const wz_reference *image = &model->images[i];
        const char *capitals, *by = model->wanted_by ? model->wanted_by : "nothing";
        if (has_image(c, image->name, &capitals))
            continue;
        mq_findings *about = about_model(c, model);
        if (about && capitals)
            mq_add_finding(about, &mq_warzone_rules[MQ_WZ_IMAGE_CAPITALS], image->offset, 0,
                           "the game does not find the image %.100s, because the file is %.100s",
                           image->name, capitals);
        else if (about)
            mq_add_finding(about, &mq_warzone_rules[MQ_WZ_IMAGE_MISSING], image->offset, 0,
                           "there is no image %.100s in texpages; the model is wanted by %s",
                           image->name, by);
    }
}

// The files themselves: whether they can be read, and what they name.
static void check_models(mod_check *c) {
    for (size_t i = 0; i < c->files.model_count; i++) {
        wz_model *model = &c->models[i];
        if (!model->wanted_by && !is_of_mod(c, model->file))
            continue;
        if (model->status != MAQ_OK) {
            mq_findings *about = about_model(c, model);
            if (about)
                mq_add_finding(about, &mq_warzone_rules[MQ_WZ_MODEL_UNREADABLE], MAQ_NO_OFFSET, 0,
                               "this file cannot be read as a model; it is wanted by %s",
                               model->wanted_by ? model->wanted_by : "nothing");
        } else if (c->has_game) {
            check_images(c, model);
        }
    }
}

// ------------------------------------------------------------------------------------- names of files

static void check_names(mod_check *c) {
    for (size_t i = 0; i < c->files.capital_count; i++) {
        if (is_of_mod(c, &c->files.capitals[i]))
            report_path(c, &c->files.capitals[i], MQ_WZ_CAPITALS,
                        "the game never finds this model, because its name has capital letters");
    }
    for (size_t i = 0; i < c->files.model_count; i++) {
        wz_model *model = &c->models[i];
        const wz_model_file *file = model->file;
        if (!is_of_mod(c, file))
            continue;
        if (file->override) {
            const wz_model *base = model_of(c, mq_wz_find_model(&c->files, file->name, false));
            if (base && base->connector_count > model->connector_count)
                report_path(c, file, MQ_WZ_OVERRIDE_CONNECTORS,
                            mq_arena_format(
                                c->arena, "this model has %u %s, the one that it replaces has %u",
                                model->connector_count,
                                MQ_PLURAL(model->connector_count, "connector", "connectors"),
                                base->connector_count));
        } else if (!model->wanted_by && c->has_game) {
            report_path(c, file, MQ_WZ_UNUSED, "nothing names this model");
        }
    }
}

// ------------------------------------------------------------------------------------------- stats

static bool is_designable(const wz_value *row) {
    const wz_value *value = mq_wz_find(row, "designable");
    return value && mq_value_flag(value->json, false);
}

// A body that players can combine with a propulsion needs models for it. The finding is about the mod
// when only the propulsion comes from there.
static void check_pair(const mod_check *c, const wz_value *body, const wz_value *propulsion) {
    const wz_value *extra = mq_wz_find(body, "propulsionExtraModels"), *at = extra ? extra : body;
    if (mq_wz_find(extra, propulsion->key))
        return;
    if (at->file->source < c->first_source && propulsion->file->source >= c->first_source)
        at = propulsion;
    mq_add_finding(&at->file->findings, &mq_warzone_rules[MQ_WZ_PAIR], mq_wz_offset(at), 0,
                   "%.100s.propulsionExtraModels has no entry for %.100s, though players can "
                   "combine them",
                   body->key, propulsion->key);
}

static void check_pairs(const mod_check *c, const wz_stats *stats) {
    const wz_value *bodies = stats->tables[WZ_BODY], *propulsions = stats->tables[WZ_PROPULSION];
    for (size_t i = 0; bodies && propulsions && i < bodies->count; i++) {
        for (size_t k = 0; is_designable(&bodies->members[i]) && k < propulsions->count; k++) {
            if (is_designable(&propulsions->members[k]))
                check_pair(c, &bodies->members[i], &propulsions->members[k]);
        }
    }
}

typedef struct structure_context {
    mod_check *c;
    const wz_value *row;
    wz_file *file;
    uint32_t weapons;
} structure_context;

static void check_connectors(void *context, const char *text, uint64_t offset, const char *key) {
    const structure_context *s = context;
    const wz_model *model = model_of(s->c, mq_wz_find_model(&s->c->files, text, false));
    uint32_t connectors = model ? model->connector_count : 0;
    if (connectors > 0 && connectors < s->weapons)
        mq_add_finding(&s->file->findings, &mq_warzone_rules[MQ_WZ_CONNECTORS], offset, 0,
                       "%.200s: the model %.100s has %u %s, but the structure has %u %s", key, text,
                       connectors, MQ_PLURAL(connectors, "connector", "connectors"), s->weapons,
                       MQ_PLURAL(s->weapons, "weapon", "weapons"));
}

static void check_structures(mod_check *c, const wz_stats *stats) {
    const wz_value *structures = stats->tables[WZ_STRUCTURE];
    for (size_t i = 0; structures && i < structures->count; i++) {
        const wz_value *row = &structures->members[i], *models = mq_wz_find(row, "structureModel");
        const wz_value *weapons = mq_wz_find(row, "weapons");
        const char *type = mq_wz_text(row, "type");
        bool wall = type && (strcmp(type, "WALL") == 0 || strcmp(type, "CORNER WALL") == 0 ||
                             strcmp(type, "GATE") == 0);
        size_t count = weapons && weapons->json->kind == MAQ_VALUE_ARRAY
                           ? weapons->json->as.children.count
                           : 0;
        const char *key = models && count > 1 && !wall
                              ? mq_arena_format(c->arena, "%.100s.structureModel", row->key)
                              : NULL;
        if (key)
            mq_wz_visit_texts(
                &c->files, models, key, check_connectors,
                &(structure_context){
                    c, row, models->file,
                    (uint32_t)(count < MAQ_WARZONE_MAX_WEAPONS ? count : MAQ_WARZONE_MAX_WEAPONS)});
    }
}

// All other JSON of the mod is read for its faults.
static bool check_other_json(mod_check *c) {
    static const char json[] = ".json";
    for (size_t i = 0; i < c->files.listing->count; i++) {
        const maq_file_entry *entry = &c->files.listing->items[i];
        size_t length = strlen(entry->name);
        if (entry->folder || entry->source < c->first_source || c->files.opened[i] ||
            length <= strlen(json) || strcmp(entry->name + length - strlen(json), json) != 0)
            continue;
        if (!mq_wz_json_check(&c->files, entry->name))
            return false;
        c->uses.file_count++;
    }
    return true;
}

static bool check_stats(mod_check *c) {
    size_t count;
    const char *const *folders = mq_wz_stats_folders(&c->files, &count);
    for (size_t i = 0; folders && i < count; i++) {
        wz_stats stats;
        if (!mq_wz_stats_read(&c->files, folders[i], &stats))
            return false;
        mq_wz_add_uses(&c->uses, &stats);
        check_structures(c, &stats);
        check_pairs(c, &stats);
    }
    mq_wz_add_message_uses(&c->uses);
    return mq_arena_status(c->arena) == MAQ_OK && check_other_json(c);
}

// --------------------------------------------------------------------------------------- the whole

// Nearly all of the models that the program names are in the data of the game, and in no mod.
static bool has_game(mod_check *c) {
    size_t found = 0;
    for (size_t i = 0; i < PROGRAM_MODEL_COUNT; i++) {
        const char *name = mq_arena_format(c->arena, "%s.pie", program_models[i]);
        found += name && mq_wz_find_model(&c->files, name, false);
    }
    return found > PROGRAM_MODEL_COUNT / 2;
}

static maq_status check(mod_check *c, const maq_files *files, size_t max_findings) {
    maq_status status = mq_wz_files_open(&c->files, c->arena, files, max_findings);
    if (status != MAQ_OK)
        return status;
    c->models = mq_wz_models_read(&c->files, c->threads);
    c->has_game = has_game(c);
    if (!c->models || !check_stats(c))
        return mq_arena_status(c->arena);
    check_uses(c);
    check_program_models(c);
    check_events(c);
    check_models(c);
    check_names(c);
    mq_findings *mod = c->has_game ? NULL : about_mod(c);
    if (mod)
        mq_add_finding(mod, &mq_warzone_rules[MQ_WZ_NO_GAME], MAQ_NO_OFFSET, 0,
                       "what is missing was not checked, because the data of the game was not "
                       "given: name it with --data base.wz --data mp.wz");
    c->shown.files = mq_wz_files_with_findings(&c->files, &c->shown.file_count);
    for (size_t i = 0; c->shown.files && i < c->shown.file_count; i++) {
        c->shown.errors += c->shown.files[i].findings->errors;
        c->shown.warnings += c->shown.files[i].findings->warnings;
        c->shown.notes += c->shown.files[i].findings->notes;
    }
    c->shown.json_files = c->uses.file_count;
    c->shown.models = c->files.model_count;
    c->shown.complete = c->has_game;
    return mq_arena_status(c->arena);
}

maq_status maq_warzone_check(const maq_files *files, const maq_warzone_check_options *given,
                             maq_warzone_report **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!files)
        return MAQ_BAD_ARGUMENT;
    maq_warzone_check_options options;
    mq_options_copy(&options, sizeof options, given);
    mq_arena *arena = mq_arena_new(options.memory);
    mod_check *c = arena ? MQ_NEW(arena, mod_check) : NULL;
    if (!c) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    *c = (mod_check){.arena = arena,
                     .path = options.path ? options.path : "mod",
                     .first_source = options.first_source,
                     .threads = options.threads,
                     .uses = {.game = &c->files}};
    size_t most = options.max_findings ? options.max_findings : DEFAULT_MAX_FINDINGS;
    maq_status status = check(c, files, most);
    mq_wz_models_free(c->models, c->files.model_count);
    c->models = NULL;
    if (status == MAQ_OK)
        *out = &c->shown;
    else
        maq_warzone_report_free(&c->shown);
    return status;
}

void maq_warzone_report_free(maq_warzone_report *report) {
    if (report) {
        mod_check *c = (mod_check *)(void *)report;
        mq_wz_files_free(&c->files);
        mq_arena_free(c->arena);
    }
}
