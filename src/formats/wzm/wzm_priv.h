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

// The row in the registry (wzm.c).
extern const mq_format mq_wzm_format;

// The functions of the row.
maq_status mq_wzm_read(maq_document *document);
void mq_wzm_write(const maq_document *document, mq_text *out);
void mq_wzm_check(const maq_document *document, mq_findings *findings);
maq_status mq_wzm_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out);
maq_status mq_wzm_to_scene(const maq_document *document, mq_scene_builder *builder);
maq_status mq_wzm_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out);
void mq_wzm_info(const maq_document *document, mq_node *object);
void mq_wzm_count(const maq_document *document, mq_counts *out);
void mq_wzm_describe(const maq_document *document, mq_node *object);

typedef enum wzm_keyword {
    WZM_KEY_TEXTURE,
    WZM_KEY_TCMASK,
    WZM_KEY_NORMALMAP,
    WZM_KEY_SPECULARMAP,
    WZM_KEY_MATERIAL,
    WZM_KEY_MESHES,
    WZM_KEY_MESH, // this and all after it belong to a mesh
    WZM_KEY_TEAMCOLOURS,
    WZM_KEY_MINMAX_TSCEN,
    WZM_KEY_VERTICES,
    WZM_KEY_FACES,
    WZM_KEY_INDICES,
    WZM_KEY_VERTEXARRAY,
    WZM_KEY_TEXTUREARRAYS,
    WZM_KEY_TEXTUREARRAY,
    WZM_KEY_INDEXARRAY,
    WZM_KEY_FRAMES,
    WZM_KEY_CONNECTORS,
    WZM_KEY_COUNT,
} wzm_keyword;
extern const char *const mq_wzm_keywords[WZM_KEY_COUNT];

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
