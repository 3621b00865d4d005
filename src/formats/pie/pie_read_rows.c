// SPDX-License-Identifier: MIT
//
// Reading PIE: lists of rows.
//
// Two readings of a list exist. Games from 4.4 on take a line for a row and ignore what is left of
// it; earlier ones and WMIT take tokens, whatever the lines. As long as each row is one line both
// agree. At the first one that is not, list_by_lines() looks at the whole list and decides.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "formats/pie/pie_read_priv.h"

#define FEW_ROWS 4

typedef struct row_list {
    pie_reader *reader;
    const char *name;
    const char *count_begin, *count_end; // the number behind the directive
    uint32_t announced;
    size_t room;       // for how many rows there is memory
    uint32_t row;      // that is being read
    uint32_t row_size; // in tokens, 0 when rows differ
    pie_rule bad;      // what to say of a row that cannot be read
    enum { UNDECIDED, BY_LINES, BY_TOKENS } reading;
    // Findings that stand for all rows of the list, as index + 1 in the list of findings.
    size_t shared, spanned, indent, surplus;
} row_list;

// The finding kept under *index, made at its first use. NULL when it could not be kept.
#define LIST_FIND(list, index, rule, begin, end, ...)                                              \
    ((list)->index ? repeat((list)->reader, (list)->index)                                         \
                   : keep((list)->reader, &(list)->index,                                          \
                          PIE_FIND((list)->reader, rule, begin, end, __VA_ARGS__)))

static maq_finding *keep(pie_reader *reader, size_t *index, maq_finding *finding) {
    // A finding that was not kept is counted once all the same.
    *index = finding ? reader->findings->list.count : SIZE_MAX;
    return finding;
}

static maq_finding *repeat(pie_reader *reader, size_t index) {
    if (index == SIZE_MAX)
        return NULL;
    maq_finding *finding = &reader->findings->items[index - 1];
    finding->count++;
    return finding;
}

// The lines and tokens from the current token up to the next directive. A line counts when a token
// of the list starts it.
static void measure(const pie_reader *reader, uint64_t *lines, uint64_t *tokens) {
    pie_reader ahead = *reader;
    ahead.lexer.on_trivia = NULL;
    *lines = *tokens = 0;
    while (!mq_lexer_done(&ahead.lexer) && !mq_pie_at_word(&ahead)) {
        *lines += ahead.lexer.starts_line;
        ++*tokens;
        mq_lexer_advance(&ahead.lexer, mq_lexer_token_end(&ahead.lexer));
    }
}

// Whether the rows of this list are its lines. `row_begins` is the current row's first token; the
// lexer stands somewhere behind it.
static bool list_by_lines(row_list *list, const char *row_begins, bool row_started_line) {
    if (list->reading == UNDECIDED) {
        pie_reader *reader = list->reader;
        pie_reader from_row = *reader;
        from_row.lexer.at = row_begins;
        from_row.lexer.starts_line = row_started_line;
        uint64_t lines, tokens;
        measure(&from_row, &lines, &tokens);
        uint64_t rows = list->announced - list->row;
        bool by_tokens = lines != rows && (list->row_size == 0 || tokens == rows * list->row_size);
        list->reading = by_tokens ? BY_TOKENS : BY_LINES;
    }
    return list->reading == BY_LINES;
}

// The number of rows a list announces, or that lines follow where it does not say. False, with the
// reader told to stop, when it is beyond the limit.
static bool read_count(pie_reader *reader, row_list *list, uint64_t *announced) {
    list->count_begin = reader->lexer.at;
    list->count_end = mq_lexer_token_end(&reader->lexer);
    double number = 0;
    if (mq_pie_line_goes_on(reader) &&
        mq_parse_double(list->count_begin, list->count_end, &number) == list->count_end &&
        number > (double)mq_arena_element_limit(reader->arena)) {
        PIE_FIND(reader, PIE_COUNT_LIMIT, list->count_begin, list->count_end,
                 "%s announces more rows than any model has", list->name);
        reader->stop = true;
        return false;
    }
    int32_t count;
    if (mq_pie_int(reader, "the number of rows", &count)) {
        if (count >= 0) {
            *announced = (uint64_t)count;
            mq_pie_end_line(reader);
            return true;
        }
        PIE_FIND(reader, PIE_BAD_NUMBER, list->count_begin, list->count_end,
                 "%s cannot have %d rows", list->name, count);
    }
    if (mq_pie_line_goes_on(reader) && !mq_pie_at_word(reader))
        mq_lexer_skip_line(&reader->lexer);
    uint64_t tokens;
    measure(reader, announced, &tokens);
    return true;
}

// Reads the count and prepares for rows of at least `smallest` bytes (with what parts them). False
// when there is nothing to read.
static bool begin_list(pie_reader *reader, row_list *list, pie_keyword keyword, uint32_t row_size,
                       size_t smallest) {
    *list = (row_list){.reader = reader,
                       .name = mq_pie_keywords[keyword],
                       .row_size = row_size,
                       .bad = keyword == PIE_KEY_ANIMOBJECT ? PIE_FRAME_ROW : PIE_BAD_NUMBER};
    uint64_t announced;
    if (!read_count(reader, list, &announced))
        return false;
    list->announced = (uint32_t)announced;
    // Counts are taken at their word while all of them together could be true; after that rows
    // get memory as they come.
    uint64_t claim = announced * smallest;
    if (claim <= reader->document->source_length - reader->claimed) {
        reader->claimed += claim;
        list->room = (size_t)announced;
    } else {
        list->room = announced < FEW_ROWS ? (size_t)announced : FEW_ROWS;
    }
    return true;
}

// Room for the row that begins now, among the rows read so far. NULL when there is no memory.
static void *fit_row(row_list *list, void *rows, size_t row_bytes) {
    return mq_arena_grow(list->reader->arena, rows, &list->room, list->row, row_bytes);
}

static void find_short(row_list *list) {
    PIE_FIND(list->reader, PIE_LIST_ENDS_EARLY, list->count_begin, list->count_end,
             "%s announces %u rows, but only %u follow", list->name, list->announced, list->row);
}

// Stands on the first token of the next row; false when there is no further row.
static inline bool begin_row(row_list *list) {
    pie_reader *reader = list->reader;
    const mq_lexer *lexer = &reader->lexer;
    if (list->row == list->announced)
        return false;
    if (mq_lexer_done(lexer) || mq_pie_at_word(reader)) {
        find_short(list);
        return false;
    }
    reader->anchor.row = list->row + 1;
    if (!lexer->starts_line) {
        maq_finding *finding =
            LIST_FIND(list, shared, PIE_ROWS_SHARE_LINE, lexer->at, mq_lexer_token_end(lexer),
                      "this row of %s shares its line with the one before it", list->name);
        char fresh_line[4];
        size_t length = strlen(reader->line_break);
        memcpy(fresh_line, reader->line_break, length);
        fresh_line[length] = '\t';
        mq_pie_edit(reader, finding, reader->last_end, lexer->at, fresh_line, length + 1);
    } else if (*lexer->line != '\t') {
        maq_finding *finding =
            LIST_FIND(list, indent, PIE_INDENT, lexer->at, mq_lexer_token_end(lexer),
                      "this row of %s is not indented by a tab", list->name);
        mq_pie_edit(reader, finding, lexer->line, lexer->at, "\t", 1);
    }
    return true;
}

// A row that `begin_row` stood on.
typedef struct list_row {
    const char *begin;
    bool starts_line;
    bool first;  // no token of it was read yet
    bool broken; // its rest cannot be read
} list_row;

static inline list_row this_row(const row_list *list) {
    const mq_lexer *lexer = &list->reader->lexer;
    return (list_row){.begin = lexer->at, .starts_line = lexer->starts_line, .first = true};
}

// Whether the row has one more token to read here.
static inline bool row_goes_on(row_list *list, list_row *row) {
    const mq_lexer *lexer = &list->reader->lexer;
    if (row->broken)
        return false;
    if (row->first) {
        row->first = false;
        return true;
    }
    if (!mq_lexer_done(lexer) && !lexer->starts_line)
        return true;

    row->broken = true;
    if (mq_lexer_done(lexer) || mq_pie_at_word(list->reader) ||
        list_by_lines(list, row->begin, row->starts_line)) {
        PIE_FIND(list->reader, list->bad, list->reader->last_end, list->reader->last_end,
                 "this row of %s has too few numbers", list->name);
        return false;
    }
    row->broken = false;
    maq_finding *finding =
        LIST_FIND(list, spanned, PIE_ROW_SPANS_LINES, lexer->at, mq_lexer_token_end(lexer),
                  "a row of %s goes on in this line", list->name);
    // A comment in the gap would swallow the rest of the row.
    const char *gap = list->reader->last_end;
    if (!memchr(gap, '#', (size_t)(lexer->at - gap)))
        mq_pie_edit(list->reader, finding, gap, lexer->at, " ", 1);
    return true;
}

// What cannot be read ends the row with its line.
static bool row_breaks(row_list *list, list_row *row) {
    row->broken = true;
    pie_reader *reader = list->reader;
    if (mq_pie_at_word(reader))
        return false;
    const char *end = mq_lexer_token_end(&reader->lexer);
    mq_lexer_advance(&reader->lexer, end);
    while (mq_pie_line_goes_on(reader) && !mq_pie_at_word(reader)) {
        end = mq_lexer_token_end(&reader->lexer);
        mq_lexer_advance(&reader->lexer, end);
    }
    reader->last_end = end;
    return false;
}

static inline bool row_float(row_list *list, list_row *row, float *value) {
    return row_goes_on(list, row) &&
           (mq_pie_float_here(list->reader, list->bad, value) || row_breaks(list, row));
}

static inline bool row_double(row_list *list, list_row *row, double *value) {
    return row_goes_on(list, row) &&
           (mq_pie_double_here(list->reader, list->bad, value) || row_breaks(list, row));
}

static inline bool row_int(row_list *list, list_row *row, int32_t *value) {
    return row_goes_on(list, row) &&
           (mq_pie_int_here(list->reader, list->bad, value) || row_breaks(list, row));
}

static inline bool row_hex(row_list *list, list_row *row, uint32_t *value) {
    return row_goes_on(list, row) &&
           (mq_pie_hex_here(list->reader, list->bad, value) || row_breaks(list, row));
}

// Behind the last token of a row.
static inline void end_row(row_list *list, const list_row *row) {
    pie_reader *reader = list->reader;
    if (mq_pie_line_goes_on(reader) && !mq_pie_at_word(reader) &&
        list_by_lines(list, row->begin, row->starts_line)) {
        const char *kept = reader->last_end, *begin = reader->lexer.at, *end = begin;
        while (mq_pie_line_goes_on(reader)) {
            end = mq_lexer_token_end(&reader->lexer);
            mq_lexer_advance(&reader->lexer, end);
        }
        maq_finding *finding =
            LIST_FIND(list, surplus, PIE_SURPLUS_TOKENS, begin, end,
                      "this row of %s has more numbers than it needs", list->name);
        mq_pie_edit(reader, finding, kept, end, "", 0);
    }
    list->row++;
}

// ---------------------------------------------------------------------------------------- points

void mq_pie_read_points(pie_reader *reader, pie_keyword keyword, uint32_t *count,
                        const maq_pie_point **points) {
    row_list list;
    if (!begin_list(reader, &list, keyword, 3, sizeof "0 0 0"))
        return;
    maq_pie_point *rows = MQ_NEW_ARRAY(reader->arena, maq_pie_point, list.room);
    if (!rows)
        return;
    while (begin_row(&list)) {
        rows = fit_row(&list, rows, sizeof *rows);
        if (!rows)
            return;
        maq_pie_point *point = &rows[list.row];
        list_row row = this_row(&list);
        point->offset = mq_pie_offset_at(reader, row.begin);
        if (row_float(&list, &row, &point->x) && row_float(&list, &row, &point->y))
            row_float(&list, &row, &point->z);
        end_row(&list, &row);
    }
    *count = list.row;
    *points = rows;
}

void mq_pie_read_normals(pie_reader *reader, uint32_t *count, const maq_pie_normals **normals) {
    row_list list;
    if (!begin_list(reader, &list, PIE_KEY_NORMALS, 9, sizeof "0 0 0 0 0 0 0 0 0"))
        return;
    maq_pie_normals *rows = MQ_NEW_ARRAY(reader->arena, maq_pie_normals, list.room);
    if (!rows)
        return;
    while (begin_row(&list)) {
        rows = fit_row(&list, rows, sizeof *rows);
        if (!rows)
            return;
        maq_pie_normals *normal = &rows[list.row];
        list_row row = this_row(&list);
        normal->offset = mq_pie_offset_at(reader, row.begin);
        for (int i = 0; i < 9 && row_float(&list, &row, &normal->normal[i / 3][i % 3]);)
            i++;
        end_row(&list, &row);
    }
    *count = list.row;
    *normals = rows;
}

// -------------------------------------------------------------------------------------- polygons

// The text of a coordinate can tell that the file means parts of the page, however large its
// numbers: in PIE 3 a point, in PIE 5, where decimals prove nothing, an exponent. The writer makes
// use of it.
static bool tells_unit(const pie_reader *reader, const char *begin, const char *end) {
    for (; begin < end; begin++) {
        bool digit = *begin >= '0' && *begin <= '9';
        if (reader->pie->version == 5 ? (*begin | 32) == 'e' : !digit && *begin != '-')
            return true;
    }
    return false;
}

static bool row_coordinate(row_list *list, list_row *row, float *value) {
    pie_reader *reader = list->reader;
    const char *begin = reader->lexer.at;
    if (!row_float(list, row, value))
        return false;
    reader->uv_beyond_page = reader->uv_beyond_page || (*value > 2 && *value < INFINITY);
    reader->uv_unit_told = reader->uv_unit_told || tells_unit(reader, begin, reader->last_end);
    return true;
}

static bool read_animation_block(row_list *list, list_row *row, maq_pie_polygon *polygon) {
    pie_reader *reader = list->reader;
    if (!row_int(list, row, &polygon->frames))
        return false;
    const char *rate = reader->lexer.at;
    if (!row_double(list, row, &polygon->rate))
        return false;
    // Milliseconds are whole; the seconds of the draft are not. (NaN is not whole either.)
    if (reader->pie->version != 5 && polygon->rate != floor(polygon->rate))
        PIE_FIND(reader, PIE_NOT_WHOLE, rate, reader->last_end, "%.*s must be a whole number",
                 (int)(reader->last_end - rate), rate);
    return row_float(list, row, &polygon->width) && row_float(list, row, &polygon->height);
}

// The rest of a polygon's row. False when the row cannot be read.
static bool read_polygon(row_list *list, list_row *row, maq_pie_polygon *polygon,
                         maq_pie_corner *corners) {
    pie_reader *reader = list->reader;
    if (!row_hex(list, row, &polygon->flags))
        return false;
    const char *count_begin = reader->lexer.at;
    int32_t corner_count;
    if (!row_int(list, row, &corner_count))
        return false;
    if (corner_count < 3 || corner_count > MAQ_PIE_MAX_CORNERS) {
        PIE_FIND(reader, PIE_CORNER_COUNT, count_begin, reader->last_end,
                 "a polygon has %d corners; it can have 3 (once: up to %d)", corner_count,
                 MAQ_PIE_MAX_CORNERS);
        row->broken = true;
        while (mq_pie_line_goes_on(reader) && !mq_pie_at_word(reader))
            mq_pie_pass(reader, mq_lexer_token_end(&reader->lexer));
        return false;
    }
    polygon->corner_count = (uint32_t)corner_count;
    for (int32_t i = 0; i < corner_count; i++) {
        if (!row_int(list, row, &corners[i].point))
            return false;
    }
    if (polygon->flags & MAQ_PIE_FACE_ANIMATED && !read_animation_block(list, row, polygon))
        return false;
    if (polygon->flags & MAQ_PIE_FACE_TEXTURED) {
        for (int32_t i = 0; i < corner_count; i++) {
            if (!row_coordinate(list, row, &corners[i].u) ||
                !row_coordinate(list, row, &corners[i].v))
                return false;
        }
    }
    return true;
}

void mq_pie_read_polygons(pie_reader *reader, pie_keyword keyword, maq_pie_polygons *polygons) {
    row_list list;
    if (!begin_list(reader, &list, keyword, 0, sizeof "0 3 0 0 0"))
        return;
    maq_pie_polygon *rows = MQ_NEW_ARRAY(reader->arena, maq_pie_polygon, list.room);
    size_t capacity = list.room * 3;
    maq_pie_corner *corners = MQ_NEW_ARRAY(reader->arena, maq_pie_corner, capacity);
    if (!rows || !corners)
        return;
    uint32_t count = 0, corner_count = 0;
    while (begin_row(&list)) {
        rows = fit_row(&list, rows, sizeof *rows);
        if (!rows)
            return;
        // Rows that come to nothing do not count for the places of comments.
        reader->anchor.row = count + 1;
        maq_pie_corner read[MAQ_PIE_MAX_CORNERS] = {0};
        maq_pie_polygon *polygon = &rows[count];
        list_row row = this_row(&list);
        polygon->offset = mq_pie_offset_at(reader, row.begin);
        polygon->first_corner = corner_count;
        bool whole = read_polygon(&list, &row, polygon, read);
        end_row(&list, &row);
        if (!whole) {
            // Half a polygon is none; the finding says that it is missing.
            *polygon = (maq_pie_polygon){0};
            continue;
        }
        for (uint32_t i = 0; i < polygon->corner_count; i++) {
            maq_pie_corner *larger =
                mq_arena_grow(reader->arena, corners, &capacity, corner_count, sizeof *corners);
            if (!larger)
                return;
            corners = larger;
            corners[corner_count++] = read[i];
        }
        count++;
    }
    polygons->items = rows;
    polygons->count = count;
    polygons->corners = corners;
    polygons->corner_count = corner_count;
}

// ------------------------------------------------------------------------------------ connectors

typedef struct connector_token {
    const char *begin, *end;
    bool decimal;
} connector_token;

// What the game makes of decimals: three whole numbers are read first; else all three must have a
// point.
static void judge_decimals(pie_reader *reader, const connector_token tokens[3],
                           const double values[3]) {
    int decimals = tokens[0].decimal + tokens[1].decimal + tokens[2].decimal;
    if (decimals == 0)
        return;
    bool taken = decimals == 3 || (!tokens[0].decimal && !tokens[1].decimal);
    maq_finding *finding =
        PIE_FIND(reader, taken ? PIE_CONNECTOR_DECIMALS : PIE_CONNECTOR_MIXED, tokens[0].begin,
                 tokens[2].end,
                 taken ? "the game cuts the decimals of this connector off"
                       : "this connector mixes whole numbers and decimals: the game refuses it");
    for (int i = 0; i < 3; i++) {
        if (!(fabs(values[i]) <= INT32_MAX))
            return;
    }
    for (int i = 0; i < 3 && finding; i++) {
        if (!tokens[i].decimal)
            continue;
        const char *whole = mq_arena_format(reader->arena, "%ld", lround(values[i]));
        if (whole)
            mq_pie_edit(reader, finding, tokens[i].begin, tokens[i].end, whole, strlen(whole));
    }
}

void mq_pie_read_connectors(pie_reader *reader, maq_pie_level *level) {
    row_list list;
    if (!begin_list(reader, &list, PIE_KEY_CONNECTORS, 3, sizeof "0 0 0"))
        return;
    // A second list goes behind the first, as in the game.
    uint32_t before = level->connector_count;
    while (begin_row(&list)) {
        maq_pie_connector *rows =
            mq_arena_grow(reader->arena, reader->connectors, &reader->connector_capacity,
                          level->connector_count, sizeof *rows);
        if (!rows)
            return;
        level->connectors = reader->connectors = rows;
        maq_pie_connector *connector = &rows[level->connector_count++];
        connector->x = connector->y = connector->z = 0;
        reader->anchor.row += before;
        list_row row = this_row(&list);
        connector->offset = mq_pie_offset_at(reader, row.begin);
        double values[3] = {0};
        connector_token tokens[3];
        int i = 0;
        for (; i < 3; i++) {
            tokens[i].begin = reader->lexer.at;
            if (!row_double(&list, &row, &values[i]))
                break;
            tokens[i].end = reader->last_end;
            tokens[i].decimal =
                memchr(tokens[i].begin, '.', (size_t)(tokens[i].end - tokens[i].begin)) != NULL ||
                values[i] != floor(values[i]);
        }
        if (i == 3)
            judge_decimals(reader, tokens, values);
        connector->x = values[0];
        connector->y = values[1];
        connector->z = values[2];
        end_row(&list, &row);
    }
}

// ------------------------------------------------------------------------------------- animation

static bool negative(pie_reader *reader, const char *begin, int32_t value, const char *what) {
    if (value >= 0)
        return false;
    PIE_FIND(reader, PIE_ANIMOBJECT_NEGATIVE, begin, reader->last_end,
             "%s is %d: it cannot be "
             "negative",
             what, value);
    return true;
}

void mq_pie_read_animation(pie_reader *reader, maq_pie_animation *animation) {
    const char *begin = reader->lexer.at;
    if (!mq_pie_int(reader, "the time of a frame", &animation->time))
        return;
    negative(reader, begin, animation->time, "the time of a frame");
    begin = reader->lexer.at;
    if (!mq_pie_int(reader, "the number of cycles", &animation->cycles))
        return;
    negative(reader, begin, animation->cycles, "the number of cycles");

    // A negative number of frames is worse than a bad count: it has a rule of its own.
    if (mq_pie_line_goes_on(reader) && *reader->lexer.at == '-') {
        int32_t frames;
        begin = reader->lexer.at;
        if (mq_pie_int(reader, "the number of frames", &frames))
            negative(reader, begin, frames, "the number of frames");
        mq_pie_end_line(reader);
        return;
    }
    row_list list;
    if (!begin_list(reader, &list, PIE_KEY_ANIMOBJECT, 10, sizeof "0 0 0 0 0 0 0 0 0 0"))
        return;
    maq_pie_frame *rows = MQ_NEW_ARRAY(reader->arena, maq_pie_frame, list.room);
    if (!rows)
        return;
    while (begin_row(&list)) {
        rows = fit_row(&list, rows, sizeof *rows);
        if (!rows)
            return;
        maq_pie_frame *frame = &rows[list.row];
        list_row row = this_row(&list);
        frame->offset = mq_pie_offset_at(reader, row.begin);
        bool whole = row_int(&list, &row, &frame->number);
        for (int i = 0; i < 6 && whole; i++)
            whole = row_int(&list, &row, i < 3 ? &frame->position[i] : &frame->rotation[i - 3]);
        for (int i = 0; i < 3 && whole; i++)
            whole = row_float(&list, &row, &frame->scale[i]);
        end_row(&list, &row);
    }
    animation->frames = rows;
    animation->frame_count = list.row;
}
