// SPDX-License-Identifier: MIT
//
// What glTF says beyond a scene of how things look: metal and roughness, emission, occlusion,
// samplers, extensions of materials, weights of shapes at rest. It rides along in the extras of a scene from one glTF file to the next:
//
//     of a material   "gltf_material": the glTF material without what the scene holds. A texture
//                     info has "texture" in place of "index": {"image", "sampler", ...}, the image
//                     being a number below, or none when it is the scene's own texture.
//     of a mesh or    "gltf_weights": those of its shapes while nothing moves
//     a node
//     of the scene    "gltf_looks": {"images": [{"file", "data"}], "required": [extension]}
#ifndef MQ_GLTF_LOOKS_H
#define MQ_GLTF_LOOKS_H

#include "formats/gltf/gltf_priv.h"

#define GLTF_MATERIAL_KEY "gltf_material"
#define GLTF_LOOKS_KEY "gltf_looks"
#define GLTF_WEIGHTS_KEY "gltf_weights"

// Whether a key of extras is one of these.
bool mq_gltf_is_passthrough(const char *key);
// Whether a member of a material is a texture info, by its key.
bool mq_gltf_is_texture_key(const char *key);

// Texture infos lie in the material (depth 0), its pbrMetallicRoughness (1), and anywhere within
// extensions (from 2 on). The depth of a member that is an object; 0 when none lies within.
int mq_gltf_passthrough_depth(const char *key, int depth);

// Takes all of this out of a scene that is ours to write, and names the losses.
void mq_gltf_report_material_losses(maq_scene *scene, mq_findings *findings);
// Takes the bytes of the images out alone, and names the losses.
void mq_gltf_skip_passthrough_images(maq_scene *scene, mq_findings *findings);

#endif
