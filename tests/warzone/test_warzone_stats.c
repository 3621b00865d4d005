// SPDX-License-Identifier: MIT
//
// Stats: which files count, how diffs are merged, what is wrong with them; and failing allocations and
// broken bytes in all that is done with a game.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/warzone.h"
#include "support/file_sets.h"
#include "support/hostile.h"

#define MODEL                                                                                      \
    "PIE 3\nTYPE 200\nTEXTURE 0 page-1.png 0 0\nLEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t10 0 0\n"  \
    "\t0 10 0\nPOLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n"
#define CONNECTED MODEL "CONNECTORS 1\n\t1 2 3\n"

#define FILE_OF(name, text)                                                                        \
    { name, text, sizeof text - 1 }

// A set of these files; later lists lie over earlier ones.
static maq_files *set_of(const maq_memory_file *files, size_t count) {
    maq_files *set = new_files();
    assert_int_equal(maq_files_add_memory(set, "game", files, count), MAQ_OK);
    return set;
}

#define SET(files) set_of(files, sizeof files / sizeof *files)

static const maq_memory_file small_game[] = {
    FILE_OF("components/bodies/hull.pie", CONNECTED),
    FILE_OF("components/prop/tracks.pie", MODEL),
    FILE_OF("components/weapons/gun.pie", MODEL),
    FILE_OF("components/weapons/mount.pie", CONNECTED),
    FILE_OF("structs/tower.pie", CONNECTED),
    FILE_OF("structs/tower_nex.pie", CONNECTED),
    FILE_OF("graphics_overrides/curr/components/bodies/hull.pie", MODEL),
    FILE_OF("stats/body.json",
            "{\"Hull\": {\"model\": \"HULL.PIE\", \"designable\": 1, \"name\": \"Cobra\",\n"
            "\"propulsionExtraModels\": {\"Tracks\": {\"left\": \"tracks.pie\"}}},\n"
            "\"Old\": {\"model\": \"hull.pie\"}}"),
    FILE_OF("stats/propulsion.json",
            "{\"Tracks\": {\"model\": \"tracks.pie\", \"designable\": 1}}"),
    FILE_OF("stats/weapons.json",
            "{\"Gun\": {\"model\": \"gun.pie\", \"mountModel\": \"mount.pie\"}}"),
    FILE_OF("stats/structure.json",
            "{\"Tower\": {\"structureModel\": [\"tower.pie\"], \"weapons\": [\"Gun\", \"Gone\"]}}"),
    FILE_OF("diffs/b/stats/body.json", "{\"Old\": null, \"Hull\": {\"name\": \"Viper\"}}"),
    FILE_OF("diffs/a/stats/body.json", "{\"Hull\": {\"name\": \"Adder\"}, \"New\": {}}"),
    FILE_OF("messages/news.json", "{\"A\": {\"imdName\": \"gun.pie\"}}"),
};

// ------------------------------------------------------------------------------------------- stats

static void diffs_are_merged_in_the_order_of_their_folders(void **state) {
    (void)state;
    maq_files *files = SET(small_game);
    maq_warzone *game;
    assert_int_equal(maq_warzone_open(files, NULL, &game), MAQ_OK);
    size_t count;
    const maq_warzone_item *items = maq_warzone_items(game, MAQ_WARZONE_BODY, &count);
    assert_int_equal(count, 2);
    assert_string_equal(items[0].id, "Hull");
    assert_string_equal(items[0].name, "Viper");
    assert_true(items[0].designable);
    assert_string_equal(items[1].id, "New");
    assert_false(items[1].designable);
    maq_warzone_items(game, MAQ_WARZONE_BRAIN, &count);
    assert_int_equal(count, 0);
    const char *const *stats = maq_warzone_stats(game, &count);
    assert_int_equal(count, 1);
    assert_string_equal(stats[0], "");
    maq_warzone_free(game);
    maq_files_free(files);
}

static void expect_open(const char *json, maq_status status, const char *rule, uint64_t line,
                        uint64_t column) {
    maq_memory_file files[] = {{"stats/body.json", json, strlen(json)}};
    maq_files *set = SET(files);
    maq_warzone *game;
    assert_int_equal(maq_warzone_open(set, NULL, &game), status);
    size_t count;
    const maq_warzone_file *found = maq_warzone_files(game, &count);
    assert_int_equal(count, rule ? 1 : 0);
    if (rule) {
        const maq_finding *finding = &found[0].findings->items[0];
        assert_string_equal(finding->rule->id, rule);
        assert_string_equal(found[0].path, "game/stats/body.json");
        maq_position at = maq_document_position(found[0].document, finding->span.offset);
        assert_int_equal(at.line, line);
        assert_int_equal(at.column, column);
    }
    maq_warzone_free(game);
    maq_files_free(set);
}

static void faults_have_a_line_and_a_column(void **state) {
    (void)state;
    expect_open("{\n\"Hull\": {\"model\": \"a.pie\"}\n}", MAQ_OK, NULL, 0, 0);
    expect_open("{\n\"Hull\": {\"model\" \"a.pie\"}\n}", MAQ_BAD_DATA, "WZ-0001", 2, 18);
    expect_open("\n [1, 2]", MAQ_BAD_DATA, "WZ-0004", 2, 2);
    expect_open("", MAQ_BAD_DATA, "WZ-0001", 1, 1);
    static char deep[20001];
    memset(deep, '[', sizeof deep - 1);
    expect_open(deep, MAQ_BAD_DATA, "WZ-0001", 1, 501);
    // Of equal keys the last counts; what is not an object is not an item.
    expect_open("{\"A\": {\"name\": \"1\"}, \"A\": {\"name\": \"2\"}, \"B\": 3}", MAQ_OK, NULL, 0,
                0);
}

static void arguments_are_checked(void **state) {
    (void)state;
    maq_files *files = SET(small_game);
    maq_warzone *game;
    maq_warzone_assembly *assembly;
    maq_warzone_report *report;
    assert_int_equal(maq_warzone_open(NULL, NULL, &game), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_warzone_open(files, NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_warzone_check(NULL, NULL, &report), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_warzone_check(files, NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_warzone_open(files, NULL, &game), MAQ_OK);
    maq_warzone_design design = {.propulsion = "Tracks"};
    assert_int_equal(maq_warzone_assemble(game, &design, NULL, &assembly), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_warzone_assemble(game, &design, NULL, NULL), MAQ_BAD_ARGUMENT);
    maq_warzone_free(game);
    maq_warzone_free(NULL);
    maq_warzone_assembly_free(NULL);
    maq_warzone_report_free(NULL);
    maq_files_free(files);
}

// An override shows another model; connectors that it lacks are those of the replaced one.
static void overrides_keep_the_connectors_of_their_base(void **state) {
    (void)state;
    maq_files *files = SET(small_game);
    maq_warzone *game;
    maq_warzone_assembly *assembly;
    assert_int_equal(maq_warzone_open(files, NULL, &game), MAQ_OK);
    maq_warzone_design design = {.body = "Hull", .propulsion = "Tracks", .weapons = {"Gun"}};
    assert_int_equal(maq_warzone_assemble(game, &design, NULL, &assembly), MAQ_OK);
    assert_int_equal(assembly->part_count, 4);
    assert_string_equal(assembly->parts[1].model,
                        "graphics_overrides/curr/components/bodies/hull.pie");
    // x, up and, with the other sign, depth of both connectors.
    assert_true(assembly->parts[3].matrix[0][3] == 2 && assembly->parts[3].matrix[1][3] == 6 &&
                assembly->parts[3].matrix[2][3] == -4);
    maq_warzone_assembly_free(assembly);
    maq_warzone_free(game);
    maq_files_free(files);
}

// --------------------------------------------------------------------------------- failing requests

static maq_status open_and_assemble(const maq_memory *memory, void *context) {
    maq_warzone *game;
    maq_warzone_assembly *assembly = NULL;
    maq_warzone_options options = {.memory = memory};
    maq_status status = maq_warzone_open(context, &options, &game);
    maq_warzone_design design = {.body = "Hull", .propulsion = "Tracks", .weapons = {"Gun"}};
    if (status == MAQ_OK)
        status = maq_warzone_assemble(game, &design, memory, &assembly);
    maq_warzone_assembly_free(assembly);
    design = (maq_warzone_design){.structure = "Tower", .faction = "nexus"};
    if (status == MAQ_OK) {
        status = maq_warzone_assemble(game, &design, memory, &assembly);
        // There is one connector for two weapons.
        status = status == MAQ_BAD_DATA ? MAQ_OK : status;
        maq_warzone_assembly_free(assembly);
    }
    maq_warzone_free(game);
    return status;
}

static maq_status check_all(const maq_memory *memory, void *context) {
    maq_warzone_report *report;
    maq_warzone_check_options options = {.memory = memory, .threads = 1};
    maq_status status = maq_warzone_check(context, &options, &report);
    maq_warzone_report_free(report);
    return status;
}

static void every_failing_request_is_handled(void **state) {
    (void)state;
    maq_files *files = SET(small_game);
    assert_true(fail_each_request(open_and_assemble, files) > 20);
    assert_true(fail_each_request(check_all, files) > 20);
    maq_files_free(files);
}

// ------------------------------------------------------------------------------------ broken bytes

// Everything with a game whose structures are these bytes.
static maq_status use_stats(const void *bytes, size_t length, const char *name,
                            const maq_memory *memory) {
    maq_memory_file file = {name, bytes, length};
    maq_files *files = SET(small_game);
    maq_warzone *game;
    maq_warzone_report *report;
    assert_int_equal(maq_files_add_memory(files, "mod", &file, 1), MAQ_OK);
    maq_warzone_options options = {.memory = memory};
    maq_status status = maq_warzone_open(files, &options, &game);
    assert_true(status == MAQ_OK || status == MAQ_BAD_DATA);
    maq_warzone_assembly *assembly = NULL;
    maq_warzone_design design = {.structure = "Tower"};
    if (status == MAQ_OK)
        maq_warzone_assemble(game, &design, memory, &assembly);
    maq_warzone_assembly_free(assembly);
    maq_warzone_free(game);
    maq_warzone_check_options check = {.memory = memory, .first_source = 1, .threads = 1};
    assert_int_equal(maq_warzone_check(files, &check, &report), MAQ_OK);
    maq_warzone_report_free(report);
    maq_files_free(files);
    return status;
}

static void broken_stats_and_models_are_harmless(void **state) {
    (void)state;
    static const char stats[] = "{\"Tower\": {\"structureModel\": [\"tower.pie\", 3], \"weapons\": "
                                "[\"Gun\"], \"type\": \"DEFENSE\", \"ecmID\": null}}";
    use_prefixes(use_stats, stats, sizeof stats - 1, "stats/structure.json");
    use_byte_edits(use_stats, stats, sizeof stats - 1, "stats/structure.json");
    use_prefixes(use_stats, CONNECTED, sizeof CONNECTED - 1, "structs/tower.pie");
    use_byte_edits(use_stats, CONNECTED, sizeof CONNECTED - 1, "structs/tower.pie");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diffs_are_merged_in_the_order_of_their_folders),
        cmocka_unit_test(faults_have_a_line_and_a_column),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(overrides_keep_the_connectors_of_their_base),
        cmocka_unit_test(every_failing_request_is_handled),
        cmocka_unit_test(broken_stats_and_models_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
