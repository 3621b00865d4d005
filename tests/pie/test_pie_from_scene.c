// SPDX-License-Identifier: MIT
//
// Scenes of other formats as PIE models: what is built, and what is named as lost.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/format.h"
#include "maquette/pie.h"
#include "scene/scene.h"
#include "support/documents.h"
#include "support/scenes.h"

// ------------------------------------------------------------------------------- building a scene

typedef struct scene_builder {
    mq_arena *arena;
    mq_findings findings;
    mq_scene_builder builder;
    maq_scene scene;
} scene_builder;

static void begin_scene(scene_builder *it) {
    it->arena = mq_arena_new(NULL);
    assert_non_null(it->arena);
    mq_findings_init(&it->findings, it->arena, 100, 0);
    mq_scene_begin(&it->builder, it->arena, &it->findings);
}

static maq_document *finish_scene(scene_builder *it, const char *variant,
                                  const char *const *settings) {
    assert_int_equal(mq_scene_finish(&it->builder, &it->scene), MAQ_OK);
    assert_int_equal(it->findings.list.count, 0);
    return document_from_scene(&it->scene, variant, settings);
}

static void end_scene(scene_builder *it, maq_document *document) {
    maq_close(document);
    mq_arena_free(it->arena);
}

static void assert_game_loads(const maq_document *document) {
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    const maq_findings *findings = maq_report_findings(report);
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].severity == MAQ_ERROR)
            fail_msg("%s: %s", findings->items[i].rule->id, findings->items[i].message);
    }
    maq_report_free(report);
}

// A triangle in the plane z = 0 that faces the front, +z: counter-clockwise from there.
static const float triangle[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 2, 0}};
static const float triangle_uvs[3][2] = {{0, 1}, {1, 1}, {0, 0}};

// A mesh of `count` such triangles, the first half of them (rounded up) of material 0, the rest of
// `second`.
static maq_scene_mesh mesh_of(scene_builder *it, uint32_t count, uint32_t second) {
    float(*positions)[3] = mq_arena_alloc(it->arena, (size_t)count * 3, sizeof(float[3]), 8);
    float(*uvs)[2] = mq_arena_alloc(it->arena, (size_t)count * 3, sizeof(float[2]), 8);
    uint32_t(*faces)[3] = mq_arena_alloc(it->arena, count, sizeof(uint32_t[3]), 8);
    maq_scene_part *parts = MQ_NEW_ARRAY(it->arena, maq_scene_part, 2);
    const float(**sets)[2] = mq_arena_alloc(it->arena, 1, sizeof(void *), 8);
    for (uint32_t i = 0; i < count * 3; i++) {
        memcpy(positions[i], triangle[i % 3], sizeof *positions);
        positions[i][2] = (float)(i / 3);
        memcpy(uvs[i], triangle_uvs[i % 3], sizeof *uvs);
        faces[i / 3][i % 3] = i;
    }
    uint32_t first = (count + 1) / 2;
    parts[0] = (maq_scene_part){0, 0, first};
    parts[1] = (maq_scene_part){second, first, count - first};
    *sets = (const float(*)[2])uvs;
    return (maq_scene_mesh){.name = "mesh",
                            .vertex_count = count * 3,
                            .triangle_count = count,
                            .positions = (const float(*)[3])positions,
                            .uv_set_count = 1,
                            .uvs = sets,
                            .triangles = (const uint32_t(*)[3])faces,
                            .part_count = 2,
                            .parts = parts};
}

static void add_material(scene_builder *it, const char *name, const char *file) {
    maq_scene_texture *texture = MQ_NEW(it->arena, maq_scene_texture);
    *texture = (maq_scene_texture){.role = MAQ_TEXTURE_DIFFUSE, .file = file};
    maq_scene_material material = mq_scene_material(name);
    material.texture_count = 1;
    material.textures = texture;
    mq_scene_add_material(&it->builder, &material);
}

// Shows a mesh (see mesh_of) under the name that PIE would give it.
static void show(scene_builder *it, uint32_t count, uint32_t second) {
    maq_scene_mesh mesh = mesh_of(it, count, second);
    maq_scene_node node = mq_scene_node("level 1", MAQ_NODE_GROUP);
    node.mesh = mq_scene_add_mesh(&it->builder, &mesh);
    mq_scene_add_node(&it->builder, &node);
}

// One triangle with one material.
static void begin_simple_scene(scene_builder *it) {
    begin_scene(it);
    add_material(it, "page-1", "page-1.png");
    show(it, 1, 0);
}

// ------------------------------------------------------------------------------------------ tests

static void triangles_become_polygons(void **state) {
    (void)state;
    scene_builder it;
    begin_simple_scene(&it);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    assert_only_losses(document, NULL, 0);
    assert_game_loads(document);
    const maq_pie *pie = maq_document_pie(document);
    assert_int_equal(pie->version, 4);
    assert_int_equal(pie->level_count, 1);
    assert_int_equal(pie->settings.type, 0x200);
    assert_int_equal(pie->settings.texture_count, 1);
    assert_string_equal(pie->settings.textures[0].file, "page-1.png");
    const maq_pie_level *level = &pie->levels[0];
    assert_int_equal(level->point_count, 3);
    assert_int_equal(level->normal_count, 0);
    assert_int_equal(level->polygons.count, 1);
    assert_int_equal(level->polygons.items[0].flags, 0x200);
    const maq_pie_corner *corners = level->polygons.corners;
    // Two corners are swapped, and v runs down in both.
    const maq_pie_point *second = &level->points[corners[1].point];
    assert_true(second->x == 0 && second->y == 2 && corners[1].u == 0 && corners[1].v == 0);
    const maq_pie_point *third = &level->points[corners[2].point];
    assert_true(third->x == 4 && third->y == 0 && corners[2].u == 1 && corners[2].v == 1);
    end_scene(&it, document);
}

static void transforms_are_applied(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    add_material(&it, "page-1", "page-1.png");
    maq_scene_mesh mesh = mesh_of(&it, 1, 0);
    static const float normals[3][3] = {{0, 0, 1}, {0.6f, 0, 0.8f}, {0, 0, 1}};
    mesh.normals = normals;
    mq_scene_add_mesh(&it.builder, &mesh);
    maq_scene_node node = mq_scene_node("level 1", MAQ_NODE_GROUP);
    node.mesh = 0;
    // A quarter turn about y moves the front to the right.
    node.rest.rotation[1] = node.rest.rotation[3] = sqrtf(0.5f);
    node.rest.translation[2] = 10;
    mq_scene_add_node(&it.builder, &node);
    maq_document *document = finish_scene(&it, "pie3", NULL);
    assert_only_losses(document, NULL, 0);
    const maq_pie_level *level = &maq_document_pie(document)->levels[0];
    // (4, 0, 0) goes to (0, 0, -4), and to 6 in front: -6 in PIE. It is the third corner now.
    const maq_pie_point *point = &level->points[level->polygons.corners[2].point];
    assert_true(fabsf(point->x) < 1e-5f && fabsf(point->z + 6) < 1e-5f);
    assert_int_equal(level->normal_count, 1);
    const float *normal = level->normals[0].normal[2];
    assert_true(fabsf(normal[0] - 0.8f) < 1e-6f && fabsf(normal[2] - 0.6f) < 1e-6f);
    end_scene(&it, document);
}

// The game makes flat normals by itself.
static void normals_are_written_when_they_are_not_flat(void **state) {
    (void)state;
    static const float flat[3][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    static const float bent[3][3] = {{0, 0, 1}, {0.6f, 0, 0.8f}, {0, 0, 1}};
    for (int i = 0; i < 2; i++) {
        scene_builder it;
        begin_scene(&it);
        add_material(&it, "page-1", "page-1.png");
        maq_scene_mesh mesh = mesh_of(&it, 1, 0);
        mesh.normals = i == 0 ? flat : bent;
        maq_scene_node node = mq_scene_node("level 1", MAQ_NODE_GROUP);
        node.mesh = mq_scene_add_mesh(&it.builder, &mesh);
        mq_scene_add_node(&it.builder, &node);
        maq_document *document = finish_scene(&it, "pie3", NULL);
        const maq_pie_level *level = &maq_document_pie(document)->levels[0];
        assert_only_losses(document, NULL, 0);
        assert_int_equal(level->normal_count, i);
        if (i == 1) {
            const float(*normal)[3] = level->normals[0].normal; // two corners are swapped
            assert_true(normal[0][2] == -1 && normal[1][2] == -1);
            assert_true(normal[2][0] == 0.6f && normal[2][2] == -0.8f);
        }
        end_scene(&it, document);
    }
}

static void levels_have_textures_of_their_own_in_pie_4_alone(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    add_material(&it, "page-1", "page-1.png");
    add_material(&it, "metal", "page-2.png");
    show(&it, 2, 1);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    assert_only_losses(document, (const char *const[]){"PIE-0939", "PIE-0942"}, 2);
    assert_int_equal(count_rule(document, "PIE-0942"), 1);
    assert_game_loads(document);
    const maq_pie *pie = maq_document_pie(document);
    assert_int_equal(pie->level_count, 2);
    assert_string_equal(pie->settings.textures[0].file, "page-1.png");
    assert_int_equal(pie->levels[0].settings.texture_count, 0);
    assert_int_equal(pie->levels[1].settings.texture_count, 1);
    assert_string_equal(pie->levels[1].settings.textures[0].file, "page-2.png");
    maq_close(document);
    document = document_from_scene(&it.scene, "pie3", NULL);
    assert_int_equal(count_rule(document, "PIE-0922"), 1);
    assert_int_equal(count_rule(document, "PIE-0903"), 1);
    const maq_findings *findings = maq_document_findings(document);
    for (size_t i = 0; i < findings->count; i++) {
        // By name, and with what to do.
        if (strcmp(findings->items[i].rule->id, "PIE-0922") == 0) {
            const char *message = findings->items[i].message;
            assert_true(strstr(message, "\"page-1\"") && strstr(message, "\"metal\""));
            assert_non_null(strstr(message, "put the textures on one page, or write pie4"));
        }
    }
    assert_game_loads(document);
    end_scene(&it, document);
}

static void names_are_changed_to_what_the_game_accepts(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    add_material(&it, "page-1", "textures/My Wood.jpg");
    show(&it, 1, 0);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    assert_int_equal(count_rule(document, "PIE-0923"), 1);
    assert_string_equal(maq_document_pie(document)->settings.textures[0].file, "My_Wood.png");
    assert_game_loads(document);
    end_scene(&it, document);
}

static void large_meshes_are_cut_when_asked(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    add_material(&it, "page-1", "page-1.png");
    show(&it, 9000, 0);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    assert_int_equal(count_rule(document, "PIE-0938"), 1);
    assert_int_equal(maq_document_pie(document)->level_count, 1);
    maq_close(document);
    document = document_from_scene(&it.scene, "pie4", (const char *const[]){"split", "yes", NULL});
    assert_int_equal(count_rule(document, "PIE-0938"), 0);
    const maq_pie *pie = maq_document_pie(document);
    assert_int_equal(pie->level_count, 2);
    assert_int_equal(pie->levels[0].polygons.count, 8192);
    assert_int_equal(pie->levels[1].polygons.count, 9000 - 8192);
    assert_game_loads(document);
    end_scene(&it, document);
}

// Every level within the limits, and all the polygons there.
static void assert_cut(scene_builder *it, const char *variant, uint32_t most_polygons,
                       uint32_t most_points, uint32_t all) {
    static const char *const split[] = {"split", "yes", NULL};
    maq_document *document = document_from_scene(&it->scene, variant, split);
    const maq_pie *pie = maq_document_pie(document);
    uint32_t polygons = 0;
    assert_int_equal(count_rule(document, "PIE-0938"), 0);
    assert_true(pie->level_count > 1);
    for (uint32_t i = 0; i < pie->level_count; i++) {
        assert_true(pie->levels[i].polygons.count <= most_polygons);
        assert_true(pie->levels[i].point_count <= most_points);
        polygons += pie->levels[i].polygons.count;
    }
    assert_int_equal(polygons, all);
    maq_close(document);
}

static void meshes_are_cut_by_the_limits_of_the_version(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    add_material(&it, "page-1", "page-1.png");
    show(&it, 30000, 0); // 90,000 points
    maq_document *document = finish_scene(&it, "pie5", NULL);
    assert_int_equal(count_rule(document, "PIE-0938"), 1);
    maq_close(document);
    assert_cut(&it, "pie2", 8192, 3 * 8192, 30000);
    assert_cut(&it, "pie3", 8192, 3 * 8192, 30000);
    assert_cut(&it, "pie5", 256, 768, 30000); // no two triangles share a point
    end_scene(&it, NULL);

    begin_scene(&it);
    maq_scene_material material = mq_scene_material("page-1");
    material.two_sided = true;
    mq_scene_add_material(&it.builder, &material);
    show(&it, 300, 0); // polygons have two sides: 600
    document = finish_scene(&it, "pie4", NULL);
    assert_int_equal(count_rule(document, "PIE-0938"), 0);
    maq_close(document);
    assert_cut(&it, "pie5", 512, 768, 600);
    end_scene(&it, NULL);
}

static void two_sided_materials_double_polygons(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    maq_scene_material material = mq_scene_material("page-1");
    material.two_sided = true;
    mq_scene_add_material(&it.builder, &material);
    show(&it, 1, 0);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    assert_int_equal(count_rule(document, "PIE-0910"), 1);
    const maq_pie_polygons *polygons = &maq_document_pie(document)->levels[0].polygons;
    assert_int_equal(polygons->count, 2);
    assert_int_equal(maq_document_pie(document)->levels[0].point_count, 3);
    assert_int_equal(polygons->corners[1].point, polygons->corners[5].point);
    assert_int_equal(polygons->corners[2].point, polygons->corners[4].point);
    end_scene(&it, document);
}

// A tetrahedron of a two-sided material, which most editors make of every material.
static void the_backs_of_closed_parts_are_left_out(void **state) {
    (void)state;
    float positions[4][3] = {{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {0, 0, 8}};
    uint32_t triangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    maq_scene_part part = {0, 0, 4};
    static const struct {
        const char *settings[3];
        uint32_t polygons;
        uint64_t notes;
    } cases[] = {{{NULL}, 4, 1},
                 {{"two-sided", "auto", NULL}, 4, 1},
                 {{"two-sided", "yes", NULL}, 8, 0},
                 {{"two-sided", "no", NULL}, 4, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scene_builder it;
        begin_scene(&it);
        maq_scene_material material = mq_scene_material("page-1");
        material.two_sided = true;
        mq_scene_add_material(&it.builder, &material);
        maq_scene_mesh mesh = {.name = "tetrahedron",
                               .vertex_count = 4,
                               .triangle_count = 4,
                               .positions = (const float(*)[3])positions,
                               .triangles = (const uint32_t(*)[3])triangles,
                               .part_count = 1,
                               .parts = &part};
        maq_scene_node node = mq_scene_node("tetrahedron", MAQ_NODE_GROUP);
        node.mesh = mq_scene_add_mesh(&it.builder, &mesh);
        mq_scene_add_node(&it.builder, &node);
        maq_document *document = finish_scene(&it, "pie4", cases[i].settings);
        assert_int_equal(maq_document_pie(document)->levels[0].polygons.count, cases[i].polygons);
        assert_int_equal(count_rule(document, "PIE-0944"), cases[i].notes);
        end_scene(&it, document);
    }
}

static void connectors_come_in_the_order_of_their_names(void **state) {
    (void)state;
    scene_builder it;
    begin_simple_scene(&it);
    static const struct {
        const char *name;
        maq_node_kind kind;
        float position[3];
    } rows[] = {
        {"Connector 10", MAQ_NODE_GROUP, {3, 30, 300}},
        {"connector 2", MAQ_NODE_ATTACHMENT, {2.25f, 20, 200}},
        {"connector 1", MAQ_NODE_ATTACHMENT, {1, 7, 77}},
    };
    for (size_t i = 0; i < 3; i++) {
        maq_scene_node node = mq_scene_node(rows[i].name, rows[i].kind);
        memcpy(node.rest.translation, rows[i].position, sizeof rows[i].position);
        mq_scene_add_node(&it.builder, &node);
    }
    maq_document *document = finish_scene(&it, "pie4", NULL);
    const maq_pie_level *level = &maq_document_pie(document)->levels[0];
    assert_int_equal(level->connector_count, 3);
    const maq_pie_connector *c = level->connectors;
    assert_true(c[0].x == 1 && c[0].y == -77 && c[0].z == 7);
    assert_true(c[1].x == 2 && c[1].y == -200 && c[1].z == 20);
    assert_true(c[2].x == 3 && c[2].y == -300 && c[2].z == 30);
    assert_int_equal(count_rule(document, "PIE-0936"), 1);
    assert_only_losses(document, (const char *const[]){"PIE-0936"}, 1);
    end_scene(&it, document);
}

static void levels_that_face_the_camera_have_a_connector(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    add_material(&it, "page-1", "page-1.png");
    maq_scene_mesh mesh = mesh_of(&it, 1, 0);
    mq_scene_add_mesh(&it.builder, &mesh);
    maq_scene_node node = mq_scene_node("level 1", MAQ_NODE_GROUP);
    node.mesh = 0;
    node.facing = MAQ_FACING_PITCH_AND_ROLL;
    mq_scene_add_node(&it.builder, &node);
    maq_document *document = finish_scene(&it, "pie2", NULL);
    assert_int_equal(maq_document_pie(document)->settings.type, 0x220);
    assert_int_equal(maq_document_pie(document)->levels[0].connector_count, 1);
    assert_game_loads(document);
    end_scene(&it, document);
}

// -------------------------------------------------------------------------------------- movement

static void add_clip(scene_builder *it, const char *name, uint32_t node, maq_channel_path path,
                     const float *times, const float *values, uint32_t keys) {
    maq_scene_channel *channel = MQ_NEW(it->arena, maq_scene_channel);
    float *own_times = MQ_NEW_ARRAY(it->arena, float, keys);
    size_t numbers = (size_t)keys * mq_channel_width(path);
    float *own_values = MQ_NEW_ARRAY(it->arena, float, numbers);
    memcpy(own_times, times, keys * sizeof *times);
    memcpy(own_values, values, numbers * sizeof *values);
    *channel = (maq_scene_channel){
        .path = path, .target = node, .key_count = keys, .times = own_times, .values = own_values};
    maq_scene_clip clip = {.name = name,
                           .rate = 10,
                           .loop_count = 3,
                           .duration = times[keys - 1],
                           .channel_count = 1,
                           .channels = channel};
    mq_scene_add_clip(&it->builder, &clip);
}

static void movement_of_parents_goes_into_frames(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    add_material(&it, "page-1", "page-1.png");
    maq_scene_mesh mesh = mesh_of(&it, 1, 0);
    mq_scene_add_mesh(&it.builder, &mesh);
    maq_scene_node arm = mq_scene_node("arm", MAQ_NODE_GROUP);
    uint32_t parent = mq_scene_add_node(&it.builder, &arm);
    maq_scene_node node = mq_scene_node("level 1", MAQ_NODE_GROUP);
    node.parent = parent;
    node.mesh = 0;
    node.rest.translation[2] = 8; // in front of the arm
    mq_scene_add_node(&it.builder, &node);
    float half = sqrtf(0.5f);
    // The arm turns by 90 degrees about y and back: front goes to the right.
    add_clip(&it, "wave", parent, MAQ_CHANNEL_ROTATION, (const float[]){0, 0.1f, 0.2f},
             (const float[]){0, 0, 0, 1, 0, half, 0, half, 0, 0, 0, 1}, 3);
    add_clip(&it, "other", parent, MAQ_CHANNEL_TRANSLATION, (const float[]){0, 1},
             (const float[]){0, 0, 0, 1, 0, 0}, 2);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    const maq_pie_animation *animation = &maq_document_pie(document)->levels[0].animation;
    assert_true(animation->present);
    assert_int_equal(animation->time, 100);
    assert_int_equal(animation->cycles, 3);
    assert_int_equal(animation->frame_count, 2);
    // Position: x, depth, up; the front is -z.
    assert_int_equal(animation->frames[0].position[1], -8000);
    assert_int_equal(animation->frames[1].position[0], 8000);
    assert_int_equal(animation->frames[1].position[1], 0);
    // +90 about y is what 90000 as the third number means (see test_pie_scene).
    assert_int_equal(animation->frames[1].rotation[0], 0);
    assert_int_equal(animation->frames[1].rotation[1], 0);
    assert_int_equal(animation->frames[1].rotation[2], 90000);
    assert_true(animation->frames[1].scale[0] == 1);
    assert_int_equal(count_rule(document, "PIE-0930"), 1);
    assert_game_loads(document);
    end_scene(&it, document);
}

static void pieces_of_a_mesh_move_together(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    add_material(&it, "page-1", "page-1.png");
    show(&it, 9000, 0);
    add_clip(&it, "rise", 0, MAQ_CHANNEL_TRANSLATION, (const float[]){0, 0.1f, 0.2f},
             (const float[]){0, 0, 0, 0, 6, 0, 0, 0, 0}, 3);
    assert_int_equal(mq_scene_finish(&it.builder, &it.scene), MAQ_OK);
    maq_document *document =
        document_from_scene(&it.scene, "pie4", (const char *const[]){"split", "yes", NULL});
    const maq_pie *pie = maq_document_pie(document);
    assert_int_equal(pie->level_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pie->levels[i].animation.frame_count, 2);
        assert_int_equal(pie->levels[i].animation.frames[1].position[2], 6000);
    }
    assert_game_loads(document);
    end_scene(&it, document);
}

static void set_skin(scene_builder *it, uint32_t second_joint) {
    begin_scene(it);
    add_material(it, "page-1", "page-1.png");
    maq_scene_mesh mesh = mesh_of(it, 1, 0);
    uint32_t *joints = MQ_NEW_ARRAY(it->arena, uint32_t, 3);
    float *weights = MQ_NEW_ARRAY(it->arena, float, 3);
    for (int i = 0; i < 3; i++)
        weights[i] = 1;
    joints[1] = second_joint;
    mesh.influence_count = 1;
    mesh.joints = joints;
    mesh.weights = weights;
    mq_scene_add_mesh(&it->builder, &mesh);
    uint32_t *nodes = MQ_NEW_ARRAY(it->arena, uint32_t, 2);
    float(*binds)[3][4] = mq_arena_alloc(it->arena, 2, sizeof *binds, 8);
    for (int j = 0; j < 2; j++) {
        maq_scene_node joint = mq_scene_node(j == 0 ? "a" : "b", MAQ_NODE_JOINT);
        joint.rest.translation[1] = 5;
        nodes[j] = mq_scene_add_node(&it->builder, &joint);
        for (int k = 0; k < 3; k++)
            binds[j][k][k] = 1;
        binds[j][1][3] = -5;
    }
    maq_scene_skin skin = {2, nodes, (const float(*)[3][4])binds};
    mq_scene_add_skin(&it->builder, &skin);
    maq_scene_node node = mq_scene_node("level 1", MAQ_NODE_GROUP);
    node.mesh = node.skin = 0;
    mq_scene_add_node(&it->builder, &node);
    add_clip(it, "rise", 0, MAQ_CHANNEL_TRANSLATION, (const float[]){0, 0.1f},
             (const float[]){0, 5, 0, 0, 6, 0}, 2);
}

static void meshes_of_one_joint_move_with_it(void **state) {
    (void)state;
    scene_builder it;
    set_skin(&it, 0);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    const maq_pie_level *level = &maq_document_pie(document)->levels[0];
    assert_int_equal(count_rule(document, "PIE-0928"), 0);
    assert_true(level->animation.present);
    // Points in the space of the joint; the position of the joint is in the frames.
    assert_true(level->points[0].y == -5);
    assert_int_equal(level->animation.frames[0].position[2], 5000);
    assert_int_equal(level->animation.frames[1].position[2], 6000);
    end_scene(&it, document);
}

static void meshes_that_bend_are_written_at_rest(void **state) {
    (void)state;
    scene_builder it;
    set_skin(&it, 1);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    const maq_pie_level *level = &maq_document_pie(document)->levels[0];
    assert_int_equal(count_rule(document, "PIE-0928"), 1);
    assert_false(level->animation.present);
    assert_true(level->points[0].y == 0);
    end_scene(&it, document);
}

static void everything_that_does_not_fit_is_reported(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    maq_scene_material material = mq_scene_material("glass");
    material.blend = MAQ_BLEND_ALPHA;
    mq_scene_add_material(&it.builder, &material);
    maq_scene_mesh mesh = mesh_of(&it, 1, 0);
    static float colours[3][4] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}};
    static float tangents[3][4] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}};
    static const uint32_t first[1] = {0};
    static const float deltas[1][3] = {{1, 0, 0}};
    maq_scene_shape shape = {.name = "smile", .count = 1, .vertices = first, .positions = deltas};
    mesh.colours = (const float(*)[4])colours;
    mesh.tangents = (const float(*)[4])tangents;
    mesh.shape_count = 1;
    mesh.shapes = &shape;
    mq_scene_add_mesh(&it.builder, &mesh);
    mesh = mesh_of(&it, 1, 0);
    mesh.role = MAQ_MESH_COLLISION;
    mq_scene_add_mesh(&it.builder, &mesh);
    mq_node *extras = mq_value_root(it.arena, MAQ_VALUE_OBJECT);
    mq_put_object(extras, "iqm");
    maq_scene_node node = mq_scene_node("face", MAQ_NODE_GROUP);
    node.mesh = 0;
    node.extras = mq_node_value(extras);
    mq_scene_add_node(&it.builder, &node);
    maq_scene_box box = {.name = "hit", .node = MAQ_SCENE_NONE};
    mq_scene_add_box(&it.builder, &box);
    maq_scene_event event = {.name = "step", .file = "foot.pie"};
    mq_scene_add_event(&it.builder, &event);
    maq_document *document = finish_scene(&it, "pie4", NULL);
    static const char *const ids[] = {"PIE-0924", "PIE-0926", "PIE-0927", "PIE-0933",
                                      "PIE-0934", "PIE-0935", "PIE-0937", "PIE-0939"};
    assert_only_losses(document, ids, sizeof ids / sizeof ids[0]);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (count_rule(document, ids[i]) == 0)
            fail_msg("%s is not named", ids[i]);
    }
    assert_int_equal(count_rule(document, "PIE-0926"), 2);
    assert_game_loads(document);
    end_scene(&it, document);
}

static void an_empty_scene_is_an_empty_level(void **state) {
    (void)state;
    scene_builder it;
    begin_scene(&it);
    maq_document *document = finish_scene(&it, "pie3", NULL);
    assert_int_equal(count_rule(document, "PIE-0940"), 1);
    assert_int_equal(maq_document_pie(document)->level_count, 1);
    assert_game_loads(document);
    end_scene(&it, document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_become_polygons),
        cmocka_unit_test(transforms_are_applied),
        cmocka_unit_test(normals_are_written_when_they_are_not_flat),
        cmocka_unit_test(levels_have_textures_of_their_own_in_pie_4_alone),
        cmocka_unit_test(names_are_changed_to_what_the_game_accepts),
        cmocka_unit_test(large_meshes_are_cut_when_asked),
        cmocka_unit_test(meshes_are_cut_by_the_limits_of_the_version),
        cmocka_unit_test(pieces_of_a_mesh_move_together),
        cmocka_unit_test(two_sided_materials_double_polygons),
        cmocka_unit_test(the_backs_of_closed_parts_are_left_out),
        cmocka_unit_test(connectors_come_in_the_order_of_their_names),
        cmocka_unit_test(levels_that_face_the_camera_have_a_connector),
        cmocka_unit_test(movement_of_parents_goes_into_frames),
        cmocka_unit_test(meshes_of_one_joint_move_with_it),
        cmocka_unit_test(meshes_that_bend_are_written_at_rest),
        cmocka_unit_test(everything_that_does_not_fit_is_reported),
        cmocka_unit_test(an_empty_scene_is_an_empty_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
