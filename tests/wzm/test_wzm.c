// SPDX-License-Identifier: MIT
//
// WZM 1, 2 and 3: what is read, how it is written, what becomes of it in another version.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/wzm.h"
#include "support/round_trip.h"
#include "support/hostile.h"

static maq_document *open_path(const char *path) {
    maq_document *document = NULL;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    return document;
}

static maq_document *valid_model(int version) {
    char path[64];
    snprintf(path, sizeof path, "tests/data/wzm/rules/valid-%d.wzm", version);
    return open_path(path);
}

static void near(float value, double expected) {
    if (!(fabs(value - expected) < 1e-6))
        fail_msg("%.9g is not %.9g", (double)value, expected);
}

// ------------------------------------------------------------------------------------------ reading

// Blanks behind VERTEXARRAY and behind every row, numbers as %g prints them, meshes of 112, 72 and
// 12 vertices.
static void files_of_the_old_tools_are_kept(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wzm/old-tools.wzm");
    assert_int_equal(maq_document_findings(document)->count, 0);
    const maq_wzm *wzm = maq_document_wzm(document);
    assert_int_equal(wzm->mesh_count, 3);
    assert_int_equal(wzm->meshes[0].vertex_count, 112);
    assert_int_equal(wzm->meshes[1].texture_array_count, 8);
    assert_int_equal(wzm->meshes[1].team_colours, 1);
    assert_int_equal(wzm->meshes[2].frame_count, 2);
    assert_float_equal(wzm->meshes[2].frames[1].translation[2], 3e-05f, 0);
    assert_float_equal(wzm->meshes[2].frames[0].rotation[1], -12.5f, 0);
    assert_int_equal(wzm->meshes[2].connector_count, 2);
    assert_round_trip(document);
    maq_close(document);
}

static void every_version_is_kept(void **state) {
    (void)state;
    for (int version = 1; version <= 3; version++) {
        maq_document *document = valid_model(version);
        assert_int_equal(maq_document_wzm(document)->version, (uint32_t)version);
        assert_round_trip(document);
        // Its layout is already the writer's.
        maq_buffer buffer = written(document);
        size_t length;
        const void *source = maq_document_source(document, &length);
        assert_int_equal(buffer.length, length);
        assert_memory_equal(buffer.data, source, length);
        maq_buffer_free(&buffer);
        maq_close(document);
    }
}

static const char commented[] = "// a hut\n"
                                "WZM 1 // the version\n"
                                "TEXTURE a.png//glued\n"
                                "MESHES 1\n"
                                "MESH 0\n"
                                "TEAMCOLOURS 0\n"
                                "VERTICES 3\n"
                                "FACES 1\n"
                                "VERTEXARRAY\n"
                                "\t// three of them\n"
                                "\t0 0 0 // first\n"
                                "\t1 0 0//second\n"
                                "\t0 1 0\n"
                                "TEXTUREARRAYS 1\n"
                                "TEXTUREARRAY 0\n"
                                "\t0 0\n\t1 0\n\t0 1\n"
                                "INDEXARRAY\n"
                                "\t0 1 2\n"
                                "FRAMES 0\n"
                                "CONNECTORS 0\n";

static void comments_of_the_wiki_are_read_and_not_written(void **state) {
    (void)state;
    maq_document *document = document_of("wzm", commented);
    const maq_wzm *wzm = maq_document_wzm(document);
    assert_string_equal(wzm->texture, "a.png");
    assert_int_equal(wzm->meshes[0].vertex_count, 3);
    assert_float_equal(wzm->meshes[0].vertices[1].x, 1, 0);
    assert_int_equal(wzm->comment_count, 6);
    assert_int_equal(maq_document_findings(document)->errors, 0);
    assert_int_equal(maq_document_findings(document)->notes, 6);
    assert_round_trip(document);
    maq_buffer buffer = written(document);
    assert_null(strstr(buffer.data, "//"));
    maq_buffer_free(&buffer);
    maq_document *copy = converted(document, "wzm1", "WZM-0901*6");
    assert_same(document, copy);
    maq_close(copy);
    maq_close(document);
}

static void a_single_slash_is_part_of_a_name(void **state) {
    (void)state;
    maq_document *document = document_of("wzm", "WZM 1\nTEXTURE units/a.png\nMESHES 0\n");
    assert_string_equal(maq_document_wzm(document)->texture, "units/a.png");
    assert_int_equal(maq_document_findings(document)->count, 0);
    maq_close(document);
}

// The tools read words, whatever the lines.
static void lines_are_free(void **state) {
    (void)state;
    maq_document *plain = valid_model(1);
    size_t length;
    const char *source = maq_document_source(plain, &length);
    char *text = malloc(length + 1);
    assert_non_null(text);
    memcpy(text, source, length + 1);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n' || text[i] == '\t')
            text[i] = ' ';
    }
    maq_document *one_line = document_of("wzm", text);
    assert_int_equal(maq_document_findings(one_line)->errors, 0);
    assert_int_equal(maq_document_findings(one_line)->warnings, 0);
    assert_same(plain, one_line);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ' ')
            text[i] = '\n';
    }
    maq_document *many_lines = document_of("wzm", text);
    assert_int_equal(maq_document_findings(many_lines)->errors, 0);
    assert_same(plain, many_lines);
    free(text);
    maq_close(plain);
    maq_close(one_line);
    maq_close(many_lines);
}

static void any_number_of_texture_arrays_is_kept(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wzm/rules/WZM-0207.wzm");
    assert_int_equal(maq_document_wzm(document)->meshes[0].texture_array_count, 17);
    assert_round_trip(document);
    maq_close(document);
}

static void coordinates_above_1_are_kept(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wzm/rules/WZM-0213.wzm");
    const maq_wzm_mesh *mesh = maq_document_wzm(document)->meshes;
    assert_float_equal(mesh->texture_arrays[1].uvs[1].u, 1.25f, 0);
    assert_round_trip(document);
    maq_close(document);
}

static void both_forms_of_connectors_are_read(void **state) {
    (void)state;
    maq_document *first = valid_model(1), *second = valid_model(2);
    const maq_wzm_connector *one = maq_document_wzm(first)->meshes[0].connectors;
    const maq_wzm_connector *two = maq_document_wzm(second)->meshes[0].connectors;
    assert_float_equal(one->x, 1, 0);
    assert_float_equal(one->z, 3, 0);
    assert_string_equal(one->type, "0");
    assert_float_equal(two->x, 1, 0);
    assert_float_equal(two->z, 3, 0);
    assert_string_equal(two->type, "muzzle");
    assert_int_equal(two->values[0], 90);
    assert_int_equal(two->values[2], -1);
    maq_close(first);
    maq_close(second);
}

static void a_connector_in_the_form_of_another_version_is_understood(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wzm/rules/WZM-0304.wzm");
    const maq_wzm_connector *connector = maq_document_wzm(document)->meshes[0].connectors;
    assert_string_equal(connector->type, "muzzle");
    assert_float_equal(connector->y, 2, 0);
    maq_close(document);
}

static void all_connectors_are_kept(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wzm/rules/WZM-0307.wzm");
    const maq_wzm_mesh *mesh = maq_document_wzm(document)->meshes;
    assert_int_equal(mesh->connector_count, 2);
    assert_float_equal(mesh->connectors[0].x, 4, 0);
    assert_float_equal(mesh->connectors[1].x, 1, 0);
    assert_round_trip(document);
    maq_close(document);
}

static void offsets_are_those_of_the_file(void **state) {
    (void)state;
    maq_document *document = valid_model(1);
    const maq_wzm_mesh *mesh = maq_document_wzm(document)->meshes;
    assert_int_equal(maq_document_position(document, mesh->vertices[1].offset).line, 10);
    assert_int_equal(maq_document_position(document, mesh->texture_arrays[1].uvs[2].offset).line,
                     20);
    assert_int_equal(maq_document_position(document, mesh->frames[1].offset).line, 25);
    assert_int_equal(maq_document_position(document, mesh->connectors[0].offset).line, 27);
    maq_close(document);
}

// --------------------------------------------------------------------------------------- converting

static void version_1_fits_into_2_and_comes_back(void **state) {
    (void)state;
    maq_document *first = open_path("tests/data/wzm/old-tools.wzm");
    maq_document *second = converted(first, "wzm2", "");
    assert_int_equal(maq_document_wzm(second)->version, 2);
    assert_round_trip(second);
    maq_document *third = converted(second, "wzm1", "");
    assert_same(first, third);
    maq_close(first);
    maq_close(second);
    maq_close(third);
}

static void version_1_has_numbers_for_names_and_types(void **state) {
    (void)state;
    maq_document *second = valid_model(2);
    maq_document *first = converted(second, "wzm1", "WZM-0902 WZM-0905");
    const maq_wzm_mesh *mesh = maq_document_wzm(first)->meshes;
    assert_string_equal(mesh->name, "0");
    assert_string_equal(mesh->connectors[0].type, "0");
    assert_float_equal(mesh->connectors[0].y, 2, 0);
    assert_int_equal(mesh->frame_count, 2);
    assert_round_trip(first);
    maq_close(first);
    maq_close(second);
}

static void version_3_loses_animation_and_gets_normals(void **state) {
    (void)state;
    maq_document *second = valid_model(2);
    maq_document *third = converted(second, "wzm3", "WZM-0905 WZM-0903*2 WZM-0904 WZM-0910*3");
    const maq_wzm *wzm = maq_document_wzm(third);
    const maq_wzm_mesh *mesh = wzm->meshes;
    assert_string_equal(mesh->name, "hull_1-a");
    assert_int_equal(mesh->frame_count, 0);
    assert_int_equal(mesh->texture_array_count, 1);
    // The triangle (0 0 0) (10 0 0) (0 10 0) faces +z; u grows along x, v along y.
    for (uint32_t i = 0; i < 3; i++) {
        near(mesh->tangent_spaces[i].normal[2], 1);
        near(mesh->tangent_spaces[i].tangent[0], 1);
        near(mesh->tangent_spaces[i].tangent[3], 1);
    }
    assert_true(mesh->has_bounds);
    near(mesh->bounds[3], 10);
    near(mesh->bounds[4], 10);
    near(mesh->bounds[6], 5);
    // Connectors have y up now.
    near(mesh->connectors[0].x, 1);
    near(mesh->connectors[0].y, 3);
    near(mesh->connectors[0].z, 2);
    assert_null(mesh->connectors[0].type);
    assert_round_trip(third);
    maq_close(second);
    maq_close(third);
}

static void a_mirrored_texture_turns_the_bitangent(void **state) {
    (void)state;
    maq_document *first = document_of(
        "wzm", "WZM 1\nTEXTURE a\nMESHES 1\nMESH 0\nTEAMCOLOURS 0\nVERTICES 3\nFACES 1\n"
               "VERTEXARRAY\n0 0 0\n1 0 0\n0 1 0\nTEXTUREARRAYS 1\nTEXTUREARRAY 0\n"
               "1 0\n0 0\n1 1\nINDEXARRAY\n0 1 2\nFRAMES 0\nCONNECTORS 0\n");
    maq_document *third = converted(first, "wzm3", "WZM-0910*3");
    const maq_wzm_tangent_space *space = maq_document_wzm(third)->meshes[0].tangent_spaces;
    near(space->tangent[0], -1);
    near(space->tangent[3], -1);
    maq_close(first);
    maq_close(third);
}

static void versions_1_and_2_lose_what_only_3_has(void **state) {
    (void)state;
    maq_document *third = valid_model(3);
    maq_document *second =
        converted(third, "wzm2",
                  "WZM-0906 WZM-0906 WZM-0906 WZM-0907 WZM-0909 WZM-0908*3 WZM-0911*8 WZM-0902");
    const maq_wzm *wzm = maq_document_wzm(second);
    assert_string_equal(wzm->meshes[0].name, "hull_1"); // version 2 has no points in names
    assert_null(wzm->team_mask);
    assert_false(wzm->material.present);
    assert_int_equal(wzm->meshes[0].texture_array_count, 8);
    assert_int_equal(wzm->meshes[0].texture_arrays[7].number, 7);
    near(wzm->meshes[0].texture_arrays[7].uvs[1].u, 1);
    assert_string_equal(wzm->meshes[0].connectors[0].type, "0");
    near(wzm->meshes[0].connectors[0].y, 3);
    near(wzm->meshes[0].connectors[0].z, 2);
    assert_round_trip(second);
    maq_close(second);
    maq_document *first =
        converted(third, "wzm1",
                  "WZM-0906 WZM-0906 WZM-0906 WZM-0907 WZM-0909 WZM-0908*3 WZM-0911*8 WZM-0902");
    assert_round_trip(first);
    maq_close(first);
    maq_close(third);
}

static void strict_conversions_refuse_losses(void **state) {
    (void)state;
    maq_document *second = valid_model(2), *third = NULL;
    maq_convert_options options = {.size = sizeof options, .strict = true};
    assert_int_equal(maq_convert(second, "wzm3", &options, &third), MAQ_LOSS_REFUSED);
    assert_null(maq_document_wzm(third));
    maq_close(third);
    maq_close(second);
}

// ------------------------------------------------------------------------------- documents by hand

static void documents_can_be_made(void **state) {
    (void)state;
    maq_wzm_position vertices[3] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}};
    maq_wzm_uv uvs[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    maq_wzm_texture_array array = {.count = 3, .uvs = uvs};
    maq_wzm_triangle triangle = {.vertices = {0, 1, 2}};
    maq_wzm_connector connector = {.type = "gun", .values = {1, 2, 3}};
    maq_wzm_mesh mesh = {.name = "hull",
                         .vertex_count = 3,
                         .vertices = vertices,
                         .texture_array_count = 1,
                         .texture_arrays = &array,
                         .triangle_count = 1,
                         .triangles = &triangle,
                         .connector_count = 1,
                         .connectors = &connector};
    maq_wzm wzm = {.version = 2, .texture = "a.png", .mesh_count = 1, .meshes = &mesh};
    maq_document *document = NULL;
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t n = 1; status != MAQ_OK; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        status = maq_document_from_wzm(&wzm, &memory, &document);
        assert_true(status == MAQ_OK || (status == MAQ_NO_MEMORY && !document));
    }
    mesh.name = "changed";
    assert_string_equal(maq_document_wzm(document)->meshes[0].name, "hull");
    assert_round_trip(document);
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    assert_int_equal(maq_report_findings(report)->count, 0);
    maq_report_free(report);
    maq_close(document);

    // What no file of the version can say is refused.
    struct {
        const char *texture, *name, *type, *mask;
        uint32_t version;
    } wrong[] = {
        {"a b.png", "hull", "gun", NULL, 2}, {"a.png", "", "gun", NULL, 2},
        {"a.png", "x//y", "gun", NULL, 2},   {"a.png", "hull", "MESH", NULL, 2},
        {"a.png", "hull", NULL, NULL, 2},    {"a.png", "hull", "gun", "b.png", 2},
        {"a.png", "hull", "gun", NULL, 1},   {"a.png", "hull", "gun", NULL, 3},
        {"a.png", "hull", "gun", NULL, 0},   {"a.png", "hull", "gun", NULL, 4},
        {NULL, "hull", "gun", NULL, 2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        wzm.version = wrong[i].version;
        wzm.texture = wrong[i].texture;
        wzm.team_mask = wrong[i].mask;
        mesh.name = wrong[i].name;
        connector.type = wrong[i].type;
        if (maq_document_from_wzm(&wzm, NULL, &document) != MAQ_BAD_ARGUMENT)
            fail_msg("case %zu was not refused", i);
        assert_null(document);
    }
    assert_int_equal(maq_document_from_wzm(NULL, NULL, &document), MAQ_BAD_ARGUMENT);
}

static void other_documents_are_none(void **state) {
    (void)state;
    maq_document *document = document_of("wza", "WZA 1\n");
    assert_null(maq_document_wzm(document));
    assert_null(maq_document_wzm(NULL));
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_the_old_tools_are_kept),
        cmocka_unit_test(every_version_is_kept),
        cmocka_unit_test(comments_of_the_wiki_are_read_and_not_written),
        cmocka_unit_test(a_single_slash_is_part_of_a_name),
        cmocka_unit_test(lines_are_free),
        cmocka_unit_test(any_number_of_texture_arrays_is_kept),
        cmocka_unit_test(coordinates_above_1_are_kept),
        cmocka_unit_test(both_forms_of_connectors_are_read),
        cmocka_unit_test(a_connector_in_the_form_of_another_version_is_understood),
        cmocka_unit_test(all_connectors_are_kept),
        cmocka_unit_test(offsets_are_those_of_the_file),
        cmocka_unit_test(version_1_fits_into_2_and_comes_back),
        cmocka_unit_test(version_1_has_numbers_for_names_and_types),
        cmocka_unit_test(version_3_loses_animation_and_gets_normals),
        cmocka_unit_test(a_mirrored_texture_turns_the_bitangent),
        cmocka_unit_test(versions_1_and_2_lose_what_only_3_has),
        cmocka_unit_test(strict_conversions_refuse_losses),
        cmocka_unit_test(documents_can_be_made),
        cmocka_unit_test(other_documents_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
