// SPDX-License-Identifier: MIT
//
// What the files of the PIE module share.
#ifndef MQ_PIE_PRIV_H
#define MQ_PIE_PRIV_H

#include "formats/format.h"
#include "formats/pie/pie_rules.h"
#include "maquette/pie.h"

MQ_DECLARE_FORMAT(pie);
void mq_pie_check_events(const mq_set_member *members, size_t count, bool roots_complete,
                         mq_arena *scratch);
size_t mq_pie_event_models(const maq_document *document, mq_arena *arena, const char ***names);
const char *mq_pie_image_name(const char *file, maq_texture_role role, mq_arena *arena);
void mq_pie_add_materials(const maq_document *document, mq_scene_builder *builder);
maq_span mq_pie_image_span(const maq_document *document, const struct maq_image_reference *image);

// Puts an ANIMOBJECT under "animation".
void mq_pie_put_animation(mq_node *parent, const maq_pie_animation *animation);

// Adds a loss of `count` things to the document that a conversion or bridge makes.
#define PIE_REPORT_LOSS(work, rule, count, ...)                                                    \
    mq_add_loss(&(work)->out->findings, &mq_pie_rules[rule], (count), __VA_ARGS__)

// The directives, in the order in which a file has them; TEXTURE and the next three in that of
// maq_pie_map.
// clang-format off
#define PIE_KEYWORDS(KEY)                                                                          \
    KEY(TYPE) KEY(INTERPOLATE) KEY(TEXTURE) KEY(TCMASK) KEY(NORMALMAP) KEY(SPECULARMAP) KEY(EVENT) \
    KEY(LEVELS) KEY(LEVEL) KEY(MATERIALS) KEY(SHADERS) KEY(POINTS) KEY(NORMALS) KEY(POLYGONS)      \
    KEY(CONNECTORS) KEY(ANIMOBJECT) KEY(SHADOWPOINTS) KEY(SHADOWPOLYGONS)
// clang-format on
#define PIE_KEY(name) PIE_KEY_##name,
typedef enum pie_keyword { PIE_KEYWORDS(PIE_KEY) PIE_KEY_COUNT } pie_keyword;
extern const char *const mq_pie_keywords[PIE_KEY_COUNT];

// The span of a token in the source: `index` tokens after the one at `offset` (an offset of the
// document's structs). Its offset is MAQ_NO_OFFSET for documents without a source.
maq_span mq_pie_token(const maq_document *document, uint32_t offset, unsigned index);

// The span of the name in the line of a texture, which has one.
maq_span mq_pie_texture_span(const maq_document *document, const maq_pie_texture *texture);

// The settings that hold for a level: its own or the head's.
uint32_t mq_pie_level_type(const maq_pie *pie, const maq_pie_level *level);

// Writes the name that the game derives for the team mask of a texture ("page-7-x.png" gives
// "page-7_tcmask.png") into `out`, or returns false when the name does not start with page-N.
#define PIE_NAME_MAX 256
bool mq_pie_derived_mask(const char *texture, char out[PIE_NAME_MAX]);

// How many units of u, v, width and height make a whole page: 256 in PIE 2, 1 in the others.
float mq_pie_page_size(uint32_t version);

// The texture animation of a level is that of its first animated polygon; NULL: there is none.
const maq_pie_polygon *mq_pie_first_animated(const maq_pie_polygons *polygons);

// The names of the events 1, 2 and 3; others are called "event N".
#define PIE_EVENT_NAME_COUNT 3
extern const char *const mq_pie_event_names[PIE_EVENT_NAME_COUNT];
const char *mq_pie_event_name(mq_arena *arena, int32_t number);

// Marks a level as one that is in no file. Its rows are marked one by one.
void mq_pie_forget_offsets(maq_pie_level *level);

// What the loader of today's game (4.4 and later) does with the source of a document: see
// pie_check_game.c.
typedef enum pie_game_verdict {
    PIE_GAME_LOADS,
    PIE_GAME_REFUSES_IT,
    PIE_GAME_HANGS,
    PIE_GAME_CRASHES,
    PIE_GAME_UNDEFINED, // it goes on with values that nobody set
} pie_game_verdict;

typedef struct pie_game {
    pie_game_verdict verdict;
    maq_span at;        // the line at which it stops reading
    const char *reason; // what it does not find there; NULL when it loads the file
    char dropped[80];   // the sections behind `at` that it does not read: "CONNECTORS, ANIMOBJECT"
} pie_game;
pie_game mq_pie_game_load(const maq_document *document);

// The triangles of a fan for a polygon of `corner_count` corners: triangle t has the corners 0,
// t + 1 and t + 2.
static inline uint32_t mq_pie_fan_size(uint32_t corner_count) {
    return corner_count < 3 ? 0 : corner_count - 2;
}

#endif
