// SPDX-License-Identifier: MIT
//
// What glTF files keep of a mesh at most. More is a loss of the conversion, so that a file that was
// written is read again without one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/maquette.h"
#include "maquette/scene.h"

enum { MOST_SETS = 16 };

// A triangle with some sets of texture coordinates, as a glTF document.
static maq_document *with_sets(unsigned sets) {
    char text[2048];
    int length = snprintf(text, sizeof text,
                          "WZM 2\nTEXTURE a.png\nMESHES 1\nMESH a\nTEAMCOLOURS 0\nVERTICES 3\n"
                          "FACES 1\nVERTEXARRAY\n0 0 0\n1 0 0\n0 1 0\nTEXTUREARRAYS %u\n",
                          sets);
    for (unsigned i = 0; i < sets; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "TEXTUREARRAY %u\n0 0\n1 0\n0 1\n", i);
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "INDEXARRAY\n0 1 2\nFRAMES 0\nCONNECTORS 0\n");
    maq_document *wzm, *glb;
    assert_int_equal(maq_open_memory(text, (size_t)length, NULL, &wzm), MAQ_OK);
    assert_int_equal(maq_convert(wzm, "glb", NULL, &glb), MAQ_OK);
    maq_close(wzm);
    return glb;
}

static uint64_t count_losses(const maq_document *document) {
    const maq_findings *findings = maq_document_findings(document);
    uint64_t count = 0;
    for (size_t i = 0; i < findings->count; i++)
        count += strcmp(findings->items[i].rule->id, "GLT-0905") == 0;
    return count;
}

static uint32_t sets_after_reading(const maq_document *document) {
    maq_buffer bytes;
    maq_document *again;
    maq_scene *scene;
    assert_int_equal(maq_save_memory(document, NULL, &bytes), MAQ_OK);
    assert_int_equal(maq_open_memory(bytes.data, bytes.length, NULL, &again), MAQ_OK);
    assert_int_equal(maq_document_findings(again)->incomplete_reads, 0);
    assert_int_equal(maq_scene_from_document(again, NULL, &scene), MAQ_OK);
    uint32_t sets = scene->meshes[0].uv_set_count;
    maq_scene_free(scene);
    maq_close(again);
    maq_buffer_free(&bytes);
    return sets;
}

static void as_many_sets_as_can_be_read_are_kept(void **state) {
    (void)state;
    maq_document *glb = with_sets(MOST_SETS);
    assert_int_equal(count_losses(glb), 0);
    assert_int_equal(sets_after_reading(glb), MOST_SETS);
    maq_close(glb);
}

static void further_sets_are_a_loss(void **state) {
    (void)state;
    maq_document *glb = with_sets(MOST_SETS + 1);
    assert_int_equal(count_losses(glb), 1);
    assert_int_equal(sets_after_reading(glb), MOST_SETS);
    maq_close(glb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_sets_as_can_be_read_are_kept),
        cmocka_unit_test(further_sets_are_a_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
