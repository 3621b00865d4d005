// SPDX-License-Identifier: MIT
//
// The images of all models of Warzone 2100, in the archives that Debian ships. MAQUETTE_DEEP=1 asks for it;
// scripts/warzone-data gets them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "maquette/image.h"
#include "support/hostile.h"

#define DATA "build/warzone-data/"

static bool have_archives(void) {
    struct stat description;
    const char *deep = getenv("MAQUETTE_DEEP");
    if (!deep || strcmp(deep, "1") != 0) {
        print_message("skipped: only with MAQUETTE_DEEP=1\n");
        return false;
    }
    if (stat(DATA "base.wz", &description) != 0 && system("scripts/warzone-data") != 0) {
        print_message("skipped: no archives, and no package to take them from\n");
        return false;
    }
    return true;
}

typedef struct image_counts {
    size_t models, faults, notes;
} image_counts;

static bool is_about_images(const char *id) {
    return strncmp(id, "IMG-", 4) == 0 || strncmp(id, "PIE-04", 6) == 0;
}

static void check_model(const maq_files *files, const char *name, maq_image_checks *known,
                        image_counts *counts) {
    maq_check_options options = {.size = sizeof options, .target = "game", .image_checks = known};
    maq_document *document;
    maq_report *report;
    assert_int_equal(maq_open_in_files(files, name, NULL, &document), MAQ_OK);
    assert_int_equal(maq_check(document, &options, &report), MAQ_OK);
    const maq_findings *findings = maq_report_findings(report);
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        if (!is_about_images(finding->rule->id))
            continue;
        counts->faults += finding->severity >= MAQ_WARNING;
        counts->notes += finding->severity < MAQ_WARNING;
        if (finding->severity >= MAQ_WARNING)
            print_message("%s: %s %s\n", name, finding->rule->id, finding->message);
    }
    counts->models++;
    maq_report_free(report);
    maq_close(document);
}

static image_counts check_archive(const maq_files *files, size_t source) {
    image_counts counts = {0};
    maq_image_checks *known;
    maq_file_list *list;
    double begin = seconds_now();
    assert_int_equal(maq_image_checks_new(NULL, &known), MAQ_OK);
    assert_int_equal(maq_files_walk(files, "", NULL, &list), MAQ_OK);
    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->items[i].name;
        size_t length = strlen(name);
        if (list->items[i].source == source && length > 4 && strcmp(name + length - 4, ".pie") == 0)
            check_model(files, name, known, &counts);
    }
    maq_file_list_free(list);
    maq_image_checks_free(known);
    print_message("%zu models in %.2f s: %zu faults, %zu notes\n", counts.models,
                  seconds_now() - begin, counts.faults, counts.notes);
    return counts;
}

// The game has one page whose sides are not powers of two, for four models.
static void the_images_of_the_game_have_no_faults(void **state) {
    (void)state;
    if (!have_archives())
        skip();
    maq_files *files;
    assert_int_equal(maq_files_new(NULL, &files), MAQ_OK);
    assert_int_equal(maq_files_add_path(files, DATA "base.wz"), MAQ_OK);
    image_counts base = check_archive(files, 0);
    assert_int_equal(base.models, 753);
    assert_int_equal(base.faults, 0);
    assert_int_equal(base.notes, 4);
    assert_int_equal(maq_files_add_path(files, DATA "mp.wz"), MAQ_OK);
    image_counts mp = check_archive(files, 1);
    assert_int_equal(mp.models, 102);
    assert_int_equal(mp.faults + mp.notes, 0);
    maq_files_free(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_images_of_the_game_have_no_faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
