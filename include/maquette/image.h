// SPDX-License-Identifier: MIT
//
// Images: reading PNG, JPEG, TGA, BMP and DDS, writing PNG (still and animated), and finding the
// images that the materials of a scene name: maq_images_find() says which files they are,
// maq_textures_find() reads them.
//
// PNG and JPEG need libpng and libjpeg. A library that was built without them does not recognise such
// files, and its writers return MAQ_UNSUPPORTED.
#ifndef MAQUETTE_IMAGE_H
#define MAQUETTE_IMAGE_H

#include "maquette/files.h"
#include "maquette/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- images

// Pixels of four bytes, red, green, blue, alpha: sRGB, straight alpha. Rows are stored from the top,
// without gaps. Callers may fill in this struct themselves for the writers.
typedef struct maq_image {
    uint32_t width, height;
    uint8_t *pixels;
} maq_image;

// The most pixels of a side, whatever the options.
#define MAQ_IMAGE_MAX_SIDE 16384

typedef struct maq_image_options {
    uint32_t size;       // of this struct; 0: that of this header
    uint64_t max_pixels; // of one image (default 64 Mi); checked before anything is decoded
    const maq_memory *memory;
} maq_image_options;

// Reads an image of any of the formats, which is recognised by its content. The missing pixels of a
// damaged file are transparent black, or what the decoder puts there; maq_image_findings() reports
// the damage. Files can be compressed by a factor of a thousand: max_pixels limits the memory, at
// about 16 bytes per pixel.
//
// On MAQ_OK `*out` is the image, and it has pixels. On MAQ_UNKNOWN_FORMAT, MAQ_BAD_DATA,
// MAQ_UNSUPPORTED and MAQ_OVER_LIMIT `*out` may be an image without pixels, 0 by 0, whose findings say
// why; it must be freed, too. In all other cases `*out` is NULL.
MAQ_API maq_status maq_image_read(const void *bytes, size_t length,
                                  const maq_image_options *options, maq_image **out);

// A transparent black image of this size. MAQ_OVER_LIMIT when it is larger than the options allow,
// MAQ_BAD_ARGUMENT when it has no pixels at all.
MAQ_API maq_status maq_image_new(uint32_t width, uint32_t height, const maq_image_options *options,
                                 maq_image **out);

// The findings of reading or drawing an image. Only for images of this library. They live as long as
// the image.
MAQ_API const maq_findings *maq_image_findings(const maq_image *image);

// Frees an image of maq_image_read(), maq_image_new() or maq_picture_draw(). NULL is allowed.
MAQ_API void maq_image_free(maq_image *image);

// The rules of the findings of this header (IMG-...).
MAQ_API const maq_rule *maq_image_rules(size_t *count);

// Writes a PNG file of 8-bit RGBA, by all cores where it is large. The same pixels give the same bytes, given
// the same zlib.
MAQ_API maq_status maq_image_write_png(const maq_image *image, maq_buffer *out);

// Writes an animated PNG. All frames are of the same size; each is shown for `delay` milliseconds
// (at most 65,535). The animation runs `loops` times; 0 means endlessly. Programs without support for
// animated PNG show the first frame.
MAQ_API maq_status maq_image_write_apng(const maq_image *const *frames, uint32_t count,
                                        uint32_t delay, uint32_t loops, maq_buffer *out);

// --------------------------------------------------------------------------------- finding images

// The role of the emissive texture of glTF materials, which scenes keep in extras.
#define MAQ_TEXTURE_EMISSIVE ((maq_texture_role)MAQ_TEXTURE_ROLE_COUNT)

// Textures for all tilesets, not for one of them.
#define MAQ_ALL_TILESETS UINT32_MAX

typedef struct maq_images_options {
    uint32_t size; // of this struct; 0: that of this header
    // Which textures, where materials have some for several tilesets; 0 is used for a missing one. With
    // MAQ_ALL_TILESETS each of them is listed.
    uint32_t tileset;
    // Where the model lies, as maq_document_files() returns it. Images are searched for in the folder of
    // `name` and, depending on the game, in certain folders beside and above it, at last in the root.
    // NULL: only embedded images are found.
    const maq_files *files;
    const char *name;
    const maq_memory *memory;
} maq_images_options;

// One image that a material names.
typedef struct maq_image_reference {
    uint32_t material; // its index in the scene
    maq_texture_role role;
    uint32_t tileset;
    uint32_t frame;      // of a sequence of files
    const char *name;    // as the model says; NULL: an embedded image without a name
    const char *path;    // of the file that was found, to print; NULL: there is none
    const char *file;    // its name in the set, for maq_files_read(); NULL: there is none
    bool other_capitals; // `file` differs from the name in capital letters
    bool substitute;     // `file` has another extension, or is an earlier frame
    bool guessed;        // from the name of the material, which may not mean an image
    // The bytes of an embedded image, in the scene; NULL: it is not embedded.
    const unsigned char *data;
    const char *format; // "png", "jpeg", "tga", "bmp" or "dds", by its first bytes; NULL: unknown
    uint32_t width, height; // in pixels; 0: unknown
    uint64_t bytes;         // the length of the file, or of the embedded data
} maq_image_reference;

// In the order of materials, roles, frames and tilesets.
typedef struct maq_images {
    const maq_image_reference *items;
    size_t count;
    const maq_findings *findings; // IMG-..., WZA-...
} maq_images;

// Finds the images of all materials, by the rules of the game that the scene came from
// (maq_scene.source_format), and reads no more of them than their first bytes. Where no file has exactly
// the name, one that differs only in capital letters is used. Nothing outside of the set is read, whatever
// the model says: of an absolute name, or one whose ".." lead out, only the end counts.
//
// An image that is missing is a finding, with the folders that were searched. The references point into
// the scene, which must outlive them.
MAQ_API maq_status maq_images_find(const maq_scene *scene, const maq_images_options *options,
                                   maq_images **out);
MAQ_API void maq_images_free(maq_images *images);

// ----------------------------------------------------------------------------------------- checks

// What checks have found out about image files. Models of a game share their images: with one of these
// in maq_check_options, each file is read and verified once for all of them. Several threads may use it
// at once. Files are not expected to change while it is in use.
MAQ_API maq_status maq_image_checks_new(const maq_memory *memory, maq_image_checks **out);

// NULL is allowed.
MAQ_API void maq_image_checks_free(maq_image_checks *checks);

// --------------------------------------------------------------------------------------- textures

// The images of the materials of a scene; each file is read once however many materials use it.
typedef struct maq_textures maq_textures;

// Images that the textures of many models share: each file is read once for all of them, and its mip
// levels are built once. Several threads may use one store. It holds 128 Mi pixels, or as many as the
// byte limit of `memory` allows; images beyond that are read for each model.
typedef struct maq_image_store maq_image_store;

MAQ_API maq_status maq_image_store_new(const maq_memory *memory, maq_image_store **out);

// Frees a store with all its images; textures that use it must be freed before. NULL is allowed.
MAQ_API void maq_image_store_free(maq_image_store *store);

typedef struct maq_textures_options {
    uint32_t size;    // of this struct; 0: that of this header
    uint32_t tileset; // where materials have textures for several; 0 is used for a missing one
    // Where the model lies, as in maq_images_options.
    const maq_files *files;
    const char *name;
    uint64_t max_pixels; // of one image (default 64 Mi)
    const maq_memory *memory;
    maq_image_store *store;    // NULL: the images are not shared with other models
    uint64_t max_total_pixels; // of all images together that are not in the store (default 128 Mi)
} maq_textures_options;

// Finds the images of all materials as maq_images_find() does, and reads them. An image that is missing or
// cannot be read is a finding. The textures refer to the images that the scene embeds: the scene must
// outlive them.
MAQ_API maq_status maq_textures_find(const maq_scene *scene, const maq_textures_options *options,
                                     maq_textures **out);

// The image of a material for a role; `frame` selects one of a sequence of files and has no effect on
// other textures. NULL when there is none, or it could not be read. It lives as long as the textures.
MAQ_API const maq_image *maq_textures_get(const maq_textures *textures, uint32_t material,
                                          maq_texture_role role, uint32_t frame);

MAQ_API const maq_findings *maq_textures_findings(const maq_textures *textures);

// Frees textures with all their images. NULL is allowed.
MAQ_API void maq_textures_free(maq_textures *textures);

#ifdef __cplusplus
}
#endif

#endif
