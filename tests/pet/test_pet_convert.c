// SPDX-License-Identifier: MIT
//
// From kind to kind, version to version and layout to layout: every loss is reported exactly, and
// a conversion without losses can be reversed byte for byte.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/pet_documents.h"

enum { PET, APET, BPET, MPET };
static const char *const kinds[] = {"pet", "apet", "bpet", "mpet"};

static const char *file_name(unsigned kind) {
    static const char *const names[] = {"x.pet", "x.apet", "x.bpet", "x.mpet"};
    return names[kind];
}

static const char *version_setting(unsigned minor) {
    static const char *const settings[] = {"pet-version=1.0", "pet-version=1.1", "pet-version=1.2",
                                           "pet-version=1.3"};
    return settings[minor];
}

// -------------------------------------------------------------------- all kinds and versions

typedef struct loss {
    const char *id;
    uint64_t count;
} loss;

typedef struct loss_list {
    loss items[32];
    size_t count;
} loss_list;

static void expect(loss_list *list, bool lost, const char *id, uint64_t count) {
    if (lost)
        list->items[list->count++] = (loss){id, count};
}

// How many entries each section of the rich file has, and which kinds hold it.
static const struct {
    const char *name;
    unsigned first_minor;
    uint64_t items;
    bool in[4];
} contents[] = {
    {"TEXT", 0, 2, {true, false, false, true}}, {"SMTL", 2, 1, {true, false, false, true}},
    {"ANIM", 0, 1, {true, true, false, false}}, {"MESH", 0, 6, {true, false, false, true}},
    {"FANM", 0, 1, {true, false, false, true}}, {"FRAM", 0, 2, {true, true, false, false}},
    {"MOTI", 0, 2, {true, true, false, false}}, {"EXTR", 0, 1, {true, false, true, false}},
    {"COLL", 0, 1, {true, false, true, false}},
};

static loss_list expected_losses(unsigned from, unsigned from_minor, unsigned to,
                                 unsigned to_minor) {
    loss_list list = {0};
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++)
        expect(&list,
               contents[i].in[from] && from_minor >= contents[i].first_minor && !contents[i].in[to],
               "PET-0901", contents[i].items);
    bool mesh = (from == PET || from == MPET) && (to == PET || to == MPET);
    bool keys = (from == PET || from == APET) && (to == PET || to == APET);
    bool below_2 = from_minor >= 2 && to_minor < 2, below_3 = from_minor == 3 && to_minor < 3;
    expect(&list, keys && below_2, "PET-0902", 1);
    expect(&list, keys && below_3, "PET-0903", 1);
    expect(&list, from_minor == 3 && from != APET && (to_minor < 3 || to == APET), "PET-0904", 1);
    expect(&list, mesh && below_2, "PET-0905", 6);
    expect(&list, mesh && below_2, "PET-0907", 1);
    expect(&list, mesh && below_2, "PET-0908", 1);
    expect(&list, mesh && from == MPET && to == PET, "PET-0909", 1);
    expect(&list, mesh && from == MPET && to == PET, "PET-0910", 1);
    expect(&list, from != APET && to == APET, "PET-0911", 1);
    return list;
}

static void compare_losses(const maq_document *converted, loss_list *expected, const char *what) {
    const maq_findings *findings = maq_document_findings(converted);
    bool same = findings->count == expected->count && findings->losses == expected->count;
    for (size_t i = 0; i < findings->count && same; i++) {
        bool found = false;
        for (size_t k = 0; k < expected->count && !found; k++) {
            loss *item = &expected->items[k];
            found = item->id && strcmp(item->id, findings->items[i].rule->id) == 0 &&
                    item->count == findings->items[i].count;
            if (found)
                item->id = NULL;
        }
        same = found;
    }
    if (!same) {
        pet_print_findings(findings);
        fail_msg("%s: %zu losses expected", what, expected->count);
    }
}

static void all_conversions_between_kinds_and_versions(void **state) {
    (void)state;
    size_t tried = 0, lossless = 0;
    for (unsigned pair = 0; pair < 256; pair++) {
        unsigned from = pair >> 6, from_minor = pair >> 4 & 3, to = pair >> 2 & 3,
                 to_minor = pair & 3;
        char what[64];
        snprintf(what, sizeof what, "%s 1.%u to %s 1.%u", kinds[from], from_minor, kinds[to],
                 to_minor);
        pet_bytes b = {0};
        pet_file(&b, kinds[from], (pet_form){from_minor, true, true}, from_minor > 0);
        maq_document *document = pet_open(&b, file_name(from));
        maq_document *converted = pet_convert(document, kinds[to], version_setting(to_minor), NULL);
        loss_list expected = expected_losses(from, from_minor, to, to_minor);
        bool empty = expected.count == 0;
        compare_losses(converted, &expected, what);

        // What was written is what was asked for, by its name and without one.
        pet_bytes written = pet_saved(converted);
        for (unsigned named = 0; named < 2; named++) {
            maq_document *again = pet_open(&written, named ? file_name(to) : NULL);
            const maq_pet *pet = maq_document_pet(again);
            if (pet->kind != (maq_pet_kind)to || pet->minor != to_minor ||
                pet->layout != MAQ_PET_CLIENT || pet_raw_sections(again) ||
                maq_document_findings(again)->count) {
                pet_print_findings(maq_document_findings(again));
                fail_msg("%s is read as %s 1.%u", what, maq_document_variant(again)->name,
                         pet->minor);
            }
            maq_close(again);
        }
        if (empty) {
            maq_document *back =
                pet_convert(converted, kinds[from], version_setting(from_minor), NULL);
            // Nothing was lost, so the reverse conversion only removes what was added.
            if (maq_document_findings(back)->count > 0) {
                pet_print_findings(maq_document_findings(back));
                fail_msg("%s and back has a loss", what);
            }
            pet_bytes returned = pet_saved(back);
            if (returned.length != b.length || memcmp(returned.data, b.data, b.length) != 0)
                fail_msg("%s and back is not the same", what);
            pet_free(&returned);
            maq_close(back);
            lossless++;
        }
        pet_free(&written);
        maq_close(converted);
        maq_close(document);
        pet_free(&b);
        tried++;
    }
    assert_int_equal(tried, 256);
    print_message("%zu conversions, %zu of them without loss and reversed\n", tried, lossless);
    assert_true(lossless >= 16);
}

static void without_settings_the_version_stays(void **state) {
    (void)state;
    for (unsigned from = 0; from < 16; from++) {
        pet_bytes b = {0};
        pet_file(&b, kinds[from / 4], (pet_form){from % 4, true, true}, from % 4 > 0);
        maq_document *document = pet_open(&b, file_name(from / 4));
        maq_document *same = pet_convert(document, kinds[from / 4], NULL, NULL);
        assert_int_equal(maq_document_findings(same)->count, 0);
        pet_saves_as(same, b.data, b.length);
        maq_close(same);
        maq_close(document);
        pet_free(&b);
    }
}

static void bad_settings_are_refused(void **state) {
    (void)state;
    static const maq_setting bad[] = {{"pet-version", "1.4"},
                                      {"pet-version", "2"},
                                      {"layout", "other"},
                                      {"nothing", "1"},
                                      {"pet-version", "1.22"}};
    pet_bytes b = {0};
    pet_file(&b, "pet", (pet_form){1, true, false}, true);
    maq_document *document = pet_open(&b, "x.pet");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        maq_convert_options options = {.settings = &bad[i], .setting_count = 1};
        maq_document *out = NULL;
        assert_int_equal(maq_convert(document, "pet", &options, &out), MAQ_BAD_ARGUMENT);
        assert_null(out);
        maq_input inputs[2] = {{.document = document}, {.document = document}};
        assert_int_equal(maq_join(inputs, 2, "pet", &options, &out), MAQ_BAD_ARGUMENT);
    }
    maq_setting to_1_0 = {"pet-version", "1.0"};
    maq_convert_options strict = {.strict = true, .settings = &to_1_0, .setting_count = 1};
    maq_document *out = NULL;
    assert_int_equal(maq_convert(document, "bpet", &strict, &out), MAQ_LOSS_REFUSED);
    maq_close(out);
    maq_close(document);
    pet_free(&b);
}

// ------------------------------------------------------------------------------------------ layouts

static void to_the_documented_layout_and_back(void **state) {
    (void)state;
    for (unsigned from = 0; from < 16; from++) {
        unsigned kind = from / 4, minor = from % 4;
        pet_bytes b = {0};
        pet_file(&b, kinds[kind], (pet_form){minor, true, false}, minor > 0);
        maq_document *document = pet_open(&b, file_name(kind));
        maq_document *documented = pet_convert(document, kinds[kind], "layout=documented", NULL);
        loss_list expected = {0};
        expect(&expected, kind == PET || kind == APET, "PET-0913", 2);
        expect(&expected, kind == PET || kind == BPET, "PET-0915", 1);
        compare_losses(documented, &expected, kinds[kind]);
        pet_bytes written = pet_saved(documented);
        maq_document *again = pet_open(&written, file_name(kind));
        const maq_pet *pet = maq_document_pet(again);
        assert_int_equal(pet->kind, kind);
        assert_int_equal(pet_raw_sections(again), 0);
        // What both layouts write alike is read as the game's.
        bool differs = kind != MPET || minor > 0;
        if (differs)
            assert_int_equal(pet->layout, MAQ_PET_DOCUMENTED);
        maq_document *back =
            pet_convert(again, kinds[kind], "layout=client", version_setting(minor));
        assert_int_equal(maq_document_findings(back)->count, 0);
        if (kind == MPET)
            pet_saves_as(back, b.data, b.length);
        maq_close(back);
        maq_close(again);
        pet_free(&written);
        maq_close(documented);
        maq_close(document);
        pet_free(&b);
    }
}

static void from_the_documented_layout_and_back(void **state) {
    (void)state;
    for (unsigned minor = 0; minor < 4; minor++) {
        pet_bytes b = {0};
        pet_file(&b, "pet", (pet_form){minor, false, false}, minor > 0);
        maq_document *document = pet_open(&b, "x.pet");
        maq_document *client = pet_convert(document, "pet", "layout=client", NULL);
        assert_int_equal(maq_document_pet(client)->layout, MAQ_PET_CLIENT);
        loss_list expected = {0};
        expect(&expected, true, "PET-0919", 2); // vectors of frames
        expect(&expected, true, "PET-0920", 1); // unknown values of the box
        compare_losses(client, &expected, "documented pet");
        // Without a setting the layout stays, and nothing changes.
        for (unsigned named = 0; named < 2; named++) {
            maq_document *same =
                pet_convert(document, "pet", named ? "layout=documented" : NULL, NULL);
            assert_int_equal(maq_document_pet(same)->layout, MAQ_PET_DOCUMENTED);
            pet_saves_as(same, b.data, b.length);
            maq_close(same);
        }
        maq_close(client);
        maq_close(document);
        pet_free(&b);
    }
}

// Where the bytes of both layouts agree, nothing is lost.
static void boxes_and_frames_that_both_layouts_can_hold(void **state) {
    (void)state;
    for (unsigned minor = 0; minor < 2; minor++) {
        pet_form form = {minor, true, false};
        pet_bytes b = {0};
        if (minor > 0)
            pet_vers(&b, form);
        pet_bones(&b, form, true);
        pet_fram(&b, form);
        pet_begin(&b, "COLL");
        pet_u32(&b, 2);
        for (unsigned i = 0; i < 2; i++) {
            pet_u32(&b, 1);
            pet_u32(&b, 1);
            pet_lstr(&b, "box");
            pet_lstr(&b, "Bip01");
            pet_lstr(&b, i == 0 && minor == 0 ? " " : "");
            pet_lstr(&b, i == 1 && minor == 0 ? "x" : "");
            pet_floats(&b, 6, (const float[]){0, 0, 0, 1, 1, 1});
        }
        pet_end(&b);
        maq_document *document = pet_open(&b, "x.pet");
        maq_document *documented = pet_convert(document, "pet", "layout=documented", NULL);
        assert_int_equal(maq_document_findings(documented)->count, 0);
        maq_document *back = pet_convert(documented, "pet", "layout=client", NULL);
        assert_int_equal(maq_document_findings(back)->count, 0);
        pet_saves_as(back, b.data, b.length);
        maq_close(back);
        maq_close(documented);
        maq_close(document);
        pet_free(&b);
    }
}

// The document cannot number 300 bones: vertices of the last ones move to their parents, and stay
// where they are in the model.
static void dropped_bones_are_replaced_by_their_parents(void **state) {
    (void)state;
    pet_form form = {2, true, false};
    pet_bytes b = {0};
    pet_vers(&b, form);
    pet_text(&b);
    pet_begin(&b, "BONE");
    pet_u8(&b, 0);
    pet_u16(&b, 300);
    for (unsigned i = 0; i < 300; i++) {
        char name[8];
        snprintf(name, sizeof name, "b%u", i);
        pet_cstr(&b, name);
        if (i > 254) {
            pet_u8(&b, 0xfe);
            pet_u16(&b, i - 1);
        } else {
            pet_u8(&b, i == 0 ? 0xff : i - 1);
        }
        pet_floats(&b, 12, (const float[]){1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0});
    }
    pet_end(&b);
    pet_begin(&b, "ANIM");
    for (unsigned i = 0; i < 2; i++) {
        pet_raw(&b, i ? "\xfe\x2b\x01" : "\xfe\x03\x00", 3); // bones 3 and 299
        pet_u32(&b, 1);
        pet_key(&b, 0, 3, (const float[]){0, 1, 0});
        pet_u32(&b, 0);
        pet_u32(&b, 0);
    }
    pet_u8(&b, 0xff);
    pet_end(&b);
    pet_begin(&b, "EXTR");
    pet_u32(&b, 2);
    pet_raw(&b, "\x05\xfe\x2b\x01", 4);
    pet_end(&b);
    pet_begin(&b, "MESH");
    pet_u32(&b, 1);
    pet_floats(&b, 3, (const float[]){0, 0, 0});
    pet_raw(&b, "\xff\xfe\x2b\x01\x00\x00", 6); // bone 299, at y = 300
    pet_u32(&b, 0);
    pet_end(&b);
    maq_document *document = pet_open(&b, "x.pet");
    maq_document *documented = pet_convert(document, "pet", "layout=documented", NULL);
    loss_list expected = {0};
    expect(&expected, true, "PET-0917", 45); // bones
    expect(&expected, true, "PET-0917", 1);  // the keys of one
    expect(&expected, true, "PET-0916", 1);  // the longer form of another's index
    compare_losses(documented, &expected, "300 bones");
    const maq_pet *pet = maq_document_pet(documented);
    assert_int_equal(pet->bone_count, 255);
    assert_int_equal(pet->animation_count, 1);
    assert_int_equal(pet->extras[0].bone, 5);
    assert_int_equal(pet->extras[1].bone, 254);
    maq_pet_mesh mesh;
    assert_int_equal(maq_pet_mesh_open(documented, NULL, &mesh), MAQ_OK);
    assert_int_equal(mesh.weights[0].id.bone, 254);
    assert_true(mesh.vertices[0].position[1] == 45);
    maq_pet_mesh_free(&mesh);
    maq_close(documented);
    maq_close(document);
    pet_free(&b);
}

// ------------------------------------------------------------------------------------------ normals

// PET 1.0 has normals in the space of bones, all later versions in model space.
static void normals_change_their_space(void **state) {
    (void)state;
    pet_form form = {0, true, false};
    pet_bytes b = {0};
    pet_bones(&b, form, true);
    pet_begin(&b, "MESH");
    pet_u32(&b, 3);
    for (unsigned i = 0; i < 3; i++) {
        pet_floats(&b, 3, (const float[]){(float)i, (float)(i * i), 0});
        pet_raw(&b, "\xff\x01\x00\x00", 4); // the spine: x points along y, y against x
    }
    pet_u32(&b, 1);
    for (unsigned i = 0; i < 3; i++) {
        pet_u32(&b, i);
        pet_floats(&b, 5, (const float[]){1, 0, 0, 0, 0});
    }
    pet_u8(&b, 0xff);
    pet_end(&b);
    maq_document *document = pet_open(&b, "x.pet");
    for (unsigned i = 0; i < 2; i++) {
        maq_document *converted = i == 0 ? pet_convert(document, "pet", "pet-version=1.1", NULL)
                                         : pet_convert(document, "mpet", NULL, NULL);
        assert_int_equal(maq_document_findings(converted)->count, 0);
        maq_pet_mesh mesh;
        assert_int_equal(maq_pet_mesh_open(converted, NULL, &mesh), MAQ_OK);
        const float *normal = mesh.triangles[0].corners[1].normal;
        assert_true(normal[0] == 0 && normal[1] == 1 && normal[2] == 0);
        maq_pet_mesh_free(&mesh);
        maq_document *back = pet_convert(converted, "pet", "pet-version=1.0", NULL);
        pet_saves_as(back, b.data, b.length);
        maq_close(back);
        maq_close(converted);
    }
    maq_close(document);
    pet_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_conversions_between_kinds_and_versions),
        cmocka_unit_test(without_settings_the_version_stays),
        cmocka_unit_test(bad_settings_are_refused),
        cmocka_unit_test(to_the_documented_layout_and_back),
        cmocka_unit_test(from_the_documented_layout_and_back),
        cmocka_unit_test(boxes_and_frames_that_both_layouts_can_hold),
        cmocka_unit_test(dropped_bones_are_replaced_by_their_parents),
        cmocka_unit_test(normals_change_their_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
