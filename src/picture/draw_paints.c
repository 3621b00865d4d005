// SPDX-License-Identifier: MIT
//
// What materials look like: their textures made ready, and what stands in for those that are not
// there.
#include <string.h>

#include "picture/draw_priv.h"
#include "picture/image_priv.h"
#include "picture/texture_places.h"

// Light grey, a little less than paper, so that light and shade both show.
#define NEUTRAL 0.6f

// Textures made ready, found by their images: a table with open places, at most half full.
typedef struct texture_table {
    const maq_image **images;
    const mq_texture **textures;
    size_t mask;
} texture_table;

static bool table_begin(mq_arena *arena, texture_table *table, size_t most) {
    size_t room = 16;
    while (room < most * 2)
        room *= 2;
    table->images = MQ_NEW_ARRAY(arena, const maq_image *, room);
    table->textures = MQ_NEW_ARRAY(arena, const mq_texture *, room);
    table->mask = room - 1;
    return table->textures != NULL;
}

static const mq_texture *ready(mq_drawing *d, texture_table *table, const maq_image *image,
                               mq_texture_kind kind) {
    if (!image || image->width == 0 || image->height == 0)
        return NULL;
    const mq_texture *stored = mq_image_ready(image, kind);
    if (stored)
        return stored;
    size_t at = ((uintptr_t)image >> 4) * 0x9e3779b1u & table->mask;
    while (table->images[at] && table->images[at] != image)
        at = (at + 1) & table->mask;
    if (!table->images[at]) {
        table->images[at] = image;
        table->textures[at] = mq_texture_make(d->arena, image, kind, &d->encoder);
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

// A material without the texture that gives it its look: shape is all that can be shown.
static void make_neutral(mq_paint *paint) {
    for (int i = 0; i < 3; i++)
        paint->colour[i] *= NEUTRAL;
    if (paint->blend == MAQ_BLEND_ADDITIVE || paint->blend == MAQ_BLEND_PREMULTIPLIED) {
        paint->blend = MAQ_BLEND_ALPHA;
        paint->colour[3] *= 0.5f;
    }
}

// Warzone leaves out what the texture has nothing at, on every surface; its files do not say so.
#define WARZONE_CUTOFF 0.5f

static void set_paint(mq_drawing *d, texture_table *table, uint32_t number,
                      const mq_texture *chequers) {
    const maq_scene_material *material = &d->scene->materials[number];
    mq_paint *paint = &d->paints[number];
    paint->blend = material->blend;
    paint->two_sided = material->two_sided;
    paint->cutoff = material->cutoff;
    memcpy(paint->colour, material->colour, sizeof paint->colour);
    const uint8_t *team = d->options.team_colour;
    for (int i = 0; i < 3; i++)
        paint->team[i] = team[i];
    if (chequers) {
        paint->diffuse = chequers;
        paint->blend = MAQ_BLEND_OPAQUE;
        paint->colour[0] = paint->colour[1] = paint->colour[2] = 1;
        return;
    }
    const mq_texture **places[MAQ_TEXTURE_ROLE_COUNT] = {
        [MAQ_TEXTURE_DIFFUSE] = &paint->diffuse,
        [MAQ_TEXTURE_NORMAL] = &paint->normal,
        [MAQ_TEXTURE_SPECULAR] = &paint->specular,
        [MAQ_TEXTURE_TEAM_MASK] = &paint->team_mask,
        [MAQ_TEXTURE_ALPHA_MASK] = &paint->alpha_mask};
    for (int role = 0; d->options.textures && role < MAQ_TEXTURE_ROLE_COUNT; role++) {
        const maq_image *image = maq_textures_get(d->options.textures, number,
                                                  (maq_texture_role)role, d->pose->frames[number]);
        *places[role] = ready(d, table, image, mq_texture_kind_of((maq_texture_role)role));
    }
    if (!paint->diffuse &&
        (names_texture(material) || paint->colour[0] + paint->colour[1] + paint->colour[2] >= 3))
        make_neutral(paint);
    if (d->like_warzone && paint->blend == MAQ_BLEND_OPAQUE && paint->diffuse &&
        !paint->diffuse->solid) {
        paint->blend = MAQ_BLEND_CUTOUT;
        paint->cutoff = WARZONE_CUTOFF;
    }
    paint->unlit = paint->blend == MAQ_BLEND_ADDITIVE;
}

// Eight by eight fields, redder to the right and greener downwards: which way the texture runs, how
// dense it is and where it is bent.
static const mq_texture *make_chequers(mq_drawing *d) {
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
    return mq_texture_make(d->arena, image, MQ_TEXTURE_COLOUR, &d->encoder);
}

static mq_paint plain_paint(float r, float g, float b, float alpha) {
    return (mq_paint){.blend = alpha < 1 ? MAQ_BLEND_ALPHA : MAQ_BLEND_OPAQUE,
                      .two_sided = alpha < 1,
                      .colour = {r, g, b, alpha}};
}

bool mq_draw_paints(mq_drawing *d) {
    uint32_t count = d->scene->material_count;
    d->like_warzone = mq_texture_family_of(d->scene, NULL) == MQ_FAMILY_WARZONE;
    texture_table table = {0};
    d->paints = MQ_NEW_ARRAY(d->arena, mq_paint, (size_t)count + 1);
    if (!d->paints || (d->options.textures &&
                       !table_begin(d->arena, &table, (size_t)count * MAQ_TEXTURE_ROLE_COUNT)))
        return false;
    const mq_texture *chequers = d->options.show & MAQ_SHOW_UV ? make_chequers(d) : NULL;
    if (!d->options.team_colour[3])
        memcpy(d->options.team_colour, (const uint8_t[4]){16, 112, 16, 255}, 4);
    for (uint32_t i = 0; i < count; i++)
        set_paint(d, &table, i, chequers);
    d->paints[count] = plain_paint(NEUTRAL, NEUTRAL, NEUTRAL, 1);
    d->paints[count].diffuse = chequers;
    d->shadow_paint = plain_paint(0.05f, 0.05f, 0.08f, 0.4f);
    d->collision_paint = plain_paint(0.5f, 0.1f, 0.6f, 0.4f);
    return mq_arena_status(d->arena) == MAQ_OK;
}
