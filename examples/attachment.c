// SPDX-License-Identifier: MIT
//
// attachment MODEL CLIP NODE    prints the position of an attachment, or of any node, ten times a second.
#include <stdio.h>

#include "maquette/motion.h"

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: attachment MODEL CLIP NODE\n");
        return 2;
    }
    maq_scene *scene = NULL;
    maq_motion *motion = NULL;
    maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
    maq_status status = maq_scene_open_file(arguments[1], NULL, &scene);
    if (status == MAQ_OK)
        status = maq_motion_new(scene, NULL, &motion);
    if (status != MAQ_OK) {
        fprintf(stderr, "%s: %s\n", arguments[1], maq_status_text(status));
        maq_scene_free(scene);
        return 1;
    }
    uint32_t clip = maq_scene_find_clip(scene, arguments[2]);
    uint32_t node = maq_scene_find_node(scene, arguments[3]);
    bool found = clip != MAQ_SCENE_NONE && node != MAQ_SCENE_NONE;
    for (double time = 0; found && time <= scene->clips[clip].duration + 1e-6; time += 0.1) {
        maq_motion_pose(motion, clip, time, &once);
        const float(*world)[4] = maq_motion_current_pose(motion)->worlds[node];
        printf("%.1f s: %g %g %g\n", time, world[0][3], world[1][3], world[2][3]);
    }
    if (!found)
        fprintf(stderr, "%s: there is no such clip or no such node\n", arguments[1]);
    maq_motion_free(motion);
    maq_scene_free(scene);
    return found ? 0 : 1;
}
