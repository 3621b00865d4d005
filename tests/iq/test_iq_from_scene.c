// SPDX-License-Identifier: MIT
//
// Scenes that no Inter-Quake model made, as Inter-Quake models, and what they lose.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/findings.h"
#include "scene/scene.h"
#include "support/iq_bridge.h"
#include "support/iqe_text.h"

// ------------------------------------------------------------------------------------ made scenes

// A scene that tests fill in, in memory of its own.
typedef struct made {
    mq_arena *arena;
    mq_findings findings;
    mq_scene_builder builder;
    maq_scene scene;
} made;

static void begin(made *m) {
    m->arena = mq_arena_new(NULL);
    mq_findings_init(&m->findings, m->arena, 100, 0);
    mq_scene_begin(&m->builder, m->arena, &m->findings);
}

static maq_document *finish(made *m, const char *to) {
    assert_int_equal(mq_scene_finish(&m->builder, &m->scene), MAQ_OK);
    return iq_from_scene(&m->scene, to);
}

static void end(made *m, maq_document *document) {
    maq_close(document);
    mq_arena_free(m->arena);
}

// Finishing repairs the scene in place, so what it points to must be writable.
#define COPY(m, array)                                                                             \
    memcpy(mq_arena_alloc((m)->arena, 1, sizeof(array), alignof(max_align_t)), array, sizeof(array))

static const float wedge_positions[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
static const uint32_t wedge_triangles[4][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};

static maq_scene_mesh wedge(made *m, const char *name, uint32_t material) {
    maq_scene_part parts[1] = {{material, 0, 4}};
    return (maq_scene_mesh){.name = name,
                            .vertex_count = 4,
                            .triangle_count = 4,
                            .positions = COPY(m, wedge_positions),
                            .triangles = COPY(m, wedge_triangles),
                            .parts = COPY(m, parts),
                            .part_count = 1};
}

static uint32_t show(made *m, const maq_scene_mesh *mesh, maq_scene_node node) {
    node.mesh = mq_scene_add_mesh(&m->builder, mesh);
    return mq_scene_add_node(&m->builder, &node);
}

// A mesh without a skin is moved to where its node stands; a mirror turns its triangles.
static void meshes_stand_where_nodes_had_them(void **state) {
    (void)state;
    made m;
    begin(&m);
    maq_scene_mesh mesh = wedge(&m, "wedge", MAQ_SCENE_NONE);
    maq_scene_node node = mq_scene_node("wedge", MAQ_NODE_GROUP);
    node.rest.translation[1] = 10;
    node.rest.scale[0] = -2;
    show(&m, &mesh, node);
    maq_document *document = finish(&m, "iqm");
    const maq_iqm *iqm = maq_document_iqm(document);
    assert_true(fabs(iqm_volume(iqm) + 12) < 1e-4);
    float p[3], low = 100, left = 100;
    for (uint32_t v = 0; v < iqm->vertex_count; v++) {
        iqm_get(iqm, MAQ_IQM_POSITION, v, p, 3);
        low = fminf(low, p[2]);
        left = fminf(left, p[0]);
    }
    assert_true(low == 10 && left == -2);
    assert_int_equal(iqm->joint_count, 0);
    assert_non_null(iqe_find(maq_document_findings(document), "IQM-0925"));
    end(&m, document);
}

// Meshes of one name and material become one, also when another stands between them.
static void meshes_of_one_name_become_one(void **state) {
    (void)state;
    made m;
    begin(&m);
    static const char *const names[3] = {"post", "gate", "post"};
    // No triangle uses the last vertex, so the numbers of the next mesh differ from those of the model.
    static const float positions[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {0, 0, 0}};
    for (int i = 0; i < 3; i++) {
        maq_scene_mesh mesh = wedge(&m, names[i], MAQ_SCENE_NONE);
        mesh.vertex_count = 5;
        mesh.positions = COPY(&m, positions);
        maq_scene_node node = mq_scene_node(names[i], MAQ_NODE_GROUP);
        node.rest.translation[0] = 10 * (float)i;
        show(&m, &mesh, node);
    }
    maq_document *document = finish(&m, "iqm");
    const maq_iqm *iqm = maq_document_iqm(document);
    assert_int_equal(iqm->mesh_count, 2);
    assert_int_equal(iqm->meshes[0].triangle_count, 8);
    assert_int_equal(iqm->meshes[1].triangle_count, 4);
    assert_true(fabs(iqm_volume(iqm) + 18) < 1e-4);
    for (uint32_t v = 0; v < iqm->vertex_count; v++) {
        float p[3];
        iqm_get(iqm, MAQ_IQM_POSITION, v, p, 3);
        bool in_gate = v >= iqm->meshes[1].first_vertex;
        assert_true(in_gate == (p[0] >= 10 && p[0] <= 11));
    }
    end(&m, document);
}

// A node that a clip moves becomes a joint, and what it shows hangs on it; so do other meshes.
static void moved_nodes_become_joints(void **state) {
    (void)state;
    made m;
    begin(&m);
    maq_scene_mesh mesh = wedge(&m, "door", MAQ_SCENE_NONE),
                   other = wedge(&m, "wall", MAQ_SCENE_NONE);
    maq_scene_node hinge = mq_scene_node("hinge", MAQ_NODE_GROUP);
    hinge.rest.translation[0] = 5;
    uint32_t parent = mq_scene_add_node(&m.builder, &hinge);
    maq_scene_node node = mq_scene_node("door", MAQ_NODE_GROUP);
    node.parent = parent;
    show(&m, &mesh, node);
    show(&m, &other, mq_scene_node("wall", MAQ_NODE_GROUP));
    maq_scene_node tag = mq_scene_node("muzzle", MAQ_NODE_ATTACHMENT);
    mq_scene_add_node(&m.builder, &tag);
    float times[2] = {0, 1}, values[6] = {5, 0, 0, 5, 4, 0};
    maq_scene_channel channel = {.path = MAQ_CHANNEL_TRANSLATION,
                                 .target = parent,
                                 .key_count = 2,
                                 .times = COPY(&m, times),
                                 .values = COPY(&m, values)};
    maq_scene_clip clip = {.name = "open", .duration = 1, .channel_count = 1, .loop_count = 1};
    clip.channels = memcpy(MQ_NEW(m.arena, maq_scene_channel), &channel, sizeof channel);
    mq_scene_add_clip(&m.builder, &clip);
    maq_document *document = finish(&m, "iqm");
    const maq_iqm *iqm = maq_document_iqm(document);
    assert_int_equal(iqm->joint_count, 3);
    assert_string_equal(maq_iqm_text(iqm, iqm->joints[0].name), "hinge");
    assert_int_equal(iqm->mesh_count, 2);
    assert_int_equal(iqm->frame_count, 31); // at 30 a second
    assert_int_equal(iqm->anims[0].flags, 0);
    assert_true(iqm->anims[0].framerate == 30);
    float frame[3][10], joints[4];
    assert_true(maq_iqm_frame(iqm, 15, frame));
    assert_true(fabsf(frame[0][2] - 2) < 1e-3f && fabsf(frame[0][0] - 5) < 1e-5f);
    for (uint32_t i = 0; i < 2; i++) {
        iqm_get(iqm, MAQ_IQM_BLENDINDEXES, iqm->meshes[i].first_vertex, joints, 4);
        const char *name = maq_iqm_text(iqm, iqm->joints[(uint32_t)joints[0]].name);
        bool door = strcmp(maq_iqm_text(iqm, iqm->meshes[i].name), "door") == 0;
        assert_string_equal(name, door ? "hinge" : "wall");
    }
    end(&m, document);
}

// More texture coordinates, colours and further numbers are kept as custom arrays.
static void further_streams_are_kept(void **state) {
    (void)state;
    made m;
    begin(&m);
    maq_scene_mesh mesh = wedge(&m, "wedge", MAQ_SCENE_NONE);
    float first[4][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    float second[4][2] = {{0.5f, 0}, {1, 0.25f}, {0, 1}, {7, 1}};
    float heat[4] = {1, 2, 3, 4};
    float colours[4][4] = {{1, 0, 0, 1}, {0, 1, 0, 0.5f}, {0, 0, 1, 1}, {1, 1, 1, 1}};
    void **sets = MQ_NEW_ARRAY(m.arena, void *, 2);
    sets[0] = COPY(&m, first);
    sets[1] = COPY(&m, second);
    mesh.uvs = (const void *)sets;
    mesh.uv_set_count = 2;
    mesh.colours = COPY(&m, colours);
    maq_scene_attribute attribute = {"heat", 1, COPY(&m, heat)};
    mesh.attributes = &attribute;
    mesh.attribute_count = 1;
    show(&m, &mesh, mq_scene_node("wedge", MAQ_NODE_GROUP));
    maq_document *document = finish(&m, "iqm");
    iq_no_losses(maq_document_findings(document), "streams");
    maq_scene *scene = iq_scene_of(document);
    const maq_scene_mesh *back = &scene->meshes[0];
    assert_int_equal(back->uv_set_count, 2);
    assert_int_equal(back->attribute_count, 1);
    assert_string_equal(back->attributes[0].name, "heat");
    assert_non_null(back->tangents);
    for (uint32_t v = 0; v < 4; v++) {
        uint32_t from = (uint32_t)back->attributes[0].values[v] - 1;
        assert_memory_equal(back->positions[v], wedge_positions[from], sizeof wedge_positions[0]);
        assert_memory_equal(back->uvs[1][v], second[from], sizeof second[0]);
        for (int k = 0; k < 4; k++)
            assert_true(fabsf(back->colours[v][k] - colours[from][k]) <= 0.5f / 255 + 1e-6f);
    }
    maq_scene_free(scene);
    end(&m, document);
}

// ------------------------------------------------------------------------------------------ losses

static void what_cannot_be_held_is_reported(void **state) {
    (void)state;
    made m;
    begin(&m);
    maq_scene_texture textures[2] = {{.role = MAQ_TEXTURE_DIFFUSE, .file = "a.png"},
                                     {.role = MAQ_TEXTURE_NORMAL, .file = "n.png"}};
    maq_scene_material material = mq_scene_material("skin");
    material.textures = textures;
    material.texture_count = 2;
    material.two_sided = true;
    uint32_t skin = mq_scene_add_material(&m.builder, &material);
    maq_scene_mesh mesh = wedge(&m, "wedge", skin), shadow = wedge(&m, "shade", skin);
    shadow.role = MAQ_MESH_SHADOW;
    uint32_t moved[1] = {1};
    float deltas[1][3] = {{0, 1, 0}};
    maq_scene_shape shape = {.name = "smile", .count = 1};
    shape.vertices = COPY(&m, moved);
    shape.positions = COPY(&m, deltas);
    mesh.shapes = memcpy(MQ_NEW(m.arena, maq_scene_shape), &shape, sizeof shape);
    mesh.shape_count = 1;
    maq_scene_attribute attributes[11];
    float numbers[4] = {0};
    for (int i = 0; i < 11; i++)
        attributes[i] =
            (maq_scene_attribute){mq_arena_format(m.arena, "a%d", i), 1, COPY(&m, numbers)};
    mesh.attributes = attributes;
    mesh.attribute_count = 11;
    mq_node *other_extras = mq_value_root(m.arena, MAQ_VALUE_OBJECT);
    mq_put_object(other_extras, "pie");
    m.builder.scene.extras = mq_node_value(other_extras);
    uint32_t shown = show(&m, &mesh, mq_scene_node("wedge", MAQ_NODE_GROUP));
    show(&m, &shadow, mq_scene_node("shade", MAQ_NODE_GROUP));
    maq_scene_node facing = mq_scene_node("lamp", MAQ_NODE_GROUP);
    facing.facing = MAQ_FACING_ROLL;
    facing.ignores_parent_rotation = true;
    uint32_t lamp = mq_scene_add_node(&m.builder, &facing);
    float times[2] = {0, 0.12f}, weights[2] = {0, 1}, positions[6] = {0};
    maq_scene_channel *channels = MQ_NEW_ARRAY(m.arena, maq_scene_channel, 2);
    channels[0] = (maq_scene_channel){.path = MAQ_CHANNEL_SHAPE_WEIGHT,
                                      .target = shown,
                                      .key_count = 2,
                                      .times = COPY(&m, times),
                                      .values = COPY(&m, weights)};
    channels[1] = (maq_scene_channel){.path = MAQ_CHANNEL_TRANSLATION,
                                      .target = lamp,
                                      .key_count = 2,
                                      .times = COPY(&m, times),
                                      .values = COPY(&m, positions)};
    maq_scene_marker marker = {0.1f, "step"};
    maq_scene_clip clip = {.name = "talk",
                           .duration = 0.12f,
                           .loop_count = 3,
                           .channels = channels,
                           .channel_count = 2,
                           .markers = &marker,
                           .marker_count = 1};
    mq_scene_add_clip(&m.builder, &clip);
    maq_scene_box box = {.name = "hit", .node = MAQ_SCENE_NONE};
    mq_scene_add_box(&m.builder, &box);
    maq_scene_event event = {"firing", "other.pie"};
    mq_scene_add_event(&m.builder, &event);
    maq_document *document = finish(&m, "iqm");
    const maq_findings *findings = maq_document_findings(document);
    static const char *const reported[] = {"IQM-0921", "IQM-0922", "IQM-0923", "IQM-0924",
                                           "IQM-0925", "IQM-0927", "IQM-0928", "IQM-0929",
                                           "IQM-0930", "IQM-0931", "IQM-0932"};
    for (size_t i = 0; i < sizeof reported / sizeof reported[0]; i++) {
        if (!iqe_find(findings, reported[i]))
            fail_msg("%s is not reported", reported[i]);
    }
    const maq_iqm *iqm = maq_document_iqm(document);
    assert_int_equal(iqm->mesh_count, 1);
    assert_string_equal(maq_iqm_text(iqm, iqm->meshes[0].material), "a.png");
    end(&m, document);
}

// Binds a wedge to two joints, one above the other; `inverse` are their inverse bind matrices.
static void bind_wedge(made *m, const uint32_t bones[2], const float inverse[2][3][4]) {
    maq_scene_mesh mesh = wedge(m, "wedge", MAQ_SCENE_NONE);
    uint32_t joints[4] = {0, 0, 0, 1};
    float weights[4] = {1, 1, 1, 1};
    mesh.influence_count = 1;
    mesh.joints = COPY(m, joints);
    mesh.weights = COPY(m, weights);
    uint32_t *nodes = MQ_NEW_ARRAY(m->arena, uint32_t, 2);
    memcpy(nodes, bones, 2 * sizeof *nodes);
    float(*matrices)[3][4] = mq_arena_alloc(m->arena, 2, sizeof *matrices, alignof(float));
    memcpy(matrices, inverse, 2 * sizeof *matrices);
    maq_scene_skin skin = {2, nodes, (const float(*)[3][4])matrices};
    maq_scene_node node = mq_scene_node("wedge", MAQ_NODE_GROUP);
    node.skin = mq_scene_add_skin(&m->builder, &skin);
    show(m, &mesh, node);
}

// The topmost joint of a skin is bound as it rests; the others keep their bind pose relative to it.
static void the_base_pose_is_that_of_the_skin(void **state) {
    (void)state;
    made m;
    begin(&m);
    maq_scene_node bone = mq_scene_node("bone", MAQ_NODE_JOINT);
    bone.rest.translation[1] = 7;
    uint32_t bones[2] = {mq_scene_add_node(&m.builder, &bone)};
    maq_scene_node tip = mq_scene_node("tip", MAQ_NODE_JOINT);
    tip.parent = bones[0];
    tip.rest.translation[1] = 2;
    bones[1] = mq_scene_add_node(&m.builder, &tip);
    // Bound 4 and 5 above the origin.
    const float inverse[2][3][4] = {{{1, 0, 0, 0}, {0, 1, 0, -4}, {0, 0, 1, 0}},
                                    {{1, 0, 0, 0}, {0, 1, 0, -5}, {0, 0, 1, 0}}};
    bind_wedge(&m, bones, inverse);
    maq_document *document = finish(&m, "iqm");
    const maq_iqm *iqm = maq_document_iqm(document);
    assert_true(fabsf(iqm->joints[0].translation[2] - 7) < 1e-5f);
    assert_true(fabsf(iqm->joints[1].translation[2] - 1) < 1e-5f);
    float p[3], low = 100;
    for (uint32_t v = 0; v < iqm->vertex_count; v++) {
        iqm_get(iqm, MAQ_IQM_POSITION, v, p, 3);
        low = fminf(low, p[2]);
    }
    assert_true(fabsf(low - 3) < 1e-5f);
    const maq_finding *finding = iqe_find(maq_document_findings(document), "IQM-0926");
    assert_non_null(finding);
    assert_int_equal(finding->count, 1); // the tip, which rests elsewhere
    end(&m, document);
}

// A model that was bound lying down, under a node that puts it up, stands at rest, too.
static void skinned_models_with_clips_stand_at_rest(void **state) {
    (void)state;
    made m;
    begin(&m);
    maq_scene_node up = mq_scene_node("up", MAQ_NODE_GROUP);
    const float quarter[4] = {-0.70710678f, 0, 0, 0.70710678f}; // z goes to y
    memcpy(up.rest.rotation, quarter, sizeof quarter);
    uint32_t root = mq_scene_add_node(&m.builder, &up), bones[2];
    maq_scene_node bone = mq_scene_node("bone", MAQ_NODE_JOINT);
    bone.parent = root;
    bones[0] = mq_scene_add_node(&m.builder, &bone);
    maq_scene_node tip = mq_scene_node("tip", MAQ_NODE_JOINT);
    tip.parent = bones[0];
    tip.rest.translation[2] = 3;
    bones[1] = mq_scene_add_node(&m.builder, &tip);
    const float inverse[2][3][4] = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
                                    {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, -3}}};
    bind_wedge(&m, bones, inverse);
    float times[2] = {0, 1}, values[6] = {0, 0, 0, 0, 0, 5};
    maq_scene_channel channel = {.path = MAQ_CHANNEL_TRANSLATION,
                                 .target = bones[0],
                                 .key_count = 2,
                                 .times = COPY(&m, times),
                                 .values = COPY(&m, values)};
    maq_scene_clip clip = {.name = "rise", .duration = 1, .rate = 10, .channel_count = 1};
    clip.channels = memcpy(MQ_NEW(m.arena, maq_scene_channel), &channel, sizeof channel);
    mq_scene_add_clip(&m.builder, &clip);
    maq_document *document = finish(&m, "iqm");
    const maq_iqm *iqm = maq_document_iqm(document);
    assert_null(iqe_find(maq_document_findings(document), "IQM-0926"));
    // The wedge is 3 long in z, which is up in IQM.
    float p[3], high = -100, low = 100;
    for (uint32_t v = 0; v < iqm->vertex_count; v++) {
        iqm_get(iqm, MAQ_IQM_POSITION, v, p, 3);
        high = fmaxf(high, p[2]);
        low = fminf(low, p[2]);
    }
    assert_true(fabsf(high - 3) < 1e-5f && fabsf(low) < 1e-5f);
    // The last frame raises it by 5.
    assert_int_equal(iqm->bounds_count, 11);
    assert_true(fabsf(iqm->bounds[0].max[2] - 3) < 1e-4f);
    assert_true(fabsf(iqm->bounds[10].max[2] - 8) < 1e-3f);
    assert_true(fabsf(iqm->bounds[10].min[2] - 5) < 1e-3f);
    end(&m, document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_stand_where_nodes_had_them),
        cmocka_unit_test(meshes_of_one_name_become_one),
        cmocka_unit_test(moved_nodes_become_joints),
        cmocka_unit_test(further_streams_are_kept),
        cmocka_unit_test(what_cannot_be_held_is_reported),
        cmocka_unit_test(the_base_pose_is_that_of_the_skin),
        cmocka_unit_test(skinned_models_with_clips_stand_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
