// SPDX-License-Identifier: MIT
//
// The budget of memory that several documents share.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/text.h"
#include "maquette/scene.h"

static const char triangle[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

static maq_memory memory_with(uint32_t per_byte, uint64_t base) {
    maq_budget_options options = {
        .size = sizeof options, .bytes_per_byte = per_byte, .base_bytes = base};
    maq_memory memory = {.size = sizeof memory};
    assert_int_equal(maq_budget_new(&options, &memory.budget), MAQ_OK);
    return memory;
}

static void the_limit_follows_the_input(void **state) {
    (void)state;
    maq_memory memory = memory_with(10, 1000);
    assert_int_equal(maq_budget_limit(memory.budget), 1000);
    mq_budget_add_input(memory.budget, 50);
    assert_int_equal(maq_budget_limit(memory.budget), 1500);
    mq_budget_add_input(memory.budget, UINT64_MAX / 2);
    assert_true(maq_budget_limit(memory.budget) == UINT64_MAX);
    maq_budget_free(memory.budget);
    memory = memory_with(0, 0);
    assert_true(maq_budget_limit(memory.budget) > 1 << 20);
    maq_budget_free(memory.budget);
    maq_budget_free(NULL);
    assert_int_equal(maq_budget_new(NULL, NULL), MAQ_BAD_ARGUMENT);
}

static void a_reservation_is_exact(void **state) {
    (void)state;
    maq_memory memory = memory_with(1, 100);
    assert_true(mq_budget_reserve(memory.budget, 100));
    assert_false(maq_budget_exceeded(memory.budget));
    assert_false(mq_budget_reserve(memory.budget, 1));
    assert_true(maq_budget_exceeded(memory.budget));
    mq_budget_release(memory.budget, 1);
    assert_true(mq_budget_reserve(memory.budget, 1));
    assert_false(mq_budget_reserve(memory.budget, UINT64_MAX));
    maq_budget_free(memory.budget);
    assert_true(mq_budget_reserve(NULL, UINT64_MAX));
    mq_budget_release(NULL, 1);
    mq_budget_add_input(NULL, 1);
}

static void arenas_and_texts_share_it(void **state) {
    (void)state;
    maq_memory memory = memory_with(1, 100000);
    mq_arena *a = mq_arena_new(&memory), *b = mq_arena_new(&memory);
    assert_non_null(MQ_NEW_ARRAY(a, char, 60000));
    assert_null(MQ_NEW_ARRAY(b, char, 60000));
    assert_int_equal(mq_arena_status(b), MAQ_OVER_LIMIT);
    mq_text text;
    mq_text_init(&text, &memory);
    for (unsigned i = 0; i < 6000; i++)
        mq_text_string(&text, "ten bytes ");
    assert_int_equal(text.status, MAQ_OVER_LIMIT);
    mq_text_free(&text);
    mq_arena_free(a);
    mq_arena_free(b);
    // All of it was given back.
    assert_true(mq_budget_reserve(memory.budget, 100000));
    maq_budget_free(memory.budget);
}

// Whether a model that is opened, made a scene and converted gives back all that it reserved.
static void what_is_freed_can_be_used_again(void **state) {
    (void)state;
    maq_memory memory = memory_with(1, 1 << 20);
    size_t length = sizeof triangle - 1;
    maq_open_options options = {.size = sizeof options, .memory = &memory, .format = "obj"};
    maq_convert_options convert = {.size = sizeof convert, .memory = &memory};
    maq_document *document, *made;
    maq_scene *scene;
    maq_buffer bytes;
    assert_int_equal(maq_open_memory(triangle, length, &options, &document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(document, &memory, &scene), MAQ_OK);
    assert_int_equal(maq_convert(document, "glb", &convert, &made), MAQ_OK);
    assert_int_equal(maq_save_memory(made, &memory, &bytes), MAQ_OK);
    maq_buffer_free(&bytes);
    maq_close(made);
    maq_scene_free(scene);
    maq_close(document);
    assert_int_equal(maq_budget_limit(memory.budget), (1 << 20) + length);
    assert_true(mq_budget_reserve(memory.budget, (1 << 20) + length));
    assert_false(maq_budget_exceeded(memory.budget));
    maq_budget_free(memory.budget);
}

static void a_small_budget_refuses_a_model(void **state) {
    (void)state;
    maq_memory memory = memory_with(1, 12000);
    maq_open_options options = {.size = sizeof options, .memory = &memory, .format = "obj"};
    maq_convert_options convert = {.size = sizeof convert, .memory = &memory};
    maq_document *document = NULL, *made = NULL;
    maq_status status = maq_open_memory(triangle, sizeof triangle - 1, &options, &document);
    if (status == MAQ_OK)
        status = maq_convert(document, "glb", &convert, &made);
    assert_int_not_equal(status, MAQ_OK);
    assert_true(maq_budget_exceeded(memory.budget));
    maq_close(made);
    maq_close(document);
    maq_budget_free(memory.budget);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_follows_the_input),
        cmocka_unit_test(a_reservation_is_exact),
        cmocka_unit_test(arenas_and_texts_share_it),
        cmocka_unit_test(what_is_freed_can_be_used_again),
        cmocka_unit_test(a_small_budget_refuses_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
