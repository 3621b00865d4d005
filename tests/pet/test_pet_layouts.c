// SPDX-License-Identifier: MIT
//
// The two layouts of puppets, how they are recognised, and unusual forms of sections.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/pet_documents.h"
#include "support/pet_dump.h"

static const char *const kinds[] = {"pet", "apet", "bpet", "mpet"};

static void name_of(char out[16], const char *kind) {
    snprintf(out, 16, "x.%s", kind);
}

// Expects a file to be decoded as the independent parser of the tests does, and written unchanged.
static void expect_decoded(const pet_bytes *b, const char *kind, pet_form form) {
    char name[16];
    name_of(name, kind);
    maq_document *document = pet_open(b, name);
    const maq_pet *pet = maq_document_pet(document);
    assert_string_equal(maq_document_variant(document)->name, kind);
    assert_int_equal(pet->minor, form.minor);
    assert_int_equal(pet->layout, form.client ? MAQ_PET_CLIENT : MAQ_PET_DOCUMENTED);
    assert_int_equal(pet_raw_sections(document), 0);
    char *ours = pet_dump_document(document);
    char *theirs = pet_dump_bytes(b->data, b->length, kind, form);
    assert_string_equal(ours, theirs);
    free(ours);
    free(theirs);
    pet_saves_as(document, b->data, b->length);
    maq_close(document);
}

static void both_layouts_of_all_versions_are_read(void **state) {
    (void)state;
    for (size_t k = 0; k < 4; k++) {
        for (unsigned minor = 0; minor < 4; minor++) {
            for (unsigned layout = 0; layout < 2; layout++) {
                pet_form form = {minor, layout == 0, false};
                pet_bytes b = {0};
                pet_file(&b, kinds[k], form, true);
                expect_decoded(&b, kinds[k], form);
                pet_free(&b);
            }
        }
    }
}

// Without VERS a file is of 1.0. Other versions are recognised by the form of the sections. (1.1
// differs from 1.0 in the documented layout alone, and 1.2 from 1.3 not in all kinds.)
static void without_vers_the_sections_decide(void **state) {
    (void)state;
    for (unsigned minor = 0; minor < 4; minor++) {
        for (unsigned layout = 0; layout < 2; layout++) {
            pet_form form = {minor, layout == 0, false};
            if (form.client && minor == 1)
                continue;
            pet_bytes b = {0};
            pet_file(&b, "pet", form, false);
            expect_decoded(&b, "pet", form);
            maq_document *document = pet_open(&b, "x.pet");
            assert_int_equal(pet_findings_of(maq_document_findings(document), "PET-0016"),
                             minor > 0);
            maq_close(document);
            pet_free(&b);
            // Other kinds have too few sections for that; they are read all the same.
            for (size_t k = 1; k < 4; k++) {
                pet_file(&b, kinds[k], form, false);
                char name[16];
                name_of(name, kinds[k]);
                document = pet_open(&b, name);
                assert_string_equal(maq_document_variant(document)->name, kinds[k]);
                assert_int_equal(pet_raw_sections(document), 0);
                assert_int_equal(maq_document_pet(document)->layout == MAQ_PET_CLIENT, form.client);
                pet_saves_as(document, b.data, b.length);
                maq_close(document);
                pet_free(&b);
            }
        }
    }
}

static void info_has_the_layout(void **state) {
    (void)state;
    for (unsigned layout = 0; layout < 2; layout++) {
        pet_bytes b = {0};
        pet_file(&b, "pet", (pet_form){2, layout == 0, false}, true);
        maq_document *document = pet_open(&b, "x.pet");
        maq_tree *tree;
        assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
        const maq_value *value = maq_value_find(maq_tree_root(tree), "layout");
        assert_string_equal(value->as.text.bytes, layout == 0 ? "client" : "documented");
        value = maq_value_find(maq_tree_root(tree), "pet_version");
        assert_string_equal(value->as.text.bytes, "1.2");
        maq_tree_free(tree);
        maq_close(document);
        pet_free(&b);
    }
}

// Two vertices that both layouts read to the same end: by the document the second begins in the
// padding of the first and makes up for it by taking a half of its own z for a weight. That weight
// is on bone 63, and there are two.
static void indices_decide_when_both_layouts_fit(void **state) {
    (void)state;
    pet_form form = {0, true, false};
    pet_bytes b = {0};
    pet_bones(&b, form, true);
    pet_begin(&b, "MESH");
    pet_u32(&b, 2);
    pet_floats(&b, 3, (const float[]){1, 2, 3});
    pet_raw(&b, "\xff\x00\x00\x00", 4);
    pet_floats(&b, 3, (const float[]){4, 5, 0.5f}); // bytes 00 00 00 3f
    pet_raw(&b, "\x7f\x00\x80\x01", 4);
    pet_u32(&b, 0);
    pet_end(&b);
    expect_decoded(&b, "pet", form);

    // With 64 bones nothing speaks against either, and the game's reading comes first.
    pet_bytes many = {0};
    pet_begin(&many, "BONE");
    pet_u8(&many, 64);
    for (unsigned i = 0; i < 64; i++) {
        char name[8];
        snprintf(name, sizeof name, "b%u", i);
        pet_bone(&many, form, name, i == 0 ? 0xff : i - 1, true);
    }
    pet_end(&many);
    size_t mesh = many.length;
    pet_raw(&many, b.data + b.length - 48, 48);
    assert_memory_equal(many.data + mesh, "MESH", 4);
    expect_decoded(&many, "pet", form);

    // Where the layout of the game does not fit, the documented one is used: the last time of a
    // rotation is where the game expects a number of keys.
    pet_bytes keys = {0};
    pet_form documented = {0, false, false};
    pet_bones(&keys, documented, true);
    pet_anim(&keys, documented);
    expect_decoded(&keys, "pet", documented);
    pet_free(&keys);
    pet_free(&many);
    pet_free(&b);
}

// The file of a tool that writes 1.1 like the 1.0 of the document.
static void documented_1_1_may_have_the_extra_word(void **state) {
    (void)state;
    pet_bytes b = {0};
    pet_vers(&b, (pet_form){1, false, false});
    pet_bones(&b, (pet_form){1, false, false}, true);
    pet_anim(&b, (pet_form){0, false, false});
    pet_moti(&b, (pet_form){1, false, false});
    maq_document *document = pet_open(&b, "x.pet");
    const maq_pet *pet = maq_document_pet(document);
    assert_int_equal(pet->layout, MAQ_PET_DOCUMENTED);
    assert_int_equal(pet->minor, 1);
    assert_int_equal(pet_raw_sections(document), 0);
    assert_true(pet->animations[0].rotation.keys[1].time == 2);
    pet_saves_as(document, b.data, b.length);
    maq_close(document);
    pet_free(&b);
}

// --------------------------------------------------------------------------------- unusual forms

// An id as the game writes it.
static void put_id(pet_bytes *b, unsigned id, bool wide) {
    if (id >= 0xfe || wide) {
        pet_u8(b, 0xfe);
        pet_u16(b, id);
    } else {
        pet_u8(b, id);
    }
}

static void three_hundred_bones(void **state) {
    (void)state;
    pet_form form = {3, true, false};
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
        if (i == 0)
            pet_u8(&b, 0xff);
        else
            put_id(&b, i - 1, i % 7 == 0);
        pet_floats(&b, 12, (const float[]){1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0});
        pet_f32(&b, -1);
    }
    pet_end(&b);
    pet_begin(&b, "ANIM");
    for (unsigned i = 250; i < 300; i++) {
        put_id(&b, i, false);
        pet_u32(&b, 1);
        pet_key(&b, 0, 3, (const float[]){0, 1, 0});
        for (unsigned k = 0; k < 3; k++)
            pet_u32(&b, 0);
    }
    pet_u8(&b, 0xff);
    pet_end(&b);
    pet_begin(&b, "MESH");
    pet_u32(&b, 4);
    for (unsigned i = 0; i < 4; i++) {
        pet_floats(&b, 3, (const float[]){(float)i, (float)(i * i), 0});
        if (i == 0) { // one weight, on a wide id: four bytes and two of padding
            pet_u8(&b, 255);
            put_id(&b, 254, false);
            pet_raw(&b, "\xcd\xab", 2);
        } else if (i == 1) { // more than full
            pet_u8(&b, 200);
            put_id(&b, 255, false);
            pet_u8(&b, 200);
            put_id(&b, 299, false);
        } else if (i == 2) { // padding after a small id in its long form
            pet_u8(&b, 255);
            put_id(&b, 3, true);
            pet_raw(&b, "\x01\x02", 2);
        } else { // a first weight of 0
            pet_u8(&b, 0);
            put_id(&b, 253, false);
            pet_u8(&b, 255);
            put_id(&b, 12, false);
        }
    }
    pet_u32(&b, 1);
    for (unsigned k = 0; k < 3; k++) {
        pet_u32(&b, k);
        pet_floats(&b, 3, (const float[]){0, 0, 1});
        pet_u8(&b, k);
        for (unsigned set = 0; set < k; set++)
            pet_floats(&b, 2, (const float[]){0.5f, 0.25f});
    }
    pet_u8(&b, 0);
    pet_u8(&b, 0xff);
    pet_end(&b);
    pet_begin(&b, "EXTR");
    pet_u32(&b, 2);
    put_id(&b, 254, false);
    put_id(&b, 299, false);
    pet_end(&b);
    expect_decoded(&b, "pet", form);

    maq_document *document = pet_open(&b, "x.pet");
    const maq_pet *pet = maq_document_pet(document);
    assert_int_equal(pet->bone_count, 300);
    assert_int_equal(pet->bones[299].parent.bone, 298);
    assert_int_equal(pet->animations[49].id.bone, 299);
    assert_true(pet->bones[7].parent.wide && !pet->bones[8].parent.wide);
    assert_int_equal(pet->mesh.uv_sets, 2);
    maq_tree *tree;
    assert_int_equal(maq_describe(document, NULL, &tree), MAQ_OK);
    const maq_value *section = maq_value_find(maq_tree_root(tree), "sections")->as.children.first;
    while (!maq_value_find(section, "bones"))
        section = section->next;
    const maq_value *bone = maq_value_find(section, "bones")->as.children.first;
    for (unsigned i = 0; i < 300; i++, bone = bone->next)
        assert_int_equal(maq_value_find(bone, "form") != NULL, pet->bones[i].parent.wide);
    maq_tree_free(tree);
    maq_close(document);
    pet_free(&b);
}

static void small_counts_of_bones_may_be_long(void **state) {
    (void)state;
    pet_form form = {0, true, false};
    for (unsigned count = 0; count < 2; count++) {
        pet_bytes b = {0};
        pet_begin(&b, "BONE");
        pet_u8(&b, 0);
        pet_u16(&b, count);
        if (count)
            pet_bone(&b, form, "root", 0xff, true);
        pet_end(&b);
        expect_decoded(&b, "bpet", form);
        pet_free(&b);
    }
}

// Two skins whose corners count from their own first vertex, or, by mistake, from that of all. The
// first skin has a triangle or none.
static void skins(pet_bytes *b, bool absolute, unsigned first, pet_form form) {
    pet_bones(b, form, true);
    pet_begin(b, "MESH");
    pet_u8(b, 2);
    for (unsigned i = 0; i < 2; i++) {
        pet_u8(b, i);
        pet_raw(b, "\xcc\xcd\xce", 3);
        pet_u32(b, 3 * i);
        pet_u32(b, 3);
        pet_u32(b, i);
        pet_u32(b, i == 0 ? first : 1);
    }
    pet_u32(b, 6);
    for (unsigned i = 0; i < 6; i++) {
        pet_floats(b, 4, (const float[]){(float)i, (float)(i * i), 0, 0.5f});
        pet_raw(b, "\xff\x00\x00\x00", 4);
    }
    pet_u32(b, 2);
    for (unsigned i = 0; i < 6; i++) {
        pet_u32(b, absolute ? i : i % 3);
        pet_floats(b, 5, (const float[]){0, 0, 1, 0, 0});
    }
    pet_u8(b, 0);
    pet_u8(b, 0);
    pet_end(b);
}

static void corners_count_from_their_skin(void **state) {
    (void)state;
    pet_form form = {0, true, false};
    pet_bytes b = {0};
    skins(&b, false, 1, form);
    expect_decoded(&b, "mpet", form);
    pet_free(&b);

    // A triangle without a skin does not hide that of the next one.
    skins(&b, true, 0, form);
    maq_document *uncovered = pet_open(&b, "x.mpet");
    assert_true(maq_document_pet(uncovered)->mesh.absolute);
    maq_close(uncovered);
    pet_free(&b);

    skins(&b, true, 1, form);
    maq_document *document = pet_open(&b, "x.mpet");
    maq_pet_mesh mesh;
    assert_true(maq_document_pet(document)->mesh.absolute);
    assert_int_equal(maq_pet_mesh_open(document, NULL, &mesh), MAQ_OK);
    assert_int_equal(mesh.triangles[1].corners[2].vertex, 5);
    pet_saves_as(document, b.data, b.length);
    maq_pet_mesh_free(&mesh);
    maq_close(document);
    pet_free(&b);
}

static void a_single_empty_frame_may_lack_its_last_word(void **state) {
    (void)state;
    pet_form form = {3, true, false};
    for (unsigned with = 0; with < 2; with++) {
        pet_bytes b = {0};
        pet_vers(&b, form);
        pet_bones(&b, form, false);
        pet_begin(&b, "FRAM");
        for (unsigned i = 0; i < 5 + with; i++)
            pet_u32(&b, i == 0);
        pet_end(&b);
        expect_decoded(&b, "apet", form);
        pet_free(&b);
    }
}

static void unknown_sections_keep_their_positions(void **state) {
    (void)state;
    pet_form form = {2, true, false};
    pet_bytes b = {0};
    pet_begin(&b, "WHAT");
    pet_end(&b);
    pet_vers(&b, form);
    pet_begin(&b, "XYZ1");
    pet_raw(&b, "\0anything\xff", 10);
    pet_end(&b);
    pet_bones(&b, form, true);
    pet_begin(&b, "XYZ1");
    pet_u32(&b, 0xffffffff);
    pet_end(&b);
    pet_coll(&b, form);
    pet_raw(&b, "tail", 4);
    maq_document *document = pet_open(&b, NULL);
    const maq_pet *pet = maq_document_pet(document);
    assert_int_equal(pet->section_count, 6);
    assert_int_equal(pet->tail_length, 4);
    assert_int_equal(pet->box_count, 1);
    assert_int_equal(pet_raw_sections(document), 3);
    assert_int_equal(pet_findings_of(maq_document_findings(document), "PET-0006"), 3);
    pet_saves_as(document, b.data, b.length);
    maq_close(document);
    pet_free(&b);
}

static void a_damaged_section_leaves_the_rest(void **state) {
    (void)state;
    pet_form form = {2, true, false};
    pet_bytes b = {0};
    pet_vers(&b, form);
    pet_bones(&b, form, true);
    pet_begin(&b, "MOTI");
    pet_u32(&b, 7);
    pet_end(&b);
    pet_begin(&b, "SMTL"); // a value of the unknown type 7
    pet_u32(&b, 1);
    pet_lstr(&b, "m");
    pet_u32(&b, 1);
    pet_lstr(&b, "v");
    pet_u32(&b, 7);
    pet_floats(&b, 4, (const float[]){1, 2, 3, 4});
    pet_end(&b);
    pet_coll(&b, form);
    pet_coll(&b, form);
    maq_document *document = pet_open(&b, "x.pet");
    const maq_pet *pet = maq_document_pet(document);
    assert_true(pet->has[MAQ_PET_BONE] && pet->has[MAQ_PET_COLL]);
    assert_false(pet->has[MAQ_PET_MOTI] || pet->has[MAQ_PET_SMTL]);
    assert_int_equal(pet->sections[5].state, MAQ_PET_DUPLICATE);
    const maq_findings *findings = maq_document_findings(document);
    assert_int_equal(pet_findings_of(findings, "PET-0004"), 2);
    assert_int_equal(pet_findings_of(findings, "PET-0005"), 1);
    assert_int_equal(findings->count, 3);
    pet_saves_as(document, b.data, b.length);
    maq_close(document);
    pet_free(&b);
}

// A section of another version in a file that is otherwise valid.
static void a_section_of_another_form_is_decoded_by_itself(void **state) {
    (void)state;
    pet_form form = {2, true, false};
    pet_bytes b = {0};
    pet_vers(&b, form);
    pet_text(&b);
    pet_bones(&b, form, true);
    pet_mesh(&b, form, false);
    pet_moti(&b, (pet_form){2, false, false});
    maq_document *document = pet_open(&b, "x.pet");
    const maq_pet *pet = maq_document_pet(document);
    assert_int_equal(pet->layout, MAQ_PET_CLIENT);
    assert_int_equal(pet->motion_count, 2);
    assert_int_equal(pet->sections[4].encoding.layout, MAQ_PET_DOCUMENTED);
    assert_int_equal(pet_findings_of(maq_document_findings(document), "PET-0007"), 1);
    pet_saves_as(document, b.data, b.length);
    maq_close(document);
    pet_free(&b);
}

// ------------------------------------------------------------------------------------------- text

static void expect_utf8(const char *bytes, size_t length, const char *expected) {
    maq_buffer buffer;
    assert_int_equal(maq_pet_utf8(bytes, length, NULL, &buffer), MAQ_OK);
    assert_string_equal(buffer.data, expected);
    maq_buffer_free(&buffer);
}

static void texts_are_shown_as_utf8(void **state) {
    (void)state;
    expect_utf8("", 0, "");
    expect_utf8("Bip01 L Hand", 12, "Bip01 L Hand");
    expect_utf8("\xb1\xe2\xba\xbb", 4, "\xea\xb8\xb0\xeb\xb3\xb8"); // "basic"
    expect_utf8("a\xbc\xd5~", 4, "a\xec\x86\x90~");                 // "hand"
    expect_utf8("\x81\x41", 2, "\xea\xb0\x82");                     // not in EUC-KR
    expect_utf8("\xbc", 1, "\\xBC");                                // cut off
    expect_utf8("\xff\xbc\xd5", 3, "\\xFF\xec\x86\x90");            // a stray byte
    assert_int_equal(maq_pet_utf8(NULL, 3, NULL, &(maq_buffer){0}), MAQ_BAD_ARGUMENT);
}

static void descriptions_keep_the_bytes(void **state) {
    (void)state;
    pet_bytes b = {0};
    pet_begin(&b, "BONE");
    pet_u8(&b, 1);
    pet_bone(&b, (pet_form){0, true, false}, "\xbc\xd5", 0xff, true);
    pet_end(&b);
    maq_document *document = pet_open(&b, "x.bpet");
    maq_tree *tree;
    assert_int_equal(maq_describe(document, NULL, &tree), MAQ_OK);
    const maq_value *section = maq_value_find(maq_tree_root(tree), "sections")->as.children.first;
    const maq_value *bone = maq_value_find(section, "bones")->as.children.first;
    const maq_value *name = maq_value_find(bone, "name");
    assert_string_equal(maq_value_find(name, "bytes")->as.text.bytes, "bcd5");
    assert_string_equal(maq_value_find(name, "text")->as.text.bytes, "\xec\x86\x90");
    maq_tree_free(tree);
    maq_close(document);
    pet_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_layouts_of_all_versions_are_read),
        cmocka_unit_test(without_vers_the_sections_decide),
        cmocka_unit_test(info_has_the_layout),
        cmocka_unit_test(indices_decide_when_both_layouts_fit),
        cmocka_unit_test(documented_1_1_may_have_the_extra_word),
        cmocka_unit_test(three_hundred_bones),
        cmocka_unit_test(small_counts_of_bones_may_be_long),
        cmocka_unit_test(corners_count_from_their_skin),
        cmocka_unit_test(a_single_empty_frame_may_lack_its_last_word),
        cmocka_unit_test(unknown_sections_keep_their_positions),
        cmocka_unit_test(a_damaged_section_leaves_the_rest),
        cmocka_unit_test(a_section_of_another_form_is_decoded_by_itself),
        cmocka_unit_test(texts_are_shown_as_utf8),
        cmocka_unit_test(descriptions_keep_the_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
