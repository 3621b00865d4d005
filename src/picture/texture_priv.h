// SPDX-License-Identifier: MIT
//
// What the files that find textures share.
#ifndef MQ_PICTURE_TEXTURE_PRIV_H
#define MQ_PICTURE_TEXTURE_PRIV_H

#include "base/arena.h"
#include "base/findings.h"
#include "maquette/image.h"
#include "picture/image_check.h"
#include "picture/image_rules.h"
#include "picture/raster_texture.h"
#include "picture/texture_folders.h"

// One image that a material uses.
typedef struct mq_texture_request {
    maq_image_reference about;
    size_t source; // of the file in the set
    bool has_twin; // there is no such file, but a compressed one that the game uses
    const maq_image *image;
} mq_texture_request;

// The search for all images of a scene.
typedef struct mq_texture_search {
    mq_arena *arena;
    mq_findings *findings;
    const maq_scene *scene;
    uint32_t tileset;            // or MAQ_ALL_TILESETS
    const mq_image_check *check; // whose rules and positions findings have; NULL: they have none
    const char *name;            // of the model in the set of files
    mq_texture_family family;
    mq_search_folders folders;
    mq_texture_request *requests;
    size_t count, capacity;
    bool found; // the file of some name
} mq_texture_search;

#define MQ_TEXTURE_REPORT(search, rule, ...)                                                       \
    mq_add_finding((search)->findings, &mq_image_rules[MQ_TEXTURE_##rule], MAQ_NO_OFFSET, 0,       \
                   __VA_ARGS__)

// The rule for a fault of an image: the one of the format in a check, or that of all formats. NULL: the
// fault is not one.
const maq_rule *mq_texture_rule(const mq_texture_search *search, mq_image_fault fault);

// Gives a finding, if it is not NULL, its subject and, in a check, the position where the model names the
// image.
void mq_texture_set_subject(const mq_texture_search *search, maq_finding *finding,
                            const maq_image_reference *image, const char *subject);

// Collects the images that the materials name and finds their files, without reading them. `files` and
// `name` are those of the options. The requests end up sorted by material, role, frame and tileset. Failing
// memory shows in the status of the arena.
void mq_texture_search_run(mq_texture_search *search, const maq_files *files, const char *name);

// Sorts requests, by material, role, frame and tileset or in another order.
typedef int (*mq_texture_order)(const void *left, const void *right, const void *context);
int mq_texture_by_use(const void *left, const void *right, const void *context);
bool mq_texture_sort(mq_texture_search *search, mq_texture_order order);

// Adds a request.
void mq_texture_request_image(mq_texture_search *search, const mq_texture_request *request);

// The texture of a material for a role and a tileset, or the one of tileset 0; NULL: it has none.
const maq_scene_texture *mq_texture_of(const maq_scene_material *material, maq_texture_role role,
                                       uint32_t tileset);

// If the texture of a material is a sequence of files, requests all frames that the clips show and
// returns true.
bool mq_texture_request_sequence(mq_texture_search *search, uint32_t material);

// Sets the file of every request that has only a name, and the path and length of those that have a file.
// Reports what is missing.
void mq_texture_resolve_names(mq_texture_search *search);

// Fills in format, size in pixels and length from the first bytes of an image. Returns whether the image
// has an alpha channel.
bool mq_texture_read_header(const mq_texture_search *search, maq_image_reference *about);

#endif
