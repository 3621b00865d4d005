// SPDX-License-Identifier: MIT
//
// Which files the images of a model are, without reading more than their headers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/image.h"
#include "picture/image_header.h"
#include "support/disk.h"
#include "support/file_sets.h"
#include "support/hostile.h"
#include "support/images.h"

// ------------------------------------------------------------------------------------------ headers

static void header_agrees(const sample_image *sample) {
    const unsigned char *bytes = (const unsigned char *)sample->bytes;
    mq_image_header header = mq_image_header_read(bytes, sample->length);
    assert_non_null(header.format);
    const char *dot = strrchr(sample->name, '.');
    assert_string_equal(header.format, strcmp(dot, ".jpg") == 0 ? "jpeg" : dot + 1);
    assert_int_equal(header.width, sample->width);
    assert_int_equal(header.height, sample->height);
    bool alpha = strstr(sample->name, "rgba") || strstr(sample->name, "grey-alpha") ||
                 strstr(sample->name, ".dds") || strcmp(sample->name, "grey16.tga") == 0;
    if (strcmp(dot, ".bmp") != 0)
        assert_true(header.alpha == alpha);
    // Every prefix is read within its bounds, and gives the size or none.
    for (size_t length = 0; length < sample->length && length < 700; length++) {
        unsigned char *part = malloc(length + 1);
        assert_non_null(part);
        memcpy(part, bytes, length);
        part = realloc(part, length ? length : 1);
        mq_image_header cut = mq_image_header_read(part, length);
        if (cut.width > 0)
            assert_int_equal(cut.width, sample->width);
        free(part);
    }
}

static void headers_say_what_decoders_say(void **state) {
    (void)state;
    assert_true(for_each_sample("", header_agrees) > 50);
    assert_null(
        mq_image_header_read((const unsigned char *)"hello, world: not a picture", 27).format);
    assert_null(mq_image_header_read((const unsigned char *)"", 0).format);
}

// -------------------------------------------------------------------------------------- references

typedef struct reference {
    maq_document *document;
    maq_scene *scene;
    maq_images *images;
} reference;

static void put_sample(const char *name, const char *sample) {
    char path[256];
    size_t length;
    snprintf(path, sizeof path, "tests/data/image/%s", sample);
    char *bytes = read_whole(path, &length);
    put_bytes(name, bytes, length);
    free(bytes);
}

static reference find_images(const char *model, maq_images_options options) {
    reference out = {0};
    assert_int_equal(maq_open_file(on_disk(model), NULL, &out.document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(out.document, NULL, &out.scene), MAQ_OK);
    options.size = sizeof options;
    if (!options.files)
        options.files = maq_document_files(out.document, &options.name);
    assert_int_equal(maq_images_find(out.scene, &options, &out.images), MAQ_OK);
    return out;
}

static void end(reference *found) {
    maq_images_free(found->images);
    maq_scene_free(found->scene);
    maq_close(found->document);
}

#define TRIANGLE                                                                                   \
    "LEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"                                     \
    "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n"

static void each_image_is_described(void **state) {
    (void)state;
    put_sample("wz/texpages/page-5-Tank.png", "rgba8.png");
    put_sample("wz/texpages/urban.png", "colours.jpg");
    put_sample("wz/structs/shine.tga", "rgb24.tga");
    put_file("wz/structs/a.pie", "PIE 4\nTYPE 10200\nTEXTURE 0 page-5-tank.png\n"
                                 "TEXTURE 1 urban.png\nSPECULARMAP 0 shine.tga\n"
                                 "TCMASK 0 lost.png\n" TRIANGLE);
    reference found =
        find_images("wz/structs/a.pie", (maq_images_options){.tileset = MAQ_ALL_TILESETS});
    const maq_image_reference *items = found.images->items;
    assert_int_equal(found.images->count, 4);
    assert_int_equal(items[0].role, MAQ_TEXTURE_DIFFUSE);
    assert_string_equal(items[0].name, "page-5-tank.png");
    assert_string_equal(items[0].file, "texpages/page-5-Tank.png");
    assert_string_equal(items[0].path, on_disk("wz/texpages/page-5-Tank.png"));
    assert_true(items[0].other_capitals && !items[0].substitute && !items[0].guessed);
    assert_string_equal(items[0].format, "png");
    assert_int_equal(items[0].width, 7);
    assert_int_equal(items[0].height, 5);
    assert_null(items[0].data);
    maq_file *file;
    assert_int_equal(
        maq_files_read(maq_document_files(found.document, NULL), items[0].file, NULL, &file),
        MAQ_OK);
    assert_int_equal(items[0].bytes, file->length);
    maq_file_free(file);
    // The content counts, not the name.
    assert_int_equal(items[1].tileset, 1);
    assert_string_equal(items[1].format, "jpeg");
    assert_int_equal(items[2].role, MAQ_TEXTURE_SPECULAR);
    assert_string_equal(items[2].file, "structs/shine.tga");
    assert_string_equal(items[2].format, "tga");
    assert_int_equal(items[3].role, MAQ_TEXTURE_TEAM_MASK);
    assert_string_equal(items[3].name, "lost.png");
    assert_null(items[3].file);
    assert_null(items[3].path);
    assert_null(items[3].format);
    assert_int_equal(items[3].bytes, 0);
    expect_rules(found.images->findings, "IMG-0104 IMG-0101");
    end(&found);
    // One tileset alone.
    found = find_images("wz/structs/a.pie", (maq_images_options){.tileset = 1});
    assert_int_equal(found.images->count, 3);
    assert_string_equal(found.images->items[0].name, "urban.png");
    end(&found);
}

static void embedded_images_have_their_bytes(void **state) {
    (void)state;
    size_t length;
    char *bytes = read_whole("tests/data/image/rgb24.bmp", &length);
    maq_scene_texture texture = {
        .role = MAQ_TEXTURE_NORMAL, .data = (const unsigned char *)bytes, .data_length = length};
    maq_scene_material material = {.name = "m", .texture_count = 1, .textures = &texture};
    maq_scene scene = {.material_count = 1, .materials = &material};
    maq_images *images;
    assert_int_equal(maq_images_find(&scene, NULL, &images), MAQ_OK);
    assert_int_equal(images->count, 1);
    assert_ptr_equal(images->items[0].data, bytes);
    assert_int_equal(images->items[0].bytes, length);
    assert_string_equal(images->items[0].format, "bmp");
    assert_int_equal(images->items[0].width, 7);
    assert_null(images->items[0].name);
    assert_null(images->items[0].path);
    maq_images_free(images);
    free(bytes);
    assert_int_equal(maq_images_find(NULL, NULL, &images), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_images_find(&scene, NULL, NULL), MAQ_BAD_ARGUMENT);
    maq_images_free(NULL);
}

// The size of a JPEG lies behind a comment that is longer than the first bytes that are read.
static void the_size_of_a_jpeg_may_come_late(void **state) {
    (void)state;
    size_t length;
    char *bytes = read_whole("tests/data/image/colours.jpg", &length);
    enum { COMMENT = 60000 };
    char *late = calloc(1, length + COMMENT + 2);
    assert_non_null(late);
    memcpy(late, bytes, 2);
    const unsigned char head[] = {0xff, 0xfe, COMMENT >> 8, COMMENT & 255};
    memcpy(late + 2, head, 4);
    memcpy(late + 2 + 2 + COMMENT, bytes + 2, length - 2);
    put_bytes("late/a.jpg", late, length + COMMENT + 2);
    put_file("late/m.pie", "PIE 4\nTYPE 200\nTEXTURE 0 a.jpg\n" TRIANGLE);
    reference found = find_images("late/m.pie", (maq_images_options){0});
    mq_image_header header = mq_image_header_read((const unsigned char *)bytes, length);
    assert_true(header.width > 0);
    assert_int_equal(found.images->items[0].width, header.width);
    assert_int_equal(found.images->items[0].height, header.height);
    end(&found);
    free(late);
    free(bytes);
}

// ----------------------------------------------------------------------------------------- names

static const char *obj(const char *folder, const char *image) {
    static char name[128];
    char text[256];
    snprintf(text, sizeof text, "newmtl m\nmap_Kd -s 2 2 2 %s\n", image);
    snprintf(name, sizeof name, "%s/m.mtl", folder);
    put_file(name, text);
    snprintf(name, sizeof name, "%s/m.obj", folder);
    put_file(name, "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n");
    return name;
}

static void names_lead_to_other_folders_of_the_set(void **state) {
    (void)state;
    put_sample("tree/tex/a.png", "rgb8.png");
    const char *model = obj("tree/models", "..\\tex\\a.png");
    // The folder of the model alone does not have it.
    reference found = find_images(model, (maq_images_options){0});
    assert_null(found.images->items[0].file);
    expect_rules(found.images->findings, "IMG-0105 IMG-0101");
    end(&found);
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_path(files, on_disk("tree")), MAQ_OK);
    // In a set that has both folders the name is right.
    found = find_images(model, (maq_images_options){.files = files, .name = "models/m.obj"});
    assert_string_equal(found.images->items[0].file, "tex/a.png");
    expect_rules(found.images->findings, "");
    end(&found);
    // As data below the folder of the model it is found as well.
    found = find_images(model, (maq_images_options){.files = files, .name = "m.obj"});
    assert_string_equal(found.images->items[0].file, "tex/a.png");
    expect_rules(found.images->findings, "IMG-0105");
    end(&found);
    maq_files_free(files);
}

// ---------------------------------------------------------------------------------------- Pangya

static maq_images *find_pangya(const maq_files *files, const char *file, const char *mask) {
    maq_scene_texture textures[] = {{.role = MAQ_TEXTURE_DIFFUSE, .file = file},
                                    {.role = MAQ_TEXTURE_ALPHA_MASK, .file = mask}};
    maq_scene_material material = {
        .name = "m", .texture_count = mask ? 2 : 1, .textures = textures};
    maq_scene scene = {.material_count = 1, .materials = &material, .source_format = "pet"};
    maq_images_options options = {.size = sizeof options, .files = files, .name = "a.pet"};
    maq_images *images;
    assert_int_equal(maq_images_find(&scene, &options, &images), MAQ_OK);
    return images;
}

static void pangya_names_have_prefixes_and_other_extensions(void **state) {
    (void)state;
    put_sample("pangya/leaf.dds", "bc1.dds");
    put_sample("pangya/[fence.bmp", "rgb24.bmp");
    put_sample("pangya/fence_mask.jpg", "grey.jpg");
    put_sample("pangya/[tree.tga", "rgba32.tga");
    put_sample("pangya/[bush.tga", "rgb24.tga");
    put_sample("pangya/z_common/sky.JPG", "grey.jpg");
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_path(files, on_disk("pangya")), MAQ_OK);
    static const struct {
        const char *file, *mask, *found, *found_mask, *ids;
    } rows[] = {
        {"leaf.bmp", NULL, "leaf.dds", NULL, "IMG-0106"},
        {"+leaf.dds", NULL, "leaf.dds", NULL, "IMG-0106"},
        {"[fence.bmp", "[fence_mask.bmp", "[fence.bmp", "fence_mask.jpg", "IMG-0106"},
        {"^[fence.bmp", "^[fence_mask.bmp", "[fence.bmp", "fence_mask.jpg", "IMG-0106 IMG-0106"},
        {"sky.jpg", NULL, "z_common/sky.JPG", NULL, ""},
        // An alpha channel does what a mask does.
        {"[tree.tga", "[tree_mask.tga", "[tree.tga", NULL, ""},
        {"[bush.tga", "[bush_mask.tga", "[bush.tga", NULL, "IMG-0101"},
        {"[", NULL, NULL, NULL, "IMG-0101"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        maq_images *images = find_pangya(files, rows[i].file, rows[i].mask);
        const char *expected[] = {rows[i].found, rows[i].found_mask};
        for (size_t k = 0; k < images->count; k++) {
            if (expected[k])
                assert_string_equal(images->items[k].file, expected[k]);
            else
                assert_null(images->items[k].file);
        }
        expect_rules(images->findings, rows[i].ids);
        maq_images_free(images);
    }
    maq_files_free(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_say_what_decoders_say),
        cmocka_unit_test(each_image_is_described),
        cmocka_unit_test(embedded_images_have_their_bytes),
        cmocka_unit_test(the_size_of_a_jpeg_may_come_late),
        cmocka_unit_test(names_lead_to_other_folders_of_the_set),
        cmocka_unit_test(pangya_names_have_prefixes_and_other_extensions),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
