// SPDX-License-Identifier: MIT
//
// What the names of textures say about rendering.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "formats/pet/pet_scene.h"

static void the_first_characters_are_flags(void **state) {
    (void)state;
    static const struct {
        const char *name;
        maq_blend blend;
        bool masked;
    } rows[] = {{"a.bmp", MAQ_BLEND_OPAQUE, false},    {"[a.bmp", MAQ_BLEND_ALPHA, true},
                {"+a.jpg", MAQ_BLEND_ALPHA, true},     {"^a.bmp", MAQ_BLEND_ALPHA, true},
                {"]^a.bmp", MAQ_BLEND_CUTOUT, true},   {"~^a.bmp", MAQ_BLEND_ADDITIVE, true},
                {"^a.DDS", MAQ_BLEND_ALPHA, false},    {"[a.dds", MAQ_BLEND_ALPHA, false},
                {"{a.bmp", MAQ_BLEND_CUTOUT, false},   {"abc[a.bmp", MAQ_BLEND_OPAQUE, false},
                {"abc^a.bmp", MAQ_BLEND_OPAQUE, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pet_texture_flags flags = mq_pet_texture_flags(mq_pet_text_of(rows[i].name));
        assert_int_equal(flags.blend, rows[i].blend);
        assert_true(flags.masked == rows[i].masked);
        assert_false(flags.untextured);
    }
    assert_true(mq_pet_texture_flags(mq_pet_text_of("NULL")).untextured);
    assert_true(mq_pet_texture_flags(mq_pet_text_of("[2#a.bmp")).two_sided);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_characters_are_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
