// SPDX-License-Identifier: MIT
//
// Pictures of models, drawn by the CPU alone: the same bytes on every machine, with any number of
// threads, without a display.
//
//     maq_picture_options options = {.size = sizeof options, .width = 512, .height = 512};
//     maq_image *picture;
//     if (maq_picture_draw(scene, &options, &picture) == MAQ_OK) {
//         maq_image_write_png(picture, &bytes);
//         maq_image_free(picture);
//     }
#ifndef MAQUETTE_PICTURE_H
#define MAQUETTE_PICTURE_H

#include "maquette/image.h"
#include "maquette/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

// The direction of the camera. Sides are those of the model: its left is at +x.
typedef enum maq_view {
    MAQ_VIEW_THREE_QUARTER = 0, // the front and the left side, from a little above
    MAQ_VIEW_FRONT = 1,
    MAQ_VIEW_BACK = 2,
    MAQ_VIEW_LEFT = 3,
    MAQ_VIEW_RIGHT = 4,
    MAQ_VIEW_TOP = 5, // the front of the model is at the bottom of the picture
    MAQ_VIEW_BOTTOM = 6,
    MAQ_VIEW_ANGLES = 7, // maq_picture_options.yaw and .pitch
} maq_view;

// The angles of a view.
MAQ_API void maq_view_angles(maq_view view, float *yaw, float *pitch);

// What must fit into the picture. Pictures with the same bounds, size and view have the same camera.
typedef enum maq_fit {
    MAQ_FIT_POSE = 0,   // all that is drawn
    MAQ_FIT_CLIP = 1,   // the model at all times of the clip
    MAQ_FIT_TURN = 2,   // the same from all sides, for turntables
    MAQ_FIT_BOUNDS = 3, // maq_picture_options.bounds
} maq_fit;

// Overlays that are drawn over the model. Lines of joints, connectors, boxes, bounds and axes are
// visible through surfaces.
#define MAQ_SHOW_WIREFRAME 0x001u  // the edges of all triangles
#define MAQ_SHOW_NORMALS 0x002u    // of the vertices
#define MAQ_SHOW_JOINTS 0x004u     // with lines to their parents
#define MAQ_SHOW_CONNECTORS 0x008u // attachments, with their names
#define MAQ_SHOW_BOXES 0x010u
#define MAQ_SHOW_BOUNDS 0x020u
#define MAQ_SHOW_AXES 0x040u   // x red, y green, z blue
#define MAQ_SHOW_UV 0x080u     // a checkered pattern instead of all textures
#define MAQ_SHOW_HIDDEN 0x100u // shadow and collision meshes, and nodes that are not visible

typedef struct maq_picture_options {
    uint32_t size;          // of this struct; 0: that of this header
    uint32_t width, height; // in pixels, up to MAQ_IMAGE_MAX_SIDE (default 256; one sets both)
    maq_view view;
    float yaw, pitch; // degrees: around the model to its left side, and upwards
    maq_fit fit;
    maq_bounds bounds;
    const maq_scene_clip *clip; // one of the scene; NULL: the rest pose
    double seconds;
    const maq_textures *textures; // NULL: none
    uint8_t team_colour[4];       // sRGB; when its alpha is 0, that of the first player
    uint8_t background[4];        // sRGB, straight alpha (default transparent)
    uint32_t show;                // MAQ_SHOW_...
    unsigned threads;             // 0: one per core
    const maq_memory *memory;
} maq_picture_options;

// Draws a scene. Nodes with a maq_facing turn to the camera. Of a model without triangles the joints
// and attachments are drawn; a model without any of them gives an empty picture. maq_image_findings()
// of the picture lists what could not be drawn, by the rules of maq_picture_rules(). The picture does
// not depend on the scene; free it with maq_image_free().
//
// MAQ_BAD_ARGUMENT: the clip is not one of the scene, or a side is larger than MAQ_IMAGE_MAX_SIDE.
MAQ_API maq_status maq_picture_draw(const maq_scene *scene, const maq_picture_options *options,
                                    maq_image **out);

// The rules of the findings (PIC-...).
MAQ_API const maq_rule *maq_picture_rules(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
