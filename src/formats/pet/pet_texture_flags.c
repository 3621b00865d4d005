// SPDX-License-Identifier: MIT
//
// Render flags in the names of textures: the game examines the first three characters.
#include <string.h>

#include "formats/pet/pet_scene.h"

#define FLAG_CHARACTERS 3

static bool ends_with(maq_pet_text name, const char *ending) {
    maq_pet_text end = mq_pet_text_of(ending);
    return name.length >= end.length &&
           mq_pet_same_name((maq_pet_text){name.bytes + name.length - end.length, end.length}, end);
}

pet_texture_flags mq_pet_texture_flags(maq_pet_text name) {
    pet_texture_flags flags = {.blend = MAQ_BLEND_OPAQUE,
                               .untextured = name.length == 0 ||
                                             mq_pet_same_name(name, mq_pet_text_of("null"))};
    for (uint32_t i = 0; i < name.length && i < FLAG_CHARACTERS; i++) {
        switch (name.bytes[i]) {
        case '[':
        case '+':
            flags.blend = MAQ_BLEND_ALPHA;
            // DDS files have an alpha channel.
            flags.masked = !ends_with(name, ".dds");
            break;
        case '^': // of newer tools: there is a mask, whatever the blending
            flags.masked = !ends_with(name, ".dds");
            if (flags.blend == MAQ_BLEND_OPAQUE)
                flags.blend = MAQ_BLEND_ALPHA;
            break;
        case ']':
        case '{':
            flags.blend = MAQ_BLEND_CUTOUT;
            break;
        case '~':
            flags.blend = MAQ_BLEND_ADDITIVE;
            break;
        case '}':
            flags.blend = MAQ_BLEND_ALPHA;
            break;
        case '!':
            flags.specular = true;
            break;
        default:
            break;
        }
    }
    for (uint32_t i = 0; i + 1 < name.length; i++)
        flags.two_sided |= name.bytes[i] == '2' && name.bytes[i + 1] == '#';
    return flags;
}

const char *mq_pet_mask_name(mq_arena *arena, const char *name) {
    const char *dot = strrchr(name, '.');
    size_t stem = dot ? (size_t)(dot - name) : strlen(name);
    return mq_arena_format(arena, "%.*s_mask%s", (int)stem, name, name + stem);
}

static double power(double value, unsigned exponent) {
    double product = 1;
    for (unsigned i = 0; i < exponent; i++)
        product *= value;
    return product;
}

// The root of a value from 0 to 1 by Newton's method, from above. Unlike pow() it has the same bits
// on every system.
static double root(double value, unsigned degree) {
    double guess = 1;
    for (;;) {
        double slope = power(guess, degree - 1);
        double next = guess - (slope * guess - value) / (degree * slope);
        if (!(next < guess))
            return guess;
        guess = next;
    }
}

static float linear_of(uint32_t byte) {
    double value = byte / 255.0;
    // x^2.4 is the fifth root of x^12.
    return (float)(value <= 0.04045 ? value / 12.92 : root(power((value + 0.055) / 1.055, 12), 5));
}

static uint32_t byte_of(double value) {
    // The comparison is false for NaN.
    if (!(value > 0))
        return 0;
    return value >= 1 ? 255 : (uint32_t)(value * 255 + 0.5);
}

static uint32_t srgb_of(double value) {
    // x^(1 / 2.4) is the twelfth root of x^5.
    return byte_of(!(value > 0.0031308) ? value * 12.92
                   : value < 1          ? 1.055 * root(power(value, 5), 12) - 0.055
                                        : 1);
}

void mq_pet_colour(uint32_t argb, float colour[4]) {
    for (unsigned i = 0; i < 3; i++)
        colour[i] = linear_of(argb >> (16 - 8 * i) & 0xff);
    colour[3] = (float)((argb >> 24) / 255.0);
}

uint32_t mq_pet_argb(const float colour[4]) {
    return byte_of((double)colour[3]) << 24 | srgb_of((double)colour[0]) << 16 |
           srgb_of((double)colour[1]) << 8 | srgb_of((double)colour[2]);
}
