// SPDX-License-Identifier: MIT
//
// Ways to say things that Maquette itself never writes, but others do: nodes, motion, files and
// extensions.
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "maquette/gltf.h"
#include "maquette/scene.h"
#include "support/documents.h"
#include "support/glb.h"

#define BEGIN "{'asset':{'version':'2.0'},"
#define BUFFER "'buffers':[{'byteLength':%zu}],"
#define VIEW "{'buffer':0,'byteOffset':%zu,'byteLength':%zu}"

static const float triangle[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
static const float normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1};

// ----------------------------------------------------------------------------------------- motion

static void rotations_of_bytes_and_shorts(void **state) {
    (void)state;
    const float times[] = {0, 1};
    const signed char turns8[] = {0, 0, 0, 127, 0, 127, 0, 0};
    const short turns16[] = {0, 0, 0, 32767, 23170, 0, 0, 23170};
    glb_data data = {.length = 0};
    size_t a = glb_add_floats(&data, times, 2), b = glb_add(&data, turns8, 8);
    size_t c = glb_add_shorts(&data, turns16, 8), length;
    char *file = glb_make(
        &length, &data,
        BEGIN BUFFER "'bufferViews':[" VIEW "," VIEW "," VIEW "],"
                     "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR'},"
                     "{'bufferView':1,'componentType':5120,'normalized':true,'count':2,"
                     "'type':'VEC4'},{'bufferView':2,'componentType':5122,'normalized':true,"
                     "'count':2,'type':'VEC4'}],'nodes':[{},{}],'animations':[{'name':'turn',"
                     "'samplers':[{'input':0,'output':1},{'input':0,'output':2,"
                     "'interpolation':'STEP'}],'channels':[{'sampler':0,'target':{'node':0,"
                     "'path':'rotation'}},{'sampler':1,'target':{'node':1,'path':'rotation'}}]}]}",
        data.length, a, (size_t)8, b, (size_t)8, c, (size_t)16);
    maq_document *document = glb_open(file, length);
    const maq_scene_clip *clip = &maq_document_gltf(document)->clips[0];
    const float first[] = {0, 0, 0, 1, 0, 1, 0, 0};
    const float second[] = {0, 0, 0, 1, 0.70710678f, 0, 0, 0.70710678f};
    assert_string_equal(clip->name, "turn");
    assert_int_equal(clip->channel_count, 2);
    assert_near(clip->channels[0].values, first, 8);
    assert_near(clip->channels[1].values, second, 8);
    assert_false(clip->channels[0].step);
    assert_true(clip->channels[1].step);
    assert_true(clip->duration == 1);
    maq_close(document);
}

static void cubic_splines_become_linear(void **state) {
    (void)state;
    const float times[] = {0, 2};
    // Tangent in, value, tangent out: from 0 to 8, with a pace of 4 a second at the start.
    const float keys[] = {0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0};
    glb_data data = {.length = 0};
    size_t a = glb_add_floats(&data, times, 2), b = glb_add_floats(&data, keys, 18), length;
    char *file = glb_make(
        &length, &data,
        BEGIN BUFFER "'bufferViews':[" VIEW "," VIEW "],"
                     "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR'},"
                     "{'bufferView':1,'componentType':5126,'count':6,'type':'VEC3'}],"
                     "'nodes':[{}],'animations':[{'samplers':[{'input':0,'output':1,"
                     "'interpolation':'CUBICSPLINE'}],'channels':[{'sampler':0,'target':{'node':0,"
                     "'path':'translation'}}]}]}",
        data.length, a, (size_t)8, b, (size_t)72);
    maq_document *document = glb_open(file, length);
    const maq_scene_channel *channel = &maq_document_gltf(document)->clips[0].channels[0];
    assert_int_equal(channel->key_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        float s = (float)i / 4, s2 = s * s, s3 = s2 * s;
        float wanted[3] = {(s3 - 2 * s2 + s) * 8 + (3 * s2 - 2 * s3) * 8, 0, 0};
        assert_true(channel->times[i] == 2 * s);
        assert_near(channel->values + 3 * (size_t)i, wanted, 3);
    }
    assert_says(document, "GLT-0501",
                "animations[0].channels[0]: a cubic spline of translation becomes 5 linear keys");
    assert_int_equal(maq_document_findings(document)->incomplete_reads, 1);
    maq_close(document);
}

static maq_document *open_shapes(void) {
    const float times[] = {0, 1}, up[] = {0, 0, 1, 0, 0, 0, 0, 0, 2},
                side[] = {3, 0, 0, 0, 0, 0, 0, 0, 0};
    const float weights[] = {0, 1, 0.5f, 0.25f};
    glb_data data = {.length = 0};
    size_t a = glb_add_floats(&data, triangle, 9), b = glb_add_floats(&data, normals, 9);
    size_t c = glb_add_floats(&data, up, 9), d = glb_add_floats(&data, side, 9);
    size_t e = glb_add_floats(&data, times, 2), f = glb_add_floats(&data, weights, 4), length;
    char *file = glb_make(
        &length, &data,
        BEGIN BUFFER
        "'bufferViews':[" VIEW "," VIEW "," VIEW "," VIEW "," VIEW "," VIEW "],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':2,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':3,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':4,'componentType':5126,'count':2,'type':'SCALAR'},"
        "{'bufferView':5,'componentType':5126,'count':4,'type':'SCALAR'}],"
        "'meshes':[{'name':'m','weights':[0,0.5],'primitives':[{'attributes':{'POSITION':0,"
        "'NORMAL':1},'targets':[{'POSITION':2},{'POSITION':3}]}],"
        "'extras':{'targetNames':['up','side']}}],'nodes':[{'name':'n','mesh':0,'weights':[1,0]}],"
        "'animations':[{'samplers':[{'input':4,'output':5}],'channels':[{'sampler':0,'target':"
        "{'node':0,'path':'weights'}}]}]}",
        data.length, a, (size_t)36, b, (size_t)36, c, (size_t)36, d, (size_t)36, e, (size_t)8, f,
        (size_t)16);
    return glb_open(file, length);
}

static void morph_targets_and_their_weights(void **state) {
    (void)state;
    maq_document *document = open_shapes();
    const maq_scene *scene = maq_document_gltf(document);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    assert_int_equal(maq_document_findings(document)->count, 0);
    assert_int_equal(mesh->shape_count, 2);
    assert_string_equal(mesh->shapes[1].name, "side");
    assert_int_equal(mesh->shapes[0].count, 2);
    assert_int_equal(mesh->shapes[0].vertices[1], 2);
    assert_true(mesh->shapes[0].positions[1][2] == 2);
    assert_int_equal(mesh->shapes[1].count, 1);
    assert_true(mesh->shapes[1].positions[0][0] == 3);
    const float first[] = {0, 0.5f}, second[] = {1, 0.25f};
    assert_int_equal(scene->clips[0].channel_count, 2);
    assert_near(scene->clips[0].channels[0].values, first, 2);
    assert_int_equal(scene->clips[0].channels[1].shape, 1);
    assert_near(scene->clips[0].channels[1].values, second, 2);
    maq_close(document);
}

static void rest_weights_are_kept_between_gltf_files(void **state) {
    (void)state;
    maq_document *document = open_shapes(), *made;
    assert_int_equal(maq_convert(document, "gltf", NULL, &made), MAQ_OK);
    maq_buffer bytes;
    assert_int_equal(maq_save_memory(made, NULL, &bytes), MAQ_OK);
    assert_non_null(strstr(bytes.data, "\"weights\":[0,0.5]"));
    assert_non_null(strstr(bytes.data, "\"weights\":[1,0]"));
    maq_buffer_free(&bytes);
    maq_close(made);
    assert_int_equal(maq_convert(document, "obj", NULL, &made), MAQ_OK);
    assert_says(made, "GLT-0903", "mesh \"m\": the rest weights of its morph targets were dropped");
    maq_close(made);
    maq_close(document);
}

// ------------------------------------------------------------------------------------------ nodes

static void matrices_of_nodes(void **state) {
    (void)state;
    // A quarter turn about y with scales 2, 3, 4; the same mirrored; one that skews.
    size_t length;
    char *file = glb_make(&length, NULL,
                          BEGIN "'nodes':[{'matrix':[0,0,-2,0,0,3,0,0,4,0,0,0,5,6,7,1]},"
                                "{'matrix':[0,0,2,0,0,3,0,0,4,0,0,0,5,6,7,1]},"
                                "{'matrix':[1,0,0,0,1,1,0,0,0,0,1,0,9,0,0,1]}]}");
    maq_document *document = glb_open(file, length);
    const maq_scene_node *nodes = maq_document_gltf(document)->nodes;
    const float position[] = {5, 6, 7}, turn[] = {0, 0.70710678f, 0, 0.70710678f},
                scale[] = {2, 3, 4};
    assert_near(nodes[0].rest.translation, position, 3);
    assert_near(nodes[0].rest.rotation, turn, 4);
    assert_near(nodes[0].rest.scale, scale, 3);
    const float mirrored[] = {-2, 3, 4};
    assert_near(nodes[1].rest.rotation, turn, 4);
    assert_near(nodes[1].rest.scale, mirrored, 3);
    assert_true(nodes[2].rest.translation[0] == 9);
    assert_int_equal(maq_document_findings(document)->count, 1);
    assert_says(document, "GLT-0402",
                "nodes[2]: its matrix is not a product of translation, rotation and scale");
    maq_close(document);
}

// The shortest text of the largest float is a larger number.
static void the_largest_float_is_read_as_it_is_written(void **state) {
    (void)state;
    size_t length;
    char *file = glb_make(&length, NULL,
                          BEGIN "'nodes':[{'translation':[3.4028235e+38,-3.4028235e+38,0]}]}");
    maq_document *document = glb_open(file, length);
    assert_int_equal(maq_document_findings(document)->count, 0);
    const float *translation = maq_document_gltf(document)->nodes[0].rest.translation;
    assert_true(translation[0] == FLT_MAX && translation[1] == -FLT_MAX);
    maq_close(document);
}

static void one_of_several_scenes_is_read(void **state) {
    (void)state;
    size_t length;
    char *file = glb_make(&length, NULL,
                          BEGIN "'scene':1,'scenes':[{'nodes':[0]},{'nodes':[1]}],'nodes':["
                                "{'name':'a'},{'name':'b','children':[2]},{'name':'c'}]}");
    maq_document *document = glb_open(file, length);
    const maq_scene *scene = maq_document_gltf(document);
    assert_int_equal(scene->node_count, 2);
    assert_string_equal(scene->nodes[0].name, "b");
    assert_string_equal(scene->nodes[1].name, "c");
    assert_int_equal(scene->nodes[1].parent, 0);
    assert_says(document, "GLT-0403",
                "scenes[1]: only this one of 2 scenes is read; 1 node is left out");
    maq_close(document);
}

static void cameras_and_lights_are_reported(void **state) {
    (void)state;
    size_t length;
    char *file = glb_make(&length, NULL,
                          BEGIN "'cameras':[{'type':'perspective'},{'type':'perspective'}],"
                                "'nodes':[{'camera':0,'name':'eye'}]}");
    maq_document *document = glb_open(file, length);
    assert_says(document, "GLT-0404", "2 cameras are left out");
    assert_string_equal(maq_document_gltf(document)->nodes[0].name, "eye");
    maq_close(document);
    file = glb_make(&length, NULL,
                    BEGIN "'extensionsUsed':['KHR_lights_punctual'],'extensions':{"
                          "'KHR_lights_punctual':{'lights':[{'type':'point'}]}},'nodes':[{"
                          "'extensions':{'KHR_lights_punctual':{'light':0}}}]}");
    document = glb_open(file, length);
    assert_says(document, "GLT-0404", "1 light is left out");
    assert_int_equal(maq_document_gltf(document)->node_count, 1);
    maq_close(document);
}

// ------------------------------------------------------------------------------------- extensions

static void unknown_extensions(void **state) {
    (void)state;
    size_t length;
    char *file = glb_make(&length, NULL,
                          BEGIN "'extensionsUsed':['ACME_smell','KHR_materials_unlit'],'nodes':[{"
                                "'name':'a','extensions':{'ACME_smell':{}}}],'materials':[{"
                                "'extensions':{'KHR_materials_unlit':{}}}]}");
    maq_document *document = glb_open(file, length);
    assert_says(document, "GLT-0008", "the extension ACME_smell is left out");
    assert_int_equal(maq_document_findings(document)->count, 1);
    assert_string_equal(maq_document_gltf(document)->nodes[0].name, "a");
    maq_close(document);
    static const struct {
        const char *name, *message;
    } cases[] = {{"ACME_smell",
                  "the file requires the extension ACME_smell, which is not supported: "
                  "export the model without it"},
                 {"KHR_draco_mesh_compression",
                  "the file requires the extension KHR_draco_mesh_compression, which is not "
                  "supported: export the model with mesh compression turned off"},
                 {"EXT_meshopt_compression",
                  "the file requires the extension EXT_meshopt_compression, which is not "
                  "supported: export the model with mesh compression turned off"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        file = glb_make(&length, NULL, BEGIN "'extensionsUsed':['%s'],'extensionsRequired':['%s']}",
                        cases[i].name, cases[i].name);
        assert_int_equal(maq_open_memory(file, length, NULL, &document), MAQ_BAD_DATA);
        assert_int_equal(maq_document_findings(document)->count, 1);
        assert_says(document, "GLT-0007", cases[i].message);
        maq_close(document);
        free(file);
    }
}

static void images_in_views_and_extensions(void **state) {
    (void)state;
    static const unsigned char picture[] = {0xff, 0xd8, 0xff, 0xe0, 1, 2, 3};
    glb_data data = {.length = 0};
    size_t a = glb_add(&data, picture, sizeof picture), length;
    char *file = glb_make(
        &length, &data,
        BEGIN BUFFER "'bufferViews':[" VIEW "],'images':[{'bufferView':0,'mimeType':'image/jpeg'},"
                     "{'uri':'a.webp'}],'textures':[{'source':0},{'extensions':{"
                     "'EXT_texture_webp':{'source':1}}}],'materials':[{'pbrMetallicRoughness':{"
                     "'metallicFactor':0,'baseColorTexture':{'index':0}},'normalTexture':{"
                     "'index':1}}]}",
        data.length, a, sizeof picture);
    maq_document *document = glb_open(file, length);
    const maq_scene_material *material = &maq_document_gltf(document)->materials[0];
    assert_int_equal(material->texture_count, 2);
    assert_string_equal(material->textures[0].file, "image0.jpg");
    assert_int_equal(material->textures[0].data_length, sizeof picture);
    assert_memory_equal(material->textures[0].data, picture, sizeof picture);
    assert_int_equal(material->textures[1].role, MAQ_TEXTURE_NORMAL);
    assert_string_equal(material->textures[1].file, "a.webp");
    assert_null(material->textures[1].data);
    assert_says(document, "GLT-0601", "textures[1]: the extension EXT_texture_webp is left out");
    maq_close(document);
}

// ------------------------------------------------------------------------------------------ files

static void glb_chunks_and_lengths(void **state) {
    (void)state;
    glb_data data = {.length = 0};
    glb_add_floats(&data, triangle, 9);
    static const char json[] =
        BEGIN "'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,'byteLength':36}],"
              "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],"
              "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}";
    size_t length;
    char *file = glb_make(&length, &data, "%s", json);
    // A chunk of a kind that comes later in the history of the format, and what the header then says.
    char *longer = calloc(1, length + 12);
    assert_non_null(longer);
    memcpy(longer, file, length);
    memcpy(longer + length, "\4\0\0\0MORE", 8);
    longer[8] = (char)(length + 12);
    longer[9] = (char)((length + 12) >> 8);
    maq_document *document = glb_open(longer, length + 12);
    assert_int_equal(maq_document_gltf(document)->meshes[0].triangle_count, 1);
    assert_says(document, "GLT-0004", "a chunk of kind 0x45524f4d is left out");
    assert_null(finding_of(document, "GLT-0003"));
    maq_close(document);
    // The header says more than there is, and so does the last chunk.
    char *cut = malloc(length - 8);
    assert_non_null(cut);
    memcpy(cut, file, length - 8);
    document = glb_open(cut, length - 8);
    char message[100];
    snprintf(message, sizeof message, "the header says %zu bytes, the file has %zu", length,
             length - 8);
    assert_says(document, "GLT-0003", message);
    assert_says(document, "GLT-0010", "buffers[0]: it has 28 bytes, fewer than its byteLength");
    assert_int_equal(maq_document_gltf(document)->meshes[0].vertex_count, 0);
    maq_close(document);
    free(file);
}

static void a_byte_order_mark_is_skipped(void **state) {
    (void)state;
    static const char text[] = "\xef\xbb\xbf{\"asset\":{\"version\":\"2.0\"},\n"
                               "\"nodes\":[{\"name\":\"\xc3\xa4\"},{\"mesh\":1}]}";
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    assert_string_equal(maq_document_gltf(document)->nodes[0].name, "\xc3\xa4");
    assert_true(maq_document_is_text(document));
    const maq_finding *finding = finding_of(document, "GLT-0013");
    maq_position position = maq_document_position(document, finding->span.offset);
    assert_int_equal(position.line, 2);
    assert_int_equal(position.column, 24);
    maq_close(document);
}

static void write_file(const char *folder, const char *name, const void *bytes, size_t length) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

// A model whose buffer has an address, opened by its path; `message` NULL: it is read.
static void try_address(const char *folder, const char *uri, const char *id, const char *message) {
    char text[1024], path[256];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"%s\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,"
             "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":["
             "{\"attributes\":{\"POSITION\":0}}]}]}",
             uri);
    write_file(folder, "model/m.gltf", text, strlen(text));
    snprintf(path, sizeof path, "%s/model/m.gltf", folder);
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    const maq_scene_mesh *mesh = &maq_document_gltf(document)->meshes[0];
    if (message) {
        assert_says(document, id, message);
        assert_int_equal(mesh->vertex_count, 0);
    } else {
        assert_int_equal(maq_document_findings(document)->errors, 0);
        assert_near(&mesh->positions[0][0], triangle, 9);
    }
    maq_close(document);
    // From memory nothing is looked for, whatever the name.
    maq_open_options options = {.size = sizeof options, .file_name = path};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    bool inside = strncmp(uri, "data:", 5) == 0;
    assert_int_equal(maq_document_gltf(document)->meshes[0].vertex_count, inside ? 3 : 0);
    maq_close(document);
}

static void buffers_beside_the_file(void **state) {
    (void)state;
    char folder[] = "/tmp/maquette-test-XXXXXX", path[256];
    assert_non_null(mkdtemp(folder));
    static const char *const folders[] = {"model", "model/sub"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    static const char *const files[] = {"model/a.bin", "model/my data.bin", "model/sub/b.bin",
                                        "out.bin", "model/m.gltf"};
    glb_data data = {.length = 0};
    glb_add_floats(&data, triangle, 9);
    for (int i = 0; i < 4; i++)
        write_file(folder, files[i], data.bytes, data.length);
    try_address(folder, "a.bin", NULL, NULL);
    try_address(folder, "my%20data.bin", NULL, NULL);
    try_address(folder, "my data.bin", NULL, NULL);
    try_address(folder, "sub/b.bin", NULL, NULL);
    try_address(folder, "./sub/b.bin", NULL, NULL);
    try_address(folder,
                "data:application/gltf-buffer;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAA"
                "gD8AAAAA",
                NULL, NULL);
    try_address(folder, "gone.bin", "GLT-0009",
                "buffers[0]: the file \"gone.bin\" cannot be read: there is no such file");
    static const char *const wild[] = {
        "../out.bin",    "sub/../../out.bin", "%2e%2e/out.bin",      "..%2Fout.bin",
        "/etc/hostname", "%2Fetc%2Fhostname", "file:///etc/hostname"};
    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        char message[200];
        snprintf(message, sizeof message,
                 "buffers[0]: \"%s\" is neither base64 data nor the relative path of a file in the "
                 "folders of the model",
                 wild[i]);
        try_address(folder, wild[i], "GLT-0011", message);
    }
    for (int i = 0; i < 5; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        assert_int_equal(unlink(path), 0);
    }
    for (int i = 1; i >= 0; i--) {
        snprintf(path, sizeof path, "%s/%s", folder, folders[i]);
        assert_int_equal(rmdir(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_of_bytes_and_shorts),
        cmocka_unit_test(cubic_splines_become_linear),
        cmocka_unit_test(morph_targets_and_their_weights),
        cmocka_unit_test(rest_weights_are_kept_between_gltf_files),
        cmocka_unit_test(matrices_of_nodes),
        cmocka_unit_test(the_largest_float_is_read_as_it_is_written),
        cmocka_unit_test(one_of_several_scenes_is_read),
        cmocka_unit_test(cameras_and_lights_are_reported),
        cmocka_unit_test(unknown_extensions),
        cmocka_unit_test(images_in_views_and_extensions),
        cmocka_unit_test(glb_chunks_and_lengths),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(buffers_beside_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
