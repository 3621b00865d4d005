// SPDX-License-Identifier: MIT
//
// Reading PIE: lists of rows.
//
// Games from 4.4 on read a line as a row and ignore the rest of it; earlier ones and WMIT read
// tokens, whatever the lines. formats/directives.h decides between the two where they differ.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/plural.h"
#include "formats/pie/pie_read_priv.h"
#include "formats/plain_rows.h"

#define FEW_ROWS 4

typedef struct pie_rows {
    pie_reader *reader;
    mq_rows rows;
    size_t capacity; // of the caller's array
    size_t indent;   // see MQ_ROWS_REPORT
    // The line and the first token of a row that is not indented by a tab, or NULL.
    const char *line, *token_end;
} pie_rows;

// Reads the count and prepares for rows of `row_size` tokens (0: they differ) and at least `smallest`
// bytes, separator included. False when there is nothing to read.
static bool begin_list(pie_reader *reader, pie_rows *list, pie_keyword keyword, uint32_t row_size,
                       size_t smallest) {
    *list = (pie_rows){.reader = reader};
    if (!mq_rows_open(&reader->text, &list->rows, mq_pie_keywords[keyword], row_size, smallest))
        return false;
    list->rows.keep_broken = row_size > 0;
    list->rows.may_share = true;
    // The capacity is the count while all counts together could be true; after that it grows with
    // the rows.
    uint32_t announced = list->rows.announced;
    uint64_t claim = (uint64_t)announced * smallest;
    if (claim <= reader->text.document->source_length - reader->claimed) {
        reader->claimed += claim;
        list->capacity = announced;
    } else {
        list->capacity = announced < FEW_ROWS ? announced : FEW_ROWS;
    }
    return true;
}

// Memory for the current row, among the rows read so far. NULL when there is none.
static void *fit_row(pie_rows *list, void *items, size_t size) {
    return mq_arena_grow(list->reader->arena, items, &list->capacity, list->rows.kept, size);
}

// Stands on the first token of the next row; false when there is none.
static inline bool next_row(pie_rows *list) {
    const mq_lexer *lexer = &list->reader->text.lexer;
    if (!mq_rows_next(&list->rows))
        return false;
    list->reader->anchor.row = list->rows.kept + 1;
    list->line = NULL;
    if (lexer->starts_line && *lexer->line != '\t') {
        list->line = lexer->line;
        list->token_end = mq_lexer_token_end(lexer);
    }
    return true;
}

// Ends the row. False when it could not be read.
static inline bool end_row(pie_rows *list) {
    bool whole = mq_rows_end(&list->rows);
    if (list->line) {
        const char *begin = list->rows.begin;
        maq_finding *finding =
            MQ_ROWS_REPORT(&list->rows, &list->indent, PIE_INDENT, begin, list->token_end,
                           "this row of %s is not indented by a tab", list->rows.name);
        // A row that cannot be read may be something else, a note of the author for example.
        if (whole)
            mq_directives_edit(&list->reader->text, finding, list->line, begin, "\t", 1);
    }
    return whole;
}

static uint32_t row_offset(const pie_rows *list) {
    return mq_directives_offset(&list->reader->text, list->rows.begin);
}

// Has plain rows read on all cores. An array that may still move is filled row by row.
static void read_plain(pie_rows *list, bool (*read)(const void *context, mq_plain_row *row),
                       const void *context) {
    if (list->capacity == list->rows.announced)
        mq_rows_read_plain(&list->rows, read, context);
}

// ---------------------------------------------------------------------------------------- points

typedef struct float_rows {
    char *items;
    unsigned floats;
    size_t size, offset;
} float_rows;

static bool read_plain_floats(const void *context, mq_plain_row *row) {
    const float_rows *all = context;
    char *item = all->items + row->index * all->size;
    *(uint32_t *)(void *)(item + all->offset) = row->offset;
    return mq_plain_floats(row, (float *)(void *)item, all->floats);
}

// Reads rows of floats into structs of `size` bytes that begin with them; `offset` is where a struct
// has its offset in the file.
static void *read_floats(pie_reader *reader, pie_keyword keyword, unsigned floats, size_t size,
                         size_t offset, uint32_t *count) {
    pie_rows list;
    if (!begin_list(reader, &list, keyword, floats, 2 * (size_t)floats))
        return NULL;
    char *rows =
        mq_arena_alloc_uninitialized(reader->arena, list.capacity, size, alignof(maq_pie_point));
    const float_rows all = {.items = rows, .floats = floats, .size = size, .offset = offset};
    read_plain(&list, read_plain_floats, &all);
    while (rows && next_row(&list)) {
        rows = fit_row(&list, rows, size);
        if (!rows)
            return NULL;
        char *row = rows + list.rows.kept * size;
        memset(row, 0, size);
        *(uint32_t *)(void *)(row + offset) = row_offset(&list);
        mq_rows_floats(&list.rows, (float *)(void *)row, floats);
        end_row(&list);
    }
    if (rows)
        *count = list.rows.row;
    return rows;
}

void mq_pie_read_points(pie_reader *reader, pie_keyword keyword, uint32_t *count,
                        const maq_pie_point **points) {
    const void *rows = read_floats(reader, keyword, 3, sizeof(maq_pie_point),
                                   offsetof(maq_pie_point, offset), count);
    *points = rows ? rows : *points;
}

void mq_pie_read_normals(pie_reader *reader, uint32_t *count, const maq_pie_normals **normals) {
    const void *rows = read_floats(reader, PIE_KEY_NORMALS, 9, sizeof(maq_pie_normals),
                                   offsetof(maq_pie_normals, offset), count);
    *normals = rows ? rows : *normals;
}

// -------------------------------------------------------------------------------------- polygons

// Whether the text of a coordinate shows that the file means parts of the page, however large its
// numbers: in PIE 3 a point, in PIE 5, where decimals prove nothing, an exponent. The writer uses
// this.
static bool has_unit(const pie_reader *reader, const char *begin, const char *end) {
    for (; begin < end; begin++) {
        bool digit = *begin >= '0' && *begin <= '9';
        if (reader->pie->version == 5 ? (*begin | 32) == 'e' : !digit && *begin != '-')
            return true;
    }
    return false;
}

static bool read_coordinates(pie_reader *reader, mq_rows *rows, float *values, unsigned count) {
    // Once the unit is known, the texts of the numbers do not matter.
    if (reader->uv_has_unit) {
        if (!mq_rows_floats(rows, values, count))
            return false;
    } else {
        for (unsigned i = 0; i < count; i++) {
            const char *begin = reader->text.lexer.at;
            if (!mq_rows_float(rows, &values[i]))
                return false;
            reader->uv_has_unit =
                reader->uv_has_unit || has_unit(reader, begin, reader->text.last_end);
        }
    }
    for (unsigned i = 0; i < count && !reader->uv_beyond_page; i++)
        reader->uv_beyond_page = values[i] > 2 && values[i] < INFINITY;
    return true;
}

static bool read_animation_block(pie_reader *reader, mq_rows *rows, maq_pie_polygon *polygon) {
    if (!mq_rows_int(rows, &polygon->frames))
        return false;
    const char *rate = reader->text.lexer.at;
    if (!mq_rows_double(rows, &polygon->rate))
        return false;
    // Milliseconds are whole; the seconds of the draft are not. (NaN is not whole either.)
    if (reader->pie->version != 5 && polygon->rate != floor(polygon->rate))
        PIE_REPORT(reader, PIE_NOT_WHOLE, rate, reader->text.last_end,
                   "%.*s must be a whole number", (int)(reader->text.last_end - rate), rate);
    return mq_rows_float(rows, &polygon->width) && mq_rows_float(rows, &polygon->height);
}

// The number of corners and their points. False when they cannot be read.
static bool read_corners(pie_reader *reader, mq_rows *rows, maq_pie_polygon *polygon,
                         int32_t points[MAQ_PIE_MAX_CORNERS]) {
    const char *begin = reader->text.lexer.at;
    // Nearly all polygons are triangles.
    int32_t triangle[4], corner_count;
    if (*begin == '3' && mq_rows_plain_ints(rows, triangle, 4) && triangle[0] == 3) {
        polygon->corner_count = 3;
        memcpy(points, triangle + 1, 3 * sizeof *points);
        return true;
    }
    if (!mq_rows_int(rows, &corner_count))
        return false;
    if (corner_count < 3 || corner_count > MAQ_PIE_MAX_CORNERS) {
        PIE_REPORT(reader, PIE_CORNER_COUNT, begin, reader->text.last_end,
                   "a polygon has %d %s; it can have 3 (in old files up to %d)", corner_count,
                   MQ_PLURAL(corner_count, "corner", "corners"), MAQ_PIE_MAX_CORNERS);
        return mq_rows_break(rows);
    }
    polygon->corner_count = (uint32_t)corner_count;
    return mq_rows_ints(rows, points, polygon->corner_count);
}

// False when the row cannot be read.
static bool read_polygon(pie_reader *reader, mq_rows *rows, bool shadow, maq_pie_polygon *polygon,
                         maq_pie_corner *corners) {
    const char *flags = reader->text.lexer.at;
    if (!mq_rows_hex(rows, &polygon->flags))
        return false;
    mq_pie_report_sign(reader, flags);
    int32_t points[MAQ_PIE_MAX_CORNERS];
    if (!read_corners(reader, rows, polygon, points))
        return false;
    for (uint32_t i = 0; i < polygon->corner_count; i++)
        corners[i] = (maq_pie_corner){.point = points[i]};
    // The row of a shadow polygon ends here, whatever its flags.
    if (shadow)
        return true;
    if (polygon->flags & MAQ_PIE_FACE_ANIMATED && !read_animation_block(reader, rows, polygon))
        return false;
    if (polygon->flags & MAQ_PIE_FACE_TEXTURED) {
        float values[2 * MAQ_PIE_MAX_CORNERS] = {0};
        if (!read_coordinates(reader, rows, values, 2 * polygon->corner_count))
            return false;
        for (uint32_t i = 0; i < polygon->corner_count; i++) {
            corners[i].u = values[2 * i];
            corners[i].v = values[2 * i + 1];
        }
    }
    return true;
}

typedef struct polygon_rows {
    pie_rows list;
    bool shadow;
    maq_pie_polygon *items;
    maq_pie_corner *corners;
    size_t corner_capacity;
} polygon_rows;

// How many corners the polygons that were kept have.
static uint32_t count_corners(const polygon_rows *all) {
    uint32_t kept = all->list.rows.kept;
    return kept ? all->items[kept - 1].first_corner + all->items[kept - 1].corner_count : 0;
}

// What plain rows show of the unit of texture coordinates.
enum { SIGN_OF_UNIT = 1, SIGN_BEYOND_PAGE = 2 };

static bool read_plain_coordinates(const pie_reader *reader, mq_plain_row *row, float values[6]) {
    if (reader->uv_has_unit) {
        if (!mq_plain_floats(row, values, 6))
            return false;
    } else {
        for (unsigned i = 0; i < 6; i++) {
            const char *begin = row->at = mq_plain_blanks_end(row->at);
            if (!mq_plain_floats(row, &values[i], 1))
                return false;
            row->signs |= has_unit(reader, begin, row->at) ? SIGN_OF_UNIT : 0;
        }
    }
    for (unsigned i = 0; i < 6; i++)
        row->signs |= values[i] > 2 ? SIGN_BEYOND_PAGE : 0;
    return true;
}

// Reads a triangle without animation, as nearly all polygons are.
static bool read_plain_polygon(const void *context, mq_plain_row *row) {
    const polygon_rows *all = context;
    uint32_t kept = all->list.rows.kept;
    uint32_t first = count_corners(all) + 3 * (row->index - kept);
    uint64_t flags;
    int32_t triangle[4];
    bool overflow;
    if (first + 3 > all->corner_capacity)
        return false;
    row->at = mq_parse_hex_u64(row->at, row->end, &flags, &overflow);
    if (!mq_lexer_gap[(unsigned char)*row->at] || overflow || flags > UINT32_MAX ||
        !mq_plain_ints(row, triangle, 4) || triangle[0] != 3)
        return false;
    float values[6] = {0};
    if (!all->shadow &&
        (flags & MAQ_PIE_FACE_ANIMATED ||
         (flags & MAQ_PIE_FACE_TEXTURED && !read_plain_coordinates(all->list.reader, row, values))))
        return false;
    all->items[row->index] = (maq_pie_polygon){
        .flags = (uint32_t)flags, .corner_count = 3, .first_corner = first, .offset = row->offset};
    for (unsigned i = 0; i < 3; i++)
        all->corners[first + i] =
            (maq_pie_corner){triangle[i + 1], values[2 * i], values[2 * i + 1]};
    return true;
}

void mq_pie_read_polygons(pie_reader *reader, pie_keyword keyword, maq_pie_polygons *polygons) {
    polygon_rows all = {.shadow = keyword == PIE_KEY_SHADOWPOLYGONS};
    pie_rows *list = &all.list;
    if (!begin_list(reader, list, keyword, 0, sizeof "0 3 0 0 0"))
        return;
    all.items = MQ_NEW_UNINITIALIZED_ARRAY(reader->arena, maq_pie_polygon, list->capacity);
    all.corner_capacity = list->capacity * 3;
    all.corners = MQ_NEW_UNINITIALIZED_ARRAY(reader->arena, maq_pie_corner, all.corner_capacity);
    if (!all.items || !all.corners)
        return;
    read_plain(list, read_plain_polygon, &all);
    while (next_row(list)) {
        all.items = fit_row(list, all.items, sizeof *all.items);
        if (!all.items)
            return;
        maq_pie_corner read[MAQ_PIE_MAX_CORNERS];
        maq_pie_polygon *polygon = &all.items[list->rows.kept];
        uint32_t corner_count = count_corners(&all);
        *polygon = (maq_pie_polygon){.offset = row_offset(list), .first_corner = corner_count};
        read_polygon(reader, &list->rows, all.shadow, polygon, read);
        // A polygon that is not complete is dropped, with a finding.
        if (!end_row(list))
            continue;
        for (uint32_t i = 0; i < polygon->corner_count; i++) {
            maq_pie_corner *larger = mq_arena_grow(reader->arena, all.corners, &all.corner_capacity,
                                                   corner_count, sizeof *larger);
            if (!larger)
                return;
            all.corners = larger;
            all.corners[corner_count++] = read[i];
        }
    }
    reader->uv_has_unit = reader->uv_has_unit || list->rows.plain.signs & SIGN_OF_UNIT;
    reader->uv_beyond_page = reader->uv_beyond_page || list->rows.plain.signs & SIGN_BEYOND_PAGE;
    polygons->items = all.items;
    polygons->count = list->rows.kept;
    polygons->corners = all.corners;
    polygons->corner_count = count_corners(&all);
}

// ------------------------------------------------------------------------------------ connectors

typedef struct connector_token {
    const char *begin, *end;
} connector_token;

static const char *skip_digits(const char *at, const char *end, bool points) {
    while (at < end && ((*at >= '0' && *at <= '9') || (points && *at == '.')))
        at++;
    return at;
}

// How the game can read a token of a connector: the integer that it begins with, and the run of
// digits and points behind that. `integer` is NULL when it begins with none.
typedef struct connector_scan {
    const char *integer, *run;
    bool whole, decimal; // the token is the integer; it is the integer and a run
} connector_scan;

static connector_scan scan_connector(connector_token token) {
    const char *digits = token.begin + (*token.begin == '-' || *token.begin == '+');
    connector_scan scan = {.integer = skip_digits(digits, token.end, false)};
    if (scan.integer == digits)
        return (connector_scan){0};
    scan.run = skip_digits(scan.integer, token.end, true);
    scan.whole = scan.integer == token.end;
    scan.decimal = scan.run == token.end && scan.run > scan.integer;
    return scan;
}

// The game first tries three integers, then three times an integer and a run, which the last one may
// lack. It ignores what follows the last number that it needs.
static bool game_reads(const connector_scan scans[3]) {
    return scans[2].integer &&
           ((scans[0].whole && scans[1].whole) || (scans[0].decimal && scans[1].decimal));
}

static void report_connector(pie_reader *reader, const connector_token tokens[3],
                             double values[3]) {
    connector_scan scans[3];
    bool plain = true, finite = true;
    for (int i = 0; i < 3; i++) {
        scans[i] = scan_connector(tokens[i]);
        plain = plain && scans[i].whole;
        finite = finite && fabs(values[i]) <= INT32_MAX;
    }
    if (plain)
        return;
    // What the game reads is kept; where it refuses the row, decimals are dropped in the same way.
    const char *fixed[3] = {NULL};
    bool reads = game_reads(scans);
    for (int i = 0; i < 3; i++) {
        const char *begin = tokens[i].begin;
        if (reads)
            fixed[i] = mq_arena_text(reader->arena, begin, (size_t)(scans[i].integer - begin));
        else if (finite)
            fixed[i] = mq_arena_format(reader->arena, "%ld", (long)values[i]);
        if (!fixed[i] && (reads || finite))
            return;
        // An exponent behind the last number is not part of it.
        if (reads && !scans[i].whole && !scans[i].decimal)
            mq_parse_double(begin, scans[i].run, &values[i]);
    }
    maq_finding *finding =
        reads
            ? PIE_REPORT(reader, PIE_CONNECTOR_DECIMALS, tokens[0].begin, tokens[2].end,
                         "the game reads this connector as %s %s %s", fixed[0], fixed[1], fixed[2])
            : PIE_REPORT(reader, PIE_CONNECTOR_MIXED, tokens[0].begin, tokens[2].end,
                         finite ? "the game refuses this connector: write whole numbers, %s %s %s"
                                : "the game refuses this connector: write three whole numbers",
                         fixed[0], fixed[1], fixed[2]);
    for (int i = 0; i < 3 && (reads || finite); i++) {
        if (!scans[i].whole)
            mq_directives_edit(&reader->text, finding, tokens[i].begin, tokens[i].end, fixed[i],
                               strlen(fixed[i]));
    }
}

void mq_pie_read_connectors(pie_reader *reader, maq_pie_level *level) {
    pie_rows list;
    if (!begin_list(reader, &list, PIE_KEY_CONNECTORS, 3, sizeof "0 0 0"))
        return;
    // A second list goes behind the first, as in the game.
    uint32_t before = level->connector_count;
    while (next_row(&list)) {
        maq_pie_connector *rows =
            mq_arena_grow(reader->arena, reader->connectors, &reader->connector_capacity,
                          level->connector_count, sizeof *rows);
        if (!rows)
            return;
        level->connectors = reader->connectors = rows;
        maq_pie_connector *connector = &rows[level->connector_count++];
        connector->x = connector->y = connector->z = 0;
        reader->anchor.row += before;
        connector->offset = row_offset(&list);
        double values[3] = {0};
        connector_token tokens[3];
        int i = 0;
        for (; i < 3; i++) {
            tokens[i].begin = reader->text.lexer.at;
            if (!mq_rows_double(&list.rows, &values[i]))
                break;
            tokens[i].end = reader->text.last_end;
        }
        if (i == 3)
            report_connector(reader, tokens, values);
        connector->x = values[0];
        connector->y = values[1];
        connector->z = values[2];
        end_row(&list);
    }
}

// ------------------------------------------------------------------------------------- animation

static bool report_negative(pie_reader *reader, const char *begin, int32_t value,
                            const char *what) {
    if (value >= 0)
        return false;
    PIE_REPORT(reader, PIE_ANIMOBJECT_NEGATIVE, begin, reader->text.last_end,
               "%s is %d: it cannot be negative", what, value);
    return true;
}

void mq_pie_read_animation(pie_reader *reader, maq_pie_animation *animation) {
    const char *begin = reader->text.lexer.at;
    if (!mq_directives_int(&reader->text, "the time of a frame", &animation->time))
        return;
    report_negative(reader, begin, animation->time, "the time of a frame");
    begin = reader->text.lexer.at;
    if (!mq_directives_int(&reader->text, "the number of cycles", &animation->cycles))
        return;
    report_negative(reader, begin, animation->cycles, "the number of cycles");

    // A negative number of frames is worse than a bad count.
    if (mq_directives_line_goes_on(&reader->text) && *reader->text.lexer.at == '-') {
        int32_t frames;
        begin = reader->text.lexer.at;
        if (mq_directives_int(&reader->text, "the number of frames", &frames))
            report_negative(reader, begin, frames, "the number of frames");
        mq_directives_end_line(&reader->text);
        return;
    }
    pie_rows list;
    if (!begin_list(reader, &list, PIE_KEY_ANIMOBJECT, 10, sizeof "0 0 0 0 0 0 0 0 0 0"))
        return;
    maq_pie_frame *rows = MQ_NEW_ARRAY(reader->arena, maq_pie_frame, list.capacity);
    if (!rows)
        return;
    reader->text.row_rule = PIE_FRAME_ROW;
    while (next_row(&list)) {
        rows = fit_row(&list, rows, sizeof *rows);
        if (!rows)
            return;
        maq_pie_frame *frame = &rows[list.rows.kept];
        frame->offset = row_offset(&list);
        if (mq_rows_int(&list.rows, &frame->number) &&
            mq_rows_ints(&list.rows, frame->position, 3) &&
            mq_rows_ints(&list.rows, frame->rotation, 3))
            mq_rows_floats(&list.rows, frame->scale, 3);
        end_row(&list);
    }
    reader->text.row_rule = MQ_NO_RULE;
    animation->frames = rows;
    animation->frame_count = list.rows.row;
}
