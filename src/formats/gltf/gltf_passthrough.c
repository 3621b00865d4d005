// SPDX-License-Identifier: MIT
//
// Passthrough data that is dropped in conversions to other formats.
#include "formats/gltf/gltf_passthrough.h"

#include <string.h>

bool mq_gltf_is_passthrough(const char *key) {
    return strcmp(key, GLTF_MATERIAL_KEY) == 0 || strcmp(key, GLTF_FILE_KEY) == 0 ||
           strcmp(key, GLTF_WEIGHTS_KEY) == 0 || strcmp(key, GLTF_PRIMITIVES_KEY) == 0;
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

// Removes a child from an object that may be changed.
static void unlink_child(maq_value *object, const char *key) {
    maq_value *before = NULL;
    maq_value *child = MQ_WRITABLE(maq_value, object->as.children.first);
    while (child && strcmp(child->key, key) != 0) {
        before = child;
        child = MQ_WRITABLE(maq_value, child->next);
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
    unlink_child(MQ_WRITABLE(maq_value, extras), key);
    return extras->as.children.count ? extras : NULL;
}

// ------------------------------------------------------------------------------------- the losses

// Names of properties, as many as a message can hold.
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

// Whether a sampler does what games do anyway: it repeats and filters.
static bool is_usual_sampler(const maq_value *sampler) {
    enum { REPEAT = 10497, NEAREST = 9728 };
    const maq_value *s = maq_value_find(sampler, "wrapS"), *t = maq_value_find(sampler, "wrapT");
    return (!s || is_number(s, REPEAT)) && (!t || is_number(t, REPEAT)) &&
           !is_number(maq_value_find(sampler, "magFilter"), NEAREST);
}

// The members of the info of a texture that the scene has.
static void name_texture(name_list *list, const char *key, const maq_value *info) {
    for (const maq_value *child = info->as.children.first; child; child = child->next) {
        bool usual = strcmp(child->key, "texCoord") == 0 && is_number(child, 0);
        if (strcmp(child->key, "texture") != 0 && !usual)
            add_name(list, key, child->key);
        else if (!usual && !is_usual_sampler(maq_value_find(child, "sampler")))
            add_name(list, key, "sampler");
    }
}

// The members of an object, without those that have their usual values.
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

static void report_rest_weights(const char *what, const char *name, const maq_value **extras,
                                mq_findings *findings) {
    if (!maq_value_find(*extras, GLTF_WEIGHTS_KEY))
        return;
    GLTF_FIND(findings, LOSS_SHAPE_WEIGHTS, MAQ_NO_OFFSET, 0,
              "%s \"%.100s\": the rest weights of its morph targets were dropped", what, name);
}

// The copyright and extras that only a glTF file holds. Nobody misses the names of scenes and skins.
static void report_file(maq_scene *scene, bool primitives, mq_findings *findings) {
    const maq_value *file = maq_value_find(scene->extras, GLTF_FILE_KEY);
    const maq_value *asset = maq_value_find(file, "asset");
    name_list list = {.used = 0};
    for (const maq_value *child = mq_first_member(asset); child; child = child->next)
        add_name(&list, "asset", child->key);
    const maq_value *skin = mq_first_element(maq_value_find(file, "skins"));
    while (skin && !maq_value_find(skin, "extras"))
        skin = skin->next;
    if (skin)
        add_name(&list, "", "the extras of skins");
    if (maq_value_find(maq_value_find(file, "scene"), "extras"))
        add_name(&list, "", "the extras of the scene");
    if (primitives)
        add_name(&list, "", "the extras of primitives");
    if (list.used)
        GLTF_FIND(findings, LOSS_FILE, MAQ_NO_OFFSET, 0, "the following were dropped: %s",
                  list.text);
}

void mq_gltf_report_losses(maq_scene *scene, mq_findings *findings) {
    bool primitives = false;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        maq_scene_mesh *mesh = MQ_WRITABLE(maq_scene_mesh, &scene->meshes[i]);
        report_rest_weights("mesh", mesh->name, &mesh->extras, findings);
        primitives = primitives || maq_value_find(mesh->extras, GLTF_PRIMITIVES_KEY);
        mesh->extras = without(mesh->extras, GLTF_PRIMITIVES_KEY);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        maq_scene_node *node = MQ_WRITABLE(maq_scene_node, &scene->nodes[i]);
        report_rest_weights("node", node->name, &node->extras, findings);
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        maq_scene_material *material = MQ_WRITABLE(maq_scene_material, &scene->materials[i]);
        const maq_value *passthrough = maq_value_find(material->extras, GLTF_MATERIAL_KEY);
        if (!passthrough)
            continue;
        name_list list = {.used = 0};
        // Without metallicFactor a material is a metal.
        const maq_value *pbr = maq_value_find(passthrough, "pbrMetallicRoughness");
        if (!maq_value_find(pbr, "metallicFactor"))
            add_name(&list, "", "metallicFactor");
        if (passthrough->kind == MAQ_VALUE_OBJECT)
            name_members(&list, passthrough);
        if (list.used)
            GLTF_FIND(findings, LOSS_MATERIAL, MAQ_NO_OFFSET, 0,
                      "material \"%.100s\": the following were dropped: %s", material->name,
                      list.text);
    }
    report_file(scene, primitives, findings);
}

static bool is_list_of(const maq_value *list, size_t count) {
    return mq_value_is(list, MAQ_VALUE_ARRAY) && list->as.children.count == count;
}

void mq_gltf_drop_unmatched_passthrough(maq_scene *scene) {
    const maq_value *file = maq_value_find(scene->extras, GLTF_FILE_KEY);
    const maq_value *skins = maq_value_find(file, "skins");
    if (skins && !is_list_of(skins, scene->skin_count)) {
        unlink_child(MQ_WRITABLE(maq_value, file), "skins");
        if (file->as.children.count == 0)
            scene->extras = without(scene->extras, GLTF_FILE_KEY);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        maq_scene_mesh *mesh = MQ_WRITABLE(maq_scene_mesh, &scene->meshes[i]);
        // A part without triangles is not a primitive, but a mesh has one at least.
        size_t count = mesh->vertex_count > 0 && mesh->triangle_count == 0;
        for (uint32_t k = 0; k < mesh->part_count; k++)
            count += mesh->parts[k].triangle_count > 0;
        if (!is_list_of(maq_value_find(mesh->extras, GLTF_PRIMITIVES_KEY), count))
            mesh->extras = without(mesh->extras, GLTF_PRIMITIVES_KEY);
    }
}
