// SPDX-License-Identifier: MIT
//
// What `info` and `diff` say of an IQM model.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/text.h"
#include "support/iqm_model.h"

static iqm_model model;

static void assert_json(const maq_value *value, const char *expected) {
    mq_text text;
    maq_buffer buffer;
    mq_text_init(&text, NULL);
    mq_json_value(&text, value);
    mq_text_char(&text, 0);
    assert_int_equal(mq_text_release_to(&text, &buffer), MAQ_OK);
    assert_string_equal(buffer.data, expected);
    maq_buffer_free(&buffer);
}

static maq_document *from_model(void) {
    maq_document *document;
    assert_int_equal(maq_document_from_iqm(&model.iqm, NULL, &document), MAQ_OK);
    return document;
}

static maq_tree *info_of_model(void) {
    maq_tree *tree;
    maq_document *document = from_model();
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    maq_close(document);
    return tree;
}

static void info_reports_everything_that_is_in_it(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    maq_tree *tree = info_of_model();
    assert_json(
        maq_tree_root(tree),
        "{\"format\":\"iqm\",\"version\":2,"
        "\"meshes\":[{\"name\":\"floor\",\"role\":\"visual\",\"vertices\":4,\"triangles\":2,"
        "\"material\":0,\"uv_sets\":1,\"shapes\":0,\"skinned\":true},"
        "{\"name\":\"roof\",\"role\":\"visual\",\"vertices\":4,\"triangles\":2,"
        "\"material\":0,\"uv_sets\":1,\"shapes\":0,\"skinned\":true}],"
        "\"vertex_count\":8,\"triangle_count\":4,"
        "\"materials\":[{\"name\":\"stone\",\"textures\":{\"diffuse\":\"stone\"}}],"
        "\"joints\":[{\"name\":\"root\",\"parent\":null},{\"name\":\"arm\",\"parent\":0},"
        "{\"name\":\"hand\",\"parent\":1}],"
        "\"clips\":[{\"name\":\"wave\",\"duration\":0.08333333333333333,\"frames\":3,\"rate\":24,\"loop\":true},"
        "{\"name\":\"rest\",\"duration\":0,\"frames\":1,\"rate\":12.5,\"loop\":false}],"
        "\"attachments\":[],\"boxes\":[],\"events\":[],"
        "\"bounds\":{\"min\":[0,0,0],\"max\":[1,1,1]},"
        "\"arrays\":[{\"type\":\"position\",\"format\":\"float\",\"size\":3,\"name\":null},"
        "{\"type\":\"texcoord\",\"format\":\"float\",\"size\":2,\"name\":null},"
        "{\"type\":\"normal\",\"format\":\"float\",\"size\":3,\"name\":null},"
        "{\"type\":\"tangent\",\"format\":\"float\",\"size\":4,\"name\":null},"
        "{\"type\":\"blendindexes\",\"format\":\"ubyte\",\"size\":4,\"name\":null},"
        "{\"type\":\"blendweights\",\"format\":\"ubyte\",\"size\":4,\"name\":null},"
        "{\"type\":\"color\",\"format\":\"ubyte\",\"size\":4,\"name\":null},"
        "{\"type\":\"custom\",\"format\":\"float\",\"size\":1,\"name\":\"heat\"}],"
        "\"poses\":3,\"frames\":4,\"frame_channels\":3,\"adjacency\":true,\"frame_bounds\":4,"
        "\"comment\":\"hello\","
        "\"extensions\":[{\"name\":\"lod\",\"bytes\":5},{\"name\":\"tag\",\"bytes\":0}],"
        "\"images\":[]}");
    maq_tree_free(tree);
}

static void materials_are_numbered_by_name(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    model.meshes[1].material = 0;
    maq_tree *tree = info_of_model();
    assert_json(maq_value_find(maq_tree_root(tree), "materials"),
                "[{\"name\":\"stone\",\"textures\":{\"diffuse\":\"stone\"}},"
                "{\"name\":\"\",\"textures\":{}}]");
    const maq_value *meshes = maq_value_find(maq_tree_root(tree), "meshes");
    const maq_value *second = meshes->as.children.first->next;
    assert_int_equal(maq_value_find(second, "material")->as.integer, 1);
    maq_tree_free(tree);
}

// Files of animations alone: all keys are there, and nothing is made up.
static void animations_alone_have_all_keys(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    model.iqm.mesh_count = model.iqm.array_count = model.iqm.vertex_count = 0;
    model.iqm.triangle_count = model.iqm.joint_count = model.iqm.extension_count = 0;
    model.iqm.bounds_count = model.iqm.comment_size = 0;
    model.anims[1].framerate = 0;
    maq_tree *tree = info_of_model();
    const maq_value *root = maq_tree_root(tree);
    assert_json(maq_value_find(root, "meshes"), "[]");
    assert_json(maq_value_find(root, "joints"), "[]");
    assert_json(maq_value_find(root, "bounds"), "null");
    assert_json(maq_value_find(root, "comment"), "null");
    assert_int_equal(maq_value_find(root, "poses")->as.integer, 3);
    assert_json(
        maq_value_find(root, "clips"),
        "[{\"name\":\"wave\",\"duration\":0.08333333333333333,\"frames\":3,\"rate\":24,\"loop\":true},"
        "{\"name\":\"rest\",\"duration\":0,\"frames\":1,\"rate\":0,\"loop\":false}]");
    maq_tree_free(tree);
}

// Each thing that is changed is seen: nothing of the document is left out of its description.
static void every_difference_is_seen(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    maq_document *before = from_model();
    // The lowest bit of each is changed, which is not in the first byte everywhere.
#define FIELD(field)                                                                               \
    { &(field), sizeof(field) }
    const struct {
        void *bytes;
        size_t size;
    } fields[] = {
        FIELD(model.iqm.flags),
        FIELD(model.text[2]),
        FIELD(model.meshes[0].name),
        FIELD(model.meshes[0].material),
        FIELD(model.meshes[1].first_vertex),
        FIELD(model.meshes[1].vertex_count),
        FIELD(model.meshes[1].first_triangle),
        FIELD(model.meshes[1].triangle_count),
        FIELD(model.arrays[2].flags),
        FIELD(model.data[0][40]),
        FIELD(model.data[5][3]),
        FIELD(model.triangles[20]),
        FIELD(model.adjacency[20]),
        FIELD(model.joints[1].name),
        FIELD(model.joints[1].parent),
        FIELD(model.joints[1].translation[2]),
        FIELD(model.joints[1].rotation[3]),
        FIELD(model.joints[1].scale[0]),
        FIELD(model.poses[1].parent),
        FIELD(model.poses[1].mask),
        FIELD(model.poses[1].channel_offset[9]),
        FIELD(model.poses[1].channel_scale[9]),
        FIELD(model.anims[1].name),
        FIELD(model.anims[1].first_frame),
        FIELD(model.anims[1].frame_count),
        FIELD(model.anims[1].framerate),
        FIELD(model.anims[1].flags),
        FIELD(model.frames[5]),
        FIELD(model.bounds[2].min[1]),
        FIELD(model.bounds[2].max[1]),
        FIELD(model.bounds[2].xy_radius),
        FIELD(model.bounds[2].radius),
        FIELD(model.comment[1]),
        FIELD(model.extensions[0].name),
        FIELD(model.extensions[0].size),
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const uint16_t one = 1;
        bool little_endian = *(const unsigned char *)&one == 1;
        unsigned char *byte = fields[i].bytes;
        byte += little_endian ? 0 : fields[i].size - 1;
        unsigned char kept = *byte;
        *byte ^= 1;
        maq_document *after = from_model();
        maq_tree *diff;
        assert_int_equal(maq_diff(before, after, NULL, &diff), MAQ_OK);
        if (maq_tree_root(diff)->as.children.count == 0)
            fail_msg("change %zu is not seen", i);
        maq_tree_free(diff);
        maq_close(after);
        *byte = kept;
    }
    maq_close(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_reports_everything_that_is_in_it),
        cmocka_unit_test(materials_are_numbered_by_name),
        cmocka_unit_test(animations_alone_have_all_keys),
        cmocka_unit_test(every_difference_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
