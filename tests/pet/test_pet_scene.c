// SPDX-License-Identifier: MIT
//
// Puppets to scenes and back.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/math.h"
#include "formats/format.h"
#include "formats/pet/pet_priv.h"
#include "maquette/scene.h"
#include "scene/geometry.h"
#include "support/pet_documents.h"

// ------------------------------------------------------------------------------------ into a scene

static maq_scene *scene_of(const maq_document *document) {
    maq_scene *scene = NULL;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    if (maq_scene_findings(scene)->count > 0)
        pet_print_findings(maq_scene_findings(scene));
    assert_int_equal(maq_scene_findings(scene)->count, 0);
    return scene;
}

// Summed over the mesh, triangles are counter-clockwise around the normals of their corners.
static void faces_agree(const maq_scene_mesh *mesh) {
    float sum = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles[i];
        float face[3];
        mq_triangle_normal(mesh->positions[t[0]], mesh->positions[t[1]], mesh->positions[t[2]],
                           face);
        for (int k = 0; k < 3; k++)
            sum += face[k] * mesh->normals[t[0]][k];
    }
    assert_true(sum > 0);
}

static void visit_scene(const char *path, const char *kind, const pet_bytes *bytes) {
    (void)kind;
    maq_document *document = pet_open(bytes, path);
    const maq_pet *pet = maq_document_pet(document);
    maq_scene *scene = scene_of(document);
    assert_int_equal(scene->node_count, pet->bone_count + pet->has[MAQ_PET_MESH]);
    assert_int_equal(scene->mesh_count, pet->has[MAQ_PET_MESH]);
    assert_int_equal(scene->box_count, pet->box_count);
    if (pet->motion_count > 0)
        assert_int_equal(scene->clip_count, pet->motion_count);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        assert_int_equal(scene->meshes[i].triangle_count, pet->mesh.triangle_count);
        faces_agree(&scene->meshes[i]);
    }
    maq_scene_free(scene);
    maq_close(document);
}

static void samples_have_scenes(void **state) {
    (void)state;
    pet_for_each_sample(visit_scene);
}

// --------------------------------------------------------------------------------------- and back

static maq_document *from_scene(const maq_scene *scene, const char *variant, const char *version) {
    const maq_format *description = NULL;
    const maq_variant *to = maq_find_variant(variant, &description);
    maq_document *made = mq_document_new(NULL, &mq_pet_format, to, 0);
    assert_non_null(made);
    maq_setting item = {"pet-version", version};
    mq_settings settings = {&item, version != NULL};
    assert_int_equal(mq_pet_format.from_scene(scene, &settings, made), MAQ_OK);
    mq_document_show_findings(made);
    return made;
}

static void expect_no_findings(const maq_document *made) {
    const maq_findings *findings = maq_document_findings(made);
    if (findings->count > 0)
        pet_print_findings(findings);
    assert_int_equal(findings->count, 0);
}

// The document can be written and read, and has no errors.
static void expect_valid(const maq_document *made) {
    pet_bytes bytes = pet_saved(made);
    char name[16] = "x.";
    strcat(name, maq_document_variant(made)->name);
    maq_document *again = pet_open(&bytes, name);
    maq_report *report = NULL;
    assert_int_equal(maq_check(again, NULL, &report), MAQ_OK);
    if (maq_report_findings(report)->errors > 0)
        pet_print_findings(maq_report_findings(report));
    assert_int_equal(maq_report_findings(report)->errors, 0);
    // A conversion to a scene would turn such triangles around.
    assert_int_equal(pet_findings_of(maq_report_findings(report), "PET-0419"), 0);
    maq_report_free(report);
    maq_close(again);
    pet_free(&bytes);
}

// To glTF and back through the API, which keeps the file while nothing is edited.
static void expect_exact_round_trip(const maq_document *document) {
    maq_document *glb = NULL, *back = NULL;
    pet_bytes bytes = pet_saved(document);
    assert_int_equal(maq_convert(document, "glb", NULL, &glb), MAQ_OK);
    assert_int_equal(maq_convert(glb, maq_document_variant(document)->name, NULL, &back), MAQ_OK);
    expect_no_findings(back);
    pet_saves_as(back, bytes.data, bytes.length);
    maq_close(back);
    maq_close(glb);
    pet_free(&bytes);
}

static void visit_round_trip(const char *path, const char *kind, const pet_bytes *bytes) {
    (void)kind;
    maq_document *document = pet_open(bytes, path);
    expect_exact_round_trip(document);
    maq_close(document);
}

static void samples_come_back(void **state) {
    (void)state;
    pet_for_each_sample(visit_round_trip);
}

// The corners of all triangles have the same positions.
static void same_corners(const maq_scene_mesh *a, const maq_scene_mesh *b) {
    assert_int_equal(a->triangle_count, b->triangle_count);
    for (uint32_t i = 0; i < 3 * a->triangle_count; i++) {
        const float *x = a->positions[a->triangles[i / 3][i % 3]];
        const float *y = b->positions[b->triangles[i / 3][i % 3]];
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(x[k] - y[k]) < 1e-5f);
    }
}

// From the scene alone, with and without what the extras of the model say.
static void visit_rebuild(const char *path, const char *kind, const pet_bytes *bytes) {
    maq_document *document = pet_open(bytes, path);
    maq_scene *scene = scene_of(document);
    for (unsigned bare = 0; bare < 2; bare++) {
        maq_scene source = *scene;
        if (bare)
            source.extras = NULL;
        maq_document *made = from_scene(&source, kind, NULL);
        expect_valid(made);
        maq_scene *again = scene_of(made);
        assert_int_equal(again->node_count, scene->node_count);
        assert_int_equal(again->clip_count, scene->clip_count);
        assert_int_equal(again->box_count, scene->box_count);
        assert_int_equal(again->mesh_count, scene->mesh_count);
        // Materials that differed only in what a scene does not show are merged, and their triangles.
        for (uint32_t i = 0; i < scene->mesh_count; i++) {
            if (scene->meshes[i].part_count == again->meshes[i].part_count)
                same_corners(&scene->meshes[i], &again->meshes[i]);
        }
        maq_scene_free(again);
        maq_close(made);
    }
    maq_scene_free(scene);
    maq_close(document);
}

static void samples_can_be_rebuilt(void **state) {
    (void)state;
    pet_for_each_sample(visit_rebuild);
}

// ----------------------------------------------------------------------- a scene from literals

// A cube that two joints bend, with everything that a puppet can hold. Tests change single things.
typedef struct model {
    float positions[8][3], normals[8][3], uvs[8][2], weights[8][2];
    const float (*uv_sets[1])[2];
    uint32_t joints[8][2], triangles[12][3], skin_joints[2];
    float inverse_bind[2][3][4];
    maq_scene_part part;
    maq_scene_mesh mesh;
    maq_scene_texture textures[2];
    maq_scene_material material;
    maq_scene_node nodes[3];
    uint32_t order[3];
    maq_scene_skin skin;
    float times[2], turns[2][4], moves[2][3];
    maq_scene_channel channels[2];
    maq_scene_marker marker;
    maq_scene_clip clips[2];
    maq_scene_box box;
    maq_scene_event event;
    maq_scene_attribute attribute;
    maq_scene_shape shape;
    maq_scene scene;
} model;

static void make_cube(model *m) {
    static const uint32_t faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                          {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                          {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    memcpy(m->triangles, faces, sizeof faces);
    for (int i = 0; i < 8; i++) {
        float length = sqrtf(3);
        for (int k = 0; k < 3; k++) {
            bool high = i >> k & 1;
            m->positions[i][k] = high ? 2.5f : -1.25f;
            m->normals[i][k] = (high ? 1 : -1) / length;
        }
        m->uvs[i][0] = (float)i / 8;
        m->uvs[i][1] = 0.25f;
        m->joints[i][1] = 1;
        // Parts of 255, the heavier one first.
        m->weights[i][0] = (float)((255 - 10 * i) / 255.0);
        m->weights[i][1] = (float)(10 * i / 255.0);
    }
    m->uv_sets[0] = (const float(*)[2])m->uvs;
    m->part = (maq_scene_part){0, 0, 12};
    m->mesh = (maq_scene_mesh){.name = "mesh",
                               .vertex_count = 8,
                               .triangle_count = 12,
                               .positions = (const float(*)[3])m->positions,
                               .normals = (const float(*)[3])m->normals,
                               .uv_set_count = 1,
                               .uvs = (const float(*const *)[2])m->uv_sets,
                               .influence_count = 2,
                               .joints = m->joints[0],
                               .weights = m->weights[0],
                               .triangles = (const uint32_t(*)[3])m->triangles,
                               .part_count = 1,
                               .parts = &m->part};
}

static void make_bones(model *m) {
    float half = sqrtf(0.5f);
    m->nodes[0] = mq_scene_node("hip", MAQ_NODE_JOINT);
    m->nodes[1] = mq_scene_node("head", MAQ_NODE_JOINT);
    m->nodes[2] = mq_scene_node("cube", MAQ_NODE_GROUP);
    m->nodes[0].rest.translation[0] = 1;
    m->nodes[0].rest.rotation[1] = m->nodes[0].rest.rotation[3] = half;
    m->nodes[1].parent = 0;
    m->nodes[1].rest.translation[1] = 3;
    m->nodes[2].mesh = 0;
    m->nodes[2].skin = 0;
    // A quarter turn around y takes z to x and x to -z.
    static const float hip[3][4] = {{0, 0, -1, 0}, {0, 1, 0, 0}, {1, 0, 0, -1}};
    static const float head[3][4] = {{0, 0, -1, 0}, {0, 1, 0, -3}, {1, 0, 0, -1}};
    memcpy(m->inverse_bind[0], hip, sizeof hip);
    memcpy(m->inverse_bind[1], head, sizeof head);
    m->skin_joints[1] = m->order[1] = 1;
    m->order[2] = 2;
    m->skin = (maq_scene_skin){2, m->skin_joints, (const float(*)[3][4])m->inverse_bind};
}

static void make_clips(model *m) {
    m->times[1] = 1;
    m->turns[0][3] = 1;
    m->turns[1][0] = 0.6f;
    m->turns[1][3] = 0.8f;
    m->moves[1][2] = 7;
    m->channels[0] = (maq_scene_channel){.path = MAQ_CHANNEL_ROTATION,
                                         .target = 1,
                                         .key_count = 2,
                                         .times = m->times,
                                         .values = m->turns[0]};
    m->channels[1] = (maq_scene_channel){
        .path = MAQ_CHANNEL_TRANSLATION, .key_count = 2, .times = m->times, .values = m->moves[0]};
    m->marker = (maq_scene_marker){0.5f, "*fx(\"step\")"};
    m->clips[0] = (maq_scene_clip){.name = "nod",
                                   .duration = 1,
                                   .channel_count = 1,
                                   .channels = m->channels,
                                   .marker_count = 1,
                                   .markers = &m->marker};
    m->clips[1] = (maq_scene_clip){.name = "walk",
                                   .duration = 1,
                                   .loop_count = 1,
                                   .channel_count = 1,
                                   .channels = m->channels + 1};
}

static void make_model(model *m) {
    memset(m, 0, sizeof *m);
    make_cube(m);
    make_bones(m);
    make_clips(m);
    m->textures[0] = (maq_scene_texture){.role = MAQ_TEXTURE_DIFFUSE, .file = "skin.bmp"};
    m->textures[1] = (maq_scene_texture){.role = MAQ_TEXTURE_SPECULAR, .file = "shine.bmp"};
    m->material = mq_scene_material("skin");
    m->material.textures = m->textures;
    m->material.texture_count = 2;
    m->box = (maq_scene_box){"bound", 1, {-1, -2, -3}, {4, 5, 6}, NULL};
    m->event = (maq_scene_event){"active", "other.pet"};
    m->scene = (maq_scene){.mesh_count = 1,
                           .material_count = 1,
                           .node_count = 3,
                           .skin_count = 1,
                           .clip_count = 2,
                           .box_count = 1,
                           .meshes = &m->mesh,
                           .materials = &m->material,
                           .nodes = m->nodes,
                           .node_order = m->order,
                           .skins = &m->skin,
                           .clips = m->clips,
                           .boxes = &m->box,
                           .events = &m->event};
}

static mq_mat34 local_of(const maq_transform *t) {
    return mq_mat34_from((mq_vec3){t->translation[0], t->translation[1], t->translation[2]},
                         (mq_quat){t->rotation[0], t->rotation[1], t->rotation[2], t->rotation[3]},
                         (mq_vec3){t->scale[0], t->scale[1], t->scale[2]});
}

// The position of a corner at the end of the clip.
static mq_vec3 skinned(const maq_scene *scene, uint32_t clip, uint32_t corner) {
    maq_transform pose[2] = {scene->nodes[0].rest, scene->nodes[1].rest};
    for (uint32_t i = 0; i < scene->clips[clip].channel_count; i++) {
        const maq_scene_channel *channel = &scene->clips[clip].channels[i];
        uint32_t last = channel->key_count - 1;
        if (channel->path == MAQ_CHANNEL_ROTATION)
            memcpy(pose[channel->target].rotation, channel->values + 4 * last, 4 * sizeof(float));
        else
            memcpy(pose[channel->target].translation, channel->values + 3 * last,
                   3 * sizeof(float));
    }
    mq_mat34 world[2] = {local_of(&pose[0]), local_of(&pose[1])};
    world[1] = mq_mat34_multiply(&world[0], &world[1]);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    uint32_t vertex = mesh->triangles[corner / 3][corner % 3];
    const float *p = mesh->positions[vertex];
    mq_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < mesh->influence_count; i++) {
        size_t at = (size_t)vertex * mesh->influence_count + i;
        uint32_t joint = mesh->joints[at];
        mq_mat34 bind;
        for (int k = 0; k < 12; k++)
            bind.m[k / 4][k % 4] = (double)scene->skins[0].inverse_bind[joint][k / 4][k % 4];
        mq_vec3 in_joint = mq_mat34_point(&bind, (mq_vec3){p[0], p[1], p[2]});
        mq_vec3 moved = mq_mat34_point(&world[scene->skins[0].joints[joint]], in_joint);
        sum = mq_add(sum, mq_scale(moved, (double)mesh->weights[at]));
    }
    return sum;
}

static void scenes_become_puppets(void **state) {
    (void)state;
    model m;
    make_model(&m);
    for (int version = 0; version < 4; version++) {
        static const char *const versions[] = {"1.0", "1.1", "1.2", "1.3"};
        maq_document *made = from_scene(&m.scene, "pet", versions[version]);
        if (version >= 2)
            expect_no_findings(made);
        expect_valid(made);
        maq_scene *again = scene_of(made);
        assert_int_equal(again->node_count, 3);
        assert_int_equal(again->clip_count, 2);
        same_corners(&m.mesh, &again->meshes[0]);
        assert_true(mq_signed_volume(again->meshes[0].positions, again->meshes[0].triangles, 12) >
                    300);
        faces_agree(&again->meshes[0]);
        for (uint32_t clip = 0; clip < 2; clip++) {
            assert_string_equal(again->clips[clip].name, m.clips[clip].name);
            assert_int_equal(again->clips[clip].loop_count, clip);
            for (uint32_t i = 0; i < 36; i++) {
                mq_vec3 a = skinned(&m.scene, clip, i), b = skinned(again, clip, i);
                assert_true(mq_length(mq_subtract(a, b)) < 1e-5);
            }
        }
        assert_int_equal(again->clips[0].marker_count, 1);
        assert_true(again->clips[0].markers[0].time == 0.5f);
        assert_string_equal(again->clips[0].markers[0].text, m.marker.text);
        assert_int_equal(again->boxes[0].node, 1);
        assert_memory_equal(again->boxes[0].min, m.box.min, sizeof m.box.min);
        assert_memory_equal(again->boxes[0].max, m.box.max, sizeof m.box.max);
        maq_scene_free(again);
        maq_close(made);
    }
}

// The x axis is mirrored: the left hand of a puppet is the left hand of the scene.
static void sides_and_faces_are_kept(void **state) {
    (void)state;
    model m;
    make_model(&m);
    maq_document *made = from_scene(&m.scene, "pet", NULL);
    const maq_pet *pet = maq_document_pet(made);
    assert_true(pet->bones[0].matrix[9] == -1);
    assert_true(pet->boxes[0].min[0] == -4 && pet->boxes[0].max[0] == 1);
    maq_pet_mesh mesh;
    assert_int_equal(maq_pet_mesh_open(made, NULL, &mesh), MAQ_OK);
    assert_int_equal(mesh.vertex_count, 8);
    assert_int_equal(mesh.triangle_count, 12);
    maq_pet_mesh_free(&mesh);
    maq_close(made);
}

// After an edit of the mesh, a puppet made from a scene differs in its mesh alone.
static void edits_reach_the_puppet(void **state) {
    (void)state;
    model m;
    make_model(&m);
    maq_document *first = from_scene(&m.scene, "pet", NULL);
    maq_scene *scene = scene_of(first);
    maq_scene edited = *scene;
    maq_scene_mesh mesh = scene->meshes[0];
    float(*positions)[3] = calloc(mesh.vertex_count, sizeof *positions);
    memcpy(positions, mesh.positions, mesh.vertex_count * sizeof *positions);
    positions[0][1] += 1;
    mesh.positions = (const float(*)[3])positions;
    edited.meshes = &mesh;
    maq_document *second = from_scene(&edited, "pet", NULL);
    expect_no_findings(second);
    expect_valid(second);
    const maq_pet *a = maq_document_pet(first), *b = maq_document_pet(second);
    assert_int_equal(a->section_count, b->section_count);
    for (uint32_t i = 0; i < a->section_count; i++) {
        const maq_pet_section *x = &a->sections[i], *y = &b->sections[i];
        assert_int_equal(x->tag, y->tag);
        bool same = x->length == y->length && memcmp(x->bytes, y->bytes, x->length) == 0;
        assert_int_equal(same, x->tag != MAQ_PET_MESH);
    }
    maq_scene *again = scene_of(second);
    same_corners(&mesh, &again->meshes[0]);
    maq_scene_free(again);
    maq_close(second);
    free(positions);
    maq_scene_free(scene);
    maq_close(first);
}

// ---------------------------------------------------------------------------------------- losses

// Changes the model so that it has exactly one loss. False: the loss is not one of scenes.
static bool change(model *m, unsigned number, mq_arena *arena) {
    static const float colours[8][4] = {{1, 1, 1, 1}};
    mq_node *root;
    switch (number) {
    case 952:
        m->mesh.name = "cube";
        return true;
    case 936:
        m->mesh.colours = colours;
        return true;
    case 937:
        m->mesh.role = MAQ_MESH_SHADOW;
        return true;
    case 938:
        m->weights[1][0] = 0.7f;
        m->weights[1][1] = 0.3f;
        return true;
    case 939:
        m->inverse_bind[1][1][3] = -4;
        return true;
    case 940:
        m->textures[1].role = MAQ_TEXTURE_NORMAL;
        return true;
    case 941:
        m->textures[0].file = "a/skin.bmp";
        return true;
    case 942:
        m->material.two_sided = true;
        return true;
    case 943:
        m->nodes[1].ignores_parent_rotation = true;
        return true;
    case 944:
        m->channels[1].path = MAQ_CHANNEL_VISIBLE;
        return true;
    case 945:
        m->marker.time = 0.51f;
        return true;
    case 946:
        m->clips[1].loop_count = 3;
        return true;
    case 947:
        m->nodes[1].name = "hip";
        return true;
    case 948:
        m->scene.event_count = 1;
        return true;
    case 949:
        root = mq_value_root(arena, MAQ_VALUE_OBJECT);
        mq_put_object(root, "pie");
        m->scene.extras = mq_node_value(root);
        return true;
    case 951:
        m->clips[1].duration = 1e30f;
        return true;
    default:
        return false;
    }
}

// A puppet with something that a scene cannot hold.
static maq_document *odd_puppet(unsigned number) {
    static const maq_pet_bone plain = {.name = {"a", 1},
                                       .parent = {.bone = -1},
                                       .matrix = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
                                       .extra = -1};
    static const maq_pet_key keys[2] = {{1, {0}}, {0.5f, {0}}};
    maq_pet_bone bones[17];
    maq_pet_vertex vertex = {.weight_count = 17};
    maq_pet_weight weights[17];
    maq_pet_animation animation = {.position = {keys, 2, 0}};
    for (int i = 0; i < 17; i++) {
        bones[i] = plain;
        weights[i] = (maq_pet_weight){{i, false}, 15};
    }
    maq_pet_mesh mesh = {
        .vertices = &vertex, .weights = weights, .vertex_count = 1, .weight_count = 17};
    maq_pet pet = {.minor = 3, .bones = bones, .bone_count = 17};
    if (number == 933)
        bones[0].matrix[3] = 0.5f;
    if (number == 934) {
        pet.animations = &animation;
        pet.animation_count = 1;
    }
    maq_document *document = NULL;
    assert_int_equal(maq_document_from_pet(&pet, number == 935 ? &mesh : NULL, NULL, &document),
                     MAQ_OK);
    return document;
}

static void losses_of_scenes_are_reported(void **state) {
    (void)state;
    static const char *const ids[] = {"PET-0933", "PET-0934", "PET-0935"};
    for (unsigned i = 0; i < 3; i++) {
        maq_document *document = odd_puppet(933 + i);
        maq_scene *scene = NULL;
        assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
        assert_int_equal(maq_scene_findings(scene)->count, 1);
        assert_int_equal(pet_findings_of(maq_scene_findings(scene), ids[i]), 1);
        // The file that is stored has all of it.
        pet_bytes bytes = pet_saved(document);
        maq_document *read = pet_open(&bytes, "x.pet");
        expect_exact_round_trip(read);
        maq_close(read);
        pet_free(&bytes);
        maq_scene_free(scene);
        maq_close(document);
    }
}

// ------------------------------------------------------------------------------------- properties

static const char *text_of(maq_pet_text text) {
    static char copies[4][64];
    static unsigned next;
    char *copy = copies[next++ % 4];
    assert_true(text.length < 64);
    if (text.length > 0)
        memcpy(copy, text.bytes, text.length);
    copy[text.length] = '\0';
    return copy;
}

#define ASSERT_SAME_TEXT(a, b) assert_string_equal(text_of(a), text_of(b))

static void expect_same_values(const maq_pet_material *a, const maq_pet_material *b) {
    ASSERT_SAME_TEXT(a->name, b->name);
    assert_int_equal(a->value_count, b->value_count);
    for (uint32_t i = 0; i < a->value_count; i++) {
        const maq_pet_value *x = &a->values[i], *y = &b->values[i];
        ASSERT_SAME_TEXT(x->name, y->name);
        assert_int_equal(x->type, y->type);
        assert_int_equal(x->word, y->word);
        assert_memory_equal(x->floats, y->floats, sizeof x->floats);
        ASSERT_SAME_TEXT(x->text, y->text);
    }
}

static void expect_same_properties(const maq_pet *a, const maq_pet *b) {
    assert_int_equal(a->minor, b->minor);
    assert_int_equal(a->layout, b->layout);
    assert_int_equal(a->face_count, b->face_count);
    for (uint32_t i = 0; i < a->face_count; i++) {
        assert_int_equal(a->faces[i].group, b->faces[i].group);
        assert_string_equal(a->faces[i].name, b->faces[i].name);
        assert_string_equal(a->faces[i].texture, b->faces[i].texture);
    }
    assert_int_equal(a->extra_count, b->extra_count);
    for (uint32_t i = 0; i < a->extra_count; i++)
        assert_int_equal(a->extras[i].bone, b->extras[i].bone);
    assert_int_equal(a->texture_count, b->texture_count);
    for (uint32_t i = 0; i < a->texture_count; i++) {
        assert_string_equal(a->textures[i].name, b->textures[i].name);
        assert_int_equal(a->textures[i].group, b->textures[i].group);
        assert_int_equal(a->textures[i].flag, b->textures[i].flag);
        assert_int_equal(a->textures[i].diffuse, b->textures[i].diffuse);
    }
    for (uint32_t i = 0; i < a->bone_count; i++)
        assert_true(a->bones[i].extra == b->bones[i].extra);
    assert_int_equal(a->material_count, b->material_count);
    for (uint32_t i = 0; i < a->material_count; i++)
        expect_same_values(&a->materials[i], &b->materials[i]);
    for (uint32_t i = 0; i < a->box_count; i++) {
        assert_int_equal(a->boxes[i].shape, b->boxes[i].shape);
        ASSERT_SAME_TEXT(a->boxes[i].option[0], b->boxes[i].option[0]);
        ASSERT_SAME_TEXT(a->boxes[i].option[1], b->boxes[i].option[1]);
    }
    for (uint32_t i = 0; i < a->motion_count; i++) {
        ASSERT_SAME_TEXT(a->motions[i].next, b->motions[i].next);
        ASSERT_SAME_TEXT(a->motions[i].method, b->motions[i].method);
        ASSERT_SAME_TEXT(a->motions[i].bone, b->motions[i].bone);
        assert_true(a->motions[i].time == b->motions[i].time);
    }
}

// Through glTF with an edit in between, so that the puppet is made from the scene.
static maq_document *edited_round_trip(const maq_document *document) {
    maq_document *glb = NULL, *back = NULL;
    assert_int_equal(maq_convert(document, "glb", NULL, &glb), MAQ_OK);
    maq_scene scene = *(const maq_scene *)glb->content;
    maq_scene_node *nodes = calloc(scene.node_count, sizeof *nodes);
    assert_non_null(nodes);
    memcpy(nodes, scene.nodes, scene.node_count * sizeof *nodes);
    nodes[1].rest.translation[0] += 1;
    scene.nodes = nodes;
    maq_document edited = *glb;
    edited.content = &scene;
    assert_int_equal(maq_convert(&edited, maq_document_variant(document)->name, NULL, &back),
                     MAQ_OK);
    free(nodes);
    maq_close(glb);
    return back;
}

static void properties_survive_an_edit(void **state) {
    (void)state;
    static const char *const kinds[] = {"pet", "bpet", "mpet"};
    for (unsigned i = 0; i < 3; i++) {
        pet_bytes bytes = {0};
        char name[16] = "x.";
        pet_file(&bytes, kinds[i], (pet_form){3, true, true}, true);
        maq_document *document = pet_open(&bytes, strcat(name, kinds[i]));
        maq_document *back = edited_round_trip(document);
        const maq_pet *before = maq_document_pet(document), *after = maq_document_pet(back);
        // It is made from the scene: the bone has moved.
        assert_true(before->bones[1].matrix[9] != after->bones[1].matrix[9]);
        expect_same_properties(before, after);
        if (i == 2) {
            maq_pet_mesh mesh;
            assert_int_equal(maq_pet_mesh_open(back, NULL, &mesh), MAQ_OK);
            assert_int_equal(mesh.skins[0].bone, before->mesh.skins[0].bone);
            bool has_seam = false;
            for (uint32_t k = 0; k < mesh.vertex_count; k++)
                has_seam |= mesh.vertices[k].seam != 1;
            assert_true(has_seam);
            maq_pet_mesh_free(&mesh);
        }
        expect_valid(back);
        maq_close(back);
        maq_close(document);
        pet_free(&bytes);
    }
}

static void a_documented_puppet_stays_documented_after_an_edit(void **state) {
    (void)state;
    pet_bytes bytes = {0};
    pet_file(&bytes, "pet", (pet_form){1, false, false}, true);
    maq_document *document = pet_open(&bytes, "x.pet");
    maq_document *back = edited_round_trip(document);
    assert_int_equal(maq_document_pet(back)->layout, MAQ_PET_DOCUMENTED);
    assert_int_equal(maq_document_pet(back)->minor, 1);
    maq_close(back);
    maq_close(document);
    pet_free(&bytes);
}

// Without its texture a face animation is dropped, and the loss is reported.
static void faces_without_textures_are_dropped(void **state) {
    (void)state;
    pet_bytes bytes = {0};
    pet_file(&bytes, "pet", (pet_form){3, true, false}, true);
    maq_document *document = pet_open(&bytes, "x.pet");
    maq_scene *scene = scene_of(document);
    maq_scene edited = *scene;
    maq_scene_material *materials = calloc(edited.material_count, sizeof *materials);
    assert_non_null(materials);
    for (uint32_t i = 0; i < edited.material_count; i++)
        materials[i] = mq_scene_material("");
    edited.materials = materials;
    maq_document *made = from_scene(&edited, "pet", NULL);
    assert_int_equal(maq_document_pet(made)->face_count, 0);
    assert_int_equal(pet_findings_of(maq_document_findings(made), "PET-0950"), 1);
    free(materials);
    maq_close(made);
    maq_scene_free(scene);
    maq_close(document);
    pet_free(&bytes);
}

// A mesh that no node shows is not part of the model.
static void meshes_that_no_node_shows_are_dropped(void **state) {
    (void)state;
    model m;
    make_model(&m);
    m.nodes[2].mesh = m.nodes[2].skin = MAQ_SCENE_NONE;
    maq_document *made = from_scene(&m.scene, "pet", NULL);
    assert_int_equal(maq_document_pet(made)->mesh.triangle_count, 0);
    assert_int_equal(pet_findings_of(maq_document_findings(made), "PET-0937"), 1);
    maq_close(made);
}

static uint32_t vertices_of(const maq_scene *scene) {
    maq_document *made = from_scene(scene, "mpet", NULL);
    maq_pet_mesh mesh;
    assert_int_equal(maq_pet_mesh_open(made, NULL, &mesh), MAQ_OK);
    uint32_t count = mesh.vertex_count;
    // Corners keep the normals and texture coordinates of the scene, in the order of another handedness.
    for (uint32_t i = 0; i < 36; i++) {
        const maq_scene_mesh *from = &scene->meshes[0];
        const maq_pet_corner *corner = &mesh.triangles[i / 3].corners[(3 - i % 3) % 3];
        uint32_t vertex = from->triangles[i / 3][i % 3];
        assert_true(fabsf(corner->normal[0] + from->normals[vertex][0]) < 1e-6f);
        assert_true(fabsf(corner->normal[2] - from->normals[vertex][2]) < 1e-6f);
        assert_true(mesh.uvs[corner->first_uv].u == from->uvs[0][vertex][0]);
    }
    maq_pet_mesh_free(&mesh);
    maq_close(made);
    return count;
}

// Vertices of a scene that differ in what puppets have in corners are one vertex.
static void equal_positions_share_a_vertex(void **state) {
    (void)state;
    model m;
    make_model(&m);
    for (int i = 0; i < 8; i += 2)
        memcpy(m.positions[i + 1], m.positions[i], sizeof m.positions[i]);
    assert_int_equal(vertices_of(&m.scene), 8); // by their weights
    m.nodes[2].skin = MAQ_SCENE_NONE;
    m.mesh.influence_count = 0;
    assert_int_equal(vertices_of(&m.scene), 4);
    m.nodes[2].rest.translation[1] = 4;
    assert_int_equal(vertices_of(&m.scene), 4);
    const float seams[8] = {1, 1, 1, 1, 1, 0.5f, 0.5f, 0.5f};
    m.attribute = (maq_scene_attribute){"pet_seam", 1, seams};
    m.mesh.attributes = &m.attribute;
    m.mesh.attribute_count = 1;
    assert_int_equal(vertices_of(&m.scene), 5);
}

static void each_loss_is_named(void **state) {
    (void)state;
    const maq_format *format = NULL;
    maq_find_variant("pet", &format);
    mq_arena *arena = mq_arena_new(NULL);
    for (uint32_t i = 0; i < format->rule_count; i++) {
        const char *id = format->rules[i].id;
        model m;
        make_model(&m);
        unsigned number = (unsigned)strtoul(id + 4, NULL, 10);
        if (!change(&m, number, arena)) {
            // The others belong to conversions between puppets, or have a test above.
            assert_true(number < 936 || number == 950);
            continue;
        }
        maq_document *made = from_scene(&m.scene, "pet", NULL);
        const maq_findings *findings = maq_document_findings(made);
        if (findings->count != 1 || pet_findings_of(findings, id) != 1) {
            print_error("%s should be the one loss; found:\n", id);
            pet_print_findings(findings);
            fail();
        }
        expect_valid(made);
        maq_close(made);
    }
    mq_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_have_scenes),
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(samples_can_be_rebuilt),
        cmocka_unit_test(scenes_become_puppets),
        cmocka_unit_test(sides_and_faces_are_kept),
        cmocka_unit_test(edits_reach_the_puppet),
        cmocka_unit_test(losses_of_scenes_are_reported),
        cmocka_unit_test(properties_survive_an_edit),
        cmocka_unit_test(a_documented_puppet_stays_documented_after_an_edit),
        cmocka_unit_test(faces_without_textures_are_dropped),
        cmocka_unit_test(meshes_that_no_node_shows_are_dropped),
        cmocka_unit_test(equal_positions_share_a_vertex),
        cmocka_unit_test(each_loss_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
