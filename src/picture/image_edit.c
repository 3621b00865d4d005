// SPDX-License-Identifier: MIT
#include "picture/image_edit.h"

#include "picture/image_priv.h"

maq_status mq_image_shrink(maq_image *image, uint32_t side, mq_texture_kind kind) {
    if (image->width <= side && image->height <= side)
        return MAQ_OK;
    if (!mq_image_texture(image, kind)) {
        maq_status status = mq_image_prepare(image, kind);
        if (status != MAQ_OK)
            return status;
    }
    const mq_texture *texture = mq_image_texture(image, kind);
    uint32_t level = 0;
    while (level + 1 < texture->level_count &&
           (texture->levels[level].width > side || texture->levels[level].height > side))
        level++;
    const mq_texture_level *chosen = &texture->levels[level];
    *image = (maq_image){chosen->width, chosen->height, MQ_WRITABLE(uint8_t, chosen->pixels)};
    return MAQ_OK;
}

typedef void (*pixel_change)(uint8_t *pixel, float mask, const uint8_t *colour);

static void apply_mask(maq_image *image, const maq_image *mask, pixel_change change,
                       const uint8_t *colour) {
    static const mq_wrap clamp[2] = {MQ_WRAP_CLAMP, MQ_WRAP_CLAMP};
    const mq_texture texture = {.level_count = 1,
                                .levels = {{mask->width, mask->height, mask->pixels}},
                                .solid = mq_image_is_solid(mask)};
    uint8_t *pixel = image->pixels;
    for (uint32_t y = 0; y < image->height; y++) {
        float v = ((float)y + 0.5f) / (float)image->height;
        for (uint32_t x = 0; x < image->width; x++, pixel += 4) {
            float u = ((float)x + 0.5f) / (float)image->width, texel[4];
            mq_texture_sample(&texture, clamp, u, v, 0, false, texel);
            change(pixel, (texture.solid ? texel[0] : texel[3]) / 255, colour);
        }
    }
}

static void change_alpha(uint8_t *pixel, float mask, const uint8_t *colour) {
    (void)colour;
    pixel[3] = (uint8_t)((float)pixel[3] * mask + 0.5f);
}

void mq_image_apply_alpha_mask(maq_image *image, const maq_image *mask) {
    apply_mask(image, mask, change_alpha, NULL);
}

static void add_team_colour(uint8_t *pixel, float mask, const uint8_t *colour) {
    for (unsigned i = 0; i < 3; i++) {
        float value = (float)pixel[i] + ((float)colour[i] - 127.5f) * mask;
        pixel[i] = (uint8_t)(value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5f);
    }
}

void mq_image_apply_team_colour(maq_image *image, const maq_image *mask, const uint8_t colour[3]) {
    apply_mask(image, mask, add_team_colour, colour);
}
