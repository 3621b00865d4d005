// SPDX-License-Identifier: MIT
//
// A scene as a WZM model: a mesh for each node that shows one, in the place where it is at rest.
#include <string.h>

#include "formats/unused_extras.h"
#include "formats/extras_numbers.h"
#include "formats/wzm/wzm_from_scene.h"
#include "scene/axes.h"
#include "scene/usage.h"

bool mq_wzm_is_identity(const mq_mat34 *matrix) {
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            if (matrix->m[row][column] != (row == column ? 1 : 0))
                return false;
        }
    }
    return true;
}

uint32_t mq_wzm_material_of(const maq_scene_mesh *mesh) {
    return mesh->part_count ? mesh->parts[0].material : MAQ_SCENE_NONE;
}

// ------------------------------------------------------------------------------------------ meshes

static void tell_streams(wzm_maker *maker, const maq_scene_mesh *mesh) {
    if (mesh->colours)
        mq_wzm_report(maker, WZM_LOSS_STREAMS, mesh->vertex_count,
                      "mesh \"%.60s\": vertices have no colours", mesh->name);
    uint32_t attributes = 0;
    const char *attribute = NULL;
    for (uint32_t i = mesh->attribute_count; i-- > 0;) {
        if (mq_is_round_trip_attribute(mesh, &mesh->attributes[i]))
            continue;
        attribute = mesh->attributes[i].name;
        attributes++;
    }
    if (attributes)
        mq_wzm_report(maker, WZM_LOSS_STREAMS, attributes,
                      "mesh \"%.60s\": vertices have no values such as \"%.60s\"", mesh->name,
                      attribute);
    if (mesh->influence_count)
        mq_wzm_report(maker, WZM_LOSS_SKIN, mesh->vertex_count,
                      "mesh \"%.60s\": vertices are not moved by joints", mesh->name);
    if (mesh->shape_count)
        mq_wzm_report(maker, WZM_LOSS_SHAPES, mesh->shape_count, "mesh \"%.60s\" has one shape",
                      mesh->name);
}

static bool make_meshes(wzm_maker *maker) {
    const maq_scene *scene = maker->scene;
    bool *shown = MQ_NEW_ARRAY(maker->arena, bool, scene->mesh_count);
    mq_copy_budget room = mq_copy_budget_of(scene);
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
                mq_wzm_report(maker, WZM_LOSS_ROLE, 1, "mesh \"%.60s\" is for %s", mesh->name,
                              mesh->role == MAQ_MESH_SHADOW ? "shadows" : "collisions");
            continue;
        }
        if (first)
            tell_streams(maker, mesh);
        maker->quiet = !first;
        if (mq_copy_budget_spend(&room, mesh) && !mq_wzm_add_meshes(maker, i))
            return false;
        maker->quiet = false;
    }
    if (room.denied)
        mq_wzm_report(maker, WZM_LOSS_ROLE, room.denied,
                      "copies of meshes that are shown very often are left out");
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        if (!shown[i])
            mq_wzm_report(maker, WZM_LOSS_ROLE, 1, "mesh \"%.60s\" is not shown anywhere",
                          scene->meshes[i].name);
    }
    return true;
}

// -------------------------------------------------------------------------------------- connectors

// The place of an attachment, with the bits it has where no parent moves it.
static void place_of(const wzm_maker *maker, uint32_t node, float out[3]) {
    uint32_t parent = maker->scene->nodes[node].parent;
    if (parent == MAQ_SCENE_NONE || mq_wzm_is_identity(&maker->worlds[parent])) {
        memcpy(out, maker->scene->nodes[node].rest.translation, 3 * sizeof *out);
        return;
    }
    for (int i = 0; i < 3; i++)
        out[i] = (float)maker->worlds[node].m[i][3];
}

// What the extras have kept of a place that has no numbers.
static void take_place(const maq_value *own, mq_axes axes, const float place[3], float out[3]) {
    float kept[3], shown[3];
    if (!mq_extras_floats(maq_value_find(own, "position"), kept, 3))
        return;
    mq_axes_to_scene(axes, kept, shown);
    for (int i = 0; i < 3; i++) {
        if ((isfinite(shown[i]) ? shown[i] : 0) != place[i])
            return;
    }
    memcpy(out, kept, sizeof kept);
}

static maq_wzm_connector make_connector(wzm_maker *maker, uint32_t node) {
    const maq_value *own = mq_scene_own_extras(maker->scene->nodes[node].extras, WZM_EXTRAS);
    mq_axes axes = maker->version == 3 ? MQ_AXES_WARZONE : MQ_AXES_PIE_CONNECTOR;
    maq_wzm_connector connector = {.offset = MAQ_WZM_NO_OFFSET};
    float place[3], out[3];
    place_of(maker, node, place);
    mq_axes_from_scene(axes, place, out);
    if (maker->same_version)
        take_place(own, axes, place, out);
    connector.x = out[0];
    connector.y = out[1];
    connector.z = out[2];
    const char *type = mq_extras_text(maq_value_find(own, "type"));
    int32_t values[3] = {0, 0, 0};
    mq_extras_integers(maq_value_find(own, "values"), values, 3);
    bool valued = values[0] || values[1] || values[2];
    if (!type || !mq_wzm_is_token(type) || mq_wzm_is_keyword(type))
        type = "0";
    bool fits = maker->version == 2 || (maker->version == 1 && maker->same_version) ||
                (maker->version == 1 && mq_wzm_is_number(type)) || strcmp(type, "0") == 0;
    if (!fits || (valued && maker->version != 2))
        mq_wzm_report(maker, WZM_LOSS_CONNECTOR, 1,
                      "\"%.60s\": its type, angle and restrictions have no place in version %u",
                      maker->scene->nodes[node].name, maker->version);
    if (maker->version != 3)
        connector.type = mq_arena_text(maker->arena, fits ? type : "0", strlen(fits ? type : "0"));
    if (maker->version == 2)
        memcpy(connector.values, values, sizeof values);
    return connector;
}

// The mesh that each node belongs to: its own, or that of its nearest parent; else the first.
static uint32_t *find_homes(const wzm_maker *maker) {
    const maq_scene *scene = maker->scene;
    uint32_t *homes = MQ_NEW_ARRAY(maker->arena, uint32_t, scene->node_count);
    for (uint32_t i = 0; homes && i < scene->node_count; i++)
        homes[i] = MAQ_SCENE_NONE;
    for (uint32_t i = homes ? maker->mesh_count : 0; i-- > 0;)
        homes[maker->nodes[i]] = i;
    for (uint32_t i = 0; homes && i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        if (homes[node] == MAQ_SCENE_NONE)
            homes[node] = parent == MAQ_SCENE_NONE ? 0 : homes[parent];
    }
    return homes;
}

static bool make_connectors(wzm_maker *maker) {
    const maq_scene *scene = maker->scene;
    uint32_t *homes = find_homes(maker);
    if (!homes || maker->mesh_count == 0)
        return homes != NULL;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < scene->node_count; i++) {
            if (!mq_scene_is_connector(&scene->nodes[i]))
                continue;
            maq_wzm_mesh *mesh = &maker->meshes[homes[i]];
            // The list is still being made.
            maq_wzm_connector *list = (maq_wzm_connector *)(uintptr_t)mesh->connectors;
            if (pass == 1)
                list[mesh->connector_count] = make_connector(maker, i);
            mesh->connector_count++;
        }
        for (uint32_t i = 0; pass == 0 && i < maker->mesh_count; i++) {
            maq_wzm_mesh *mesh = &maker->meshes[i];
            mesh->connectors = MQ_NEW_ARRAY(maker->arena, maq_wzm_connector, mesh->connector_count);
            if (!mesh->connectors)
                return false;
            mesh->connector_count = 0;
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------- materials

static const char *texture_of(wzm_maker *maker, const maq_scene_material *material,
                              maq_texture_role role) {
    for (uint32_t i = 0; material && i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role != role || texture->tileset != 0 || !texture->file || !*texture->file)
            continue;
        char *file = mq_arena_text(maker->arena, texture->file, strlen(texture->file));
        for (char *at = file; at && !mq_wzm_is_token(file) && *at; at++) {
            if ((unsigned char)*at <= ' ' || (at[0] == '/' && at[1] == '/'))
                *at = '_';
        }
        if (file && strcmp(file, texture->file) != 0)
            mq_wzm_report(maker, WZM_LOSS_LOOK, 1, "the image \"%.60s\" is now called %.60s",
                          texture->file, file);
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
        if (left->role != right->role || left->tileset != right->tileset || strcmp(one, other))
            return false;
    }
    return memcmp(a->colour, b->colour, sizeof a->colour) == 0;
}

static void tell_look(wzm_maker *maker, const maq_scene_material *material, bool main_one) {
    uint64_t more = 0, images = 0, maps = 0;
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        more += texture->tileset != 0 || texture->role == MAQ_TEXTURE_ALPHA_MASK;
        images += texture->data != NULL;
        maps += texture->role != MAQ_TEXTURE_DIFFUSE && texture->role != MAQ_TEXTURE_ALPHA_MASK &&
                texture->tileset == 0;
    }
    if (material->blend != MAQ_BLEND_OPAQUE || material->two_sided)
        mq_wzm_report(maker, WZM_LOSS_LOOK, 1,
                      "material \"%.60s\": blending and two-sided faces cannot be told",
                      material->name);
    if (more)
        mq_wzm_report(maker, WZM_LOSS_LOOK, more,
                      "material \"%.60s\": other looks and alpha masks cannot be told",
                      material->name);
    if (images)
        mq_wzm_report(maker, WZM_LOSS_LOOK, images,
                      "material \"%.60s\": images cannot be inside the file", material->name);
    if (maps && main_one && maker->version != 3)
        mq_wzm_report(maker, WZM_LOSS_MAPS, maps,
                      "material \"%.60s\": only version 3 has other maps than the texture",
                      material->name);
    if (maker->version != 3 && main_one &&
        memcmp(material->colour, (const float[]){1, 1, 1, 1}, sizeof material->colour) != 0)
        mq_wzm_report(maker, WZM_LOSS_MATERIAL, 1, "material \"%.60s\": only version 3 has colours",
                      material->name);
}

static void make_colours(const maq_scene_material *material, maq_wzm *wzm) {
    static const float usual[13] = {0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10};
    const maq_value *own = mq_scene_own_extras(material->extras, WZM_EXTRAS);
    float kept[13];
    bool told = mq_extras_floats(maq_value_find(own, "material"), kept, 13);
    bool white = true, same = told;
    for (unsigned k = 0; k < 3; k++) {
        white = white && material->colour[k] == 1;
        same = same && material->colour[k] == fminf(fmaxf(kept[6 + k], 0), 1);
    }
    if (!told && white)
        return;
    wzm->material.present = true;
    memcpy(wzm->material.value, told ? kept : usual, sizeof kept);
    if (!same)
        memcpy(wzm->material.value + 6, material->colour, 3 * sizeof(float));
}

static void make_material(wzm_maker *maker, maq_wzm *wzm) {
    const maq_scene *scene = maker->scene;
    uint32_t main_one = scene->material_count ? 0 : MAQ_SCENE_NONE;
    for (uint32_t i = maker->mesh_count; i-- > 0;) {
        uint32_t found = mq_wzm_material_of(&scene->meshes[scene->nodes[maker->nodes[i]].mesh]);
        main_one = found == MAQ_SCENE_NONE ? main_one : found;
    }
    const maq_scene_material *material =
        main_one == MAQ_SCENE_NONE ? NULL : &scene->materials[main_one];
    wzm->texture = texture_of(maker, material, MAQ_TEXTURE_DIFFUSE);
    if (!wzm->texture)
        wzm->texture = MAQ_WZM_NO_TEXTURE;
    if (maker->version == 3) {
        wzm->team_mask = texture_of(maker, material, MAQ_TEXTURE_TEAM_MASK);
        wzm->normal_map = texture_of(maker, material, MAQ_TEXTURE_NORMAL);
        wzm->specular_map = texture_of(maker, material, MAQ_TEXTURE_SPECULAR);
        if (material)
            make_colours(material, wzm);
    }
    uint64_t names = 0;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *one = &scene->materials[i];
        names += *one->name && !mq_named_by_texture(one) &&
                 !mq_name_matches(one->name, "material") &&
                 !mq_name_matches(one->name, "material #");
        tell_look(maker, &scene->materials[i], i == main_one);
        if (material && !same_textures(material, &scene->materials[i]))
            mq_wzm_report(maker, WZM_LOSS_LOOK, 1,
                          "material \"%.60s\": all meshes have the texture of \"%.60s\"",
                          scene->materials[i].name, material->name);
    }
    if (names)
        mq_wzm_report(maker, WZM_LOSS_LOOK, names, "materials have no names");
}

// ------------------------------------------------------------------------------- what has no place

static void tell_nodes(wzm_maker *maker) {
    const maq_scene *scene = maker->scene;
    uint64_t groups = 0, joints = 0, facing = 0, names = 0, turned = 0, homeless = 0, own = 0;
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
        homeless += attachment && maker->mesh_count == 0;
    }
    if (groups)
        mq_wzm_report(maker, WZM_LOSS_NODES, groups, "nodes that show no mesh are left out");
    if (joints)
        mq_wzm_report(maker, WZM_LOSS_SKIN, joints, "joints are left out");
    if (facing)
        mq_wzm_report(maker, WZM_LOSS_NODES, facing, "nodes cannot face the one who looks");
    if (own)
        mq_wzm_report(maker, WZM_LOSS_NODES, own, "nodes cannot keep a rotation of their own");
    if (names)
        mq_wzm_report(maker, WZM_LOSS_NODES, names, "connectors have no names");
    if (turned)
        mq_wzm_report(maker, WZM_LOSS_NODES, turned, "connectors have neither rotation nor scale");
    if (homeless)
        mq_wzm_report(maker, WZM_LOSS_NODES, homeless, "there is no mesh to have connectors");
}

static void tell_motion(wzm_maker *maker) {
    const maq_scene *scene = maker->scene;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        if (clip != maker->clip) {
            if (clip->channel_count)
                mq_wzm_report(maker, WZM_LOSS_MOTION, clip->channel_count,
                              "clip \"%.60s\": there is room for one", clip->name);
            continue;
        }
        uint64_t others = 0, textures = 0;
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            maq_channel_path path = clip->channels[k].path;
            others += path == MAQ_CHANNEL_SCALE || path == MAQ_CHANNEL_VISIBLE ||
                      path == MAQ_CHANNEL_SHAPE_WEIGHT;
            textures += path == MAQ_CHANNEL_TEXTURE_FRAME &&
                        !mq_scene_own_extras(scene->extras, WZM_EXTRAS);
        }
        if (others && maker->version != 3)
            mq_wzm_report(maker, WZM_LOSS_MOTION, others,
                          "clip \"%.60s\": scale, visibility and weights cannot be told",
                          clip->name);
        if (textures && maker->version != 3)
            mq_wzm_report(maker, WZM_LOSS_MOTION, textures,
                          "clip \"%.60s\": texture frames need texture arrays", clip->name);
        if (clip->marker_count)
            mq_wzm_report(maker, WZM_LOSS_MOTION, clip->marker_count,
                          "clip \"%.60s\": markers cannot be told", clip->name);
        if (*clip->name && !mq_name_matches(clip->name, "animation"))
            mq_wzm_report(maker, WZM_LOSS_MOTION, 1, "clip \"%.60s\": animations have no names",
                          clip->name);
        if (clip->loop_count)
            mq_wzm_report(maker, WZM_LOSS_MOTION, 1,
                          "clip \"%.60s\" is played for ever, not %u times", clip->name,
                          clip->loop_count);
    }
    if (scene->box_count)
        mq_wzm_report(maker, WZM_LOSS_THINGS, scene->box_count, "boxes are left out");
    if (scene->event_count)
        mq_wzm_report(maker, WZM_LOSS_THINGS, scene->event_count, "events are left out");
}

// --------------------------------------------------------------------------------------- the whole

// Lists of channels by what they move.
static bool index_channels(wzm_maker *maker) {
    const maq_scene *scene = maker->scene;
    for (uint32_t i = 0; i < scene->clip_count && !maker->clip; i++)
        maker->clip = scene->clips[i].channel_count ? &scene->clips[i] : NULL;
    if (!maker->clip)
        return true;
    maker->node_channels = MQ_NEW_ARRAY(maker->arena, uint32_t, scene->node_count);
    maker->material_channels = MQ_NEW_ARRAY(maker->arena, uint32_t, scene->material_count);
    maker->next_channel = MQ_NEW_ARRAY(maker->arena, uint32_t, maker->clip->channel_count);
    if (!maker->node_channels || !maker->material_channels || !maker->next_channel)
        return false;
    memset(maker->node_channels, 0xff, scene->node_count * sizeof *maker->node_channels);
    memset(maker->material_channels, 0xff,
           scene->material_count * sizeof *maker->material_channels);
    for (uint32_t i = maker->clip->channel_count; i-- > 0;) {
        const maq_scene_channel *channel = &maker->clip->channels[i];
        uint32_t *head = channel->path == MAQ_CHANNEL_TEXTURE_FRAME
                             ? &maker->material_channels[channel->target]
                             : &maker->node_channels[channel->target];
        maker->next_channel[i] = *head;
        *head = i;
    }
    return true;
}

maq_status mq_wzm_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    (void)settings;
    wzm_maker maker = {.scene = scene,
                       .arena = out->arena,
                       .findings = &out->findings,
                       .version = out->variant->version};
    int32_t version = 0;
    const maq_value *own = mq_scene_own_extras(scene->extras, WZM_EXTRAS);
    mq_extras_integer(maq_value_find(own, "version"), &version);
    maker.same_version = version == (int32_t)maker.version;
    maq_transform *locals = MQ_NEW_ARRAY(out->arena, maq_transform, scene->node_count);
    mq_mat34 *worlds = MQ_NEW_ARRAY(out->arena, mq_mat34, scene->node_count);
    maq_wzm *wzm = MQ_NEW(out->arena, maq_wzm);
    if (!locals || !worlds || !wzm)
        return mq_arena_status(out->arena);
    mq_pose_at(scene, NULL, 0, locals, worlds);
    maker.worlds = worlds;
    if (!index_channels(&maker) || !make_meshes(&maker) || !make_connectors(&maker) ||
        !mq_wzm_make_frames(&maker))
        return mq_arena_status(out->arena);
    wzm->version = maker.version;
    wzm->texture_offset = wzm->team_mask_offset = wzm->normal_map_offset =
        wzm->specular_map_offset = wzm->material.offset = wzm->meshes_offset = MAQ_WZM_NO_OFFSET;
    make_material(&maker, wzm);
    tell_nodes(&maker);
    tell_motion(&maker);
    mq_report_unused_extras(scene, WZM_EXTRAS, &out->findings, &mq_wzm_rules[WZM_LOSS_FOREIGN]);
    wzm->mesh_count = maker.mesh_count;
    wzm->meshes = maker.meshes;
    out->content = wzm;
    return mq_arena_status(out->arena);
}
