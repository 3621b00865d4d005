// SPDX-License-Identifier: MIT
//
// Writes passthrough data (gltf_passthrough.h) to the native members of glTF.
#include <string.h>

#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_write.h"

const maq_value *mq_gltf_file_member(const gltf_writer *w, const char *key) {
    return maq_value_find(maq_value_find(w->scene->extras, GLTF_FILE_KEY), key);
}

void mq_gltf_write_members(gltf_json *json, const maq_value *object) {
    for (const maq_value *child = mq_first_member(object); child; child = child->next)
        mq_gltf_value(json, child->key, child);
}

// --------------------------------------------------------------------------------------- textures

static bool same_or_none(const maq_value *a, const maq_value *b) {
    return a == b || (a && b && maq_value_equal(a, b));
}

// Whether two textures are equal but for their images, whose indices are not those of the file.
static bool same_members(const maq_value *a, const maq_value *b) {
    const maq_value *x = mq_first_member(a), *y = mq_first_member(b);
    for (;; x = x->next, y = y->next) {
        while (x && strcmp(x->key, "image") == 0)
            x = x->next;
        while (y && strcmp(y->key, "image") == 0)
            y = y->next;
        if (!x || !y || strcmp(x->key, y->key) != 0 || !maq_value_equal(x, y))
            return !x && !y;
    }
}

static uint32_t sampler_number(gltf_writer *w, const maq_value *sampler) {
    for (size_t i = 0; i < w->sampler_count; i++) {
        if (same_or_none(w->samplers[i], sampler))
            return (uint32_t)i;
    }
    const maq_value **larger = mq_arena_grow(w->arena, w->samplers, &w->sampler_capacity,
                                             w->sampler_count, sizeof *larger);
    if (!larger)
        return 0;
    w->samplers = larger;
    w->samplers[w->sampler_count] = sampler;
    return (uint32_t)w->sampler_count++;
}

static uint32_t texture_number(gltf_writer *w, uint32_t image, const maq_value *description) {
    uint32_t *last = image < w->image_count ? &w->images[image].last_texture : NULL;
    for (uint32_t i = last ? *last : 0; i; i = w->textures[i - 1].previous) {
        if (same_members(w->textures[i - 1].description, description))
            return i - 1;
    }
    gltf_texture *larger = mq_arena_grow(w->arena, w->textures, &w->texture_capacity,
                                         w->texture_count, sizeof *larger);
    if (!larger)
        return 0;
    w->textures = larger;
    w->textures[w->texture_count++] = (gltf_texture){image, description, last ? *last : 0};
    if (last)
        *last = (uint32_t)w->texture_count;
    return (uint32_t)w->texture_count - 1;
}

void mq_gltf_write_texture_lists(gltf_writer *w) {
    gltf_json *json = &w->json;
    gltf_json_list list = {json, "textures", false};
    for (size_t i = 0; i < w->texture_count; i++) {
        const gltf_texture *texture = &w->textures[i];
        const maq_value *sampler = maq_value_find(texture->description, "sampler");
        mq_gltf_open_item(&list);
        mq_gltf_integer(json, "source", texture->image);
        if (sampler)
            mq_gltf_integer(json, "sampler", sampler_number(w, sampler));
        for (const maq_value *child = mq_first_member(texture->description); child;
             child = child->next) {
            if (strcmp(child->key, "image") != 0 && strcmp(child->key, "sampler") != 0 &&
                strcmp(child->key, "source") != 0)
                mq_gltf_value(json, child->key, child);
        }
        mq_gltf_close(json, '}');
    }
    mq_gltf_end_list(&list);
    if (w->sampler_count)
        mq_gltf_open(json, "samplers", '[');
    for (size_t i = 0; i < w->sampler_count; i++)
        mq_gltf_value(json, NULL, w->samplers[i]);
    if (w->sampler_count)
        mq_gltf_close(json, ']');
}

// ------------------------------------------------------------------------------------- extensions

static void use_extensions(gltf_writer *w, const maq_value *extensions) {
    for (const maq_value *e = mq_first_member(extensions); e; e = e->next) {
        size_t i = 0;
        while (i < w->extension_count && strcmp(w->extensions[i], e->key) != 0)
            i++;
        if (i < w->extension_count)
            continue;
        const char **larger = mq_arena_grow(w->arena, w->extensions, &w->extension_capacity,
                                            w->extension_count, sizeof *larger);
        if (!larger)
            return;
        w->extensions = larger;
        w->extensions[w->extension_count++] = e->key;
    }
}

static bool is_used(const gltf_writer *w, const maq_value *name) {
    for (size_t i = 0; i < w->extension_count && name->kind == MAQ_VALUE_TEXT; i++) {
        if (strcmp(w->extensions[i], name->as.text.bytes) == 0)
            return true;
    }
    return false;
}

void mq_gltf_write_extensions(gltf_writer *w) {
    const maq_value *required = mq_gltf_file_member(w, "required");
    bool any = false;
    if (w->extension_count == 0)
        return;
    mq_gltf_open(&w->json, "extensionsUsed", '[');
    for (size_t i = 0; i < w->extension_count; i++)
        mq_gltf_string(&w->json, NULL, w->extensions[i]);
    mq_gltf_close(&w->json, ']');
    for (const maq_value *name = required ? required->as.children.first : NULL; name;
         name = name->next) {
        if (!is_used(w, name))
            continue;
        if (!any)
            mq_gltf_open(&w->json, "extensionsRequired", '[');
        any = true;
        mq_gltf_string(&w->json, NULL, name->as.text.bytes);
    }
    if (any)
        mq_gltf_close(&w->json, ']');
}

// ------------------------------------------------------------------------------- passthrough data

// The index of the image of a texture info, which is added; GLTF_NONE when it has none.
static uint32_t passthrough_image(gltf_writer *w, const maq_value *info) {
    const maq_value *number = maq_value_find(maq_value_find(info, "texture"), "image");
    const maq_value *images = mq_gltf_file_member(w, "images");
    if (!number || number->kind != MAQ_VALUE_INTEGER || !images || w->hide_images)
        return GLTF_NONE;
    if (!w->passthrough_images) {
        size_t count = images->as.children.count, next = 0;
        w->passthrough_images = MQ_NEW_ARRAY(w->arena, const maq_value *, count);
        for (const maq_value *i = images->as.children.first; w->passthrough_images && i;
             i = i->next)
            w->passthrough_images[next++] = i;
    }
    if (!w->passthrough_images || number->as.integer < 0 ||
        (uint64_t)number->as.integer >= images->as.children.count)
        return GLTF_NONE;
    const maq_value *image = w->passthrough_images[number->as.integer];
    const maq_value *file = maq_value_find(image, "file"), *data = maq_value_find(image, "data");
    maq_scene_texture texture = {.file = file && file->kind == MAQ_VALUE_TEXT ? file->as.text.bytes
                                                                              : ""};
    if (data && data->kind == MAQ_VALUE_TEXT) {
        texture.data = (const unsigned char *)data->as.text.bytes;
        texture.data_length = data->as.text.length;
    }
    return mq_gltf_image_number(w, &texture,
                                maq_value_find(maq_value_find(info, "texture"), "source"));
}

void mq_gltf_write_info(gltf_writer *w, const char *key, uint32_t image, const maq_value *info) {
    mq_gltf_open(&w->json, key, '{');
    mq_gltf_integer(&w->json, "index", texture_number(w, image, maq_value_find(info, "texture")));
    for (const maq_value *child = mq_first_member(info); child; child = child->next) {
        if (strcmp(child->key, "texture") != 0)
            mq_gltf_value(&w->json, child->key, child);
        if (strcmp(child->key, "extensions") == 0)
            use_extensions(w, child);
    }
    mq_gltf_close(&w->json, '}');
}

static bool is_listed(const char *const *names, const char *name) {
    for (; names && *names; names++) {
        if (strcmp(*names, name) == 0)
            return true;
    }
    return false;
}

void mq_gltf_write_passthrough(gltf_writer *w, const maq_value *object, int depth,
                               const char *const *except) {
    for (const maq_value *child = mq_first_member(object); child; child = child->next) {
        if (is_listed(except, child->key))
            continue;
        if (strcmp(child->key, "extensions") == 0)
            use_extensions(w, child);
        int inner = mq_gltf_passthrough_depth(child->key, depth);
        if (mq_gltf_is_texture_key(child->key) && maq_value_find(child, "texture")) {
            uint32_t image = passthrough_image(w, child);
            if (image != GLTF_NONE)
                mq_gltf_write_info(w, child->key, image, child);
        } else if (child->kind == MAQ_VALUE_OBJECT && inner > 0) {
            mq_gltf_open(&w->json, child->key, '{');
            mq_gltf_write_passthrough(w, child, inner, NULL);
            mq_gltf_close(&w->json, '}');
        } else {
            mq_gltf_value(&w->json, child->key, child);
        }
    }
}

void mq_gltf_write_rest_weights(gltf_writer *w, const maq_value *extras,
                                const maq_scene_mesh *mesh) {
    const maq_value *weights = maq_value_find(extras, GLTF_WEIGHTS_KEY);
    if (weights && weights->kind == MAQ_VALUE_ARRAY &&
        weights->as.children.count == mesh->shape_count)
        mq_gltf_value(&w->json, "weights", weights);
}
