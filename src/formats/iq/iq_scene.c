// SPDX-License-Identifier: MIT
#include "formats/iq/iq_scene.h"

#include <string.h>

#include "formats/iq/iq_ascii.h"

const char *mq_iq_material_texture(const char *material) {
    static const char *const endings[] = {".png", ".tga", ".jpg",  ".jpeg", ".dds",
                                          ".bmp", ".pcx", ".webp", ".ktx2", ".gif"};
    const char *semicolon = strrchr(material, ';');
    const char *file = semicolon ? semicolon + 1 : material;
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && dot > file && i < sizeof endings / sizeof endings[0]; i++) {
        if (mq_iq_equal_ignoring_case(dot, endings[i]))
            return file;
    }
    return NULL;
}

bool mq_iq_is_unweighted_joint(const maq_scene_node *node) {
    const maq_value *value =
        maq_value_find(mq_scene_own_extras(node->extras, IQM_EXTRAS), IQM_UNWEIGHTED);
    return mq_value_flag(value, false);
}

mq_mat34 mq_iq_affine_inverse(const mq_mat34 *from) {
    const double(*m)[4] = from->m;
    double minors[3][3];
    for (int row = 0; row < 3; row++) {
        int a = (row + 1) % 3, b = (row + 2) % 3;
        for (int k = 0; k < 3; k++) {
            int c = (k + 1) % 3, d = (k + 2) % 3;
            minors[row][k] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    }
    double determinant = m[0][0] * minors[0][0] + m[0][1] * minors[0][1] + m[0][2] * minors[0][2];
    mq_mat34 out;
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++)
            out.m[row][k] = minors[k][row] / determinant;
        out.m[row][3] =
            -(out.m[row][0] * m[0][3] + out.m[row][1] * m[1][3] + out.m[row][2] * m[2][3]);
    }
    return out;
}

mq_mat34 mq_iq_matrix_from_transform(const maq_transform *transform) {
    const float *t = transform->translation, *q = transform->rotation, *s = transform->scale;
    mq_quat rotation = mq_quat_normalize((mq_quat){q[0], q[1], q[2], q[3]});
    return mq_mat34_from((mq_vec3){t[0], t[1], t[2]}, rotation, (mq_vec3){s[0], s[1], s[2]});
}
