// SPDX-License-Identifier: MIT
//
// The images of the materials of a scene. Requests are collected, sorted so that equal ones are
// neighbours, resolved, and sorted again for look-up: no hash table is needed.
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "picture/image_priv.h"
#include "picture/material_gltf.h"
#include "picture/texture_priv.h"
#include "picture/texture_store.h"

#define MAX_FINDINGS 10000

// ---------------------------------------------------------------------------------------- requests

void mq_texture_request_image(mq_texture_work *work, const mq_texture_request *request) {
    maq_textures *textures = work->textures;
    mq_texture_request *requests =
        mq_arena_grow(textures->arena, textures->requests, &textures->capacity, textures->count,
                      sizeof *requests);
    if (!requests)
        return;
    textures->requests = requests;
    textures->requests[textures->count++] = *request;
}

static const maq_scene_texture *texture_of(const maq_scene_material *material,
                                           maq_texture_role role, uint32_t tileset) {
    const maq_scene_texture *standard = NULL;
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role != role)
            continue;
        if (texture->tileset == tileset)
            return texture;
        if (texture->tileset == 0)
            standard = texture;
    }
    return standard;
}

// Inter-Quake models name materials, not images. Engines use the name of the material as a file name.
static void guess(mq_texture_work *work, uint32_t material) {
    const char *name = work->scene->materials[material].name;
    const char *semicolon = name ? strrchr(name, ';') : NULL;
    if (semicolon)
        name = semicolon + 1;
    if (work->family != MQ_FAMILY_INTER_QUAKE || !name || !*name)
        return;
    mq_texture_request request = {
        .material = material, .role = MAQ_TEXTURE_DIFFUSE, .name = name, .guessed = true};
    mq_texture_request_image(work, &request);
}

static void request_texture(mq_texture_work *work, uint32_t material, maq_texture_role role,
                            const maq_scene_texture *texture) {
    mq_texture_request request = {.material = material,
                                  .role = role,
                                  .name = texture->data ? NULL : texture->file,
                                  .data = texture->data,
                                  .data_length = texture->data_length};
    mq_texture_request_image(work, &request);
}

static void collect(mq_texture_work *work) {
    size_t image_count;
    const maq_value *const *images =
        mq_material_gltf_images(work->textures->arena, work->scene, &image_count);
    for (uint32_t i = 0; i < work->scene->material_count; i++) {
        const maq_scene_material *material = &work->scene->materials[i];
        if (mq_texture_request_sequence(work, i))
            continue;
        for (int role = 0; role < MAQ_TEXTURE_ROLE_COUNT; role++) {
            const maq_scene_texture *texture =
                texture_of(material, (maq_texture_role)role, work->options.tileset);
            if (texture && (texture->data || (texture->file && *texture->file)))
                request_texture(work, i, (maq_texture_role)role, texture);
        }
        maq_scene_texture emissive;
        if (mq_material_gltf_image(images, image_count, material, &emissive))
            request_texture(work, i, MQ_TEXTURE_EMISSIVE, &emissive);
        if (material->texture_count == 0)
            guess(work, i);
    }
}

// ------------------------------------------------------------------------------------------- order

static int compare_texts(const char *a, const char *b) {
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

static int by_name(const void *left, const void *right, const void *context) {
    (void)context;
    const mq_texture_request *a = left, *b = right;
    return compare_texts(a->name, b->name);
}

// Requests for the same bytes are neighbours in this order.
static int by_source(const void *left, const void *right, const void *context) {
    (void)context;
    const mq_texture_request *a = left, *b = right;
    int order = compare_texts(a->path, b->path);
    if (order == 0)
        order =
            ((uintptr_t)a->data > (uintptr_t)b->data) - ((uintptr_t)a->data < (uintptr_t)b->data);
    return order != 0 ? order
                      : (a->data_length > b->data_length) - (a->data_length < b->data_length);
}

static int by_use(const void *left, const void *right, const void *context) {
    (void)context;
    const mq_texture_request *a = left, *b = right;
    if (a->material != b->material)
        return a->material < b->material ? -1 : 1;
    if (a->role != b->role)
        return a->role < b->role ? -1 : 1;
    return (a->frame > b->frame) - (a->frame < b->frame);
}

static bool sort_requests(maq_textures *textures, mq_compare compare) {
    mq_texture_request *spare = MQ_NEW_ARRAY(textures->arena, mq_texture_request, textures->count);
    if (!spare)
        return false;
    textures->requests = mq_sort(textures->requests, spare, textures->count,
                                 sizeof *textures->requests, compare, NULL);
    textures->capacity = textures->count;
    return true;
}

// ----------------------------------------------------------------------------------------- reading

static void report_damage(mq_texture_work *work, const maq_image *image, const char *what) {
    const maq_findings *findings = maq_image_findings(image);
    if (findings->warnings)
        MQ_TEXTURE_REPORT(work, DAMAGED, "%s: %s", what, findings->items[0].message);
}

// Stores an image, in the shared store if there is one.
static const maq_image *keep(mq_texture_work *work, const mq_texture_request *request,
                             maq_image *image) {
    maq_textures *textures = work->textures;
    const maq_image *shared = work->options.store && request->path
                                  ? mq_image_store_put(work->options.store, request->path, image,
                                                       mq_texture_kind_of(request->role))
                                  : NULL;
    if (shared)
        return shared;
    uint64_t pixels = (uint64_t)image->width * image->height;
    work->pixels_left -= pixels < work->pixels_left ? pixels : work->pixels_left;
    textures->images[textures->image_count++] = image;
    return image;
}

// Builds the mip levels once for all pictures, for every kind that the requests need. When they exceed
// a limit of memory, each picture builds them for itself.
static void prepare(maq_textures *textures, maq_image *image, const mq_texture_request *requests,
                    size_t count) {
    for (size_t i = 0; i < count; i++) {
        mq_texture_kind kind = mq_texture_kind_of(requests[i].role);
        if (mq_image_texture(image, kind))
            continue;
        if (mq_image_prepare(image, kind) == MAQ_NO_MEMORY)
            mq_arena_fail(textures->arena, MAQ_NO_MEMORY);
    }
}

// Reports why there is no image, and frees the one without pixels that has the reason.
static void report_unreadable(mq_texture_work *work, maq_status status, maq_image *image,
                              const char *what) {
    const maq_findings *findings = image ? maq_image_findings(image) : NULL;
    const char *why =
        findings && findings->count ? findings->items[0].message : maq_status_text(status);
    bool total = work->pixels_left < work->options.max_pixels;
    if (status == MAQ_NO_MEMORY)
        mq_arena_fail(work->textures->arena, status);
    else if (status == MAQ_OVER_LIMIT)
        MQ_TEXTURE_REPORT(work, UNREADABLE, "%s: %s (the option %s raises the limit%s)", what, why,
                          total ? "max_total_pixels" : "max_pixels",
                          total ? " of all images together" : "");
    else
        MQ_TEXTURE_REPORT(work, UNREADABLE, "%s: %s", what, why);
    maq_image_free(image);
}

static maq_status decode(const mq_texture_work *work, const char *bytes, size_t length,
                         maq_image **out) {
    uint64_t pixels_left = work->pixels_left;
    const maq_image_store *store = work->options.store;
    maq_image_options options = {.size = sizeof options,
                                 .max_pixels = work->options.max_pixels,
                                 .memory =
                                     store ? mq_image_store_memory(store) : work->options.memory};
    if (options.max_pixels > pixels_left)
        options.max_pixels = pixels_left ? pixels_left : 1;
    return maq_image_read(bytes, length, &options, out);
}

static const maq_image *read_image(mq_texture_work *work, const mq_texture_request *request) {
    const char *bytes = (const char *)request->data;
    size_t length = request->data_length;
    const char *what = request->path ? request->path : "an image in the model";
    const mq_texture_source *source = work->folders.source;
    mq_arena *file = NULL;
    maq_image *image = NULL;
    const maq_image *kept = request->path && work->options.store
                                ? mq_image_store_find(work->options.store, request->path)
                                : NULL;
    maq_status status = MAQ_OK;
    if (!kept && request->path) {
        file = mq_arena_new(work->options.memory);
        status = file ? source->read(source->context, file, request->path, &bytes, &length)
                      : MAQ_NO_MEMORY;
    }
    if (!kept && status == MAQ_OK)
        status = decode(work, bytes, length, &image);
    mq_arena_free(file);
    if (status != MAQ_OK) {
        report_unreadable(work, status, image, what);
        return NULL;
    }
    if (!kept)
        kept = keep(work, request, image);
    report_damage(work, kept, what);
    return kept;
}

static void read_images(mq_texture_work *work) {
    maq_textures *textures = work->textures;
    textures->images = MQ_NEW_ARRAY(textures->arena, maq_image *, textures->count);
    if (!textures->images)
        return;
    for (size_t i = 0, next; i < textures->count; i = next) {
        mq_texture_request *request = &textures->requests[i];
        for (next = i + 1;
             next < textures->count && by_source(request, &textures->requests[next], NULL) == 0;)
            next++;
        if (!request->path && !request->data)
            continue;
        size_t own = textures->image_count;
        const maq_image *image = read_image(work, request);
        if (textures->image_count > own)
            prepare(textures, textures->images[own], request, next - i);
        for (size_t k = i; k < next; k++)
            textures->requests[k].image = image;
        if (mq_arena_status(textures->arena) != MAQ_OK)
            return;
    }
}

// --------------------------------------------------------------------------------------- the whole

static void find(mq_texture_work *work) {
    maq_textures *textures = work->textures;
    work->folders = (mq_search_folders){.arena = textures->arena, .source = &mq_texture_system};
    work->family = mq_texture_family_of(work->scene);
    mq_search_folders_init(&work->folders, work->scene, &work->options, work->family);
    collect(work);
    if (mq_arena_status(textures->arena) != MAQ_OK || !sort_requests(textures, by_name))
        return;
    mq_texture_resolve_names(work);
    if (!sort_requests(textures, by_source))
        return;
    read_images(work);
    sort_requests(textures, by_use);
}

maq_status maq_textures_find(const maq_scene *scene, const maq_textures_options *options,
                             maq_textures **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!scene)
        return MAQ_BAD_ARGUMENT;
    mq_texture_work work = {.scene = scene};
    mq_options_copy(&work.options, sizeof work.options, options);
    if (work.options.folder_count && !work.options.folders)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(work.options.memory);
    maq_textures *textures = arena ? MQ_NEW(arena, maq_textures) : NULL;
    if (!textures) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    textures->arena = arena;
    mq_findings_init(&textures->findings, arena, MAX_FINDINGS, 0);
    work.textures = textures;
    // All images together stay within their limit, and within the byte limit.
    uint64_t total = work.options.max_total_pixels, bytes = mq_arena_memory(arena)->byte_limit;
    work.pixels_left = total ? total : MQ_DEFAULT_TOTAL_PIXELS;
    if (work.pixels_left > bytes / 4)
        work.pixels_left = bytes / 4;
    if (work.options.max_pixels == 0)
        work.options.max_pixels = MQ_DEFAULT_MAX_PIXELS;
    find(&work);
    maq_status status = mq_arena_status(arena);
    if (status == MAQ_OK)
        *out = textures;
    else
        maq_textures_free(textures);
    return status;
}

const maq_image *maq_textures_get(const maq_textures *textures, uint32_t material,
                                  maq_texture_role role, uint32_t frame) {
    mq_texture_request wanted = {.material = material, .role = role, .frame = frame};
    size_t low = 0, high = textures->count;
    // The last request that does not come after the wanted one.
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_use(&textures->requests[middle], &wanted, NULL) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    const mq_texture_request *found = &textures->requests[low - 1];
    return found->material == material && found->role == role ? found->image : NULL;
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
