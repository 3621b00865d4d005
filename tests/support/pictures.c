// SPDX-License-Identifier: MIT
#include "support/pictures.h"

#include <math.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

void begin_sketch(sketch *s) {
    s->arena = mq_arena_new(NULL);
    assert_non_null(s->arena);
    mq_findings_init(&s->findings, s->arena, 100, 0);
    mq_scene_begin(&s->builder, s->arena, &s->findings);
}

void end_sketch(sketch *s) {
    mq_arena_free(s->arena);
}

static void *copy_of(sketch *s, const void *from, size_t size) {
    void *to = mq_arena_alloc_uninitialized(s->arena, size, 1, alignof(max_align_t));
    assert_non_null(to);
    return memcpy(to, from, size);
}

uint32_t sketch_mesh(sketch *s, const float (*positions)[3], const float (*uvs)[2],
                     uint32_t vertex_count, const uint32_t (*triangles)[3], uint32_t triangle_count,
                     uint32_t material) {
    maq_scene_part part = {material, 0, triangle_count};
    maq_scene_mesh mesh = {.name = "mesh",
                           .vertex_count = vertex_count,
                           .triangle_count = triangle_count,
                           .part_count = 1};
    mesh.positions = copy_of(s, positions, sizeof *positions * vertex_count);
    mesh.triangles = copy_of(s, triangles, sizeof *triangles * triangle_count);
    mesh.parts = copy_of(s, &part, sizeof part);
    if (uvs) {
        const float(*set)[2] = copy_of(s, uvs, sizeof *uvs * vertex_count);
        mesh.uvs = copy_of(s, &set, sizeof set);
        mesh.uv_set_count = 1;
    }
    return mq_scene_add_mesh(&s->builder, &mesh);
}

uint32_t sketch_square(sketch *s, float z, uint32_t material) {
    const float positions[4][3] = {{-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z}};
    const float uvs[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    return sketch_mesh(s, positions, uvs, 4, triangles, 2, material);
}

uint32_t sketch_ball(sketch *s, uint32_t rows, uint32_t material) {
    uint32_t columns = rows * 2, vertices = (rows + 1) * (columns + 1), triangles = 0;
    float(*positions)[3] = mq_arena_alloc(s->arena, vertices, sizeof *positions, alignof(float));
    uint32_t(*faces)[3] =
        mq_arena_alloc(s->arena, (size_t)rows * columns * 2, sizeof *faces, alignof(uint32_t));
    for (uint32_t i = 0; i < vertices; i++) {
        double down = 3.14159265358979 * (i / (columns + 1)) / rows;
        double around = 2 * 3.14159265358979 * (i % (columns + 1)) / columns;
        positions[i][0] = (float)(sin(down) * cos(around));
        positions[i][1] = (float)cos(down);
        positions[i][2] = (float)(-sin(down) * sin(around));
    }
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            uint32_t a = row * (columns + 1) + column, b = a + columns + 1;
            const uint32_t quad[2][3] = {{a, b, b + 1}, {a, b + 1, a + 1}};
            memcpy(faces[triangles], quad, sizeof quad);
            triangles += 2;
        }
    }
    return sketch_mesh(s, (const float(*)[3])positions, NULL, vertices, (const uint32_t(*)[3])faces,
                       triangles, material);
}

uint32_t sketch_material(sketch *s, maq_blend blend, float r, float g, float b, float a) {
    maq_scene_material material = mq_scene_material("material");
    const float colour[4] = {r, g, b, a};
    material.blend = blend;
    material.cutoff = 0.5f;
    memcpy(material.colour, colour, sizeof colour);
    return mq_scene_add_material(&s->builder, &material);
}

uint32_t sketch_node(sketch *s, uint32_t mesh) {
    maq_scene_node node = mq_scene_node("node", MAQ_NODE_GROUP);
    node.mesh = mesh;
    return mq_scene_add_node(&s->builder, &node);
}

void sketch_texture(sketch *s, uint32_t material, maq_texture_role role, uint32_t width,
                    uint32_t height, const uint8_t *pixels) {
    uint8_t *own = copy_of(s, pixels, (size_t)width * height * 4);
    maq_image image = {width, height, own};
    maq_buffer png;
    assert_int_equal(maq_image_write_png(&image, &png), MAQ_OK);
    maq_scene_material *to = (maq_scene_material *)&s->builder.scene.materials[material];
    maq_scene_texture *list = mq_arena_alloc(s->arena, (size_t)to->texture_count + 1, sizeof *list,
                                             alignof(maq_scene_texture));
    if (to->texture_count > 0)
        memcpy(list, to->textures, to->texture_count * sizeof *list);
    list[to->texture_count++] = (maq_scene_texture){.role = role,
                                                    .file = "",
                                                    .data = copy_of(s, png.data, png.length),
                                                    .data_length = png.length};
    to->textures = list;
    maq_buffer_free(&png);
}

void finish_sketch(sketch *s) {
    assert_int_equal(mq_scene_finish(&s->builder, &s->scene), MAQ_OK);
    assert_int_equal(s->findings.list.count, 0);
}

maq_image *draw_scene(const maq_scene *scene, maq_picture_options options) {
    maq_textures *textures;
    maq_image *image;
    options.size = sizeof options;
    assert_int_equal(maq_textures_find(scene, NULL, &textures), MAQ_OK);
    options.textures = textures;
    assert_int_equal(maq_picture_draw(scene, &options, &image), MAQ_OK);
    maq_textures_free(textures);
    return image;
}

const uint8_t *pixel_at(const maq_image *image, uint32_t x, uint32_t y) {
    return image->pixels + ((size_t)y * image->width + x) * 4;
}
