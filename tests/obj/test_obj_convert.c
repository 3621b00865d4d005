// SPDX-License-Identifier: MIT
//
// OBJ to OBJ, value for value, and through the scene and back.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "formats/obj/obj_priv.h"
#include "maquette/gltf.h"
#include "scene/geometry.h"
#include "support/documents.h"
#include "support/glb.h"

static maq_document *open_file(const char *path) {
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    return document;
}

static maq_scene *make_scene(const maq_document *document) {
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    return scene;
}

static maq_document *from_scene(const maq_scene *scene) {
    mq_settings none = {0};
    maq_document *made =
        mq_document_new(NULL, &mq_obj_format, &mq_obj_format.description.variants[0], 0);
    assert_non_null(made);
    assert_int_equal(mq_obj_format.from_scene(scene, &none, made), MAQ_OK);
    mq_document_show_findings(made);
    return made;
}

static void writing_keeps_every_value(void **state) {
    (void)state;
    static const char *const files[] = {"tests/data/obj/house.obj", "tests/data/obj/forms.obj"};
    for (size_t i = 0; i < 2; i++) {
        size_t length = 0;
        maq_document *document = open_file(files[i]);
        const char *source = maq_document_source(document, &length);
        maq_open_options options = {.size = sizeof options, .format = "obj"};
        maq_document *plain, *again;
        assert_int_equal(maq_open_memory(source, length, &options, &plain), MAQ_OK);
        maq_buffer bytes;
        assert_int_equal(maq_save_memory(plain, NULL, &bytes), MAQ_OK);
        assert_int_equal(maq_open_memory(bytes.data, bytes.length, &options, &again), MAQ_OK);
        assert_true(say_the_same(plain, again));
        maq_buffer_free(&bytes);
        maq_close(again);
        maq_close(plain);
        maq_close(document);
    }
}

// The materials go into a file beside the model, under its name, and come back whole.
static void saving_writes_the_materials_beside(void **state) {
    (void)state;
    char folder[] = "/tmp/maquette-obj-XXXXXX", model[64], library[64];
    assert_non_null(mkdtemp(folder));
    snprintf(model, sizeof model, "%s/house.obj", folder);
    snprintf(library, sizeof library, "%s/house.mtl", folder);
    maq_document *document = open_file("tests/data/obj/house.obj");
    assert_int_equal(maq_document_obj(document)->material_count, 3);
    assert_int_equal(maq_save_file(document, NULL, model), MAQ_OK);
    maq_document *again = open_file(model);
    assert_true(maq_document_obj(again)->materials_known);
    assert_true(say_the_same(document, again));
    maq_close(again);
    maq_close(document);
    assert_int_equal(unlink(model), 0);
    assert_int_equal(unlink(library), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void statements_are_read_in_all_their_forms(void **state) {
    (void)state;
    maq_document *document = open_file("tests/data/obj/forms.obj");
    const maq_obj *obj = maq_document_obj(document);
    assert_int_equal(obj->position_count, 5);
    assert_true(obj->weights[1] == 2 && obj->weights[2] == 1);
    assert_true(obj->colours[3].given && !obj->colours[0].given);
    assert_true(obj->colours[3].blue == 1e-3f && obj->positions[4].z == -150);
    assert_int_equal(obj->element_count, 8);
    const maq_obj_element *joined = &obj->elements[4];
    assert_int_equal(joined->corner_count, 3);
    const maq_obj_corner *corner = &obj->corners[joined->first_corner + 1];
    assert_int_equal(corner->position, 1);
    assert_int_equal(corner->texcoord, 1);
    assert_int_equal(corner->normal, 0);
    assert_int_equal(obj->elements[5].kind, MAQ_OBJ_LINE);
    assert_int_equal(obj->elements[6].kind, MAQ_OBJ_POINTS);
    assert_int_equal(obj->other_count, 3);
    assert_string_equal(obj->others[1].text, "cstype bezier");
    assert_int_equal(obj->comment_count, 2);
    assert_string_equal(obj->comments[0].text, "all forms");
    assert_int_equal(obj->sections[obj->section_count - 1].smoothing, 3);
    maq_close(document);
}

static void a_house_becomes_a_scene(void **state) {
    (void)state;
    maq_document *document = open_file("tests/data/obj/house.obj");
    maq_scene *scene = make_scene(document);
    assert_int_equal(maq_scene_findings(scene)->count, 0);
    assert_int_equal(scene->mesh_count, 2);
    assert_int_equal(scene->node_count, 2);
    assert_string_equal(scene->nodes[0].name, "The walls");
    const maq_scene_mesh *walls = &scene->meshes[0], *roof = &scene->meshes[1];
    assert_int_equal(walls->triangle_count, 12);
    assert_int_equal(walls->vertex_count, 24);
    assert_int_equal(walls->part_count, 2);
    assert_int_equal(walls->parts[1].triangle_count, 4);
    // 2 x 2 x 1.5, counted six times; above 0, so it points outward.
    assert_true(mq_signed_volume(walls->positions, walls->triangles, 12) == 36);
    assert_true(mq_signed_volume(roof->positions, roof->triangles, roof->triangle_count) > 0);
    // v runs up in the file and down in the scene.
    assert_true(walls->uvs[0][0][1] == 1 && walls->uvs[0][2][1] == 0.25f);
    // One smoothing group: the top of the roof has one normal, straight up.
    assert_int_equal(roof->vertex_count, 5);
    assert_true(roof->normals[2][1] > 0.999f);
    assert_true(roof->colours[2][1] == 0.5f);
    assert_int_equal(scene->material_count, 3);
    assert_string_equal(scene->materials[0].textures[0].file, "brick wall.png");
    assert_true(scene->materials[1].colour[3] == 0.75f);
    assert_int_equal(scene->materials[1].blend, MAQ_BLEND_ALPHA);
    maq_scene_free(scene);
    maq_close(document);
}

// Everything but the numbers of vertices comes back: polygons, groups, materials, comments.
static void through_the_scene_and_back(void **state) {
    (void)state;
    maq_document *document = open_file("tests/data/obj/house.obj");
    maq_scene *scene = make_scene(document);
    maq_document *back = from_scene(scene);
    const maq_obj *a = maq_document_obj(document), *b = maq_document_obj(back);
    assert_int_equal(maq_document_findings(back)->count, 0);
    assert_int_equal(a->element_count, b->element_count);
    assert_int_equal(a->section_count, b->section_count);
    assert_int_equal(b->object_count, 2);
    assert_string_equal(b->objects[1].text, "Roof");
    assert_string_equal(b->groups[0].text, "front side");
    assert_string_equal(b->comments[0].text, a->comments[0].text);
    assert_string_equal(b->libraries[0].text, "house.mtl");
    assert_int_equal(b->sections[2].smoothing, 1);
    for (uint32_t i = 0; i < a->element_count; i++) {
        const maq_obj_element *x = &a->elements[i], *y = &b->elements[i];
        assert_int_equal(x->corner_count, y->corner_count);
        for (uint32_t k = 0; k < x->corner_count; k++) {
            const maq_obj_corner *p = &a->corners[x->first_corner + k];
            const maq_obj_corner *q = &b->corners[y->first_corner + k];
            assert_memory_equal(&a->positions[p->position], &b->positions[q->position], 12);
            if (p->texcoord != MAQ_OBJ_NONE)
                assert_memory_equal(&a->texcoords[p->texcoord], &b->texcoords[q->texcoord], 8);
            if (p->normal != MAQ_OBJ_NONE)
                assert_memory_equal(&a->normals[p->normal], &b->normals[q->normal], 12);
        }
    }
    assert_int_equal(b->position_count, 13);
    assert_int_equal(a->material_count, b->material_count);
    for (uint32_t i = 0; i < a->material_count; i++) {
        const maq_obj_material *x = &a->materials[i], *y = &b->materials[i];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->given, y->given);
        assert_memory_equal(x->diffuse, y->diffuse, sizeof x->diffuse);
        assert_int_equal(x->map_count, y->map_count);
        assert_int_equal(x->other_count, y->other_count);
        for (uint32_t k = 0; k < x->map_count; k++) {
            assert_int_equal(x->maps[k].kind, y->maps[k].kind);
            assert_string_equal(x->maps[k].options, y->maps[k].options);
            assert_string_equal(x->maps[k].file, y->maps[k].file);
        }
    }
    maq_report *report;
    assert_int_equal(maq_check(back, NULL, &report), MAQ_OK);
    assert_int_equal(maq_report_findings(report)->errors, 0);
    maq_report_free(report);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

// An arrow head: the fan from its first corner would lie outside of it.
static void concave_polygons_are_covered(void **state) {
    (void)state;
    static const char *const texts[] = {
        "v 0 2 0\nv -2 -1 0\nv 0 0 0\nv 2 -1 0\nf 2 3 4 1\nf 1 2 3 4\nf 3 4 1 2\n",
        // A comb, which no fan covers.
        "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 3 2 0\nv 3 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
        "f 1 2 3 4 5 6 7 8\n"};
    static const double areas[] = {3 * 2 * 4, 2 * 6};
    for (size_t i = 0; i < 2; i++) {
        maq_document *document = open_text(texts[i], "obj");
        maq_scene *scene = make_scene(document);
        const maq_scene_mesh *mesh = &scene->meshes[0];
        double area = 0;
        for (uint32_t k = 0; k < mesh->triangle_count; k++) {
            const float *a = mesh->positions[mesh->triangles[k][0]],
                        *b = mesh->positions[mesh->triangles[k][1]],
                        *c = mesh->positions[mesh->triangles[k][2]];
            double twice =
                (double)(b[0] - a[0]) * (c[1] - a[1]) - (double)(b[1] - a[1]) * (c[0] - a[0]);
            assert_true(twice >= 0);
            area += twice;
        }
        assert_true(fabs(area - areas[i]) < 1e-9);
        maq_document *back = from_scene(scene);
        assert_int_equal(maq_document_obj(back)->element_count,
                         maq_document_obj(document)->element_count);
        maq_close(back);
        maq_scene_free(scene);
        maq_close(document);
    }
}

static void without_smoothing_faces_are_flat(void **state) {
    (void)state;
    static const char *const heads[] = {"", "s 1\n"};
    for (size_t i = 0; i < 2; i++) {
        char text[200];
        snprintf(text, sizeof text, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n%sf 1 2 3\nf 1 4 2\n",
                 heads[i]);
        maq_document *document = open_text(text, "obj");
        maq_scene *scene = make_scene(document);
        assert_int_equal(scene->meshes[0].vertex_count, i == 0 ? 6 : 4);
        maq_scene_free(scene);
        maq_close(document);
    }
}

// A seam of texture coordinates makes vertices, but does not break smooth normals; corners with a
// normal keep it.
static void a_texture_seam_keeps_smooth_normals(void **state) {
    (void)state;
    maq_document *document = open_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 1\n"
                                       "vn 0 0 -1\ns 1\nf 1/1 2/1 3/1\nf 1/2 4/2 2/2\n"
                                       "f 3/1/1 2/1/1 1/1/1\n",
                                       "obj");
    maq_scene *scene = make_scene(document);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->vertex_count, 9);
    const uint32_t *a = mesh->triangles[0], *b = mesh->triangles[1], *c = mesh->triangles[2];
    assert_int_not_equal(a[0], b[0]);
    assert_memory_equal(mesh->normals[a[0]], mesh->normals[b[0]], sizeof *mesh->normals);
    assert_memory_equal(mesh->normals[a[1]], mesh->normals[b[2]], sizeof *mesh->normals);
    // Triangles 0 and 2 cancel each other out only where they share a smoothing group.
    assert_true(mesh->normals[a[2]][2] == 1 && mesh->normals[c[0]][2] == -1);
    maq_scene_free(scene);
    maq_close(document);
}

static void what_a_scene_cannot_hold_is_named(void **state) {
    (void)state;
    maq_document *document = open_file("tests/data/obj/forms.obj");
    maq_scene *scene = make_scene(document);
    static const char *const expected[] = {"OBJ-0901", "OBJ-0902", "OBJ-0903", "OBJ-0906",
                                           "OBJ-0907"};
    const maq_findings *findings = maq_scene_findings(scene);
    assert_int_equal(findings->count, 5);
    for (size_t i = 0; i < findings->count; i++)
        assert_string_equal(findings->items[i].rule->id, expected[i]);
    // The faces of one mesh.
    assert_int_equal(findings->items[4].count, 1);
    maq_scene_free(scene);
    maq_close(document);
}

// A node that mirrors, turns and moves: its mesh still points outward.
static void transforms_of_nodes_are_applied_to_vertices(void **state) {
    (void)state;
    maq_document *document = open_file("tests/data/obj/house.obj");
    maq_scene *scene = make_scene(document);
    maq_scene_node *node = (maq_scene_node *)(uintptr_t)&scene->nodes[0];
    node->rest = (maq_transform){{10, 0, 0}, {0, 0, 0, 1}, {-2, 1, 1}};
    maq_document *back = from_scene(scene);
    const maq_obj *obj = maq_document_obj(back);
    double volume = 0;
    for (uint32_t i = 0; i < 6; i++) {
        const maq_obj_corner *c = &obj->corners[obj->elements[i].first_corner];
        for (uint32_t k = 1; k < 3; k++) {
            float points[3][3];
            const uint32_t triangle[1][3] = {{0, 1, 2}};
            memcpy(points[0], &obj->positions[c[0].position], 12);
            memcpy(points[1], &obj->positions[c[k].position], 12);
            memcpy(points[2], &obj->positions[c[k + 1].position], 12);
            volume += mq_signed_volume((const float(*)[3])points, triangle, 1);
        }
    }
    assert_true(fabs(volume - 72) < 1e-3);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void other_formats_name_their_losses(void **state) {
    (void)state;
    // A scene with something of everything that OBJ has not.
    const float positions[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const float tangents[3][4] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}};
    const float uv[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    const float colours[3][4] = {{1, 1, 1, 0.5f}, {1, 1, 1, 1}, {1, 1, 1, 1}};
    const float(*const sets[2])[2] = {uv, uv};
    const float ages[3] = {1, 2, 3}, weights[3] = {1, 1, 1};
    const uint32_t triangles[1][3] = {{0, 1, 2}}, joints[3] = {0, 0, 0}, order[2] = {0, 1};
    const maq_scene_attribute age = {"age", 1, ages};
    const maq_scene_shape shape = {.name = "smile"};
    const maq_scene_part part = {0, 0, 1};
    const maq_scene_texture mask = {.role = MAQ_TEXTURE_TEAM_MASK, .file = "mask.png"};
    const maq_scene_material material = {.name = "",
                                         .texture_count = 1,
                                         .textures = &mask,
                                         .blend = MAQ_BLEND_ADDITIVE,
                                         .two_sided = true,
                                         .colour = {1, 1, 1, 1}};
    const maq_scene_mesh mesh = {.name = "a\nb\\",
                                 .role = MAQ_MESH_SHADOW,
                                 .vertex_count = 3,
                                 .triangle_count = 1,
                                 .positions = positions,
                                 .tangents = tangents,
                                 .uv_set_count = 2,
                                 .uvs = sets,
                                 .colours = colours,
                                 .influence_count = 1,
                                 .joints = joints,
                                 .weights = weights,
                                 .attribute_count = 1,
                                 .attributes = &age,
                                 .triangles = triangles,
                                 .part_count = 1,
                                 .parts = &part,
                                 .shape_count = 1,
                                 .shapes = &shape};
    maq_scene_node nodes[2] = {mq_scene_node("", MAQ_NODE_GROUP),
                               mq_scene_node("hand", MAQ_NODE_ATTACHMENT)};
    nodes[0].mesh = 0;
    const maq_scene_clip clip = {.name = "walk"};
    const maq_scene_box box = {.name = "body"};
    const maq_scene_event event = {"active", "a.pie"};
    const maq_value other = {.kind = MAQ_VALUE_OBJECT, .key = "pie"};
    maq_value extras = {.kind = MAQ_VALUE_OBJECT};
    extras.as.children.first = &other;
    extras.as.children.count = 1;
    const maq_scene scene = {.mesh_count = 1,
                             .material_count = 1,
                             .node_count = 2,
                             .clip_count = 1,
                             .box_count = 1,
                             .event_count = 1,
                             .meshes = &mesh,
                             .materials = &material,
                             .nodes = nodes,
                             .node_order = order,
                             .clips = &clip,
                             .boxes = &box,
                             .events = &event,
                             .extras = &extras};
    maq_document *back = from_scene(&scene);
    const maq_findings *findings = maq_document_findings(back);
    static const char *const wanted[] = {"OBJ-0910", "OBJ-0911", "OBJ-0912", "OBJ-0913",
                                         "OBJ-0914", "OBJ-0915", "OBJ-0916", "OBJ-0917",
                                         "OBJ-0918", "OBJ-0919", "OBJ-0921", "OBJ-0922",
                                         "OBJ-0923", "OBJ-0924", "OBJ-0925"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        size_t k = 0;
        while (k < findings->count && strcmp(findings->items[k].rule->id, wanted[i]) != 0)
            k++;
        if (k == findings->count)
            fail_msg("%s is not named", wanted[i]);
        // Nobody misses the settings of another format.
        bool settings = strcmp(wanted[i], "OBJ-0924") == 0;
        assert_int_equal(findings->items[k].severity, settings ? MAQ_NOTE : MAQ_LOSS);
    }
    assert_string_equal(maq_document_obj(back)->objects[0].text, "a b");
    maq_close(back);
}

// A skeleton has nothing that OBJ could hold, and yet the file can be read.
static void a_model_without_meshes_can_be_read_again(void **state) {
    (void)state;
    maq_document *bones, *obj, *again, *copy;
    maq_buffer text;
    maq_open_options options = {.size = sizeof options, .format = "obj"};
    assert_int_equal(maq_open_file("tests/data/pet/client-1.0.bpet", NULL, &bones), MAQ_OK);
    assert_int_equal(maq_convert(bones, "obj", NULL, &obj), MAQ_OK);
    assert_int_equal(maq_save_memory(obj, NULL, &text), MAQ_OK);
    assert_int_equal(maq_open_memory(text.data, text.length, &options, &again), MAQ_OK);
    assert_int_equal(maq_document_findings(again)->count, 0);
    assert_int_equal(maq_convert(again, "obj", NULL, &copy), MAQ_OK);
    assert_true(say_the_same(obj, copy));
    maq_buffer_free(&text);
    maq_close(copy);
    maq_close(again);
    maq_close(obj);
    maq_close(bones);
}

// The place of -s, -o, Pr and Pm in glTF: KHR_texture_transform and the factors of a material. The
// extras of the material are what the reader found in the members of the file.
static void map_options_and_factors_become_members_of_gltf(void **state) {
    (void)state;
    maq_document *document = open_file("tests/data/obj/surface.obj"), *made, *read;
    maq_buffer file;
    assert_int_equal(maq_convert(document, "glb", NULL, &made), MAQ_OK);
    assert_int_equal(maq_save_memory(made, NULL, &file), MAQ_OK);
    assert_int_equal(maq_open_memory(file.data, file.length, NULL, &read), MAQ_OK);
    const maq_value *data =
        maq_value_find(maq_document_gltf(read)->materials[0].extras, "gltf_material");
    const maq_value *pbr = maq_value_find(data, "pbrMetallicRoughness");
    const maq_value *infos[] = {maq_value_find(pbr, "baseColorTexture"),
                                maq_value_find(data, "normalTexture")};
    static const float wanted[2][4] = {{0.5f, -3.25f, 2, 4}, {0.125f, 0, 1, 1}};
    double number;
    assert_true(maq_value_number(maq_value_find(pbr, "metallicFactor"), &number) && number == 0.75);
    assert_true(maq_value_number(maq_value_find(pbr, "roughnessFactor"), &number) &&
                number == 0.25);
    for (int i = 0; i < 2; i++) {
        const maq_value *extensions = maq_value_find(infos[i], "extensions");
        const maq_value *transform = maq_value_find(extensions, "KHR_texture_transform");
        const maq_value *offset = maq_value_find(transform, "offset"),
                        *scale = maq_value_find(transform, "scale");
        assert_true(offset && scale);
        const maq_value *numbers[] = {offset->as.children.first, offset->as.children.first->next,
                                      scale->as.children.first, scale->as.children.first->next};
        for (int k = 0; k < 4; k++)
            assert_true(maq_value_number(numbers[k], &number) && number == wanted[i][k]);
    }
    maq_close(read);
    maq_buffer_free(&file);
    maq_close(made);
    maq_close(document);
}

static void a_mesh_that_no_node_shows_is_not_written(void **state) {
    (void)state;
    glb_data data = {.length = 0};
    const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    size_t length;
    glb_add_floats(&data, corners, 9);
    char *file = glb_make(
        &length, &data,
        "{'asset':{'version':'2.0'},'nodes':[{'name':'n','mesh':0}],'meshes':[{'name':'shown',"
        "'primitives':[{'attributes':{'POSITION':0}}]},{'name':'hidden','primitives':[{'attributes':{"
        "'POSITION':0}}]}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],"
        "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36}]}");
    maq_document *document = glb_open(file, length), *made;
    assert_int_equal(maq_convert(document, "obj", NULL, &made), MAQ_OK);
    assert_int_equal(maq_document_obj(made)->object_count, 1);
    assert_int_equal(maq_document_obj(made)->element_count, 1);
    assert_says(made, "OBJ-0927", "the mesh \"hidden\", which no node shows, was dropped");
    maq_close(made);
    maq_close(document);
}

static void utf16_is_refused_with_its_reason(void **state) {
    (void)state;
    static const char texts[][8] = {"\xff\xfev\0 \0"
                                    "1",
                                    "\xfe\xff\0v\0 \0",
                                    "v\0 \0"
                                    "1\0 "};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        maq_open_options options = {.size = sizeof options, .format = "obj"};
        maq_document *document;
        assert_int_equal(maq_open_memory(texts[i], 8, &options, &document), MAQ_BAD_DATA);
        assert_says(document, "OBJ-0007", "the file is UTF-16: save it as UTF-8");
        maq_close(document);
    }
}

// Linear in the corners of a face: the summary of this one took 90 seconds when it was quadratic.
static void info_of_a_face_with_many_corners_is_quick(void **state) {
    (void)state;
    enum { CORNERS = 300000 };
    char *text = malloc((size_t)CORNERS * 32), *at = text;
    assert_non_null(text);
    for (int i = 0; i < CORNERS; i++)
        at += sprintf(at, "v %d %d 0\n", i, i % 2);
    at += sprintf(at, "f");
    for (int i = 0; i < CORNERS; i++)
        at += sprintf(at, " %d", i + 1);
    at += sprintf(at, "\n");
    maq_document *document;
    maq_tree *tree;
    maq_open_options options = {.size = sizeof options, .format = "obj"};
    assert_int_equal(maq_open_memory(text, (size_t)(at - text), &options, &document), MAQ_OK);
    clock_t begun = clock();
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (seconds > 5)
        fail_msg("%d seconds", (int)seconds);
    maq_tree_free(tree);
    maq_close(document);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_keeps_every_value),
        cmocka_unit_test(saving_writes_the_materials_beside),
        cmocka_unit_test(statements_are_read_in_all_their_forms),
        cmocka_unit_test(a_house_becomes_a_scene),
        cmocka_unit_test(through_the_scene_and_back),
        cmocka_unit_test(concave_polygons_are_covered),
        cmocka_unit_test(without_smoothing_faces_are_flat),
        cmocka_unit_test(a_texture_seam_keeps_smooth_normals),
        cmocka_unit_test(what_a_scene_cannot_hold_is_named),
        cmocka_unit_test(transforms_of_nodes_are_applied_to_vertices),
        cmocka_unit_test(other_formats_name_their_losses),
        cmocka_unit_test(a_model_without_meshes_can_be_read_again),
        cmocka_unit_test(map_options_and_factors_become_members_of_gltf),
        cmocka_unit_test(a_mesh_that_no_node_shows_is_not_written),
        cmocka_unit_test(utf16_is_refused_with_its_reason),
        cmocka_unit_test(info_of_a_face_with_many_corners_is_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
