// SPDX-License-Identifier: MIT
//
// Droids and structures as the game puts them together. The rotations of the game are about the axes of
// PIE, whose z is that of the scene with the other sign: rotations about x and y change their sign.
#include <string.h>

#include "api/owned_scene.h"
#include "base/memory.h"
#include "base/plural.h"
#include "base/slerp.h"
#include "base/text.h"
#include "formats/format.h"
#include "maquette/pie.h"
#include "scene/merge.h"
#include "warzone/faction.h"
#include "warzone/ids.h"
#include "warzone/warzone.h"

// The weapons of a VTOL hang below it, at connectors from this one on.
#define FIRST_VTOL_CONNECTOR 5

// More parts than any design has.
enum { MAX_PARTS = 16 };

// A transform relative to a parent, in the axes of the scene.
typedef struct local_transform {
    mq_vec3 translation;
    mq_quat rotation;
} local_transform;

// A part that is in the scene.
typedef struct placed_part {
    uint32_t node;
    mq_mat34 world;
    const maq_pie_connector *connectors;
    uint32_t connector_count;
} placed_part;

typedef struct assembly {
    maq_warzone_assembly shown; // first: what the caller frees
    mq_arena *arena;
    const maq_warzone *game;
    const maq_warzone_design *design;
    mq_findings findings;
    mq_scene_builder builder;
    maq_warzone_part parts[MAX_PARTS];
    placed_part origin; // the frame of the whole
} assembly;

static const local_transform in_place = {{0, 0, 0}, {0, 0, 0, 1}};

static bool report(assembly *a, mq_warzone_rule rule, const char *message) {
    if (message)
        mq_add_finding(&a->findings, &mq_warzone_rules[rule], MAQ_NO_OFFSET, 0, "%s", message);
    return false;
}

// ----------------------------------------------------------------------------------------- the ids

// The stats of an id, or NULL: it is NULL, or unknown, which is reported.
static const wz_value *stats_of(assembly *a, maq_warzone_kind kind, const char *what,
                                const char *id) {
    const wz_value *found = mq_wz_find(a->game->stats.tables[kind], id);
    if (!found && id)
        report(a, MQ_WZ_DESIGN_ID, mq_wz_unknown_id(a->arena, a->game, kind, what, id));
    return found;
}

// Replaces the names that players know by ids.
static void find_ids(const maq_warzone *game, maq_warzone_design *design) {
    design->body = mq_wz_id_of(game, MAQ_WARZONE_BODY, design->body);
    design->propulsion = mq_wz_id_of(game, MAQ_WARZONE_PROPULSION, design->propulsion);
    for (size_t i = 0; i < MAQ_WARZONE_MAX_WEAPONS; i++)
        design->weapons[i] = mq_wz_id_of(game, MAQ_WARZONE_WEAPON, design->weapons[i]);
    design->sensor = mq_wz_id_of(game, MAQ_WARZONE_SENSOR, design->sensor);
    design->ecm = mq_wz_id_of(game, MAQ_WARZONE_ECM, design->ecm);
    design->repair = mq_wz_id_of(game, MAQ_WARZONE_REPAIR, design->repair);
    design->construction = mq_wz_id_of(game, MAQ_WARZONE_CONSTRUCTION, design->construction);
    design->brain = mq_wz_id_of(game, MAQ_WARZONE_BRAIN, design->brain);
    design->structure = mq_wz_id_of(game, MAQ_WARZONE_STRUCTURE, design->structure);
}

static bool has_text(const wz_value *stats, const char *key, const char *wanted) {
    const char *text = mq_wz_text(stats, key);
    return text && strcmp(text, wanted) == 0;
}

// ---------------------------------------------------------------------------------------- the parts

// Names meshes after the part: the levels of all models have the same names.
static void name_meshes(assembly *a, const char *role, maq_scene *scene) {
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        maq_scene_mesh *mesh = MQ_WRITABLE(maq_scene_mesh, &scene->meshes[i]);
        mesh->name = mq_arena_format(a->arena, "%s/%s", role, mesh->name);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        maq_scene_node *node = MQ_WRITABLE(maq_scene_node, &scene->nodes[i]);
        if (node->mesh != MAQ_SCENE_NONE)
            node->name = mq_arena_format(a->arena, "%s/%s", role, node->name);
    }
}

// Opens a model file and puts it below a node. The connectors are copied.
static bool merge_model(assembly *a, const char *role, const wz_model_file *file, uint32_t node,
                        placed_part *out, bool draw) {
    maq_document *document = NULL;
    maq_open_options options = {.size = sizeof options, .memory = mq_arena_memory(a->arena)};
    maq_status status =
        maq_open_in_files(a->game->files.files, file->full_name, &options, &document);
    const maq_pie *pie = status == MAQ_OK ? maq_document_pie(document) : NULL;
    if (status == MAQ_NO_MEMORY)
        mq_arena_fail(a->arena, status);
    else if (!pie)
        report(a, MQ_WZ_MODEL_UNREADABLE,
               mq_arena_format(a->arena, "%.200s cannot be read", file->full_name));
    if (!pie) {
        maq_close(document);
        return false;
    }
    uint32_t count = pie->level_count > 0 ? pie->levels[0].connector_count : 0;
    if (count > out->connector_count) {
        maq_pie_connector *connectors = MQ_NEW_ARRAY(a->arena, maq_pie_connector, count);
        if (connectors) {
            memcpy(connectors, pie->levels[0].connectors, count * sizeof *connectors);
            // Those of an override count; what it lacks comes from the model that it replaces.
            if (out->connector_count > 0)
                memcpy(connectors, out->connectors, out->connector_count * sizeof *connectors);
            out->connectors = connectors;
            out->connector_count = count;
        }
    }
    if (draw && mq_arena_status(a->arena) == MAQ_OK) {
        maq_scene scene;
        mq_scene_builder builder;
        uint64_t dropped = 0;
        mq_scene_begin(&builder, a->arena, &a->findings);
        status = mq_document_to_scene(document, &builder);
        if (status == MAQ_OK)
            status = mq_scene_finish(&builder, &scene);
        if (status == MAQ_OK)
            name_meshes(a, role, &scene);
        if (status == MAQ_OK)
            mq_scene_merge(&a->builder, &scene, node, role, &dropped);
    }
    maq_close(document);
    return status == MAQ_OK && mq_arena_status(a->arena) == MAQ_OK;
}

// Adds a part: a node with this transform relative to `parent`, and the model of this name below it.
// False when that is impossible, which is reported.
static bool add_part(assembly *a, const char *role, const char *model, const placed_part *parent,
                     const local_transform *local, placed_part *out) {
    const wz_game_files *files = &a->game->files;
    const wz_model_file *base = mq_wz_find_model(files, model, false);
    const wz_model_file *display = mq_wz_find_model(files, model, true);
    if (!base)
        return report(
            a, MQ_WZ_MODEL_MISSING,
            mq_arena_format(a->arena, "the model %.80s of the %s is not in the data", model, role));
    static const mq_vec3 unit = {1, 1, 1};
    mq_mat34 matrix = mq_mat34_from(local->translation, local->rotation, unit);
    maq_scene_node node = mq_scene_node(role, MAQ_NODE_GROUP);
    node.parent = parent->node;
    mq_vec3_store(local->translation, node.rest.translation);
    mq_quat_store(local->rotation, node.rest.rotation);
    *out = (placed_part){.node = mq_scene_add_node(&a->builder, &node),
                         .world = mq_mat34_multiply(&parent->world, &matrix)};
    if (out->node == MAQ_SCENE_NONE || a->shown.part_count == MAX_PARTS)
        return false;
    maq_warzone_part *part = &a->parts[a->shown.part_count++];
    *part = (maq_warzone_part){.role = role, .model = display->full_name};
    memcpy(part->matrix, out->world.m, sizeof part->matrix);
    return merge_model(a, role, display, out->node, out, true) &&
           (display == base || merge_model(a, role, base, out->node, out, false));
}

// The position of a connector in the axes of the scene: its z is up, its y runs along the z of PIE.
static mq_vec3 connector_position(const placed_part *part, uint32_t index) {
    const maq_pie_connector *connector = &part->connectors[index];
    return (mq_vec3){connector->x, connector->z, -connector->y};
}

static const char *numbered(assembly *a, const char *role, uint32_t slot) {
    return mq_arena_format(a->arena, "%s %u", role, slot + 1);
}

// --------------------------------------------------------------------------------------- the turrets

// A turret: a mount, which may be missing, and what is on it.
typedef struct turret {
    const char *mount_role, *role;
    const char *mount, *model; // NULL: none
    mq_vec3 position;
    bool upside_down;  // of a VTOL
    bool at_connector; // the model is at the first connector of the mount
    bool has_pitch;
} turret;

static bool add_turret(assembly *a, const placed_part *on, const turret *t) {
    local_transform local = {t->position, mq_quat_about(1, a->design->turn)};
    if (t->upside_down)
        local.rotation = mq_quat_multiply(local.rotation, mq_quat_about(2, 180));
    placed_part mount = {0};
    const placed_part *parent = on;
    if (t->mount) {
        if (!add_part(a, t->mount_role, t->mount, on, &local, &mount))
            return false;
        parent = &mount;
        local = in_place;
        if (t->at_connector && mount.connector_count > 0)
            local.translation = connector_position(&mount, 0);
    }
    if (t->has_pitch) {
        double pitch = t->upside_down ? -a->design->pitch : a->design->pitch;
        local.rotation = mq_quat_multiply(local.rotation, mq_quat_about(0, -pitch));
    }
    placed_part placed;
    return !t->model || add_part(a, t->role, t->model, parent, &local, &placed);
}

static turret weapon_turret(assembly *a, const wz_value *weapon, uint32_t slot) {
    return (turret){.mount_role = numbered(a, "mount", slot),
                    .role = numbered(a, "weapon", slot),
                    .mount = mq_wz_text(weapon, "mountModel"),
                    .model = mq_wz_text(weapon, "model"),
                    .at_connector = true,
                    .has_pitch = true};
}

// Sensors, ECMs and construction units have a sensorModel, repair units a model.
static turret system_turret(const char *role, const wz_value *stats) {
    const char *model = mq_wz_text(stats, "sensorModel");
    return (turret){.mount_role = "mount",
                    .role = role,
                    .mount = mq_wz_text(stats, "mountModel"),
                    .model = model ? model : mq_wz_text(stats, "model")};
}

static bool add_weapon_of_droid(assembly *a, const placed_part *body, const wz_value *weapon,
                                uint32_t slot, bool vtol) {
    turret t = weapon_turret(a, weapon, slot);
    uint32_t connector = vtol ? FIRST_VTOL_CONNECTOR + slot : slot;
    t.upside_down = vtol;
    if (connector < body->connector_count)
        t.position = connector_position(body, connector);
    else
        report(a, MQ_WZ_DESIGN_PART,
               mq_arena_format(a->arena,
                               "the body has %u %s, so the game shows weapon %u at its centre "
                               "instead of at connector %u",
                               body->connector_count,
                               MQ_PLURAL(body->connector_count, "connector", "connectors"),
                               slot + 1, connector + 1));
    return add_turret(a, body, &t);
}

// --------------------------------------------------------------------------------------- the droid

static bool add_propulsion(assembly *a, const wz_value *body, const wz_value *propulsion) {
    const wz_value *models = mq_wz_find(mq_wz_find(body, "propulsionExtraModels"), propulsion->key);
    const char *left = mq_wz_text(models, "left"), *right = mq_wz_text(models, "right");
    const char *moving = mq_wz_text(models, a->design->moving ? "moving" : "still");
    placed_part placed;
    if (!models && mq_wz_text(propulsion, "model") && !mq_wz_find(body, "droidType"))
        report(a, MQ_WZ_DESIGN_PART,
               mq_arena_format(a->arena,
                               "the body %.80s has no models for the propulsion %.80s: the game "
                               "shows the body alone",
                               body->key, propulsion->key));
    return (!left || add_part(a, "propulsion left", left, &a->origin, &in_place, &placed)) &&
           (!right || add_part(a, "propulsion right", right, &a->origin, &in_place, &placed)) &&
           (!moving || add_part(a, a->design->moving ? "propulsion moving" : "propulsion still",
                                moving, &a->origin, &in_place, &placed));
}

// What a droid carries: the first of these that it has decides what kind it is.
typedef struct droid_parts {
    const wz_value *body, *propulsion, *weapons[MAQ_WARZONE_MAX_WEAPONS];
    const wz_value *sensor, *ecm, *repair, *construction, *brain;
} droid_parts;

static bool find_parts(assembly *a, droid_parts *parts) {
    const maq_warzone_design *d = a->design;
    parts->body = stats_of(a, MAQ_WARZONE_BODY, "body", d->body);
    parts->propulsion = stats_of(a, MAQ_WARZONE_PROPULSION, "propulsion", d->propulsion);
    for (size_t i = 0; i < MAQ_WARZONE_MAX_WEAPONS; i++)
        parts->weapons[i] = stats_of(a, MAQ_WARZONE_WEAPON, "weapon", d->weapons[i]);
    parts->sensor = stats_of(a, MAQ_WARZONE_SENSOR, "sensor", d->sensor);
    parts->ecm = stats_of(a, MAQ_WARZONE_ECM, "ECM", d->ecm);
    parts->repair = stats_of(a, MAQ_WARZONE_REPAIR, "repair unit", d->repair);
    parts->construction =
        stats_of(a, MAQ_WARZONE_CONSTRUCTION, "construction unit", d->construction);
    parts->brain = stats_of(a, MAQ_WARZONE_BRAIN, "brain", d->brain);
    return a->findings.list.errors == 0;
}

// The turret of a droid that is neither a person nor armed, or false when it has none.
static bool choose_system(const droid_parts *p, bool cyborg, turret *out) {
    if (!cyborg && has_text(p->sensor, "location", "TURRET"))
        *out = system_turret("sensor", p->sensor);
    else if (!cyborg && has_text(p->ecm, "location", "TURRET"))
        *out = system_turret("ECM", p->ecm);
    else if (p->construction)
        *out = system_turret("construction unit", p->construction);
    else if (has_text(p->repair, "location", "TURRET"))
        *out = system_turret("repair unit", p->repair);
    else
        return false;
    return true;
}

static bool add_turrets_of_droid(assembly *a, droid_parts *p, const placed_part *body) {
    const char *type = mq_wz_text(p->body, "droidType");
    bool cyborg = type && strncmp(type, "CYBORG", 6) == 0;
    bool declared = type && (cyborg || strstr(type, "TRANSPORTER"));
    bool person = type && strcmp(type, "PERSON") == 0;
    bool commander = p->brain && !declared;
    turret system;
    bool has_system =
        !person && !commander && (!declared || cyborg) && choose_system(p, cyborg, &system);
    if (commander) {
        p->weapons[0] = stats_of(a, MAQ_WARZONE_WEAPON, "weapon", mq_wz_text(p->brain, "turret"));
        if (!p->weapons[0])
            return false;
        p->weapons[1] = p->weapons[2] = NULL;
    }
    bool any = has_system || p->weapons[0] || p->weapons[1] || p->weapons[2];
    if (!any)
        return true;
    if (person || body->connector_count == 0)
        return !report(a, MQ_WZ_DESIGN_PART,
                       person ? "a person carries its weapon in its own model: the game shows no "
                                "turret"
                              : "the body has no connectors: the game shows no turret");
    if (has_system) {
        system.position = connector_position(body, 0);
        system.at_connector = cyborg;
        return add_turret(a, body, &system);
    }
    bool vtol = has_text(p->propulsion, "type", "Lift") && !declared && !commander;
    for (uint32_t i = 0; i < MAQ_WARZONE_MAX_WEAPONS; i++) {
        if (p->weapons[i] && !add_weapon_of_droid(a, body, p->weapons[i], i, vtol))
            return false;
    }
    return true;
}

static bool assemble_droid(assembly *a) {
    droid_parts parts;
    placed_part body;
    if (!find_parts(a, &parts))
        return false;
    if (!parts.propulsion)
        report(a, MQ_WZ_DESIGN_PROPULSION,
               "the droid has no propulsion; each droid of the game has one");
    else if (!add_propulsion(a, parts.body, parts.propulsion))
        return false;
    const char *model = mq_wz_text(parts.body, "model");
    return model && add_part(a, "body", model, &a->origin, &in_place, &body) &&
           add_turrets_of_droid(a, &parts, &body);
}

// ------------------------------------------------------------------------------------ the structure

// The variant of the faction that was asked for, where there is one.
static const char *of_faction(assembly *a, const char *model) {
    for (int i = 0; a->design->faction && i < WZ_FACTION_COUNT; i++) {
        if (strcmp(a->design->faction, mq_wz_faction_names[i]) != 0)
            continue;
        const char *variant = mq_wz_faction_model(a->arena, model, (wz_faction)i);
        if (variant && mq_wz_find_model(&a->game->files, variant, false))
            return variant;
    }
    return model;
}

// The first of a list of texts, or a text itself.
static const char *list_item(const wz_value *list, size_t index) {
    const maq_value *value = list ? list->json : NULL;
    if (value && value->kind == MAQ_VALUE_ARRAY) {
        value = value->as.children.first;
        while (value && index-- > 0)
            value = value->next;
    } else if (index > 0) {
        return NULL;
    }
    return value && value->kind == MAQ_VALUE_TEXT ? value->as.text.bytes : NULL;
}

static bool add_weapon_of_structure(assembly *a, const placed_part *structure, turret t,
                                    uint32_t slot) {
    // The game has no check here: an error of the mod, and nothing that could be shown.
    if (slot >= structure->connector_count)
        return report(
            a, MQ_WZ_CONNECTORS,
            mq_arena_format(a->arena, "the structure has %u %s, but weapon %u needs one, too",
                            structure->connector_count,
                            MQ_PLURAL(structure->connector_count, "connector", "connectors"),
                            slot + 1));
    t.position = connector_position(structure, slot);
    t.at_connector = t.has_pitch = true;
    return add_turret(a, structure, &t);
}

static bool add_turrets_of_structure(assembly *a, const wz_value *stats,
                                     const placed_part *structure) {
    const wz_value *weapons = mq_wz_find(stats, "weapons");
    const char *first = list_item(weapons, 0);
    if (structure->connector_count == 0)
        return true;
    for (uint32_t i = 0; i < MAQ_WARZONE_MAX_WEAPONS && list_item(weapons, i); i++) {
        const wz_value *weapon = stats_of(a, MAQ_WARZONE_WEAPON, "weapon", list_item(weapons, i));
        if (!weapon || !add_weapon_of_structure(a, structure, weapon_turret(a, weapon, i), i))
            return false;
    }
    if (first)
        return true;
    const wz_value *ecm = stats_of(a, MAQ_WARZONE_ECM, "ECM", mq_wz_text(stats, "ecmID"));
    const wz_value *sensor =
        stats_of(a, MAQ_WARZONE_SENSOR, "sensor", mq_wz_text(stats, "sensorID"));
    turret t = system_turret("ECM", ecm);
    if (!t.model)
        t = system_turret("sensor", sensor);
    return a->findings.list.errors == 0 &&
           (!t.model || add_weapon_of_structure(a, structure, t, 0));
}

static bool assemble_structure(assembly *a) {
    const wz_value *stats = stats_of(a, MAQ_WARZONE_STRUCTURE, "structure", a->design->structure);
    if (!stats)
        return false;
    const char *model = list_item(mq_wz_find(stats, "structureModel"), 0);
    const char *base = mq_wz_text(stats, "baseModel");
    bool wall = has_text(stats, "type", "WALL") || has_text(stats, "type", "CORNER WALL") ||
                has_text(stats, "type", "GATE");
    placed_part placed;
    if (!model || !*model)
        return report(a, MQ_WZ_DESIGN_PART, "the structure has no model");
    if (base && !wall && !has_text(stats, "type", "DEFENSE") &&
        !add_part(a, "base", of_faction(a, base), &a->origin, &in_place, &placed))
        return false;
    return add_part(a, "structure", of_faction(a, model), &a->origin, &in_place, &placed) &&
           (wall || add_turrets_of_structure(a, stats, &placed));
}

// ---------------------------------------------------------------------------------------- the whole

static maq_status assemble(assembly *a) {
    const char *name = a->design->structure ? a->design->structure : a->design->body;
    maq_scene_node node =
        mq_scene_node(mq_arena_text(a->arena, name, strlen(name)), MAQ_NODE_GROUP);
    mq_scene_begin(&a->builder, a->arena, &a->findings);
    a->builder.scene.source_format = "pie";
    a->origin.node = mq_scene_add_node(&a->builder, &node);
    a->origin.world = (mq_mat34){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    bool good = a->origin.node != MAQ_SCENE_NONE &&
                (a->design->structure ? assemble_structure(a) : assemble_droid(a));
    maq_scene scene;
    maq_status status = mq_arena_status(a->arena);
    if (status == MAQ_OK && good)
        status = mq_scene_finish(&a->builder, &scene);
    if (status == MAQ_OK && good) {
        a->shown.scene = mq_own_scene(a->arena, &scene, &a->findings);
        status = mq_arena_status(a->arena);
    }
    return status == MAQ_OK && !good ? MAQ_BAD_DATA : status;
}

static bool is_known_faction(const char *faction) {
    bool known = !faction;
    for (int i = 0; !known && i < WZ_FACTION_COUNT; i++)
        known = strcmp(faction, mq_wz_faction_names[i]) == 0;
    return known;
}

maq_status maq_warzone_assemble(const maq_warzone *game, const maq_warzone_design *given,
                                const maq_memory *memory, maq_warzone_assembly **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    maq_warzone_design design;
    mq_options_copy(&design, sizeof design, given);
    bool finite = design.turn - design.turn == 0 && design.pitch - design.pitch == 0;
    if (!game || (!design.structure && !design.body) || !is_known_faction(design.faction) ||
        !finite)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory);
    assembly *a = arena ? MQ_NEW(arena, assembly) : NULL;
    if (!a) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    a->arena = arena;
    a->game = game;
    a->design = &design;
    find_ids(game, &design);
    mq_findings_init(&a->findings, arena, game->files.max_findings, 0);
    maq_status status = assemble(a);
    a->design = NULL; // it ends with this call
    a->shown.parts = a->parts;
    a->shown.findings = &a->findings.list;
    if (status == MAQ_OK || status == MAQ_BAD_DATA)
        *out = &a->shown;
    else
        mq_arena_free(arena);
    return status;
}

void maq_warzone_assembly_free(maq_warzone_assembly *shown) {
    if (shown) {
        const assembly *a = (const assembly *)(const void *)shown;
        mq_arena_free(a->arena);
    }
}
