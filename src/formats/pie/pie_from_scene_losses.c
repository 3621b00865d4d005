// SPDX-License-Identifier: MIT
//
// What PIE has no place for, by name and number.
#include <string.h>

#include "formats/pie/pie_from_scene.h"

static void count_loss(maq_finding *finding, uint64_t count) {
    if (finding && count > 0)
        finding->count = count;
}

// ------------------------------------------------------------------------------------------ meshes

static void name_vertex_data(pie_from_scene *from, const maq_scene_mesh *mesh) {
    if (mesh->tangents)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_VERTEX_DATA,
                                  "mesh \"%s\": tangents are lost; the game makes its own",
                                  mesh->name),
                   mesh->vertex_count);
    if (mesh->uv_set_count > 1)
        PIE_SCENE_LOSE(from, PIE_LOSS_VERTEX_DATA,
                       "mesh \"%s\": texture coordinates beyond the first set are lost (%u)",
                       mesh->name, mesh->uv_set_count - 1);
    if (mesh->colours)
        count_loss(
            PIE_SCENE_LOSE(from, PIE_LOSS_VERTEX_DATA, "mesh \"%s\": colours are lost", mesh->name),
            mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        if (strcmp(mesh->attributes[i].name, PIE_POINT_ATTRIBUTE) != 0)
            PIE_SCENE_LOSE(from, PIE_LOSS_VERTEX_DATA, "mesh \"%s\": the numbers \"%s\" are lost",
                           mesh->name, mesh->attributes[i].name);
    }
    if (mesh->shape_count > 0)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_SHAPES, "mesh \"%s\": %u shape%s lost", mesh->name,
                                  mesh->shape_count, mesh->shape_count == 1 ? " is" : "s are"),
                   mesh->shape_count);
}

static bool name_meshes(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    bool *shown = MQ_NEW_ARRAY(from->arena, bool, scene->mesh_count);
    if (!shown)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].mesh != MAQ_SCENE_NONE)
            shown[scene->nodes[i].mesh] = true;
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        bool collision = mesh->role == MAQ_MESH_COLLISION;
        if (collision || !shown[i])
            count_loss(
                PIE_SCENE_LOSE(from, PIE_LOSS_MESH, "mesh \"%s\" of %u triangles is lost: %s",
                               mesh->name, mesh->triangle_count,
                               collision ? "PIE has no collision meshes" : "no node shows it"),
                mesh->triangle_count);
        else
            name_vertex_data(from, mesh);
    }
    return true;
}

// --------------------------------------------------------------------------------------- materials

static bool name_materials(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    bool *used = MQ_NEW_ARRAY(from->arena, bool, scene->material_count);
    if (!used)
        return false;
    for (uint32_t i = 0; i < from->source_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[from->sources[i].mesh];
        for (uint32_t p = 0; p < mesh->part_count; p++) {
            if (mesh->parts[p].material != MAQ_SCENE_NONE)
                used[mesh->parts[p].material] = true;
        }
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const maq_scene_material *material = &scene->materials[i];
        static const float white[4] = {1, 1, 1, 1};
        if (!used[i]) {
            PIE_SCENE_LOSE(from, PIE_LOSS_MATERIAL_LOOK, "material \"%s\" is lost: no mesh uses it",
                           material->name);
            continue;
        }
        if (memcmp(material->colour, white, sizeof white) != 0)
            PIE_SCENE_LOSE(from, PIE_LOSS_MATERIAL_LOOK, "material \"%s\": its colour is lost",
                           material->name);
        if (material->blend == MAQ_BLEND_ALPHA || material->blend == MAQ_BLEND_CUTOUT)
            PIE_SCENE_LOSE(from, PIE_LOSS_MATERIAL_LOOK, "material \"%s\": its %s is lost",
                           material->name,
                           material->blend == MAQ_BLEND_ALPHA ? "transparency" : "cut-out value");
        for (uint32_t k = 0; k < material->texture_count; k++) {
            if (material->textures[k].data)
                PIE_SCENE_LOSE(
                    from, PIE_LOSS_IMAGE,
                    "material \"%s\": the image \"%s\" inside the model is lost: save it "
                    "as a file",
                    material->name, material->textures[k].file ? material->textures[k].file : "");
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------- nodes

// Nodes that show nothing, hold nothing and are above nothing that does.
static bool name_nodes(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    uint64_t joints = 0, groups = 0, below = 0, own_rotations = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool level =
            node->mesh != MAQ_SCENE_NONE && scene->meshes[node->mesh].role == MAQ_MESH_VISUAL;
        joints += node->kind == MAQ_NODE_JOINT;
        groups += node->kind == MAQ_NODE_GROUP && node->mesh == MAQ_SCENE_NONE &&
                  !mq_pie_is_connector(node);
        below += level && node->parent != MAQ_SCENE_NONE;
        own_rotations += node->own_rotation;
    }
    if (joints > 0)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_NODE,
                                  "%llu joint%s lost: their movement goes into levels",
                                  (unsigned long long)joints, joints == 1 ? " is" : "s are"),
                   joints);
    if (groups > 0)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_NODE, "%llu node%s without a mesh lost",
                                  (unsigned long long)groups, groups == 1 ? " is" : "s are"),
                   groups);
    if (below > 0)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_NODE,
                                  "%llu level%s not below others any more: PIE has no parents",
                                  (unsigned long long)below, below == 1 ? " is" : "s are"),
                   below);
    if (own_rotations > 0)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_NODE,
                                  "%llu node%s the rotation of the parent; this is worked in",
                                  (unsigned long long)own_rotations,
                                  own_rotations == 1 ? " refuses" : "s refuse"),
                   own_rotations);
    return true;
}

// Names other than those that levels get anyway.
static bool name_names(pie_from_scene *from) {
    uint64_t count = 0;
    const char *first = NULL;
    for (uint32_t i = 0; i < from->source_count; i++) {
        const char *name = from->scene->nodes[from->sources[i].node].name;
        const char *usual = mq_arena_format(from->arena, "level %u", i + 1);
        if (!usual)
            return false;
        if (*name && strcmp(name, usual) != 0) {
            first = first ? first : name;
            count++;
        }
    }
    if (count > 0)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_NAMES, "names of levels are lost: \"%s\"%s (%llu)",
                                  first, count > 1 ? ", ..." : "", (unsigned long long)count),
                   count);
    return true;
}

// ------------------------------------------------------------------------------------------- clips

static void name_clips(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    for (uint32_t c = 0; c < scene->clip_count; c++) {
        const maq_scene_clip *clip = &scene->clips[c];
        uint32_t moving = 0, shapes = 0;
        for (uint32_t i = 0; i < clip->channel_count; i++) {
            maq_channel_path path = clip->channels[i].path;
            shapes += path == MAQ_CHANNEL_SHAPE_WEIGHT;
            moving += path != MAQ_CHANNEL_SHAPE_WEIGHT && path != MAQ_CHANNEL_TEXTURE_FRAME;
        }
        if (clip != from->clip && (moving > 0 || clip->channel_count == 0))
            count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_CLIP,
                                      "clip \"%s\" is lost: a level has one animation", clip->name),
                       moving);
        if (shapes > 0)
            count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_MOTION,
                                      "clip \"%s\": %u channel%s of shapes lost", clip->name,
                                      shapes, shapes == 1 ? "" : "s"),
                       shapes);
        if (clip->marker_count > 0)
            count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_MARKERS, "clip \"%s\": %u marker%s lost",
                                      clip->name, clip->marker_count,
                                      clip->marker_count == 1 ? " is" : "s are"),
                       clip->marker_count);
    }
}

// -------------------------------------------------------------------------------- foreign extras

#define MAX_FOREIGN 8

typedef struct foreign {
    const char *names[MAX_FOREIGN];
    uint64_t counts[MAX_FOREIGN];
    size_t count;
} foreign;

static void note_foreign(foreign *list, const maq_value *extras) {
    if (!extras || extras->kind != MAQ_VALUE_OBJECT)
        return;
    for (const maq_value *child = extras->as.children.first; child; child = child->next) {
        if (strcmp(child->key, PIE_EXTRAS) == 0)
            continue;
        size_t at = 0;
        while (at < list->count && strcmp(list->names[at], child->key) != 0)
            at++;
        if (at == MAX_FOREIGN)
            at--; // the last stands for all that follow
        if (at == list->count)
            list->names[list->count++] = child->key;
        list->counts[at]++;
    }
}

static void name_foreign(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    foreign list = {0};
    note_foreign(&list, scene->extras);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        note_foreign(&list, scene->meshes[i].extras);
    for (uint32_t i = 0; i < scene->material_count; i++)
        note_foreign(&list, scene->materials[i].extras);
    for (uint32_t i = 0; i < scene->node_count; i++)
        note_foreign(&list, scene->nodes[i].extras);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        note_foreign(&list, scene->clips[i].extras);
    for (uint32_t i = 0; i < scene->box_count; i++)
        note_foreign(&list, scene->boxes[i].extras);
    for (size_t i = 0; i < list.count; i++)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_FOREIGN,
                                  "settings of %s that have no meaning here are lost (%llu)",
                                  list.names[i], (unsigned long long)list.counts[i]),
                   list.counts[i]);
}

bool mq_pie_name_losses(pie_from_scene *from) {
    const maq_scene *scene = from->scene;
    if (!name_meshes(from) || !name_materials(from) || !name_nodes(from) || !name_names(from))
        return false;
    name_clips(from);
    if (scene->box_count > 0)
        count_loss(PIE_SCENE_LOSE(from, PIE_LOSS_BOXES, "%u box%s lost", scene->box_count,
                                  scene->box_count == 1 ? " is" : "es are"),
                   scene->box_count);
    name_foreign(from);
    return true;
}
