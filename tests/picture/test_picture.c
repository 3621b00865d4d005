// SPDX-License-Identifier: MIT
//
// Pictures against what geometry and arithmetic say they must be.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "picture/camera.h"
#include "picture/light.h"
#include "picture/raster_srgb.h"
#include "support/hostile.h"
#include "support/pictures.h"

#define SIDE 100u
static const maq_picture_options front = {.width = SIDE, .view = MAQ_VIEW_FRONT};

// ----------------------------------------------------------------------------------------- coverage

// The square fills 93 of 100 pixels, from 3.5 to 96.5: half of each pixel on its rim is covered, and
// one of four samples at its corners.
static void a_square_covers_the_known_pixels(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    sketch_node(&s, sketch_square(&s, 0, MAQ_SCENE_NONE));
    finish_sketch(&s);
    maq_image *image = draw_scene(&s.scene, front);
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            bool rim_x = x == 3 || x == 96, rim_y = y == 3 || y == 96;
            bool outside = x < 3 || x > 96 || y < 3 || y > 96;
            int expected = outside ? 0 : rim_x && rim_y ? 64 : rim_x || rim_y ? 128 : 255;
            assert_int_equal(pixel_at(image, x, y)[3], expected);
        }
    }
    maq_image_free(image);
    end_sketch(&s);
}

// A picture that has to hold a whole clip poses the model at other times, too. What is visible must
// follow the time of the picture.
static void a_mesh_hidden_later_in_the_clip_is_drawn(void **state) {
    (void)state;
    float times[2] = {0, 0.5f}, visible[2] = {1, 0}; // finishing a scene may write to them
    maq_scene_channel channel = {.path = MAQ_CHANNEL_VISIBLE,
                                 .step = true,
                                 .key_count = 2,
                                 .times = times,
                                 .values = visible};
    maq_scene_clip clip = {.name = "hide", .duration = 1, .channel_count = 1, .channels = &channel};
    sketch s;
    begin_sketch(&s);
    sketch_node(&s, sketch_square(&s, 0, MAQ_SCENE_NONE));
    mq_scene_add_clip(&s.builder, &clip);
    finish_sketch(&s);
    maq_picture_options options = front;
    options.clip = &s.scene.clips[0];
    for (maq_fit fit = MAQ_FIT_POSE; fit <= MAQ_FIT_TURN; fit++) {
        options.fit = fit;
        options.seconds = 0.25;
        maq_image *image = draw_scene(&s.scene, options);
        assert_int_equal(pixel_at(image, SIDE / 2, SIDE / 2)[3], 255);
        maq_image_free(image);
        options.seconds = 0.75;
        image = draw_scene(&s.scene, options);
        assert_int_equal(pixel_at(image, SIDE / 2, SIDE / 2)[3], 0);
        maq_image_free(image);
    }
    end_sketch(&s);
}

// The mip levels of an embedded image belong to the textures: a picture, or a frame of a turntable, does
// not build them again.
static void mip_levels_are_built_once(void **state) {
    (void)state;
    enum { TEXTURE = 512 };
    uint8_t *pixels = calloc((size_t)TEXTURE * TEXTURE, 4);
    assert_non_null(pixels);
    size_t most[2];
    for (int textured = 0; textured < 2; textured++) {
        sketch s;
        begin_sketch(&s);
        uint32_t material = sketch_material(&s, MAQ_BLEND_OPAQUE, 1, 1, 1, 1);
        sketch_texture(&s, material, MAQ_TEXTURE_DIFFUSE, TEXTURE, TEXTURE, pixels);
        sketch_node(&s, sketch_square(&s, 0, material));
        finish_sketch(&s);
        maq_textures *textures = NULL;
        if (textured)
            assert_int_equal(maq_textures_find(&s.scene, NULL, &textures), MAQ_OK);
        counted_memory counted;
        count_memory(&counted);
        maq_picture_options options = {
            .width = 32, .textures = textures, .memory = &counted.memory};
        maq_image *image;
        assert_int_equal(maq_picture_draw(&s.scene, &options, &image), MAQ_OK);
        most[textured] = counted.most;
        maq_image_free(image);
        maq_textures_free(textures);
        end_sketch(&s);
    }
    free(pixels);
    // The levels take a third of the megabyte of the image.
    assert_true(most[1] < most[0] + ((size_t)64 << 10));
}

static double alpha_sum(const maq_image *image) {
    double sum = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        sum += image->pixels[i * 4 + 3] / 255.0;
    return sum;
}

static void camera_for(sketch *s, float yaw, float pitch, uint32_t side, mq_camera *camera) {
    mq_framing framing;
    mq_framing_begin(&framing, yaw, pitch, side, side);
    const maq_scene_mesh *mesh = &s->scene.meshes[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mq_framing_add(&framing, (mq_vec3){mesh->positions[i][0], mesh->positions[i][1],
                                           mesh->positions[i][2]});
    mq_framing_end(&framing, side, side, camera);
}

static void the_outline_of_a_ball_has_the_right_area(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    sketch_node(&s, sketch_ball(&s, 96, MAQ_SCENE_NONE));
    finish_sketch(&s);
    static const float angles[][2] = {{0, 0}, {33, 20}, {170, -60}};
    for (size_t i = 0; i < 3; i++) {
        maq_picture_options options = {
            .width = 256, .view = MAQ_VIEW_ANGLES, .yaw = angles[i][0], .pitch = angles[i][1]};
        maq_image *image = draw_scene(&s.scene, options);
        mq_camera camera;
        camera_for(&s, options.yaw, options.pitch, 256, &camera);
        double distance = camera.view.m[2][3] / camera.scale;
        double radius = camera.focal / MQ_SUBPIXELS / sqrt(distance * distance - 1);
        double area = 3.14159265358979 * radius * radius;
        assert_true(fabs(alpha_sum(image) - area) < area * 0.005);
        // It touches the margin on all sides.
        assert_true(fabs(radius * 2 - 256 * 0.93) < 0.5);
        maq_image_free(image);
    }
    end_sketch(&s);
}

// Triangles around a point, added up: were a sample drawn twice or not at all, it would show.
static void shared_edges_are_drawn_once(void **state) {
    (void)state;
    enum { SPOKES = 180 };
    sketch s;
    begin_sketch(&s);
    uint32_t glow = sketch_material(&s, MAQ_BLEND_ADDITIVE, 0.25f, 0.25f, 0.25f, 1);
    float positions[SPOKES + 1][3] = {{0.137f, -0.291f, 0}};
    uint32_t triangles[SPOKES][3];
    for (uint32_t i = 0; i < SPOKES; i++) {
        // Along the rim of the square, unevenly.
        double around = 8.0 * ((double)i + 0.37 * (double)(i % 3)) / SPOKES, part = around;
        float x = 0, y = 0;
        if (around < 2)
            x = -1 + (float)part, y = -1;
        else if (around < 4)
            x = 1, y = -3 + (float)part;
        else if (around < 6)
            x = 5 - (float)part, y = 1;
        else
            x = -1, y = 7 - (float)part;
        positions[i + 1][0] = x;
        positions[i + 1][1] = y;
        triangles[i][0] = 0;
        triangles[i][1] = i + 1;
        triangles[i][2] = (i + 1) % SPOKES + 1;
    }
    sketch_node(&s, sketch_mesh(&s, (const float(*)[3])positions, NULL, SPOKES + 1,
                                (const uint32_t(*)[3])triangles, SPOKES, glow));
    finish_sketch(&s);
    for (float yaw = -40; yaw <= 40; yaw += 20) {
        maq_picture_options options = {.width = 200,
                                       .view = MAQ_VIEW_ANGLES,
                                       .yaw = yaw,
                                       .pitch = yaw / 2,
                                       .background = {0, 0, 0, 255}};
        maq_image *image = draw_scene(&s.scene, options);
        mq_srgb_encoder encoder;
        mq_srgb_encoder_init(&encoder);
        int once = mq_srgb_byte(&encoder, mq_light_steps(0.25f));
        uint32_t full = 0;
        for (uint32_t y = 0; y < image->height; y++) {
            uint32_t first = 0, last = image->width;
            while (first < last && pixel_at(image, first, y)[0] < once)
                first++;
            while (first < last && pixel_at(image, last - 1, y)[0] < once)
                last--;
            for (uint32_t x = first; x < last; x++, full++)
                assert_int_equal(pixel_at(image, x, y)[0], once);
        }
        assert_true(full > 10000);
        maq_image_free(image);
    }
    end_sketch(&s);
}

// The point of a square that is drawn at a pixel of the picture, from the front.
static float seen_at(double pixel) {
    return (float)((pixel - SIDE / 2.0) / (SIDE / 2.0 * 0.93));
}

// Edges that go exactly through samples: of two triangles, just one has them.
static void samples_on_an_edge_belong_to_one_side(void **state) {
    (void)state;
    enum { LINES = 9, CELLS = LINES - 1 };
    // Where samples are within a pixel, here of the pixels 10, 20, ...
    static const double samples[4] = {0.375, 0.875, 0.125, 0.625};
    sketch s;
    begin_sketch(&s);
    uint32_t glow = sketch_material(&s, MAQ_BLEND_ADDITIVE, 0.25f, 0.25f, 0.25f, 1);
    float positions[LINES * LINES][3] = {{0}};
    uint32_t triangles[CELLS * CELLS * 2][3], count = 0;
    for (uint32_t i = 0; i < LINES * LINES; i++) {
        uint32_t x = i % LINES, y = i / LINES;
        positions[i][0] = seen_at(10 + 10 * x + samples[x % 4]);
        positions[i][1] = -seen_at(10 + 10 * y + samples[y % 4]);
    }
    for (uint32_t i = 0; i < CELLS * CELLS; i++) {
        uint32_t a = i / CELLS * LINES + i % CELLS, b = a + LINES;
        const uint32_t quad[2][3] = {{a, b, b + 1}, {a, b + 1, a + 1}};
        memcpy(triangles[count], quad, sizeof quad);
        count += 2;
    }
    sketch_node(&s, sketch_mesh(&s, (const float(*)[3])positions, NULL, LINES * LINES,
                                (const uint32_t(*)[3])triangles, count, glow));
    sketch_node(&s, sketch_square(&s, 0, sketch_material(&s, MAQ_BLEND_ALPHA, 0, 0, 0, 0)));
    finish_sketch(&s);
    maq_picture_options options = front;
    options.background[3] = 255;
    maq_image *image = draw_scene(&s.scene, options);
    int once = pixel_at(image, 15, 15)[0];
    assert_in_range(once, 130, 140);
    for (uint32_t y = 11; y < 90; y++) {
        for (uint32_t x = 11; x < 90; x++)
            assert_int_equal(pixel_at(image, x, y)[0], once);
    }
    maq_image_free(image);
    end_sketch(&s);
}

// ---------------------------------------------------------------------------------------- textures

// Which field of a chequered square a pixel of the picture shows, by the ray through its middle;
// how far its border is, in fields.
static int field_at(const mq_camera *camera, uint32_t x, uint32_t y, double *border) {
    const double(*m)[4] = camera->view.m;
    double right = ((x + 0.5) * MQ_SUBPIXELS - camera->middle_x) / camera->focal;
    double up = (camera->middle_y - (y + 0.5) * MQ_SUBPIXELS) / camera->focal;
    // The point on the plane z = 0 whose right and up are these fractions of its distance.
    double a[2][3];
    for (int i = 0; i < 2; i++) {
        double share = i == 0 ? right : up;
        for (int k = 0; k < 2; k++)
            a[i][k] = m[i][k] - share * m[2][k];
        a[i][2] = share * m[2][3] - m[i][3];
    }
    double det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    double px = (a[0][2] * a[1][1] - a[0][1] * a[1][2]) / det;
    double py = (a[0][0] * a[1][2] - a[0][2] * a[1][0]) / det;
    double u = (px + 1) * 4, v = (1 - py) * 4;
    if (u < 0 || u >= 8 || v < 0 || v >= 8)
        return -1;
    double du = fabs(u - floor(u + 0.5)), dv = fabs(v - floor(v + 0.5));
    *border = du < dv ? du : dv;
    return ((int)u + (int)v) % 2;
}

static void a_pattern_in_perspective_is_straight(void **state) {
    (void)state;
    enum { TEXELS = 128 };
    static uint8_t pixels[TEXELS * TEXELS * 4];
    for (int i = 0; i < TEXELS * TEXELS; i++) {
        int light = (i % TEXELS / 16 + i / TEXELS / 16) % 2;
        memset(pixels + i * 4, light ? 255 : 0, 3);
        pixels[i * 4 + 3] = 255;
    }
    sketch s;
    begin_sketch(&s);
    uint32_t material = sketch_material(&s, MAQ_BLEND_OPAQUE, 1, 1, 1, 1);
    sketch_texture(&s, material, MAQ_TEXTURE_DIFFUSE, TEXELS, TEXELS, pixels);
    sketch_node(&s, sketch_square(&s, 0, material));
    finish_sketch(&s);
    static const float angles[][2] = {{0, 0}, {50, 10}, {-30, 55}, {65, -20}};
    for (size_t i = 0; i < 4; i++) {
        maq_picture_options options = {
            .width = 256, .view = MAQ_VIEW_ANGLES, .yaw = angles[i][0], .pitch = angles[i][1]};
        maq_image *image = draw_scene(&s.scene, options);
        mq_camera camera;
        camera_for(&s, options.yaw, options.pitch, 256, &camera);
        int seen = 0;
        for (uint32_t y = 0; y < 256; y++) {
            for (uint32_t x = 0; x < 256; x++) {
                double border = 0;
                int light = field_at(&camera, x, y, &border);
                if (light < 0 || border < 0.2)
                    continue;
                const uint8_t *pixel = pixel_at(image, x, y);
                assert_int_equal(pixel[3], 255);
                assert_true(light ? pixel[0] > 100 : pixel[0] < 90);
                seen++;
            }
        }
        assert_true(seen > 3000);
        maq_image_free(image);
    }
    end_sketch(&s);
}

// The way round of textures, and their colours: unlit, so that they come out as they are.
static void a_texture_is_upright_and_keeps_its_colours(void **state) {
    (void)state;
    static const uint8_t corners[4][4] = {
        {200, 10, 20, 255}, {10, 180, 30, 255}, {20, 30, 220, 255}, {240, 230, 40, 255}};
    uint8_t pixels[16][16][4];
    for (int y = 0; y < 16; y++) {
        for (int x = 0; x < 16; x++)
            memcpy(pixels[y][x], corners[(y >= 8) * 2 + (x >= 8)], 4);
    }
    sketch s;
    begin_sketch(&s);
    uint32_t material = sketch_material(&s, MAQ_BLEND_ADDITIVE, 1, 1, 1, 1);
    sketch_texture(&s, material, MAQ_TEXTURE_DIFFUSE, 16, 16, pixels[0][0]);
    sketch_node(&s, sketch_square(&s, 0, material));
    finish_sketch(&s);
    maq_picture_options options = front;
    options.background[3] = 255;
    maq_image *image = draw_scene(&s.scene, options);
    for (int i = 0; i < 4; i++) {
        const uint8_t *pixel = pixel_at(image, i % 2 ? 75 : 25, i / 2 ? 75 : 25);
        for (int c = 0; c < 3; c++)
            assert_in_range(pixel[c] + 1, corners[i][c], corners[i][c] + 2);
    }
    maq_image_free(image);
    end_sketch(&s);
}

// The colour of the team is merged in as Warzone does it: texture + (team - half) * mask.
static void the_team_has_its_colour_where_the_mask_is(void **state) {
    (void)state;
    uint8_t base[8][8][4], mask[8][8][4];
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 8; x++) {
            memcpy(base[y][x], (const uint8_t[4]){100, 120, 140, 255}, 4);
            memcpy(mask[y][x], (const uint8_t[4]){255, 255, 255, x < 4 ? 0 : 255}, 4);
        }
    }
    sketch s;
    begin_sketch(&s);
    uint32_t material = sketch_material(&s, MAQ_BLEND_ADDITIVE, 1, 1, 1, 1);
    sketch_texture(&s, material, MAQ_TEXTURE_DIFFUSE, 8, 8, base[0][0]);
    sketch_texture(&s, material, MAQ_TEXTURE_TEAM_MASK, 8, 8, mask[0][0]);
    sketch_node(&s, sketch_square(&s, 0, material));
    finish_sketch(&s);
    maq_picture_options options = front;
    options.background[3] = 255;
    memcpy(options.team_colour, (const uint8_t[4]){200, 30, 60, 255}, 4);
    maq_image *image = draw_scene(&s.scene, options);
    static const int merged[3] = {172, 22, 72}; // 100 + 72.5, 120 - 97.5, 140 - 67.5
    for (int c = 0; c < 3; c++) {
        assert_in_range(pixel_at(image, 20, 50)[c], base[0][0][c] - 1, base[0][0][c] + 1);
        assert_in_range(pixel_at(image, 80, 50)[c], merged[c] - 1, merged[c] + 2);
    }
    maq_image_free(image);
    end_sketch(&s);
}

// ---------------------------------------------------------------------------------------- blending

static float front_light(void) {
    mq_light light;
    static const float normal[3] = {0, 0, 1};
    float diffuse, shine;
    mq_light_set(&light, (mq_vec3){0, 1, 0});
    mq_light_on(&light, normal, &diffuse, &shine);
    return diffuse;
}

static void blend_modes_give_computed_colours(void **state) {
    (void)state;
    static const float colour[3] = {0.5f, 0.2f, 0.05f}, alpha = 0.4f;
    static const uint8_t background[4] = {90, 150, 210, 255};
    static const maq_blend modes[] = {MAQ_BLEND_OPAQUE, MAQ_BLEND_ALPHA, MAQ_BLEND_ADDITIVE,
                                      MAQ_BLEND_PREMULTIPLIED};
    mq_srgb_encoder encoder;
    mq_srgb_encoder_init(&encoder);
    float light = front_light();
    for (size_t i = 0; i < 4; i++) {
        sketch s;
        begin_sketch(&s);
        uint32_t material = sketch_material(&s, modes[i], colour[0], colour[1], colour[2], alpha);
        sketch_node(&s, sketch_square(&s, 0, material));
        finish_sketch(&s);
        maq_picture_options options = front;
        memcpy(options.background, background, 4);
        maq_image *image = draw_scene(&s.scene, options);
        for (int c = 0; c < 3; c++) {
            float below = mq_srgb_light[background[c]];
            float expected =
                modes[i] == MAQ_BLEND_OPAQUE     ? colour[c] * light
                : modes[i] == MAQ_BLEND_ALPHA    ? colour[c] * light * alpha + below * (1 - alpha)
                : modes[i] == MAQ_BLEND_ADDITIVE ? colour[c] * alpha + below
                                                 : colour[c] * light + below * (1 - alpha);
            int byte = mq_srgb_byte(&encoder, mq_light_steps(expected));
            assert_in_range(pixel_at(image, 50, 50)[c] + 1, byte, byte + 2);
        }
        assert_int_equal(pixel_at(image, 50, 50)[3], 255);
        assert_memory_equal(pixel_at(image, 0, 0), background, 4);
        maq_image_free(image);
        end_sketch(&s);
    }
}

static maq_image *two_panes(bool far_first) {
    sketch s;
    begin_sketch(&s);
    uint32_t red = sketch_material(&s, MAQ_BLEND_ALPHA, 0.9f, 0, 0, 0.5f);
    uint32_t blue = sketch_material(&s, MAQ_BLEND_ALPHA, 0, 0, 0.9f, 0.5f);
    uint32_t far_pane = sketch_square(&s, -0.5f, red), near_pane = sketch_square(&s, 0.5f, blue);
    sketch_node(&s, far_first ? far_pane : near_pane);
    sketch_node(&s, far_first ? near_pane : far_pane);
    finish_sketch(&s);
    maq_image *image = draw_scene(&s.scene, front);
    end_sketch(&s);
    return image;
}

static void clear_surfaces_are_drawn_from_behind(void **state) {
    (void)state;
    maq_image *a = two_panes(true), *b = two_panes(false);
    assert_memory_equal(a->pixels, b->pixels, SIDE * SIDE * 4);
    const uint8_t *pixel = pixel_at(a, 50, 50);
    assert_true(pixel[2] > pixel[0]);
    assert_in_range(pixel[3], 190, 192); // 1 - 0.5 * 0.5
    maq_image_free(a);
    maq_image_free(b);
}

static void what_is_cut_out_is_not_there(void **state) {
    (void)state;
    uint8_t pixels[8][8][4];
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 8; x++)
            memcpy(pixels[y][x], (const uint8_t[4]){180, 180, 180, x < 4 ? 20 : 235}, 4);
    }
    sketch s;
    begin_sketch(&s);
    uint32_t material = sketch_material(&s, MAQ_BLEND_CUTOUT, 1, 1, 1, 1);
    sketch_texture(&s, material, MAQ_TEXTURE_DIFFUSE, 8, 8, pixels[0][0]);
    sketch_node(&s, sketch_square(&s, 0, material));
    finish_sketch(&s);
    maq_image *image = draw_scene(&s.scene, front);
    assert_int_equal(pixel_at(image, 20, 50)[3], 0);
    assert_int_equal(pixel_at(image, 80, 50)[3], 255);
    maq_image_free(image);
    end_sketch(&s);
}

// -------------------------------------------------------------------------------- sides and nodes

static int alpha_of_square(bool two_sided, float scale_x, maq_view view) {
    sketch s;
    begin_sketch(&s);
    uint32_t material = sketch_material(&s, MAQ_BLEND_OPAQUE, 0.5f, 0.5f, 0.5f, 1);
    ((maq_scene_material *)s.builder.scene.materials)[material].two_sided = two_sided;
    uint32_t node = sketch_node(&s, sketch_square(&s, 0, material));
    ((maq_scene_node *)s.builder.scene.nodes)[node].rest.scale[0] = scale_x;
    finish_sketch(&s);
    maq_picture_options options = front;
    options.view = view;
    maq_image *image = draw_scene(&s.scene, options);
    int alpha = pixel_at(image, 50, 50)[3];
    maq_image_free(image);
    end_sketch(&s);
    return alpha;
}

static void faces_have_a_front(void **state) {
    (void)state;
    assert_int_equal(alpha_of_square(false, 1, MAQ_VIEW_FRONT), 255);
    assert_int_equal(alpha_of_square(false, 1, MAQ_VIEW_BACK), 0);
    assert_int_equal(alpha_of_square(true, 1, MAQ_VIEW_BACK), 255);
    // A node that mirrors does not turn its mesh inside out.
    assert_int_equal(alpha_of_square(false, -1, MAQ_VIEW_FRONT), 255);
    assert_int_equal(alpha_of_square(false, -1, MAQ_VIEW_BACK), 0);
}

static maq_image *draw_facing(maq_facing facing, float yaw, float pitch) {
    sketch s;
    begin_sketch(&s);
    uint32_t node = sketch_node(&s, sketch_square(&s, 0, MAQ_SCENE_NONE));
    ((maq_scene_node *)s.builder.scene.nodes)[node].facing = facing;
    finish_sketch(&s);
    maq_picture_options options = {
        .width = SIDE, .view = MAQ_VIEW_ANGLES, .yaw = yaw, .pitch = pitch};
    maq_image *image = draw_scene(&s.scene, options);
    end_sketch(&s);
    return image;
}

static void nodes_turn_to_the_camera(void **state) {
    (void)state;
    maq_image *still = draw_facing(MAQ_FACING_NONE, 0, 0);
    maq_image *turned = draw_facing(MAQ_FACING_PITCH_AND_ROLL, 130, 40);
    maq_image *upright = draw_facing(MAQ_FACING_ROLL, 130, 0);
    for (size_t i = 3; i < SIDE * SIDE * 4; i += 4) {
        assert_int_equal(still->pixels[i], turned->pixels[i]);
        assert_int_equal(still->pixels[i], upright->pixels[i]);
    }
    maq_image_free(still);
    maq_image_free(turned);
    maq_image_free(upright);
}

static const char *first_rule(const maq_image *image) {
    const maq_findings *findings = maq_image_findings(image);
    return findings->count > 0 ? findings->items[0].rule->id : "";
}

static void only_what_is_to_be_seen_is_drawn(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    uint32_t shadow = sketch_square(&s, 0, MAQ_SCENE_NONE);
    ((maq_scene_mesh *)s.builder.scene.meshes)[shadow].role = MAQ_MESH_SHADOW;
    sketch_node(&s, shadow);
    finish_sketch(&s);
    maq_picture_options options = front;
    maq_image *image = draw_scene(&s.scene, options);
    assert_string_equal(first_rule(image), "PIC-0002");
    assert_true(alpha_sum(image) == 0);
    maq_image_free(image);
    options.show = MAQ_SHOW_HIDDEN;
    image = draw_scene(&s.scene, options);
    assert_string_equal(first_rule(image), "");
    assert_true(alpha_sum(image) > 1000);
    maq_image_free(image);
    end_sketch(&s);
}

static void joints_stand_in_for_surfaces(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    maq_scene_node joint = mq_scene_node("a", MAQ_NODE_JOINT);
    joint.parent = MAQ_SCENE_NONE;
    uint32_t first = mq_scene_add_node(&s.builder, &joint);
    joint.parent = first;
    joint.rest.translation[1] = 5;
    mq_scene_add_node(&s.builder, &joint);
    finish_sketch(&s);
    maq_image *image = draw_scene(&s.scene, front);
    assert_string_equal(first_rule(image), "PIC-0001");
    assert_int_equal(pixel_at(image, 50, 50)[3], 255); // the bone
    assert_int_equal(pixel_at(image, 20, 50)[3], 0);
    maq_image_free(image);
    end_sketch(&s);
}

// ------------------------------------------------------------------------------- same bytes, limits

static void threads_and_bands_change_nothing(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    uint32_t glass = sketch_material(&s, MAQ_BLEND_ALPHA, 0.2f, 0.6f, 0.3f, 0.5f);
    sketch_node(&s, sketch_ball(&s, 24, MAQ_SCENE_NONE));
    sketch_node(&s, sketch_square(&s, 0.4f, glass));
    finish_sketch(&s);
    maq_picture_options options = {
        .width = 2100, .height = 800, .threads = 1, .show = MAQ_SHOW_WIREFRAME | MAQ_SHOW_BOUNDS};
    maq_image *one = draw_scene(&s.scene, options);
    static const unsigned threads[] = {2, 7};
    for (size_t i = 0; i < 2; i++) {
        options.threads = threads[i];
        maq_image *more = draw_scene(&s.scene, options);
        assert_memory_equal(one->pixels, more->pixels, (size_t)one->width * one->height * 4);
        maq_image_free(more);
    }
    // The picture has two bands; where they meet, the ball goes on.
    uint32_t seam = 1024 / ((2100 + 31) / 32) * 32;
    assert_in_range(seam, 100, 500);
    for (uint32_t y = seam - 2; y < seam + 2; y++)
        assert_int_equal(pixel_at(one, 1050, y)[3], 255);
    maq_image_free(one);
    end_sketch(&s);
}

static void pictures_of_a_turn_have_one_camera(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    uint32_t node = sketch_node(&s, sketch_ball(&s, 48, MAQ_SCENE_NONE));
    ((maq_scene_node *)s.builder.scene.nodes)[node].rest.translation[0] = 40;
    finish_sketch(&s);
    maq_picture_options options = {.width = 128, .view = MAQ_VIEW_ANGLES, .fit = MAQ_FIT_TURN};
    maq_image *first = draw_scene(&s.scene, options);
    double area = alpha_sum(first);
    for (options.yaw = 45; options.yaw < 360; options.yaw += 45) {
        maq_image *image = draw_scene(&s.scene, options);
        assert_true(fabs(alpha_sum(image) - area) < area * 0.01);
        maq_image_free(image);
    }
    maq_image_free(first);
    end_sketch(&s);
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    finish_sketch(&s);
    maq_image *image = NULL;
    maq_scene_clip other = {.name = "other"};
    maq_picture_options options = {.size = sizeof options, .clip = &other};
    assert_int_equal(maq_picture_draw(&s.scene, &options, &image), MAQ_BAD_ARGUMENT);
    options = (maq_picture_options){.size = sizeof options, .width = MAQ_IMAGE_MAX_SIDE + 1};
    assert_int_equal(maq_picture_draw(&s.scene, &options, &image), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_picture_draw(NULL, NULL, &image), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_picture_draw(&s.scene, NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_null(image);
    assert_int_equal(maq_picture_draw(&s.scene, NULL, &image), MAQ_OK);
    assert_int_equal(image->width, 256);
    maq_image_free(image);
    end_sketch(&s);
}

static void angles_are_exact_at_the_quarters(void **state) {
    (void)state;
    static const double quarters[5][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    for (int i = -4; i <= 4; i++) {
        double sine, cosine;
        mq_sine_cosine(90.0 * i, &sine, &cosine);
        assert_true(sine == quarters[(i + 4) % 4][0] && cosine == quarters[(i + 4) % 4][1]);
        mq_sine_cosine(90.0 * i + 17, &sine, &cosine);
        assert_true(fabs(sine - sin((90.0 * i + 17) * 3.14159265358979323846 / 180)) < 1e-15);
        assert_true(fabs(sine * sine + cosine * cosine - 1) < 1e-15);
    }
}

static void every_byte_goes_to_light_and_back(void **state) {
    (void)state;
    mq_srgb_encoder encoder;
    mq_srgb_encoder_init(&encoder);
    for (unsigned i = 0; i < 256; i++)
        assert_int_equal(mq_srgb_byte(&encoder, mq_light_steps(mq_srgb_light[i])), i);
    for (uint32_t i = 1; i <= MQ_FULL_LIGHT; i++)
        assert_true(mq_srgb_byte(&encoder, i) >= mq_srgb_byte(&encoder, i - 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_covers_the_known_pixels),
        cmocka_unit_test(a_mesh_hidden_later_in_the_clip_is_drawn),
        cmocka_unit_test(mip_levels_are_built_once),
        cmocka_unit_test(the_outline_of_a_ball_has_the_right_area),
        cmocka_unit_test(shared_edges_are_drawn_once),
        cmocka_unit_test(samples_on_an_edge_belong_to_one_side),
        cmocka_unit_test(a_pattern_in_perspective_is_straight),
        cmocka_unit_test(a_texture_is_upright_and_keeps_its_colours),
        cmocka_unit_test(the_team_has_its_colour_where_the_mask_is),
        cmocka_unit_test(blend_modes_give_computed_colours),
        cmocka_unit_test(clear_surfaces_are_drawn_from_behind),
        cmocka_unit_test(what_is_cut_out_is_not_there),
        cmocka_unit_test(faces_have_a_front),
        cmocka_unit_test(nodes_turn_to_the_camera),
        cmocka_unit_test(only_what_is_to_be_seen_is_drawn),
        cmocka_unit_test(joints_stand_in_for_surfaces),
        cmocka_unit_test(threads_and_bands_change_nothing),
        cmocka_unit_test(pictures_of_a_turn_have_one_camera),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(angles_are_exact_at_the_quarters),
        cmocka_unit_test(every_byte_goes_to_light_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
