// SPDX-License-Identifier: MIT
//
// Materials of a glTF file.
#include <string.h>

#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_read.h"
#include "scene/names.h"

// ----------------------------------------------------------------------------------------- images

// The file extension of an image, by its first byte.
static const char *extension_of(gltf_bytes bytes) {
    switch (bytes.bytes[0]) {
    case 0xff:
        return "jpg";
    case 'R':
        return "webp";
    case 0xab:
        return "ktx2";
    case 'D':
        return "dds";
    default:
        return "png";
    }
}

// Remembers where the file describes an image, for findings about it.
static void set_location(gltf_reader *r, uint32_t index, const char *file) {
    maq_document *document = r->document;
    if (!document->images) {
        document->images = MQ_NEW_ARRAY(r->arena, mq_image_location, r->lists[GLTF_IMAGES].count);
        document->image_count = document->images ? r->lists[GLTF_IMAGES].count : 0;
    }
    if (index < document->image_count)
        MQ_WRITABLE(mq_image_location, document->images)
    [index] = (mq_image_location){file, mq_gltf_offset_of(r, GLTF_IMAGES, index)};
}

bool mq_gltf_read_image(gltf_reader *r, uint32_t index, maq_scene_texture *out) {
    const maq_value *image = r->lists[GLTF_IMAGES].items[index];
    const char *uri = mq_gltf_text(maq_value_find(image, "uri"));
    const char *name = mq_gltf_text(maq_value_find(image, "name"));
    uint32_t view = mq_gltf_index(r, image, "bufferView", GLTF_VIEWS, GLTF_IMAGES, index);
    gltf_bytes bytes = {NULL, 0};
    size_t stride;
    r->lacks_data = false;
    bool inside = view != GLTF_NONE
                      ? mq_gltf_view(r, view, &bytes, &stride)
                      : strncmp(uri, "data:", 5) == 0 && mq_gltf_data_uri(r, uri, &bytes);
    if (inside && bytes.length && mq_gltf_charge(r, bytes.length, 1, true)) {
        // The bytes of the file and of its buffers live as long as the document.
        out->data = bytes.bytes;
        out->data_length = bytes.length;
        out->file = *name ? mq_arena_text(r->arena, name, strlen(name))
                          : mq_arena_format(r->arena, "image%u.%s", index, extension_of(bytes));
        set_location(r, index, out->file);
        return out->file != NULL;
    }
    if (!*uri || strncmp(uri, "data:", 5) == 0 || view != GLTF_NONE) {
        if (!r->lacks_data)
            GLTF_REPORT(r, IMAGE_BROKEN, GLTF_IMAGES, index, "%s",
                        "it has no data that can be read");
        return false;
    }
    char *file = mq_arena_text(r->arena, uri, strlen(uri));
    if (file)
        mq_gltf_decode_uri(file);
    out->file = file;
    set_location(r, index, file);
    return file != NULL;
}

uint32_t mq_gltf_image_of(gltf_reader *r, uint32_t texture) {
    const maq_value *item = r->lists[GLTF_TEXTURES].items[texture];
    const maq_value *extensions = maq_value_find(item, "extensions");
    uint32_t image = mq_gltf_index(r, item, "source", GLTF_IMAGES, GLTF_TEXTURES, texture);
    const maq_value *first = mq_first_member(extensions);
    if (first)
        GLTF_REPORT(r, MATERIAL_IGNORED, GLTF_TEXTURES, texture, "the extension %.60s is left out",
                    first->key);
    // The index of an image that is neither PNG nor JPEG is in an extension.
    for (const maq_value *e = first; e && image == GLTF_NONE; e = e->next)
        image = mq_gltf_index(r, e, "source", GLTF_IMAGES, GLTF_TEXTURES, texture);
    if (image == GLTF_NONE)
        GLTF_REPORT(r, IMAGE_BROKEN, GLTF_TEXTURES, texture, "%s", "it has no image");
    return image;
}

// The texture that a key of a material leads to.
static bool read_texture(gltf_reader *r, uint32_t material, const maq_value *owner, const char *key,
                         maq_texture_role role, maq_scene_texture *out) {
    uint32_t texture = mq_gltf_index(r, maq_value_find(owner, key), "index", GLTF_TEXTURES,
                                     GLTF_MATERIALS, material);
    if (texture == GLTF_NONE)
        return false;
    uint32_t image = mq_gltf_image_of(r, texture);
    *out = (maq_scene_texture){.role = role};
    return image != GLTF_NONE && mq_gltf_read_image(r, image, out);
}

// ------------------------------------------------------------------------------------- own extras

// Whether two names are of the same image: editors drop the extension.
static bool same_stem(const char *a, const char *b) {
    const char *end_a = strrchr(a, '.'), *end_b = strrchr(b, '.');
    size_t length_a = end_a ? (size_t)(end_a - a) : strlen(a);
    size_t length_b = end_b ? (size_t)(end_b - b) : strlen(b);
    return strcmp(a, b) == 0 || (length_a == strlen(b) && memcmp(a, b, length_a) == 0) ||
           (length_b == strlen(a) && memcmp(a, b, length_b) == 0);
}

// The image that extras refer to by name or by index; GLTF_NONE when it does not exist. The name of
// an image may have lost its file extension in an editor.
static uint32_t find_own_image(gltf_reader *r, const maq_value *item) {
    const gltf_list *images = &r->lists[GLTF_IMAGES];
    uint32_t index, similar = GLTF_NONE;
    if (mq_gltf_u32(item, &index))
        return index < images->count ? index : GLTF_NONE;
    const char *wanted = mq_gltf_text(item);
    for (index = 0; *wanted && index < images->count && mq_gltf_charge(r, 1, 64, false); index++) {
        const char *name = mq_gltf_text(maq_value_find(images->items[index], "name"));
        if (maq_value_find(images->items[index], "uri"))
            continue;
        if (strcmp(name, wanted) == 0)
            return index;
        if (similar == GLTF_NONE && *name && same_stem(name, wanted))
            similar = index;
    }
    return similar;
}

// The data of a texture in the extras: an image of the file, by name or by index, or bytes. False
// when the image does not exist.
static bool read_own_data(gltf_reader *r, const maq_value *item, maq_scene_texture *out) {
    const maq_value *image = maq_value_find(item, "image"), *data = maq_value_find(item, "data");
    size_t length = 0;
    if (image) {
        uint32_t index = find_own_image(r, image);
        return index != GLTF_NONE && mq_gltf_read_image(r, index, out) && out->data;
    }
    const char *bytes =
        mq_value_is(data, MAQ_VALUE_OBJECT) ? mq_gltf_exact_of(r, data, &length) : NULL;
    out->data = (const unsigned char *)bytes;
    out->data_length = length;
    return !data || bytes;
}

// One texture of the list in the extras; false when it is left out.
static bool read_own_texture(gltf_reader *r, uint32_t material, const maq_value *item,
                             const uint32_t shown_tilesets[], const maq_scene_texture **native,
                             maq_scene_texture *out) {
    size_t length = 0;
    const char *file = mq_gltf_exact_of(r, maq_value_find(item, "file"), &length);
    *out = (maq_scene_texture){
        .role = (maq_texture_role)mq_gltf_word(maq_value_find(item, "role"), mq_texture_names,
                                               MAQ_TEXTURE_ROLE_COUNT, MAQ_TEXTURE_ROLE_COUNT)};
    if (out->role == MAQ_TEXTURE_ROLE_COUNT || !file || strlen(file) != length) {
        mq_gltf_extras_ignored(r, GLTF_MATERIALS, material, "textures");
        return false;
    }
    mq_gltf_u32(maq_value_find(item, "tileset"), &out->tileset);
    if (!read_own_data(r, item, out))
        GLTF_REPORT(r, EXTRAS_IGNORED, GLTF_MATERIALS, material,
                    "extras.maquette.textures: the image of \"%.100s\" is not in the file", file);
    out->file = file;
    // The colour and the normal texture of the file itself count: they may have been exchanged.
    bool shown = out->role <= MAQ_TEXTURE_NORMAL && out->tileset == shown_tilesets[out->role] &&
                 (*file || maq_value_find(item, "image"));
    const maq_scene_texture *used = shown ? native[out->role] : NULL;
    if (!used)
        return true;
    native[out->role] = NULL;
    if (*file && !same_stem(used->file, file)) {
        mq_gltf_extras_ignored(r, GLTF_MATERIALS, material, "textures");
        *out = *used;
    } else if (used->data && !out->data) {
        out->data = used->data;
        out->data_length = used->data_length;
    }
    return true;
}

// The tileset that the colour and the normal texture of the file are of: the one of the material, if the
// list has a texture of it.
static void find_shown_tilesets(const maq_value *list, uint32_t tileset, uint32_t out[]) {
    for (const maq_value *item = mq_first_element(list); item && tileset; item = item->next) {
        uint32_t role = mq_gltf_word(maq_value_find(item, "role"), mq_texture_names,
                                     MAQ_TEXTURE_ROLE_COUNT, MAQ_TEXTURE_ROLE_COUNT);
        uint32_t own = 0;
        mq_gltf_u32(maq_value_find(item, "tileset"), &own);
        if (role <= MAQ_TEXTURE_NORMAL && own == tileset)
            out[role] = tileset;
    }
}

// Takes the list of textures in the extras, with the colour and normal texture of the file in it.
static void read_own_textures(gltf_reader *r, uint32_t index, const maq_value *own,
                              maq_scene_material *material) {
    const maq_value *list = maq_value_find(own, "textures"), *item = mq_first_element(list);
    const maq_scene_texture *native[MAQ_TEXTURE_NORMAL + 1] = {NULL};
    if (!list)
        return;
    if (!mq_value_is(list, MAQ_VALUE_ARRAY))
        mq_gltf_extras_ignored(r, GLTF_MATERIALS, index, "textures");
    uint32_t count = mq_gltf_count(r, list, sizeof(maq_scene_texture)), used = 0;
    maq_scene_texture *textures =
        MQ_NEW_ARRAY(r->arena, maq_scene_texture, (size_t)count + MAQ_TEXTURE_NORMAL + 1);
    if (!textures)
        return;
    for (uint32_t i = 0; i < material->texture_count; i++)
        native[material->textures[i].role] = &material->textures[i];
    uint32_t shown_tilesets[MAQ_TEXTURE_NORMAL + 1] = {0};
    find_shown_tilesets(list, material->tileset, shown_tilesets);
    for (uint32_t i = 0; item && i < count; i++, item = item->next)
        used += read_own_texture(r, index, item, shown_tilesets, native, &textures[used]);
    for (int role = 0; role <= MAQ_TEXTURE_NORMAL; role++) {
        if (native[role])
            textures[used++] = *native[role];
    }
    material->textures = textures;
    material->texture_count = used;
}

static void read_own_frames(const maq_value *own, maq_scene_frames *frames) {
    maq_scene_frames read = {.columns = 1};
    read.kind = (maq_frames_kind)mq_gltf_word(maq_value_find(own, "kind"), mq_frames_names,
                                              MQ_FRAMES_COUNT, MAQ_FRAMES_NONE);
    mq_gltf_u32(maq_value_find(own, "count"), &read.count);
    mq_gltf_u32(maq_value_find(own, "columns"), &read.columns);
    mq_gltf_floats_of(maq_value_find(own, "step"), read.step, 2);
    if (read.kind != MAQ_FRAMES_NONE)
        *frames = read;
}

static void read_own(gltf_reader *r, uint32_t index, const maq_value *own,
                     maq_scene_material *material) {
    float colour[4];
    mq_gltf_u32(maq_value_find(own, "tileset"), &material->tileset);
    read_own_textures(r, index, own, material);
    uint32_t blend = mq_gltf_word(maq_value_find(own, "blend"), mq_blend_names, MQ_BLEND_COUNT, 0);
    if (blend > MAQ_BLEND_ALPHA && material->blend == MAQ_BLEND_ALPHA)
        material->blend = (maq_blend)blend;
    if (mq_gltf_floats_of(maq_value_find(own, "colour"), colour, 4)) {
        bool same = true;
        for (int i = 0; i < 4; i++) {
            float clamped = colour[i] > 1 ? 1 : colour[i] > 0 ? colour[i] : 0;
            same = same && clamped == material->colour[i];
        }
        if (same)
            memcpy(material->colour, colour, sizeof colour);
        else
            mq_gltf_extras_ignored(r, GLTF_MATERIALS, index, "colour");
    }
    mq_gltf_float_of(maq_value_find(own, "cutoff"), &material->cutoff);
    read_own_frames(maq_value_find(own, "frames"), &material->frames);
}

// -------------------------------------------------------------------------------------- materials

static void read_material(gltf_reader *r, uint32_t index) {
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    static const maq_blend blends[] = {MAQ_BLEND_OPAQUE, MAQ_BLEND_CUTOUT, MAQ_BLEND_ALPHA};
    const maq_value *item = r->lists[GLTF_MATERIALS].items[index], *own = mq_gltf_own_extras(item);
    const maq_value *pbr = maq_value_find(item, "pbrMetallicRoughness");
    maq_scene_material material = mq_scene_material(r->lists[GLTF_MATERIALS].names[index]);
    maq_scene_texture *textures = MQ_NEW_ARRAY(r->arena, maq_scene_texture, 2);
    if (!textures)
        return;
    material.textures = textures;
    mq_gltf_floats_of(maq_value_find(pbr, "baseColorFactor"), material.colour, 4);
    material.texture_count +=
        read_texture(r, index, pbr, "baseColorTexture", MAQ_TEXTURE_DIFFUSE, &textures[0]);
    material.texture_count += read_texture(r, index, item, "normalTexture", MAQ_TEXTURE_NORMAL,
                                           &textures[material.texture_count]);
    material.blend = blends[mq_gltf_word(maq_value_find(item, "alphaMode"), modes, 3, 0)];
    mq_gltf_float_of(maq_value_find(item, "alphaCutoff"), &material.cutoff);
    material.two_sided = mq_value_flag(maq_value_find(item, "doubleSided"), false);
    read_own(r, index, own, &material);
    material.extras = mq_gltf_add_member(r, mq_gltf_extras_of(r, item, false), GLTF_MATERIAL_KEY,
                                         mq_gltf_read_passthrough(r, index, &material));
    mq_scene_add_material(&r->builder, &material);
}

void mq_gltf_read_materials(gltf_reader *r) {
    for (uint32_t i = 0; i < r->lists[GLTF_MATERIALS].count; i++)
        read_material(r, i);
}
