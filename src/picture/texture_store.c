// SPDX-License-Identifier: MIT
//
// Images by the paths of their files, for several threads. An image is decoded without the lock: two
// threads may decode the same one, but no thread waits for another.
#include "picture/texture_store.h"

#include "base/lock.h"
#include "base/memory.h"
#include "picture/image_priv.h"
#include "picture/path_table.h"

struct maq_image_store {
    mq_lock lock; // for all below
    mq_arena *arena;
    uint64_t pixels_left;
    mq_path_table images;
};

maq_status maq_image_store_new(const maq_memory *memory, maq_image_store **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    mq_arena *arena = mq_arena_new(memory);
    maq_image_store *store = arena ? MQ_NEW(arena, maq_image_store) : NULL;
    if (!store || !mq_lock_init(&store->lock)) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    store->arena = store->images.arena = arena;
    uint64_t bytes = mq_arena_memory(arena)->byte_limit;
    // The mip levels have a third as many pixels as the images.
    store->pixels_left = bytes / 16 * 3;
    if (!memory || memory->byte_limit == 0)
        store->pixels_left = MQ_DEFAULT_TOTAL_PIXELS;
    *out = store;
    return MAQ_OK;
}

void maq_image_store_free(maq_image_store *store) {
    if (!store)
        return;
    for (size_t i = 0; i < MQ_PATH_BUCKETS; i++) {
        for (mq_path_entry *entry = store->images.buckets[i]; entry; entry = entry->next)
            maq_image_free(entry->item);
    }
    mq_lock_destroy(&store->lock);
    mq_arena_free(store->arena);
}

const maq_memory *mq_image_store_memory(const maq_image_store *store) {
    return mq_arena_memory(store->arena);
}

const maq_image *mq_image_store_find(maq_image_store *store, const char *path) {
    mq_lock_acquire(&store->lock);
    const maq_image *image = mq_path_table_find(&store->images, path);
    mq_lock_release(&store->lock);
    return image;
}

static bool add(maq_image_store *store, const char *path, maq_image *image) {
    uint64_t pixels = (uint64_t)image->width * image->height;
    if (pixels > store->pixels_left || !mq_path_table_add(&store->images, path, image))
        return false;
    store->pixels_left -= pixels;
    return true;
}

const maq_image *mq_image_store_put(maq_image_store *store, const char *path, maq_image *image,
                                    mq_texture_kind kind) {
    mq_image_prepare(image, kind);
    mq_lock_acquire(&store->lock);
    const maq_image *first = mq_path_table_find(&store->images, path);
    bool added = !first && add(store, path, image);
    mq_lock_release(&store->lock);
    if (first)
        maq_image_free(image);
    return first ? first : added ? image : NULL;
}
