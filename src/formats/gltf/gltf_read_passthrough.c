// SPDX-License-Identifier: MIT
//
// Reading passthrough data (gltf_passthrough.h).
#include <string.h>

#include "formats/gltf/gltf_files.h"
#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_read.h"

// The most extensions of materials that are kept; others are reported as left out.
enum { MOST_KEPT = 64 };

static const char *key_of(gltf_reader *r, const maq_value *item) {
    return mq_arena_text(r->arena, item->key, strlen(item->key));
}

// ----------------------------------------------------------------------------------------- images

// Whether an image of the passthrough data is this one.
static bool is_image(const maq_value *image, const maq_scene_texture *texture) {
    const maq_value *data = maq_value_find(image, "data");
    size_t length = data ? data->as.text.length : 0;
    return strcmp(maq_value_find(image, "file")->as.text.bytes, texture->file) == 0 &&
           length == texture->data_length &&
           (length == 0 || memcmp(data->as.text.bytes, texture->data, length) == 0);
}

// 1 + the index of an equal image; 0 when there is none. The writer writes equal images once.
static uint32_t find_image(gltf_reader *r, const maq_scene_texture *texture) {
    uint32_t number = 1;
    for (const maq_value *image = mq_node_value(r->passthrough_images)->as.children.first;
         image && mq_gltf_charge(r, 1, 64, false); image = image->next, number++) {
        if (is_image(image, texture))
            return number;
    }
    return 0;
}

// The index of an image in the passthrough data; GLTF_NONE when it has neither data nor a name.
static uint32_t add_image(gltf_reader *r, uint32_t index) {
    uint32_t total = r->lists[GLTF_IMAGES].count;
    if (!r->image_numbers)
        r->image_numbers = MQ_NEW_ARRAY(r->arena, uint32_t, total);
    if (!r->image_numbers)
        return GLTF_NONE;
    if (r->image_numbers[index])
        return r->image_numbers[index] - 1;
    maq_scene_texture texture = {0};
    if (!mq_gltf_read_image(r, index, &texture) || !mq_gltf_charge(r, texture.data_length, 1, true))
        return GLTF_NONE;
    if (texture.data && !mq_gltf_image_kind(texture.data, texture.data_length)) {
        GLTF_REPORT(r, IMAGE_BROKEN, GLTF_IMAGES, index, "%s",
                    "it is neither PNG nor JPEG, so its data is dropped");
        texture.data = NULL;
        texture.data_length = 0;
    }
    if (!r->passthrough_images)
        r->passthrough_images = mq_put_array(r->passthrough, "images");
    if (!r->passthrough_images)
        return GLTF_NONE;
    r->image_numbers[index] = find_image(r, &texture);
    if (r->image_numbers[index])
        return r->image_numbers[index] - 1;
    mq_node *image = mq_put_object(r->passthrough_images, NULL);
    mq_put_text(image, "file", texture.file);
    if (texture.data)
        mq_put_bytes(image, "data", (const char *)texture.data, texture.data_length);
    r->image_numbers[index] = ++r->image_count;
    return r->image_count - 1;
}

// --------------------------------------------------------------------------------------- textures

// The first member from `child` on whose key is not in a list that ends with NULL.
static const maq_value *skip_excluded(const maq_value *child, const char *const *excluded) {
    for (; child; child = child->next) {
        size_t i = 0;
        while (excluded[i] && strcmp(child->key, excluded[i]) != 0)
            i++;
        if (!excluded[i])
            break;
    }
    return child;
}

// Copies the members of an object except those of a list that ends with NULL.
static void put_others(gltf_reader *r, mq_node *to, const maq_value *object,
                       const char *const *excluded) {
    for (const maq_value *child = skip_excluded(mq_first_member(object), excluded); child;
         child = skip_excluded(child->next, excluded))
        mq_gltf_put(r, to, key_of(r, child), child);
}

static void put_sampler(gltf_reader *r, mq_node *texture, const maq_value *item, uint32_t index) {
    uint32_t sampler = mq_gltf_index(r, item, "sampler", GLTF_SAMPLERS, GLTF_TEXTURES, index);
    if (sampler != GLTF_NONE)
        mq_gltf_put(r, texture, "sampler", r->lists[GLTF_SAMPLERS].items[sampler]);
}

// The members of an image that a scene holds: the name is that of an embedded image.
static const char *const *excluded_of(const maq_value *image) {
    static const char *const embedded[] = {"bufferView", "mimeType", "uri", "name", NULL};
    static const char *const external[] = {"bufferView", "mimeType", "uri", NULL};
    const char *uri = mq_gltf_text(maq_value_find(image, "uri"));
    return *uri && strncmp(uri, "data:", 5) != 0 ? external : embedded;
}

// The image of a texture if it has other members; NULL otherwise.
static const maq_value *image_members(const gltf_reader *r, const maq_value *texture) {
    uint32_t index;
    if (!mq_gltf_u32(maq_value_find(texture, "source"), &index) ||
        index >= r->lists[GLTF_IMAGES].count)
        return NULL;
    const maq_value *image = r->lists[GLTF_IMAGES].items[index];
    return skip_excluded(mq_first_member(image), excluded_of(image)) ? image : NULL;
}

// What replaces the index of a texture. `number` is the index of its image, GLTF_NONE when the scene
// has the texture.
static void put_texture(gltf_reader *r, mq_node *info, uint32_t index, uint32_t number) {
    const maq_value *item = r->lists[GLTF_TEXTURES].items[index];
    mq_node *texture = mq_put_object(info, "texture");
    if (number != GLTF_NONE)
        mq_put_integer(texture, "image", number);
    put_sampler(r, texture, item, index);
    static const char *const apart[] = {"source", "sampler", "extensions", "image", NULL};
    put_others(r, texture, item, apart);
    const maq_value *image = image_members(r, item);
    if (image)
        put_others(r, mq_put_object(texture, "source"), image, excluded_of(image));
}

// Whether a texture info has only its index, and the texture only its image.
static bool is_bare(const gltf_reader *r, const maq_value *info, uint32_t texture) {
    const maq_value *item = r->lists[GLTF_TEXTURES].items[texture];
    for (const maq_value *child = mq_first_member(item); child; child = child->next) {
        if (strcmp(child->key, "source") != 0 && strcmp(child->key, "extensions") != 0)
            return false;
    }
    return info->as.children.count == 1 && !image_members(r, item);
}

// -------------------------------------------------------------------------------------- materials

typedef struct material_reader {
    gltf_reader *r;
    uint32_t index;
    const maq_scene_material *material;
} material_reader;

static void put_members(const material_reader *l, mq_node *to, const maq_value *object, int depth);

static bool scene_has(const material_reader *l, maq_texture_role role) {
    for (uint32_t i = 0; i < l->material->texture_count; i++) {
        if (l->material->textures[i].role == role && l->material->textures[i].tileset == 0)
            return true;
    }
    return false;
}

// Whether the scene has the texture of a member of the material or of its colour.
static bool is_own(const material_reader *l, const char *key, int depth) {
    return (depth == 1 && strcmp(key, "baseColorTexture") == 0 &&
            scene_has(l, MAQ_TEXTURE_DIFFUSE)) ||
           (depth == 0 && strcmp(key, "normalTexture") == 0 && scene_has(l, MAQ_TEXTURE_NORMAL));
}

static void put_info(const material_reader *l, mq_node *to, const maq_value *info, bool own) {
    static const char *const apart[] = {"index", "texture", NULL};
    gltf_reader *r = l->r;
    uint32_t texture = mq_gltf_index(r, info, "index", GLTF_TEXTURES, GLTF_MATERIALS, l->index);
    if (texture == GLTF_NONE || (own && is_bare(r, info, texture)))
        return;
    uint32_t image = own ? GLTF_NONE : mq_gltf_image_of(r, texture);
    uint32_t number = image == GLTF_NONE ? GLTF_NONE : add_image(r, image);
    if (!own && number == GLTF_NONE)
        return;
    mq_node *made = mq_put_object(to, key_of(r, info));
    put_texture(r, made, texture, number);
    put_others(r, made, info, apart);
    mq_gltf_keep_extensions(r, maq_value_find(info, "extensions"));
}

// Whether the scene holds a member.
static bool is_known(const material_reader *l, const char *key, int depth) {
    static const char *const own[] = {"name",        "extras",      "alphaMode",
                                      "alphaCutoff", "doubleSided", "pbrMetallicRoughness"};
    for (size_t i = 0; depth == 0 && i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(key, own[i]) == 0)
            return true;
    }
    // The writer writes additive blending as emission.
    if (depth == 0 && l->material->blend == MAQ_BLEND_ADDITIVE &&
        (strcmp(key, "emissiveTexture") == 0 || strcmp(key, "emissiveFactor") == 0))
        return true;
    return depth == 1 && strcmp(key, "baseColorFactor") == 0;
}

// The texture of the scene comes first, in the order of the writer.
static void put_own(const material_reader *l, mq_node *to, const maq_value *object, const char *key,
                    int depth) {
    const maq_value *info = maq_value_find(object, key);
    if (info && is_own(l, key, depth))
        put_info(l, to, info, true);
}

static void put_member(const material_reader *l, mq_node *to, const maq_value *child, int depth) {
    const char *key = child->key;
    int inner = mq_gltf_passthrough_depth(key, depth);
    bool texture = mq_value_is(child, MAQ_VALUE_OBJECT) && mq_gltf_is_texture_key(key);
    if (texture && maq_value_find(child, "index"))
        put_info(l, to, child, false);
    else if (texture && maq_value_find(child, "texture"))
        GLTF_REPORT(l->r, MATERIAL_IGNORED, GLTF_MATERIALS, l->index, "%.60s has no index", key);
    else if (mq_value_is(child, MAQ_VALUE_OBJECT) && inner > 0)
        put_members(l, mq_put_object(to, key_of(l->r, child)), child, inner);
    else
        mq_gltf_put(l->r, to, key_of(l->r, child), child);
}

static void put_members(const material_reader *l, mq_node *to, const maq_value *object, int depth) {
    for (const maq_value *child = mq_first_member(object); child; child = child->next) {
        if (!is_known(l, child->key, depth) && !is_own(l, child->key, depth))
            put_member(l, to, child, depth);
    }
}

// Whether a material has nothing but metallicFactor 0, which the writer gives all others.
static bool is_plain(const maq_value *item, const maq_value *passthrough) {
    const maq_value *first = passthrough->as.children.first;
    float metal = 1;
    mq_gltf_float_of(maq_value_find(maq_value_find(item, "pbrMetallicRoughness"), "metallicFactor"),
                     &metal);
    return metal == 0 && passthrough->as.children.count == 1 &&
           strcmp(first->key, "pbrMetallicRoughness") == 0 && first->as.children.count == 1;
}

const maq_value *mq_gltf_read_passthrough(gltf_reader *r, uint32_t index,
                                          const maq_scene_material *material) {
    const maq_value *item = r->lists[GLTF_MATERIALS].items[index];
    material_reader l = {r, index, material};
    mq_node *root = mq_value_root(r->arena, MAQ_VALUE_OBJECT);
    if (!root)
        return NULL;
    const maq_value *colours = maq_value_find(item, "pbrMetallicRoughness");
    mq_node *pbr = mq_put_object(root, "pbrMetallicRoughness");
    put_own(&l, pbr, colours, "baseColorTexture", 1);
    put_members(&l, pbr, colours, 1);
    put_own(&l, root, item, "normalTexture", 0);
    put_members(&l, root, item, 0);
    mq_gltf_keep_extensions(r, maq_value_find(item, "extensions"));
    mq_gltf_keep_extensions(r, maq_value_find(colours, "extensions"));
    const maq_value *made = mq_node_value(root);
    return is_plain(item, made) ? NULL : made;
}

// ------------------------------------------------------------------------------------------ shapes

const maq_value *mq_gltf_read_rest_weights(gltf_reader *r, const maq_value *item, uint32_t shapes) {
    const maq_value *weights = maq_value_find(item, "weights");
    const maq_value *first = mq_first_element(weights);
    bool moved = false;
    for (const maq_value *w = first; w; w = w->next) {
        double number;
        if (!maq_value_number(w, &number))
            return NULL;
        moved = moved || number != 0;
    }
    if (!moved || weights->as.children.count != shapes)
        return NULL;
    mq_node *list = mq_value_root(r->arena, MAQ_VALUE_ARRAY);
    for (const maq_value *w = list ? first : NULL; w; w = w->next)
        mq_gltf_put(r, list, NULL, w);
    return mq_node_value(list);
}

// -------------------------------------------------------------------------------------- the scene

static bool is_kept(const gltf_reader *r, const char *name) {
    for (size_t i = 0; i < r->kept_count; i++) {
        if (strcmp(r->kept[i], name) == 0)
            return true;
    }
    return false;
}

void mq_gltf_keep_extensions(gltf_reader *r, const maq_value *extensions) {
    for (const maq_value *e = mq_first_member(extensions); e; e = e->next) {
        if (r->kept_count == MOST_KEPT || is_kept(r, e->key))
            continue;
        const char **larger =
            mq_arena_grow(r->arena, r->kept, &r->kept_capacity, r->kept_count, sizeof *larger);
        if (!larger)
            return;
        r->kept = larger;
        r->kept[r->kept_count++] = e->key;
    }
}

void mq_gltf_report_extensions(gltf_reader *r) {
    const maq_value *used = maq_value_find(r->root, "extensionsUsed");
    for (const maq_value *e = mq_first_element(used); e; e = e->next) {
        const char *name = mq_gltf_text(e);
        if (strcmp(name, "KHR_mesh_quantization") != 0 && !is_kept(r, name))
            GLTF_FIND(r->findings, EXTENSION_IGNORED, r->json_offset, 0,
                      "the extension %.100s is left out", name);
    }
}

static const char *const own_key[] = {"maquette", NULL};

static bool has_name_or_extras(const maq_value *item) {
    const maq_value *extras = maq_value_find(item, "extras");
    return *mq_gltf_text(maq_value_find(item, "name")) ||
           skip_excluded(mq_first_member(extras), own_key);
}

// An object with the name of another and its extras but our own; `key` is NULL in a list.
static void put_name_and_extras(gltf_reader *r, mq_node *parent, const char *key,
                                const maq_value *item) {
    mq_node *object = mq_put_object(parent, key);
    const maq_value *name = maq_value_find(item, "name"), *extras = maq_value_find(item, "extras");
    if (*mq_gltf_text(name))
        mq_put_text(object, "name", mq_gltf_text(name));
    if (skip_excluded(mq_first_member(extras), own_key))
        put_others(r, mq_put_object(object, "extras"), extras, own_key);
}

// Skins without joints are dropped, so they are not listed.
static void put_skins(gltf_reader *r) {
    const gltf_list *skins = &r->lists[GLTF_SKINS];
    bool any = false;
    for (uint32_t i = 0; i < skins->count; i++)
        any = any || has_name_or_extras(skins->items[i]);
    mq_node *list = any ? mq_put_array(r->passthrough, "skins") : NULL;
    for (uint32_t i = 0; list && i < skins->count; i++) {
        if (mq_first_element(maq_value_find(skins->items[i], "joints")))
            put_name_and_extras(r, list, NULL, skins->items[i]);
    }
}

static void put_asset(gltf_reader *r) {
    static const char *const excluded[] = {"version", "minVersion", "generator", NULL};
    const maq_value *asset = maq_value_find(r->root, "asset");
    if (skip_excluded(mq_first_member(asset), excluded))
        put_others(r, mq_put_object(r->passthrough, "asset"), asset, excluded);
}

static bool has_extras(const maq_value *item) {
    const maq_value *extras = maq_value_find(item, "extras");
    return extras && !mq_value_is(extras, MAQ_VALUE_NULL);
}

const maq_value *mq_gltf_read_primitives(gltf_reader *r, const maq_value **items, uint32_t count) {
    mq_node *list = NULL;
    for (uint32_t i = 0; i < count && !list; i++) {
        if (has_extras(items[i]))
            list = mq_value_root(r->arena, MAQ_VALUE_ARRAY);
    }
    for (uint32_t i = 0; list && i < count; i++) {
        if (has_extras(items[i]))
            mq_gltf_put(r, list, NULL, maq_value_find(items[i], "extras"));
        else
            mq_put_null(list, NULL);
    }
    return list ? mq_node_value(list) : NULL;
}

const maq_value *mq_gltf_read_passthroughs(gltf_reader *r) {
    const maq_value *required = maq_value_find(r->root, "extensionsRequired");
    mq_node *root = r->passthrough, *list = NULL;
    put_asset(r);
    put_skins(r);
    if (r->scene && has_name_or_extras(r->scene))
        put_name_and_extras(r, root, "scene", r->scene);
    for (const maq_value *e = mq_first_element(required); e; e = e->next) {
        if (!is_kept(r, mq_gltf_text(e)))
            continue;
        list = list ? list : mq_put_array(root, "required");
        mq_put_text(list, NULL, mq_gltf_text(e));
    }
    return root && mq_node_value(root)->as.children.count ? mq_node_value(root) : NULL;
}
