// SPDX-License-Identifier: MIT
//
// The images that the materials of a scene name. Requests are collected, sorted so that equal ones are
// neighbours, resolved, and sorted again for look-up: no hash table is needed.
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "files/files.h"
#include "picture/image_header.h"
#include "picture/material_gltf.h"
#include "picture/texture_priv.h"

#define MAX_FINDINGS 10000

// ---------------------------------------------------------------------------------------- requests

void mq_texture_request_image(mq_texture_search *search, const mq_texture_request *request) {
    mq_texture_request *requests = mq_arena_grow(search->arena, search->requests, &search->capacity,
                                                 search->count, sizeof *requests);
    if (!requests)
        return;
    search->requests = requests;
    search->requests[search->count++] = *request;
}

const maq_scene_texture *mq_texture_of(const maq_scene_material *material, maq_texture_role role,
                                       uint32_t tileset) {
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
static void guess(mq_texture_search *search, uint32_t material) {
    const char *name = search->scene->materials[material].name;
    const char *semicolon = name ? strrchr(name, ';') : NULL;
    if (semicolon)
        name = semicolon + 1;
    if (search->family != MQ_FAMILY_INTER_QUAKE || !name || !*name)
        return;
    mq_texture_request request = {
        .about = {
            .material = material, .role = MAQ_TEXTURE_DIFFUSE, .name = name, .guessed = true}};
    mq_texture_request_image(search, &request);
}

static void request_texture(mq_texture_search *search, uint32_t material, maq_texture_role role,
                            const maq_scene_texture *texture) {
    if (!texture || (!texture->data && (!texture->file || !*texture->file)))
        return;
    mq_texture_request request = {.about = {.material = material,
                                            .role = role,
                                            .tileset = texture->tileset,
                                            .name = texture->file,
                                            .data = texture->data,
                                            .bytes = texture->data ? texture->data_length : 0}};
    mq_texture_request_image(search, &request);
}

static void request_textures(mq_texture_search *search, uint32_t index) {
    const maq_scene_material *material = &search->scene->materials[index];
    if (search->tileset == MAQ_ALL_TILESETS) {
        for (uint32_t i = 0; i < material->texture_count; i++)
            request_texture(search, index, material->textures[i].role, &material->textures[i]);
        return;
    }
    for (int role = 0; role < MAQ_TEXTURE_ROLE_COUNT; role++)
        request_texture(search, index, (maq_texture_role)role,
                        mq_texture_of(material, (maq_texture_role)role, search->tileset));
}

static void collect(mq_texture_search *search) {
    size_t image_count;
    const maq_value *const *images =
        mq_material_gltf_images(search->arena, search->scene, &image_count);
    for (uint32_t i = 0; i < search->scene->material_count; i++) {
        const maq_scene_material *material = &search->scene->materials[i];
        if (mq_texture_request_sequence(search, i))
            continue;
        request_textures(search, i);
        maq_scene_texture emissive = {0};
        if (mq_material_gltf_image(images, image_count, material, &emissive)) {
            emissive.tileset = 0;
            request_texture(search, i, MAQ_TEXTURE_EMISSIVE, &emissive);
        }
        if (material->texture_count == 0)
            guess(search, i);
    }
}

// ------------------------------------------------------------------------------------------- order

static int by_name(const void *left, const void *right, const void *context) {
    (void)context;
    const char *a = ((const mq_texture_request *)left)->about.name;
    const char *b = ((const mq_texture_request *)right)->about.name;
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

int mq_texture_by_use(const void *left, const void *right, const void *context) {
    (void)context;
    const maq_image_reference *a = &((const mq_texture_request *)left)->about;
    const maq_image_reference *b = &((const mq_texture_request *)right)->about;
    if (a->material != b->material)
        return a->material < b->material ? -1 : 1;
    if (a->role != b->role)
        return a->role < b->role ? -1 : 1;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    return (a->tileset > b->tileset) - (a->tileset < b->tileset);
}

bool mq_texture_sort(mq_texture_search *search, mq_texture_order order) {
    mq_texture_request *spare = MQ_NEW_ARRAY(search->arena, mq_texture_request, search->count);
    if (!spare)
        return false;
    search->requests =
        mq_sort(search->requests, spare, search->count, sizeof *search->requests, order, NULL);
    search->capacity = search->count;
    return true;
}

void mq_texture_search_run(mq_texture_search *search, const maq_files *files, const char *name) {
    search->family = mq_texture_family_of(search->scene);
    search->folders = (mq_search_folders){.arena = search->arena, .files = files};
    search->name = name;
    mq_search_folders_init(&search->folders, search->scene, name, search->family,
                           search->check && search->check->game_only);
    collect(search);
    if (mq_arena_status(search->arena) != MAQ_OK || !mq_texture_sort(search, by_name))
        return;
    mq_texture_resolve_names(search);
    mq_texture_sort(search, mq_texture_by_use);
}

// ------------------------------------------------------------------------------------------ headers

// The size of a JPEG may come after more than the first bytes.
static mq_image_header read_file_header(const mq_texture_search *search, mq_arena *scratch,
                                        const maq_image_reference *about) {
    mq_image_header header = {0};
    size_t most = MQ_IMAGE_HEADER_LENGTH;
    for (;;) {
        mq_findings unused;
        mq_findings_init(&unused, scratch, 0, 0);
        maq_file file;
        if (mq_files_read_start(search->folders.files, about->file, most, scratch, &unused,
                                &file) != MAQ_OK)
            return header;
        size_t length = file.length < most ? (size_t)file.length : most;
        header = mq_image_header_read(file.bytes, length);
        if (length == file.length || !header.format || header.width > 0)
            return header;
        most = SIZE_MAX;
    }
}

bool mq_texture_read_header(const mq_texture_search *search, maq_image_reference *about) {
    mq_image_header header = {0};
    if (about->data) {
        header = mq_image_header_read(about->data, (size_t)about->bytes);
    } else if (about->file) {
        mq_arena *scratch = mq_arena_scratch(search->arena);
        if (scratch)
            header = read_file_header(search, scratch, about);
        mq_arena_end_scratch(search->arena, scratch);
    }
    about->format = header.format;
    about->width = header.width;
    about->height = header.height;
    return header.alpha;
}

// --------------------------------------------------------------------------------------- the public

// What the caller's images are the first member of.
typedef struct owned_images {
    maq_images images;
    mq_arena *arena;
    mq_findings findings;
} owned_images;

// The same file for several materials is a group of neighbours in this order.
static int by_file(const void *left, const void *right, const void *context) {
    (void)context;
    const char *a = ((const mq_texture_request *)left)->about.file;
    const char *b = ((const mq_texture_request *)right)->about.file;
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

// Reads the header of each file once.
static void read_headers(mq_texture_search *search) {
    const maq_image_reference *last = NULL;
    for (size_t i = 0; i < search->count; i++) {
        maq_image_reference *about = &search->requests[i].about;
        if (last && last->file && about->file && strcmp(last->file, about->file) == 0) {
            about->format = last->format;
            about->width = last->width;
            about->height = last->height;
        } else {
            mq_texture_read_header(search, about);
        }
        last = about;
    }
}

static void find(owned_images *owned, const maq_scene *scene, const maq_images_options *options) {
    mq_texture_search search = {.arena = owned->arena,
                                .findings = &owned->findings,
                                .scene = scene,
                                .tileset = options->tileset};
    mq_texture_search_run(&search, options->files, options->name);
    if (mq_arena_status(owned->arena) != MAQ_OK || !mq_texture_sort(&search, by_file))
        return;
    read_headers(&search);
    maq_image_reference *items = MQ_NEW_ARRAY(owned->arena, maq_image_reference, search.count);
    if (!items || !mq_texture_sort(&search, mq_texture_by_use))
        return;
    for (size_t i = 0; i < search.count; i++)
        items[i] = search.requests[i].about;
    owned->images = (maq_images){items, search.count, &owned->findings.list};
}

maq_status maq_images_find(const maq_scene *scene, const maq_images_options *given,
                           maq_images **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!scene)
        return MAQ_BAD_ARGUMENT;
    maq_images_options options;
    mq_options_copy(&options, sizeof options, given);
    mq_arena *arena = mq_arena_new(options.memory);
    owned_images *owned = arena ? MQ_NEW(arena, owned_images) : NULL;
    if (!owned) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    owned->arena = arena;
    mq_findings_init(&owned->findings, arena, MAX_FINDINGS, 0);
    find(owned, scene, &options);
    maq_status status = mq_arena_status(arena);
    if (status == MAQ_OK)
        *out = &owned->images;
    else
        mq_arena_free(arena);
    return status;
}

void maq_images_free(maq_images *images) {
    if (images)
        mq_arena_free(((owned_images *)images)->arena);
}
