// SPDX-License-Identifier: MIT
//
// Scenes as glTF and back: nothing changes.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/gltf.h"
#include "support/documents.h"
#include "support/full_scene.h"

// ------------------------------------------------------------------------------------ comparisons

// Whether two values say the same, numbers by their value whatever their kind.
static bool same_value(const maq_value *a, const maq_value *b) {
    double x, y;
    if (maq_value_number(a, &x) && maq_value_number(b, &y))
        return (isnan(x) && isnan(y)) || (x == y && signbit(x) == signbit(y));
    if (a->kind != b->kind)
        return false;
    if (a->kind != MAQ_VALUE_ARRAY && a->kind != MAQ_VALUE_OBJECT)
        return maq_value_equal(a, b);
    const maq_value *p = a->as.children.first, *q = b->as.children.first;
    for (; p && q; p = p->next, q = q->next) {
        if (a->kind == MAQ_VALUE_OBJECT && strcmp(p->key, q->key) != 0) {
            print_error("%s is not %s\n", p->key, q->key);
            return false;
        }
        if (!same_value(p, q)) {
            print_error("in %s\n", p->key ? p->key : "a list");
            return false;
        }
    }
    return !p && !q;
}

static bool describe_the_same(const maq_document *a, const maq_document *b) {
    maq_tree *x, *y;
    assert_int_equal(maq_describe(a, NULL, &x), MAQ_OK);
    assert_int_equal(maq_describe(b, NULL, &y), MAQ_OK);
    bool same = same_value(maq_tree_root(x), maq_tree_root(y));
    maq_tree_free(x);
    maq_tree_free(y);
    return same;
}

// The same for two variants: all but what they are called.
static bool contents_are_the_same(const maq_document *a, const maq_document *b) {
    maq_tree *changes;
    assert_int_equal(maq_diff(a, b, NULL, &changes), MAQ_OK);
    size_t count = 0;
    for (const maq_value *change = maq_tree_root(changes)->as.children.first; change;
         change = change->next) {
        const char *path = maq_value_find(change, "path")->as.text.bytes;
        count += strcmp(path, "variant") != 0 && strcmp(path, "format") != 0;
    }
    maq_tree_free(changes);
    return count == 0;
}

static maq_document *write_and_read(const maq_document *document) {
    maq_buffer bytes;
    maq_document *again;
    assert_int_equal(maq_save_memory(document, NULL, &bytes), MAQ_OK);
    assert_int_equal(maq_open_memory(bytes.data, bytes.length, NULL, &again), MAQ_OK);
    if (maq_document_findings(again)->count)
        fail_msg("%s", maq_document_findings(again)->items[0].message);
    assert_ptr_equal(maq_document_variant(again), maq_document_variant(document));
    maq_buffer_free(&bytes);
    return again;
}

// ------------------------------------------------------------------------------------------ tests

static void a_full_scene_comes_back(void **state) {
    (void)state;
    static const char *const variants[] = {"glb", "gltf"};
    for (int i = 0; i < 2; i++) {
        maq_document *first = full_document(variants[i]);
        maq_document *second = write_and_read(first);
        assert_true(describe_the_same(first, second));
        // From then on not even the kinds of numbers change.
        maq_document *third = write_and_read(second);
        assert_true(say_the_same(second, third));
        maq_close(first);
        maq_close(second);
        maq_close(third);
    }
}

// The document is the scene itself: what it was made from has not changed on the way in.
static void the_document_is_the_scene(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    maq_scene scene;
    full_scene(arena, &scene);
    maq_document *document = full_document("glb");
    mq_node *a = mq_value_root(arena, MAQ_VALUE_OBJECT),
            *b = mq_value_root(arena, MAQ_VALUE_OBJECT);
    mq_scene_describe(&scene, a);
    mq_scene_describe(maq_document_gltf(document), b);
    assert_true(same_value(mq_node_value(a), mq_node_value(b)));
    maq_close(document);
    mq_arena_free(arena);
}

static void variants_say_the_same(void **state) {
    (void)state;
    maq_document *glb = full_document("glb"), *gltf, *back;
    maq_document *read = write_and_read(glb);
    assert_int_equal(maq_convert(read, "gltf", NULL, &gltf), MAQ_OK);
    assert_int_equal(maq_document_findings(gltf)->count, 0);
    maq_document *read_gltf = write_and_read(gltf);
    assert_true(contents_are_the_same(read, read_gltf));
    assert_int_equal(maq_convert(read_gltf, "glb", NULL, &back), MAQ_OK);
    maq_buffer a, b;
    assert_int_equal(maq_save_memory(read, NULL, &a), MAQ_OK);
    assert_int_equal(maq_save_memory(back, NULL, &b), MAQ_OK);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.data, b.data, a.length);
    maq_buffer_free(&a);
    maq_buffer_free(&b);
    maq_close(glb);
    maq_close(gltf);
    maq_close(back);
    maq_close(read);
    maq_close(read_gltf);
}

// A scene made from a document is equal to its content.
static void scenes_are_made(void **state) {
    (void)state;
    maq_document *document = full_document("glb");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    assert_int_equal(maq_scene_findings(scene)->count, 0);
    assert_int_equal(scene->mesh_count, maq_document_gltf(document)->mesh_count);
    assert_ptr_not_equal(scene->meshes[0].positions,
                         maq_document_gltf(document)->meshes[0].positions);
    maq_scene_free(scene);
    maq_close(document);
}

static void images_stay_behind_on_request(void **state) {
    (void)state;
    maq_document *document = full_document("glb"), *made = NULL;
    maq_convert_options options = {.size = sizeof options, .images = MAQ_IMAGES_NONE};
    assert_int_equal(maq_convert(document, "gltf", &options, &made), MAQ_OK);
    assert_int_equal(maq_document_findings(made)->losses, 1);
    assert_int_equal(maq_document_findings(made)->items[0].count, 3);
    assert_string_equal(maq_document_findings(made)->items[0].rule->id, "MAQ-0908");
    assert_null(maq_document_gltf(made)->materials[1].textures[0].data);
    maq_buffer text;
    assert_int_equal(maq_save_memory(made, NULL, &text), MAQ_OK);
    assert_null(strstr(text.data, "\"images\""));
    maq_buffer_free(&text);
    maq_close(made);
    options.images = (maq_images_mode)9;
    assert_int_equal(maq_convert(document, "gltf", &options, &made), MAQ_BAD_ARGUMENT);
    maq_close(document);
}

// Writes the files for the Khronos validator (test_gltf_validator.sh).
static void files_for_the_validator(void **state) {
    (void)state;
    const char *folder = getenv("MAQUETTE_GLTF_OUT");
    if (!folder)
        skip();
    static const char *const variants[] = {"glb", "gltf"};
    for (int i = 0; i < 2; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/full.%s", folder, variants[i]);
        maq_document *document = full_document(variants[i]);
        assert_int_equal(maq_save_file(document, NULL, path), MAQ_OK);
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_scene_comes_back),
        cmocka_unit_test(the_document_is_the_scene),
        cmocka_unit_test(variants_say_the_same),
        cmocka_unit_test(scenes_are_made),
        cmocka_unit_test(images_stay_behind_on_request),
        cmocka_unit_test(files_for_the_validator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
