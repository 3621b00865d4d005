// SPDX-License-Identifier: MIT
//
// What the loader of today's game (4.4 and later) does with a file.
//
// The reader of this module accepts more than the game and describes faults one by one. The game reads
// line by line, as sscanf() does, and ignores the rest of each line. This file goes through the source
// in that way: it finds where the game stops, so that no refused file is without an error, and no
// error remains for the game where it loads the file and nothing goes wrong.
#include <string.h>

#include "base/number.h"
#include "formats/pie/pie_check_priv.h"

#define LONGEST_TOKEN 255
#define MAX_POLYGONS 8192
// The game allocates all frames before it reads them.
#define FRAMES_THAT_HANG (1 << 26)
#define FRAMES_THAT_CRASH (1 << 30)

typedef struct game_loader {
    const char *source, *at, *end; // `at`: the line that comes next
    int32_t version;
    pie_game result;
    bool stopped;
    // The line in hand, without its comment, up to a NUL; NULL at the end of the file.
    const char *begin, *stop;
    const char *next; // the line behind it
    const char *scan; // how far it was read
} game_loader;

static bool is_break(char c) {
    return c == '\n' || c == '\r';
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool stop(game_loader *loader, pie_game_verdict verdict, const char *reason) {
    if (!loader->stopped) {
        loader->stopped = true;
        loader->result.verdict = verdict;
        loader->result.reason = reason;
    }
    return false;
}

static bool refuse(game_loader *loader, const char *reason) {
    return stop(loader, PIE_GAME_REFUSES_IT, reason);
}

// ------------------------------------------------------------------------------------------- lines

// Stands on the next line. It is passed by the next call of this function only after pass_line().
static bool look_at_line(game_loader *loader) {
    const char *end = loader->at;
    while (end < loader->end && !is_break(*end))
        end++;
    loader->next = end;
    while (loader->next < loader->end && is_break(*loader->next))
        loader->next++;
    size_t length = (size_t)(end - loader->at);
    const char *nul = length ? memchr(loader->at, '\0', length) : NULL;
    const char *stop_at = nul ? nul : end, *first = loader->at;
    while (first < stop_at && is_blank(*first))
        first++;
    bool comment_line = first < stop_at && *first == '#';
    bool last = end == loader->end;
    loader->result.at = (maq_span){(uint64_t)(first - loader->source), (uint64_t)(stop_at - first)};
    loader->begin = loader->scan = NULL;
    if (comment_line && !last)
        return stop(loader, PIE_GAME_HANGS, "a line that begins with # makes the game hang");
    if (comment_line || loader->at == loader->end || (first == stop_at && last))
        return false;
    size_t used = (size_t)(stop_at - loader->at);
    const char *comment = used ? memchr(loader->at, '#', used) : NULL;
    loader->begin = loader->scan = loader->at;
    loader->stop = comment ? comment : stop_at;
    return true;
}

static void pass_line(game_loader *loader) {
    loader->at = loader->next;
}

// ------------------------------------------------------------------------------- numbers and words

static bool skip_blanks(game_loader *loader) {
    while (loader->scan < loader->stop && is_blank(*loader->scan))
        loader->scan++;
    return loader->begin && loader->scan < loader->stop;
}

// %255s
static bool scan_word(game_loader *loader, const char **word, size_t *length) {
    if (!loader->begin || !skip_blanks(loader))
        return false;
    *word = loader->scan;
    while (loader->scan < loader->stop && !is_blank(*loader->scan) &&
           loader->scan - *word < LONGEST_TOKEN)
        loader->scan++;
    *length = (size_t)(loader->scan - *word);
    return true;
}

// %d and %u: digits beyond 64 bits saturate, the rest wraps to 32 bits.
static bool scan_int(game_loader *loader, int32_t *value) {
    if (!skip_blanks(loader))
        return false;
    int64_t whole = 0;
    bool overflow = false;
    const char *end = mq_parse_i64(loader->scan, loader->stop, &whole, &overflow);
    if (end == loader->scan)
        return false;
    if (overflow)
        whole = *loader->scan == '-' ? INT64_MIN : INT64_MAX;
    loader->scan = end;
    *value = (int32_t)(uint32_t)(uint64_t)whole;
    return true;
}

// %x
static bool scan_hex(game_loader *loader, uint32_t *value) {
    if (!skip_blanks(loader))
        return false;
    const char *digits = loader->scan + (*loader->scan == '+' || *loader->scan == '-');
    uint64_t whole = 0;
    bool overflow = false;
    const char *end = mq_parse_hex_u64(digits, loader->stop, &whole, &overflow);
    if (end == digits)
        return false;
    if (end - digits == 1 && *digits == '0' && end < loader->stop && (*end | 32) == 'x')
        end++; // "0x" is 0
    *value = overflow ? UINT32_MAX : (uint32_t)(*loader->scan == '-' ? 0 - whole : whole);
    loader->scan = end;
    return true;
}

// %f
static bool scan_float(game_loader *loader, float *value) {
    if (!skip_blanks(loader))
        return false;
    const char *begin = loader->scan, *end = mq_parse_float(begin, loader->stop, value);
    if (end == begin)
        return false;
    // sscanf() does not go back: "0x" and "infin" fail, and "1e" is 1.
    const char *digits = begin + (*begin == '+' || *begin == '-');
    char behind = end < loader->stop ? (char)(*end | 32) : '\0';
    bool number = *digits == '.' || (*digits >= '0' && *digits <= '9');
    bool hex = end - digits > 2 && (digits[1] | 32) == 'x';
    if ((behind == 'x' && end - digits == 1 && *digits == '0') || (behind == 'i' && !number))
        return false;
    char mark = hex ? 'p' : 'e';
    bool has_exponent = false;
    for (const char *at = digits; at < end; at++)
        has_exponent = has_exponent || (*at | 32) == mark;
    if (number && behind == mark && !has_exponent) {
        end++;
        end += end < loader->stop && (*end == '+' || *end == '-');
    }
    loader->scan = end;
    return true;
}

static bool scan_floats(game_loader *loader, unsigned count) {
    float value;
    for (unsigned i = 0; i < count; i++) {
        if (!scan_float(loader, &value))
            return false;
    }
    return true;
}

// The keyword that a line begins with; the line stays to be read.
static pie_keyword keyword_of(game_loader *loader, bool by_prefix) {
    const char *word;
    size_t length;
    const char *scan = loader->scan;
    bool found = scan_word(loader, &word, &length);
    loader->scan = scan;
    for (pie_keyword i = 0; found && i < PIE_KEY_COUNT; i++) {
        size_t wanted = strlen(mq_pie_keywords[i]);
        if ((length == wanted || (by_prefix && length > wanted)) &&
            memcmp(word, mq_pie_keywords[i], wanted) == 0)
            return i;
    }
    return PIE_KEY_COUNT;
}

// "word number" with a known word. False when the line is something else.
static bool scan_directive(game_loader *loader, bool by_prefix, pie_keyword *keyword,
                           int32_t *number) {
    const char *word;
    size_t length;
    *keyword = keyword_of(loader, by_prefix);
    return scan_word(loader, &word, &length) && scan_int(loader, number);
}

// -------------------------------------------------------------------------------------------- rows

typedef bool row_reader(game_loader *loader, uint32_t point_count);

static bool load_rows(game_loader *loader, int32_t count, uint32_t point_count, row_reader *read) {
    for (int32_t i = 0; i < count; i++) {
        if (!look_at_line(loader))
            return refuse(loader, "the list ends before its count of rows");
        if (!read(loader, point_count))
            return false;
        pass_line(loader);
    }
    return true;
}

static bool load_point(game_loader *loader, uint32_t point_count) {
    (void)point_count;
    return scan_floats(loader, 3) || refuse(loader, "a point needs three numbers");
}

static bool load_normal(game_loader *loader, uint32_t point_count) {
    (void)point_count;
    return scan_floats(loader, 9) || refuse(loader, "a row of NORMALS needs nine numbers");
}

static bool load_triangle(game_loader *loader, uint32_t *flags, uint32_t point_count) {
    int32_t corners, index;
    if (!scan_hex(loader, flags) || !scan_int(loader, &corners))
        return stop(loader, PIE_GAME_UNDEFINED,
                    "the flags and the number of corners of a polygon cannot be read");
    if (corners != 3)
        return refuse(loader, "a polygon must have three corners");
    for (int i = 0; i < 3; i++) {
        if (!scan_int(loader, &index))
            return refuse(loader, "a polygon needs three points");
        if ((uint32_t)index >= point_count)
            return refuse(loader, "a polygon uses a point that does not exist");
    }
    return true;
}

static bool load_polygon(game_loader *loader, uint32_t point_count) {
    uint32_t flags;
    if (!load_triangle(loader, &flags, point_count))
        return false;
    if (flags & MAQ_PIE_FACE_ANIMATED) {
        int32_t frames, rate;
        if (!(flags & MAQ_PIE_FACE_TEXTURED))
            return refuse(loader, "an animated polygon must be textured");
        if (!scan_int(loader, &frames) || !scan_int(loader, &rate) || !scan_floats(loader, 2))
            return refuse(loader, "the texture animation of a polygon cannot be read");
    }
    return !(flags & MAQ_PIE_FACE_TEXTURED) || scan_floats(loader, 6) ||
           refuse(loader, "a polygon needs six texture coordinates");
}

static bool load_shadow_polygon(game_loader *loader, uint32_t point_count) {
    const char *scan = loader->scan;
    uint32_t flags;
    if (scan_hex(loader, &flags) && flags != 0)
        return refuse(loader, "a shadow polygon must have the flags 0");
    loader->scan = scan;
    return load_triangle(loader, &flags, point_count);
}

// An integer and, when `run` is wanted, a run of digits and points right behind it.
static bool scan_decimal(game_loader *loader, bool run) {
    int32_t value;
    if (!scan_int(loader, &value))
        return false;
    const char *begin = loader->scan;
    while (loader->scan < loader->stop &&
           ((*loader->scan >= '0' && *loader->scan <= '9') || *loader->scan == '.'))
        loader->scan++;
    return loader->scan > begin || !run;
}

static bool load_connector(game_loader *loader, uint32_t point_count) {
    (void)point_count;
    int32_t value;
    const char *scan = loader->scan;
    int read = 0;
    while (read < 3 && scan_int(loader, &value))
        read++;
    if (read == 3)
        return true;
    loader->scan = scan;
    for (read = 0; read < 3 && scan_decimal(loader, read < 2);)
        read++;
    return read == 3 || refuse(loader, "a connector needs three whole numbers");
}

// A row of an animation that cannot be read is kept with what there was.
static bool load_frame(game_loader *loader, uint32_t point_count) {
    (void)loader;
    (void)point_count;
    return true;
}

// ---------------------------------------------------------------------------------------- settings

// Reads a texture line of this map; false when the line is another one.
static bool load_texture(game_loader *loader, maq_pie_map map) {
    const char *word;
    size_t length;
    int32_t tileset;
    if (keyword_of(loader, false) != (pie_keyword)(PIE_KEY_TEXTURE + (int)map))
        return false;
    if (!scan_word(loader, &word, &length) || !scan_int(loader, &tileset) ||
        !scan_word(loader, &word, &length))
        return refuse(loader, "a texture line needs a tileset and a name");
    if (tileset < 0 || tileset > 2)
        return refuse(loader, "the tileset must be 0, 1 or 2");
    if (length < 4 || memcmp(word + length - 4, ".png", 4) != 0)
        return refuse(loader, "the name of a texture must end in .png");
    pass_line(loader);
    look_at_line(loader);
    return !loader->stopped;
}

static bool load_textures(game_loader *loader) {
    if (loader->version < 4) {
        load_texture(loader, MAQ_PIE_TEXTURE);
        load_texture(loader, MAQ_PIE_NORMALMAP);
        load_texture(loader, MAQ_PIE_SPECULARMAP);
        return !loader->stopped;
    }
    while (load_texture(loader, MAQ_PIE_TEXTURE) || load_texture(loader, MAQ_PIE_TCMASK) ||
           load_texture(loader, MAQ_PIE_NORMALMAP) || load_texture(loader, MAQ_PIE_SPECULARMAP))
        continue;
    return !loader->stopped;
}

// A line that is not understood stays, and is not what comes next.
static void load_interpolate(game_loader *loader) {
    pie_keyword keyword;
    int32_t number;
    const char *scan = loader->scan;
    if (scan_directive(loader, true, &keyword, &number) && keyword == PIE_KEY_INTERPOLATE) {
        pass_line(loader);
        look_at_line(loader);
    } else {
        loader->scan = scan;
    }
}

static bool load_type(game_loader *loader) {
    const char *word, *scan = loader->scan;
    size_t length;
    uint32_t type;
    if (keyword_of(loader, true) == PIE_KEY_TYPE && scan_word(loader, &word, &length) &&
        scan_hex(loader, &type)) {
        pass_line(loader);
        look_at_line(loader);
        return true;
    }
    loader->scan = scan;
    return false;
}

// ------------------------------------------------------------------------------------------ levels

static bool load_animation(game_loader *loader) {
    const char *word;
    size_t length;
    int32_t time, cycles, frames;
    loader->scan = loader->begin;
    if (!scan_word(loader, &word, &length) || !scan_int(loader, &time) ||
        !scan_int(loader, &cycles) || !scan_int(loader, &frames))
        return refuse(loader, "ANIMOBJECT needs three whole numbers");
    if (time == 0)
        return refuse(loader, "ANIMOBJECT has a time of 0");
    if (frames < 0 || frames >= FRAMES_THAT_CRASH)
        return stop(loader, PIE_GAME_CRASHES, "the number of frames makes the game crash");
    if (frames >= FRAMES_THAT_HANG)
        return stop(loader, PIE_GAME_HANGS, "the number of frames makes the game hang");
    pass_line(loader);
    return load_rows(loader, frames, 0, load_frame);
}

static bool load_list(game_loader *loader, int32_t count, uint32_t points, row_reader *read) {
    if (count < 0)
        return stop(loader, PIE_GAME_CRASHES, "a negative count makes the game crash");
    pass_line(loader);
    return load_rows(loader, count, points, read);
}

// Reads sections up to a line that is not one, where the level ends.
static bool load_tail(game_loader *loader) {
    uint32_t shadow_points = 0;
    pie_keyword keyword;
    int32_t number;
    while (look_at_line(loader) && scan_directive(loader, false, &keyword, &number)) {
        bool good;
        if (keyword == PIE_KEY_CONNECTORS) {
            good = load_list(loader, number, 0, load_connector);
        } else if (keyword == PIE_KEY_ANIMOBJECT) {
            good = load_animation(loader);
        } else if (keyword == PIE_KEY_SHADOWPOINTS) {
            good = number != 0 ? load_list(loader, number, 0, load_point)
                               : refuse(loader, "SHADOWPOINTS must not be empty");
            shadow_points = (uint32_t)number;
        } else if (keyword == PIE_KEY_SHADOWPOLYGONS) {
            if (shadow_points == 0)
                return refuse(loader, "SHADOWPOLYGONS must come behind SHADOWPOINTS");
            good = number != 0 ? load_list(loader, number, shadow_points, load_shadow_polygon)
                               : refuse(loader, "SHADOWPOLYGONS must not be empty");
        } else {
            break;
        }
        if (!good)
            return false;
    }
    return !loader->stopped;
}

static bool load_level(game_loader *loader, int32_t index) {
    pie_keyword keyword;
    int32_t number, points;
    look_at_line(loader);
    if (loader->stopped || !scan_directive(loader, true, &keyword, &number) ||
        (keyword != PIE_KEY_LEVEL && keyword != PIE_KEY_LEVELS))
        return refuse(loader, "LEVEL must come here");
    if (number != index)
        return refuse(loader, "LEVEL has the wrong number");
    pass_line(loader);
    look_at_line(loader);
    if (loader->version >= 4) {
        load_type(loader);
        load_interpolate(loader);
        if (!load_textures(loader))
            return false;
    }
    for (pie_keyword skipped = PIE_KEY_MATERIALS; skipped <= PIE_KEY_SHADERS; skipped++) {
        if (keyword_of(loader, false) == skipped) {
            pass_line(loader);
            look_at_line(loader);
        }
    }
    if (loader->stopped || !scan_directive(loader, false, &keyword, &points) ||
        keyword != PIE_KEY_POINTS)
        return refuse(loader, "POINTS must come here");
    if (!load_list(loader, points, 0, load_point))
        return false;
    look_at_line(loader);
    if (keyword_of(loader, false) == PIE_KEY_NORMALS) {
        if (!scan_directive(loader, false, &keyword, &number))
            return refuse(loader, "NORMALS needs a count");
        if (!load_list(loader, number, 0, load_normal))
            return false;
        look_at_line(loader);
    }
    if (loader->stopped || !scan_directive(loader, false, &keyword, &number) ||
        keyword != PIE_KEY_POLYGONS)
        return refuse(loader, "POLYGONS must come here");
    if (number < 0 || number > MAX_POLYGONS)
        return refuse(loader, "a level can have 8192 polygons");
    return load_list(loader, number, (uint32_t)points, load_polygon) && load_tail(loader);
}

static bool load_events(game_loader *loader) {
    while (keyword_of(loader, true) == PIE_KEY_EVENT) {
        const char *word;
        size_t length;
        int32_t number;
        if (!scan_word(loader, &word, &length) || !scan_int(loader, &number) ||
            !scan_word(loader, &word, &length))
            return refuse(loader, "EVENT needs a number and a name");
        if (number < 0 || number > 4)
            return stop(loader, PIE_GAME_CRASHES, "an event that does not exist crashes the game");
        pass_line(loader);
        look_at_line(loader);
    }
    return !loader->stopped;
}

static bool load_model(game_loader *loader) {
    const char *word;
    size_t length;
    pie_keyword keyword;
    int32_t levels;
    look_at_line(loader);
    if (!scan_word(loader, &word, &length) || length != 3 || memcmp(word, "PIE", 3) != 0 ||
        !scan_int(loader, &loader->version))
        return refuse(loader, "PIE and a version must come here");
    if (loader->version < 2 || loader->version > 4)
        return refuse(loader, "the version must be 2, 3 or 4");
    pass_line(loader);
    look_at_line(loader);
    if (!load_type(loader))
        return refuse(loader, "TYPE and a hexadecimal number must come here");
    load_interpolate(loader);
    if (!load_textures(loader) || !load_events(loader))
        return false;
    if (!scan_directive(loader, true, &keyword, &levels) || keyword != PIE_KEY_LEVELS)
        return refuse(loader, "LEVELS must come here");
    if (levels <= 0)
        return refuse(loader, "a model has at least one level");
    pass_line(loader);
    for (int32_t i = 1; i <= levels; i++) {
        if (!load_level(loader, i))
            return false;
    }
    return true;
}

// Lists the sections from the line at which reading ends up to the next level, each once.
static void list_dropped(game_loader *loader) {
    uint32_t seen = 0;
    for (; loader->at < loader->end; pass_line(loader)) {
        maq_span at = loader->result.at;
        bool there = look_at_line(loader);
        loader->result.at = at;
        if (loader->result.verdict != PIE_GAME_LOADS) { // a comment line that is never read
            loader->stopped = false;
            loader->result.verdict = PIE_GAME_LOADS;
            loader->result.reason = NULL;
            continue;
        }
        pie_keyword keyword = there ? keyword_of(loader, false) : PIE_KEY_COUNT;
        if (keyword == PIE_KEY_LEVEL)
            break;
        bool section = keyword == PIE_KEY_NORMALS ||
                       (keyword >= PIE_KEY_CONNECTORS && keyword < PIE_KEY_COUNT);
        if (!section || seen >> keyword & 1)
            continue;
        char *list = loader->result.dropped;
        size_t used = strlen(list), length = strlen(mq_pie_keywords[keyword]);
        if (used + length + sizeof ", " > sizeof loader->result.dropped)
            break;
        memcpy(list + used, ", ", used ? 2 : 0);
        memcpy(list + used + (used ? 2 : 0), mq_pie_keywords[keyword], length + 1);
        seen |= 1u << keyword;
    }
}

pie_game mq_pie_game_load(const maq_document *document) {
    const char *source = document->source;
    game_loader loader = {.source = source, .at = source, .end = source + document->source_length};
    if (load_model(&loader) && loader.begin)
        list_dropped(&loader);
    return loader.result;
}

// ---------------------------------------------------------------------------------------- findings

// Rules that remain errors for a file that the game loads, with what goes wrong then; NULL: the
// message says it.
typedef struct game_effect {
    pie_rule rule;
    const char *text;
} game_effect;

static const game_effect *effect_of(const maq_rule *rule) {
    static const game_effect effects[] = {
        {PIE_NUMBER_RANGE, NULL},
        {PIE_LONG_TOKEN, NULL},
        {PIE_UV_WHOLE_256, NULL},
        {PIE_ANIMATION_WRAPS, NULL},
        {PIE_EVENT_RING, NULL},
        {PIE_TEAM_MASK_NAME, "the game does not find the mask"},
        {PIE_EVENT_NUMBER, "the game writes outside of its memory"},
        {PIE_ANIMATION_WIDTH_ZERO, "the game divides by it when it draws the model"},
        {PIE_CONNECTOR_NEEDED, "the game reads outside of the list when it draws the model"},
        {PIE_FRAME_ROW, "the game has undefined values for the rest of the row"},
    };
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        if (rule == &mq_pie_rules[effects[i].rule])
            return &effects[i];
    }
    return NULL;
}

// The game ignores a directive that shares its line, so it loads a file that has the same directive
// again on a line of its own. On its own line, the first one would make the game refuse the second:
// which of the two is meant is the choice of the author.
static void keep_ignored_repetitions(mq_findings *findings) {
    bool repeated = false;
    for (size_t i = 0; i < findings->list.count && !repeated; i++)
        repeated = findings->items[i].rule == &mq_pie_rules[PIE_HEAD_ORDER] ||
                   findings->items[i].rule == &mq_pie_rules[PIE_SECTION_REPEATED];
    for (size_t i = 0; i < findings->list.count && repeated; i++) {
        if (findings->items[i].rule == &mq_pie_rules[PIE_DIRECTIVE_SHARES_LINE])
            findings->items[i].edit_count = 0;
    }
}

void mq_pie_check_game(pie_check *check) {
    mq_findings *findings = check->findings;
    if (findings->list.errors + findings->list.warnings == 0)
        return;
    pie_game game = mq_pie_game_load(check->document);
    if (game.verdict == PIE_GAME_UNDEFINED)
        PIE_REPORT_AT(check, PIE_GAME_REFUSES, game.at,
                      "the game goes on with undefined values here and may refuse the file: %s",
                      game.reason);
    else if (game.verdict != PIE_GAME_LOADS && findings->list.errors == 0)
        PIE_REPORT_AT(check, PIE_GAME_REFUSES, game.at, "the game stops here: %s", game.reason);
    if (game.verdict != PIE_GAME_LOADS)
        return;
    keep_ignored_repetitions(findings);
    for (size_t i = 0; i < findings->list.count; i++) {
        maq_finding *finding = &findings->items[i];
        bool is_read = finding->span.offset < game.at.offset;
        const game_effect *effect = is_read ? effect_of(finding->rule) : NULL;
        if (finding->severity != MAQ_ERROR || (effect && !effect->text) ||
            finding->rule == &mq_pie_rules[PIE_SECTIONS_DROPPED])
            continue;
        const char *text = effect    ? effect->text
                           : is_read ? "the game loads the file all the same"
                                     : "the game does not read this part";
        const char *message = mq_arena_format(findings->arena, "%s; %s", finding->message, text);
        finding->message = message ? message : finding->message;
        if (effect)
            continue;
        finding->severity = MAQ_WARNING;
        findings->list.errors--;
        findings->list.warnings++;
    }
}
