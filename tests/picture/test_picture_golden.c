// SPDX-License-Identifier: MIT
//
// Pictures that a person has approved, kept in tests/data/picture: every build, at any optimisation and
// with any number of threads, gives the same bytes. MAQUETTE_WRITE_GOLDEN=1 writes them anew, to be
// approved again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "support/hostile.h"
#include "support/pictures.h"

static void write_golden(const char *path, const maq_image *image) {
    maq_buffer png;
    assert_int_equal(maq_image_write_png(image, &png), MAQ_OK);
    assert_int_equal(mq_file_write(path, png.data, png.length), MAQ_OK);
    maq_buffer_free(&png);
}

static void compare(const maq_scene *scene, maq_picture_options options, const char *name) {
    char path[200];
    snprintf(path, sizeof path, "tests/data/picture/%s.png", name);
    options.threads = 1;
    maq_image *one = draw_scene(scene, options);
    if (getenv("MAQUETTE_WRITE_GOLDEN"))
        write_golden(path, one);
    options.threads = 2;
    maq_image *two = draw_scene(scene, options), *golden;
    size_t length;
    char *bytes = read_whole(path, &length);
    assert_int_equal(maq_image_read(bytes, length, NULL, &golden), MAQ_OK);
    free(bytes);
    assert_int_equal(golden->width, one->width);
    assert_int_equal(golden->height, one->height);
    size_t size = (size_t)one->width * one->height * 4;
    assert_memory_equal(one->pixels, golden->pixels, size);
    assert_memory_equal(two->pixels, golden->pixels, size);
    maq_image_free(golden);
    maq_image_free(two);
    maq_image_free(one);
}

static const struct {
    const char *name, *model, *clip;
    maq_picture_options options;
} files[] = {
    {"tower", "examples/models/tower.pie", NULL, {.width = 72}},
    {"radar-turned",
     "examples/models/radar.pie",
     "animation",
     {.width = 96,
      .height = 64,
      .seconds = 0.8,
      .fit = MAQ_FIT_CLIP,
      .background = {20, 40, 80, 255},
      .show = MAQ_SHOW_WIREFRAME | MAQ_SHOW_NORMALS}},
    {"turret-connectors",
     "examples/models/turret.pie",
     NULL,
     {.width = 96,
      .view = MAQ_VIEW_ANGLES,
      .yaw = -50,
      .pitch = 40,
      .show = MAQ_SHOW_CONNECTORS | MAQ_SHOW_AXES | MAQ_SHOW_BOUNDS}},
    {"crate-uv", "examples/models/crate.pie", NULL, {.width = 64, .show = MAQ_SHOW_UV}},
    {"skeleton", "tests/data/iqm/valid-2.iqm", NULL, {.width = 64, .show = MAQ_SHOW_JOINTS}},
    {"puppet", "tests/data/pet/client-1.3.mpet", NULL, {.width = 64}},
    {"walker",
     "tests/data/wza/model.wza",
     NULL,
     {.width = 64, .height = 80, .show = MAQ_SHOW_JOINTS | MAQ_SHOW_HIDDEN}},
};

static void models_look_as_they_did(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        maq_document *document;
        maq_scene *scene;
        assert_int_equal(maq_open_file(files[i].model, NULL, &document), MAQ_OK);
        assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
        maq_picture_options options = files[i].options;
        for (uint32_t k = 0; files[i].clip && k < scene->clip_count; k++) {
            if (strcmp(scene->clips[k].name, files[i].clip) == 0)
                options.clip = &scene->clips[k];
        }
        assert_true(!files[i].clip || options.clip);
        compare(scene, options, files[i].name);
        maq_scene_free(scene);
        maq_close(document);
    }
}

// Small images: bricks with alpha, bumps, shine, a mask.
typedef void (*fill)(int x, int y, uint8_t out[4]);

static void bricks(int x, int y, uint8_t out[4]) {
    bool joint = y % 8 == 0 || (x + y / 8 * 4) % 16 == 0;
    out[0] = (uint8_t)(joint ? 190 : 170 + x % 5 * 8);
    out[1] = (uint8_t)(joint ? 185 : 80 + y % 3 * 6);
    out[2] = joint ? 180 : 60;
    out[3] = (uint8_t)(x * 8);
}

static void bumps(int x, int y, uint8_t out[4]) {
    out[0] = (uint8_t)(128 + (x % 8 - 4) * 20);
    out[1] = (uint8_t)(128 + (y % 8 - 4) * 20);
    out[2] = 220;
    out[3] = 255;
}

static void shine(int x, int y, uint8_t out[4]) {
    memset(out, x / 8 % 2 == y / 8 % 2 ? 200 : 20, 3);
    out[3] = 255;
}

static void mask(int x, int y, uint8_t out[4]) {
    memset(out, 255, 3);
    out[3] = (x - 16) * (x - 16) + (y - 16) * (y - 16) < 100 ? 255 : 0;
}

static void put_texture(sketch *s, uint32_t material, maq_texture_role role, fill function) {
    uint8_t pixels[32][32][4];
    for (int y = 0; y < 32; y++) {
        for (int x = 0; x < 32; x++)
            function(x, y, pixels[y][x]);
    }
    sketch_texture(s, material, role, 32, 32, pixels[0][0]);
}

static void every_kind_of_surface_looks_as_it_did(void **state) {
    (void)state;
    static const maq_blend blends[] = {MAQ_BLEND_OPAQUE, MAQ_BLEND_CUTOUT, MAQ_BLEND_ALPHA,
                                       MAQ_BLEND_ADDITIVE, MAQ_BLEND_PREMULTIPLIED};
    sketch s;
    begin_sketch(&s);
    for (size_t i = 0; i < 5; i++) {
        uint32_t material = sketch_material(&s, blends[i], 1, 0.9f, 0.8f, 0.9f);
        ((maq_scene_material *)s.builder.scene.materials)[material].two_sided = i % 2;
        put_texture(&s, material, MAQ_TEXTURE_DIFFUSE, bricks);
        put_texture(&s, material, MAQ_TEXTURE_NORMAL, bumps);
        put_texture(&s, material, MAQ_TEXTURE_SPECULAR, shine);
        if (i % 2 == 0)
            put_texture(&s, material, MAQ_TEXTURE_TEAM_MASK, mask);
        uint32_t node = sketch_node(&s, sketch_square(&s, (float)i * 0.3f, material));
        maq_transform *rest = &((maq_scene_node *)s.builder.scene.nodes)[node].rest;
        rest->translation[0] = (float)i * 0.9f;
        rest->rotation[1] = (float)i * 0.1f;
    }
    uint32_t ball = sketch_node(&s, sketch_ball(&s, 12, MAQ_SCENE_NONE));
    maq_transform *rest = &((maq_scene_node *)s.builder.scene.nodes)[ball].rest;
    rest->translation[0] = 2;
    rest->translation[1] = -1;
    mq_scene_finish(&s.builder, &s.scene); // normalises the rotations
    maq_picture_options options = {.width = 128,
                                   .height = 72,
                                   .view = MAQ_VIEW_ANGLES,
                                   .yaw = 20,
                                   .pitch = 15,
                                   .background = {70, 80, 90, 200},
                                   .team_colour = {200, 40, 30, 255}};
    compare(&s.scene, options, "surfaces");
    end_sketch(&s);
}

// The camera stands on a surface that goes on behind it: it is cut off before the eye.
static void a_surface_around_the_camera_is_cut(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    uint32_t material = sketch_material(&s, MAQ_BLEND_OPAQUE, 1, 1, 1, 1);
    put_texture(&s, material, MAQ_TEXTURE_DIFFUSE, bricks);
    uint32_t node = sketch_node(&s, sketch_square(&s, 0, material));
    maq_transform *rest = &((maq_scene_node *)s.builder.scene.nodes)[node].rest;
    rest->rotation[0] = -0.70710678f; // its front upwards
    rest->rotation[3] = 0.70710678f;
    for (int i = 0; i < 3; i++)
        rest->scale[i] = 50;
    sketch_node(&s, sketch_ball(&s, 10, MAQ_SCENE_NONE));
    mq_scene_finish(&s.builder, &s.scene);
    maq_picture_options options = {.width = 96,
                                   .height = 64,
                                   .view = MAQ_VIEW_ANGLES,
                                   .yaw = 130,
                                   .pitch = 12,
                                   .fit = MAQ_FIT_BOUNDS,
                                   .bounds = {{-3, 0, -3}, {3, 2, 3}}};
    compare(&s.scene, options, "ground");
    end_sketch(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_look_as_they_did),
        cmocka_unit_test(every_kind_of_surface_looks_as_it_did),
        cmocka_unit_test(a_surface_around_the_camera_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
