// SPDX-License-Identifier: MIT
//
// attachment MODEL CLIP NODE    prints the position of an attachment, or of any node, ten times a second.
#include <stdio.h>
#include <string.h>

#include "maquette/motion.h"

static uint32_t clip_named(const maq_scene *scene, const char *name) {
    uint32_t i = 0;
    while (i < scene->clip_count && strcmp(scene->clips[i].name, name) != 0)
        i++;
    return i;
}

int main(int count, char **arguments) {
    maq_document *document = NULL;
    maq_scene *scene = NULL;
    maq_motion *motion = NULL;
    maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
    uint32_t clip = 0, node = 0;
    bool good = count == 4 && maq_open_file(arguments[1], NULL, &document) == MAQ_OK &&
                maq_scene_from_document(document, NULL, &scene) == MAQ_OK &&
                maq_motion_new(scene, NULL, &motion) == MAQ_OK &&
                (clip = clip_named(scene, arguments[2])) < scene->clip_count;
    while (good && node < scene->node_count && strcmp(scene->nodes[node].name, arguments[3]) != 0)
        node++;
    good = good && node < scene->node_count;
    for (double time = 0; good && time <= scene->clips[clip].duration + 1e-6; time += 0.1) {
        maq_motion_pose(motion, clip, time, &once);
        const float(*world)[4] = maq_motion_current_pose(motion)->worlds[node];
        printf("%.1f s: %g %g %g\n", time, world[0][3], world[1][3], world[2][3]);
    }
    if (!good)
        fprintf(stderr,
                "usage: attachment MODEL CLIP NODE, where the model has such a clip and node\n");
    maq_motion_free(motion);
    maq_scene_free(scene);
    maq_close(document);
    return good ? 0 : 2;
}
