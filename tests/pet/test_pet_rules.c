// SPDX-License-Identifier: MIT
//
// Each rule of puppets has a file that breaks only this rule, and findings have the right offsets.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/pet_documents.h"
#include "support/pet_faults.h"
#include "support/pet_pieces.h"

static const maq_format *pet_format(void) {
    const maq_format *format = NULL;
    maq_find_variant("pet", &format);
    assert_non_null(format);
    return format;
}

static void each_rule_is_broken_alone(void **state) {
    (void)state;
    const maq_format *format = pet_format();
    size_t bad = 0, tried = 0;
    for (uint32_t i = 0; i < format->rule_count; i++) {
        const maq_rule *rule = &format->rules[i];
        unsigned number = (unsigned)atoi(rule->id + 4);
        // Losses are in test_pet_losses; the limit is an option (test_pet_hostile).
        if (number >= 900 || number == 20)
            continue;
        pet_bytes b = {0};
        pet_fault(rule->id, &b);
        maq_open_options options = {.format = "pet", .file_name = pet_fault_name(number)};
        maq_document *document = NULL;
        maq_status status = maq_open_memory(b.data, b.length, &options, &document);
        assert_int_equal(status, number == 1 ? MAQ_BAD_DATA : MAQ_OK);
        maq_check_options check = {.target = pet_fault_target(number)};
        maq_report *report;
        assert_int_equal(maq_check(document, &check, &report), MAQ_OK);
        const maq_findings *findings = maq_report_findings(report);
        bool good = findings->count > 0;
        for (size_t k = 0; k < findings->count; k++) {
            good &= strcmp(findings->items[k].rule->id, rule->id) == 0;
            good &= findings->items[k].span.offset <= b.length && *findings->items[k].message;
        }
        if (!good) {
            print_error("%s should be the one rule broken; found:\n", rule->id);
            pet_print_findings(findings);
            bad++;
        }
        tried++;
        maq_report_free(report);
        maq_close(document);
        pet_free(&b);
    }
    assert_true(tried > 70);
    assert_int_equal(bad, 0);
}

static void valid_puppets_break_no_rule(void **state) {
    (void)state;
    static const char *const kinds[] = {"pet", "apet", "bpet", "mpet"};
    for (unsigned i = 0; i < 32; i++) {
        pet_form form = {i / 4 % 4, i < 16, false};
        char name[16];
        snprintf(name, sizeof name, "x.%s", kinds[i % 4]);
        pet_bytes b = {0};
        pet_file(&b, kinds[i % 4], form, form.minor > 0);
        maq_document *document = pet_open(&b, name);
        maq_check_options check = {.target = form.client ? "client" : "spec"};
        maq_report *report;
        assert_int_equal(maq_check(document, &check, &report), MAQ_OK);
        if (maq_report_findings(report)->count > 0) {
            pet_print_findings(maq_report_findings(report));
            fail_msg("%s 1.%u", name, form.minor);
        }
        maq_report_free(report);
        maq_close(document);
        pet_free(&b);
    }
}

static void rules_are_in_order_and_explained(void **state) {
    (void)state;
    const maq_format *format = pet_format();
    assert_int_equal(format->target_count, 3);
    for (uint32_t i = 0; i < format->rule_count; i++) {
        const maq_rule *rule = &format->rules[i];
        assert_true(rule->title && *rule->title && rule->explain && *rule->explain);
        assert_memory_equal(rule->id, "PET-", 4);
        if (i > 0)
            assert_true(strcmp(format->rules[i - 1].id, rule->id) < 0);
    }
}

// -------------------------------------------------------------------------------------- offsets

// A fault within a mesh has the offset of its byte.
static void findings_have_the_right_offsets(void **state) {
    (void)state;
    pet_bytes b = {0};
    piece_triangle(&b, (piece_corner_case){.texture = 9});
    maq_document *document = pet_open(&b, "x.pet");
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    assert_int_equal(maq_report_findings(report)->items[0].span.offset, b.length - 2);
    maq_report_free(report);
    maq_close(document);
    pet_free(&b);

    piece_triangle(&b, (piece_corner_case){.vertex = 9});
    document = pet_open(&b, "x.pet");
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    // The triangle starts three corners and two bytes before the end.
    assert_int_equal(maq_report_findings(report)->items[0].span.offset, b.length - 2 - 3 * 25);
    maq_report_free(report);
    maq_close(document);
    pet_free(&b);

    piece_triangle(&b, (piece_corner_case){.weights = "\xff\x09\x00\x00", .weights_length = 4});
    document = pet_open(&b, "x.pet");
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    assert_int_equal(maq_report_findings(report)->items[0].span.offset,
                     b.length - 2 - 3 * 25 - 4 - 16);
    maq_report_free(report);
    maq_close(document);
    pet_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_in_order_and_explained),
        cmocka_unit_test(each_rule_is_broken_alone),
        cmocka_unit_test(valid_puppets_break_no_rule),
        cmocka_unit_test(findings_have_the_right_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
