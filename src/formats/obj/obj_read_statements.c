// SPDX-License-Identifier: MIT
//
// Reading OBJ, statement by statement.
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/number.h"
#include "base/number_plain.h"
#include "base/plural.h"
#include "formats/obj/obj_reader.h"
#include "formats/obj/obj_scan.h"

#define MOST_NUMBERS 7

typedef obj_reader reader;

// A new item at the end of a list of the document, or NULL when there is no memory, or the list of a
// chunk is full.
#define ADD(r, type, list, count)                                                                  \
    ((type *)add_item(r, (const void **)(uintptr_t) & (r)->obj.list, &(r)->obj.count,              \
                      &(r)->capacity.list, sizeof(type)))

static void *add_item(reader *r, const void **items, uint32_t *count, size_t *capacity,
                      size_t size) {
    if (MQ_UNLIKELY(*count >= *capacity)) {
        void *larger = NULL;
        if (!r->defers)
            larger = mq_arena_grow(r->arena, MQ_WRITABLE(void, *items), capacity, *count, size);
        if (!larger) {
            r->failed = true;
            return NULL;
        }
        *items = larger;
    }
    return MQ_WRITABLE(char, *items) + (size_t)(*count)++ * size;
}

static uint32_t offset_of(const reader *r, const char *at) {
    return (uint32_t)(at - r->begin);
}

// Whether the statement is deferred, because it needs memory or a finding and is read in a chunk.
static bool defer(reader *r) {
    r->deferred_this = r->deferred_this || r->defers;
    return r->defers;
}

static void find_word(reader *r, obj_rule rule, const char *at, const char *message) {
    if (defer(r))
        return;
    const char *end = mq_obj_word_end(at, r->end);
    int length = end - at < 40 ? (int)(end - at) : 40;
    mq_add_finding(r->findings, &mq_obj_rules[rule], offset_of(r, at), (uint64_t)(end - at),
                   message, length, at);
}

// ------------------------------------------------------------------------------------------ lines

static bool ends_statement(const char *at, const char *end) {
    return at == end || mq_obj_is_break(*at) || *at == '#';
}

// Keeps a comment; returns the end of its line.
static const char *read_comment(reader *r, const char *at) {
    const char *end = mq_obj_raw_line_end(at, r->end);
    if (defer(r))
        return end;
    maq_obj_comment *comment = ADD(r, maq_obj_comment, comments, comment_count);
    if (comment) {
        *comment = (maq_obj_comment){mq_obj_plain_text(r->arena, at + 1, end), r->obj.element_count,
                                     offset_of(r, at)};
        r->failed = r->failed || !comment->text;
    }
    return end;
}

// Ends a statement of numbers, behind which a comment may stand.
static const char *end_statement(reader *r, const char *at) {
    return at < r->end && *at == '#' ? read_comment(r, at) : at;
}

// The rest of the line as a text.
static const char *rest_of_line(reader *r, const char **at) {
    const char *end = mq_obj_line_end(*at, r->end);
    const char *text = mq_obj_text(r->arena, *at, end);
    *at = end;
    r->failed = r->failed || !text;
    return text ? text : "";
}

// ---------------------------------------------------------------------------------------- numbers

// Past the number at `at`; a word that is not a number is reported and read as 0.
static const char *read_number(reader *r, const char *at, float *value) {
    const char *stop = mq_parse_float(at, r->end, value);
    if (stop > at &&
        (mq_obj_ends_word(stop, r->end) || (*stop == '\\' && mq_obj_joined(stop, r->end)))) {
        // All NaNs have the same text, so they get the same bits.
        if (isnan(*value))
            *value = NAN;
        return stop;
    }
    find_word(r, OBJ_BAD_NUMBER, at, "\"%.*s\" is not a number");
    *value = 0;
    return mq_obj_word_end(at, r->end);
}

// Reads plain numbers with one blank before each, as nearly all files have them; stops at what is not.
MQ_HOT const char *read_plain_numbers(const reader *r, const char *at, float values[MOST_NUMBERS],
                                      unsigned *count) {
    while (*count < MOST_NUMBERS && r->end - at > MQ_PLAIN_BYTES && *at == ' ') {
        const char *stop = mq_parse_plain_float(at + 1, &values[*count]);
        if (!stop || (*stop != ' ' && *stop != '\n'))
            break;
        at = stop;
        (*count)++;
    }
    return at;
}

// All numbers of the statement; those beyond MOST_NUMBERS are only counted.
static const char *read_numbers(reader *r, const char *at, float values[MOST_NUMBERS],
                                unsigned *count) {
    *count = 0;
    at = read_plain_numbers(r, at, values, count);
    if (at < r->end && *at == '\n')
        return at;
    for (;;) {
        at = mq_obj_skip_blanks(at, r->end);
        if (ends_statement(at, r->end))
            return end_statement(r, at);
        float surplus;
        at = read_number(r, at, *count < MOST_NUMBERS ? &values[*count] : &surplus);
        (*count)++;
    }
}

static void check_count(reader *r, unsigned count, unsigned least, unsigned used,
                        const char *what) {
    if ((count >= least && count <= used) || defer(r))
        return;
    uint32_t offset = offset_of(r, r->statement);
    if (count < least)
        mq_add_finding(r->findings, &mq_obj_rules[OBJ_MISSING_NUMBERS], offset, strlen(what),
                       "%s has %u %s and needs %u", what, count,
                       MQ_PLURAL(count, "number", "numbers"), least);
    else
        mq_add_finding(r->findings, &mq_obj_rules[OBJ_SURPLUS_NUMBERS], offset, strlen(what),
                       "%s has %u %s, of which %u %s used", what, count,
                       MQ_PLURAL(count, "number", "numbers"), used, MQ_PLURAL(used, "is", "are"));
}

// Weights and colours are rare: their lists are allocated for the first position that has one.
static void set_weight(reader *r, float weight) {
    if (!r->obj.weights && defer(r))
        return;
    if (!r->obj.weights) {
        // Of the capacity of the list of positions, so that both grow in step.
        float *fresh = MQ_NEW_ARRAY(r->arena, float, r->capacity.positions);
        r->failed = r->failed || !fresh;
        for (size_t i = 0; fresh && i < r->capacity.positions; i++)
            fresh[i] = 1;
        r->obj.weights = fresh;
        r->capacity.weights = r->capacity.positions;
    }
    float *weights = MQ_WRITABLE(float, r->obj.weights);
    if (weights)
        weights[r->obj.position_count - 1] = weight;
}

static void set_colour(reader *r, const float rgb[3]) {
    if (!r->obj.colours && defer(r))
        return;
    if (!r->obj.colours) {
        r->obj.colours = MQ_NEW_ARRAY(r->arena, maq_obj_colour, r->capacity.positions);
        r->capacity.colours = r->capacity.positions;
        r->failed = r->failed || !r->obj.colours;
    }
    maq_obj_colour *colours = MQ_WRITABLE(maq_obj_colour, r->obj.colours);
    if (colours)
        colours[r->obj.position_count - 1] = (maq_obj_colour){rgb[0], rgb[1], rgb[2], true};
}

void mq_obj_grow_parallel_lists(reader *r) {
    size_t wanted = r->capacity.positions, had = r->capacity.weights;
    if (r->obj.weights && had < wanted) {
        float *weights = MQ_NEW_ARRAY(r->arena, float, wanted);
        r->failed = r->failed || !weights;
        if (weights)
            memcpy(weights, r->obj.weights, had * sizeof *weights);
        for (size_t i = had; weights && i < wanted; i++)
            weights[i] = 1;
        r->obj.weights = weights;
        r->capacity.weights = wanted;
    }
    had = r->capacity.colours;
    if (r->obj.colours && had < wanted) {
        maq_obj_colour *colours = MQ_NEW_ARRAY(r->arena, maq_obj_colour, wanted);
        r->failed = r->failed || !colours;
        if (colours)
            memcpy(colours, r->obj.colours, had * sizeof *colours);
        r->obj.colours = colours;
        r->capacity.colours = wanted;
    }
}

static const char *read_position(reader *r, const char *at) {
    float n[MOST_NUMBERS] = {0};
    unsigned count;
    at = read_numbers(r, at, n, &count);
    maq_obj_position *position = ADD(r, maq_obj_position, positions, position_count);
    if (!position)
        return at;
    *position = (maq_obj_position){n[0], n[1], n[2], offset_of(r, r->statement)};
    if (count == 3 && !r->obj.weights && !r->obj.colours)
        return at;
    mq_obj_grow_parallel_lists(r);
    check_count(r, count, 3, count == 4 ? 4 : count >= 6 ? 6 : 3, "v");
    if (count == 4 && n[3] != 1)
        set_weight(r, n[3]);
    if (count >= 6)
        set_colour(r, n + 3);
    return at;
}

static const char *read_texcoord(reader *r, const char *at) {
    float n[MOST_NUMBERS] = {0};
    unsigned count;
    at = read_numbers(r, at, n, &count);
    maq_obj_texcoord *texcoord = ADD(r, maq_obj_texcoord, texcoords, texcoord_count);
    if (texcoord)
        *texcoord = (maq_obj_texcoord){n[0], n[1], n[2], offset_of(r, r->statement)};
    if (count != 2)
        check_count(r, count, 1, 3, "vt");
    return at;
}

static const char *read_normal(reader *r, const char *at) {
    float n[MOST_NUMBERS] = {0};
    unsigned count;
    at = read_numbers(r, at, n, &count);
    maq_obj_normal *normal = ADD(r, maq_obj_normal, normals, normal_count);
    if (normal)
        *normal = (maq_obj_normal){n[0], n[1], n[2], offset_of(r, r->statement)};
    if (count != 3)
        check_count(r, count, 3, 3, "vn");
    return at;
}

// --------------------------------------------------------------------------------------- elements

// Past the index at `at`, or `at` itself when there is none. Digits beyond 2^40 are ignored.
static const char *read_index(const char *at, const char *end, int64_t *value) {
    const int64_t enough = (int64_t)1 << 40;
    bool negative = at < end && *at == '-';
    const char *first = at + (negative || (at < end && *at == '+')), *digit = first;
    int64_t number = 0;
    for (; digit < end && *digit >= '0' && *digit <= '9'; digit++) {
        if (number < enough)
            number = number * 10 + (*digit - '0');
    }
    *value = negative ? -number : number;
    return digit == first ? at : digit;
}

static uint32_t resolve(reader *r, int64_t value, uint32_t count, const char *corner) {
    if (value > 0)
        return value - 1 < OBJ_INDEX_HIGHEST ? (uint32_t)(value - 1) : OBJ_INDEX_HIGHEST;
    if (value < 0 && -value <= (int64_t)count)
        return (uint32_t)(count + value);
    if (value == 0)
        find_word(r, OBJ_INDEX_ZERO, corner, "corner %.*s has the index 0; indices count from 1");
    else
        find_word(r, OBJ_INDEX_BEFORE, corner, "corner %.*s is before the first vertex");
    return MAQ_OBJ_INVALID;
}

// Reads a corner; NULL when the word is not a corner.
static const char *read_corner(reader *r, const char *at, maq_obj_corner *corner) {
    const char *word = at;
    int64_t value;
    *corner = (maq_obj_corner){MAQ_OBJ_NONE, MAQ_OBJ_NONE, MAQ_OBJ_NONE};
    const char *stop = read_index(at, r->end, &value);
    if (stop == at)
        return NULL;
    int64_t texcoord = 0, normal = 0;
    bool has_texcoord = false, has_normal = false;
    if (stop < r->end && *stop == '/') {
        at = stop + 1;
        stop = read_index(at, r->end, &texcoord);
        has_texcoord = stop > at;
        if (stop < r->end && *stop == '/') {
            at = stop + 1;
            stop = read_index(at, r->end, &normal);
            has_normal = stop > at;
        }
    }
    if (!mq_obj_ends_word(stop, r->end) && !(*stop == '\\' && mq_obj_joined(stop, r->end)))
        return NULL;
    corner->position = resolve(r, value, r->obj.position_count, word);
    if (has_texcoord)
        corner->texcoord = resolve(r, texcoord, r->obj.texcoord_count, word);
    if (has_normal)
        corner->normal = resolve(r, normal, r->obj.normal_count, word);
    return stop;
}

// Elements in the same state are one section; those of chunks are put into theirs later.
static void enter_section(reader *r) {
    const maq_obj_section *last =
        r->obj.section_count > 0 ? &r->obj.sections[r->obj.section_count - 1] : NULL;
    if (last && last->object == r->state.object && last->group == r->state.group &&
        last->material == r->state.material && last->smoothing == r->state.smoothing)
        return;
    maq_obj_section *section = ADD(r, maq_obj_section, sections, section_count);
    if (section) {
        *section = r->state;
        section->first_element = r->obj.element_count;
    }
}

static const char *read_element(reader *r, const char *at, maq_obj_kind kind) {
    uint32_t first = r->obj.corner_count;
    if (!r->defers)
        enter_section(r);
    for (;;) {
        at = mq_obj_skip_blanks(at, r->end);
        if (ends_statement(at, r->end) || r->failed)
            break;
        maq_obj_corner corner;
        const char *stop = read_corner(r, at, &corner);
        if (!stop) {
            find_word(r, OBJ_BAD_CORNER, at, "\"%.*s\" is not a corner");
            at = mq_obj_word_end(at, r->end);
            continue;
        }
        at = stop;
        maq_obj_corner *item = ADD(r, maq_obj_corner, corners, corner_count);
        if (item)
            *item = corner;
    }
    maq_obj_element *element = ADD(r, maq_obj_element, elements, element_count);
    if (element)
        *element =
            (maq_obj_element){first, r->obj.corner_count - first, offset_of(r, r->statement), kind};
    return end_statement(r, at);
}

// ------------------------------------------------------------------------------------------ state

static const char *read_object(reader *r, const char *at) {
    maq_obj_name *object = ADD(r, maq_obj_name, objects, object_count);
    if (object)
        *object = (maq_obj_name){rest_of_line(r, &at), offset_of(r, r->statement)};
    r->state.object = r->obj.object_count - 1;
    return at;
}

static const char *read_group(reader *r, const char *at) {
    maq_obj_name *group = ADD(r, maq_obj_name, groups, group_count);
    if (group)
        *group = (maq_obj_name){rest_of_line(r, &at), offset_of(r, r->statement)};
    r->state.group = r->obj.group_count - 1;
    return at;
}

static const char *read_use(reader *r, const char *at) {
    const char *text = rest_of_line(r, &at);
    uint32_t number = mq_obj_names_add(&r->uses, text);
    if (number == UINT32_MAX) {
        r->failed = true;
        return at;
    }
    if (number == r->obj.use_count) {
        maq_obj_name *use = ADD(r, maq_obj_name, uses, use_count);
        if (use)
            *use = (maq_obj_name){text, offset_of(r, r->statement)};
    }
    r->state.material = number;
    return at;
}

static const char *read_smoothing(reader *r, const char *at) {
    defer(r); // a chunk does not know the state of those before
    at = mq_obj_skip_blanks(at, r->end);
    const char *end = mq_obj_word_end(at, r->end);
    size_t length = (size_t)(end - at);
    int64_t value = 0;
    if (length == 2 && memcmp(at, "on", 2) == 0)
        value = 1;
    else if ((length != 3 || memcmp(at, "off", 3) != 0) &&
             (read_index(at, r->end, &value) != end || length == 0 || value < 0 ||
              value > UINT32_MAX)) {
        find_word(r, OBJ_BAD_SMOOTHING, at, "\"%.*s\" is not a smoothing group");
        value = 0;
    }
    r->state.smoothing = (uint32_t)value;
    at = mq_obj_skip_blanks(end, r->end);
    if (!ends_statement(at, r->end)) {
        find_word(r, OBJ_SURPLUS_NUMBERS, at, "\"%.*s\" behind s has no meaning");
        at = mq_obj_line_end(at, r->end);
    }
    return end_statement(r, at);
}

// A line names one library or several; each ends with .mtl, so that names may have blanks.
static const char *read_library(reader *r, const char *at) {
    const char *rest = rest_of_line(r, &at);
    while (*rest && !r->failed) {
        size_t length = mq_obj_library_length(rest);
        maq_obj_name *library = ADD(r, maq_obj_name, libraries, library_count);
        if (library) {
            *library = (maq_obj_name){mq_obj_plain_text(r->arena, rest, rest + length),
                                      offset_of(r, r->statement)};
            r->failed = r->failed || !library->text;
        }
        rest += length;
        while (*rest && mq_obj_is_blank(*rest))
            rest++;
    }
    return at;
}

// ------------------------------------------------------------------------------------- statements

static bool is_free_form(const char *word, size_t length) {
    static const char *const words[] = {
        "vp",     "cstype", "deg",   "bmat",      "step",      "curv", "curv2",
        "surf",   "parm",   "trim",  "hole",      "scrv",      "sp",   "end",
        "con",    "mg",     "bevel", "c_interp",  "d_interp",  "lod",  "maplib",
        "usemap", "ctech",  "stech", "trace_obj", "shadow_obj"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
            return true;
    }
    return false;
}

// Keeps a statement that has no meaning here as it stands.
static const char *keep_statement(reader *r, const char *at, size_t length) {
    bool known = is_free_form(at, length);
    find_word(r, known ? OBJ_FREE_FORM : OBJ_UNKNOWN_STATEMENT, at,
              known ? "%.*s is kept as it stands" : "\"%.*s\" is not a statement of OBJ");
    const char *text = rest_of_line(r, &at);
    maq_obj_comment *other = *text ? ADD(r, maq_obj_comment, others, other_count) : NULL;
    if (other)
        *other = (maq_obj_comment){text, r->obj.element_count, offset_of(r, r->statement)};
    r->any = r->any || known;
    return at;
}

static bool is_word(const char *at, size_t length, const char *word) {
    return strlen(word) == length && memcmp(at, word, length) == 0;
}

// Reads the statement at `at`.
static const char *read_statement(reader *r, const char *at) {
    size_t length = (size_t)(mq_obj_word_end(at, r->end) - at);
    const char *next = at + length;
    r->statement = at;
    bool had_any = r->any;
    r->any = true;
    if (length == 1) {
        switch (*at) {
        case 'v':
            return read_position(r, next);
        case 'f':
            return read_element(r, next, MAQ_OBJ_FACE);
        case 'l':
            return read_element(r, next, MAQ_OBJ_LINE);
        case 'p':
            return read_element(r, next, MAQ_OBJ_POINTS);
        case 's':
            return read_smoothing(r, next);
        default:
            break;
        }
    }
    if (is_word(at, length, "vt"))
        return read_texcoord(r, next);
    if (is_word(at, length, "vn"))
        return read_normal(r, next);
    if (is_word(at, length, "fo")) // an old spelling
        return read_element(r, next, MAQ_OBJ_FACE);
    // All others need memory for the rest of their line.
    if (defer(r))
        return mq_obj_line_end(next, r->end);
    if (is_word(at, length, "o"))
        return read_object(r, next);
    if (is_word(at, length, "g"))
        return read_group(r, next);
    if (is_word(at, length, "usemtl"))
        return read_use(r, next);
    if (is_word(at, length, "mtllib"))
        return read_library(r, next);
    r->any = had_any;
    return keep_statement(r, at, length);
}

// Reads a comment or a statement; a chunk may defer it.
static const char *read_any(reader *r, const char *at) {
    obj_deferred deferred = {at,
                             r->obj.position_count,
                             r->obj.texcoord_count,
                             r->obj.normal_count,
                             r->obj.element_count,
                             r->obj.corner_count};
    r->deferred_this = false;
    at = *at == '#' ? read_comment(r, at) : read_statement(r, at);
    if (!r->deferred_this)
        return at;
    if (r->deferred_count == r->deferred_capacity)
        r->failed = true;
    else
        r->deferred[r->deferred_count++] = deferred;
    return at;
}

// ------------------------------------------------------------------------------------ plain lines

// Reads numbers up to the end of the line; NULL when that are not `least` up to `most` plain ones. `at` is
// behind the keyword.
MQ_HOT const char *read_plain_row(const reader *r, const char *at, float *values, unsigned least,
                                  unsigned most) {
    if (MQ_UNLIKELY(at[0] == ' ' &&
                    at[1] == ' ')) // some programs write two blanks behind the keyword
        at++;
    for (unsigned count = 0; r->end - at > MQ_PLAIN_BYTES; count++) {
        if (mq_obj_is_break(*at))
            return count < least ? NULL : at;
        if (count == most || *at != ' ')
            return NULL;
        at = mq_parse_plain_float(at + 1, &values[count]);
        if (MQ_UNLIKELY(!at))
            return NULL;
    }
    return NULL;
}

// Characters of a line are classified so many at once. That makes finding the next index independent of
// reading the one before it, which takes half of the time.
enum { WINDOW = 64, WINDOW_READABLE = WINDOW + 8 };

typedef struct window {
    const char *text;
    uint64_t others; // bit k: the character k is not a digit; those read are cleared
    unsigned at;     // where the next number begins
} window;

MQ_HOT window classify_window(const char *text) {
    uint64_t a = mq_plain_classify(text).others, b = mq_plain_classify(text + 16).others,
             c = mq_plain_classify(text + 32).others, d = mq_plain_classify(text + 48).others;
    return (window){text, a | b << 16 | c << 32 | d << 48, 0};
}

// Reads an index of 1 to 7 digits, which is not 0, and passes the character behind it. False when there
// is none in the window.
MQ_HOT bool read_plain_index(window *w, uint32_t *index, char *behind) {
    if (MQ_UNLIKELY(w->others == 0))
        return false;
    unsigned stop = (unsigned)mq_trailing_zeros_64(w->others), digits = stop - w->at;
    if (MQ_UNLIKELY(digits - 1 >= 7))
        return false;
    uint32_t number =
        (uint32_t)mq_join_8_digits(mq_load_8_digits(w->text + w->at) << (64 - 8 * digits));
    *index = number - 1;
    *behind = w->text[stop];
    w->others &= w->others - 1;
    w->at = stop + 1;
    return number != 0;
}

// The same for the one, two or three indices of a corner.
MQ_HOT bool read_plain_corner(window *w, maq_obj_corner *corner, char *behind) {
    *corner = (maq_obj_corner){MAQ_OBJ_NONE, MAQ_OBJ_NONE, MAQ_OBJ_NONE};
    if (!read_plain_index(w, &corner->position, behind))
        return false;
    if (*behind != '/')
        return true;
    if (w->text[w->at] == '/') { // "1//3"
        w->others &= w->others - 1;
        w->at++;
        return read_plain_index(w, &corner->normal, behind) && *behind != '/';
    }
    if (!read_plain_index(w, &corner->texcoord, behind))
        return false;
    return *behind != '/' || (read_plain_index(w, &corner->normal, behind) && *behind != '/');
}

// Reads corners up to the end of the line into the list, behind its last one. NULL when not all are plain,
// or the list is full.
MQ_HOT const char *read_plain_corners(const reader *r, const char *at, uint32_t *count) {
    maq_obj_corner *corners = MQ_WRITABLE(maq_obj_corner, r->obj.corners) + r->obj.corner_count;
    size_t capacity = r->capacity.corners - r->obj.corner_count;
    // Each window begins with the blank before a corner.
    while (r->end - at >= WINDOW_READABLE && *at == ' ') {
        const char *first = at;
        window w = classify_window(at);
        w.others &= w.others - 1;
        w.at = 1;
        for (char behind;; (*count)++) {
            at = w.text + w.at - 1;
            if (MQ_UNLIKELY(*count == capacity))
                return NULL;
            if (MQ_UNLIKELY(!read_plain_corner(&w, &corners[*count], &behind))) {
                if (at == first)
                    return NULL;
                break;
            }
            const char *end = w.text + w.at - (behind != ' '); // if the line ends here
            if (mq_obj_is_break(*end)) {
                (*count)++;
                return end;
            }
            if (behind != ' ')
                return NULL;
        }
    }
    return NULL;
}

MQ_HOT const char *read_plain_face(reader *r, const char *at) {
    uint32_t count = 0;
    const char *end = read_plain_corners(r, at + 1 + (at[2] == ' '), &count);
    if (!end || r->obj.element_count == r->capacity.elements)
        return NULL;
    if (!r->defers)
        enter_section(r);
    MQ_WRITABLE(maq_obj_element, r->obj.elements)
    [r->obj.element_count++] =
        (maq_obj_element){r->obj.corner_count, count, offset_of(r, at), MAQ_OBJ_FACE};
    r->obj.corner_count += count;
    return end;
}

// Reads a line as nearly all are: v, vt, vn and f, plain numbers, one blank between. NULL when it is
// another or a list is full. Numbers are written into the list itself.
MQ_HOT const char *read_plain_line(reader *r, const char *at) {
    const char *end = NULL;
    if (at[0] == 'f' && at[1] == ' ')
        return read_plain_face(r, at);
    if (at[0] != 'v')
        return NULL;
    if (at[1] == ' ' && r->obj.position_count < r->capacity.positions) {
        maq_obj_position *to =
            MQ_WRITABLE(maq_obj_position, r->obj.positions) + r->obj.position_count;
        end = read_plain_row(r, at + 1, &to->x, 3, 3);
        to->offset = offset_of(r, at);
        r->obj.position_count += end != NULL;
    } else if (at[1] == 'n' && r->obj.normal_count < r->capacity.normals) {
        maq_obj_normal *to = MQ_WRITABLE(maq_obj_normal, r->obj.normals) + r->obj.normal_count;
        end = read_plain_row(r, at + 2, &to->x, 3, 3);
        to->offset = offset_of(r, at);
        r->obj.normal_count += end != NULL;
    } else if (at[1] == 't' && r->obj.texcoord_count < r->capacity.texcoords) {
        maq_obj_texcoord *to =
            MQ_WRITABLE(maq_obj_texcoord, r->obj.texcoords) + r->obj.texcoord_count;
        to->w = 0;
        end = read_plain_row(r, at + 2, &to->u, 2, 3);
        to->offset = offset_of(r, at);
        r->obj.texcoord_count += end != NULL;
    }
    return end;
}

// ------------------------------------------------------------------------------------- the whole

void mq_obj_read_statements(reader *r, const char *at, const char *stop) {
    while (!r->failed) {
        at = mq_obj_skip_blanks(at, r->end);
        if (at >= stop)
            return;
        if (mq_obj_is_break(*at)) {
            at++;
            continue;
        }
        const char *end = read_plain_line(r, at);
        if (end)
            r->any = true;
        at = end ? end : read_any(r, at);
    }
}

void mq_obj_enter_elements(reader *r, uint32_t end) {
    if (r->obj.element_count < end)
        enter_section(r);
    r->obj.element_count = end;
}

void mq_obj_read_deferred(reader *r, const obj_deferred *deferred, size_t count) {
    for (size_t i = 0; i < count && !r->failed; i++) {
        const obj_deferred *before = &deferred[i];
        mq_obj_enter_elements(r, before->elements);
        r->obj.position_count = before->positions;
        r->obj.texcoord_count = before->texcoords;
        r->obj.normal_count = before->normals;
        r->obj.corner_count = before->corners;
        read_any(r, before->at);
    }
}
