// SPDX-License-Identifier: MIT
//
// PIE files that are cut off, spoilt, or read with failing memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"
#include "support/hostile.h"

// Small files that between them use every directive and every tolerance.
static const char *const fixtures[] = {
    "examples/models/crate.pie",         "tests/data/pie/hostile/all-pie4.pie",
    "tests/data/pie/hostile/ngons.pie",  "tests/data/pie/hostile/draft5.pie",
    "tests/data/pie/rules/PIE-0003.pie", "tests/data/pie/rules/PIE-0007.pie",
    "tests/data/pie/rules/PIE-0010.pie", "tests/data/pie/rules/PIE-0012.pie",
    "tests/data/pie/rules/PIE-0013.pie", "tests/data/pie/rules/PIE-0014.pie",
    "tests/data/pie/rules/PIE-0018.pie", "tests/data/pie/rules/PIE-0113.pie",
    "tests/data/pie/rules/PIE-0129.pie", "tests/data/pie/rules/PIE-0130.pie",
    "tests/data/pie/rules/PIE-0206.pie", "tests/data/pie/rules/PIE-0219.pie",
    "tests/data/pie/rules/PIE-0224.pie", "tests/data/pie/rules/PIE-0302.pie",
    "tests/data/pie/rules/PIE-0308.pie", "tests/data/pie/rules/PIE-0317.pie",
};
#define FIXTURE_COUNT (sizeof fixtures / sizeof fixtures[0])

static void for_each_fixture(void (*try_out)(const void *, size_t, const char *)) {
    for (size_t i = 0; i < FIXTURE_COUNT; i++) {
        size_t length;
        char *bytes = read_whole(fixtures[i], &length);
        assert_true(length <= 8192);
        try_out(bytes, length, fixtures[i]);
        free(bytes);
    }
}

static void every_prefix_is_survived(void **state) {
    (void)state;
    for_each_fixture(exercise_prefixes);
}

static void every_byte_edit_is_survived(void **state) {
    (void)state;
    for_each_fixture(exercise_byte_edits);
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    for_each_fixture(exercise_failing_memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_survived),
        cmocka_unit_test(every_byte_edit_is_survived),
        cmocka_unit_test(every_failing_request_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
