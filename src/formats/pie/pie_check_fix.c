// SPDX-License-Identifier: MIT
//
// Edits that repair findings of the check. They touch the lines concerned and nothing else; numbers
// are moved as they are written, never printed anew, and new lines end as their neighbours do.
#include <string.h>

#include "base/number.h"
#include "formats/pie/pie_check_priv.h"

// flags, count, 16 points, the animation block, 16 pairs of texture coordinates
#define MAX_TOKENS (2 + MAQ_PIE_MAX_CORNERS + 4 + 2 * MAQ_PIE_MAX_CORNERS)

static void forget_edits(maq_finding *finding) {
    finding->edits = NULL;
    finding->edit_count = 0;
}

// ------------------------------------------------------------------------------------- small ones

void mq_pie_fix_number(const pie_check *check, maq_finding *finding, uint32_t offset,
                       unsigned token, uint64_t value) {
    maq_span at = mq_pie_token(check->document, offset, token);
    if (!finding || at.offset == MAQ_NO_OFFSET || !at.length)
        return;
    char text[MQ_NUMBER_TEXT_MAX];
    size_t length = mq_print_u64(text, value);
    if (!mq_finding_edit(check->findings, finding, at.offset, at.length, text, length))
        forget_edits(finding);
}

void mq_pie_fix_texture_size(const pie_check *check, maq_finding *finding, maq_span name) {
    if (!finding || name.offset == MAQ_NO_OFFSET || !name.length)
        return;
    const char *source = check->document->source;
    const char *end = source + check->document->source_length;
    const char *behind = source + name.offset + name.length, *rest = behind;
    while (rest < end && (*rest == ' ' || *rest == '\t'))
        rest++;
    // Anything else behind the name, half a size for example, is left to the author.
    if (rest < end && *rest != '\n' && *rest != '\r' && *rest != '#')
        return;
    const char *sizes = check->pie->version == 2 ? " 256 256" : " 0 0";
    if (!mq_finding_edit(check->findings, finding, (uint64_t)(behind - source), 0, sizes,
                         strlen(sizes)))
        forget_edits(finding);
}

// -------------------------------------------------------------------------------- rows of polygons

typedef struct piece {
    const char *text;
    size_t length;
} piece;

// A polygon's row as it is written, alone on its line.
typedef struct polygon_row {
    piece indent, line_break;
    piece tokens[MAX_TOKENS];
    unsigned corners, block, uvs; // how many corners; where the block and the coordinates start
    bool textured;
    const char *begin;    // of the first token
    const char *end;      // past the last token
    const char *line_end; // past blanks and a comment
} polygon_row;

static bool is_break(char c) {
    return c == '\n' || c == '\r';
}

// The break at `at`, of any style; empty at the end.
static piece break_at(const char *at, const char *end) {
    if (at == end || !is_break(*at))
        return (piece){at, 0};
    return (piece){at, at[0] == '\r' && end - at > 1 && at[1] == '\n' ? 2u : 1u};
}

static piece break_before(const char *line, const char *begin) {
    if (line == begin)
        return (piece){"\n", 1};
    size_t length = line - begin > 1 && line[-1] == '\n' && line[-2] == '\r' ? 2u : 1u;
    return (piece){line - length, length};
}

// False when the row does not stand alone on its line, or is not written as it should be.
static bool load_row(const maq_document *document, const maq_pie_polygon *polygon,
                     polygon_row *out) {
    if (!document->source || polygon->offset >= document->source_length ||
        polygon->corner_count < 3 || polygon->corner_count > MAQ_PIE_MAX_CORNERS)
        return false;
    const char *begin = document->source, *end = begin + document->source_length;
    const char *at = begin + polygon->offset, *line = at;
    while (line > begin && (line[-1] == ' ' || line[-1] == '\t'))
        line--;
    if (line > begin && !is_break(line[-1]))
        return false;

    *out = (polygon_row){.indent = {line, (size_t)(at - line)}, .begin = at};
    out->corners = polygon->corner_count;
    out->block = 2 + out->corners;
    out->uvs = pie_uv_token(polygon);
    out->textured = polygon->flags & MAQ_PIE_FACE_TEXTURED;
    unsigned wanted = out->uvs + (out->textured ? 2 * out->corners : 0), count = 0;
    for (;;) {
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        if (at == end || is_break(*at) || *at == '#')
            break;
        const char *token = at;
        while (at != end && *at > ' ' && *at != '#')
            at++;
        // The reader reports control characters and surplus tokens.
        if (at == token || count == wanted)
            return false;
        out->tokens[count++] = (piece){token, (size_t)(at - token)};
        out->end = at;
    }
    if (count != wanted)
        return false;
    while (at < end && !is_break(*at))
        at++;
    out->line_end = at;
    out->line_break = break_at(at, end);
    if (!out->line_break.length)
        out->line_break = break_before(line, begin);
    return true;
}

// Text under construction, in the findings' arena.
typedef struct draft_text {
    mq_arena *arena;
    char *text;
    size_t length, capacity;
    bool failed;
} draft_text;

static void put(draft_text *draft, const char *text, size_t length) {
    if (draft->capacity - draft->length < length) {
        size_t capacity = (draft->length + length) * 2;
        char *larger = MQ_NEW_ARRAY(draft->arena, char, capacity);
        if (!larger) {
            draft->failed = true;
            return;
        }
        if (draft->length)
            memcpy(larger, draft->text, draft->length);
        draft->text = larger;
        draft->capacity = capacity;
    }
    memcpy(draft->text + draft->length, text, length);
    draft->length += length;
}

static void put_token(draft_text *draft, piece token) {
    put(draft, " ", 1);
    put(draft, token.text, token.length);
}

static void put_new_line(draft_text *draft, const polygon_row *row) {
    put(draft, row->line_break.text, row->line_break.length);
    put(draft, row->indent.text, row->indent.length);
}

// A row of the given corners of another one, with its animation block. The flags are there already.
static void put_polygon(draft_text *draft, const polygon_row *row, const unsigned *corners,
                        unsigned count) {
    char number[MQ_NUMBER_TEXT_MAX];
    size_t length = mq_print_u64(number, count);
    put_token(draft, (piece){number, length});
    for (unsigned i = 0; i < count; i++)
        put_token(draft, row->tokens[2 + corners[i]]);
    for (unsigned i = row->block; i < row->uvs; i++)
        put_token(draft, row->tokens[i]);
    for (unsigned i = 0; i < count && row->textured; i++) {
        put_token(draft, row->tokens[row->uvs + 2 * corners[i]]);
        put_token(draft, row->tokens[row->uvs + 2 * corners[i] + 1]);
    }
}

static bool edit_row(const pie_check *check, maq_finding *finding, const char *begin,
                     const char *end, const draft_text *draft) {
    return !draft->failed &&
           mq_finding_edit(check->findings, finding, (uint64_t)(begin - check->document->source),
                           (uint64_t)(end - begin), draft->text, draft->length);
}

// The row becomes the first triangle; the others follow, and what stood behind it stays behind the
// last.
static bool cut_into_fan(const pie_check *check, maq_finding *finding, draft_text *draft,
                         const polygon_row *row) {
    draft->length = 0;
    for (unsigned t = 0; t < mq_pie_fan_size(row->corners); t++) {
        if (t)
            put_new_line(draft, row);
        put(draft, row->tokens[0].text, row->tokens[0].length);
        put_polygon(draft, row, (unsigned[]){0, t + 1, t + 2}, 3);
    }
    return edit_row(check, finding, row->begin, row->end, draft);
}

static bool double_reversed(const pie_check *check, maq_finding *finding, draft_text *draft,
                            const polygon_row *row, uint32_t flags) {
    static const char digits[] = "0123456789abcdef";
    char text[8];
    size_t start = sizeof text;
    flags &= ~(uint32_t)MAQ_PIE_FACE_TWO_SIDED;
    do
        text[--start] = digits[flags % 16];
    while ((flags /= 16) && start);
    draft->length = 0;
    put(draft, text + start, sizeof text - start);
    if (!edit_row(check, finding, row->begin, row->begin + row->tokens[0].length, draft))
        return false;

    unsigned reversed[MAQ_PIE_MAX_CORNERS];
    // The first corner stays: a fan then has the same edges on both sides, be it flat or not.
    for (unsigned i = 0; i < row->corners; i++)
        reversed[i] = i ? row->corners - i : 0;
    draft->length = 0;
    put_new_line(draft, row);
    put(draft, text + start, sizeof text - start);
    put_polygon(draft, row, reversed, row->corners);
    return edit_row(check, finding, row->line_end, row->line_end, draft);
}

// Edits all polygons that `two_sided` or being an n-gon selects, and the count. All or nothing: a
// count that fits half of the rows would be worse than none.
static bool edit_polygons(const pie_check *check, maq_finding *finding, bool two_sided) {
    const maq_pie_polygons *polygons = &check->level->polygons;
    // The normals of the new corners are the choice of the author.
    if (check->level->normal_count || !check->document->source ||
        !mq_pie_announces(check, polygons->offset, 1, polygons->count))
        return false;
    uint64_t count = polygons->count;
    draft_text draft = {.arena = check->findings->arena};
    for (uint32_t i = 0; i < polygons->count; i++) {
        const maq_pie_polygon *polygon = &polygons->items[i];
        if (two_sided ? !(polygon->flags & MAQ_PIE_FACE_TWO_SIDED) : polygon->corner_count <= 3)
            continue;
        polygon_row row;
        if (!load_row(check->document, polygon, &row))
            return false;
        if (two_sided ? !double_reversed(check, finding, &draft, &row, polygon->flags)
                      : !cut_into_fan(check, finding, &draft, &row))
            return false;
        count += two_sided ? 1 : mq_pie_fan_size(polygon->corner_count) - 1;
    }
    mq_pie_fix_number(check, finding, polygons->offset, 1, count);
    return finding->edit_count != 0;
}

void mq_pie_fix_ngons(const pie_check *check, maq_finding *finding) {
    if (finding && !edit_polygons(check, finding, false))
        forget_edits(finding);
}

void mq_pie_fix_two_sided(const pie_check *check, maq_finding *finding) {
    if (finding && !edit_polygons(check, finding, true))
        forget_edits(finding);
}
