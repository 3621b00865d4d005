// SPDX-License-Identifier: MIT
//
// Writing OBJ and its MTL. All vertices come first; indices are never relative.
#include <string.h>

#include "formats/obj/obj_priv.h"
#include "formats/row_text.h"

static void write_words(mq_text *out, const char *keyword, const char *rest) {
    mq_text_string(out, keyword);
    if (*rest) {
        mq_text_char(out, ' ');
        mq_text_string(out, rest);
    }
}

// A backslash at the end would join the next line, so one more joins an empty line.
static void write_name(mq_text *out, const char *keyword, const char *name) {
    const char *last = *name ? name : keyword;
    size_t length = strlen(last);
    write_words(out, keyword, name);
    if (length > 0 && last[length - 1] == '\\')
        mq_text_bytes(out, "\\\n", 2);
    mq_text_char(out, '\n');
}

static void write_numbers(mq_text *out, const float *numbers, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        mq_text_char(out, ' ');
        mq_text_float(out, numbers[i]);
    }
}

// --------------------------------------------------------------------------------------- vertices

// Whether a number is anything but plain 0, by its bits: -0 is written.
static bool is_given(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits != 0;
}

static void print_position(const void *context, mq_row_text *rows, size_t row) {
    const maq_obj *obj = context;
    const maq_obj_position *position = &obj->positions[row];
    mq_row_char(rows, 'v');
    mq_row_floats(rows, (const float[3]){position->x, position->y, position->z}, 3);
    // A statement has either a colour or a weight.
    if (obj->colours && obj->colours[row].given) {
        const maq_obj_colour *colour = &obj->colours[row];
        mq_row_floats(rows, (const float[3]){colour->red, colour->green, colour->blue}, 3);
    } else if (obj->weights && obj->weights[row] != 1) {
        mq_row_floats(rows, &obj->weights[row], 1);
    }
    mq_row_char(rows, '\n');
}

static void print_texcoord(const void *context, mq_row_text *rows, size_t row) {
    const maq_obj_texcoord *texcoord = (const maq_obj_texcoord *)context + row;
    mq_row_string(rows, "vt");
    mq_row_floats(rows, (const float[3]){texcoord->u, texcoord->v, texcoord->w},
                  is_given(texcoord->w) ? 3 : 2);
    mq_row_char(rows, '\n');
}

static void print_normal(const void *context, mq_row_text *rows, size_t row) {
    const maq_obj_normal *normal = (const maq_obj_normal *)context + row;
    mq_row_string(rows, "vn");
    mq_row_floats(rows, (const float[3]){normal->x, normal->y, normal->z}, 3);
    mq_row_char(rows, '\n');
}

static void write_vertices(const maq_obj *obj, mq_row_text *rows) {
    mq_row_list(rows, 0, obj->position_count, print_position, obj);
    mq_row_list(rows, 0, obj->texcoord_count, print_texcoord, obj->texcoords);
    mq_row_list(rows, 0, obj->normal_count, print_normal, obj->normals);
}

// --------------------------------------------------------------------------------------- elements

enum { OBJ_INDEX_MAX = 16 }; // bytes of an index, rounded up for a copy at once

// How much of each list is written.
typedef struct progress {
    uint32_t objects, groups, uses, comments, others;
    uint32_t material, smoothing;
} progress;

// Comments and other statements are rare: what comes before them is moved to the text first.
static void write_comments(const maq_obj *obj, mq_row_text *rows, progress *done,
                           uint32_t element) {
    for (; done->comments < obj->comment_count && obj->comments[done->comments].element <= element;
         done->comments++) {
        mq_row_flush(rows);
        write_words(rows->out, "#", obj->comments[done->comments].text);
        mq_text_char(rows->out, '\n');
    }
}

static void write_others(const maq_obj *obj, mq_row_text *rows, progress *done, uint32_t element) {
    for (; done->others < obj->other_count && obj->others[done->others].element <= element;
         done->others++) {
        mq_row_flush(rows);
        write_name(rows->out, obj->others[done->others].text, "");
    }
}

// Statements before this number.
static void write_names(mq_text *out, const char *keyword, const maq_obj_name *names,
                        uint32_t *done, uint32_t end) {
    for (; *done < end; (*done)++)
        write_name(out, keyword, names[*done].text);
}

static void write_state(const maq_obj *obj, const maq_obj_section *section, mq_text *out,
                        progress *done) {
    // MAQ_OBJ_NONE + 1 is 0.
    write_names(out, "o", obj->objects, &done->objects, section->object + 1);
    write_names(out, "g", obj->groups, &done->groups, section->group + 1);
    if (section->material != done->material) {
        if (section->material < done->uses)
            write_name(out, "usemtl", obj->uses[section->material].text);
        else
            write_names(out, "usemtl", obj->uses, &done->uses, section->material + 1);
    }
    done->material = section->material;
    if (section->smoothing != done->smoothing) {
        mq_text_bytes(out, "s ", 2);
        if (section->smoothing)
            mq_text_integer(out, section->smoothing);
        else
            mq_text_bytes(out, "off", 3);
        mq_text_char(out, '\n');
    }
    done->smoothing = section->smoothing;
}

static char *print_index(char *to, uint32_t index) {
    return to + mq_print_u64(to, index == MAQ_OBJ_INVALID ? 0 : (uint64_t)index + 1);
}

// An index behind that of the position at `same`, which is often the same number.
static char *print_next_index(char *to, uint32_t index, uint32_t position, const char *same,
                              size_t length) {
    if (index != position)
        return print_index(to, index);
    memmove(to, same, OBJ_INDEX_MAX); // they overlap
    return to + length;
}

static void write_corner(const maq_obj_corner *corner, mq_row_text *rows) {
    enum { MOST_BYTES = 3 * MQ_NUMBER_TEXT_MAX + 3 };
    char *to = mq_row_reserve(rows, MOST_BYTES);
    *to++ = ' ';
    char *position = to;
    to = print_index(to, corner->position);
    size_t length = (size_t)(to - position);
    if (corner->texcoord != MAQ_OBJ_NONE || corner->normal != MAQ_OBJ_NONE)
        *to++ = '/';
    if (corner->texcoord != MAQ_OBJ_NONE)
        to = print_next_index(to, corner->texcoord, corner->position, position, length);
    if (corner->normal != MAQ_OBJ_NONE) {
        *to++ = '/';
        to = print_next_index(to, corner->normal, corner->position, position, length);
    }
    rows->at = to;
}

static void print_element(const void *context, mq_row_text *rows, size_t row) {
    const maq_obj *obj = context;
    const maq_obj_element *element = &obj->elements[row];
    mq_row_char(rows, "flp"[element->kind]);
    for (uint32_t i = 0; i < element->corner_count; i++)
        write_corner(&obj->corners[element->first_corner + i], rows);
    mq_row_char(rows, '\n');
}

// The elements from `first` to below `end`, with the statements between them.
static void write_elements(const maq_obj *obj, mq_row_text *rows, progress *done, uint32_t first,
                           uint32_t end) {
    while (first < end) {
        write_comments(obj, rows, done, first);
        write_others(obj, rows, done, first);
        uint32_t next = end;
        if (done->comments < obj->comment_count && obj->comments[done->comments].element < next)
            next = obj->comments[done->comments].element;
        if (done->others < obj->other_count && obj->others[done->others].element < next)
            next = obj->others[done->others].element;
        mq_row_list(rows, first, next, print_element, obj);
        first = next;
    }
}

// Whether the document has nothing but comments.
static bool is_empty(const maq_document *document, const maq_obj *obj) {
    return !document->companion && obj->library_count == 0 && obj->position_count == 0 &&
           obj->texcoord_count == 0 && obj->normal_count == 0 && obj->section_count == 0 &&
           obj->object_count == 0 && obj->group_count == 0 && obj->use_count == 0 &&
           obj->other_count == 0;
}

void mq_obj_write(const maq_document *document, mq_text *out) {
    const maq_obj *obj = document->content;
    progress done = {.material = MAQ_OBJ_NONE};
    mq_row_text rows;
    mq_row_text_init(&rows, out);
    mq_text_reserve_numbers(out, (size_t)obj->position_count * 3 + (size_t)obj->texcoord_count * 2 +
                                     (size_t)obj->normal_count * 3 + (size_t)obj->corner_count * 2);
    write_comments(obj, &rows, &done, 0);
    if (document->companion)
        write_name(out, "mtllib", document->companion);
    for (uint32_t i = 0; !document->companion && i < obj->library_count; i++)
        write_name(out, "mtllib", obj->libraries[i].text);
    write_vertices(obj, &rows);
    for (uint32_t i = 0; i < obj->section_count; i++) {
        uint32_t end = mq_obj_section_end(obj, i);
        write_comments(obj, &rows, &done, obj->sections[i].first_element);
        mq_row_flush(&rows);
        write_state(obj, &obj->sections[i], out, &done);
        write_elements(obj, &rows, &done, obj->sections[i].first_element, end);
    }
    write_comments(obj, &rows, &done, UINT32_MAX);
    mq_row_flush(&rows);
    write_names(out, "o", obj->objects, &done.objects, obj->object_count);
    write_names(out, "g", obj->groups, &done.groups, obj->group_count);
    write_names(out, "usemtl", obj->uses, &done.uses, obj->use_count);
    write_others(obj, &rows, &done, UINT32_MAX);
    // Without a statement a reader would not recognise OBJ. This one changes nothing.
    if (is_empty(document, obj))
        mq_text_string(out, "s off\n");
}

// ------------------------------------------------------------------------------------- materials

const char *mq_obj_companion(const maq_document *document, const char *path, mq_arena *arena) {
    const maq_obj *obj = document->content;
    if (obj->material_count == 0)
        return NULL;
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    const char *name = slash ? slash + 1 : path;
    size_t stem = dot && dot > name ? (size_t)(dot - path) : strlen(path);
    char *beside = mq_arena_format(arena, "%.*s.mtl", (int)stem, path);
    // The OBJ file names it in a line, which a line break in the name would end.
    for (char *at = beside ? beside + (name - path) : NULL; at && *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '_';
    }
    return beside;
}

static void write_fields(mq_text *out, const maq_obj_material *material) {
    for (size_t i = 0; i < OBJ_MATERIAL_FIELDS; i++) {
        const obj_material_field *field = &mq_obj_material_fields[i];
        if (!(material->given & field->bit))
            continue;
        mq_text_string(out, field->keyword);
        write_numbers(out, (const float *)(const void *)((const char *)material + field->offset),
                      field->count);
        mq_text_char(out, '\n');
    }
}

void mq_obj_write_materials(const maq_document *document, mq_text *out) {
    const maq_obj *obj = document->content;
    for (uint32_t i = 0; i < obj->material_count; i++) {
        const maq_obj_material *m = &obj->materials[i];
        if (i > 0)
            mq_text_char(out, '\n');
        write_name(out, "newmtl", m->name);
        write_fields(out, m);
        if (m->given & MAQ_OBJ_HAS_ILLUM) {
            mq_text_bytes(out, "illum ", 6);
            mq_text_integer(out, m->illumination);
            mq_text_char(out, '\n');
        }
        for (uint32_t k = 0; k < m->map_count; k++) {
            mq_text_string(out, mq_obj_map_names[m->maps[k].kind]);
            if (*m->maps[k].options) {
                mq_text_char(out, ' ');
                mq_text_string(out, m->maps[k].options);
            }
            write_name(out, "", m->maps[k].file);
        }
        for (uint32_t k = 0; k < m->other_count; k++)
            write_name(out, m->others[k], "");
    }
}
