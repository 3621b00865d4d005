// SPDX-License-Identifier: MIT
#include "picture/raster_texture.h"

#include <math.h>
#include <string.h>

static float light_byte(uint8_t byte) {
    return mq_srgb_light[byte] * 255;
}

// The mean of up to four pixels. Colours are averaged as linear light.
static void halve(const mq_texture_level *from, uint32_t width, uint32_t height, uint8_t *to,
                  mq_texture_kind kind, const mq_srgb_encoder *encoder) {
    for (uint32_t y = 0; y < height; y++) {
        uint32_t y0 = y * 2, y1 = y0 + 1 < from->height ? y0 + 1 : y0;
        const uint8_t *upper = from->pixels + (size_t)y0 * from->width * 4;
        const uint8_t *lower = from->pixels + (size_t)y1 * from->width * 4;
        for (uint32_t x = 0; x < width; x++, to += 4) {
            size_t x0 = (size_t)x * 8, x1 = x * 2 + 1 < from->width ? x0 + 4 : x0;
            // The mean of equal pixels is the same pixel. Large areas of textures have one colour.
            if (memcmp(upper + x0, upper + x1, 4) == 0 && memcmp(upper + x0, lower + x0, 4) == 0 &&
                memcmp(upper + x0, lower + x1, 4) == 0) {
                memcpy(to, upper + x0, 4);
                continue;
            }
            for (unsigned c = 0; c < 4; c++) {
                uint8_t four[4] = {upper[x0 + c], upper[x1 + c], lower[x0 + c], lower[x1 + c]};
                if (kind == MQ_TEXTURE_PLAIN || c == 3) {
                    to[c] = (uint8_t)((four[0] + four[1] + four[2] + four[3] + 2) / 4);
                    continue;
                }
                float sum = mq_srgb_light[four[0]] + mq_srgb_light[four[1]] +
                            mq_srgb_light[four[2]] + mq_srgb_light[four[3]];
                to[c] = mq_srgb_byte(encoder, mq_light_steps(sum * 0.25f));
            }
        }
    }
}

bool mq_image_is_solid(const maq_image *image) {
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++) {
        if (image->pixels[i * 4 + 3] != 255)
            return false;
    }
    return true;
}

const mq_texture *mq_texture_new(mq_arena *arena, const maq_image *image, mq_texture_kind kind,
                                 const mq_srgb_encoder *encoder) {
    mq_texture *texture = MQ_NEW(arena, mq_texture);
    if (!texture)
        return NULL;
    texture->levels[0] = (mq_texture_level){image->width, image->height, image->pixels};
    texture->level_count = 1;
    texture->solid = mq_image_is_solid(image);
    while (texture->level_count < MQ_TEXTURE_LEVELS) {
        const mq_texture_level *last = &texture->levels[texture->level_count - 1];
        if (last->width == 1 && last->height == 1)
            break;
        uint32_t width = last->width > 1 ? last->width / 2 : 1;
        uint32_t height = last->height > 1 ? last->height / 2 : 1;
        uint8_t *pixels = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint8_t, (size_t)width * height * 4);
        if (!pixels)
            return NULL;
        halve(last, width, height, pixels, kind, encoder);
        texture->levels[texture->level_count++] = (mq_texture_level){width, height, pixels};
    }
    return texture;
}

// The same for coordinates that do not repeat: those outside are clamped to the edge or mirrored.
static float between_edges(float coordinate, mq_wrap wrap, uint32_t count, uint32_t *before,
                           uint32_t *after) {
    if (wrap == MQ_WRAP_MIRROR) {
        float half = coordinate * 0.5f;
        coordinate = (half - floorf(half)) * 2;
        coordinate = coordinate > 1 ? 2 - coordinate : coordinate;
    }
    // NaN becomes 0.
    coordinate = coordinate > 0 ? (coordinate < 1 ? coordinate : 1) : 0;
    float position = coordinate * (float)count - 0.5f;
    float whole = floorf(position);
    int32_t at = (int32_t)whole, last = (int32_t)count - 1;
    *before = (uint32_t)(at < 0 ? 0 : at);
    *after = (uint32_t)(at < last ? at + 1 : last);
    return position - whole;
}

// The two pixels on both sides of a texture coordinate, and the weight of the second.
static float between(float coordinate, mq_wrap wrap, uint32_t count, uint32_t *before,
                     uint32_t *after) {
    if (wrap != MQ_WRAP_REPEAT)
        return between_edges(coordinate, wrap, count, before, after);
    float fraction = coordinate - floorf(coordinate);
    if (!(fraction >= 0 && fraction < 1)) // too large a number, or just below a whole one
        fraction = 0;
    float position = fraction * (float)count - 0.5f;
    float whole = floorf(position);
    int32_t at = (int32_t)whole;
    *before = at < 0 ? count - 1 : (uint32_t)at;
    *after = (uint32_t)(at + 1) < count ? (uint32_t)(at + 1) : 0;
    return position - whole;
}

// The four pixels around a point, and the weight of each.
typedef struct four_pixels {
    const uint8_t *a, *b, *c, *d;
    float wa, wb, wc, wd;
} four_pixels;

static inline four_pixels pixels_around(const mq_texture_level *level, const mq_wrap wrap[2],
                                        float u, float v) {
    uint32_t x0, x1, y0, y1;
    float across = between(u, wrap[0], level->width, &x0, &x1);
    float down = between(v, wrap[1], level->height, &y0, &y1);
    const uint8_t *upper = level->pixels + (size_t)y0 * level->width * 4;
    const uint8_t *lower = level->pixels + (size_t)y1 * level->width * 4;
    float wd = across * down, wc = down - wd, wb = across - wd;
    return (four_pixels){.a = upper + (size_t)x0 * 4,
                         .b = upper + (size_t)x1 * 4,
                         .c = lower + (size_t)x0 * 4,
                         .d = lower + (size_t)x1 * 4,
                         .wa = 1 - across - wc,
                         .wb = wb,
                         .wc = wc,
                         .wd = wd};
}

static inline float plain_mean(const four_pixels *p, int channel) {
    return (float)p->a[channel] * p->wa + (float)p->b[channel] * p->wb +
           (float)p->c[channel] * p->wc + (float)p->d[channel] * p->wd;
}

static inline float light_mean(const four_pixels *p, int channel) {
    return light_byte(p->a[channel]) * p->wa + light_byte(p->b[channel]) * p->wb +
           light_byte(p->c[channel]) * p->wc + light_byte(p->d[channel]) * p->wd;
}

static void sample_level(const mq_texture_level *level, const mq_wrap wrap[2], float u, float v,
                         bool light, float out[4]) {
    four_pixels p = pixels_around(level, wrap, u, v);
    for (int i = 0; i < 3; i++)
        out[i] = light ? light_mean(&p, i) : plain_mean(&p, i);
    out[3] = plain_mean(&p, 3);
}

// The lower level, and the weight of the next one.
static inline uint32_t first_level(const mq_texture *texture, float level, float *part) {
    float last = (float)(texture->level_count - 1);
    level = level > 0 ? (level < last ? level : last) : 0;
    uint32_t first = (uint32_t)level;
    *part = level - (float)first;
    return first;
}

void mq_texture_sample(const mq_texture *texture, const mq_wrap wrap[2], float u, float v,
                       float level, bool light, float out[4]) {
    float part;
    uint32_t first = first_level(texture, level, &part);
    sample_level(&texture->levels[first], wrap, u, v, light, out);
    if (part > 0) {
        float next[4];
        sample_level(&texture->levels[first + 1], wrap, u, v, light, next);
        for (int i = 0; i < 4; i++)
            out[i] += (next[i] - out[i]) * part;
    }
}

float mq_texture_alpha(const mq_texture *texture, const mq_wrap wrap[2], float u, float v,
                       float level) {
    float part;
    uint32_t first = first_level(texture, level, &part);
    four_pixels p = pixels_around(&texture->levels[first], wrap, u, v);
    float alpha = plain_mean(&p, 3);
    if (part > 0) {
        p = pixels_around(&texture->levels[first + 1], wrap, u, v);
        alpha += (plain_mean(&p, 3) - alpha) * part;
    }
    return alpha;
}

// The base 2 logarithm of a positive number, linear between powers of two: close enough to choose a
// level, and the same in every build.
static float rough_log2(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint32_t mantissa = (bits & 0x7fffffu) | 0x3f800000u;
    float rest;
    memcpy(&rest, &mantissa, sizeof rest);
    return (float)((int32_t)(bits >> 23) - 127) + (rest - 1);
}

float mq_texture_level_for(const mq_texture *texture, const float right[2], const float below[2]) {
    float width = (float)texture->levels[0].width, height = (float)texture->levels[0].height;
    float a = right[0] * width, b = right[1] * height;
    float c = below[0] * width, d = below[1] * height;
    float across = a * a + b * b, down = c * c + d * d;
    float most = across > down ? across : down;
    if (!(most > 1))
        return 0;
    // A little sharper than exact; too large a number is the smallest level.
    return most < 1e30f ? rough_log2(most) * 0.5f - 0.25f : MQ_TEXTURE_LEVELS;
}
