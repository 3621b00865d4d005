// SPDX-License-Identifier: MIT
//
// glTF and GLB go to a file in parts: the bytes are those of maq_save_memory(), little memory is needed beside
// the scene, and a failure leaves the old file as it was.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/disk.h"
#include "support/documents.h"
#include "support/full_scene.h"
#include "support/hostile.h"

static const char *const variants[] = {"glb", "gltf"};

enum { SIDE = 300 };

// A grid of so many vertices that its numbers are several parts of a file, or of so few that they are half as
// wide.
static maq_document *grid(int side, const char *variant) {
    mq_text text;
    maq_buffer file;
    mq_text_init(&text, NULL);
    for (int i = 0; i < side * side; i++)
        mq_text_format(&text, "v %d %d %d\nvn 0 0 1\n", i % side, i / side, i % 7);
    for (int i = 0; i + side < side * side; i++) {
        int a = i + 1, b = a + 1, c = a + side;
        if (i % side + 1 < side)
            mq_text_format(&text, "f %d//%d %d//%d %d//%d\n", a, a, b, b, c, c);
    }
    assert_int_equal(mq_text_release_to(&text, &file), MAQ_OK);
    maq_document *made, *document = open_text(file.data, "obj");
    assert_int_equal(maq_convert(document, variant, NULL, &made), MAQ_OK);
    maq_close(document);
    maq_buffer_free(&file);
    return made;
}

static void compare_with_memory(const maq_document *document) {
    maq_buffer expected;
    size_t length;
    assert_int_equal(maq_save_memory(document, NULL, &expected), MAQ_OK);
    assert_int_equal(maq_save_file(document, NULL, on_disk("model")), MAQ_OK);
    char *bytes = read_whole(on_disk("model"), &length);
    assert_int_equal(length, expected.length);
    assert_memory_equal(bytes, expected.data, length);
    free(bytes);
    maq_buffer_free(&expected);
}

static void files_have_the_bytes_of_memory(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        maq_document *documents[] = {full_document(variants[i]), grid(SIDE, variants[i]),
                                     grid(SIDE / 2, variants[i]), grid(2, variants[i])};
        for (size_t k = 0; k < sizeof documents / sizeof documents[0]; k++) {
            compare_with_memory(documents[k]);
            maq_close(documents[k]);
        }
    }
}

static void little_memory_is_needed(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        maq_document *document = grid(SIDE, variants[i]);
        counted_memory counted;
        maq_buffer file;
        assert_int_equal(maq_save_memory(document, NULL, &file), MAQ_OK);
        assert_true(file.length > (size_t)3 << 20);
        count_memory(&counted);
        assert_int_equal(maq_save_file(document, &counted.memory, on_disk("model")), MAQ_OK);
        if (counted.most > (size_t)1 << 20)
            fail_msg("%zu bytes for a file of %zu", counted.most, file.length);
        // In memory, the file itself and its JSON.
        count_memory(&counted);
        maq_buffer_free(&file);
        assert_int_equal(maq_save_memory(document, &counted.memory, &file), MAQ_OK);
        if (counted.most > file.length + ((size_t)1 << 20))
            fail_msg("%zu bytes for a file of %zu in memory", counted.most, file.length);
        maq_buffer_free(&file);
        maq_close(document);
    }
}

static void the_old_file_is_there(void) {
    size_t length;
    char *bytes = read_whole(on_disk("kept"), &length);
    assert_int_equal(length, 3);
    assert_memory_equal(bytes, "old", 3);
    free(bytes);
}

static maq_status save_over(const maq_memory *memory, void *document) {
    maq_status status = maq_save_file(document, memory, on_disk("kept"));
    if (status != MAQ_OK)
        the_old_file_is_there();
    return status;
}

static void a_failed_request_leaves_the_old_file(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        maq_document *documents[] = {full_document(variants[i]), grid(SIDE, variants[i])};
        for (size_t k = 0; k < 2; k++) {
            put_file("kept", "old");
            assert_true(fail_each_request(save_over, documents[k]) > 3);
            maq_close(documents[k]);
        }
    }
}

// What was sent counts, so that a limit holds for the whole file.
static void limits_hold_for_the_whole_file(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        maq_document *document = grid(SIDE, variants[i]);
        maq_memory memory = {.size = sizeof memory, .byte_limit = (uint64_t)2 << 20};
        put_file("kept", "old");
        assert_int_equal(save_over(&memory, document), MAQ_OVER_LIMIT);
        memory.byte_limit = 0;
        maq_budget_options options = {.size = sizeof options, .base_bytes = (uint64_t)2 << 20};
        assert_int_equal(maq_budget_new(&options, &memory.budget), MAQ_OK);
        assert_int_equal(save_over(&memory, document), MAQ_OVER_LIMIT);
        assert_true(maq_budget_exceeded(memory.budget));
        maq_budget_free(memory.budget);
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_have_the_bytes_of_memory),
        cmocka_unit_test(little_memory_is_needed),
        cmocka_unit_test(a_failed_request_leaves_the_old_file),
        cmocka_unit_test(limits_hold_for_the_whole_file),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
