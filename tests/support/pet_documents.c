// SPDX-License-Identifier: MIT
#include "support/pet_documents.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"

maq_document *pet_open(const pet_bytes *b, const char *name) {
    maq_open_options options = {.file_name = name};
    maq_document *document = NULL;
    assert_int_equal(maq_open_memory(b->data, b->length, &options, &document), MAQ_OK);
    assert_non_null(maq_document_pet(document));
    return document;
}

void pet_saves_as(const maq_document *document, const void *bytes, size_t length) {
    maq_buffer buffer;
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    assert_int_equal(buffer.length, length);
    assert_memory_equal(buffer.data, bytes, length);
    maq_buffer_free(&buffer);
}

pet_bytes pet_saved(const maq_document *document) {
    maq_buffer buffer;
    pet_bytes b = {0};
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    pet_raw(&b, buffer.data, buffer.length);
    maq_buffer_free(&buffer);
    return b;
}

maq_document *pet_convert(const maq_document *document, const char *to, const char *setting,
                          const char *other_setting) {
    char names[2][32];
    maq_setting settings[2];
    maq_convert_options options = {.settings = settings};
    const char *const given[2] = {setting, other_setting};
    for (unsigned i = 0; i < 2; i++) {
        const char *equals = given[i] ? strchr(given[i], '=') : NULL;
        if (!equals)
            continue;
        size_t length = (size_t)(equals - given[i]);
        assert_true(length < sizeof names[i]);
        memcpy(names[i], given[i], length);
        names[i][length] = '\0';
        settings[options.setting_count++] = (maq_setting){names[i], equals + 1};
    }
    maq_document *out = NULL;
    assert_int_equal(maq_convert(document, to, &options, &out), MAQ_OK);
    assert_non_null(maq_document_pet(out));
    return out;
}

void pet_for_each_sample(pet_visit visit) {
    const char *corpus = getenv("MAQUETTE_CORPUS");
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/pet", corpus ? corpus : ".");
    DIR *entries = opendir(folder);
    if (!entries) {
        print_message("skipped: no corpus\n");
        skip();
    }
    size_t seen = 0;
    for (struct dirent *entry; (entry = readdir(entries));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || entry->d_name[0] == '.')
            continue;
        char path[2048];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        pet_bytes bytes = {0};
        size_t length;
        char *data = read_whole(path, &length);
        pet_raw(&bytes, data, length);
        free(data);
        visit(path, dot + 1, &bytes);
        pet_free(&bytes);
        seen++;
    }
    closedir(entries);
    assert_true(seen > 0);
}

unsigned pet_raw_sections(const maq_document *document) {
    const maq_pet *pet = maq_document_pet(document);
    unsigned raw = 0;
    for (uint32_t i = 0; i < pet->section_count; i++)
        raw += pet->sections[i].state != MAQ_PET_DECODED;
    return raw;
}

size_t pet_findings_of(const maq_findings *findings, const char *id) {
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++)
        count += strcmp(findings->items[i].rule->id, id) == 0;
    return count;
}

void pet_print_findings(const maq_findings *findings) {
    for (size_t i = 0; i < findings->count; i++)
        print_error("  @%#llx %s[%s] %s\n", (unsigned long long)findings->items[i].span.offset,
                    maq_severity_name(findings->items[i].severity), findings->items[i].rule->id,
                    findings->items[i].message);
}
