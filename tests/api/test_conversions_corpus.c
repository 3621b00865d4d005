// SPDX-License-Identifier: MIT
//
// Real models into every format: what is written is sound, and every loss is reported. Every day a part
// of them, with MAQUETTE_DEEP=1 all.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/conversions.h"
#include "support/corpus.h"

typedef struct tally {
    unsigned every; // so many files are passed over for one that is tried
    unsigned seen, tried, ways, faults;
} tally;

static void try_model(const char *path, void *context) {
    tally *t = context;
    if (t->seen++ % t->every != 0)
        return;
    maq_document *document = NULL;
    // A model that is not whole or not sound may well become one that is not.
    if (maq_open_file(path, NULL, &document) == MAQ_OK && conversion_is_sound(document)) {
        t->tried++;
        for (size_t i = 0; i < CONVERSION_NAMES; i++) {
            conversion c;
            if (!maq_find_variant(conversion_names[i], NULL))
                continue;
            conversion_run(document, conversion_names[i], &c);
            if (t->faults < 20)
                t->faults += conversion_report(&c, path);
            conversion_end(&c);
            t->ways++;
        }
    }
    maq_close(document);
}

static void try_folder(const char *folder, const char *ending, unsigned every) {
    tally t = {.every = getenv("MAQUETTE_DEEP") ? 1 : every};
    walk_corpus(folder, ending, try_model, &t);
    print_message("%u models, %u ways\n", t.tried, t.ways);
    assert_true(t.tried > 0);
    assert_int_equal(t.faults, 0);
}

static void pie_models(void **state) {
    (void)state;
    try_folder("pie", ".pie", 100);
}

static void iqm_models(void **state) {
    (void)state;
    try_folder("iqm", ".iqm", 40);
}

static void iqe_models(void **state) {
    (void)state;
    try_folder("iqe", ".iqe", 10);
}

static void puppets(void **state) {
    (void)state;
    try_folder("pet", "pet", 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pie_models),
        cmocka_unit_test(iqm_models),
        cmocka_unit_test(iqe_models),
        cmocka_unit_test(puppets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
