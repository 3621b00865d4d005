// SPDX-License-Identifier: MIT
//
// What belongs to a glTF file as a whole: its copyright, names and extras that a scene does not hold,
// missing files, and the memory that it may need.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/gltf.h"
#include "support/documents.h"
#include "support/glb.h"
#include "support/hostile.h"

#define TRIANGLE                                                                                   \
    "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],"     \
    "'max':[1,1,0]}],'bufferViews':[{'buffer':0,'byteLength':36}],"

static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};

// Converts a document, which is closed, to another format and saves it.
static maq_buffer convert_and_save(maq_document *document, const char *to, const char *loss) {
    maq_document *made;
    maq_buffer file;
    assert_int_equal(maq_convert(document, to, NULL, &made), MAQ_OK);
    maq_close(document);
    if (loss)
        assert_says(made, "GLT-0904", loss);
    assert_int_equal(maq_save_memory(made, NULL, &file), MAQ_OK);
    maq_close(made);
    return file;
}

static bool contains(const maq_buffer *file, const char *text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= file->length; i++) {
        if (memcmp(file->data + i, text, length) == 0)
            return true;
    }
    return false;
}

static maq_document *open_named_file(void) {
    glb_data data = {.length = 0};
    size_t length;
    glb_add_floats(&data, corners, 9);
    char *file = glb_make(
        &length, &data,
        "{'asset':{'version':'2.0','copyright':'(c) somebody','extras':{'title':'a'}},'scene':0,"
        "'scenes':[{'name':'stage','nodes':[0,1],'extras':{'light':1}}],'nodes':[{'name':'n','mesh':0,"
        "'skin':0},{'name':'j'}],'skins':[{'name':'bones','joints':[1],'extras':{'kind':'x'}}],"
        "'meshes':[{'name':'m','primitives':[{'attributes':{'POSITION':0,'NORMAL':0},'material':0},"
        "{'attributes':{'POSITION':0,'NORMAL':0},'extras':{'lod':2}}]}],'materials':[{"
        "'pbrMetallicRoughness':{'metallicFactor':0,'baseColorTexture':{'index':0}}}],'textures':[{"
        "'source':0}],'images':[{'name':'paint','uri':'p.png','extras':{'dpi':300}}]," TRIANGLE
        "'buffers':[{'byteLength':36}],'extras':{'all':true}}");
    return glb_open(file, length);
}

static void copyright_names_and_extras_survive_glb_to_glb(void **state) {
    (void)state;
    static const char *const members[] = {
        "\"copyright\":\"(c) somebody\"",
        "\"extras\":{\"title\":\"a\"}",
        "\"name\":\"stage\"",
        "\"extras\":{\"light\":1}",
        "\"name\":\"bones\"",
        "\"extras\":{\"kind\":\"x\"}",
        "\"extras\":{\"lod\":2}",
        "{\"uri\":\"p.png\",\"name\":\"paint\",\"extras\":{\"dpi\":300}}",
        "\"extras\":{\"all\":true}",
    };
    maq_buffer first = convert_and_save(open_named_file(), "glb", NULL);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (!contains(&first, members[i]))
            fail_msg("%s is lost", members[i]);
    }
    maq_document *again;
    assert_int_equal(maq_open_memory(first.data, first.length, NULL, &again), MAQ_OK);
    maq_buffer second = convert_and_save(again, "glb", NULL);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.data, second.data, first.length);
    maq_buffer_free(&first);
    maq_buffer_free(&second);
}

static void other_formats_report_the_copyright(void **state) {
    (void)state;
    maq_buffer file = convert_and_save(
        open_named_file(), "obj",
        "the following were dropped: asset.copyright, asset.extras, the extras of skins, the extras "
        "of the scene, the extras of primitives");
    maq_buffer_free(&file);
}

static void a_missing_buffer_is_the_only_finding(void **state) {
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":"
        "0,\"NORMAL\":1},\"indices\":2}]}],\"nodes\":[{\"mesh\":0}],\"animations\":[{\"samplers\":[{"
        "\"input\":2,\"output\":0}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":"
        "\"scale\"}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":"
        "\"VEC3\"},{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{"
        "\"bufferView\":0,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],\"images\":[{"
        "\"bufferView\":0}],\"textures\":[{\"source\":0}],\"materials\":[{\"normalTexture\":{\"index\""
        ":0}}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,"
        "\"uri\":\"gone.bin\"}]}";
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    assert_int_equal(maq_document_findings(document)->count, 1);
    assert_says(document, "GLT-0009",
                "buffers[0]: the file \"gone.bin\" cannot be read: there is no folder to search");
    maq_close(document);
}

// As many meshes of as many triangles, all with the same accessors, each shown by a node.
static char *make_copies(uint32_t copies, uint32_t triangles, size_t *length) {
    size_t capacity = (size_t)copies * 120 + (size_t)triangles * 48 + 4096;
    char *text = malloc(capacity);
    assert_non_null(text);
    char *at = text + sprintf(text,
                              "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"bufferView\":0,"
                              "\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"}],"
                              "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%u}],\"nodes\":[",
                              triangles * 3, triangles * 36);
    for (uint32_t i = 0; i < copies; i++)
        at += sprintf(at, "%s{\"mesh\":%u}", i ? "," : "", i);
    at += sprintf(at, "],\"meshes\":[");
    for (uint32_t i = 0; i < copies; i++)
        at += sprintf(at, "%s{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":0}}]}",
                      i ? "," : "");
    at += sprintf(at, "],\"buffers\":[{\"byteLength\":%u,\"uri\":\"data:;base64,", triangles * 36);
    // All numbers are 1; 16 characters are the three of a vertex.
    for (uint32_t i = 0; i < triangles * 3; i++)
        at += sprintf(at, "AACAPwAAgD8AAIA/");
    at += sprintf(at, "\"}]}");
    *length = (size_t)(at - text);
    return text;
}

// A small file may show a mesh many times; its numbers are bounded by its size all the same.
static void many_copies_of_a_mesh_are_read(void **state) {
    (void)state;
    static const struct {
        uint32_t copies, triangles;
        bool whole;
    } cases[] = {{60, 5000, true}, {20000, 5000, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length;
        char *text = make_copies(cases[i].copies, cases[i].triangles, &length);
        counted_memory counted;
        count_memory(&counted);
        maq_open_options options = {.size = sizeof options, .memory = &counted.memory};
        maq_document *document;
        assert_int_equal(maq_open_memory(text, length, &options, &document), MAQ_OK);
        const maq_scene *scene = maq_document_gltf(document);
        uint64_t triangles = 0;
        for (uint32_t k = 0; k < scene->mesh_count; k++)
            triangles += scene->meshes[k].triangle_count;
        if (cases[i].whole)
            assert_int_equal(triangles, (uint64_t)cases[i].copies * cases[i].triangles);
        else
            assert_non_null(finding_of(document, "GLT-0012"));
        assert_true(cases[i].whole == !finding_of(document, "GLT-0012"));
        assert_true(counted.most <= 64 * length + (64u << 20));
        maq_close(document);
        assert_int_equal(counted.held, 0);
        free(text);
    }
}

static char *append_repeated(char *at, const char *part, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        at += sprintf(at, "%s", part);
    return at;
}

// Meshes that share their vertices and the indices of their triangles, all 0, 1, 2.
static char *make_shared(uint32_t meshes, uint32_t vertices, uint32_t triangles, size_t *length) {
    char *text =
        malloc((size_t)meshes * 160 + (size_t)vertices * 32 + (size_t)triangles * 8 + 4096);
    assert_non_null(text);
    char *at =
        text +
        sprintf(text,
                "{\"asset\":{\"version\":\"2.0\"},\"accessors\":["
                "{\"bufferView\":0,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"},"
                "{\"bufferView\":1,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"},"
                "{\"bufferView\":2,\"componentType\":5123,\"count\":%u,\"type\":\"SCALAR\"}],"
                "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%u},"
                "{\"buffer\":0,\"byteOffset\":%u,\"byteLength\":%u},"
                "{\"buffer\":0,\"byteOffset\":%u,\"byteLength\":%u}],\"nodes\":[{}",
                vertices, vertices, triangles * 3, vertices * 12, vertices * 12, vertices * 12,
                vertices * 24, triangles * 6);
    for (uint32_t i = 0; i < meshes; i++)
        at += sprintf(at, ",{\"mesh\":%u}", i);
    at += sprintf(at, "],\"meshes\":[{}");
    at = append_repeated(
        at, ",{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\"indices\":2}]}",
        meshes);
    at += sprintf(at, "],\"buffers\":[{\"byteLength\":%u,\"uri\":\"data:;base64,",
                  vertices * 24 + triangles * 6);
    at = append_repeated(at, "AACAPwAAgD8AAIA/", 2 * vertices);
    at = append_repeated(at, "AAABAAIA", triangles);
    at += sprintf(at, "\"}]}");
    *length = (size_t)(at - text);
    return text;
}

// 98 spheres of 10,616 triangles share their bytes, as in a model of the Khronos samples.
static void spheres_that_share_their_bytes_are_whole(void **state) {
    (void)state;
    size_t length;
    char *text = make_shared(98, 5400, 10616, &length);
    maq_document *document;
    assert_true(length < 291 << 10);
    assert_int_equal(maq_open_memory(text, length, NULL, &document), MAQ_OK);
    assert_null(finding_of(document, "GLT-0012"));
    const maq_scene *scene = maq_document_gltf(document);
    for (uint32_t i = 1; i < scene->mesh_count; i++)
        assert_int_equal(scene->meshes[i].triangle_count, 10616);
    assert_int_equal(scene->mesh_count, 99);
    maq_close(document);
    free(text);
}

// Formats need hundreds of bytes for a triangle, so the number of triangles has a limit.
static void triangles_that_share_their_bytes_are_bounded(void **state) {
    (void)state;
    size_t length;
    char *text = make_shared(400, 3, 5800, &length);
    counted_memory counted;
    count_memory(&counted);
    maq_open_options options = {.size = sizeof options, .memory = &counted.memory};
    maq_convert_options conversion = {.size = sizeof conversion, .memory = &counted.memory};
    maq_document *document, *made;
    maq_buffer file;
    assert_true(length < 94 << 10);
    assert_int_equal(maq_open_memory(text, length, &options, &document), MAQ_OK);
    const maq_finding *finding = finding_of(document, "GLT-0012");
    assert_non_null(finding);
    assert_non_null(strstr(finding->message, "bytes, the limit for "));
    assert_int_equal(maq_convert(document, "pet", &conversion, &made), MAQ_OK);
    assert_int_equal(maq_save_memory(made, NULL, &file), MAQ_OK);
    if (counted.most > 320u << 20)
        fail_msg("%zu bytes", counted.most);
    maq_buffer_free(&file);
    maq_close(made);
    maq_close(document);
    free(text);
}

// One mesh of three vertices, shown by two nodes: one is twice as large and moved by 10, the other
// hangs below it.
static void bounds_and_counts_of_info_follow_the_nodes(void **state) {
    (void)state;
    glb_data data = {.length = 0};
    size_t length;
    glb_add_floats(&data, corners, 9);
    char *file =
        glb_make(&length, &data,
                 "{'asset':{'version':'2.0'},'nodes':[{'mesh':0,'scale':[2,2,2],"
                 "'translation':[10,0,0],'children':[1]},{'mesh':0,'translation':[0,0,5]}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':0}}]}]," TRIANGLE
                 "'buffers':[{'byteLength':36}]}");
    maq_document *document = glb_open(file, length);
    maq_tree *tree;
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    const maq_value *root = maq_tree_root(tree);
    assert_int_equal(maq_value_find(root, "vertex_count")->as.integer, 6);
    assert_int_equal(maq_value_find(root, "triangle_count")->as.integer, 2);
    const maq_value *bounds = maq_value_find(root, "bounds");
    const maq_value *low = maq_value_find(bounds, "min")->as.children.first;
    const maq_value *high = maq_value_find(bounds, "max")->as.children.first;
    static const double wanted[2][3] = {{10, 0, 0}, {12, 2, 10}};
    for (int i = 0; i < 3; i++, low = low->next, high = high->next) {
        double number;
        assert_true(maq_value_number(low, &number) && number == wanted[0][i]);
        assert_true(maq_value_number(high, &number) && number == wanted[1][i]);
    }
    maq_tree_free(tree);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copyright_names_and_extras_survive_glb_to_glb),
        cmocka_unit_test(other_formats_report_the_copyright),
        cmocka_unit_test(a_missing_buffer_is_the_only_finding),
        cmocka_unit_test(many_copies_of_a_mesh_are_read),
        cmocka_unit_test(spheres_that_share_their_bytes_are_whole),
        cmocka_unit_test(triangles_that_share_their_bytes_are_bounded),
        cmocka_unit_test(bounds_and_counts_of_info_follow_the_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
