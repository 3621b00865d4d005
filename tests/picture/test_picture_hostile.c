// SPDX-License-Identifier: MIT
//
// Hostile models: limited time and memory, and a picture all the same.
#include <float.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/pictures.h"

static bool has_rule(const maq_image *image, const char *id) {
    const maq_findings *findings = maq_image_findings(image);
    for (size_t i = 0; i < findings->count; i++) {
        if (strcmp(findings->items[i].rule->id, id) == 0)
            return true;
    }
    return false;
}

static const uint32_t all_shown = MAQ_SHOW_WIREFRAME | MAQ_SHOW_NORMALS | MAQ_SHOW_JOINTS |
                                  MAQ_SHOW_CONNECTORS | MAQ_SHOW_BOXES | MAQ_SHOW_BOUNDS |
                                  MAQ_SHOW_AXES;

static void draw_all_ways(const maq_scene *scene) {
    static const uint32_t shows[] = {0, all_shown, all_shown | MAQ_SHOW_UV | MAQ_SHOW_HIDDEN};
    for (size_t i = 0; i < 3; i++) {
        for (maq_fit fit = MAQ_FIT_POSE; fit <= MAQ_FIT_BOUNDS; fit++) {
            maq_picture_options options = {.width = 16, .show = shows[i], .fit = fit};
            options.bounds = (maq_bounds){{-1e-3f, -1e-3f, -1e-3f}, {1e-3f, 1e-3f, 1e-3f}};
            maq_image_free(draw_scene(scene, options));
        }
    }
}

static void numbers_at_the_end_of_their_range(void **state) {
    (void)state;
    static const float sizes[] = {FLT_MAX, 1e38f, 1e20f, 1, 1e-20f, FLT_MIN, 1e-45f, 0};
    static const float moves[] = {0, 1, -1e38f, FLT_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) {
            sketch s;
            begin_sketch(&s);
            float size = sizes[i];
            const float positions[4][3] = {
                {-size, -size, size}, {size, -size, -size}, {size, size, 0}, {-size, size, 0}};
            const float uvs[4][2] = {{-1e38f, 1e38f}, {1e38f, FLT_MAX}, {1, 0}, {0, 1e-40f}};
            const uint32_t triangles[4][3] = {{0, 1, 2}, {0, 2, 3}, {1, 1, 2}, {3, 3, 3}};
            uint32_t glass = sketch_material(&s, MAQ_BLEND_ALPHA, FLT_MAX, -1, 1e30f, 5);
            uint32_t first =
                sketch_node(&s, sketch_mesh(&s, positions, uvs, 4, triangles, 4, glass));
            maq_scene_node joint = mq_scene_node("joint", MAQ_NODE_JOINT);
            joint.parent = first;
            joint.rest.translation[0] = moves[k];
            joint.rest.scale[1] = moves[k];
            joint.mesh = 0;
            mq_scene_add_node(&s.builder, &joint);
            finish_sketch(&s);
            draw_all_ways(&s.scene);
            end_sketch(&s);
        }
    }
}

// Scales that are multiplied until nothing can be computed with them any more.
static void a_chain_that_leaves_all_range(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    uint32_t mesh = sketch_square(&s, 0, MAQ_SCENE_NONE), parent = MAQ_SCENE_NONE;
    for (int i = 0; i < 40; i++) {
        maq_scene_node node = mq_scene_node("node", MAQ_NODE_JOINT);
        node.parent = parent;
        node.mesh = mesh;
        for (int k = 0; k < 3; k++)
            node.rest.scale[k] = node.rest.translation[k] = 1e30f;
        parent = mq_scene_add_node(&s.builder, &node);
    }
    finish_sketch(&s);
    draw_all_ways(&s.scene);
    maq_image *image = draw_scene(&s.scene, (maq_picture_options){.width = 16});
    assert_true(has_rule(image, "PIC-0003"));
    maq_image_free(image);
    end_sketch(&s);
}

static void nothing_at_all(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    finish_sketch(&s);
    draw_all_ways(&s.scene);
    maq_image *image = draw_scene(&s.scene, (maq_picture_options){.width = 16});
    assert_true(has_rule(image, "PIC-0002"));
    maq_image_free(image);
    end_sketch(&s);
}

static void many_materials(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    sketch s;
    begin_sketch(&s);
    maq_scene_part *parts = mq_arena_alloc(s.arena, COUNT, sizeof *parts, alignof(maq_scene_part));
    uint32_t(*triangles)[3] = mq_arena_alloc(s.arena, COUNT, sizeof *triangles, alignof(uint32_t));
    static const uint32_t corners[3] = {0, 1, 2};
    for (uint32_t i = 0; i < COUNT; i++) {
        parts[i] =
            (maq_scene_part){sketch_material(&s, (maq_blend)(i % 5), 0.5f, 0.4f, 0.3f, 0.2f), i, 1};
        memcpy(triangles[i], corners, sizeof corners);
    }
    uint32_t mesh = sketch_square(&s, 0, MAQ_SCENE_NONE);
    maq_scene_mesh *to = (maq_scene_mesh *)&s.builder.scene.meshes[mesh];
    to->triangles = (const uint32_t(*)[3])triangles;
    to->triangle_count = to->part_count = COUNT;
    to->parts = parts;
    sketch_node(&s, mesh);
    finish_sketch(&s);
    double begin = seconds_of_work();
    maq_image *image = draw_scene(&s.scene, (maq_picture_options){.width = 64});
    assert_true(seconds_of_work() - begin < 20);
    assert_true(has_rule(image, "PIC-0005")); // 100,000 layers are more than anyone can see
    maq_image_free(image);
    end_sketch(&s);
}

// A few bytes for each of many nodes that all show one large mesh.
static void one_mesh_in_many_nodes(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    uint32_t mesh = sketch_ball(&s, 100, MAQ_SCENE_NONE);
    for (int i = 0; i < 20000; i++)
        sketch_node(&s, mesh);
    finish_sketch(&s);
    double begin = seconds_of_work();
    counted_memory counted;
    count_memory(&counted);
    maq_picture_options options = {.width = 64, .memory = &counted.memory};
    maq_image *image = draw_scene(&s.scene, options);
    assert_true(seconds_of_work() - begin < 20);
    assert_true(has_rule(image, "PIC-0004"));
    maq_image_free(image);
    assert_int_equal(counted.blocks, 0);
    // The nodes alone take some 5 MB; none has a copy of the mesh that was not drawn.
    assert_true(counted.most < (size_t)48 << 20);
    end_sketch(&s);
}

typedef struct drawn {
    const maq_scene *scene;
    const maq_textures *textures;
} drawn;

static maq_status draw_with(const maq_memory *memory, void *context) {
    const drawn *d = context;
    maq_picture_options options = {
        .width = 16, .textures = d->textures, .show = all_shown, .memory = memory};
    maq_image *image;
    maq_status status = maq_picture_draw(d->scene, &options, &image);
    assert_true((status == MAQ_OK) == (image != NULL));
    maq_image_free(image);
    return status;
}

static void memory_that_fails_at_each_request(void **state) {
    (void)state;
    sketch s;
    begin_sketch(&s);
    uint32_t glass = sketch_material(&s, MAQ_BLEND_ALPHA, 1, 1, 1, 0.5f);
    uint8_t pixels[4 * 4 * 4] = {0};
    sketch_texture(&s, glass, MAQ_TEXTURE_DIFFUSE, 4, 4, pixels);
    sketch_node(&s, sketch_square(&s, 0, glass));
    sketch_node(&s, sketch_ball(&s, 6, MAQ_SCENE_NONE));
    finish_sketch(&s);
    maq_textures *textures;
    assert_int_equal(maq_textures_find(&s.scene, NULL, &textures), MAQ_OK);
    assert_true(fail_each_request(draw_with, &(drawn){&s.scene, textures}) > 10);
    maq_textures_free(textures);
    end_sketch(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_at_the_end_of_their_range),
        cmocka_unit_test(a_chain_that_leaves_all_range),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(many_materials),
        cmocka_unit_test(one_mesh_in_many_nodes),
        cmocka_unit_test(memory_that_fails_at_each_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
