// SPDX-License-Identifier: MIT
//
// Small scenes by hand, and pictures of them.
#ifndef TESTS_SUPPORT_PICTURES_H
#define TESTS_SUPPORT_PICTURES_H

#include "maquette/picture.h"
#include "scene/scene.h"

typedef struct sketch {
    mq_arena *arena;
    mq_scene_builder builder;
    mq_findings findings;
    maq_scene scene;
} sketch;

// Begins a scene; end_sketch() frees it all.
void begin_sketch(sketch *s);
void end_sketch(sketch *s);

// A mesh with these triangles, in one part of a material; uvs may be NULL. Returns its number.
uint32_t sketch_mesh(sketch *s, const float (*positions)[3], const float (*uvs)[2],
                     uint32_t vertex_count, const uint32_t (*triangles)[3], uint32_t triangle_count,
                     uint32_t material);

// The square from -1 to 1 at a height z, its front to +z; the texture upright on it.
uint32_t sketch_square(sketch *s, float z, uint32_t material);

// A ball of radius 1 of so many rows of quads.
uint32_t sketch_ball(sketch *s, uint32_t rows, uint32_t material);

// A material of this colour; a node at the origin.
uint32_t sketch_material(sketch *s, maq_blend blend, float r, float g, float b, float a);
uint32_t sketch_node(sketch *s, uint32_t mesh);

// Gives a material a texture of these pixels.
void sketch_texture(sketch *s, uint32_t material, maq_texture_role role, uint32_t width,
                    uint32_t height, const uint8_t *pixels);

// Makes the scene ready, with its textures.
void finish_sketch(sketch *s);

// Draws; fails the test when that fails. Textures are found and ended.
maq_image *draw_scene(const maq_scene *scene, maq_picture_options options);

const uint8_t *pixel_at(const maq_image *image, uint32_t x, uint32_t y);

#endif
