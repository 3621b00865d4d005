// SPDX-License-Identifier: MIT
//
// Any bytes as a zip archive: opened, listed, looked up, read. The same bytes as a name, cleaned.
#include "fuzz.h"
#include "maquette/files.h"

static void touch_list(const maq_findings *findings, size_t size) {
    for (size_t i = 0; i < findings->count; i++) {
        fuzz_touch_text(findings->items[i].message);
        // Headers of entries may be said to lie anywhere.
        bool of_entry = strncmp(findings->items[i].rule->id, "FIL-03", 6) == 0;
        uint64_t offset = findings->items[i].span.offset;
        if (offset != MAQ_NO_OFFSET && offset > size && !of_entry)
            abort();
    }
}

static void read_file(const maq_files *files, const char *name, size_t size) {
    maq_file *found, *file;
    maq_status status = maq_files_find(files, name, NULL, &found);
    // What is listed can be found, by exactly this name.
    if (status != MAQ_OK || found->other_capitals || strcmp(found->name, name) != 0)
        abort();
    status = maq_files_read(files, name, NULL, &file);
    touch_list(file->findings, size);
    if ((status == MAQ_OK) != (file->bytes != NULL) ||
        (status == MAQ_OK) != (file->findings->errors == 0))
        abort();
    if (file->bytes) {
        if (file->length != found->length)
            abort();
        fuzz_touch(file->bytes, (size_t)file->length + 1);
    }
    maq_file_free(file);
    maq_file_free(found);
}

static void use_list(const maq_files *files, const char *folder, bool deep, size_t size) {
    maq_file_list *list;
    maq_status status = deep ? maq_files_walk(files, folder, NULL, &list)
                             : maq_files_list(files, folder, NULL, &list);
    if (status != MAQ_OK)
        abort();
    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->items[i].name;
        size_t length = strlen(name);
        char *clean = malloc(length + 1);
        if (!clean || maq_files_clean_name(name, length, clean) != MAQ_NAME_CLEAN ||
            strcmp(clean, name) != 0)
            abort();
        free(clean);
        if (i > 0 && strcmp(list->items[i - 1].name, name) > 0)
            abort();
        if (list->items[i].folder)
            use_list(files, name, true, size);
        else
            read_file(files, name, size);
    }
    maq_file_list_free(list);
}

static void clean_name(const uint8_t *data, size_t size) {
    char *clean = malloc(size + 1), *again = malloc(size + 1);
    if (!clean || !again)
        abort();
    maq_name_status status = maq_files_clean_name((const char *)data, size, clean);
    if (status == MAQ_NAME_CLEAN) {
        size_t length = strlen(clean);
        if (maq_files_clean_name(clean, length, again) != MAQ_NAME_CLEAN ||
            strcmp(clean, again) != 0 || clean[0] == '/' || strchr(clean, '\\'))
            abort();
    }
    free(clean);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    clean_name(data, size);
    // Little enough that each input is quick.
    maq_files_options options = {.size = sizeof options,
                                 .max_entries = 1000,
                                 .max_file_bytes = 1 << 16,
                                 .max_total_bytes = 1 << 20};
    maq_files *files;
    if (maq_files_new(&options, &files) != MAQ_OK)
        abort();
    maq_status status = maq_files_add_archive(files, "a.zip", data, size);
    const maq_findings *findings = maq_files_source_at(files, 0)->findings;
    touch_list(findings, size);
    if (status != MAQ_OK && findings->errors == 0)
        abort();
    use_list(files, "", false, size);
    use_list(files, "", true, size);
    maq_files_free(files);
    return 0;
}
