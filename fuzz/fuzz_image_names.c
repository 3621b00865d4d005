// SPDX-License-Identifier: MIT
//
// Names of images and of libraries in a model. The first byte chooses the game, the second one where the
// model lies; then come names, each up to a NUL. Whatever they are, only files of the set are found, each
// under the name that the set has for it.
#include "fuzz.h"

#include <string.h>

#include "maquette/image.h"

enum { MOST_NAMES = 64 };

static const maq_memory_file items[] = {
    {"a.png", "\x89PNG\r\n\x1a\n", 8}, {"structs/A.png", "a", 1},
    {"texpages/page-1.png", "b", 1},   {"base/texpages/page-7-barbarians-urban.png", "c", 1},
    {"z_common/[leaf.bmp", "BM", 2},   {"leaf_mask.jpg", "\xff\xd8\xff", 3},
    {"deep/er/tex/b.tga", "d", 1},
};

static void check(const maq_files *files, const maq_images *images) {
    for (size_t i = 0; i < images->count; i++) {
        const maq_image_reference *about = &images->items[i];
        fuzz_touch_text(about->name);
        if (!about->file != !about->path)
            abort();
        if (!about->file)
            continue;
        bool known = false;
        for (size_t k = 0; k < sizeof items / sizeof *items; k++)
            known = known || strcmp(items[k].name, about->file) == 0;
        maq_file *file;
        if (!known || maq_files_read(files, about->file, NULL, &file) != MAQ_OK ||
            file->length != about->bytes || file->other_capitals)
            abort();
        maq_file_free(file);
    }
    for (size_t i = 0; i < images->findings->count; i++)
        fuzz_touch_text(images->findings->items[i].message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const formats[] = {"pie", "pet", "iqm", "gltf", NULL};
    static const char *const names[] = {"structs/x.pie", "deep/er/x.obj", "x.pet", "../x", NULL};
    if (size < 2)
        return 0;
    char *text = malloc(size - 1);
    if (!text)
        return 0;
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    maq_scene_texture textures[MOST_NAMES];
    uint32_t count = 0;
    for (size_t at = 0; at < size - 1 && count < MOST_NAMES; at += strlen(text + at) + 1, count++)
        textures[count] = (maq_scene_texture){
            .role = (maq_texture_role)(count % MAQ_TEXTURE_ROLE_COUNT), .file = text + at};
    maq_scene_material materials[] = {{.name = "m", .texture_count = count, .textures = textures},
                                      {.name = count ? textures[0].file : "", .texture_count = 0}};
    maq_scene scene = {
        .material_count = 2, .materials = materials, .source_format = formats[data[0] % 5]};
    maq_files *files;
    if (maq_files_new(NULL, &files) != MAQ_OK ||
        maq_files_add_memory(files, "set", items, sizeof items / sizeof *items) != MAQ_OK)
        abort();
    maq_images_options options = {.size = sizeof options,
                                  .tileset = data[1] >> 4 ? data[1] >> 4 : MAQ_ALL_TILESETS,
                                  .files = files,
                                  .name = names[data[1] % 5]};
    maq_images *images;
    if (maq_images_find(&scene, &options, &images) != MAQ_OK)
        abort();
    check(files, images);
    maq_images_free(images);
    maq_files_free(files);
    free(text);
    return 0;
}
