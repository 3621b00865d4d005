// SPDX-License-Identifier: MIT
//
// All real PIE files at hand ($MAQUETTE_CORPUS/pie) become scenes and come back as they were.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"
#include "support/corpus.h"
#include "support/documents.h"
#include "support/scenes.h"

typedef struct tally {
    size_t files, different, lossy;
} tally;

static void go_and_come_back(const char *path, void *context) {
    tally *count = context;
    maq_document *document;
    if (maq_open_file(path, NULL, &document) != MAQ_OK)
        fail_msg("%s cannot be read", path);
    maq_scene *scene;
    assert_int_equal(maq_scene_make(document, NULL, &scene), MAQ_OK);
    maq_document *back = document_from_scene(scene, maq_document_variant(document)->name, NULL);
    count->files++;
    if (!say_the_same(document, back)) {
        print_message("%s says something else\n", path);
        count->different++;
    }
    size_t losses = maq_scene_findings(scene)->count + maq_document_findings(back)->count;
    if (losses > 0) {
        print_message("%s: %zu losses, the first: %s\n", path, losses,
                      maq_document_findings(back)->count > 0
                          ? maq_document_findings(back)->items[0].message
                          : maq_scene_findings(scene)->items[0].message);
        count->lossy++;
    }
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void all_files_come_back_whole(void **state) {
    (void)state;
    tally count = {0};
    walk_corpus("pie", ".pie", go_and_come_back, &count);
    print_message("%zu files, %zu different, %zu with losses\n", count.files, count.different,
                  count.lossy);
    assert_int_equal(count.different, 0);
    assert_int_equal(count.lossy, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_files_come_back_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
