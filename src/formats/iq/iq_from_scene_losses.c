// SPDX-License-Identifier: MIT
//
// What a scene has and IQM does not.
#include <inttypes.h>
#include <string.h>

#include "formats/unused_extras.h"
#include "formats/iq/iq_from_scene.h"
#include "formats/iq/iqe_meshes.h"
#include "scene/usage.h"

// ------------------------------------------------------------------------------ meshes, materials

// How many different texts the materials of a mesh have.
static uint32_t count_texts(const iq_way_out *way, const maq_scene_mesh *mesh) {
    iqe_names texts = {.arena = way->arena};
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        if (mesh->parts[i].triangle_count)
            mq_iqe_name_number(&texts,
                               mq_iq_scene_material_text(way->scene, mesh->parts[i].material));
    }
    return texts.count;
}

static bool tell_meshes(const iq_way_out *way) {
    const maq_scene *scene = way->scene;
    const bool *shown = mq_shown_meshes(way->arena, scene);
    if (!shown)
        return false;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        const char *why = mesh->role == MAQ_MESH_SHADOW      ? "is for shadows only"
                          : mesh->role == MAQ_MESH_COLLISION ? "is for collisions only"
                          : !shown[i]                        ? "is shown by no node"
                          : mesh->triangle_count == 0        ? "has no triangles"
                                                             : NULL;
        if (why)
            IQM_LOSE(way->findings, LOSS_MESH, 1, "mesh %" PRIu32 " (\"%.255s\") %s", i, mesh->name,
                     why);
        else if (mesh->shape_count)
            IQM_LOSE(way->findings, LOSS_SHAPES, mesh->shape_count,
                     "mesh %" PRIu32 " (\"%.255s\"): %" PRIu32 " shapes, the first is \"%.255s\"",
                     i, mesh->name, mesh->shape_count, mesh->shapes[0].name);
        uint32_t parts = why ? 0 : count_texts(way, mesh);
        if (parts > 1)
            IQM_LOSE(way->findings, SPLIT, parts,
                     "mesh %" PRIu32 " (\"%.255s\") becomes %" PRIu32
                     " meshes, one for each material",
                     i, mesh->name, parts);
    }
    return true;
}

static bool tell_materials(const iq_way_out *way) {
    const bool *used = mq_used_materials(way->arena, way->scene);
    if (!used)
        return false;
    static const char *const blends[] = {"", "cutout", "alpha", "additive", "premultiplied"};
    for (uint32_t i = 0; i < way->scene->material_count; i++) {
        const maq_scene_material *m = &way->scene->materials[i];
        uint32_t textures = 0, images = 0;
        bool has_diffuse = false;
        for (uint32_t t = 0; t < m->texture_count; t++) {
            const maq_scene_texture *texture = &m->textures[t];
            bool first = texture->role == MAQ_TEXTURE_DIFFUSE && !has_diffuse;
            has_diffuse |= first;
            textures += !first;
            images += texture->data != NULL;
        }
        bool tinted = false;
        for (int k = 0; k < 4; k++)
            tinted |= m->colour[k] != 1;
        if (!used[i]) {
            IQM_LOSE(way->findings, LOSS_MATERIAL, 1,
                     "material %" PRIu32 " (\"%.255s\"): no mesh has it", i, m->name);
            continue;
        }
        bool renamed = *m->name && !mq_named_by_texture(m) &&
                       strcmp(m->name, mq_iq_scene_material_text(way->scene, i)) != 0;
        bool blended = m->blend > MAQ_BLEND_OPAQUE && m->blend <= MAQ_BLEND_PREMULTIPLIED;
        if (!textures && !images && !tinted && !blended && !m->two_sided && !renamed)
            continue;
        IQM_LOSE(way->findings, LOSS_MATERIAL, 1,
                 "material %" PRIu32 " (\"%.255s\"): %" PRIu32 " further textures, %" PRIu32
                 " images in the file%s%s%s%s%s",
                 i, m->name, textures, images, blended ? ", blending " : "",
                 blended ? blends[m->blend] : "", m->two_sided ? ", two sides" : "",
                 tinted ? ", a colour" : "", renamed ? ", its name" : "");
    }
    return true;
}

// ------------------------------------------------------------------------------------ nodes, clips

static bool rests(const maq_transform *t) {
    return memcmp(t, &mq_identity, sizeof *t) == 0;
}

static void tell_nodes(const iq_way_out *way) {
    const maq_scene *scene = way->scene;
    uint64_t gone = 0, facing = 0, own = 0, attachments = 0;
    const char *first_gone = "", *first_facing = "", *first_own = "";
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        const char *mesh = node->mesh == MAQ_SCENE_NONE ? NULL : scene->meshes[node->mesh].name;
        bool named = mesh && (!mesh[0] || !node->name[0] || strcmp(mesh, node->name) == 0);
        if (way->joint_of[i] < 0 && !(named && rests(&node->rest)))
            first_gone = gone++ ? first_gone : node->name;
        attachments += node->kind == MAQ_NODE_ATTACHMENT;
        if (node->facing != MAQ_FACING_NONE)
            first_facing = facing++ ? first_facing : node->name;
        if (node->ignores_parent_rotation)
            first_own = own++ ? first_own : node->name;
    }
    if (gone)
        IQM_LOSE(way->findings, LOSS_NODES, gone,
                 "%" PRIu64 " nodes, the first is \"%.255s\"; meshes stand where these had them",
                 gone, first_gone);
    if (attachments)
        IQM_LOSE(way->findings, LOSS_NODES, attachments,
                 "%" PRIu64 " attachments are no more than joints, if anything moves them",
                 attachments);
    if (facing)
        IQM_LOSE(way->findings, LOSS_NODES, facing,
                 "%" PRIu64 " nodes do not face the viewer any more, the first is \"%.255s\"",
                 facing, first_facing);
    if (own)
        IQM_LOSE(way->findings, LOSS_NODES, own,
                 "%" PRIu64 " nodes now inherit rotations, the first is \"%.255s\"", own,
                 first_own);
}

static void tell_clip(const iq_way_out *way, const maq_scene_clip *clip) {
    static const struct {
        maq_channel_path path;
        const char *what;
    } lost[] = {{MAQ_CHANNEL_VISIBLE, "show and hide nodes"},
                {MAQ_CHANNEL_SHAPE_WEIGHT, "move shapes"},
                {MAQ_CHANNEL_TEXTURE_FRAME, "change textures"}};
    for (size_t k = 0; k < sizeof lost / sizeof lost[0]; k++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < clip->channel_count; i++)
            count += clip->channels[i].path == lost[k].path;
        if (count)
            IQM_LOSE(way->findings, LOSS_TRACKS, count,
                     "clip \"%.255s\": %" PRIu32 " channels that %s", clip->name, count,
                     lost[k].what);
    }
    if (clip->marker_count)
        IQM_LOSE(way->findings, LOSS_MARKERS, clip->marker_count,
                 "clip \"%.255s\": %" PRIu32 " markers", clip->name, clip->marker_count);
    if (clip->loop_count > 1)
        IQM_LOSE(way->findings, LOSS_MARKERS, 1,
                 "clip \"%.255s\": it runs %" PRIu32 " times, and now once", clip->name,
                 clip->loop_count);
}

void mq_iq_scene_losses(const iq_way_out *way) {
    const maq_scene *scene = way->scene;
    if (!tell_meshes(way) || !tell_materials(way))
        return;
    tell_nodes(way);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        tell_clip(way, &scene->clips[i]);
    if (scene->box_count)
        IQM_LOSE(way->findings, LOSS_BOXES, scene->box_count,
                 "%" PRIu32 " boxes, the first is \"%.255s\"", scene->box_count,
                 scene->boxes[0].name ? scene->boxes[0].name : "");
    if (scene->event_count)
        IQM_LOSE(way->findings, LOSS_EVENTS, scene->event_count,
                 "%" PRIu32 " events, the first is \"%.255s\"", scene->event_count,
                 scene->events[0].name ? scene->events[0].name : "");
    mq_report_unused_extras(scene, IQM_EXTRAS, way->findings, &mq_iqm_rules[IQM_LOSS_FOREIGN]);
}
