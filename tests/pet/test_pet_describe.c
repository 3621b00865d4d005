// SPDX-License-Identifier: MIT
//
// How puppets describe themselves: numbers as numbers, names as texts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pet.h"
#include "support/pet_bytes.h"

static const maq_value *first_of(const maq_tree *tree, const char *list) {
    const maq_value *section = maq_value_find(maq_tree_root(tree), "sections")->as.children.first;
    while (section && !maq_value_find(section, list))
        section = section->next;
    assert_non_null(section);
    return maq_value_find(section, list)->as.children.first;
}

static void assert_number(const maq_value *object, const char *key, double expected) {
    double number;
    assert_true(maq_value_number(maq_value_find(object, key), &number));
    assert_float_equal(number, expected, 0);
}

static void assert_text(const maq_value *object, const char *key, const char *expected) {
    const maq_value *text = maq_value_find(object, key);
    assert_non_null(text);
    assert_int_equal(text->kind, MAQ_VALUE_TEXT);
    assert_string_equal(text->as.text.bytes, expected);
}

static void numbers_are_numbers(void **state) {
    (void)state;
    pet_bytes b = {0};
    pet_form form = {3, false, false};
    pet_vers(&b, form);
    pet_text(&b);
    pet_bones(&b, form, true);
    pet_fanm(&b);
    maq_document *document;
    maq_tree *tree;
    maq_open_options options = {.size = sizeof options, .file_name = "x.pet"};
    assert_int_equal(maq_open_memory(b.data, b.length, &options, &document), MAQ_OK);
    assert_int_equal(maq_describe(document, NULL, &tree), MAQ_OK);
    const maq_value *texture = first_of(tree, "textures"), *bone = first_of(tree, "bones");
    assert_text(texture, "name", "skin.jpg");
    assert_number(texture, "flag", 0);
    assert_number(texture, "group", 0);
    assert_number(texture->next, "group", 1);
    assert_text(bone, "name", "Bip01");
    assert_number(bone->next, "parent", 0);
    assert_number(bone, "extra", -1);
    assert_number(first_of(tree, "faces"), "group", 1);
    maq_tree_free(tree);
    maq_close(document);
    pet_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_are_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
