// SPDX-License-Identifier: MIT
#include "picture/material_gltf.h"

#include <math.h>

#include "base/slerp.h"

enum { GL_CLAMP_TO_EDGE = 33071, GL_MIRRORED_REPEAT = 33648 };

static const maq_value *extension(const maq_value *object, const char *name) {
    return maq_value_find(maq_value_find(object, "extensions"), name);
}

static double number_or(const maq_value *object, const char *key, double other) {
    double number;
    return maq_value_number(maq_value_find(object, key), &number) && fabs(number) < 1e15 ? number
                                                                                         : other;
}

// Up to `count` numbers of an array; others stay as they are.
static void read_numbers(const maq_value *array, int count, float *out) {
    const maq_value *item =
        array && array->kind == MAQ_VALUE_ARRAY ? array->as.children.first : NULL;
    for (int i = 0; item && i < count; i++, item = item->next) {
        double number;
        if (maq_value_number(item, &number) && fabs(number) < 1e15)
            out[i] = (float)number;
    }
}

static mq_wrap wrap_of(const maq_value *sampler, const char *key) {
    double mode = number_or(sampler, key, 0);
    return mode == GL_CLAMP_TO_EDGE     ? MQ_WRAP_CLAMP
           : mode == GL_MIRRORED_REPEAT ? MQ_WRAP_MIRROR
                                        : MQ_WRAP_REPEAT;
}

// Scale, then a counter-clockwise rotation (v runs downwards), then the offset.
static void set_transform(mq_texture_mapping *mapping, const maq_value *transform) {
    float offset[2] = {0, 0}, scale[2] = {1, 1};
    double sine, cosine;
    read_numbers(maq_value_find(transform, "offset"), 2, offset);
    read_numbers(maq_value_find(transform, "scale"), 2, scale);
    mq_sine_and_cosine(number_or(transform, "rotation", 0) * (180 / 3.14159265358979323846), &sine,
                       &cosine);
    float s = (float)sine, c = (float)cosine;
    mapping->transformed = true;
    mapping->transform[0][0] = c * scale[0];
    mapping->transform[0][1] = s * scale[1];
    mapping->transform[0][2] = offset[0];
    mapping->transform[1][0] = -s * scale[0];
    mapping->transform[1][1] = c * scale[1];
    mapping->transform[1][2] = offset[1];
}

static mq_texture_mapping mapping_of(const maq_value *texture_info) {
    const maq_value *sampler = maq_value_find(maq_value_find(texture_info, "texture"), "sampler");
    const maq_value *transform = extension(texture_info, "KHR_texture_transform");
    mq_texture_mapping mapping = {.wrap = {wrap_of(sampler, "wrapS"), wrap_of(sampler, "wrapT")}};
    if (transform)
        set_transform(&mapping, transform);
    return mapping;
}

mq_material_gltf mq_material_gltf_read(const maq_scene_material *material) {
    mq_material_gltf out = {0};
    const maq_value *gltf = maq_value_find(material->extras, "gltf_material");
    if (!gltf)
        return out;
    const maq_value *colours = maq_value_find(gltf, "pbrMetallicRoughness");
    out.unlit = extension(gltf, "KHR_materials_unlit") != NULL;
    read_numbers(maq_value_find(gltf, "emissiveFactor"), 3, out.emission);
    double strength =
        number_or(extension(gltf, "KHR_materials_emissive_strength"), "emissiveStrength", 1);
    for (int i = 0; i < 3; i++)
        out.emission[i] *= (float)strength;
    out.diffuse = mapping_of(maq_value_find(colours, "baseColorTexture"));
    out.normal = mapping_of(maq_value_find(gltf, "normalTexture"));
    out.emissive = mapping_of(maq_value_find(gltf, "emissiveTexture"));
    return out;
}

const maq_value *const *mq_material_gltf_images(mq_arena *arena, const maq_scene *scene,
                                                size_t *count) {
    const maq_value *list = maq_value_find(maq_value_find(scene->extras, "gltf_file"), "images");
    *count = list && list->kind == MAQ_VALUE_ARRAY ? list->as.children.count : 0;
    const maq_value **images = *count ? MQ_NEW_ARRAY(arena, const maq_value *, *count) : NULL;
    if (!images)
        *count = 0;
    const maq_value *image = *count ? list->as.children.first : NULL;
    for (size_t i = 0; i < *count; i++, image = image->next)
        images[i] = image;
    return images;
}

bool mq_material_gltf_image(const maq_value *const *images, size_t count,
                            const maq_scene_material *material, maq_scene_texture *out) {
    const maq_value *info =
        maq_value_find(maq_value_find(material->extras, "gltf_material"), "emissiveTexture");
    const maq_value *index = maq_value_find(maq_value_find(info, "texture"), "image");
    if (!index || index->kind != MAQ_VALUE_INTEGER || index->as.integer < 0 ||
        (uint64_t)index->as.integer >= count)
        return false;
    const maq_value *image = images[index->as.integer];
    const maq_value *file = maq_value_find(image, "file"), *data = maq_value_find(image, "data");
    *out = (maq_scene_texture){0};
    if (file && file->kind == MAQ_VALUE_TEXT)
        out->file = file->as.text.bytes;
    if (data && data->kind == MAQ_VALUE_TEXT) {
        out->data = (const unsigned char *)data->as.text.bytes;
        out->data_length = data->as.text.length;
    }
    return out->data || (out->file && *out->file);
}
