// SPDX-License-Identifier: MIT
//
// Writes PIE in the one layout that every reader of its version accepts: LF, a datum per line, rows
// behind a tab, no blank lines, and comments only behind data, since today's game hangs on a line
// that begins with one.
#include <math.h>
#include <string.h>

#include "base/lexer.h"
#include "base/number.h"
#include "formats/pie/pie_comments.h"
#include "formats/row_text.h"

// How a texture coordinate shows its unit: see mark_of().
typedef enum unit_mark { NO_MARK, POINT, EXPONENT } unit_mark;

typedef struct writer {
    mq_row_text *rows;
    uint32_t version;
    uint32_t level; // as in maq_pie_comment
    unit_mark mark; // of texture coordinates
    // What is still to be written, in the order of the file.
    const maq_pie_comment *comment, *comment_end;
} writer;

static void write_comments(writer *w, maq_pie_section section, uint32_t row) {
    maq_pie_comment here = {.level = w->level, .section = section, .row = row};
    for (; w->comment < w->comment_end && mq_pie_same_line(w->comment, &here); w->comment++) {
        mq_row_string(w->rows, " #");
        if (w->comment->text[0] != '\0') {
            mq_row_char(w->rows, ' ');
            mq_row_name(w->rows, w->comment->text);
        }
    }
}

static void end_line(writer *w, maq_pie_section section, uint32_t row) {
    if (w->comment < w->comment_end)
        write_comments(w, section, row);
    mq_row_char(w->rows, '\n');
}

static void write_keyword(writer *w, pie_keyword keyword) {
    mq_row_string(w->rows, mq_pie_keywords[keyword]);
}

static void put_integer(writer *w, int64_t value) {
    mq_row_char(w->rows, ' ');
    mq_row_integer(w->rows, value);
}

static void put_float(writer *w, float value) {
    mq_row_char(w->rows, ' ');
    mq_row_float(w->rows, value);
}

static void put_string(writer *w, const char *string) {
    mq_row_char(w->rows, ' ');
    mq_row_name(w->rows, string);
}

static void write_counted(writer *w, pie_keyword keyword, uint32_t count, maq_pie_section section) {
    write_keyword(w, keyword);
    put_integer(w, count);
    end_line(w, section, 0);
}

// -------------------------------------------------------------------------------------- the head

// Whether a name would be read as a number and a name ("7 lines.png").
static bool begins_with_number(const char *name) {
    if (*name == '-' || *name == '+')
        name++;
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && name[digits] != '\0' && mq_lexer_gap[(unsigned char)name[digits]];
}

static void write_texture(writer *w, const maq_pie_texture *texture, uint32_t row) {
    write_keyword(w, (pie_keyword)(PIE_KEY_TEXTURE + (int)texture->map));
    // The draft has a name and nothing else.
    bool name_alone = w->version == 5 && texture->map == MAQ_PIE_TEXTURE;
    if (!name_alone || begins_with_number(texture->file))
        put_integer(w, texture->tileset);
    put_string(w, texture->file);
    if (texture->has_size && !name_alone) {
        put_integer(w, texture->width);
        put_integer(w, texture->height);
    }
    end_line(w, MAQ_PIE_AT_TEXTURES, row);
}

static void write_settings(writer *w, const maq_pie_settings *settings) {
    if (settings->has_type) {
        write_keyword(w, PIE_KEY_TYPE);
        mq_row_char(w->rows, ' ');
        mq_row_hex(w->rows, settings->type);
        end_line(w, MAQ_PIE_AT_TYPE, 0);
    }
    if (settings->has_interpolate) {
        write_keyword(w, PIE_KEY_INTERPOLATE);
        put_integer(w, settings->interpolate);
        end_line(w, MAQ_PIE_AT_INTERPOLATE, 0);
    }
    for (uint32_t i = 0; i < settings->texture_count; i++)
        write_texture(w, &settings->textures[i], i + 1);
}

static void write_head(writer *w, const maq_pie *pie) {
    mq_row_string(w->rows, "PIE");
    put_integer(w, pie->version);
    end_line(w, MAQ_PIE_AT_SIGNATURE, 0);
    write_settings(w, &pie->settings);
    for (uint32_t i = 0; i < pie->event_count; i++) {
        write_keyword(w, PIE_KEY_EVENT);
        put_integer(w, pie->events[i].number);
        put_string(w, pie->events[i].file);
        end_line(w, MAQ_PIE_AT_EVENTS, i + 1);
    }
    write_counted(w, PIE_KEY_LEVELS, pie->level_count, MAQ_PIE_AT_LEVELS);
}

// ------------------------------------------------------------------------------------------ rows

// Rows of one kind.
typedef struct row_list {
    uint32_t count;
    void (*print)(const struct row_list *list, mq_row_text *rows, size_t row);
    const void *items;
    // Of polygons:
    const maq_pie_corner *corners;
    bool shadow;
    unit_mark mark;
} row_list;

static void print_line(const void *context, mq_row_text *rows, size_t row) {
    const row_list *list = context;
    list->print(list, rows, row);
    mq_row_char(rows, '\n');
}

// The next row with a comment, or the end of the list. Rows of comments count from 1.
static uint32_t next_commented(const writer *w, maq_pie_section section, uint32_t row,
                               uint32_t count) {
    const maq_pie_comment *next = w->comment;
    return next < w->comment_end && next->level == w->level && next->section == section &&
                   next->row > row && next->row <= count
               ? next->row - 1
               : count;
}

static void write_rows(writer *w, maq_pie_section section, const row_list *list) {
    for (uint32_t row = 0; row < list->count; row++) {
        uint32_t end = next_commented(w, section, row, list->count);
        mq_row_list(w->rows, row, end, print_line, list);
        row = end;
        if (row < list->count) {
            list->print(list, w->rows, row);
            end_line(w, section, row + 1);
        }
    }
}

static void print_point(const row_list *list, mq_row_text *rows, size_t row) {
    const maq_pie_point *point = (const maq_pie_point *)list->items + row;
    mq_row_char(rows, '\t');
    mq_row_float(rows, point->x);
    mq_row_floats(rows, (const float[]){point->y, point->z}, 2);
}

static void write_points(writer *w, const maq_pie_point *points, uint32_t count,
                         maq_pie_section section) {
    write_rows(w, section, &(row_list){.count = count, .print = print_point, .items = points});
}

static void print_normals(const row_list *list, mq_row_text *rows, size_t row) {
    const maq_pie_normals *normals = (const maq_pie_normals *)list->items + row;
    const float *values = &normals->normal[0][0];
    mq_row_char(rows, '\t');
    mq_row_float(rows, values[0]);
    mq_row_floats(rows, values + 1, 8);
}

static void write_normals(writer *w, const maq_pie_normals *normals, uint32_t count) {
    write_rows(w, MAQ_PIE_AT_NORMALS,
               &(row_list){.count = count, .print = print_normals, .items = normals});
}

static void mark_unit(mq_row_text *rows, unit_mark mark, float value) {
    char text[MQ_NUMBER_TEXT_MAX];
    size_t length = mq_print_float(text, value);
    if (!isfinite(value) || memchr(text, 'e', length))
        return;
    if (mark == EXPONENT)
        mq_row_string(rows, "e0");
    else if (!memchr(text, '.', length))
        mq_row_string(rows, ".0");
}

static void print_coordinates(mq_row_text *rows, unit_mark mark, const maq_pie_corner *corner) {
    const float values[2] = {corner->u, corner->v};
    for (int i = 0; i < 2; i++) {
        mq_row_floats(rows, &values[i], 1);
        if (mark != NO_MARK)
            mark_unit(rows, mark, values[i]);
    }
}

static void print_texture_animation(mq_row_text *rows, const maq_pie_polygon *polygon) {
    mq_row_char(rows, ' ');
    mq_row_integer(rows, polygon->frames);
    mq_row_char(rows, ' ');
    mq_row_double(rows, polygon->rate);
    mq_row_floats(rows, (const float[]){polygon->width, polygon->height}, 2);
}

static void print_polygon(const row_list *list, mq_row_text *rows, size_t row) {
    const maq_pie_polygon *polygon = (const maq_pie_polygon *)list->items + row;
    const maq_pie_corner *corners = list->corners + polygon->first_corner;
    mq_row_char(rows, '\t');
    mq_row_hex(rows, polygon->flags);
    mq_row_integers(rows, &(const int32_t){(int32_t)polygon->corner_count}, 1);
    for (uint32_t k = 0; k < polygon->corner_count; k++)
        mq_row_integers(rows, &corners[k].point, 1);
    if (!list->shadow && polygon->flags & MAQ_PIE_FACE_ANIMATED)
        print_texture_animation(rows, polygon);
    if (!list->shadow && polygon->flags & MAQ_PIE_FACE_TEXTURED) {
        for (uint32_t k = 0; k < polygon->corner_count; k++)
            print_coordinates(rows, list->mark, &corners[k]);
    }
}

static void write_polygons(writer *w, const maq_pie_polygons *polygons, maq_pie_section section) {
    write_rows(w, section,
               &(row_list){.count = polygons->count,
                           .print = print_polygon,
                           .items = polygons->items,
                           .corners = polygons->corners,
                           .shadow = section == MAQ_PIE_AT_SHADOW_POLYGONS,
                           .mark = w->mark});
}

static bool is_whole(double value) {
    return value == floor(value);
}

// The number without an exponent, which the game does not accept here; with a point if it is not to
// be whole.
static void write_plain(writer *w, double value, bool with_point) {
    char text[MQ_NUMBER_TEXT_MAX];
    size_t length = mq_print_double(text, value);
    if (!isfinite(value)) {
        mq_row_bytes(w->rows, text, length);
        return;
    }
    // The digits, and how many of them stand before the point.
    char digits[MQ_NUMBER_TEXT_MAX];
    int count = 0, before = -1;
    int64_t exponent = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '.')
            before = count;
        else if (*at == 'e')
            break;
        else if (*at != '-')
            digits[count++] = *at;
    }
    if (before < 0)
        before = count;
    const char *mark = memchr(text, 'e', length);
    if (mark) {
        bool overflow;
        mq_parse_i64(mark + 1, text + length, &exponent, &overflow);
    }
    int point = before + (int)exponent;
    if (text[0] == '-')
        mq_row_char(w->rows, '-');
    if (point <= 0)
        mq_row_char(w->rows, '0');
    for (int i = 0; i < point; i++)
        mq_row_char(w->rows, i < count ? digits[i] : '0');
    if (point >= count && !with_point)
        return;
    mq_row_char(w->rows, '.');
    for (int i = point; i < 0; i++)
        mq_row_char(w->rows, '0');
    if (point < count)
        mq_row_bytes(w->rows, digits + (point > 0 ? point : 0),
                     (size_t)(count - (point > 0 ? point : 0)));
    else
        mq_row_char(w->rows, '0');
}

static void write_connectors(writer *w, const maq_pie_connector *connectors, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const maq_pie_connector *c = &connectors[i];
        // The game refuses a row that mixes whole numbers and decimals.
        bool with_point = !is_whole(c->x) || !is_whole(c->y) || !is_whole(c->z);
        mq_row_char(w->rows, '\t');
        write_plain(w, c->x, with_point);
        mq_row_char(w->rows, ' ');
        write_plain(w, c->y, with_point);
        mq_row_char(w->rows, ' ');
        write_plain(w, c->z, with_point);
        end_line(w, MAQ_PIE_AT_CONNECTORS, i + 1);
    }
}

static void write_animation(writer *w, const maq_pie_animation *animation) {
    write_keyword(w, PIE_KEY_ANIMOBJECT);
    put_integer(w, animation->time);
    put_integer(w, animation->cycles);
    put_integer(w, animation->frame_count);
    end_line(w, MAQ_PIE_AT_ANIMATION, 0);
    for (uint32_t i = 0; i < animation->frame_count; i++) {
        const maq_pie_frame *frame = &animation->frames[i];
        mq_row_char(w->rows, '\t');
        mq_row_integer(w->rows, frame->number);
        for (unsigned k = 0; k < 3; k++)
            put_integer(w, frame->position[k]);
        for (unsigned k = 0; k < 3; k++)
            put_integer(w, frame->rotation[k]);
        for (unsigned k = 0; k < 3; k++)
            put_float(w, frame->scale[k]);
        end_line(w, MAQ_PIE_AT_ANIMATION, i + 1);
    }
}

// ---------------------------------------------------------------------------------------- levels

static void write_obsolete(writer *w, const maq_pie_level *level) {
    if (level->materials.present) {
        write_keyword(w, PIE_KEY_MATERIALS);
        for (unsigned k = 0; k < 10; k++)
            put_float(w, level->materials.value[k]);
        end_line(w, MAQ_PIE_AT_MATERIALS, 0);
    }
    if (level->shaders.present) {
        write_keyword(w, PIE_KEY_SHADERS);
        put_integer(w, level->shaders.number);
        put_string(w, level->shaders.vertex_file);
        put_string(w, level->shaders.fragment_file);
        end_line(w, MAQ_PIE_AT_SHADERS, 0);
    }
}

// The first comment of a level or of a later one.
static const maq_pie_comment *first_comment(const writer *w, uint32_t level) {
    const maq_pie_comment *first = w->comment, *end = w->comment_end;
    while (first < end) {
        const maq_pie_comment *middle = first + (end - first) / 2;
        if (middle->level < level)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static void write_level(writer *w, const maq_pie_level *level) {
    write_counted(w, PIE_KEY_LEVEL, w->level, MAQ_PIE_AT_LEVEL);
    write_settings(w, &level->settings);
    write_obsolete(w, level);
    write_counted(w, PIE_KEY_POINTS, level->point_count, MAQ_PIE_AT_POINTS);
    write_points(w, level->points, level->point_count, MAQ_PIE_AT_POINTS);
    if (level->normal_count > 0) {
        write_counted(w, PIE_KEY_NORMALS, level->normal_count, MAQ_PIE_AT_NORMALS);
        write_normals(w, level->normals, level->normal_count);
    }
    write_counted(w, PIE_KEY_POLYGONS, level->polygons.count, MAQ_PIE_AT_POLYGONS);
    write_polygons(w, &level->polygons, MAQ_PIE_AT_POLYGONS);
    if (level->connector_count > 0) {
        write_counted(w, PIE_KEY_CONNECTORS, level->connector_count, MAQ_PIE_AT_CONNECTORS);
        write_connectors(w, level->connectors, level->connector_count);
    }
    if (level->animation.present)
        write_animation(w, &level->animation);
    if (level->shadow_point_count > 0) {
        write_counted(w, PIE_KEY_SHADOWPOINTS, level->shadow_point_count, MAQ_PIE_AT_SHADOW_POINTS);
        write_points(w, level->shadow_points, level->shadow_point_count, MAQ_PIE_AT_SHADOW_POINTS);
    }
    if (level->shadow_polygons.count > 0) {
        write_counted(w, PIE_KEY_SHADOWPOLYGONS, level->shadow_polygons.count,
                      MAQ_PIE_AT_SHADOW_POLYGONS);
        write_polygons(w, &level->shadow_polygons, MAQ_PIE_AT_SHADOW_POLYGONS);
    }
}

typedef struct level_list {
    const writer *writer; // behind the head
    const maq_pie_level *levels;
} level_list;

static void print_level(const void *context, mq_row_text *rows, size_t row) {
    const level_list *list = context;
    writer w = *list->writer;
    w.rows = rows;
    w.level = (uint32_t)row + 1;
    w.comment = first_comment(&w, w.level);
    write_level(&w, &list->levels[row]);
}

// Some files of PIE 3 and 5 count 256 to the page. The reader knows them by coordinates above 2, all
// of them whole in PIE 3; a point there, and an exponent in PIE 5, show that parts of the page are
// meant. A document with such values must not be read as one of those files.
static unit_mark mark_of(const maq_pie *pie) {
    if (pie->version != 3 && pie->version != 5)
        return NO_MARK;
    bool beyond = false;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_polygons *polygons = &pie->levels[i].polygons;
        for (uint32_t k = 0; k < polygons->count; k++) {
            const maq_pie_polygon *polygon = &polygons->items[k];
            const maq_pie_corner *corner = polygons->corners + polygon->first_corner;
            if (!(polygon->flags & MAQ_PIE_FACE_TEXTURED))
                continue;
            for (uint32_t c = 0; c < polygon->corner_count; c++, corner++) {
                // One with decimals is sign enough.
                if (pie->version == 3 &&
                    (corner->u != floorf(corner->u) || corner->v != floorf(corner->v)))
                    return NO_MARK;
                beyond = beyond || corner->u > 2 || corner->v > 2;
            }
        }
    }
    return !beyond ? NO_MARK : pie->version == 3 ? POINT : EXPONENT;
}

void mq_pie_write(const maq_document *document, mq_text *out) {
    const maq_pie *pie = document->content;
    mq_row_text rows;
    mq_row_text_init(&rows, out);
    writer w = {.rows = &rows, .version = pie->version};
    w.mark = mark_of(pie);
    mq_arena *scratch = NULL;
    if (pie->comment_count > 0) {
        scratch = mq_arena_new(&out->memory);
        w.comment = scratch ? mq_pie_anchored_comments(pie, scratch) : NULL;
        if (!w.comment) {
            out->status = scratch ? mq_arena_status(scratch) : MAQ_NO_MEMORY;
            mq_arena_free(scratch);
            return;
        }
        w.comment_end = w.comment + pie->comment_count;
    }
    size_t numbers = 0;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *level = &pie->levels[i];
        numbers += (size_t)level->point_count * 3 + (size_t)level->normal_count * 9 +
                   (size_t)level->polygons.corner_count * 3 +
                   (size_t)level->animation.frame_count * 10;
    }
    mq_text_reserve_numbers(out, numbers);
    write_head(&w, pie);
    mq_row_list(&rows, 0, pie->level_count, print_level, &(level_list){&w, pie->levels});
    mq_row_flush(&rows);
    mq_arena_free(scratch);
}
