// SPDX-License-Identifier: MIT
#include "saved_images.h"

#include <string.h>

#include "base/sort.h"
#include "formats/format.h"
#include "outputs.h"

bool cli_saved_images_init(cli_saved_images *images) {
    *images = (cli_saved_images){.arena = mq_arena_new(NULL)};
    mq_lock_init(&images->lock);
    return images->arena != NULL;
}

void cli_saved_images_free(cli_saved_images *images) {
    mq_lock_destroy(&images->lock);
    mq_arena_free(images->arena);
}

// The path of an image that is named relative to the folder of a model. Each "../" of the name removes a
// folder, so that a file has one path from models in different folders.
static const char *path_beside(const char *model, const char *name, mq_arena *arena) {
    const char *slash = strrchr(model, '/');
    size_t folder = slash ? (size_t)(slash + 1 - model) : 0;
    while (strncmp(name, "../", 3) == 0 && folder > 1) {
        size_t last = folder - 1;
        while (last > 0 && model[last - 1] != '/')
            last--;
        // The folder that is above "." or ".." has another name.
        if (model[last] == '/' || strncmp(model + last, "./", 2) == 0 ||
            strncmp(model + last, "../", 3) == 0)
            break;
        folder = last;
        name += 3;
    }
    return mq_arena_format(arena, "%.*s%s", (int)folder, model, name);
}

const bool *cli_saved_images_find(const maq_document *document, const char *path, mq_arena *arena) {
    bool *existed = MQ_NEW_ARRAY(arena, bool, document->companion_count + 1);
    const maq_companion *image;
    for (size_t i = 0; existed && (image = maq_document_companion(document, i)); i++) {
        const char *beside = path_beside(path, image->name, arena);
        existed[i] = beside && cli_output_exists(beside);
    }
    return existed;
}

void cli_saved_images_add(cli_saved_images *images, const maq_document *document, const char *path,
                          const bool *existed) {
    const maq_companion *image;
    mq_lock_acquire(&images->lock);
    images->embedded += document->embedded_images;
    for (size_t i = 0; (image = maq_document_companion(document, i)); i++) {
        const char *beside = path_beside(path, image->name, images->arena);
        cli_saved_image *items =
            beside ? mq_arena_grow(images->arena, images->items, &images->capacity, images->count,
                                   sizeof *items)
                   : NULL;
        if (!items)
            break;
        images->items = items;
        items[images->count++] = (cli_saved_image){beside, existed[i]};
    }
    mq_lock_release(&images->lock);
}

// ----------------------------------------------------------------------------------------- summary

// An image that one model wrote exists for the next: the entry of the first comes first.
static int by_path(const void *left, const void *right, const void *context) {
    (void)context;
    const cli_saved_image *a = left, *b = right;
    int order = strcmp(a->path, b->path);
    return order != 0 ? order : a->existed - b->existed;
}

// The length of the deepest folder in the first bytes of `a` that is above `b`, too.
static size_t common_folder(const char *a, const char *b, size_t length) {
    size_t common = 0;
    for (size_t i = 0; i < length && a[i] == b[i]; i++) {
        if (a[i] == '/')
            common = i + 1;
    }
    return common;
}

static void put_folder(mq_text *text, const char *path, size_t length) {
    if (length == 0)
        mq_text_string(text, " to the current folder");
    else {
        mq_text_string(text, " to ");
        cli_put_safe(text, path, length > 1 ? length - 1 : length);
    }
}

void cli_saved_images_put(cli_saved_images *images, cli_summary *summary) {
    cli_saved_image *spare = MQ_NEW_ARRAY(images->arena, cli_saved_image, images->count);
    const cli_saved_image *sorted =
        spare ? mq_sort(images->items, spare, images->count, sizeof *spare, by_path, NULL) : NULL;
    const cli_saved_image *first = NULL;
    uint64_t written = 0, existing = 0;
    size_t folder = 0;
    for (size_t i = 0; sorted && i < images->count; i++) {
        const cli_saved_image *image = &sorted[i];
        if (i > 0 && strcmp(image[-1].path, image->path) == 0)
            continue;
        existing += image->existed;
        if (image->existed)
            continue;
        written++;
        first = first ? first : image;
        folder =
            common_folder(first->path, image->path, image == first ? strlen(image->path) : folder);
    }
    cli_summary_remark(summary, images->embedded, "image is embedded", "images are embedded");
    cli_summary_remark(summary, written, "image was written", "images were written");
    if (first)
        put_folder(&summary->text, first->path, folder);
    cli_summary_remark(summary, existing, "image was there already", "images were there already");
}
