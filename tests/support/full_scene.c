// SPDX-License-Identifier: MIT
#include "support/full_scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "formats/format.h"

// A copy that the builder may write to.
static void *keep(mq_arena *arena, const void *bytes, size_t length) {
    void *copy = mq_arena_alloc(arena, length, 1, alignof(max_align_t));
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    return copy;
}
#define KEEP(...) keep(arena, &(__VA_ARGS__), sizeof(__VA_ARGS__))

typedef float vec2[2];
typedef float vec3[3];
typedef float vec4[4];
typedef uint32_t tri[3];

// Something of every kind of value, and what JSON has no word for.
static const maq_value *extras(mq_arena *arena, const char *format, int number) {
    mq_node *root = mq_value_root(arena, MAQ_VALUE_OBJECT);
    mq_node *own = mq_put_object(root, format);
    mq_put_integer(own, "number", number);
    mq_put_integer(own, "large", INT64_C(-9007199254740995));
    mq_put_float(own, "float", 0.1f);
    mq_put_float(own, "whole", 2.0f);
    mq_put_float(own, "minus zero", -0.0f);
    mq_put_double(own, "double", 0.1);
    mq_put_float(own, "infinite", INFINITY);
    mq_put_double(own, "minus infinite", -INFINITY);
    mq_put_float(own, "none", NAN);
    mq_put_bool(own, "yes", true);
    mq_put_null(own, "null");
    mq_put_text(own, "text", "\"quoted\" \\ \n \x7f \xc3\xa9");
    mq_put_bytes(own, "bytes", "a\0b\xff", 4);
    mq_put_object(own, "empty");
    mq_put_text(mq_put_object(own, "dollar"), "$bytes", "not ours");
    mq_node *list = mq_put_array(own, "list");
    mq_put_array(list, NULL);
    mq_put_integer(list, NULL, 7);
    return mq_node_value(root);
}

// ---------------------------------------------------------------------------------------- meshes

static maq_scene_mesh plain_mesh(mq_arena *arena, const char *name) {
    return (maq_scene_mesh){
        .name = name,
        .vertex_count = 4,
        .triangle_count = 2,
        .positions = KEEP((vec3[4]){{0, 0, 0}, {1, 0, 0}, {1, 1, 0.1f}, {0, 1, -0.0f}}),
        .normals = KEEP((vec3[4]){{0, 0, 1}, {0, 0.6f, 0.8f}, {0, 0, 0.9998f}, {1, 0, 0}}),
        .triangles = KEEP((tri[2]){{0, 1, 2}, {0, 2, 3}}),
        .part_count = 1,
        .parts = KEEP((maq_scene_part[1]){{0, 0, 2}}),
    };
}

static void add_shapes(mq_arena *arena, maq_scene_mesh *mesh) {
    mesh->shape_count = 4;
    mesh->shapes = KEEP((maq_scene_shape[4]){
        {.name = "sparse",
         .count = 1,
         .vertices = KEEP((uint32_t[1]){2}),
         .positions = KEEP((vec3[1]){{0.5f, -0.25f, 1}})},
        {.name = "full \xff",
         .count = 4,
         .vertices = KEEP((uint32_t[4]){0, 1, 2, 3}),
         .positions = KEEP((vec3[4]){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}),
         .normals = KEEP((vec3[4]){{0, 0, 0}, {0.1f, 0, 0}, {0, 0, 0}, {0, 0, 0.5f}}),
         .tangents = KEEP((vec3[4]){{0, 0, 0}, {0.1f, 0, 0}, {0, 0, 0}, {0, 0, 0.5f}}),
         .uvs = KEEP((vec2[4]){{0, 0}, {0.1f, 0}, {0, 0}, {0, 0.5f}})},
        {.name = "idle rows",
         .count = 3,
         .vertices = KEEP((uint32_t[3]){0, 1, 3}),
         .positions = KEEP((vec3[3]){{0, 0, 0}, {0, 2, 0}, {0, 0, 0}})},
        {.name = "", .vertices = KEEP((uint32_t[1]){0}), .positions = KEEP((vec3[1]){{0}})},
    });
}

static void add_meshes(mq_scene_builder *builder) {
    mq_arena *arena = builder->arena;
    maq_scene_mesh mesh = plain_mesh(arena, "body");
    mesh.tangents = KEEP((vec4[4]){{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 1, 0, 1}, {0, 1, 0, 1}});
    mesh.uv_set_count = 2;
    mesh.uvs = KEEP((const float(*[2])[2]){
        KEEP((vec2[4]){{0, 0}, {1, 0}, {1, 1}, {0, 1}}),
        KEEP((vec2[4]){{0.5f, 0}, {0.25f, 0}, {-1, 2}, {0, 1}}),
    });
    mesh.colours = KEEP((vec4[4]){{1, 0, 0, 1}, {0.1f, 0.2f, 0.3f, 0.4f}, {0}, {1, 1, 1, 1}});
    mesh.influence_count = 5;
    mesh.joints = KEEP((uint32_t[20]){0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 0, 3, 2, 1, 0, 0});
    mesh.weights = KEEP((float[20]){0.75f, 0.25f, 0, 0, 0, 0.5f, 0.5f, 0,    0, 0,
                                    1,     0,     0, 0, 0, 0.5f, 0.3f, 0.2f, 0, 0});
    mesh.attribute_count = 3;
    mesh.attributes = KEEP((maq_scene_attribute[3]){
        {"Wind Strength", 1, KEEP((float[4]){1, 2, 3, 4})},
        {"custom", 4, KEEP((vec4[4]){{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 1, 2, 3}, {4, 5, 6, 7}})},
        {"Custom", 3, KEEP((vec3[4]){{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 1, 1}})},
    });
    mesh.part_count = 4;
    mesh.parts = KEEP((maq_scene_part[4]){{0, 0, 1}, {2, 1, 0}, {1, 1, 1}, {MAQ_SCENE_NONE, 2, 0}});
    add_shapes(arena, &mesh);
    mesh.extras = extras(arena, "pie", 1);
    mq_scene_add_mesh(builder, &mesh);

    mesh = (maq_scene_mesh){.name = "nothing",
                            .role = MAQ_MESH_COLLISION,
                            .positions = KEEP((vec3[1]){{0}}),
                            .part_count = 1,
                            .parts = KEEP((maq_scene_part[1]){{1, 0, 0}}),
                            .extras = extras(arena, "pet", 2)};
    mq_scene_add_mesh(builder, &mesh);

    mesh = plain_mesh(arena, "shadow \xe3\x82");
    mesh.role = MAQ_MESH_SHADOW;
    mesh.normals = NULL;
    mesh.tangents = KEEP((vec4[4]){{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 1, 0, 1}, {0, 1, 0, 1}});
    mq_scene_add_mesh(builder, &mesh);

    mesh = plain_mesh(arena, "points");
    mesh.triangle_count = 0;
    mesh.parts = KEEP((maq_scene_part[1]){{1, 0, 0}});
    mq_scene_add_mesh(builder, &mesh);
}

// ------------------------------------------------------------------------------------- materials

// The smallest image: only its first bytes are ever looked at.
static const unsigned char png[] = {0x89, 'P', 'N', 'G',  '\r', '\n', 0x1a, '\n', 0,    0, 0, 13,
                                    'I',  'H', 'D', 'R',  0,    0,    0,    1,    0,    0, 0, 1,
                                    8,    0,   0,   0,    0,    0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0,
                                    10,   'I', 'D', 'A',  'T',  0x78, 0x9c, 0x63, 0x60, 0, 0, 0,
                                    2,    0,   1,   0x48, 0xaf, 0xa4, 0x71, 0,    0,    0, 0, 'I',
                                    'E',  'N', 'D', 0xae, 0x42, 0x60, 0x82};

static void add_materials(mq_scene_builder *builder) {
    mq_arena *arena = builder->arena;
    maq_scene_material material = mq_scene_material("skin");
    material.texture_count = 6;
    material.textures = KEEP((maq_scene_texture[6]){
        {.role = MAQ_TEXTURE_DIFFUSE, .file = "page 1 \xc3\xa4.png"},
        {.role = MAQ_TEXTURE_DIFFUSE, .tileset = 2, .file = "page-2.png"},
        {.role = MAQ_TEXTURE_NORMAL, .file = "dir\\bumps.png"},
        {.role = MAQ_TEXTURE_TEAM_MASK, .file = "mask.png"},
        {.role = MAQ_TEXTURE_SPECULAR,
         .file = "inside.png",
         .data = KEEP(png),
         .data_length = sizeof png},
        {.role = MAQ_TEXTURE_ALPHA_MASK,
         .file = "inside.tga",
         .data = KEEP((unsigned char[5]){1, 2, 3, 4, 5}),
         .data_length = 5},
    });
    material.blend = MAQ_BLEND_ADDITIVE;
    material.two_sided = true;
    memcpy(material.colour, (vec4){0.1f, 1, 2, 1}, sizeof material.colour);
    material.extras = extras(arena, "pie", 3);
    mq_scene_add_material(builder, &material);

    material = mq_scene_material("leaf");
    material.texture_count = 2;
    material.textures = KEEP((maq_scene_texture[2]){
        {.role = MAQ_TEXTURE_DIFFUSE,
         .file = "leaf.png",
         .data = KEEP(png),
         .data_length = sizeof png},
        {.role = MAQ_TEXTURE_NORMAL, .file = "/abs:olute?.png"},
    });
    material.blend = MAQ_BLEND_CUTOUT;
    material.cutoff = 0.3f;
    mq_scene_add_material(builder, &material);

    material = mq_scene_material("");
    material.blend = MAQ_BLEND_ALPHA;
    material.cutoff = 0.7f;
    memcpy(material.colour, (vec4){0.1f, 0.5f, 0.25f, 0.5f}, sizeof material.colour);
    mq_scene_add_material(builder, &material);
}

// ----------------------------------------------------------------------------------------- nodes

static void add_nodes(mq_scene_builder *builder) {
    mq_arena *arena = builder->arena;
    // A skinned mesh below another node, with a transform: glTF would not have it so.
    maq_scene_node node = mq_scene_node("model", MAQ_NODE_GROUP);
    memcpy(node.rest.scale, (vec3){2, 2, 2}, sizeof node.rest.scale);
    node.extras = extras(arena, "gltf", 4);
    mq_scene_add_node(builder, &node);
    node = mq_scene_node("body", MAQ_NODE_GROUP);
    node.parent = 0;
    memcpy(node.rest.translation, (vec3){1, 2.5f, -0.0f}, sizeof node.rest.translation);
    node.mesh = 0;
    node.skin = 0;
    mq_scene_add_node(builder, &node);
    // Joints: children before their parents, in two trees.
    node = mq_scene_node("hand \x80", MAQ_NODE_JOINT);
    node.parent = 3;
    memcpy(node.rest.rotation, (vec4){0, 0.6f, 0, 0.8f}, sizeof node.rest.rotation);
    mq_scene_add_node(builder, &node);
    node = mq_scene_node("arm", MAQ_NODE_JOINT);
    node.ignores_parent_rotation = true;
    mq_scene_add_node(builder, &node);
    mq_scene_add_node(builder, &(maq_scene_node){.name = "arm",
                                                 .parent = MAQ_SCENE_NONE,
                                                 .kind = MAQ_NODE_JOINT,
                                                 .rest = mq_identity,
                                                 .mesh = MAQ_SCENE_NONE,
                                                 .skin = MAQ_SCENE_NONE});
    node = mq_scene_node("muzzle", MAQ_NODE_ATTACHMENT);
    node.parent = 2;
    node.facing = MAQ_FACING_PITCH_AND_ROLL;
    node.mesh = 1;
    mq_scene_add_node(builder, &node);
    node = mq_scene_node("shadow", MAQ_NODE_GROUP);
    node.mesh = 2;
    mq_scene_add_node(builder, &node);
    node = mq_scene_node("", MAQ_NODE_GROUP);
    node.mesh = 3;
    node.facing = MAQ_FACING_ROLL;
    mq_scene_add_node(builder, &node);
    maq_scene_skin skin = {.joint_count = 4,
                           .joints = KEEP((uint32_t[4]){3, 2, 4, 3}), // one of them twice
                           .inverse_bind = KEEP((float[4][3][4]){
                               {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
                               {{1, 0, 0, -1}, {0, 1, 0, 2}, {0, 0, 1, 3}},
                               {{0, -1, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0.1f}},
                               {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 5}},
                           })};
    mq_scene_add_skin(builder, &skin);
}

// ----------------------------------------------------------------------------------------- clips

static void add_clips(mq_scene_builder *builder) {
    mq_arena *arena = builder->arena;
    const float *times = KEEP((float[3]){0, 0.1f, 1});
    const float *two = KEEP((float[2]){0.5f, 0.75f});
    maq_scene_channel channels[] = {
        {.path = MAQ_CHANNEL_SCALE,
         .key_count = 2,
         .times = two,
         .values = KEEP((vec3[2]){{1, 1, 1}, {2, 2, 2}})},
        {.path = MAQ_CHANNEL_TRANSLATION,
         .target = 2,
         .key_count = 3,
         .times = times,
         .values = KEEP((vec3[3]){{0, 0, 0}, {1, 2, 3}, {4, 5, 0.1f}})},
        {.path = MAQ_CHANNEL_ROTATION,
         .target = 2,
         .step = true,
         .key_count = 3,
         .times = times,
         .values = KEEP((vec4[3]){{0, 0, 0, 1}, {0.6f, 0, 0, 0.8f}, {0, 1, 0, 0}})},
        // Weights of some shapes.
        {.path = MAQ_CHANNEL_SHAPE_WEIGHT,
         .target = 1,
         .shape = 0,
         .key_count = 3,
         .times = times,
         .values = KEEP((float[3]){0, 0.5f, 1})},
        {.path = MAQ_CHANNEL_SHAPE_WEIGHT,
         .target = 1,
         .shape = 2,
         .key_count = 3,
         .times = KEEP((float[3]){0, 0.1f, 1}),
         .values = KEEP((float[3]){1, 0.25f, 0})},
        // What glTF has no channel for; a second channel of the same kind among it.
        {.path = MAQ_CHANNEL_TRANSLATION,
         .target = 2,
         .key_count = 2,
         .times = two,
         .values = KEEP((vec3[2]){{0, 0, 0}, {0, 0, 1}})},
        {.path = MAQ_CHANNEL_TEXTURE_FRAME,
         .target = 0,
         .step = true,
         .key_count = 2,
         .times = two,
         .values = KEEP((float[2]){0, 3})},
        {.path = MAQ_CHANNEL_VISIBLE,
         .target = 1,
         .step = true,
         .key_count = 2,
         .times = two,
         .values = KEEP((float[2]){1, 0})},
    };
    maq_scene_clip clip = {.name = "run",
                           .duration = 1.5f,
                           .rate = 30,
                           .loop_count = 3,
                           .channel_count = sizeof channels / sizeof channels[0],
                           .channels = KEEP(channels),
                           .marker_count = 2,
                           .markers = KEEP((maq_scene_marker[2]){{0.1f, "step"}, {1, "\xff"}}),
                           .extras = extras(arena, "iqm", 5)};
    mq_scene_add_clip(builder, &clip);
    clip = (maq_scene_clip){.name = "empty", .duration = 2, .extras = extras(arena, "pie", 6)};
    mq_scene_add_clip(builder, &clip);
    // Weights with times of their own.
    maq_scene_channel weights[] = {
        {.path = MAQ_CHANNEL_SHAPE_WEIGHT,
         .target = 1,
         .key_count = 2,
         .times = two,
         .values = KEEP((float[2]){0, 1})},
        {.path = MAQ_CHANNEL_SHAPE_WEIGHT,
         .target = 1,
         .shape = 1,
         .key_count = 3,
         .times = times,
         .values = KEEP((float[3]){0, 1, 0})},
    };
    clip = (maq_scene_clip){
        .name = "talk", .duration = 1, .channel_count = 2, .channels = KEEP(weights)};
    mq_scene_add_clip(builder, &clip);
    maq_scene_channel last = {.path = MAQ_CHANNEL_SCALE,
                              .target = 6,
                              .key_count = 1,
                              .times = KEEP((float[1]){0}),
                              .values = KEEP((vec3[1]){{1, 2, 3}})};
    clip = (maq_scene_clip){.name = "still", .channel_count = 1, .channels = KEEP(last)};
    mq_scene_add_clip(builder, &clip);
}

void full_scene(mq_arena *arena, maq_scene *out) {
    mq_findings findings;
    mq_scene_builder builder;
    mq_findings_init(&findings, arena, 100, 0);
    mq_scene_begin(&builder, arena, &findings);
    add_meshes(&builder);
    add_materials(&builder);
    add_nodes(&builder);
    add_clips(&builder);
    maq_scene_box box = {.name = "hit",
                         .node = 2,
                         .min = {-1, 0, 0.1f},
                         .max = {1, 2, 3},
                         .extras = extras(arena, "pet", 7)};
    mq_scene_add_box(&builder, &box);
    box = (maq_scene_box){.name = "", .node = MAQ_SCENE_NONE};
    mq_scene_add_box(&builder, &box);
    mq_scene_add_event(&builder, &(maq_scene_event){"firing", "gun \xff.pie"});
    builder.scene.extras = extras(arena, "pie", 8);
    assert_int_equal(mq_scene_finish(&builder, out), MAQ_OK);
    if (findings.list.count)
        fail_msg("the full scene is not valid: %s", findings.list.items[0].message);
}

maq_document *full_document(const char *variant) {
    const maq_format *description;
    const maq_variant *found = maq_find_variant(variant, &description);
    assert_non_null(found);
    const mq_format *format = NULL;
    for (size_t i = 0; (format = mq_format_row(i)) && &format->description != description; i++)
        ;
    maq_document *document = mq_document_new(NULL, format, found, 0);
    assert_non_null(document);
    maq_scene scene;
    full_scene(document->arena, &scene);
    mq_settings settings = {NULL, 0};
    assert_int_equal(format->from_scene(&scene, &settings, document), MAQ_OK);
    return document;
}
