// SPDX-License-Identifier: MIT
//
// Reading WZA.
//
// A row that cannot be read is left out, with a finding. Its list is then marked as incomplete, so
// that checks do not report the same fault again.
#include <string.h>

#include "base/checked.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "formats/plain_rows.h"
#include "formats/wza/wza_priv.h"

typedef struct wza_reader {
    mq_directives text;
    mq_arena *arena;
    maq_wza *wza;
    maq_wza_shape *shapes;
    maq_wza_bone *bones;
    maq_wza_animation *animations;
    size_t shape_capacity, bone_capacity, animation_capacity;
    maq_wza_shape *shape;         // that is being read
    maq_wza_animation *animation; // that is being read
    wza_key *properties;          // of it, by number
    mq_rows announced[3];         // by SHAPES, BONES, ANIMATIONS
    uint32_t seen;                // one bit a keyword
    unsigned block;               // SHAPE, BONE or ANIMATION, if one of them is being read
    uint32_t seen_in_block;
    int reached;
    int reported_late;   // the block that was last reported to come too late
    const char *rows_of; // the list that was read last
} wza_reader;

#define FIND(reader, rule, begin, end, ...)                                                        \
    MQ_DIRECTIVE_REPORT(&(reader)->text, rule, begin, end, __VA_ARGS__)

static uint32_t offset_of(const wza_reader *reader, const char *at) {
    return mq_directives_offset(&reader->text, at);
}

// ----------------------------------------------------------------------------------------- texture

// The name in quotes that begins at the next token. Its end is the byte behind the quote, or the end
// of the line.
static const char *read_quoted(wza_reader *reader, const char **name) {
    const mq_lexer *lexer = &reader->text.lexer;
    const char *at = lexer->at + 1;
    size_t rest = 0, length = 0;
    while (lexer->at + rest < lexer->end && lexer->at[rest] != '\n' && lexer->at[rest] != '\r')
        rest++;
    char *text = MQ_NEW_ARRAY(reader->arena, char, rest + 1);
    if (!text)
        return NULL;
    *name = text;
    for (; at < lexer->at + rest && *at != '"' && *at != '\0' && *at != '\x1a'; at++) {
        if (*at == '\\' && at + 1 < lexer->at + rest && (at[1] == '"' || at[1] == '\\'))
            at++;
        text[length++] = *at;
    }
    bool closed = at < lexer->at + rest && *at == '"';
    if (!closed || length == 0)
        FIND(reader, WZA_NAME_UNCLOSED, lexer->at, closed ? at + 1 : at,
             closed ? "a name cannot be empty" : "the name does not end on its line");
    return closed ? at + 1 : at;
}

static void read_bare(wza_reader *reader, const char *end, const char **name) {
    const char *begin = reader->text.lexer.at;
    size_t length = (size_t)(end - begin);
    *name = mq_arena_text(reader->arena, begin, length);
    if (!*name || mq_wza_is_bare(begin, length))
        return;
    maq_finding *finding =
        FIND(reader, WZA_NAME_CHARACTERS, begin, end, "this name must be in quotes: \"%.*s\"",
             mq_directives_shown(begin, end), begin);
    size_t capacity;
    char *quoted = mq_multiply_size(length, 2, &capacity) && mq_add_size(capacity, 2, &capacity)
                       ? MQ_NEW_ARRAY(reader->arena, char, capacity)
                       : NULL;
    if (!quoted)
        return;
    size_t size = 0;
    quoted[size++] = '"';
    for (size_t i = 0; i < length; i++) {
        if (begin[i] == '"' || begin[i] == '\\')
            quoted[size++] = '\\';
        quoted[size++] = begin[i];
    }
    quoted[size++] = '"';
    mq_directives_edit(&reader->text, finding, begin, end, quoted, size);
}

static void read_texture(wza_reader *reader, uint32_t offset) {
    mq_directives *text = &reader->text;
    maq_wza_texture *texture = &reader->wza->texture;
    texture->offset = offset;
    texture->name = "";
    if (!mq_directives_line_goes_on(text)) {
        FIND(reader, MQ_DR_VALUE_MISSING, text->last_end, text->last_end,
             "the name of the texture is missing here");
        return;
    }
    const char *end = mq_lexer_token_end(&text->lexer);
    if (*text->lexer.at == '"')
        end = read_quoted(reader, &texture->name);
    else
        read_bare(reader, end, &texture->name);
    if (!end)
        return;
    mq_directives_pass_token(text, end);
    mq_directives_end_line(text);
}

// A value from 0 to `most`.
static bool read_flag(wza_reader *reader, const char *name, int32_t most, int32_t *value) {
    mq_directives *text = &reader->text;
    const char *begin = text->lexer.at;
    if (!mq_directives_int(text, name, value))
        return false;
    if (*value < 0 || *value > most)
        FIND(reader, WZA_FLAG, begin, text->last_end,
             most == 1 ? "%s is 0 or 1, not %d" : "%s is 0, 1 or 2, not %d", name, *value);
    return true;
}

static void read_texture_setting(wza_reader *reader, unsigned keyword) {
    static const char *const names[] = {
        [WZA_KEY_ANIMATED] = "the value of ANIMATED",
        [WZA_KEY_NORMALMAP] = "the value of NORMALMAP",
        [WZA_KEY_SPECMAP] = "the value of SPECMAP",
        [WZA_KEY_TCMASK] = "the value of TCMASK",
    };
    maq_wza_texture *texture = &reader->wza->texture;
    int32_t value = 0;
    read_flag(reader, names[keyword], keyword == WZA_KEY_NORMALMAP ? 2 : 1, &value);
    mq_directives_end_line(&reader->text);
    switch (keyword) {
    case WZA_KEY_ANIMATED:
        texture->animated = value != 0;
        break;
    case WZA_KEY_NORMALMAP:
        texture->normal_map = value;
        break;
    case WZA_KEY_SPECMAP:
        texture->specular_map = value != 0;
        break;
    default:
        texture->team_mask = value != 0;
        break;
    }
}

// ------------------------------------------------------------------------------------------ shapes

static bool read_plain_vertex(const void *context, mq_plain_row *row) {
    maq_wza_vertex *vertex = *(maq_wza_vertex *const *)context + row->index;
    vertex->offset = row->offset;
    return mq_plain_ints(row, &vertex->index, 1) && mq_plain_floats(row, vertex->position, 3) &&
           mq_plain_floats(row, vertex->normal, 3) && mq_plain_floats(row, vertex->tangent, 3) &&
           mq_plain_floats(row, vertex->bitangent, 3);
}

static void read_vertices(wza_reader *reader, maq_wza_shape *shape) {
    mq_rows rows;
    if (!mq_rows_open(&reader->text, &rows, "VERTICES", 13, sizeof "0 0 0 0 0 0 0 0 0 0 0 0 0"))
        return;
    maq_wza_vertex *vertices = MQ_NEW_ARRAY(reader->arena, maq_wza_vertex, rows.capacity);
    if (!vertices)
        return;
    mq_rows_read_plain(&rows, read_plain_vertex, &vertices);
    while (mq_rows_next(&rows)) {
        maq_wza_vertex vertex = {.offset = offset_of(reader, rows.begin)};
        maq_wza_vertex *kept = &vertices[rows.kept];
        if (mq_rows_int(&rows, &vertex.index) && mq_rows_floats(&rows, vertex.position, 3) &&
            mq_rows_floats(&rows, vertex.normal, 3) && mq_rows_floats(&rows, vertex.tangent, 3))
            mq_rows_floats(&rows, vertex.bitangent, 3);
        if (mq_rows_end(&rows))
            *kept = vertex;
    }
    shape->vertices = vertices;
    shape->vertex_count = rows.kept;
    shape->incomplete = shape->incomplete || rows.kept != rows.announced;
}

static bool read_plain_face(const void *context, mq_plain_row *row) {
    maq_wza_face *face = *(maq_wza_face *const *)context + row->index;
    face->offset = row->offset;
    return mq_plain_ints(row, &face->index, 1) && mq_plain_ints(row, face->vertices, 3) &&
           mq_plain_floats(row, &face->uv[0][0], 6);
}

static void read_faces(wza_reader *reader, maq_wza_shape *shape) {
    mq_rows rows;
    if (!mq_rows_open(&reader->text, &rows, "FACES", 10, sizeof "0 0 0 0 0 0 0 0 0 0"))
        return;
    maq_wza_face *faces = MQ_NEW_ARRAY(reader->arena, maq_wza_face, rows.capacity);
    if (!faces)
        return;
    mq_rows_read_plain(&rows, read_plain_face, &faces);
    while (mq_rows_next(&rows)) {
        maq_wza_face face = {.offset = offset_of(reader, rows.begin)};
        maq_wza_face *kept = &faces[rows.kept];
        if (mq_rows_int(&rows, &face.index) && mq_rows_ints(&rows, face.vertices, 3))
            mq_rows_floats(&rows, &face.uv[0][0], 6);
        if (mq_rows_end(&rows))
            *kept = face;
    }
    shape->faces = faces;
    shape->face_count = rows.kept;
    shape->incomplete = shape->incomplete || rows.kept != rows.announced;
}

static void read_shape(wza_reader *reader, uint32_t offset) {
    maq_wza *wza = reader->wza;
    maq_wza_shape *shapes = mq_arena_grow(reader->arena, reader->shapes, &reader->shape_capacity,
                                          wza->shape_count, sizeof *shapes);
    if (!shapes)
        return;
    wza->shapes = reader->shapes = shapes;
    reader->shape = &shapes[wza->shape_count];
    *reader->shape = (maq_wza_shape){.number = (int32_t)wza->shape_count,
                                     .offset = offset,
                                     .vertices_offset = MAQ_WZA_NO_OFFSET,
                                     .faces_offset = MAQ_WZA_NO_OFFSET};
    wza->shape_count++;
    mq_directives_int(&reader->text, "the number of the shape", &reader->shape->number);
    mq_directives_end_line(&reader->text);
}

// ------------------------------------------------------------------------------------------- bones

static bool read_bone_line(wza_reader *reader, maq_wza_bone *bone, mq_rows *vertices) {
    mq_directives *text = &reader->text;
    int32_t hinge;
    if (!mq_directives_int(text, "the index of the bone", &bone->index) ||
        !mq_directives_int(text, "the index of the parent", &bone->parent) ||
        !read_flag(reader, "the hinge", 1, &hinge))
        return false;
    bone->hinge = hinge != 0;
    for (unsigned i = 0; i < 3; i++) {
        if (!mq_directives_float(text, "the position of the joint", &bone->position[i]))
            return false;
    }
    // The list may follow on the same line, so what does is not surplus.
    const char *begin = text->lexer.at;
    int32_t count;
    if (!mq_directives_int(text, "the number of vertices", &count))
        return false;
    if (count < 0 || (uint64_t)count > mq_arena_element_limit(reader->arena)) {
        FIND(reader, count < 0 ? MQ_DR_BAD_NUMBER : MQ_DR_COUNT_LIMIT, begin, text->last_end,
             "a bone cannot list %d %s", count, MQ_PLURAL(count, "vertex", "vertices"));
        text->stop = count >= 0;
        return false;
    }
    *vertices = (mq_rows){.reader = text,
                          .announced = (uint32_t)count,
                          .count_begin = begin,
                          .count_end = text->last_end};
    return true;
}

static void read_bone(wza_reader *reader, uint32_t offset) {
    maq_wza *wza = reader->wza;
    maq_wza_bone bone = {.offset = offset};
    mq_rows rows;
    if (!read_bone_line(reader, &bone, &rows)) {
        wza->bones_incomplete = true;
        mq_directives_skip(&reader->text);
        return;
    }
    mq_rows_begin(&reader->text, &rows, "BONE", 1, sizeof "0");
    int32_t *vertices = MQ_NEW_ARRAY(reader->arena, int32_t, rows.capacity);
    maq_wza_bone *bones = mq_arena_grow(reader->arena, reader->bones, &reader->bone_capacity,
                                        wza->bone_count, sizeof *bones);
    if (!vertices || !bones)
        return;
    int32_t vertex;
    while (mq_rows_loose_int(&rows, &vertex))
        vertices[rows.kept - 1] = vertex;
    bone.vertices = vertices;
    bone.vertex_count = rows.kept;
    wza->bones = reader->bones = bones;
    bones[wza->bone_count++] = bone;
    reader->rows_of = "BONE";
}

// -------------------------------------------------------------------------------------- animations

static bool read_kind(mq_rows *rows, maq_wza_kind *kind) {
    mq_directives *text = rows->reader;
    const char *begin = text->lexer.at;
    const char *word;
    if (!mq_rows_word(rows, &word))
        return false;
    for (unsigned i = 0; i < WZA_KIND_COUNT; i++) {
        if (strcmp(word, mq_wza_kinds[i]) == 0) {
            *kind = (maq_wza_kind)i;
            return true;
        }
    }
    MQ_DIRECTIVE_REPORT(text, WZA_PROPERTY_KIND, begin, text->last_end,
                        "\"%.40s\" is neither bone nor shape nor texture", word);
    *kind = MAQ_WZA_UNKNOWN;
    return true;
}

static void read_properties(wza_reader *reader, maq_wza_animation *animation) {
    mq_rows rows;
    if (!mq_rows_open(&reader->text, &rows, "PROPERTIES", 4, sizeof "0 ? 0 0"))
        return;
    maq_wza_property *properties = MQ_NEW_ARRAY(reader->arena, maq_wza_property, rows.capacity);
    if (!properties)
        return;
    uint32_t count = 0;
    while (mq_rows_next(&rows)) {
        maq_wza_property property = {.offset = offset_of(reader, rows.begin)};
        const char *flag = NULL;
        int32_t interpolate = 0;
        if (mq_rows_int(&rows, &property.number) && read_kind(&rows, &property.kind) &&
            mq_rows_int(&rows, &property.index)) {
            flag = reader->text.lexer.at;
            mq_rows_int(&rows, &interpolate);
        }
        const char *flag_end = reader->text.last_end;
        if (!mq_rows_end(&rows) || property.kind == MAQ_WZA_UNKNOWN)
            continue;
        if (interpolate != 0 && interpolate != 1)
            FIND(reader, WZA_FLAG, flag, flag_end, "the last value of a property is 0 or 1, not %d",
                 interpolate);
        property.interpolate = interpolate != 0;
        properties[count++] = property;
    }
    animation->properties = properties;
    animation->property_count = count;
    animation->incomplete = animation->incomplete || count != rows.announced;
    reader->properties = mq_wza_property_keys(reader->arena, properties, count);
}

static void read_point(wza_reader *reader, mq_rows *rows, maq_wza_point *point) {
    if (!mq_rows_int(rows, &point->property) || !mq_rows_int(rows, &point->time))
        return;
    const maq_wza_animation *animation = reader->animation;
    const wza_key *key =
        reader->properties
            ? mq_wza_find_key(reader->properties, animation->property_count, point->property)
            : NULL;
    point->kind = key ? animation->properties[key->row].kind : MAQ_WZA_UNKNOWN;
    switch (point->kind) {
    case MAQ_WZA_TEXTURE:
        point->value_count = 1;
        mq_rows_int(rows, &point->frame);
        return;
    case MAQ_WZA_BONE:
        point->value_count = WZA_BONE_VALUES;
        break;
    case MAQ_WZA_SHAPE:
        point->value_count = 1;
        break;
    case MAQ_WZA_UNKNOWN:
        // Its line decides.
        point->value_count = mq_directives_line_goes_on(rows->reader) &&
                                     mq_rows_tokens_ahead(rows, WZA_BONE_VALUES) == WZA_BONE_VALUES
                                 ? WZA_BONE_VALUES
                                 : 1;
        break;
    }
    mq_rows_floats(rows, point->values, point->value_count);
}

static void read_points(wza_reader *reader, maq_wza_animation *animation) {
    mq_rows rows;
    if (!mq_rows_open(&reader->text, &rows, "POINTS", 0, sizeof "0 0 0"))
        return;
    maq_wza_point *points = MQ_NEW_ARRAY(reader->arena, maq_wza_point, rows.capacity);
    if (!points)
        return;
    while (mq_rows_next(&rows)) {
        maq_wza_point point = {.offset = offset_of(reader, rows.begin)};
        maq_wza_point *kept = &points[rows.kept];
        read_point(reader, &rows, &point);
        if (mq_rows_end(&rows))
            *kept = point;
    }
    animation->points = points;
    animation->point_count = rows.kept;
    animation->incomplete = animation->incomplete || rows.kept != rows.announced;
}

static void read_animation(wza_reader *reader, uint32_t offset) {
    maq_wza *wza = reader->wza;
    maq_wza_animation *animations =
        mq_arena_grow(reader->arena, reader->animations, &reader->animation_capacity,
                      wza->animation_count, sizeof *animations);
    if (!animations)
        return;
    wza->animations = reader->animations = animations;
    reader->animation = &animations[wza->animation_count];
    reader->properties = NULL;
    *reader->animation = (maq_wza_animation){.index = (int32_t)wza->animation_count,
                                             .offset = offset,
                                             .properties_offset = MAQ_WZA_NO_OFFSET,
                                             .points_offset = MAQ_WZA_NO_OFFSET};
    wza->animation_count++;
    if (mq_directives_int(&reader->text, "the index of the animation", &reader->animation->index) &&
        !mq_directives_int(&reader->text, "the length of the animation",
                           &reader->animation->length))
        reader->animation->incomplete = true;
    mq_directives_end_line(&reader->text);
}

// -------------------------------------------------------------------------------------- directives

static bool has(uint32_t set, unsigned keyword) {
    return set >> keyword & 1;
}

// The block in which a directive stands, in the order of blocks.
static int rank_of(unsigned keyword) {
    if (keyword < WZA_KEY_SHAPES)
        return keyword != WZA_KEY_TEXTURE;
    if (keyword < WZA_KEY_BONES)
        return keyword == WZA_KEY_SHAPES ? 2 : 3;
    if (keyword < WZA_KEY_ANIMATIONS)
        return keyword == WZA_KEY_BONES ? 4 : 5;
    return keyword == WZA_KEY_ANIMATIONS ? 6 : 7;
}

// What must stand before a directive, WZA_KEY_COUNT for nothing.
static unsigned parent_of(unsigned keyword) {
    switch (keyword) {
    case WZA_KEY_ANIMATED:
    case WZA_KEY_NORMALMAP:
    case WZA_KEY_SPECMAP:
    case WZA_KEY_TCMASK:
        return WZA_KEY_TEXTURE;
    case WZA_KEY_VERTICES:
    case WZA_KEY_FACES:
        return WZA_KEY_SHAPE;
    case WZA_KEY_PROPERTIES:
    case WZA_KEY_POINTS:
        return WZA_KEY_ANIMATION;
    default:
        return WZA_KEY_COUNT;
    }
}

static bool begins_block(unsigned keyword) {
    return keyword == WZA_KEY_SHAPE || keyword == WZA_KEY_BONE || keyword == WZA_KEY_ANIMATION;
}

// Reports what is wrong with the position of a directive. False when it must not be read.
static bool accept(wza_reader *reader, const mq_directive *next) {
    unsigned keyword = next->keyword, parent = parent_of(keyword);
    const char *name = mq_wza_keywords[keyword];
    bool allowed = parent == WZA_KEY_TEXTURE ? has(reader->seen, WZA_KEY_TEXTURE)
                                             : parent == WZA_KEY_COUNT || parent == reader->block;
    if (!allowed) {
        FIND(reader, MQ_DR_UNKNOWN_DIRECTIVE, next->begin, next->end, "%s must follow %s", name,
             mq_wza_keywords[parent]);
        return false;
    }
    uint32_t *seen = begins_block(parent) ? &reader->seen_in_block : &reader->seen;
    if (has(*seen, keyword) && !begins_block(keyword)) {
        FIND(reader, WZA_REPEATED, next->begin, next->end, "%s is repeated; the first is kept",
             name);
        return false;
    }
    // What a point means depends on its property.
    if (keyword == WZA_KEY_POINTS && !has(reader->seen_in_block, WZA_KEY_PROPERTIES)) {
        FIND(reader, WZA_ORDER, next->begin, next->end,
             "PROPERTIES must come before POINTS; these are not read");
        reader->animation->incomplete = true;
        return false;
    }
    int rank = rank_of(keyword);
    bool late = rank < reader->reached;
    // Inside a block the directives have an order, too.
    if (keyword == WZA_KEY_VERTICES && has(reader->seen_in_block, WZA_KEY_FACES))
        late = true;
    if (late && reader->reported_late != rank / 2 + 1)
        FIND(reader, WZA_ORDER, next->begin, next->end, "%s comes too late here", name);
    if (late)
        reader->reported_late = rank / 2 + 1;
    if (rank > reader->reached)
        reader->reached = rank;
    // SHAPES, BONES and ANIMATIONS stand right before their blocks in the list of keywords.
    if (begins_block(keyword)) {
        unsigned list = keyword - 1;
        if (!has(reader->seen, list) && !has(reader->seen, keyword))
            FIND(reader, WZA_COUNT_MISSING, next->begin, next->end, "%s must come before %s",
                 mq_wza_keywords[list], name);
        reader->block = keyword;
        reader->seen_in_block = 0;
    } else if (parent == WZA_KEY_COUNT) {
        reader->block = WZA_KEY_COUNT;
    }
    *seen |= 1u << keyword;
    return true;
}

static void read_directive(wza_reader *reader, const mq_directive *next) {
    maq_wza *wza = reader->wza;
    mq_directives *text = &reader->text;
    uint32_t offset = offset_of(reader, next->begin);
    if (!accept(reader, next)) {
        mq_directives_pass(text, next);
        mq_directives_skip(text);
        return;
    }
    mq_directives_pass(text, next);
    reader->rows_of = NULL;
    switch (next->keyword) {
    case WZA_KEY_TEXTURE:
        read_texture(reader, offset);
        return;
    case WZA_KEY_SHAPES:
        wza->shapes_offset = offset;
        mq_rows_read_count(text, &reader->announced[0], "SHAPES");
        return;
    case WZA_KEY_SHAPE:
        read_shape(reader, offset);
        return;
    case WZA_KEY_VERTICES:
        reader->shape->vertices_offset = offset;
        read_vertices(reader, reader->shape);
        break;
    case WZA_KEY_FACES:
        reader->shape->faces_offset = offset;
        read_faces(reader, reader->shape);
        break;
    case WZA_KEY_BONES:
        wza->bones_offset = offset;
        mq_rows_read_count(text, &reader->announced[1], "BONES");
        return;
    case WZA_KEY_BONE:
        read_bone(reader, offset);
        return;
    case WZA_KEY_ANIMATIONS:
        wza->animations_offset = offset;
        mq_rows_read_count(text, &reader->announced[2], "ANIMATIONS");
        return;
    case WZA_KEY_ANIMATION:
        read_animation(reader, offset);
        return;
    case WZA_KEY_PROPERTIES:
        reader->animation->properties_offset = offset;
        read_properties(reader, reader->animation);
        break;
    case WZA_KEY_POINTS:
        reader->animation->points_offset = offset;
        read_points(reader, reader->animation);
        break;
    default:
        read_texture_setting(reader, next->keyword);
        return;
    }
    reader->rows_of = mq_wza_keywords[next->keyword];
}

// ---------------------------------------------------------------------------------------- the whole

static void check_counts(wza_reader *reader) {
    const maq_wza *wza = reader->wza;
    const uint32_t found[3] = {wza->shape_count, wza->bone_count, wza->animation_count};
    for (unsigned i = 0; i < 3; i++) {
        if (i != 1 || !wza->bones_incomplete)
            mq_report_wrong_count(&reader->text, WZA_COUNT_WRONG, &reader->announced[i], found[i]);
    }
}

static void check_encoding(wza_reader *reader) {
    const maq_document *document = reader->text.document;
    const unsigned char *bytes = (const unsigned char *)document->source;
    size_t end = document->source_length;
    maq_finding *finding = NULL;
    bool reported = false;
    for (size_t at = mq_ascii_length(bytes, end); at < end;
         at += mq_ascii_length(bytes + at, end - at)) {
        size_t length = mq_utf8_length(bytes + at, end - at);
        at += length ? length : 1;
        if (length)
            continue;
        if (!reported)
            finding = FIND(reader, WZA_NOT_UTF8, document->source + at - 1, document->source + at,
                           "byte %02x is not UTF-8", bytes[at - 1]);
        else if (finding)
            finding->count++;
        reported = true;
    }
}

static maq_status read_all(wza_reader *reader) {
    mq_directives *text = &reader->text;
    if (!mq_directives_signature(text, "WZA", 1, WZA_NOT_WZA, WZA_BAD_VERSION))
        return MAQ_BAD_DATA;
    for (;;) {
        mq_directive next = mq_directives_peek(text, reader->rows_of);
        if (next.keyword == MQ_NO_KEYWORD || mq_arena_status(reader->arena) != MAQ_OK)
            break;
        read_directive(reader, &next);
    }
    if (text->stop)
        return MAQ_OVER_LIMIT;
    check_counts(reader);
    check_encoding(reader);
    reader->wza->comment_count = text->comment_count;
    return MAQ_OK;
}

maq_status mq_wza_read(maq_document *document) {
    if (document->source_length >= MAQ_WZA_NO_OFFSET)
        return MAQ_OVER_LIMIT;
    document->variant = &mq_wza_format.description.variants[0];
    wza_reader reader = {.text = {.document = document,
                                  .rules = mq_wza_rules,
                                  .keywords = mq_wza_keywords,
                                  .keyword_count = WZA_KEY_COUNT},
                         .arena = document->arena,
                         .wza = MQ_NEW(document->arena, maq_wza),
                         .block = WZA_KEY_COUNT};
    if (!reader.wza)
        return mq_arena_status(document->arena);
    reader.wza->texture.offset = reader.wza->shapes_offset = MAQ_WZA_NO_OFFSET;
    reader.wza->bones_offset = reader.wza->animations_offset = MAQ_WZA_NO_OFFSET;
    mq_directives_start(&reader.text, WZA_COMMENT);
    maq_status status = read_all(&reader);
    mq_findings_sort(&document->findings);
    if (status == MAQ_OK)
        document->content = reader.wza;
    return status;
}
