// SPDX-License-Identifier: MIT
//
// Pictures: reading PNG, JPEG, TGA, BMP and DDS, writing PNG (still and animated), and finding the
// images that the materials of a scene name.
//
// PNG and JPEG need libpng and libjpeg. A library that was built without them takes such files for
// unknown, and its writers answer MAQ_UNSUPPORTED.
#ifndef MAQUETTE_IMAGE_H
#define MAQUETTE_IMAGE_H

#include "maquette/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- images

// Pixels of four bytes, red, green, blue, alpha: sRGB, the colour not multiplied by alpha. Rows run
// from the top, without gaps. Callers may fill one of their own for the writers.
typedef struct maq_image {
    uint32_t width, height;
    uint8_t *pixels;
} maq_image;

// The most pixels on a side, whatever the options say.
#define MAQ_IMAGE_MAX_SIDE 16384

typedef struct maq_image_options {
    uint32_t size;
    uint64_t max_pixels; // of one image (default 64 Mi); asked before anything is decoded
    const maq_memory *memory;
} maq_image_options;

// Reads an image of any of the formats, which its content tells. What could not be read of a damaged
// file is transparent black, or what the decoder puts there; maq_image_findings() then says so.
// Pictures can be packed a thousand times: it is max_pixels that bounds the memory, at some 16 bytes
// a pixel.
//
// On MAQ_OK `*out` is the image, and it has pixels. On MAQ_UNKNOWN_FORMAT, MAQ_BAD_DATA,
// MAQ_UNSUPPORTED and MAQ_OVER_LIMIT `*out` may be an image without pixels, 0 by 0, that holds the
// findings that say why; it is to be freed, too. In all other cases `*out` is NULL.
MAQ_API maq_status maq_image_read(const void *bytes, size_t length,
                                  const maq_image_options *options, maq_image **out);

// A transparent black image of this size. MAQ_OVER_LIMIT when it is larger than the options allow,
// MAQ_BAD_ARGUMENT when it has no pixels at all.
MAQ_API maq_status maq_image_new(uint32_t width, uint32_t height, const maq_image_options *options,
                                 maq_image **out);

// What reading found; of an image that was not read: nothing. Only for images of the two functions
// above and of maq_textures_get().
MAQ_API const maq_findings *maq_image_findings(const maq_image *image);

// Ends an image of maq_image_read() or maq_image_new(). NULL is fine.
MAQ_API void maq_image_free(maq_image *image);

// The rules of the findings of this header (IMG-...).
MAQ_API const maq_rule *maq_image_rules(size_t *count);

// Writes a PNG file of 8-bit RGBA. The same pixels give the same bytes, given the same zlib.
MAQ_API maq_status maq_image_write_png(const maq_image *image, maq_buffer *out);

// Writes an animated PNG. All frames are of the same size; each is shown for `delay` milliseconds
// (at most 65,535). The animation runs `loops` times, 0 means for ever. What does not know animated
// PNG shows the first frame.
MAQ_API maq_status maq_image_write_apng(const maq_image *const *frames, uint32_t count,
                                        uint32_t delay, uint32_t loops, maq_buffer *out);

// --------------------------------------------------------------------------------------- textures

// The images of the materials of a scene, each file read once however many use it.
typedef struct maq_textures maq_textures;

// Images that the textures of many models share: each file is read once for all of them, and made
// ready for drawing. Several threads may use one store. It takes no more than `memory` allows; what
// has no room in it is read for each model.
typedef struct maq_image_store maq_image_store;

MAQ_API maq_status maq_image_store_new(const maq_memory *memory, maq_image_store **out);

// Ends a store with all its images, when no textures use it any more. NULL is fine.
MAQ_API void maq_image_store_free(maq_image_store *store);

typedef struct maq_textures_options {
    uint32_t size;
    // Where the model lies: images are looked for beside it and, as its family of games does, in
    // certain folders beside and above it. NULL: there is no such place.
    const char *model_path;
    // More places, looked at first.
    const char *const *folders;
    size_t folder_count;
    uint32_t tileset; // which look, where the materials have several; 0 stands in for a missing one
    uint64_t max_pixels; // of one image (default 64 Mi)
    const maq_memory *memory;
    maq_image_store *store; // NULL: the textures have their images to themselves
} maq_textures_options;

// Finds and reads the images of all materials. Names are taken by the rules of the family that the
// scene came from; where no file has exactly the name, one that differs in case alone will do.
// Nothing outside of the places named above is read, whatever the model says: of an absolute name,
// or one with "..", only the last part counts.
//
// An image that is missing or cannot be read is a finding, with the places looked at.
MAQ_API maq_status maq_textures_find(const maq_scene *scene, const maq_textures_options *options,
                                     maq_textures **out);

// The image of a material for a role; `frame` matters where the texture is a sequence of files (any
// number will do otherwise). NULL when there is none, or it could not be had. It lives as long as
// the textures do.
MAQ_API const maq_image *maq_textures_get(const maq_textures *textures, uint32_t material,
                                          maq_texture_role role, uint32_t frame);

MAQ_API const maq_findings *maq_textures_findings(const maq_textures *textures);

// Ends textures with all their images. NULL is fine.
MAQ_API void maq_textures_free(maq_textures *textures);

#ifdef __cplusplus
}
#endif

#endif
