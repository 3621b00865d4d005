// SPDX-License-Identifier: MIT
//
// Images of a conversion: the result does not need its input.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/maquette.h"

// Memory that is overwritten when it is released, whatever the compiler thinks of that.
static void *allocate(void *context, size_t bytes) {
    (void)context;
    return malloc(bytes);
}

static void overwrite_and_release(void *context, void *block, size_t bytes) {
    (void)context;
    for (size_t i = 0; i < bytes; i++)
        ((volatile char *)block)[i] = 1;
    free(block);
}

// A model with its images inside.
static maq_buffer make_glb(void) {
    maq_document *document, *glb;
    maq_buffer buffer;
    maq_convert_options options = {.size = sizeof options, .images = MAQ_IMAGES_EMBED};
    assert_int_equal(maq_open_file("examples/models/turret.pie", NULL, &document), MAQ_OK);
    assert_int_equal(maq_convert(document, "glb", &options, &glb), MAQ_OK);
    assert_int_equal(maq_save_memory(glb, NULL, &buffer), MAQ_OK);
    maq_close(glb);
    maq_close(document);
    return buffer;
}

static void results_keep_images_when_their_input_is_closed(void **state) {
    (void)state;
    static const char *const targets[] = {"pie3", "obj", "gltf", "iqm", "wzm3", "pet"};
    maq_memory memory = {
        .size = sizeof memory, .allocate = allocate, .release = overwrite_and_release};
    maq_open_options open = {.size = sizeof open, .format = "glb", .memory = &memory};
    maq_convert_options options = {.size = sizeof options, .images = MAQ_IMAGES_COPY};
    maq_buffer glb = make_glb();
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        maq_document *input, *result;
        assert_int_equal(maq_open_memory(glb.data, glb.length, &open, &input), MAQ_OK);
        assert_int_equal(maq_convert(input, targets[i], &options, &result), MAQ_OK);
        const maq_companion *image = maq_document_companion(result, 0);
        assert_non_null(image);
        void *before = malloc(image->length);
        assert_non_null(before);
        memcpy(before, image->bytes, image->length);
        maq_close(input);
        assert_memory_equal(image->bytes, before, image->length);
        free(before);
        maq_close(result);
    }
    maq_buffer_free(&glb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_keep_images_when_their_input_is_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
