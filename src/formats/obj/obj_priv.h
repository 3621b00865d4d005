// SPDX-License-Identifier: MIT
//
// What the files of the OBJ room share.
#ifndef MQ_OBJ_PRIV_H
#define MQ_OBJ_PRIV_H

#include "formats/format.h"
#include "formats/obj/obj_rules.h"
#include "maquette/obj.h"

extern const mq_format mq_obj_format;

maq_status mq_obj_read(maq_document *document);
void mq_obj_write(const maq_document *document, mq_text *out);
void mq_obj_check(const maq_document *document, mq_findings *findings);
void mq_obj_info(const maq_document *document, mq_node *object);
void mq_obj_describe(const maq_document *document, mq_node *object);
maq_status mq_obj_retarget(const maq_document *document, const mq_settings *settings,
                           maq_document *out);
maq_status mq_obj_to_scene(const maq_document *document, mq_scene_builder *builder);
maq_status mq_obj_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out);
const char *mq_obj_companion(const maq_document *document, const char *path, mq_arena *arena);
void mq_obj_write_materials(const maq_document *document, mq_text *out);

// The place of a word of the statement at an offset; word 0 is its keyword.
maq_span mq_obj_word(const maq_document *document, uint32_t offset, unsigned index);

// The element past the last one of a section.
uint32_t mq_obj_section_end(const maq_obj *obj, uint32_t section);

// Whether all corners of a face exist, and there are enough of them.
bool mq_obj_is_sound_face(const maq_obj *obj, const maq_obj_element *element);

// ---------------------------------------------------------------------------------------- MTL

// Materials being read. What is amiss is found at the statement mtllib that led here.
typedef struct obj_mtl {
    mq_arena *arena;
    mq_findings *findings;
    maq_obj_material *materials;
    size_t count, room;
    const char *file; // for messages
    maq_span place;
} obj_mtl;

// Adds the materials of a text. False when there is no memory.
bool mq_obj_mtl_read(obj_mtl *mtl, const char *text, size_t length);

// One statement of a material, as far as it has a meaning here; others are kept as they stand.
// For statements without a file: what is amiss is found nowhere.
bool mq_obj_mtl_statement(obj_mtl *mtl, maq_obj_material *material, const char *line);

extern const char *const mq_obj_map_names[MAQ_OBJ_MAP_COUNT];

// A material without a value, but with those that programs take for granted.
maq_obj_material mq_obj_material(const char *name);

#endif
