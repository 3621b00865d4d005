// SPDX-License-Identifier: MIT
//
// What the files of the WZM module share. What a scene has no member for is in extras under the key
// "wzm":
//   scene     version
//   mesh      team_colours, texture_arrays (how many sets of texture coordinates are such)
//   material  material: the 13 numbers of MATERIAL
//   node      of a connector: type, values (its angle and restrictions)
#ifndef MQ_WZM_PRIV_H
#define MQ_WZM_PRIV_H

#include "formats/directive_check.h"
#include "formats/records.h"
#include "formats/wzm/wzm_rules.h"
#include "maquette/wzm.h"

#define WZM_COMMENT "//"
#define WZM_EXTRAS "wzm"
#define WZM_PLAYERS 8
#define WZM_MATERIAL_VALUES 13

MQ_DECLARE_FORMAT(wzm);
void mq_wzm_add_materials(const maq_document *document, mq_scene_builder *builder);
maq_span mq_wzm_image_span(const maq_document *document, const struct maq_image_reference *image);

// The directives, in the order in which a file has them; MESH and all after it belong to a mesh.
// clang-format off
#define WZM_KEYWORDS(KEY)                                                                          \
    KEY(TEXTURE) KEY(TCMASK) KEY(NORMALMAP) KEY(SPECULARMAP) KEY(MATERIAL) KEY(MESHES) KEY(MESH)   \
    KEY(TEAMCOLOURS) KEY(MINMAX_TSCEN) KEY(VERTICES) KEY(FACES) KEY(INDICES) KEY(VERTEXARRAY)      \
    KEY(TEXTUREARRAYS) KEY(TEXTUREARRAY) KEY(INDEXARRAY) KEY(FRAMES) KEY(CONNECTORS)
// clang-format on
#define WZM_KEY(name) WZM_KEY_##name,
typedef enum wzm_keyword { WZM_KEYWORDS(WZM_KEY) WZM_KEY_COUNT } wzm_keyword;
extern const char *const mq_wzm_keywords[WZM_KEY_COUNT];

// A mesh without content that is not from a file.
maq_wzm_mesh mq_wzm_new_mesh(const char *name);

// Whether the type of a connector is a whole number, as version 1 has it.
bool mq_wzm_is_number(const char *text);

// Whether a text can be one token of a file, and whether it is one of its keywords (wzm_copy.c).
bool mq_wzm_is_token(const char *text);
bool mq_wzm_is_keyword(const char *text);

// The structs as tables (wzm_describe.c).
extern const mq_record mq_wzm_record;

// Whether a name may have this character, and how long it may be in version 2.
#define WZM_LONGEST_NAME 20
bool mq_wzm_is_name_byte(char byte, uint32_t version);

// Sets the bounds to the least and the greatest corner of the vertices and the middle between them
// (wzm_convert.c).
void mq_wzm_compute_bounds(maq_wzm_mesh *mesh);

#endif
