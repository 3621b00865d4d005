// SPDX-License-Identifier: MIT
#include "support/file_sets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

maq_files *new_files(void) {
    maq_files *files;
    assert_int_equal(maq_files_new(NULL, &files), MAQ_OK);
    return files;
}

void expect_rules(const maq_findings *findings, const char *ids) {
    char found[512] = "";
    for (size_t i = 0; i < findings->count; i++) {
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s", i > 0 ? " " : "",
                 findings->items[i].rule->id);
        assert_true(strlen(findings->items[i].message) > 0);
    }
    assert_string_equal(found, ids);
}

const maq_findings *last_findings(const maq_files *files) {
    const maq_files_source *source = NULL, *next;
    for (size_t i = 0; (next = maq_files_source_at(files, i)); i++)
        source = next;
    assert_non_null(source);
    return source->findings;
}

void expect_text(const maq_files *files, const char *name, const char *text, const char *path,
                 const char *ids) {
    maq_file *file;
    for (int round = 0; round < 2; round++) {
        maq_status status = round == 0 ? maq_files_find(files, name, NULL, &file)
                                       : maq_files_read(files, name, NULL, &file);
        if (status != MAQ_OK)
            fail_msg("%s: status %d", name, status);
        assert_string_equal(file->path, path);
        assert_int_equal(file->length, strlen(text));
        expect_rules(file->findings, ids);
        assert_true(file->other_capitals == (strstr(ids, "FIL-0102") != NULL));
        if (round == 0)
            assert_null(file->bytes);
        else
            assert_string_equal(file->bytes, text);
        maq_file_free(file);
    }
}

void expect_failure(const maq_files *files, const char *name, maq_status status, const char *ids) {
    maq_file *file;
    maq_status result = maq_files_read(files, name, NULL, &file);
    assert_non_null(file);
    assert_null(file->bytes);
    expect_rules(file->findings, ids);
    assert_int_equal(result, status);
    maq_file_free(file);
}

static void expect_names(const maq_file_list *list, const char *names) {
    char found[1024] = "";
    for (size_t i = 0; i < list->count; i++) {
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s%s", i > 0 ? " " : "", list->items[i].name,
                 list->items[i].folder ? "/" : "");
    }
    assert_string_equal(found, names);
}

void expect_list(const maq_files *files, const char *folder, const char *names) {
    maq_file_list *list;
    assert_int_equal(maq_files_list(files, folder, NULL, &list), MAQ_OK);
    expect_names(list, names);
    maq_file_list_free(list);
}

void expect_walk(const maq_files *files, const char *folder, const char *names) {
    maq_file_list *list;
    assert_int_equal(maq_files_walk(files, folder, NULL, &list), MAQ_OK);
    expect_names(list, names);
    maq_file_list_free(list);
}

// ------------------------------------------------------------------------------------- use_all_files

static void use_findings(const maq_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        assert_non_null(findings->items[i].message);
        assert_true(findings->items[i].count >= 1);
    }
}

static void note_worst(maq_status status, maq_status *worst) {
    assert_true(status == MAQ_OK || status == MAQ_NO_MEMORY || status == MAQ_OVER_LIMIT ||
                status == MAQ_BAD_DATA || status == MAQ_UNSUPPORTED || status == MAQ_CANNOT_READ);
    if (*worst == MAQ_OK || status == MAQ_NO_MEMORY)
        *worst = status != MAQ_OK ? status : *worst;
}

static void use_file(const maq_files *files, const char *name, const maq_memory *memory,
                     maq_status *worst) {
    maq_file *file;
    maq_status status = maq_files_read(files, name, memory, &file);
    note_worst(status, worst);
    if (!file) {
        assert_true(status == MAQ_NO_MEMORY || status == MAQ_OVER_LIMIT);
        return;
    }
    use_findings(file->findings);
    assert_true((status == MAQ_OK) == (file->bytes != NULL));
    assert_true(status == MAQ_OK || file->findings->errors > 0 || !file->path);
    if (file->bytes)
        assert_int_equal(((const char *)file->bytes)[file->length], 0);
    maq_file_free(file);
}

static void use_list(const maq_files *files, const char *folder, bool deep,
                     const maq_memory *memory, maq_status *worst) {
    maq_file_list *list;
    maq_status status = deep ? maq_files_walk(files, folder, memory, &list)
                             : maq_files_list(files, folder, memory, &list);
    note_worst(status, worst);
    if (!list)
        return;
    use_findings(list->findings);
    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->items[i].name;
        assert_true(i == 0 || strcmp(list->items[i - 1].name, name) <= 0);
        char clean[512], capitals[512];
        size_t length = strlen(name);
        if (length >= sizeof clean)
            continue;
        assert_int_equal(maq_files_clean_name(name, length, clean), MAQ_NAME_CLEAN);
        assert_string_equal(clean, name);
        if (list->items[i].folder) {
            // Links can lead round and round.
            if (length < 40)
                use_list(files, name, false, memory, worst);
            continue;
        }
        use_file(files, name, memory, worst);
        for (size_t k = 0; k <= length; k++)
            capitals[k] = name[k] >= 'a' && name[k] <= 'z' ? (char)(name[k] - 32) : name[k];
        use_file(files, capitals, memory, worst);
    }
    maq_file_list_free(list);
}

maq_status use_all_files(const maq_files *files, const maq_memory *memory) {
    maq_status worst = MAQ_OK;
    const maq_files_source *source;
    for (size_t i = 0; (source = maq_files_source_at(files, i)); i++)
        use_findings(source->findings);
    use_list(files, "", false, memory, &worst);
    use_list(files, "", true, memory, &worst);
    return worst;
}
