// SPDX-License-Identifier: MIT
//
// Reports what a scene has and IQM does not.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "formats/iq/iq_from_scene.h"
#include "formats/iq/iqe_meshes.h"
#include "formats/unused_extras.h"
#include "scene/usage.h"

// ------------------------------------------------------------------------------ meshes, materials

// How many different texts the materials of a mesh have.
static uint32_t count_texts(const iq_exporter *exporter, const maq_scene_mesh *mesh) {
    iq_name_table texts = {.arena = exporter->arena};
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        if (mesh->parts[i].triangle_count)
            mq_iq_name_number(&texts,
                              mq_iq_material_text(exporter->scene, mesh->parts[i].material));
    }
    return texts.count;
}

static bool report_meshes(const iq_exporter *exporter) {
    const maq_scene *scene = exporter->scene;
    const bool *shown = mq_shown_meshes(exporter->arena, scene);
    if (!shown)
        return false;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        const char *why = mesh->role == MAQ_MESH_SHADOW      ? "it is for shadows only"
                          : mesh->role == MAQ_MESH_COLLISION ? "it is for collisions only"
                          : !shown[i]                        ? "no node shows it"
                          : mesh->triangle_count == 0        ? "it has no triangles"
                                                             : NULL;
        if (why)
            IQM_LOSS(exporter->findings, LOSS_MESH, 1,
                     "mesh %" PRIu32 " (\"%.255s\") was dropped: %s", i, mesh->name, why);
        else if (mesh->shape_count)
            IQM_LOSS(exporter->findings, LOSS_SHAPES, mesh->shape_count,
                     "mesh %" PRIu32 " (\"%.255s\"): %" PRIu32
                     " %s dropped, the first is \"%.255s\"",
                     i, mesh->name, mesh->shape_count,
                     MQ_PLURAL(mesh->shape_count, "morph target was", "morph targets were"),
                     mesh->shapes[0].name);
        uint32_t parts = why ? 0 : count_texts(exporter, mesh);
        if (parts > 1)
            IQM_LOSS(exporter->findings, SPLIT, parts,
                     "mesh %" PRIu32 " (\"%.255s\") was split into %" PRIu32
                     " %s, one for each material",
                     i, mesh->name, parts, MQ_PLURAL(parts, "mesh", "meshes"));
    }
    return true;
}

// Adds an item to a list with commas.
__attribute__((format(printf, 3, 4))) static void add_item(char *list, size_t size,
                                                           const char *format, ...) {
    size_t length = strlen(list);
    if (length && length + 2 < size)
        length += (size_t)snprintf(list + length, size - length, ", ");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(list + length, size - length, format, arguments);
    va_end(arguments);
}

static bool report_materials(const iq_exporter *exporter) {
    const bool *used = mq_used_materials(exporter->arena, exporter->scene);
    if (!used)
        return false;
    static const char *const blends[] = {"", "cutout", "alpha", "additive", "premultiplied"};
    for (uint32_t i = 0; i < exporter->scene->material_count; i++) {
        const maq_scene_material *m = &exporter->scene->materials[i];
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
            IQM_LOSS(exporter->findings, LOSS_MATERIAL, 1,
                     "material %" PRIu32 " (\"%.255s\") was dropped: no mesh uses it", i, m->name);
            continue;
        }
        bool renamed = *m->name && !mq_named_by_texture(m) &&
                       strcmp(m->name, mq_iq_material_text(exporter->scene, i)) != 0;
        bool blended = m->blend > MAQ_BLEND_OPAQUE && m->blend <= MAQ_BLEND_PREMULTIPLIED;
        char list[200] = "";
        if (textures)
            add_item(list, sizeof list, "%" PRIu32 " further %s", textures,
                     MQ_PLURAL(textures, "texture", "textures"));
        if (images)
            add_item(list, sizeof list, "%" PRIu32 " embedded %s", images,
                     MQ_PLURAL(images, "image", "images"));
        if (blended)
            add_item(list, sizeof list, "blending (%s)", blends[m->blend]);
        if (m->two_sided)
            add_item(list, sizeof list, "the second side");
        if (tinted)
            add_item(list, sizeof list, "the colour");
        if (renamed)
            add_item(list, sizeof list, "the name");
        if (list[0])
            IQM_LOSS(exporter->findings, LOSS_MATERIAL, 1,
                     "material %" PRIu32 " (\"%.255s\") loses %s", i, m->name, list);
    }
    return true;
}

// ------------------------------------------------------------------------------------ nodes, clips

static bool rests(const maq_transform *t) {
    return memcmp(t, &mq_identity, sizeof *t) == 0;
}

static void report_nodes(const iq_exporter *exporter) {
    const maq_scene *scene = exporter->scene;
    uint64_t gone = 0, facing = 0, own = 0, attachments = 0;
    const char *first_gone = "", *first_facing = "", *first_own = "";
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        const char *mesh = node->mesh == MAQ_SCENE_NONE ? NULL : scene->meshes[node->mesh].name;
        bool named = mesh && (!mesh[0] || !node->name[0] || strcmp(mesh, node->name) == 0);
        if (exporter->joint_of[i] < 0 && !(named && rests(&node->rest)) &&
            !mq_iq_is_unweighted_joint(node))
            first_gone = gone++ ? first_gone : node->name;
        attachments += node->kind == MAQ_NODE_ATTACHMENT;
        if (node->facing != MAQ_FACING_NONE)
            first_facing = facing++ ? first_facing : node->name;
        if (node->ignores_parent_rotation)
            first_own = own++ ? first_own : node->name;
    }
    IQM_LOSS(exporter->findings, LOSS_NODES, gone,
             "%" PRIu64 " %s dropped, the first is \"%.255s\"; the vertices hold their transforms",
             gone, MQ_PLURAL(gone, "node was", "nodes were"), first_gone);
    IQM_LOSS(exporter->findings, LOSS_NODES, attachments, "%" PRIu64 " %s", attachments,
             MQ_PLURAL(attachments, "attachment became a joint", "attachments became joints"));
    IQM_LOSS(exporter->findings, LOSS_NODES, facing,
             "%" PRIu64 " %s the viewer any more, the first is \"%.255s\"", facing,
             MQ_PLURAL(facing, "node does not face", "nodes do not face"), first_facing);
    IQM_LOSS(exporter->findings, LOSS_NODES, own,
             "%" PRIu64 " %s the rotation of the parent, the first is \"%.255s\"", own,
             MQ_PLURAL(own, "node now inherits", "nodes now inherit"), first_own);
}

static void report_clip(const iq_exporter *exporter, const maq_scene_clip *clip) {
    static const struct {
        maq_channel_path path;
        const char *what;
    } lost[] = {{MAQ_CHANNEL_VISIBLE, "show and hide nodes"},
                {MAQ_CHANNEL_SHAPE_WEIGHT, "move morph targets"},
                {MAQ_CHANNEL_TEXTURE_FRAME, "change textures"}};
    for (size_t k = 0; k < sizeof lost / sizeof lost[0]; k++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < clip->channel_count; i++)
            count += clip->channels[i].path == lost[k].path;
        IQM_LOSS(exporter->findings, LOSS_TRACKS, count,
                 "clip \"%.255s\": %" PRIu32 " %s dropped that %s", clip->name, count,
                 MQ_PLURAL(count, "channel was", "channels were"), lost[k].what);
    }
    IQM_LOSS(exporter->findings, LOSS_MARKERS, clip->marker_count,
             "clip \"%.255s\": %" PRIu32 " %s dropped", clip->name, clip->marker_count,
             MQ_PLURAL(clip->marker_count, "marker was", "markers were"));
    if (clip->loop_count > 1)
        IQM_LOSS(exporter->findings, LOSS_MARKERS, 1,
                 "clip \"%.255s\" played %" PRIu32 " %s and now plays once", clip->name,
                 clip->loop_count, MQ_PLURAL(clip->loop_count, "time", "times"));
}

void mq_iq_report_export_losses(const iq_exporter *exporter) {
    const maq_scene *scene = exporter->scene;
    if (!report_meshes(exporter) || !report_materials(exporter))
        return;
    report_nodes(exporter);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        report_clip(exporter, &scene->clips[i]);
    if (scene->box_count)
        IQM_LOSS(exporter->findings, LOSS_BOXES, scene->box_count,
                 "%" PRIu32 " %s dropped, the first is \"%.255s\"", scene->box_count,
                 MQ_PLURAL(scene->box_count, "box was", "boxes were"),
                 scene->boxes[0].name ? scene->boxes[0].name : "");
    if (scene->event_count)
        IQM_LOSS(exporter->findings, LOSS_EVENTS, scene->event_count,
                 "%" PRIu32 " %s dropped, the first is \"%.255s\"", scene->event_count,
                 MQ_PLURAL(scene->event_count, "event was", "events were"),
                 scene->events[0].name ? scene->events[0].name : "");
    mq_report_unused_extras(scene, IQM_EXTRAS, exporter->findings,
                            &mq_iqm_rules[IQM_LOSS_UNUSED_EXTRAS]);
}
