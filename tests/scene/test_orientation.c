// SPDX-License-Identifier: MIT
//
// Which way is up: the letter F of tests/data/letters, which each format has in its own axes, can be
// read in every format that it is converted to. How a letter is seen: tests/support/letters.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene/copy.h"
#include "scene/model_transform.h"
#include "scene/pose.h"
#include "support/full_scene.h"
#include "support/hostile.h"
#include "support/letters.h"

#define FOLDER "tests/data/letters/"

static const mq_vec3 tip = {7, 9, 1};

// A letter of the folder, and what its format can say of it.
typedef struct letter_file {
    const char *name;
    const char *variant;
    bool tip;  // it has a place at the end of the upper arm
    bool clip; // it turns, in one second
    // Which directions of the scene the three axes of the file are.
    mq_vec3 axes[3];
} letter_file;

#define WARZONE                                                                                    \
    { {1, 0, 0}, {0, 1, 0}, {0, 0, -1}, }
#define INTER_QUAKE                                                                                \
    { {1, 0, 0}, {0, 0, -1}, {0, 1, 0}, }
#define PANGYA                                                                                     \
    { {-1, 0, 0}, {0, 1, 0}, {0, 0, 1}, }
#define USUAL                                                                                      \
    { {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, }

static const letter_file files[] = {
    {"letter2.pie", "pie2", true, true, WARZONE},   {"letter3.pie", "pie3", true, true, WARZONE},
    {"letter4.pie", "pie4", true, true, WARZONE},   {"letter5.pie", "pie5", true, false, WARZONE},
    {"letter1.wzm", "wzm1", true, true, WARZONE},   {"letter2.wzm", "wzm2", true, true, WARZONE},
    {"letter3.wzm", "wzm3", true, false, WARZONE},  {"letter.wza", "wza", true, true, WARZONE},
    {"letter.iqe", "iqe", true, true, INTER_QUAKE}, {"letter.iqm", "iqm", true, true, INTER_QUAKE},
    {"letter.pet", "pet", true, true, PANGYA},      {"letter.obj", "obj", false, false, USUAL},
    {"letter.gltf", "gltf", true, true, USUAL},
};
#define FILE_COUNT (sizeof files / sizeof *files)

static bool knows(const char *variant) {
    return maq_find_variant(variant, NULL) != NULL;
}

// Parts of this test go over glTF, which may be left out of a build.
static void skip_without_gltf(void) {
    if (!knows("glb"))
        skip();
}

static maq_document *open_letter(const letter_file *file) {
    char path[256];
    snprintf(path, sizeof path, FOLDER "%s", file->name);
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    assert_string_equal(maq_document_variant(document)->name, file->variant);
    return document;
}

// Comments may be lost, but nothing that is visible needs a repair.
static void assert_nothing_mended(const maq_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        if (strncmp(findings->items[i].rule->id, "SCN-", 4) == 0)
            fail_msg("%s", findings->items[i].message);
    }
}

static maq_scene *scene_of(const maq_document *document) {
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    assert_nothing_mended(maq_scene_findings(scene));
    return scene;
}

// Converts, writes and reads again.
static maq_document *convert(const maq_document *document, const char *variant, double scale,
                             const char *axes) {
    maq_convert_options options = {.size = sizeof options, .scale = scale, .axes = axes};
    maq_document *made, *read;
    maq_buffer buffer;
    maq_open_options open = {.size = sizeof open, .format = variant};
    assert_int_equal(maq_convert(document, variant, &options, &made), MAQ_OK);
    assert_nothing_mended(maq_document_findings(made));
    assert_int_equal(maq_save_memory(made, NULL, &buffer), MAQ_OK);
    assert_int_equal(maq_open_memory(buffer.data, buffer.length, &open, &read), MAQ_OK);
    maq_buffer_free(&buffer);
    maq_close(made);
    return read;
}

// --------------------------------------------------------------------------------- the ways in and out

// When the letter is turned the most: not all formats have their last frame at the end of a clip.
static double turning_time(const maq_scene_clip *clip) {
    double time = 0, least = 2;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        for (uint32_t k = 0; channel->path == MAQ_CHANNEL_ROTATION && k < channel->key_count; k++) {
            const float *first = channel->values, *q = first + (size_t)k * 4;
            double dot =
                fabs(first[0] * q[0] + first[1] * q[1] + first[2] * q[2] + first[3] * q[3]);
            if (dot < least) {
                least = dot;
                time = channel->times[k];
            }
        }
    }
    return time;
}

// `as` says what there must be to see.
static void assert_letter(const maq_document *document, const letter_file *as, const char *what) {
    maq_scene *scene = scene_of(document);
    letter_view rest, turned;
    view_letter(scene, NULL, 0, tip, &rest);
    assert_readable(&rest, 1, what);
    if (as->tip && !rest.has_tip)
        fail_msg("%s: nothing is at the end of the upper arm", what);
    if (as->clip) {
        assert_int_equal(scene->clip_count, 1);
        double time = turning_time(&scene->clips[0]);
        assert_true(time > 0.95 && time < 1.05);
        view_letter(scene, &scene->clips[0], time, tip, &turned);
        assert_turned(&rest, &turned, as->tip, what);
    }
    maq_scene_free(scene);
}

static void every_letter_reads_right(void **state) {
    (void)state;
    for (size_t i = 0; i < FILE_COUNT; i++) {
        if (!knows(files[i].variant))
            continue;
        maq_document *document = open_letter(&files[i]);
        assert_letter(document, &files[i], files[i].name);
        maq_close(document);
    }
}

static void every_letter_reads_right_in_glb(void **state) {
    (void)state;
    skip_without_gltf();
    for (size_t i = 0; i < FILE_COUNT; i++) {
        maq_document *document = open_letter(&files[i]);
        maq_document *glb = convert(document, "glb", 0, NULL);
        assert_letter(glb, &files[i], files[i].name);
        maq_close(glb);
        maq_close(document);
    }
}

// Kinds that have no letter of their own are held against that of a near relative.
static void the_letter_of_gltf_becomes_each_of_the_others(void **state) {
    (void)state;
    skip_without_gltf();
    static const struct {
        const char *variant, *file;
    } others[] = {{"iqm1", "letter.iqm"}, {"mpet", "letter.pet"}, {"glb", "letter.gltf"}};
    maq_document *gltf = open_letter(&files[FILE_COUNT - 1]);
    for (size_t i = 0; i < FILE_COUNT + sizeof others / sizeof *others; i++) {
        bool other = i >= FILE_COUNT;
        const char *variant = other ? others[i - FILE_COUNT].variant : files[i].variant;
        size_t at = i;
        for (size_t k = 0; other && k < FILE_COUNT; k++) {
            if (strcmp(files[k].name, others[i - FILE_COUNT].file) == 0)
                at = k;
        }
        letter_file wanted = files[at];
        wanted.clip =
            wanted.clip && strcmp(variant, "mpet") != 0;        // bodies do not move by themselves
        wanted.tip = wanted.tip && strcmp(variant, "wza") != 0; // its places are bones alone
        maq_document *made = convert(gltf, variant, 0, NULL), *letter = open_letter(&files[at]);
        assert_letter(made, &wanted, variant);
        maq_scene *ours = scene_of(made), *theirs = scene_of(letter);
        letter_view a, b;
        view_letter(theirs, NULL, 0, tip, &a);
        view_letter(ours, NULL, 0, tip, &b);
        assert_same_triangles(&a, &b, variant);
        maq_scene_free(theirs);
        maq_scene_free(ours);
        maq_close(letter);
        maq_close(made);
    }
    maq_close(gltf);
}

// ------------------------------------------------------------------------------------ scale and axes

static const char *const directions[6] = {"+x", "-x", "+y", "-y", "+z", "-z"};

static mq_vec3 direction_in_scene(const letter_file *file, int number) {
    return mq_scale(file->axes[number / 2], number % 2 ? -1 : 1);
}

static void assert_vectors(mq_vec3 a, mq_vec3 b, const char *what) {
    if (mq_length(mq_subtract(a, b)) > 1e-3)
        fail_msg("%s: %g %g %g instead of %g %g %g", what, a.x, a.y, a.z, b.x, b.y, b.z);
}

// The letter of a file, as it is and converted to a variant with other axes and scale.
static void compare_placed(const letter_file *file, const char *variant, const char *axes,
                           const mq_vec3 rows[3], double scale) {
    char what[64];
    snprintf(what, sizeof what, "%s to %s, %s", file->name, variant, axes ? axes : "as it is");
    maq_document *plain = open_letter(file), *placed = convert(plain, variant, scale, axes);
    maq_scene *before = scene_of(plain), *after = scene_of(placed);
    bool moves = file->clip && after->clip_count > 0;
    for (int step = 0; step < (moves ? 3 : 1); step++) {
        letter_view a, b;
        mq_vec3 there = mq_scale(
            (mq_vec3){mq_dot(rows[0], tip), mq_dot(rows[1], tip), mq_dot(rows[2], tip)}, scale);
        const maq_scene_clip *old_clip = step ? before->clips : NULL;
        const maq_scene_clip *new_clip = step ? after->clips : NULL;
        view_letter(before, old_clip, step * 0.5, tip, &a);
        view_letter(after, new_clip, step * 0.5, there, &b);
        move_letter(&a, rows, scale);
        assert_same_triangles(&a, &b, what);
        if (file->tip && strcmp(variant, "obj") != 0) {
            assert_true(b.has_tip);
            assert_vectors(b.tip, a.tip, what);
        }
        // Normals and tangents go along; in glTF corners keep their order.
        for (int i = 0; strcmp(variant, "glb") == 0 && i < LETTER_TRIANGLES * 3; i++) {
            const letter_corner *x = &a.corners[i / 3][i % 3], *y = &b.corners[i / 3][i % 3];
            if (a.has_normals)
                assert_vectors(y->normal, x->normal, what);
            if (a.has_tangents)
                assert_vectors(y->tangent, x->tangent, what);
        }
    }
    for (uint32_t i = 0; i < before->box_count && i < after->box_count; i++) {
        const float *least = before->boxes[i].min, *most = before->boxes[i].max;
        mq_vec3 middle = {(least[0] + most[0]) / 2.0, (least[1] + most[1]) / 2.0,
                          (least[2] + most[2]) / 2.0};
        const float *l = after->boxes[i].min, *m = after->boxes[i].max;
        mq_vec3 placed_middle = {(l[0] + m[0]) / 2.0, (l[1] + m[1]) / 2.0, (l[2] + m[2]) / 2.0};
        mq_vec3 wanted = {mq_dot(rows[0], middle), mq_dot(rows[1], middle),
                          mq_dot(rows[2], middle)};
        assert_vectors(placed_middle, mq_scale(wanted, scale), what);
        for (int k = 0; k < 3; k++)
            assert_true(l[k] <= m[k]);
    }
    maq_scene_free(after);
    maq_scene_free(before);
    maq_close(placed);
    maq_close(plain);
}

static const mq_vec3 unturned[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void scale_makes_everything_larger(void **state) {
    (void)state;
    for (size_t i = 0; i < FILE_COUNT; i++) {
        if (!knows(files[i].variant))
            continue;
        compare_placed(&files[i], files[i].variant, NULL, unturned, 4);
        compare_placed(&files[i], "obj", NULL, unturned, 0.25);
        if (knows("glb"))
            compare_placed(&files[i], "glb", NULL, unturned, 2.5);
    }
}

// In all the ways that up and front can be.
static void axes_turn_everything(void **state) {
    (void)state;
    size_t turns = 0;
    for (size_t i = 0; i < FILE_COUNT; i++) {
        if (!knows(files[i].variant))
            continue;
        for (int k = 0; k < 36; k++) {
            int up = k / 6, front = k % 6;
            if (up / 2 == front / 2)
                continue;
            char axes[8];
            snprintf(axes, sizeof axes, "%s%s", directions[up], directions[front]);
            mq_vec3 y = direction_in_scene(&files[i], up), z = direction_in_scene(&files[i], front);
            const mq_vec3 rows[3] = {mq_cross(y, z), y, z};
            compare_placed(&files[i], files[i].variant, axes, rows, 1);
            compare_placed(&files[i], knows("glb") ? "glb" : "obj", axes, rows, 2);
            turns++;
        }
    }
    assert_true(turns >= 24 * 12);
}

// ------------------------------------------------------------------------------------- all of a scene

// Up is z and front is x in what is placed: x of the result is y, y is z, z is x; twice as large.
static const int placed_from[3] = {1, 2, 0};
#define PLACED_SCALE 2

static void assert_rows(const float *before, const float *after, size_t count, size_t width,
                        float scale) {
    assert_true(!before == !after);
    for (size_t i = 0; before && i < count * width; i++) {
        size_t row = i / width, k = i % width;
        float wanted = before[row * width + (k < 3 ? (size_t)placed_from[k] : k)];
        assert_true(after[i] == (k < 3 ? wanted * scale : wanted));
    }
}

static void assert_placed_mesh(const maq_scene_mesh *before, const maq_scene_mesh *after) {
    size_t count = before->vertex_count;
    assert_rows(*before->positions, *after->positions, count, 3, PLACED_SCALE);
    assert_rows((const float *)before->normals, (const float *)after->normals, count, 3, 1);
    assert_rows((const float *)before->tangents, (const float *)after->tangents, count, 4, 1);
    for (uint32_t i = 0; i < before->shape_count; i++) {
        const maq_scene_shape *a = &before->shapes[i], *b = &after->shapes[i];
        assert_rows((const float *)a->positions, (const float *)b->positions, a->count, 3,
                    PLACED_SCALE);
        assert_rows((const float *)a->normals, (const float *)b->normals, a->count, 3, 1);
        assert_rows((const float *)a->tangents, (const float *)b->tangents, a->count, 3, 1);
    }
    for (uint32_t i = 0; i < before->attribute_count; i++) {
        size_t numbers = count * before->attributes[i].components;
        assert_memory_equal(before->attributes[i].values, after->attributes[i].values,
                            numbers * sizeof(float));
    }
}

// The world matrices of all nodes at a time: turned at both ends, and farther away.
static void assert_placed_worlds(const maq_scene *before, const maq_scene *after,
                                 const maq_scene_clip *old_clip, const maq_scene_clip *new_clip,
                                 double time) {
    mq_mat34 *a = calloc(before->node_count, sizeof *a), *b = calloc(before->node_count, sizeof *b);
    maq_transform *locals = calloc(before->node_count, sizeof *locals);
    assert_true(a && b && locals);
    mq_pose_at(before, old_clip, time, locals, a);
    mq_pose_at(after, new_clip, time, locals, b);
    for (uint32_t i = 0; i < before->node_count; i++) {
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 4; column++) {
                double wanted = a[i].m[placed_from[row]][column < 3 ? placed_from[column] : 3];
                wanted *= column < 3 ? 1 : PLACED_SCALE;
                assert_true(fabs(b[i].m[row][column] - wanted) < 1e-5 * fmax(1, fabs(wanted)));
            }
        }
    }
    free(locals);
    free(b);
    free(a);
}

static void all_of_a_scene_is_placed(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    mq_findings findings;
    mq_scene_builder builder;
    mq_model_transform placement;
    maq_scene before, after;
    assert_non_null(arena);
    full_scene(arena, &before);
    // One that leans and is stretched, with others below it.
    maq_scene_node *root = (maq_scene_node *)(uintptr_t)&before.nodes[before.node_order[0]];
    root->rest = (maq_transform){{1, 2, 3}, {0.1f, 0.7f, -0.1f, 0.7f}, {1, 2, 3}};
    mq_findings_init(&findings, arena, 100, 0);
    mq_scene_begin(&builder, arena, &findings);
    assert_true(mq_scene_copy(arena, &before, &builder.scene));
    assert_true(mq_model_transform_parse(PLACED_SCALE, "+z+x", MQ_AXES_SCENE, &placement));
    mq_model_transform_apply(&builder, &placement);
    assert_int_equal(mq_scene_finish(&builder, &after), MAQ_OK);
    assert_int_equal(findings.list.count, 0);
    bool shapes = false, binds = false;
    for (uint32_t i = 0; i < before.mesh_count; i++) {
        assert_placed_mesh(&before.meshes[i], &after.meshes[i]);
        shapes = shapes || before.meshes[i].shape_count > 0;
    }
    assert_placed_worlds(&before, &after, NULL, NULL, 0);
    for (uint32_t i = 0; i < before.clip_count; i++) {
        for (int k = 0; k <= 4; k++)
            assert_placed_worlds(&before, &after, &before.clips[i], &after.clips[i],
                                 (double)before.clips[i].duration * k / 4);
    }
    for (uint32_t i = 0; i < before.skin_count; i++) {
        for (uint32_t k = 0; k < before.skins[i].joint_count; k++) {
            for (int r = 0; r < 3; r++) {
                const float *a = before.skins[i].inverse_bind[k][placed_from[r]];
                const float *b = after.skins[i].inverse_bind[k][r];
                for (int c = 0; c < 3; c++)
                    assert_true(b[c] == a[placed_from[c]]);
                assert_true(b[3] == a[3] * PLACED_SCALE);
                binds = true;
            }
        }
    }
    // The scene has all that could go wrong.
    assert_true(shapes && binds && before.clip_count > 0);
    mq_arena_free(arena);
}

// ------------------------------------------------------------------------------------------ the rest

// A setting of one input makes it a matter of joining.
static maq_status join_letter(const maq_document *letter, const maq_memory *memory,
                              maq_document **out) {
    static const maq_setting name = {"name", "spin"};
    maq_input input = {.document = letter, .setting_count = 1, .settings = &name};
    maq_convert_options options = {
        .size = sizeof options, .memory = memory, .scale = 2, .axes = "+z+x"};
    return maq_join(&input, 1, "iqm", &options, out);
}

static void what_is_joined_is_placed(void **state) {
    (void)state;
    const letter_file *file = &files[8];
    maq_document *letter = open_letter(file), *made;
    assert_int_equal(join_letter(letter, NULL, &made), MAQ_OK);
    maq_scene *before = scene_of(letter), *after = scene_of(made);
    mq_vec3 y = direction_in_scene(file, 4), z = direction_in_scene(file, 0);
    const mq_vec3 rows[3] = {mq_cross(y, z), y, z};
    letter_view a, b;
    view_letter(before, NULL, 0, tip, &a);
    view_letter(after, NULL, 0, tip, &b);
    move_letter(&a, rows, 2);
    assert_same_triangles(&a, &b, "joined");
    assert_int_equal(after->clip_count, 1);
    assert_string_equal(after->clips[0].name, "spin");
    maq_scene_free(after);
    maq_scene_free(before);
    maq_close(made);
    maq_close(letter);
}

typedef struct transformed {
    maq_document *letter;
    const char *variant; // NULL: joins the letter
} transformed;

static maq_status transform_with(const maq_memory *memory, void *context) {
    const transformed *t = context;
    maq_convert_options options = {.memory = memory, .scale = 2, .axes = "-z+x"};
    maq_document *made;
    maq_status status = t->variant ? maq_convert(t->letter, t->variant, &options, &made)
                                   : join_letter(t->letter, memory, &made);
    assert_true(status == MAQ_OK || !made);
    maq_close(made);
    return status;
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    for (size_t i = 0; i <= FILE_COUNT; i++) {
        const letter_file *file = &files[i < FILE_COUNT ? i : 8];
        if (!knows(file->variant))
            continue;
        transformed t = {open_letter(file), i < FILE_COUNT ? file->variant : NULL};
        assert_true(fail_each_request(transform_with, &t) > 10);
        maq_close(t.letter);
    }
}

static void words_stand_for_axes(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"y-up", "+y+z"}, {"z-up", "+z-y"}};
    maq_document *letter = open_letter(&files[11]);
    for (int i = 0; i < 2; i++) {
        maq_document *made[2];
        maq_buffer bytes[2];
        for (int k = 0; k < 2; k++) {
            maq_convert_options options = {.size = sizeof options, .axes = pairs[i][k]};
            assert_int_equal(maq_convert(letter, "iqm", &options, &made[k]), MAQ_OK);
            assert_int_equal(maq_save_memory(made[k], NULL, &bytes[k]), MAQ_OK);
        }
        assert_int_equal(bytes[0].length, bytes[1].length);
        assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].length);
        for (int k = 0; k < 2; k++) {
            maq_buffer_free(&bytes[k]);
            maq_close(made[k]);
        }
    }
    maq_close(letter);
}

static void what_is_no_placement_is_refused(void **state) {
    (void)state;
    static const char *const axes[] = {"",     "y",     "+y",     "yz", "+y+y", "+y-y",
                                       "+y+w", "+y+z ", "+y+z+x", "up", "Y-up", "x-up"};
    static const double scales[] = {-1, (double)NAN, (double)INFINITY, -(double)INFINITY};
    maq_document *letter = open_letter(&files[11]), *made;
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        maq_convert_options options = {.size = sizeof options, .axes = axes[i]};
        assert_int_equal(maq_convert(letter, "pie4", &options, &made), MAQ_BAD_ARGUMENT);
    }
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        maq_convert_options options = {.size = sizeof options, .scale = scales[i]};
        assert_int_equal(maq_convert(letter, "pie4", &options, &made), MAQ_BAD_ARGUMENT);
    }
    // A caller of old has no such fields.
    maq_convert_options old = {.size = offsetof(maq_convert_options, scale), .scale = -1};
    assert_int_equal(maq_convert(letter, "pie4", &old, &made), MAQ_OK);
    maq_close(made);
    maq_close(letter);
}

// A number that becomes infinite is repaired, and that is reported.
static void too_large_a_scale_is_told(void **state) {
    (void)state;
    maq_document *letter = open_letter(&files[11]), *made;
    maq_convert_options options = {.size = sizeof options, .scale = 1e300};
    assert_int_equal(maq_convert(letter, "pie4", &options, &made), MAQ_OK);
    const maq_findings *findings = maq_document_findings(made);
    bool reported = false;
    for (size_t i = 0; i < findings->count; i++)
        reported = reported || strcmp(findings->items[i].rule->id, "SCN-0902") == 0;
    assert_true(reported);
    maq_close(made);
    maq_close(letter);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_letter_reads_right),
        cmocka_unit_test(every_letter_reads_right_in_glb),
        cmocka_unit_test(the_letter_of_gltf_becomes_each_of_the_others),
        cmocka_unit_test(scale_makes_everything_larger),
        cmocka_unit_test(axes_turn_everything),
        cmocka_unit_test(all_of_a_scene_is_placed),
        cmocka_unit_test(what_is_joined_is_placed),
        cmocka_unit_test(every_failing_request_is_survived),
        cmocka_unit_test(words_stand_for_axes),
        cmocka_unit_test(what_is_no_placement_is_refused),
        cmocka_unit_test(too_large_a_scale_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
