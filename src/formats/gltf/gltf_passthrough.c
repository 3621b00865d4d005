// SPDX-License-Identifier: MIT
//
// Looks on their way out: into formats that have no place for them, or without their images.
#include "formats/gltf/gltf_passthrough.h"

#include <string.h>

bool mq_gltf_is_passthrough(const char *key) {
    return strcmp(key, GLTF_MATERIAL_KEY) == 0 || strcmp(key, GLTF_LOOKS_KEY) == 0 ||
           strcmp(key, GLTF_WEIGHTS_KEY) == 0;
}

bool mq_gltf_is_texture_key(const char *key) {
    static const char ending[] = "Texture";
    size_t length = strlen(key), wanted = sizeof ending - 1;
    return length >= wanted && strcmp(key + length - wanted, ending) == 0;
}

int mq_gltf_passthrough_depth(const char *key, int depth) {
    enum { COLOURS = 1, EXTENSIONS = 2, DEEPEST = 16 };
    if (depth == 0 && strcmp(key, "pbrMetallicRoughness") == 0)
        return COLOURS;
    if (depth >= EXTENSIONS)
        return depth < DEEPEST ? depth + 1 : 0;
    return strcmp(key, "extensions") == 0 ? EXTENSIONS : 0;
}

// Takes a child out of an object that is ours to write.
static void unlink_child(maq_value *object, const char *key) {
    maq_value *before = NULL;
    // The children of a tree of ours are ours.
    maq_value *child = (maq_value *)(uintptr_t)object->as.children.first;
    while (child && strcmp(child->key, key) != 0) {
        before = child;
        child = (maq_value *)(uintptr_t)child->next;
    }
    if (!child)
        return;
    if (before)
        before->next = child->next;
    else
        object->as.children.first = child->next;
    object->as.children.count--;
}

// Extras without one of these keys; NULL when nothing else is left.
static const maq_value *without(const maq_value *extras, const char *key) {
    if (!maq_value_find(extras, key))
        return extras;
    unlink_child((maq_value *)(uintptr_t)extras, key);
    return extras->as.children.count ? extras : NULL;
}

// ------------------------------------------------------------------------------------- the losses

// Names of properties, as many as a message has room for.
typedef struct name_list {
    char text[400];
    size_t used;
} name_list;

static void add_name(name_list *list, const char *owner, const char *name) {
    size_t before = strlen(owner), length = strlen(name), dot = before > 0;
    if (list->used + before + dot + length + 3 > sizeof list->text)
        return;
    char *to = list->text + list->used;
    if (list->used) {
        memcpy(to, ", ", 2);
        to += 2;
    }
    memcpy(to, owner, before);
    memcpy(to + before, ".", dot);
    memcpy(to + before + dot, name, length + 1);
    list->used = (size_t)(to - list->text) + before + dot + length;
}

static bool is_number(const maq_value *value, double wanted) {
    double number;
    return maq_value_number(value, &number) && number == wanted;
}

static bool is_black(const maq_value *value) {
    bool black = value->kind == MAQ_VALUE_ARRAY;
    for (const maq_value *v = black ? value->as.children.first : NULL; v; v = v->next)
        black = black && is_number(v, 0);
    return black;
}

// Whether a sampler is like what games do anyway: it repeats, and has no hard edges.
static bool is_usual_sampler(const maq_value *sampler) {
    enum { REPEAT = 10497, NEAREST = 9728 };
    const maq_value *s = maq_value_find(sampler, "wrapS"), *t = maq_value_find(sampler, "wrapT");
    return (!s || is_number(s, REPEAT)) && (!t || is_number(t, REPEAT)) &&
           !is_number(maq_value_find(sampler, "magFilter"), NEAREST);
}

// What is said of a texture that the scene has itself.
static void name_texture(name_list *list, const char *key, const maq_value *info) {
    for (const maq_value *child = info->as.children.first; child; child = child->next) {
        if (strcmp(child->key, "texture") != 0)
            add_name(list, key, child->key);
        else if (!is_usual_sampler(maq_value_find(child, "sampler")))
            add_name(list, key, "sampler");
    }
}

// The members of an object that mean something. Those at their usual values are no loss.
static void name_members(name_list *list, const maq_value *object) {
    for (const maq_value *child = object->as.children.first; child; child = child->next) {
        bool own =
            strcmp(child->key, "baseColorTexture") == 0 || strcmp(child->key, "normalTexture") == 0;
        bool usual = (strcmp(child->key, "metallicFactor") == 0 && is_number(child, 0)) ||
                     (strcmp(child->key, "roughnessFactor") == 0 && is_number(child, 1)) ||
                     (strcmp(child->key, "emissiveFactor") == 0 && is_black(child));
        if (strcmp(child->key, "pbrMetallicRoughness") == 0 && child->kind == MAQ_VALUE_OBJECT)
            name_members(list, child);
        else if (own && child->kind == MAQ_VALUE_OBJECT)
            name_texture(list, child->key, child);
        else if (strcmp(child->key, "extensions") == 0 && child->kind == MAQ_VALUE_OBJECT)
            for (const maq_value *e = child->as.children.first; e; e = e->next)
                add_name(list, "", e->key);
        else if (!usual)
            add_name(list, "", child->key);
    }
}

static void lose_weights(const char *what, const char *name, const maq_value **extras,
                         mq_findings *findings) {
    if (!maq_value_find(*extras, GLTF_WEIGHTS_KEY))
        return;
    GLTF_FIND(findings, LOSS_SHAPE_WEIGHTS, MAQ_NO_OFFSET, 0,
              "%s \"%.100s\": the weights of its shapes at rest are lost", what, name);
    *extras = without(*extras, GLTF_WEIGHTS_KEY);
}

void mq_gltf_report_material_losses(maq_scene *scene, mq_findings *findings) {
    // All of it is our own copy.
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        maq_scene_mesh *mesh = (maq_scene_mesh *)(uintptr_t)&scene->meshes[i];
        lose_weights("mesh", mesh->name, &mesh->extras, findings);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        maq_scene_node *node = (maq_scene_node *)(uintptr_t)&scene->nodes[i];
        lose_weights("node", node->name, &node->extras, findings);
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        maq_scene_material *material = (maq_scene_material *)(uintptr_t)&scene->materials[i];
        const maq_value *look = maq_value_find(material->extras, GLTF_MATERIAL_KEY);
        if (!look)
            continue;
        name_list list = {.used = 0};
        // What is not said is all metal.
        const maq_value *pbr = maq_value_find(look, "pbrMetallicRoughness");
        if (!maq_value_find(pbr, "metallicFactor"))
            add_name(&list, "", "metallicFactor");
        if (look->kind == MAQ_VALUE_OBJECT)
            name_members(&list, look);
        if (list.used)
            GLTF_FIND(findings, LOSS_LOOK, MAQ_NO_OFFSET, 0,
                      "material \"%.100s\": there is no place for %s", material->name, list.text);
        material->extras = without(material->extras, GLTF_MATERIAL_KEY);
    }
    scene->extras = without(scene->extras, GLTF_LOOKS_KEY);
}

void mq_gltf_skip_passthrough_images(maq_scene *scene, mq_findings *findings) {
    const maq_value *looks = maq_value_find(scene->extras, GLTF_LOOKS_KEY);
    const maq_value *images = maq_value_find(looks, "images");
    const maq_value *image =
        images && images->kind == MAQ_VALUE_ARRAY ? images->as.children.first : NULL;
    for (; image; image = image->next) {
        const maq_value *file = maq_value_find(image, "file");
        if (!maq_value_find(image, "data"))
            continue;
        unlink_child((maq_value *)(uintptr_t)image, "data");
        GLTF_FIND(findings, LOSS_IMAGE, MAQ_NO_OFFSET, 0,
                  "the image \"%.200s\" is named, not carried along",
                  file && file->kind == MAQ_VALUE_TEXT ? file->as.text.bytes : "");
    }
}
