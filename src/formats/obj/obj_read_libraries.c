// SPDX-License-Identifier: MIT
//
// The MTL files that an OBJ file names.
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "formats/obj/obj_names.h"
#include "formats/obj/obj_priv.h"
#include "formats/obj/obj_scan.h"

// Far above any real library.
#define LARGEST_LIBRARY ((uint64_t)64 << 20)

// A file may name the same library again and again: no more than these are read.
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

// Whether a name is relative and stays in the folder of the model or below.
static bool is_safe_relative_path(const char *name) {
    if (*name == '/' || *name == '\\' || !*name || strchr(name, ':'))
        return false;
    for (const char *part = name; part; part = strpbrk(part, "/\\")) {
        part += *part == '/' || *part == '\\';
        if (strncmp(part, "..", 2) == 0 && (!part[2] || part[2] == '/' || part[2] == '\\'))
            return false;
    }
    return true;
}

// The path of a library, in the folder of the model. Files made elsewhere have backslashes.
static char *path_beside(mq_arena *arena, const char *model, const char *name) {
    const char *slash = strrchr(model, '/');
    char *path =
        mq_arena_format(arena, "%.*s%s", slash ? (int)(slash + 1 - model) : 0, model, name);
    for (char *at = path; at && *at; at++) {
        if (*at == '\\')
            *at = '/';
    }
    return path;
}

static bool read_library(maq_document *document, obj_mtl *mtl, const maq_obj_name *library) {
    maq_memory memory = *mq_arena_memory(document->arena);
    if (memory.byte_limit > LARGEST_LIBRARY)
        memory.byte_limit = LARGEST_LIBRARY;
    mq_arena *scratch = mq_arena_new(&memory);
    const char *path = scratch ? path_beside(scratch, document->file_name, library->text) : NULL;
    const char *text;
    size_t length;
    maq_status status = path ? mq_file_read(scratch, path, &text, &length) : MAQ_NO_MEMORY;
    if (status == MAQ_OK && mq_obj_is_utf16(text, length)) {
        mq_add_finding(mtl->findings, &mq_obj_rules[OBJ_LIBRARY_MISSING], mtl->span.offset,
                       mtl->span.length, "%s cannot be read: it is UTF-16", library->text);
        status = MAQ_BAD_DATA;
    } else if (status == MAQ_OK) {
        if (!mq_obj_mtl_read(mtl, text, length))
            status = MAQ_NO_MEMORY;
    } else if (status != MAQ_NO_MEMORY) {
        mq_add_finding(mtl->findings, &mq_obj_rules[OBJ_LIBRARY_MISSING], mtl->span.offset,
                       mtl->span.length, "%s cannot be read: %s", library->text,
                       status == MAQ_OVER_LIMIT ? "it is too large" : strerror(errno));
    }
    mq_arena_free(scratch);
    if (status == MAQ_NO_MEMORY)
        mq_arena_fail(document->arena, MAQ_NO_MEMORY);
    return status == MAQ_OK;
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
    obj_mtl mtl = {.arena = document->arena, .findings = &document->findings};
    obj_names names = {.arena = document->arena};
    if (!document->from_file || strcmp(document->file_name, "-") == 0 || obj->library_count == 0)
        return MAQ_OK;
    bool all = true;
    for (uint32_t i = 0; i < obj->library_count; i++) {
        const maq_obj_name *library = &obj->libraries[i];
        size_t before = mtl.count;
        mtl.file = library->text;
        mtl.span = mq_obj_word(document, library->offset, 1);
        if (i >= MOST_LIBRARIES || !is_safe_relative_path(library->text)) {
            mq_add_finding(mtl.findings, &mq_obj_rules[OBJ_LIBRARY_PATH], mtl.span.offset,
                           mtl.span.length, "%s is not read: %s", library->text,
                           i >= MOST_LIBRARIES ? "the file names more than 64 libraries"
                                               : "it is not in the folder of the model or below");
            all = false;
        } else {
            all = read_library(document, &mtl, library) && all;
        }
        find_repeated(&mtl, before, &names);
    }
    obj->materials = mtl.materials;
    obj->material_count = (uint32_t)mtl.count;
    obj->materials_known = all;
    return mq_arena_status(document->arena);
}
