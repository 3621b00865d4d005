// SPDX-License-Identifier: MIT
#include "support/plain_rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Enough for several cores, and for the second time that rows are tried.
#define ROWS 24000
#define LONGEST_ROW 128

// -------------------------------------------------------------------------------------- the text

typedef struct text {
    char *bytes;
    size_t length;
} text;

__attribute__((format(printf, 2, 3))) static void add(text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(t->bytes + t->length, 8 * LONGEST_ROW, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, 8 * LONGEST_ROW - 1);
    t->length += (size_t)length;
}

static text begin(const plain_list *list, unsigned announced) {
    text t = {.bytes = malloc((size_t)(ROWS + 20) * LONGEST_ROW)};
    assert_non_null(t.bytes);
    add(&t, "%s%u%s", list->before, announced, list->after);
    return t;
}

static void add_row(text *t, const plain_list *list, unsigned row) {
    char values[LONGEST_ROW];
    list->print(values, sizeof values, row);
    add(t, "\t%s\n", values);
}

char *print_plain_list(const plain_list *list, unsigned rows, size_t *length) {
    assert_true(rows <= ROWS);
    text t = begin(list, rows);
    for (unsigned i = 0; i < rows; i++)
        add_row(&t, list, i);
    add(&t, "%s", list->tail);
    *length = t.length;
    return t.bytes;
}

// ------------------------------------------------------------------------------------- comparing

static void compare_findings(const maq_findings *a, const maq_findings *b) {
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->errors, b->errors);
    assert_int_equal(a->warnings, b->warnings);
    assert_int_equal(a->notes, b->notes);
    for (size_t i = 0; i < a->count; i++) {
        const maq_finding *x = &a->items[i], *y = &b->items[i];
        assert_string_equal(x->rule->id, y->rule->id);
        assert_int_equal(x->span.offset, y->span.offset);
        assert_int_equal(x->span.length, y->span.length);
        assert_int_equal(x->count, y->count);
        assert_string_equal(x->message, y->message);
        assert_int_equal(x->edit_count, y->edit_count);
        for (uint32_t k = 0; k < x->edit_count; k++) {
            assert_int_equal(x->edits[k].span.offset, y->edits[k].span.offset);
            assert_int_equal(x->edits[k].span.length, y->edits[k].span.length);
            assert_int_equal(x->edits[k].text_length, y->edits[k].text_length);
            assert_memory_equal(x->edits[k].text, y->edits[k].text, x->edits[k].text_length);
        }
    }
}

// A vertical tab is a blank that plain rows do not have: one in each row has all rows read one by one.
static void spoil_rows(text *t) {
    bool row = false, value = false;
    for (size_t i = 0; i < t->length; i++) {
        char byte = t->bytes[i];
        if (byte == '\n') {
            row = i + 1 < t->length && t->bytes[i + 1] == '\t';
            value = false;
        } else if (row && value && byte == ' ') {
            t->bytes[i] = '\v';
            row = false;
        }
        // Comments keep their text.
        row = row && byte != '#' && byte != '/';
        value = value || (unsigned char)byte > ' ';
    }
}

static maq_document *read_text(const text *t, const char *format, maq_status *status) {
    maq_document *document = NULL;
    *status =
        maq_open_memory(t->bytes, t->length, &(maq_open_options){.format = format}, &document);
    return document;
}

static void compare_readings(const plain_list *list, text *t) {
    maq_status of_plain, of_spoilt;
    maq_document *plain = read_text(t, list->format, &of_plain);
    spoil_rows(t);
    maq_document *spoilt = read_text(t, list->format, &of_spoilt);
    assert_int_equal(of_plain, of_spoilt);
    if (plain && spoilt) {
        compare_findings(maq_document_findings(plain), maq_document_findings(spoilt));
        if (of_plain == MAQ_OK) {
            list->compare(plain, spoilt);
            maq_buffer a, b;
            assert_int_equal(maq_save_memory(plain, NULL, &a), maq_save_memory(spoilt, NULL, &b));
            assert_int_equal(a.length, b.length);
            assert_memory_equal(a.data, b.data, a.length);
            maq_buffer_free(&a);
            maq_buffer_free(&b);
        }
    }
    maq_close(plain);
    maq_close(spoilt);
    free(t->bytes);
}

// ---------------------------------------------------------------------------------------- oddities

typedef enum odd_row {
    COMMENT_BEHIND,
    COMMENT_BEFORE,
    EMPTY_LINE,
    BLANK_LINE,
    BAD_NUMBER,
    VALUE_MISSING,
    VALUE_TOO_MANY,
    TWO_ROWS,
    ROW_BROKEN,
    NO_TAB,
    BLANK_FOR_TAB,
    BLANKS_AND_TABS,
    CARRIAGE_RETURN,
    LONE_CARRIAGE_RETURN,
    NUL_BYTE,
    CONTROL_Z,
    DIRECTIVE,
    FILE_ENDS,
    FIRST_OF_LIST,
    SECOND_OF_LIST,
    ODD_ROWS,
} odd_row;

// Forms of the last value of a row.
static const char *const odd_values[] = {"+5",
                                         "-7",
                                         "0x10",
                                         "nan",
                                         "inf",
                                         "1e99",
                                         "1e-9",
                                         "1.5",
                                         "2.25",
                                         ".5",
                                         "5.",
                                         "9876543210",
                                         "12#",
                                         "12,",
                                         "1e",
                                         "-",
                                         "1-2",
                                         "1e-50",
                                         "16777217.0000000001"};
#define ODD_VALUES (sizeof odd_values / sizeof *odd_values)

// False when the file ends here.
static bool add_odd_row(text *t, const plain_list *list, unsigned row, unsigned kind) {
    char values[LONGEST_ROW], next[LONGEST_ROW];
    int length = list->print(values, sizeof values, row);
    list->print(next, sizeof next, row + 1);
    const char *last = strrchr(values, ' ');
    int but_last = last ? (int)(last - values) : length;
    switch (kind) {
    case COMMENT_BEHIND:
        add(t, "\t%s %s behind\n", values, list->comment);
        break;
    case COMMENT_BEFORE:
        add(t, "\t%s alone\n\t%s\n", list->comment, values);
        break;
    case EMPTY_LINE:
        add(t, "\n\t%s\n", values);
        break;
    case BLANK_LINE:
        add(t, "\t \n\t%s\n", values);
        break;
    case BAD_NUMBER:
        add(t, "\t?%s\n", values);
        break;
    case VALUE_MISSING:
        add(t, "\t%.*s\n", but_last, values);
        break;
    case VALUE_TOO_MANY:
        add(t, "\t%s 7\n", values);
        break;
    case TWO_ROWS:
        add(t, "\t%s %s\n", values, next);
        break;
    case ROW_BROKEN:
        add(t, "\t%.*s\n\t%s\n", but_last, values, values + but_last + 1);
        break;
    case NO_TAB:
        add(t, "%s\n", values);
        break;
    case BLANK_FOR_TAB:
        add(t, " %s\n", values);
        break;
    case BLANKS_AND_TABS:
        add(t, "\t \t%.*s \t  %s\t \n", but_last, values, values + but_last + 1);
        break;
    case CARRIAGE_RETURN:
        add(t, "\t%s\r\n", values);
        break;
    case LONE_CARRIAGE_RETURN:
        add(t, "\t%s\r\t%s\n", values, next);
        break;
    case NUL_BYTE:
        add(t, "\t%s", values);
        t->bytes[t->length++] = '\0';
        add(t, "\n");
        break;
    case CONTROL_Z:
        add(t, "\t%s\x1a\n", values);
        break;
    case DIRECTIVE:
        add(t, "UNKNOWN 3\n\t%s\n", values);
        break;
    case FILE_ENDS:
        add(t, "\t%.*s", but_last, values);
        return false;
    case FIRST_OF_LIST:
    case SECOND_OF_LIST:
        if (list->odd[kind - FIRST_OF_LIST])
            add(t, "\t%s\n", list->odd[kind - FIRST_OF_LIST]);
        break;
    default:
        add(t, "\t%.*s %s\n", but_last, values, odd_values[kind - ODD_ROWS]);
        break;
    }
    return true;
}

// `plain` is the list of plain rows, which begin at `begins`.
static void read_with_odd_row(const plain_list *list, const text *plain, const size_t *begins,
                              unsigned odd, unsigned kind) {
    text t = {.bytes = malloc(plain->length + (size_t)16 * LONGEST_ROW), .length = begins[odd]};
    assert_non_null(t.bytes);
    memcpy(t.bytes, plain->bytes, t.length);
    if (add_odd_row(&t, list, odd, kind)) {
        memcpy(t.bytes + t.length, plain->bytes + begins[odd + 1], plain->length - begins[odd + 1]);
        t.length += plain->length - begins[odd + 1];
    }
    compare_readings(list, &t);
}

static void read_with_odd_rows(const plain_list *list) {
    // Rows are read one by one up to the first that is tried.
    static const unsigned places[] = {4097, 12345, ROWS - 1};
    size_t *begins = calloc(ROWS + 1, sizeof *begins);
    assert_non_null(begins);
    text plain = begin(list, ROWS);
    for (unsigned i = 0; i < ROWS; i++) {
        begins[i] = plain.length;
        add_row(&plain, list, i);
    }
    begins[ROWS] = plain.length;
    add(&plain, "%s", list->tail);
    bool everywhere = getenv("MAQUETTE_DEEP") != NULL;
    for (unsigned kind = 0; kind < ODD_ROWS + ODD_VALUES; kind++) {
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            if (everywhere || kind % 3 == p)
                read_with_odd_row(list, &plain, begins, places[p], kind);
        }
    }
    free(plain.bytes);
    free(begins);
}

// `length`: the file ends there; 0: it does not.
static void read_with_count(const plain_list *list, unsigned announced, bool crlf, size_t length) {
    text t = begin(list, announced);
    for (unsigned i = 0; i < ROWS; i++) {
        add_row(&t, list, i);
        if (crlf)
            memcpy(t.bytes + t.length++ - 1, "\r\n", 2);
    }
    add(&t, "%s", list->tail);
    if (length)
        t.length = t.length / 2 + length;
    compare_readings(list, &t);
}

void read_odd_lists(const plain_list *list) {
    read_with_count(list, ROWS, false, 0);
    read_with_count(list, ROWS, true, 0);
    read_with_count(list, ROWS - 1, false, 0);
    read_with_count(list, ROWS / 2, false, 0);
    read_with_count(list, ROWS + 1, false, 0);
    read_with_count(list, 3 * ROWS, false, 0);
    read_with_count(list, INT32_MAX, false, 0);
    for (size_t i = 1; i < 20; i += 4)
        read_with_count(list, ROWS, false, i);
    read_with_odd_rows(list);
}

void read_lists_of_all_widths(const plain_list *list, unsigned narrowest) {
    for (unsigned width = narrowest; width < narrowest + 40; width++) {
        text t = begin(list, ROWS);
        for (unsigned i = 0; i < ROWS; i++) {
            char values[LONGEST_ROW];
            list->print(values, sizeof values, i);
            add(&t, "\t%-*s\n", (int)width, values);
        }
        add(&t, "%s", list->tail);
        compare_readings(list, &t);
    }
}
