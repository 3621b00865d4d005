// SPDX-License-Identifier: MIT
//
// Images of a conversion: the result does not need its input, and faults of their headers are named.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/maquette.h"
#include "support/overwriting.h"
#include "support/disk.h"

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
    maq_open_options open = {.size = sizeof open, .format = "glb", .memory = &overwriting_memory};
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

// ---------------------------------------------------------------------------------------- headers

// A conversion keeps the bytes of an image, and warns of it or not.
static void expect_image(const char *target, bool warns, const char *bytes, size_t length) {
    maq_document *document, *result;
    maq_convert_options options = {.size = sizeof options, .images = MAQ_IMAGES_COPY};
    put_bytes("headers/a.png", bytes, length);
    assert_int_equal(maq_open_file(on_disk("headers/a.obj"), NULL, &document), MAQ_OK);
    assert_int_equal(maq_convert(document, target, &options, &result), MAQ_OK);
    const maq_findings *findings = maq_document_findings(result);
    size_t warnings = 0;
    for (size_t i = 0; i < findings->count; i++)
        warnings += strcmp(findings->items[i].rule->id, "IMG-0102") == 0;
    assert_int_equal(warnings, warns);
    const maq_companion *image = maq_document_companion(result, 0);
    for (size_t i = 1; image && strstr(image->name, ".png") == NULL; i++)
        image = maq_document_companion(result, i);
    assert_non_null(image);
    assert_int_equal(image->length, length);
    assert_memory_equal(image->bytes, bytes, length);
    maq_close(result);
    maq_close(document);
}

// The beginning of a PNG image of this size, up to its checksum.
#define PNG_HEAD(width, height) "\x89PNG\r\n\x1a\n\0\0\0\rIHDR" width height "\x8\x2\0\0\0"
#define EXPECT_IMAGE(target, warns, bytes) expect_image(target, warns, bytes, sizeof(bytes) - 1)

static void images_that_are_kept_and_cannot_be_read_are_named(void **state) {
    (void)state;
    put_file("headers/a.mtl", "newmtl m\nmap_Kd a.png\n");
    put_file("headers/a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n"
                              "usemtl m\nf 1/1/1 2/1/1 3/1/1\n");
    // 16384 x 4096 pixels are the limit, and nothing behind the header is read.
    EXPECT_IMAGE("gltf", false, PNG_HEAD("\0\0\x40\0", "\0\0\x10\0"));
    EXPECT_IMAGE("gltf", true, PNG_HEAD("\0\0\x40\0", "\0\0\x10\1"));
    EXPECT_IMAGE("gltf", true, PNG_HEAD("\0\0\x40\1", "\0\0\0\1"));
    EXPECT_IMAGE("gltf", true, PNG_HEAD("\0\0\0\1", "\0\0\x40\1"));
    EXPECT_IMAGE("iqm", true, PNG_HEAD("\0\0\xea\x60", "\0\0\xea\x60"));
    EXPECT_IMAGE("iqm", true, "<html>not an image</html>");
    EXPECT_IMAGE("iqm", false, "RIFF\x8\0\0\0WEBPVP8 ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_keep_images_when_their_input_is_closed),
        cmocka_unit_test(images_that_are_kept_and_cannot_be_read_are_named),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
