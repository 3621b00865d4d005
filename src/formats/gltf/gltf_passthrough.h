// SPDX-License-Identifier: MIT
//
// Passthrough data: what a glTF file says and a scene does not hold (metal and roughness, emission,
// occlusion, samplers, extensions of materials, rest weights of morph targets). The extras of a scene
// keep it from one glTF file to the next:
//
//     of a material   "gltf_material": the glTF material without the members that the scene holds. A
//                     texture info has "texture" in place of "index": {"image", "sampler", ...}; the
//                     image is an index of the list below, or absent for a texture of the scene.
//                     "source" has the other members of the image, such as its name.
//     of a mesh       "gltf_primitives": the extras of its primitives, null for those without
//     of a mesh or    "gltf_weights": the rest weights of its morph targets
//     a node
//     of the scene    "gltf_file": {"images": [{"file", "data"}], "required": [extension],
//                     "asset": its members, "scene": {"name", "extras"}, "skins": [{"name",
//                     "extras"}]}
#ifndef MQ_GLTF_PASSTHROUGH_H
#define MQ_GLTF_PASSTHROUGH_H

#include "formats/gltf/gltf_priv.h"

#define GLTF_MATERIAL_KEY "gltf_material"
#define GLTF_FILE_KEY "gltf_file"
#define GLTF_WEIGHTS_KEY "gltf_weights"
#define GLTF_PRIMITIVES_KEY "gltf_primitives"

// Whether a key of extras is one of these.
bool mq_gltf_is_passthrough(const char *key);
// Whether a member of a material is a texture info, by its key.
bool mq_gltf_is_texture_key(const char *key);

// Texture infos are in the material (depth 0), its pbrMetallicRoughness (1), and anywhere in
// extensions (from 2 on). The depth of a member that is an object; 0 when it has no texture infos.
int mq_gltf_passthrough_depth(const char *key, int depth);

// Reports what other formats lose of this. Pictures and motions use what the extras keep.
void mq_gltf_report_losses(maq_scene *scene, mq_findings *findings);
// Removes lists that do not match the scene: of skins, and of primitives in the extras of meshes.
void mq_gltf_drop_unmatched_passthrough(maq_scene *scene);

#endif
