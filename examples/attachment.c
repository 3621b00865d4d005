// SPDX-License-Identifier: MIT
//
// attachment MODEL CLIP NODE    where an attachment (or any node) is, ten times a second.
#include <stdio.h>
#include <string.h>

#include "maquette/motion.h"

int main(int count, char **arguments) {
    maq_document *document = NULL;
    maq_scene *scene = NULL;
    maq_motion *motion = NULL;
    if (count != 4 || maq_open_file(arguments[1], NULL, &document) != MAQ_OK ||
        maq_scene_make(document, NULL, &scene) != MAQ_OK ||
        maq_motion_make(scene, NULL, &motion) != MAQ_OK) {
        fprintf(stderr, "usage: attachment MODEL CLIP NODE\n");
        return 2;
    }
    uint32_t clip = 0, node = 0;
    while (clip < scene->clip_count && strcmp(scene->clips[clip].name, arguments[2]) != 0)
        clip++;
    while (node < scene->node_count && strcmp(scene->nodes[node].name, arguments[3]) != 0)
        node++;
    if (clip == scene->clip_count || node == scene->node_count) {
        fprintf(stderr, "there is no such clip or node\n");
        return 2;
    }
    maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
    for (double time = 0; time <= (double)scene->clips[clip].duration + 1e-6; time += 0.1) {
        maq_motion_pose(motion, clip, time, &once);
        const float(*place)[4] = maq_motion_now(motion)->worlds[node];
        printf("%.1f s: %g %g %g\n", time, (double)place[0][3], (double)place[1][3],
               (double)place[2][3]);
    }
    maq_motion_free(motion);
    maq_scene_free(scene);
    maq_close(document);
    return 0;
}
