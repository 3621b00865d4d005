// SPDX-License-Identifier: MIT
//
// Conversion between the sRGB bytes of images and linear light, in which colours are blended. Light is
// a number from 0 to 1, or an integer up to 65,535.
#ifndef MQ_PICTURE_RASTER_SRGB_H
#define MQ_PICTURE_RASTER_SRGB_H

#include <stdint.h>

#define MQ_FULL_LIGHT 65535u

// The light of each byte.
extern const float mq_srgb_light[256];

// The least steps of light that are nearest to each byte.
extern const uint16_t mq_srgb_least[256];

// Where to begin the search for the byte of a light value, by its upper 12 bits.
typedef struct mq_srgb_encoder {
    uint8_t first[4096];
} mq_srgb_encoder;

static inline void mq_srgb_encoder_init(mq_srgb_encoder *encoder) {
    unsigned byte = 0;
    for (unsigned i = 0; i < 4096; i++) {
        while (byte < 255 && mq_srgb_least[byte + 1] <= i << 4)
            byte++;
        encoder->first[i] = (uint8_t)byte;
    }
}

static inline uint8_t mq_srgb_byte(const mq_srgb_encoder *encoder, uint32_t steps) {
    unsigned byte = encoder->first[steps >> 4];
    while (byte < 255 && mq_srgb_least[byte + 1] <= steps)
        byte++;
    return (uint8_t)byte;
}

// The light of an sRGB value from 0 to 255 that need not be an integer.
static inline float mq_srgb_light_between(float value) {
    if (!(value > 0))
        return 0;
    if (value >= 255)
        return 1;
    int byte = (int)value;
    float low = mq_srgb_light[byte];
    return low + (mq_srgb_light[byte + 1] - low) * (value - (float)byte);
}

// The integer of a light value, which is clamped to 0 to 1.
static inline uint16_t mq_light_steps(float light) {
    if (!(light > 0))
        return 0;
    return (uint16_t)(light < 1 ? light * (float)MQ_FULL_LIGHT + 0.5f : (float)MQ_FULL_LIGHT);
}

#endif
