// SPDX-License-Identifier: MIT
//
// `check` for the target game against what the game does: verdicts of its loader on damaged files
// ($MAQUETTE_CORPUS/pie-verdicts), and a small loader of the tests (support/pie_game.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"
#include "support/corpus.h"
#include "support/hostile.h"
#include "support/pie_fixtures.h"
#include "support/pie_game.h"

// ---------------------------------------------------------------------------------------- helpers

// The first finding of a rule, or NULL.
static const maq_finding *find(const pie_checked *checked, const char *id) {
    for (size_t i = 0; i < checked->findings->count; i++) {
        if (strcmp(checked->findings->items[i].rule->id, id) == 0)
            return &checked->findings->items[i];
    }
    return NULL;
}

// The game reads numbers by scanf(), and the verdicts come from where it wraps numbers beyond 32 bits and
// reads "1e" as 1. Other C libraries (Windows, musl) do not, and the game refuses other files there.
static void need_the_scanf_of_the_verdicts(void) {
    int number = 0;
    float real = 0;
    if (sscanf("4294967299", "%d", &number) != 1 || number != 3) {
        print_message("skipped: scanf() of this system saturates large numbers\n");
        skip();
    }
    if (sscanf("1e", "%f", &real) != 1) {
        print_message("skipped: scanf() of this system refuses an exponent without digits\n");
        skip();
    }
}

#define HEAD "PIE 3\nTYPE 200\nTEXTURE 0 page-7-test.png 0 0\n"
#define LEVEL                                                                                      \
    "LEVELS 1\nLEVEL 1\nPOINTS 4\n\t0 0 0\n\t10 0 0\n\t10 10 0\n\t0 10 0\nPOLYGONS 1\n"            \
    "\t200 3 0 1 2 0 0 1 0 1 1\n"
#define MODEL HEAD LEVEL

// A rule has this severity for a target, and its message holds a text (NULL: any). MAQ_SILENT: it is
// not found.
static void expect(const char *text, const char *target, const char *id, maq_severity severity,
                   const char *part) {
    pie_checked checked = pie_check_bytes(text, strlen(text), target);
    const maq_finding *finding = find(&checked, id);
    if (severity == MAQ_SILENT ? finding != NULL : !finding || finding->severity != severity)
        fail_msg("%s of %s: %s", id, text, finding ? finding->message : "not found");
    if (finding && part && !strstr(finding->message, part))
        fail_msg("\"%s\" is not in \"%s\"", part, finding->message);
    pie_checked_free(&checked);
}

static void expect_errors(const char *text, const char *target, bool errors) {
    pie_checked checked = pie_check_bytes(text, strlen(text), target);
    if ((checked.findings->errors > 0) != errors)
        fail_msg("%s for %s: %llu errors", text, target,
                 (unsigned long long)checked.findings->errors);
    pie_checked_free(&checked);
}

static game_verdict verdict_of(const char *bytes, size_t length) {
    game_model model = game_load(bytes, length);
    game_verdict verdict = model.verdict;
    game_free(&model);
    return verdict;
}

// The file after `check --fix` for the game, until nothing is left to fix. To be freed.
static char *fixed(const char *bytes, size_t length, size_t *out) {
    char *text = malloc(length + 1);
    assert_non_null(text);
    memcpy(text, bytes, length);
    for (int round = 0; round < 5; round++) {
        pie_checked checked = pie_check_bytes(text, length, "game");
        maq_buffer buffer;
        size_t applied = 0;
        assert_int_equal(maq_fix(checked.document, checked.findings, NULL, &buffer, &applied),
                         MAQ_OK);
        if (applied > 0) {
            text = realloc(text, buffer.length + 1);
            assert_non_null(text);
            memcpy(text, buffer.data, buffer.length);
            length = buffer.length;
        }
        maq_buffer_free(&buffer);
        pie_checked_free(&checked);
        if (applied == 0)
            break;
    }
    *out = length;
    return text;
}

static bool same_values(const game_model *a, const game_model *b) {
    return a->value_count == b->value_count &&
           (a->value_count == 0 ||
            memcmp(a->values, b->values, a->value_count * sizeof *a->values) == 0);
}

// ---------------------------------------------------------------------------------- the two loaders

// Errors of files that load, by what their messages say.
static const struct {
    const char *id, *says;
} effects[] = {
    {"PIE-0021", "cuts it"},
    {"PIE-0027", "wraps"},
    {"PIE-0033", "loads the model without"},
    {"PIE-0117", "does not find the mask"},
    {"PIE-0119", "writes outside of its memory"},
    {"PIE-0130", "looks wrong"},
    {"PIE-0230", "divides by it"},
    {"PIE-0244", "wraps"},
    {"PIE-0303", "reads outside of the list"},
    {"PIE-0309", "undefined values"},
};
#define EFFECT_COUNT (sizeof effects / sizeof effects[0])

typedef struct totals {
    size_t files, loads, refused, undefined, fixed;
    size_t errors[EFFECT_COUNT];
} totals;

// What check says must agree with what the game does.
static void compare(const char *bytes, size_t length, const char *name, game_verdict verdict,
                    totals *count) {
    pie_checked checked = pie_check_bytes(bytes, length, "game");
    bool loads = verdict == GAME_LOADS;
    count->files++;
    count->loads += loads;
    count->refused += !loads && verdict != GAME_IS_UNDEFINED;
    count->undefined += verdict == GAME_IS_UNDEFINED;
    if (!loads && checked.findings->errors == 0)
        fail_msg("%s: the game does not load it, and there is no error", name);
    // An announced count beyond the limit ends the reading: the game may wrap it.
    bool over_limit = find(&checked, "PIE-0032") != NULL;
    for (size_t i = 0; loads && !over_limit && i < checked.findings->count; i++) {
        const maq_finding *finding = &checked.findings->items[i];
        if (finding->severity != MAQ_ERROR)
            continue;
        size_t k = 0;
        while (k < EFFECT_COUNT && strcmp(effects[k].id, finding->rule->id) != 0)
            k++;
        if (k == EFFECT_COUNT || !strstr(finding->message, effects[k].says))
            fail_msg("%s loads: %s %s", name, finding->rule->id, finding->message);
        count->errors[k]++;
    }
    pie_checked_free(&checked);
}

// What is left without errors after fixing loads, and a file that loaded keeps its values.
static void compare_fixed(const char *bytes, size_t length, const char *name, totals *count) {
    size_t fixed_length;
    char *text = fixed(bytes, length, &fixed_length);
    pie_checked checked = pie_check_bytes(text, fixed_length, "game");
    game_model before = game_load(bytes, length), after = game_load(text, fixed_length);
    if (checked.findings->errors == 0 && after.verdict != GAME_LOADS)
        fail_msg("%s is without errors after fixing, but line %u: %s", name, after.line,
                 after.reason);
    bool changed = fixed_length != length || memcmp(text, bytes, length) != 0;
    // Sections that the game did not read may be read now; what it read stays.
    if (before.verdict == GAME_LOADS && after.verdict == GAME_LOADS && changed &&
        !find(&checked, "PIE-0033") && after.value_count < before.value_count)
        fail_msg("%s: fixing drops values", name);
    if (before.verdict == GAME_LOADS && after.value_count == before.value_count &&
        !same_values(&before, &after))
        fail_msg("%s: fixing changes values", name);
    count->fixed += before.verdict != GAME_LOADS && after.verdict == GAME_LOADS;
    game_free(&before);
    game_free(&after);
    pie_checked_free(&checked);
    free(text);
}

// ------------------------------------------------------------------------------------- the verdicts

static char *verdict_table;

// The verdict of the game on a file of the corpus.
static const char *recorded_verdict(const char *path, char out[16]) {
    if (!verdict_table) {
        const char *slash = strrchr(path, '/');
        char table[512];
        snprintf(table, sizeof table, "%.*s/verdicts.tsv", (int)(slash - path), path);
        size_t length;
        char *bytes = read_whole(table, &length);
        verdict_table = malloc(length + 1);
        assert_non_null(verdict_table);
        memcpy(verdict_table, bytes, length);
        verdict_table[length] = '\0';
        free(bytes);
    }
    char key[256];
    snprintf(key, sizeof key, "\n%s\t", strrchr(path, '/') + 1);
    const char *row = strstr(verdict_table, key);
    if (!row)
        fail_msg("%s has no verdict", path);
    sscanf(row + strlen(key), "%15[^\t]", out);
    return out;
}

static void reproduce(const char *path, void *context) {
    totals *count = context;
    size_t length;
    char *bytes = read_whole(path, &length);
    game_model model = game_load(bytes, length);
    static const char *const names[] = {"ok", "refused", "hang", "crash", "undefined"};
    char recorded[16];
    const char *mine = names[model.verdict];
    if (model.verdict == GAME_LOADS && model.undefined)
        mine = "ok+ub";
    recorded_verdict(path, recorded);
    count->files++;
    count->undefined += model.verdict == GAME_IS_UNDEFINED;
    bool either = strcmp(recorded, "ok") == 0 || strcmp(recorded, "refused") == 0;
    if (model.verdict == GAME_IS_UNDEFINED ? !either : strcmp(mine, recorded) != 0)
        fail_msg("%s: %s, not %s: line %u, %s", path, recorded, mine, model.line,
                 model.reason ? model.reason : "");
    game_free(&model);
    free(bytes);
}

static void the_loader_of_the_tests_reproduces_every_verdict(void **state) {
    (void)state;
    need_the_scanf_of_the_verdicts();
    totals count = {0};
    walk_corpus("pie-verdicts", ".pie", reproduce, &count);
    print_message("%zu files; on %zu the game goes on with undefined values\n", count.files,
                  count.undefined);
    assert_true(count.undefined * 25 < count.files);
}

static void compare_recorded(const char *path, void *context) {
    char recorded[16];
    size_t length;
    char *bytes = read_whole(path, &length);
    recorded_verdict(path, recorded);
    game_verdict verdict = verdict_of(bytes, length);
    if (verdict != GAME_IS_UNDEFINED)
        verdict = strncmp(recorded, "ok", 2) == 0 ? GAME_LOADS : GAME_REFUSES;
    compare(bytes, length, path, verdict, context);
    compare_fixed(bytes, length, path, context);
    free(bytes);
}

static void check_agrees_with_every_verdict_and_fixes_load(void **state) {
    (void)state;
    need_the_scanf_of_the_verdicts();
    totals count = {0};
    walk_corpus("pie-verdicts", ".pie", compare_recorded, &count);
    print_message("%zu load, %zu do not, %zu are undefined; fixing makes %zu load\n", count.loads,
                  count.refused, count.undefined, count.fixed);
    for (size_t i = 0; i < EFFECT_COUNT; i++)
        print_message("%s (\"%s\"): %zu errors in files that load\n", effects[i].id,
                      effects[i].says, count.errors[i]);
    assert_true(count.loads > 900 && count.refused > 1300 && count.fixed > 100);
}

static void compare_real(const char *path, void *context) {
    size_t length;
    char *bytes = read_whole(path, &length);
    compare(bytes, length, path, verdict_of(bytes, length), context);
    free(bytes);
}

static void check_agrees_on_real_files(void **state) {
    (void)state;
    totals count = {0};
    walk_corpus("pie", ".pie", compare_real, &count);
    assert_true(count.loads > 0);
}

static uint32_t next_random(uint32_t *random, uint32_t below) {
    *random = *random * 1664525 + 1013904223;
    return (*random >> 8) % below;
}

// Replaces a few bytes somewhere by a text.
static void damage(char *bytes, size_t *length, uint32_t *random) {
    static const char *const texts[] = {"-1",
                                        "1.5",
                                        "1e3",
                                        ".5",
                                        "+7",
                                        "0x10",
                                        "nan",
                                        "x",
                                        "\n",
                                        " \n",
                                        "#",
                                        "# c\n",
                                        "\t",
                                        "1e",
                                        "0x",
                                        "inf",
                                        "TYPE 200\n",
                                        "\v",
                                        "4294967297",
                                        "LEVEL 1\n",
                                        "CONNECTORS 1\n\t1 2 3\n",
                                        "ANIMOBJECT 1 1 0\n",
                                        "99999999999999999999",
                                        " ",
                                        "0",
                                        "\"",
                                        "SHADOWPOINTS 1\n",
                                        "POINTS",
                                        "\r"};
    const char *text = texts[next_random(random, sizeof texts / sizeof texts[0])];
    size_t at = next_random(random, (uint32_t)*length), removed = next_random(random, 4);
    size_t added = strlen(text);
    if (removed > *length - at)
        removed = *length - at;
    memmove(bytes + at + added, bytes + at + removed, *length - at - removed);
    memcpy(bytes + at, text, added);
    *length = *length - removed + added;
}

static void check_agrees_on_files_damaged_at_random(void **state) {
    (void)state;
    need_the_scanf_of_the_verdicts();
    static const char *const files[] = {
        "tests/data/pie/hostile/all-pie4.pie", "tests/data/pie/rules/valid.pie",
        "examples/models/crate.pie", "tests/data/pie/rules/PIE-0320.pie"};
    const int rounds = getenv("MAQUETTE_DEEP") ? 20000 : 1000;
    totals count = {0};
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        size_t length;
        char *bytes = read_whole(files[f], &length), *damaged = malloc(length + 1000);
        assert_non_null(damaged);
        for (int i = 0; i < rounds; i++) {
            uint32_t random = (uint32_t)i;
            size_t size = length;
            memcpy(damaged, bytes, length);
            for (uint32_t edits = 1 + next_random(&random, 3); edits > 0; edits--)
                damage(damaged, &size, &random);
            char name[100];
            snprintf(name, sizeof name, "%s, damage %d", files[f], i);
            compare(damaged, size, name, verdict_of(damaged, size), &count);
            compare_fixed(damaged, size, name, &count);
        }
        free(damaged);
        free(bytes);
    }
    assert_true(count.loads > 100 && count.refused > 100);
}

// -------------------------------------------------------------------------------------- one by one

static void stray_text_in_the_last_level_drops_what_follows(void **state) {
    (void)state;
    static const char *const strays[] = {"\t0 0 0\n", "NOTE 1\n", "some text\n", "TYPE 200\n"};
    for (size_t i = 0; i < sizeof strays / sizeof strays[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%sCONNECTORS 1\n\t1 2 3\nANIMOBJECT 1 1 0\n", MODEL,
                 strays[i]);
        expect(text, "game", "PIE-0033", MAQ_ERROR, "without CONNECTORS, ANIMOBJECT");
        assert_int_equal(verdict_of(text, strlen(text)), GAME_LOADS);
        // A conversion shows the findings of reading.
        maq_document *document;
        assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
        bool found = false;
        for (size_t k = 0; k < maq_document_findings(document)->count; k++)
            found = found ||
                    strcmp(maq_document_findings(document)->items[k].rule->id, "PIE-0033") == 0;
        assert_true(found);
        maq_close(document);
        // Nothing follows: nothing is dropped.
        snprintf(text, sizeof text, "%s%s", MODEL, strays[i]);
        expect(text, "game", "PIE-0033", MAQ_SILENT, NULL);
        expect_errors(text, "game", false);
    }
    expect(HEAD "LEVELS 2\nLEVEL 1\nPOINTS 0\nPOLYGONS 0\nNOTE 1\nLEVEL 2\nPOINTS 0\nPOLYGONS 0\n",
           "game", "PIE-0022", MAQ_ERROR, NULL);
}

static void connectors_are_read_as_the_game_reads_them(void **state) {
    (void)state;
    static const struct {
        const char *row, *id, *fix;
    } rows[] = {
        {"1 2 3", NULL, "1 2 3"},
        {"1 2 3.7", "PIE-0301", "1 2 3"},
        {"1.5 2.0 3.5", "PIE-0301", "1 2 3"},
        {"1.5 2.0 3", "PIE-0301", "1 2 3"},
        {"-1.5 2.9 -3.5", "PIE-0301", "-1 2 -3"},
        {"1 2.5 3", "PIE-0302", "1 2 3"},
        {"1e1 2 3", "PIE-0302", "10 2 3"},
        {"1.5e1 2.0 3.0", "PIE-0302", "15 2 3"},
        {"-1.19209e-07 2.0 3.0", "PIE-0302", "0 2 3"},
        {"0x10 2 3", "PIE-0302", "16 2 3"},
        {".5 2.0 3.0", "PIE-0302", NULL},
        {"inf 2 3", "PIE-0302", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1000], wanted[100];
        snprintf(text, sizeof text, "%sCONNECTORS 1\n\t%s\n", MODEL, rows[i].row);
        bool refused = rows[i].id && strcmp(rows[i].id, "PIE-0302") == 0;
        assert_int_equal(verdict_of(text, strlen(text)), refused ? GAME_REFUSES : GAME_LOADS);
        if (rows[i].id)
            expect(text, "game", rows[i].id, refused ? MAQ_ERROR : MAQ_WARNING, NULL);
        else
            expect_errors(text, "game", false);
        if (!rows[i].fix)
            continue;
        size_t length;
        char *after = fixed(text, strlen(text), &length);
        snprintf(wanted, sizeof wanted, "\t%s\n", rows[i].fix);
        if (length < strlen(wanted) ||
            memcmp(after + length - strlen(wanted), wanted, strlen(wanted)) != 0)
            fail_msg("%s becomes %.*s", rows[i].row, (int)length, after);
        free(after);
    }
}

static void convert_writes_connectors_in_whole_numbers(void **state) {
    (void)state;
    static const char text[] = MODEL "CONNECTORS 2\n\t1.5 -2.9 3.5\n\t1 2 3\n";
    static const char *const variants[] = {"pie2", "pie3", "pie4"};
    for (size_t i = 0; i < 3; i++) {
        maq_document *document, *made;
        maq_buffer buffer;
        assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
        assert_int_equal(maq_convert(document, variants[i], NULL, &made), MAQ_OK);
        assert_int_equal(maq_save_memory(made, NULL, &buffer), MAQ_OK);
        assert_non_null(strstr(buffer.data, "CONNECTORS 2\n\t1 -2 3\n\t1 2 3\n"));
        bool found = false;
        for (size_t k = 0; k < maq_document_findings(made)->count; k++)
            found =
                found || strcmp(maq_document_findings(made)->items[k].rule->id, "PIE-0936") == 0;
        assert_true(found);
        maq_buffer_free(&buffer);
        maq_close(made);
        maq_close(document);
    }
}

static void a_nul_before_data_is_an_error(void **state) {
    (void)state;
    char text[] = MODEL;
    *strstr(text, " 0 1 2") = '\0'; // between the corners of the polygon
    pie_checked checked = pie_check_bytes(text, sizeof text - 1, "game");
    assert_non_null(find(&checked, "PIE-0008"));
    assert_true(checked.findings->errors > 0);
    pie_checked_free(&checked);
    assert_int_equal(verdict_of(text, sizeof text - 1), GAME_REFUSES);
}

static void a_keyword_of_more_than_255_bytes_is_an_error(void **state) {
    (void)state;
    char text[2000] = "PIE 3\nTYPE", *end = text + strlen(text);
    memset(end, 'X', 300);
    strcpy(end + 300, " 200\nTEXTURE 0 page-7-test.png 0 0\n" LEVEL);
    expect(text, "game", "PIE-0021", MAQ_ERROR, "304");
    assert_int_equal(verdict_of(text, strlen(text)), GAME_REFUSES);
}

static void the_first_of_two_animations_with_time_0_is_an_error(void **state) {
    (void)state;
    expect(MODEL "ANIMOBJECT 0 1 0\nANIMOBJECT 10 1 0\n", "game", "PIE-0305", MAQ_ERROR, NULL);
    expect(MODEL "ANIMOBJECT 10 1 0\nANIMOBJECT 10 1 0\n", "game", "PIE-0305", MAQ_SILENT, NULL);
}

static void the_last_of_two_shadows_counts(void **state) {
    (void)state;
    static const char text[] =
        MODEL "SHADOWPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nSHADOWPOLYGONS 1\n\t0 3 0 1 2\n"
              "SHADOWPOINTS 3\n\t5 0 0\n\t1 0 0\n\t0 1 0\nSHADOWPOLYGONS 1\n\t0 3 2 1 0\n";
    expect(text, "game", "PIE-0320", MAQ_WARNING, NULL);
    expect_errors(text, "game", false);
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    const maq_pie_level *level = &maq_document_pie(document)->levels[0];
    assert_true(level->shadow_points[0].x == 5);
    assert_int_equal(level->shadow_polygons.corners[0].point, 2);
    maq_close(document);
}

static void contents_of_obsolete_lines_are_warnings(void **state) {
    (void)state;
    static const char *const lines[] = {"MATERIALS\n", "MATERIALS 1 2 x\n", "SHADERS\n",
                                        "SHADERS a b c d\n", "SHADERS 1 a\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%sLEVELS 1\nLEVEL 1\n%sPOINTS 0\nPOLYGONS 0\n", HEAD,
                 lines[i]);
        expect(text, "game", "PIE-0243", MAQ_WARNING, NULL);
        expect_errors(text, "game", false);
        assert_int_equal(verdict_of(text, strlen(text)), GAME_LOADS);
    }
}

static void numbers_that_the_game_reads_are_read(void **state) {
    (void)state;
    static const char *const texts[] = {
        "PIE 03\nTYPE 1200\nTEXTURE 0 page-7-test.png 0 0\n" LEVEL,
        "PIE +3\nTYPE 1200\nTEXTURE 0 page-7-test.png 0 0\n" LEVEL,
        "PIE 3\nTYPE +1200\nTEXTURE 0 page-7-test.png 0 0\n" LEVEL,
        ("PIE 3\nTYPE 1200\nTEXTURE 0 page-7-test.png 0 0\nLEVELS 1\nLEVEL 1\nPOINTS 1\n\t0 0 0\n"
         "POLYGONS 1\n\t+200 3 0 0 0 0 0 1 0 1 1\n")};
    for (size_t i = 0; i < 4; i++) {
        expect(texts[i], "game", "PIE-0034", MAQ_WARNING, NULL);
        expect_errors(texts[i], "game", false);
        maq_document *document;
        assert_int_equal(maq_open_memory(texts[i], strlen(texts[i]), NULL, &document), MAQ_OK);
        const maq_pie *pie = maq_document_pie(document);
        assert_int_equal(pie->version, 3);
        assert_int_equal(pie->settings.type, 0x1200);
        assert_int_equal(pie->levels[0].polygons.items[0].flags, 0x200);
        maq_close(document);
    }
}

static void the_flag_of_a_shadow_polygon_is_named(void **state) {
    (void)state;
    static const char text[] =
        MODEL "SHADOWPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nSHADOWPOLYGONS 1\n\t2a0 3 0 1 2\n";
    expect(text, "game", "PIE-0315", MAQ_ERROR, "flag 2a0");
    expect(text, "spec", "PIE-0315", MAQ_ERROR, "flag 2a0");
}

static void frames_and_rates_above_65535_wrap(void **state) {
    (void)state;
    static const char level[] = HEAD "LEVELS 1\nLEVEL 1\nPOINTS 1\n\t0 0 0\nPOLYGONS 1\n";
    static const struct {
        const char *block, *says;
        maq_severity severity;
    } rows[] = {{"65536 10", "wraps to 0", MAQ_ERROR},
                {"4 65540", "wraps to 4", MAQ_ERROR},
                {"4 65535", NULL, MAQ_SILENT}};
    for (size_t i = 0; i < 3; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s\t4200 3 0 0 0 %s 0.5 0.5 0 0 1 0 1 1\n", level,
                 rows[i].block);
        expect(text, "game", "PIE-0244", rows[i].severity, rows[i].says);
    }
}

static void whole_pages_in_pie_3_are_an_error_for_the_game(void **state) {
    (void)state;
    static const char text[] = HEAD "LEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"
                                    "POLYGONS 1\n\t200 3 0 1 2 0 0 256 0 0 256\n";
    expect(text, "game", "PIE-0130", MAQ_ERROR, "looks wrong");
    expect(text, "wmit", "PIE-0130", MAQ_WARNING, NULL);
}

// Polygons that are left out or cast shadows do not show what the coordinates of the others mean.
static void drawn_polygons_alone_show_the_unit(void **state) {
    (void)state;
#define WHOLE_PAGES "\t200 3 0 1 2 0 0 256 0 256 256\n"
    static const char *const texts[] = {
        MODEL "POLYGONS 1\n" WHOLE_PAGES,
        MODEL "SHADOWPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nSHADOWPOLYGONS 1\n" WHOLE_PAGES};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect(texts[i], "game", "PIE-0130", MAQ_SILENT, NULL);
        maq_document *document;
        assert_int_equal(maq_open_memory(texts[i], strlen(texts[i]), NULL, &document), MAQ_OK);
        const maq_pie_polygons *polygons = &maq_document_pie(document)->levels[0].polygons;
        assert_int_equal(polygons->count, 1);
        assert_true(polygons->corners[1].u == 1);
        maq_close(document);
    }
    expect(HEAD "LEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nPOLYGONS 1\n" WHOLE_PAGES,
           "game", "PIE-0130", MAQ_ERROR, NULL);
}

static void a_comment_line_that_is_not_read_is_no_error(void **state) {
    (void)state;
    expect(MODEL "# end\n\n", "game", "PIE-0010", MAQ_ERROR, "hang");
    expect(MODEL "some text\n# end\n\n", "game", "PIE-0010", MAQ_WARNING, "does not read");
    expect_errors(MODEL "some text\n# end\n\n", "game", false);
}

static void the_rules_of_the_documents(void **state) {
    (void)state;
#define DRAFT "PIE 5\nTYPE 200\nTEXTURE page-7-test.png\nLEVELS 1\nLEVEL 1\nPOINTS 1\n\t0 0 0\n"
    expect(DRAFT "POLYGONS 1\n\t200 3 0 0 0 0 0 1.5 0 1 1\n", "spec", "PIE-0245", MAQ_ERROR, NULL);
    expect("PIE 3\nTYPE 200\nTEXTURE 0 page-7-test.jpg 0 0\n" LEVEL, "spec", "PIE-0110", MAQ_ERROR,
           NULL);
    expect(HEAD "NORMALMAP 0 page-7-n+.png\n" LEVEL, "spec", "PIE-0133", MAQ_ERROR, NULL);
    expect(HEAD "NORMALMAP 0 page-7-n+.png\n" LEVEL, "game", "PIE-0133", MAQ_SILENT, NULL);
    expect(HEAD "SPECULARMAP 0 page-7-n.tga\n" LEVEL, "spec", "PIE-0110", MAQ_ERROR, NULL);
    expect("PIE 3\nTYPE 200\nTEXTURE 0 page-7.png 0 0\n" LEVEL, "spec", "PIE-0134", MAQ_WARNING,
           "page-NN-");
    static const char flags[] = HEAD "LEVELS 1\nLEVEL 1\nPOINTS 1\n\t0 0 0\nPOLYGONS 1\n"
                                     "\t40a00 3 0 0 0 0 0 1 0 1 1\n";
    expect(flags, "spec", "PIE-0223", MAQ_ERROR, "800");
    expect(flags, "spec", "PIE-0225", MAQ_ERROR, "40000");
    // A missing TYPE is reported where it belongs.
    static const char no_type[] = "PIE 3\nTEXTURE 0 page-7-test.png 0 0\n" LEVEL;
    pie_checked checked = pie_check_bytes(no_type, strlen(no_type), "spec");
    const maq_finding *finding = find(&checked, "PIE-0101");
    assert_non_null(finding);
    assert_int_equal(maq_document_position(checked.document, finding->span.offset).line, 2);
    pie_checked_free(&checked);
}

static void pie_4_has_no_limit_of_512_polygons(void **state) {
    (void)state;
    static const char *const versions[] = {"3", "4"};
    for (size_t i = 0; i < 2; i++) {
        size_t size = 100000, at;
        char *text = malloc(size);
        assert_non_null(text);
        at = (size_t)snprintf(text, size,
                              "PIE %s\nTYPE 200\nTEXTURE 0 page-7-test.png\nLEVELS 1\nLEVEL 1\n"
                              "POINTS 1\n\t0 0 0\nPOLYGONS 513\n",
                              versions[i]);
        for (int k = 0; k < 513; k++)
            at += (size_t)snprintf(text + at, size - at, "\t200 3 0 0 0 0 0 1 0 1 1\n");
        expect(text, "spec", "PIE-0212", i == 0 ? MAQ_ERROR : MAQ_SILENT, NULL);
        free(text);
    }
}

static int free_table(void **state) {
    (void)state;
    free(verdict_table);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_loader_of_the_tests_reproduces_every_verdict),
        cmocka_unit_test(check_agrees_with_every_verdict_and_fixes_load),
        cmocka_unit_test(check_agrees_on_real_files),
        cmocka_unit_test(check_agrees_on_files_damaged_at_random),
        cmocka_unit_test(stray_text_in_the_last_level_drops_what_follows),
        cmocka_unit_test(connectors_are_read_as_the_game_reads_them),
        cmocka_unit_test(convert_writes_connectors_in_whole_numbers),
        cmocka_unit_test(a_nul_before_data_is_an_error),
        cmocka_unit_test(a_keyword_of_more_than_255_bytes_is_an_error),
        cmocka_unit_test(the_first_of_two_animations_with_time_0_is_an_error),
        cmocka_unit_test(the_last_of_two_shadows_counts),
        cmocka_unit_test(contents_of_obsolete_lines_are_warnings),
        cmocka_unit_test(numbers_that_the_game_reads_are_read),
        cmocka_unit_test(the_flag_of_a_shadow_polygon_is_named),
        cmocka_unit_test(frames_and_rates_above_65535_wrap),
        cmocka_unit_test(whole_pages_in_pie_3_are_an_error_for_the_game),
        cmocka_unit_test(drawn_polygons_alone_show_the_unit),
        cmocka_unit_test(a_comment_line_that_is_not_read_is_no_error),
        cmocka_unit_test(the_rules_of_the_documents),
        cmocka_unit_test(pie_4_has_no_limit_of_512_polygons),
    };
    return cmocka_run_group_tests(tests, NULL, free_table);
}
