// SPDX-License-Identifier: MIT
#include "support/conversions.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "maquette/scene.h"
#include "support/loss_meanings.h"

const char *const conversion_names[CONVERSION_NAMES] = {
    "pie2", "pie3", "pie4", "pie5", "wzm1", "wzm2", "wzm3", "wza", "iqe",
    "iqm",  "iqm1", "pet",  "apet", "bpet", "mpet", "gltf", "glb", "obj",
};

static const struct {
    const char *name, *path;
} sources[] = {
    {"pie2", "tests/data/full/pie2.pie"},       {"pie3", "tests/data/full/pie3.pie"},
    {"pie4", "tests/data/full/pie4.pie"},       {"pie5", "tests/data/full/pie5.pie"},
    {"wzm1", "tests/data/full/wzm1.wzm"},       {"wzm2", "tests/data/full/wzm2.wzm"},
    {"wzm3", "tests/data/full/wzm3.wzm"},       {"wza", "tests/data/full/wza.wza"},
    {"iqe", "tests/data/full/iqe.iqe"},         {"iqm", "tests/data/iqm/valid-2.iqm"},
    {"iqm1", "tests/data/iqm/valid-1.iqm"},     {"pet", "tests/data/pet/client-1.3.pet"},
    {"apet", "tests/data/pet/client-1.3.apet"}, {"bpet", "tests/data/pet/client-1.3.bpet"},
    {"mpet", "tests/data/pet/client-1.3.mpet"}, {"gltf", "tests/data/full/gltf.gltf"},
    {"glb", "tests/data/full/glb.glb"},         {"obj", "tests/data/full/obj.obj"},
};

maq_document *conversion_source(const char *name) {
    maq_document *document = NULL;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        if (strcmp(sources[i].name, name) != 0)
            continue;
        assert_int_equal(maq_open_file(sources[i].path, NULL, &document), MAQ_OK);
        assert_string_equal(maq_document_variant(document)->name, name);
        assert_int_equal(maq_document_findings(document)->incomplete_reads, 0);
    }
    assert_non_null(document);
    return document;
}

// ---------------------------------------------------------------------------- writing and reading

static void empty_folder(const char *folder) {
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *entry; (entry = readdir(open));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(unlink(path), 0);
    }
    closedir(open);
    assert_int_equal(rmdir(folder), 0);
}

// Through a file: some formats take two. NULL when reading finds damage.
static maq_document *written_and_read(const maq_document *made) {
    char folder[] = "/tmp/maquette-conversion-XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/model%s", folder, maq_document_variant(made)->extension);
    maq_document *again = NULL;
    assert_int_equal(maq_save_file(made, NULL, path), MAQ_OK);
    if (maq_open_file(path, NULL, &again) != MAQ_OK ||
        maq_document_findings(again)->incomplete_reads) {
        maq_close(again);
        again = NULL;
    }
    empty_folder(folder);
    return again;
}

// What the rules have against it. The draft of PIE 5 is refused by every game, good or bad.
static const char *find_fault(mq_arena *arena, const maq_document *document) {
    maq_report *report = NULL;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    const maq_findings *findings = maq_report_findings(report);
    const char *fault = NULL;
    for (size_t i = 0; i < findings->count && !fault; i++) {
        const maq_finding *finding = &findings->items[i];
        if (finding->severity == MAQ_ERROR && strcmp(finding->rule->id, "PIE-0004") != 0)
            fault = mq_arena_format(arena, "%s %s", finding->rule->id, finding->message);
    }
    maq_report_free(report);
    return fault;
}

static const char *family_of(const maq_document *document) {
    return maq_document_format(document)->family;
}

// What is kept for the way back to a format needs no place in that format itself.
static bool is_own_setting(const maq_document *made, const census *before) {
    for (size_t i = 0; i < before->counts[CENSUS_SETTINGS]; i++) {
        const char *key = before->rows[CENSUS_SETTINGS][i].text;
        bool own = strcmp(key, family_of(made)) == 0 ||
                   strcmp(key, maq_document_format(made)->name) == 0 ||
                   (strcmp(key, "iqm") == 0 && strcmp(family_of(made), "iq") == 0);
        if (!own)
            return false;
    }
    return true;
}

static void compare(const maq_document *source, const maq_document *again, conversion *c) {
    maq_scene *before = NULL, *after = NULL;
    assert_int_equal(maq_scene_from_document(source, NULL, &before), MAQ_OK);
    assert_int_equal(maq_scene_from_document(again, NULL, &after), MAQ_OK);
    census_take(c->arena, before, family_of(source), NULL, &c->before);
    census_take(c->arena, after, family_of(again), family_of(source), &c->after);
    for (int i = 0; i < CENSUS_COUNT; i++)
        c->differences[i] = census_difference(c->arena, (census_category)i, &c->before, &c->after);
    if (is_own_setting(again, &c->before))
        c->differences[CENSUS_SETTINGS] = NULL;
    maq_scene_free(before);
    maq_scene_free(after);
}

void conversion_run(const maq_document *source, const char *to, conversion *out) {
    *out = (conversion){.from = maq_document_variant(source)->name, .to = to};
    out->arena = mq_arena_new(NULL);
    assert_non_null(out->arena);
    static const maq_findings none;
    out->status = maq_convert(source, to, NULL, &out->made);
    out->losses = out->made ? maq_document_findings(out->made) : &none;
    loss_categories(out->losses, out->reported);
    if (out->status != MAQ_OK)
        return;
    maq_document *again = written_and_read(out->made);
    if (!again)
        out->fault = "it cannot be read again";
    else if (strcmp(maq_document_variant(again)->name, to) != 0)
        out->fault = "it is read as another format";
    else
        out->fault = find_fault(out->arena, again);
    out->through_scene = strcmp(family_of(source), family_of(out->made)) != 0;
    if (again)
        compare(source, again, out);
    maq_close(again);
}

bool conversion_is_sound(const maq_document *document) {
    mq_arena *arena = mq_arena_new(NULL);
    bool sound =
        maq_document_findings(document)->incomplete_reads == 0 && !find_fault(arena, document);
    mq_arena_free(arena);
    return sound;
}

unsigned conversion_report(const conversion *done, const char *name) {
    unsigned faults = 0;
    // Within a family a document keeps its faults.
    bool fault = done->fault && done->through_scene;
    if (done->status != MAQ_OK || fault) {
        print_error("%s: %s to %s: %s\n", name, done->from, done->to,
                    fault ? done->fault : maq_status_text(done->status));
        faults++;
    }
    for (int i = 0; i < CENSUS_COUNT; i++) {
        if (done->differences[i] && !done->reported[i]) {
            print_error("%s: %s to %s: silent loss of %s: %s\n", name, done->from, done->to,
                        census_names[i], done->differences[i]);
            faults++;
        }
    }
    return faults;
}

conversion conversions[CONVERSION_NAMES][CONVERSION_NAMES];

void conversions_run(void) {
    for (size_t i = 0; i < CONVERSION_NAMES; i++) {
        if (!maq_find_variant(conversion_names[i], NULL))
            continue;
        maq_document *source = conversion_source(conversion_names[i]);
        for (size_t k = 0; k < CONVERSION_NAMES; k++) {
            if (maq_find_variant(conversion_names[k], NULL))
                conversion_run(source, conversion_names[k], &conversions[i][k]);
        }
        maq_close(source);
    }
}

void conversions_end(void) {
    for (size_t i = 0; i < CONVERSION_NAMES * CONVERSION_NAMES; i++)
        conversion_end(&conversions[i / CONVERSION_NAMES][i % CONVERSION_NAMES]);
}

void conversion_end(conversion *done) {
    maq_close(done->made);
    mq_arena_free(done->arena);
}
