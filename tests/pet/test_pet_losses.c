// SPDX-License-Identifier: MIT
//
// Each kind of loss has a conversion or a join of puppets that reports this loss and no other.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/pet_documents.h"
#include "support/pet_faults.h"
#include "support/pet_pieces.h"

// The input and the settings of a conversion with one loss.
static void prepare_conversion(unsigned number, pet_bytes *b, const char **name, const char **to,
                               const char **setting, const char **layout) {
    static const pet_form rich13 = {3, true, true};
    *name = "x.pet";
    *to = "pet";
    *setting = *layout = NULL;
    switch (number) {
    case 901:
        piece_bones(b);
        pet_text(b);
        *to = "bpet";
        break;
    case 902:
        pet_vers(b, piece_v12);
        pet_bones(b, piece_v12, true);
        pet_anim(b, piece_v12);
        *setting = "pet-version=1.1";
        break;
    case 903:
        pet_vers(b, piece_v13);
        pet_bones(b, piece_v13, true);
        pet_anim(b, piece_v13);
        *setting = "pet-version=1.2";
        break;
    case 904:
        pet_vers(b, rich13);
        pet_bones(b, rich13, true);
        *setting = "pet-version=1.2";
        break;
    case 905:
        piece_triangle(b, (piece_corner_case){.sets = 2});
        *setting = "pet-version=1.1";
        break;
    case 906:
        piece_triangle(b, (piece_corner_case){.sets = -1});
        *setting = "pet-version=1.1";
        break;
    case 907:
        piece_triangle(b, (piece_corner_case){.specular = 1});
        *setting = "pet-version=1.1";
        break;
    case 908:
        pet_vers(b, piece_v12);
        pet_bones(b, piece_v12, true);
        pet_smtl(b);
        *setting = "pet-version=1.1";
        break;
    case 909:
        piece_skins(b, 2, (const uint32_t[][5]){{0, 0, 3, 0, 1}, {0, 3, 3, 1, 1}}, false);
        *name = "x.mpet";
        *setting = "pet-version=1.1";
        break;
    case 910:
        pet_bones(b, piece_v10, true);
        pet_begin(b, "MESH");
        pet_u8(b, 1);
        for (unsigned i = 0; i < 5; i++)
            pet_u32(b, i == 2);
        pet_u32(b, 1);
        pet_floats(b, 4, FLOATS(0, 0, 0, 0.5f));
        pet_raw(b, "\xff\x00\x00\x00", 4);
        pet_u32(b, 0);
        pet_end(b);
        *name = "x.mpet";
        break;
    case 911:
        piece_bones(b);
        *name = "x.bpet";
        *to = "apet";
        break;
    case 912:
        pet_begin(b, "BONE");
        pet_u8(b, 1);
        pet_cstr(b, "Bip01");
        pet_u8(b, 0xff);
        pet_floats(b, 12, FLOATS(0.8f, 0.6f, 0, -0.6f, 0.8f, 0, 0, 0, 1, 0, 0, 0));
        pet_end(b);
        pet_begin(b, "MESH");
        pet_u32(b, 3);
        for (unsigned i = 0; i < 3; i++) {
            pet_floats(b, 3, FLOATS((float)i, (float)(i * i), 0));
            pet_raw(b, "\xff\x00\x00\x00", 4);
        }
        pet_u32(b, 1);
        for (unsigned i = 0; i < 3; i++) {
            pet_u32(b, i);
            pet_floats(b, 5, FLOATS(0.1f, 0.7f, 0.7f, 0, 0));
        }
        pet_u8(b, 0xff);
        pet_end(b);
        *setting = "pet-version=1.1";
        break;
    case 913:
        pet_bones(b, piece_v10, true);
        pet_moti(b, piece_v10);
        *layout = "layout=documented";
        break;
    case 914:
        piece_frames(b, 2, 0, "*msg(\"x", "y\")");
        *name = "x.apet";
        *to = "apet";
        *layout = "layout=documented";
        break;
    case 915:
        piece_bones(b);
        pet_coll(b, piece_v13);
        *to = "bpet";
        *layout = "layout=documented";
        break;
    case 916:
        pet_fault("PET-0210", b);
        *to = "bpet";
        *layout = "layout=documented";
        break;
    case 917:
        pet_begin(b, "BONE");
        pet_u8(b, 0);
        pet_u16(b, 256);
        for (unsigned i = 0; i < 256; i++)
            pet_bone(b, piece_v10, "a", i == 0 ? 0xff : 0, true);
        pet_end(b);
        *to = "bpet";
        *layout = "layout=documented";
        break;
    case 918:
        piece_triangle(b, (piece_corner_case){.weights = "\xfe\x00\xff\x01", .weights_length = 4});
        *layout = "layout=documented";
        break;
    case 919:
        pet_vers(b, (pet_form){2, false, false});
        pet_bones(b, piece_v12, true);
        pet_fram(b, (pet_form){2, false, false});
        *layout = "layout=client";
        break;
    case 920:
        pet_vers(b, (pet_form){2, false, false});
        pet_bones(b, piece_v12, true);
        pet_coll(b, (pet_form){2, false, false});
        *layout = "layout=client";
        break;
    case 921:
        pet_fault("PET-0311", b);
        *name = "x.apet";
        *to = "apet";
        *setting = "pet-version=1.2";
        break;
    case 922:
        pet_fault("PET-0004", b);
        *to = "bpet";
        *setting = "pet-version=1.2";
        break;
    case 923:
        piece_vers(b, 0, 1, 0xfffe, 4);
        pet_bones(b, piece_v10, true);
        *to = "bpet";
        *setting = "pet-version=1.2";
        break;
    case 928:
        pet_fault("PET-0507", b);
        *name = "x.apet";
        *to = "apet";
        *layout = "layout=documented";
        break;
    case 929:
        piece_bones(b);
        pet_begin(b, "TEXT"); // dropping an empty one is not a loss
        pet_u32(b, 0);
        pet_end(b);
        pet_text(b);
        *to = "bpet";
        break;
    case 930:
        piece_vers(b, 2, 1, 0x1234, 4);
        pet_bones(b, piece_v12, true);
        *to = "bpet";
        *layout = "layout=documented";
        break;
    default:
        *name = NULL;
    }
}

// The inputs of a join with one loss; false: the loss is one of conversions.
static bool prepare_join(unsigned number, pet_bytes *a, pet_bytes *b, const char **name) {
    *name = "x.mpet";
    switch (number) {
    case 924:
        for (unsigned k = 0; k < 2; k++) {
            pet_bytes *out = k == 0 ? a : b;
            pet_begin(out, "TEXT");
            pet_u32(out, 200);
            for (unsigned i = 0; i < 200; i++)
                pet_texture(out, k == 0 ? "null" : "null.bmp", 0);
            pet_end(out);
        }
        return true;
    case 925:
        for (unsigned k = 0; k < 2; k++) {
            pet_bytes *out = k == 0 ? a : b;
            pet_vers(out, piece_v12);
            pet_begin(out, "SMTL");
            pet_u32(out, 100);
            for (unsigned i = 0; i < 100; i++) {
                pet_lstr(out, "m");
                pet_u32(out, 0);
            }
            pet_end(out);
        }
        return true;
    case 926:
        for (unsigned k = 0; k < 2; k++) {
            pet_bytes *out = k == 0 ? a : b;
            pet_vers(out, piece_v12);
            pet_begin(out, "BONE");
            pet_u8(out, 2);
            pet_bone(out, piece_v12, "a", 0xff, true);
            pet_cstr(out, "b");
            pet_u8(out, 0);
            pet_floats(out, 12, FLOATS(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, k == 0 ? 1 : 2, 0));
            pet_end(out);
            if (k == 0)
                continue;
            pet_begin(out, "MESH");
            pet_u32(out, 1);
            pet_floats(out, 3, FLOATS(1, 2, 3));
            pet_raw(out, "\x80\x00\x7f\x01", 4);
            pet_u32(out, 0);
            pet_end(out);
        }
        *name = "x.pet";
        return true;
    case 927:
        for (unsigned k = 0; k < 2; k++) {
            pet_bytes *out = k == 0 ? a : b;
            pet_vers(out, piece_v13);
            pet_bones(out, piece_v13, false);
            pet_begin(out, "ANIM");
            piece_keys(out, k, FLOATS(0, 1, 2, 3), NULL, NULL, NULL);
            pet_u8(out, 0xff);
            pet_end(out);
        }
        *name = "x.apet";
        return true;
    case 931:
        piece_bones(a);
        piece_bones(b);
        pet_raw(b, "tail", 4);
        *name = "x.bpet";
        return true;
    case 932:
        piece_bones(a);
        piece_two_bones(b, "x", 0xff, "x", 0);
        *name = "x.bpet";
        return true;
    default:
        return false;
    }
}

static bool is_only_loss(const maq_document *made, const char *id) {
    const maq_findings *findings = maq_document_findings(made);
    bool good = findings->count > 0 && findings->losses == findings->count;
    for (size_t i = 0; i < findings->count; i++)
        good &= strcmp(findings->items[i].rule->id, id) == 0;
    if (!good) {
        print_error("%s should be the one loss; found:\n", id);
        pet_print_findings(findings);
    }
    return good;
}

static void each_loss_is_reported_alone(void **state) {
    (void)state;
    const maq_format *format = NULL;
    maq_find_variant("pet", &format);
    assert_non_null(format);
    size_t bad = 0;
    for (uint32_t i = 0; i < format->rule_count; i++) {
        const char *id = format->rules[i].id, *name, *to, *setting, *layout;
        unsigned number = (unsigned)atoi(id + 4);
        // Those from 933 on belong to conversions to and from scenes (test_pet_scene.c).
        if (number < 900 || number >= 933)
            continue;
        pet_bytes a = {0}, b = {0};
        maq_document *made = NULL;
        if (prepare_join(number, &a, &b, &name)) {
            maq_document *first = pet_open(&a, number == 926 ? "x.bpet" : name);
            maq_document *second = pet_open(&b, name);
            maq_input inputs[2] = {{.document = first}, {.document = second}};
            assert_int_equal(maq_join(inputs, 2, name + 2, NULL, &made), MAQ_OK);
            maq_close(first);
            maq_close(second);
        } else {
            prepare_conversion(number, &a, &name, &to, &setting, &layout);
            if (!name)
                fail_msg("%s has no conversion", id);
            maq_document *document = pet_open(&a, name);
            made = pet_convert(document, to, setting, layout);
            maq_close(document);
        }
        bad += !is_only_loss(made, id);
        // What was made can be written and read.
        pet_bytes written = pet_saved(made);
        if (written.length > 0)
            maq_close(pet_open(&written, NULL));
        pet_free(&written);
        maq_close(made);
        pet_free(&a);
        pet_free(&b);
    }
    assert_int_equal(bad, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_loss_is_reported_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
