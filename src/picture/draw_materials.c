// SPDX-License-Identifier: MIT
//
// Materials for the rasteriser: their textures with mip levels, and neutral colours for textures that
// are missing.
#include <string.h>

#include "picture/draw_priv.h"
#include "picture/image_priv.h"
#include "picture/material_gltf.h"
#include "picture/texture_folders.h"

// Light grey, darker than white, so that both light and shade show.
#define NEUTRAL 0.6f

// Textures by their images: an open-addressing hash table, at most half full.
typedef struct texture_table {
    const maq_image **images;
    const mq_texture **textures;
    size_t mask;
} texture_table;

static bool table_begin(mq_arena *arena, texture_table *table, size_t most) {
    size_t capacity = 16;
    while (capacity < most * 2)
        capacity *= 2;
    table->images = MQ_NEW_ARRAY(arena, const maq_image *, capacity);
    table->textures = MQ_NEW_ARRAY(arena, const mq_texture *, capacity);
    table->mask = capacity - 1;
    return table->textures != NULL;
}

static const mq_texture *prepared_texture(mq_drawing *d, texture_table *table,
                                          const maq_image *image, mq_texture_kind kind) {
    if (!image || image->width == 0 || image->height == 0)
        return NULL;
    const mq_texture *stored = mq_image_texture(image, kind);
    if (stored)
        return stored;
    size_t at = ((uintptr_t)image >> 4) * 0x9e3779b1u & table->mask;
    while (table->images[at] && table->images[at] != image)
        at = (at + 1) & table->mask;
    if (!table->images[at]) {
        table->images[at] = image;
        table->textures[at] = mq_texture_new(d->arena, image, kind, &d->encoder);
    }
    return table->textures[at];
}

static bool names_texture(const maq_scene_material *material) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        if (material->textures[i].role == MAQ_TEXTURE_DIFFUSE)
            return true;
    }
    return false;
}

// A material whose texture is missing is drawn in a neutral colour.
static void make_neutral(mq_raster_material *material) {
    for (int i = 0; i < 3; i++)
        material->colour[i] *= NEUTRAL;
    if (material->blend == MAQ_BLEND_ADDITIVE || material->blend == MAQ_BLEND_PREMULTIPLIED) {
        material->blend = MAQ_BLEND_ALPHA;
        material->colour[3] *= 0.5f;
    }
}

// Warzone tests alpha on every surface; its files do not say so.
#define WARZONE_CUTOFF 0.5f

static void set_material(mq_drawing *d, texture_table *table, uint32_t number,
                         const mq_texture *checker) {
    const maq_scene_material *source = &d->scene->materials[number];
    mq_raster_material *material = &d->materials[number];
    material->blend = source->blend;
    material->two_sided = source->two_sided;
    material->cutoff = source->cutoff;
    memcpy(material->colour, source->colour, sizeof material->colour);
    const uint8_t *team = d->options.team_colour;
    for (int i = 0; i < 3; i++)
        material->team[i] = team[i];
    if (checker) {
        material->diffuse = checker;
        material->blend = MAQ_BLEND_OPAQUE;
        material->colour[0] = material->colour[1] = material->colour[2] = 1;
        return;
    }
    mq_material_gltf gltf = mq_material_gltf_read(source);
    memcpy(material->emission, gltf.emission, sizeof material->emission);
    material->emits = gltf.emission[0] > 0 || gltf.emission[1] > 0 || gltf.emission[2] > 0;
    material->diffuse_mapping = gltf.diffuse;
    material->normal_mapping = gltf.normal;
    material->emissive_mapping = gltf.emissive;
    const mq_texture **slots[MQ_TEXTURE_ROLE_COUNT] = {
        [MAQ_TEXTURE_DIFFUSE] = &material->diffuse,
        [MAQ_TEXTURE_NORMAL] = &material->normal,
        [MAQ_TEXTURE_SPECULAR] = &material->specular,
        [MAQ_TEXTURE_TEAM_MASK] = &material->team_mask,
        [MAQ_TEXTURE_ALPHA_MASK] = &material->alpha_mask,
        [MAQ_TEXTURE_EMISSIVE] = &material->emissive};
    for (int role = 0; d->options.textures && role < MQ_TEXTURE_ROLE_COUNT; role++) {
        const maq_image *image = maq_textures_get(d->options.textures, number,
                                                  (maq_texture_role)role, d->pose->frames[number]);
        *slots[role] =
            prepared_texture(d, table, image, mq_texture_kind_of((maq_texture_role)role));
    }
    if (!material->diffuse &&
        (names_texture(source) ||
         material->colour[0] + material->colour[1] + material->colour[2] >= 3))
        make_neutral(material);
    if (d->like_warzone && material->blend == MAQ_BLEND_OPAQUE && material->diffuse &&
        !material->diffuse->solid) {
        material->blend = MAQ_BLEND_CUTOUT;
        material->cutoff = WARZONE_CUTOFF;
    }
    material->unlit = gltf.unlit || material->blend == MAQ_BLEND_ADDITIVE;
}

// Eight by eight squares, redder to the right and greener downwards: they show the direction, density
// and distortion of texture coordinates.
static const mq_texture *make_checker_texture(mq_drawing *d) {
    enum { SIDE = 128, FIELD = 16 };
    maq_image *image = MQ_NEW(d->arena, maq_image);
    uint8_t *pixels = MQ_NEW_UNINITIALIZED_ARRAY(d->arena, uint8_t, SIDE * SIDE * 4);
    if (!image || !pixels)
        return NULL;
    *image = (maq_image){SIDE, SIDE, pixels};
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int light = (x / FIELD + y / FIELD) % 2 ? 255 : 140;
            uint8_t *pixel = pixels + (y * SIDE + x) * 4;
            pixel[0] = (uint8_t)(light * (SIDE + x) / (SIDE * 2));
            pixel[1] = (uint8_t)(light * (SIDE + y) / (SIDE * 2));
            pixel[2] = (uint8_t)(light * 5 / 8);
            pixel[3] = 255;
        }
    }
    return mq_texture_new(d->arena, image, MQ_TEXTURE_COLOUR, &d->encoder);
}

static mq_raster_material plain_material(float r, float g, float b, float alpha) {
    return (mq_raster_material){.blend = alpha < 1 ? MAQ_BLEND_ALPHA : MAQ_BLEND_OPAQUE,
                                .two_sided = alpha < 1,
                                .colour = {r, g, b, alpha}};
}

bool mq_draw_prepare_materials(mq_drawing *d) {
    uint32_t count = d->scene->material_count;
    d->like_warzone = mq_texture_family_of(d->scene) == MQ_FAMILY_WARZONE;
    texture_table table = {0};
    d->materials = MQ_NEW_ARRAY(d->arena, mq_raster_material, (size_t)count + 1);
    if (!d->materials || (d->options.textures &&
                          !table_begin(d->arena, &table, (size_t)count * MQ_TEXTURE_ROLE_COUNT)))
        return false;
    const mq_texture *checker = d->options.show & MAQ_SHOW_UV ? make_checker_texture(d) : NULL;
    if (!d->options.team_colour[3])
        memcpy(d->options.team_colour, (const uint8_t[4]){16, 112, 16, 255}, 4);
    for (uint32_t i = 0; i < count; i++)
        set_material(d, &table, i, checker);
    d->materials[count] = plain_material(NEUTRAL, NEUTRAL, NEUTRAL, 1);
    d->materials[count].diffuse = checker;
    d->shadow_material = plain_material(0.05f, 0.05f, 0.08f, 0.4f);
    d->collision_material = plain_material(0.5f, 0.1f, 0.6f, 0.4f);
    return mq_arena_status(d->arena) == MAQ_OK;
}
