// SPDX-License-Identifier: MIT
//
// What the files of the PET module share.
#ifndef MQ_PET_PRIV_H
#define MQ_PET_PRIV_H

#include "base/cursor.h"
#include "formats/format.h"
#include "formats/pet/pet_file_mesh.h"
#include "formats/pet/pet_rules.h"
#include "formats/pet/pet_writer.h"
#include "maquette/pet.h"

// ------------------------------------------------------------------------------ the format (pet.c)

MQ_DECLARE_FORMAT(pet);
void mq_pet_add_images(const maq_document *document, mq_scene_builder *builder);
maq_span mq_pet_image_span(const maq_document *document, const struct maq_image_reference *image);
#define PET_KIND_COUNT 4
#define PET_MINOR_COUNT 4
#define PET_FRAMES_PER_SECOND 30
#define PET_FULL_WEIGHT 255   // the weights of a vertex add up to it
#define PET_NO_TEXTURE 255    // the texture of a triangle without one
#define PET_MAX_MATERIALS 127 // a triangle names its specular material by a signed byte
#define PET_HEADER_SIZE 8     // of a section: its name and its length

// One part of a joined puppet, with the indices of its things in the joined one.
typedef struct pet_part {
    const maq_pet *pet;
    const int32_t *bones;     // every bone has one
    const uint32_t *textures; // PET_NO_TEXTURE: dropped
    const int32_t *materials; // -1: dropped
} pet_part;

// The content of a document; callers see the puppet alone.
typedef struct pet_content {
    maq_pet pet;
    // Of a puppet that was joined for a scene from parts with rest poses of their own: those with a
    // mesh. A scene binds each to its own pose, which the file of a puppet cannot do. NULL: none.
    const pet_part *parts;
    size_t part_count;
} pet_content;

maq_status mq_pet_join(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out);

extern const char mq_pet_tag_names[MAQ_PET_KNOWN_TAGS][5];
maq_pet_tag mq_pet_find_tag(const char name[4]);
const maq_variant *mq_pet_variant(maq_pet_kind kind);
// "client" or "documented".
const char *mq_pet_layout_name(maq_pet_layout layout);
// Whether files of a kind may have a section. All kinds may have unknown sections.
bool mq_pet_kind_holds(maq_pet_kind kind, maq_pet_tag tag);
// The kind that the extension of a file name stands for.
bool mq_pet_kind_of_name(const char *name, maq_pet_kind *kind);
// The first section with a tag, decoded or not; NULL when there is none.
const maq_pet_section *mq_pet_find_section(const maq_pet *pet, maq_pet_tag tag);
// An empty section of a known tag, which no file was read for.
maq_pet_section mq_pet_new_section(maq_pet_tag tag, const maq_pet_encoding *encoding);
// How many entries the list of a section has; 0 for VERS, MESH and unknown sections.
uint32_t mq_pet_entry_count(const maq_pet *pet, maq_pet_tag tag);
void mq_pet_set_entry_count(maq_pet *pet, maq_pet_tag tag, uint32_t count);

// The time of the last key, in seconds; 0 when there is none.
double mq_pet_last_key(const maq_pet *pet);

// How many floats a value of SMTL has; 0 for the other types.
uint32_t mq_pet_float_count(maq_pet_value_type type);

static inline bool mq_pet_has_matrices(const maq_pet_encoding *encoding) {
    return encoding->layout == MAQ_PET_DOCUMENTED || encoding->kind != MAQ_PET_APET;
}

static inline bool mq_pet_has_skins(const maq_pet_encoding *encoding) {
    return encoding->layout == MAQ_PET_CLIENT && encoding->kind == MAQ_PET_MPET;
}

static inline bool mq_pet_is_client(const maq_pet_encoding *encoding) {
    return encoding->layout == MAQ_PET_CLIENT;
}

// Adds a loss of `count` things unless that is 0: "3 scale keys were dropped". `one` and `many`
// name the things; the format says what was done to them.
__attribute__((format(printf, 7, 8))) void mq_pet_report_loss(mq_findings *findings, pet_rule rule,
                                                              uint64_t offset, uint64_t count,
                                                              const char *one, const char *many,
                                                              const char *format, ...);

// ----------------------------------------------------------------- decoding (pet_read_*.c)

// The length of a list that others refer to; `known` when the list can be read.
typedef struct pet_extent {
    uint32_t count;
    bool known;
} pet_extent;

static inline bool mq_pet_out_of_range(pet_extent extent, uint32_t index) {
    return extent.known && index >= extent.count;
}

// One attempt to decode a section. With `arena` NULL a decoder only tests the bytes; with an arena
// it stores what they say in `pet`.
typedef struct pet_decoder {
    mq_cursor cursor;
    uint64_t base; // the offset of the cursor's first byte in the file
    maq_pet_encoding encoding;
    pet_extent bones, textures, materials;
    bool implausible; // an index is out of range, times run backwards, ...
    mq_arena *arena;
    maq_pet *pet;
    uint32_t entry_count; // of the last test
    // What testing MESH found. With `mesh_known` it is not tested again.
    maq_pet_mesh_summary mesh;
    bool mesh_known;
} pet_decoder;

static inline uint64_t mq_pet_decoder_offset(const pet_decoder *decoder) {
    return decoder->base + decoder->cursor.at;
}

// False when the bytes do not fit the encoding, or (with an arena) there is no memory.
bool mq_pet_decode(pet_decoder *decoder, maq_pet_tag tag);
bool mq_pet_decode_animations(pet_decoder *decoder);
bool mq_pet_decode_mesh(pet_decoder *decoder); // sizes and skins only

maq_pet_id mq_pet_read_id(mq_cursor *cursor, bool client);
maq_pet_text mq_pet_read_text(mq_cursor *cursor);
void mq_pet_read_floats(mq_cursor *cursor, float *values, size_t count);

// The mesh of a puppet, in an arena. False when there is none or no memory.
bool mq_pet_mesh_decode(const maq_pet *pet, mq_arena *arena, maq_pet_mesh *out);

// The skin that a triangle belongs to, starting the search at `*hint`; NULL: none.
const maq_pet_skin *mq_pet_skin_of(const maq_pet_skin *skins, uint32_t count, uint32_t triangle,
                                   uint32_t *hint);

// ----------------------------------------------------------------- encoding (pet_write_*.c)

// Writes the payload of a known section from the lists of `pet` (MESH from `mesh`).
void mq_pet_encode(const maq_pet *pet, const pet_file_mesh *mesh, maq_pet_tag tag,
                   const maq_pet_encoding *encoding, pet_writer *writer);
void mq_pet_encode_mesh(const pet_file_mesh *mesh, const maq_pet_encoding *encoding,
                        pet_writer *writer);
void mq_pet_write_id(pet_writer *writer, maq_pet_id id, bool client);

// Fills a document with a copy of a puppet: sections without bytes are encoded (pet_copy.c). With
// `complete`, sections that are missing are added, and a section that the file cuts off gets the
// length that it has. MAQ_BAD_ARGUMENT: the encoding cannot hold something.
maq_status mq_pet_copy(maq_document *document, const maq_pet *pet, const pet_file_mesh *mesh,
                       bool complete);

// ------------------------------------------------------------------------ names (pet_names.c)

// A list of names in the order of their bytes, to look names up and to find repeated ones. NULL
// when there is no memory; sorting overwrites `entries`.
typedef struct name_entry {
    maq_pet_text name;
    uint32_t number; // distinguishes entries of the same name
    uint32_t index;
} name_entry;
const name_entry *mq_pet_sort_names(mq_arena *arena, name_entry *entries, size_t count);
const name_entry *mq_pet_find_name(const name_entry *entries, size_t count, maq_pet_text name);

// The sorted names of all bones. NULL when there is no memory.
const name_entry *mq_pet_sort_bone_names(const maq_pet *pet, mq_arena *arena);
// The index of the bone with a name in such a list; -1: none.
int32_t mq_pet_find_bone(const maq_pet *pet, const name_entry *sorted, maq_pet_text name);

// -------------------------------------------------------------------------- text (pet_text.c)

// From CP949 to UTF-8, with a NUL; bytes that are not CP949 become \xNN. "" when there is no memory.
const char *mq_pet_to_utf8(mq_arena *arena, maq_pet_text text);

// From UTF-8 to CP949. Characters that CP949 lacks, and bytes that are not UTF-8, become ? and are
// counted in `*replaced`. The encoder starts as zeros and makes its table when it needs it.
typedef struct pet_cp949_encoder {
    uint16_t *codes;
} pet_cp949_encoder;
maq_pet_text mq_pet_to_cp949(pet_cp949_encoder *encoder, mq_arena *arena, const char *text,
                             uint64_t *replaced);

// How many bytes of a fixed field are its text.
size_t mq_pet_name_length(const char name[32]);
static inline maq_pet_text mq_pet_name_text(const char name[32]) {
    return (maq_pet_text){name, (uint32_t)mq_pet_name_length(name)};
}
static inline maq_pet_text mq_pet_text_of(const char *text) {
    return (maq_pet_text){text, (uint32_t)strlen(text)};
}

// The name of a texture. In the documented layout all 44 bytes of an entry are its name, so one
// without a NUL in the first 32 bytes continues in the other fields; `bytes` then holds it.
#define PET_TEXTURE_SIZE 44
maq_pet_text mq_pet_texture_name(const maq_pet_texture *texture, maq_pet_layout layout,
                                 char bytes[PET_TEXTURE_SIZE]);
// Whether the name of a texture takes up the other fields.
static inline bool mq_pet_has_long_name(const maq_pet_texture *texture, maq_pet_layout layout) {
    return layout == MAQ_PET_DOCUMENTED && mq_pet_name_length(texture->name) == 32;
}

bool mq_pet_same_text(maq_pet_text a, maq_pet_text b);
// Capital and small ASCII letters are equal.
bool mq_pet_same_name(maq_pet_text a, maq_pet_text b);

#endif
