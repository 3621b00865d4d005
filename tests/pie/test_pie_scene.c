// SPDX-License-Identifier: MIT
//
// PIE models as scenes: axes, units and motion against values worked out by hand.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"
#include "maquette/scene.h"
#include "scene/geometry.h"

typedef struct opened {
    maq_document *document;
    maq_scene *scene;
} opened;

static opened open_text(const char *text) {
    opened result = {0};
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &result.document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(result.document, NULL, &result.scene), MAQ_OK);
    return result;
}

static void close_opened(opened *it) {
    maq_scene_free(it->scene);
    maq_close(it->document);
}

static void assert_vector(const float *have, const float *want, int count) {
    for (int i = 0; i < count; i++) {
        if (fabsf(have[i] - want[i]) > 1e-6f)
            fail_msg("number %d is %.9g, not %.9g", i, (double)have[i], (double)want[i]);
    }
}

static uint32_t node_named(const maq_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (strcmp(scene->nodes[i].name, name) == 0)
            return i;
    }
    fail_msg("there is no node %s", name);
    return 0;
}

// ------------------------------------------------------------------------------------ orientation

// A tetrahedron with legs of different lengths: 3 to the right (x), 2 up (y), 5 to the front, which
// is -z in PIE. The faces run so that (b - a) x (c - a) points outward in raw numbers.
#define TETRAHEDRON                                                                                \
    "POINTS 4\n\t0 0 0\n\t3 0 0\n\t0 2 0\n\t0 0 -5\n"                                              \
    "POLYGONS 4\n"                                                                                 \
    "\t200 3 0 1 2 0 0 64 0 0 128\n"                                                               \
    "\t200 3 0 3 1 0 0 64 0 0 128\n"                                                               \
    "\t200 3 0 2 3 0 0 64 0 0 128\n"                                                               \
    "\t200 3 1 3 2 0 0 64 0 0 128\n"
#define HEAD "PIE 2\nTYPE 200\nTEXTURE 0 page-7-x.png 256 256\nLEVELS 1\nLEVEL 1\n"

static void faces_point_outward_and_the_front_is_plus_z(void **state) {
    (void)state;
    opened it = open_text(HEAD TETRAHEDRON);
    const maq_scene *scene = it.scene;
    assert_int_equal(scene->mesh_count, 1);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    assert_string_equal(mesh->name, "level 1");
    assert_int_equal(mesh->triangle_count, 4);
    // 3 * 2 * 5, counter-clockwise seen from outside.
    assert_true(fabs(mq_signed_volume(mesh->positions, mesh->triangles, 4) - 30) < 1e-9);
    float min[3], max[3];
    assert_true(mq_bounds(mesh->positions[0], mesh->vertex_count, 3, min, max));
    assert_vector(min, (const float[]){0, 0, 0}, 3);
    assert_vector(max, (const float[]){3, 2, 5}, 3);
    // The first face points back, the second down, the third to the left.
    assert_vector(mesh->normals[mesh->triangles[0][0]], (const float[]){0, 0, -1}, 3);
    assert_vector(mesh->normals[mesh->triangles[1][0]], (const float[]){0, -1, 0}, 3);
    assert_vector(mesh->normals[mesh->triangles[2][0]], (const float[]){-1, 0, 0}, 3);
    close_opened(&it);
}

static void texture_coordinates_start_at_the_top_left(void **state) {
    (void)state;
    opened it = open_text(HEAD TETRAHEDRON);
    const maq_scene_mesh *mesh = &it.scene->meshes[0];
    // Corners two and three of a face are swapped.
    const uint32_t *t = mesh->triangles[0];
    assert_vector(mesh->uvs[0][t[0]], (const float[]){0, 0}, 2);
    assert_vector(mesh->uvs[0][t[1]], (const float[]){0, 0.5f}, 2);
    assert_vector(mesh->uvs[0][t[2]], (const float[]){0.25f, 0}, 2);
    assert_vector(mesh->positions[t[2]], (const float[]){3, 0, 0}, 3);
    assert_int_equal(mesh->attribute_count, 0);
    close_opened(&it);
    // The draft counts from the bottom.
    it = open_text("PIE 5\nTYPE 200\nTEXTURE page-7-x.png\nLEVELS 1\nLEVEL 1\nPOINTS 3\n"
                   "\t0 0 0\n\t3 0 0\n\t0 2 0\nPOLYGONS 1\n\t200 3 0 1 2 0 0.25 1 0.25 0 1\n");
    mesh = &it.scene->meshes[0];
    assert_vector(mesh->uvs[0][mesh->triangles[0][0]], (const float[]){0, 0.75f}, 2);
    assert_vector(mesh->uvs[0][mesh->triangles[0][1]], (const float[]){0, 0}, 2);
    close_opened(&it);
}

static void polygons_become_fans(void **state) {
    (void)state;
    opened it = open_text(HEAD "POINTS 4\n\t0 0 0\n\t1 0 0\n\t1 1 0\n\t0 1 0\n"
                               "POLYGONS 1\n\t200 4 0 1 2 3 0 0 8 0 8 8 0 8\n");
    const maq_scene_mesh *mesh = &it.scene->meshes[0];
    assert_int_equal(mesh->triangle_count, 2);
    assert_int_equal(mesh->vertex_count, 4);
    static const float points[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const uint32_t want[2][3] = {{0, 2, 1}, {0, 3, 2}};
    for (int t = 0; t < 2; t++) {
        for (int k = 0; k < 3; k++)
            assert_vector(mesh->positions[mesh->triangles[t][k]], points[want[t][k]], 3);
    }
    close_opened(&it);
}

static void normals_of_the_file_are_kept(void **state) {
    (void)state;
    opened it =
        open_text("PIE 3\nTYPE 200\nTEXTURE 0 page-7-x.png 0 0\nLEVELS 1\nLEVEL 1\nPOINTS 3\n"
                  "\t0 0 0\n\t3 0 0\n\t0 2 0\nNORMALS 1\n\t0 0 1 0.6 0 0.8 0 2 0\n"
                  "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n");
    const maq_scene_mesh *mesh = &it.scene->meshes[0];
    const uint32_t *t = mesh->triangles[0];
    assert_vector(mesh->normals[t[0]], (const float[]){0, 0, -1}, 3);
    assert_vector(mesh->normals[t[1]], (const float[]){0, 1, 0}, 3);
    assert_vector(mesh->normals[t[2]], (const float[]){0.6f, 0, -0.8f}, 3);
    assert_int_equal(maq_scene_findings(it.scene)->count, 0);
    close_opened(&it);
}

// ----------------------------------------------------------------------------- nodes and materials

static void connectors_are_attachments_with_y_up(void **state) {
    (void)state;
    // The muzzle of a gun: 77 to the front (file y -77), 7 up (file z 7).
    opened it = open_text(HEAD TETRAHEDRON "CONNECTORS 2\n\t1 -77 7\n\t-2 30 40\n");
    const maq_scene_node *node = &it.scene->nodes[node_named(it.scene, "connector 1")];
    assert_int_equal(node->kind, MAQ_NODE_ATTACHMENT);
    assert_int_equal(node->parent, node_named(it.scene, "level 1"));
    assert_vector(node->rest.translation, (const float[]){1, 7, 77}, 3);
    node = &it.scene->nodes[node_named(it.scene, "connector 2")];
    assert_vector(node->rest.translation, (const float[]){-2, 40, -30}, 3);
    close_opened(&it);
}

static void types_become_blending_and_facing(void **state) {
    (void)state;
    static const struct {
        const char *type;
        maq_blend blend;
        maq_facing facing;
    } rows[] = {
        {"200", MAQ_BLEND_OPAQUE, MAQ_FACING_NONE},
        {"211", MAQ_BLEND_OPAQUE, MAQ_FACING_ROLL},
        {"202", MAQ_BLEND_ADDITIVE, MAQ_FACING_NONE},
        {"222", MAQ_BLEND_ADDITIVE, MAQ_FACING_PITCH_AND_ROLL},
        {"206", MAQ_BLEND_PREMULTIPLIED, MAQ_FACING_NONE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024];
        strcpy(text, "PIE 2\nTYPE ");
        strcat(text, rows[i].type);
        strcat(text, "\nTEXTURE 0 page-7-x.png 256 256\nLEVELS 1\nLEVEL 1\n" TETRAHEDRON);
        opened it = open_text(text);
        assert_int_equal(it.scene->material_count, 1);
        assert_int_equal(it.scene->materials[0].blend, rows[i].blend);
        assert_int_equal(it.scene->nodes[0].facing, rows[i].facing);
        close_opened(&it);
    }
}

static void team_masks_are_named(void **state) {
    (void)state;
    opened it = open_text(
        "PIE 2\nTYPE 10200\nTEXTURE 0 page-7-x.png 256 256\nLEVELS 1\nLEVEL 1\n" TETRAHEDRON);
    const maq_scene_material *material = &it.scene->materials[0];
    assert_int_equal(material->texture_count, 2);
    assert_int_equal(material->textures[0].role, MAQ_TEXTURE_DIFFUSE);
    assert_string_equal(material->textures[0].file, "page-7-x.png");
    assert_int_equal(material->textures[1].role, MAQ_TEXTURE_TEAM_MASK);
    assert_string_equal(material->textures[1].file, "page-7_tcmask.png");
    close_opened(&it);
}

// ------------------------------------------------------------------------------------------ motion

static const maq_scene_channel *channel_of(const maq_scene_clip *clip, maq_channel_path path,
                                           uint32_t target) {
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        if (clip->channels[i].path == path && clip->channels[i].target == target)
            return &clip->channels[i];
    }
    return NULL;
}

static void levels_move_in_thousandths_and_turn_the_other_way(void **state) {
    (void)state;
    // Frame 1: 1 right, 3 up (third number), 2 away from the viewer (second number, scene -z);
    // turned by 90000 about x. The game turns by -90 degrees about the raw x axis; with z mirrored
    // that is +90 degrees about x in the scene.
    opened it = open_text(HEAD TETRAHEDRON "ANIMOBJECT 250 2 3\n"
                                           "\t0 0 0 0 0 0 0 1 1 1\n"
                                           "\t1 1000 2000 3000 90000 0 0 1 1 1\n"
                                           "\t2 0 0 0 0 0 90000 -1 -1 -1\n");
    assert_int_equal(it.scene->clip_count, 1);
    const maq_scene_clip *clip = &it.scene->clips[0];
    assert_string_equal(clip->name, "animation");
    assert_int_equal(clip->loop_count, 2);
    assert_true(clip->rate == 4 && clip->duration == 0.75f);
    const maq_scene_channel *channel = channel_of(clip, MAQ_CHANNEL_TRANSLATION, 0);
    assert_non_null(channel);
    assert_false(channel->step);
    assert_int_equal(channel->key_count, 4);
    assert_vector(channel->times, (const float[]){0, 0.25f, 0.5f, 0.75f}, 4);
    assert_vector(channel->values + 3, (const float[]){1, 3, -2}, 3);
    channel = channel_of(clip, MAQ_CHANNEL_ROTATION, 0);
    assert_non_null(channel);
    float half = sqrtf(0.5f);
    assert_vector(channel->values + 4, (const float[]){half, 0, 0, half}, 4);
    // About the up axis: -90 in raw numbers, +90 in the scene.
    assert_vector(channel->values + 8, (const float[]){0, half, 0, half}, 4);
    // Back at the beginning.
    assert_vector(channel->values + 12, (const float[]){0, 0, 0, 1}, 4);
    channel = channel_of(clip, MAQ_CHANNEL_VISIBLE, 0);
    assert_non_null(channel);
    assert_true(channel->step);
    assert_vector(channel->values, (const float[]){1, 1, 0}, 3);
    assert_null(channel_of(clip, MAQ_CHANNEL_SCALE, 0));
    close_opened(&it);
}

static void textures_run_through_their_frames(void **state) {
    (void)state;
    opened it = open_text(HEAD "POINTS 3\n\t0 0 0\n\t3 0 0\n\t0 2 0\nPOLYGONS 2\n"
                               "\t200 3 0 1 2 0 0 64 0 0 128\n"
                               "\t4200 3 0 2 1 4 1000 64 128 0 0 64 0 0 128\n");
    assert_int_equal(it.scene->material_count, 2);
    assert_int_equal(it.scene->meshes[0].part_count, 2);
    assert_int_equal(it.scene->clip_count, 1);
    const maq_scene_clip *clip = &it.scene->clips[0];
    assert_string_equal(clip->name, "texture animation");
    const maq_scene_channel *channel = channel_of(clip, MAQ_CHANNEL_TEXTURE_FRAME, 1);
    assert_non_null(channel);
    assert_true(channel->step);
    assert_vector(channel->times, (const float[]){0, 0.25f, 0.5f, 0.75f, 1}, 5);
    assert_vector(channel->values, (const float[]){0, 1, 2, 3, 3}, 5);
    const maq_scene_frames *frames = &it.scene->materials[1].frames;
    assert_int_equal(frames->kind, MAQ_FRAMES_STRIP);
    assert_int_equal(frames->count, 4);
    assert_int_equal(frames->columns, 4);
    assert_true(frames->step[0] == 0.25f);
    close_opened(&it);
}

static void shadows_hang_below_their_level(void **state) {
    (void)state;
    opened it =
        open_text("PIE 4\nTYPE 200\nTEXTURE 0 page-7-x.png\nLEVELS 1\nLEVEL 1\n" TETRAHEDRON
                  "SHADOWPOINTS 3\n\t0 0 0\n\t9 0 0\n\t0 0 9\nSHADOWPOLYGONS 1\n\t0 3 0 1 2\n");
    assert_int_equal(it.scene->mesh_count, 2);
    assert_int_equal(it.scene->meshes[1].role, MAQ_MESH_SHADOW);
    const maq_scene_node *node = &it.scene->nodes[node_named(it.scene, "level 1 shadow")];
    assert_int_equal(node->mesh, 1);
    assert_int_equal(node->parent, node_named(it.scene, "level 1"));
    close_opened(&it);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_point_outward_and_the_front_is_plus_z),
        cmocka_unit_test(texture_coordinates_start_at_the_top_left),
        cmocka_unit_test(polygons_become_fans),
        cmocka_unit_test(normals_of_the_file_are_kept),
        cmocka_unit_test(connectors_are_attachments_with_y_up),
        cmocka_unit_test(types_become_blending_and_facing),
        cmocka_unit_test(team_masks_are_named),
        cmocka_unit_test(levels_move_in_thousandths_and_turn_the_other_way),
        cmocka_unit_test(textures_run_through_their_frames),
        cmocka_unit_test(shadows_hang_below_their_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
