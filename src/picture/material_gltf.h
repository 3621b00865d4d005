// SPDX-License-Identifier: MIT
//
// What a glTF file says of a material beyond the scene, from the extras "gltf_material" of the material
// and "gltf_file" of the scene: emission, unlit surfaces, and how textures are mapped.
#ifndef MQ_PICTURE_MATERIAL_GLTF_H
#define MQ_PICTURE_MATERIAL_GLTF_H

#include "maquette/scene.h"
#include "picture/raster_texture.h"

typedef struct mq_material_gltf {
    bool unlit;
    float emission[3]; // linear light
    mq_texture_mapping diffuse, normal, emissive;
} mq_material_gltf;

// All zeros for a material without such extras.
mq_material_gltf mq_material_gltf_read(const maq_scene_material *material);

// The images of glTF textures that the scene does not have, as an array. NULL when there are none, or
// no memory.
const maq_value *const *mq_material_gltf_images(mq_arena *arena, const maq_scene *scene,
                                                size_t *count);

// The image of the emissive texture of a material; false when it has none. Its role and tileset have no
// meaning.
bool mq_material_gltf_image(const maq_value *const *images, size_t count,
                            const maq_scene_material *material, maq_scene_texture *out);

#endif
