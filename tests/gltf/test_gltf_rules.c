// SPDX-License-Identifier: MIT
//
// Every rule of glTF has a file that breaks it and no other.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/gltf/gltf_rules.h"
#include "maquette/gltf.h"

#define ASSET "\"asset\":{\"version\":\"2.0\"}"
// 36 bytes: three positions of a triangle; and three times.
#define BYTES                                                                                      \
    "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"                                      \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],"                                        \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
#define VEC3 "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"
#define MESH(attributes, more)                                                                     \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{" attributes "}" more "}],"                     \
    "\"extras\":{\"maquette\":{\"normals\":false}}}]"
#define ACCESSORS(list) "\"accessors\":[" list "]"
#define TRIANGLE "{" ASSET "," BYTES ACCESSORS(VEC3) "," MESH("\"POSITION\":0", "") "}"

typedef struct rule_case {
    gltf_rule rule;
    const char *text;
    size_t length; // 0: that of the text
} rule_case;

#define GLB(version, length, size) "glTF" version length size "JSON"
#define GLB_JSON_TEXT "{\"asset\":{\"version\":\"2.0\"}} "

#define DEEP10 "[[[[[[[[[["
#define DEEP100 DEEP10 DEEP10 DEEP10 DEEP10 DEEP10 DEEP10 DEEP10 DEEP10 DEEP10 DEEP10

static const rule_case cases[] = {
    {GLTF_JSON_LIMIT, "{" ASSET ",\"x\":" DEEP100 DEEP100 DEEP100 DEEP100 DEEP100, 0},
    {GLTF_NOT_JSON, "{" ASSET ",]", 0},
    {GLTF_GLB_HEADER, GLB("\1\0\0\0", "\x30\0\0\0", "\x1c\0\0\0") GLB_JSON_TEXT, 48},
    {GLTF_GLB_LENGTH, GLB("\2\0\0\0", "\x31\0\0\0", "\x1c\0\0\0") GLB_JSON_TEXT, 48},
    {GLTF_GLB_CHUNK, GLB("\2\0\0\0", "\x38\0\0\0", "\x1c\0\0\0") GLB_JSON_TEXT "\0\0\0\0XYZ\0", 56},
    {GLTF_NOT_UTF8, "{" ASSET ",\"nodes\":[{\"name\":\"\xff\"}]}", 0},
    {GLTF_ASSET_VERSION, "{\"asset\":{\"version\":\"1.0\"}}", 0},
    {GLTF_EXTENSION_REQUIRED,
     "{" ASSET ",\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"
     "\"extensionsUsed\":[\"KHR_draco_mesh_compression\"]}",
     0},
    {GLTF_EXTENSION_IGNORED, "{" ASSET ",\"extensionsUsed\":[\"KHR_lights_punctual\"]}", 0},
    {GLTF_BUFFER_MISSING, "{" ASSET ",\"buffers\":[{\"byteLength\":4,\"uri\":\"no.bin\"}]}", 0},
    {GLTF_BUFFER_SHORT,
     "{" ASSET ",\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AAAA\"}]}", 0},
    {GLTF_BUFFER_URI, "{" ASSET ",\"buffers\":[{\"byteLength\":4,\"uri\":\"../secret\"}]}", 0},
    {GLTF_TOO_MUCH,
     "{" ASSET
     "," ACCESSORS("{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}") "," MESH(
         "\"POSITION\":0", "") "}",
     0},
    {GLTF_REFERENCE, "{" ASSET ",\"nodes\":[{\"mesh\":3}]}", 0},
    {GLTF_ACCESSOR_RANGE,
     "{" ASSET "," BYTES
         ACCESSORS("{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}") "," MESH(
             "\"POSITION\":0", "") "}",
     0},
    {GLTF_ACCESSOR_TYPE,
     "{" ASSET "," BYTES ACCESSORS(VEC3) "," MESH("\"POSITION\":0", ",\"indices\":0") "}", 0},
    {GLTF_MODE, "{" ASSET "," BYTES ACCESSORS(VEC3) "," MESH("\"POSITION\":0", ",\"mode\":1") "}",
     0},
    {GLTF_NO_POSITIONS, "{" ASSET "," BYTES ACCESSORS(VEC3) "," MESH("\"_A\":0", "") "}", 0},
    {GLTF_NORMALS_MADE,
     "{" ASSET "," BYTES ACCESSORS(
         VEC3) ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}",
     0},
    {GLTF_ATTRIBUTE_IGNORED,
     "{" ASSET "," BYTES ACCESSORS(VEC3) "," MESH("\"POSITION\":0,\"FOG\":0", "") "}", 0},
    {GLTF_UVS_DROPPED,
     "{" ASSET "," BYTES ACCESSORS(VEC3) "," MESH("\"POSITION\":0,\"TEXCOORD_0\":0", "") "}", 0},
    // A set of texture coordinates without those before it, and one that is not a number.
    {GLTF_ATTRIBUTE_IGNORED,
     "{" ASSET "," BYTES ACCESSORS(VEC3) "," MESH("\"POSITION\":0,\"TEXCOORD_16\":0", "") "}", 0},
    {GLTF_ATTRIBUTE_IGNORED,
     "{" ASSET "," BYTES ACCESSORS(VEC3) "," MESH("\"POSITION\":0,\"TEXCOORD_x\":0", "") "}", 0},
    {GLTF_TRIANGLES_DROPPED,
     "{" ASSET "," BYTES
         ACCESSORS(VEC3 ",{\"bufferView\":0,\"byteOffset\":10,\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"}") "," MESH(
             "\"POSITION\":0", ",\"indices\":1") "}",
     0},
    {GLTF_NUMBERS_REPAIRED, "{" ASSET ",\"nodes\":[{\"rotation\":[0,0,0,2]}]}", 0},
    {GLTF_NODE_TREE, "{" ASSET ",\"nodes\":[{\"children\":[1]},{},{\"children\":[1]}]}", 0},
    {GLTF_NODE_MATRIX, "{" ASSET ",\"nodes\":[{\"matrix\":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]}]}", 0},
    {GLTF_OTHER_SCENES, "{" ASSET ",\"nodes\":[{},{}],\"scenes\":[{\"nodes\":[1]}]}", 0},
    {GLTF_CAMERA, "{" ASSET ",\"cameras\":[{\"type\":\"perspective\"}]}", 0},
    {GLTF_CUBIC_SPLINE,
     "{" ASSET "," BYTES ACCESSORS(
         "{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"}," VEC3) ","
                                                                                            "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1,"
                                                                                            "\"interpolation\":\"CUBICSPLINE\"}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,"
                                                                                            "\"path\":\"scale\"}}]}]}",
     0},
    {GLTF_KEYS_DROPPED,
     "{" ASSET "," BYTES ACCESSORS(
         "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"}," VEC3) ","
                                                                                            "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],"
                                                                                            "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}]}]}",
     0},
    {GLTF_CHANNEL_IGNORED,
     "{" ASSET ",\"nodes\":[{}],\"animations\":[{\"samplers\":[],"
     "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"fog\"}}]}]}",
     0},
    {GLTF_MATERIAL_IGNORED,
     "{" ASSET ",\"images\":[{\"uri\":\"a.png\"}],"
     "\"textures\":[{\"source\":0,\"extensions\":{\"EXT_texture_webp\":{\"source\":0}}}],"
     "\"materials\":[{\"normalTexture\":{\"index\":0}}]}",
     0},
    {GLTF_IMAGE_BROKEN,
     "{" ASSET ",\"images\":[{}],\"textures\":[{\"source\":0}],"
     "\"materials\":[{\"normalTexture\":{\"index\":0}}]}",
     0},
    {GLTF_EXTRAS_IGNORED,
     "{" ASSET ",\"materials\":[{\"extras\":{\"maquette\":{\"textures\":7}}}]}", 0},
    {GLTF_NO_CUSTOM_PROPERTIES,
     "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Khronos glTF Blender I/O\"},"
     "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{}]}",
     0},
};

static void each_rule_is_found_alone(void **state) {
    (void)state;
    // Losses are tried where files are written.
    bool seen[GLTF_RULE_COUNT] = {[GLTF_LOSS_MATERIAL] = true,
                                  [GLTF_LOSS_SHAPE_WEIGHTS] = true,
                                  [GLTF_LOSS_FILE] = true,
                                  [GLTF_LOSS_VERTEX_DATA] = true};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const rule_case *c = &cases[i];
        maq_document *document;
        maq_open_options options = {.size = sizeof options, .format = "gltf"};
        maq_open_memory(c->text, c->length ? c->length : strlen(c->text), &options, &document);
        const maq_findings *findings = maq_document_findings(document);
        const char *wanted = mq_gltf_rules[c->rule].id;
        if (findings->count == 0)
            fail_msg("%s is not found", wanted);
        for (size_t k = 0; k < findings->count; k++) {
            if (findings->items[k].rule != &mq_gltf_rules[c->rule])
                fail_msg("%s instead of %s: %s", findings->items[k].rule->id, wanted,
                         findings->items[k].message);
        }
        maq_close(document);
        seen[c->rule] = true;
    }
    for (size_t i = 0; i < GLTF_RULE_COUNT; i++) {
        if (!seen[i])
            fail_msg("%s has no file", mq_gltf_rules[i].id);
    }
}

static void a_plain_triangle_breaks_none(void **state) {
    (void)state;
    maq_document *document;
    assert_int_equal(maq_open_memory(TRIANGLE, strlen(TRIANGLE), NULL, &document), MAQ_OK);
    if (maq_document_findings(document)->count)
        fail_msg("%s", maq_document_findings(document)->items[0].message);
    const maq_scene *scene = maq_document_gltf(document);
    assert_int_equal(scene->meshes[0].triangle_count, 1);
    assert_true(scene->meshes[0].positions[2][1] == 1);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_is_found_alone),
        cmocka_unit_test(a_plain_triangle_breaks_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
