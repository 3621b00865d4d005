// SPDX-License-Identifier: MIT
//
// Models of Warzone and of OBJ, spoilt ones too, as scenes and back. Puppets have a test of their
// own, which asks for more.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/bridge_stress.h"
#include "support/full_scene.h"
#include "support/hostile_text.h"
#include "support/hostile.h"

static const char *const models[] = {
    "tests/data/full/wzm1.wzm", "tests/data/full/wzm2.wzm", "tests/data/full/wzm3.wzm",
    "tests/data/full/wza.wza",  "tests/data/full/obj.obj",  NULL,
};

static void try_prefixes(const void *bytes, size_t length, const char *name) {
    use_prefixes(bridge_there_and_back, bytes, length, name);
}

static void try_edits(const void *bytes, size_t length, const char *name) {
    use_byte_edits(bridge_there_and_back, bytes, length, name);
}

static void every_prefix(void **state) {
    (void)state;
    for_each_file(models, try_prefixes);
}

static void every_byte(void **state) {
    (void)state;
    for_each_file(models, try_edits);
}

static void memory_that_fails(void **state) {
    (void)state;
    for_each_file(models, bridge_failing_memory);
}

static void memory_that_fails_with_everything(void **state) {
    (void)state;
    static const char *const variants[] = {"pie4", "wzm1", "wzm2", "wzm3", "wza",
                                           "iqe",  "iqm",  "pet",  "obj"};
    mq_arena *arena = mq_arena_new(NULL);
    maq_scene scene;
    full_scene(arena, &scene);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        bridge_failing_memory_from(&scene, variants[i]);
    mq_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(memory_that_fails),
        cmocka_unit_test(memory_that_fails_with_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
