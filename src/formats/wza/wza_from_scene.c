// SPDX-License-Identifier: MIT
//
// A scene as a WZA model.
#include "formats/wza/wza_from_scene.h"

#include <string.h>

#include "formats/counted_loss.h"
#include "formats/extras_numbers.h"
#include "formats/unused_extras.h"
#include "scene/usage.h"

bool mq_wza_assign_numbers(mq_arena *arena, int32_t *numbers, uint32_t count, uint32_t limit) {
    wza_key *keys = MQ_NEW_ARRAY(arena, wza_key, count);
    for (uint32_t i = 0; keys && i < count; i++)
        keys[i] = (wza_key){(uint32_t)numbers[i] < limit ? numbers[i] : -1, i};
    keys = keys ? mq_wza_sort_keys(arena, keys, count) : NULL;
    if (!keys)
        return false;
    int32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wza_key *first = mq_wza_find_key(keys, count, numbers[i]);
        if (numbers[i] >= 0 && first && first->row == i)
            continue;
        while (mq_wza_find_key(keys, count, next))
            next++;
        numbers[i] = next++;
    }
    return true;
}

// ----------------------------------------------------------------------------------------- texture

static const char *file_of(const maq_scene_material *material, maq_texture_role role) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role == role && texture->tileset == 0)
            return texture->file ? texture->file : "";
    }
    return NULL;
}

// A name of printable characters, without the ending of an image.
static const char *texture_name(wza_builder *builder, const char *file) {
    static const char usual[] = "_diff.png";
    size_t length = strlen(file), tail = sizeof usual - 1;
    if (length > tail && strcmp(file + length - tail, usual) == 0) {
        length -= tail;
    } else {
        const char *dot = strrchr(file, '.');
        if (dot && dot != file && !strchr(dot, '/'))
            length = (size_t)(dot - file);
        mq_wza_report(builder, WZA_LOSS_MATERIAL, 1,
                      "the image \"%.60s\" must be renamed to %.*s_diff.png", file,
                      length < 60 ? (int)length : 60, file);
    }
    char *name = mq_arena_text(builder->arena, file, length);
    for (char *at = name; at && *at; at++) {
        if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
            *at = '_';
    }
    return name;
}

static bool flag(const maq_value *object, const char *key) {
    return mq_value_flag(maq_value_find(object, key), false);
}

// The name and whether it is animated, from the extras of the material, if its image still has the
// name that follows from them.
static void restore_name(wza_builder *builder, const maq_value *own, const char *diffuse) {
    maq_wza_texture texture = {.name = mq_extras_text(maq_value_find(own, "name")),
                               .animated = flag(own, "animated")};
    if (!texture.name || texture.name[strcspn(texture.name, "\n\r\x1a")] != '\0')
        return;
    const char *file = mq_wza_image_file(builder->arena, &texture, "diff");
    if (!file || strcmp(file, diffuse) != 0)
        return;
    builder->wza->texture.name = mq_arena_text(builder->arena, texture.name, strlen(texture.name));
    builder->wza->texture.animated = texture.animated;
}

static void build_texture(wza_builder *builder) {
    const maq_scene_material *material = &builder->scene->materials[builder->material];
    const maq_value *own = mq_scene_own_extras(material->extras, WZA_EXTRAS);
    const char *diffuse = file_of(material, MAQ_TEXTURE_DIFFUSE);
    const char *normal = file_of(material, MAQ_TEXTURE_NORMAL);
    const char *specular = file_of(material, MAQ_TEXTURE_SPECULAR);
    maq_wza_texture *texture = &builder->wza->texture;
    if (!diffuse || !*diffuse)
        return;
    restore_name(builder, own, diffuse);
    bool restored = texture->name != NULL;
    if (!restored)
        texture->name = texture_name(builder, diffuse);
    texture->normal_map = normal ? 1 : 0;
    int32_t space = 0;
    if (normal && mq_extras_integer(maq_value_find(own, "normal_map"), &space) && space == 2)
        texture->normal_map = 2;
    // The alpha of the normal map is the specular map: one image for both.
    texture->specular_map = specular || (normal && flag(own, "specular_map"));
    texture->team_mask = file_of(material, MAQ_TEXTURE_TEAM_MASK) != NULL;
    if (!restored && texture->name &&
        (texture->normal_map || texture->specular_map || texture->team_mask))
        mq_wza_report(builder, WZA_LOSS_MATERIAL, 1,
                      "the other images of \"%.60s\" must be renamed to %.60s_nor.png (the "
                      "specular map is its alpha) and %.60s_tc.png",
                      material->name, texture->name, texture->name);
}

// The file names a texture and calls the material so.
static bool keeps_name(const wza_builder *builder, const maq_scene_material *material) {
    const char *texture = builder->wza->texture.name;
    return !*material->name || mq_named_by_texture(material) ||
           (texture && strcmp(material->name, texture) == 0);
}

static void report_materials(wza_builder *builder) {
    const maq_scene *scene = builder->scene;
    uint64_t names = 0;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *material = &scene->materials[i];
        uint64_t images = 0;
        names += !keeps_name(builder, material);
        if (i != builder->material)
            mq_wza_report(builder, WZA_LOSS_MATERIAL, 1,
                          "material \"%.60s\": a model has one texture, that of \"%.60s\"",
                          material->name, scene->materials[builder->material].name);
        for (uint32_t k = 0; k < material->texture_count; k++) {
            const maq_scene_texture *texture = &material->textures[k];
            images += texture->data || texture->tileset || texture->role == MAQ_TEXTURE_ALPHA_MASK;
        }
        mq_wza_report(builder, WZA_LOSS_MATERIAL, images,
                      "material \"%.60s\": embedded images, images of other tilesets and alpha "
                      "masks were dropped",
                      material->name);
        if (material->blend != MAQ_BLEND_OPAQUE || material->two_sided ||
            memcmp(material->colour, (const float[]){1, 1, 1, 1}, sizeof material->colour) != 0)
            mq_wza_report(builder, WZA_LOSS_MATERIAL, 1,
                          "material \"%.60s\": blending, colour and two-sided faces were dropped",
                          material->name);
    }
    mq_add_counted_loss(builder->findings, &mq_wza_rules[WZA_LOSS_MATERIAL], names,
                        "material name was dropped", "material names were dropped");
}

static uint32_t find_material(const maq_scene *scene) {
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        for (uint32_t k = 0; mesh->role == MAQ_MESH_VISUAL && k < mesh->part_count; k++) {
            if (mesh->parts[k].material != MAQ_SCENE_NONE)
                return mesh->parts[k].material;
        }
    }
    return scene->material_count ? 0 : MAQ_SCENE_NONE;
}

// ------------------------------------------------------------------------------------------- nodes

// A node that says no more than the mesh it shows.
static bool is_mesh_node(const maq_scene *scene, const maq_scene_node *node) {
    return node->mesh != MAQ_SCENE_NONE &&
           (!*node->name || strcmp(node->name, scene->meshes[node->mesh].name) == 0);
}

static void report_nodes(wza_builder *builder) {
    const maq_scene *scene = builder->scene;
    uint64_t attachments = 0, facing = 0, names = 0, groups = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool bone = builder->bones[i] != MAQ_SCENE_NONE;
        attachments += mq_scene_is_connector(node) && !bone;
        facing += node->facing != MAQ_FACING_NONE;
        names += bone && *node->name && mq_wza_number_in_name(node->name, WZA_BONE_NAME) < 0;
        groups += !bone && node->kind == MAQ_NODE_GROUP && !is_mesh_node(scene, node) &&
                  !mq_scene_is_connector(node);
    }
    const maq_rule *rule = &mq_wza_rules[WZA_LOSS_NODES];
    mq_add_counted_loss(builder->findings, rule, attachments, "attachment was dropped",
                        "attachments were dropped");
    mq_add_counted_loss(builder->findings, rule, facing,
                        "node that faces the camera no longer does",
                        "nodes that face the camera no longer do");
    mq_add_counted_loss(builder->findings, rule, names, "bone name was dropped",
                        "bone names were dropped");
    mq_add_counted_loss(builder->findings, rule, groups, "node that is not a bone was dropped",
                        "nodes that are not bones were dropped");
    rule = &mq_wza_rules[WZA_LOSS_THINGS];
    mq_add_counted_loss(builder->findings, rule, scene->box_count, "box was dropped",
                        "boxes were dropped");
    mq_add_counted_loss(builder->findings, rule, scene->event_count, "event was dropped",
                        "events were dropped");
}

maq_status mq_wza_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    (void)settings;
    wza_builder builder = {.scene = scene,
                           .arena = out->arena,
                           .findings = &out->findings,
                           .wza = MQ_NEW(out->arena, maq_wza),
                           .worlds = mq_rest_matrices(out->arena, scene),
                           .material = find_material(scene)};
    if (!builder.wza || !builder.worlds)
        return mq_arena_status(out->arena);
    builder.wza->texture.offset = builder.wza->shapes_offset = builder.wza->bones_offset =
        builder.wza->animations_offset = MAQ_WZA_NO_OFFSET;
    if (builder.material != MAQ_SCENE_NONE)
        build_texture(&builder);
    if (mq_wza_build_model(&builder) && mq_wza_build_animations(&builder)) {
        report_materials(&builder);
        report_nodes(&builder);
        mq_report_unused_extras(scene, WZA_EXTRAS, &out->findings, &mq_wza_rules[WZA_LOSS_EXTRAS]);
    }
    out->content = builder.wza;
    return mq_arena_status(out->arena);
}
