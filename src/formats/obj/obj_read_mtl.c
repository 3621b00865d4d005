// SPDX-License-Identifier: MIT
//
// Reading MTL.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "formats/obj/obj_priv.h"
#include "formats/obj/obj_scan.h"

// The statement that is being read.
typedef struct statement {
    obj_mtl *mtl;
    maq_obj_material *material;
    const char *keyword, *arguments; // both NUL-terminated, without blanks around
    unsigned long line;
} statement;

static void find(const statement *s, obj_rule rule, const char *text) {
    if (s->mtl->file)
        mq_add_finding(s->mtl->findings, &mq_obj_rules[rule], s->mtl->span.offset,
                       s->mtl->span.length, "%s:%lu: %s: \"%.40s\"", s->mtl->file, s->line, text,
                       s->arguments);
}

// ---------------------------------------------------------------------------------------- numbers

static const char *next_word(const char *at) {
    while (*at && !mq_obj_is_blank(*at))
        at++;
    while (*at && mq_obj_is_blank(*at))
        at++;
    return at;
}

static bool is_number(const char *at, float *value) {
    const char *stop = mq_parse_float(at, at + strlen(at), value);
    if (stop == at || (*stop && !mq_obj_is_blank(*stop)))
        return false;
    if (isnan(*value))
        *value = NAN;
    return true;
}

static float number(const statement *s) {
    float value = 0;
    if (!is_number(s->arguments, &value) || *next_word(s->arguments))
        find(s, OBJ_MTL_NUMBER, "this is not one number");
    return value;
}

// One number stands for all three.
static void numbers(const statement *s, float out[3]) {
    const char *at = s->arguments;
    unsigned count = 0;
    bool good = true;
    for (; *at && count < 3; count++) {
        good = is_number(at, &out[count]) && good;
        at = next_word(at);
    }
    if (count == 1)
        out[1] = out[2] = out[0];
    if (*at || count == 0 || count == 2 || !good)
        find(s, OBJ_MTL_NUMBER, "these are not three numbers");
}

// ------------------------------------------------------------------------------------------- maps

static bool same_word(const char *a, const char *b) {
    for (; *a && *b; a++, b++) {
        if (*a != *b && ((*a | 32) != (*b | 32) || (*a | 32) < 'a' || (*a | 32) > 'z'))
            return false;
    }
    return *a == *b;
}

// Which map a keyword names, or -1.
static int map_kind(const char *keyword) {
    if (same_word(keyword, "bump"))
        return MAQ_OBJ_MAP_BUMP;
    if (same_word(keyword, "map_Kn"))
        return MAQ_OBJ_MAP_NORM;
    for (int i = 0; i < MAQ_OBJ_MAP_COUNT; i++) {
        if (same_word(keyword, mq_obj_map_names[i]))
            return i;
    }
    return -1;
}

// Past the options before a file name, by the numbers of words that belong to each.
static const char *skip_options(const char *at) {
    static const struct {
        const char *name;
        unsigned words; // 0: one to three numbers
    } options[] = {{"-blendu", 1}, {"-blendv", 1}, {"-boost", 1},   {"-mm", 2},        {"-o", 0},
                   {"-s", 0},      {"-t", 0},      {"-texres", 1},  {"-clamp", 1},     {"-bm", 1},
                   {"-cc", 1},     {"-type", 1},   {"-imfchan", 1}, {"-colorspace", 1}};
    while (*at == '-') {
        const char *end = at;
        while (*end && !mq_obj_is_blank(*end))
            end++;
        size_t i = 0, count = sizeof options / sizeof options[0];
        while (i < count && (strlen(options[i].name) != (size_t)(end - at) ||
                             memcmp(options[i].name, at, (size_t)(end - at)) != 0))
            i++;
        if (i == count)
            break;
        at = next_word(at);
        float value;
        for (unsigned k = 0; k < options[i].words; k++)
            at = next_word(at);
        for (unsigned k = 0; options[i].words == 0 && k < 3 && is_number(at, &value); k++)
            at = next_word(at);
    }
    return at;
}

static bool add_map(const statement *s, maq_obj_map_kind kind) {
    maq_obj_material *material = s->material;
    const char *file = skip_options(s->arguments);
    size_t count = material->map_count;
    // The list is short, so it grows one by one.
    maq_obj_map *maps = MQ_NEW_ARRAY(s->mtl->arena, maq_obj_map, count + 1);
    const char *options = mq_obj_plain_text(s->mtl->arena, s->arguments, file);
    file = mq_obj_plain_text(s->mtl->arena, file, file + strlen(file));
    if (!maps || !options || !file)
        return false;
    if (count)
        memcpy(maps, material->maps, count * sizeof *maps);
    maps[material->map_count++] = (maq_obj_map){kind, options, file};
    material->maps = maps;
    return true;
}

static bool add_other(const statement *s) {
    maq_obj_material *material = s->material;
    uint32_t count = material->other_count;
    const char **others = MQ_WRITABLE(const char *, material->others);
    // Grows by doubling; its capacity follows from its count.
    if ((count & (count - 1)) == 0) {
        const char **larger =
            MQ_NEW_ARRAY(s->mtl->arena, const char *, count ? (size_t)count * 2 : 1);
        if (!larger)
            return false;
        if (count)
            memcpy(larger, others, count * sizeof *larger);
        others = larger;
    }
    others[count] = mq_arena_format(s->mtl->arena, "%s%s%s", s->keyword, *s->arguments ? " " : "",
                                    s->arguments);
    material->others = others;
    material->other_count++;
    return others[count] != NULL;
}

// ------------------------------------------------------------------------------------- statements

#define MOST_MAPS 64

static bool read_value(const statement *s) {
    for (size_t i = 0; i < OBJ_MATERIAL_FIELDS; i++) {
        const obj_material_field *field = &mq_obj_material_fields[i];
        float *values = (float *)(void *)((char *)s->material + field->offset);
        if (strcmp(s->keyword, field->keyword) != 0)
            continue;
        // "Kd spectral file.rfl", "Kd xyz 1 1 1", "d -halo 1": kept as they stand.
        char first = *s->arguments;
        if (((first | 32) >= 'a' && (first | 32) <= 'z' && (first | 32) != 'i' &&
             (first | 32) != 'n') ||
            (first == '-' && s->arguments[1] == 'h'))
            return false;
        if (field->count == 3)
            numbers(s, values);
        else
            *values = number(s);
        s->material->given |= field->bit;
        return true;
    }
    if (strcmp(s->keyword, "Tr") == 0) {
        s->material->dissolve = 1 - number(s);
        s->material->given |= MAQ_OBJ_HAS_D;
        return true;
    }
    if (strcmp(s->keyword, "illum") == 0) {
        float value = number(s);
        bool fits = value >= 0 && value <= 1000;
        if (!fits)
            find(s, OBJ_MTL_NUMBER, "there is no such illumination model");
        s->material->illumination = fits ? (int32_t)value : 0;
        s->material->given |= MAQ_OBJ_HAS_ILLUM;
        return true;
    }
    return false;
}

// Statements that have a meaning elsewhere, and are kept as they stand.
static bool is_known(const char *keyword) {
    static const char *const words[] = {
        "Ka",       "Kd",        "Ks",     "Ke",     "d",       "Ns",       "Ni",
        "Tf",       "sharpness", "Pr",     "Pm",     "Ps",      "Pc",       "Pcr",
        "aniso",    "anisor",    "decal",  "disp",   "refl",    "map_refl", "map_Disp",
        "map_disp", "map_Pr",    "map_Pm", "map_Ps", "map_aat", "map_Tr"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i], keyword) == 0)
            return true;
    }
    return false;
}

static bool read_statement(const statement *s) {
    int kind = map_kind(s->keyword);
    if (kind >= 0 && s->material->map_count < MOST_MAPS)
        return add_map(s, (maq_obj_map_kind)kind);
    if (read_value(s))
        return true;
    if (!is_known(s->keyword) && s->mtl->file)
        mq_add_finding(s->mtl->findings, &mq_obj_rules[OBJ_MTL_STATEMENT], s->mtl->span.offset,
                       s->mtl->span.length, "%s:%lu: \"%.40s\" is not a statement of MTL",
                       s->mtl->file, s->line, s->keyword);
    return add_other(s);
}

static bool begin_material(statement *s) {
    maq_obj_material *materials = mq_arena_grow(s->mtl->arena, s->mtl->materials, &s->mtl->capacity,
                                                s->mtl->count, sizeof *materials);
    if (!materials)
        return false;
    s->mtl->materials = materials;
    s->material = &materials[s->mtl->count++];
    *s->material = mq_obj_material(s->arguments);
    return true;
}

// Splits a line into its keyword and the rest; an empty keyword for one without.
static bool split(statement *s, const char *at, const char *end) {
    at = mq_obj_skip_blanks(at, end);
    const char *word = at < end && *at == '#' ? at : mq_obj_word_end(at, end);
    s->keyword = mq_obj_text(s->mtl->arena, at, word);
    s->arguments = mq_obj_text(s->mtl->arena, word, end);
    return s->keyword && s->arguments;
}

bool mq_obj_mtl_read(obj_mtl *mtl, const char *text, size_t length) {
    const char *at = text, *end = text + length;
    statement s = {.mtl = mtl};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    for (unsigned long line = 1; at < end; line++) {
        const char *stop = mq_obj_skip_blanks(at, end);
        stop =
            stop < end && *stop == '#' ? mq_obj_raw_line_end(stop, end) : mq_obj_line_end(at, end);
        s.line = line;
        if (!split(&s, at, stop))
            return false;
        for (const char *c = at; c < stop; c++)
            line += *c == '\n';
        if (strcmp(s.keyword, "newmtl") == 0) {
            if (!begin_material(&s))
                return false;
        } else if (*s.keyword && s.material && !read_statement(&s)) {
            return false;
        } else if (*s.keyword && !s.material) {
            find(&s, OBJ_MTL_STATEMENT, "a statement before the first material is dropped");
        }
        bool two = end - stop >= 2 && stop[0] == '\r' && stop[1] == '\n';
        at = stop == end ? end : stop + (two ? 2 : 1);
    }
    return true;
}
