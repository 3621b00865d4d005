// SPDX-License-Identifier: MIT
//
// Every format name to every other: what is written can be read and is sound, what it lacks is in
// the loss list, and names come through wherever there is a place for them.
//
//     test_conversions --page FILE      writes docs/conversions.md to a file
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/conversions_page.h"
#include "support/hostile.h"
#include "support/loss_meanings.h"

static void every_loss_is_told(void **state) {
    (void)state;
    unsigned faults = 0, ways = 0;
    for (size_t i = 0; i < CONVERSION_NAMES * CONVERSION_NAMES; i++) {
        const conversion *c = &conversions[i / CONVERSION_NAMES][i % CONVERSION_NAMES];
        if (!c->from)
            continue;
        faults += conversion_report(c, "the full model");
        ways++;
    }
    print_message("%u ways\n", ways);
    assert_int_equal(faults, 0);
    assert_true(ways >= 256);
}

// To the same name everything comes through, and nothing is reported.
static void the_same_format_loses_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < CONVERSION_NAMES; i++) {
        const conversion *c = &conversions[i][i];
        if (!c->from)
            continue;
        for (int k = 0; k < CENSUS_COUNT; k++) {
            if (c->differences[k])
                fail_msg("%s: %s: %s", c->from, census_names[k], c->differences[k]);
        }
        if (c->losses->losses)
            fail_msg("%s: %s", c->from, c->losses->items[0].message);
    }
}

static bool has_meaning(const char *id) {
    for (size_t k = 0; k < loss_meaning_count; k++) {
        if (strcmp(loss_meanings[k].rule, id) == 0)
            return true;
    }
    return false;
}

// A new rule of losses must say what it is about, or it would count for nothing here.
static void every_rule_of_losses_has_a_meaning(void **state) {
    (void)state;
    const maq_format *format;
    unsigned known = 0;
    for (size_t f = 0; (format = maq_format_at(f)); f++) {
        for (uint32_t i = 0; i < format->rule_count; i++) {
            if (format->rules[i].severity[0] != MAQ_LOSS)
                continue;
            if (!has_meaning(format->rules[i].id))
                fail_msg("%s is not in loss_meanings.c", format->rules[i].id);
            known++;
        }
    }
    assert_true(known > 100);
}

// ------------------------------------------------------------------------------------------ names

enum { MESHES = 1, MATERIALS = 2, JOINTS = 4, CLIPS = 8, ATTACHMENTS = 16, SHAPES = 32 };

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
// Puppets write CP949, which has more; it is enough to ask for these.
#define PRINTABLE LETTERS " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// What each format has names for, and which names fit.
static const struct {
    const char *format;
    unsigned held;
    const char *letters; // NULL: all
    size_t longest;      // 0: any
    bool unique;         // no two nodes have the same
} namings[] = {
    {"wzm2", MESHES, LETTERS "_-", 20, false},
    {"wzm3", MESHES, LETTERS "_-.", 0, false},
    {"iqe", MESHES | JOINTS | CLIPS, NULL, 0, false},
    {"iqm", MESHES | JOINTS | CLIPS, NULL, 0, false},
    {"iqm1", MESHES | JOINTS | CLIPS, NULL, 0, false},
    {"pet", JOINTS | CLIPS, PRINTABLE, 0, true},
    {"apet", JOINTS | CLIPS, PRINTABLE, 0, true},
    {"bpet", JOINTS, PRINTABLE, 0, true},
    {"mpet", JOINTS, PRINTABLE, 0, true},
    {"gltf", MESHES | MATERIALS | JOINTS | CLIPS | ATTACHMENTS | SHAPES, NULL, 0, false},
    {"glb", MESHES | MATERIALS | JOINTS | CLIPS | ATTACHMENTS | SHAPES, NULL, 0, false},
    // Objects are called as the nodes that show meshes, or as the meshes; one of both is there.
    {"obj", MATERIALS, NULL, 0, false},
};

static const struct {
    unsigned bit;
    census_category category, things;
} kinds[] = {
    {MESHES, CENSUS_MESH_NAMES, CENSUS_MESHES},
    {MATERIALS, CENSUS_MATERIAL_NAMES, CENSUS_MATERIALS},
    {JOINTS, CENSUS_JOINT_NAMES, CENSUS_JOINTS},
    {CLIPS, CENSUS_CLIP_NAMES, CENSUS_CLIPS},
    {SHAPES, CENSUS_SHAPE_NAMES, CENSUS_SHAPES},
    {ATTACHMENTS, CENSUS_ATTACHMENT_NAMES, CENSUS_ATTACHMENTS},
};

static size_t count_name(const census *counted, census_category category, const char *name) {
    size_t count = 0;
    for (size_t i = 0; i < counted->counts[category]; i++)
        count += strcmp(counted->rows[category][i].text, name) == 0;
    return count;
}

// Whether another node has this name, too.
static bool is_repeated(const census *counted, const char *name) {
    return count_name(counted, CENSUS_JOINT_NAMES, name) + count_name(counted, CENSUS_NODES, name) +
               count_name(counted, CENSUS_MESH_NAMES, name) +
               count_name(counted, CENSUS_ATTACHMENT_NAMES, name) >
           1;
}

// Whether the thing itself has no place and that is reported, with its name.
static bool is_left_out(const conversion *c, census_category things, const char *name) {
    char quoted[256];
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    for (size_t i = 0; i < c->losses->count; i++) {
        bool reported[CENSUS_COUNT] = {0};
        maq_findings one = {.items = &c->losses->items[i], .count = 1};
        loss_categories(&one, reported);
        if (reported[things] && strstr(one.items[0].message, quoted))
            return true;
    }
    return false;
}

static unsigned compare_names(const conversion *c, size_t naming, size_t kind) {
    census_category category = kinds[kind].category;
    unsigned compared = 0;
    for (size_t i = 0; i < c->before.counts[category]; i++) {
        const char *name = c->before.rows[category][i].text, *letters = namings[naming].letters;
        if ((letters && strspn(name, letters) != strlen(name)) ||
            (namings[naming].longest && strlen(name) > namings[naming].longest) ||
            (namings[naming].unique && is_repeated(&c->before, name)) ||
            is_left_out(c, kinds[kind].things, name))
            continue;
        compared++;
        if (count_name(&c->after, category, name) < count_name(&c->before, category, name))
            fail_msg("%s to %s: of %s, \"%s\" is lost", c->from, c->to, census_names[category],
                     name);
    }
    return compared;
}

static void names_come_through(void **state) {
    (void)state;
    unsigned compared = 0;
    for (size_t way = 0; way < CONVERSION_NAMES * CONVERSION_NAMES; way++) {
        const conversion *c = &conversions[way / CONVERSION_NAMES][way % CONVERSION_NAMES];
        for (size_t n = 0; c->from && n < sizeof namings / sizeof namings[0]; n++) {
            if (strcmp(namings[n].format, c->to) != 0)
                continue;
            for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
                if (namings[n].held & kinds[k].bit)
                    compared += compare_names(c, n, k);
            }
        }
    }
    print_message("%u names\n", compared);
    assert_true(compared > 300);
}

// --------------------------------------------------------------------------------------- the page

static void the_page_says_the_same(void **state) {
    (void)state;
    if (!maq_find_variant("gltf", NULL))
        skip();
    FILE *page = tmpfile();
    assert_non_null(page);
    conversions_page(page);
    size_t length = (size_t)ftell(page), old_length = 0;
    char *text = malloc(length + 1);
    assert_non_null(text);
    rewind(page);
    assert_int_equal(fread(text, 1, length, page), length);
    fclose(page);
    char *old = read_whole("docs/conversions.md", &old_length);
    if (length != old_length || memcmp(text, old, length) != 0)
        fail_msg("docs/conversions.md is out of date: run scripts/make-docs");
    free(old);
    free(text);
}

static int run_all(void **state) {
    (void)state;
    conversions_run();
    return 0;
}

static int end_all(void **state) {
    (void)state;
    conversions_end();
    return 0;
}

static void write_page(void **state) {
    FILE *out = fopen(*state, "w");
    assert_non_null(out);
    conversions_page(out);
    assert_int_equal(fclose(out), 0);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--page") == 0) {
        const struct CMUnitTest page[] = {cmocka_unit_test_prestate(write_page, argv[2])};
        return cmocka_run_group_tests(page, run_all, end_all);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_loss_is_told),
        cmocka_unit_test(the_same_format_loses_nothing),
        cmocka_unit_test(every_rule_of_losses_has_a_meaning),
        cmocka_unit_test(names_come_through),
        cmocka_unit_test(the_page_says_the_same),
    };
    return cmocka_run_group_tests(tests, run_all, end_all);
}
