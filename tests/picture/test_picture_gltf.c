// SPDX-License-Identifier: MIT
//
// Pictures of what only glTF says of materials: unlit and emissive surfaces, texture transforms, and
// clamped and mirrored textures.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/pictures.h"

enum { SIDE = 64 };
static const maq_picture_options front = {.width = SIDE, .view = MAQ_VIEW_FRONT};

enum { RED, GREEN, BLUE, BLACK };
static const uint8_t colours[4][4] = {
    {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {0, 0, 0, 255}};

// A square with a texture of these pixels, of 64 times the size so that filtering does not matter.
static uint32_t begin_textured(sketch *s, uint32_t width, uint32_t height, const int *pixels) {
    enum { SCALE = 64 };
    uint8_t *image = malloc((size_t)width * height * SCALE * SCALE * 4);
    assert_non_null(image);
    for (uint32_t y = 0; y < height * SCALE; y++) {
        for (uint32_t x = 0; x < width * SCALE; x++)
            memcpy(image + ((size_t)y * width * SCALE + x) * 4,
                   colours[pixels[y / SCALE * width + x / SCALE]], 4);
    }
    begin_sketch(s);
    uint32_t material = sketch_material(s, MAQ_BLEND_OPAQUE, 1, 1, 1, 1);
    sketch_texture(s, material, MAQ_TEXTURE_DIFFUSE, width * SCALE, height * SCALE, image);
    sketch_node(s, sketch_square(s, 0, material));
    free(image);
    return material;
}

// The extras "gltf_material" of a material, to be filled in.
static mq_node *begin_gltf(sketch *s, uint32_t material) {
    mq_node *extras = mq_value_root(s->arena, MAQ_VALUE_OBJECT);
    mq_node *gltf = mq_put_object(extras, "gltf_material");
    MQ_WRITABLE(maq_scene_material, &s->builder.scene.materials[material])->extras =
        mq_node_value(extras);
    return gltf;
}

// Makes it unlit; returns the info of its texture.
static mq_node *put_unlit(mq_node *gltf) {
    mq_node *extensions = mq_put_object(gltf, "extensions");
    mq_put_object(extensions, "KHR_materials_unlit");
    return mq_put_object(mq_put_object(gltf, "pbrMetallicRoughness"), "baseColorTexture");
}

// The colours in a grid of the picture, which the square fills but for a margin.
static void assert_grid(sketch *s, int columns, int rows, const int *expected) {
    finish_sketch(s);
    maq_image *image = draw_scene(&s->scene, front);
    for (int i = 0; i < columns * rows; i++) {
        uint32_t x = (uint32_t)((i % columns * 2 + 1) * SIDE / (columns * 2));
        uint32_t y = (uint32_t)((i / columns * 2 + 1) * SIDE / (rows * 2));
        const uint8_t *pixel = pixel_at(image, x, y), *colour = colours[expected[i]];
        if (memcmp(pixel, colour, 4) != 0)
            fail_msg("field %d is %d %d %d, not %d %d %d", i, pixel[0], pixel[1], pixel[2],
                     colour[0], colour[1], colour[2]);
    }
    maq_image_free(image);
    end_sketch(s);
}

static void unlit_surfaces_have_their_colour(void **state) {
    (void)state;
    sketch s;
    uint32_t material = begin_textured(&s, 2, 1, (const int[]){RED, GREEN});
    put_unlit(begin_gltf(&s, material));
    assert_grid(&s, 2, 1, (const int[]){RED, GREEN});
    // Without the extension, light changes it.
    begin_textured(&s, 1, 1, (const int[]){RED});
    finish_sketch(&s);
    maq_image *image = draw_scene(&s.scene, front);
    assert_true(pixel_at(image, SIDE / 2, SIDE / 2)[0] < 255);
    maq_image_free(image);
    end_sketch(&s);
}

static void wrap_textures(int wrap_u, const int expected[4]) {
    sketch s;
    uint32_t material = begin_textured(&s, 2, 1, (const int[]){RED, GREEN});
    mq_node *info = put_unlit(begin_gltf(&s, material));
    mq_node *sampler = mq_put_object(mq_put_object(info, "texture"), "sampler");
    if (wrap_u)
        mq_put_integer(sampler, "wrapS", wrap_u);
    mq_node *transform = mq_put_object(mq_put_object(info, "extensions"), "KHR_texture_transform");
    mq_put_floats(transform, "scale", (const float[]){2, 1}, 2);
    assert_grid(&s, 4, 1, expected);
}

static void textures_repeat_clamp_and_mirror(void **state) {
    (void)state;
    wrap_textures(0, (const int[]){RED, GREEN, RED, GREEN});
    wrap_textures(10497, (const int[]){RED, GREEN, RED, GREEN});
    wrap_textures(33071, (const int[]){RED, GREEN, GREEN, GREEN});
    wrap_textures(33648, (const int[]){RED, GREEN, GREEN, RED});
}

static void transform_textures(double rotation, float offset_u, float offset_v,
                               const int expected[4]) {
    sketch s;
    uint32_t material = begin_textured(&s, 2, 2, (const int[]){RED, GREEN, BLUE, BLACK});
    mq_node *info = put_unlit(begin_gltf(&s, material));
    mq_node *transform = mq_put_object(mq_put_object(info, "extensions"), "KHR_texture_transform");
    mq_put_double(transform, "rotation", rotation);
    mq_put_floats(transform, "offset", (const float[]){offset_u, offset_v}, 2);
    assert_grid(&s, 2, 2, expected);
}

static void texture_transforms_apply(void **state) {
    (void)state;
    transform_textures(0, 0, 0, (const int[]){RED, GREEN, BLUE, BLACK});
    transform_textures(0, 0.5f, 0, (const int[]){GREEN, RED, BLACK, BLUE});
    transform_textures(0, 0, 0.5f, (const int[]){BLUE, BLACK, RED, GREEN});
    // Texture coordinates turn counter-clockwise, so the image turns clockwise.
    transform_textures(1.5707963267948966, 0, 1, (const int[]){BLUE, RED, BLACK, GREEN});
}

static void surfaces_emit_light(void **state) {
    (void)state;
    sketch s;
    uint32_t material = begin_textured(&s, 1, 1, (const int[]){BLACK});
    mq_put_floats(begin_gltf(&s, material), "emissiveFactor", (const float[]){0, 1, 0}, 3);
    assert_grid(&s, 1, 1, (const int[]){GREEN});
    // The emissive texture is an image of the file that no texture of the scene has.
    material = begin_textured(&s, 1, 1, (const int[]){BLACK});
    mq_node *gltf = begin_gltf(&s, material);
    mq_put_floats(gltf, "emissiveFactor", (const float[]){1, 1, 1}, 3);
    mq_node *texture = mq_put_object(mq_put_object(gltf, "emissiveTexture"), "texture");
    mq_put_integer(texture, "image", 0);
    maq_image *image;
    maq_buffer png;
    assert_int_equal(maq_image_new(SIDE, 1, NULL, &image), MAQ_OK);
    for (int i = 0; i < SIDE; i++)
        memcpy(image->pixels + (size_t)i * 4, colours[i < SIDE / 2 ? BLUE : RED], 4);
    assert_int_equal(maq_image_write_png(image, &png), MAQ_OK);
    mq_node *file = mq_value_root(s.arena, MAQ_VALUE_OBJECT);
    mq_node *images = mq_put_array(mq_put_object(file, "gltf_file"), "images");
    mq_put_bytes(mq_put_object(images, NULL), "data", png.data, png.length);
    s.builder.scene.extras = mq_node_value(file);
    maq_buffer_free(&png);
    maq_image_free(image);
    assert_grid(&s, 2, 1, (const int[]){BLUE, RED});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unlit_surfaces_have_their_colour),
        cmocka_unit_test(textures_repeat_clamp_and_mirror),
        cmocka_unit_test(texture_transforms_apply),
        cmocka_unit_test(surfaces_emit_light),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
