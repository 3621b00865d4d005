// SPDX-License-Identifier: MIT
//
// Droids and structures of the real game, each part against a matrix that is computed here: in the axes
// of the game, with plain 4x4 matrices and connectors read from the text of the models.
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/json_read.h"
#include "maquette/motion.h"
#include "maquette/warzone.h"

#define DATA "build/warzone-data/"

static const double degree = 3.14159265358979323846 / 180;

// ------------------------------------------------------------------------------------ the real game

typedef struct real_game {
    maq_files *files;
    maq_warzone *game;
    mq_arena *arena;
    const maq_value *body, *propulsion, *weapons, *structure, *sensor, *ecm;
} real_game;

static char *text_of(const real_game *real, const char *name) {
    maq_file *file;
    assert_int_equal(maq_files_read(real->files, name, NULL, &file), MAQ_OK);
    char *text = mq_arena_text(real->arena, file->bytes, (size_t)file->length);
    maq_file_free(file);
    return text;
}

static const maq_value *stats(const real_game *real, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "stats/%s.json", name);
    const char *text = text_of(real, path);
    mq_json_result result = mq_json_read(real->arena, text, strlen(text));
    assert_int_equal(result.status, MAQ_OK);
    return result.root;
}

static int open_real(void **state) {
    static real_game real;
    *state = NULL;
    if (access(DATA "base.wz", R_OK) != 0 || access(DATA "mp.wz", R_OK) != 0)
        return 0;
    assert_int_equal(maq_files_new(NULL, &real.files), MAQ_OK);
    maq_status status = maq_files_add_path(real.files, DATA "base.wz");
    if (status == MAQ_UNSUPPORTED) { // a build without archives
        maq_files_free(real.files);
        return 0;
    }
    assert_int_equal(status, MAQ_OK);
    real.arena = mq_arena_new(NULL);
    assert_int_equal(maq_files_add_path(real.files, DATA "mp.wz"), MAQ_OK);
    assert_int_equal(maq_warzone_open(real.files, NULL, &real.game), MAQ_OK);
    real.body = stats(&real, "body");
    real.propulsion = stats(&real, "propulsion");
    real.weapons = stats(&real, "weapons");
    real.structure = stats(&real, "structure");
    real.sensor = stats(&real, "sensor");
    real.ecm = stats(&real, "ecm");
    *state = &real;
    return 0;
}

static int close_real(void **state) {
    real_game *real = *state;
    if (real) {
        maq_warzone_free(real->game);
        maq_files_free(real->files);
        mq_arena_free(real->arena);
    }
    return 0;
}

static real_game *need_real(void **state) {
    if (!*state) {
        print_message("skipped: there is no " DATA "base.wz (scripts/warzone-data)\n");
        skip();
    }
    return *state;
}

// ------------------------------------------------------------------------------------- the matrices

typedef struct matrix {
    double m[4][4];
} matrix;

static matrix identity(void) {
    return (matrix){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

static matrix times(matrix a, matrix b) {
    matrix out = {{{0}}};
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            for (int k = 0; k < 4; k++)
                out.m[r][c] += a.m[r][k] * b.m[k][c];
    return out;
}

static matrix moved(double x, double y, double z) {
    matrix out = identity();
    out.m[0][3] = x;
    out.m[1][3] = y;
    out.m[2][3] = z;
    return out;
}

static matrix about(int axis, double angle) {
    matrix out = identity();
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    out.m[a][a] = out.m[b][b] = cos(angle * degree);
    out.m[a][b] = -sin(angle * degree);
    out.m[b][a] = sin(angle * degree);
    return out;
}

// From the axes of the game to those of the scene: z has the other sign, before and after.
static matrix in_scene(matrix game) {
    matrix mirror = identity();
    mirror.m[2][2] = -1;
    return times(mirror, times(game, mirror));
}

// -------------------------------------------------------------------------------- what is expected

typedef struct expected_part {
    const char *role, *model;
    matrix game;
} expected_part;

typedef struct expectation {
    expected_part parts[12];
    size_t count;
} expectation;

static const char *text_at(const maq_value *object, const char *key) {
    const maq_value *value = maq_value_find(object, key);
    return value && value->kind == MAQ_VALUE_TEXT ? value->as.text.bytes : NULL;
}

static bool same_letters(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

static char *lower_text(const real_game *real, const char *name) {
    static const char *const folders[] = {"structs",
                                          "misc",
                                          "effects",
                                          "components/prop",
                                          "components/weapons",
                                          "components/bodies",
                                          "features",
                                          "misc/researchimds"};
    char path[256];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        int length = snprintf(path, sizeof path, "%s/", folders[i]);
        for (size_t k = 0; k <= strlen(name); k++)
            path[(size_t)length + k] = (char)tolower((unsigned char)name[k]);
        maq_file *file;
        maq_status status = maq_files_find(real->files, path, NULL, &file);
        bool found = status == MAQ_OK && !file->other_capitals;
        maq_file_free(file);
        if (found)
            return text_of(real, path);
    }
    fail_msg("there is no model %s", name);
    return NULL;
}

// The connectors of the first level, from the text of the model. Returns how many there are.
static int connectors_of(const real_game *real, const char *model, double out[][3]) {
    char *text = lower_text(real, model), *level = strstr(text, "LEVEL 2");
    if (level)
        *level = '\0';
    char *at = strstr(text, "CONNECTORS");
    int count = 0;
    if (!at)
        return 0;
    count = (int)strtol(at + strlen("CONNECTORS"), &at, 10);
    assert_in_range(count, 0, 16);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = strtod(at, &at);
    return count;
}

static void expect_part(expectation *e, const char *role, const char *model, matrix game) {
    e->parts[e->count++] = (expected_part){role, model, game};
}

// A mount at a connector (x, depth, up) and the weapon on it.
static void expect_weapon(const real_game *real, expectation *e, const maq_value *weapon,
                          const double connector[3], const maq_warzone_design *design, bool vtol) {
    matrix at = times(moved(connector[0], connector[2], connector[1]), about(1, -design->turn));
    if (vtol)
        at = times(at, about(2, 180));
    const char *mount = text_at(weapon, "mountModel"), *model = text_at(weapon, "model");
    double own[16][3];
    if (!model)
        model = text_at(weapon, "sensorModel");
    if (mount) {
        expect_part(e, NULL, mount, at);
        if (connectors_of(real, mount, own) > 0)
            at = times(at, moved(own[0][0], own[0][2], own[0][1]));
    }
    at = times(at, about(0, vtol ? -design->pitch : design->pitch));
    if (model)
        expect_part(e, NULL, model, at);
}

static void compare(const maq_warzone_assembly *assembly, const expectation *e, const char *what) {
    if (assembly->part_count != e->count)
        fail_msg("%s: %zu parts instead of %zu", what, assembly->part_count, e->count);
    maq_motion *motion;
    assert_int_equal(maq_motion_new(assembly->scene, NULL, &motion), MAQ_OK);
    const maq_pose *pose = maq_motion_current_pose(motion);
    for (size_t i = 0; i < e->count; i++) {
        const maq_warzone_part *part = &assembly->parts[i];
        const expected_part *wanted = &e->parts[i];
        if (!same_letters(strrchr(part->model, '/') + 1, wanted->model))
            fail_msg("%s: %s instead of %s", what, part->model, wanted->model);
        if (wanted->role)
            assert_string_equal(part->role, wanted->role);
        uint32_t node = maq_scene_find_node(assembly->scene, part->role);
        assert_true(node != MAQ_SCENE_NONE);
        matrix m = in_scene(wanted->game);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) {
                double size = c == 3 ? 100 : 1;
                if (fabs(part->matrix[r][c] - m.m[r][c]) > 1e-12 * size ||
                    fabs((double)pose->worlds[node][r][c] - m.m[r][c]) > 1e-6 * size)
                    fail_msg("%s, %s: %g (scene %g) instead of %g", what, part->role,
                             part->matrix[r][c], (double)pose->worlds[node][r][c], m.m[r][c]);
            }
        }
    }
    maq_motion_free(motion);
}

// ------------------------------------------------------------------------------------------ droids

static const maq_value *children(const maq_value *object) {
    return object->as.children.first;
}

static bool designable(const maq_value *object) {
    double number = 0;
    return maq_value_number(maq_value_find(object, "designable"), &number) && number != 0;
}

static void check_droid(const real_game *real, const maq_value *body, const maq_value *propulsion,
                        const maq_value *weapon, double turn, double pitch, bool moving) {
    maq_warzone_design design = {.body = body->key,
                                 .propulsion = propulsion->key,
                                 .weapons = {weapon->key},
                                 .turn = turn,
                                 .pitch = pitch,
                                 .moving = moving};
    const maq_value *models =
        maq_value_find(maq_value_find(body, "propulsionExtraModels"), propulsion->key);
    expectation e = {.count = 0};
    const char *left = text_at(models, "left"), *right = text_at(models, "right");
    const char *other = text_at(models, moving ? "moving" : "still");
    assert_non_null(left);
    expect_part(&e, "propulsion left", left, identity());
    if (right)
        expect_part(&e, "propulsion right", right, identity());
    if (other)
        expect_part(&e, NULL, other, identity());
    expect_part(&e, "body", text_at(body, "model"), identity());
    bool vtol = strcmp(text_at(propulsion, "type"), "Lift") == 0;
    double connectors[16][3];
    int count = connectors_of(real, text_at(body, "model"), connectors);
    assert_true(count > (vtol ? 5 : 0));
    expect_weapon(real, &e, weapon, connectors[vtol ? 5 : 0], &design, vtol);
    maq_warzone_assembly *assembly;
    assert_int_equal(maq_warzone_assemble(real->game, &design, NULL, &assembly), MAQ_OK);
    char what[200];
    snprintf(what, sizeof what, "%s %s %s", body->key, propulsion->key, weapon->key);
    compare(assembly, &e, what);
    assert_int_equal(assembly->findings->errors + assembly->findings->warnings, 0);
    maq_warzone_assembly_free(assembly);
}

// Every body and propulsion that players can combine, each with ten weapons.
static void every_pair_with_ten_weapons(void **state) {
    real_game *real = need_real(state);
    const maq_value *chosen[10];
    size_t weapons = 0, pairs = 0, index = 0;
    for (const maq_value *w = children(real->weapons); w && weapons < 10; w = w->next) {
        if (designable(w) && index++ % 7 == 0)
            chosen[weapons++] = w;
    }
    assert_int_equal(weapons, 10);
    for (const maq_value *b = children(real->body); b; b = b->next) {
        for (const maq_value *p = children(real->propulsion); designable(b) && p; p = p->next) {
            for (size_t i = 0; designable(p) && i < weapons; i++)
                check_droid(real, b, p, chosen[i], (double)(pairs % 13) * 30 - 180,
                            (double)i * 9 - 40, i % 2);
            pairs += designable(p);
        }
    }
    assert_int_equal(pairs, 14 * 5);
}

static void assemble(const real_game *real, const maq_warzone_design *design,
                     maq_warzone_assembly **out) {
    assert_int_equal(maq_warzone_assemble(real->game, design, NULL, out), MAQ_OK);
}

static void expect_roles(const maq_warzone_assembly *assembly, const char *roles) {
    char text[400] = "";
    for (size_t i = 0; i < assembly->part_count; i++) {
        strcat(text, i > 0 ? ", " : "");
        strcat(text, assembly->parts[i].role);
    }
    assert_string_equal(text, roles);
}

// What decides the kind of a droid, in the order of the game.
static void kinds_of_droids(void **state) {
    real_game *real = need_real(state);
    maq_warzone_assembly *a;
    maq_warzone_design design = {.body = "Body5REC", .propulsion = "tracked01"};
    assemble(real, &design, &a);
    expect_roles(a, "propulsion left, body");
    maq_warzone_assembly_free(a);
    design.repair = "LightRepair1";
    assemble(real, &design, &a);
    expect_roles(a, "propulsion left, body, mount, repair unit");
    // The unit is at its mount: only cyborgs have it at the connector of the mount.
    assert_memory_equal(a->parts[2].matrix, a->parts[3].matrix, sizeof a->parts[2].matrix);
    maq_warzone_assembly_free(a);
    design.construction = "Spade1Mk1";
    assemble(real, &design, &a);
    expect_roles(a, "propulsion left, body, construction unit");
    maq_warzone_assembly_free(a);
    design.sensor = "SensorTurret1Mk1";
    assemble(real, &design, &a);
    expect_roles(a, "propulsion left, body, mount, sensor");
    maq_warzone_assembly_free(a);
    design.brain = "CommandBrain01";
    assemble(real, &design, &a);
    expect_roles(a, "propulsion left, body, mount 1, weapon 1");
    assert_non_null(strstr(a->parts[3].model, "gnlcmd1.pie"));
    maq_warzone_assembly_free(a);
    design = (maq_warzone_design){
        .body = "CyborgLightBody", .propulsion = "CyborgLegs", .repair = "CyborgRepair"};
    assemble(real, &design, &a);
    expect_roles(a, "body, mount, repair unit");
    double own[16][3];
    assert_true(connectors_of(real, "cybody.pie", own) > 0);
    assert_true(fabs(a->parts[2].matrix[1][3] - a->parts[1].matrix[1][3] - own[0][2]) < 1e-9);
    maq_warzone_assembly_free(a);
    design = (maq_warzone_design){
        .body = "B1BaBaPerson01", .propulsion = "BaBaLegs", .weapons = {"MG1Mk1"}};
    assemble(real, &design, &a);
    expect_roles(a, "body");
    assert_int_equal(a->findings->warnings, 1);
    maq_warzone_assembly_free(a);
}

// -------------------------------------------------------------------------------------- structures

static const char *item_of(const maq_value *list, size_t index) {
    const maq_value *item = list ? list->as.children.first : NULL;
    while (item && index-- > 0)
        item = item->next;
    return item ? item->as.text.bytes : NULL;
}

static void every_structure(void **state) {
    real_game *real = need_real(state);
    size_t armed = 0;
    for (const maq_value *s = children(real->structure); s; s = s->next) {
        maq_warzone_design design = {.structure = s->key, .turn = 50, .pitch = 20};
        maq_warzone_assembly *assembly;
        assemble(real, &design, &assembly);
        expectation e = {.count = 0};
        const char *type = text_at(s, "type"), *base = text_at(s, "baseModel");
        const char *model = item_of(maq_value_find(s, "structureModel"), 0);
        bool wall = strstr(type, "WALL") || strcmp(type, "GATE") == 0;
        if (base && !wall && strcmp(type, "DEFENSE") != 0)
            expect_part(&e, "base", base, identity());
        expect_part(&e, "structure", model, identity());
        double connectors[16][3];
        int count = wall ? 0 : connectors_of(real, model, connectors);
        const maq_value *weapons = maq_value_find(s, "weapons");
        for (size_t i = 0; count > 0 && item_of(weapons, i); i++)
            expect_weapon(real, &e, maq_value_find(real->weapons, item_of(weapons, i)),
                          connectors[i], &design, false);
        const maq_value *ecm =
            maq_value_find(real->ecm, text_at(s, "ecmID") ? text_at(s, "ecmID") : "");
        const maq_value *sensor =
            maq_value_find(real->sensor, text_at(s, "sensorID") ? text_at(s, "sensorID") : "");
        if (count > 0 && !item_of(weapons, 0) &&
            (text_at(ecm, "sensorModel") || text_at(sensor, "sensorModel")))
            expect_weapon(real, &e, text_at(ecm, "sensorModel") ? ecm : sensor, connectors[0],
                          &design, false);
        armed += item_of(weapons, 0) != NULL;
        compare(assembly, &e, s->key);
        maq_warzone_assembly_free(assembly);
    }
    assert_int_equal(armed, 110);
}

static void factions_have_their_own_models(void **state) {
    real_game *real = need_real(state);
    maq_warzone_assembly *a;
    maq_warzone_design design = {.structure = "A0PowerGenerator", .faction = "nexus"};
    assemble(real, &design, &a);
    bool found = false;
    for (size_t i = 0; i < a->part_count; i++)
        found = found || strstr(a->parts[i].model, "_nex.pie");
    assert_true(found);
    maq_warzone_assembly_free(a);
    design.faction = "scavengers";
    assert_int_equal(maq_warzone_assemble(real->game, &design, NULL, &a), MAQ_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_with_ten_weapons),
        cmocka_unit_test(kinds_of_droids),
        cmocka_unit_test(every_structure),
        cmocka_unit_test(factions_have_their_own_models),
    };
    return cmocka_run_group_tests(tests, open_real, close_real);
}
