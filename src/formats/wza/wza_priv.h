// SPDX-License-Identifier: MIT
//
// What the files of the WZA module share.
#ifndef MQ_WZA_PRIV_H
#define MQ_WZA_PRIV_H

#include "formats/directive_check.h"
#include "formats/records.h"
#include "formats/wza/wza_rules.h"
#include "maquette/wza.h"

#define WZA_COMMENT "#"
#define WZA_BONE_VALUES 7

MQ_DECLARE_FORMAT(wza);
void mq_wza_check_set(const mq_set_member *members, size_t count, bool roots_complete,
                      mq_arena *scratch);
maq_status mq_wza_join(const maq_input *inputs, size_t count, const mq_settings *settings,
                       maq_document *out);

// The directives, in the order in which a file has them.
// clang-format off
#define WZA_KEYWORDS(KEY)                                                                          \
    KEY(TEXTURE) KEY(ANIMATED) KEY(NORMALMAP) KEY(SPECMAP) KEY(TCMASK) KEY(SHAPES) KEY(SHAPE)      \
    KEY(VERTICES) KEY(FACES) KEY(BONES) KEY(BONE) KEY(ANIMATIONS) KEY(ANIMATION) KEY(PROPERTIES)   \
    KEY(POINTS)
// clang-format on
#define WZA_KEY(name) WZA_KEY_##name,
typedef enum wza_keyword { WZA_KEYWORDS(WZA_KEY) WZA_KEY_COUNT } wza_keyword;
extern const char *const mq_wza_keywords[WZA_KEY_COUNT];

// "bone", "shape", "texture".
#define WZA_KIND_COUNT 3
extern const char *const mq_wza_kinds[WZA_KIND_COUNT];

// A name as a file has it: bare where it can be, else in quotes.
void mq_wza_write_name(mq_text *out, const char *name);
bool mq_wza_is_bare(const char *name, size_t length);

// The shape with number 0, or NULL.
const maq_wza_shape *mq_wza_mesh(const maq_wza *wza);

// A file that holds nothing but animations.
bool mq_wza_is_animation_file(const maq_wza *wza);

// Numbers in order, each with the row it came from: for finding things by a number that may be
// anything. Of equal numbers the first comes first.
typedef struct wza_key {
    int64_t number;
    uint32_t row;
} wza_key;
// Sorts keys. Returns the array that holds the result, or NULL when there is no memory; the contents
// of the old array are lost.
wza_key *mq_wza_sort_keys(mq_arena *arena, wza_key *keys, size_t count);
const wza_key *mq_wza_find_key(const wza_key *keys, size_t count, int64_t number);

// The numbers of an animation's properties, in order; NULL when there is no memory.
wza_key *mq_wza_property_keys(mq_arena *arena, const maq_wza_property *properties, uint32_t count);

// Reports comments that a new document does not have (wza_convert.c).
void mq_wza_report_comments(maq_document *out, uint64_t count);

// The structs as tables (wza_describe.c).
extern const mq_record mq_wza_record, mq_wza_animation_record;

// Checks (wza_check_animations.c). The second compares animations with a model; `model_name` is put
// into messages when that is another file.
void mq_wza_check_animations(const maq_document *document, mq_findings *findings);
void mq_wza_check_fit(const maq_document *document, const maq_wza *model, const char *model_name,
                      mq_findings *findings);

#endif
