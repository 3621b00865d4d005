// SPDX-License-Identifier: MIT
#include "support/iq_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "formats/iq/iq_scene.h"

maq_scene *iq_scene_of(const maq_document *document) {
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    return scene;
}

maq_document *iq_from_scene(const maq_scene *scene, const char *to) {
    const maq_format *description;
    const maq_variant *variant = maq_find_variant(to, &description);
    const mq_format *format =
        strcmp(description->name, "iqm") == 0 ? &mq_iqm_format : &mq_iqe_format;
    maq_document *made = mq_document_new(NULL, format, variant, 1000);
    mq_settings none = {NULL, 0};
    assert_int_equal(format->from_scene(scene, &none, made), MAQ_OK);
    mq_document_show_findings(made);
    maq_buffer buffer;
    assert_int_equal(maq_save_memory(made, NULL, &buffer), MAQ_OK);
    maq_document *read;
    assert_int_equal(maq_open_memory(buffer.data, buffer.length, NULL, &read), MAQ_OK);
    maq_report *report;
    assert_int_equal(maq_check(read, NULL, &report), MAQ_OK);
    const maq_findings *findings = maq_report_findings(report);
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].severity == MAQ_ERROR)
            fail_msg("%s: %s", findings->items[i].rule->id, findings->items[i].message);
    }
    maq_report_free(report);
    maq_close(read);
    maq_buffer_free(&buffer);
    return made;
}

maq_document *iqm_document(const iqm_model *model) {
    maq_document *document;
    assert_int_equal(maq_document_from_iqm(&model->iqm, NULL, &document), MAQ_OK);
    return document;
}

void iq_no_losses(const maq_findings *findings, const char *name) {
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].severity == MAQ_LOSS)
            fail_msg("%s: %s: %s", name, findings->items[i].rule->id, findings->items[i].message);
    }
}

void iqm_get(const maq_iqm *iqm, uint32_t type, uint32_t vertex, float *out, size_t count) {
    const maq_iqm_array *array = maq_iqm_find_array(iqm, type);
    float row[4] = {0};
    if (array)
        assert_true(maq_iqm_values(iqm, array, vertex, row));
    for (size_t i = 0; i < count; i++)
        out[i] = row[i] + 0.0f; // no zero is negative
}

double iqm_volume(const maq_iqm *iqm) {
    double volume = 0;
    for (uint32_t t = 0; t < iqm->triangle_count; t++) {
        uint32_t at[3];
        float p[3][3];
        maq_iqm_triangle(iqm, t, at);
        for (int k = 0; k < 3; k++)
            iqm_get(iqm, MAQ_IQM_POSITION, at[k], p[k], 3);
        mq_vec3 a = {p[0][0], p[0][1], p[0][2]}, b = {p[1][0], p[1][1], p[1][2]};
        volume += mq_dot(a, mq_cross(b, (mq_vec3){p[2][0], p[2][1], p[2][2]}));
    }
    return volume;
}
