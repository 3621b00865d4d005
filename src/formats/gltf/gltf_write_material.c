// SPDX-License-Identifier: MIT
//
// Materials, textures and images of a glTF file.
#include <string.h>

#include "formats/gltf/gltf_files.h"
#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_write.h"
#include "scene/names.h"
#include "scene/usage.h"

static const char *image_kind(const maq_scene_texture *texture) {
    return texture->data ? mq_gltf_image_kind(texture->data, texture->data_length) : NULL;
}

static uint32_t add_data(gltf_writer *w, const maq_scene_texture *texture) {
    return mq_gltf_add_bytes(w, texture->data, texture->data_length);
}

// ---------------------------------------------------------------------------------------- images

static uint32_t hash_of(const char *name, size_t length) {
    uint32_t hash = 2166136261u ^ (uint32_t)length;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash ^ hash >> 15;
}

static uint32_t *chain(uint32_t *chains, const gltf_writer *w, uint32_t hash) {
    return &chains[hash & (w->chain_count - 1)];
}

// The first image of this name that is in the file, as a number from 1; 0: none.
static uint32_t find_name(const gltf_writer *w, const char *name, uint32_t hash) {
    uint32_t number = w->chain_count > 0 ? *chain(w->name_chains, w, hash) : 0;
    while (number && strcmp(w->images[number - 1].file, name) != 0)
        number = w->images[number - 1].next_name;
    return number;
}

static void link_image(gltf_writer *w, uint32_t number) {
    gltf_image *image = &w->images[number - 1];
    uint32_t *same = chain(w->image_chains, w, image->hash);
    image->next = *same;
    *same = number;
    if (image->mime && !find_name(w, image->file, image->name_hash)) {
        uint32_t *named = chain(w->name_chains, w, image->name_hash);
        image->next_name = *named;
        *named = number;
    }
}

// As many chains as images, so that each has few. False when there is no memory.
static bool grow_chains(gltf_writer *w) {
    if (w->image_count < w->chain_count)
        return true;
    size_t count = w->chain_count ? w->chain_count * 4 : 16;
    uint32_t *images = MQ_NEW_ARRAY(w->arena, uint32_t, count);
    uint32_t *names = MQ_NEW_ARRAY(w->arena, uint32_t, count);
    if (!images || !names)
        return false;
    w->image_chains = images;
    w->name_chains = names;
    w->chain_count = count;
    for (uint32_t i = 0; i < w->image_count; i++)
        link_image(w, i + 1);
    return true;
}

static bool is_image(const gltf_image *image, const maq_scene_texture *texture,
                     const maq_value *members) {
    bool same = image->members == members ||
                (image->members && members && maq_value_equal(image->members, members));
    return same && image->data_length == texture->data_length && !image->data == !texture->data &&
           strcmp(image->file, texture->file) == 0 &&
           (!image->data || memcmp(image->data, texture->data, texture->data_length) == 0);
}

uint32_t mq_gltf_image_number(gltf_writer *w, const maq_scene_texture *texture,
                              const maq_value *members) {
    uint32_t hash = hash_of(texture->file, texture->data_length);
    uint32_t number = w->chain_count > 0 ? *chain(w->image_chains, w, hash) : 0;
    while (number && !is_image(&w->images[number - 1], texture, members))
        number = w->images[number - 1].next;
    if (number)
        return number - 1;
    gltf_image *larger =
        mq_arena_grow(w->arena, w->images, &w->image_capacity, w->image_count, sizeof *larger);
    if (!larger)
        return 0;
    w->images = larger;
    if (!grow_chains(w))
        return 0;
    gltf_image image = {.file = texture->file,
                        .view = GLTF_NONE,
                        .members = members,
                        .mime = image_kind(texture),
                        .data = texture->data,
                        .data_length = texture->data_length,
                        .hash = hash,
                        .name_hash = hash_of(texture->file, 0)};
    if (image.mime)
        image.view = add_data(w, texture);
    w->images[w->image_count++] = image;
    link_image(w, (uint32_t)w->image_count);
    return (uint32_t)w->image_count - 1;
}

// ------------------------------------------------------------------------------------- materials

// The texture of a role that glTF shows, or NULL.
static const maq_scene_texture *shown(const gltf_writer *w, const maq_scene_material *material,
                                      maq_texture_role role) {
    const maq_scene_texture *texture = w->hide_images ? NULL : mq_material_texture(material, role);
    return texture && (texture->file[0] != 0 || image_kind(texture)) ? texture : NULL;
}

// Whether the textures of a material are a colour and a normal texture, which glTF has, and reading
// these gives the same.
static bool textures_fit(const gltf_writer *w, const maq_scene_material *material) {
    const maq_scene_texture *native[2];
    uint32_t count = 0;
    const maq_texture_role roles[] = {MAQ_TEXTURE_DIFFUSE, MAQ_TEXTURE_NORMAL};
    for (int i = 0; i < 2; i++) {
        const maq_scene_texture *texture = shown(w, material, roles[i]);
        if (texture)
            native[count++] = texture;
    }
    if (count != material->texture_count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (native[i] != texture || (texture->data && !image_kind(texture)) ||
            (texture->data &&
             (!texture->file[0] || !mq_gltf_is_plain(texture->file, strlen(texture->file)))))
            return false;
    }
    return true;
}

// Editors drop textures whose files they do not find: the extras of a model that comes from another
// format keep their names.
static bool has_external_texture(const maq_scene_material *material) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        if (!material->textures[i].data)
            return true;
    }
    return false;
}

// An image by its name if it is the first of that name, otherwise by its index.
static void write_image_reference(gltf_writer *w, uint32_t index) {
    const char *file = index < w->image_count ? w->images[index].file : "";
    uint32_t first = find_name(w, file, hash_of(file, 0));
    if ((first == 0 || first > index) && *file && mq_gltf_is_plain(file, strlen(file)))
        mq_gltf_string(&w->own, "image", file);
    else
        mq_gltf_integer(&w->own, "image", index);
}

// The other members of the image of a texture, which passthrough data has.
static const maq_value *members_of(const gltf_writer *w, const maq_scene_material *material,
                                   const maq_scene_texture *texture) {
    const maq_value *data = maq_value_find(material->extras, GLTF_MATERIAL_KEY);
    const maq_value *pbr = maq_value_find(data, "pbrMetallicRoughness");
    const maq_value *info = NULL;
    if (texture == shown(w, material, MAQ_TEXTURE_DIFFUSE))
        info = maq_value_find(pbr, "baseColorTexture");
    else if (texture == shown(w, material, MAQ_TEXTURE_NORMAL))
        info = maq_value_find(data, "normalTexture");
    return maq_value_find(maq_value_find(info, "texture"), "source");
}

// All textures of a material, with the names of images in the file.
static void write_textures(gltf_writer *w, const maq_scene_material *material) {
    gltf_json *own = &w->own;
    gltf_json_list list = {own, "textures", false};
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        mq_gltf_open_item(&list);
        mq_gltf_string(own, "role", mq_texture_names[texture->role]);
        if (texture->tileset)
            mq_gltf_integer(own, "tileset", texture->tileset);
        mq_gltf_exact(own, "file", texture->file, strlen(texture->file));
        if (image_kind(texture))
            write_image_reference(
                w, mq_gltf_image_number(w, texture, members_of(w, material, texture)));
        else if (texture->data)
            mq_gltf_bytes(own, "data", texture->data, texture->data_length);
        mq_gltf_close(own, '}');
    }
    mq_gltf_end_list(&list);
}

static void write_texture(gltf_writer *w, const char *key, const maq_scene_texture *texture,
                          const maq_value *info) {
    const maq_value *members = maq_value_find(maq_value_find(info, "texture"), "source");
    if (texture)
        mq_gltf_write_info(w, key, mq_gltf_image_number(w, texture, members), info);
}

static bool in_unit(float value) {
    return value >= 0 && value <= 1;
}

static void write_colour(gltf_writer *w, const float colour[4]) {
    static const float white[4] = {1, 1, 1, 1};
    float clamped[4];
    bool fits = true;
    for (int i = 0; i < 4; i++) {
        clamped[i] = colour[i] > 1 ? 1 : colour[i] > 0 ? colour[i] : 0;
        fits = fits && in_unit(colour[i]);
    }
    if (memcmp(colour, white, sizeof white) != 0)
        mq_gltf_floats(&w->json, "baseColorFactor", fits ? colour : clamped, 4);
    if (!fits)
        mq_gltf_floats(&w->own, "colour", colour, 4);
}

static void write_colours(gltf_writer *w, const maq_scene_material *material,
                          const maq_scene_texture *colour, const maq_value *passthrough) {
    const maq_value *pbr = maq_value_find(passthrough, "pbrMetallicRoughness");
    const char *const apart[] = {colour ? "baseColorTexture" : NULL, NULL};
    mq_gltf_open(&w->json, "pbrMetallicRoughness", '{');
    write_colour(w, material->colour);
    write_texture(w, "baseColorTexture", colour, maq_value_find(pbr, "baseColorTexture"));
    if (passthrough)
        mq_gltf_write_passthrough(w, pbr, 1, apart);
    else
        mq_gltf_integer(&w->json, "metallicFactor", 0);
    mq_gltf_close(&w->json, '}');
}

static void write_material(gltf_writer *w, gltf_json_list *list,
                           const maq_scene_material *material) {
    gltf_json *json = &w->json;
    const maq_value *passthrough = maq_value_find(material->extras, GLTF_MATERIAL_KEY);
    const maq_scene_texture *colour = shown(w, material, MAQ_TEXTURE_DIFFUSE);
    const maq_scene_texture *normal = shown(w, material, MAQ_TEXTURE_NORMAL);
    bool glows = material->blend == MAQ_BLEND_ADDITIVE && colour;
    mq_gltf_open_item(list);
    mq_gltf_write_name(w, material->name);
    write_colours(w, material, colour, passthrough);
    write_texture(w, "normalTexture", normal, maq_value_find(passthrough, "normalTexture"));
    if (glows) {
        static const float all[3] = {1, 1, 1};
        write_texture(w, "emissiveTexture", colour, NULL);
        mq_gltf_floats(json, "emissiveFactor", all, 3);
    }
    const char *apart[] = {"pbrMetallicRoughness", NULL, NULL, NULL, NULL};
    int count = 1;
    if (normal)
        apart[count++] = "normalTexture";
    if (glows) {
        apart[count++] = "emissiveTexture";
        apart[count++] = "emissiveFactor";
    }
    mq_gltf_write_passthrough(w, passthrough, 0, apart);
    bool cutout = material->blend == MAQ_BLEND_CUTOUT;
    if (material->blend != MAQ_BLEND_OPAQUE)
        mq_gltf_string(json, "alphaMode", cutout ? "MASK" : "BLEND");
    if (material->blend > MAQ_BLEND_ALPHA)
        mq_gltf_string(&w->own, "blend", mq_blend_names[material->blend]);
    if (material->cutoff != 0.5f)
        mq_gltf_float(cutout && material->cutoff >= 0 ? json : &w->own,
                      cutout && material->cutoff >= 0 ? "alphaCutoff" : "cutoff", material->cutoff);
    if (material->two_sided)
        mq_gltf_bool(json, "doubleSided", true);
    if (!textures_fit(w, material) || (w->scene->source_format && has_external_texture(material)))
        write_textures(w, material);
    if (material->tileset)
        mq_gltf_integer(&w->own, "tileset", material->tileset);
    if (material->frames.kind != MAQ_FRAMES_NONE) {
        mq_gltf_open(&w->own, "frames", '{');
        mq_gltf_string(&w->own, "kind", mq_frames_names[material->frames.kind]);
        mq_gltf_integer(&w->own, "count", material->frames.count);
        mq_gltf_integer(&w->own, "columns", material->frames.columns);
        mq_gltf_floats(&w->own, "step", material->frames.step, 2);
        mq_gltf_close(&w->own, '}');
    }
    mq_gltf_write_extras(w, material->extras, NULL);
    mq_gltf_close(json, '}');
}

// A file name as a relative URI, with all bytes escaped that have a meaning in URIs.
static void write_uri(gltf_json *json, const char *file) {
    static const char hex[] = "0123456789ABCDEF";
    mq_gltf_open(json, "uri", '"');
    for (const char *c = file; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                     (byte >= '0' && byte <= '9') || strchr("-_.~", byte) ||
                     (byte == '/' && c > file);
        if (plain) {
            mq_text_char(json->out, *c);
        } else {
            char escape[3] = {'%', hex[byte >> 4], hex[byte & 15]};
            mq_text_bytes(json->out, escape, sizeof escape);
        }
    }
    mq_gltf_close(json, '"');
}

static void write_images(gltf_writer *w) {
    gltf_json *json = &w->json;
    gltf_json_list list = {json, "images", false};
    for (size_t i = 0; i < w->image_count; i++) {
        const gltf_image *image = &w->images[i];
        mq_gltf_open_item(&list);
        if (image->view == GLTF_NONE) {
            write_uri(json, image->file);
        } else {
            if (image->file[0])
                mq_gltf_string(json, "name", image->file);
            mq_gltf_integer(json, "bufferView", image->view);
            mq_gltf_string(json, "mimeType", image->mime);
        }
        mq_gltf_write_members(json, image->members);
        mq_gltf_close(json, '}');
    }
    mq_gltf_end_list(&list);
}

void mq_gltf_write_materials(gltf_writer *w) {
    const maq_scene *scene = w->scene;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        w->bumpy[i] = shown(w, &scene->materials[i], MAQ_TEXTURE_NORMAL) != NULL;
        w->textured[i] = w->bumpy[i] || shown(w, &scene->materials[i], MAQ_TEXTURE_DIFFUSE);
    }
    gltf_json_list list = {&w->json, "materials", false};
    for (uint32_t i = 0; i < scene->material_count; i++)
        write_material(w, &list, &scene->materials[i]);
    mq_gltf_end_list(&list);
    mq_gltf_write_texture_lists(w);
    write_images(w);
}
