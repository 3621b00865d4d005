// SPDX-License-Identifier: MIT
//
// The images of the materials of a scene, decoded. Each file is read once.
#include <string.h>

#include "base/memory.h"
#include "files/files.h"
#include "picture/image_priv.h"
#include "picture/texture_priv.h"
#include "picture/texture_store.h"

#define MAX_FINDINGS 10000

struct maq_textures {
    mq_arena *arena;
    mq_findings findings;
    mq_texture_request *requests; // by material, role and frame
    size_t count;
    maq_image **images; // each once
    size_t image_count;
};

// The state while images are read.
typedef struct texture_reader {
    maq_textures *textures;
    maq_textures_options options;
    mq_texture_search search;
    uint64_t max_total;   // pixels of all images together
    uint64_t pixels_left; // until that limit
} texture_reader;

// Requests for the same bytes are neighbours in this order.
static int by_source(const void *left, const void *right, const void *context) {
    (void)context;
    const maq_image_reference *a = &((const mq_texture_request *)left)->about;
    const maq_image_reference *b = &((const mq_texture_request *)right)->about;
    if (a->file && b->file)
        return strcmp(a->file, b->file);
    if (a->file || b->file)
        return a->file ? 1 : -1;
    if (a->data != b->data)
        return (uintptr_t)a->data < (uintptr_t)b->data ? -1 : 1;
    return (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

static void report_damage(texture_reader *r, const maq_image *image, const char *what) {
    const maq_findings *findings = maq_image_findings(image);
    if (findings->warnings)
        MQ_TEXTURE_REPORT(&r->search, DAMAGED, "%s: %s", what, findings->items[0].message);
}

// The store that has the image of a request; NULL when there is none. A file in memory has no path that
// would stand for it in every set.
static maq_image_store *store_of(const texture_reader *r, const mq_texture_request *request) {
    bool shared = request->about.file && mq_files_on_disk(r->options.files, request->source);
    return shared ? r->options.store : NULL;
}

// Stores an image, in the shared store if there is one.
static const maq_image *keep(texture_reader *r, const mq_texture_request *request,
                             maq_image *image) {
    maq_textures *textures = r->textures;
    maq_image_store *store = store_of(r, request);
    const maq_image *shared = store ? mq_image_store_put(store, request->about.path, image,
                                                         mq_texture_kind_of(request->about.role))
                                    : NULL;
    if (shared)
        return shared;
    uint64_t pixels = (uint64_t)image->width * image->height;
    r->pixels_left -= pixels < r->pixels_left ? pixels : r->pixels_left;
    textures->images[textures->image_count++] = image;
    return image;
}

// Builds the mip levels once for all pictures, for every kind that the requests need. When they exceed
// a limit of memory, each picture builds them for itself.
static void prepare(maq_textures *textures, maq_image *image, const mq_texture_request *requests,
                    size_t count) {
    for (size_t i = 0; i < count; i++) {
        mq_texture_kind kind = mq_texture_kind_of(requests[i].about.role);
        if (mq_image_texture(image, kind))
            continue;
        if (mq_image_prepare(image, kind) == MAQ_NO_MEMORY)
            mq_arena_fail(textures->arena, MAQ_NO_MEMORY);
    }
}

// Reports why there is no image, and frees the one without pixels that has the reason.
static void report_unreadable(texture_reader *r, maq_status status, maq_image *image,
                              const char *what) {
    const maq_findings *findings = image ? maq_image_findings(image) : NULL;
    const char *why =
        findings && findings->count ? findings->items[0].message : maq_status_text(status);
    if (status == MAQ_NO_MEMORY)
        mq_arena_fail(r->textures->arena, status);
    else if (status == MAQ_OVER_LIMIT && !image)
        MQ_TEXTURE_REPORT(
            &r->search, UNREADABLE,
            "%s: it needs more memory than the limit allows; --memory-limit raises it", what);
    else if (status == MAQ_OVER_LIMIT && r->pixels_left < r->options.max_pixels)
        MQ_TEXTURE_REPORT(&r->search, UNREADABLE,
                          "%s: all images together have more pixels than the limit of %llu; "
                          "--memory-limit raises it",
                          what, (unsigned long long)r->max_total);
    else if (status == MAQ_OVER_LIMIT)
        MQ_TEXTURE_REPORT(&r->search, UNREADABLE, "%s: %s; --memory-limit raises it", what, why);
    else
        MQ_TEXTURE_REPORT(&r->search, UNREADABLE, "%s: %s", what, why);
    maq_image_free(image);
}

static maq_status decode(texture_reader *r, const void *bytes, size_t length, const char *what,
                         maq_image **out) {
    const maq_image_store *store = r->options.store;
    maq_image_options options = {.size = sizeof options,
                                 .max_pixels = r->options.max_pixels,
                                 .memory =
                                     store ? mq_image_store_memory(store) : r->options.memory};
    if (options.max_pixels > r->pixels_left)
        options.max_pixels = r->pixels_left ? r->pixels_left : 1;
    maq_status status = maq_image_read(bytes, length, &options, out);
    if (status != MAQ_OK)
        report_unreadable(r, status, *out, what);
    return status;
}

// Reads a file of the set and decodes it. Its bytes are in a separate arena, which ends here.
static maq_status decode_file(texture_reader *r, const maq_image_reference *about,
                              maq_image **out) {
    mq_arena *arena = mq_arena_new(r->options.memory);
    if (!arena) {
        mq_arena_fail(r->textures->arena, MAQ_NO_MEMORY);
        return MAQ_NO_MEMORY;
    }
    mq_findings findings;
    mq_findings_init(&findings, arena, 1, 0);
    maq_file file;
    maq_status status = mq_files_get(r->options.files, about->file, true, arena, &findings, &file);
    if (status == MAQ_OK)
        status = decode(r, file.bytes, (size_t)file.length, about->path, out);
    else if (status == MAQ_NO_MEMORY)
        mq_arena_fail(r->textures->arena, status);
    else
        MQ_TEXTURE_REPORT(&r->search, UNREADABLE, "%s: %s", about->path,
                          findings.list.count > 0 ? findings.list.items[0].message
                                                  : maq_status_text(status));
    mq_arena_free(arena);
    return status;
}

static const maq_image *read_image(texture_reader *r, const mq_texture_request *request) {
    const maq_image_reference *about = &request->about;
    const char *what = about->file ? about->path : "an image in the model";
    maq_image_store *store = store_of(r, request);
    const maq_image *image = store ? mq_image_store_find(store, about->path) : NULL;
    if (!image) {
        maq_image *decoded;
        maq_status status = about->file
                                ? decode_file(r, about, &decoded)
                                : decode(r, about->data, (size_t)about->bytes, what, &decoded);
        if (status != MAQ_OK)
            return NULL;
        image = keep(r, request, decoded);
    }
    report_damage(r, image, what);
    return image;
}

static void read_images(texture_reader *r) {
    maq_textures *textures = r->textures;
    mq_texture_request *requests = r->search.requests;
    size_t count = r->search.count;
    textures->images = MQ_NEW_ARRAY(textures->arena, maq_image *, count);
    if (!textures->images)
        return;
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && by_source(&requests[i], &requests[next], NULL) == 0;)
            next++;
        if (!requests[i].about.file && !requests[i].about.data)
            continue;
        size_t own = textures->image_count;
        const maq_image *image = read_image(r, &requests[i]);
        if (textures->image_count > own)
            prepare(textures, textures->images[own], &requests[i], next - i);
        for (size_t k = i; k < next; k++)
            requests[k].image = image;
        if (mq_arena_status(textures->arena) != MAQ_OK)
            return;
    }
}

static void find(texture_reader *r) {
    mq_texture_search_run(&r->search, r->options.files, r->options.name);
    if (mq_arena_status(r->textures->arena) != MAQ_OK || !mq_texture_sort(&r->search, by_source))
        return;
    read_images(r);
    mq_texture_sort(&r->search, mq_texture_by_use);
    r->textures->requests = r->search.requests;
    r->textures->count = r->search.count;
}

maq_status maq_textures_find(const maq_scene *scene, const maq_textures_options *options,
                             maq_textures **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    texture_reader r = {0};
    mq_options_copy(&r.options, sizeof r.options, options);
    if (!scene || r.options.tileset == MAQ_ALL_TILESETS)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(r.options.memory);
    maq_textures *textures = arena ? MQ_NEW(arena, maq_textures) : NULL;
    if (!textures) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    textures->arena = arena;
    mq_findings_init(&textures->findings, arena, MAX_FINDINGS, 0);
    r.textures = textures;
    r.search = (mq_texture_search){.arena = arena,
                                   .findings = &textures->findings,
                                   .scene = scene,
                                   .tileset = r.options.tileset};
    // All images together stay within their limit, and within the byte limit.
    uint64_t bytes = mq_arena_memory(arena)->byte_limit;
    r.max_total = r.options.max_total_pixels ? r.options.max_total_pixels : MQ_DEFAULT_TOTAL_PIXELS;
    if (r.max_total > bytes / 4)
        r.max_total = bytes / 4;
    r.pixels_left = r.max_total;
    if (r.options.max_pixels == 0)
        r.options.max_pixels = MQ_DEFAULT_MAX_PIXELS;
    find(&r);
    maq_status status = mq_arena_status(arena);
    if (status == MAQ_OK)
        *out = textures;
    else
        maq_textures_free(textures);
    return status;
}

const maq_image *maq_textures_get(const maq_textures *textures, uint32_t material,
                                  maq_texture_role role, uint32_t frame) {
    mq_texture_request wanted = {
        .about = {.material = material, .role = role, .frame = frame, .tileset = UINT32_MAX}};
    size_t low = 0, high = textures->count;
    // The last request that does not come after the wanted one.
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (mq_texture_by_use(&textures->requests[middle], &wanted, NULL) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    const mq_texture_request *found = &textures->requests[low - 1];
    return found->about.material == material && found->about.role == role ? found->image : NULL;
}

const maq_findings *maq_textures_findings(const maq_textures *textures) {
    return &textures->findings.list;
}

void maq_textures_free(maq_textures *textures) {
    if (!textures)
        return;
    for (size_t i = 0; i < textures->image_count; i++)
        maq_image_free(textures->images[i]);
    mq_arena_free(textures->arena);
}
