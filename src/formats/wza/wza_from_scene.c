// SPDX-License-Identifier: MIT
//
// A scene as a WZA model. What extras have kept of a file is believed where it still is what the
// scene shows: the model as a whole, the texture, and each animation.
#include <string.h>

#include "formats/unused_extras.h"
#include "formats/extras_numbers.h"
#include "formats/wza/wza_from_scene.h"
#include "scene/same.h"
#include "scene/usage.h"

// ------------------------------------------------------------------------------ what is still true

static bool same_node(const maq_scene_node *a, const maq_scene_node *b) {
    return strcmp(a->name, b->name) == 0 && a->parent == b->parent && a->mesh == b->mesh &&
           a->skin == b->skin && a->ignores_parent_rotation == b->ignores_parent_rotation &&
           memcmp(a->rest.translation, b->rest.translation, sizeof a->rest.translation) == 0 &&
           memcmp(a->rest.rotation, b->rest.rotation, sizeof a->rest.rotation) == 0 &&
           memcmp(a->rest.scale, b->rest.scale, sizeof a->rest.scale) == 0;
}

static bool same_model(const maq_scene *a, const maq_scene *b) {
    if (a->mesh_count != b->mesh_count || a->node_count != b->node_count ||
        a->skin_count != b->skin_count)
        return false;
    for (uint32_t i = 0; i < a->node_count; i++) {
        if (!same_node(&a->nodes[i], &b->nodes[i]))
            return false;
    }
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        if (!mq_same_geometry(&a->meshes[i], &b->meshes[i]) ||
            !mq_same_shapes(&a->meshes[i], &b->meshes[i]) ||
            !mq_same_weights(&a->meshes[i], &b->meshes[i]))
            return false;
    }
    return true;
}

static bool same_clip(const maq_scene_clip *a, const maq_scene_clip *b) {
    if (a->channel_count != b->channel_count || a->duration != b->duration)
        return false;
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const maq_scene_channel *left = &a->channels[i], *right = &b->channels[i];
        if (left->target != right->target || left->shape != right->shape ||
            !mq_same_keys(left, right))
            return false;
    }
    return true;
}

bool mq_wza_same_texture(mq_arena *arena, const maq_wza_texture *texture,
                         const maq_scene_material *material) {
    maq_scene_texture images[WZA_MAX_TEXTURES];
    uint32_t count = mq_wza_textures(arena, texture, images);
    if (count != material->texture_count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const maq_scene_texture *image = &material->textures[i];
        if (image->role != images[i].role || !image->file ||
            strcmp(image->file, images[i].file) != 0)
            return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------------- texture

static const maq_scene_texture *image_of(const maq_scene_material *material,
                                         maq_texture_role role) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        if (material->textures[i].role == role && material->textures[i].tileset == 0)
            return &material->textures[i];
    }
    return NULL;
}

// A name of printable characters, without the ending of an image.
static const char *texture_name(wza_maker *maker, const char *file) {
    static const char usual[] = "_diff.png";
    size_t length = strlen(file), tail = sizeof usual - 1;
    if (length > tail && strcmp(file + length - tail, usual) == 0) {
        length -= tail;
    } else {
        const char *dot = strrchr(file, '.');
        if (dot && dot != file && !strchr(dot, '/'))
            length = (size_t)(dot - file);
        mq_wza_report(maker, WZA_LOSS_MATERIAL, 1,
                      "the image \"%.60s\" is to be called %.*s_diff.png", file,
                      length < 60 ? (int)length : 60, file);
    }
    char *name = mq_arena_text(maker->arena, file, length);
    for (char *at = name; at && *at; at++) {
        if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
            *at = '_';
    }
    return name;
}

static void make_texture(wza_maker *maker) {
    const maq_scene_material *material = &maker->scene->materials[maker->material];
    const maq_scene_texture *diffuse = image_of(material, MAQ_TEXTURE_DIFFUSE);
    maq_wza_texture *texture = &maker->wza->texture;
    if (diffuse && diffuse->file && *diffuse->file)
        texture->name = texture_name(maker, diffuse->file);
    if (!texture->name)
        return;
    texture->normal_map = image_of(material, MAQ_TEXTURE_NORMAL) ? 1 : 0;
    texture->specular_map = image_of(material, MAQ_TEXTURE_SPECULAR) != NULL;
    texture->team_mask = image_of(material, MAQ_TEXTURE_TEAM_MASK) != NULL;
    if (texture->normal_map || texture->specular_map || texture->team_mask)
        mq_wza_report(
            maker, WZA_LOSS_MATERIAL, 1,
            "the other images of \"%.60s\" are to be called %.60s_nor.png (its alpha: the "
            "specular map) and %.60s_tc.png",
            material->name, texture->name, texture->name);
}

// The file names a texture and calls the material so.
static bool keeps_name(const wza_maker *maker, const maq_scene_material *material) {
    const char *texture = maker->wza->texture.name;
    return !*material->name || mq_named_by_texture(material) ||
           (texture && strcmp(material->name, texture) == 0);
}

static void tell_materials(wza_maker *maker) {
    const maq_scene *scene = maker->scene;
    uint64_t names = 0;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *material = &scene->materials[i];
        uint64_t images = 0;
        names += !keeps_name(maker, material);
        if (i != maker->material)
            mq_wza_report(maker, WZA_LOSS_MATERIAL, 1,
                          "material \"%.60s\": a model has one texture, that of \"%.60s\"",
                          material->name, scene->materials[maker->material].name);
        for (uint32_t k = 0; k < material->texture_count; k++) {
            const maq_scene_texture *texture = &material->textures[k];
            images += texture->data || texture->tileset || texture->role == MAQ_TEXTURE_ALPHA_MASK;
        }
        if (images)
            mq_wza_report(maker, WZA_LOSS_MATERIAL, images,
                          "material \"%.60s\": images inside the file, other looks and alpha masks "
                          "cannot be told",
                          material->name);
        if (material->blend != MAQ_BLEND_OPAQUE || material->two_sided ||
            memcmp(material->colour, (const float[]){1, 1, 1, 1}, sizeof material->colour) != 0)
            mq_wza_report(maker, WZA_LOSS_MATERIAL, 1,
                          "material \"%.60s\": blending, colour and two-sided faces cannot be told",
                          material->name);
    }
    if (names)
        mq_wza_report(maker, WZA_LOSS_MATERIAL, names, "materials have no names");
}

// ------------------------------------------------------------------------------- what has no place

// A node that says no more than the mesh it shows.
static bool is_mesh_node(const maq_scene *scene, const maq_scene_node *node) {
    return node->mesh != MAQ_SCENE_NONE &&
           (!*node->name || strcmp(node->name, scene->meshes[node->mesh].name) == 0);
}

static void tell_nodes(wza_maker *maker, bool kept) {
    const maq_scene *scene = maker->scene;
    uint64_t attachments = 0, facing = 0, names = 0, groups = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool bone = maker->bones && maker->bones[i] != MAQ_SCENE_NONE;
        attachments += mq_scene_is_connector(node) && !bone;
        facing += node->facing != MAQ_FACING_NONE;
        names += !kept && bone && *node->name && !mq_scene_own_extras(node->extras, WZA_EXTRAS);
        groups += !kept && maker->bones && !bone && node->kind == MAQ_NODE_GROUP &&
                  !is_mesh_node(scene, node) && !mq_scene_is_connector(node);
    }
    if (attachments)
        mq_wza_report(maker, WZA_LOSS_NODES, attachments, "attachments are left out");
    if (facing)
        mq_wza_report(maker, WZA_LOSS_NODES, facing, "nodes cannot face the one who looks");
    if (names)
        mq_wza_report(maker, WZA_LOSS_NODES, names, "bones have no names");
    if (groups)
        mq_wza_report(maker, WZA_LOSS_NODES, groups, "nodes that are no bones are left out");
    if (scene->box_count)
        mq_wza_report(maker, WZA_LOSS_THINGS, scene->box_count, "boxes are left out");
    if (scene->event_count)
        mq_wza_report(maker, WZA_LOSS_THINGS, scene->event_count, "events are left out");
}

static void tell_clip(wza_maker *maker, const maq_scene_clip *clip, bool kept) {
    if (clip->marker_count)
        mq_wza_report(maker, WZA_LOSS_MOTION, clip->marker_count,
                      "clip \"%.60s\": markers cannot be told", clip->name);
    if (clip->loop_count)
        mq_wza_report(maker, WZA_LOSS_MOTION, 1,
                      "clip \"%.60s\": how often it is played cannot be told", clip->name);
    if (!kept && !mq_scene_own_extras(clip->extras, WZA_EXTRAS))
        mq_wza_report(maker, WZA_LOSS_MOTION, 1, "clip \"%.60s\": animations have no names",
                      clip->name);
}

// --------------------------------------------------------------------------------------- the whole

static bool make_animations(wza_maker *maker, const maq_wza *kept, const maq_scene *shown) {
    const maq_scene *scene = maker->scene;
    maq_wza_animation *animations =
        MQ_NEW_ARRAY(maker->arena, maq_wza_animation, scene->clip_count);
    if (!animations)
        return false;
    int32_t next = 0; // an index that no kept animation has
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < scene->clip_count; i++) {
            const maq_scene_clip *clip = &scene->clips[i];
            bool still_true = shown && mq_scene_own_extras(clip->extras, WZA_EXTRAS) &&
                              same_clip(&shown->clips[i], clip);
            if (pass == 0 && still_true) {
                animations[i] = kept->animations[i];
                if (animations[i].index >= next && animations[i].index < INT32_MAX / 2)
                    next = animations[i].index + 1;
            }
            if (pass == 0)
                continue;
            tell_clip(maker, clip, still_true);
            if (still_true)
                continue;
            if (!mq_wza_make_animation(maker, clip, &animations[i]))
                return false;
            animations[i].index = next++;
        }
    }
    maker->wza->animations = animations;
    maker->wza->animation_count = scene->clip_count;
    return true;
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

// The scene that the kept things give. False when it cannot be told.
static bool show_kept(mq_arena *scratch, const maq_wza *kept, maq_scene *shown) {
    mq_findings findings;
    mq_scene_builder builder;
    mq_findings_init(&findings, scratch, 0, 0);
    mq_scene_begin(&builder, scratch, &findings);
    return mq_wza_add_content(&builder, kept) == MAQ_OK &&
           mq_scene_finish(&builder, shown) == MAQ_OK;
}

static void make_content(wza_maker *maker, const maq_wza *kept, mq_arena *scratch) {
    const maq_scene *scene = maker->scene;
    maq_scene shown;
    bool same = mq_scene_own_extras(scene->extras, WZA_EXTRAS) &&
                show_kept(scratch, kept, &shown) && same_model(&shown, scene);
    if (same) {
        maker->wza->shapes = kept->shapes;
        maker->wza->shape_count = kept->shape_count;
        maker->wza->bones = kept->bones;
        maker->wza->bone_count = kept->bone_count;
    }
    if (maker->material != MAQ_SCENE_NONE) {
        if (kept->texture.name &&
            mq_wza_same_texture(scratch, &kept->texture, &scene->materials[maker->material]))
            maker->wza->texture = kept->texture;
        else
            make_texture(maker);
    }
    if (!(same ? mq_wza_restore_order(maker) : mq_wza_make_model(maker)) ||
        !make_animations(maker, kept, same ? &shown : NULL))
        return;
    tell_materials(maker);
    tell_nodes(maker, same);
}

maq_status mq_wza_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    (void)settings;
    maq_transform *locals = MQ_NEW_ARRAY(out->arena, maq_transform, scene->node_count);
    mq_mat34 *worlds = MQ_NEW_ARRAY(out->arena, mq_mat34, scene->node_count);
    wza_maker maker = {.scene = scene,
                       .arena = out->arena,
                       .findings = &out->findings,
                       .wza = MQ_NEW(out->arena, maq_wza),
                       .worlds = worlds,
                       .material = find_material(scene)};
    const maq_wza *kept = mq_wza_restored(out->arena, scene);
    mq_arena *scratch = mq_arena_scratch(out->arena);
    if (locals && worlds && maker.wza && kept && scratch) {
        mq_pose_at(scene, NULL, 0, locals, worlds);
        maker.wza->texture.offset = maker.wza->shapes_offset = maker.wza->bones_offset =
            maker.wza->animations_offset = MAQ_WZA_NO_OFFSET;
        make_content(&maker, kept, scratch);
        mq_report_unused_extras(scene, WZA_EXTRAS, &out->findings, &mq_wza_rules[WZA_LOSS_FOREIGN]);
    }
    mq_arena_end_scratch(out->arena, scratch);
    out->content = maker.wza;
    return mq_arena_status(out->arena);
}
