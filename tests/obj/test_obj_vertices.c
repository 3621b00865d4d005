// SPDX-License-Identifier: MIT
//
// Corners with equal rows share a vertex, also where a mesh has far more vertices than positions, so that the
// table of rows grows.
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "maquette/scene.h"
#include "support/documents.h"
#include "support/hostile.h"

enum { NORMALS = 300 };

// Three positions with many normals: each triangle is there twice.
static maq_document *open_fan(void) {
    mq_text text;
    maq_buffer file;
    mq_text_init(&text, NULL);
    mq_text_string(&text, "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    for (int i = 0; i < NORMALS; i++)
        mq_text_format(&text, "vn %d 1 2\n", i);
    for (int i = 0; i < 2 * NORMALS; i++) {
        int normal = i % NORMALS + 1;
        mq_text_format(&text, "f 1//%d 2//%d 3//%d\n", normal, normal, normal);
    }
    assert_int_equal(mq_text_release_to(&text, &file), MAQ_OK);
    maq_document *document = open_text(file.data, "obj");
    maq_buffer_free(&file);
    return document;
}

static void equal_rows_share_a_vertex(void **state) {
    (void)state;
    maq_document *document = open_fan();
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->vertex_count, NORMALS * 3);
    assert_int_equal(mesh->triangle_count, NORMALS * 2);
    for (uint32_t i = 0; i < NORMALS; i++) {
        for (uint32_t k = 0; k < 3; k++)
            assert_int_equal(mesh->triangles[i][k], i * 3 + k);
        assert_memory_equal(mesh->triangles[i], mesh->triangles[i + NORMALS],
                            sizeof mesh->triangles[i]);
    }
    maq_scene_free(scene);
    maq_close(document);
}

static maq_status make_scene(const maq_memory *memory, void *document) {
    maq_scene *scene = NULL;
    maq_status status = maq_scene_from_document(document, memory, &scene);
    maq_scene_free(scene);
    return status;
}

static void a_table_that_cannot_grow_is_a_failure(void **state) {
    (void)state;
    maq_document *document = open_fan();
    // One request at least for each time that the table doubles.
    assert_true(fail_each_request(make_scene, document) > 10);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_rows_share_a_vertex),
        cmocka_unit_test(a_table_that_cannot_grow_is_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
