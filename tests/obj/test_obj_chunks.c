// SPDX-License-Identifier: MIT
//
// Long files are read in chunks of 256 KiB, on all cores: what one chunk says holds in the next.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/obj.h"
#include "maquette/scene.h"

// Several chunks.
enum { ROWS = 60000, LINE = 64, LENGTH = 4 * ROWS * LINE };

static char *text, *at;

static int begin_text(void **state) {
    (void)state;
    at = text = malloc(LENGTH);
    return text ? 0 : -1;
}

static int end_text(void **state) {
    (void)state;
    free(text);
    return 0;
}

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    at += vsnprintf(at, (size_t)(text + LENGTH - at), format, arguments);
    va_end(arguments);
}

static maq_document *open_text(void) {
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "obj"};
    assert_int_equal(maq_open_memory(text, (size_t)(at - text), &options, &document), MAQ_OK);
    return document;
}

static void relative_indices_reach_into_earlier_chunks(void **state) {
    (void)state;
    put("v 0 0 0\nv 0 0 0\nvt 0 0\nvn 0 0 1\n");
    for (unsigned i = 2; i < ROWS; i++)
        put("v %u 0.5 0\nvt %u 0\nvn 0 0 -1\nf -1/-1/-1 -2/-2/-2 1/1/1\n", i, i);
    maq_document *document = open_text();
    const maq_obj *obj = maq_document_obj(document);
    assert_int_equal(obj->position_count, ROWS);
    assert_int_equal(obj->element_count, ROWS - 2);
    assert_int_equal(obj->corner_count, 3 * (ROWS - 2));
    assert_int_equal(obj->section_count, 1);
    for (unsigned i = 2; i < ROWS; i++) {
        assert_float_equal(obj->positions[i].x, i, 0);
        assert_float_equal(obj->texcoords[i - 1].u, i, 0);
        assert_int_equal(text[obj->positions[i].offset], 'v');
        const maq_obj_corner *corners = obj->corners + obj->elements[i - 2].first_corner;
        assert_int_equal(obj->elements[i - 2].corner_count, 3);
        assert_int_equal(corners[0].position, i);
        assert_int_equal(corners[1].position, i - 1);
        assert_int_equal(corners[1].texcoord, i - 2);
        assert_int_equal(corners[2].normal, 0);
    }
    assert_int_equal(maq_document_findings(document)->count, 0);
    maq_close(document);
}

// Groups and comments are between the faces that they were between in the file, polygons of any size.
static void states_hold_until_a_later_chunk(void **state) {
    (void)state;
    put("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n");
    for (unsigned i = 0; i < ROWS; i++) {
        if (i % 10000 == 5000)
            put("# before %u\ng group %u\nusemtl material %u\ns %u # comment\n", i, i, i % 20000,
                i);
        put(i % 3 ? "f 1 2 3\n" : "f 1 2 3 4 \n");
    }
    maq_document *document = open_text();
    const maq_obj *obj = maq_document_obj(document);
    assert_int_equal(obj->element_count, ROWS);
    assert_int_equal(obj->section_count, 7);
    assert_int_equal(obj->use_count, 2);
    assert_int_equal(obj->comment_count, 12);
    for (unsigned i = 0; i < 6; i++) {
        const maq_obj_section *section = &obj->sections[i + 1];
        unsigned element = 5000 + i * 10000;
        char name[32];
        snprintf(name, sizeof name, "group %u", element);
        assert_int_equal(section->first_element, element);
        assert_string_equal(obj->groups[section->group].text, name);
        assert_int_equal(section->material, i % 2);
        assert_int_equal(section->smoothing, element);
        assert_int_equal(obj->comments[2 * i].element, element);
        assert_string_equal(obj->comments[2 * i + 1].text, "comment");
    }
    for (unsigned i = 0; i < ROWS; i++)
        assert_int_equal(obj->elements[i].corner_count, i % 3 ? 3 : 4);
    maq_close(document);
}

static void findings_come_in_the_order_of_the_file(void **state) {
    (void)state;
    for (unsigned i = 0; i < ROWS; i++)
        put(i % 10000 == 9999 ? "v %u x 0 1 2\n" : "v %u 0 0\n", i);
    maq_document *document = open_text();
    const maq_obj *obj = maq_document_obj(document);
    const maq_findings *findings = maq_document_findings(document);
    assert_int_equal(findings->count, 12);
    for (unsigned i = 0; i < 12; i++) {
        maq_position position = maq_document_position(document, findings->items[i].span.offset);
        assert_int_equal(position.line, (i / 2 + 1) * 10000);
        assert_string_equal(findings->items[i].message, i % 2
                                                            ? "v has 5 numbers, of which 3 are used"
                                                            : "\"x\" is not a number");
    }
    assert_int_equal(obj->position_count, ROWS);
    for (unsigned i = 0; i < ROWS; i++)
        assert_float_equal(obj->positions[i].x, i, 0);
    maq_close(document);
}

// Positions with and without colours and weights, also where the chunks cannot be read at once: a line
// that begins with a blank is not counted.
static void colours_and_weights_stay_with_their_positions(void **state) {
    (void)state;
    for (int irregular = 0; irregular < 2; irregular++) {
        at = text;
        for (unsigned i = 0; i < ROWS; i++) {
            if (irregular && i == ROWS / 2)
                put(" ");
            put(i % 7 == 1   ? "v %u 0 0 0.5\n"
                : i % 7 == 2 ? "v %u 0 0\n"
                             : "v %u 0 0 0.25 0 1\n",
                i);
        }
        maq_document *document = open_text();
        const maq_obj *obj = maq_document_obj(document);
        assert_int_equal(obj->position_count, ROWS);
        for (unsigned i = 0; i < ROWS; i++) {
            assert_float_equal(obj->positions[i].x, i, 0);
            assert_float_equal(obj->weights[i], (i % 7 == 1 ? 0.5f : 1), 0);
            assert_int_equal(obj->colours[i].given, i % 7 != 1 && i % 7 != 2);
        }
        maq_close(document);
    }
}

// A chunk never ends within a statement.
static void joined_lines_are_one_statement_everywhere(void **state) {
    (void)state;
    put("v 0 0 0\n");
    for (unsigned i = 1; i < ROWS; i++)
        put("v %u \\ \r\n%u \\\n%u\nf 1 \\\n%u %u\n", i, i, i, i, i + 1);
    maq_document *document = open_text();
    const maq_obj *obj = maq_document_obj(document);
    assert_int_equal(obj->position_count, ROWS);
    assert_int_equal(obj->element_count, ROWS - 1);
    for (unsigned i = 1; i < ROWS; i++) {
        assert_float_equal(obj->positions[i].z, i, 0);
        assert_int_equal(obj->corners[3 * (i - 1) + 2].position, i);
    }
    assert_int_equal(maq_document_findings(document)->count, 0);
    maq_close(document);
}

// More statements need memory than a chunk can defer.
static void files_of_comments_are_read(void **state) {
    (void)state;
    for (unsigned i = 0; i < ROWS; i++)
        put("# comment %u\nv %u 0 0\n", i, i);
    maq_document *document = open_text();
    const maq_obj *obj = maq_document_obj(document);
    assert_int_equal(obj->position_count, ROWS);
    assert_int_equal(obj->comment_count, ROWS);
    assert_string_equal(obj->comments[ROWS - 1].text, "comment 59999");
    maq_close(document);
}

// Memory of which so many requests are granted, by all arenas together.
static void *allocate_while_left(void *left, size_t bytes) {
    unsigned *count = left;
    return *count > 0 && (*count)-- ? malloc(bytes) : NULL;
}

static void release(void *left, void *block, size_t bytes) {
    (void)left;
    (void)bytes;
    free(block);
}

// Groups are deferred until all chunks are read.
static void no_memory_for_a_chunk_is_reported(void **state) {
    (void)state;
    for (unsigned i = 0; i < ROWS; i++)
        put(i % 1000 == 0 ? "g group%u\n" : "v %u 0 0\n", i);
    maq_status status = MAQ_NO_MEMORY;
    for (unsigned granted = 0; status != MAQ_OK; granted++) {
        unsigned left = granted;
        maq_memory memory = {.size = sizeof memory,
                             .context = &left,
                             .allocate = allocate_while_left,
                             .release = release};
        maq_open_options options = {.size = sizeof options, .format = "obj", .memory = &memory};
        maq_document *document;
        status = maq_open_memory(text, (size_t)(at - text), &options, &document);
        assert_true(status == MAQ_OK || (status == MAQ_NO_MEMORY && !document));
        maq_close(document);
    }
}

// All cores make the vertices of triangles that share none: two parts with more than one share each.
static void a_long_file_without_normals_becomes_a_scene(void **state) {
    (void)state;
    put("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
    for (unsigned i = 0; i < ROWS; i++) {
        if (i % (2 * ROWS / 3) == 0)
            put("usemtl m%u\n", i);
        put(i % 2 ? "f 1 2 3\n" : "f 4 3 1\n");
    }
    maq_document *document = open_text();
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->triangle_count, ROWS);
    assert_int_equal(mesh->vertex_count, 3 * ROWS);
    assert_int_equal(mesh->part_count, 2);
    assert_int_equal(mesh->parts[1].first_triangle, 2 * ROWS / 3);
    static const float positions[2][3][3] = {{{0, 0, 1}, {0, 1, 0}, {0, 0, 0}},
                                             {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    static const float normals[2][3] = {{-1, 0, 0}, {0, 0, 1}};
    for (unsigned i = 0; i < ROWS; i++) {
        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(mesh->triangles[i][k], 3 * i + k);
            assert_memory_equal(mesh->positions[3 * i + k], positions[i % 2][k],
                                sizeof **positions);
            assert_memory_equal(mesh->normals[3 * i + k], normals[i % 2], sizeof *normals);
        }
    }
    maq_scene_free(scene);
    maq_close(document);
}

// What a single face has counts for the whole mesh, whichever core sees it.
static void one_face_of_many_decides(void **state) {
    (void)state;
    static const struct {
        const char *statement;
        uint32_t triangles, uv_sets, losses;
        bool coloured, normal;
    } cases[] = {
        {"f 1 2 4", ROWS, 0, 0, true, false},          {"f 1/1 2/1 5/1", ROWS, 1, 0, false, false},
        {"f 1//1 2//1 5//1", ROWS, 0, 0, false, true}, {"f 1 2 3 5", ROWS + 1, 0, 0, false, false},
        {"f 1 2 9", ROWS - 1, 0, 2, false, false}, // and position 5 is not used
        {"l 1 2", ROWS - 1, 0, 2, false, false},
    };
    for (size_t c = 0; c < 2 * sizeof cases / sizeof *cases; c++) {
        unsigned special = c % 2 ? ROWS - 1 : 0;
        at = text;
        put("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1%s\n%s", c / 2 ? "" : " 1 0 0",
            c / 2 ? "v 0 0 2\n" : "");
        put("vt 0.5 0.5\nvn 0 1 0\n");
        for (unsigned i = 0; i < ROWS; i++)
            put("%s\n", i == special ? cases[c / 2].statement : c / 2 ? "f 4 2 3" : "f 1 2 3");
        maq_document *document = open_text();
        maq_scene *scene;
        assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
        const maq_scene_mesh *mesh = &scene->meshes[0];
        assert_int_equal(mesh->triangle_count, cases[c / 2].triangles);
        assert_int_equal(mesh->uv_set_count, cases[c / 2].uv_sets);
        assert_int_equal(mesh->colours != NULL, cases[c / 2].coloured);
        // The rest of the faces are flat.
        assert_int_equal(maq_scene_findings(scene)->count, 1 + cases[c / 2].losses);
        const float up[3] = {0, 1, 0}; // the normal in the file
        bool has_up = special < mesh->triangle_count &&
                      memcmp(mesh->normals[mesh->triangles[special][0]], up, sizeof up) == 0;
        assert_int_equal(has_up, cases[c / 2].normal);
        maq_scene_free(scene);
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(relative_indices_reach_into_earlier_chunks, begin_text,
                                        end_text),
        cmocka_unit_test_setup_teardown(states_hold_until_a_later_chunk, begin_text, end_text),
        cmocka_unit_test_setup_teardown(findings_come_in_the_order_of_the_file, begin_text,
                                        end_text),
        cmocka_unit_test_setup_teardown(colours_and_weights_stay_with_their_positions, begin_text,
                                        end_text),
        cmocka_unit_test_setup_teardown(joined_lines_are_one_statement_everywhere, begin_text,
                                        end_text),
        cmocka_unit_test_setup_teardown(files_of_comments_are_read, begin_text, end_text),
        cmocka_unit_test_setup_teardown(no_memory_for_a_chunk_is_reported, begin_text, end_text),
        cmocka_unit_test_setup_teardown(a_long_file_without_normals_becomes_a_scene, begin_text,
                                        end_text),
        cmocka_unit_test_setup_teardown(one_face_of_many_decides, begin_text, end_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
