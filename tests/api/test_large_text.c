// SPDX-License-Identifier: MIT
//
// Large models in formats of text are written by all cores: to the bytes that were read, where the text has the
// form of the writer, and to those that one core writes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "maquette/maquette.h"
#include "support/one_core.h"

enum { ROWS = 60000, COMMENTED = 7919 };

static maq_document *read(const mq_text *text) {
    maq_open_options options = {.size = sizeof options};
    maq_document *document = NULL;
    assert_int_equal(text->status, MAQ_OK);
    assert_int_equal(maq_open_memory(text->data, text->length, &options, &document), MAQ_OK);
    return document;
}

typedef struct writing {
    const maq_document *document;
    maq_buffer bytes;
} writing;

static void write(void *context) {
    writing *w = context;
    assert_int_equal(maq_save_memory(w->document, NULL, &w->bytes), MAQ_OK);
}

// Writes a document, and frees it.
static void compare(maq_document *document, const mq_text *expected) {
    writing all = {.document = document}, one = {.document = document};
    write(&all);
    assert_true(all.bytes.length > 4 << 20);
    if (on_one_core(write, &one)) {
        assert_int_equal(all.bytes.length, one.bytes.length);
        assert_memory_equal(all.bytes.data, one.bytes.data, one.bytes.length);
    }
    if (expected) {
        assert_int_equal(all.bytes.length, expected->length);
        assert_memory_equal(all.bytes.data, expected->data, expected->length);
    }
    maq_buffer_free(&all.bytes);
    maq_buffer_free(&one.bytes);
    maq_close(document);
}

static void add_floats(mq_text *text, const char *keyword, size_t row, unsigned count) {
    mq_text_string(text, keyword);
    for (unsigned i = 0; i < count; i++)
        mq_text_floats(text, &(const float){(float)(row + i) / 64 + (float)(row % 101) / 7}, 1);
}

static void add_obj(mq_text *text) {
    mq_text_string(text, "# the first line\n");
    for (size_t i = 0; i < ROWS; i++) {
        add_floats(text, "v", i, i % 3 == 0 ? 6 : 3);
        mq_text_char(text, '\n');
    }
    for (size_t i = 0; i < ROWS; i++) {
        add_floats(text, "vt", i + 1, i % 5 == 0 ? 3 : 2);
        mq_text_char(text, '\n');
    }
    for (size_t i = 0; i < ROWS; i++) {
        add_floats(text, "vn", i + 1, 3);
        mq_text_char(text, '\n');
    }
    mq_text_string(text, "g all\n");
    for (unsigned i = 0; i < ROWS; i++) {
        if (i % COMMENTED == 77)
            mq_text_format(text, "# face %u\n", i);
        if (i % COMMENTED == 78)
            mq_text_format(text, "mg %u\n", i);
        mq_text_char(text, 'f');
        for (unsigned k = 0; k < 3 + i % 3; k++)
            mq_text_format(text, " %u/%u/%u", (i + k * 211) % ROWS + 1, (i + k * 211) % ROWS + 1,
                           (i + k * 307) % ROWS + 1);
        mq_text_char(text, '\n');
    }
}

static void obj_is_as_it_was(void **state) {
    (void)state;
    mq_text text;
    mq_text_init(&text, NULL);
    add_obj(&text);
    compare(read(&text), &text);
    mq_text_free(&text);
}

static void all_formats_are_those_of_one_core(void **state) {
    (void)state;
    static const char *const targets[] = {"iqe", "obj", "pie2", "pie3", "wza", "wzm1", "wzm3"};
    mq_text text;
    mq_text_init(&text, NULL);
    add_obj(&text);
    maq_document *obj = read(&text);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        maq_document *document = NULL;
        assert_int_equal(maq_convert(obj, targets[i], NULL, &document), MAQ_OK);
        compare(document, NULL);
    }
    maq_close(obj);
    mq_text_free(&text);
}

static void end_pie_row(mq_text *text, unsigned row) {
    if (row % COMMENTED < 2)
        mq_text_format(text, " # row %u", row);
    mq_text_char(text, '\n');
}

static void add_level(mq_text *text, unsigned level, unsigned rows) {
    mq_text_format(text, "LEVEL %u", level);
    mq_text_string(text, level % 100 == 0 ? " # a hundred\n" : "\n");
    mq_text_format(text, "POINTS %u\n", rows);
    for (unsigned i = 0; i < rows; i++) {
        mq_text_char(text, '\t');
        mq_text_float(text, (float)i / 64);
        add_floats(text, "", i, 2);
        end_pie_row(text, i + level);
    }
    mq_text_format(text, "POLYGONS %u\n", rows);
    for (unsigned i = 0; i < rows; i++) {
        bool animated = i % 9 == 0;
        mq_text_format(text, "\t%s 3 %u %u %u", animated ? "4200" : "200", i, (i + 11) % rows,
                       (i + 300) % rows);
        if (animated)
            mq_text_string(text, " 8 1 0.25 0.5");
        for (unsigned k = 0; k < 6; k++)
            mq_text_floats(text, &(const float){(float)((i + k) % 64) / 64}, 1);
        end_pie_row(text, i + level);
    }
}

static void pie_is_as_it_was(void **state) {
    (void)state;
    // Large lists, many small ones, and levels that are too long for a part.
    static const unsigned counts[][2] = {{1, ROWS}, {3000, 29}, {40, 3001}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        mq_text text;
        mq_text_init(&text, NULL);
        mq_text_format(&text, "PIE 3 # first\nTYPE 200\nTEXTURE 0 page.png 0 0\nLEVELS %u\n",
                       counts[i][0]);
        for (unsigned level = 1; level <= counts[i][0]; level++)
            add_level(&text, level, counts[i][1]);
        compare(read(&text), &text);
        mq_text_free(&text);
    }
}

static void add_mesh(mq_text *text, unsigned mesh, unsigned rows) {
    mq_text_format(text, "MESH m%u\nTEAMCOLOURS 0\n", mesh);
    mq_text_format(text, "VERTICES %u\nFACES %u\nVERTEXARRAY\n", rows, rows);
    for (unsigned i = 0; i < rows; i++) {
        mq_text_char(text, '\t');
        mq_text_float(text, (float)mesh / 8);
        add_floats(text, "", i, 2);
        mq_text_char(text, '\n');
    }
    mq_text_string(text, "TEXTUREARRAYS 1\nTEXTUREARRAY 0\n");
    for (unsigned i = 0; i < rows; i++) {
        mq_text_char(text, '\t');
        mq_text_float(text, (float)(i % 64) / 64);
        mq_text_floats(text, &(const float){(float)(i % 63) / 64}, 1);
        mq_text_char(text, '\n');
    }
    mq_text_string(text, "INDEXARRAY\n");
    for (unsigned i = 0; i < rows; i++)
        mq_text_format(text, "\t%u %u %u\n", i, (i + 1) % rows, (i + 2) % rows);
    mq_text_string(text, "FRAMES 1\n\t0 0 0 0 0 0 0 0\n");
    mq_text_format(text, "CONNECTORS 1\n\t%u 1 2 a_%u\n", mesh, mesh);
}

static void wzm_is_as_it_was(void **state) {
    (void)state;
    static const unsigned counts[][2] = {{1, ROWS * 2}, {3000, 40}, {40, 3001}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        mq_text text;
        mq_text_init(&text, NULL);
        mq_text_format(&text, "WZM 1\nTEXTURE page-1.png\nMESHES %u\n", counts[i][0]);
        for (unsigned mesh = 0; mesh < counts[i][0]; mesh++)
            add_mesh(&text, mesh, counts[i][1]);
        compare(read(&text), &text);
        mq_text_free(&text);
    }
}

// In so many parts, each with its mesh.
static void add_iqe(mq_text *text, unsigned parts) {
    mq_text_string(text, "# Inter-Quake Export\njoint \"a\"\npq 0 0 0\njoint \"b\" 0\npq 0 0 1\n");
    for (unsigned part = 0; part < parts; part++) {
        mq_text_format(text, "mesh \"m%u\"\n", part);
        if (part % 3 == 0)
            mq_text_format(text, "material \"n%u\"\n", part);
        for (unsigned i = 0; i < ROWS / parts; i++) {
            add_floats(text, "vp", i, 3);
            add_floats(text, "\nvt", i, 2);
            add_floats(text, "\nvn", i, 3);
            mq_text_string(text, i % 2 ? "\nvb 0 0.75 1 0.25\n" : "\nvb 1 1\n");
        }
        for (unsigned i = 0; i < ROWS / parts; i++)
            mq_text_format(text, "%s %u %u %u\n", part > 0 ? "fm" : "fa", i,
                           (i + 1) % (ROWS / parts), (i + 2) % (ROWS / parts));
    }
    for (unsigned animation = 0; animation < parts; animation++) {
        mq_text_format(text, "animation \"walk %u\"\nframerate 30\n", animation);
        if (animation % 2)
            mq_text_string(text, "loop\n");
        for (unsigned i = 0; i < ROWS / parts; i++) {
            add_floats(text, "frame\npq", i, 3);
            add_floats(text, "\npq", i, 3);
            mq_text_char(text, '\n');
        }
    }
}

static void iqe_is_as_it_was(void **state) {
    (void)state;
    static const unsigned parts[] = {1, 40, 3000};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        mq_text text;
        mq_text_init(&text, NULL);
        add_iqe(&text, parts[i]);
        compare(read(&text), &text);
        mq_text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_is_as_it_was), cmocka_unit_test(all_formats_are_those_of_one_core),
        cmocka_unit_test(pie_is_as_it_was), cmocka_unit_test(wzm_is_as_it_was),
        cmocka_unit_test(iqe_is_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
