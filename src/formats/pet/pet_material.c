// SPDX-License-Identifier: MIT
//
// Names of textures tell how they are drawn: the game looks at their first letters.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_scene.h"

#define TELLING_LETTERS 3

pet_material_look mq_pet_resolve_material(maq_pet_text name) {
    pet_material_look look = {.blend = MAQ_BLEND_OPAQUE};
    for (uint32_t i = 0; i < name.length && i < TELLING_LETTERS; i++) {
        switch (name.bytes[i]) {
        case '[':
        case '+':
            look.blend = MAQ_BLEND_ALPHA;
            look.masked = true;
            break;
        case ']':
        case '{':
            look.blend = MAQ_BLEND_CUTOUT;
            break;
        case '~':
            look.blend = MAQ_BLEND_ADDITIVE;
            break;
        case '}':
            look.blend = MAQ_BLEND_ALPHA;
            break;
        default:
            break;
        }
    }
    for (uint32_t i = 0; i + 1 < name.length; i++)
        look.two_sided |= name.bytes[i] == '2' && name.bytes[i + 1] == '#';
    // These carry their own alpha.
    static const maq_pet_text dds = {".dds", 4};
    if (name.length >= dds.length &&
        mq_pet_same_name((maq_pet_text){name.bytes + name.length - 4, 4}, dds))
        look.masked = false;
    return look;
}

bool mq_pet_no_texture(maq_pet_text name) {
    return name.length == 0 || mq_pet_same_name(name, (maq_pet_text){"null", 4});
}

const char *mq_pet_mask_name(mq_arena *arena, const char *name) {
    const char *dot = strrchr(name, '.');
    size_t stem = dot ? (size_t)(dot - name) : strlen(name);
    return mq_arena_format(arena, "%.*s_mask%s", (int)stem, name, name + stem);
}

static float linear_of(uint32_t byte) {
    double value = byte / 255.0;
    return (float)(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
}

static uint32_t byte_of(double value) {
    // Also true for what is no number.
    if (!(value > 0))
        return 0;
    return value >= 1 ? 255 : (uint32_t)(value * 255 + 0.5);
}

static uint32_t srgb_of(double value) {
    return byte_of(value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055);
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
