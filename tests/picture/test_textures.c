// SPDX-License-Identifier: MIT
//
// Which files the materials of a model are drawn with. Images are distinguished by their widths.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "maquette/image.h"
#include "support/disk.h"
#include "support/hostile.h"

// ------------------------------------------------------------------------------------ a small world

static void put_picture(const char *name, uint32_t width, uint32_t height) {
    maq_image *image;
    maq_buffer png;
    assert_int_equal(maq_image_new(width, height, NULL, &image), MAQ_OK);
    assert_int_equal(maq_image_write_png(image, &png), MAQ_OK);
    put_bytes(name, png.data, png.length);
    maq_buffer_free(&png);
    maq_image_free(image);
}

static void put_image(const char *name, uint32_t width) {
    put_picture(name, width, 1);
}

// A model, its scene and its textures.
typedef struct textured {
    maq_document *document;
    maq_scene *scene;
    maq_textures *textures;
} textured;

static textured open_textured(const char *model, const char *text, maq_textures_options options) {
    textured out = {0};
    put_bytes(model, text, strlen(text));
    assert_int_equal(maq_open_file(on_disk(model), NULL, &out.document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(out.document, NULL, &out.scene), MAQ_OK);
    options.size = sizeof options;
    if (!options.files)
        options.files = maq_document_files(out.document, &options.name);
    assert_int_equal(maq_textures_find(out.scene, &options, &out.textures), MAQ_OK);
    return out;
}

static void close_textured(textured *found) {
    maq_textures_free(found->textures);
    maq_scene_free(found->scene);
    maq_close(found->document);
}

static uint32_t width_of(const textured *found, maq_texture_role role, uint32_t frame) {
    const maq_image *image = maq_textures_get(found->textures, 0, role, frame);
    return image ? image->width : 0;
}

// The ids of the findings, in order, with a blank between them.
static void assert_found(const textured *found, const char *expected) {
    const maq_findings *findings = maq_textures_findings(found->textures);
    char ids[512] = "";
    for (size_t i = 0; i < findings->count; i++) {
        size_t at = strlen(ids);
        snprintf(ids + at, sizeof ids - at, "%s%s", i ? " " : "", findings->items[i].rule->id);
    }
    if (strcmp(ids, expected) != 0)
        fail_msg("found \"%s\", not \"%s\": %s", ids, expected,
                 findings->count ? findings->items[0].message : "");
}

static void assert_message_has(const textured *found, const char *part) {
    const maq_findings *findings = maq_textures_findings(found->textures);
    assert_true(findings->count > 0);
    if (!strstr(findings->items[0].message, part))
        fail_msg("\"%s\" is not in \"%s\"", part, findings->items[0].message);
}

static maq_files *data_below; // of the last files_over()

static const char *pie(const char *lines) {
    static char text[2048];
    snprintf(text, sizeof text,
             "PIE 4\nTYPE 10200\n%sLEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"
             "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n",
             lines);
    return text;
}

// ----------------------------------------------------------------------------------------- Warzone

static void warzone_pages_lie_above_the_model(void **state) {
    (void)state;
    put_image("wz1/base/texpages/page-5-tank.png", 5);
    put_image("wz1/base/texpages/page-5_tcmask.png", 6);
    put_image("wz1/base/texpages/shine.png", 7);
    textured found = open_textured("wz1/base/components/bodies/tank.pie",
                                   pie("TEXTURE 0 page-5-tank.png\nSPECULARMAP 0 shine.png\n"), //
                                   (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 5);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 9), 5);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_TEAM_MASK, 0), 6);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_SPECULAR, 0), 7);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_NORMAL, 0), 0);
    assert_null(maq_textures_get(found.textures, 1, MAQ_TEXTURE_DIFFUSE, 0));
    assert_found(&found, "");
    close_textured(&found);
    // From the other half of the data, too.
    found = open_textured("wz1/mp/components/tank.pie", pie("TEXTURE 0 page-5-tank.png\n"),
                          (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 5);
    close_textured(&found);
}

// A GLB that was made from a PIE says so: its textures are searched for as the game does.
static void converted_models_keep_the_rules_of_their_game(void **state) {
    (void)state;
    put_image("wz9/texpages/page-5-tank.png", 9);
    const char *text = pie("TEXTURE 0 page-5-tank.png\n");
    maq_document *document, *converted;
    maq_scene *scenes[2];
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    assert_int_equal(maq_convert(document, "glb", NULL, &converted), MAQ_OK);
    assert_int_equal(maq_scene_from_document(document, NULL, &scenes[0]), MAQ_OK);
    assert_int_equal(maq_scene_from_document(converted, NULL, &scenes[1]), MAQ_OK);
    maq_close(converted);
    maq_close(document);
    put_bytes("wz9/models/tank.glb", "", 0);
    maq_files *files;
    const char *name;
    assert_int_equal(maq_files_for_model(on_disk("wz9/models/tank.glb"), NULL, &files, &name),
                     MAQ_OK);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(scenes[i]->source_format, "pie");
        maq_textures_options options = {.files = files, .name = name};
        maq_textures *textures;
        assert_int_equal(maq_textures_find(scenes[i], &options, &textures), MAQ_OK);
        assert_int_equal(maq_textures_get(textures, 0, MAQ_TEXTURE_DIFFUSE, 0)->width, 9);
        maq_textures_free(textures);
        maq_scene_free(scenes[i]);
    }
    maq_files_free(files);
}

// A set of the tree of a model, over other data.
static maq_files *files_over(const char *model, const char *data, const char **name) {
    maq_files *below, *files;
    assert_int_equal(maq_files_new(NULL, &below), MAQ_OK);
    assert_int_equal(maq_files_add_path(below, on_disk(data)), MAQ_OK);
    maq_files_options options = {.size = sizeof options, .below = below};
    put_file(model, "");
    assert_int_equal(maq_files_for_model(on_disk(model), &options, &files, name), MAQ_OK);
    data_below = below;
    return files;
}

static void data_lie_below_the_own_tree(void **state) {
    (void)state;
    put_image("wz2/texpages/page-5.png", 5);
    put_image("wz2-data/texpages/page-5.png", 6);
    put_image("wz2-data/texpages/page-5_tcmask.png", 7);
    put_image("wz2-data/page-6.png", 8);
    maq_textures_options options = {0};
    maq_files *files = files_over("wz2/structs/tank.pie", "wz2-data", &options.name);
    options.files = files;
    textured found = open_textured("wz2/structs/tank.pie", pie("TEXTURE 0 page-5.png\n"), options);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 5);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_TEAM_MASK, 0), 7);
    assert_found(&found, "");
    close_textured(&found);
    // A folder of images alone is data, too; and each source is named where nothing is found.
    found = open_textured("wz2/structs/tank.pie", pie("TEXTURE 0 page-6.png\nTCMASK 0 lost.png\n"),
                          options);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 8);
    assert_found(&found, "IMG-0101");
    assert_message_has(&found, on_disk("wz2/texpages"));
    assert_message_has(&found, on_disk("wz2-data/texpages"));
    close_textured(&found);
    maq_files_free(files);
    maq_files_free(data_below);
}

static void tilesets_have_their_own_textures(void **state) {
    (void)state;
    put_image("wz3/texpages/page-1-a.png", 1);
    put_image("wz3/texpages/page-1-u.png", 2);
    put_image("wz3/texpages/page-7-barbarians-arizona.png", 10);
    put_image("wz3/texpages/page-7-barbarians-urban.png", 11);
    put_image("wz3/texpages/page-7-barbarians-kevlar.png", 12);
    put_image("wz3/texpages/page-8-player-buildings-bases.png", 20);
    // What the file says of a tileset; and what it does not say is taken from tileset 0.
    const char *text = "TEXTURE 0 page-1-a.png\nTEXTURE 1 page-1-u.png\n";
    static const uint32_t own[] = {1, 2, 1};
    for (uint32_t i = 0; i < 3; i++) {
        textured found =
            open_textured("wz3/a.pie", pie(text), (maq_textures_options){.tileset = i});
        assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), own[i]);
        close_textured(&found);
    }
    // The game's scripts replace some pages.
    static const uint32_t replaced[] = {10, 11, 12};
    for (uint32_t i = 0; i < 3; i++) {
        textured found =
            open_textured("wz3/b.pie", pie("TEXTURE 0 page-7-barbarians-arizona.png\n"),
                          (maq_textures_options){.tileset = i});
        assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), replaced[i]);
        close_textured(&found);
    }
    textured found =
        open_textured("wz3/c.pie", pie("TEXTURE 0 page-8-player-buildings-bases.png\n"),
                      (maq_textures_options){.tileset = 1});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 20);
    close_textured(&found);
}

static void another_case_is_used_and_reported(void **state) {
    (void)state;
    put_image("wz4/texpages/Page-5-Tank.png", 5);
    textured found =
        open_textured("wz4/a.pie", pie("TEXTURE 0 page-5-TANK.png\n"), (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 5);
    assert_found(&found, "IMG-0104 IMG-0101"); // the mask is missing
    close_textured(&found);
    // The exact name in a later folder comes before another case in an earlier one.
    put_image("wz4/page-5-TANK.png.d/x.png", 1);
    put_image("wz4/base/texpages/page-5-TANK.png", 6);
    found =
        open_textured("wz4/a.pie", pie("TEXTURE 0 page-5-TANK.png\n"), (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 6);
    close_textured(&found);
}

static void missing_files_are_reported_with_the_folders(void **state) {
    (void)state;
    put_image("wz5/texpages/other.png", 5);
    textured found = open_textured("wz5/a.pie", pie("TEXTURE 0 lost.png\nTCMASK 0 lost.png\n"), //
                                   (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 0);
    assert_found(&found, "IMG-0101");
    assert_message_has(&found, "texture lost.png was not found in: ");
    assert_message_has(&found, "wz5/texpages");
    assert_int_equal(maq_textures_findings(found.textures)->items[0].count, 2);
    close_textured(&found);
}

static void what_cannot_be_read_is_reported(void **state) {
    (void)state;
    put_bytes("wz6/a.png", "no image", 8);
    put_image("wz6/b.png", 300);
    textured found = open_textured("wz6/m.pie", pie("TEXTURE 0 a.png\nTCMASK 0 b.png\n"),
                                   (maq_textures_options){.max_pixels = 299});
    assert_found(&found, "IMG-0102 IMG-0102");
    assert_message_has(&found, "wz6/a.png: the file is not a PNG");
    close_textured(&found);
    // A folder is not a file, and a pipe is not waited for.
    put_folder("wz6/c.png");
    put_pipe("wz6/d.png");
    found = open_textured("wz6/m.pie", pie("TEXTURE 0 c.png\nTCMASK 0 d.png\n"), //
                          (maq_textures_options){0});
    assert_found(&found, "IMG-0101 IMG-0102");
    close_textured(&found);
}

static void a_damaged_image_is_used_and_reported(void **state) {
    (void)state;
    size_t length;
    char *bytes = read_whole("tests/data/image/rgb24.tga", &length);
    put_bytes("wz8/a.png", bytes, 70);
    free(bytes);
    textured found = open_textured("wz8/m.pie", pie("TEXTURE 0 a.png\nTCMASK 0 a.png\n"), //
                                   (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 7);
    assert_found(&found, "IMG-0103");
    assert_message_has(&found, "wz8/a.png: 17 of 35 pixels are there");
    close_textured(&found);
}

static void a_file_is_read_once(void **state) {
    (void)state;
    put_image("wz7/a.png", 4);
    textured found =
        open_textured("wz7/m.pie", pie("TEXTURE 0 a.png\nTCMASK 0 a.png\nNORMALMAP 0 a.png\n"),
                      (maq_textures_options){0});
    const maq_image *image = maq_textures_get(found.textures, 0, MAQ_TEXTURE_DIFFUSE, 0);
    assert_non_null(image);
    assert_ptr_equal(image, maq_textures_get(found.textures, 0, MAQ_TEXTURE_TEAM_MASK, 0));
    assert_ptr_equal(image, maq_textures_get(found.textures, 0, MAQ_TEXTURE_NORMAL, 0));
    close_textured(&found);
}

// -------------------------------------------------------------------------------------- the store

static void models_share_the_images_of_a_store(void **state) {
    (void)state;
    maq_image_store *store;
    put_image("store/a.png", 4);
    assert_int_equal(maq_image_store_new(NULL, &store), MAQ_OK);
    textured first = open_textured("store/1.pie", pie("TEXTURE 0 a.png\n"),
                                   (maq_textures_options){.store = store});
    const maq_image *image = maq_textures_get(first.textures, 0, MAQ_TEXTURE_DIFFUSE, 0);
    assert_non_null(image);
    close_textured(&first);
    // It outlives those who asked for it first, and the file is not read again.
    put_image("store/a.png", 5);
    textured second = open_textured("store/2.pie", pie("TEXTURE 0 a.png\nTCMASK 0 lost.png\n"),
                                    (maq_textures_options){.store = store});
    assert_ptr_equal(image, maq_textures_get(second.textures, 0, MAQ_TEXTURE_DIFFUSE, 0));
    assert_int_equal(image->width, 4);
    assert_found(&second, "IMG-0101");
    close_textured(&second);
    maq_image_store_free(store);
}

static void damage_is_reported_for_every_model_that_shares_it(void **state) {
    (void)state;
    maq_image_store *store;
    maq_image *image;
    maq_buffer png;
    assert_int_equal(maq_image_new(64, 64, NULL, &image), MAQ_OK);
    for (int i = 0; i < 64 * 64 * 4; i++)
        image->pixels[i] = (uint8_t)(i * i >> 3);
    assert_int_equal(maq_image_write_png(image, &png), MAQ_OK);
    put_bytes("store/cut.png", png.data, png.length / 2);
    maq_buffer_free(&png);
    maq_image_free(image);
    assert_int_equal(maq_image_store_new(NULL, &store), MAQ_OK);
    for (int i = 0; i < 2; i++) {
        textured found = open_textured("store/c.pie", pie("TEXTURE 0 cut.png\n"),
                                       (maq_textures_options){.store = store});
        assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 64);
        assert_int_equal(maq_textures_findings(found.textures)->warnings, 1);
        close_textured(&found);
    }
    maq_image_store_free(store);
}

static void what_exceeds_a_store_is_read_nevertheless(void **state) {
    (void)state;
    put_picture("store/large.png", 200, 200);
    // The image may be made, but not together with another one.
    maq_memory memory = {.size = sizeof memory, .byte_limit = 300 << 10};
    maq_image_store *store;
    assert_int_equal(maq_image_store_new(&memory, &store), MAQ_OK);
    put_picture("store/other.png", 200, 200);
    textured found = open_textured("store/l.pie", pie("TEXTURE 0 large.png\nTCMASK 0 other.png\n"),
                                   (maq_textures_options){.store = store});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 200);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_TEAM_MASK, 0), 200);
    textured again = open_textured("store/l2.pie", pie("TEXTURE 0 large.png\nTCMASK 0 other.png\n"),
                                   (maq_textures_options){.store = store});
    int shared = 0;
    for (int role = 0; role < MAQ_TEXTURE_ROLE_COUNT; role++) {
        const maq_image *image = maq_textures_get(found.textures, 0, (maq_texture_role)role, 0);
        shared += image && image == maq_textures_get(again.textures, 0, (maq_texture_role)role, 0);
    }
    assert_int_equal(shared, 1);
    close_textured(&found);
    close_textured(&again);
    maq_image_store_free(store);
}

static maq_status find_with_store(const maq_memory *memory, void *context) {
    const textured *found = context;
    maq_image_store *store;
    maq_textures *textures = NULL;
    maq_status status = maq_image_store_new(memory, &store);
    if (status == MAQ_OK) {
        maq_textures_options options = {.store = store};
        options.files = maq_document_files(found->document, &options.name);
        status = maq_textures_find(found->scene, &options, &textures);
    }
    assert_true(status == MAQ_OK || !textures);
    maq_textures_free(textures);
    maq_image_store_free(store);
    return status;
}

static void a_store_survives_every_failing_request(void **state) {
    (void)state;
    put_image("store/a.png", 4);
    textured found =
        open_textured("store/f.pie", pie("TEXTURE 0 a.png\n"), (maq_textures_options){0});
    assert_true(fail_each_request(find_with_store, &found) > 5);
    close_textured(&found);
}

// ---------------------------------------------------------------------------------- leading astray

static const char *obj(const char *file) {
    static char text[2048];
    snprintf(text, sizeof text, "newmtl m\nmap_Kd %s\n", file);
    put_bytes("trap/inner/m.mtl", text, strlen(text));
    return "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n";
}

static void names_do_not_lead_out_of_the_folders(void **state) {
    (void)state;
    put_image("trap/secret.png", 9);
    put_image("trap/inner/here.png", 3);
    char absolute[512];
    snprintf(absolute, sizeof absolute, "%s", on_disk("trap/secret.png"));
    const char *const astray[] = {"../secret.png",
                                  "..\\secret.png",
                                  "a/../../secret.png",
                                  "./../secret.png",
                                  absolute,
                                  "/../trap/secret.png",
                                  "C:\\trap\\secret.png",
                                  "..",
                                  "/",
                                  "inner/../../secret.png"};
    for (size_t i = 0; i < sizeof astray / sizeof astray[0]; i++) {
        textured found =
            open_textured("trap/inner/m.obj", obj(astray[i]), (maq_textures_options){0});
        assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 0);
        const maq_findings *findings = maq_textures_findings(found.textures);
        assert_true(findings->count > 0);
        assert_string_equal(findings->items[findings->count - 1].rule->id, "IMG-0101");
        if (strstr(astray[i], "secret"))
            assert_found(&found, "IMG-0105 IMG-0101");
        close_textured(&found);
    }
    // The last part is searched for in the folders.
    textured found = open_textured("trap/inner/m.obj", obj("/usr/share/here.png"), //
                                   (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 3);
    assert_found(&found, "IMG-0105");
    assert_message_has(&found, "is searched for as \"here.png\"");
    close_textured(&found);
}

static void links_do_not_lead_out_of_the_folders(void **state) {
    (void)state;
    put_image("trap/secret.png", 9);
    put_image("trap/inner/here.png", 3);
    put_link("trap/inner/out.png", "../secret.png");
    put_link("trap/inner/zero.png", "/dev/zero");
    put_link("trap/inner/same.png", "here.png");
    static const char *const outside[] = {"out.png", "zero.png"};
    for (size_t i = 0; i < 2; i++) {
        textured found =
            open_textured("trap/inner/m.obj", obj(outside[i]), (maq_textures_options){0});
        assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 0);
        assert_found(&found, "IMG-0102");
        assert_message_has(&found, "a symbolic link that leads out of its folder");
        close_textured(&found);
    }
    textured found = open_textured("trap/inner/m.obj", obj("same.png"), (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 3);
    assert_found(&found, "");
    close_textured(&found);
}

static void folders_below_the_model_are_fine(void **state) {
    (void)state;
    put_image("trap/inner/maps/deep/a.png", 3);
    put_image("trap/inner/maps/b.png", 4);
    textured found =
        open_textured("trap/inner/m.obj", obj("maps/deep/a.png"), (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 3);
    close_textured(&found);
    found = open_textured("trap/inner/m.obj", obj("maps\\.\\b.png"), (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 4);
    assert_found(&found, "");
    close_textured(&found);
    // A folder that is not there is passed over.
    found = open_textured("trap/inner/m.obj", obj("lost/here.png"), (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 3);
    close_textured(&found);
}

static void images_lie_beside_the_materials(void **state) {
    (void)state;
    static const char mtl[] = "newmtl m\nmap_Kd skin.png\n";
    put_bytes("obj2/mtl/m.mtl", mtl, sizeof mtl - 1);
    put_image("obj2/mtl/skin.png", 6);
    textured found = open_textured(
        "obj2/m.obj", "mtllib mtl/m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n",
        (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 6);
    close_textured(&found);
}

// ------------------------------------------------------------------------------------ other families

static const char *iqe(const char *material) {
    static char text[512];
    snprintf(text, sizeof text,
             "# Inter-Quake Export\nmesh a\nmaterial \"%s\"\nvp 0 0 0\nvt 0 0\nvp 1 0 0\nvt 0 0\n"
             "vp 0 1 0\nvt 0 0\nfm 0 1 2\n",
             material);
    return text;
}

static void inter_quake_materials_are_names_of_files(void **state) {
    (void)state;
    put_image("iq/skin.png", 3);
    put_image("iq/head.jpg", 4);
    static const struct {
        const char *material;
        uint32_t width;
        const char *findings;
    } rows[] = {
        {"skin.png", 3, ""},           {"skin", 3, ""},           {"head", 4, ""},
        {"skin.tga", 3, "IMG-0106"},   {"two-sided;skin", 3, ""}, {"nothing", 0, "IMG-0107"},
        {"nothing.png", 0, "IMG-0101"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        textured found =
            open_textured("iq/m.iqe", iqe(rows[i].material), (maq_textures_options){0});
        assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), rows[i].width);
        assert_found(&found, rows[i].findings);
        close_textured(&found);
    }
}

// A scene of one material, without a file.
static maq_textures *find_for(const maq_scene_texture *textures, uint32_t count, const char *format,
                              const char *path) {
    maq_scene_material material = {
        .name = "m", .texture_count = count, .textures = textures, .colour = {1, 1, 1, 1}};
    maq_scene scene = {.material_count = 1, .materials = &material, .source_format = format};
    maq_textures_options options = {.size = sizeof options};
    maq_files *files = NULL;
    if (path)
        assert_int_equal(maq_files_for_model(path, NULL, &files, &options.name), MAQ_OK);
    options.files = files;
    maq_textures *found;
    assert_int_equal(maq_textures_find(&scene, &options, &found), MAQ_OK);
    maq_files_free(files);
    return found;
}

static void pangya_searches_common_folders(void **state) {
    (void)state;
    put_image("pangya/data/z_common/[Leaf.jpg", 3);
    put_image("pangya/data/z_common/[leaf_mask.png", 4);
    put_image("pangya/texture_dds/sky.dds", 5);
    const maq_scene_texture textures[] = {
        {.role = MAQ_TEXTURE_DIFFUSE, .file = "[leaf.jpg"},
        {.role = MAQ_TEXTURE_ALPHA_MASK, .file = "[leaf_mask.jpg"},
        {.role = MAQ_TEXTURE_SPECULAR, .file = "sky.dds"},
    };
    put_folder("pangya/data/item");
    maq_textures *found = find_for(textures, 3, "pet", on_disk("pangya/data/item/tree.pet"));
    assert_int_equal(maq_textures_get(found, 0, MAQ_TEXTURE_DIFFUSE, 0)->width, 3);
    assert_int_equal(maq_textures_get(found, 0, MAQ_TEXTURE_ALPHA_MASK, 0)->width, 4);
    assert_int_equal(maq_textures_get(found, 0, MAQ_TEXTURE_SPECULAR, 0)->width, 5);
    // Case does not matter to this game; that the mask has another ending is worth a note.
    const maq_findings *findings = maq_textures_findings(found);
    assert_int_equal(findings->count, 1);
    assert_string_equal(findings->items[0].rule->id, "IMG-0106");
    maq_textures_free(found);
}

static void images_in_the_model_are_read(void **state) {
    (void)state;
    size_t length;
    char *bytes = read_whole("tests/data/image/rgba8.png", &length);
    const maq_scene_texture textures[] = {
        {.role = MAQ_TEXTURE_DIFFUSE,
         .file = "image0.png",
         .data = (const unsigned char *)bytes,
         .data_length = length},
        {.role = MAQ_TEXTURE_NORMAL,
         .file = "image0.png",
         .data = (const unsigned char *)bytes,
         .data_length = length},
        {.role = MAQ_TEXTURE_SPECULAR, .data = (const unsigned char *)bytes, .data_length = 20},
    };
    maq_textures *found = find_for(textures, 3, NULL, NULL);
    const maq_image *image = maq_textures_get(found, 0, MAQ_TEXTURE_DIFFUSE, 0);
    assert_int_equal(image->width, 7);
    assert_ptr_equal(image, maq_textures_get(found, 0, MAQ_TEXTURE_NORMAL, 0));
    assert_null(maq_textures_get(found, 0, MAQ_TEXTURE_SPECULAR, 0));
    assert_int_equal(maq_textures_findings(found)->count, 1);
    maq_textures_free(found);
    free(bytes);
}

// --------------------------------------------------------------------------------------- sequences

static const char *wza(const char *points, int count) {
    static char text[1024];
    snprintf(text, sizeof text,
             "WZA 1\nTEXTURE fire\nANIMATED 1\nTCMASK 1\nSHAPES 1\nSHAPE 0\nVERTICES 3\n"
             "0 0 0 0 0 1 0 1 0 0 0 0 1\n1 1 0 0 0 1 0 1 0 0 0 0 1\n2 0 1 0 0 1 0 1 0 0 0 0 1\n"
             "FACES 1\n0 0 1 2 0 0 1 0 0 1\nANIMATIONS 1\nANIMATION 0 100\nPROPERTIES 1\n"
             "0 texture 0 0\nPOINTS %d\n%s",
             count, points);
    return text;
}

static void frames_are_files_of_a_folder(void **state) {
    (void)state;
    put_image("wza/fire/diff_000.png", 1);
    put_image("wza/fire/diff_002.png", 3);
    put_image("wza/fire/tc_000.png", 7);
    textured found = open_textured("wza/m.wza", wza("0 0 0\n0 10 1\n0 20 2\n0 30 9\n", 4),
                                   (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 1);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 1), 1); // the one before stands in
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 2), 3);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 9), 3);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_TEAM_MASK, 2), 7);
    assert_true(maq_textures_findings(found.textures)->count > 0);
    close_textured(&found);
    // The folder may lie in the data below.
    put_image("wza2/there/fire/diff_000.png", 8);
    put_image("wza2/there/fire/tc_000.png", 8);
    maq_textures_options options = {0};
    maq_files *files = files_over("wza2/m.wza", "wza2/there", &options.name);
    options.files = files;
    found = open_textured("wza2/m.wza", wza("0 0 0\n", 1), options);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 8);
    assert_found(&found, "");
    close_textured(&found);
    maq_files_free(files);
    maq_files_free(data_below);
    // And be nowhere.
    found = open_textured("wza3/m.wza", wza("0 0 0\n", 1), (maq_textures_options){0});
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 0);
    assert_true(maq_textures_findings(found.textures)->count > 0);
    close_textured(&found);
}

// ----------------------------------------------------------------------------------------- memory

static maq_status find_textures(const maq_memory *memory, void *context) {
    const textured *found = context;
    maq_textures_options options = {.memory = memory};
    options.files = maq_document_files(found->document, &options.name);
    maq_textures *textures;
    maq_status status = maq_textures_find(found->scene, &options, &textures);
    assert_true(status == MAQ_OK || !textures);
    maq_textures_free(textures);
    if (status != MAQ_OK)
        return status;
    maq_images_options images_options = {
        .files = options.files, .name = options.name, .memory = memory};
    maq_images *images;
    status = maq_images_find(found->scene, &images_options, &images);
    assert_true(status == MAQ_OK || !images);
    maq_images_free(images);
    return status;
}

static void every_failing_request_is_reported(void **state) {
    (void)state;
    put_image("oom/texpages/page-5.png", 5);
    textured found = open_textured("oom/m.pie", pie("TEXTURE 0 page-5.png\nNORMALMAP 0 lost.png\n"),
                                   (maq_textures_options){0});
    assert_true(fail_each_request(find_textures, &found) > 10);
    close_textured(&found);
}

static void all_images_together_stay_within_the_limit(void **state) {
    (void)state;
    put_picture("limit/a.png", 200, 200);
    put_picture("limit/b.png", 200, 200);
    textured found = open_textured("limit/m.pie", pie("TEXTURE 0 a.png\nTCMASK 0 b.png\n"),
                                   (maq_textures_options){0});
    assert_found(&found, "");
    // Enough for one of them (and for the decoder), not for two.
    maq_memory memory = {.size = sizeof memory, .byte_limit = 300 << 10};
    maq_textures_options options = {.size = sizeof options, .memory = &memory};
    options.files = maq_document_files(found.document, &options.name);
    maq_textures_free(found.textures);
    assert_int_equal(maq_textures_find(found.scene, &options, &found.textures), MAQ_OK);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_DIFFUSE, 0), 200);
    assert_int_equal(width_of(&found, MAQ_TEXTURE_TEAM_MASK, 0), 0);
    assert_found(&found, "IMG-0102");
    close_textured(&found);
}

// Each limit is reported with the option that raises it.
static void limits_of_pixels_have_their_options(void **state) {
    (void)state;
    put_picture("pixels/a.png", 20, 20);
    put_picture("pixels/b.png", 30, 30);
    const char *text = pie("TEXTURE 0 a.png\nTCMASK 0 b.png\n");
    textured found =
        open_textured("pixels/m.pie", text, (maq_textures_options){.max_total_pixels = 1300});
    assert_found(&found, "");
    close_textured(&found);
    found = open_textured("pixels/m.pie", text, (maq_textures_options){.max_total_pixels = 1299});
    assert_found(&found, "IMG-0102");
    assert_message_has(&found, "more pixels than the limit of 1299; --memory-limit raises it");
    close_textured(&found);
    found = open_textured("pixels/m.pie", text, (maq_textures_options){.max_pixels = 899});
    assert_found(&found, "IMG-0102");
    assert_message_has(&found, "the limit is 899; --memory-limit raises it");
    close_textured(&found);
}

// Without an option, one image has 64 Mi pixels at the most: a few bytes must not cost gigabytes.
static void the_default_limit_is_64_mi_pixels(void **state) {
    (void)state;
    // 8,193 x 8,192 pixels; run-length packets of 128.
    enum { WIDTH = 8193, HEIGHT = 8192, HEAD = 18, PACKETS = WIDTH * HEIGHT / 128 };
    unsigned char *tga = calloc(HEAD + PACKETS, 4);
    assert_non_null(tga);
    const unsigned char head[HEAD] = {
        [2] = 10, [12] = WIDTH & 255, [13] = WIDTH >> 8, [15] = HEIGHT >> 8, [16] = 24};
    memcpy(tga, head, HEAD);
    for (size_t i = 0; i < PACKETS; i++)
        tga[HEAD + i * 4] = 255;
    put_bytes("pixels/c.tga", tga, HEAD + (size_t)PACKETS * 4);
    free(tga);
    textured found =
        open_textured("pixels/l.pie", pie("TEXTURE 0 c.tga\n"), (maq_textures_options){0});
    assert_found(&found, "IMG-0102");
    assert_message_has(&found, "the limit is 67108864");
    close_textured(&found);
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    maq_scene scene = {0};
    maq_textures *textures;
    maq_textures_options options = {.size = sizeof options, .tileset = MAQ_ALL_TILESETS};
    assert_int_equal(maq_textures_find(&scene, NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_textures_find(NULL, NULL, &textures), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_textures_find(&scene, &options, &textures), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_textures_find(&scene, NULL, &textures), MAQ_OK);
    assert_null(maq_textures_get(textures, 0, MAQ_TEXTURE_DIFFUSE, 0));
    maq_textures_free(textures);
    maq_textures_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warzone_pages_lie_above_the_model),
        cmocka_unit_test(converted_models_keep_the_rules_of_their_game),
        cmocka_unit_test(data_lie_below_the_own_tree),
        cmocka_unit_test(tilesets_have_their_own_textures),
        cmocka_unit_test(another_case_is_used_and_reported),
        cmocka_unit_test(missing_files_are_reported_with_the_folders),
        cmocka_unit_test(what_cannot_be_read_is_reported),
        cmocka_unit_test(a_damaged_image_is_used_and_reported),
        cmocka_unit_test(a_file_is_read_once),
        cmocka_unit_test(models_share_the_images_of_a_store),
        cmocka_unit_test(damage_is_reported_for_every_model_that_shares_it),
        cmocka_unit_test(what_exceeds_a_store_is_read_nevertheless),
        cmocka_unit_test(a_store_survives_every_failing_request),
        cmocka_unit_test(names_do_not_lead_out_of_the_folders),
        cmocka_unit_test(links_do_not_lead_out_of_the_folders),
        cmocka_unit_test(folders_below_the_model_are_fine),
        cmocka_unit_test(images_lie_beside_the_materials),
        cmocka_unit_test(inter_quake_materials_are_names_of_files),
        cmocka_unit_test(pangya_searches_common_folders),
        cmocka_unit_test(images_in_the_model_are_read),
        cmocka_unit_test(frames_are_files_of_a_folder),
        cmocka_unit_test(every_failing_request_is_reported),
        cmocka_unit_test(all_images_together_stay_within_the_limit),
        cmocka_unit_test(limits_of_pixels_have_their_options),
        cmocka_unit_test(the_default_limit_is_64_mi_pixels),
        cmocka_unit_test(wrong_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
