// SPDX-License-Identifier: MIT
//
// A scene as a WZM model: a mesh for each node that shows one, as it stands at rest.
#include <string.h>

#include "base/plural.h"
#include "formats/unused_extras.h"
#include "formats/counted_loss.h"
#include "formats/extras_numbers.h"
#include "formats/wzm/wzm_from_scene.h"
#include "scene/axes.h"
#include "scene/usage.h"

uint32_t mq_wzm_material_of(const maq_scene_mesh *mesh) {
    return mesh->part_count ? mesh->parts[0].material : MAQ_SCENE_NONE;
}

// ------------------------------------------------------------------------------------------ meshes

static void report_streams(wzm_builder *builder, const maq_scene_mesh *mesh) {
    if (mesh->colours)
        mq_wzm_report(builder, WZM_LOSS_STREAMS, mesh->vertex_count,
                      "mesh \"%.60s\": colours of vertices were dropped", mesh->name);
    uint32_t attributes = mesh->attribute_count;
    const char *attribute = attributes ? mesh->attributes[0].name : NULL;
    mq_wzm_report(builder, WZM_LOSS_STREAMS, attributes,
                  "mesh \"%.60s\": values of vertices such as \"%.60s\" were dropped", mesh->name,
                  attribute);
    if (mesh->influence_count)
        mq_wzm_report(builder, WZM_LOSS_SKIN, mesh->vertex_count,
                      "mesh \"%.60s\": joints and weights of vertices were dropped", mesh->name);
    mq_wzm_report(builder, WZM_LOSS_SHAPES, mesh->shape_count,
                  "mesh \"%.60s\": shapes were dropped", mesh->name);
}

static bool build_meshes(wzm_builder *builder) {
    const maq_scene *scene = builder->scene;
    bool *shown = MQ_NEW_ARRAY(builder->arena, bool, scene->mesh_count);
    mq_copy_budget budget = mq_copy_budget_of(scene);
    if (!shown)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t number = scene->nodes[i].mesh;
        if (number == MAQ_SCENE_NONE)
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[number];
        bool first = !shown[number];
        shown[number] = true;
        if (mesh->role != MAQ_MESH_VISUAL) {
            if (first)
                mq_wzm_report(builder, WZM_LOSS_ROLE, 1, "mesh \"%.60s\" was dropped: it is for %s",
                              mesh->name, mesh->role == MAQ_MESH_SHADOW ? "shadows" : "collisions");
            continue;
        }
        if (first)
            report_streams(builder, mesh);
        builder->quiet = !first;
        if (mq_copy_budget_spend(&budget, mesh) && !mq_wzm_add_meshes(builder, i))
            return false;
        builder->quiet = false;
    }
    mq_wzm_report(builder, WZM_LOSS_ROLE, budget.denied,
                  "copies of meshes that nodes show very often were dropped");
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        if (!shown[i])
            mq_wzm_report(builder, WZM_LOSS_ROLE, 1, "mesh \"%.60s\" was dropped: no node shows it",
                          scene->meshes[i].name);
    }
    return true;
}

// -------------------------------------------------------------------------------------- connectors

// The position of an attachment, with the bits it has where no parent moves it.
static void position_of(const wzm_builder *builder, uint32_t node, float out[3]) {
    uint32_t parent = builder->scene->nodes[node].parent;
    if (parent == MAQ_SCENE_NONE || mq_is_identity(&builder->worlds[parent])) {
        memcpy(out, builder->scene->nodes[node].rest.translation, 3 * sizeof *out);
        return;
    }
    for (int i = 0; i < 3; i++)
        out[i] = (float)builder->worlds[node].m[i][3];
}

static maq_wzm_connector build_connector(wzm_builder *builder, uint32_t node) {
    const maq_value *own = mq_scene_own_extras(builder->scene->nodes[node].extras, WZM_EXTRAS);
    mq_axes axes = builder->version == 3 ? MQ_AXES_WARZONE : MQ_AXES_PIE_CONNECTOR;
    float position[3];
    position_of(builder, node, position);
    mq_axes_from_scene(axes, position, position);
    maq_wzm_connector connector = {
        .x = position[0], .y = position[1], .z = position[2], .offset = MAQ_WZM_NO_OFFSET};
    const char *type = mq_extras_text(maq_value_find(own, "type"));
    int32_t values[3] = {0, 0, 0};
    mq_extras_integers(maq_value_find(own, "values"), values, 3);
    bool valued = values[0] || values[1] || values[2];
    if (!type || !mq_wzm_is_token(type) || mq_wzm_is_keyword(type))
        type = "0";
    bool fits = builder->version == 2 || (builder->version == 1 && mq_wzm_is_number(type)) ||
                strcmp(type, "0") == 0;
    if (!fits || (valued && builder->version != 2))
        mq_wzm_report(
            builder, WZM_LOSS_CONNECTOR, 1,
            "\"%.60s\": its type, angle or restrictions were dropped; version %u does not "
            "have them",
            builder->scene->nodes[node].name, builder->version);
    if (builder->version != 3)
        connector.type =
            mq_arena_text(builder->arena, fits ? type : "0", strlen(fits ? type : "0"));
    if (builder->version == 2)
        memcpy(connector.values, values, sizeof values);
    return connector;
}

// The mesh that each node belongs to: its own, or that of its nearest parent; else the first.
static uint32_t *find_meshes(const wzm_builder *builder) {
    const maq_scene *scene = builder->scene;
    uint32_t *meshes = MQ_NEW_ARRAY(builder->arena, uint32_t, scene->node_count);
    for (uint32_t i = 0; meshes && i < scene->node_count; i++)
        meshes[i] = MAQ_SCENE_NONE;
    for (uint32_t i = meshes ? builder->mesh_count : 0; i-- > 0;)
        meshes[builder->nodes[i]] = i;
    for (uint32_t i = 0; meshes && i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        if (meshes[node] == MAQ_SCENE_NONE)
            meshes[node] = parent == MAQ_SCENE_NONE ? 0 : meshes[parent];
    }
    return meshes;
}

static bool build_connectors(wzm_builder *builder) {
    const maq_scene *scene = builder->scene;
    uint32_t *meshes = find_meshes(builder);
    if (!meshes || builder->mesh_count == 0)
        return meshes != NULL;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < scene->node_count; i++) {
            if (!mq_scene_is_connector(&scene->nodes[i]))
                continue;
            maq_wzm_mesh *mesh = &builder->meshes[meshes[i]];
            if (pass == 1)
                MQ_WRITABLE(maq_wzm_connector, mesh->connectors)
            [mesh->connector_count] = build_connector(builder, i);
            mesh->connector_count++;
        }
        for (uint32_t i = 0; pass == 0 && i < builder->mesh_count; i++) {
            maq_wzm_mesh *mesh = &builder->meshes[i];
            mesh->connectors =
                MQ_NEW_ARRAY(builder->arena, maq_wzm_connector, mesh->connector_count);
            if (!mesh->connectors)
                return false;
            mesh->connector_count = 0;
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------- materials

static const char *texture_of(wzm_builder *builder, const maq_scene_material *material,
                              maq_texture_role role) {
    for (uint32_t i = 0; material && i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role != role || texture->tileset != 0 || !texture->file || !*texture->file)
            continue;
        char *file = mq_arena_text(builder->arena, texture->file, strlen(texture->file));
        for (char *at = file; at && !mq_wzm_is_token(file) && *at; at++) {
            if ((unsigned char)*at <= ' ' || (at[0] == '/' && at[1] == '/'))
                *at = '_';
        }
        if (file && strcmp(file, texture->file) != 0)
            mq_wzm_report(builder, WZM_LOSS_TEXTURING, 1,
                          "the image \"%.60s\" was renamed to %.60s", texture->file, file);
        return file && mq_wzm_is_token(file) ? file : NULL;
    }
    return NULL;
}

static bool same_textures(const maq_scene_material *a, const maq_scene_material *b) {
    if (a->texture_count != b->texture_count)
        return false;
    for (uint32_t i = 0; i < a->texture_count; i++) {
        const maq_scene_texture *left = &a->textures[i], *right = &b->textures[i];
        const char *one = left->file ? left->file : "", *other = right->file ? right->file : "";
        if (left->role != right->role || left->tileset != right->tileset || strcmp(one, other) != 0)
            return false;
    }
    return memcmp(a->colour, b->colour, sizeof a->colour) == 0;
}

static void report_material(wzm_builder *builder, const maq_scene_material *material, bool chosen) {
    uint64_t more = 0, images = 0, maps = 0;
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        more += texture->tileset != 0 || texture->role == MAQ_TEXTURE_ALPHA_MASK;
        images += texture->data != NULL;
        maps += texture->role != MAQ_TEXTURE_DIFFUSE && texture->role != MAQ_TEXTURE_ALPHA_MASK &&
                texture->tileset == 0;
    }
    if (material->blend != MAQ_BLEND_OPAQUE || material->two_sided)
        mq_wzm_report(builder, WZM_LOSS_TEXTURING, 1,
                      "material \"%.60s\": blending and two-sided faces were dropped",
                      material->name);
    mq_wzm_report(builder, WZM_LOSS_TEXTURING, more,
                  "material \"%.60s\": images of other tilesets and alpha masks were dropped",
                  material->name);
    mq_wzm_report(builder, WZM_LOSS_TEXTURING, images,
                  "material \"%.60s\": embedded images were dropped", material->name);
    if (maps && chosen && builder->version != 3)
        mq_wzm_report(
            builder, WZM_LOSS_MAPS, maps,
            "material \"%.60s\": normal, specular and team maps were dropped; only version "
            "3 has them",
            material->name);
    if (builder->version != 3 && chosen &&
        memcmp(material->colour, (const float[]){1, 1, 1, 1}, sizeof material->colour) != 0)
        mq_wzm_report(builder, WZM_LOSS_MATERIAL, 1,
                      "material \"%.60s\": its colour was dropped; only version 3 has one",
                      material->name);
}

static void build_colours(const maq_scene_material *material, maq_wzm *wzm) {
    static const float usual[WZM_MATERIAL_VALUES] = {0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10};
    const maq_value *own = mq_scene_own_extras(material->extras, WZM_EXTRAS);
    float kept[WZM_MATERIAL_VALUES];
    bool known = mq_extras_floats(maq_value_find(own, "material"), kept, WZM_MATERIAL_VALUES);
    bool white = true, same = known;
    for (unsigned k = 0; k < 3; k++) {
        white = white && material->colour[k] == 1;
        same = same && material->colour[k] == mq_clamp_unit(kept[6 + k]);
    }
    if (!known && white)
        return;
    wzm->material.present = true;
    memcpy(wzm->material.value, known ? kept : usual, sizeof kept);
    if (!same)
        memcpy(wzm->material.value + 6, material->colour, 3 * sizeof(float));
}

static void build_material(wzm_builder *builder, maq_wzm *wzm) {
    const maq_scene *scene = builder->scene;
    uint32_t chosen = scene->material_count ? 0 : MAQ_SCENE_NONE;
    for (uint32_t i = builder->mesh_count; i-- > 0;) {
        uint32_t found = mq_wzm_material_of(&scene->meshes[scene->nodes[builder->nodes[i]].mesh]);
        chosen = found == MAQ_SCENE_NONE ? chosen : found;
    }
    const maq_scene_material *material =
        chosen == MAQ_SCENE_NONE ? NULL : &scene->materials[chosen];
    wzm->texture = texture_of(builder, material, MAQ_TEXTURE_DIFFUSE);
    if (!wzm->texture)
        wzm->texture = MAQ_WZM_NO_TEXTURE;
    if (builder->version == 3) {
        wzm->team_mask = texture_of(builder, material, MAQ_TEXTURE_TEAM_MASK);
        wzm->normal_map = texture_of(builder, material, MAQ_TEXTURE_NORMAL);
        wzm->specular_map = texture_of(builder, material, MAQ_TEXTURE_SPECULAR);
        if (material)
            build_colours(material, wzm);
    }
    uint64_t names = 0;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *one = &scene->materials[i];
        names += *one->name && !mq_named_by_texture(one) &&
                 !mq_name_matches(one->name, "material") &&
                 !mq_name_matches(one->name, "material #");
        report_material(builder, &scene->materials[i], i == chosen);
        if (material && !same_textures(material, &scene->materials[i]))
            mq_wzm_report(
                builder, WZM_LOSS_TEXTURING, 1,
                "material \"%.60s\" was dropped: all meshes have the texture of \"%.60s\"",
                scene->materials[i].name, material->name);
    }
    mq_add_counted_loss(builder->findings, &mq_wzm_rules[WZM_LOSS_TEXTURING], names,
                        "material name was dropped", "material names were dropped");
}

// -------------------------------------------------------------------------------- nodes and clips

static void report_nodes(wzm_builder *builder) {
    const maq_scene *scene = builder->scene;
    uint64_t groups = 0, joints = 0, facing = 0, names = 0, turned = 0, without_mesh = 0, own = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool attachment = mq_scene_is_connector(node);
        groups += node->kind == MAQ_NODE_GROUP && node->mesh == MAQ_SCENE_NONE && !attachment;
        joints += node->kind == MAQ_NODE_JOINT;
        facing += node->facing != MAQ_FACING_NONE;
        own += node->ignores_parent_rotation;
        names += attachment && !mq_name_matches(node->name, "connector #");
        turned +=
            attachment &&
            (memcmp(node->rest.rotation, mq_identity.rotation, sizeof mq_identity.rotation) != 0 ||
             memcmp(node->rest.scale, mq_identity.scale, sizeof mq_identity.scale) != 0);
        without_mesh += attachment && builder->mesh_count == 0;
    }
    const maq_rule *rule = &mq_wzm_rules[WZM_LOSS_NODES];
    mq_add_counted_loss(builder->findings, rule, groups, "node without a mesh was dropped",
                        "nodes without a mesh were dropped");
    mq_add_counted_loss(builder->findings, &mq_wzm_rules[WZM_LOSS_SKIN], joints,
                        "joint node was dropped", "joint nodes were dropped");
    mq_add_counted_loss(builder->findings, rule, facing,
                        "node that faces the camera no longer does",
                        "nodes that face the camera no longer do");
    mq_add_counted_loss(builder->findings, rule, own,
                        "node that ignores the rotation of its parent no longer does",
                        "nodes that ignore the rotation of their parent no longer do");
    mq_add_counted_loss(builder->findings, rule, names, "connector name was dropped",
                        "connector names were dropped");
    mq_add_counted_loss(builder->findings, rule, turned,
                        "connector is without its rotation and scale",
                        "connectors are without their rotation and scale");
    mq_add_counted_loss(builder->findings, rule, without_mesh,
                        "connector was dropped: there is no mesh to have it",
                        "connectors were dropped: there is no mesh to have them");
}

static void report_motion(wzm_builder *builder) {
    const maq_scene *scene = builder->scene;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        if (clip != builder->clip) {
            mq_wzm_report(builder, WZM_LOSS_MOTION, clip->channel_count,
                          "clip \"%.60s\" was dropped: a model has one animation", clip->name);
            continue;
        }
        uint64_t others = 0, textures = 0;
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            maq_channel_path path = clip->channels[k].path;
            others += path == MAQ_CHANNEL_SCALE || path == MAQ_CHANNEL_VISIBLE ||
                      path == MAQ_CHANNEL_SHAPE_WEIGHT;
            textures +=
                path == MAQ_CHANNEL_TEXTURE_FRAME &&
                scene->materials[clip->channels[k].target].frames.kind != MAQ_FRAMES_UV_SETS;
        }
        if (others && builder->version != 3)
            mq_wzm_report(builder, WZM_LOSS_MOTION, others,
                          "clip \"%.60s\": scale, visibility and weights of shapes were dropped",
                          clip->name);
        if (textures && builder->version != 3)
            mq_wzm_report(builder, WZM_LOSS_MOTION, textures,
                          "clip \"%.60s\": texture frames were dropped; they need texture arrays",
                          clip->name);
        mq_wzm_report(builder, WZM_LOSS_MOTION, clip->marker_count,
                      "clip \"%.60s\": markers were dropped", clip->name);
        if (*clip->name && !mq_name_matches(clip->name, "animation"))
            mq_wzm_report(builder, WZM_LOSS_MOTION, 1, "clip \"%.60s\": its name was dropped",
                          clip->name);
        if (clip->loop_count)
            mq_wzm_report(builder, WZM_LOSS_MOTION, 1,
                          "clip \"%.60s\": that it is played %u %s was dropped", clip->name,
                          clip->loop_count, MQ_PLURAL(clip->loop_count, "time", "times"));
    }
    const maq_rule *rule = &mq_wzm_rules[WZM_LOSS_THINGS];
    mq_add_counted_loss(builder->findings, rule, scene->box_count, "box was dropped",
                        "boxes were dropped");
    mq_add_counted_loss(builder->findings, rule, scene->event_count, "event was dropped",
                        "events were dropped");
}

// --------------------------------------------------------------------------------------- the whole

// Lists of channels by what they move.
static bool index_channels(wzm_builder *builder) {
    const maq_scene *scene = builder->scene;
    for (uint32_t i = 0; i < scene->clip_count && !builder->clip; i++)
        builder->clip = scene->clips[i].channel_count ? &scene->clips[i] : NULL;
    if (!builder->clip)
        return true;
    builder->node_channels = MQ_NEW_ARRAY(builder->arena, uint32_t, scene->node_count);
    builder->material_channels = MQ_NEW_ARRAY(builder->arena, uint32_t, scene->material_count);
    builder->next_channel = MQ_NEW_ARRAY(builder->arena, uint32_t, builder->clip->channel_count);
    if (!builder->node_channels || !builder->material_channels || !builder->next_channel)
        return false;
    memset(builder->node_channels, 0xff, scene->node_count * sizeof *builder->node_channels);
    memset(builder->material_channels, 0xff,
           scene->material_count * sizeof *builder->material_channels);
    for (uint32_t i = builder->clip->channel_count; i-- > 0;) {
        const maq_scene_channel *channel = &builder->clip->channels[i];
        uint32_t *head = channel->path == MAQ_CHANNEL_TEXTURE_FRAME
                             ? &builder->material_channels[channel->target]
                             : &builder->node_channels[channel->target];
        builder->next_channel[i] = *head;
        *head = i;
    }
    return true;
}

maq_status mq_wzm_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    (void)settings;
    wzm_builder builder = {.scene = scene,
                           .arena = out->arena,
                           .findings = &out->findings,
                           .version = out->variant->version,
                           .worlds = mq_rest_matrices(out->arena, scene)};
    maq_wzm *wzm = MQ_NEW(out->arena, maq_wzm);
    if (!builder.worlds || !wzm)
        return mq_arena_status(out->arena);
    if (!index_channels(&builder) || !build_meshes(&builder) || !build_connectors(&builder) ||
        !mq_wzm_build_frames(&builder))
        return mq_arena_status(out->arena);
    wzm->version = builder.version;
    wzm->texture_offset = wzm->team_mask_offset = wzm->normal_map_offset =
        wzm->specular_map_offset = wzm->material.offset = wzm->meshes_offset = MAQ_WZM_NO_OFFSET;
    build_material(&builder, wzm);
    report_nodes(&builder);
    report_motion(&builder);
    mq_report_unused_extras(scene, WZM_EXTRAS, &out->findings, &mq_wzm_rules[WZM_LOSS_EXTRAS]);
    wzm->mesh_count = builder.mesh_count;
    wzm->meshes = builder.meshes;
    out->content = wzm;
    return mq_arena_status(out->arena);
}
