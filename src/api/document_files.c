// SPDX-License-Identifier: MIT
#include "api/document_files.h"

#include <stdatomic.h>
#include <string.h>

#include "maquette/files.h"

// Most models name no file, so the set of the tree is made when the first one is asked for. Documents are
// read-only then, and several threads may ask: the first set that is made counts.
typedef struct mq_tree_files {
    _Atomic(const struct made_files *) made;
} mq_tree_files;

typedef struct made_files {
    maq_files *files;
    const char *name;
    mq_arena *arena;
} made_files;

static const char *last_part(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

void mq_document_files_init(maq_document *document, const maq_open_options *options,
                            bool from_file) {
    const char *name = options->name ? options->name : last_part(document->file_name);
    if (options->no_files)
        return;
    if (options->files) {
        document->files = options->files;
        document->name = name ? mq_arena_text(document->arena, name, strlen(name)) : "";
    } else if (from_file && document->file_name && strcmp(document->file_name, "-") != 0) {
        document->tree = MQ_NEW(document->arena, mq_tree_files);
    }
}

static void free_made(const made_files *made) {
    if (made) {
        maq_files_free(made->files);
        mq_arena_free(made->arena);
    }
}

void mq_document_files_free(maq_document *document) {
    if (document->tree)
        free_made(atomic_load(&document->tree->made));
}

static maq_status make(const maq_document *document, const made_files **out) {
    maq_files_options options = {.size = sizeof options,
                                 .memory = mq_arena_memory(document->arena)};
    mq_arena *arena = mq_arena_new(options.memory);
    made_files *made = arena ? MQ_NEW(arena, made_files) : NULL;
    if (!made) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    made->arena = arena;
    maq_status status =
        maq_files_for_model(document->file_name, &options, &made->files, &made->name);
    if (!made->files) {
        free_made(made);
        return status;
    }
    *out = made;
    return MAQ_OK;
}

bool mq_document_has_files(const maq_document *document) {
    return document->files || document->tree;
}

maq_status mq_document_files(const maq_document *document, const maq_files **files,
                             const char **name) {
    *files = document->files;
    *name = document->name;
    if (*files || !document->tree)
        return MAQ_OK;
    const made_files *made = atomic_load(&document->tree->made), *fresh = NULL;
    maq_status status = made ? MAQ_OK : make(document, &fresh);
    if (fresh && atomic_compare_exchange_strong(&document->tree->made, &made, fresh))
        made = fresh;
    else
        free_made(fresh);
    if (made) {
        *files = made->files;
        *name = made->name;
    }
    return made ? MAQ_OK : status;
}

const maq_files *maq_document_files(const maq_document *document, const char **name) {
    const maq_files *files;
    const char *own_name;
    mq_document_files(document, &files, &own_name);
    if (name)
        *name = own_name;
    return files;
}
