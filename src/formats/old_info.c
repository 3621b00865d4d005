// SPDX-License-Identifier: MIT
#include "formats/old_info.h"

#include <math.h>
#include <string.h>

void mq_info_put_mesh(mq_node *meshes, const mq_info_mesh *mesh) {
    mq_node *object = mq_put_object(meshes, NULL);
    mq_put_text(object, "name", mesh->name);
    mq_put_text(object, "role", "visual");
    mq_put_integer(object, "vertices", (int64_t)mesh->vertices);
    mq_put_integer(object, "triangles", (int64_t)mesh->triangles);
    if (mesh->material >= 0)
        mq_put_integer(object, "material", mesh->material);
    else
        mq_put_null(object, "material");
    mq_put_integer(object, "uv_sets", (int64_t)mesh->uv_sets);
    mq_put_integer(object, "shapes", (int64_t)mesh->shapes);
    mq_put_bool(object, "skinned", mesh->skinned);
}

void mq_info_put_clip(mq_node *clips, const char *name, double seconds, int64_t frames, double rate,
                      bool loop) {
    mq_node *clip = mq_put_object(clips, NULL);
    mq_put_text(clip, "name", name);
    mq_put_double(clip, "duration", seconds);
    mq_put_integer(clip, "frames", frames);
    mq_put_double(clip, "rate", isfinite(rate) ? rate : 0);
    mq_put_bool(clip, "loop", loop);
}

void mq_info_put_material_name(mq_node *material, const char *texture) {
    const char *dot = strrchr(texture, '.');
    mq_put_bytes(material, "name", texture,
                 dot && dot != texture ? (size_t)(dot - texture) : strlen(texture));
}

mq_info_bounds mq_info_no_bounds(void) {
    return (mq_info_bounds){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

void mq_info_bounds_add(mq_info_bounds *bounds, float x, float y, float z) {
    const float at[3] = {x, y, z};
    for (unsigned axis = 0; axis < 3; axis++) {
        if (at[axis] < bounds->least[axis])
            bounds->least[axis] = at[axis];
        if (at[axis] > bounds->greatest[axis])
            bounds->greatest[axis] = at[axis];
    }
}

void mq_info_put_bounds(mq_node *object, const mq_info_bounds *bounds) {
    for (unsigned axis = 0; axis < 3; axis++) {
        if (bounds->least[axis] > bounds->greatest[axis]) {
            mq_put_null(object, "bounds");
            return;
        }
    }
    mq_node *box = mq_put_object(object, "bounds");
    mq_put_floats(box, "min", bounds->least, 3);
    mq_put_floats(box, "max", bounds->greatest, 3);
}
