// SPDX-License-Identifier: MIT
#include "support/scene_trip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/corpus.h"
#include "support/round_trip.h"

static maq_document *new_document(const char *variant_name) {
    const maq_format *description = NULL;
    const maq_variant *variant = maq_find_variant(variant_name, &description);
    assert_non_null(variant);
    const mq_format *row = NULL;
    for (size_t i = 0; mq_format_row(i); i++) {
        if (&mq_format_row(i)->description == description)
            row = mq_format_row(i);
    }
    maq_document *made = mq_document_new(NULL, row, variant, 0);
    assert_non_null(made);
    return made;
}

maq_document *document_of_scene(const maq_scene *scene, const char *variant) {
    maq_document *made = new_document(variant);
    assert_int_equal(made->format->from_scene(scene, &(mq_settings){NULL, 0}, made), MAQ_OK);
    mq_document_show_findings(made);
    return made;
}

maq_document *through_scene(const maq_document *document, const char *variant) {
    maq_document *made = new_document(variant);
    mq_scene_builder builder;
    maq_scene scene;
    mq_scene_begin(&builder, made->arena, &made->findings);
    assert_int_equal(document->format->to_scene(document, &builder), MAQ_OK);
    assert_int_equal(mq_scene_finish(&builder, &scene), MAQ_OK);
    assert_int_equal(made->format->from_scene(&scene, &(mq_settings){NULL, 0}, made), MAQ_OK);
    mq_document_show_findings(made);
    return made;
}

void assert_no_errors(const maq_document *document, const char *target) {
    maq_buffer buffer = written(document);
    maq_document *again = NULL;
    assert_int_equal(maq_open_memory(buffer.data, buffer.length, NULL, &again), MAQ_OK);
    const maq_document *both[] = {document, again};
    for (int i = 0; i < 2; i++) {
        maq_report *report = NULL;
        maq_check_options options = {.target = target};
        assert_int_equal(maq_check(both[i], &options, &report), MAQ_OK);
        const maq_findings *findings = maq_report_findings(report);
        char ids[1024];
        if (findings->errors)
            fail_msg("%s", ids_of(findings, ids, sizeof ids));
        maq_report_free(report);
    }
    assert_same(document, again);
    maq_close(again);
    maq_buffer_free(&buffer);
}

typedef struct trips {
    size_t count, lossless;
} trips;

// Fails the test unless a loss is one that a file without errors may have: comments, or what the
// scene had to repair.
static void assert_losses_are_expected(const char *path, const maq_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        bool expected = strncmp(finding->rule->id, "SCN-", 4) == 0 ||
                        strstr(finding->message, "omments") || strstr(finding->message, "shape 0");
        if (!expected)
            fail_msg("%s: %s %s", path, finding->rule->id, finding->message);
    }
}

static void trip(const char *path, void *context) {
    trips *t = context;
    maq_document *document = NULL, *glb, *read, *back;
    // 17 texture arrays: glTF is read with up to 16 sets of texture coordinates.
    if (strstr(path, "WZM-0207"))
        return;
    if (maq_open_file(path, NULL, &document) != MAQ_OK ||
        maq_document_findings(document)->incomplete_reads) {
        maq_close(document);
        return;
    }
    assert_int_equal(maq_convert(document, "glb", NULL, &glb), MAQ_OK);
    maq_buffer bytes = written(glb);
    assert_int_equal(maq_open_memory(bytes.data, bytes.length, NULL, &read), MAQ_OK);
    assert_int_equal(maq_convert(read, maq_document_variant(document)->name, NULL, &back), MAQ_OK);
    assert_same(document, back);
    t->count++;
    t->lossless +=
        maq_document_findings(glb)->losses == 0 && maq_document_findings(back)->losses == 0;
    assert_losses_are_expected(path, maq_document_findings(glb));
    assert_losses_are_expected(path, maq_document_findings(back));
    maq_close(back);
    maq_close(read);
    maq_buffer_free(&bytes);
    maq_close(glb);
    maq_close(document);
}

size_t assert_glb_trips(const char *folder, const char *ending, size_t *lossless) {
    trips t = {0};
    walk_files(folder, ending, trip, &t);
    *lossless = t.lossless;
    return t.count;
}

// ----------------------------------------------------------------------------------- a rich scene

static const float quad[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
static const float front[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
static const float white[4][4] = {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}};
static const float page[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
static const float quad_weights[8] = {1, 0, 0.75f, 0.25f, 0.5f, 0.5f, 1, 0};
static const uint32_t quad_joints[8] = {0, 0, 0, 1, 0, 1, 1, 0};
static const uint32_t quad_triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
static const float (*const page_sets[2])[2] = {page, page};

// The scene mends what it holds in place: it gets copies.
static void *copied(mq_arena *arena, const void *from, size_t size) {
    void *copy = mq_arena_alloc(arena, 1, size, 16);
    assert_non_null(copy);
    memcpy(copy, from, size);
    return copy;
}
#define COPY(arena, from) copied((arena), (from), sizeof(from))

static uint32_t add_clip(mq_scene_builder *b, mq_arena *arena, uint32_t joint, uint32_t mover,
                         uint32_t skinned) {
    static const float times[2] = {0, 1};
    static const float way[6] = {0, 0, 0, 0, 5, 0};
    static const float turn[8] = {0, 0, 0, 1, 0, 0.70710677f, 0, 0.70710677f};
    static const float grow[6] = {1, 1, 1, 2, 2, 2};
    static const float weight[2] = {0, 1};
    const maq_scene_channel channels[] = {
        {MAQ_CHANNEL_TRANSLATION, mover, 0, false, 2, times, way},
        {MAQ_CHANNEL_ROTATION, joint, 0, false, 2, times, turn},
        {MAQ_CHANNEL_SCALE, joint, 0, false, 2, times, grow},
        {MAQ_CHANNEL_SHAPE_WEIGHT, skinned, 0, false, 2, times, weight},
    };
    maq_scene_channel *own = COPY(arena, channels);
    for (unsigned i = 0; i < 4; i++) {
        own[i].times = COPY(arena, times);
        own[i].values = copied(arena, channels[i].values,
                               2 * mq_channel_width(channels[i].path) * sizeof(float));
    }
    static const maq_scene_marker step = {0.5f, "step"};
    return mq_scene_add_clip(b, &(maq_scene_clip){.name = "walk",
                                                  .duration = 1,
                                                  .loop_count = 3,
                                                  .channel_count = 4,
                                                  .marker_count = 1,
                                                  .channels = own,
                                                  .markers = &step});
}

void rich_scene(mq_arena *arena, mq_findings *findings, maq_scene *scene) {
    mq_scene_builder b;
    mq_scene_begin(&b, arena, findings);
    static const maq_scene_texture textures[] = {{MAQ_TEXTURE_DIFFUSE, 0, "my skin.png", NULL, 0},
                                                 {MAQ_TEXTURE_NORMAL, 0, "n.png", NULL, 0}};
    maq_scene_material material = mq_scene_material("hide");
    material.texture_count = 2;
    material.textures = textures;
    material.blend = MAQ_BLEND_ALPHA;
    uint32_t hide = mq_scene_add_material(&b, &material);
    const maq_scene_part part = {hide, 0, 2}, one = {MAQ_SCENE_NONE, 0, 1};
    static const uint32_t third = 2;
    static const float up[1][3] = {{0, 1, 0}};
    maq_scene_shape shape = {.name = "tall", .count = 1, .vertices = &third, .positions = up};
    maq_scene_mesh mesh = {.name = "a body",
                           .vertex_count = 4,
                           .triangle_count = 2,
                           .positions = COPY(arena, quad),
                           .normals = COPY(arena, front),
                           .uv_set_count = 2,
                           .uvs = page_sets,
                           .colours = COPY(arena, white),
                           .influence_count = 2,
                           .joints = COPY(arena, quad_joints),
                           .weights = COPY(arena, quad_weights),
                           .triangles = COPY(arena, quad_triangles),
                           .part_count = 1,
                           .parts = copied(arena, &part, sizeof part),
                           .shape_count = 1,
                           .shapes = copied(arena, &shape, sizeof shape)};
    uint32_t body = mq_scene_add_mesh(&b, &mesh);
    maq_scene_mesh plain = {.name = "flag",
                            .vertex_count = 3,
                            .triangle_count = 1,
                            .positions = COPY(arena, quad),
                            .triangles = COPY(arena, quad_triangles),
                            .part_count = 1,
                            .parts = copied(arena, &one, sizeof one)};
    uint32_t flag = mq_scene_add_mesh(&b, &plain);
    plain.role = MAQ_MESH_SHADOW;
    plain.positions = COPY(arena, quad);
    plain.triangles = COPY(arena, quad_triangles);
    plain.parts = copied(arena, &one, sizeof one);
    uint32_t shadow = mq_scene_add_mesh(&b, &plain);

    maq_scene_node node = mq_scene_node("hip", MAQ_NODE_JOINT);
    uint32_t hip = mq_scene_add_node(&b, &node);
    node = mq_scene_node("knee", MAQ_NODE_JOINT);
    node.parent = hip;
    node.rest.translation[1] = 1;
    uint32_t knee = mq_scene_add_node(&b, &node);
    static const float bind[2][3][4] = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
                                        {{1, 0, 0, 0}, {0, 1, 0, -1}, {0, 0, 1, 0}}};
    const uint32_t joints[2] = {hip, knee};
    node = mq_scene_node("body", MAQ_NODE_GROUP);
    node.mesh = body;
    node.skin = mq_scene_add_skin(&b, &(maq_scene_skin){2, COPY(arena, joints), COPY(arena, bind)});
    uint32_t skinned = mq_scene_add_node(&b, &node);
    node = mq_scene_node("mover", MAQ_NODE_GROUP);
    uint32_t mover = mq_scene_add_node(&b, &node);
    node = mq_scene_node("flag", MAQ_NODE_GROUP);
    node.parent = mover;
    node.rest.translation[2] = 10;
    node.mesh = flag;
    uint32_t pole = mq_scene_add_node(&b, &node);
    node = mq_scene_node("shadow", MAQ_NODE_GROUP);
    node.mesh = shadow;
    mq_scene_add_node(&b, &node);
    node = mq_scene_node("muzzle", MAQ_NODE_ATTACHMENT);
    node.parent = pole;
    node.rest.translation[0] = 1;
    mq_scene_add_node(&b, &node);
    add_clip(&b, arena, hip, mover, skinned);
    add_clip(&b, arena, knee, mover, skinned);
    mq_scene_add_box(&b, &(maq_scene_box){.name = "hit", .node = hip, .max = {1, 1, 1}});
    mq_scene_add_event(&b, &(maq_scene_event){"firing", "fire.pie"});
    mq_node *root = mq_value_root(arena, MAQ_VALUE_OBJECT);
    mq_put_integer(mq_put_object(root, "pie"), "type", 200);
    b.scene.extras = mq_node_value(root);
    assert_int_equal(mq_scene_finish(&b, scene), MAQ_OK);
}
