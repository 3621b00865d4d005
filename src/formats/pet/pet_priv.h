// SPDX-License-Identifier: MIT
//
// What the files of the PET room share.
#ifndef MQ_PET_PRIV_H
#define MQ_PET_PRIV_H

#include "base/cursor.h"
#include "formats/format.h"
#include "formats/pet/pet_rules.h"
#include "formats/pet/pet_sink.h"
#include "maquette/pet.h"

// ------------------------------------------------------------------------------- the room (pet.c)

extern const mq_format mq_pet_format;
#define PET_KIND_COUNT 4
#define PET_MINOR_COUNT 4
#define PET_FRAMES_PER_SECOND 30

// The functions of the row, one file each.
maq_status mq_pet_read(maq_document *document);
void mq_pet_write(const maq_document *document, mq_text *out);
void mq_pet_check(const maq_document *document, mq_findings *findings);
maq_status mq_pet_retarget(const maq_document *document, const mq_settings *settings,
                           maq_document *out);
maq_status mq_pet_join(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out);
maq_status mq_pet_to_scene(const maq_document *document, mq_scene_builder *builder);
maq_status mq_pet_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out);
void mq_pet_info(const maq_document *document, mq_node *object);
void mq_pet_describe(const maq_document *document, mq_node *object);

extern const char mq_pet_names[MAQ_PET_KNOWN_TAGS][5];
maq_pet_tag mq_pet_tag_of(const char name[4]);
const maq_variant *mq_pet_variant(maq_pet_kind kind);
// "client", "documented".
const char *mq_pet_layout_name(maq_pet_layout layout);
// Whether files of a kind have a section (unknown ones: all kinds).
bool mq_pet_kind_holds(maq_pet_kind kind, maq_pet_tag tag);
// The kind that the extension of a name tells.
bool mq_pet_kind_of_name(const char *name, maq_pet_kind *kind);
// The first section of a name, decoded or not; NULL when there is none.
const maq_pet_section *mq_pet_find(const maq_pet *pet, maq_pet_tag tag);

// The time of the last key, in seconds; 0 when there is none.
double mq_pet_last_key(const maq_pet *pet);

static inline bool mq_pet_has_matrices(const maq_pet_encoding *encoding) {
    return encoding->layout == MAQ_PET_DOCUMENTED || encoding->kind != MAQ_PET_APET;
}

static inline bool mq_pet_has_skins(const maq_pet_encoding *encoding) {
    return encoding->layout == MAQ_PET_CLIENT && encoding->kind == MAQ_PET_MPET;
}

static inline bool mq_pet_is_client(const maq_pet_encoding *encoding) {
    return encoding->layout == MAQ_PET_CLIENT;
}

// ------------------------------------------------------------------- decoding (pet_decode*.c)

// The sizes of lists that others point into; `known` when there is such a list.
typedef struct pet_extent {
    uint32_t count;
    bool known;
} pet_extent;

static inline bool mq_pet_beyond(pet_extent extent, uint32_t index) {
    return extent.known && index >= extent.count;
}

// One try at a section. Decoders run with `arena` NULL to test, and with an arena to keep; then
// what they find goes to `pet`.
typedef struct pet_decoder {
    mq_cursor cursor;
    uint64_t base; // the place of the cursor's first byte in the file
    maq_pet_encoding encoding;
    pet_extent bones, textures, materials;
    bool odd; // indices out of range, times that run backwards, ...
    mq_arena *arena;
    maq_pet *pet;
    // Counts of the last test, which size what is kept.
    uint32_t entry_count;
    uint32_t bone_count; // BONE: what it says there are
    // What testing MESH found. With `mesh_known` it is not tested again.
    maq_pet_mesh_about mesh;
    bool mesh_known;
} pet_decoder;

static inline uint64_t mq_pet_here(const pet_decoder *decoder) {
    return decoder->base + decoder->cursor.at;
}

// False when the bytes do not fit the encoding, or (with an arena) there is no memory.
bool mq_pet_decode(pet_decoder *decoder, maq_pet_tag tag);
bool mq_pet_decode_bones(pet_decoder *decoder);
bool mq_pet_decode_animations(pet_decoder *decoder);
bool mq_pet_decode_mesh(pet_decoder *decoder); // sizes and skins only

maq_pet_id mq_pet_take_id(mq_cursor *cursor, bool client);
maq_pet_text mq_pet_take_text(mq_cursor *cursor);
void mq_pet_take_floats(mq_cursor *cursor, float *values, size_t count);

// The mesh of a puppet, in an arena. False when there is none or no memory.
bool mq_pet_mesh_decode(const maq_pet *pet, mq_arena *arena, maq_pet_mesh *out);

// The skin that a triangle belongs to, starting the search at `*hint`; NULL: none.
const maq_pet_skin *mq_pet_skin_of(const maq_pet_skin *skins, uint32_t count, uint32_t triangle,
                                   uint32_t *hint);

// ------------------------------------------------------------------- encoding (pet_encode*.c)

// Writes the payload of a known section from the lists of `pet` (MESH from `mesh`).
void mq_pet_encode(const maq_pet *pet, const maq_pet_mesh *mesh, maq_pet_tag tag,
                   const maq_pet_encoding *encoding, pet_sink *sink);
void mq_pet_encode_mesh(const maq_pet_mesh *mesh, const maq_pet_encoding *encoding, pet_sink *sink);
void mq_pet_sink_id(pet_sink *sink, maq_pet_id id, bool client);

// Fills a document with a copy of a puppet: sections without bytes get theirs, and those that are
// missing are added (pet_build.c). MAQ_BAD_ARGUMENT: something does not fit the form.
maq_status mq_pet_build(maq_document *document, const maq_pet *pet, const maq_pet_mesh *mesh);

// ------------------------------------------------------------------------ names (pet_check.c)

// A list of names in the order of their bytes, for finding those that are there and those that are
// there twice. NULL when there is no memory; `entries` is spoilt by sorting.
typedef struct name_entry {
    maq_pet_text name;
    uint32_t number; // tells entries of the same name apart; part of the order when not all 0
    uint32_t index;
} name_entry;
const name_entry *mq_pet_sort_names(mq_arena *scratch, name_entry *entries, size_t count);
const name_entry *mq_pet_find_name(const name_entry *entries, size_t count, maq_pet_text name);

// ------------------------------------------------------------------------- text (pet_text.c)

// From CP949 to UTF-8. Good without a converter, too.
typedef struct pet_converter {
    void *handle; // NULL: the system has none
} pet_converter;

void mq_pet_converter_open(pet_converter *converter);
void mq_pet_converter_close(pet_converter *converter);
void mq_pet_convert(pet_converter *converter, const char *bytes, size_t length, mq_text *out);
// The same into an arena, with a NUL; "" when there is no memory.
const char *mq_pet_convert_in(pet_converter *converter, mq_arena *arena, const char *bytes,
                              size_t length);

// The way back, into an arena. What CP949 does not have becomes ? and is counted in `*lost`. Texts
// that are no UTF-8 are taken byte by byte: each byte that means nothing is lost.
void mq_pet_unconverter_open(pet_converter *converter);
maq_pet_text mq_pet_unconvert(pet_converter *converter, mq_arena *arena, const char *text,
                              uint64_t *lost);

// How many bytes of a fixed field are its text.
size_t mq_pet_name_length(const char name[32]);
static inline maq_pet_text mq_pet_name_text(const char name[32]) {
    return (maq_pet_text){name, (uint32_t)mq_pet_name_length(name)};
}

bool mq_pet_same_text(maq_pet_text a, maq_pet_text b);
// Letters A to Z count as a to z.
bool mq_pet_same_name(maq_pet_text a, maq_pet_text b);

#endif
