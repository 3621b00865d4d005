// SPDX-License-Identifier: MIT
//
// The letter F of tests/data/letters, as someone sees it who stands before it. Scenes are
// right-handed with y up and +z to the front. Whoever looks at the front stands at +z and looks
// along -z; right of them is what they look along x up = -z x y = +x. So an F that can be read has
// its arms at +x of its stem, and its top at +y. The picture on it has u to the right and v down.
//
// The letter: the stem is 2 wide and 10 high, from the origin; the upper arm ends at x = 7, the
// middle one at x = 5; the front is at z = 2, the back at z = -1.
#ifndef TESTS_SUPPORT_LETTERS_H
#define TESTS_SUPPORT_LETTERS_H

#include "base/math.h"
#include "maquette/scene.h"

#define LETTER_TRIANGLES 36

typedef struct letter_corner {
    mq_vec3 position, normal, tangent;
    double hand; // of the tangent
    double u, v;
} letter_corner;

// All triangles that a scene shows, in the pose at a time of a clip.
typedef struct letter_view {
    letter_corner corners[LETTER_TRIANGLES][3];
    bool has_normals, has_tangents;
    bool has_tip; // a node stands at the end of the upper arm at rest
    mq_vec3 tip;  // where it is now
} letter_view;

// `clip` NULL: at rest. `rest_tip` is where the end of the upper arm is at rest. Fails the test when
// the scene has not as many triangles as the letter.
void view_letter(const maq_scene *scene, const maq_scene_clip *clip, double time, mq_vec3 rest_tip,
                 letter_view *out);

// Fails the test unless the letter stands upright, can be read from the front, is turned inside in
// nowhere and has its picture on it; `scale` times as large as usual.
void assert_readable(const letter_view *view, double scale, const char *what);

// The same for a quarter turn about the up axis, against the clock from above: what was to the right
// goes away from the viewer.
void assert_turned(const letter_view *rest, const letter_view *turned, bool with_tip,
                   const char *what);

// The same triangles, in whatever order: positions and texture coordinates of all corners.
void assert_same_triangles(const letter_view *a, const letter_view *b, const char *what);

// A letter moved as a whole: by rows of a matrix, then times a factor.
void move_letter(letter_view *view, const mq_vec3 rows[3], double scale);

#endif
