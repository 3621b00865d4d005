// SPDX-License-Identifier: MIT
//
// Conversions that free what their inputs hold give the same results, and keep what is still needed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/files.h"
#include "maquette/maquette.h"
#include "maquette/pie.h"
#include "support/corpus.h"
#include "support/documents.h"
#include "support/overwriting.h"

static const char *const targets[] = {"pie2", "pie4", "wzm3", "wza", "iqe", "iqm",
                                      "iqm1", "obj",  "pet",  "glb", "gltf"};
enum { TARGET_COUNT = sizeof targets / sizeof *targets };

static maq_document *open_model(const char *path) {
    maq_open_options options = {.size = sizeof options, .memory = &overwriting_memory};
    maq_document *document;
    maq_open_file(path, &options, &document);
    return document;
}

static maq_status convert(const maq_document *document, const char *to, bool free_inputs,
                          maq_document **out) {
    maq_convert_options options = {.size = sizeof options, .free_inputs = free_inputs};
    return maq_convert(document, to, &options, out);
}

static void assert_same_findings(const maq_document *a, const maq_document *b) {
    const maq_findings *first = maq_document_findings(a), *second = maq_document_findings(b);
    assert_int_equal(first->count, second->count);
    for (size_t i = 0; i < first->count; i++) {
        assert_string_equal(first->items[i].message, second->items[i].message);
        assert_int_equal(first->items[i].span.offset, second->items[i].span.offset);
    }
}

static void assert_same_result(const maq_document *a, const maq_document *b) {
    maq_buffer first, second;
    assert_same_findings(a, b);
    assert_int_equal(maq_save_memory(a, NULL, &first), MAQ_OK);
    assert_int_equal(maq_save_memory(b, NULL, &second), MAQ_OK);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.data, second.data, first.length);
    maq_buffer_free(&first);
    maq_buffer_free(&second);
}

// How many conversions to glTF and to other formats freed the bytes of their input, and how many its content.
typedef struct freed {
    const char *format; // of the input
    size_t gltf_bytes, other_bytes, contents;
} freed;

static bool has_content(const maq_document *document) {
    maq_buffer bytes;
    bool has = maq_save_memory(document, NULL, &bytes) != MAQ_BAD_ARGUMENT;
    maq_buffer_free(&bytes);
    return has;
}

static void compare_conversions(const char *path, void *context) {
    freed *f = context;
    for (size_t i = 0; i < TARGET_COUNT; i++) {
        maq_document *kept = open_model(path), *spent = open_model(path);
        maq_document *from_kept = NULL, *from_spent = NULL;
        bool is_model = kept && maq_document_variant(kept);
        bool wanted = is_model && strcmp(maq_document_format(kept)->name, f->format) == 0;
        if (wanted && convert(kept, targets[i], false, &from_kept) == MAQ_OK) {
            assert_int_equal(convert(spent, targets[i], true, &from_spent), MAQ_OK);
            assert_same_result(from_kept, from_spent);
            assert_non_null(maq_document_source(kept, NULL));
            bool gltf = strcmp(maq_document_format(from_spent)->name, "gltf") == 0;
            bool bytes_freed = !maq_document_source(spent, NULL);
            f->gltf_bytes += gltf && bytes_freed;
            f->other_bytes += !gltf && bytes_freed;
            f->contents += !has_content(spent);
        }
        maq_close(from_kept);
        maq_close(from_spent);
        maq_close(kept);
        maq_close(spent);
    }
}

static freed count_freed(const char *format) {
    freed f = {.format = format};
    walk_files("tests/data/full", "", compare_conversions, &f);
    walk_files("examples/models", "", compare_conversions, &f);
    return f;
}

static void inputs_are_freed(void **state) {
    static const char *const formats[] = {"pie", "wzm", "wza", "iqe", "iqm", "pet", "obj", "gltf"};
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        freed f = count_freed(formats[i]);
        assert_true(f.other_bytes > 0);
        assert_true(f.contents > 0);
    }
}

// A glTF file carries the file of its model, unless that needs a second file.
static void bytes_that_a_result_carries_stay(void **state) {
    (void)state;
    assert_int_equal(count_freed("pie").gltf_bytes, 0);
    assert_int_equal(count_freed("iqm").gltf_bytes, 0);
    assert_true(count_freed("obj").gltf_bytes > 0);
}

static void an_input_without_content_has_findings_and_names(void **state) {
    (void)state;
    maq_document *document = open_model("examples/models/faulty.pie"), *made, *again;
    maq_buffer bytes;
    size_t findings = maq_document_findings(document)->count;
    assert_true(findings > 0);
    assert_int_equal(convert(document, "iqm", true, &made), MAQ_OK);
    assert_null(maq_document_pie(document));
    assert_int_equal(maq_save_memory(document, NULL, &bytes), MAQ_BAD_ARGUMENT);
    assert_int_equal(convert(document, "iqm", true, &again), MAQ_BAD_ARGUMENT);
    assert_null(again);
    assert_int_equal(maq_document_findings(document)->count, findings);
    assert_int_equal(
        maq_document_position(document, maq_document_findings(document)->items[0].span.offset).line,
        2);
    assert_non_null(strstr(maq_document_file_name(document), "faulty.pie"));
    maq_close(made);
    maq_close(document);
}

// A result with images beside it is made again when their names are taken.
static void content_stays_for_results_with_companions(void **state) {
    (void)state;
    maq_convert_options options = {
        .size = sizeof options, .free_inputs = true, .images = MAQ_IMAGES_COPY};
    maq_document *document = open_model("examples/models/turret.pie"), *first, *second;
    assert_int_equal(maq_convert(document, "obj", &options, &first), MAQ_OK);
    assert_int_equal(maq_convert(document, "obj", &options, &second), MAQ_OK);
    assert_same_result(first, second);
    maq_close(first);
    maq_close(second);
    maq_close(document);
}

static void bytes_that_a_position_needs_stay(void **state) {
    (void)state;
    maq_document *document = open_text("# Inter-Quake Export\n"
                                       "mesh m\nmaterial a\n"
                                       "vp 0 0 0\nvp 1 0 0\nvp 0 1 0\nfm 0 1 2\nunknown\n",
                                       "iqe");
    maq_document *made;
    assert_int_equal(maq_document_findings(document)->count, 1);
    assert_int_equal(convert(document, "iqm", true, &made), MAQ_OK);
    maq_position position =
        maq_document_position(document, maq_document_findings(document)->items[0].span.offset);
    assert_int_equal(position.line, 8);
    maq_close(made);
    maq_close(document);
}

// What is left of an input can be converted once more, and the comment of an IQE is part of it.
static void an_input_without_its_bytes_is_whole(void **state) {
    (void)state;
    maq_document *document = open_text("# Inter-Quake Export\n"
                                       "mesh m\nmaterial a\n"
                                       "vp 0 0 0\nvp 1 0 0\nvp 0 1 0\nfm 0 1 2\n"
                                       "comment\nkept\n",
                                       "iqe");
    maq_document *first, *second;
    assert_int_equal(convert(document, "iqm", true, &first), MAQ_OK);
    assert_null(maq_document_source(document, NULL));
    assert_int_equal(convert(document, "iqm", true, &second), MAQ_OK);
    assert_same_result(first, second);
    maq_buffer bytes;
    assert_int_equal(maq_save_memory(second, NULL, &bytes), MAQ_OK);
    bool found = false;
    for (size_t i = 0; i + 4 <= bytes.length; i++)
        found |= memcmp(bytes.data + i, "kept", 4) == 0;
    assert_true(found);
    maq_buffer_free(&bytes);
    maq_close(first);
    maq_close(second);
    maq_close(document);
}

static void a_model_of_a_set_keeps_its_names(void **state) {
    (void)state;
    maq_files *files;
    maq_document *document, *made;
    const char *name, *kept;
    maq_open_options options = {.size = sizeof options, .memory = &overwriting_memory};
    assert_int_equal(maq_files_for_model("examples/models/turret.pie", NULL, &files, &name),
                     MAQ_OK);
    assert_int_equal(maq_open_in_files(files, name, &options, &document), MAQ_OK);
    assert_int_equal(convert(document, "obj", true, &made), MAQ_OK);
    assert_null(maq_document_source(document, NULL));
    assert_ptr_equal(maq_document_files(document, &kept), files);
    assert_string_equal(kept, name);
    assert_non_null(strstr(maq_document_file_name(document), "turret.pie"));
    maq_close(made);
    maq_close(document);
    maq_files_free(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_freed),
        cmocka_unit_test(bytes_that_a_result_carries_stay),
        cmocka_unit_test(an_input_without_content_has_findings_and_names),
        cmocka_unit_test(content_stays_for_results_with_companions),
        cmocka_unit_test(bytes_that_a_position_needs_stay),
        cmocka_unit_test(an_input_without_its_bytes_is_whole),
        cmocka_unit_test(a_model_of_a_set_keeps_its_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
