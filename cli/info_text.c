// SPDX-License-Identifier: MIT
#include "info_text.h"

#include <math.h>
#include <string.h>

#include "model.h"
#include "output.h"

// ----------------------------------------------------------------------------------------- values

static void put_value(mq_text *text, const maq_value *value, bool exact) {
    if (!value) {
        mq_text_char(text, '-');
        return;
    }
    switch (value->kind) {
    case MAQ_VALUE_NULL:
        mq_text_char(text, '-');
        break;
    case MAQ_VALUE_BOOL:
        mq_text_string(text, value->as.boolean ? "yes" : "no");
        break;
    case MAQ_VALUE_INTEGER:
        mq_text_integer(text, value->as.integer);
        break;
    case MAQ_VALUE_FLOAT:
        mq_text_float(text, value->as.float32);
        break;
    case MAQ_VALUE_DOUBLE:
        if (exact)
            mq_text_double(text, value->as.float64);
        else
            mq_text_float(text, (float)value->as.float64);
        break;
    case MAQ_VALUE_TEXT:
        cli_put_safe(text, value->as.text.bytes, value->as.text.length);
        break;
    case MAQ_VALUE_ARRAY:
    case MAQ_VALUE_OBJECT: {
        bool nested = false;
        for (const maq_value *child = value->as.children.first; child; child = child->next)
            nested = nested || child->kind >= MAQ_VALUE_ARRAY;
        for (const maq_value *child = value->as.children.first; child; child = child->next) {
            if (child != value->as.children.first)
                mq_text_string(text, nested || child->key ? ", " : " ");
            if (child->key)
                mq_text_format(text, "%s ", child->key);
            put_value(text, child, exact);
        }
        break;
    }
    }
}

void cli_put_value(mq_text *text, const maq_value *value) {
    put_value(text, value, false);
}

void cli_put_exact_value(mq_text *text, const maq_value *value) {
    put_value(text, value, true);
}

static const maq_value *children(const maq_value *list) {
    return list && list->kind >= MAQ_VALUE_ARRAY ? list->as.children.first : NULL;
}

static size_t count_of(const maq_value *list) {
    return list && list->kind >= MAQ_VALUE_ARRAY ? list->as.children.count : 0;
}

// ------------------------------------------------------------------------------------------ tables

enum { MOST_COLUMNS = 9, WIDEST_COLUMN = 40 };

typedef struct column {
    const char *key, *title;
    bool number; // to the right
} column;

static size_t cell_width(const maq_value *row, const char *key) {
    mq_text cell;
    mq_text_init(&cell, NULL);
    cli_put_value(&cell, maq_value_find(row, key));
    size_t width = cell.length;
    mq_text_free(&cell);
    return width < WIDEST_COLUMN ? width : WIDEST_COLUMN;
}

static void put_blanks(mq_text *text, size_t count) {
    for (size_t i = 0; i < count; i++)
        mq_text_char(text, ' ');
}

static void put_cell(mq_text *text, const char *bytes, size_t length, size_t width, bool number,
                     bool last) {
    size_t blanks = length < width ? width - length : 0;
    mq_text_string(text, "  ");
    if (number)
        put_blanks(text, blanks);
    mq_text_bytes(text, bytes, length);
    if (!number && !last)
        put_blanks(text, blanks);
}

// A list of objects as a table under its name; nothing when the list is empty.
static void put_table(mq_text *text, const char *name, const maq_value *list,
                      const column *columns) {
    if (count_of(list) == 0)
        return;
    size_t widths[MOST_COLUMNS] = {0};
    size_t count = 0;
    while (count < MOST_COLUMNS && columns[count].key) {
        widths[count] = strlen(columns[count].title);
        for (const maq_value *row = children(list); row; row = row->next) {
            size_t width = cell_width(row, columns[count].key);
            widths[count] = width > widths[count] ? width : widths[count];
        }
        count++;
    }
    mq_text_format(text, "  %s (%zu)\n  ", name, count_of(list));
    for (size_t i = 0; i < count; i++)
        put_cell(text, columns[i].title, strlen(columns[i].title), widths[i], columns[i].number,
                 i + 1 == count);
    mq_text_char(text, '\n');
    for (const maq_value *row = children(list); row; row = row->next) {
        mq_text_string(text, "  ");
        for (size_t i = 0; i < count; i++) {
            mq_text cell;
            mq_text_init(&cell, NULL);
            cli_put_value(&cell, maq_value_find(row, columns[i].key));
            put_cell(text, cell.data ? cell.data : "", cell.length, widths[i], columns[i].number,
                     i + 1 == count);
            mq_text_free(&cell);
        }
        mq_text_char(text, '\n');
    }
}

// ------------------------------------------------------------------------------------------- parts

static void put_meshes(mq_text *text, const maq_value *info) {
    static const column columns[MOST_COLUMNS + 1] = {
        {"name", "name", false},
        {"role", "role", false},
        {"vertices", "vertices", true},
        {"triangles", "triangles", true},
        {"material", "material", false},
        {"uv_sets", "uv sets", true},
        {"shapes", "shapes", true},
        {"skinned", "skinned", false},
        {NULL, NULL, false},
    };
    const maq_value *meshes = maq_value_find(info, "meshes");
    if (count_of(meshes) == 0)
        mq_text_string(text, "  meshes (0)\n");
    put_table(text, "meshes", meshes, columns);
}

static void put_materials(mq_text *text, const maq_value *info) {
    const maq_value *materials = maq_value_find(info, "materials");
    if (count_of(materials) == 0)
        return;
    mq_text_format(text, "  materials (%zu)\n", count_of(materials));
    for (const maq_value *material = children(materials); material; material = material->next) {
        mq_text_string(text, "    ");
        cli_put_value(text, maq_value_find(material, "name"));
        const maq_value *texture = children(maq_value_find(material, "textures"));
        for (const char *comma = ": "; texture; texture = texture->next, comma = ", ") {
            mq_text_format(text, "%s%s ", comma, texture->key ? texture->key : "");
            cli_put_value(text, texture);
        }
        mq_text_char(text, '\n');
    }
}

static void put_images(mq_text *text, const maq_value *info) {
    static const column columns[MOST_COLUMNS + 1] = {
        {"role", "role", false},     {"tileset", "tileset", true}, {"format", "format", false},
        {"width", "width", true},    {"height", "height", true},   {"bytes", "bytes", true},
        {"source", "source", false}, {"name", "name", false},      {"path", "path", false},
        {NULL, NULL, false},
    };
    put_table(text, "images", maq_value_find(info, "images"), columns);
}

static void put_clips(mq_text *text, const maq_value *info) {
    static const column columns[] = {
        {"name", "name", false},       {"frames", "frames", true}, {"rate", "rate", true},
        {"duration", "seconds", true}, {"loop", "loop", false},    {NULL, NULL, false},
    };
    put_table(text, "clips", maq_value_find(info, "clips"), columns);
}

static void put_attachments(mq_text *text, const maq_value *info) {
    static const column columns[] = {
        {"name", "name", false}, {"position", "position", false}, {NULL, NULL, false}};
    put_table(text, "attachments", maq_value_find(info, "attachments"), columns);
}

// Lists whose entries differ from format to format: one line for each.
static void put_list(mq_text *text, const char *key, const maq_value *info) {
    const maq_value *list = maq_value_find(info, key);
    if (count_of(list) == 0)
        return;
    mq_text_format(text, "  %s (%zu)\n", key, count_of(list));
    for (const maq_value *entry = children(list); entry; entry = entry->next) {
        mq_text_string(text, "    ");
        cli_put_value(text, entry);
        mq_text_char(text, '\n');
    }
}

static double number_of(const maq_value *value) {
    return value->kind == MAQ_VALUE_DOUBLE    ? value->as.float64
           : value->kind == MAQ_VALUE_FLOAT   ? (double)value->as.float32
           : value->kind == MAQ_VALUE_INTEGER ? (double)value->as.integer
                                              : 0;
}

// Puts the numbers of a corner as multiples of 1 / `scale`.
static void put_corner(mq_text *text, const maq_value *corner, double scale) {
    for (const maq_value *child = children(corner); child; child = child->next) {
        double rounded = round(number_of(child) * scale) / scale;
        // Where the number is too large for that, it stays. The sum makes 0 of -0.
        mq_text_float(text, (float)(isfinite(rounded) ? rounded : number_of(child)) + 0.0f);
        mq_text_string(text, child->next ? " " : "");
    }
}

// Five digits of the largest number are enough for people: what is left of a rotation or another unit,
// such as -4.76837e-07, is 0. JSON has them all.
static void put_bounds(mq_text *text, const maq_value *info) {
    const maq_value *bounds = maq_value_find(info, "bounds");
    const maq_value *min = maq_value_find(bounds, "min"), *max = maq_value_find(bounds, "max");
    double largest = 0, scale = 1;
    if (count_of(bounds) == 0)
        return;
    for (const maq_value *child = children(min); child; child = child->next)
        largest = fmax(largest, fabs(number_of(child)));
    for (const maq_value *child = children(max); child; child = child->next)
        largest = fmax(largest, fabs(number_of(child)));
    while (largest > 0 && largest * scale < 10000 && scale < 1e30)
        scale *= 10;
    mq_text_string(text, "  bounds  (");
    put_corner(text, min, scale);
    mq_text_string(text, ") to (");
    put_corner(text, max, scale);
    mq_text_string(text, ")\n");
}

static void put_total(mq_text *text, const maq_value *info, const char *key, const char *one,
                      const char *many) {
    const maq_value *value = maq_value_find(info, key);
    if (!value || value->kind != MAQ_VALUE_INTEGER)
        return;
    mq_text_string(text, ", ");
    cli_put_count(text, (uint64_t)value->as.integer, one, many);
}

// "pie3"; "iqm 2", where the name lacks the version; "iqe", which has no versions; "pet 1.3, client
// layout".
static void put_format(mq_text *text, const maq_value *info) {
    const maq_value *format = maq_value_find(info, "format");
    const maq_value *version = maq_value_find(info, "version");
    cli_put_value(text, format);
    if (!format || format->kind != MAQ_VALUE_TEXT || format->as.text.length == 0 || !version ||
        (version->kind == MAQ_VALUE_INTEGER && version->as.integer == 0))
        return;
    char last = format->as.text.bytes[format->as.text.length - 1];
    if (last >= '0' && last <= '9')
        return;
    // Puppets have a version of their own and one of two layouts.
    const maq_value *pet_version = maq_value_find(info, "pet_version");
    mq_text_char(text, ' ');
    cli_put_value(text, pet_version ? pet_version : version);
    if (pet_version) {
        mq_text_string(text, ", ");
        cli_put_value(text, maq_value_find(info, "layout"));
        mq_text_string(text, " layout");
    }
}

void cli_put_info(mq_text *text, bool colours, const char *path, const maq_value *info,
                  const maq_findings *findings) {
    cli_put_colour(text, colours, CLI_BOLD);
    cli_put_safe(text, path, strlen(path));
    cli_put_colour(text, colours, CLI_PLAIN);
    mq_text_string(text, ": ");
    put_format(text, info);
    put_total(text, info, "vertex_count", "vertex", "vertices");
    put_total(text, info, "triangle_count", "triangle", "triangles");
    mq_text_char(text, '\n');
    put_meshes(text, info);
    put_materials(text, info);
    put_images(text, info);
    size_t joints = count_of(maq_value_find(info, "joints"));
    if (joints > 0)
        mq_text_format(text, "  joints (%zu)\n", joints);
    put_clips(text, info);
    put_attachments(text, info);
    put_list(text, "boxes", info);
    put_list(text, "events", info);
    put_list(text, "faces", info);
    put_bounds(text, info);
    mq_text_string(text, "  findings: ");
    cli_put_counts(text, findings->errors, findings->warnings, findings->notes);
    mq_text_char(text, '\n');
}
