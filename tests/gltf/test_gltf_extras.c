// SPDX-License-Identifier: MIT
//
// Extras of Maquette in a glTF file that an editor has written anew: objects have other indices, and
// some are gone.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/gltf.h"
#include "support/documents.h"
#include "support/glb.h"
#include "support/scene_trip.h"

#define BEGIN "{'asset':{'version':'2.0'},'scene':0,"

// A triangle with two morph targets, and two keys for both weights.
static char *make_file(size_t *length, const char *objects) {
    glb_data data = {.length = 0};
    const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, times[] = {0, 1};
    const float weights[] = {0, 0.25f, 1, 0.75f};
    glb_add_floats(&data, positions, 9);
    glb_add_floats(&data, times, 2);
    glb_add_floats(&data, weights, 4);
    return glb_make(
        length, &data,
        BEGIN
        "%s,'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3',"
        "'min':[0,0,0],'max':[1,1,0]},{'bufferView':1,'componentType':5126,'count':2,"
        "'type':'SCALAR','min':[0],'max':[1]},{'bufferView':2,'componentType':5126,'count':4,"
        "'type':'SCALAR'}],'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,"
        "'byteOffset':36,'byteLength':8},{'buffer':0,'byteOffset':44,'byteLength':16}],"
        "'buffers':[{'byteLength':60}],'meshes':[{'name':'shape','primitives':[{'attributes':"
        "{'POSITION':0},'targets':[{'POSITION':0},{'POSITION':0}]}],'extras':{'targetNames':"
        "['open','closed'],'maquette':{'normals':0}}}],'animations':[{'name':'idle','samplers':"
        "[{'input':1,'output':2}],'channels':[{'sampler':0,'target':{'node':2,'path':"
        "'weights'}}]}]}",
        objects);
}

static const maq_scene *open_objects(const char *objects, maq_document **document) {
    size_t length;
    char *file = make_file(&length, objects);
    *document = glb_open(file, length);
    return maq_document_gltf(*document);
}

// Nodes 0 to 2 and materials in an order that the writer never gives them.
#define OBJECTS                                                                                    \
    "'nodes':[{'name':'tip'},{'name':'base','children':[0,2]},{'name':'body','mesh':0}],"          \
    "'materials':[{'name':'glass'},{'name':'water'}],"

static void extras_refer_to_objects_by_name(void **state) {
    (void)state;
    maq_document *document;
    const maq_scene *scene = open_objects(
        OBJECTS
        "'scenes':[{'nodes':[1],'extras':{'maquette':{'source_format':'pet','boxes':[{"
        "'name':'b','node':'tip','min':[0,0,0],'max':[1,1,1]}],'clips':[{'name':'flow',"
        "'animation':false,'duration':2,'channels':[{'path':'texture frame','target':'water',"
        "'step':1,'times':[0,1],'values':[0,3]},{'path':'visible','target':'tip','step':true,"
        "'times':[0],'values':[1]}]},{'name':'idle','rate':30,'weights':[{'node':'body',"
        "'shapes':['closed']}]}]}}}]",
        &document);
    assert_int_equal(maq_document_findings(document)->count, 0);
    assert_string_equal(scene->source_format, "pet");
    assert_string_equal(scene->nodes[scene->boxes[0].node].name, "tip");
    assert_int_equal(scene->clip_count, 2);
    const maq_scene_clip *flow = &scene->clips[0], *idle = &scene->clips[1];
    assert_string_equal(flow->name, "flow");
    assert_int_equal(flow->channel_count, 2);
    assert_int_equal(flow->channels[0].path, MAQ_CHANNEL_VISIBLE);
    assert_string_equal(scene->nodes[flow->channels[0].target].name, "tip");
    assert_string_equal(scene->materials[flow->channels[1].target].name, "water");
    assert_true(flow->channels[1].step);
    assert_true(idle->rate == 30);
    assert_int_equal(idle->channel_count, 1);
    assert_int_equal(idle->channels[0].shape, 1);
    assert_true(idle->channels[0].values[1] == 0.75f);
    assert_null(scene->meshes[0].normals);
    maq_close(document);
}

static void a_dangling_entry_leaves_out_only_itself(void **state) {
    (void)state;
    maq_document *document;
    const maq_scene *scene = open_objects(
        OBJECTS
        "'scenes':[{'nodes':[1],'extras':{'maquette':{'boxes':[{'name':'b','node':'gone',"
        "'min':[0,0,0],'max':[1,1,1]},{'name':'c'},{'name':'d','min':[0,0,0],'max':[1,1,1]}],"
        "'clips':[{'name':'gone','rate':5},{'name':'idle','rate':30,'markers':[{'text':'x'},"
        "{'time':1,'text':'y'}],'weights':[{'node':'gone','shapes':[]},{'node':'body',"
        "'shapes':['gone','open']}],'channels':[{'path':'visible','target':'gone','times':[0],"
        "'values':[1]},{'path':'fog','target':'tip'},{'path':'visible','target':'tip',"
        "'times':[0],'values':[0]},{'path':'shape weight','target':'body','shape':'gone',"
        "'times':[0],'values':[0]},{'path':'visible','target':'base','times':[0]}]}]}}}]",
        &document);
    const maq_findings *findings = maq_document_findings(document);
    assert_int_equal(findings->count, 9);
    for (size_t i = 0; i < findings->count; i++)
        assert_string_equal(findings->items[i].rule->id, "GLT-0701");
    assert_says(document, "GLT-0701", "extras.maquette.clips: there is no animation \"gone\"");
    assert_int_equal(scene->box_count, 2);
    assert_int_equal(scene->boxes[0].node, MAQ_SCENE_NONE);
    assert_int_equal(scene->clip_count, 1);
    assert_true(scene->clips[0].rate == 30);
    assert_int_equal(scene->clips[0].marker_count, 1);
    assert_string_equal(scene->clips[0].markers[0].text, "y");
    assert_int_equal(scene->clips[0].channel_count, 2);
    assert_int_equal(scene->clips[0].channels[0].shape, 0);
    assert_int_equal(scene->clips[0].channels[1].path, MAQ_CHANNEL_VISIBLE);
    maq_close(document);
}

// The animation of the file has keys at 0 and 1: one frame a second.
static void the_frame_rate_is_recognised(void **state) {
    (void)state;
    static const struct {
        const char *clip;
        float rate;
    } cases[] = {{"", 1},
                 {"{'name':'idle','rate':30}", 30},
                 {"{'name':'idle','rate':2.5}", 1},
                 {"{'name':'idle','rate':2.5,'keys':4}", 2.5f},
                 {"{'name':'idle','rate':2.5,'keys':5}", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char objects[400];
        maq_document *document;
        snprintf(objects, sizeof objects,
                 OBJECTS "'scenes':[{'nodes':[1],'extras':{'maquette':{'clips':[%s]}}}]",
                 cases[i].clip);
        const maq_scene *scene = open_objects(objects, &document);
        if (scene->clips[0].rate != cases[i].rate)
            fail_msg("%s: %g", cases[i].clip, (double)scene->clips[0].rate);
        maq_close(document);
    }
}

// Blender writes a node around a skeleton that does nothing.
static void the_node_around_an_armature_is_not_in_the_scene(void **state) {
    (void)state;
    static const char *const wholes[] = {
        "'nodes':[{'name':'Armature','children':[1]},{'name':'hip'},{'name':'body','mesh':0,'skin':0}],"
        "'skins':[{'joints':[1]}],'scenes':[{'nodes':[0,2]}]",
        "'nodes':[{'name':'Armature','scale':[2,2,2],'children':[1]},{'name':'hip'},{'name':'body',"
        "'mesh':0,'skin':0}],'skins':[{'joints':[1]}],'scenes':[{'nodes':[0,2]}]"};
    for (uint32_t i = 0; i < 2; i++) {
        maq_document *document;
        maq_scene *scene;
        assert_int_equal(open_objects(wholes[i], &document)->node_count, 3);
        assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
        assert_int_equal(scene->node_count, 2 + i);
        assert_string_equal(scene->nodes[scene->skins[0].joints[0]].name, "hip");
        assert_int_equal(scene->nodes[i].parent, i == 0 ? MAQ_SCENE_NONE : 0);
        assert_string_equal(scene->nodes[scene->clips[0].channels[0].target].name, "body");
        maq_scene_free(scene);
        maq_close(document);
    }
}

#define MATERIAL(native, list)                                                                     \
    "'nodes':[],'scenes':[{}],'images':[{'uri':'page.png'},{'uri':'other.png'}],'textures':[{"     \
    "'source':0},{'source':1}],'materials':[{'pbrMetallicRoughness':{" native                      \
    "'metallicFactor':0},'extras':{'maquette':{'textures':[" list "]}}}]"
#define PAGE "{'role':'diffuse','file':'page.png'},"
#define MASK "{'role':'team_mask','file':'mask.png','image':'mask.png'}"

static void assert_textures(const char *objects, uint32_t count, const char *first,
                            size_t findings) {
    maq_document *document;
    const maq_scene *scene = open_objects(objects, &document);
    const maq_scene_material *material = &scene->materials[0];
    size_t ignored = 0;
    for (size_t i = 0; i < maq_document_findings(document)->count; i++)
        ignored += strcmp(maq_document_findings(document)->items[i].rule->id, "GLT-0701") == 0;
    assert_int_equal(ignored, findings);
    assert_int_equal(material->texture_count, count);
    assert_string_equal(material->textures[0].file, first);
    assert_string_equal(material->textures[count - 1].file, "mask.png");
    assert_int_equal(material->textures[count - 1].role, MAQ_TEXTURE_TEAM_MASK);
    assert_null(material->textures[count - 1].data);
    maq_close(document);
}

// The image of the mask is gone in all of them: it stays by its name.
static void textures_survive_an_exchange_of_one(void **state) {
    (void)state;
    assert_textures(MATERIAL("'baseColorTexture':{'index':0},", PAGE MASK), 2, "page.png", 1);
    assert_textures(MATERIAL("'baseColorTexture':{'index':1},", PAGE MASK), 2, "other.png", 2);
    assert_textures(MATERIAL("", PAGE MASK), 2, "page.png", 1);
    assert_textures(MATERIAL("", "{'role':'fog'}," MASK), 1, "mask.png", 2);
}

// What the finding of reading says is listed by conversions to other formats, and not when the extras
// are there.
static void a_file_of_blender_without_extras_is_reported(void **state) {
    (void)state;
    static const char *const extras[] = {"",
                                         ",\"extras\":{\"maquette\":{\"source_format\":\"pie\"}}"};
    static const char *const variants[] = {"obj", "glb"};
    for (int i = 0; i < 2; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Khronos glTF Blender I/O v3.4\"},"
                 "\"scenes\":[{\"nodes\":[0]%s}],\"nodes\":[{}]}",
                 extras[i]);
        maq_document *document, *out;
        assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(maq_convert(document, variants[k], NULL, &out), MAQ_OK);
            const maq_findings *findings = maq_document_findings(out);
            size_t found = 0;
            for (size_t n = 0; n < findings->count; n++)
                found += strcmp(findings->items[n].rule->id, "GLT-0702") == 0;
            assert_int_equal(found, i == 0 && k == 0);
            maq_close(out);
        }
        maq_close(document);
    }
}

// A member that has its default value is not a loss.
static void a_default_set_of_coordinates_is_not_a_loss(void **state) {
    (void)state;
    for (int set = 0; set < 2; set++) {
        char text[500];
        snprintf(text, sizeof text,
                 "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{\"pbrMetallicRoughness\":{"
                 "\"metallicFactor\":0,\"baseColorTexture\":{\"index\":0,\"texCoord\":%d}}}],"
                 "\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"a.png\"}]}",
                 set);
        maq_document *document, *out;
        assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
        assert_int_equal(maq_convert(document, "obj", NULL, &out), MAQ_OK);
        const maq_findings *findings = maq_document_findings(out);
        int found = 0;
        for (size_t n = 0; n < findings->count; n++)
            found += strcmp(findings->items[n].rule->id, "GLT-0902") == 0;
        assert_int_equal(found, set);
        maq_close(out);
        maq_close(document);
    }
}

// Blender imports no file with an empty name of a morph target.
static void morph_targets_without_names_have_no_empty_names(void **state) {
    (void)state;
    static const struct {
        const char *names, *written;
    } cases[] = {{"'',''", NULL}, {"'open',''", "[\"open\",\"shape 2\"]"}};
    for (int i = 0; i < 2; i++) {
        maq_document *document;
        open_objects(OBJECTS "'scenes':[{'nodes':[1]}]", &document);
        maq_scene *scene;
        assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
        maq_scene_shape *shapes = (maq_scene_shape *)(uintptr_t)scene->meshes[0].shapes;
        shapes[0].name = i == 0 ? "" : "open";
        shapes[1].name = "";
        maq_document *out = document_of_scene(scene, "gltf"), *again;
        maq_buffer buffer;
        assert_int_equal(maq_save_memory(out, NULL, &buffer), MAQ_OK);
        char *text = calloc(1, buffer.length + 1);
        assert_non_null(text);
        memcpy(text, buffer.data, buffer.length);
        const char *names = strstr(text, "targetNames");
        if (cases[i].written ? !names || !strstr(text, cases[i].written) : names != NULL)
            fail_msg("%s: %.60s", cases[i].names, names ? names : "no targetNames");
        assert_int_equal(maq_open_memory(text, buffer.length, NULL, &again), MAQ_OK);
        const maq_scene *read = maq_document_gltf(again);
        assert_string_equal(read->meshes[0].shapes[0].name, shapes[0].name);
        assert_string_equal(read->meshes[0].shapes[1].name, "");
        free(text);
        maq_buffer_free(&buffer);
        maq_close(again);
        maq_close(out);
        maq_scene_free(scene);
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extras_refer_to_objects_by_name),
        cmocka_unit_test(a_dangling_entry_leaves_out_only_itself),
        cmocka_unit_test(textures_survive_an_exchange_of_one),
        cmocka_unit_test(the_frame_rate_is_recognised),
        cmocka_unit_test(the_node_around_an_armature_is_not_in_the_scene),
        cmocka_unit_test(a_file_of_blender_without_extras_is_reported),
        cmocka_unit_test(a_default_set_of_coordinates_is_not_a_loss),
        cmocka_unit_test(morph_targets_without_names_have_no_empty_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
