// SPDX-License-Identifier: MIT
//
// The MTL files that an OBJ file names.
#include <string.h>

#include "formats/named_file.h"
#include "formats/obj/obj_names.h"
#include "formats/obj/obj_priv.h"
#include "formats/obj/obj_scan.h"

// Far above any real library.
#define LARGEST_LIBRARY ((uint64_t)64 << 20)

// No more than these are read, each once however often it is named.
#define MOST_LIBRARIES 64

size_t mq_obj_library_length(const char *list) {
    const char *at = list;
    while (*at) {
        while (*at && !mq_obj_is_blank(*at))
            at++;
        if (at - list >= 4 && at[-4] == '.' && (at[-3] | 32) == 'm' && (at[-2] | 32) == 't' &&
            (at[-1] | 32) == 'l')
            break;
        while (mq_obj_is_blank(*at) && *at)
            at++;
    }
    return (size_t)(at - list);
}

typedef struct library_reader {
    maq_document *document;
    obj_mtl mtl;
    const char *read[MOST_LIBRARIES]; // names in the set
    size_t read_count;
} library_reader;

static bool report_unread(library_reader *r, const char *name, const char *why) {
    mq_add_finding(r->mtl.findings, &mq_obj_rules[OBJ_LIBRARY_MISSING], r->mtl.span.offset,
                   r->mtl.span.length, "%s cannot be read: %s", name, why);
    return false;
}

// Reads a file of the set. Its text is in a separate arena: only materials are kept.
static bool read_file(library_reader *r, const char *name, mq_named_file *file) {
    mq_arena *scratch = mq_arena_scratch(r->document->arena);
    bool read = false;
    if (scratch && mq_named_file_read(r->document, LARGEST_LIBRARY, scratch, file) == MAQ_OK) {
        size_t length = (size_t)file->length;
        if (!file->bytes)
            report_unread(r, name, file->why);
        else if (mq_obj_is_utf16(file->bytes, length))
            report_unread(r, name, "it is UTF-16");
        else
            read = mq_obj_mtl_read(&r->mtl, file->bytes, length);
    }
    mq_arena_end_scratch(r->document->arena, scratch);
    return read;
}

static bool read_library(library_reader *r, const char *name) {
    mq_named_file file;
    if (mq_named_file_find(r->document, name, r->document->arena, r->mtl.findings, r->mtl.span,
                           &file) != MAQ_OK)
        return false;
    const char *refusal = file.refused ? "it is not in the folders of the model"
                          : r->read_count == MOST_LIBRARIES
                              ? "the file names more than 64 libraries"
                              : NULL;
    for (size_t i = 0; file.name && i < r->read_count; i++) {
        if (strcmp(r->read[i], file.name) == 0)
            return true;
    }
    if (refusal) {
        mq_add_finding(r->mtl.findings, &mq_obj_rules[OBJ_LIBRARY_PATH], r->mtl.span.offset,
                       r->mtl.span.length, "%s is not read: %s", name, refusal);
        return false;
    }
    if (!file.name)
        return report_unread(r, name, file.why);
    r->read[r->read_count++] = file.name;
    return read_file(r, name, &file);
}

// Of materials with one name the first counts.
static void find_repeated(obj_mtl *mtl, size_t from, obj_names *names) {
    for (size_t i = from; i < mtl->count; i++) {
        size_t known = names->count;
        if (mq_obj_names_add(names, mtl->materials[i].name) < known)
            mq_add_finding(mtl->findings, &mq_obj_rules[OBJ_MATERIAL_REPEATED], mtl->span.offset,
                           mtl->span.length, "%s: material %s is defined again", mtl->file,
                           mtl->materials[i].name);
    }
}

maq_status mq_obj_read_libraries(maq_document *document, maq_obj *obj) {
    library_reader r = {.document = document,
                        .mtl = {.arena = document->arena, .findings = &document->findings}};
    obj_names names = {.arena = document->arena};
    if (obj->library_count == 0 || !mq_document_has_files(document))
        return MAQ_OK;
    bool all = true;
    for (uint32_t i = 0; i < obj->library_count; i++) {
        const maq_obj_name *library = &obj->libraries[i];
        size_t before = r.mtl.count;
        r.mtl.file = library->text;
        r.mtl.span = mq_obj_word(document, library->offset, 1);
        all = read_library(&r, library->text) && all;
        find_repeated(&r.mtl, before, &names);
    }
    obj->materials = r.mtl.materials;
    obj->material_count = (uint32_t)r.mtl.count;
    obj->materials_known = all;
    return mq_arena_status(document->arena);
}
