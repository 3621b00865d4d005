// SPDX-License-Identifier: MIT
//
// Materials of a glTF file.
#include <string.h>

#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_read.h"
#include "scene/names.h"

// ----------------------------------------------------------------------------------------- images

// The ending of a file name for an image, by its first byte.
static const char *ending_of(gltf_bytes bytes) {
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

bool mq_gltf_read_image(gltf_reader *r, uint32_t index, maq_scene_texture *out) {
    const cJSON *image = r->lists[GLTF_IMAGES].items[index];
    const char *uri = mq_gltf_text(mq_gltf_get(image, "uri"));
    const char *name = mq_gltf_text(mq_gltf_get(image, "name"));
    uint32_t view = mq_gltf_index(r, image, "bufferView", GLTF_VIEWS, GLTF_IMAGES, index);
    gltf_bytes bytes = {NULL, 0};
    size_t stride;
    bool inside = view != GLTF_NONE
                      ? mq_gltf_view(r, view, &bytes, &stride)
                      : strncmp(uri, "data:", 5) == 0 && mq_gltf_data_uri(r, uri, &bytes);
    if (inside && bytes.length && mq_gltf_charge(r, bytes.length, 1, true)) {
        // The source and other buffers live as long as the document.
        out->data = bytes.bytes;
        out->data_length = bytes.length;
        out->file = *name ? mq_arena_text(r->arena, name, strlen(name))
                          : mq_arena_format(r->arena, "image%u.%s", index, ending_of(bytes));
        return out->file != NULL;
    }
    if (!*uri || strncmp(uri, "data:", 5) == 0 || view != GLTF_NONE) {
        GLTF_TELL(r, IMAGE_BROKEN, GLTF_IMAGES, index, "%s", "it has no bytes that can be read");
        return false;
    }
    char *file = mq_arena_text(r->arena, uri, strlen(uri));
    if (file)
        mq_gltf_decode_uri(file);
    out->file = file;
    return file != NULL;
}

uint32_t mq_gltf_image_of(gltf_reader *r, uint32_t texture) {
    const cJSON *item = r->lists[GLTF_TEXTURES].items[texture];
    const cJSON *extensions = mq_gltf_get(item, "extensions");
    uint32_t image = mq_gltf_index(r, item, "source", GLTF_IMAGES, GLTF_TEXTURES, texture);
    if (cJSON_IsObject(extensions) && extensions->child)
        GLTF_TELL(r, MATERIAL_IGNORED, GLTF_TEXTURES, texture,
                  "the extension %.60s of a texture is left out",
                  extensions->child->string ? extensions->child->string : "");
    // Kinds of images that glTF itself does not know have their number in an extension.
    for (const cJSON *e = cJSON_IsObject(extensions) ? extensions->child : NULL;
         e && image == GLTF_NONE; e = e->next)
        image = mq_gltf_index(r, e, "source", GLTF_IMAGES, GLTF_TEXTURES, texture);
    if (image == GLTF_NONE)
        GLTF_TELL(r, IMAGE_BROKEN, GLTF_TEXTURES, texture, "%s", "it has no image");
    return image;
}

// The texture that a key of a material leads to.
static bool read_texture(gltf_reader *r, uint32_t material, const cJSON *owner, const char *key,
                         maq_texture_role role, maq_scene_texture *out) {
    const cJSON *info = mq_gltf_get(owner, key);
    if (!info)
        return false;
    uint32_t texture = mq_gltf_index(r, info, "index", GLTF_TEXTURES, GLTF_MATERIALS, material);
    if (texture == GLTF_NONE)
        return false;
    uint32_t image = mq_gltf_image_of(r, texture);
    *out = (maq_scene_texture){.role = role};
    return image != GLTF_NONE && mq_gltf_read_image(r, image, out);
}

// ------------------------------------------------------------------------------------- at the side

static bool same_file(const maq_scene_texture *a, const maq_scene_texture *b) {
    return a->file && b->file && strcmp(a->file, b->file) == 0;
}

// One texture of the list at the side; `shown` are what the file itself says of colour and normal.
static bool side_texture(gltf_reader *r, const cJSON *item, maq_scene_texture *out) {
    size_t length = 0;
    uint32_t number;
    *out = (maq_scene_texture){
        .role = (maq_texture_role)mq_gltf_word(mq_gltf_get(item, "role"), mq_texture_names,
                                               MAQ_TEXTURE_ROLE_COUNT, MAQ_TEXTURE_ROLE_COUNT)};
    const char *file = mq_gltf_exact_of(r, mq_gltf_get(item, "file"), &length);
    if (out->role == MAQ_TEXTURE_ROLE_COUNT || !file || strlen(file) != length)
        return false;
    mq_gltf_u32(mq_gltf_get(item, "tileset"), &out->tileset);
    gltf_bytes bytes;
    size_t stride;
    if (mq_gltf_u32(mq_gltf_get(item, "image"), &number)) {
        if (number >= r->lists[GLTF_IMAGES].count || !mq_gltf_read_image(r, number, out))
            return false;
    } else if (mq_gltf_u32(mq_gltf_get(item, "view"), &number)) {
        if (number >= r->lists[GLTF_VIEWS].count || !mq_gltf_view(r, number, &bytes, &stride) ||
            !mq_gltf_charge(r, bytes.length, 1, true))
            return false;
        out->data = bytes.bytes;
        out->data_length = bytes.length;
    } else if (cJSON_IsTrue(mq_gltf_get(item, "empty"))) {
        out->data = (const unsigned char *)"";
    }
    out->file = file;
    return true;
}

// Takes the list at the side unless the file has another colour or normal texture by now.
static void side_textures(gltf_reader *r, uint32_t index, const cJSON *side,
                          maq_scene_material *material) {
    const cJSON *list = mq_gltf_get(side, "textures");
    bool good = cJSON_IsArray(list);
    if (!list)
        return;
    uint32_t count = mq_gltf_count(r, list, sizeof(maq_scene_texture));
    maq_scene_texture *textures = MQ_NEW_ARRAY(r->arena, maq_scene_texture, count);
    uint32_t used = 0, agreed = 0;
    const cJSON *item = mq_gltf_first(list);
    for (uint32_t k = 0; textures && k < count && good; k++, item = item->next) {
        good = side_texture(r, item, &textures[used]);
        for (uint32_t i = 0; good && i < material->texture_count; i++)
            agreed += textures[used].tileset == 0 &&
                      textures[used].role == material->textures[i].role &&
                      same_file(&textures[used], &material->textures[i]);
        used++;
    }
    if (!good || agreed < material->texture_count) {
        mq_gltf_extras_off(r, GLTF_MATERIALS, index, "textures");
        return;
    }
    material->textures = textures;
    material->texture_count = used;
}

static void side_frames(const cJSON *side, maq_scene_frames *frames) {
    maq_scene_frames read = {.columns = 1};
    read.kind = (maq_frames_kind)mq_gltf_word(mq_gltf_get(side, "kind"), mq_frames_names,
                                              MQ_FRAMES_COUNT, MAQ_FRAMES_NONE);
    mq_gltf_u32(mq_gltf_get(side, "count"), &read.count);
    mq_gltf_u32(mq_gltf_get(side, "columns"), &read.columns);
    mq_gltf_floats_of(mq_gltf_get(side, "step"), read.step, 2);
    if (read.kind != MAQ_FRAMES_NONE)
        *frames = read;
}

static void side_material(gltf_reader *r, uint32_t index, const cJSON *side,
                          maq_scene_material *material) {
    float colour[4];
    side_textures(r, index, side, material);
    uint32_t blend = mq_gltf_word(mq_gltf_get(side, "blend"), mq_blend_names, MQ_BLEND_COUNT, 0);
    if (blend > MAQ_BLEND_ALPHA && material->blend == MAQ_BLEND_ALPHA)
        material->blend = (maq_blend)blend;
    if (mq_gltf_floats_of(mq_gltf_get(side, "colour"), colour, 4)) {
        bool same = true;
        for (int i = 0; i < 4; i++) {
            float clamped = colour[i] > 1 ? 1 : colour[i] > 0 ? colour[i] : 0;
            same = same && clamped == material->colour[i];
        }
        if (same)
            memcpy(material->colour, colour, sizeof colour);
        else
            mq_gltf_extras_off(r, GLTF_MATERIALS, index, "colour");
    }
    mq_gltf_float_of(mq_gltf_get(side, "cutoff"), &material->cutoff);
    side_frames(mq_gltf_get(side, "frames"), &material->frames);
}

// -------------------------------------------------------------------------------------- materials

static void read_material(gltf_reader *r, uint32_t index) {
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    static const maq_blend blends[] = {MAQ_BLEND_OPAQUE, MAQ_BLEND_CUTOUT, MAQ_BLEND_ALPHA};
    const cJSON *item = r->lists[GLTF_MATERIALS].items[index], *side = mq_gltf_side(item);
    const cJSON *pbr = mq_gltf_get(item, "pbrMetallicRoughness");
    maq_scene_material material = mq_scene_material(mq_gltf_name_of(r, item, side));
    maq_scene_texture *textures = MQ_NEW_ARRAY(r->arena, maq_scene_texture, 2);
    if (!textures)
        return;
    material.textures = textures;
    mq_gltf_floats_of(mq_gltf_get(pbr, "baseColorFactor"), material.colour, 4);
    material.texture_count +=
        read_texture(r, index, pbr, "baseColorTexture", MAQ_TEXTURE_DIFFUSE, &textures[0]);
    material.texture_count += read_texture(r, index, item, "normalTexture", MAQ_TEXTURE_NORMAL,
                                           &textures[material.texture_count]);
    material.blend = blends[mq_gltf_word(mq_gltf_get(item, "alphaMode"), modes, 3, 0)];
    mq_gltf_float_of(mq_gltf_get(item, "alphaCutoff"), &material.cutoff);
    material.two_sided = cJSON_IsTrue(mq_gltf_get(item, "doubleSided"));
    side_material(r, index, side, &material);
    material.extras = mq_gltf_extras_with(r, item, false, GLTF_MATERIAL_KEY,
                                          mq_gltf_read_passthrough(r, index, &material));
    mq_scene_add_material(&r->builder, &material);
}

void mq_gltf_read_materials(gltf_reader *r) {
    for (uint32_t i = 0; i < r->lists[GLTF_MATERIALS].count; i++)
        read_material(r, i);
}
