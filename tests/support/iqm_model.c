// SPDX-License-Identifier: MIT
#include "support/iqm_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

void put_u32(void *bytes, size_t offset, uint32_t value) {
    unsigned char *at = (unsigned char *)bytes + offset;
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

uint32_t get_u32(const void *bytes, size_t offset) {
    const unsigned char *at = (const unsigned char *)bytes + offset;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void put_f32(void *bytes, size_t offset, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(bytes, offset, bits);
}

uint32_t get_field(const void *bytes, iqm_field field) {
    return get_u32(bytes, mq_iqm_field_offset(field));
}

void put_field(void *bytes, iqm_field field, uint32_t value) {
    put_u32(bytes, mq_iqm_field_offset(field), value);
}

uint32_t iqm_model_name(const iqm_model *model, const char *name) {
    size_t size = strlen(name) + 1;
    for (uint32_t i = 0; i + size <= model->iqm.text_size; i++) {
        if ((i == 0 || model->text[i - 1] == 0) && memcmp(model->text + i, name, size) == 0)
            return i;
    }
    fail_msg("the model has no text \"%s\"", name);
    return 0;
}

static void make_arrays(iqm_model *m) {
    static const struct {
        uint32_t type, format, size;
    } shapes[MODEL_ARRAYS] = {
        {MAQ_IQM_POSITION, MAQ_IQM_FLOAT, 3},     {MAQ_IQM_TEXCOORD, MAQ_IQM_FLOAT, 2},
        {MAQ_IQM_NORMAL, MAQ_IQM_FLOAT, 3},       {MAQ_IQM_TANGENT, MAQ_IQM_FLOAT, 4},
        {MAQ_IQM_BLENDINDEXES, MAQ_IQM_UBYTE, 4}, {MAQ_IQM_BLENDWEIGHTS, MAQ_IQM_UBYTE, 4},
        {MAQ_IQM_COLOR, MAQ_IQM_UBYTE, 4},        {MAQ_IQM_CUSTOM, MAQ_IQM_FLOAT, 1},
    };
    for (uint32_t i = 0; i < MODEL_ARRAYS; i++)
        m->arrays[i] = (maq_iqm_array){.type = shapes[i].type,
                                       .format = shapes[i].format,
                                       .size = shapes[i].size,
                                       .data = m->data[i]};
    m->arrays[7].type += iqm_model_name(m, "heat");
    for (uint32_t v = 0; v < MODEL_VERTICES; v++) {
        put_f32(m->data[0], v * 12, (float)(v & 1));
        put_f32(m->data[0], v * 12 + 4, (float)(v >> 1 & 1));
        put_f32(m->data[0], v * 12 + 8, (float)(v >> 2));
        put_f32(m->data[1], v * 8, (float)(v & 1));
        put_f32(m->data[1], v * 8 + 4, (float)(v >> 1 & 1));
        put_f32(m->data[2], v * 12 + 8, 1);
        put_f32(m->data[3], v * 16, 1);
        put_f32(m->data[3], v * 16 + 12, 1);
        m->data[4][v * 4] = (unsigned char)(v >> 2);
        m->data[4][v * 4 + 1] = 2;
        m->data[5][v * 4] = 200;
        m->data[5][v * 4 + 1] = 55;
        memset(&m->data[6][v * 4], 255, 4);
        put_f32(m->data[7], v * 4, 36.6f);
    }
}

static void make_triangles(iqm_model *m) {
    static const uint8_t corners[MODEL_TRIANGLES][3] = {{0, 2, 1}, {1, 2, 3}, {4, 6, 5}, {5, 6, 7}};
    static const int8_t neighbours[MODEL_TRIANGLES][3] = {
        {-1, 1, -1}, {0, -1, -1}, {-1, 3, -1}, {2, -1, -1}};
    for (size_t i = 0; i < MODEL_TRIANGLES; i++) {
        for (size_t k = 0; k < 3; k++) {
            put_u32(m->triangles, i * 12 + k * 4, corners[i][k]);
            put_u32(m->adjacency, i * 12 + k * 4, (uint32_t)neighbours[i][k]);
        }
    }
    m->meshes[0] = (maq_iqm_mesh){.name = iqm_model_name(m, "floor"),
                                  .material = iqm_model_name(m, "stone"),
                                  .vertex_count = 4,
                                  .triangle_count = 2};
    m->meshes[1] = (maq_iqm_mesh){.name = iqm_model_name(m, "roof"),
                                  .material = iqm_model_name(m, "stone"),
                                  .first_vertex = 4,
                                  .vertex_count = 4,
                                  .first_triangle = 2,
                                  .triangle_count = 2};
}

// The second joint turns about z in the first animation and slides along x in both.
static void make_skeleton(iqm_model *m) {
    static const char *const names[MODEL_JOINTS] = {"root", "arm", "hand"};
    bool old = m->iqm.version == 1;
    unsigned scale = old ? 6 : 7;
    for (uint32_t i = 0; i < MODEL_JOINTS; i++) {
        m->joints[i] = (maq_iqm_joint){.name = iqm_model_name(m, names[i]),
                                       .parent = (int32_t)i - 1,
                                       .translation = {0, 0, (float)i},
                                       .rotation = {0, 0, 0, -1},
                                       .scale = {1, 1, 1}};
        maq_iqm_pose *pose = &m->poses[i];
        *pose = (maq_iqm_pose){.parent = (int32_t)i - 1};
        pose->channel_offset[2] = (float)i;
        if (!old)
            pose->channel_offset[IQM_W] = -1;
        for (unsigned k = 0; k < 3; k++)
            pose->channel_offset[scale + k] = 1;
    }
    // Rotations of up to 60 degrees: z from -0.5 to 0.5, w from -1 to -0.866.
    maq_iqm_pose *arm = &m->poses[1];
    arm->mask = 1u << 0 | 1u << 5;
    arm->channel_scale[0] = 2.0f / 65535;
    arm->channel_offset[5] = -0.5f;
    arm->channel_scale[5] = 1.0f / 65535;
    if (!old) {
        arm->mask |= 1u << IQM_W;
        arm->channel_scale[IQM_W] = 0.14f / 65535;
    }
    static const float angle[MODEL_FRAMES] = {-0.5f, -0.2f, 0.3f, 0.5f};
    uint32_t channels = old ? 2 : 3;
    for (uint32_t i = 0; i < MODEL_FRAMES; i++) {
        float q[3] = {0, 0, angle[i]};
        float w = mq_iqm_derived_w(q);
        uint16_t numbers[3] = {(uint16_t)(i * 20000), (uint16_t)((angle[i] + 0.5f) * 65535 + 0.5f),
                               (uint16_t)((w + 1) / 0.14f * 65535 + 0.5f)};
        for (uint32_t k = 0; k < channels; k++) {
            m->frames[(i * channels + k) * 2] = (unsigned char)numbers[k];
            m->frames[(i * channels + k) * 2 + 1] = (unsigned char)(numbers[k] >> 8);
        }
        m->bounds[i] = (maq_iqm_bounds){
            .min = {-1, -1, -1}, .max = {1, 1, 2}, .xy_radius = 1.5f, .radius = 2.5f};
    }
    m->iqm.channel_count = channels;
    m->anims[0] = (maq_iqm_anim){.name = iqm_model_name(m, "wave"),
                                 .frame_count = 3,
                                 .framerate = 24,
                                 .flags = MAQ_IQM_LOOP};
    m->anims[1] = (maq_iqm_anim){
        .name = iqm_model_name(m, "rest"), .first_frame = 3, .frame_count = 1, .framerate = 12.5f};
}

void iqm_model_make(iqm_model *m, uint32_t version) {
    static const char text[MODEL_TEXT] =
        "\0floor\0stone\0roof\0heat\0root\0arm\0hand\0wave\0rest\0lod\0tag";
    static const unsigned char lod[5] = {1, 2, 3, 4, 5};
    memset(m, 0, sizeof *m);
    memcpy(m->text, text, sizeof text);
    memcpy(m->comment, "hello", 6);
    m->iqm = (maq_iqm){.version = version,
                       .text = m->text,
                       .text_size = MODEL_TEXT,
                       .meshes = m->meshes,
                       .arrays = m->arrays,
                       .mesh_count = 2,
                       .array_count = MODEL_ARRAYS,
                       .vertex_count = MODEL_VERTICES,
                       .triangle_count = MODEL_TRIANGLES,
                       .triangles = m->triangles,
                       .adjacency = m->adjacency,
                       .joints = m->joints,
                       .poses = m->poses,
                       .anims = m->anims,
                       .joint_count = MODEL_JOINTS,
                       .pose_count = MODEL_JOINTS,
                       .anim_count = 2,
                       .frame_count = MODEL_FRAMES,
                       .frames = m->frames,
                       .bounds = m->bounds,
                       .bounds_count = MODEL_FRAMES,
                       .comment = m->comment,
                       .comment_size = sizeof m->comment,
                       .extensions = m->extensions,
                       .extension_count = 2};
    make_arrays(m);
    make_triangles(m);
    make_skeleton(m);
    m->extensions[0] =
        (maq_iqm_extension){.name = iqm_model_name(m, "lod"), .size = sizeof lod, .data = lod};
    m->extensions[1] = (maq_iqm_extension){.name = iqm_model_name(m, "tag")};
}

maq_buffer iqm_model_save(const iqm_model *model) {
    maq_document *document;
    maq_buffer buffer;
    assert_int_equal(maq_document_from_iqm(&model->iqm, NULL, &document), MAQ_OK);
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    maq_close(document);
    return buffer;
}
