// SPDX-License-Identifier: MIT
//
// What a document says, as trees of values: in short (info), in full (describe).
#include "api/document_images.h"
#include "api/tree.h"
#include "base/json.h"

#include "formats/format.h"

maq_tree *mq_tree_new(const maq_memory *memory, maq_value_kind kind) {
    mq_arena *arena = mq_arena_new(memory);
    maq_tree *tree = arena ? MQ_NEW(arena, maq_tree) : NULL;
    if (tree) {
        tree->arena = arena;
        tree->root = mq_value_root(arena, kind);
    }
    if (!tree || !tree->root) {
        mq_arena_free(arena);
        return NULL;
    }
    return tree;
}

maq_status mq_tree_finish(maq_tree *tree, maq_tree **out) {
    maq_status status = mq_arena_status(tree->arena);
    if (status == MAQ_OK)
        *out = tree;
    else
        maq_tree_free(tree);
    return status;
}

const maq_value *maq_tree_root(const maq_tree *tree) {
    return mq_node_value(tree->root);
}

void maq_tree_free(maq_tree *tree) {
    if (tree)
        mq_arena_free(tree->arena);
}

static maq_status inspect(const maq_document *document, const maq_memory *memory, bool in_full,
                          maq_tree **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!document || !document->content)
        return MAQ_BAD_ARGUMENT;
    maq_tree *tree = mq_tree_new(memory, MAQ_VALUE_OBJECT);
    if (!tree)
        return MAQ_NO_MEMORY;
    mq_put_text(tree->root, "format", document->variant->name);
    mq_put_integer(tree->root, "version", document->variant->version);
    if (in_full)
        document->format->describe(document, tree->root);
    else {
        document->format->info(document, tree->root);
        mq_document_list_images(document, mq_put_array(tree->root, "images"));
    }
    return mq_tree_finish(tree, out);
}

maq_status maq_value_json(const maq_value *value, bool indent, const maq_memory *memory,
                          maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    if (!value)
        return MAQ_BAD_ARGUMENT;
    mq_text text;
    mq_text_init(&text, memory);
    if (indent)
        mq_json_pretty(&text, value);
    else
        mq_json_value(&text, value);
    return mq_text_release_to(&text, out);
}

maq_status maq_info(const maq_document *document, const maq_memory *memory, maq_tree **out) {
    return inspect(document, memory, false, out);
}

maq_status maq_scene_info(const maq_scene *scene, const maq_memory *memory, maq_tree **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!scene)
        return MAQ_BAD_ARGUMENT;
    maq_tree *tree = mq_tree_new(memory, MAQ_VALUE_OBJECT);
    if (!tree)
        return MAQ_NO_MEMORY;
    mq_put_text(tree->root, "format", scene->source_format);
    mq_put_null(tree->root, "version");
    mq_scene_info(scene, tree->root);
    return mq_tree_finish(tree, out);
}

maq_status maq_describe(const maq_document *document, const maq_memory *memory, maq_tree **out) {
    return inspect(document, memory, true, out);
}
