// SPDX-License-Identifier: MIT
//
// Reading PIE: the grammar.
//
// The reader accepts sections in any order, reports those out of order, and continues at the next
// directive: one run reports all faults of a file. Whatever the document cannot hold is reported.
#include <string.h>

#include "base/number.h"
#include "formats/pie/pie_read_priv.h"

// The game compares these by their first letters.
#define PREFIX_KEYWORDS                                                                            \
    (1u << PIE_KEY_TYPE | 1u << PIE_KEY_INTERPOLATE | 1u << PIE_KEY_EVENT | 1u << PIE_KEY_LEVELS | \
     1u << PIE_KEY_LEVEL)

// ----------------------------------------------------------------------------------- directives

// Moves on to the next known directive and reports what it passes. `rows_of` names the list that was
// read last, to which stray numbers may belong.
static void pass_strays(pie_reader *reader, const char *rows_of) {
    mq_directives *text = &reader->text;
    const mq_lexer *lexer = &text->lexer;
    if (mq_lexer_done(lexer) || text->stop || mq_directives_keyword(text) != MQ_NO_KEYWORD)
        return;
    const char *begin = lexer->at, *end = mq_lexer_token_end(lexer);
    bool word = mq_directives_at_word(text);
    uint64_t lines = 0;
    do {
        lines += lexer->starts_line;
        mq_directives_pass_token(text, mq_lexer_token_end(lexer));
    } while (!mq_lexer_done(lexer) && mq_directives_keyword(text) == MQ_NO_KEYWORD);
    int shown = mq_directives_shown(begin, end);
    maq_finding *finding;
    if (word)
        finding = PIE_REPORT(reader,
                             reader->last_tail ? PIE_UNKNOWN_IN_LAST_LEVEL : PIE_UNKNOWN_DIRECTIVE,
                             begin, end, "%.*s is not a directive of PIE", shown, begin);
    else if (reader->last_tail)
        finding = PIE_REPORT(reader, PIE_AFTER_LAST_LEVEL, begin, end,
                             "\"%.*s\" follows the last level and is not read", shown, begin);
    else if (rows_of)
        finding = PIE_REPORT(reader, PIE_SURPLUS_ROWS, begin, end,
                             "%s has more rows than it announces", rows_of);
    else
        finding = PIE_REPORT(reader, PIE_UNKNOWN_DIRECTIVE, begin, end,
                             "a directive is expected here, not \"%.*s\"", shown, begin);
    mq_finding_count(finding, lines);
}

// The next directive, without passing it; keyword MQ_NO_KEYWORD at the end of the file.
static mq_directive peek(pie_reader *reader, const char *rows_of) {
    pass_strays(reader, rows_of);
    const mq_lexer *lexer = &reader->text.lexer;
    mq_directive next = {.keyword = MQ_NO_KEYWORD, .begin = lexer->at, .end = lexer->at};
    if (!mq_lexer_done(lexer) && !reader->text.stop) {
        next.end = mq_lexer_token_end(lexer);
        next.keyword = mq_directives_keyword(&reader->text);
    }
    return next;
}

static bool is_in_draft(unsigned keyword) {
    return keyword == PIE_KEY_TYPE || keyword == PIE_KEY_TEXTURE || keyword == PIE_KEY_LEVELS ||
           keyword == PIE_KEY_LEVEL || keyword == PIE_KEY_POINTS || keyword == PIE_KEY_POLYGONS ||
           keyword == PIE_KEY_CONNECTORS;
}

// Where directives stand: their ranks in the order of the head and in that of a level, and the section
// that comments of them belong to. All that may follow POLYGONS has one rank.
static const struct {
    int head, level;
    maq_pie_section section;
} positions[PIE_KEY_COUNT] = {
    [PIE_KEY_TYPE] = {0, 0, MAQ_PIE_AT_TYPE},
    [PIE_KEY_INTERPOLATE] = {1, 1, MAQ_PIE_AT_INTERPOLATE},
    [PIE_KEY_TEXTURE] = {2, 2, MAQ_PIE_AT_TEXTURES},
    [PIE_KEY_TCMASK] = {2, 2, MAQ_PIE_AT_TEXTURES},
    [PIE_KEY_NORMALMAP] = {3, 2, MAQ_PIE_AT_TEXTURES},
    [PIE_KEY_SPECULARMAP] = {4, 2, MAQ_PIE_AT_TEXTURES},
    [PIE_KEY_EVENT] = {5, 8, MAQ_PIE_AT_EVENTS},
    [PIE_KEY_LEVELS] = {6, 8, MAQ_PIE_AT_LEVELS},
    [PIE_KEY_LEVEL] = {6, 8, MAQ_PIE_AT_LEVEL},
    [PIE_KEY_MATERIALS] = {6, 3, MAQ_PIE_AT_MATERIALS},
    [PIE_KEY_SHADERS] = {6, 4, MAQ_PIE_AT_SHADERS},
    [PIE_KEY_POINTS] = {6, 5, MAQ_PIE_AT_POINTS},
    [PIE_KEY_NORMALS] = {6, 6, MAQ_PIE_AT_NORMALS},
    [PIE_KEY_POLYGONS] = {6, 7, MAQ_PIE_AT_POLYGONS},
    [PIE_KEY_CONNECTORS] = {6, 8, MAQ_PIE_AT_CONNECTORS},
    [PIE_KEY_ANIMOBJECT] = {6, 8, MAQ_PIE_AT_ANIMATION},
    [PIE_KEY_SHADOWPOINTS] = {6, 8, MAQ_PIE_AT_SHADOW_POINTS},
    [PIE_KEY_SHADOWPOLYGONS] = {6, 8, MAQ_PIE_AT_SHADOW_POLYGONS},
};

// Whether a LEVELS that is read as LEVEL may be a LEVELS line in the wrong place: the head has none,
// or no POINTS follow before the next level.
static bool is_misplaced_levels(const pie_reader *reader, const mq_directive *next) {
    mq_directives ahead = reader->text;
    ahead.lexer.on_trivia = NULL;
    if (next->keyword != PIE_KEY_LEVEL || mq_directives_keyword(&ahead) != PIE_KEY_LEVELS)
        return false;
    if (reader->pie->levels_offset == MAQ_PIE_NO_OFFSET)
        return true;
    unsigned keyword;
    do {
        mq_lexer_advance(&ahead.lexer, mq_lexer_token_end(&ahead.lexer));
        keyword = mq_directives_keyword(&ahead);
    } while (!mq_lexer_done(&ahead.lexer) && keyword != PIE_KEY_POINTS &&
             keyword != PIE_KEY_LEVELS && keyword != PIE_KEY_LEVEL);
    return keyword != PIE_KEY_POINTS;
}

// Passes a directive and reports faults of its spelling and line.
static void pass(pie_reader *reader, const mq_directive *next, uint32_t level, uint32_t row) {
    const char *proper = mq_pie_keywords[next->keyword];
    reader->anchor = (pie_anchor){level, positions[next->keyword].section, row};
    if (next->end - next->begin > PIE_LONGEST_TOKEN)
        PIE_REPORT(reader, PIE_LONG_TOKEN, next->begin, next->end,
                   "this keyword is too long (%td); the game stops at byte %d and refuses the rest",
                   next->end - next->begin, PIE_LONGEST_TOKEN);
    if ((size_t)(next->end - next->begin) > strlen(proper)) {
        maq_finding *finding =
            PIE_REPORT(reader, PIE_KEYWORD_PREFIX, next->begin, next->end, "\"%.*s\" is read as %s",
                       mq_directives_shown(next->begin, next->end), next->begin, proper);
        if (!is_misplaced_levels(reader, next))
            mq_directives_edit(&reader->text, finding, next->begin, next->end, proper,
                               strlen(proper));
    }
    if (reader->pie->version == 5 && !is_in_draft(next->keyword))
        PIE_REPORT(reader, PIE_NOT_IN_DRAFT_5, next->begin, next->end, "the draft PIE 5 has no %s",
                   proper);
    mq_directives_pass(&reader->text, next);
}

// --------------------------------------------------------------------------------- texture lines

static bool ends_in_png(const char *begin, const char *end) {
    return end - begin >= 4 && end[-4] == '.' && (end[-3] | 32) == 'p' && (end[-2] | 32) == 'n' &&
           (end[-1] | 32) == 'g';
}

// Game 4.3 reads names with blanks, so files have them. When a later token of the line ends in .png
// the name goes up to there; returns the end of that token, or NULL. A NUL is not part of a name.
static const char *end_of_name_with_blanks(const pie_reader *reader) {
    const char *begin = reader->text.lexer.at;
    mq_lexer ahead = reader->text.lexer;
    ahead.on_trivia = NULL;
    if (ends_in_png(begin, mq_lexer_token_end(&ahead)))
        return NULL;
    do {
        const char *end = mq_lexer_token_end(&ahead);
        if (ends_in_png(ahead.at, end))
            return memchr(begin, '\0', (size_t)(end - begin)) ? NULL : end;
        mq_lexer_advance(&ahead, end);
    } while (!mq_lexer_done(&ahead) && !ahead.starts_line);
    return NULL;
}

static bool read_texture_name(pie_reader *reader, const char **name) {
    const char *end =
        mq_directives_line_goes_on(&reader->text) ? end_of_name_with_blanks(reader) : NULL;
    if (!end)
        return mq_pie_name(reader, "the name of an image", name);
    const char *begin = reader->text.lexer.at;
    PIE_REPORT(reader, PIE_NAME_BLANK, begin, end, "the name \"%.*s\" has a blank in it",
               end - begin > 80 ? 80 : (int)(end - begin), begin);
    *name = mq_arena_text(reader->arena, begin, (size_t)(end - begin));
    mq_directives_pass_token(&reader->text, end);
    return *name != NULL;
}

static bool is_whole_number(const mq_lexer *lexer) {
    const char *at = lexer->at;
    if (mq_lexer_done(lexer) || lexer->starts_line)
        return false;
    if (*at == '-' || *at == '+')
        at++;
    const char *digits = at;
    while (at < lexer->end && *at >= '0' && *at <= '9')
        at++;
    return at > digits && mq_lexer_ends_token(lexer, at);
}

// The two sizes behind a name, when both are there.
static void read_texture_size(pie_reader *reader, maq_pie_texture *texture) {
    mq_lexer ahead = reader->text.lexer;
    ahead.on_trivia = NULL;
    if (!is_whole_number(&ahead))
        return;
    mq_lexer_advance(&ahead, mq_lexer_token_end(&ahead));
    if (!is_whole_number(&ahead))
        return;
    texture->has_size = mq_directives_int(&reader->text, "the width", &texture->width) &&
                        mq_directives_int(&reader->text, "the height", &texture->height);
}

// PIE 5 has `TEXTURE name`, the exporters of its time wrote the line of PIE 2.
static bool read_draft_texture(pie_reader *reader, maq_pie_texture *texture) {
    const char *number_begin = reader->text.lexer.at;
    mq_lexer ahead = reader->text.lexer;
    ahead.on_trivia = NULL;
    bool old_form = is_whole_number(&ahead);
    if (old_form) {
        mq_lexer_advance(&ahead, mq_lexer_token_end(&ahead));
        old_form = !mq_lexer_done(&ahead) && !ahead.starts_line;
    }
    if (!old_form)
        return read_texture_name(reader, &texture->file);
    const char *number_end = mq_lexer_token_end(&reader->text.lexer);
    if (!mq_directives_int(&reader->text, "the tileset", &texture->tileset))
        return false;
    const char *name_begin = reader->text.lexer.at;
    if (!read_texture_name(reader, &texture->file))
        return false;
    const char *name_end = reader->text.last_end;
    maq_pie_texture sizes = {0};
    read_texture_size(reader, &sizes);
    maq_finding *finding = PIE_REPORT(reader, PIE_DRAFT_5_TEXTURE, number_begin, number_end,
                                      "TEXTURE of PIE 5 has only a name");
    mq_directives_edit(&reader->text, finding, number_begin, name_begin, "", 0);
    if (sizes.has_size)
        mq_directives_edit(&reader->text, finding, name_end, reader->text.last_end, "", 0);
    return true;
}

static void read_texture(pie_reader *reader, const mq_directive *next, maq_pie_settings *settings,
                         size_t *capacity) {
    pass(reader, next, reader->anchor.level, settings->texture_count + 1);
    maq_pie_texture texture = {.map = (maq_pie_map)(next->keyword - PIE_KEY_TEXTURE),
                               .offset = mq_directives_offset(&reader->text, next->begin)};
    bool whole;
    if (reader->pie->version == 5) {
        whole = read_draft_texture(reader, &texture);
    } else {
        whole = mq_directives_int(&reader->text, "the tileset", &texture.tileset) &&
                read_texture_name(reader, &texture.file);
        if (whole)
            read_texture_size(reader, &texture);
    }
    mq_directives_end_line(&reader->text);
    if (!whole)
        return;
    maq_pie_texture *textures =
        mq_arena_grow(reader->arena, MQ_WRITABLE(maq_pie_texture, settings->textures), capacity,
                      settings->texture_count, sizeof *textures);
    if (!textures)
        return;
    textures[settings->texture_count++] = texture;
    settings->textures = textures;
}

static void read_type(pie_reader *reader, const mq_directive *next, maq_pie_settings *settings) {
    pass(reader, next, reader->anchor.level, 0);
    settings->type_offset = mq_directives_offset(&reader->text, next->begin);
    settings->has_type = mq_pie_type(reader, "the number of TYPE", &settings->type);
    mq_directives_end_line(&reader->text);
}

static void read_interpolate(pie_reader *reader, const mq_directive *next,
                             maq_pie_settings *settings) {
    pass(reader, next, reader->anchor.level, 0);
    settings->interpolate_offset = mq_directives_offset(&reader->text, next->begin);
    settings->has_interpolate =
        mq_directives_int(&reader->text, "the number of INTERPOLATE", &settings->interpolate);
    mq_directives_end_line(&reader->text);
}

static bool is_texture(pie_keyword keyword) {
    return keyword >= PIE_KEY_TEXTURE && keyword <= PIE_KEY_SPECULARMAP;
}

// ------------------------------------------------------------------------------------------ head

static void read_event(pie_reader *reader, const mq_directive *next, maq_pie_event **events,
                       size_t *capacity) {
    maq_pie *pie = reader->pie;
    pass(reader, next, 0, pie->event_count + 1);
    maq_pie_event event = {.offset = mq_directives_offset(&reader->text, next->begin)};
    bool whole = mq_directives_int(&reader->text, "the number of the event", &event.number) &&
                 mq_pie_name(reader, "the model of the event", &event.file);
    mq_directives_end_line(&reader->text);
    if (!whole)
        return;
    maq_pie_event *larger =
        mq_arena_grow(reader->arena, *events, capacity, pie->event_count, sizeof *larger);
    if (!larger)
        return;
    pie->events = *events = larger;
    larger[pie->event_count++] = event;
}

static void read_levels(pie_reader *reader, const mq_directive *next) {
    maq_pie *pie = reader->pie;
    pass(reader, next, 0, 0);
    pie->levels_offset = mq_directives_offset(&reader->text, next->begin);
    const char *begin = reader->text.lexer.at;
    int32_t count = 0;
    if (mq_directives_int(&reader->text, "the number of levels", &count)) {
        if (count <= 0)
            PIE_REPORT(reader, PIE_LEVELS_ZERO, begin, reader->text.last_end,
                       "a model has at least one level, not %d", count);
        else
            pie->declared_levels = (uint32_t)count;
    }
    mq_directives_end_line(&reader->text);
}

// Reads up to the first LEVEL, or whatever can only belong to a level.
static void read_head(pie_reader *reader) {
    maq_pie *pie = reader->pie;
    maq_pie_event *events = NULL;
    size_t event_capacity = 0, texture_capacity = 0;
    int reached = -1;
    bool levels_seen = false;
    const char *begin = reader->text.lexer.at;
    for (;;) {
        mq_directive next = peek(reader, NULL);
        if (next.keyword >= PIE_KEY_LEVEL)
            break;
        if (next.keyword == PIE_KEY_LEVELS && levels_seen)
            break; // the game reads LEVELS as LEVEL here
        // The maps of PIE 4 come in any order.
        bool map_of_4 = pie->version == 4 && is_texture(next.keyword);
        int rank = map_of_4 ? positions[PIE_KEY_TEXTURE].head : positions[next.keyword].head;
        bool once = next.keyword == PIE_KEY_TYPE || next.keyword == PIE_KEY_INTERPOLATE;
        if (rank < reached || (once && rank == reached))
            PIE_REPORT(reader, PIE_HEAD_ORDER, next.begin, next.end, "%s comes too late here",
                       mq_pie_keywords[next.keyword]);
        if (rank > reached)
            reached = rank;
        reader->anchor.level = 0;
        if (next.keyword == PIE_KEY_TYPE)
            read_type(reader, &next, &pie->settings);
        else if (next.keyword == PIE_KEY_INTERPOLATE)
            read_interpolate(reader, &next, &pie->settings);
        else if (is_texture(next.keyword))
            read_texture(reader, &next, &pie->settings, &texture_capacity);
        else if (next.keyword == PIE_KEY_EVENT)
            read_event(reader, &next, &events, &event_capacity);
        else {
            levels_seen = true;
            read_levels(reader, &next);
        }
    }
    const char *here = reader->text.lexer.at;
    if (reached < 0 || (!pie->settings.has_type && pie->settings.type_offset == MAQ_PIE_NO_OFFSET))
        PIE_REPORT(reader, PIE_TYPE_MISSING, begin, begin, "TYPE is missing here");
    if (!levels_seen)
        PIE_REPORT(reader, PIE_LEVELS_MISSING, here, here,
                   "LEVELS is missing before the first LEVEL");
}

// ---------------------------------------------------------------------------------------- levels

// The rest of the line of a directive whose content cannot be read.
static void skip_obsolete(pie_reader *reader, const char *name, const char *begin) {
    mq_directives *text = &reader->text;
    while (mq_directives_line_goes_on(text))
        mq_directives_pass_token(text, mq_lexer_token_end(&text->lexer));
    PIE_REPORT(reader, PIE_OBSOLETE_CONTENT, begin, text->last_end,
               "the content of %s cannot be read and is not kept; the game skips the line", name);
}

static void read_materials(pie_reader *reader, maq_pie_materials *materials) {
    mq_directives *text = &reader->text;
    const char *begin = mq_directives_line_goes_on(text) ? text->lexer.at : text->last_end;
    int i = 0;
    for (; i < 10 && mq_directives_line_goes_on(text); i++) {
        const char *end = mq_lexer_token_end(&text->lexer);
        if (mq_parse_float(text->lexer.at, end, &materials->value[i]) != end)
            break;
        mq_directives_pass_token(text, end);
    }
    materials->present = i == 10;
    if (materials->present)
        mq_directives_end_line(text);
    else
        skip_obsolete(reader, "MATERIALS", begin);
}

static void read_shaders(pie_reader *reader, maq_pie_shaders *shaders) {
    mq_directives *text = &reader->text;
    const char *begin = mq_directives_line_goes_on(text) ? text->lexer.at : text->last_end;
    const char **const names[2] = {&shaders->vertex_file, &shaders->fragment_file};
    int read = 0;
    if (is_whole_number(&text->lexer))
        read = mq_directives_int(text, "the number of SHADERS", &shaders->number);
    for (int i = 0; i < 2 && read == i + 1 && mq_directives_line_goes_on(text); i++)
        read += mq_pie_name(reader, "a shader", names[i]);
    shaders->present = read == 3;
    if (shaders->present)
        mq_directives_end_line(text);
    else
        skip_obsolete(reader, "SHADERS", begin);
}

// The state of the level that is being read.
typedef struct level_reader {
    maq_pie_level *level;
    size_t texture_capacity;
    uint32_t seen; // one bit a keyword
    int reached;   // the highest rank
    const char *rows_of;
} level_reader;

static bool seen(const level_reader *state, pie_keyword keyword) {
    return state->seen >> keyword & 1;
}

// Reports a section that is repeated or out of order. False when it must not replace the first.
static bool check_section(pie_reader *reader, level_reader *state, const mq_directive *next) {
    const char *name = mq_pie_keywords[next->keyword];
    int rank = positions[next->keyword].level;
    bool again = seen(state, next->keyword);
    bool keep = true;
    if (again && next->keyword == PIE_KEY_CONNECTORS) {
        PIE_REPORT(reader, PIE_CONNECTORS_REPEATED, next->begin, next->end,
                   "a second CONNECTORS of the level goes behind the first");
    } else if (again && next->keyword == PIE_KEY_ANIMOBJECT) {
        PIE_REPORT(reader, PIE_ANIMOBJECT_REPEATED, next->begin, next->end,
                   "a second ANIMOBJECT of the level replaces the first");
        // mq_pie_check() sees only the last one.
        if (state->level->animation.time == 0) {
            const char *first = reader->text.document->source + state->level->animation.offset;
            PIE_REPORT(reader, PIE_ANIMOBJECT_TIME_ZERO, first, first,
                       "this ANIMOBJECT has a time of 0");
        }
    } else if (again &&
               (next->keyword == PIE_KEY_SHADOWPOINTS || next->keyword == PIE_KEY_SHADOWPOLYGONS)) {
        PIE_REPORT(reader, PIE_SHADOW_REPEATED, next->begin, next->end,
                   "a second %s of the level replaces the first", name);
    } else if (again && !is_texture(next->keyword)) {
        PIE_REPORT(reader, PIE_SECTION_REPEATED, next->begin, next->end,
                   "%s is repeated in the level; the first is kept", name);
        keep = false;
    } else if (rank < state->reached) {
        PIE_REPORT(reader, PIE_LEVEL_ORDER, next->begin, next->end, "%s comes too late here", name);
    }
    if (next->keyword == PIE_KEY_SHADOWPOLYGONS && !seen(state, PIE_KEY_SHADOWPOINTS))
        PIE_REPORT(reader, PIE_SHADOW_ORDER, next->begin, next->end,
                   "SHADOWPOINTS must come before SHADOWPOLYGONS");
    if (next->keyword == PIE_KEY_CONNECTORS && seen(state, PIE_KEY_ANIMOBJECT) && !again)
        PIE_REPORT(reader, PIE_TAIL_ORDER, next->begin, next->end,
                   "WMIT expects CONNECTORS before ANIMOBJECT");
    if (rank > state->reached)
        state->reached = rank;
    state->seen |= 1u << next->keyword;
    return keep;
}

static void require_shadow(pie_reader *reader, const mq_directive *next, uint32_t count) {
    if (count == 0)
        PIE_REPORT(reader, PIE_SHADOW_EMPTY, next->begin, next->end, "%s must not be empty",
                   mq_pie_keywords[next->keyword]);
}

static void read_section(pie_reader *reader, level_reader *state, const mq_directive *next) {
    maq_pie_level discarded = {0};
    bool keep = check_section(reader, state, next);
    bool uv_beyond_page = reader->uv_beyond_page, uv_has_unit = reader->uv_has_unit;
    maq_pie_level *level = keep ? state->level : &discarded;
    uint32_t level_number = reader->pie->level_count;
    state->rows_of = NULL;
    reader->anchor.level = level_number;
    if (next->keyword == PIE_KEY_TYPE) {
        read_type(reader, next, &level->settings);
        return;
    }
    if (next->keyword == PIE_KEY_INTERPOLATE) {
        read_interpolate(reader, next, &level->settings);
        return;
    }
    if (is_texture(next->keyword)) {
        read_texture(reader, next, &level->settings, &state->texture_capacity);
        return;
    }
    uint32_t offset = mq_directives_offset(&reader->text, next->begin);
    pass(reader, next, level_number, 0);
    switch (next->keyword) {
    case PIE_KEY_MATERIALS:
        level->materials.offset = offset;
        read_materials(reader, &level->materials);
        return;
    case PIE_KEY_SHADERS:
        level->shaders.offset = offset;
        read_shaders(reader, &level->shaders);
        return;
    case PIE_KEY_POINTS:
        level->points_offset = offset;
        mq_pie_read_points(reader, next->keyword, &level->point_count, &level->points);
        break;
    case PIE_KEY_NORMALS:
        level->normals_offset = offset;
        mq_pie_read_normals(reader, &level->normal_count, &level->normals);
        break;
    case PIE_KEY_POLYGONS:
        level->polygons.offset = offset;
        mq_pie_read_polygons(reader, next->keyword, &level->polygons);
        reader->last_tail = level_number == reader->pie->declared_levels;
        break;
    case PIE_KEY_CONNECTORS:
        level->connectors_offset = offset;
        mq_pie_read_connectors(reader, level);
        break;
    case PIE_KEY_ANIMOBJECT:
        level->animation = (maq_pie_animation){.present = true, .offset = offset};
        mq_pie_read_animation(reader, &level->animation);
        break;
    case PIE_KEY_SHADOWPOINTS:
        level->shadow_points_offset = offset;
        mq_pie_read_points(reader, next->keyword, &level->shadow_point_count,
                           &level->shadow_points);
        require_shadow(reader, next, level->shadow_point_count);
        break;
    default:
        level->shadow_polygons.offset = offset;
        mq_pie_read_polygons(reader, next->keyword, &level->shadow_polygons);
        require_shadow(reader, next, level->shadow_polygons.count);
        break;
    }
    // Only polygons that the document keeps and games draw show the unit of its coordinates.
    if (!keep || next->keyword != PIE_KEY_POLYGONS) {
        reader->uv_beyond_page = uv_beyond_page;
        reader->uv_has_unit = uv_has_unit;
    }
    state->rows_of = mq_pie_keywords[next->keyword];
}

// How often LEVEL, in letters of any case, stands in a text where it begins with this letter.
static size_t count_level_words(const char *at, const char *end, char letter) {
    size_t count = 0;
    for (; (at = memchr(at, letter, (size_t)(end - at))); at++)
        count += end - at >= 5 && (at[1] | 32) == 'e' && (at[2] | 32) == 'v' &&
                 (at[3] | 32) == 'e' && (at[4] | 32) == 'l';
    return count;
}

// How many levels can still come: each but the first, which may lack its LEVEL, has that word.
static size_t most_levels(const pie_reader *reader) {
    const mq_lexer *lexer = &reader->text.lexer;
    return 1 + count_level_words(lexer->at, lexer->end, 'L') +
           count_level_words(lexer->at, lexer->end, 'l');
}

// Memory for all levels at once. A small number is allocated as announced; otherwise the words LEVEL are
// counted.
static maq_pie_level *new_levels(pie_reader *reader) {
    uint32_t announced = reader->pie->declared_levels;
    size_t count = announced;
    if (announced == 0 || announced > 64) {
        size_t most = most_levels(reader);
        count = announced == 0 || most < announced ? most : announced;
    }
    return MQ_NEW_ARRAY(reader->arena, maq_pie_level, count);
}

static maq_pie_level *add_level(maq_pie *pie, maq_pie_level *levels) {
    maq_pie_level *level = &levels[pie->level_count++];
    *level = (maq_pie_level){0};
    mq_pie_forget_offsets(level);
    return level;
}

// LEVEL and its number.
static void read_level_line(pie_reader *reader, maq_pie_level *level, mq_directive next) {
    level->offset = mq_directives_offset(&reader->text, next.begin);
    next.keyword = PIE_KEY_LEVEL;
    pass(reader, &next, reader->pie->level_count, 0);
    mq_directives_int(&reader->text, "the number of the level", &level->number);
    mq_directives_end_line(&reader->text);
}

static void read_level(pie_reader *reader, maq_pie_level *level) {
    level_reader state = {.level = level, .reached = -1};
    reader->connectors = NULL;
    reader->connector_capacity = 0;
    reader->last_tail = false;
    const char *begin = reader->text.lexer.at;
    for (;;) {
        mq_directive next = peek(reader, state.rows_of);
        if (next.keyword == MQ_NO_KEYWORD || next.keyword == PIE_KEY_LEVEL ||
            next.keyword == PIE_KEY_LEVELS)
            break;
        if (next.keyword == PIE_KEY_EVENT) {
            PIE_REPORT(reader, PIE_HEAD_ORDER, next.begin, next.end,
                       "EVENT must come before LEVELS; this one is not read");
            mq_directives_pass_token(&reader->text, next.end);
            while (mq_directives_line_goes_on(&reader->text))
                mq_directives_pass_token(&reader->text, mq_lexer_token_end(&reader->text.lexer));
            continue;
        }
        read_section(reader, &state, &next);
    }
    if (reader->text.stop)
        return;
    if (!seen(&state, PIE_KEY_POINTS))
        PIE_REPORT(reader, PIE_POINTS_MISSING, begin, begin, "level %u has no POINTS",
                   reader->pie->level_count);
    if (!seen(&state, PIE_KEY_POLYGONS))
        PIE_REPORT(reader, PIE_POLYGONS_MISSING, begin, begin, "level %u has no POLYGONS",
                   reader->pie->level_count);
}

// Passes what follows the levels that LEVELS announces.
static void pass_surplus_levels(pie_reader *reader, const mq_directive *next) {
    mq_lexer *lexer = &reader->text.lexer;
    uint64_t count = 0;
    // Comments here stay with the last level.
    while (!mq_lexer_done(lexer)) {
        count += mq_directives_keyword(&reader->text) == PIE_KEY_LEVEL;
        mq_lexer_advance(lexer, mq_lexer_token_end(lexer));
    }
    mq_finding_count(PIE_REPORT(reader, PIE_LEVELS_TOO_MANY, next->begin, next->end,
                                "LEVELS announces %u, so this and what follows is not read",
                                reader->pie->declared_levels),
                     count);
}

static void read_all_levels(pie_reader *reader) {
    maq_pie *pie = reader->pie;
    maq_pie_level *levels = new_levels(reader);
    if (!levels)
        return;
    pie->levels = levels;
    for (;;) {
        mq_directive next = peek(reader, NULL);
        if (next.keyword == MQ_NO_KEYWORD)
            break;
        if (pie->declared_levels && pie->level_count == pie->declared_levels) {
            pass_surplus_levels(reader, &next);
            break;
        }
        maq_pie_level *level = add_level(pie, levels);
        if (next.keyword == PIE_KEY_LEVEL || next.keyword == PIE_KEY_LEVELS) {
            read_level_line(reader, level, next);
        } else {
            PIE_REPORT(reader, PIE_LEVEL_MISSING, next.begin, next.end,
                       "LEVEL %u must come before %s", pie->level_count,
                       mq_pie_keywords[next.keyword]);
            level->number = (int32_t)pie->level_count;
        }
        read_level(reader, level);
    }
    if (!reader->text.stop && pie->level_count < pie->declared_levels) {
        maq_span number = mq_pie_token(reader->text.document, pie->levels_offset, 1);
        mq_add_finding(&reader->text.document->findings, &mq_pie_rules[PIE_LEVELS_TOO_FEW],
                       number.offset, number.length, "LEVELS announces %u, but there %s %u",
                       pie->declared_levels, pie->level_count == 1 ? "is" : "are",
                       pie->level_count);
    }
}

// ---------------------------------------------------------------------------------------- document

// Reports CR LF.
static void report_line_breaks(pie_reader *reader) {
    const maq_document *document = reader->text.document;
    const char *cr = memchr(document->source, '\r', document->source_length);
    if (!cr || cr + 1 == document->source + document->source_length || cr[1] != '\n')
        return;
    PIE_REPORT(reader, PIE_CRLF, cr, cr + 2, "lines end in CR LF");
}

// A blank line is a fault when something that is read comes after it.
static void report_blank_lines(pie_reader *reader, const char *first_token) {
    for (size_t i = 0; i < reader->blank_line_count; i++) {
        maq_span line = reader->blank_lines[i];
        if (line.offset < mq_directives_offset(&reader->text, first_token) ||
            line.offset > mq_directives_offset(&reader->text, reader->text.last_end))
            continue;
        maq_finding *finding =
            mq_add_finding(&reader->text.document->findings, &mq_pie_rules[PIE_BLANK_LINE],
                           line.offset, line.length, "this line holds nothing but blanks");
        if (finding)
            mq_finding_edit(&reader->text.document->findings, finding, line.offset, line.length, "",
                            0);
    }
}

// PIE and the version. False when the rest cannot be read.
static bool read_signature(pie_reader *reader) {
    const mq_lexer *lexer = &reader->text.lexer;
    const char *begin = lexer->at, *end = mq_lexer_token_end(lexer);
    bool imd = end - begin == 3 && memcmp(begin, "IMD", 3) == 0;
    if (!imd && !(end - begin == 3 && memcmp(begin, "PIE", 3) == 0)) {
        PIE_REPORT(reader, PIE_NOT_PIE, begin, end, "the file does not begin with PIE");
        return false;
    }
    if (imd) {
        maq_finding *finding = PIE_REPORT(reader, PIE_SIGNATURE_IMD, begin, end,
                                          "the signature must be PIE; IMD is obsolete");
        mq_directives_edit(&reader->text, finding, begin, end, "PIE", 3);
    }
    mq_directives_pass_token(&reader->text, end);
    const char *number_begin = lexer->at, *number_end = mq_lexer_token_end(lexer);
    // The version decides how to read: it is never guessed.
    int64_t version = 0;
    bool overflow = false, there = mq_directives_line_goes_on(&reader->text);
    if (there && mq_parse_i64(number_begin, number_end, &version, &overflow) != number_begin)
        version = (int32_t)(uint32_t)(uint64_t)version; // the games wrap it
    if (!there || overflow || version < 2 || version > 5) {
        PIE_REPORT(reader, PIE_BAD_VERSION, there ? number_begin : reader->text.last_end,
                   there ? number_end : reader->text.last_end,
                   "PIE must be followed by 2, 3, 4 or 5");
        return false;
    }
    if (number_end - number_begin > 1)
        PIE_REPORT(reader, PIE_UNUSUAL_NUMBER, number_begin, number_end,
                   "the version is written as %.*s, which the game reads as %d",
                   mq_directives_shown(number_begin, number_end), number_begin, (int)version);
    reader->pie->version = (uint32_t)version;
    mq_directives_pass_token(&reader->text, number_end);
    mq_directives_end_line(&reader->text);
    return true;
}

static void rescale_polygons(const maq_pie_polygons *polygons, bool bottom_left) {
    maq_pie_corner *corners = MQ_WRITABLE(maq_pie_corner, polygons->corners);
    maq_pie_polygon *items = MQ_WRITABLE(maq_pie_polygon, polygons->items);
    for (uint32_t i = 0; i < polygons->count; i++) {
        maq_pie_polygon *polygon = &items[i];
        polygon->width /= 256;
        polygon->height /= 256;
        if (bottom_left)
            polygon->rate /= 1000; // PIE 2 has milliseconds, the draft seconds
        if (!(polygon->flags & MAQ_PIE_FACE_TEXTURED))
            continue;
        for (uint32_t k = 0; k < polygon->corner_count; k++) {
            maq_pie_corner *corner = &corners[polygon->first_corner + k];
            corner->u /= 256;
            corner->v = bottom_left ? 1 - corner->v / 256 : corner->v / 256;
        }
    }
}

// Brings texture coordinates of unusual files into the unit of their version.
static void rescale_coordinates(pie_reader *reader) {
    const maq_pie *pie = reader->pie;
    if ((pie->version != 3 && pie->version != 5) || !reader->uv_beyond_page || reader->uv_has_unit)
        return;
    bool draft = pie->version == 5;
    const char *first = NULL;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_polygons *polygons = &pie->levels[i].polygons;
        if (polygons->count && !first)
            first = reader->text.document->source + polygons->items[0].offset;
        rescale_polygons(polygons, draft);
    }
    if (first)
        PIE_REPORT(
            reader, draft ? PIE_DRAFT_5_UV_256 : PIE_UV_WHOLE_256, first, first,
            "texture coordinates run from 0 to 256 instead of 0 to 1, and are read so; the game "
            "reads them as pages, and the model looks wrong there");
}

// Reports the sections that the game does not read. Only files with faults have such.
static void report_dropped_sections(pie_reader *reader) {
    maq_document *document = reader->text.document;
    mq_findings *findings = &document->findings;
    if (findings->list.errors + findings->list.warnings == 0)
        return;
    pie_game game = mq_pie_game_load(document);
    if (game.verdict != PIE_GAME_LOADS || !game.dropped[0])
        return;
    const char *begin = document->source + game.at.offset, *end = begin + game.at.length;
    int shown = mq_directives_shown(begin, end);
    maq_finding *finding = PIE_REPORT(
        reader, PIE_SECTIONS_DROPPED, begin, end,
        "the game stops reading the last level at \"%.*s\": it loads the model without %s", shown,
        begin, game.dropped);
    // It replaces the finding about the same text.
    for (size_t i = 0; finding && i + 1 < findings->list.count; i++) {
        const maq_rule *rule = findings->items[i].rule;
        if (findings->items[i].span.offset != game.at.offset ||
            (rule != &mq_pie_rules[PIE_UNKNOWN_IN_LAST_LEVEL] &&
             rule != &mq_pie_rules[PIE_AFTER_LAST_LEVEL]))
            continue;
        findings->items[i] = *finding;
        findings->list.count--;
        findings->list.warnings--;
        findings->list.incomplete_reads--;
        break;
    }
}

static const maq_variant *variant_of(uint32_t version) {
    const maq_format *description = &mq_pie_format.description;
    for (uint32_t i = 0; i < description->variant_count; i++) {
        if (description->variants[i].version == version)
            return &description->variants[i];
    }
    return NULL;
}

static maq_status read_document(pie_reader *reader) {
    maq_document *document = reader->text.document;
    report_line_breaks(reader);
    mq_directives_start(&reader->text, "#");
    const mq_lexer *lexer = &reader->text.lexer;
    const char *first_token = lexer->at;
    if (lexer->line != lexer->begin && reader->pie->comment_count == 0)
        mq_directives_edit(&reader->text,
                           PIE_REPORT(reader, PIE_FIRST_LINE, lexer->begin, first_token,
                                      "the first line must begin with PIE"),
                           lexer->begin, first_token, "", 0);
    if (!read_signature(reader))
        return MAQ_BAD_DATA;
    document->variant = variant_of(reader->pie->version);
    read_head(reader);
    read_all_levels(reader);
    report_blank_lines(reader, first_token);
    if (reader->text.stop)
        return MAQ_OVER_LIMIT;
    if (reader->pie->level_count == 0)
        return MAQ_BAD_DATA;
    rescale_coordinates(reader);
    report_dropped_sections(reader);
    document->content = reader->pie;
    return MAQ_OK;
}

maq_status mq_pie_read(maq_document *document) {
    if (document->source_length >= MAQ_PIE_NO_OFFSET)
        return MAQ_OVER_LIMIT;
    pie_reader reader = {.text = {.document = document,
                                  .rules = mq_pie_rules,
                                  .rule_of = mq_pie_directive_rules,
                                  .keywords = mq_pie_keywords,
                                  .keyword_count = PIE_KEY_COUNT,
                                  .prefixes = PREFIX_KEYWORDS,
                                  .on_trivia = mq_pie_on_trivia},
                         .arena = document->arena,
                         .pie = MQ_NEW(document->arena, maq_pie)};
    if (!reader.pie)
        return mq_arena_status(document->arena);
    reader.pie->levels_offset = MAQ_PIE_NO_OFFSET;
    reader.pie->settings.type_offset = reader.pie->settings.interpolate_offset = MAQ_PIE_NO_OFFSET;
    maq_status status = read_document(&reader);
    mq_findings_sort(&document->findings);
    return status;
}
