// SPDX-License-Identifier: MIT
//
// PIE files whose counts or repetitions are meant to cost time and memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"
#include "support/hostile.h"

// Opens and checks with all memory counted; what opening came to.
static maq_status weigh(const char *text, size_t length, size_t *most, double *took,
                        bool *named_count) {
    counted_memory counted;
    count_memory(&counted);
    maq_open_options options = {.memory = &counted.memory};
    maq_document *document = NULL;
    double begun = seconds_of_work();
    maq_status status = maq_open_memory(text, length, &options, &document);
    *took = seconds_of_work() - begun;
    *most = counted.most;
    *named_count = false;
    for (size_t i = 0; document && i < maq_document_findings(document)->count; i++) {
        const maq_rule *rule = maq_document_findings(document)->items[i].rule;
        *named_count = *named_count || strcmp(rule->id, "PIE-0032") == 0;
    }
    maq_close(document);
    return status;
}

static void absurd_counts_are_refused_at_once(void **state) {
    (void)state;
    static const char *const lists[] = {"POINTS",         "NORMALS",      "POLYGONS",
                                        "CONNECTORS",     "SHADOWPOINTS", "SHADOWPOLYGONS",
                                        "ANIMOBJECT 10 0"};
    static const char *const counts[] = {"4000000000", "67108865", "1e30", "99999999999999999999"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            char text[400];
            int length = snprintf(text, sizeof text,
                                  "PIE 3\nTYPE 200\nTEXTURE 0 page-1.png 0 0\nLEVELS 1\nLEVEL 1\n"
                                  "%s %s\n\t0 0 0\n\t1 1 1\n",
                                  lists[i], counts[k]);
            size_t most;
            double took;
            bool named;
            assert_int_equal(weigh(text, (size_t)length, &most, &took, &named), MAQ_OVER_LIMIT);
            assert_true(named);
            assert_true(most < 64 * 1024);
            assert_true(took < 0.1);
        }
    }
}

// A count that the limit allows but the file cannot hold needs no more memory than the file.
static void counts_beyond_the_file_cost_nothing(void **state) {
    (void)state;
    static const char text[] = "PIE 3\nTYPE 200\nTEXTURE 0 page-1.png 0 0\nLEVELS 1\nLEVEL 1\n"
                               "POINTS 60000000\n\t0 0 0\nPOLYGONS 60000000\n\t200 3 0 0 0\n";
    size_t most;
    double took;
    bool named;
    assert_int_equal(weigh(text, sizeof text - 1, &most, &took, &named), MAQ_OK);
    assert_true(most < 64 * 1024);
    assert_true(took < 0.1);
}

// Patterns that have made parsers quadratic: 1 MiB each in a deep run, a share of it
// otherwise.
static void long_repetitions_take_linear_time(void **state) {
    (void)state;
    static const char *const patterns[] = {
        "#\n",
        " \n",
        "\t",
        "\r",
        "\r\n",
        "x ",
        "LEVEL 1\n",
        "0 ",
        "1\n",
        "TYPE ",
        "POINTS",
        "POINTS 1 ",
        "#",
        "\x1a",
        "200 3 0 ",
        "EVENT 1 a.pie\n",
        "LEVELS 2\n",
        "TEXTURE 0 a b.png\n",
        "POLYGONS 9\n\t200 3\n",
        "CONNECTORS 1\n\t1.5 2 3.5\n",
        "ANIMOBJECT 1 1 1\n\t0 0 0 0 0 0 0 1 1 1\n",
        "POINTS 2\n1 2\n3 4 5 6\n",
        "LEVEL 1\nPOINTS 3\n\t1 2 3 4 5 6\n",
        "MATERIALS 1 1 1\n",
        "SHADOWPOINTS 60000000\n",
    };
    const size_t size = getenv("MAQUETTE_DEEP") ? 1 << 20 : 1 << 16;
    char *text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        static const char *const heads[] = {
            "PIE 2\n", "PIE 3\nTYPE 200\nLEVELS 9\nLEVEL 1\n",
            "PIE 4\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 500000\n",
            "PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 1\n\t0 0 0\nPOLYGONS 200000\n"};
        for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
            size_t at = strlen(heads[k]), step = strlen(patterns[i]);
            memcpy(text, heads[k], at);
            while (at + step <= size) {
                memcpy(text + at, patterns[i], step);
                at += step;
            }
            double begun = seconds_of_work();
            exercise(text, at, NULL, NULL);
            double took = seconds_of_work() - begun;
            // exercise() does some twenty passes; the limit allows for sanitizers and busy machines.
            if (took > 20.0 * (double)size / (1 << 20) + 1)
                fail_msg("pattern %zu, head %zu took %d s", i, k, (int)took);
            size_t most;
            bool named;
            weigh(text, at, &most, &took, &named);
            if (most > 64 * size + (16 << 20))
                fail_msg("pattern %zu, head %zu took %zu bytes", i, k, most);
        }
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(absurd_counts_are_refused_at_once),
        cmocka_unit_test(counts_beyond_the_file_cost_nothing),
        cmocka_unit_test(long_repetitions_take_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
