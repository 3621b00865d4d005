// SPDX-License-Identifier: MIT
//
// The models of Warzone 2100 as Debian ships them, and the textures of the same package: every name in
// every model leads to an image. MAQUETTE_DEEP=1 asks for it; scripts/warzone-data gets the textures.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "maquette/image.h"
#include "support/corpus.h"
#include "support/hostile.h"
#include "support/images.h"

#define DATA "build/warzone-data/base"
#define PAGES DATA "/texpages"

static maq_files *data;

static bool have_pages(void) {
    struct stat description;
    const char *deep = getenv("MAQUETTE_DEEP");
    if (!deep || strcmp(deep, "1") != 0) {
        print_message("skipped: only with MAQUETTE_DEEP=1\n");
        return false;
    }
    if (stat(PAGES, &description) != 0 && system("scripts/warzone-data") != 0) {
        print_message("skipped: no textures, and no package to take them from\n");
        return false;
    }
    return true;
}

typedef struct tally {
    size_t found, missing, other_case;
} tally;

// Counts for one tileset. One pixel is allowed: which files there are is asked, not what they show.
static void count_names(const char *path, const maq_scene *scene, uint32_t tileset, tally *counts) {
    maq_textures_options options = {.size = sizeof options,
                                    .files = data,
                                    .name = "x.pie",
                                    .tileset = tileset,
                                    .max_pixels = 1};
    maq_textures *textures;
    assert_int_equal(maq_textures_find(scene, &options, &textures), MAQ_OK);
    const maq_findings *findings = maq_textures_findings(textures);
    for (size_t i = 0; i < findings->count; i++) {
        const char *id = findings->items[i].rule->id;
        counts->found += strcmp(id, "IMG-0102") == 0;
        counts->other_case += strcmp(id, "IMG-0104") == 0;
        if (strcmp(id, "IMG-0101") == 0) {
            print_message("%s: %s\n", path, findings->items[i].message);
            counts->missing++;
        }
    }
    maq_textures_free(textures);
}

static void try_model(const char *path, void *context) {
    maq_document *document;
    maq_scene *scene;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    for (uint32_t tileset = 0; tileset < 3; tileset++)
        count_names(path, scene, tileset, context);
    maq_scene_free(scene);
    maq_close(document);
}

static void every_name_leads_to_a_page(void **state) {
    (void)state;
    if (!have_pages())
        skip();
    tally counts = {0};
    assert_int_equal(maq_files_new(NULL, &data), MAQ_OK);
    assert_int_equal(maq_files_add_path(data, DATA), MAQ_OK);
    walk_corpus("pie/debian", ".pie", try_model, &counts);
    print_message("three tilesets: %zu images found, %zu missing, %zu by another case\n",
                  counts.found, counts.missing, counts.other_case);
    assert_true(counts.found > 0);
    assert_int_equal(counts.missing, 0);
    maq_files_free(data);
}

static void read_page(const char *path, void *context) {
    size_t length;
    char *bytes = read_whole(path, &length);
    maq_status status;
    maq_image *image = read_image(bytes, length, NULL, &status);
    assert_int_equal(status, MAQ_OK);
    assert_int_equal(maq_image_findings(image)->warnings, 0);
    *(size_t *)context += (size_t)image->width * image->height;
    maq_image_free(image);
    free(bytes);
}

static void every_page_is_read(void **state) {
    (void)state;
    if (!have_pages())
        skip();
    size_t pixels = 0, files = walk_files(PAGES, ".png", read_page, &pixels);
    print_message("%zu pages, %zu pixels\n", files, pixels);
    assert_true(files > 70);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_leads_to_a_page),
        cmocka_unit_test(every_page_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
