// SPDX-License-Identifier: MIT
//
// Long files are read in chunks: what one chunk says holds in the next.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/iqe.h"
#include "support/documents.h"

static const char start[] =
    "# Inter-Quake Export\nmesh a\nvp 0 0 0\nvp 1 0 0\nvp 0 1 0\nfm 0 1 2\n";
static const char row[] = "vp 0.25 0.5 0.75\n";
// Several chunks of 256 KiB.
enum { ROWS = 50000 };

// `start`, a statement, many rows, and an end.
static maq_document *open_long(const char *statement, const char *end) {
    size_t capacity = sizeof start + strlen(statement) + ROWS * (sizeof row - 1) + strlen(end);
    char *text = malloc(capacity), *at = text;
    assert_non_null(text);
    at = strcpy(at, start) + strlen(start);
    at = strcpy(at, statement) + strlen(statement);
    for (unsigned i = 0; i < ROWS; i++)
        at = (char *)memcpy(at, row, sizeof row - 1) + sizeof row - 1;
    strcpy(at, end);
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "iqe"};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    free(text);
    return document;
}

static void faces_count_from_the_mesh_of_an_earlier_chunk(void **state) {
    (void)state;
    maq_document *document = open_long("mesh b\n", "fm 0 1 2\n");
    const maq_iqe *iqe = maq_document_iqe(document);
    assert_int_equal(iqe->parts[iqe->part_count - 1].mesh_vertex, 3);
    assert_int_equal(iqe->faces.count, 2);
    assert_int_equal(iqe->faces.corners[3], 3);
    assert_int_equal(iqe->faces.corners[5], 5);
    maq_close(document);
}

static void a_comment_goes_on_to_the_end(void **state) {
    (void)state;
    maq_document *document = open_long("comment\n", "fm 0 1 2\n");
    const maq_iqe *iqe = maq_document_iqe(document);
    assert_int_equal(iqe->lists[MAQ_IQE_POSITION].count, 3);
    assert_int_equal(iqe->faces.count, 1);
    maq_close(document);
}

// Faults of one kind are one finding, at the first of them in whatever chunk it is.
static void a_fault_has_its_position_in_any_chunk(void **state) {
    (void)state;
    static const struct {
        const char *statement, *end;
        uint64_t line, column, count;
    } cases[] = {{"vt x 0\n", "", 7, 4, 1},
                 {"", "vt 0 x\n", 7 + ROWS, 6, 1},
                 {"vt x 0\n", "vt 0 x\n", 7, 4, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        maq_document *document = open_long(cases[i].statement, cases[i].end);
        const maq_finding *finding = finding_of(document, "IQE-0004");
        assert_non_null(finding);
        maq_position position = maq_document_position(document, finding->span.offset);
        assert_int_equal(position.line, cases[i].line);
        assert_int_equal(position.column, cases[i].column);
        assert_int_equal(finding->count, cases[i].count);
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_count_from_the_mesh_of_an_earlier_chunk),
        cmocka_unit_test(a_comment_goes_on_to_the_end),
        cmocka_unit_test(a_fault_has_its_position_in_any_chunk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
