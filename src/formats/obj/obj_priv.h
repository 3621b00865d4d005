// SPDX-License-Identifier: MIT
//
// What the files of the OBJ module share.
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
void mq_obj_counts(const maq_document *document, mq_counts *out);
void mq_obj_describe(const maq_document *document, mq_node *object);
maq_status mq_obj_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out);
maq_status mq_obj_to_scene(const maq_document *document, mq_scene_builder *builder);
void mq_obj_add_materials(const maq_document *document, mq_scene_builder *builder);
maq_status mq_obj_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out);
const char *mq_obj_companion(const maq_document *document, const char *path, mq_arena *arena);
void mq_obj_write_materials(const maq_document *document, mq_text *out);

// The highest index of a corner; higher ones in a file are read as this. No list is that long.
#define OBJ_INDEX_HIGHEST (MAQ_OBJ_INVALID - 1)

// The bytes of a word of the statement at an offset; word 0 is its keyword.
maq_span mq_obj_word(const maq_document *document, uint32_t offset, unsigned index);

// The element past the last one of a section.
uint32_t mq_obj_section_end(const maq_obj *obj, uint32_t section);

// Whether all corners of a face exist, and there are enough of them.
bool mq_obj_is_valid_face(const maq_obj *obj, const maq_obj_element *element);

// ------------------------------------------------------------------------------------- materials

enum { OBJ_MATERIAL_FIELDS = 6 };

// A value of a material: its key in extras, its statement in MTL, and its floats.
typedef struct obj_material_field {
    const char *key, *keyword;
    uint32_t bit; // in maq_obj_material.given
    size_t offset;
    unsigned count;
} obj_material_field;
extern const obj_material_field mq_obj_material_fields[OBJ_MATERIAL_FIELDS];

extern const char *const mq_obj_map_names[MAQ_OBJ_MAP_COUNT];

// A material that gives no value: the members hold what programs assume then.
maq_obj_material mq_obj_material(const char *name);

// ------------------------------------------------------------------------------------------- MTL

// Materials being read. Findings are at the statement mtllib that names the file.
typedef struct obj_mtl {
    mq_arena *arena;
    mq_findings *findings;
    maq_obj_material *materials;
    size_t count, capacity;
    const char *file; // for messages
    maq_span span;
} obj_mtl;

// Adds the materials of a text. False when there is no memory.
bool mq_obj_mtl_read(obj_mtl *mtl, const char *text, size_t length);

// The length of the first name in a list of libraries: up to the end of the first word that ends
// with .mtl, or all of it.
size_t mq_obj_library_length(const char *list);

// Reads the libraries beside a file that was opened by its name. MAQ_OK or the arena's status.
maq_status mq_obj_read_libraries(maq_document *document, maq_obj *obj);

#endif
