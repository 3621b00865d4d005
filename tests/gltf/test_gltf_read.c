// SPDX-License-Identifier: MIT
//
// Ways to say things that Maquette itself never writes, but others do: numbers and geometry.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/gltf.h"
#include "support/documents.h"
#include "support/glb.h"

#define BEGIN "{'asset':{'version':'2.0'},"
#define BUFFER "'buffers':[{'byteLength':%zu}],"

static void assert_triangles(const maq_scene_mesh *mesh, const uint32_t (*wanted)[3],
                             uint32_t count) {
    assert_int_equal(mesh->triangle_count, count);
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            assert_int_equal(mesh->triangles[i][k], wanted[i][k]);
    }
}

// Normals are given, so that vertices stay as they are.
static const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const float normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};

// ---------------------------------------------------------------------------------------- numbers

static void sparse_accessors(void **state) {
    (void)state;
    const float moved[] = {1, 2, 3, 4, 5, 6};
    const unsigned char bytes[] = {1, 3};
    const unsigned char shorts[] = {0, 0, 2, 0};
    glb_data data = {.length = 0};
    size_t base = glb_add_floats(&data, corners, 12), values = glb_add_floats(&data, moved, 6);
    size_t small = glb_add(&data, bytes, 2), wide = glb_add(&data, shorts, 4), length;
    char *file = glb_make(
        &length, &data,
        BEGIN BUFFER
        "'bufferViews':[{'buffer':0,'byteOffset':%zu,'byteLength':48},{'buffer':0,'byteOffset':%zu,"
        "'byteLength':24},{'buffer':0,'byteOffset':%zu,'byteLength':2},"
        "{'buffer':0,'byteOffset':%zu,'byteLength':4}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','sparse':"
        "{'count':2,'indices':{'bufferView':2,'componentType':5121},'values':{'bufferView':1}}},"
        "{'componentType':5126,'count':4,'type':'VEC3','sparse':"
        "{'count':2,'indices':{'bufferView':3,'componentType':5123},'values':{'bufferView':1}}}],"
        "'meshes':[{'primitives':[{'mode':6,'attributes':{'POSITION':0,'_SHIFT':1}}]}]}",
        data.length, base, values, small, wide);
    maq_document *document = glb_open(file, length);
    const maq_scene_mesh *mesh = &maq_document_gltf(document)->meshes[0];
    // A fan of two triangles, each corner a vertex: 1 2 0, 2 3 0.
    const float positions_read[] = {1, 2, 3, 1, 1, 0, 0, 0, 0, 1, 1, 0, 4, 5, 6, 0, 0, 0};
    const float shifts[] = {0, 0, 0, 4, 5, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0, 1, 2, 3};
    assert_int_equal(mesh->vertex_count, 6);
    assert_near(&mesh->positions[0][0], positions_read, 18);
    assert_string_equal(mesh->attributes[0].name, "SHIFT");
    assert_near(mesh->attributes[0].values, shifts, 18);
    maq_close(document);
}

static void interleaved_views(void **state) {
    (void)state;
    // Position, normal, coordinate: 32 bytes a vertex, and 4 bytes of something else.
    float rows[3][9];
    for (int i = 0; i < 3; i++) {
        const float row[9] = {
            corners[3 * i], corners[3 * i + 1], 7, 0, 0, 1, 0.25f * (float)i, 0.5f, 99};
        memcpy(rows[i], row, sizeof row);
    }
    glb_data data = {.length = 0};
    glb_add_floats(&data, &rows[0][0], 27);
    size_t length;
    // The last vertex ends where its numbers do.
    char *file = glb_make(
        &length, &data,
        BEGIN BUFFER "'bufferViews':[{'buffer':0,'byteLength':104,'byteStride':36}],"
                     "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
                     "{'bufferView':0,'byteOffset':12,'componentType':5126,'count':3,"
                     "'type':'VEC3'},{'bufferView':0,'byteOffset':24,'componentType':5126,"
                     "'count':3,'type':'VEC2'}],'meshes':[{'primitives':[{'attributes':"
                     "{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2}}]}]}",
        data.length);
    maq_document *document = glb_open(file, length);
    assert_int_equal(maq_document_findings(document)->count, 0);
    const maq_scene_mesh *mesh = &maq_document_gltf(document)->meshes[0];
    const float uvs[] = {0, 0.5f, 0.25f, 0.5f, 0.5f, 0.5f};
    const float positions_read[] = {0, 0, 7, 1, 0, 7, 1, 1, 7};
    assert_near(&mesh->positions[0][0], positions_read, 9);
    assert_near(&mesh->normals[0][0], normals, 9);
    assert_near(&mesh->uvs[0][0][0], uvs, 6);
    const uint32_t wanted[][3] = {{0, 1, 2}};
    assert_triangles(mesh, wanted, 1);
    maq_close(document);
}

static void normalised_integers(void **state) {
    (void)state;
    const unsigned char uv8[] = {0, 255, 0, 0, 51, 102, 0, 0, 255, 0, 0, 0};
    const unsigned short uv16[] = {0, 65535, 13107, 26214, 65535, 0};
    const signed char normal8[] = {0, 0, 127, 0, 0, 0, 127, 0, 0, 0, 127, 0};
    const short place16[] = {0, 0, 0, 0, 300, 0, -7, 0, 0, 300, 0, 0};
    const unsigned short colour16[] = {65535, 0,     13107, 65535, 65535, 65535,
                                       65535, 65535, 0,     0,     0,     65535};
    glb_data data = {.length = 0};
    size_t a = glb_add_shorts(&data, place16, sizeof place16 / 2), b = glb_add(&data, normal8, 12);
    size_t c = glb_add(&data, uv8, 12), d = glb_add_shorts(&data, uv16, sizeof uv16 / 2);
    size_t e = glb_add_shorts(&data, colour16, sizeof colour16 / 2), length;
    char *file = glb_make(
        &length, &data,
        BEGIN "'extensionsUsed':['KHR_mesh_quantization'],"
              "'extensionsRequired':['KHR_mesh_quantization']," BUFFER
              "'bufferViews':[{'buffer':0,'byteOffset':%zu,'byteLength':24,'byteStride':8},"
              "{'buffer':0,'byteOffset':%zu,'byteLength':12,'byteStride':4},"
              "{'buffer':0,'byteOffset':%zu,'byteLength':12,'byteStride':4},"
              "{'buffer':0,'byteOffset':%zu,'byteLength':12},"
              "{'buffer':0,'byteOffset':%zu,'byteLength':24}],"
              "'accessors':[{'bufferView':0,'componentType':5122,'count':3,'type':'VEC3'},"
              "{'bufferView':1,'componentType':5120,'normalized':true,'count':3,'type':'VEC3'},"
              "{'bufferView':2,'componentType':5121,'normalized':true,'count':3,'type':'VEC2'},"
              "{'bufferView':3,'componentType':5123,'normalized':true,'count':3,'type':'VEC2'},"
              "{'bufferView':4,'componentType':5123,'normalized':true,'count':3,'type':'VEC4'}],"
              "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,"
              "'TEXCOORD_1':3,'COLOR_0':4}}]}]}",
        data.length, a, b, c, d, e);
    maq_document *document = glb_open(file, length);
    assert_int_equal(maq_document_findings(document)->count, 0);
    const maq_scene_mesh *mesh = &maq_document_gltf(document)->meshes[0];
    const float positions_read[] = {0, 0, 0, 300, 0, -7, 0, 300, 0};
    const float uvs[] = {0, 1, 0.2f, 0.4f, 1, 0};
    const float colours[] = {1, 0, 0.2f, 1, 1, 1, 1, 1, 0, 0, 0, 1};
    assert_near(&mesh->positions[0][0], positions_read, 9);
    assert_near(&mesh->normals[0][0], normals, 9);
    assert_int_equal(mesh->uv_set_count, 2);
    assert_near(&mesh->uvs[0][0][0], uvs, 6);
    assert_near(&mesh->uvs[1][0][0], uvs, 6);
    assert_near(&mesh->colours[0][0], colours, 12);
    maq_close(document);
}

static void normalised_weights_and_several_skins(void **state) {
    (void)state;
    const unsigned char joints[] = {0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const unsigned char weights8[] = {204, 51, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0};
    const unsigned short weights16[] = {49151, 16384, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0};
    const float binds[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, -2, -3, 1,
                           1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4,  5,  6,  1};
    glb_data data = {.length = 0};
    size_t a = glb_add_floats(&data, corners, 9), b = glb_add_floats(&data, normals, 9);
    size_t c = glb_add(&data, joints, 12), d = glb_add(&data, weights8, 12);
    size_t e = glb_add_shorts(&data, weights16, sizeof weights16 / 2),
           f = glb_add_floats(&data, binds, 32);
    size_t length;
    char *file = glb_make(
        &length, &data,
        BEGIN BUFFER
        "'bufferViews':[{'buffer':0,'byteOffset':%zu,'byteLength':36},{'buffer':0,'byteOffset':%zu,"
        "'byteLength':36},{'buffer':0,'byteOffset':%zu,'byteLength':12},{'buffer':0,'byteOffset':"
        "%zu,'byteLength':12},{'buffer':0,'byteOffset':%zu,'byteLength':24},"
        "{'buffer':0,'byteOffset':%zu,'byteLength':128}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':2,'componentType':5121,'count':3,'type':'VEC4'},"
        "{'bufferView':3,'componentType':5121,'normalized':true,'count':3,'type':'VEC4'},"
        "{'bufferView':4,'componentType':5123,'normalized':true,'count':3,'type':'VEC4'},"
        "{'bufferView':5,'componentType':5126,'count':2,'type':'MAT4'}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'JOINTS_0':2,"
        "'WEIGHTS_0':3}}]},{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'JOINTS_0':2,"
        "'WEIGHTS_0':4}}]}],"
        "'nodes':[{'name':'one','children':[1]},{'name':'two'},{'mesh':0,'skin':0},"
        "{'mesh':1,'skin':1}],'skins':[{'joints':[0,1],'inverseBindMatrices':5},"
        "{'joints':[1,0]}]}",
        data.length, a, b, c, d, e, f);
    maq_document *document = glb_open(file, length);
    const maq_scene *scene = maq_document_gltf(document);
    const float first[] = {0.8f, 0.2f}, second[] = {0.75f, 0.25f};
    assert_near(scene->meshes[0].weights, first, 2);
    assert_true(fabsf(scene->meshes[1].weights[0] - second[0]) < 1e-4f);
    assert_true(fabsf(scene->meshes[1].weights[1] - second[1]) < 1e-4f);
    assert_int_equal(scene->meshes[0].joints[1], 1);
    assert_int_equal(scene->skin_count, 2);
    assert_int_equal(scene->nodes[3].skin, 1);
    assert_int_equal(scene->skins[1].joints[0], 1);
    assert_int_equal(scene->nodes[0].kind, MAQ_NODE_JOINT);
    assert_true(scene->skins[0].inverse_bind[0][1][3] == -2);
    assert_true(scene->skins[0].inverse_bind[1][2][3] == 6);
    // Without matrices joints were where the mesh is.
    assert_true(scene->skins[1].inverse_bind[0][0][0] == 1);
    assert_true(scene->skins[1].inverse_bind[0][0][3] == 0);
    maq_close(document);
}

// --------------------------------------------------------------------------------------- geometry

// Four corners and their normals are accessors 0 and 1, bytes for indices the view 2; `rest` says what
// is made of them, from the next accessor on.
static maq_document *open_square(const unsigned char *indices, size_t count, const char *rest) {
    glb_data data = {.length = 0};
    size_t a = glb_add_floats(&data, corners, 12), b = glb_add_floats(&data, normals, 12);
    size_t c = glb_add(&data, indices, count), length;
    char *file = glb_make(
        &length, &data,
        BEGIN BUFFER
        "'bufferViews':[{'buffer':0,'byteOffset':%zu,'byteLength':48},{'buffer':0,'byteOffset':%zu,"
        "'byteLength':48},{'buffer':0,'byteOffset':%zu,'byteLength':%zu}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5126,'count':4,'type':'VEC3'},%s}",
        data.length, a, b, c, count, rest);
    return glb_open(file, length);
}

// The corners in some mode, with and without indices.
static maq_document *open_mode(unsigned mode, bool indexed) {
    static const unsigned char indices[] = {3, 2, 0, 1};
    char rest[256];
    snprintf(rest, sizeof rest,
             "{'bufferView':2,'componentType':5121,'count':4,'type':'SCALAR'}],"
             "'meshes':[{'primitives':[{'mode':%u,'attributes':{'POSITION':0,'NORMAL':1}%s}]}]",
             mode, indexed ? ",'indices':2" : "");
    return open_square(indices, sizeof indices, rest);
}

static void strips_and_fans(void **state) {
    (void)state;
    static const struct {
        unsigned mode;
        bool indexed;
        uint32_t triangles[2][3];
    } cases[] = {{5, false, {{0, 1, 2}, {1, 3, 2}}},
                 {5, true, {{3, 2, 0}, {2, 1, 0}}},
                 {6, false, {{1, 2, 0}, {2, 3, 0}}},
                 {6, true, {{2, 0, 3}, {0, 1, 3}}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        maq_document *document = open_mode(cases[i].mode, cases[i].indexed);
        assert_int_equal(maq_document_findings(document)->count, 0);
        assert_triangles(&maq_document_gltf(document)->meshes[0], cases[i].triangles, 2);
        maq_close(document);
    }
    // Triangles without indices: the fourth vertex belongs to none.
    maq_document *document = open_mode(4, false);
    const uint32_t wanted[][3] = {{0, 1, 2}};
    assert_triangles(&maq_document_gltf(document)->meshes[0], wanted, 1);
    maq_close(document);
}

static void points_and_lines_are_named(void **state) {
    (void)state;
    static const char *const words[] = {"points", "lines", "lines", "lines"};
    for (unsigned mode = 0; mode < 4; mode++) {
        maq_document *document = open_mode(mode, false);
        char message[80];
        snprintf(message, sizeof message, "meshes[0].primitives[0]: mode %u: %s are left out", mode,
                 words[mode]);
        assert_says(document, "GLT-0301", message);
        assert_int_equal(maq_document_gltf(document)->meshes[0].triangle_count, 0);
        assert_int_equal(maq_document_findings(document)->incomplete_reads, 1);
        maq_close(document);
    }
}

static void several_primitives_are_parts(void **state) {
    (void)state;
    static const unsigned char indices[] = {0, 1, 2, 0, 0, 2, 3, 0};
    maq_document *document = open_square(
        indices, sizeof indices,
        "{'bufferView':2,'componentType':5121,'count':3,'type':'SCALAR'},"
        "{'bufferView':2,'byteOffset':4,'componentType':5121,'count':3,'type':'SCALAR'},"
        "{'bufferView':0,'byteOffset':12,'componentType':5126,'count':3,'type':'VEC3'}],"
        "'materials':[{'name':'a'},{'name':'b'}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1},'indices':2,'material':1},"
        "{'attributes':{'POSITION':0,'NORMAL':1},'indices':3,'material':0},"
        "{'attributes':{'POSITION':4}}]}]");
    const maq_scene_mesh *mesh = &maq_document_gltf(document)->meshes[0];
    // Two share their vertices; the third has some of its own, and normals of its triangle.
    const uint32_t wanted[][3] = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}};
    assert_triangles(mesh, wanted, 3);
    assert_int_equal(mesh->vertex_count, 7);
    assert_near(mesh->positions[4], &corners[3], 9);
    assert_near(mesh->normals[4], normals, 3);
    assert_int_equal(mesh->part_count, 3);
    assert_int_equal(mesh->parts[0].material, 1);
    assert_int_equal(mesh->parts[1].material, 0);
    assert_int_equal(mesh->parts[2].material, MAQ_SCENE_NONE);
    assert_says(document, "GLT-0303", "meshes[0]: it has no normals; each triangle gets its own");
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_accessors),
        cmocka_unit_test(interleaved_views),
        cmocka_unit_test(normalised_integers),
        cmocka_unit_test(normalised_weights_and_several_skins),
        cmocka_unit_test(strips_and_fans),
        cmocka_unit_test(points_and_lines_are_named),
        cmocka_unit_test(several_primitives_are_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
