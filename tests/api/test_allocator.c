// SPDX-License-Identifier: MIT
//
// "Your allocator" holds: while a caller's allocator is in use, the library allocates from nowhere
// else. The program is linked with --wrap, so that every malloc() of the library passes here.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/motion.h"
#include "support/conversions.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static bool watching;
static unsigned past_the_allocator, through_the_allocator;

void *__wrap_malloc(size_t size) {
    past_the_allocator += watching;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    past_the_allocator += watching;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    past_the_allocator += watching;
    return __real_realloc(block, size);
}

static void *allocate(void *context, size_t bytes) {
    (void)context;
    through_the_allocator++;
    return __real_malloc(bytes);
}

static void release(void *context, void *block, size_t bytes) {
    (void)context;
    (void)bytes;
    free(block);
}

static const maq_memory own = {.allocate = allocate, .release = release};

// Runs a call while allocations are watched, and fails when one went past the caller's allocator.
#define WATCH(what, call)                                                                          \
    do {                                                                                           \
        watching = true;                                                                           \
        past_the_allocator = 0;                                                                    \
        (void)(call);                                                                              \
        watching = false;                                                                          \
        if (past_the_allocator)                                                                    \
            fail_msg("%s: %s: %u allocations past the caller's allocator", name, what,             \
                     past_the_allocator);                                                          \
    } while (0)

static void try_scene(const char *name, const maq_document *document) {
    maq_scene *scene = NULL;
    maq_motion *motion = NULL;
    WATCH("scene", maq_scene_from_document(document, &own, &scene));
    if (!scene)
        return;
    WATCH("motion", maq_motion_new(scene, &own, &motion));
    if (motion)
        WATCH("pose", maq_motion_pose(motion, scene->clip_count ? 0 : MAQ_SCENE_NONE, 0.3, NULL));
    maq_motion_free(motion);
    maq_scene_free(scene);
}

static void try_format(const char *name) {
    maq_document *source = conversion_source(name), *document = NULL;
    maq_open_options open = {.memory = &own, .file_name = maq_document_file_name(source)};
    size_t length;
    const void *bytes = maq_document_source(source, &length);
    WATCH("open", maq_open_memory(bytes, length, &open, &document));
    assert_non_null(document);
    maq_report *report = NULL;
    maq_tree *tree = NULL;
    maq_buffer buffer;
    maq_check_options check = {.memory = &own};
    WATCH("check", maq_check(document, &check, &report));
    maq_report_free(report);
    WATCH("check_set",
          maq_check_set((const maq_document *const *)&document, 1, true, &check, &report));
    maq_report_free(report);
    WATCH("info", maq_info(document, &own, &tree));
    maq_tree_free(tree);
    WATCH("describe", maq_describe(document, &own, &tree));
    maq_tree_free(tree);
    WATCH("diff", maq_diff(document, document, &own, &tree));
    maq_tree_free(tree);
    WATCH("save", maq_save_memory(document, &own, &buffer));
    maq_buffer_free(&buffer);
    try_scene(name, document);
    for (size_t i = 0; i < CONVERSION_NAMES; i++) {
        maq_document *made = NULL;
        maq_convert_options options = {.memory = &own};
        WATCH(conversion_names[i], maq_convert(document, conversion_names[i], &options, &made));
        maq_close(made);
    }
    maq_close(document);
    maq_close(source);
}

static void nothing_is_allocated_elsewhere(void **state) {
    (void)state;
    for (size_t i = 0; i < CONVERSION_NAMES; i++)
        try_format(conversion_names[i]);
    assert_true(through_the_allocator > 1000);
}

// The watch itself works.
static void the_default_allocator_is_seen(void **state) {
    (void)state;
    maq_document *document;
    watching = true;
    past_the_allocator = 0;
    maq_status status = maq_open_memory("PIE 3\n", 6, NULL, &document);
    watching = false;
    assert_true(status == MAQ_OK || status == MAQ_BAD_DATA);
    assert_true(past_the_allocator > 0);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_allocated_elsewhere),
        cmocka_unit_test(the_default_allocator_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
